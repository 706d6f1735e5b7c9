//! Which milestone of coverage a description belongs to: the latest of those of the ludemes it uses.

use std::collections::{BTreeSet, HashMap};
use std::sync::OnceLock;

use crate::text::{Call, Node, Value};

/// Ludemes and features by milestone, counted over the descriptions of the Ludii library.
const TABLE: &str = include_str!("../../data/milestones.csv");

fn table() -> &'static HashMap<&'static str, u8> {
    static ITEMS: OnceLock<HashMap<&'static str, u8>> = OnceLock::new();
    ITEMS.get_or_init(|| {
        let rows = TABLE.lines().skip(1).filter_map(|row| row.rsplit_once(','));
        rows.filter_map(|(item, milestone)| Some((item, milestone.strip_prefix('M')?.parse().ok()?)))
            .collect()
    })
}

/// The milestone of an expanded description, from 1; `None` if it uses something that no milestone has.
pub fn milestone(root: &Node) -> Option<u8> {
    let mut items = BTreeSet::new();
    collect(root, &mut items);
    items.iter().map(|item| table().get(item.as_str()).copied()).try_fold(1, |latest, m| Some(latest.max(m?)))
}

fn collect(node: &Node, items: &mut BTreeSet<String>) {
    match &node.value {
        Value::Call(call) => {
            items.insert(item(call));
            features(call, items);
            call.args.iter().for_each(|arg| collect(&arg.value, items));
        }
        Value::List(nodes) => nodes.iter().for_each(|node| collect(node, items)),
        _ => {}
    }
}

/// The name a ludeme has in the table.
fn item(call: &Call) -> String {
    let head = match call.head.as_str() {
        "equals" => "=",
        "notEqual" => "!=",
        "lt" => "<",
        "le" => "<=",
        "gt" => ">",
        "ge" => ">=",
        "sub" => "-",
        "mul" => "*",
        "div" => "/",
        "mod" => "%",
        "pow" => "^",
        head => head,
    };
    let plain = call.args.iter().filter(|arg| arg.label.is_none()).map(|arg| &arg.value.value);
    let mut words = plain.clone();
    if let Some(Value::Word(word)) = words.next() {
        let both = format!("{head} {word}");
        if table().contains_key(both.as_str()) {
            return both;
        }
    }
    let first = plain.clone().next();

    match (head, first) {
        ("sites", Some(Value::Word(word))) if is_role(word) => "sites <Role>".to_string(),
        ("sites", Some(Value::List(_) | Value::Text(_) | Value::Call(_))) => "sites <Name/List>".to_string(),
        ("move", Some(Value::Word(word))) if !is_role(word) => format!("move {word}"),
        ("move", _) => "move <FromTo>".to_string(),
        ("count", Some(Value::Word(word))) if !matches!(word.as_str(), "Cell" | "Vertex" | "Edge") => {
            format!("count {word}")
        }
        ("count", _) => "count <at/in>".to_string(),
        ("place", Some(Value::Text(_))) => "place <Piece>".to_string(),
        (_, Some(Value::Word(word))) if !table().contains_key(head) => format!("{head} {word}"),
        _ => head.to_string(),
    }
}

fn is_role(word: &str) -> bool {
    let numbered = |prefix: &str| word.strip_prefix(prefix).is_some_and(|n| n.parse::<u8>().is_ok());
    const NAMED: [&str; 11] = [
        "Mover", "Next", "Prev", "Each", "All", "Shared", "Neutral", "NonMover", "Enemy", "Player", "Friend",
    ];
    NAMED.contains(&word) || numbered("P") || numbered("Team")
}

/// What the state of a game must hold, beyond one piece a site.
fn features(call: &Call, items: &mut BTreeSet<String>) {
    let label = |name: &str| {
        let found = call.args.iter().find(|arg| arg.label.as_ref().is_some_and(|label| label.name == name));
        found.map(|arg| &arg.value.value)
    };
    let is_true = |value: Option<&Value>| matches!(value, Some(Value::Boolean(true)));
    let first = call.args.first().map(|arg| &arg.value.value);
    let first_word = if let Some(Value::Word(word)) = first { word.as_str() } else { "" };
    let mut add = |item: &str| {
        items.insert(item.to_string());
    };
    let head = call.head.as_str();
    match (head, first_word) {
        ("place", "Stack") | ("size" | "count", "Stack") | ("where", "Level") | ("topLevel" | "level", _) => {
            add("[stacking state]");
        }
        ("set", "Team") => add("[teams]"),
        ("set", "Hidden") => add("[hidden state]"),
        ("set", "Rotation") | ("rotations", _) => add("[rotation state]"),
        ("tile", _) => add("[large pieces]"),
        ("match", _) => add("[match]"),
        ("set", "Count") | ("sow" | "mancalaBoard", _) => add("[count state]"),
        ("place", _) if label("count").is_some() => add("[count state]"),
        _ => {}
    }
    if is_true(label("stack")) || (matches!(head, "from" | "to") && label("level").is_some()) {
        add("[stacking state]");
    }
    if head == "square" && is_true(label("pyramidal")) {
        add("square pyramidal:");
    }
    if let (Some(Value::Word(kind)), true) = (label("use"), head == "board")
        && kind != "Cell"
    {
        add(&format!("board use:{kind}"));
    }
    let players = match (head, first) {
        ("players", Some(Value::Number(number))) => *number,
        ("players", Some(Value::List(facings))) => facings.len() as i64,
        _ => 0,
    };
    if players > 2 {
        add("[>2 players]");
    }
}
