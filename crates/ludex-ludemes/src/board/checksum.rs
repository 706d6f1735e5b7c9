//! Checksums of a board's relations, to compare it with boards recorded elsewhere.
//!
//! Each is the 64-bit FNV-1a hash of a sequence of 32-bit little-endian integers: for each site in order the
//! marker -1 - site, then its list. The recorded figures have the lists of orthogonal, diagonal and adjacent
//! neighbours in ascending order, that of all neighbours clockwise from north; each radial follows a -7.

use super::SiteType;
use super::direction::Direction;
use super::topology::Board;

/// Counts and checksums of the neighbours and radials of the default sites of a board.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Checksums {
    /// Orthogonal neighbours: how many in all, and the checksum.
    pub orthogonal: (usize, u64),
    /// Diagonal neighbours.
    pub diagonal: (usize, u64),
    /// Adjacent neighbours.
    pub adjacent: (usize, u64),
    /// Neighbours of any relation.
    pub all: (usize, u64),
    /// Radials in all directions: how many, how many sites on them, and the checksum.
    pub radials: (usize, usize, u64),
}

struct Fnv(u64);

impl Fnv {
    const fn new() -> Self {
        Self(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, value: i32) {
        for byte in value.to_le_bytes() {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
}

impl Checksums {
    /// The checksums of a board.
    pub fn of(board: &Board) -> Self {
        let kind = board.default_type();
        let sorted = |relation| neighbours(board, kind, relation, true);
        Self {
            orthogonal: sorted(Direction::Orthogonal),
            diagonal: sorted(Direction::Diagonal),
            adjacent: sorted(Direction::Adjacent),
            all: neighbours(board, kind, Direction::All, false),
            radials: radials(board, kind),
        }
    }
}

fn neighbours(board: &Board, kind: SiteType, relation: Direction, sorted: bool) -> (usize, u64) {
    let (mut count, mut hash) = (0, Fnv::new());
    for site in 0..board.count(kind) {
        hash.add(-1 - site as i32);
        let mut list: Vec<u16> = board.neighbours(kind, site, relation).collect();
        if sorted {
            list.sort_unstable();
        }
        count += list.len();
        list.iter().for_each(|&s| hash.add(i32::from(s)));
    }
    (count, hash.0)
}

fn radials(board: &Board, kind: SiteType) -> (usize, usize, u64) {
    let (mut count, mut length, mut hash) = (0, 0, Fnv::new());
    for site in 0..board.count(kind) {
        hash.add(-1 - site as i32);
        for radial in board.radials(kind).from_site(site, Direction::All) {
            count += 1;
            length += radial.sites.len();
            hash.add(-7);
            radial.sites.iter().for_each(|&s| hash.add(i32::from(s)));
        }
    }
    (count, length, hash.0)
}
