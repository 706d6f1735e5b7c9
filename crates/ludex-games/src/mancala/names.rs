//! The names of the games and of their rule switches.

use ludex_core::{Entry, Param, Spec, SpecError, Values};

use super::options::*;

/// A game that has a name of its own.
pub(super) struct Named {
    pub(super) name: &'static str,
    pub(super) title: &'static str,
    pub(super) summary: &'static str,
    /// The game as the study of Rovaris gives it.
    pub(super) study: Options,
    /// The game as Ludii 1.3.14 plays it, where that is different.
    pub(super) ludii: Option<Options>,
}

/// Every named game.
pub(super) const NAMED: [Named; 7] = [
    Named {
        name: "wari",
        title: "Wari",
        summary: "The base of Awari; slam= chooses what a capture of everything does.",
        study: WARI,
        ludii: Some(LUDII_WARI),
    },
    Named {
        name: "awari",
        title: "Awari",
        summary: "Sow around the board and capture pits of two or three; a repeated position ends the game.",
        study: AWARI,
        ludii: Some(LUDII_AWARI),
    },
    Named {
        name: "oware",
        title: "Oware",
        summary: "Awari in which pits of four are captured as well.",
        study: OWARE,
        ludii: Some(LUDII_OWARE),
    },
    Named {
        name: "vai-lung-thlan",
        title: "Vai Lung Thlan",
        summary: "Capture the seed that falls into an empty pit and the chain of single seeds before it.",
        study: VAI_LUNG_THLAN,
        ludii: Some(LUDII_VAI_LUNG_THLAN),
    },
    Named {
        name: "ohvalhu",
        title: "Ohvalhu",
        summary: "Sowing in several laps, with extra turns; with rounds=refill the whole game of several rounds.",
        study: OHVALHU,
        ludii: Some(LUDII_OHVALHU),
    },
    Named {
        name: "kalah",
        title: "Kalah",
        summary: "Sow your own store too, move again after a last seed there, capture what faces an empty pit.",
        study: KALAH,
        ludii: Some(LUDII_KALAH),
    },
    Named {
        name: "cross-wari",
        title: "Cross-Wari",
        summary: "Wari in which odd pits are sown clockwise and what is left at the end is nobody's.",
        study: CROSS_WARI,
        ludii: None,
    },
];

/// The words for the values of a switch.
trait Words: Copy + PartialEq + 'static {
    const ALL: &'static [(Self, &'static str)];

    fn word(self) -> &'static str {
        Self::ALL.iter().find(|(value, _)| *value == self).map_or("", |(_, word)| word)
    }

    /// The value of a word that [`Spec::resolve`] has let through.
    fn read(word: &str) -> Self {
        Self::ALL.iter().find(|(_, known)| *known == word).unwrap_or(&Self::ALL[0]).0
    }

    fn param(name: &'static str, default: Self, about: &'static str) -> Param {
        let words: Vec<&'static str> = Self::ALL.iter().map(|(_, word)| *word).collect();
        Param { default: default.word().into(), ..Param::choice(name, &words, about) }
    }
}

macro_rules! words {
    ($($of:ident { $($value:ident = $word:literal),* })*) => {$(
        impl Words for $of {
            const ALL: &'static [($of, &'static str)] = &[$(($of::$value, $word)),*];
        }
    )*};
}

words! {
    Direction { Counterclockwise = "counterclockwise", Clockwise = "clockwise", Parity = "parity" }
    Laps { One = "one", Many = "many", Steps = "steps" }
    Capture {
        ToThree = "to-three", ToFour = "to-four", Singles = "singles", Facing = "facing", Six = "six"
    }
    Slam {
        Plain = "plain", Nothing = "nothing", TakesAll = "takes-all", RestToOpponent = "rest-to-opponent",
        KeepLast = "keep-last", KeepFirst = "keep-first", Forbidden = "forbidden", ForcedOnly = "forced-only"
    }
    Feed { No = "no", Reach = "reach", Always = "always" }
    End { Stuck = "stuck", Row = "row", Singles = "bare" }
    Rest { Owner = "owner", Nobody = "nobody", Opponent = "opponent" }
    Rounds { One = "single", Refill = "refill", Choose = "choose" }
}

