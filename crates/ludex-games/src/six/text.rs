//! Moves and positions as text.
//!
//! A position is one line of fields: the tiles of each colour, the tiles still to be laid, the player on turn and
//! what that player has to do:
//!
//! ```text
//! red=0,0;1,-1 black=0,1 hand=17,18 player=2 stage=lay
//! ```
//!
//! The stage is `lay`, `lift`, `lay-again` (or `lay-again:2,0` where the tile may not go back to 2,0),
//! `keep:2,0` after the tile on 2,0 was lifted and left equal groups, or `over:red`, `over:black`, `over:draw`.
//! A list without tiles is `-`. Games with a limit of turns have `turns=12` as a last field.

use ludex_core::{Game, Text, TextError, shorten};

use super::cell::{Cell, Hex};
use super::options::{FEWEST, Form};
use super::rules::{Move, Six, Split};
use super::shapes::{Shapes, shapes_anywhere};
use super::state::{BLACK, Ending, RED, Reason, Stage, State};

const COLOURS: [&str; 2] = ["red", "black"];

/// Coordinates beyond this are a slip of the pen.
const FARTHEST: i32 = 1_000_000;

impl Text for Six {
    fn write_move(&self, state: &State, chosen: Move) -> String {
        match chosen {
            Move::Lay(cell) => state.hex(cell).to_string(),
            Move::Lift(cell) => format!("x{}", state.hex(cell)),
            Move::Shift { from, to } => format!("{}>{}", state.hex(from), state.hex(to)),
            Move::Keep(_) => match self.kept_tile(state, chosen) {
                Some(cell) => format!("k{}", state.hex(cell)),
                None => "k".to_string(),
            },
        }
    }

    /// A group may be named by any of its tiles.
    fn read_move(&self, state: &State, text: &str) -> Result<Move, TextError> {
        let text = text.trim();
        let cell = |text: &str| {
            let place = read_place(text).ok()?;
            (state.hex(place.cell()) == place).then(|| place.cell())
        };
        let read = if let Some(rest) = text.strip_prefix('x') {
            cell(rest).map(Move::Lift)
        } else if let Some(rest) = text.strip_prefix('k') {
            cell(rest).and_then(|tile| self.keeping(state, tile))
        } else if let Some((from, to)) = text.split_once('>') {
            cell(from).zip(cell(to)).map(|(from, to)| Move::Shift { from, to })
        } else {
            cell(text).map(Move::Lay)
        };
        read.filter(|&chosen| self.is_legal(state, chosen)).ok_or_else(|| {
            let mut moves = Vec::new();
            self.moves(state, &mut moves);
            TextError::illegal_move(text, moves.iter().map(|&chosen| self.write_move(state, chosen)))
        })
    }

    fn write_position(&self, state: &State) -> String {
        let list = |colour: usize| {
            let places: Vec<String> = state.tiles(colour).map(|place| place.to_string()).collect();
            if places.is_empty() { "-".to_string() } else { places.join(";") }
        };
        let stage = match state.stage {
            Stage::Lay => "lay".to_string(),
            Stage::Lift => "lift".to_string(),
            Stage::Keep(from) => format!("keep:{}", state.hex(from)),
            Stage::LayAgain(None) => "lay-again".to_string(),
            Stage::LayAgain(Some(from)) => format!("lay-again:{}", state.hex(from)),
            Stage::Over(ending) => {
                format!("over:{}", ending.winner.map_or("draw", |winner| COLOURS[winner & 1]))
            }
        };
        let [red, black] = state.hand;
        let mut text = format!(
            "red={} black={} hand={red},{black} player={} stage={stage}",
            list(RED),
            list(BLACK),
            state.mover + 1
        );
        if self.options.limit > 0 {
            text.push_str(&format!(" turns={}", state.made));
        }
        text
    }

    fn read_position(&self, text: &str) -> Result<State, TextError> {
        self.build(Fields::read(text)?).map_err(TextError::new)
    }
}

/// A position taken apart.
#[derive(Default)]
struct Fields {
    tiles: [Vec<Hex>; 2],
    hand: [u8; 2],
    player: u8,
    stage: String,
    turns: Option<u32>,
}

impl Fields {
    fn read(text: &str) -> Result<Fields, TextError> {
        let mut fields = Fields::default();
        let mut given = Vec::new();
        for part in text.split_whitespace() {
            let (name, value) = part.split_once('=').ok_or_else(|| {
                TextError::new(format!("'{}' is not a field such as hand=17,18", shorten(part)))
            })?;
            if given.contains(&name) {
                return Err(TextError::new(format!("the field {} is given twice", shorten(name))));
            }
            match name {
                "red" => fields.tiles[RED] = read_list(value)?,
                "black" => fields.tiles[BLACK] = read_list(value)?,
                "hand" => fields.hand = read_hand(value)?,
                "player" => fields.player = read_number(value, "a player")?,
                "stage" => fields.stage = value.to_string(),
                "turns" => fields.turns = Some(read_number(value, "a number of turns")?),
                _ => {
                    return Err(TextError::new(format!(
                        "there is no field '{}'; a position has red, black, hand, player and stage",
                        shorten(name)
                    )));
                }
            }
            given.push(name);
        }
        for name in ["red", "black", "hand", "player", "stage"] {
            if !given.contains(&name) {
                return Err(TextError::new(format!("the field '{name}' is missing")));
            }
        }
        Ok(fields)
    }
}

