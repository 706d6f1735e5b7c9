//! `ludex check`, `ludex fmt`, `ludex ludemes` and `ludex lsp`: work on descriptions of games.

use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ludex_ludemes::check::{Table, markdown, names, reference};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::format::format;
use ludex_ludemes::lsp::{Session, diagnostics, is_shared, serve};
use ludex_ludemes::text::{Diagnostic, Source};

use crate::failure::Failure;
use crate::terminal::{say, say_json};

#[derive(Args)]
pub(crate) struct Check {
    /// Descriptions of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// The folder of shared defines (default: our own)
    #[arg(long, value_name = "DIR")]
    def: Option<PathBuf>,
    /// As JSON
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Fmt {
    /// Descriptions of games
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Change nothing; fail if a file would be laid out differently
    #[arg(long)]
    check: bool,
}

#[derive(Args)]
pub(crate) struct Ludemes {
    /// A ludeme, for example: is Line
    name: Vec<String>,
    /// The whole reference as a page
    #[arg(long)]
    markdown: bool,
}

#[derive(Args)]
pub(crate) struct Lsp {
    /// The folder of shared defines (default: our own)
    #[arg(long, value_name = "DIR")]
    def: Option<PathBuf>,
}

fn library(folder: Option<&Path>) -> Result<Library, Failure> {
    match folder {
        Some(folder) => Library::read(folder).map_err(|error| Failure::unreadable(folder, error)),
        None => Ok(Library::ours()),
    }
}

fn read(path: &Path) -> Result<String, Failure> {
    let bytes = std::fs::read(path).map_err(|error| Failure::unreadable(path, error))?;
    Ok(String::from_utf8_lossy(&bytes).into_owned())
}

/// Says everything that is wrong with descriptions. Fails if there is an error.
pub(crate) fn check(args: &Check) -> Result<ExitCode, Failure> {
    let library = library(args.def.as_deref())?;
    let mut found: Vec<Diagnostic> = library.problems().to_vec();
    for path in &args.files {
        found.extend(problems_of(&path.display().to_string(), &read(path)?, &library));
    }
    let errors = found.iter().filter(|diagnostic| diagnostic.is_error()).count();
    if args.json {
        say_json(&found);
    } else {
        for diagnostic in &found {
            say(&format!("{}\n", diagnostic.render()));
        }
        let count = |n: usize, what: &str| format!("{n} {what}{}", if n == 1 { "" } else { "s" });
        let (files, warnings) = (count(args.files.len(), "file"), count(found.len() - errors, "warning"));
        say(&format!("{files}: {}, {warnings}\n", count(errors, "error")));
    }
    Ok(if errors > 0 { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

/// What is wrong with a file as text and, if nothing is, what keeps it from being played: a board that is too large,
/// ludemes that are not compiled yet, rules that do not come to an end.
fn problems_of(name: &str, text: &str, library: &Library) -> Vec<Diagnostic> {
    let mut found = diagnostics(name, text, library);
    if !is_shared(name, text)
        && !found.iter().any(Diagnostic::is_error)
        && let Err(problems) = AnyDescribed::compile(Source::new(name, text), library, &Choices::none(), name)
    {
        found.extend(problems);
    }
    found
}

/// Lays descriptions out.
pub(crate) fn fmt(args: &Fmt) -> Result<ExitCode, Failure> {
    let mut code = ExitCode::SUCCESS;
    for path in &args.files {
        let text = read(path)?;
        match format(&Source::new(path.display().to_string(), text.as_str())) {
            Ok(laid_out) if laid_out == text => {}
            Ok(_) if args.check => {
                say(&format!("{} would be laid out differently\n", path.display()));
                code = ExitCode::FAILURE;
            }
            Ok(laid_out) => {
                std::fs::write(path, laid_out).map_err(|error| Failure::unwritable(path, error))?
            }
            Err(problems) => {
                problems.iter().for_each(|problem| say(&format!("{}\n", problem.render())));
                code = ExitCode::FAILURE;
            }
        }
    }
    Ok(code)
}

/// Prints the reference: of one ludeme, or the names of all.
pub(crate) fn ludemes(args: &Ludemes) -> Result<ExitCode, Failure> {
    let text = match args.name.join(" ") {
        _ if args.markdown => markdown(),
        name if name.is_empty() => names(Table::get()).join("\n") + "\n",
        name => reference(&name).map_err(Failure::input)?,
    };
    say(&text);
    Ok(ExitCode::SUCCESS)
}

/// Serves an editor on standard input and output.
pub(crate) fn lsp(args: &Lsp) -> Result<ExitCode, Failure> {
    let mut session = Session::new(library(args.def.as_deref())?);
    let mut output = std::io::stdout().lock();
    serve(&mut session, &mut BufReader::new(std::io::stdin()), &mut output)
        .and_then(|()| output.flush())
        .map_err(|error| Failure::input(format!("the editor's messages cannot be read: {error}")))?;
    Ok(ExitCode::SUCCESS)
}
