//! Proofs that can be checked by the rules alone.
//!
//! A certificate is a text. It names the game, the position and the claim; then come one or two strategies, each the
//! moves of one player for every position that can arise. A strategy that *wins* gives each position a
//! rank, the number of plies left, and whatever the opponent replies must lead to a position whose rank is lower by as
//! many plies as were played, or to a won end; so the game is over in time. A strategy that *holds* only has to be closed: every reply leads to a position of the
//! strategy again, or to an end that is not lost. A win is one winning strategy, a draw is a pair of
//! holding ones, one for each player.
//!
//! Positions that are mirror images of each other may stand for one another. The checker uses nothing but the rules
//! of the game and its symmetries; it knows nothing of threats, tables or solvers.

use std::io::{self, Write};

use ludex_core::{Playable, Player, Turn, Verdict};
use rustc_hash::{FxHashMap, FxHashSet};

use crate::bounds::Bounds;
use crate::fight::Fight;
use crate::guard::{Ending, Guard};
use crate::held::hold;
use crate::proven::Proven;
use crate::swift::{replies, swift};
use crate::within::Signals;

/// The first line of every certificate.
const HEAD: &str = "ludex certificate 1";

/// The most positions that a defence may keep before the strategy is sought by proof numbers.
const DEFENCES: usize = 4_000_000;

/// What a strategy promises.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Promise {
    Win,
    Hold,
}

/// What can be certified.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Claim {
    /// The side wins, in this many plies at most.
    Win {
        /// Who wins.
        side: usize,
        /// How soon.
        plies: u32,
    },
    /// The side wins, in however many plies; the certificate says how many its strategy takes at most.
    SomeWin {
        /// Who wins.
        side: usize,
    },
    /// Neither side can force a win.
    Draw,
}

/// Writes the certificate of a claim that was proved; `false` if the search was stopped or the claim is wrong, and then
/// what was written is of no use.
pub fn certify<F: Fight>(
    fight: &F,
    game: &str,
    spot: &F::Spot,
    claim: Claim,
    (table, signals): (&Bounds, &Signals),
    to: &mut dyn Write,
) -> io::Result<bool> {
    write!(to, "{HEAD}\ngame {game}\nposition {}\n", fight.write(spot))?;
    match claim {
        Claim::Win { side, plies } => {
            let value = if side == fight.side(spot) { "win" } else { "loss" };
            writeln!(to, "value {value} in {plies}\nstrategy {} wins", side + 1)?;
            let Some(strategy) = swift(fight, spot, (side, plies), (table, signals)) else {
                return Ok(false);
            };
            for (packed, step, rank) in strategy {
                let spot = fight.unpack(&packed);
                writeln!(to, "{}\t{}\t{rank}", fight.write(&spot), fight.write_step(&spot, step))?;
            }
        }
        Claim::SomeWin { side } => {
            let Some(strategy) = Proven::new(fight, spot, side, signals) else { return Ok(false) };
            let value = if side == fight.side(spot) { "win" } else { "loss" };
            writeln!(to, "value {value} in {}\nstrategy {} wins", strategy.plies(), side + 1)?;
            for (spot, step, rank) in strategy.positions() {
                writeln!(to, "{}\t{}\t{rank}", fight.write(&spot), fight.write_step(&spot, step))?;
            }
        }
        Claim::Draw => {
            if !drawing(fight, spot, DEFENCES, signals, to)? {
                return Ok(false);
            }
        }
    }
    writeln!(to, "end")?;
    Ok(true)
}

/// The strategies of both sides, sought by defences as long as these keep no more than so many positions.
fn drawing<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    defences: usize,
    signals: &Signals,
    to: &mut dyn Write,
) -> io::Result<bool> {
    writeln!(to, "value draw")?;
    for attacker in [1, 0] {
        writeln!(to, "strategy {} holds", 2 - attacker)?;
        if !holding(fight, spot, (attacker, defences), signals, to)? {
            return Ok(false);
        }
    }
    Ok(true)
}