fn read_number<N: std::str::FromStr>(text: &str, what: &str) -> Result<N, TextError> {
    text.parse().map_err(|_| TextError::new(format!("'{}' is not {what}", shorten(text))))
}

fn read_hand(text: &str) -> Result<[u8; 2], TextError> {
    let (red, black) = text.split_once(',').ok_or_else(|| {
        TextError::new(format!("'{}' is not two numbers of tiles such as 17,18", shorten(text)))
    })?;
    Ok([read_number(red, "a number of tiles")?, read_number(black, "a number of tiles")?])
}

fn read_list(text: &str) -> Result<Vec<Hex>, TextError> {
    if text == "-" {
        return Ok(Vec::new());
    }
    text.split(';').map(read_place).collect()
}

fn read_place(text: &str) -> Result<Hex, TextError> {
    let wrong = || TextError::new(format!("'{}' is not a cell such as 0,-1", shorten(text)));
    let (q, r) = text.split_once(',').ok_or_else(wrong)?;
    let number = |text: &str| text.parse::<i32>().ok().filter(|value| value.abs() <= FARTHEST);
    match (number(q), number(r)) {
        (Some(q), Some(r)) => Ok(Hex::new(q, r)),
        _ => Err(wrong()),
    }
}

impl Six {
    /// The move that keeps the group with this tile.
    fn keeping(&self, state: &State, tile: Cell) -> Option<Move> {
        let Stage::Keep(from) = state.stage else { return None };
        let split = Split::around(&state.field(), from)?;
        split.groups().iter().find(|group| group.tiles.has(tile)).map(|group| Move::Keep(group.sides))
    }

    /// Makes the position, or says in a sentence why there cannot be such a one.
    fn build(&self, fields: Fields) -> Result<State, String> {
        let all_tiles = [self.options.red, self.options.black];
        for colour in [RED, BLACK] {
            let count = fields.tiles[colour].len() + usize::from(fields.hand[colour]);
            if count > usize::from(all_tiles[colour]) {
                return Err(format!("{} has {count} tiles but owns {}", COLOURS[colour], all_tiles[colour]));
            }
        }
        if !(1..=self.options.players).contains(&fields.player) {
            return Err(format!(
                "there is no player {}; there are 1 to {}",
                fields.player, self.options.players
            ));
        }
        if fields.turns.is_some() != (self.options.limit > 0) {
            return Err("the field 'turns' is for games with a limit of turns, which need it".to_string());
        }
        let (word, place) = match fields.stage.split_once(':') {
            Some((word, rest)) => (word, Some(rest)),
            None => (fields.stage.as_str(), None),
        };
        let mut state =
            State { mover: fields.player - 1, made: fields.turns.unwrap_or(0), ..State::empty(fields.hand) };
        let lifted = match (word, place) {
            ("keep" | "lay-again", Some(place)) => {
                Some(read_place(place).map_err(|error| error.to_string())?)
            }
            _ => None,
        };
        put_tiles(&mut state, &fields.tiles, lifted.filter(|_| word == "keep"))?;
        let shapes = [RED, BLACK].map(|colour| shapes_anywhere(&state.tiles[colour]));
        if word == "over" {
            state.stage = self.ending(&state, place.unwrap_or(""), shapes)?;
            state.mover = 0;
            return Ok(state);
        }
        if let Some(colour) = [RED, BLACK].into_iter().find(|&colour| !shapes[colour].is_empty()) {
            return Err(format!("{} has a complete shape, so the game is over", COLOURS[colour]));
        }
        if self.options.limit > 0 && state.made >= self.options.limit {
            return Err(format!("after {} turns the game is over", self.options.limit));
        }
        match word {
            "lay" if place.is_none() => self.check_first_phase(&state)?,
            "lift" | "keep" | "lay-again" => state.stage = self.second_phase(&state, word, lifted)?,
            _ => {
                return Err(format!(
                    "'{}' is not a stage; there are lay, lift, keep:CELL, lay-again and over:RESULT",
                    shorten(&fields.stage)
                ));
            }
        }
        Ok(state)
    }

