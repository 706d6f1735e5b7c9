//! What is kept of a game.

use std::ops::{Deref, DerefMut};

use ludex_core::{MAX_PLAYERS, Outcome, Player};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// One value for each seat of a game, without a place on the heap.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct PerSeat<T> {
    seats: u8,
    values: [T; MAX_PLAYERS],
}

impl<T: Copy + Default> PerSeat<T> {
    /// The default value at each of `seats` seats.
    pub fn new(seats: usize) -> PerSeat<T> {
        assert!(seats <= MAX_PLAYERS, "a game has at most {MAX_PLAYERS} players");
        PerSeat { seats: seats as u8, values: [T::default(); MAX_PLAYERS] }
    }

    /// These values, in the order of the seats.
    pub fn of(values: impl IntoIterator<Item = T>) -> PerSeat<T> {
        let mut all = PerSeat::new(0);
        for value in values.into_iter().take(MAX_PLAYERS) {
            all.values[all.seats as usize] = value;
            all.seats += 1;
        }
        all
    }

    /// Forgets all values.
    pub(crate) fn clear(&mut self) {
        self.seats = 0;
    }

    /// Adds the value of the next seat; says whether there is room for it.
    #[inline(always)]
    pub(crate) fn push(&mut self, value: T) -> bool {
        let room = (self.seats as usize) < MAX_PLAYERS;
        if room {
            self.values[self.seats as usize] = value;
            self.seats += 1;
        }
        room
    }

    /// The default value at each of `seats` seats, in the place of what was there.
    #[inline(always)]
    pub(crate) fn blank(&mut self, seats: usize) {
        self.seats = seats.min(MAX_PLAYERS) as u8;
        self.fill(T::default());
    }
}

impl<T> Deref for PerSeat<T> {
    type Target = [T];
    fn deref(&self) -> &[T] {
        &self.values[..self.seats as usize]
    }
}

impl<T> DerefMut for PerSeat<T> {
    fn deref_mut(&mut self) -> &mut [T] {
        &mut self.values[..self.seats as usize]
    }
}

impl<T: Serialize> Serialize for PerSeat<T> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self[..].serialize(serializer)
    }
}

impl<'de, T: Copy + Default + Deserialize<'de>> Deserialize<'de> for PerSeat<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<PerSeat<T>, D::Error> {
        let values = Vec::<T>::deserialize(deserializer)?;
        if values.len() > MAX_PLAYERS {
            return Err(serde::de::Error::invalid_length(
                values.len(),
                &"a value for each of at most 8 seats",
            ));
        }
        Ok(PerSeat::of(values))
    }
}

/// What went wrong in a game. Such games are counted and listed, never dropped.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Trouble {
    /// The agent at this seat (from 0) crashed and so lost.
    Crash {
        /// The seat.
        seat: u8,
        /// What it said.
        message: String,
    },
    /// The agent at this seat gave no move, or one that is not legal, and so lost.
    NoMove {
        /// The seat.
        seat: u8,
    },
    /// The agent at this seat thought for longer than allowed and so lost.
    TimeOut {
        /// The seat.
        seat: u8,
        /// How long it thought, in milliseconds.
        milliseconds: u64,
    },
    /// The game was cut off at the limit of moves and has no result.
    Unfinished,
}

/// A game as plain data. All but [`microseconds`](Row::microseconds) is a function of the contest and the game's
/// number, provided that no agent is limited by time.
#[derive(Clone, PartialEq, Debug)]
pub struct Row {
    /// The number of the game in its contest.
    pub game: u64,
    /// Which agent sat where: the agent's number in the contest, for each seat.
    pub seats: PerSeat<u8>,
    /// What the game was worth at each seat: 1 won, 0 lost, a half drawn, steps between with more sides. `None` if
    /// the game was cut off.
    pub result: Option<PerSeat<f64>>,
    /// The final points at each seat, in games that count them.
    pub points: Option<PerSeat<i32>>,
    /// Moves made, those of the opening and chance events among them.
    pub plies: u32,
    /// How many of them belong to the opening.
    pub opening: u32,
    /// A fingerprint of the list of moves: equal games have equal fingerprints.
    pub hash: u64,
    /// Positions looked at, at each seat.
    pub nodes: PerSeat<u64>,
    /// Playouts made, at each seat.
    pub playouts: PerSeat<u64>,
    /// Moves chosen, at each seat.
    pub choices: PerSeat<u32>,
    /// The mean number of legal moves at a player's decision, if it was asked for.
    pub branching: Option<f64>,
    /// The moves as text with spaces between, if they were asked for.
    pub moves: Option<String>,
    /// The standing of the first player after each move, from -1 to 1, if it was asked for.
    pub curve: Option<Vec<f32>>,
    /// What went wrong, if something did.
    pub trouble: Option<Trouble>,
    /// Time spent thinking at each seat. It belongs to the machine, not to the game.
    pub microseconds: Elapsed,
}