fn holding<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    (attacker, defences): (usize, usize),
    signals: &Signals,
    to: &mut dyn Write,
) -> io::Result<bool> {
    let mut guard = Guard::spelt_out(fight, spot, attacker, signals);
    match guard.run(defences) {
        Ending::Held => {}
        Ending::Lost => return Ok(false),
        Ending::Unknown => {
            // The defence takes too long to find: proof numbers know better which moves hold.
            drop(guard);
            let Some(strategy) = hold(fight, spot, attacker, signals) else { return Ok(false) };
            for (packed, step) in &strategy {
                let spot = fight.unpack(packed);
                writeln!(to, "{}\t{}", fight.write(&spot), fight.write_step(&spot, *step))?;
            }
            return Ok(true);
        }
    }
    let mut listed = FxHashSet::default();
    let mut outcome = careless(fight, spot, attacker, &mut listed, to);
    guard.tell_set(&mut |spot, step| {
        if outcome.is_ok() {
            outcome = writeln!(to, "{}\t{}", fight.write(spot), fight.write_step(spot, step));
        }
        if let (Ok(()), Some(after)) = (&outcome, fight.play_out(spot, step)) {
            outcome = careless(fight, &after, attacker, &mut listed, to);
        }
    });
    outcome.map(|()| true)
}

/// Lists what a defence leaves out: positions that the defender wins at once, because the attacker was careless.
fn careless<F: Fight>(
    fight: &F,
    spot: &F::Spot,
    attacker: usize,
    listed: &mut FxHashSet<u64>,
    to: &mut dyn Write,
) -> io::Result<()> {
    let mut outcome = Ok(());
    replies(fight, spot, (attacker ^ 1, 0), &mut |spot, _| {
        if let Some(step) = fight.winning_step(&spot)
            && outcome.is_ok()
            && listed.insert(fight.outlook(&spot))
        {
            outcome = writeln!(to, "{}\t{}", fight.write(&spot), fight.write_step(&spot, step));
        }
    });
    outcome
}

/// What is wrong with a certificate, and where.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Refusal {
    /// The line, counted from 1.
    pub line: usize,
    /// What is wrong there.
    pub reason: String,
}

impl std::fmt::Display for Refusal {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

impl std::error::Error for Refusal {}

fn refuse<T>(line: usize, reason: impl Into<String>) -> Result<T, Refusal> {
    Err(Refusal { line, reason: reason.into() })
}

/// What a certificate proves.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Verified {
    /// The value for the player to move.
    pub value: Verdict,
    /// Within how many plies a win is reached.
    pub plies: Option<u32>,
    /// How many positions the strategies list.
    pub positions: usize,
}

/// The name of the game a certificate is about.
pub fn game_of(text: &str) -> Result<&str, Refusal> {
    let mut lines = text.lines();
    if lines.next() != Some(HEAD) {
        return refuse(1, format!("a certificate begins with '{HEAD}'"));
    }
    match lines.next().and_then(|line| line.strip_prefix("game ")) {
        Some(name) => Ok(name.trim()),
        None => refuse(2, "the game is missing; the line is written like 'game tria(rows=3)'"),
    }
}

/// One position of a strategy.
struct Entry<M> {
    line: u32,
    rank: u32,
    chosen: M,
}

struct Strategy<G: Playable> {
    owner: Player,
    promise: Promise,
    /// By the position as the promise sees it.
    entries: FxHashMap<G::State, Entry<G::Move>>,
}