/// The switches with the values that `base` gives them.
fn switches(base: &Options) -> Vec<Param> {
    let o = base;
    vec![
        Param::whole("pits", 1..=i64::from(MOST), i64::from(o.pits), "Pits in a row."),
        Param::whole("seeds", 1..=i64::from(MOST), i64::from(o.seeds), "Seeds in each pit at the start."),
        Words::param(
            "direction",
            o.direction,
            "Which way seeds are sown; parity: even counts counterclockwise, odd ones clockwise.",
        ),
        Param::switch(
            "store",
            o.store,
            "Whether the own store is sown; a last seed there gives another turn.",
        ),
        Param::switch("skip-origin", o.skip_origin, "Whether a full lap leaves out the pit it began in."),
        Param::switch(
            "jump-captures",
            o.jump_captures,
            "Whether a last seed that has just passed over the left-out pit captures where it falls.",
        ),
        Param::whole(
            "pit-limit",
            0..=99,
            i64::from(o.pit_limit),
            "Pits that hold this many seeds are passed over in sowing; 0 means none is.",
        ),
        Words::param(
            "laps",
            o.laps,
            "Whether a last seed in a pit with seeds sows it on; steps: each lap is a move of its own.",
        ),
        Words::param("capture", o.capture, "What the last seed captures."),
        Param::switch("empty-capture", o.empty_capture, "capture=facing also when the facing pit is empty."),
        Param::switch("both-sides", o.both_sides, "capture=facing also from an empty pit of the opponent."),
        Param::switch("lander-stays", o.lander_stays, "capture=facing leaves the last seed where it fell."),
        Param::switch("chain-crosses", o.chain_crosses, "capture=singles goes on into the other row."),
        Words::param("slam", o.slam, "What a capture does that would empty the opponent's row."),
        Words::param(
            "feed",
            o.feed,
            "Whether moves must reach an empty opposing row, or may never leave it empty.",
        ),
        Words::param(
            "end",
            o.end,
            "When the game ends: mover stuck, a row empty, or every pit bare but for one seed.",
        ),
        Param::switch("pass", o.pass, "Whether a player who cannot move passes."),
        Param::switch(
            "deadlock-draws",
            o.deadlock_draws,
            "Whether two stuck players have drawn with nothing.",
        ),
        Param::switch("majority", o.majority, "Whether more than half of the seeds ends the game."),
        Words::param("rest", o.rest, "Who gets the seeds left on the board."),
        Param::whole(
            "repetition",
            0..=9,
            i64::from(o.repetition),
            "The occurrence of a position that ends the game; 0 means never.",
        ),
        Words::param("rounds", o.rounds, "One round, or more with the pits filled again."),
        Param::whole(
            "round-limit",
            0..=255,
            i64::from(o.round_limit),
            "With rounds, after how many of them the richer player has won; 0 means no limit.",
        ),
    ]
}

/// The options that the values give.
fn options(values: &Values) -> Options {
    Options {
        pits: values.whole("pits") as u8,
        seeds: values.whole("seeds") as u8,
        direction: Words::read(values.word("direction")),
        store: values.is_on("store"),
        skip_origin: values.is_on("skip-origin"),
        jump_captures: values.is_on("jump-captures"),
        pit_limit: values.whole("pit-limit") as u8,
        laps: Words::read(values.word("laps")),
        capture: Words::read(values.word("capture")),
        empty_capture: values.is_on("empty-capture"),
        both_sides: values.is_on("both-sides"),
        lander_stays: values.is_on("lander-stays"),
        chain_crosses: values.is_on("chain-crosses"),
        slam: Words::read(values.word("slam")),
        feed: Words::read(values.word("feed")),
        end: Words::read(values.word("end")),
        pass: values.is_on("pass"),
        deadlock_draws: values.is_on("deadlock-draws"),
        majority: values.is_on("majority"),
        rest: Words::read(values.word("rest")),
        repetition: values.whole("repetition") as u8,
        rounds: Words::read(values.word("rounds")),
        round_limit: values.whole("round-limit") as u8,
    }
}

impl Named {
    /// What may stand in the brackets after the name.
    fn params(&self, rules: &str) -> Vec<Param> {
        let base = match self.ludii {
            Some(ludii) if rules == "ludii" => ludii,
            _ => self.study,
        };
        let mut params = switches(&base);
        if self.ludii.is_some() {
            let about = "Whose reading of the game: the study's, or that of Ludii 1.3.14.";
            params.push(Param::choice("rules", &["study", "ludii"], about));
        }
        params
    }

