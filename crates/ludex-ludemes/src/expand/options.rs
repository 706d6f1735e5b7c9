//! What can be chosen about a game: `(option ...)` and `(rulesets ...)`.

use serde::Serialize;

use super::defines::blocks;
use super::mapped::{FrameId, Mapped};
use crate::text::{Diagnostic, Source, SourceId, TokenKind, end_of_text, matching_bracket, tokens};

/// A question about the game and its possible answers.
#[derive(Clone, Debug, Serialize)]
pub struct OptionGroup {
    /// What is asked, for example `Board Size`.
    pub heading: String,
    /// The name by which the rules speak of it, as in `<Board:size>`.
    pub tag: String,
    /// The names of the values that an answer gives.
    pub arguments: Vec<String>,
    /// The answers.
    pub items: Vec<OptionItem>,
}

/// One answer.
#[derive(Clone, Debug, Serialize)]
pub struct OptionItem {
    /// What the answer is called.
    pub label: String,
    /// A sentence about it.
    pub help: String,
    /// The number of stars behind it; the answer with the most stars is the default.
    pub stars: usize,
    #[serde(skip)]
    values: Vec<Mapped>,
}

impl OptionGroup {
    /// The answer that counts when nothing is chosen: the first of those with the most stars.
    pub fn default_item(&self) -> usize {
        let most = self.items.iter().map(|item| item.stars).max().unwrap_or(0);
        self.items.iter().position(|item| item.stars == most).unwrap_or(0)
    }

    /// How an answer is chosen: `Heading/Label`.
    pub fn choice(&self, item: usize) -> String {
        format!("{}/{}", self.heading, self.items.get(item).map_or("", |item| &item.label))
    }
}

/// A named bundle of choices.
#[derive(Clone, Debug, Serialize)]
pub struct Ruleset {
    /// Its name, for example `Ruleset/Suggested Rules`.
    pub name: String,
    /// Its choices, each `Heading/Label`.
    pub choices: Vec<String>,
    /// The number of stars behind it.
    pub stars: usize,
}

/// The choices of a person: a ruleset, single answers as `Heading/Label`, or both (the answers outrank the ruleset).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Choices {
    /// The name of a ruleset.
    pub ruleset: Option<String>,
    /// Answers, each `Heading/Label`.
    pub answers: Vec<String>,
}

impl Choices {
    /// No choice: the defaults of the file.
    pub fn none() -> Self {
        Choices::default()
    }

    /// These answers, each `Heading/Label`.
    pub fn answers<S: Into<String>>(answers: impl IntoIterator<Item = S>) -> Self {
        Choices { ruleset: None, answers: answers.into_iter().map(Into::into).collect() }
    }

    /// This ruleset.
    pub fn ruleset(name: impl Into<String>) -> Self {
        Choices { ruleset: Some(name.into()), answers: Vec::new() }
    }
}

type Extracted = (Mapped, Vec<OptionGroup>, Vec<Ruleset>);