/// Checks a certificate about this game by its rules alone.
pub fn verify<G: Playable>(game: &G, text: &str) -> Result<Verified, Refusal> {
    game_of(text)?;
    let mut lines = text.lines().enumerate().map(|(number, line)| (number + 1, line)).skip(2);
    let Some((number, position)) =
        lines.next().and_then(|(number, line)| Some((number, line.strip_prefix("position ")?)))
    else {
        return refuse(3, "the position is missing");
    };
    let root = match game.read_position(position) {
        Ok(root) => root,
        Err(error) => return refuse(number, error.to_string()),
    };
    let Turn::Player(mover) = game.turn(&root) else {
        return refuse(number, "nobody is to move in this position");
    };
    let Some((number, claim)) =
        lines.next().and_then(|(number, line)| Some((number, line.strip_prefix("value ")?)))
    else {
        return refuse(4, "the value is missing");
    };
    let (value, plies) = read_claim(claim).ok_or_else(|| Refusal {
        line: number,
        reason: "the value is 'win in N', 'loss in N' or 'draw'".to_string(),
    })?;
    let mut strategies: Vec<Strategy<G>> = Vec::new();
    let mut ended = false;
    let mut last = number;
    for (number, line) in lines {
        last = number;
        if ended {
            return refuse(number, "there is text after the end");
        }
        if line == "end" {
            ended = true;
        } else if let Some(head) = line.strip_prefix("strategy ") {
            let (owner, promise) = match head {
                "1 wins" => (Player::FIRST, Promise::Win),
                "2 wins" => (Player::SECOND, Promise::Win),
                "1 holds" => (Player::FIRST, Promise::Hold),
                "2 holds" => (Player::SECOND, Promise::Hold),
                _ => return refuse(number, "a strategy is '1 wins', '2 wins', '1 holds' or '2 holds'"),
            };
            strategies.push(Strategy { owner, promise, entries: FxHashMap::default() });
        } else {
            let Some(strategy) = strategies.last_mut() else {
                return refuse(number, "a position stands before the first strategy");
            };
            add_entry(game, strategy, number, line)?;
        }
    }
    if !ended {
        return refuse(last, "the certificate breaks off: its last line must be 'end'");
    }
    let needed: &[(Player, Promise)] = match value {
        Verdict::Win => &[(mover, Promise::Win)],
        Verdict::Loss => &[(mover.other(), Promise::Win)],
        Verdict::Draw => &[(Player::FIRST, Promise::Hold), (Player::SECOND, Promise::Hold)],
    };
    for &(owner, promise) in needed {
        let found = strategies.iter().find(|one| one.owner == owner && one.promise == promise);
        let Some(strategy) = found else {
            return refuse(
                number,
                format!("the strategy of player {owner} that proves the value is missing"),
            );
        };
        strategy.check(game, &root, number, plies)?;
    }
    Ok(Verified { value, plies, positions: strategies.iter().map(|one| one.entries.len()).sum() })
}

fn read_claim(claim: &str) -> Option<(Verdict, Option<u32>)> {
    match claim.split_once(" in ") {
        Some(("win", plies)) => Some((Verdict::Win, Some(plies.trim().parse().ok()?))),
        Some(("loss", plies)) => Some((Verdict::Loss, Some(plies.trim().parse().ok()?))),
        None if claim == "draw" => Some((Verdict::Draw, None)),
        _ => None,
    }
}

fn add_entry<G: Playable>(
    game: &G,
    strategy: &mut Strategy<G>,
    line: usize,
    text: &str,
) -> Result<(), Refusal> {
    let mut fields = text.split('\t');
    let (Some(position), Some(chosen)) = (fields.next(), fields.next()) else {
        return refuse(line, "a line of a strategy is a position, a tab and a move");
    };
    let state = match game.read_position(position) {
        Ok(state) => state,
        Err(error) => return refuse(line, error.to_string()),
    };
    if game.turn(&state) != Turn::Player(strategy.owner) {
        return refuse(line, format!("player {} is not to move in this position", strategy.owner));
    }
    let chosen = match game.read_move(&state, chosen) {
        Ok(chosen) => chosen,
        Err(error) => return refuse(line, error.to_string()),
    };
    let rank = match (strategy.promise, fields.next().map(str::parse)) {
        (Promise::Win, Some(Ok(rank))) => rank,
        (Promise::Win, _) => return refuse(line, "a winning strategy gives each position a whole number"),
        (Promise::Hold, None) => 0,
        (Promise::Hold, Some(_)) => return refuse(line, "a holding strategy has no third column"),
    };
    strategy.entries.insert(strategy.seen(game, &state), Entry { line: line as u32, rank, chosen });
    Ok(())
}

impl<G: Playable> Strategy<G> {
    /// A position as far as it matters to the promise. Who only has to hold does not mind a limit of turns, which ends
    /// games as draws, so that positions with the same essence are one; who has to win does.
    fn seen(&self, game: &G, state: &G::State) -> G::State {
        match self.promise {
            Promise::Win => state.clone(),
            Promise::Hold => game.essence(state),
        }
    }

