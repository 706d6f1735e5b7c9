//! Rows as lines of JSON.
//!
//! Writing is done by hand, number by number: with the cheapest agents a game takes a few microseconds, and the
//! lab must not cost more than a fraction of that.

use serde::Deserialize;

use crate::game::{Elapsed, PerSeat, Row, Trouble};

/// What stands before the times, which are the only part of a line that differs from run to run.
const TIMES: &[u8] = b",\"us\":";

/// Writes the line of a game, times included.
pub fn write_line(out: &mut Vec<u8>, cell: usize, row: &Row) {
    out.reserve(256);
    out.extend_from_slice(b"{\"cell\":");
    number(out, cell as u64);
    out.extend_from_slice(b",\"game\":");
    number(out, row.game);
    out.extend_from_slice(b",\"seats\":");
    list(out, &row.seats, |out, seat| number(out, u64::from(seat)));
    if let Some(result) = &row.result {
        out.extend_from_slice(b",\"result\":");
        list(out, result, real);
    }
    if let Some(points) = &row.points {
        out.extend_from_slice(b",\"points\":");
        list(out, points, |out, points| {
            if points < 0 {
                out.push(b'-');
            }
            number(out, u64::from(points.unsigned_abs()));
        });
    }
    out.extend_from_slice(b",\"plies\":");
    number(out, u64::from(row.plies));
    if row.opening > 0 {
        out.extend_from_slice(b",\"opening\":");
        number(out, u64::from(row.opening));
    }
    out.extend_from_slice(b",\"hash\":\"");
    hexadecimal(out, row.hash);
    out.push(b'"');
    for (name, values) in [(&b",\"nodes\":"[..], &row.nodes), (b",\"playouts\":", &row.playouts)] {
        if values.iter().any(|&value| value > 0) {
            out.extend_from_slice(name);
            list(out, values, number);
        }
    }
    out.extend_from_slice(b",\"choices\":");
    list(out, &row.choices, |out, choices| number(out, u64::from(choices)));
    if let Some(branching) = row.branching {
        out.extend_from_slice(b",\"branching\":");
        real(out, branching);
    }
    if let Some(moves) = &row.moves {
        out.extend_from_slice(b",\"moves\":");
        out.extend_from_slice(serde_json::Value::from(moves.as_str()).to_string().as_bytes());
    }
    if let Some(curve) = &row.curve {
        out.extend_from_slice(b",\"curve\":");
        list(out, curve, |out, value| real(out, (f64::from(value) * 1e4).round() / 1e4));
    }
    if let Some(trouble) = &row.trouble {
        out.extend_from_slice(b",\"trouble\":");
        out.extend_from_slice(serde_json::to_string(trouble).unwrap_or_default().as_bytes());
    }
    if row.microseconds.0.iter().any(|&time| time > 0) {
        out.extend_from_slice(TIMES);
        list(out, &row.microseconds.0, number);
    }
    out.extend_from_slice(b"}\n");
}

fn list<T: Copy>(out: &mut Vec<u8>, values: &[T], write: impl Fn(&mut Vec<u8>, T)) {
    out.push(b'[');
    for (index, &value) in values.iter().enumerate() {
        if index > 0 {
            out.push(b',');
        }
        write(out, value);
    }
    out.push(b']');
}

#[inline]
fn number(out: &mut Vec<u8>, mut value: u64) {
    // Nearly all numbers of a line have one or two digits.
    if value < 10 {
        return out.push(b'0' + value as u8);
    }
    if value < 100 {
        return out.extend_from_slice(&[b'0' + (value / 10) as u8, b'0' + (value % 10) as u8]);
    }
    let mut digits = [0; 20];
    let mut from = digits.len();
    while value > 0 {
        from -= 1;
        digits[from] = b'0' + (value % 10) as u8;
        value /= 10;
    }
    out.extend_from_slice(&digits[from..]);
}

fn real(out: &mut Vec<u8>, value: f64) {
    if value == 0.0 {
        out.push(b'0');
    } else if value == 1.0 {
        out.push(b'1');
    } else if value == 0.5 {
        out.extend_from_slice(b"0.5");
    } else {
        out.extend_from_slice(value.to_string().as_bytes());
    }
}

fn hexadecimal(out: &mut Vec<u8>, value: u64) {
    let mut digits = [0; 16];
    for (place, digit) in digits.iter_mut().enumerate() {
        *digit = b"0123456789abcdef"[(value >> (60 - 4 * place) & 15) as usize];
    }
    out.extend_from_slice(&digits);
}

/// The cell and the number of the game in a line, without reading the rest.
pub(super) fn key(line: &[u8]) -> Option<(usize, u64)> {
    let rest = line.strip_prefix(b"{\"cell\":")?;
    let (cell, rest) = leading(rest)?;
    let (game, _) = leading(rest.strip_prefix(b",\"game\":")?)?;
    line.ends_with(b"}").then_some((cell as usize, game))
}

fn leading(text: &[u8]) -> Option<(u64, &[u8])> {
    let digits = text.iter().take_while(|byte| byte.is_ascii_digit()).count();
    let number = std::str::from_utf8(&text[..digits]).ok()?.parse().ok()?;
    Some((number, &text[digits..]))
}

/// A line without its times, and the times.
pub(super) fn split_times(line: &[u8]) -> (&[u8], Option<&[u8]>) {
    match line.windows(TIMES.len()).rposition(|window| window == TIMES) {
        Some(at) if !line[at + TIMES.len()..].contains(&b'"') => {
            (&line[..at], Some(&line[at + TIMES.len()..line.len() - 1]))
        }
        _ => (&line[..line.len() - 1], None),
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

/// Reads the line of a game: its cell and its row.
pub fn read_line(line: &str) -> Result<(usize, Row), serde_json::Error> {
    let line: Line = serde_json::from_str(line)?;
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

    #[test]
    fn a_row_reads_back_as_it_was_written() {
        let mut out = Vec::new();
        write_line(&mut out, 3, &row());
        let text = String::from_utf8(out).unwrap();
        let (cell, read) = read_line(text.trim()).unwrap();
        assert_eq!((cell, &read), (3, &row()));
        assert_eq!(read.microseconds.0, row().microseconds.0);
        assert_eq!(key(text.trim().as_bytes()), Some((3, 17)));
    }

    #[test]
    fn times_are_split_off_even_if_a_message_looks_like_them() {
        let mut out = Vec::new();
        write_line(&mut out, 3, &row());
        let (line, times) = split_times(out.trim_ascii_end());
        assert_eq!(times, Some(&b"[5,0]"[..]));
        let mut untimed = Vec::new();
        write_line(&mut untimed, 3, &Row { microseconds: Elapsed(PerSeat::new(2)), ..row() });
        assert_eq!(split_times(untimed.trim_ascii_end()), (line, None));
    }
}