    /// In the first phase the tiles that lie tell who is on turn.
    fn check_first_phase(&self, state: &State) -> Result<(), String> {
        if state.in_second_phase() {
            return Err("there is no tile left to lay, so the stage cannot be 'lay'".to_string());
        }
        let (mut laid, mut mover) = ([0, 0], 0);
        let mut hand = [self.options.red, self.options.black];
        while laid != state.laid {
            let colour = usize::from(mover & 1);
            if hand[colour] == 0 || laid[colour] == state.laid[colour] {
                let [red, black] = state.laid;
                return Err(format!("{red} red and {black} black tiles cannot lie when players take turns"));
            }
            laid[colour] += 1;
            hand[colour] -= 1;
            mover = self.next_mover(mover, hand);
        }
        if hand != state.hand {
            let [red, black] = hand;
            return Err(format!("with these tiles on the field the hands are {red},{black}"));
        }
        if mover != state.mover {
            return Err(format!("with these tiles on the field player {} is on turn", mover + 1));
        }
        Ok(())
    }

    fn second_phase(&self, state: &State, word: &str, lifted: Option<Hex>) -> Result<Stage, String> {
        if self.options.form == Form::Half {
            return Err("this form has no second phase".to_string());
        }
        if !state.in_second_phase() {
            return Err(format!("'{word}' is for the second phase, when nobody has a tile left to lay"));
        }
        let mut owned = state.laid;
        if word != "lift" {
            owned[state.colour()] += 1;
        }
        let all_tiles = [self.options.red, self.options.black];
        for colour in [RED, BLACK] {
            if owned[colour] > all_tiles[colour] {
                return Err(format!("{} has a tile too many with the lifted one", COLOURS[colour]));
            }
            // Without the hand rule a mover who lifts one of six tiles has five on the field and plays on.
            if owned[colour] < FEWEST {
                return Err(format!("{} has fewer than six tiles, so the game is over", COLOURS[colour]));
            }
        }
        match (word, lifted) {
            ("lift", None) => Ok(Stage::Lift),
            ("keep", Some(from)) => {
                let split = Split::around(&state.field(), from.cell());
                if split.is_none_or(|split| split.largest().count() < 2) {
                    return Err(format!("around {from} there are no equal largest groups to choose from"));
                }
                Ok(Stage::Keep(from.cell()))
            }
            ("lay-again", None) if self.options.back => Ok(Stage::LayAgain(None)),
            ("lay-again", Some(from)) if !self.options.back => {
                if !state.field().border().has(from.cell()) {
                    return Err(format!("{from} is not an empty cell beside the tiles"));
                }
                Ok(Stage::LayAgain(Some(from.cell())))
            }
            _ => Err(format!(
                "'{word}' {} a cell after a colon here",
                if lifted.is_some() { "has no need of" } else { "needs" }
            )),
        }
    }

    fn ending(&self, state: &State, result: &str, shapes: [Shapes; 2]) -> Result<Stage, String> {
        let winner = match result {
            "red" => Some(RED),
            "black" => Some(BLACK),
            "draw" => None,
            _ => {
                return Err(format!(
                    "'over:{}' should be over:red, over:black or over:draw",
                    shorten(result)
                ));
            }
        };
        let shut_out = state.in_second_phase()
            && self.options.form != Form::Half
            && [RED, BLACK].into_iter().any(|mover| self.shut_out(state.laid, mover) == Some(winner));
        let reason = match winner {
            Some(winner) if !shapes[winner].is_empty() && shapes[winner ^ 1].is_empty() => {
                Reason::Shape(shapes[winner])
            }
            _ if !shapes[RED].is_empty() || !shapes[BLACK].is_empty() => {
                return Err("the complete shapes on the field do not give this result".to_string());
            }
            _ if shut_out => Reason::ShutOut,
            None if self.options.form == Form::Half && state.in_second_phase() => Reason::AllLaid,
            None if self.options.limit > 0 && state.made >= self.options.limit => Reason::Limit,
            _ => return Err("nothing on the field gives this result".to_string()),
        };
        Ok(Stage::Over(Ending { winner, reason }))
    }
}

/// Puts the tiles on the field, which must hang together (with the lifted tile, where groups wait for a choice).
fn put_tiles(state: &mut State, tiles: &[Vec<Hex>; 2], lifted: Option<Hex>) -> Result<(), String> {
    let places = || tiles.iter().flatten().chain(&lifted).copied();
    let mut sorted: Vec<Hex> = places().collect();
    sorted.sort_unstable();
    if let Some(pair) = sorted.windows(2).find(|pair| pair[0] == pair[1]) {
        return Err(format!("two tiles lie on {}", pair[0]));
    }
    let Some(&first) = sorted.first() else { return Ok(()) };
    if sorted.len() == 1 && first != Hex::new(0, 0) {
        return Err(format!("the first tile lies on 0,0 by definition, not on {first}"));
    }
    let home = places().fold([i32::MAX; 2], |[q, r], place| [q.min(place.q), r.min(place.r)]);
    let far = places().any(|place| place.q - home[0] >= 60 || place.r - home[1] >= 60);
    let mut field = super::tiles::Tiles::EMPTY;
    places().for_each(|place| field.add(place.cell()));
    if far || field.group(first.cell()) != field {
        return Err("the tiles do not all hang together".to_string());
    }
    for (colour, places) in tiles.iter().enumerate() {
        for place in places {
            state.add(colour, place.cell());
        }
    }
    state.home = home;
    Ok(())
}
