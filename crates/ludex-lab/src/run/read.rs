//! Reading the lines of games back.
//!
//! Lines are read by hand in the order in which a [`Draft`](super::Draft) has them: of the cheapest agents
//! there are millions. Whatever does not look like that, because somebody wrote it with another program or because it
//! tells of trouble, is read as any JSON.

use serde::Deserialize;

use super::lines::from_hexadecimal;
use super::plain;
use crate::game::{Elapsed, PerSeat, Row, Trouble};

/// The cell and the number of the game in a line, without reading the rest.
#[inline]
pub(super) fn key(line: &[u8]) -> Option<(usize, u64)> {
    if let Some(key) = plain::key(line) {
        return Some(key);
    }
    let mut text = Text(line);
    text.take(b"{\"cell\":")?;
    let cell = text.number()?;
    text.take(b",\"game\":")?;
    let game = text.number()?;
    line.ends_with(b"}").then_some((cell as usize, game))
}

/// Reads the line of a game: its cell and its row.
pub fn read_line(line: &str) -> Result<(usize, Row), serde_json::Error> {
    let mut row = Row::blank(0);
    let cell = read_into(line.as_bytes(), &mut row)?;
    Ok((cell, row))
}

/// Reads the line of a game into a row whose old content is lost, and returns its cell.
pub(super) fn read_into(line: &[u8], row: &mut Row) -> Result<usize, serde_json::Error> {
    if let Some(cell) = plain::read(line, row).or_else(|| read_own(line, row)) {
        return Ok(cell);
    }
    let (cell, read) = read_any(line)?;
    *row = read;
    Ok(cell)
}

/// Reads a line as it is written here; none if it looks otherwise.
#[inline]
fn read_own(line: &[u8], row: &mut Row) -> Option<usize> {
    let mut text = Text(line);
    text.take(b"{\"cell\":")?;
    let cell = text.number()? as usize;
    text.take(b",\"game\":")?;
    row.game = text.number()?;
    text.take(b",\"seats\":[")?;
    text.list(&mut row.seats, |text| u8::try_from(text.number()?).ok())?;
    let seats = row.seats.len();
    if text.begins(b",\"result\":[") {
        text.list(row.result.get_or_insert_with(|| PerSeat::new(0)), Text::real)?;
    } else {
        row.result = None;
    }
    if text.begins(b",\"points\":[") {
        text.list(row.points.get_or_insert_with(|| PerSeat::new(0)), Text::points)?;
    } else {
        row.points = None;
    }
    text.take(b",\"plies\":")?;
    row.plies = u32::try_from(text.number()?).ok()?;
    row.opening = if text.begins(b",\"opening\":") { u32::try_from(text.number()?).ok()? } else { 0 };
    text.take(b",\"hash\":\"")?;
    row.hash = text.hash()?;
    text.take(b"\"")?;
    text.optional(b",\"nodes\":[", seats, &mut row.nodes, Text::number)?;
    text.optional(b",\"playouts\":[", seats, &mut row.playouts, Text::number)?;
    text.optional(b",\"choices\":[", seats, &mut row.choices, |text| u32::try_from(text.number()?).ok())?;
    row.branching = if text.begins(b",\"branching\":") { Some(text.real()?) } else { None };
    row.moves = if text.begins(b",\"moves\":\"") { Some(text.plain()?.to_string()) } else { None };
    row.curve = if text.begins(b",\"curve\":[") { Some(text.curve()?) } else { None };
    row.trouble = None;
    text.optional(b",\"us\":[", seats, &mut row.microseconds.0, Text::number)?;
    (text.0 == b"}").then_some(cell)
}

/// What is left of a line.
struct Text<'a>(&'a [u8]);

impl<'a> Text<'a> {
    /// Whether these bytes come next; if so they are taken away.
    #[inline(always)]
    fn begins<const N: usize>(&mut self, text: &[u8; N]) -> bool {
        match self.0.split_first_chunk::<N>() {
            Some((first, rest)) if first == text => {
                self.0 = rest;
                true
            }
            _ => false,
        }
    }

    #[inline(always)]
    fn take<const N: usize>(&mut self, text: &[u8; N]) -> Option<()> {
        self.begins(text).then_some(())
    }

