//! What a description says about its game in words.

use crate::expand::Expanded;
use crate::text::{Node, Value};

/// Sentences from the metadata of a description.
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
}

impl About {
    /// Reads the metadata of a description.
    pub fn of(expanded: &Expanded) -> About {
        let mut about = About { title: expanded.name().to_string(), ..About::default() };
        if let Some(metadata) = &expanded.metadata {
            about.collect(metadata);
        }
        about
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
