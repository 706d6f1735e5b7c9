//! Which Six is played: the published game, the study's SixExe, and everything that can be varied.

use ludex_core::{Param, SpecError, Values};

/// The tiles of each colour in the published game.
pub const TILES: u8 = 19;
/// Fewer tiles could never form a shape.
pub(super) const FEWEST: u8 = 6;
/// With more tiles the cells modulo 64 would no longer be enough to tell all places apart.
const MOST: u8 = 30;

/// How much of the game is played.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Form {
    /// Both phases; where the largest groups are equal, the mover chooses.
    Full,
    /// The first phase only: drawn when all tiles lie without a shape (the study's Half-SixExe).
    Half,
    /// Both phases as in the study's SixExe: where the largest groups are equal, chance chooses.
    Exe,
}

/// Who decides which of several equal largest groups stays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ties {
    /// The player who lifted the tile.
    Mover,
    /// Chance, every group alike.
    Random,
}

/// How a turn of the second phase is decided.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Decisions {
    /// Two decisions: which tile to lift, then where to lay it.
    Steps,
    /// One decision for both, save where something has to be settled between them.
    Whole,
}

/// Everything that can be chosen about the rules.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Options {
    /// How much of the game is played.
    pub form: Form,
    /// The tiles of the colour that starts, 6 to 30.
    pub red: u8,
    /// The tiles of the other colour, 6 to 30.
    pub black: u8,
    /// Two players, or four in two teams.
    pub players: u8,
    /// The game is drawn when this many turns have been played; 0 for no limit.
    pub limit: u32,
    /// How a turn of the second phase is decided.
    pub turn: Decisions,
    /// Who decides between equal groups.
    pub ties: Ties,
    /// Whether the lifted tile counts for its owner when a shut-out is tested.
    pub hand: bool,
    /// Whether a lifted tile may be laid where it was.
    pub back: bool,
}

impl Form {
    fn word(self) -> &'static str {
        match self {
            Form::Full => "full",
            Form::Half => "half",
            Form::Exe => "exe",
        }
    }

    fn ties(self) -> Ties {
        if self == Form::Exe { Ties::Random } else { Ties::Mover }
    }
}

impl Options {
    /// The rules of a form, everything else as published.
    pub fn of(form: Form) -> Options {
        Options {
            form,
            red: TILES,
            black: TILES,
            players: 2,
            limit: 0,
            turn: Decisions::Steps,
            ties: form.ties(),
            hand: true,
            back: true,
        }
    }

    /// The parameters by which a game is opened.
    pub(super) fn params() -> Vec<Param> {
        let tiles = i64::from(FEWEST)..=i64::from(MOST);
        vec![
            Param::choice(
                "form",
                &["full", "half", "exe"],
                "both phases as published; the first phase only (Half-SixExe); or SixExe, where chance decides between equal groups",
            ),
            Param::whole("tiles", tiles, i64::from(TILES), "tiles of each colour"),
            Param::whole(
                "red",
                0..=i64::from(MOST),
                0,
                "tiles of red, who starts, if not as many as 'tiles' says (0: as many)",
            ),
            Param::whole(
                "black",
                0..=i64::from(MOST),
                0,
                "tiles of black, if not as many as 'tiles' says (0: as many)",
            ),
            Param::choice("players", &["2", "4"], "two players, or four in two teams"),
            Param::whole("limit", 0..=1_000_000, 0, "turns after which the game is drawn (0: no limit)"),
            Param::choice(
                "turn",
                &["steps", "whole"],
                "a turn of the second phase is two decisions (lift, lay) or one for both",
            ),
            Param::choice(
                "ties",
                &["form", "mover", "random"],
                "who decides between equal largest groups: as the form has it, the mover, or chance",
            ),
            Param::switch("hand", true, "the lifted tile counts for its owner when a shut-out is tested"),
            Param::switch("back", true, "a lifted tile may be laid back where it was"),
        ]
    }

    /// The options that checked parameters ask for.
    pub(super) fn from_values(values: &Values) -> Result<Options, SpecError> {
        let form = match values.word("form") {
            "half" => Form::Half,
            "exe" => Form::Exe,
            _ => Form::Full,
        };
        let tiles_of = |colour: &str| match values.whole(colour) {
            0 => values.whole("tiles") as u8,
            own => own as u8,
        };
        let options = Options {
            form,
            red: tiles_of("red"),
            black: tiles_of("black"),
            players: values.whole("players") as u8,
            limit: values.whole("limit") as u32,
            turn: if values.word("turn") == "whole" { Decisions::Whole } else { Decisions::Steps },
            ties: match values.word("ties") {
                "mover" => Ties::Mover,
                "random" => Ties::Random,
                _ => form.ties(),
            },
            hand: values.is_on("hand"),
            back: values.is_on("back"),
        };
        options.check()?;
        Ok(options)
    }

    /// Whether such a game exists.
    pub(super) fn check(&self) -> Result<(), SpecError> {
        for (colour, tiles) in [("red", self.red), ("black", self.black)] {
            if !(FEWEST..=MOST).contains(&tiles) {
                return Err(SpecError::new(format!(
                    "six: {colour} must have {FEWEST} to {MOST} tiles, not {tiles}"
                )));
            }
        }
        if self.players != 2 && self.players != 4 {
            return Err(SpecError::new(format!("six: 2 or 4 can play, not {}", self.players)));
        }
        Ok(())
    }

    /// The name with the parameters that differ from the defaults.
    pub(super) fn name(&self) -> String {
        let mut parts = Vec::new();
        if self.form != Form::Full {
            parts.push(format!("form={}", self.form.word()));
        }
        if self.red == self.black {
            if self.red != TILES {
                parts.push(format!("tiles={}", self.red));
            }
        } else {
            for (colour, tiles) in [("red", self.red), ("black", self.black)] {
                if tiles != TILES {
                    parts.push(format!("{colour}={tiles}"));
                }
            }
        }
        if self.players != 2 {
            parts.push(format!("players={}", self.players));
        }
        if self.limit != 0 {
            parts.push(format!("limit={}", self.limit));
        }
        if self.turn == Decisions::Whole {
            parts.push("turn=whole".to_string());
        }
        if self.ties != self.form.ties() {
            parts.push(format!("ties={}", if self.ties == Ties::Mover { "mover" } else { "random" }));
        }
        for (switch, on) in [("hand", self.hand), ("back", self.back)] {
            if !on {
                parts.push(format!("{switch}=false"));
            }
        }
        if parts.is_empty() { "six".to_string() } else { format!("six({})", parts.join(",")) }
    }
}
