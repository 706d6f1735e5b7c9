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
        name: "wari",
        title: "Wari",
        summary: "The base of Awari; slam= chooses what a capture of everything does.",
        study: WARI,
        ludii: Some(LUDII_WARI),
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
        Param::switch("store", o.store, "Whether the own store is sown; a last seed there gives another turn."),
        Param::switch("skip-origin", o.skip_origin, "Whether a full lap leaves out the pit it began in."),
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
        Param::switch("deadlock-draws", o.deadlock_draws, "Whether two stuck players have drawn with nothing."),
        Param::switch("majority", o.majority, "Whether more than half of the seeds ends the game."),
        Words::param("rest", o.rest, "Who gets the seeds left on the board."),
        Param::whole(
            "repetition",
            0..=9,
            i64::from(o.repetition),
            "The occurrence of a position that ends the game; 0 means never.",
        ),
        Words::param("rounds", o.rounds, "One round, or more with the pits filled again."),
    ]
}

/// The options that the values give.
fn options(values: &Values) -> Options {
    Options {
        pits: values.whole("pits") as u8,
        seeds: values.whole("seeds") as u8,
        direction: Words::read(values.word("direction")),
        store: values.switch("store"),
        skip_origin: values.switch("skip-origin"),
        laps: Words::read(values.word("laps")),
        capture: Words::read(values.word("capture")),
        empty_capture: values.switch("empty-capture"),
        both_sides: values.switch("both-sides"),
        lander_stays: values.switch("lander-stays"),
        chain_crosses: values.switch("chain-crosses"),
        slam: Words::read(values.word("slam")),
        feed: Words::read(values.word("feed")),
        end: Words::read(values.word("end")),
        pass: values.switch("pass"),
        deadlock_draws: values.switch("deadlock-draws"),
        majority: values.switch("majority"),
        rest: Words::read(values.word("rest")),
        repetition: values.whole("repetition") as u8,
        rounds: Words::read(values.word("rounds")),
    }
}
