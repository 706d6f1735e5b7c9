//! A table: one game with everything that was tried on it, and who sits at it.

use std::sync::Arc;

use ludex_core::{AnySession, Colour, LegalMove, Marks, Record, RecordedMove, Rng, Turn};
use serde::{Deserialize, Serialize};

use super::games::Games;
use super::problem::Problem;

/// The seat of a person.
pub(crate) const HUMAN: &str = "human";
/// More moves than this are not kept at one table, variations included.
const MOST_NODES: usize = 20_000;
/// The slowest pace of agents that are watched, in milliseconds.
const SLOWEST: u64 = 60_000;

/// A move of the game or of a variation.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Node {
    pub(crate) parent: usize,
    pub(crate) text: String,
    /// Who moved; none for chance.
    pub(crate) player: Option<usize>,
    /// What the mover thought of it, from -1 to 1.
    pub(crate) evaluation: Option<f64>,
    /// The standing of the first player after it.
    #[serde(default)]
    pub(crate) standing: Option<f64>,
    /// The sites it concerned, as they were numbered before it was made.
    #[serde(skip)]
    marks: Option<Marks>,
}

/// What is kept of a table on disk.
#[derive(Serialize, Deserialize)]
struct Kept {
    game: String,
    position: Option<String>,
    seats: Vec<String>,
    tree: Vec<Node>,
    node: usize,
    resigned: Option<usize>,
    paused: bool,
    pace: u64,
    seed: u64,
}

/// A game in progress on the server.
pub(crate) struct Table {
    games: Arc<Games>,
    session: Box<dyn AnySession>,
    family: String,
    /// The colours of the players' pieces.
    colours: Vec<Option<Colour>>,
    /// What a draft is called.
    title: Option<String>,
    pub(crate) id: String,
    /// The start position, if it is not the game's own.
    position: Option<String>,
    pub(crate) seats: Vec<String>,
    tree: Vec<Node>,
    pub(crate) node: usize,
    pub(crate) resigned: Option<usize>,
    pub(crate) paused: bool,
    pub(crate) pace: u64,
    pub(crate) seed: u64,
    /// Counts changes, so that a page can tell old news from new.
    pub(crate) version: u64,
    pub(crate) thinking: bool,
    /// Why an agent could not move.
    pub(crate) trouble: Option<String>,
}

/// How a game ended, for the page.
#[derive(Serialize)]
struct OutcomeView {
    text: String,
    winner: Option<usize>,
    draw: bool,
    scores: Option<Vec<i32>>,
}

#[derive(Serialize)]
struct TurnView {
    kind: &'static str,
    player: Option<usize>,
}

/// Everything a page shows of a table.
#[derive(Serialize)]
pub(crate) struct View<'a> {
    id: &'a str,
    version: u64,
    game: String,
    name: String,
    title: Option<&'a str>,
    family: &'a str,
    players: Vec<String>,
    colours: &'a [Option<Colour>],
    seats: &'a [String],
    tree: &'a [Node],
    node: usize,
    turn: TurnView,
    outcome: Option<OutcomeView>,
    resigned: Option<usize>,
    scene: ludex_core::Scene,
    moves: Vec<LegalMove>,
    last: Option<&'a Marks>,
    position: String,
    standings: Option<Vec<f64>>,
    thinking: bool,
    paused: bool,
    pace: u64,
    trouble: Option<&'a str>,
}

impl Table {
    /// A new table with a game at its start.
    pub(crate) fn open(
        games: &Arc<Games>,
        id: String,
        game: &str,
        seats: Vec<String>,
        seed: u64,
    ) -> Result<Table, Problem> {
        let session = games.session(game)?;
        let root = Node {
            parent: 0,
            text: String::new(),
            player: None,
            evaluation: None,
            standing: first_standing(session.as_ref()),
            marks: None,
        };
        let mut table = Table {
            games: games.clone(),
            family: games.entry(game).map_or_else(String::new, |entry| entry.family),
            colours: games.colours(game, &session.player_names()),
            title: games.title(game),
            session,
            id,
            position: None,
            seats: Vec::new(),
            tree: vec![root],
            node: 0,
            resigned: None,
            paused: false,
            pace: 600,
            seed,
            version: 1,
            thinking: false,
            trouble: None,
        };
        let players = table.players();
        table.set_seats(if seats.is_empty() { vec![HUMAN.to_string(); players] } else { seats })?;
        table.settle_chance();
        Ok(table)
    }

    /// Begins anew from a position.
    pub(crate) fn set_position(&mut self, position: &str) -> Result<(), Problem> {
        self.session.set_position(position)?;
        self.position = Some(self.session.position());
        self.tree.truncate(1);
        self.tree[0].standing = first_standing(self.session.as_ref());
        self.node = 0;
        self.settle_chance();
        Ok(())
    }