    pub(super) fn entry(&self) -> Entry {
        Entry {
            name: self.name.to_string(),
            family: "mancala".to_string(),
            players: "2".to_string(),
            summary: self.summary.to_string(),
            parameters: self.params("study"),
            source: "Rovaris, Design of Artificial Intelligence for Mancala Games, 2017; rules=ludii: Ludii 1.3.14"
                .to_string(),
        }
    }
}

/// The name under which a game goes: a named game in one of its readings.
#[derive(Clone, Copy)]
pub(super) struct Base {
    pub(super) named: &'static Named,
    ludii: bool,
}

impl Base {
    /// What a name with parameters means, and the name it goes by.
    pub(super) fn read(spec: &Spec) -> Result<(Base, Options), SpecError> {
        let Some(named) = NAMED.iter().find(|named| named.name == spec.name()) else {
            return Err(SpecError::unknown("game", spec.name(), NAMED.iter().map(|named| named.name)));
        };
        let mut values = spec.resolve(&named.params("study"))?;
        let ludii = named.ludii.is_some() && values.word("rules") == "ludii";
        if ludii {
            values = spec.resolve(&named.params("ludii"))?;
        }
        let options = options(&values);
        options.check().map_err(|why| SpecError::new(format!("{}: {why}", named.name)))?;
        Ok((Base { named, ludii }, options))
    }

    /// The named game that differs least from these options.
    pub(super) fn nearest(options: &Options) -> Base {
        let studies = NAMED.iter().map(|named| Base { named, ludii: false });
        let others =
            NAMED.iter().filter(|named| named.ludii.is_some()).map(|named| Base { named, ludii: true });
        let best = studies.chain(others).min_by_key(|base| base.changes(options).len());
        best.unwrap_or(Base { named: &NAMED[0], ludii: false })
    }

    fn options(self) -> Options {
        match self.named.ludii {
            Some(ludii) if self.ludii => ludii,
            _ => self.named.study,
        }
    }

    /// The switches in which the options differ from the named game.
    fn changes(self, options: &Options) -> Vec<String> {
        let (base, given) = (switches(&self.options()), switches(options));
        let changed = base.iter().zip(&given).filter(|(base, given)| base.default != given.default);
        changed.map(|(_, given)| format!("{}={}", given.name, given.default)).collect()
    }

    /// The name that finds the game with these options again.
    pub(super) fn name(self, options: &Options) -> String {
        let mut changes = self.changes(options);
        if self.ludii {
            changes.push("rules=ludii".to_string());
        }
        let name = self.named.name;
        if changes.is_empty() { name.to_string() } else { format!("{name}({})", changes.join(",")) }
    }
}

impl std::fmt::Debug for Base {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.named.name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<(Base, Options), String> {
        Spec::parse(text).and_then(|spec| Base::read(&spec)).map_err(|e| e.to_string())
    }

    #[test]
    fn every_named_game_is_its_own_name() {
        for named in &NAMED {
            assert_eq!(Base::nearest(&named.study).name(&named.study), named.name);
            assert_eq!(read(named.name).unwrap().1, named.study);
            named.study.check().unwrap();
            if let Some(ludii) = named.ludii {
                let name = format!("{}(rules=ludii)", named.name);
                assert_eq!(Base::nearest(&ludii).name(&ludii), name);
                assert_eq!(read(&name).unwrap().1, ludii);
                ludii.check().unwrap();
            }
        }
    }

    #[test]
    fn a_name_finds_the_same_game_again() {
        for text in [
            "kalah(pits=3,seeds=12)",
            "kalah(empty-capture=false,end=stuck)",
            "wari(slam=takes-all)",
            "wari(repetition=0)",
            "oware(seeds=3,rules=ludii)",
            "ohvalhu(rounds=refill)",
            "kalah(seeds=6,rules=ludii)",
            "awari(pits=12,repetition=3)",
        ] {
            let (base, options) = read(text).unwrap();
            assert_eq!(base.name(&options), text);
        }
    }

    #[test]
    fn contradictions_are_refused_with_a_reason() {
        for (text, reason) in [
            ("kalah(pits=13)", "kalah: pits must be a whole number from 1 to 12, not '13'"),
            ("kalah(seeds=0)", "kalah: seeds must be a whole number from 1 to 12, not '0'"),
            ("wari(laps=many)", "wari: sowing in several laps needs store=true, or it might never end"),
            (
                "kalah(slam=forbidden)",
                "kalah: a grand-slam rule (slam) needs capture=to-three or capture=to-four",
            ),
        ] {
            assert_eq!(read(text).unwrap_err(), reason);
        }
    }
}
