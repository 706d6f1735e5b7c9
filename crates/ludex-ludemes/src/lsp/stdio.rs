//! The language server over a pair of streams: each message has a header with its length.

use std::io::{BufRead, Write};

use serde_json::Value;

use super::Session;

/// A message may not be longer than this.
const MAX_MESSAGE: usize = 16_000_000;

/// Serves an editor until it leaves or the input ends. `ludex lsp` runs this on standard input and output.
pub fn serve(session: &mut Session, input: &mut dyn BufRead, output: &mut dyn Write) -> std::io::Result<()> {
    while let Some(body) = read_message(input)? {
        // What is no message is passed over: an editor must not lose its server by one mistake.
        let Ok(message) = serde_json::from_slice::<Value>(&body) else { continue };
        for answer in session.handle(&message) {
            let text = answer.to_string();
            write!(output, "Content-Length: {}\r\n\r\n{text}", text.len())?;
        }
        output.flush()?;
        if session.finished() {
            break;
        }
    }
    Ok(())
}

/// The next message, or `None` at the end of the input.
fn read_message(input: &mut dyn BufRead) -> std::io::Result<Option<Vec<u8>>> {
    let mut length = None;
    loop {
        let mut line = String::new();
        if input.read_line(&mut line)? == 0 {
            return Ok(None);
        }
        let line = line.trim();
        if line.is_empty() {
            break;
        }
        if let Some((name, value)) = line.split_once(':')
            && name.eq_ignore_ascii_case("content-length")
        {
            length = value.trim().parse::<usize>().ok();
        }
    }
    match length {
        Some(length) if length <= MAX_MESSAGE => {
            let mut body = vec![0; length];
            input.read_exact(&mut body)?;
            Ok(Some(body))
        }
        _ => Err(std::io::Error::new(
            std::io::ErrorKind::InvalidData,
            "a message without a usable Content-Length",
        )),
    }
}
