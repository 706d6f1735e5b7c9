//! The lines of games of two about which there is nothing special to say, which is most games of the cheapest agents.
//!
//! In such a line every number has a place of its own, with blanks before it, as JSON allows. So a line is written by
//! copying an empty one and filling in its places, and read by looking at them; nothing has to be found first.

use super::lines::{from_hexadecimal, hexadecimal};
use crate::game::{PerSeat, Plain, Row};

/// An empty line, but for the end of it.
const FORM: [u8; 146] = *b"{\"cell\":   0,\"game\":         0,\"seats\":[0,0],\"result\":[  0,  0],\
    \"points\":[   0,   0],\"plies\":   0,\"hash\":\"0000000000000000\",\"choices\":[   0,   0]}";
/// The length of a line without its end.
const LEN: usize = FORM.len();
/// The same with the end of the line.
pub(super) const ROOM: usize = LEN + 1;

const CELL: usize = after(b"\"cell\":");
const GAME: usize = after(b"\"game\":");
const SEATS: usize = after(b"\"seats\":[");
const RESULT: usize = after(b"\"result\":[");
const POINTS: usize = after(b"\"points\":[");
const PLIES: usize = after(b"\"plies\":");
const HASH: usize = after(b"\"hash\":\"");
const CHOICES: usize = after(b"\"choices\":[");

/// The place behind a text in the form.
const fn after(text: &[u8]) -> usize {
    let mut at = 0;
    loop {
        let mut same = 0;
        while same < text.len() && FORM[at + same] == text[same] {
            same += 1;
        }
        if same == text.len() {
            return at + same;
        }
        at += 1;
    }
}

/// Which bytes of the form are the same in all lines: 255 where they are, else 0.
const FIXED: [u8; LEN] = {
    let mut fixed = [255; LEN];
    let places = [
        (CELL, 4),
        (GAME, 10),
        (SEATS, 1),
        (SEATS + 2, 1),
        (RESULT, 3),
        (RESULT + 4, 3),
        (POINTS, 4),
        (POINTS + 5, 4),
        (PLIES, 4),
        (HASH, 16),
        (CHOICES, 4),
        (CHOICES + 5, 4),
    ];
    let mut place = 0;
    while place < places.len() {
        let (from, width) = places[place];
        let mut at = from;
        while at < from + width {
            fixed[at] = 0;
            at += 1;
        }
        place += 1;
    }
    fixed
};

/// The numbers below a thousand with blanks before them.
static NUMBERS: [[u8; 4]; 1000] = {
    let mut all = [*b"    "; 1000];
    let mut value = 0;
    while value < 1000 {
        let (mut at, mut rest) = (4, value);
        while at == 4 || rest > 0 {
            at -= 1;
            all[value][at] = b'0' + (rest % 10) as u8;
            rest /= 10;
        }
        value += 1;
    }
    all
};

/// Nothing, a half and one.
const HALVES: [[u8; 3]; 3] = [*b"  0", *b"0.5", *b"  1"];

/// Writes the line of a game, if all its numbers fit; otherwise nothing that matters.
#[inline(always)]
pub(super) fn write(room: &mut [u8; ROOM], cell: usize, plain: &Plain) -> bool {
    let ([first, second], [own, other]) = (plain.seats, plain.result);
    let ([left, right], [chosen, answered]) = (plain.points, plain.choices);
    // What is too large has no text; points below nothing are large as numbers without a sign.
    let number = |value: usize| NUMBERS.get(value);
    let (Some(cell), Some(plies)) = (number(cell), number(plain.plies as usize)) else { return false };
    let (Some(left), Some(right)) = (number(left as u32 as usize), number(right as u32 as usize)) else {
        return false;
    };
    let (Some(chosen), Some(answered)) = (number(chosen as usize), number(answered as usize)) else {
        return false;
    };
    let (Some(own), Some(other)) = (half_of(own), half_of(other)) else { return false };
    if plain.game >= 1_000_000_000 || first.max(second) > 9 {
        return false;
    }
    room[..LEN].copy_from_slice(&FORM);
    room[LEN] = b'\n';
    put(room, CELL, cell);
    put(room, GAME, &long(plain.game));
    put(room, SEATS, &[b'0' + first]);
    put(room, SEATS + 2, &[b'0' + second]);
    put(room, RESULT, own);
    put(room, RESULT + 4, other);
    put(room, POINTS, left);
    put(room, POINTS + 5, right);
    put(room, PLIES, plies);
    put(room, HASH, &hexadecimal(plain.hash));
    put(room, CHOICES, chosen);
    put(room, CHOICES + 5, answered);
    true
}

