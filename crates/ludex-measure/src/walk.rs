//! One game after the other, watched by the metrics. This is the part that is compiled for each game; it turns
//! what happens into plain numbers and hands them on.

use ludex_core::{Journey, MAX_PLAYERS, Playable, Rng, Survey, Turn};

use crate::board::Distances;
use crate::course::{Course, Point};
use crate::distinct::Distinct;
use crate::judge::{Judge, Judging, OPTIONS_EVERY, sides};
use crate::metrics::{All, Raw};
use crate::ply::{Begin, Ended, NOBODY, Options, Ply, Worth, leader};

/// Chooses among the legal moves by their index; `Err` ends the game with a sentence.
pub(crate) type Chooser<'a, G> = dyn FnMut(&<G as ludex_core::Game>::State, &[<G as ludex_core::Game>::Move]) -> Result<usize, String>
    + 'a;

/// A game that was watched.
pub(crate) struct Watched {
    pub(crate) ended: Ended,
    pub(crate) values: Vec<f64>,
    pub(crate) raw: Raw,
    /// The key of one position of the game, each as likely as the other.
    pub(crate) sampled: u64,
}

/// Watches games.
pub(crate) struct Walker<'g, G: Playable> {
    game: &'g G,
    limit: u32,
    judging: Judging<G>,
    side: [usize; MAX_PLAYERS],
    distances: &'g Distances,
    metrics: All,
    /// The course of the game watched last.
    pub(crate) course: Course,
    moves: Vec<G::Move>,
    options: Vec<f64>,
    leaders: Vec<u8>,
    before: Survey,
    after: Survey,
}

impl<'g, G: Playable> Walker<'g, G> {
    pub(crate) fn new(game: &'g G, distances: &'g Distances, judge: Judge, limit: u32) -> Walker<'g, G> {
        Walker {
            game,
            limit,
            judging: Judging::new(game, judge, limit),
            side: sides(game).0,
            distances,
            metrics: All::default(),
            course: Course::default(),
            moves: Vec::new(),
            options: Vec::new(),
            leaders: Vec::new(),
            before: Survey::default(),
            after: Survey::default(),
        }
    }

    /// Watches one game from a position on. `rng` is for chance and for judging, not for the players.
    pub(crate) fn watch(
        &mut self,
        start: G::State,
        rng: &mut Rng,
        distinct: &mut Distinct,
        choose: &mut Chooser<'_, G>,
    ) -> Result<Watched, String> {
        let game = self.game;
        let count = self.judging.sides;
        let mut state = start;
        let mut plies = 0;
        self.let_chance_decide(&mut state, rng);
        game.survey(&state, &mut self.before);
        let mut key = game.key(&state);
        let mut standings = self.judging.standings(game, &state, rng);
        let mut held = leader(&standings[..count]);
        self.metrics.begin(&Begin { survey: &self.before, key });
        self.course.begin(standings[0]);
        distinct.add(key);
        let mut sampled = key;
        let mut turn = game.turn(&state);
        while let Turn::Player(player) = turn {
            if plies >= self.limit {
                break;
            }
            game.moves(&state, &mut self.moves);
            let index = choose(&state, &self.moves)?;
            let chosen = self.moves[index];
            plies += 1;
            let side = self.side[player.index()];
            let judged = self.judge_options(&state, side, rng);
            let journey = self.journey(&state, chosen);
            game.play(&mut state, chosen);
            let after = match self.judging.judge {
                Judge::Standing if judged && count == 2 => {
                    let own = self.options[index];
                    let mut after = [0.0; MAX_PLAYERS];
                    (after[side], after[side ^ 1]) = (own, -own);
                    after
                }
                _ => self.judging.standings(game, &state, rng),
            };
            game.survey(&state, &mut self.after);
            key = game.key(&state);
            distinct.add(key);
            if rng.below(plies + 1) == 0 {
                sampled = key;
            }
            let options = judged.then_some(Options { own: &self.options, leaders: &self.leaders });
            let worth = (self.judging.judge != Judge::Nobody).then(|| Worth {
                before: &standings[..count],
                after: &after[..count],
                leader_before: leader(&standings[..count]),
                leader_after: leader(&after[..count]),
                held,
                options,
            });
            let ply = Ply {
                number: plies,
                player: player.index(),
                side,
                legal: self.moves.len() as u32,
                journey,
                before: &self.before,
                after: &self.after,
                key,
                worth,
            };
            self.metrics.observe(&ply);
            self.course.observe(Point::of(&ply));
            held = worth.and_then(|worth| worth.leader_after).or(held);
            standings = after;
            std::mem::swap(&mut self.before, &mut self.after);
            turn = game.turn(&state);
            if turn == Turn::Chance {
                self.let_chance_decide(&mut state, rng);
                turn = game.turn(&state);
                game.survey(&state, &mut self.before);
                standings = self.judging.standings(game, &state, rng);
            }
        }
        let ended = match game.outcome(&state) {
            None => Ended::Cut,
            Some(outcome) => match outcome.winner() {
                Some(winner) => Ended::Won(self.side[winner.index()] as u8),
                None => Ended::Drawn,
            },
        };
        let values = self.metrics.end(ended, plies);
        Ok(Watched { ended, values, raw: self.metrics.raw(), sampled })
    }

    fn let_chance_decide(&mut self, state: &mut G::State, rng: &mut Rng) {
        while self.game.turn(state) == Turn::Chance {
            let event = self.game.random_move(state, rng, &mut self.moves);
            self.game.play(state, event);
        }
    }

    /// Judges the positions after all legal moves, if this turn is one where that is done. Standings are those
    /// of the mover's side.
    fn judge_options(&mut self, state: &G::State, side: usize, rng: &mut Rng) -> bool {
        let game = self.game;
        self.leaders.clear();
        match self.judging.judge {
            Judge::Nobody => return false,
            Judge::Standing if self.judging.sides == 2 => {
                game.standings_after(state, &self.moves, &mut self.options);
                if side == 1 {
                    self.options.iter_mut().for_each(|standing| *standing = -*standing);
                }
                return true;
            }
            Judge::Playouts(_) if !rng.bits().is_multiple_of(OPTIONS_EVERY) => return false,
            Judge::Standing | Judge::Playouts(_) => {}
        }
        let count = self.judging.sides;
        self.options.clear();
        for index in 0..self.moves.len() {
            let mut after = state.clone();
            game.play(&mut after, self.moves[index]);
            let standings = self.judging.standings(game, &after, rng);
            self.options.push(standings[side]);
            if count > 2 {
                self.leaders.push(leader(&standings[..count]).unwrap_or(NOBODY));
            }
        }
        true
    }

    fn journey(&self, state: &G::State, chosen: G::Move) -> Journey {
        let journey = self.game.journey(state, chosen);
        match (journey.steps, journey.from, journey.to) {
            (None, Some(from), Some(to)) => Journey { steps: self.distances.steps(from, to), ..journey },
            _ => journey,
        }
    }
}
