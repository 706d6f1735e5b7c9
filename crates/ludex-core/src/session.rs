//! A game in progress, for everything that shows or steers a game without being compiled for it: the command
//! line, the server, the golden playthroughs.

use serde::Serialize;

use crate::{Marks, Outcome, Playable, Player, Record, RecordedMove, Rng, Scene, TextError, Turn};

/// A legal move as shown to a person.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct LegalMove {
    /// Its text.
    pub text: String,
    /// The sites it concerns.
    pub marks: Marks,
}

/// A game in progress with its past. What was undone can be redone until another move is made.
pub struct Session<G: Playable> {
    game: G,
    states: Vec<G::State>,
    moves: Vec<RecordedMove>,
    /// The number of moves that are played; those behind were undone.
    at: usize,
    position: Option<String>,
}

impl<G: Playable> Session<G> {
    /// A new game.
    pub fn new(game: G) -> Session<G> {
        let start = game.start();
        Session { game, states: vec![start], moves: Vec::new(), at: 0, position: None }
    }

    /// The rules.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The present state.
    pub fn state(&self) -> &G::State {
        &self.states[self.at]
    }

    /// Plays a move, which must be legal.
    pub fn play_move(&mut self, chosen: G::Move, evaluation: Option<f64>) {
        let text = self.game.write_move(self.state(), chosen);
        let mut after = self.state().clone();
        self.game.play(&mut after, chosen);
        self.states.truncate(self.at + 1);
        self.moves.truncate(self.at);
        self.states.push(after);
        self.moves.push(RecordedMove { text, evaluation });
        self.at += 1;
    }
}

/// The part of a [`Session`] that does not depend on the type of its game.
pub trait AnySession: Send {
    /// The game's name with parameters.
    fn name(&self) -> String;
    /// The rules in plain words.
    fn rules(&self) -> String;
    /// What the players are called.
    fn player_names(&self) -> Vec<String>;
    /// Whose decision it is.
    fn turn(&self) -> Turn;
    /// How it ended, if it has.
    fn outcome(&self) -> Option<Outcome>;
    /// The legal moves as text, in the game's order.
    fn legal_texts(&self) -> Vec<String>;
    /// The legal moves with the sites they concern.
    fn legal_moves(&self) -> Vec<LegalMove>;
    /// The number of moves played.
    fn ply(&self) -> usize;
    /// The moves played so far.
    fn history(&self) -> Vec<RecordedMove>;
    /// Plays a move given as text.
    fn play(&mut self, text: &str) -> Result<(), TextError>;
    /// Plays a random move (or lets chance decide) and returns its text; `None` if the game is over.
    fn play_random(&mut self, rng: &mut Rng) -> Option<String>;
    /// Takes the last move back; false if there is none.
    fn undo(&mut self) -> bool;
    /// Plays an undone move again; false if there is none.
    fn redo(&mut self) -> bool;
    /// The position as text.
    fn position(&self) -> String;
    /// Begins anew from a position.
    fn set_position(&mut self, text: &str) -> Result<(), TextError>;
    /// What there is to see.
    fn scene(&self) -> Scene;
    /// The names of the heuristics the game has.
    fn heuristics(&self) -> Vec<String>;
    /// Each player's standing, if the game can judge positions.
    fn standings(&self) -> Option<Vec<f64>>;
    /// The game as a record (without the names of the players).
    fn record(&self) -> Record;
    /// Begins anew and plays the moves of a record; the error names the move that is wrong.
    fn load(&mut self, record: &Record) -> Result<(), TextError>;
}

impl<G: Playable> AnySession for Session<G> {
    fn name(&self) -> String {
        self.game.name()
    }

    fn rules(&self) -> String {
        self.game.rules()
    }

    fn player_names(&self) -> Vec<String> {
        self.game.player_names()
    }

    fn turn(&self) -> Turn {
        self.game.turn(self.state())
    }

    fn outcome(&self) -> Option<Outcome> {
        self.game.outcome(self.state())
    }

    fn legal_texts(&self) -> Vec<String> {
        let mut moves = Vec::new();
        self.game.moves(self.state(), &mut moves);
        moves.into_iter().map(|m| self.game.write_move(self.state(), m)).collect()
    }

    fn legal_moves(&self) -> Vec<LegalMove> {
        let state = self.state();
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let legal = |m| LegalMove { text: self.game.write_move(state, m), marks: self.game.marks(state, m) };
        moves.into_iter().map(legal).collect()
    }

    fn ply(&self) -> usize {
        self.at
    }

    fn history(&self) -> Vec<RecordedMove> {
        self.moves[..self.at].to_vec()
    }

    fn play(&mut self, text: &str) -> Result<(), TextError> {
        let chosen = self.game.read_move(self.state(), text)?;
        self.play_move(chosen, None);
        Ok(())
    }

    fn play_random(&mut self, rng: &mut Rng) -> Option<String> {
        if self.turn().is_over() {
            return None;
        }
        let chosen = self.game.random_move(self.state(), rng, &mut Vec::new());
        self.play_move(chosen, None);
        self.moves.last().map(|recorded| recorded.text.clone())
    }

