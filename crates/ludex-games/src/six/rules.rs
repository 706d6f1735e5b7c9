//! The rules: whose decision, which moves, what they do.

use ludex_core::{Game, Outcome, Player, Rng, SpecError, Turn};

use super::cell::{Cell, Hex, Sides};
use super::options::{Decisions, FEWEST, Form, Options, Ties};
use super::shapes::{Shapes, shapes_through};
use super::state::{BLACK, Ending, RED, Reason, Stage, State};
use super::tiles::Tiles;

/// The game of Six under some choice of rules.
#[derive(Clone, Debug)]
pub struct Six {
    pub(super) options: Options,
}

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Move {
    /// Lay a tile, a new one or the lifted one.
    Lay(Cell),
    /// Lift an own tile.
    Lift(Cell),
    /// Keep the group that touches the lifted tile's cell on these sides.
    Keep(Sides),
    /// Lift a tile and lay it elsewhere, as one decision.
    Shift {
        /// Where it lies.
        from: Cell,
        /// Where it goes.
        to: Cell,
    },
}

/// The groups into which the field falls when a tile is lifted: at most three.
#[derive(Clone, Copy, Debug)]
pub(super) struct Split {
    count: usize,
    groups: [Group; 3],
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Group {
    /// On which sides it touches the lifted tile's cell.
    pub(super) sides: Sides,
    pub(super) tiles: Tiles,
    pub(super) size: u32,
}

impl Split {
    /// The groups of `field` around `cell`, which has just been emptied. `None` if the field still hangs
    /// together.
    pub(super) fn around(field: &Tiles, cell: Cell) -> Option<Split> {
        let mut sides = field.around(cell);
        if sides.stretches() < 2 {
            return None;
        }
        let nothing = Group { sides: Sides(0), tiles: Tiles::EMPTY, size: 0 };
        let mut split = Split { count: 0, groups: [nothing; 3] };
        while let Some(first) = sides.directions().next() {
            let tiles = field.group(cell.step(first));
            let of_group = sides.directions().filter(|&d| tiles.has(cell.step(d)));
            let group_sides = Sides(of_group.fold(0, |mask, d| mask | 1 << d));
            split.groups[split.count] = Group { sides: group_sides, tiles, size: tiles.count() };
            split.count += 1;
            sides.0 &= !group_sides.0;
        }
        (split.count > 1).then_some(split)
    }

    pub(super) fn groups(&self) -> &[Group] {
        &self.groups[..self.count]
    }

    /// The groups no other group is larger than.
    pub(super) fn largest(&self) -> impl Iterator<Item = &Group> {
        let most = self.groups().iter().map(|group| group.size).max();
        self.groups().iter().filter(move |group| Some(group.size) == most)
    }
}

impl Six {
    /// The game under these rules, if they make sense.
    pub fn new(options: Options) -> Result<Six, SpecError> {
        options.check()?;
        Ok(Six { options })
    }

    /// The published game.
    pub fn full() -> Six {
        Six { options: Options::of(Form::Full) }
    }

    /// The first phase only.
    pub fn half() -> Six {
        Six { options: Options::of(Form::Half) }
    }

    /// The study's SixExe.
    pub fn exe() -> Six {
        Six { options: Options::of(Form::Exe) }
    }

    /// The rules that were chosen.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// The groups into which the field would fall if the tile at `place` were lifted, largest first; one group
    /// if it still hangs together. Empty if no tile lies there.
    pub fn groups_without(&self, state: &State, place: Hex) -> Vec<Vec<Hex>> {
        let (mut field, cell) = (state.field(), place.cell());
        if !field.has(cell) {
            return Vec::new();
        }
        field.remove(cell);
        let [q, r] = state.home;
        let list = |tiles: &Tiles| tiles.iter_from(q - 1, r - 1).map(|cell| state.hex(cell)).collect();
        let mut groups: Vec<Vec<Hex>> = match Split::around(&field, cell) {
            Some(split) => split.groups().iter().map(|group| list(&group.tiles)).collect(),
            None => vec![list(&field)],
        };
        groups.sort_by_key(|group| std::cmp::Reverse(group.len()));
        groups
    }

    /// The number of the player after `mover` who has something to do: in the first phase, players whose colour
    /// has no tile left sit out.
    pub(super) fn next_mover(&self, mover: u8, hand: [u8; 2]) -> u8 {
        let next = (mover + 1) % self.options.players;
        if hand != [0, 0] && hand[usize::from(next & 1)] == 0 {
            (next + 1) % self.options.players
        } else {
            next
        }
    }