/// The text of nothing, a half or one.
#[inline(always)]
fn half_of(value: f64) -> Option<&'static [u8; 3]> {
    let halves = (value * 2.0) as i32;
    HALVES.get(halves as u32 as usize).filter(|_| f64::from(halves) == value * 2.0)
}

#[inline(always)]
fn put<const N: usize>(room: &mut [u8; ROOM], at: usize, text: &[u8; N]) {
    room[at..at + N].copy_from_slice(text);
}

/// The digits of a number below a thousand million with blanks before them.
#[inline(always)]
fn long(value: u64) -> [u8; 10] {
    let mut text = *b"          ";
    // In half the bits, a division costs a quarter.
    let value = value as u32;
    let (low, rest) = (value % 1000, value / 1000);
    let number = |value: u32| NUMBERS[value as usize];
    // A blank becomes a nought by the bits that both have and a nought has besides.
    let noughts = |value: u32| number(value).map(|byte| byte | b'0');
    if rest == 0 {
        text[6..].copy_from_slice(&number(low));
        return text;
    }
    let (middle, high) = (rest % 1000, rest / 1000);
    if high == 0 {
        text[3..7].copy_from_slice(&number(middle));
    } else {
        text[..4].copy_from_slice(&number(high));
        text[4..7].copy_from_slice(&noughts(middle)[1..]);
    }
    text[7..].copy_from_slice(&noughts(low)[1..]);
    text
}

/// Reads such a line and returns its cell; none if it is another.
#[inline(always)]
pub(super) fn read(line: &[u8], row: &mut Row) -> Option<usize> {
    let line: &[u8; LEN] = line.try_into().ok()?;
    let differs = (0..LEN).fold(0, |sum, at| sum | (line[at] ^ FORM[at]) & FIXED[at]);
    if differs != 0 {
        return None;
    }
    let cell = number(line, CELL)? as usize;
    row.begin(2);
    row.game = long_number(line)?;
    row.seats = pair(seat(line, SEATS)?, seat(line, SEATS + 2)?);
    row.result = Some(pair(half(line, RESULT)?, half(line, RESULT + 4)?));
    row.points = Some(pair(number(line, POINTS)? as i32, number(line, POINTS + 5)? as i32));
    row.plies = number(line, PLIES)?;
    row.hash = from_hexadecimal(&taken(line, HASH))?;
    row.choices = pair(number(line, CHOICES)?, number(line, CHOICES + 5)?);
    Some(cell)
}

/// The cell and the game in such a line; none if it is another.
#[inline(always)]
pub(super) fn key(line: &[u8]) -> Option<(usize, u64)> {
    let line: &[u8; LEN] = line.try_into().ok()?;
    let named = line[..CELL] == FORM[..CELL] && line[CELL + 4..GAME] == FORM[CELL + 4..GAME];
    if !named || line[LEN - 1] != b'}' {
        return None;
    }
    Some((number(line, CELL)? as usize, long_number(line)?))
}

#[inline(always)]
fn pair<T: Copy + Default>(first: T, second: T) -> PerSeat<T> {
    PerSeat::of([first, second])
}

#[inline(always)]
fn taken<const N: usize>(line: &[u8; LEN], at: usize) -> [u8; N] {
    let mut text = [0; N];
    text.copy_from_slice(&line[at..at + N]);
    text
}

/// What the bytes are worth as digits, blanks being noughts.
#[inline(always)]
fn worth(text: &[u8]) -> u32 {
    text.iter().fold(0, |value: u32, byte| value.wrapping_mul(10).wrapping_add(u32::from(byte & 15)))
}

#[inline(always)]
fn number(line: &[u8; LEN], at: usize) -> Option<u32> {
    let text: [u8; 4] = taken(line, at);
    let value = worth(&text);
    // What is no number does not come back as it was.
    (NUMBERS.get(value as usize) == Some(&text)).then_some(value)
}

#[inline(always)]
fn long_number(line: &[u8; LEN]) -> Option<u64> {
    let text: [u8; 10] = taken(line, GAME);
    let value = u64::from(worth(&text));
    (value < 1_000_000_000 && long(value) == text).then_some(value)
}

#[inline(always)]
fn seat(line: &[u8; LEN], at: usize) -> Option<u8> {
    let seat = line[at].wrapping_sub(b'0');
    (seat < 10).then_some(seat)
}

