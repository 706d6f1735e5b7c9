//! What a description says about its game in words and colours.

use ludex_core::{Colour, Player};

use crate::expand::Expanded;
use crate::text::{Node, Value};

/// Sentences and colours from the metadata of a description.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct About {
    /// The name of the game.
    pub title: String,
    /// What it is, in a sentence.
    pub description: String,
    /// How it is played.
    pub rules: String,
    /// Where the rules come from.
    pub source: String,
    /// The colours of the players' pieces, where the description gives one to every player:
    /// `(graphics {(player Colour P1 (colour Black)) (player Colour P2 (colour White))})`.
    pub colours: Vec<Colour>,
}

impl About {
    /// Reads the metadata of a description.
    pub fn of(expanded: &Expanded) -> About {
        let mut about = About { title: expanded.name().to_string(), ..About::default() };
        if let Some(metadata) = &expanded.metadata {
            about.collect(metadata);
            about.colours = colours_of(metadata);
        }
        about
    }

    /// The same for a game of so many players: colours that do not go round are forgotten.
    pub fn for_players(mut self, players: usize) -> About {
        if self.colours.len() != players {
            self.colours.clear();
        }
        self
    }

    /// What players are called: by their colours where they have any.
    pub fn player_names(&self, players: usize) -> Vec<String> {
        let capital = |word: &str| word[..1].to_uppercase() + &word[1..];
        match players {
            1 => vec!["Player".to_string()],
            _ if !self.colours.is_empty() => {
                self.colours.iter().map(|colour| capital(colour.name())).collect()
            }
            _ => Player::all(players).map(|player| format!("Player {player}")).collect(),
        }
    }

    fn collect(&mut self, node: &Node) {
        let Some(call) = node.as_call() else {
            if let Value::List(items) = &node.value {
                items.iter().for_each(|item| self.collect(item));
            }
            return;
        };
        let text = call.args.iter().find_map(|arg| match &arg.value.value {
            Value::Text(text) => Some(text.as_str()),
            _ => None,
        });
        let field = match call.head.as_str() {
            "description" => Some(&mut self.description),
            "rules" => Some(&mut self.rules),
            "source" => Some(&mut self.source),
            _ => None,
        };
        match (field, text) {
            (Some(field), Some(text)) if field.is_empty() => *field = text.to_string(),
            _ => call.args.iter().for_each(|arg| self.collect(&arg.value)),
        }
    }

    /// The rules for a reader, from what the description offers.
    pub fn rules_text(&self) -> String {
        let parts = [&self.description, &self.rules];
        let parts: Vec<&str> =
            parts.into_iter().map(String::as_str).filter(|part| !part.is_empty()).collect();
        if parts.is_empty() {
            return format!("The description of {} gives its rules in ludemes only.", self.title);
        }
        parts.join("\n\n")
    }
}

/// The colours of players 1, 2 and so on, as far as there is one for each and no two are the same.
fn colours_of(metadata: &Node) -> Vec<Colour> {
    let mut given = Vec::new();
    each_colour(metadata, &mut given);
    let mut colours = Vec::new();
    while let Some((_, colour)) = given.iter().find(|(player, _)| *player == colours.len() + 1) {
        if colours.contains(colour) {
            return Vec::new();
        }
        colours.push(*colour);
    }
    colours
}

fn each_colour(node: &Node, given: &mut Vec<(usize, Colour)>) {
    let word = |node: &Node| match &node.value {
        Value::Word(word) => Some(word.clone()),
        _ => None,
    };
    match node.as_call() {
        Some(call) if call.head == "player" => {
            let words: Vec<String> = call.args.iter().filter_map(|arg| word(&arg.value)).collect();
            let of =
                call.args.iter().filter_map(|arg| arg.value.as_call()).find(|call| call.head == "colour");
            let named = of.and_then(|call| word(&call.args.first()?.value));
            if let ([what, role], Some(named)) = (&words[..], named)
                && what == "Colour"
                && let Some(player) = role.strip_prefix('P').and_then(|number| number.parse().ok())
                && let Some(colour) =
                    Colour::PLAYERS.into_iter().find(|colour| colour.name().eq_ignore_ascii_case(&named))
            {
                given.push((player, colour));
            }
        }
        Some(call) => call.args.iter().for_each(|arg| each_colour(&arg.value, given)),
        None => {
            if let Value::List(items) = &node.value {
                items.iter().for_each(|item| each_colour(item, given));
            }
        }
    }
}