    /// Plays the moves of a record. The table must be fresh.
    pub(crate) fn load(&mut self, record: &Record) -> Result<(), Problem> {
        if let Some(position) = &record.position {
            self.set_position(position)?;
        }
        self.tree.truncate(1);
        self.go_to(0)?;
        for (index, recorded) in record.moves.iter().enumerate() {
            self.play_plain(&recorded.text, recorded.evaluation)
                .map_err(|problem| Problem::input(format!("move {}: {}", index + 1, problem.sentence)))?;
        }
        if let Some(player) = record.result.as_deref().and_then(|result| result.strip_prefix("resigned ")) {
            self.resigned =
                player.parse::<usize>().ok().filter(|p| (1..=self.players()).contains(p)).map(|p| p - 1);
        }
        Ok(())
    }

    fn players(&self) -> usize {
        self.session.player_names().len()
    }

    /// The game's name with its parameters.
    pub(crate) fn game(&self) -> String {
        self.session.name()
    }

    /// Changes who sits where. Agents must fit the game.
    pub(crate) fn set_seats(&mut self, seats: Vec<String>) -> Result<(), Problem> {
        let players = self.players();
        if seats.len() != players {
            return Err(Problem::input(format!("{players} seats are needed, not {}", seats.len())));
        }
        let game = self.session.name();
        for seat in seats.iter().filter(|seat| *seat != HUMAN) {
            super::think::check_agent(&self.games, &game, seat)?;
        }
        self.seats = seats;
        self.trouble = None;
        Ok(())
    }

    pub(crate) fn set_pace(&mut self, pace: u64) {
        self.pace = pace.min(SLOWEST);
    }

    /// Whether nothing more can be played here.
    pub(crate) fn is_over(&self) -> bool {
        self.session.turn().is_over() || self.resigned.is_some()
    }

    /// The player on turn, if a player is and the game goes on.
    pub(crate) fn mover(&self) -> Option<usize> {
        if self.is_over() { None } else { self.session.turn().player().map(|player| player.index()) }
    }

    /// The agent that should be thinking now.
    pub(crate) fn waiting_agent(&self) -> Option<&str> {
        let seat = &self.seats[self.mover()?];
        (seat != HUMAN && !self.paused && self.trouble.is_none()).then_some(seat.as_str())
    }

    /// Plays a move for the player on turn and lets chance follow.
    pub(crate) fn play(&mut self, text: &str, evaluation: Option<f64>) -> Result<(), Problem> {
        if self.resigned.is_some() {
            return Err(Problem::conflict("the game has ended by resignation; take a move back to go on"));
        }
        if self.session.turn().is_over() {
            return Err(Problem::conflict("the game is over"));
        }
        self.play_plain(text, evaluation)?;
        self.settle_chance();
        Ok(())
    }

    fn play_plain(&mut self, text: &str, evaluation: Option<f64>) -> Result<(), Problem> {
        let text = text.trim();
        let known =
            (1..self.tree.len()).find(|&n| self.tree[n].parent == self.node && self.tree[n].text == text);
        if known.is_none() && self.tree.len() >= MOST_NODES {
            return Err(Problem::conflict(format!("a table keeps at most {MOST_NODES} moves")));
        }
        let player = self.session.turn().player().map(|player| player.index());
        let marks = self.session.legal_moves().into_iter().find(|legal| legal.text == text);
        self.session.play(text)?;
        let marks = marks.map(|legal| legal.marks);
        self.node = match known {
            Some(node) => {
                self.tree[node].marks = marks;
                self.tree[node].evaluation = evaluation.or(self.tree[node].evaluation);
                node
            }
            None => {
                let standing = first_standing(self.session.as_ref());
                let text =
                    self.session.history().last().map_or_else(String::new, |played| played.text.clone());
                self.tree.push(Node { parent: self.node, text, player, evaluation, standing, marks });
                self.tree.len() - 1
            }
        };
        Ok(())
    }

    /// Lets chance decide until a player is on turn.
    fn settle_chance(&mut self) {
        while self.session.turn() == Turn::Chance && self.tree.len() < MOST_NODES {
            let ply = self.session.ply() as u64;
            let mut rng = Rng::derived(self.seed, ply, self.node as u64);
            if self.session.play_random(&mut rng).is_none() {
                return;
            }
            let text = self.session.history().last().map_or_else(String::new, |played| played.text.clone());
            self.tree.push(Node {
                parent: self.node,
                text,
                player: None,
                evaluation: None,
                standing: first_standing(self.session.as_ref()),
                marks: None,
            });
            self.node = self.tree.len() - 1;
        }
    }

    /// The nodes from the start to `node`, without the start.
    fn line_to(&self, mut node: usize) -> Vec<usize> {
        let mut line = Vec::new();
        while node != 0 {
            line.push(node);
            node = self.tree[node].parent;
        }
        line.reverse();
        line
    }

    /// Looks at another node of the tree.
    pub(crate) fn go_to(&mut self, node: usize) -> Result<(), Problem> {
        if node >= self.tree.len() {
            return Err(Problem::missing(format!("this table has no move number {node}")));
        }
        let (old, new) = (self.line_to(self.node), self.line_to(node));
        let shared = old.iter().zip(&new).take_while(|(a, b)| a == b).count();
        for _ in shared..old.len() {
            self.session.undo();
        }
        for &step in &new[shared..] {
            let text = self.tree[step].text.clone();
            if self.tree[step].marks.is_none() {
                let legal = self.session.legal_moves().into_iter().find(|legal| legal.text == text);
                self.tree[step].marks = legal.map(|legal| legal.marks);
            }
            self.session.play(&text)?;
        }
        self.node = node;
        Ok(())
    }