    /// A number of at most 19 digits, which always fits.
    #[inline(always)]
    fn number(&mut self) -> Option<u64> {
        let mut value = 0u64;
        let mut digits = 0;
        while let Some(digit) = self.0.get(digits).map(|byte| byte.wrapping_sub(b'0')).filter(|d| *d < 10) {
            value = value.wrapping_mul(10).wrapping_add(u64::from(digit));
            digits += 1;
        }
        if digits == 0 || digits > 19 {
            return None;
        }
        self.0 = &self.0[digits..];
        Some(value)
    }

    #[inline(always)]
    fn points(&mut self) -> Option<i32> {
        let below = self.begins(b"-");
        let size = i64::try_from(self.number()?).ok()?;
        i32::try_from(if below { -size } else { size }).ok()
    }

    /// A real number; nearly all are 0, 1 or a half.
    #[inline(always)]
    fn real(&mut self) -> Option<f64> {
        if let [digit @ (b'0' | b'1'), b',' | b']', ..] = self.0 {
            self.0 = &self.0[1..];
            return Some(f64::from(digit - b'0'));
        }
        let end = self.0.iter().position(|byte| matches!(byte, b',' | b']' | b'}'))?;
        let value = std::str::from_utf8(&self.0[..end]).ok()?.parse().ok()?;
        self.0 = &self.0[end..];
        Some(value)
    }

    /// A list whose opening bracket is taken already.
    #[inline(always)]
    fn list<T: Copy + Default>(
        &mut self,
        values: &mut PerSeat<T>,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<()> {
        values.clear();
        loop {
            let value = read(self)?;
            if !values.push(value) {
                return None;
            }
            if self.begins(b"]") {
                return Some(());
            }
            self.take(b",")?;
        }
    }

    /// A list that is left out where all of it is nothing.
    #[inline(always)]
    fn optional<const N: usize, T: Copy + Default>(
        &mut self,
        name: &[u8; N],
        seats: usize,
        values: &mut PerSeat<T>,
        read: impl Fn(&mut Self) -> Option<T>,
    ) -> Option<()> {
        if self.begins(name) {
            self.list(values, read)
        } else {
            values.blank(seats);
            Some(())
        }
    }

    /// Sixteen hexadecimal digits.
    #[inline(always)]
    fn hash(&mut self) -> Option<u64> {
        let (digits, rest) = self.0.split_first_chunk::<16>()?;
        self.0 = rest;
        from_hexadecimal(digits)
    }

    /// A text without anything escaped, up to its closing quotation mark.
    fn plain(&mut self) -> Option<&'a str> {
        let end = memchr::memchr2(b'"', b'\\', self.0)?;
        let text = std::str::from_utf8(&self.0[..end]).ok()?;
        self.0 = &self.0[end..];
        self.take(b"\"").map(|()| text)
    }

    fn curve(&mut self) -> Option<Vec<f32>> {
        let mut values = Vec::new();
        if self.begins(b"]") {
            return Some(values);
        }
        loop {
            values.push(self.real()? as f32);
            if self.begins(b"]") {
                return Some(values);
            }
            self.take(b",")?;
        }
    }
}

#[derive(Deserialize)]
struct Line {
    cell: usize,
    game: u64,
    seats: PerSeat<u8>,
    result: Option<PerSeat<f64>>,
    points: Option<PerSeat<i32>>,
    plies: u32,
    #[serde(default)]
    opening: u32,
    hash: String,
    nodes: Option<PerSeat<u64>>,
    playouts: Option<PerSeat<u64>>,
    choices: Option<PerSeat<u32>>,
    branching: Option<f64>,
    moves: Option<String>,
    curve: Option<Vec<f32>>,
    trouble: Option<Trouble>,
    us: Option<PerSeat<u64>>,
}

/// Reads a line as JSON with its keys in any order.
fn read_any(line: &[u8]) -> Result<(usize, Row), serde_json::Error> {
    let line: Line = serde_json::from_slice(line)?;
    let seats = line.seats.len();
    let hash = u64::from_str_radix(&line.hash, 16).map_err(serde::de::Error::custom)?;
    let row = Row {
        game: line.game,
        seats: line.seats,
        result: line.result,
        points: line.points,
        plies: line.plies,
        opening: line.opening,
        hash,
        nodes: line.nodes.unwrap_or_else(|| PerSeat::new(seats)),
        playouts: line.playouts.unwrap_or_else(|| PerSeat::new(seats)),
        choices: line.choices.unwrap_or_else(|| PerSeat::new(seats)),
        branching: line.branching,
        moves: line.moves,
        curve: line.curve,
        trouble: line.trouble,
        microseconds: Elapsed(line.us.unwrap_or_else(|| PerSeat::new(seats))),
    };
    Ok((line.cell, row))
}

