//! What the server says of its interface, against what it does.

use std::collections::BTreeSet;
use std::time::Duration;

use serde_json::{Value, json};

use super::store::Store;
use super::tests::{ask, call, start};

/// Follows a reference within the document.
fn resolved<'a>(document: &'a Value, schema: &'a Value) -> &'a Value {
    match schema["$ref"].as_str() {
        Some(name) => {
            document.pointer(name.trim_start_matches('#')).unwrap_or_else(|| panic!("{name} is missing"))
        }
        None => schema,
    }
}

fn is_of(value: &Value, kind: &str) -> bool {
    match kind {
        "object" => value.is_object(),
        "array" => value.is_array(),
        "string" => value.is_string(),
        "integer" => value.is_i64() || value.is_u64(),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "null" => value.is_null(),
        other => panic!("the checker does not know the type {other}"),
    }
}

/// Checks a value against a schema; a property that the schema does not name is wrong too.
fn check(document: &Value, schema: &Value, value: &Value, at: &str) -> Result<(), String> {
    let schema = resolved(document, schema);
    for choice in ["oneOf", "anyOf"] {
        if let Some(choices) = schema[choice].as_array() {
            let tried: Vec<_> = choices.iter().map(|one| check(document, one, value, at)).collect();
            if tried.iter().all(Result::is_err) {
                return Err(format!("{at} is none of its kinds: {tried:?}"));
            }
        }
    }
    if let Some(values) = schema["enum"].as_array()
        && !values.contains(value)
    {
        return Err(format!("{at} is {value}, which is not among {values:?}"));
    }
    let kinds: Vec<&str> = match &schema["type"] {
        Value::String(kind) => vec![kind],
        Value::Array(kinds) => kinds.iter().filter_map(Value::as_str).collect(),
        _ => Vec::new(),
    };
    if !kinds.is_empty() && !kinds.iter().any(|kind| is_of(value, kind)) {
        return Err(format!("{at} is {value}, not {kinds:?}"));
    }
    if let (Some(fields), Some(known)) = (value.as_object(), schema["properties"].as_object()) {
        for name in schema["required"].as_array().into_iter().flatten().filter_map(Value::as_str) {
            if !fields.contains_key(name) {
                return Err(format!("{at}/{name} is missing"));
            }
        }
        for (name, field) in fields {
            let schema = known.get(name).ok_or_else(|| format!("{at}/{name} is not written down"))?;
            check(document, schema, field, &format!("{at}/{name}"))?;
        }
    }
    if let (Some(items), false) = (value.as_array(), schema["items"].is_null()) {
        for (index, item) in items.iter().enumerate() {
            check(document, &schema["items"], item, &format!("{at}/{index}"))?;
        }
    }
    Ok(())
}

/// Asks and checks the answer against what the document says of it.
struct Asker {
    server: std::net::SocketAddr,
    document: Value,
    asked: BTreeSet<String>,
}

impl Asker {
    fn ask(&mut self, method: &str, path: &str, rest: &str, body: Value) -> Value {
        let (id, query) = rest.split_once('?').map_or((rest, ""), |(id, query)| (id, query));
        let address = path.replace("{id}", id).replace("{name}", id);
        let address = if query.is_empty() { address } else { format!("{address}?{query}") };
        let text = if body.is_null() { String::new() } else { body.to_string() };
        let (status, head, answer) = call(self.server, method, &address, "", &text);
        let responses = &self.document["paths"][path][method.to_lowercase()]["responses"];
        let (response, place) = match status {
            200 => (&responses["200"], format!("{method} {path}")),
            400..500 => (&responses["4XX"], format!("{method} {path} {status}")),
            _ => panic!("{method} {address} gave {status}: {answer}"),
        };
        let content =
            response["content"].as_object().unwrap_or_else(|| panic!("{place} is not written down"));
        let (kind, told) = content.iter().next().unwrap();
        assert!(head.contains(&format!("content-type: {kind}")), "{place}: {kind} was promised, {head}");
        let answer =
            if kind.ends_with("json") { serde_json::from_str(&answer).unwrap() } else { json!(answer) };
        if let Err(wrong) = check(&self.document, &told["schema"], &answer, &place) {
            panic!("{wrong}");
        }
        if status == 200 {
            self.asked.insert(format!("{} {path}", method.to_lowercase()));
        }
        answer
    }
}

