//! Reads every description under a folder with the defines of another and counts how far each one comes.
//!
//! `cargo run --release -p ludex-ludemes --example read_corpus -- DIR DEFDIR [-v] [--ludemes]`
//!
//! `-v` prints what is wrong with those that do not come through, `--ludemes` which ludemes each one uses.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::time::Instant;

use ludex_ludemes::check::{Term, check};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::format::format;
use ludex_ludemes::text::{Source, tokens};

fn descriptions(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            descriptions(&path, found);
        } else if path.extension().is_some_and(|e| e == "lud") {
            found.push(path);
        }
    }
}

/// The names of the ludemes in a description, with their selecting constants.
fn ludemes(root: &Term) -> String {
    let mut names = BTreeSet::new();
    root.walk(&mut |term| {
        if let Some(call) = term.call() {
            names.insert(format!("{} {}", call.head(), call.kind).trim_end().to_string());
        }
    });
    names.into_iter().collect::<Vec<_>>().join("|")
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let [folder, defines, ..] = arguments.as_slice() else {
        eprintln!("usage: read_corpus DIR DEFDIR [-v]");
        return;
    };
    let verbose = arguments.iter().any(|a| a == "-v");
    let list = arguments.iter().any(|a| a == "--ludemes");
    let library = Library::read(Path::new(defines)).unwrap_or_default();
    println!("library: {} defines, {} problems", library.names().len(), library.problems().len());
    let mut files = Vec::new();
    descriptions(Path::new(folder), &mut files);
    files.sort();
    let began = Instant::now();
    let (mut formatted, mut expanded, mut checked, mut doubtful, mut nodes) = (0, 0, 0, 0, 0);
    for path in &files {
        let text = String::from_utf8_lossy(&std::fs::read(path).unwrap_or_default()).into_owned();
        let name = path.display().to_string();
        let source = Source::new(name.clone(), text);
        if let Ok(once) = format(&source) {
            let words = |text: &str| {
                tokens(text).map(|t| text[t.span.range()].trim_end().to_string()).collect::<Vec<_>>()
            };
            let again = format(&Source::new(name.clone(), once.clone())).unwrap_or_default();
            if once == again && words(source.text()) == words(&once) {
                formatted += 1;
            } else {
                println!("{name}: formatting is not stable or loses something");
            }
        }
        match expand(source, &library, &Choices::none()) {
            Ok(description) => {
                expanded += 1;
                nodes += description.root.size();
                match check(&description) {
                    Ok(description) => {
                        checked += 1;
                        doubtful += usize::from(!description.warnings.is_empty());
                        if verbose {
                            description.warnings.iter().for_each(|warning| println!("{warning}"));
                        }
                        if list {
                            println!("{}\t{}", path.display(), ludemes(&description.root));
                        }
                    }
                    Err(problems) if verbose => {
                        problems.iter().take(3).for_each(|problem| println!("{problem}"))
                    }
                    Err(_) => {}
                }
            }
            Err(problems) if verbose => problems.iter().take(3).for_each(|problem| println!("{problem}")),
            Err(_) => {}
        }
    }
    println!(
        "files {}  formatted {formatted}  expanded {expanded}  checked {checked}  with warnings {doubtful}  nodes {nodes}  {:.2?}",
        files.len(),
        began.elapsed()
    );
}