/// Takes options and rulesets out of a text.
pub(crate) fn extract(text: &Mapped, source: &Source) -> Result<Extracted, Vec<Diagnostic>> {
    let option_blocks = blocks(text.text(), "option");
    let (mut groups, mut wrong) = (Vec::new(), Vec::new());
    for &(start, end) in &option_blocks {
        match group(&text.part(start, end)) {
            Some(group) => groups.push(group),
            None => {
                let place = text.origin(crate::text::Span::new(start, start + "(option".len())).0;
                let form =
                    "(option \"Heading\" <Tag> args:{ <a> } { (item \"Label\" <value> \"Help.\") ... })";
                let message = "this option cannot be read";
                wrong.push(
                    Diagnostic::error(message)
                        .at(source, SourceId(0), place.span)
                        .help(format!("write {form}")),
                );
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    let plain = text.without(&option_blocks);
    let ruleset_blocks = blocks(plain.text(), "rulesets");
    let mut rulesets = Vec::new();
    for &(start, end) in &ruleset_blocks {
        let block = &plain.text()[start + 1..end - 1];
        for (start, end) in blocks(block, "ruleset") {
            rulesets.extend(ruleset(&block[start..end], stars(&block[end..])));
        }
    }
    Ok((plain.without(&ruleset_blocks), groups, rulesets))
}

fn group(block: &Mapped) -> Option<OptionGroup> {
    let text = block.text();
    let bytes = text.as_bytes();
    let heading = text.find('"')?;
    let heading_end = end_of_text(bytes, heading).0;
    let tag = heading_end + text[heading_end..].find('<')?;
    let tag_end = tag + text[tag..].find('>')?;
    let names = tag_end + text[tag_end..].find('{')?;
    let names_end = matching_bracket(text, names)?;
    let list = text[names..names_end].split('<').skip(1);
    let arguments = list.map(|part| part.split('>').next().unwrap_or("").trim().to_string()).collect();
    let items = names_end + text[names_end..].find('{')?;
    let items_end = matching_bracket(text, items)?;
    let mut found = Vec::new();
    let mut at = items + 1;
    while let Some(open) = text[at..items_end].find('(').map(|n| at + n) {
        let close = matching_bracket(text, open)?;
        found.push(item(block, open, close, stars(&text[close + 1..]))?);
        at = close + 1;
    }
    if found.is_empty() {
        return None;
    }
    let unquoted = text[heading..heading_end].trim_matches('"').to_string();
    Some(OptionGroup {
        heading: unquoted,
        tag: text[tag + 1..tag_end].trim().to_string(),
        arguments,
        items: found,
    })
}

/// `(item "Label" <value>... "Help.")` between two brackets.
fn item(block: &Mapped, open: usize, close: usize, stars: usize) -> Option<OptionItem> {
    let text = block.text();
    let bytes = text.as_bytes();
    let label = open + text[open..close].find('"')?;
    let label_end = end_of_text(bytes, label).0;
    let mut values = Vec::new();
    let mut help = "";
    let mut at = label_end;
    while at < close {
        match bytes[at] {
            b'<' => {
                let end = end_of_value(bytes, at, close)?;
                values.push(trimmed(block, at + 1, end));
                at = end + 1;
            }
            b'"' => {
                let end = end_of_text(bytes, at).0;
                help = text[at..end].trim_matches('"');
                at = end;
            }
            _ => at += 1,
        }
    }
    let label = text[label..label_end].trim_matches('"').to_string();
    Some(OptionItem { label, help: help.to_string(), stars, values })
}

/// A value ends at the first `>` that is not the name of a comparison.
fn end_of_value(bytes: &[u8], open: usize, close: usize) -> Option<usize> {
    let mut at = open + 1;
    while at < close {
        match bytes[at] {
            b'>' if bytes[at - 1] != b'(' => return Some(at),
            b'"' => at = end_of_text(bytes, at).0,
            _ => at += 1,
        }
    }
    None
}

fn trimmed(block: &Mapped, start: usize, end: usize) -> Mapped {
    let value = &block.text()[start..end];
    let from = start + (value.len() - value.trim_start().len());
    block.part(from, from + value.trim().len())
}

fn stars(after: &str) -> usize {
    after.trim_start().bytes().take_while(|b| *b == b'*').count()
}

fn ruleset(block: &str, stars: usize) -> Option<Ruleset> {
    let mut texts = tokens(block).filter(|token| token.kind == TokenKind::Text);
    let name = block[texts.next()?.span.range()].trim_matches('"').to_string();
    // Choices stand in the first list; `variations:` lists further ones that do not belong to the set.
    let end = block.find("variations").unwrap_or(block.len());
    let choices = texts
        .filter(|t| (t.span.start as usize) < end)
        .map(|t| block[t.span.range()].trim_matches('"').into());
    Some(Ruleset { name, choices: choices.collect(), stars })
}

/// The chosen item of every group. A choice that names no item is an error that lists what there is.
pub(crate) fn choose(
    groups: &[OptionGroup],
    rulesets: &[Ruleset],
    choices: &Choices,
) -> Result<Vec<usize>, Vec<Diagnostic>> {
    let mut chosen: Vec<usize> = groups.iter().map(OptionGroup::default_item).collect();
    let mut wrong = Vec::new();
    let mut answers: Vec<(&str, bool)> = Vec::new();
    if let Some(name) = &choices.ruleset {
        match rulesets.iter().find(|set| set.name == *name || set.name.rsplit('/').next() == Some(name)) {
            Some(set) => answers.extend(set.choices.iter().map(|choice| (choice.as_str(), false))),
            None => {
                let names: Vec<&str> = rulesets.iter().map(|set| set.name.as_str()).collect();
                wrong.push(no_such("ruleset", name, &names));
            }
        }
    }
    answers.extend(choices.answers.iter().map(|choice| (choice.as_str(), true)));
    for (answer, by_hand) in answers {
        let found = groups.iter().enumerate().find_map(|(number, group)| {
            let item = (0..group.items.len()).find(|&item| group.choice(item) == answer)?;
            Some((number, item))
        });
        match found {
            Some((number, item)) => chosen[number] = item,
            // Rulesets in the wild name options that were since renamed; the default is kept then.
            None if !by_hand => {}
            None => {
                let all: Vec<String> =
                    groups.iter().flat_map(|g| (0..g.items.len()).map(|i| g.choice(i))).collect();
                wrong.push(no_such("option", answer, &all.iter().map(String::as_str).collect::<Vec<_>>()));
            }
        }
    }
    if wrong.is_empty() { Ok(chosen) } else { Err(wrong) }
}

fn no_such(kind: &str, name: &str, known: &[&str]) -> Diagnostic {
    let message = format!("the description has no {kind} \"{name}\"");
    let list: Vec<String> = known.iter().take(12).map(|name| format!("\"{name}\"")).collect();
    let help = if list.is_empty() {
        format!("it has no {kind}s at all")
    } else {
        format!("there are: {}", list.join(", "))
    };
    Diagnostic::error(message).help(help)
}

/// Puts the chosen values in the place of `<Tag:argument>` and `<Tag>`.
pub(crate) fn substitute(text: &Mapped, groups: &[OptionGroup], chosen: &[usize]) -> Mapped {
    let mut out = Mapped::default();
    let whole = text.text();
    let mut copied = 0;
    for (open, _) in whole.match_indices('<') {
        let Some(length) = whole[open..].bytes().take(200).position(|b| b == b'>') else { continue };
        let marker = &whole[open + 1..open + length];
        let (tag, argument) = marker.split_once(':').map_or((marker, None), |(tag, a)| (tag, Some(a.trim())));
        // Several groups may share a tag; the first that has such an argument is meant.
        let value = groups.iter().zip(chosen).filter(|(group, _)| group.tag == tag.trim()).find_map(
            |(group, &item)| {
                let index = match argument {
                    None => 0,
                    Some(name) => group.arguments.iter().position(|known| known == name)?,
                };
                group.items[item].values.get(index)
            },
        );
        let Some(value) = value else { continue };
        if open < copied {
            continue;
        }
        out.push_part(text, copied, open, FrameId(0));
        out.push_all(value);
        copied = open + length + 1;
    }
    out.push_part(text, copied, text.len(), FrameId(0));
    out
}