#[test]
fn every_answer_is_as_the_document_says() {
    let server = start(Store::open(None).unwrap());
    let (status, document) = ask(server, "GET", "/api/openapi.json", Value::Null);
    assert_eq!(status, 200);
    let mut to = Asker { server, document, asked: BTreeSet::new() };
    let text = include_str!("templates/row.lud");
    let none = Value::Null;
    for path in ["/api/games", "/api/agents", "/api/descriptions"] {
        to.ask("GET", path, "", none.clone());
    }
    for game in ["kalah", "spline", "six"] {
        to.ask("GET", "/api/rules", &format!("?game={game}"), none.clone());
        to.ask("GET", "/api/picture", &format!("?game={game}"), none.clone());
        let view = to.ask("POST", "/api/tables", "", json!({ "game": game, "seats": [], "pace": 0 }));
        let id = view["id"].as_str().unwrap();
        let first = &view["moves"][0]["text"];
        to.ask("GET", "/api/tables/{id}", id, none.clone());
        to.ask("POST", "/api/tables/{id}/hint", id, json!({ "agent": "uct(iterations=50)" }));
        to.ask("POST", "/api/tables/{id}/play", id, json!({ "move": first }));
        to.ask("POST", "/api/tables/{id}/go", id, json!({ "node": 0 }));
        to.ask("POST", "/api/tables/{id}/go", id, json!({ "node": 1 }));
        to.ask("POST", "/api/tables/{id}/undo", id, none.clone());
        to.ask("POST", "/api/tables/{id}/seats", id, json!({ "paused": true, "pace": 10 }));
        to.ask("POST", "/api/tables/{id}/now", id, none.clone());
        to.ask("GET", "/api/tables/{id}/record", id, none.clone());
        to.ask("GET", "/api/tables/{id}/picture", id, none.clone());
        to.ask("POST", "/api/position", "", json!({ "game": game, "position": "" }));
        to.ask("POST", "/api/tables/{id}/resign", id, none.clone());
    }
    let view = to.ask("POST", "/api/tables", "", json!({ "game": "tria(rows=3,cols=3)" }));
    let id = view["id"].as_str().unwrap();
    to.ask("POST", "/api/tables/{id}/exact", id, none.clone());
    for wrong in [json!({ "move": "z9" }), json!({ "mov": 1 }), json!([])] {
        to.ask("POST", "/api/tables/{id}/play", id, wrong);
    }
    to.ask("GET", "/api/tables/{id}", "nowhere", none.clone());
    for text in
        [text, "(game", "(game \"X\" (players 2) (equipment {(board (square 3))}) (rules (play (pass))))"]
    {
        to.ask("POST", "/api/descriptions/check", "", json!({ "text": text, "plies": 2 }));
    }
    to.ask(
        "POST",
        "/api/descriptions/complete",
        "",
        json!({ "text": text, "at": text.find("sites").unwrap() + 2 }),
    );
    to.ask(
        "POST",
        "/api/descriptions/hover",
        "",
        json!({ "text": text, "at": text.find("players").unwrap() + 1 }),
    );
    let draft = to.ask("POST", "/api/descriptions", "", json!({ "text": text }));
    to.ask("GET", "/api/descriptions/{name}", draft["game"].as_str().unwrap(), none.clone());
    for (kind, agents) in [("match", json!(["random", "random"])), ("measure", json!([]))] {
        let wish = json!({ "kind": kind, "game": "tic-tac-toe", "agents": agents, "games": 4 });
        let run = to.ask("POST", "/api/runs", "", wish);
        let id = run["id"].to_string();
        while to.ask("GET", "/api/runs/{id}", &id, none.clone())["phase"] != "finished" {
            std::thread::sleep(Duration::from_millis(20));
        }
        to.ask("GET", "/api/runs", "", none.clone());
        to.ask("POST", "/api/runs/{id}/stop", &id, none.clone());
        to.ask("DELETE", "/api/runs/{id}", &id, none.clone());
    }
    let paths = to.document["paths"].as_object().unwrap();
    let told: BTreeSet<String> = paths
        .iter()
        .flat_map(|(path, methods)| {
            methods.as_object().unwrap().keys().map(move |method| format!("{method} {path}"))
        })
        .collect();
    assert_eq!(
        told.difference(&to.asked).collect::<Vec<_>>(),
        Vec::<&String>::new(),
        "these were never asked"
    );
}

#[test]
fn every_address_is_written_down() {
    let document: Value = serde_json::from_str(include_str!("openapi.json")).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let source = include_str!("routes.rs");
    assert!(source.contains(".route("));
    for line in source.lines().filter(|line| line.trim().starts_with(".route(\"/api/")) {
        let path = line.split('"').nth(1).unwrap();
        let is_described = paths.contains_key(path) || path.contains("{*rest}");
        let is_apart = path.ends_with("/live") || path.ends_with("openapi.json");
        assert!(is_described || is_apart, "{path} is missing from openapi.json");
    }
}