/// A game of two that begins at the start and is played to its end by agents who have nothing to report, in points:
/// what is to be said of most games of the cheapest agents.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Plain {
    /// The number of the game in its contest.
    pub game: u64,
    /// Which agent sat where.
    pub seats: [u8; 2],
    /// What the game was worth at each seat.
    pub result: [f64; 2],
    /// The final points at each seat.
    pub points: [i32; 2],
    /// Moves made.
    pub plies: u32,
    /// A fingerprint of the list of moves.
    pub hash: u64,
    /// Moves chosen, at each seat.
    pub choices: [u32; 2],
}

impl Plain {
    /// The game of a row, if there is nothing else in it.
    #[inline(always)]
    pub(crate) fn of(row: &Row) -> Option<Plain> {
        let (Some(result), Some(points)) = (&row.result, &row.points) else { return None };
        let (&[first, second], &[own, other]) = (&row.seats[..], &result[..]) else { return None };
        let (&[left, right], &[chosen, answered]) = (&points[..], &row.choices[..]) else { return None };
        let busy = |values: &PerSeat<u64>| values.iter().any(|&value| value > 0);
        let special = row.opening > 0
            || row.branching.is_some()
            || row.moves.is_some()
            || row.curve.is_some()
            || row.trouble.is_some()
            || busy(&row.nodes)
            || busy(&row.playouts)
            || busy(&row.microseconds.0);
        (!special).then_some(Plain {
            game: row.game,
            seats: [first, second],
            result: [own, other],
            points: [left, right],
            plies: row.plies,
            hash: row.hash,
            choices: [chosen, answered],
        })
    }
}

/// Microseconds at each seat. They are no part of what a game is: any two compare equal.
#[derive(Clone, Copy, Debug)]
pub struct Elapsed(pub PerSeat<u64>);

impl PartialEq for Elapsed {
    fn eq(&self, _: &Elapsed) -> bool {
        true
    }
}

impl Row {
    /// The row of a game of which nothing is known yet but how many seats it has.
    pub fn blank(seats: usize) -> Row {
        Row {
            game: 0,
            seats: PerSeat::new(seats),
            result: None,
            points: None,
            plies: 0,
            opening: 0,
            hash: 0,
            nodes: PerSeat::new(seats),
            playouts: PerSeat::new(seats),
            choices: PerSeat::new(seats),
            branching: None,
            moves: None,
            curve: None,
            trouble: None,
            microseconds: Elapsed(PerSeat::new(seats)),
        }
    }

    /// Makes it the row of another game of which nothing is known yet.
    #[inline(always)]
    pub(crate) fn begin(&mut self, seats: usize) {
        self.seats.blank(seats);
        self.result = None;
        self.points = None;
        (self.plies, self.opening, self.hash) = (0, 0, 0);
        self.nodes.blank(seats);
        self.playouts.blank(seats);
        self.choices.blank(seats);
        self.branching = None;
        self.moves = None;
        self.curve = None;
        self.trouble = None;
        self.microseconds.0.blank(seats);
    }

    /// The score of an agent: the mean over the seats it had. `None` if the game was cut off or it had none.
    pub fn score_of(&self, agent: u8) -> Option<f64> {
        let result = self.result.as_ref()?;
        let own = self.seats.iter().zip(result.iter()).filter(|(who, _)| **who == agent);
        let (count, sum) = own.fold((0, 0.0), |(count, sum), (_, score)| (count + 1, sum + score));
        (count > 0).then(|| sum / f64::from(count))
    }

    /// A number over the seats that an agent had, summed.
    pub fn sum_of(&self, agent: u8, values: &PerSeat<u64>) -> u64 {
        self.seats.iter().zip(values.iter()).filter(|(who, _)| **who == agent).map(|(_, value)| value).sum()
    }
}

/// The result at each seat between 0 and 1.
pub(crate) fn result_of(outcome: &Outcome) -> PerSeat<f64> {
    PerSeat::of(Player::all(outcome.players()).map(|player| result_at(outcome, player)))
}

/// The result of a player between 0 and 1.
#[inline(always)]
pub(crate) fn result_at(outcome: &Outcome, player: Player) -> f64 {
    (outcome.utility(player) + 1.0) / 2.0
}
