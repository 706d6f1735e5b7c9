//! All positions of a small two-player game, each with its exact value.
//!
//! Positions are gathered from the start; then values are passed backwards from the finished games, nearest
//! first, until nothing changes. What is left over can be forced by neither side: a draw.

use std::collections::{HashMap, VecDeque};

use ludex_core::{Game, Turn, Verdict};

/// The value of a position for the player to move.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Worth {
    /// Win, draw or loss with best play.
    pub verdict: Verdict,
    /// How many moves until the end, when one side forces it as fast as it can and the other holds out as long
    /// as it can; `None` for draws.
    pub plies: Option<u32>,
}

/// Why a game was not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum SolveError {
    /// There are more positions than allowed.
    TooLarge(usize),
    /// Only games of two players without chance can be solved like this.
    NotTwoPlayers,
}

impl std::fmt::Display for SolveError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            SolveError::TooLarge(limit) => write!(f, "the game has more than {limit} positions"),
            SolveError::NotTwoPlayers => {
                f.write_str("only games of two players without chance can be solved")
            }
        }
    }
}

impl std::error::Error for SolveError {}

/// The values of all positions that can be reached.
pub struct Values<G: Game> {
    index: HashMap<G::State, u32>,
    worths: Vec<Worth>,
}

impl<G: Game> Values<G> {
    /// The value of a position, if it can be reached.
    pub fn worth(&self, state: &G::State) -> Option<Worth> {
        self.index.get(state).map(|&index| self.worths[index as usize])
    }

    /// How many positions there are.
    pub fn len(&self) -> usize {
        self.worths.len()
    }

    /// Whether there are none; never so after solving.
    pub fn is_empty(&self) -> bool {
        self.worths.is_empty()
    }
}

/// A position while its value is being found.
struct Open {
    /// Positions it can be reached from, with whether the same player moves there.
    parents: Vec<(u32, bool)>,
    /// Moves whose value is not known yet to be bad for the mover.
    escapes: u32,
    worth: Option<Worth>,
}

/// Values of all positions reachable from `start`, if there are at most `limit`.
pub fn solve_all<G: Game>(game: &G, start: &G::State, limit: usize) -> Result<Values<G>, SolveError> {
    solve_from(game, std::slice::from_ref(start), limit)
}

/// Values of all positions reachable from any of `starts`, if there are at most `limit`.
pub fn solve_from<G: Game>(game: &G, starts: &[G::State], limit: usize) -> Result<Values<G>, SolveError> {
    if game.players() != 2 {
        return Err(SolveError::NotTwoPlayers);
    }
    if starts.len() > limit {
        return Err(SolveError::TooLarge(limit));
    }
    let mut index: HashMap<G::State, u32> = HashMap::new();
    let mut open: Vec<Open> = Vec::new();
    let mut states: Vec<G::State> = Vec::new();
    let mut finished = VecDeque::new();
    for start in starts {
        let next = states.len() as u32;
        if *index.entry(start.clone()).or_insert(next) == next {
            states.push(start.clone());
            open.push(Open { parents: Vec::new(), escapes: 0, worth: None });
        }
    }
    let mut at = 0;
    let mut moves = Vec::new();
    while at < states.len() {
        let state = states[at].clone();
        let mover = match game.turn(&state) {
            Turn::Chance => return Err(SolveError::NotTwoPlayers),
            Turn::Over => {
                open[at].worth = final_worth(game, &state);
                finished.push_back(at as u32);
                at += 1;
                continue;
            }
            Turn::Player(player) => player,
        };
        game.moves(&state, &mut moves);
        open[at].escapes = moves.len() as u32;
        for &chosen in &moves {
            let mut after = state.clone();
            game.play(&mut after, chosen);
            // A finished game is judged as if the other player were on turn.
            let same = game.turn(&after) == Turn::Player(mover);
            let next = states.len() as u32;
            let child = *index.entry(after.clone()).or_insert(next);
            if child == next {
                if states.len() >= limit {
                    return Err(SolveError::TooLarge(limit));
                }
                states.push(after);
                open.push(Open { parents: Vec::new(), escapes: 0, worth: None });
            }
            open[child as usize].parents.push((at as u32, same));
        }
        at += 1;
    }
    settle_by_mover(game, &states, &mut open, finished);
    let draw = Worth { verdict: Verdict::Draw, plies: None };
    Ok(Values { index, worths: open.into_iter().map(|position| position.worth.unwrap_or(draw)).collect() })
}

/// The value of a finished game, seen by the player who did not make the last move; by convention the second.
fn final_worth<G: Game>(game: &G, state: &G::State) -> Option<Worth> {
    let outcome = game.outcome(state)?;
    let verdict = outcome.verdict(ludex_core::Player::SECOND);
    Some(Worth { verdict, plies: (verdict != Verdict::Draw).then_some(0) })
}

/// Passes values backwards, nearest ends first.
fn settle_by_mover<G: Game>(game: &G, states: &[G::State], open: &mut [Open], mut known: VecDeque<u32>) {
    while let Some(child) = known.pop_front() {
        let Some(worth) = open[child as usize].worth else { continue };
        if worth.verdict == Verdict::Draw {
            continue;
        }
        let over = game.turn(&states[child as usize]).is_over();
        let parents = std::mem::take(&mut open[child as usize].parents);
        for (parent, same) in parents {
            if open[parent as usize].worth.is_some() {
                continue;
            }
            let mover_is_second =
                game.turn(&states[parent as usize]) == Turn::Player(ludex_core::Player::SECOND);
            // Seen by the parent's mover: a finished game is stored as the second player sees it.
            let flip = if over { !mover_is_second } else { !same };
            let wins = (worth.verdict == Verdict::Win) != flip;
            let plies = worth.plies.map(|plies| plies + 1);
            if wins {
                open[parent as usize].worth = Some(Worth { verdict: Verdict::Win, plies });
                known.push_back(parent);
            } else {
                open[parent as usize].escapes -= 1;
                if open[parent as usize].escapes == 0 {
                    open[parent as usize].worth = Some(Worth { verdict: Verdict::Loss, plies });
                    known.push_back(parent);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::examples::Nim;

    #[test]
    fn nim_is_lost_exactly_with_a_multiple_of_four() {
        for heap in 1..=30 {
            let game = Nim::new(heap);
            let values = solve_all(&game, &game.start(), 10_000).unwrap();
            let lost = values.worth(&game.start()).map(|worth| worth.verdict) == Some(Verdict::Loss);
            assert_eq!(lost, heap % 4 == 0, "{heap} stones");
        }
    }

    #[test]
    fn games_with_too_many_positions_are_refused() {
        let game = Nim::new(100);
        assert_eq!(solve_all(&game, &game.start(), 10).err(), Some(SolveError::TooLarge(10)));
    }
}
