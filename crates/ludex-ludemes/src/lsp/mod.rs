//! The language server: messages, hover, completion and layout for editors.
//!
//! [`Session::handle`] takes one message of the Language Server Protocol and gives the answers, so the same session
//! serves an editor over standard input and output ([`serve`]) and the page in the browser over its own connection.
//! The questions themselves are plain functions on text: [`diagnostics`], [`hover`], [`completions`].

mod analysis;
mod cursor;
mod positions;
mod stdio;

pub use analysis::{Completion, CompletionKind, completions, diagnostics, hover, is_shared, place_in_file};
pub use stdio::serve;

use rustc_hash::FxHashMap;
use serde_json::{Value, json};

use crate::expand::Library;
use crate::format::format;
use crate::text::{Diagnostic, Severity, Source};
use positions::{offset_of, position_of, range_of};

/// A conversation with one editor.
pub struct Session {
    library: Library,
    /// The open files by their addresses.
    files: FxHashMap<String, String>,
    /// Whether the editor has said that it will leave.
    finished: bool,
}

impl Session {
    /// A conversation in which descriptions may use the defines of a library.
    pub fn new(library: Library) -> Self {
        Session { library, files: FxHashMap::default(), finished: false }
    }

    /// Whether the editor has said that it will leave.
    pub fn finished(&self) -> bool {
        self.finished
    }

    /// Answers one message: a request with its answer, a change of a file with what is now wrong with it.
    pub fn handle(&mut self, message: &Value) -> Vec<Value> {
        let method = message["method"].as_str().unwrap_or_default();
        let params = &message["params"];
        let address = params["textDocument"]["uri"].as_str().unwrap_or_default();
        match method {
            "textDocument/didOpen" => {
                let text = params["textDocument"]["text"].as_str().unwrap_or_default();
                return self.changed(address, text);
            }
            "textDocument/didChange" => {
                let last = params["contentChanges"].as_array().and_then(|changes| changes.last());
                let text = last.and_then(|change| change["text"].as_str()).unwrap_or_default();
                return self.changed(address, text);
            }
            "textDocument/didClose" => {
                self.files.remove(address);
                return vec![publish(address, Vec::new())];
            }
            "exit" => self.finished = true,
            _ => {}
        }
        let Some(id) = message.get("id").filter(|_| !method.is_empty()) else { return Vec::new() };
        let answer = match method {
            "initialize" => capabilities(),
            "shutdown" => Value::Null,
            "textDocument/hover" => self.hover(address, params),
            "textDocument/completion" => self.completion(address, params),
            "textDocument/formatting" => self.formatting(address),
            _ => {
                let error = json!({ "code": -32601, "message": format!("`{method}` is not supported") });
                return vec![json!({ "jsonrpc": "2.0", "id": id, "error": error })];
            }
        };
        vec![json!({ "jsonrpc": "2.0", "id": id, "result": answer })]
    }

    fn changed(&mut self, address: &str, text: &str) -> Vec<Value> {
        self.files.insert(address.to_string(), text.to_string());
        let found = diagnostics(address, text, &self.library);
        let shown = found.iter().map(|diagnostic| as_json(diagnostic, text)).collect();
        vec![publish(address, shown)]
    }

    /// The text of an open file and the byte offset that a request speaks of.
    fn place<'s>(&'s self, address: &str, params: &Value) -> Option<(&'s str, usize)> {
        let text = self.files.get(address)?;
        Some((text, offset_of(text, &params["position"])))
    }

    fn hover(&self, address: &str, params: &Value) -> Value {
        let found = self.place(address, params).and_then(|(text, offset)| hover(text, offset, &self.library));
        found.map_or(Value::Null, |text| json!({ "contents": { "kind": "markdown", "value": text } }))
    }

    fn completion(&self, address: &str, params: &Value) -> Value {
        let Some((text, offset)) = self.place(address, params) else { return Value::Null };
        let items: Vec<Value> = completions(text, offset, &self.library)
            .into_iter()
            .map(|completion| {
                // The numbers are those of the protocol: function, constant, property, snippet.
                let kind = match completion.kind {
                    CompletionKind::Ludeme => 3,
                    CompletionKind::Constant => 21,
                    CompletionKind::Label => 10,
                    CompletionKind::Define => 15,
                };
                let order = format!("{}{}", u8::from(!completion.fits), completion.text);
                json!({ "label": completion.text, "kind": kind, "documentation": completion.doc, "sortText": order })
            })
            .collect();
        json!({ "isIncomplete": false, "items": items })
    }

    fn formatting(&self, address: &str) -> Value {
        let Some(text) = self.files.get(address) else { return Value::Null };
        match format(&Source::new(address, text.as_str())) {
            Ok(laid_out) => {
                let whole =
                    json!({ "start": { "line": 0, "character": 0 }, "end": position_of(text, text.len()) });
                json!([{ "range": whole, "newText": laid_out }])
            }
            Err(_) => Value::Null,
        }
    }
}

fn capabilities() -> Value {
    json!({
        "capabilities": {
            "textDocumentSync": 1,
            "hoverProvider": true,
            "documentFormattingProvider": true,
            "completionProvider": { "triggerCharacters": ["(", " ", "\"", ":"] },
        },
        "serverInfo": { "name": "ludex", "version": env!("CARGO_PKG_VERSION") },
    })
}

fn publish(address: &str, diagnostics: Vec<Value>) -> Value {
    let params = json!({ "uri": address, "diagnostics": diagnostics });
    json!({ "jsonrpc": "2.0", "method": "textDocument/publishDiagnostics", "params": params })
}

/// A message as the protocol wants it, with its notes and its help in the text.
fn as_json(diagnostic: &Diagnostic, text: &str) -> Value {
    let place = place_in_file(diagnostic).map_or((0, 0), |location| location.bytes);
    let mut message = diagnostic.message.clone();
    for note in &diagnostic.notes {
        let line =
            note.location.as_ref().map_or(String::new(), |l| format!(" ({}:{})", l.file, l.start.line));
        message.push_str(&format!("\n{}{line}", note.message));
    }
    if let Some(help) = &diagnostic.help {
        message.push_str(&format!("\n{help}"));
    }
    let severity = match diagnostic.severity {
        Severity::Error => 1,
        Severity::Warning => 2,
    };
    json!({
        "range": range_of(text, place.0 as usize, place.1 as usize),
        "severity": severity,
        "source": "ludex",
        "message": message,
    })
}