    fn check(&self, game: &G, root: &G::State, line: usize, plies: Option<u32>) -> Result<(), Refusal> {
        self.covers(game, root, line, plies.unwrap_or(u32::MAX))?;
        // In the order of the lines, so that the first mistake is the one reported.
        let mut entries: Vec<(&G::State, &Entry<G::Move>)> = self.entries.iter().collect();
        entries.sort_by_key(|(_, entry)| entry.line);
        for (state, entry) in entries {
            let mut after = state.clone();
            game.play(&mut after, entry.chosen);
            let left = match self.promise {
                Promise::Win => entry.rank.checked_sub(1),
                Promise::Hold => Some(u32::MAX),
            };
            let Some(left) = left else {
                return refuse(entry.line as usize, "no win takes 0 plies");
            };
            self.covers(game, &after, entry.line as usize, left)?;
        }
        Ok(())
    }

    /// Whether everything that can follow before the owner's next move is in the strategy, and won in the plies that
    /// are left.
    fn covers(&self, game: &G, state: &G::State, line: usize, left: u32) -> Result<(), Refusal> {
        match game.turn(state) {
            Turn::Over => {
                let verdict = game.outcome(state).map(|outcome| outcome.verdict(self.owner));
                let kept = match self.promise {
                    Promise::Win => verdict == Some(Verdict::Win),
                    Promise::Hold => verdict.is_some_and(|verdict| verdict != Verdict::Loss),
                };
                if kept {
                    return Ok(());
                }
                let shown = game.write_position(state);
                refuse(line, format!("the game can end in '{shown}', which breaks the promise"))
            }
            Turn::Chance => refuse(line, "chance plays a part, which a strategy cannot answer for"),
            Turn::Player(player) if player == self.owner => {
                let seen = self.seen(game, state);
                let found = (0..game.symmetries())
                    .find_map(|symmetry| self.entries.get(&game.mirror_state(symmetry, &seen)));
                match found {
                    None => {
                        let shown = game.write_position(state);
                        refuse(line, format!("the position '{shown}' can arise but is not in the strategy"))
                    }
                    Some(entry) if self.promise == Promise::Win && entry.rank > left => refuse(
                        line,
                        format!(
                            "the position of line {} can arise with {left} plies left, and has the number {}",
                            entry.line, entry.rank
                        ),
                    ),
                    Some(_) => Ok(()),
                }
            }
            Turn::Player(_) => {
                let Some(left) = left.checked_sub(1) else {
                    let shown = game.write_position(state);
                    return refuse(line, format!("the game goes on in '{shown}', with no plies left"));
                };
                let mut moves = Vec::new();
                game.moves(state, &mut moves);
                for chosen in moves {
                    let mut after = state.clone();
                    game.play(&mut after, chosen);
                    self.covers(game, &after, line, left)?;
                }
                Ok(())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use ludex_games::rows::{Capture, Rows, Rules};

    use super::*;
    use crate::grid::Grid;
    use crate::{Plain, RowsFight};

    fn by_numbers<G: Playable, F: Fight>(game: &G, fight: &F, start: &F::Spot) -> Result<Verified, Refusal> {
        let mut text = Vec::new();
        write!(text, "{HEAD}\ngame {}\nposition {}\n", game.name(), fight.write(start)).unwrap();
        assert!(drawing(fight, start, 0, &Signals::default(), &mut text).unwrap());
        writeln!(text, "end").unwrap();
        verify(game, &String::from_utf8(text).unwrap())
    }

    #[test]
    fn draws_are_certified_from_proof_numbers() {
        for (rows, cols, line, capture, refill) in [
            (3, 3, 3, Capture::None, false),
            (2, 4, 3, Capture::One, false),
            (2, 4, 3, Capture::One, true),
            (1, 10, 4, Capture::Both, false),
            (3, 4, 4, Capture::Both, false),
            (3, 4, 4, Capture::Two, true),
        ] {
            let rules = Rules::new(rows, cols, line, capture).unwrap().with_refill(refill).unwrap();
            let game = Rows::<u64>::new(rules);
            let fight = RowsFight::new(Grid::<u64>::new(rules).unwrap());
            let verified = by_numbers(&game, &fight, &fight.grid.start()).unwrap();
            assert_eq!(verified.value, Verdict::Draw, "{rules:?}");
            if rules.cells() < 12 {
                let plain = Plain::new(&game).unwrap();
                let verified = by_numbers(&game, &plain, &ludex_core::Game::start(&game)).unwrap();
                assert_eq!(verified.value, Verdict::Draw, "by rules alone: {rules:?}");
            }
        }
    }
}