    /// Where the mover may lay a tile.
    pub(super) fn landing(&self, state: &State) -> Tiles {
        let mut cells = state.field().border();
        if state.laid == [0, 0] {
            cells.add(Cell::ORIGIN);
        }
        if let Stage::LayAgain(Some(from)) = state.stage {
            cells.remove(from);
        }
        cells
    }

    fn lay(&self, state: &mut State, cell: Cell) {
        let colour = state.colour();
        state.add(colour, cell);
        if state.stage == Stage::Lay {
            state.hand[colour] = state.hand[colour].saturating_sub(1);
        }
        let shapes = shapes_through(&state.tiles[colour], cell);
        self.end_turn(state, shapes);
    }

    /// Ends a turn whose tile completed these shapes (usually none).
    pub(super) fn end_turn(&self, state: &mut State, shapes: Shapes) {
        let options = &self.options;
        state.made += u32::from(options.limit > 0);
        if !shapes.is_empty() {
            return end(state, Some(state.colour()), Reason::Shape(shapes));
        }
        let all_laid = state.hand == [0, 0];
        if all_laid && options.form == Form::Half {
            return end(state, None, Reason::AllLaid);
        }
        if options.limit > 0 && state.made >= options.limit {
            return end(state, None, Reason::Limit);
        }
        state.mover = self.next_mover(state.mover, state.hand);
        state.stage = if all_laid { Stage::Lift } else { Stage::Lay };
    }

    fn lift(&self, state: &mut State, from: Cell) {
        state.take(state.colour(), from);
        match Split::around(&state.field(), from) {
            None => {
                state.settle_home();
                state.stage = Stage::LayAgain((!self.options.back).then_some(from));
            }
            Some(split) if split.largest().count() > 1 => state.stage = Stage::Keep(from),
            Some(split) => {
                if let Some(largest) = split.largest().next() {
                    self.capture(state, from, &largest.tiles);
                }
            }
        }
    }

    fn keep(&self, state: &mut State, sides: Sides) {
        let Stage::Keep(from) = state.stage else { return };
        if let Some(direction) = sides.directions().next() {
            let kept = state.field().group(from.step(direction));
            self.capture(state, from, &kept);
        }
    }

    /// Takes everything but `kept` out of the game and looks for a shut-out.
    fn capture(&self, state: &mut State, from: Cell, kept: &Tiles) {
        for colour in [RED, BLACK] {
            let mut captured = state.tiles[colour];
            captured.subtract(kept);
            for cell in captured.iter() {
                state.take(colour, cell);
            }
        }
        state.settle_home();
        match self.shut_out(state.laid, state.colour()) {
            Some(winner) => {
                state.made += u32::from(self.options.limit > 0);
                end(state, winner, Reason::ShutOut);
            }
            None => state.stage = Stage::LayAgain((!self.options.back).then_some(from)),
        }
    }

    /// Who wins by shut-out (`Some(None)` if nobody does because both are shut out) when a capture by `mover`
    /// leaves these tiles on the field; `None` if both colours can still form a shape.
    #[inline]
    pub(super) fn shut_out(&self, laid: [u8; 2], mover: usize) -> Option<Option<usize>> {
        let out = |colour: usize| {
            let in_hand = u8::from(self.options.hand && colour == mover);
            laid[colour] + in_hand < FEWEST
        };
        match (out(RED), out(BLACK)) {
            (false, false) => None,
            (true, true) => Some(None),
            (red, _) => Some(Some(if red { BLACK } else { RED })),
        }
    }

    /// The moves that begin with lifting the tile on `from`, in the form of one decision.
    fn shifts(&self, state: &State, from: Cell, moves: &mut Vec<Move>) {
        let mut after = state.clone();
        self.lift(&mut after, from);
        match after.stage {
            // Something is decided, or has to be, before the tile can be laid.
            Stage::Keep(_) | Stage::Over(_) => moves.push(Move::Lift(from)),
            _ => {
                let [q, r] = after.home;
                let landing = self.landing(&after);
                moves.extend(landing.iter_from(q - 1, r - 1).map(|to| Move::Shift { from, to }));
            }
        }
    }

    fn keeps(&self, state: &State, from: Cell, moves: &mut Vec<Move>) {
        if let Some(split) = Split::around(&state.field(), from) {
            moves.extend(split.largest().map(|group| Move::Keep(group.sides)));
        }
    }
}

pub(super) fn end(state: &mut State, winner: Option<usize>, reason: Reason) {
    state.mover = 0;
    state.stage = Stage::Over(Ending { winner, reason });
}

impl Game for Six {
    type State = State;
    type Move = Move;

    fn players(&self) -> usize {
        usize::from(self.options.players)
    }

    /// Players of one colour are a team.
    #[inline]
    fn team(&self, player: Player) -> usize {
        player.index() & 1
    }

