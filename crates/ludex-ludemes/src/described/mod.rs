//! A described game as a [`Game`]: everything that plays, solves, measures or shows games can use it.

mod about;
mod heuristics;
mod scene;
mod text;

use std::cmp::Ordering;

use ludex_core::{Describe, Game, Layout, MAX_PLAYERS, Outcome, Player, Rng, Symmetry, Turn, Visitor};

use crate::check::check;
use crate::expand::{Choices, Expanded, Library, expand};
use crate::kernels::{Guard, Kernel};
use crate::lower::{Compiled, compile};
use crate::runtime::rules::Rules;
use crate::runtime::{FORCED_PASS, Move, SWAP, State, overruns};
use crate::text::{Diagnostic, Source};

use heuristics::Heuristics;

pub use about::About;

/// The leaf of a chance event: a number drawn.
const DRAW: u16 = u16::MAX;
/// Moves with fewer draws than this are made in one go in playouts.
const MOST_DRAWS: u32 = 1000;

/// A game compiled from a description.
#[derive(Clone, Debug)]
pub struct Described<const W: usize> {
    rules: Rules<W>,
    name: String,
    about: About,
    heuristics: Heuristics<W>,
    /// What each place is called.
    places: Vec<String>,
    /// The position in which the game begins.
    start: State<W>,
    /// The positions after a single draw of the set-up, where there is one.
    begun: Vec<State<W>>,
    /// The loop for playouts, where the rules are of a shape that has one.
    kernel: Option<Kernel<W>>,
}

/// A game compiled from a description, of a width that fits its board.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
#[allow(clippy::large_enum_variant)] // There is one of these per game, and it is taken apart at once.
pub enum AnyDescribed {
    W1(Described<1>),
    W2(Described<2>),
    W8(Described<8>),
}

impl AnyDescribed {
    /// Reads, checks and compiles a description. `name` is what the catalogue calls the game with these choices.
    pub fn compile(
        source: Source,
        library: &Library,
        choices: &Choices,
        name: &str,
    ) -> Result<AnyDescribed, Vec<Diagnostic>> {
        let expanded = expand(source, library, choices)?;
        let checked = check(&expanded)?;
        let compiled = compile(&checked).map_err(|refusal| refusal.diagnostics(&expanded))?;
        let stopped = overruns();
        let game = match compiled {
            Compiled::W1(rules) => AnyDescribed::W1(Described::new(rules, name, &expanded).tried()),
            Compiled::W2(rules) => AnyDescribed::W2(Described::new(rules, name, &expanded).tried()),
            Compiled::W8(rules) => AnyDescribed::W8(Described::new(rules, name, &expanded).tried()),
        };
        if overruns() > stopped {
            let message = "the rules of this game do not come to an end: a move takes more than forty million \
                           steps to work out";
            return Err(vec![expanded.error(checked.root.span, message.to_string())]);
        }
        Ok(game)
    }

    /// Hands the game to a visitor.
    pub fn visit<V: Visitor>(self, visitor: V) -> V::Output {
        match self {
            AnyDescribed::W1(game) => visitor.visit(game),
            AnyDescribed::W2(game) => visitor.visit(game),
            AnyDescribed::W8(game) => visitor.visit(game),
        }
    }
}

impl<const W: usize> Described<W> {
    fn new(mut rules: Rules<W>, name: &str, expanded: &Expanded) -> Described<W> {
        // Loops for common shapes of rules know of one piece a place.
        rules.guard = (!rules.stacks).then(|| Guard::of(&rules)).flatten();
        let board = &rules.tables.board;
        let mut places: Vec<String> = (0..rules.tables.sites)
            .map(|site| board.label(board.default_type(), site).to_lowercase())
            .collect();
        let unique = {
            let mut sorted = places.clone();
            sorted.sort_unstable();
            sorted.dedup();
            sorted.len() == places.len()
        };
        if !unique {
            places = (0..rules.tables.sites).map(|site| site.to_string()).collect();
        }
        places.extend((rules.tables.sites..rules.places).map(|site| format!("unused{site}")));
        for container in &rules.containers[1..] {
            for index in 0..container.len {
                let kind = if container.is_dice { "dice" } else { "hand" };
                places[container.first + index] = format!("{kind}{}.{}", container.owner, index + 1);
            }
        }
        let start = rules.begin(Vec::new());
        let about = About::of(expanded).for_players(rules.players);
        let heuristics = Heuristics::new(&rules, expanded);
        let kernel = Kernel::of(&rules, &start);
        let begun = match &start.waiting {
            Some(waiting) if waiting.sides <= 64 && waiting.roll.is_none() => {
                let begun: Vec<State<W>> = (0..waiting.sides).map(|drawn| rules.begin(vec![drawn])).collect();
                if begun.iter().all(|state| state.waiting.is_none()) { begun } else { Vec::new() }
            }
            _ => Vec::new(),
        };
        Described { rules, name: name.to_string(), about, heuristics, places, start, begun, kernel }
    }

    /// The loop that plays random games, if the rules are of a shape that has one.
    pub fn kernel(&self) -> Option<&Kernel<W>> {
        self.kernel.as_ref()
    }

