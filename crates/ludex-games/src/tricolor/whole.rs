//! Tricolor as Ludii's library has it, where it is marked as unfinished: `tricolor(rules=ludii)`.
//!
//! The board, the set-up and the strengths are those of the two-player game on 61 tiles, but:
//!
//! 1. Only whole columns move, and pieces keep their order in a column. Whoever has the uppermost piece owns it; a
//!    column counts as many pieces as it has of its owner's colour, wherever they lie, at most three.
//! 2. A column attacks along a line as far as it reaches while every tile of the line holds a weaker enemy: the
//!    nearest tile, or the ones behind it over their heads. Who can attack so must. Otherwise columns
//!    slide over empty tiles, onto an own column or onto a weaker enemy.
//! 3. An enemy column that is less than half as strong leaves the board with all its pieces. Any other is put under the
//!    attacker.
//! 4. Whoever leaves the opponent without a move wins. After 2500 turns the game is drawn.
//!
//! Ludii keeps a list of the levels at which each player's pieces lie, and takes its moves from there: a column moves if
//! the list has its uppermost level. When a column leaves the board after an attack of the first kind, its pieces are
//! taken out one by one, the uppermost first, then those at levels 1, 2, 3 and so on counted anew each time. A level that
//! the shrunken column no longer has takes the uppermost piece, and that one stays in the list. So a player may come to
//! move a column of the opponent that has grown to just such a height on the same tile. We keep the list too.

use ludex_core::{
    Colour, Describe, Draw, Evaluate, Game, Layout, Marks, Outcome, PieceShape, Player, Scene, SiteId,
    Symmetry, Text, TextError, Turn, mix, shorten,
};

use super::board::Board;
use super::show::add_tile;
use super::{NAMES, STANDARD_SIDE};

/// The tiles of the board of side 5.
const TILES: usize = 61;
/// The pieces of both players.
const PIECES: u32 = 36;
/// The longest line a column moves along.
const REACH: usize = 3;
/// After so many turns the game is drawn.
const LONGEST: u16 = 2500;

/// The pieces on a tile from the bottom up: bit n is set if the piece at level n is the second player's.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
struct Pile {
    black: u64,
    height: u8,
}

impl Pile {
    fn owner(self) -> Option<usize> {
        let top = self.height.checked_sub(1)?;
        Some((self.black >> top & 1) as usize)
    }

    /// How many of a player's pieces there are.
    fn of(self, player: usize) -> u32 {
        let black = self.black.count_ones();
        if player == 1 { black } else { u32::from(self.height) - black }
    }

    fn at(self, level: u32) -> usize {
        (self.black >> level & 1) as usize
    }

    /// Without the piece at a level; those above sink.
    fn without(self, level: u32) -> Pile {
        let below = self.black & ((1 << level) - 1);
        Pile { black: below | self.black >> (level + 1) << level, height: self.height - 1 }
    }

    fn under(self, upper: Pile) -> Pile {
        Pile { black: self.black | upper.black << self.height, height: self.height + upper.height }
    }

    fn levels(self) -> u64 {
        (1 << self.height) - 1
    }
}

/// A position.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct WholeState {
    piles: [Pile; TILES],
    /// The levels of each tile that each player's list has.
    listed: [[u64; TILES]; 2],
    mover: u8,
    turn: u16,
    outcome: Option<Option<u8>>,
}

