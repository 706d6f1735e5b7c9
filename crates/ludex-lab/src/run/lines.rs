//! Rows as lines of JSON.
//!
//! Writing is done by hand, number by number: with the cheapest agents a game takes a few microseconds, and the
//! lab must not cost more than a fraction of that.

use crate::game::Row;

/// Writes the line of a game, times included.
pub fn write_line(out: &mut Vec<u8>, cell: usize, row: &Row) {
    let mut pen = Pen { out, dry: [0; Pen::ROOM], len: 0 };
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
    if let Some(moves) = &row.moves {
        pen.text(b",\"moves\":");
        pen.long(serde_json::Value::from(moves.as_str()).to_string().as_bytes());
    }
    if let Some(curve) = &row.curve {
        pen.text(b",\"curve\":");
        pen.list(curve, |pen, value| pen.real((f64::from(value) * 1e4).round() / 1e4));
    }
    if let Some(trouble) = &row.trouble {
        pen.text(b",\"trouble\":");
        pen.long(serde_json::to_string(trouble).unwrap_or_default().as_bytes());
    }
    if row.microseconds.0.iter().any(|&time| time > 0) {
        // The only part of a line that differs from run to run.
        pen.text(b",\"us\":");
        pen.list(&row.microseconds.0, Pen::number);
    }
    pen.text(b"}\n");
    pen.flush();
}

/// Writes short pieces into a room of its own and all of it at once to where it belongs. To ask the growing text for
/// room at each of the forty pieces of a line would take three times as long.
struct Pen<'a> {
    out: &'a mut Vec<u8>,
    dry: [u8; Pen::ROOM],
    len: usize,
}

impl Pen<'_> {
    const ROOM: usize = 256;

    #[inline(always)]
    fn flush(&mut self) {
        spill(self.out, &self.dry[..self.len]);
        self.len = 0;
    }

    /// A piece whose length the compiler knows.
    #[inline(always)]
    fn text<const N: usize>(&mut self, text: &[u8; N]) {
        if self.len + N > Pen::ROOM {
            self.flush();
        }
        self.dry[self.len..self.len + N].copy_from_slice(text);
        self.len += N;
    }

    /// A piece of any length.
    #[inline(always)]
    fn long(&mut self, text: &[u8]) {
        self.flush();
        spill(self.out, text);
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
        // Nearly all numbers of a line have one or two digits.
        if value < 10 {
            self.text(&[b'0' + value as u8]);
        } else if value < 100 {
            self.text(&two(value));
        } else {
            self.large(value);
        }
    }

    #[inline(always)]
    fn large(&mut self, mut value: u64) {
        // Twenty digits at most, and as many bytes behind them: a copy of a length known beforehand is the fastest.
        let mut digits = [0; 40];
        let mut from = 20;
        while value >= 10 {
            from -= 2;
            digits[from..from + 2].copy_from_slice(&two(value % 100));
            value /= 100;
        }
        if value > 0 {
            from -= 1;
            digits[from] = b'0' + value as u8;
        }
        let mut leading = [0; 20];
        leading.copy_from_slice(&digits[from..from + 20]);
        self.text(&leading);
        self.len -= from;
    }

    #[inline(always)]
    fn real(&mut self, value: f64) {
        if value == 0.0 {
            self.text(b"0");
        } else if value == 1.0 {
            self.text(b"1");
        } else if value == 0.5 {
            self.text(b"0.5");
        } else {
            self.long(value.to_string().as_bytes());
        }
    }
}

/// Not a method of the pen, which so need not lie in memory: the place where it writes stays in a register.
#[inline(never)]
fn spill(out: &mut Vec<u8>, text: &[u8]) {
    out.extend_from_slice(text);
}

/// Two decimal digits of a number below a hundred.
#[inline(always)]
fn two(value: u64) -> [u8; 2] {
    [b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]
}

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

#[cfg(test)]
mod tests {
    use super::super::read_line;
    use super::*;
    use crate::game::PerSeat;

    #[test]
    fn numbers_of_every_length_are_written_as_the_standard_library_does() {
        let mut numbers = vec![0, 9, 10, 99, 100, 101, 999, 1000, 1005, 12_345, u64::MAX];
        numbers.extend((0..20).map(|digits| 10u64.pow(digits)));
        for value in numbers {
            let mut out = Vec::new();
            let mut pen = Pen { out: &mut out, dry: [0; Pen::ROOM], len: 0 };
            pen.number(value);
            pen.flush();
            assert_eq!(String::from_utf8(out).unwrap(), value.to_string());
            let digits = hexadecimal(value).to_vec();
            assert_eq!(String::from_utf8(digits).unwrap(), format!("{value:016x}"));
        }
    }

    #[test]
    fn a_line_longer_than_the_room_of_the_pen_is_whole() {
        let huge = PerSeat::of([u64::MAX; 8]);
        let curve: Vec<f32> = (0..500).map(|ply| ply as f32 / 500.0).collect();
        let long = Row { nodes: huge, playouts: huge, curve: Some(curve), ..Row::blank(8) };
        let mut out = Vec::new();
        write_line(&mut out, 3, &long);
        let (_, read) = read_line(std::str::from_utf8(&out).unwrap().trim()).unwrap();
        assert_eq!((read.nodes, read.playouts, read.seats), (long.nodes, long.playouts, long.seats));
        assert_eq!(read.curve.map(|curve| curve.len()), Some(500));
    }
}
