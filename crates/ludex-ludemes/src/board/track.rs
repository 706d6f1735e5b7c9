//! Tracks: sequences of sites along which seeds are sown and pieces race.

use super::direction::Direction;
use super::error::{BoardError, Result};
use super::topology::Board;

/// The site number for "nowhere".
pub const OFF: i32 = -1;

/// The site number for the end of a track, where pieces are borne off.
pub const END: i32 = -2;

/// The longest track.
const MAX_LENGTH: usize = 10_000;

/// A place on a track.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TrackPlace {
    /// The site, or [`END`].
    pub site: i32,
    /// The index of the place before, if there is one.
    pub previous: Option<u16>,
    /// The index of the place after, if there is one.
    pub next: Option<u16>,
    /// How often the site is repeated before going on: a piece stays that many steps.
    pub bumps: u16,
}

/// A sequence of sites.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Track {
    /// Its name.
    pub name: String,
    /// Whether its end leads back to its start.
    pub looped: bool,
    /// Whether it may be followed one way only.
    pub directed: bool,
    /// Whether it visits a site twice other than by staying on it.
    pub crosses_itself: bool,
    /// Its places in order.
    pub places: Vec<TrackPlace>,
}

impl Track {
    /// The track over these sites. A site repeated at once is one place with bumps.
    pub fn new(name: &str, sites: &[i32], looped: bool, directed: bool) -> Result<Self> {
        let bad = |why: &str| Err(BoardError::Impossible(format!("the track \"{name}\" {why}")));
        if sites.len() < 2 {
            return bad("needs at least two sites");
        }
        if sites.len() > MAX_LENGTH {
            return bad("is longer than 10,000 sites");
        }
        let mut places: Vec<TrackPlace> = Vec::new();
        let mut bumps = 0;
        for (i, &site) in sites.iter().enumerate() {
            if sites.get(i + 1) == Some(&site) {
                bumps += 1;
                continue;
            }
            places.push(TrackPlace { site, previous: None, next: None, bumps });
            bumps = 0;
        }
        let n = places.len();
        for (i, place) in places.iter_mut().enumerate() {
            let last = i + 1 == n;
            place.next = match (last, looped) {
                (false, _) => Some(i as u16 + 1),
                (true, true) => Some(0),
                (true, false) => None,
            };
            // In the middle of a directed track there is no way back.
            place.previous = match (i, looped) {
                (0, true) => Some(n as u16 - 1),
                (0, false) => None,
                _ if directed && !last => None,
                _ => Some(i as u16 - 1),
            };
        }
        let bumpy = places.len() < sites.len();
        let crosses_itself = !bumpy && (1..n).any(|i| places[..i].iter().any(|p| p.site == places[i].site));
        Ok(Self { name: name.to_owned(), looped, directed, crosses_itself, places })
    }

    /// The sites that a text such as `"0,E,N1,W"` walks over: it starts at a site; a number jumps to a site, a
    /// compass point walks to the end of the board in that direction, one with a number that many steps, and
    /// `End` is the end where pieces are borne off.
    pub fn sites(board: &Board, text: &str) -> Result<Vec<i32>> {
        let kind = board.default_type();
        let bad = |why: String| BoardError::Impossible(format!("in the track \"{text}\", {why}"));
        let supported = board.supported(kind, Direction::All, None);
        let mut sites: Vec<i32> = Vec::new();
        let mut here: Option<usize> = None;
        // Commas at the end mean nothing.
        for (i, step) in text.trim_end_matches(',').split(',').enumerate() {
            if let Ok(site) = step.parse::<u16>() {
                sites.push(i32::from(site));
                here = Some(usize::from(site)).filter(|&s| s < board.count(kind));
                continue;
            }
            if i == 0 {
                return Err(bad(format!("the first step must be the number of a site, not `{step}`")));
            }
            if step == "End" {
                sites.push(END);
                continue;
            }
            let digits = step.find(|c: char| c.is_ascii_digit()).unwrap_or(step.len());
            let (name, count) = step.split_at(digits);
            let steps = if count.is_empty() { usize::MAX } else { count.parse().unwrap_or(usize::MAX) };
            let direction = supported.iter().copied().find(|d| d.name() == name).ok_or_else(|| {
                bad(format!("`{step}` is no number, no `End` and no direction in which this board has steps"))
            })?;
            let from =
                here.ok_or_else(|| bad(format!("`{step}` needs a site of the board to start from")))?;
            for radial in board.radials(kind).from_site(from, direction) {
                for &site in radial.sites.iter().skip(1).take(steps) {
                    sites.push(i32::from(site));
                    here = Some(usize::from(site));
                }
            }
            if sites.len() > MAX_LENGTH {
                return Err(bad("there are more than 10,000 sites".to_owned()));
            }
        }
        Ok(sites)
    }

    /// The first place with a site.
    pub fn index_of(&self, site: i32) -> Option<usize> {
        self.places.iter().position(|p| p.site == site)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{SiteType, shapes};

    fn mancala() -> Board {
        let graph = shapes::mancala(2, 6, shapes::Store::Outer, 2).unwrap();
        Board::new(graph, SiteType::Vertex).unwrap()
    }

    #[test]
    fn a_walk_round_a_mancala_board_passes_every_pit() {
        let board = mancala();
        assert_eq!(Track::sites(&board, "1,E,N,W").unwrap(), [1, 2, 3, 4, 5, 6, 12, 11, 10, 9, 8, 7]);
        assert_eq!(Track::sites(&board, "0,1,E2,End,").unwrap(), [0, 1, 2, 3, END]);
    }

    #[test]
    fn a_loop_leads_back_to_its_start() {
        let track = Track::new("T", &[3, 4, 4, 5], true, false).unwrap();
        let places: Vec<_> = track.places.iter().map(|p| (p.site, p.previous, p.next, p.bumps)).collect();
        assert_eq!(places, [(3, Some(2), Some(1), 0), (4, Some(0), Some(2), 1), (5, Some(1), Some(0), 0)]);
        assert!(!track.crosses_itself);
        assert!(Track::new("T", &[1, 2, 1], false, false).unwrap().crosses_itself);
    }

    #[test]
    fn impossible_walks_are_explained() {
        let board = mancala();
        for (text, part) in
            [("E,1", "first step"), ("1,Q", "`Q`"), ("99,E", "start from"), ("", "first step")]
        {
            let sentence = Track::sites(&board, text).unwrap_err().to_string();
            assert!(sentence.contains(part), "{sentence}");
        }
        assert!(Track::new("T", &[1], false, false).is_err());
    }
}