impl WholeState {
    /// The owners of the pieces on a tile, from the bottom up.
    pub fn column(&self, tile: usize) -> impl Iterator<Item = Player> + '_ {
        let pile = self.piles[tile];
        (0..u32::from(pile.height)).map(move |level| Player::new(pile.at(level)))
    }

    fn put(&mut self, tile: usize, pile: Pile) {
        self.piles[tile] = pile;
        self.listed[0][tile] |= pile.levels() & !pile.black;
        self.listed[1][tile] |= pile.black;
    }

    /// Takes a piece out, or the uppermost if there is none at this level; only in the first case the lists follow.
    fn take_out(&mut self, tile: usize, level: u32) {
        let pile = self.piles[tile];
        let Some(top) = u32::from(pile.height).checked_sub(1) else { return };
        self.piles[tile] = pile.without(level.min(top));
        if level > top {
            return;
        }
        self.listed[pile.at(level)][tile] &= !(1 << level);
        for listed in &mut self.listed {
            let levels = &mut listed[tile];
            *levels = *levels & ((1 << (level + 1)) - 1) | *levels >> (level + 1) << level;
        }
    }

    fn carry(&mut self, from: usize, to: usize) {
        let (moved, under) = (self.piles[from], self.piles[to]);
        for player in 0..2 {
            if moved.of(player) > 0 {
                self.listed[player][from] = 0;
            }
        }
        self.piles[from] = Pile::default();
        self.put(to, under.under(moved));
    }
}

/// A column moves.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct WholeMove {
    /// From this tile.
    pub from: u8,
    /// To this one.
    pub to: u8,
    /// Whether it is one of the attacks that must be made.
    pub forced: bool,
}

/// The rules.
#[derive(Clone, Debug)]
pub struct WholeColumns {
    board: Board,
    /// Up to three tiles in each of six directions from each tile.
    lines: Vec<[Vec<usize>; 6]>,
    start: WholeState,
}

impl Default for WholeColumns {
    fn default() -> Self {
        WholeColumns::new()
    }
}

impl WholeColumns {
    /// The game.
    pub fn new() -> WholeColumns {
        let board = Board::new(STANDARD_SIDE);
        let line = |tile: usize, direction: usize| -> Vec<usize> {
            (1..=REACH as i32).map_while(|steps| board.along(tile, direction, steps)).collect()
        };
        let lines =
            (0..board.len()).map(|tile| std::array::from_fn(|direction| line(tile, direction))).collect();
        let mut start = WholeState {
            piles: [Pile::default(); TILES],
            listed: [[0; TILES]; 2],
            mover: 0,
            turn: 1,
            outcome: None,
        };
        for (player, army) in board.armies(2).iter().enumerate() {
            for &tile in army {
                start.put(tile, Pile { black: player as u64, height: 1 });
            }
        }
        WholeColumns { board, lines, start }
    }

    /// The board.
    pub fn board(&self) -> &Board {
        &self.board
    }

    fn count(&self, state: &WholeState, tile: usize) -> u32 {
        let pile = state.piles[tile];
        pile.owner().map_or(0, |owner| pile.of(owner).min(REACH as u32))
    }

    fn strength(&self, state: &WholeState, tile: usize) -> u32 {
        self.count(state, tile) * self.board.tiles()[tile].colour.value()
    }

