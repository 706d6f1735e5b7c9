//! `ludex play`: a game at the terminal, against agents, other people or nobody.

use std::io::{BufRead, IsTerminal};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use ludex_core::{
    AnySession, Playable, Player, Record, Rng, Session, Spec, SpecError, Turn, Visitor, derive_seed, scene,
};
use ludex_search::{Agent, Stop, WrittenReport};

use crate::cli::Play;
use crate::failure::Failure;
use crate::terminal::{say, say_line};

/// The agent that gives hints when no other is named.
const ADVISER: &str = "uct(iterations=2000)";

/// A game in progress with its agents, whatever its type.
trait Table {
    fn session(&self) -> &dyn AnySession;
    fn session_mut(&mut self) -> &mut dyn AnySession;
    /// Lets the agent of a seat move; `None` if a person sits there.
    fn agent_moves(&mut self, seat: usize) -> Option<WrittenReport>;
    /// What the adviser would do.
    fn hint(&mut self) -> Option<WrittenReport>;
}

struct Seats<G: Playable> {
    session: Session<G>,
    agents: Vec<Option<Box<dyn Agent<G>>>>,
    adviser: Box<dyn Agent<G>>,
}

impl<G: Playable> Table for Seats<G> {
    fn session(&self) -> &dyn AnySession {
        &self.session
    }

    fn session_mut(&mut self) -> &mut dyn AnySession {
        &mut self.session
    }

    fn agent_moves(&mut self, seat: usize) -> Option<WrittenReport> {
        let agent = self.agents[seat].as_mut()?;
        let (game, state) = (self.session.game(), self.session.state());
        let choice = agent.choose(game, state, &Stop::new())?;
        let report = choice.write(game, state);
        let evaluation = (report.value != "unknown").then_some((report.standing * 1000.0).round() / 1000.0);
        self.session.play_move(choice.chosen, evaluation);
        Some(report)
    }

    fn hint(&mut self) -> Option<WrittenReport> {
        let (game, state) = (self.session.game(), self.session.state());
        Some(self.adviser.choose(game, state, &Stop::new())?.write(game, state))
    }
}

struct Sit<'a> {
    players: &'a [Spec],
    seed: u64,
}

impl Visitor for Sit<'_> {
    type Output = Result<Box<dyn Table>, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        if self.players.len() != game.players() {
            return Err(SpecError::new(format!(
                "{} has {} players, but {} are named",
                game.name(),
                game.players(),
                self.players.len()
            )));
        }
        let mut agents = Vec::new();
        for (seat, spec) in self.players.iter().enumerate() {
            agents.push(match spec.name() {
                "human" => None,
                _ => {
                    let mut agent = ludex_search::open(spec, &game)?;
                    agent.reset(derive_seed(self.seed, seat as u64, 1));
                    Some(agent)
                }
            });
        }
        let mut adviser = ludex_search::open(&Spec::parse(ADVISER)?, &game)?;
        adviser.reset(derive_seed(self.seed, 0, 2));
        Ok(Box::new(Seats { session: Session::new(game), agents, adviser }))
    }
}

