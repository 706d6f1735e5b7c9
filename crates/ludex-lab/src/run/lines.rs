//! Rows as lines of JSON.
//!
//! Writing is done by hand, number by number: with the cheapest agents a game takes a microsecond or two, and the lab
//! must not cost more than a fraction of that.

use super::plain;
use crate::game::{Plain, Row};

/// Lines of games, one after the other, in memory that is used again.
#[derive(Default)]
pub struct Draft {
    /// Whatever was written earlier lies behind the end: to clear memory for every line would be felt.
    room: Vec<u8>,
    end: usize,
}

impl Draft {
    /// What was written.
    pub fn bytes(&self) -> &[u8] {
        &self.room[..self.end]
    }

    /// Forgets what was written.
    pub fn clear(&mut self) {
        self.end = 0;
    }

    /// Adds the line of a plain game; says whether its numbers fit. If not, nothing was added.
    #[inline(always)]
    pub(super) fn add_plain(&mut self, cell: usize, game: &Plain) -> bool {
        let written = self.pen().room.first_chunk_mut().is_some_and(|room| plain::write(room, cell, game));
        self.end += if written { plain::ROOM } else { 0 };
        written
    }

    /// Adds the line of a game, times included.
    pub fn add(&mut self, cell: usize, row: &Row) {
        if Plain::of(row).is_some_and(|game| self.add_plain(cell, &game)) {
            return;
        }
        let mut pen = self.pen();
        pen.text(b"{\"cell\":");
        pen.number(cell as u64);
        pen.text(b",\"game\":");
        pen.number(row.game);
        pen.text(b",\"seats\":");
        pen.list(&row.seats, |pen, seat| pen.number(u64::from(seat)));
        if let Some(result) = &row.result {
            pen.text(b",\"result\":");
            pen.list(result, Pen::real);
        }
        if let Some(points) = &row.points {
            pen.text(b",\"points\":");
            pen.list(points, |pen, points| {
                if points < 0 {
                    pen.text(b"-");
                }
                pen.number(u64::from(points.unsigned_abs()));
            });
        }
        pen.text(b",\"plies\":");
        pen.number(u64::from(row.plies));
        if row.opening > 0 {
            pen.text(b",\"opening\":");
            pen.number(u64::from(row.opening));
        }
        pen.text(b",\"hash\":\"");
        pen.text(&hexadecimal(row.hash));
        pen.text(b"\"");
        if row.nodes.iter().any(|&nodes| nodes > 0) {
            pen.text(b",\"nodes\":");
            pen.list(&row.nodes, Pen::number);
        }
        if row.playouts.iter().any(|&playouts| playouts > 0) {
            pen.text(b",\"playouts\":");
            pen.list(&row.playouts, Pen::number);
        }
        pen.text(b",\"choices\":");
        pen.list(&row.choices, |pen, choices| pen.number(u64::from(choices)));
        if let Some(branching) = row.branching {
            pen.text(b",\"branching\":");
            pen.real(branching);
        }
        let len = pen.len;
        self.end += len;
        if row.moves.is_some() || row.curve.is_some() || row.trouble.is_some() {
            self.long_parts(row);
        }
        let mut pen = self.pen();
        if row.microseconds.0.iter().any(|&time| time > 0) {
            // The only part of a line that differs from run to run.
            pen.text(b",\"us\":");
            pen.list(&row.microseconds.0, Pen::number);
        }
        pen.text(b"}\n");
        let len = pen.len;
        self.end += len;
    }

    /// What may be of any length.
    #[cold]
    fn long_parts(&mut self, row: &Row) {
        if let Some(moves) = &row.moves {
            self.push(&format!(",\"moves\":{}", serde_json::Value::from(moves.as_str())));
        }
        if let Some(curve) = &row.curve {
            // To add nothing takes the sign from a zero.
            let values =
                curve.iter().map(|&value| ((f64::from(value) * 1e4).round() / 1e4 + 0.0).to_string());
            self.push(&format!(",\"curve\":[{}]", values.collect::<Vec<_>>().join(",")));
        }
        if let Some(trouble) = &row.trouble {
            let trouble = serde_json::to_string(trouble).unwrap_or_default();
            self.push(&format!(",\"trouble\":{trouble}"));
        }
    }