    /// The columns that the list of the player to move has.
    fn movable<'s>(&self, state: &'s WholeState) -> impl Iterator<Item = usize> + 's {
        let listed = &state.listed[usize::from(state.mover)];
        (0..TILES).filter(move |&tile| {
            let height = state.piles[tile].height;
            height > 0 && listed[tile] >> (height - 1) & 1 == 1
        })
    }

    /// Goes through the legal moves until `then` says to stop.
    fn each_move(&self, state: &WholeState, then: &mut dyn FnMut(WholeMove) -> bool) {
        let mover = usize::from(state.mover);
        let weaker = |from: usize, to: usize| {
            state.piles[to].owner() == Some(1 - mover)
                && self.strength(state, from) > self.strength(state, to)
        };
        let mut forced = false;
        for from in self.movable(state) {
            let reach = self.count(state, from) as usize;
            for line in &self.lines[from] {
                for &to in line.iter().take(reach).take_while(|&&to| weaker(from, to)) {
                    forced = true;
                    if !then(WholeMove { from: from as u8, to: to as u8, forced }) {
                        return;
                    }
                }
            }
        }
        if forced {
            return;
        }
        for from in self.movable(state) {
            let reach = self.count(state, from) as usize;
            for line in &self.lines[from] {
                for &to in line.iter().take(reach) {
                    let owner = state.piles[to].owner();
                    if owner.is_none() || owner == Some(mover) || weaker(from, to) {
                        let made = WholeMove { from: from as u8, to: to as u8, forced };
                        if !then(made) {
                            return;
                        }
                    }
                    if owner.is_some() {
                        break;
                    }
                }
            }
        }
    }

    /// The columns changed by a move.
    fn make(&self, state: &mut WholeState, chosen: WholeMove) {
        let (from, to) = (usize::from(chosen.from), usize::from(chosen.to));
        let enemy = state.piles[to].owner() == Some(1 - usize::from(state.mover));
        if enemy && self.strength(state, from) > 2 * self.strength(state, to) {
            let top = u32::from(state.piles[to].height) - 1;
            state.take_out(to, top);
            for step in 0..top {
                state.take_out(to, if chosen.forced { step } else { top - 1 - step });
            }
        }
        state.carry(from, to);
    }
}

impl Game for WholeColumns {
    type State = WholeState;
    type Move = WholeMove;

    fn players(&self) -> usize {
        2
    }

    fn start(&self) -> WholeState {
        self.start.clone()
    }

    fn turn(&self, state: &WholeState) -> Turn {
        if state.outcome.is_some() { Turn::Over } else { Turn::Player(Player::new(usize::from(state.mover))) }
    }

    fn moves(&self, state: &WholeState, moves: &mut Vec<WholeMove>) {
        moves.clear();
        if state.outcome.is_none() {
            self.each_move(state, &mut |made| {
                moves.push(made);
                true
            });
        }
    }

    fn play(&self, state: &mut WholeState, chosen: WholeMove) {
        let mover = state.mover;
        self.make(state, chosen);
        state.mover = 1 - mover;
        let mut can_move = false;
        self.each_move(state, &mut |_| {
            can_move = true;
            false
        });
        if !can_move {
            state.outcome = Some(Some(mover));
        } else if state.turn >= LONGEST {
            state.outcome = Some(None);
        }
        state.turn += 1;
    }

    fn outcome(&self, state: &WholeState) -> Option<Outcome> {
        state.outcome.map(|winner| match winner {
            Some(winner) => Outcome::win(2, Player::new(usize::from(winner))),
            None => Outcome::draw(2),
        })
    }

    fn key(&self, state: &WholeState) -> u64 {
        let mut key = mix(u64::from(state.mover) | u64::from(state.outcome.is_some()) << 1);
        for tile in 0..TILES {
            let Pile { black, height } = state.piles[tile];
            let lists = [state.listed[0][tile], state.listed[1][tile]];
            if height > 0 || lists != [0, 0] {
                key ^= mix(mix(black ^ u64::from(height) << 48 ^ (tile as u64) << 56) ^ lists[0] << 1)
                    ^ mix(lists[1] ^ (tile as u64) << 48);
            }
        }
        key
    }

    fn move_id(&self, chosen: WholeMove) -> u32 {
        u32::from(chosen.from) << 8 | u32::from(chosen.to) << 1 | u32::from(chosen.forced)
    }
}

impl Describe for WholeColumns {
    fn name(&self) -> String {
        "tricolor(rules=ludii)".to_string()
    }