    /// Takes back: to the last position in which a person was on turn, or one move if none was.
    pub(crate) fn undo(&mut self) -> Result<(), Problem> {
        if self.resigned.take().is_some() {
            return Ok(());
        }
        if self.node == 0 {
            return Err(Problem::conflict("there is no move to take back"));
        }
        let mut node = self.node;
        let mut found = None;
        while node != 0 {
            if self.tree[node].player.is_some_and(|player| self.seats[player] == HUMAN) {
                found = Some(self.tree[node].parent);
                break;
            }
            node = self.tree[node].parent;
        }
        let target = found.unwrap_or(self.tree[self.node].parent);
        self.go_to(target)?;
        self.trouble = None;
        Ok(())
    }

    /// The player on turn gives up.
    pub(crate) fn resign(&mut self) -> Result<(), Problem> {
        let mover = self.mover().ok_or_else(|| Problem::conflict("the game is over"))?;
        self.resigned = Some(mover);
        Ok(())
    }

    /// The line to the present position as a record.
    pub(crate) fn record(&self) -> Record {
        let mut record = self.session.record();
        record.players = self.seats.clone();
        record.position = self.position.clone();
        record.moves = (self.line_to(self.node).into_iter())
            .map(|n| RecordedMove { text: self.tree[n].text.clone(), evaluation: self.tree[n].evaluation })
            .collect();
        if let (Some(player), None) = (self.resigned, &record.result) {
            record.result = Some(format!("resigned {}", player + 1));
        }
        record
    }

    pub(crate) fn scene(&self) -> ludex_core::Scene {
        self.session.scene()
    }

    /// What a page shows.
    pub(crate) fn view(&self) -> View<'_> {
        let game = self.session.name();
        let name = game.split('(').next().unwrap_or(&game).to_string();
        let turn = self.session.turn();
        let outcome = self.session.outcome().map(|outcome| OutcomeView {
            text: outcome.to_string(),
            winner: outcome.winner().map(|player| player.index()),
            draw: outcome.is_draw(),
            scores: outcome.scores().map(<[i32]>::to_vec),
        });
        View {
            id: &self.id,
            version: self.version,
            game,
            name,
            title: self.title.as_deref(),
            family: &self.family,
            players: self.session.player_names(),
            colours: &self.colours,
            seats: &self.seats,
            tree: &self.tree,
            node: self.node,
            turn: TurnView {
                kind: match turn {
                    Turn::Player(_) => "player",
                    Turn::Chance => "chance",
                    Turn::Over => "over",
                },
                player: turn.player().map(|player| player.index()),
            },
            outcome,
            resigned: self.resigned,
            scene: self.session.scene(),
            moves: if self.is_over() { Vec::new() } else { self.session.legal_moves() },
            last: self.tree[self.node].marks.as_ref(),
            position: self.session.position(),
            standings: self.session.standings(),
            thinking: self.thinking,
            paused: self.paused,
            pace: self.pace,
            trouble: self.trouble.as_deref(),
        }
    }

    /// What is written to disk.
    pub(crate) fn keep(&self) -> Result<String, Problem> {
        let kept = Kept {
            game: self.session.name(),
            position: self.position.clone(),
            seats: self.seats.clone(),
            tree: self.tree.clone(),
            node: self.node,
            resigned: self.resigned,
            paused: self.paused,
            pace: self.pace,
            seed: self.seed,
        };
        serde_json::to_string(&kept).map_err(|error| Problem::fault(error.to_string()))
    }

    /// The table as it was written to disk.
    pub(crate) fn recall(games: &Arc<Games>, id: String, kept: &str) -> Result<Table, Problem> {
        let kept: Kept = serde_json::from_str(kept)
            .map_err(|error| Problem::fault(format!("this table was not kept well: {error}")))?;
        let mut table = Table::open(games, id, &kept.game, kept.seats, kept.seed)?;
        if let Some(position) = &kept.position {
            table.session.set_position(position)?;
            table.position = kept.position;
        } else {
            while table.session.undo() {}
        }
        let sound = kept.tree.iter().enumerate().skip(1).all(|(index, node)| node.parent < index);
        if kept.tree.is_empty() || kept.node >= kept.tree.len() || !sound {
            return Err(Problem::fault("this table was not kept well"));
        }
        table.tree = kept.tree;
        table.node = 0;
        table.go_to(kept.node)?;
        table.resigned = kept.resigned;
        table.paused = kept.paused;
        table.pace = kept.pace;
        Ok(table)
    }
}

/// The standing of the first player, where the game can judge.
fn first_standing(session: &dyn AnySession) -> Option<f64> {
    session.standings().and_then(|standings| standings.first().copied())
}
