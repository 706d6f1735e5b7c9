//! Tracks that come by a place more than once: how far a piece has gone cannot be seen from where it stands.
//!
//! For such games a position counts the pieces of each kind by their index on every track. The counts follow the changes
//! of the board as the recorded games show them: a piece that enters a track is at the first index of its place, one that
//! moves at the next index after its old one, and one that is removed is taken from every index of its place.

use super::eval::Eval;
use super::moves::Action;
use super::rules::{Rules, Track};
use super::state::State;

/// So many pieces of a kind are at an index of a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Progress {
    /// The track.
    pub track: u16,
    /// The kind of piece.
    pub what: u8,
    /// The index on the track.
    pub index: u16,
    /// How many; less than none after pieces were removed that stood elsewhere.
    pub count: i16,
}

impl Track {
    /// Whether a track that ends comes by a place more than once.
    pub(crate) fn is_winding(&self) -> bool {
        let again = |(index, site): (usize, &i32)| *site >= 0 && self.sites[..index].contains(site);
        !self.looped && self.sites.iter().enumerate().any(again)
    }

    fn indices(&self, site: i32) -> impl Iterator<Item = usize> + '_ {
        (0..self.sites.len()).filter(move |&index| self.sites[index] == site)
    }
}

impl<const W: usize> State<W> {
    fn progress(&self, track: usize, what: u8, index: usize) -> i16 {
        let is =
            |p: &&Progress| usize::from(p.track) == track && p.what == what && usize::from(p.index) == index;
        self.on_tracks.iter().find(is).map_or(0, |progress| progress.count)
    }

    fn advance(&mut self, track: usize, what: u8, index: usize, by: i16) {
        let (track, index) = (track as u16, index as u16);
        let is = |p: &Progress| p.track == track && p.what == what && p.index == index;
        match self.on_tracks.iter().position(is) {
            Some(at) => {
                self.on_tracks[at].count += by;
                if self.on_tracks[at].count == 0 {
                    self.on_tracks.remove(at);
                }
            }
            None => {
                let place =
                    self.on_tracks.partition_point(|p| (p.track, p.what, p.index) < (track, what, index));
                self.on_tracks.insert(place, Progress { track, what, index, count: by });
            }
        }
    }

    /// Follows a change of the board, before it is made.
    #[inline(never)]
    pub(super) fn follow_tracks(&mut self, action: Action, rules: &Rules<W>) {
        match action {
            Action::Add { to, what, count, .. } => {
                for (number, track) in rules.tracks.iter().enumerate() {
                    if let Some(index) = track.indices(i32::from(to)).next() {
                        self.advance(number, what, index, count as i16);
                    }
                }
            }
            Action::Move { from, to, .. } if from != to => {
                let what = self.what(usize::from(from));
                self.follow_move(what, i32::from(from), i32::from(to), rules);
            }
            Action::MoveStack { from, level, count, to, .. } if from != to => {
                let stack = self.stack(usize::from(from));
                let first = usize::try_from(level).unwrap_or(stack.len().saturating_sub(usize::from(count)));
                for piece in stack.iter().skip(first).take(usize::from(count)) {
                    self.follow_move(piece.what, i32::from(from), i32::from(to), rules);
                }
            }
            Action::Remove { at, .. } | Action::RemoveLevel { at, .. } => {
                let what = match action {
                    Action::RemoveLevel { level, .. } => {
                        self.stack(usize::from(at)).get(usize::from(level)).map_or(0, |piece| piece.what)
                    }
                    _ => self.what(usize::from(at)),
                };
                if what == 0 {
                    return;
                }
                for (number, track) in rules.tracks.iter().enumerate() {
                    for index in track.indices(i32::from(at)) {
                        self.advance(number, what, index, -1);
                    }
                }
            }
            _ => {}
        }
    }

    fn follow_move(&mut self, what: u8, from: i32, to: i32, rules: &Rules<W>) {
        if what == 0 {
            return;
        }
        for (number, track) in rules.tracks.iter().enumerate() {
            let at = track.indices(from).find(|&index| self.progress(number, what, index) > 0);
            let next = match at {
                Some(at) => {
                    self.advance(number, what, at, -1);
                    track.indices(to).find(|&index| index > at).or(track.indices(to).next())
                }
                // A piece that enters the track.
                None if track.indices(from).next().is_none() => track.indices(to).next(),
                None => None,
            };
            if let Some(next) = next {
                self.advance(number, what, next, 1);
            }
        }
    }
}

impl<const W: usize> Eval<'_, W> {
    /// The index on a track of a player's piece that stands on a place; beyond its end if there is none.
    pub(super) fn index_on(&self, number: usize, site: i32, player: i32) -> usize {
        let track = &self.rules.tracks[number];
        let Some(place) = self.place(site) else { return track.sites.len() };
        let stack = self.state.stack(place);
        let own = stack.iter().find(|piece| i32::from(self.rules.owners[piece.what as usize]) == player);
        let what = own.or(stack.last()).map_or(0, |piece| piece.what);
        let found = match what {
            0 => track.index_of(site),
            what => track.indices(site).find(|&index| self.state.progress(number, what, index) > 0),
        };
        found.unwrap_or(track.sites.len())
    }
}