    /// The same game with playouts by the general rules alone.
    pub fn without_kernel(mut self) -> Described<W> {
        self.kernel = None;
        self
    }

    /// Plays a few random moves, so that rules that loop for ever show it before anybody plays them.
    fn tried(self) -> Described<W> {
        let mut state = self.start.clone();
        let mut rng = Rng::derived(1, 0, 0);
        let mut scratch = Vec::new();
        let stopped = overruns();
        for _ in 0..4 {
            if overruns() > stopped || self.turn(&state).is_over() {
                break;
            }
            let chosen = self.random_move(&state, &mut rng, &mut scratch);
            self.play(&mut state, chosen);
        }
        self
    }

    /// The compiled rules.
    pub fn rules_code(&self) -> &Rules<W> {
        &self.rules
    }

    /// A playout in which chance decides at once, and end rules that ask for a move of the next player are
    /// answered when that move is drawn: if there is none, the ply before is played again, with a look.
    fn playout_at_once(
        &self,
        state: &mut State<W>,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<Move>,
    ) -> u32 {
        let trusting = self.rules.asks_for_moves;
        let mut plies = 0;
        // The ply that was played in trust: the position before it, and its move.
        let mut position = state.clone();
        let mut before: Option<(Rng, Move)> = None;
        loop {
            let mut chosen = None;
            if plies < limit && !self.turn(state).is_over() {
                let kept = before.is_some().then(|| rng.clone());
                let drawn = self.random_move(state, rng, scratch);
                let is_made = !matches!(drawn.leaf, FORCED_PASS | SWAP);
                if is_made || before.is_none() {
                    (chosen, before) = (Some(drawn), None);
                } else if let Some(kept) = kept {
                    *rng = kept;
                }
            }
            if let Some((mut source, made)) = before.take() {
                std::mem::swap(state, &mut position);
                self.rules.apply_at_once(state, made, &mut source, false);
                continue;
            }
            let Some(chosen) = chosen else { return plies };
            plies += 1;
            if chosen.leaf == DRAW || (self.rules.draws && limit - plies < MOST_DRAWS) {
                self.play(state, chosen);
                continue;
            }
            if trusting {
                position.clone_from(state);
            }
            let source = rng.clone();
            let (drawn, trusted) = self.rules.apply_at_once(state, chosen, rng, trusting);
            plies += drawn;
            before = trusted.then_some((source, chosen));
        }
    }

    fn seat(&self, state: &State<W>, colour: u8) -> Player {
        Player::new(state.seats[colour as usize] as usize - 1)
    }
}

impl<const W: usize> Game for Described<W> {
    type State = State<W>;
    type Move = Move;

    fn players(&self) -> usize {
        self.rules.players
    }

    fn start(&self) -> State<W> {
        self.start.clone()
    }

    fn turn(&self, state: &State<W>) -> Turn {
        if state.waiting.is_some() {
            Turn::Chance
        } else if state.over {
            Turn::Over
        } else {
            Turn::Player(self.seat(state, state.mover))
        }
    }

    fn moves(&self, state: &State<W>, moves: &mut Vec<Move>) {
        if let Some(waiting) = &state.waiting {
            moves.clear();
            moves.extend((0..waiting.sides).map(|number| Move { aux: number as i16, ..Move::bare(DRAW) }));
            return;
        }
        if self.kernel.as_ref().is_some_and(|kernel| kernel.list(&self.rules, state, moves)) {
            return;
        }
        self.rules.raw_moves(state, moves);
        if self.rules.may_repeat_moves {
            moves.sort_unstable();
            moves.dedup();
        }
    }

    fn random_move(&self, state: &State<W>, rng: &mut Rng, scratch: &mut Vec<Move>) -> Move {
        if let Some(waiting) = &state.waiting {
            return Move { aux: rng.below(waiting.sides) as i16, ..Move::bare(DRAW) };
        }
        if let Some(drawn) = self.rules.draw_move(state, rng) {
            return drawn;
        }
        self.moves(state, scratch);
        scratch[rng.below(scratch.len() as u32) as usize]
    }

    fn playout(&self, state: &mut State<W>, rng: &mut Rng, limit: u32, scratch: &mut Vec<Move>) -> u32 {
        if self.kernel.is_none() && (self.rules.asks_for_moves || self.rules.draws) {
            return self.playout_at_once(state, rng, limit, scratch);
        }
        let mut plies = 0;
        while plies < limit && !self.turn(state).is_over() {
            if let Some(kernel) = &self.kernel {
                plies += kernel.run(&self.rules, state, rng, limit - plies);
                if plies >= limit || self.turn(state).is_over() {
                    break;
                }
            }
            let chosen = self.random_move(state, rng, scratch);
            self.play(state, chosen);
            plies += 1;
        }
        plies
    }