    fn undo(&mut self) -> bool {
        let can = self.at > 0;
        self.at -= usize::from(can);
        can
    }

    fn redo(&mut self) -> bool {
        let can = self.at < self.moves.len();
        self.at += usize::from(can);
        can
    }

    fn position(&self) -> String {
        self.game.write_position(self.state())
    }

    fn set_position(&mut self, text: &str) -> Result<(), TextError> {
        let state = self.game.read_position(text.trim())?;
        self.position = Some(self.game.write_position(&state));
        self.states = vec![state];
        self.moves.clear();
        self.at = 0;
        Ok(())
    }

    fn scene(&self) -> Scene {
        let mut scene = self.game.scene(self.state());
        if self.at > 0 && scene.highlights.is_empty() {
            let before = &self.states[self.at - 1];
            if let Ok(last) = self.game.read_move(before, &self.moves[self.at - 1].text) {
                let marks = self.game.marks(before, last);
                // Sites of the scene before and after are the same on boards that do not grow.
                if self.game.scene(before).sites.len() == scene.sites.len() {
                    scene.highlights = marks.from.into_iter().chain(marks.to).collect();
                }
            }
        }
        scene
    }

    fn heuristics(&self) -> Vec<String> {
        self.game.heuristics()
    }

    fn standings(&self) -> Option<Vec<f64>> {
        let able = !self.game.heuristics().is_empty();
        able.then(|| Player::all(self.game.players()).map(|p| self.game.standing(self.state(), p)).collect())
    }

    fn record(&self) -> Record {
        Record {
            game: self.game.name(),
            position: self.position.clone(),
            moves: self.history(),
            result: self.outcome().map(|outcome| outcome.to_string()),
            ..Record::default()
        }
    }

    fn load(&mut self, record: &Record) -> Result<(), TextError> {
        let mut fresh = Vec::new();
        let start = match &record.position {
            Some(text) => self.game.read_position(text)?,
            None => self.game.start(),
        };
        let mut states = vec![start];
        for (index, recorded) in record.moves.iter().enumerate() {
            let state = &states[index];
            let chosen = self
                .game
                .read_move(state, &recorded.text)
                .map_err(|error| TextError::new(format!("move {}: {error}", index + 1)))?;
            let mut after = state.clone();
            self.game.play(&mut after, chosen);
            states.push(after);
            fresh.push(recorded.clone());
        }
        let outcome = self.game.outcome(&states[fresh.len()]).map(|outcome| outcome.to_string());
        match (&record.result, outcome) {
            (Some(claimed), Some(outcome)) if *claimed != outcome => {
                let sentence = format!("the result is given as {claimed}, but the game ended {outcome}");
                return Err(TextError::new(sentence));
            }
            (Some(claimed), None) if !claimed.starts_with("resigned ") => {
                let sentence = format!("the result is given as {claimed}, but the game has not ended");
                return Err(TextError::new(sentence));
            }
            _ => {}
        }
        self.position = record.position.clone();
        self.at = fresh.len();
        self.moves = fresh;
        self.states = states;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Nim;

    #[test]
    fn undone_moves_can_be_redone_until_another_is_made() {
        let mut session = Session::new(Nim::new(9));
        session.play("1").unwrap();
        session.play("2").unwrap();
        assert!(session.undo());
        assert_eq!(session.position(), "8 2");
        assert!(session.redo());
        assert_eq!(session.position(), "6 1");
        session.undo();
        session.play("3").unwrap();
        assert!(!session.redo());
        assert_eq!(session.position(), "5 1");
    }

    #[test]
    fn a_record_loads_to_the_same_game() {
        let mut session = Session::new(Nim::new(9));
        let mut rng = Rng::new(4);
        while session.play_random(&mut rng).is_some() {}
        let record = session.record();
        let mut again = Session::new(Nim::new(9));
        again.load(&Record::parse(&record.to_string()).unwrap()).unwrap();
        assert_eq!(again.record(), record);
    }

    #[test]
    fn a_wrong_record_is_refused_and_changes_nothing() {
        let mut session = Session::new(Nim::new(9));
        session.play("1").unwrap();
        let wrong = "ludex record 1\ngame: nim\n\n1. 3 3 2 2\n";
        let error = session.load(&Record::parse(wrong).unwrap()).unwrap_err();
        assert!(error.to_string().starts_with("move 4: '2' is not a legal move here"), "{error}");
        assert_eq!(session.position(), "8 2");
        let liar = "ludex record 1\ngame: nim\n\n1. 3 3 3\n\nresult: 0-1\n";
        let error = session.load(&Record::parse(liar).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the result is given as 0-1, but the game ended 1-0");
        let early = "ludex record 1\ngame: nim\n\n1. 3 3\n\nresult: 0-1\n";
        let error = session.load(&Record::parse(early).unwrap()).unwrap_err();
        assert_eq!(error.to_string(), "the result is given as 0-1, but the game has not ended");
    }
}
