//! Stacks as recorded actions leave them.
//!
//! Only the pieces are followed: the recorded actions do not tell whether the marks of a piece go with it.

use crate::runtime::State;
use crate::runtime::rules::Rules;

use super::trial::Act;

/// The pieces on each place, the lowest first.
#[derive(Clone, PartialEq)]
pub(super) struct Piles(Vec<Vec<u8>>);

impl Piles {
    /// No pieces on so many places.
    pub(super) fn empty(places: usize) -> Piles {
        Piles(vec![Vec::new(); places])
    }

    /// The pieces of a position.
    pub(super) fn of<const W: usize>(rules: &Rules<W>, state: &State<W>) -> Piles {
        let pile = |place| state.stack(place).iter().map(|content| content.what).collect();
        Piles((0..rules.places).map(pile).collect())
    }

    /// Does what was recorded.
    pub(super) fn act(&mut self, act: &Act) {
        let place =
            |name: &str| usize::try_from(act.number(name, -1)).ok().filter(|&place| place < self.0.len());
        let (from, to) = (place("from"), place("to"));
        let level = |name: &str| usize::try_from(act.number(name, -1)).ok();
        let Some(to) = to else { return };
        match (act.kind.as_str(), from) {
            ("Move", Some(from)) if from != to => {
                let height = self.0[from].len();
                let moved = match (act.get("stack"), level("levelFrom")) {
                    (Some("true"), _) => 0..height,
                    (_, Some(level)) => level..level + 1,
                    _ => height.saturating_sub(1)..height,
                };
                self.shift(from, moved, to, level("levelTo"));
            }
            ("StackMove", Some(from)) if from != to => {
                let (height, count) = (self.0[from].len(), act.number("numLevel", 0).max(0) as usize);
                if count <= height {
                    self.shift(from, height - count..height, to, None);
                }
            }
            ("Copy", Some(from)) => {
                let piece = self.0[from].last().copied();
                self.0[to].extend(piece);
            }
            ("Add", _) => self.0[to].push(act.number("what", 0) as u8),
            ("Insert", _) => {
                let at = level("level").unwrap_or(usize::MAX).min(self.0[to].len());
                self.0[to].insert(at, act.number("what", 0) as u8);
            }
            ("Remove", _) if act.get("applied") != Some("false") => {
                let top = self.0[to].len().wrapping_sub(1);
                let at = level("level").unwrap_or(top);
                if at < self.0[to].len() {
                    self.0[to].remove(at);
                }
            }
            ("Promote", _) => {
                let at = level("level").unwrap_or(self.0[to].len().wrapping_sub(1));
                if let Some(piece) = self.0[to].get_mut(at) {
                    *piece = act.number("what", 0) as u8;
                }
            }
            _ => {}
        }
    }

    fn shift(&mut self, from: usize, moved: std::ops::Range<usize>, to: usize, onto: Option<usize>) {
        if moved.end > self.0[from].len() {
            return;
        }
        let moved: Vec<u8> = self.0[from].drain(moved).collect();
        let at = onto.unwrap_or(usize::MAX).min(self.0[to].len());
        self.0[to].splice(at..at, moved);
    }

    /// The first difference in words.
    pub(super) fn difference(&self, ours: &Piles) -> Option<String> {
        let place = self.0.iter().zip(&ours.0).position(|(theirs, ours)| theirs != ours)?;
        Some(format!("place {place} recorded with {:?}, ours with {:?}", self.0[place], ours.0[place]))
    }
}