    fn rules(&self) -> String {
        "This is Tricolor as Ludii's library has it, where it is marked as unfinished.\n\n\
         The board is a hexagon of 61 tiles in three colours. A piece on a white tile counts 1, on a black tile 2, on \
         a red tile 3. White has 18 pieces, one on each tile of the three lowest rows; Black has 18 on the three \
         highest. White begins; the players move in turn.\n\n\
         Pieces on one tile form a column; whoever has the uppermost piece owns it. In your turn move a whole column \
         of yours in a straight line, in one of the six directions. It counts as many pieces as it has of your colour, \
         at most three, moves at most so many steps, and its strength is that number times the value of its \
         tile.\n\
         - A column attacks an enemy column next to it that is weaker, or one further on if all columns on the \
         way are weaker enemies too. If you can attack like that you must.\n\
         - Otherwise a column moves over empty tiles, onto a column of yours, or onto a weaker enemy column.\n\
         - An enemy column less than half as strong leaves the board with all its pieces.\n\
         - Any other column comes to lie under the one that moved onto it, and no piece changes its place in it.\n\n\
         Where a column of yours of several pieces was taken off in a forced attack, a later column of the opponent on \
         that tile may be yours to move when it has a certain height: Ludii does not strike every piece off its list, \
         and this game follows it.\n\n\
         Whoever leaves the opponent without a move wins. After 2500 turns the game is drawn."
            .to_string()
    }

    fn player_names(&self) -> Vec<String> {
        NAMES[..2].iter().map(|name| name.to_string()).collect()
    }
}

const LETTERS: [char; 2] = ['w', 'b'];

/// Text: moves are written `51-44`, attacks `51x44`. A position lists the columns by tile with their pieces from the top
/// down, `7:b5w2b1`, then the player to move and the number of the turn, then what the lists have beyond the
/// pieces, by player, tile and level: `w12.3`.
impl Text for WholeColumns {
    fn write_move(&self, state: &WholeState, chosen: WholeMove) -> String {
        let enemy = state.piles[usize::from(chosen.to)].owner() == Some(1 - usize::from(state.mover));
        format!("{}{}{}", chosen.from + 1, if enemy { 'x' } else { '-' }, chosen.to + 1)
    }

