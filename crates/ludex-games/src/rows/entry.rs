//! The catalogue's entries for the games of rows, and reading their names.

use ludex_core::{Entry, Param, Spec, SpecError};

use super::{Capture, Rules};

/// One game of the catalogue: a name and what its parameters are when they are not given.
pub(super) struct Kind {
    pub(super) name: &'static str,
    summary: &'static str,
    rows: i64,
    cols: i64,
    /// The length of the line, and whether it may be changed.
    line: (usize, bool),
    capture: Capture,
}

/// Tria and Tessera start with both captures, on boards neither too small to be a game nor too large to be
/// solved; rows starts as free Gomoku.
pub(super) const KINDS: [Kind; 3] = [
    Kind {
        name: "tria",
        summary: "Three in a row, where enclosed stones are captured.",
        rows: 5,
        cols: 5,
        line: (3, false),
        capture: Capture::Both,
    },
    Kind {
        name: "tessera",
        summary: "Four in a row, where enclosed stones are captured.",
        rows: 5,
        cols: 6,
        line: (4, false),
        capture: Capture::Both,
    },
    Kind {
        name: "rows",
        summary: "Any number in a row on any board, with or without captures: Gomoku, Pente and their kin.",
        rows: 15,
        cols: 15,
        line: (5, true),
        capture: Capture::None,
    },
];

const SOURCE: &str = "L. A. Wu, bachelor thesis on Tria and Tessera, Maastricht University; \
                      the rules of Pente for winning by captured pairs";

impl Kind {
    fn params(&self) -> Vec<Param> {
        let longest = Rules::LONGEST_SIDE as i64;
        let mut params = vec![
            Param::whole("rows", 1..=longest, self.rows, "How many rows the board has"),
            Param::whole("cols", 1..=longest, self.cols, "How many columns the board has"),
        ];
        if self.line.1 {
            let lines = Rules::LINES.0 as i64..=Rules::LINES.1 as i64;
            let default = self.line.0 as i64;
            params.push(Param::whole("line", lines, default, "How many stones in a straight line win"));
        }
        let words = Capture::ALL.map(|(word, _)| word);
        let about = "What a placed stone captures by enclosing: nothing (0), single stones (1), pairs (2) or both (12)";
        let mut capture = Param::choice("capture", &words, about);
        capture.default = self.capture.word().into();
        params.push(capture);
        let pairs = 0..=Rules::MOST_PAIRS as i64;
        params.push(Param::whole("pairs", pairs, 0, "How many captured pairs win, as in Pente; 0 for none"));
        let about = "After a capture the next move must fill an emptied square, unless it wins";
        params.push(Param::switch("refill", false, about));
        params
    }

    fn entry(&self) -> Entry {
        Entry {
            name: self.name.to_string(),
            family: "rows".to_string(),
            players: "2".to_string(),
            summary: self.summary.to_string(),
            parameters: self.params(),
            source: SOURCE.to_string(),
        }
    }
}

pub(super) fn entries() -> Vec<Entry> {
    KINDS.iter().map(Kind::entry).collect()
}

/// The rules that a name stands for.
pub(super) fn read(spec: &Spec) -> Result<Rules, SpecError> {
    let Some(kind) = KINDS.iter().find(|kind| kind.name == spec.name()) else {
        return Err(SpecError::unknown("game", spec.name(), KINDS.iter().map(|kind| kind.name)));
    };
    let values = spec.resolve(&kind.params())?;
    let whole = |name: &str| values.whole(name) as usize;
    let line = if kind.line.1 { whole("line") } else { kind.line.0 };
    let capture = Capture::named(values.word("capture")).unwrap_or(Capture::None);
    Rules::new(whole("rows"), whole("cols"), line, capture)
        .and_then(|rules| rules.with_pairs(whole("pairs")))
        .and_then(|rules| rules.with_refill(values.is_on("refill")))
        .map_err(|why| SpecError::new(format!("{}: {why}", kind.name)))
}

/// The name of a game with these rules: parameters that differ from the defaults, in order.
pub(super) fn name(rules: &Rules) -> String {
    let kind = KINDS.iter().find(|kind| kind.line.0 == rules.line() && !kind.line.1).unwrap_or(&KINDS[2]);
    let mut given = Vec::new();
    let mut put = |name: &str, value: String, is_default: bool| {
        if !is_default {
            given.push(format!("{name}={value}"));
        }
    };
    put("rows", rules.rows().to_string(), rules.rows() as i64 == kind.rows);
    put("cols", rules.cols().to_string(), rules.cols() as i64 == kind.cols);
    put("line", rules.line().to_string(), rules.line() == kind.line.0);
    put("capture", rules.capture().word().to_string(), rules.capture() == kind.capture);
    put("pairs", rules.pairs().to_string(), rules.pairs() == 0);
    put("refill", rules.refill().to_string(), !rules.refill());
    if given.is_empty() { kind.name.to_string() } else { format!("{}({})", kind.name, given.join(",")) }
}
