//! The language server as an editor sees it.

use std::io::Cursor;

use crate::common::{ROW, game};
use ludex_ludemes::expand::Library;
use ludex_ludemes::lsp::{Session, completions, hover, serve};
use ludex_ludemes::text::Source;
use serde_json::{Value, json};

const FILE: &str = "file:///row.lud";

fn library() -> Library {
    let mut library = Library::empty();
    library.add(Source::new("shared.def", "(define \"Shared\" (sites Empty))"));
    library
}

fn open(session: &mut Session, text: &str) -> Value {
    let document = json!({ "uri": FILE, "text": text });
    let message =
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } });
    session.handle(&message).remove(0)["params"]["diagnostics"].clone()
}

/// The names offered where `|` stands.
fn offered(text: &str) -> Vec<String> {
    let at = text.find('|').unwrap();
    let text = text.replace('|', "");
    completions(&text, at, &library()).into_iter().map(|completion| completion.text).collect()
}

fn shown(text: &str) -> Option<String> {
    let at = text.find('|').unwrap();
    hover(&text.replace('|', ""), at, &library())
}

#[test]
fn an_opened_file_gets_its_messages_and_a_mended_one_none() {
    let mut session = Session::new(library());
    let wrong = open(&mut session, &game("(mvoe Pass)", "(if (is Full) (result Mover Win))"));
    assert_eq!(wrong[0]["severity"], 1);
    assert_eq!(wrong[0]["range"]["start"], json!({ "line": 3, "character": 18 }));
    assert!(wrong[0]["message"].as_str().unwrap().contains("`move`"));
    assert_eq!(open(&mut session, ROW), json!([]));
}

#[test]
fn a_library_of_defines_is_only_checked_for_brackets() {
    assert_eq!(open(&mut Session::new(library()), "(define \"A\" (anything #1))"), json!([]));
}

#[test]
fn hover_shows_the_ludeme_a_label_and_a_define() {
    assert!(shown("(is Li|ne 3)").unwrap().contains("(is Line [<type SiteType>] <length Int>"));
    assert!(shown("(i|s Line 3)").unwrap().contains("a line of at least"));
    assert!(shown("(to (sites Empty) i|f:(x))").unwrap().contains("a condition"));
    assert!(shown("(from \"Sha|red\")").unwrap().contains("(sites Empty)"));
    assert!(shown("(result Mov|er Win)").unwrap().contains("Role"));
    assert_eq!(shown("(nothing |) "), None);
}

#[test]
fn completion_offers_what_fits_first() {
    let names = offered("(play (|");
    assert!(
        names.iter().position(|n| n == "move Step").unwrap()
            < names.iter().position(|n| n == "board").unwrap()
    );
    assert!(offered("(play (mov|").starts_with(&["move".to_string(), "move Add".to_string()]));
    assert_eq!(offered("(is Li|"), ["Line"]);
    assert!(offered("(is Line 3 thr|").starts_with(&["through:".to_string(), "throughAny:".to_string()]));
    assert!(offered("(result Mover W|").contains(&"Win".to_string()));
    assert_eq!(offered("(define \"Mine\" 1) (a \"|\")"), ["Mine", "Shared"]);
    assert!(offered("// a comment (|").is_empty());
}

#[test]
fn requests_are_answered_over_a_stream() {
    let mut input = Vec::new();
    let mut send = |message: Value| {
        let text = message.to_string();
        input.extend(format!("Content-Length: {}\r\n\r\n{text}", text.len()).into_bytes());
    };
    let document = json!({ "uri": FILE, "text": "(players   2)" });
    send(json!({ "jsonrpc": "2.0", "id": 1, "method": "initialize", "params": {} }));
    send(
        json!({ "jsonrpc": "2.0", "method": "textDocument/didOpen", "params": { "textDocument": document } }),
    );
    send(
        json!({ "jsonrpc": "2.0", "id": 2, "method": "textDocument/formatting", "params": { "textDocument": { "uri": FILE } } }),
    );
    send(json!({ "jsonrpc": "2.0", "id": 3, "method": "unheard/of", "params": {} }));
    send(json!({ "jsonrpc": "2.0", "id": 4, "method": "shutdown" }));
    send(json!({ "jsonrpc": "2.0", "method": "exit" }));
    let mut output = Vec::new();
    let mut session = Session::new(library());
    serve(&mut session, &mut Cursor::new(input), &mut output).unwrap();
    let output = String::from_utf8(output).unwrap();
    assert!(session.finished());
    assert!(output.contains("\"hoverProvider\":true"));
    assert!(output.contains("(players 2)\\n"));
    assert!(output.contains("`unheard/of` is not supported"));
    assert_eq!(output.matches("Content-Length").count(), 5);
}

#[test]
fn columns_count_as_the_protocol_does() {
    let mut session = Session::new(library());
    let text = game("(move Pass)", "(if (is Full) (result Mover Win))")
        .replace("\"G\"", "\"\u{1F600}\" (plaeyrs 3)");
    let found = open(&mut session, &text);
    assert_eq!(found[0]["range"]["start"], json!({ "line": 0, "character": 12 }));
}