#[cfg(test)]
mod tests {
    use super::super::Draft;
    use super::*;

    fn row() -> Row {
        Row {
            game: 17,
            seats: PerSeat::of([1, 0]),
            result: Some(PerSeat::of([0.5, 0.5])),
            points: Some(PerSeat::of([-3, 24])),
            plies: 40,
            opening: 2,
            hash: 0x1234_5678_9abc_def0,
            nodes: PerSeat::of([0, 9]),
            playouts: PerSeat::new(2),
            choices: PerSeat::of([19, 19]),
            branching: Some(3.25),
            moves: Some("a \"b\"".to_string()),
            curve: Some(vec![0.0, -0.125]),
            trouble: Some(Trouble::Crash { seat: 1, message: "no, \"us\":[1]".to_string() }),
            microseconds: Elapsed(PerSeat::of([5, 0])),
        }
    }

    fn written(row: &Row) -> Vec<u8> {
        let mut draft = Draft::default();
        draft.add(3, row);
        draft.bytes().trim_ascii_end().to_vec()
    }

    #[test]
    fn a_row_reads_back_as_it_was_written() {
        let line = written(&row());
        let (cell, read) = read_line(std::str::from_utf8(&line).unwrap()).unwrap();
        assert_eq!((cell, &read), (3, &row()));
        assert_eq!(read.microseconds.0, row().microseconds.0);
        assert_eq!(key(&line), Some((3, 17)));
    }

    #[test]
    fn both_readers_read_the_same_and_a_used_row_keeps_nothing() {
        let plain = Row { moves: Some("a b".to_string()), trouble: None, ..row() };
        let none = PerSeat::new(2);
        let rows = [
            plain.clone(),
            Row { moves: None, curve: Some(Vec::new()), branching: Some(-0.5), ..plain.clone() },
            Row { moves: None, curve: None, branching: None, nodes: none, opening: 0, ..plain.clone() },
            Row { result: None, points: None, microseconds: Elapsed(none), ..plain.clone() },
            Row { result: Some(PerSeat::of([1.0 / 3.0, 0.0])), hash: u64::MAX >> 4, ..plain.clone() },
            Row {
                seats: PerSeat::of([0, 1, 2]),
                result: Some(PerSeat::of([1.0, 0.25, 0.0])),
                points: Some(PerSeat::of([1, 2, i32::MIN])),
                nodes: PerSeat::of([u64::MAX / 10, 0, 1]),
                choices: PerSeat::new(3),
                playouts: PerSeat::new(3),
                microseconds: Elapsed(PerSeat::new(3)),
                ..plain
            },
        ];
        let mut used = row();
        for row in rows {
            let line = written(&row);
            assert_eq!(read_own(&line, &mut used), Some(3), "{}", String::from_utf8_lossy(&line));
            let (_, other) = read_any(&line).unwrap();
            assert_eq!((&used, &other), (&row, &row));
            assert_eq!(used.microseconds.0, other.microseconds.0);
        }
    }

    #[test]
    fn what_was_not_written_here_is_read_as_any_json() {
        let line = br#"{ "game": 1, "cell": 2, "seats": [0], "plies": 4, "hash": "00000000000000FF" }"#;
        let (cell, read) = read_line(std::str::from_utf8(line).unwrap()).unwrap();
        assert_eq!((cell, read.game, read.hash, read.result), (2, 1, 255, None));
        for wrong in ["", "{}", "{\"cell\":0,\"game\":99999999999999999999999,\"seats\":[0]}", "{\"cell\":0"]
        {
            assert!(read_line(wrong).is_err(), "{wrong}");
        }
        let nine = br#"{"cell":0,"game":1,"seats":[0,1,2,3,4,5,6,7,8],"plies":1,"hash":"0"}"#;
        assert!(read_into(nine, &mut row()).is_err());
    }
}