    #[cold]
    fn push(&mut self, text: &str) {
        self.room.truncate(self.end);
        self.room.extend_from_slice(text.as_bytes());
        self.end = self.room.len();
    }

    /// A pen at the end of what was written, with room for all parts of a line whose length is bounded.
    #[inline(always)]
    fn pen(&mut self) -> Pen<'_> {
        if self.room.len() < self.end + Pen::ROOM {
            self.widen();
        }
        Pen { room: &mut self.room[self.end..self.end + Pen::ROOM], len: 0 }
    }

    #[cold]
    fn widen(&mut self) {
        self.room.resize(2 * self.end + 16 * Pen::ROOM, 0);
    }
}

/// Writes short pieces one after the other.
struct Pen<'a> {
    room: &'a mut [u8],
    len: usize,
}

impl Pen<'_> {
    /// More than the longest line: five lists for eight seats with numbers of at most twenty digits (real numbers may
    /// have twenty-four), some numbers beside, and the names of them all.
    const ROOM: usize = 2048;

    /// A piece whose length the compiler knows.
    #[inline(always)]
    fn text<const N: usize>(&mut self, text: &[u8; N]) {
        self.room[self.len..self.len + N].copy_from_slice(text);
        self.len += N;
    }

    #[inline(always)]
    fn list<T: Copy>(&mut self, values: &[T], write: impl Fn(&mut Self, T)) {
        self.text(b"[");
        for (index, &value) in values.iter().enumerate() {
            if index > 0 {
                self.text(b",");
            }
            write(self, value);
        }
        self.text(b"]");
    }

    #[inline(always)]
    fn number(&mut self, value: u64) {
        if value < 1000 {
            self.short(value);
        } else if value < 1_000_000 {
            self.short(value / 1000);
            self.three(value % 1000);
        } else {
            self.large(value);
        }
    }

    /// A number below a thousand. Whether it has one digit, two or three is not asked but looked up: nobody can
    /// foresee the points of a game, and a question that is answered otherwise than expected costs more.
    #[inline(always)]
    fn short(&mut self, value: u64) {
        let [text @ .., digits] = SHORT[value as usize];
        self.text(&text);
        self.len -= 3 - usize::from(digits);
    }

    /// All three digits of a number below a thousand.
    #[inline(always)]
    fn three(&mut self, value: u64) {
        self.text(&[b'0' + (value / 100) as u8, b'0' + (value / 10 % 10) as u8, b'0' + (value % 10) as u8]);
    }

    #[inline(never)]
    fn large(&mut self, value: u64) {
        if value >= 1000 {
            self.large(value / 1000);
            self.three(value % 1000);
        } else {
            self.short(value);
        }
    }

    #[inline(always)]
    fn real(&mut self, value: f64) {
        let halves = value * 2.0;
        if (0.0..=2.0).contains(&halves) && f64::from(halves as u8) == halves {
            let (text, len) = HALVES[usize::from(halves as u8)];
            self.text(text);
            self.len -= 3 - len;
        } else {
            self.odd(value);
        }
    }

    #[cold]
    fn odd(&mut self, value: f64) {
        let plain = value.to_string();
        let text = if plain.len() > 24 { format!("{value:e}") } else { plain };
        text.bytes().for_each(|byte| self.text(&[byte]));
    }
}

/// Nothing, a half and one, with their lengths.
const HALVES: [(&[u8; 3], usize); 3] = [(b"0  ", 1), (b"0.5", 3), (b"1  ", 1)];