pub(crate) fn run(args: &Play) -> Result<ExitCode, Failure> {
    let loaded = args.load.as_deref().map(read_record).transpose()?;
    let game = match (&args.game, &loaded) {
        (Some(game), _) => game.clone(),
        (None, Some((record, _))) => record.game.clone(),
        (None, None) => return Err(Failure::input("name a game, or a record to load with --load")),
    };
    let players = seats(args, &game)?;
    let mut table = ludex_catalogue::open(&game, Sit { players: &players, seed: args.seed })??;
    if let Some((record, path)) = &loaded {
        if ludex_catalogue::session(&record.game)?.name() != table.session().name() {
            return Err(Failure::input(format!("{} is a record of {}", path.display(), record.game)));
        }
        let wrong = |error| Failure::input(format!("{}: {error}", path.display()));
        table.session_mut().load(record).map_err(wrong)?;
    }
    let names: Vec<String> = players.iter().map(Spec::to_string).collect();
    let mut game = Game { table, names, seed: args.seed, rng: Rng::derived(args.seed, 0, 3), resigned: None };
    game.play()?;
    if let Some(path) = &args.save {
        game.save(path)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Who plays: as named, else a person against the adviser.
fn seats(args: &Play, game: &str) -> Result<Vec<Spec>, Failure> {
    let Some(text) = &args.players else {
        let count = ludex_catalogue::session(game)?.player_names().len();
        let rest = std::iter::repeat_n(ADVISER, count - 1);
        return std::iter::once("human")
            .chain(rest)
            .map(|spec| Spec::parse(spec).map_err(Failure::from))
            .collect();
    };
    // The list is read like the brackets of a name, so that agents may have parameters of their own.
    let list = Spec::parse(&format!("players({text})"))?;
    list.args()
        .map(|(key, value)| match key {
            None => Spec::parse(value).map_err(Failure::from),
            Some(key) => Err(Failure::input(format!("'{key}={value}' is not a player"))),
        })
        .collect()
}

fn read_record(path: &Path) -> Result<(Record, PathBuf), Failure> {
    let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
    let record =
        Record::parse(&text).map_err(|error| Failure::input(format!("{}: {error}", path.display())))?;
    Ok((record, path.to_path_buf()))
}

struct Game {
    table: Box<dyn Table>,
    names: Vec<String>,
    seed: u64,
    rng: Rng,
    resigned: Option<Player>,
}

const HELP: &str = "\
type a move, or one of
  moves        list the legal moves          board        draw the board
  undo, redo   take back, play again         hint         ask for advice
  save FILE    write the game to a file      load FILE    read a game from a file
  resign       give up                       quit         leave";

impl Game {
    fn play(&mut self) -> Result<(), Failure> {
        say_line(&format!("{}; `help` explains what can be typed", self.table.session().name()));
        self.draw();
        while self.resigned.is_none() {
            match self.table.session().turn() {
                Turn::Over => break,
                Turn::Chance => {
                    if let Some(event) = self.table.session_mut().play_random(&mut self.rng) {
                        say_line(&format!("chance: {event}"));
                    }
                }
                Turn::Player(player) => {
                    let before = self.table.session().player_names()[player.index()].clone();
                    match self.table.agent_moves(player.index()) {
                        Some(report) => {
                            say_line(&format!("{before} plays {} (value {})", report.line[0], report.value));
                            self.draw();
                        }
                        None => {
                            if !self.ask(player)? {
                                return Ok(());
                            }
                        }
                    }
                }
            }
        }
        match (self.table.session().outcome(), self.resigned) {
            (Some(outcome), _) => say_line(&format!("the game is over: {outcome}")),
            (None, Some(player)) => say_line(&format!("player {player} resigns")),
            (None, None) => {}
        }
        Ok(())
    }

    fn draw(&self) {
        say(&scene::to_text(&self.table.session().scene()));
    }

    /// Asks the person on turn; false when there is nobody to answer any more.
    fn ask(&mut self, player: Player) -> Result<bool, Failure> {
        let name = self.table.session().player_names()[player.index()].clone();
        say(&format!("{name} to move> "));
        let mut line = String::new();
        let read = std::io::stdin().lock().read_line(&mut line);
        let read = read.map_err(|error| Failure::input(format!("the input cannot be read: {error}")))?;
        if read == 0 {
            say_line("");
            return Ok(false);
        }
        if !std::io::stdin().is_terminal() {
            say(&line);
        }
        let line = line.trim();
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        match word {
            "" => {}
            "quit" | "exit" => return Ok(false),
            "help" => say_line(HELP),
            "moves" => say_line(&self.table.session().legal_texts().join(" ")),
            "board" => self.draw(),
            "hint" => match self.table.hint() {
                Some(report) => say_line(&format!("try {} (value {})", report.line[0], report.value)),
                None => say_line("there is nothing to advise"),
            },
            "undo" => self.step(player, |session| session.undo()),
            "redo" => self.step(player, |session| session.redo()),
            "resign" => self.resigned = Some(player),
            "save" if !rest.is_empty() => match self.save(Path::new(rest.trim())) {
                Ok(()) => say_line(&format!("saved to {rest}")),
                Err(failure) => say_line(&failure.to_string()),
            },
            "load" if !rest.is_empty() => match self.load(Path::new(rest.trim())) {
                Ok(()) => self.draw(),
                Err(failure) => say_line(&failure.to_string()),
            },
            "save" | "load" => say_line(&format!("{word} needs the name of a file")),
            _ => match self.table.session_mut().play(line) {
                Ok(()) => self.draw(),
                Err(error) => say_line(&error.to_string()),
            },
        }
        Ok(true)
    }

    /// Goes back or forth to the next position in which the same person is on turn.
    fn step(&mut self, player: Player, step: fn(&mut dyn AnySession) -> bool) {
        let session = self.table.session_mut();
        let mut moved = false;
        while step(session) {
            moved = true;
            if session.turn() == Turn::Player(player) {
                break;
            }
        }
        if moved {
            self.draw();
        } else {
            say_line("there is no such move");
        }
    }

    fn save(&self, path: &Path) -> Result<(), Failure> {
        let mut record = self.table.session().record();
        record.players = self.names.clone();
        record.seed = Some(self.seed);
        if let (None, Some(player)) = (&record.result, self.resigned) {
            record.result = Some(format!("resigned {player}"));
        }
        std::fs::write(path, record.to_string()).map_err(|error| Failure::unwritable(path, error))
    }

    fn load(&mut self, path: &Path) -> Result<(), Failure> {
        let (record, _) = read_record(path)?;
        let name = self.table.session().name();
        if ludex_catalogue::session(&record.game)?.name() != name {
            return Err(Failure::input(format!(
                "{} is a record of {}, not of {name}",
                path.display(),
                record.game
            )));
        }
        Ok(self.table.session_mut().load(&record)?)
    }
}