    fn rollout(
        &self,
        state: &State<W>,
        rng: &mut Rng,
        limit: u32,
        scratch: &mut Vec<Move>,
    ) -> (u32, Option<Outcome>) {
        if let Some(kernel) = &self.kernel
            && !self.rules.has_teams(state)
        {
            let before = rng.clone();
            if let Some((plies, winner)) = kernel.rollout(&self.rules, state, rng, limit) {
                let outcome = match winner {
                    Some(colour) => Outcome::win(self.rules.players, self.seat(state, colour)),
                    None => Outcome::draw(self.rules.players),
                };
                return (plies, Some(outcome));
            }
            *rng = before.clone();
            if self.rules.scored
                && let Some(settled) = kernel.settle(&self.rules, state, rng, limit)
            {
                let outcome = match settled.winner {
                    Some(colour) => Outcome::win(2, self.seat(state, colour)),
                    None => Outcome::draw(2),
                };
                let mut scores = [0; 2];
                for (colour, score) in (1..).zip(settled.scores) {
                    scores[self.seat(state, colour).index()] = score;
                }
                return (settled.plies, Some(outcome.with_scores(&scores)));
            }
            *rng = before;
        }
        let mut end = state.clone();
        let plies = self.playout(&mut end, rng, limit, scratch);
        (plies, self.outcome(&end))
    }

    fn play(&self, state: &mut State<W>, chosen: Move) {
        if chosen.leaf == DRAW {
            let setting_up = |state: &State<W>| {
                state.waiting.as_ref().is_some_and(|waiting| {
                    waiting.before.is_none() && waiting.draws.is_empty() && waiting.roll.is_none()
                })
            };
            if setting_up(state)
                && let Some(begun) = self.begun.get(chosen.aux.max(0) as usize)
            {
                *state = begun.clone();
                return;
            }
            self.rules.apply_draw(state, chosen.aux.max(0) as u32);
        } else if !state.over && state.waiting.is_none() && (chosen.leaf as usize) < self.rules.leaves.len() {
            let by_kernel = |kernel: &Kernel<W>| kernel.make(&self.rules, state, chosen);
            if !self.kernel.as_ref().is_some_and(by_kernel) {
                self.rules.apply(state, chosen);
            }
        }
    }

    fn outcome(&self, state: &State<W>) -> Option<Outcome> {
        if !state.over || state.waiting.is_some() {
            return None;
        }
        let players = self.rules.players;
        if players == 1 {
            let outcome = Outcome::puzzle(state.ranks[1] == 2);
            return Some(if self.rules.scored { outcome.with_scores(&[state.scores[1]]) } else { outcome });
        }
        let mut merit = [0; MAX_PLAYERS];
        let mut scores = [0; MAX_PLAYERS];
        for colour in 1..=players {
            let seat = self.seat(state, colour as u8).index();
            merit[seat] = -i32::from(state.ranks[colour]);
            scores[seat] = state.scores[colour];
        }
        let (merit, scores) = (&merit[..players], &scores[..players]);
        if players == 2 && state.teams[1] != state.teams[2] {
            let outcome = match merit[0].cmp(&merit[1]) {
                Ordering::Greater => Outcome::win(2, Player::new(0)),
                Ordering::Less => Outcome::win(2, Player::new(1)),
                Ordering::Equal => Outcome::draw(2),
            };
            return Some(if self.rules.scored { outcome.with_scores(scores) } else { outcome });
        }
        let outcome = if self.rules.has_teams(state) {
            let mut teams = vec![0; players];
            for colour in 1..=players {
                teams[self.seat(state, colour as u8).index()] = state.teams[colour];
            }
            let mut names = teams.clone();
            names.sort_unstable();
            names.dedup();
            let team_of: Vec<usize> =
                teams.iter().map(|team| names.iter().position(|name| name == team).unwrap_or(0)).collect();
            let team_merit: Vec<i32> = (0..names.len())
                .map(|team| (0..players).filter(|&p| team_of[p] == team).map(|p| merit[p]).max().unwrap_or(0))
                .collect();
            Outcome::by_team_merit(&team_merit, &team_of)
        } else {
            Outcome::by_merit(merit)
        };
        Some(if self.rules.scored { outcome.with_scores(scores) } else { outcome })
    }

    fn key(&self, state: &State<W>) -> u64 {
        state.key()
    }

    fn key_from_scratch(&self, state: &State<W>) -> u64 {
        state.key_with(state.board_key_from_scratch())
    }

    fn essence(&self, state: &State<W>) -> State<W> {
        self.rules.essence(state)
    }

    fn move_id(&self, chosen: Move) -> u32 {
        let Move { leaf, from, to, aux, site, value } = chosen;
        let low = u64::from(leaf) << 32 | u64::from(from as u16) << 16 | u64::from(to as u16);
        let high = u64::from(aux as u16) << 32 | u64::from(site as u16) << 16 | u64::from(value as u16);
        ludex_core::mix(low ^ ludex_core::mix(high)) as u32
    }
}

impl<const W: usize> Describe for Described<W> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn rules(&self) -> String {
        self.about.rules_text()
    }

    fn player_names(&self) -> Vec<String> {
        self.about.player_names(self.rules.players)
    }
}

impl<const W: usize> Symmetry for Described<W> {}
impl<const W: usize> Layout for Described<W> {}