/// The digits of the numbers below a thousand, and how many they are.
static SHORT: [[u8; 4]; 1000] = {
    let mut all = [[0; 4]; 1000];
    let mut value = 0;
    while value < 1000 {
        let digits = if value < 10 {
            1
        } else if value < 100 {
            2
        } else {
            3
        };
        let (mut at, mut rest) = (digits, value);
        while at > 0 {
            at -= 1;
            all[value][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        all[value][3] = digits as u8;
        value += 1;
    }
    all
};

/// Sixteen hexadecimal digits, eight at a time.
#[inline(always)]
pub(super) fn hexadecimal(value: u64) -> [u8; 16] {
    let mut digits = [0; 16];
    digits[..8].copy_from_slice(&eight(value >> 32));
    digits[8..].copy_from_slice(&eight(value & 0xffff_ffff));
    digits
}

/// The digits of half a word: its halves, quarters and eighths are drawn apart until every byte has four bits.
#[inline(always)]
fn eight(half: u64) -> [u8; 8] {
    let mut x = (half | half << 16) & 0x0000_ffff_0000_ffff;
    x = (x | x << 8) & 0x00ff_00ff_00ff_00ff;
    x = (x | x << 4) & 0x0f0f_0f0f_0f0f_0f0f;
    let letters = (x + 0x0606_0606_0606_0606) >> 4 & 0x0101_0101_0101_0101;
    let below_a = u64::from(b'a' - b'0' - 10);
    (x + 0x3030_3030_3030_3030 + letters * below_a).to_be_bytes()
}

/// The number of which these are the digits, if they are all digits and small letters.
#[inline(always)]
pub(super) fn from_hexadecimal(digits: &[u8; 16]) -> Option<u64> {
    let half = |digits: &[u8]| -> u64 {
        let mut x = digits.iter().fold(0u64, |x, &byte| x << 8 | u64::from(byte));
        // The values of the digits, a byte each; then bytes, pairs and fours are drawn together.
        x = (x & 0x0f0f_0f0f_0f0f_0f0f) + 9 * (x >> 6 & 0x0101_0101_0101_0101);
        x = (x | x >> 4) & 0x00ff_00ff_00ff_00ff;
        x = (x | x >> 8) & 0x0000_ffff_0000_ffff;
        (x | x >> 16) & 0xffff_ffff
    };
    let value = half(&digits[..8]) << 32 | half(&digits[8..]);
    // What is no digit, or a capital letter, does not come back as it was.
    (hexadecimal(value) == *digits).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::super::read_line;
    use super::*;
    use crate::game::{Elapsed, PerSeat};

    #[test]
    fn numbers_of_every_length_are_written_as_the_standard_library_does() {
        let mut numbers = vec![0, 9, 10, 99, 100, 101, 999, 1000, 1005, 12_345, u64::MAX];
        numbers.extend((0..20).map(|digits| 10u64.pow(digits)));
        for value in numbers {
            let mut room = [0; 30];
            let mut pen = Pen { room: &mut room, len: 0 };
            pen.number(value);
            let len = pen.len;
            assert_eq!(std::str::from_utf8(&room[..len]).unwrap(), value.to_string());
            let digits = hexadecimal(value).to_vec();
            assert_eq!(String::from_utf8(digits).unwrap(), format!("{value:016x}"));
        }
    }

    #[test]
    fn the_longest_line_is_whole_and_clearing_leaves_nothing() {
        let huge = PerSeat::of([u64::MAX; 8]);
        let curve: Vec<f32> = (0..500).map(|ply| ply as f32 / 500.0).collect();
        let third = 1.0 / 3.0;
        let long = Row {
            game: u64::MAX,
            seats: PerSeat::of([u8::MAX; 8]),
            result: Some(PerSeat::of([-third * 1e-5; 8])),
            points: Some(PerSeat::of([i32::MIN; 8])),
            plies: u32::MAX,
            opening: u32::MAX,
            nodes: huge,
            playouts: huge,
            choices: PerSeat::of([u32::MAX; 8]),
            branching: Some(third),
            curve: Some(curve),
            microseconds: Elapsed(huge),
            ..Row::blank(8)
        };
        let mut draft = Draft::default();
        draft.add(3, &long);
        let once = draft.bytes().to_vec();
        draft.clear();
        draft.add(3, &long);
        assert_eq!(draft.bytes(), once);
        let (_, read) = read_line(std::str::from_utf8(&once).unwrap().trim()).unwrap();
        assert_eq!((read.nodes, read.playouts, read.seats), (long.nodes, long.playouts, long.seats));
        assert_eq!(read.curve.map(|curve| curve.len()), Some(500));
    }
}
