//! The kernel of games like chess: pieces of several kinds step, leap and slide and take what they reach, and no move
//! may leave the own royal piece threatened. Moves may depend on local states (castling) and on a place left pending
//! (capture in passing), and pieces may become others where they arrive.
//!
//! Moves are counted as sets, one is drawn, and only that one is tested, by looking from the royal piece for
//! enemies that reach it.

mod board;
mod castle;
mod effects;
mod ends;
mod moves;
mod read;
mod spans;
mod threats;

use ludex_core::Rng;

use super::course::Course;
use super::{Rollout, Winners, winners_by};
use crate::runtime::code::{Bool, Gen, Int, Role, Verdict};
use crate::runtime::rules::Rules;
use crate::runtime::{Last, Move, State};

use board::{Board, KINDS};
use ends::{End, Now};
use moves::{Act, Army, Chosen};
use read::Reader;
use spans::{SPANS, Spans};

/// A game with royal pieces.
#[derive(Clone, Debug)]
pub struct Royal<const W: usize> {
    army: Army<W>,
    ends: Vec<End>,
    verdicts: Vec<Verdict<W>>,
    winners: Winners,
    /// Whether some moves are followed by another of the same player, which the general rules make.
    goes_on: bool,
    /// The most rules of a kind of piece.
    rules_a_piece: usize,
}

/// A game on its way. The last ply has not been told to the course yet.
struct Game<const W: usize> {
    course: Course<W>,
    board: Board<W>,
    plies: u32,
    last: Option<Last>,
    /// The result of the last ply.
    end: Option<usize>,
    /// A move that is left to the general rules.
    left: Option<Move>,
}

impl<const W: usize> Royal<W> {
    /// The kernel for these rules, if they are of this shape.
    pub(super) fn of(rules: &Rules<W>, start: &State<W>) -> Option<Royal<W>> {
        let plain = rules.players == 2
            && rules.phases.len() == 1
            && rules.containers.len() == 1
            && rules.components.len() <= KINDS
            && rules.owners[1..].iter().all(|owner| (1..=2).contains(owner))
            && !(rules.counts || rules.draws || rules.rolls || rules.winding || rules.scored)
            && !(rules.needs_history || rules.meta.swap || rules.meta.gravity || rules.meta.pin)
            && !rules.meta.no_stack_on_fallen
            && rules.may_repeat_moves
            && start.waiting.is_none()
            && start.teams[1] != start.teams[2];
        if !plain {
            return None;
        }
        let (play, goes_on) = match &rules.phases[0].play {
            // The second of two moves of a player is left to the general rules.
            Gen::If(condition, _, play) if is_same_turn(condition) => (&**play, true),
            play => (play, false),
        };
        let Gen::Afterwards { moves, when } = play else { return None };
        let (pieces, extras) = match &**moves {
            Gen::All(parts) => parts.split_first()?,
            moves => (moves, &[][..]),
        };
        let Gen::ForEachPiece { who, player: None, names: None, within, moves: None } = pieces else {
            return None;
        };
        if who[..] != [Role::Mover] || *within != rules.tables.all {
            return None;
        }
        let mut reader = Reader::new(rules, start, royals(rules, when)?);
        let army = reader.army(extras)?;
        let (ends, verdicts) = reader.ends(&army)?;
        let legs = || army.sides.iter().flat_map(|side| &side.legs);
        let again = legs().flat_map(|leg| &leg.ops).any(|op| matches!(op.act, Act::Again));
        let rules_of = |kind: u8| legs().filter(|leg| leg.kind == kind).count();
        let rules_a_piece = (1..rules.components.len()).map(|kind| rules_of(kind as u8)).max()?;
        let winners = winners_by(rules, verdicts.iter())?;
        (again <= goes_on).then_some(Royal { army, ends, verdicts, winners, goes_on, rules_a_piece })
    }

    /// Plays ordinary plies.
    pub(super) fn run(&self, rules: &Rules<W>, state: &mut State<W>, rng: &mut Rng, limit: u32) -> u32 {
        match self.play(rules, state, rng, limit) {
            Some(game) => self.finish(rules, state, game),
            None => 0,
        }
    }

    /// Plays a random game of which only its length and result are wanted.
    pub(super) fn rollout(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
    ) -> Option<Rollout> {
        let game = if self.goes_on { None } else { self.play(rules, state, rng, limit) }?;
        Some((game.plies, self.winners[game.end?][usize::from(game.course.mover) - 1]))
    }

    /// Lists the moves. False if the general rules must, or if there is none.
    pub(super) fn list(&self, rules: &Rules<W>, state: &State<W>, moves: &mut Vec<Move>) -> bool {
        let Some((_, board)) = self.begin(rules, state) else { return false };
        let mover = usize::from(state.mover) - 1;
        self.army.each_safe(&board, mover, |chosen| {
            moves.push(self.decision(mover, chosen));
            true
        });
        !moves.is_empty()
    }

    /// Makes a move. False if the general rules must.
    pub(super) fn make(&self, rules: &Rules<W>, state: &mut State<W>, made: Move) -> bool {
        let legs = &self.army.sides[usize::from(state.mover == 2)].legs;
        let Ok(leg) = legs.binary_search_by_key(&made.leaf, |leg| leg.leaf) else { return false };
        let on_board =
            |site: i16| u16::try_from(site).ok().filter(|&site| usize::from(site) < self.army.sites);
        let (Some(from), Some(to)) = (on_board(made.from), on_board(made.to)) else { return false };
        if state.what(usize::from(from)) != legs[leg].kind {
            return false;
        }
        let chosen = Chosen { leg: leg as u16, from, to };
        let Some(game) = self.play_with(rules, state, 1, |_, _| Some(chosen)) else { return false };
        game.left.is_none() && self.finish(rules, state, game) == 1
    }