    fn write_position(&self, state: &WholeState) -> String {
        let mut words = Vec::new();
        for (tile, pile) in state.piles.iter().enumerate().filter(|(_, pile)| pile.height > 0) {
            let mut column = format!("{}:", tile + 1);
            let mut level = u32::from(pile.height);
            while level > 0 {
                let owner = pile.at(level - 1);
                let run = (0..level).rev().take_while(|&l| pile.at(l) == owner).count() as u32;
                column.push(LETTERS[owner]);
                if run > 1 {
                    column.push_str(&run.to_string());
                }
                level -= run;
            }
            words.push(column);
        }
        words.push(NAMES[usize::from(state.mover)].to_lowercase());
        words.push(state.turn.to_string());
        for (player, letter) in LETTERS.iter().enumerate() {
            for (tile, pile) in state.piles.iter().enumerate() {
                let own = if player == 1 { pile.black } else { pile.levels() & !pile.black };
                let left = state.listed[player][tile] & !own;
                let levels = (0..u64::BITS).filter(|level| left >> level & 1 == 1);
                words.extend(levels.map(|level| format!("{letter}{}.{}", tile + 1, level + 1)));
            }
        }
        words.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<WholeState, TextError> {
        let mut state =
            WholeState { piles: [Pile::default(); TILES], listed: [[0; TILES]; 2], ..self.start() };
        let mut mover = None;
        let mut turn = None;
        let unknown = |word: &str| TextError::new(format!("'{}' means nothing in a position", shorten(word)));
        let tile_named = |word: &str| {
            let number = word.parse::<usize>().ok().filter(|tile| (1..=TILES).contains(tile));
            number.map(|tile| tile - 1).ok_or_else(|| {
                TextError::new(format!("'{}' is no tile: they are numbered 1 to {TILES}", shorten(word)))
            })
        };
        for word in text.split_whitespace() {
            let colour = NAMES[..2].iter().position(|name| name.eq_ignore_ascii_case(word));
            if let Some((tile, column)) = word.split_once(':') {
                let tile = tile_named(tile)?;
                if state.piles[tile].height > 0 {
                    return Err(TextError::new(format!("tile {} is given twice", tile + 1)));
                }
                state.put(tile, read_column(column)?);
            } else if let Some(colour) = colour.filter(|_| mover.is_none()) {
                mover = Some(colour as u8);
            } else if let Some((place, level)) = word.split_once('.') {
                let player = LETTERS.iter().position(|&letter| place.starts_with(letter));
                let player = player.ok_or_else(|| unknown(word))?;
                let level = level.parse::<u32>().ok().filter(|level| (1..=PIECES).contains(level));
                let level = level.ok_or_else(|| unknown(word))?;
                state.listed[player][tile_named(&place[1..])?] |= 1 << (level - 1);
            } else {
                let number = word.parse::<u16>().ok().filter(|turn| (1..=LONGEST + 1).contains(turn));
                turn = Some(number.filter(|_| turn.is_none()).ok_or_else(|| unknown(word))?);
            }
        }
        for (player, name) in NAMES[..2].iter().enumerate() {
            let pieces: u32 = state.piles.iter().map(|pile| pile.of(player)).sum();
            if pieces > PIECES / 2 {
                return Err(TextError::new(format!("{name} has {pieces} pieces, and at most 18")));
            }
        }
        state.mover =
            mover.ok_or_else(|| TextError::new("the player to move is missing, as in '... white 1'"))?;
        state.turn = turn.unwrap_or(1);
        let mut can_move = false;
        self.each_move(&state, &mut |_| {
            can_move = true;
            false
        });
        if !can_move {
            state.outcome = Some(Some(1 - state.mover));
        } else if state.turn > LONGEST {
            state.outcome = Some(None);
        }
        Ok(state)
    }
}

/// A column from the top down.
fn read_column(text: &str) -> Result<Pile, TextError> {
    let wrong = || {
        TextError::new(format!("'{}' is no column: w and b with a number, from the top down", shorten(text)))
    };
    let mut pieces: Vec<usize> = Vec::new();
    let mut rest = text;
    while let Some(first) = rest.chars().next() {
        let owner = LETTERS.iter().position(|&letter| letter == first).ok_or_else(wrong)?;
        rest = &rest[1..];
        let digits = rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len());
        let (number, after) = rest.split_at(digits);
        let run: usize = if number.is_empty() { 1 } else { number.parse().map_err(|_| wrong())? };
        if run == 0 || run > PIECES as usize || pieces.len() + run > PIECES as usize {
            return Err(wrong());
        }
        pieces.extend(std::iter::repeat_n(owner, run));
        rest = after;
    }
    if pieces.is_empty() {
        return Err(wrong());
    }
    let levels = pieces.iter().rev().enumerate();
    let black = levels.fold(0, |bits, (level, &owner)| bits | (owner as u64) << level);
    Ok(Pile { black, height: pieces.len() as u8 })
}

impl Draw for WholeColumns {
    fn scene(&self, state: &WholeState) -> Scene {
        let mut scene = Scene::default();
        for (index, tile) in self.board.tiles().iter().enumerate() {
            let site = add_tile(&mut scene, index, tile);
            for owner in state.column(index) {
                scene.add_piece(site, 1, Colour::PLAYERS[owner.index()], PieceShape::Disc);
            }
        }
        scene.captions.push(match self.outcome(state).map(|outcome| outcome.winner()) {
            None => format!("{} is to move", NAMES[usize::from(state.mover)]),
            Some(Some(winner)) => format!("{} has won", NAMES[winner.index()]),
            Some(None) => "The game is drawn".to_string(),
        });
        scene
    }

    fn marks(&self, _: &WholeState, chosen: WholeMove) -> Marks {
        Marks { from: Some(SiteId::from(chosen.from)), to: Some(SiteId::from(chosen.to)), ..Marks::default() }
    }
}

impl Evaluate for WholeColumns {}
impl Layout for WholeColumns {}
impl Symmetry for WholeColumns {}