#[inline(always)]
fn half(line: &[u8; LEN], at: usize) -> Option<f64> {
    let text = taken(line, at);
    let value = u8::from(text[2] != b'0') + u8::from(text[2] == b'1');
    (HALVES[usize::from(value)] == text).then(|| f64::from(value) / 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::Elapsed;

    fn rows() -> Vec<Row> {
        let games = [0, 7, 42, 999, 1000, 1005, 65_000, 999_999, 1_000_000, 1_002_003, 999_999_999];
        let plain = |game: u64| Row {
            game,
            seats: PerSeat::of([(game % 3) as u8, 9]),
            result: Some(PerSeat::of([(game % 3) as f64 / 2.0, 1.0 - (game % 3) as f64 / 2.0])),
            points: Some(PerSeat::of([(game % 1000) as i32, 24])),
            plies: (game % 997) as u32,
            hash: game.wrapping_mul(0x9e37_79b9_7f4a_7c15),
            choices: PerSeat::of([0, (game % 101) as u32]),
            ..Row::blank(2)
        };
        games.map(plain).to_vec()
    }

    #[test]
    fn a_plain_line_is_json_and_reads_back_as_it_was() {
        let mut used = Row { moves: Some("x".to_string()), opening: 4, ..Row::blank(3) };
        for row in rows() {
            let mut room = [0; ROOM];
            assert!(Plain::of(&row).is_some_and(|plain| write(&mut room, 12, &plain)), "{row:?}");
            let line = &room[..LEN];
            assert_eq!((read(line, &mut used), key(line)), (Some(12), Some((12, row.game))));
            assert_eq!(used, row);
            assert_eq!(used.microseconds.0, row.microseconds.0);
            let json: serde_json::Value = serde_json::from_slice(line).unwrap();
            assert_eq!(json["game"], row.game);
            assert_eq!(json["choices"][1], row.choices[1]);
        }
    }

    #[test]
    fn whatever_does_not_fit_is_left_to_others() {
        let row = &rows()[2];
        let others = [
            Row { game: 1_000_000_000, ..row.clone() },
            Row { seats: PerSeat::of([0, 10]), ..row.clone() },
            Row { result: None, ..row.clone() },
            Row { result: Some(PerSeat::of([0.25, 0.75])), ..row.clone() },
            Row { points: Some(PerSeat::of([-1, 5])), ..row.clone() },
            Row { points: Some(PerSeat::of([1000, 5])), ..row.clone() },
            Row { points: None, ..row.clone() },
            Row { plies: 1000, ..row.clone() },
            Row { opening: 1, ..row.clone() },
            Row { nodes: PerSeat::of([0, 1]), ..row.clone() },
            Row { playouts: PerSeat::of([1, 0]), ..row.clone() },
            Row { branching: Some(1.0), ..row.clone() },
            Row { moves: Some(String::new()), ..row.clone() },
            Row { curve: Some(Vec::new()), ..row.clone() },
            Row { trouble: Some(crate::game::Trouble::Unfinished), ..row.clone() },
            Row { microseconds: Elapsed(PerSeat::of([0, 1])), ..row.clone() },
            Row { seats: PerSeat::of([0, 1, 2]), ..row.clone() },
        ];
        for other in others {
            let written = Plain::of(&other).is_some_and(|plain| write(&mut [0; ROOM], 0, &plain));
            assert!(!written, "{other:?}");
        }
        assert!(!write(&mut [0; ROOM], 1000, &Plain::of(row).unwrap()));
    }

    #[test]
    fn a_byte_that_was_changed_is_seen_or_read_as_json_reads_it() {
        let mut room = [0; ROOM];
        assert!(write(&mut room, 12, &Plain::of(&rows()[5]).unwrap()));
        let mut row = Row::blank(2);
        for at in 0..LEN {
            for byte in 0..=255 {
                let mut line = room;
                line[at] = byte;
                let line = &line[..LEN];
                if read(line, &mut row).is_some() {
                    let json: serde_json::Value = serde_json::from_slice(line).unwrap();
                    assert_eq!(json["game"], row.game, "{}", String::from_utf8_lossy(line));
                    assert_eq!(json["points"][0], row.points.unwrap()[0]);
                    assert_eq!(json["plies"], row.plies);
                    assert_eq!(json["hash"], format!("{:016x}", row.hash));
                }
            }
        }
    }
}