    fn start(&self) -> State {
        State::empty([self.options.red, self.options.black])
    }

    #[inline]
    fn turn(&self, state: &State) -> Turn {
        match state.stage {
            Stage::Over(_) => Turn::Over,
            Stage::Keep(_) if self.options.ties == Ties::Random => Turn::Chance,
            _ => Turn::Player(Player::new(usize::from(state.mover))),
        }
    }

    fn moves(&self, state: &State, moves: &mut Vec<Move>) {
        moves.clear();
        let [q, r] = state.home.map(|first| first - 1);
        match state.stage {
            Stage::Over(_) => {}
            Stage::Lay | Stage::LayAgain(_) => {
                moves.extend(self.landing(state).iter_from(q, r).map(Move::Lay));
            }
            Stage::Keep(from) => self.keeps(state, from, moves),
            Stage::Lift => {
                let own = state.tiles[state.colour()].iter_from(q, r);
                match self.options.turn {
                    Decisions::Steps => moves.extend(own.map(Move::Lift)),
                    Decisions::Whole => own.for_each(|from| self.shifts(state, from, moves)),
                }
            }
        }
    }

    fn play(&self, state: &mut State, chosen: Move) {
        match chosen {
            Move::Lay(cell) => self.lay(state, cell),
            Move::Lift(from) => self.lift(state, from),
            Move::Keep(sides) => self.keep(state, sides),
            Move::Shift { from, to } => {
                self.lift(state, from);
                self.lay(state, to);
            }
        }
    }

    fn outcome(&self, state: &State) -> Option<Outcome> {
        let Stage::Over(ending) = state.stage else { return None };
        let merit = [RED, BLACK].map(|colour| i32::from(ending.winner == Some(colour)));
        Some(match (self.options.players, ending.winner) {
            (4, _) => Outcome::by_team_merit(&merit, &[0, 1, 0, 1]),
            (_, Some(winner)) => Outcome::win(2, Player::new(winner)),
            (_, None) => Outcome::draw(2),
        })
    }

    #[inline]
    fn key(&self, state: &State) -> u64 {
        state.tiles_key ^ state.rest_key()
    }

    fn key_from_scratch(&self, state: &State) -> u64 {
        state.tiles_key_from_scratch() ^ state.rest_key()
    }

    /// Two bits for the kind of decision, fourteen for each cell.
    fn move_id(&self, chosen: Move) -> u32 {
        match chosen {
            Move::Lay(cell) => u32::from(cell.0),
            Move::Lift(cell) => 1 << 30 | u32::from(cell.0),
            Move::Keep(sides) => 2 << 30 | u32::from(sides.0),
            Move::Shift { from, to } => 3 << 30 | u32::from(from.0) << 14 | u32::from(to.0),
        }
    }

    fn count_moves(&self, state: &State, scratch: &mut Vec<Move>) -> usize {
        match state.stage {
            Stage::Lay | Stage::LayAgain(_) => self.landing(state).count() as usize,
            Stage::Lift if self.options.turn == Decisions::Steps => usize::from(state.laid[state.colour()]),
            _ => {
                self.moves(state, scratch);
                scratch.len()
            }
        }
    }

    fn is_legal(&self, state: &State, chosen: Move) -> bool {
        match (state.stage, chosen) {
            (Stage::Lay | Stage::LayAgain(_), Move::Lay(cell)) => self.landing(state).has(cell),
            (Stage::Lift, Move::Lift(cell)) if self.options.turn == Decisions::Steps => {
                state.tiles[state.colour()].has(cell)
            }
            _ => {
                let mut moves = Vec::new();
                self.moves(state, &mut moves);
                moves.contains(&chosen)
            }
        }
    }

    fn random_move(&self, state: &State, rng: &mut Rng, scratch: &mut Vec<Move>) -> Move {
        let [q, r] = state.home.map(|first| first - 1);
        let picked = match state.stage {
            Stage::Lay | Stage::LayAgain(_) => {
                let cells = self.landing(state);
                cells.nth_from(q, r, rng.below(cells.count())).map(Move::Lay)
            }
            Stage::Lift if self.options.turn == Decisions::Steps => {
                let own = &state.tiles[state.colour()];
                own.nth_from(q, r, rng.below(own.count())).map(Move::Lift)
            }
            _ => None,
        };
        picked.unwrap_or_else(|| {
            self.moves(state, scratch);
            scratch[rng.below(scratch.len() as u32) as usize]
        })
    }

    fn playout(&self, state: &mut State, rng: &mut Rng, limit: u32, scratch: &mut Vec<Move>) -> u32 {
        self.random_game(state, rng, limit, scratch)
    }
}
