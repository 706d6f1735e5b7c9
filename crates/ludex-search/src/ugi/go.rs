//! What follows `go`.

use std::time::Duration;

use crate::Budget;

/// How long to think.
#[derive(Clone, Copy, PartialEq, Debug)]
pub(super) enum Go {
    /// As the agent is set up.
    AsUsual,
    /// Within these limits.
    Within(Budget),
    /// Until told to stop.
    Endless,
}

impl Go {
    /// Reads the words after `go`; `mover` is the index of the player on turn.
    pub(super) fn parse(words: &[&str], mover: usize) -> Result<Go, String> {
        let mut budget = Budget::ENDLESS;
        let (mut left, mut more) = (None, 0);
        let mut endless = false;
        let mut at = 0;
        while at < words.len() {
            let word = words[at];
            at += 1;
            if word == "infinite" {
                endless = true;
                continue;
            }
            let clock = |end: &str| word.strip_prefix('p').and_then(|rest| rest.strip_suffix(end));
            let player = clock("time").or_else(|| clock("inc")).and_then(|text| text.parse::<usize>().ok());
            if !matches!(word, "movetime" | "nodes" | "depth" | "iterations") && player.is_none() {
                return Err(format!(
                    "'{}' cannot follow go; movetime, nodes, depth, p1time, p1inc and infinite can",
                    ludex_core::shorten(word)
                ));
            }
            let value = words.get(at).ok_or_else(|| format!("{word} needs a number after it"))?;
            at += 1;
            let number: u64 = value
                .parse()
                .map_err(|_| format!("{word} needs a whole number, not '{}'", ludex_core::shorten(value)))?;
            match word {
                "movetime" => budget.time = Some(Duration::from_millis(number.clamp(1, 86_400_000))),
                "nodes" => budget.nodes = Some(number.max(1)),
                "iterations" => budget.iterations = Some(number.max(1)),
                "depth" => budget.depth = Some(number.clamp(1, 200) as u32),
                _ if player == Some(mover + 1) && word.ends_with("time") => left = Some(number),
                _ if player == Some(mover + 1) => more = number,
                _ => {}
            }
        }
        if let Some(left) = left {
            // A thirtieth of what is left, and most of what is added after the move.
            let share = (left / 30 + more * 3 / 4).clamp(1, (left / 2).max(1));
            budget.time.get_or_insert(Duration::from_millis(share));
        }
        Ok(if endless {
            Go::Endless
        } else if budget.is_endless() {
            Go::AsUsual
        } else {
            Go::Within(budget)
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_read() {
        assert_eq!(Go::parse(&["nodes", "500"], 0), Ok(Go::Within(Budget::nodes(500))));
        assert_eq!(Go::parse(&[], 0), Ok(Go::AsUsual));
        assert_eq!(Go::parse(&["infinite"], 0), Ok(Go::Endless));
        let clocks = ["p1time", "60000", "p2time", "30000", "p1inc", "0", "p2inc", "1000"];
        assert_eq!(Go::parse(&clocks, 1), Ok(Go::Within(Budget::time(Duration::from_millis(1750)))));
        for wrong in [&["movetime"][..], &["movetime", "-3"], &["depth", "deep"], &["sideways", "3"]] {
            assert!(Go::parse(wrong, 0).is_err(), "{wrong:?}");
        }
    }
}