    fn play(&self, rules: &Rules<W>, state: &State<W>, source: &mut Rng, limit: u32) -> Option<Game<W>> {
        // A copy of its own stays in registers.
        let mut rng = source.clone();
        let mut spans = Spans::new();
        let game = self.play_with(rules, state, limit, |board, mover| {
            let before = rng.clone();
            self.army.moves(board, mover, &mut spans);
            let drawn = spans.draw(|n| rng.below(n), |chosen| self.army.is_safe(board, mover, chosen));
            if drawn.is_none() {
                rng = before;
            }
            drawn
        });
        *source = rng;
        game
    }

    #[inline(always)]
    fn play_with(
        &self,
        rules: &Rules<W>,
        state: &State<W>,
        limit: u32,
        mut choose: impl FnMut(&Board<W>, usize) -> Option<Chosen>,
    ) -> Option<Game<W>> {
        let limit = limit.min(rules.plies_left(state));
        let (course, board) = self.begin(rules, state)?;
        let mut game = Game { course, board, plies: 0, last: None, end: None, left: None };
        let mut mover = usize::from(state.mover) - 1;
        while game.plies < limit {
            let Some(chosen) = choose(&game.board, mover) else {
                if game.plies > 0 {
                    game.end = self.now(&game, mover ^ 1).result(&self.ends, Some(true));
                }
                return Some(game);
            };
            if self.goes_on && self.army.goes_on(&game.board, mover, chosen) {
                game.left = Some(self.decision(mover, chosen));
                return Some(game);
            }
            if let Some(last) = game.last {
                game.course.tick(last, false);
            }
            let made = self.army.make(&mut game.board, mover, chosen);
            game.plies += 1;
            if let Some(counter) = made.counter {
                game.course.counter = counter;
            }
            game.last = Some(Last {
                from: chosen.from as i16,
                to: chosen.to as i16,
                from_after: made.after.0 as i16,
                to_after: made.after.1 as i16,
                mover: game.course.mover,
                pass: false,
            });
            let now = self.now(&game, mover);
            if now.may_end(&self.ends) {
                game.end = now.result(&self.ends, None);
                if game.end.is_some() {
                    return Some(game);
                }
            }
            mover ^= 1;
        }
        if game.plies > 0 {
            game.end = self.now(&game, mover ^ 1).result(&self.ends, None);
        }
        Some(game)
    }

    fn now<'a>(&'a self, game: &'a Game<W>, mover: usize) -> Now<'a, W> {
        Now { army: &self.army, board: &game.board, mover, counter: game.course.counter }
    }

    /// The course and the board of an ordinary position.
    fn begin(&self, rules: &Rules<W>, state: &State<W>) -> Option<(Course<W>, Board<W>)> {
        if self.goes_on && state.prev == state.mover {
            return None;
        }
        let course = Course::of(rules, state, 0)?;
        let board = Board::load(rules, state)?;
        let most = board.men.iter().map(|men| men.count() as usize).max().unwrap_or(0);
        let fits = most * self.rules_a_piece < SPANS && self.army.is_castled_by_royals(&board);
        fits.then_some((course, board))
    }

    /// Tells the position what was played. Returns how many plies.
    fn finish(&self, rules: &Rules<W>, state: &mut State<W>, mut game: Game<W>) -> u32 {
        if let Some(last) = game.last {
            if game.end.is_none() {
                game.course.tick(last, false);
                game.course.write(state);
            } else {
                game.course.write_end(state, last, false);
                state.counter = game.course.counter;
            }
            game.board.store(rules, state);
        }
        if let Some(verdict) = game.end {
            rules.end_with(state, &self.verdicts[verdict]);
        }
        match game.left {
            Some(made) => {
                rules.apply(state, made);
                game.plies + 1
            }
            None => game.plies,
        }
    }

    fn decision(&self, mover: usize, chosen: Chosen) -> Move {
        let leg = &self.army.sides[mover & 1].legs[usize::from(chosen.leg)];
        let pair = usize::from(chosen.from) * self.army.sites + usize::from(chosen.to);
        let aux = leg.aux.as_ref().map_or(-1, |aux| aux[pair]);
        Move { from: chosen.from as i16, to: chosen.to as i16, aux, ..Move::bare(leg.leaf) }
    }
}

/// Whether a condition says that the mover has moved before in the same turn.
fn is_same_turn<const W: usize>(condition: &Bool<W>) -> bool {
    let is_mover = |int: &Int<W>| matches!(int, Int::Mover | Int::Role(Role::Mover));
    matches!(condition, Bool::Eq(a, b) if is_mover(a) && matches!(**b, Int::Prev))
}

/// The pieces of both players that a condition says are not threatened.
fn royals<const W: usize>(rules: &Rules<W>, condition: &Bool<W>) -> Option<[u8; 2]> {
    let Bool::Not(part) = condition else { return None };
    let Bool::IsThreatened { what: Some(what), sites: None, moves: None } = &**part else { return None };
    let mut still = super::still::Still::new(rules);
    let mut of = |mover: usize| {
        let what = u8::try_from(still.number(what, mover, -1)?).ok()?;
        (rules.owners.get(usize::from(what)) == Some(&(mover as u8))).then_some(what)
    };
    Some([of(1)?, of(2)?])
}
