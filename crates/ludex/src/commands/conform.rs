//! `ludex conform`: our engines against games recorded by others.

use std::process::ExitCode;

use ludex_conform::{Input, Trouble, check};

use crate::cli::Conform;
use crate::terminal::{complain_line, say_line};

/// One line a file. Exit code 1 if anything differs, else 2 if a file could not be compared, else 0.
pub(crate) fn run(args: &Conform) -> ExitCode {
    let (mut differs, mut incomparable) = (false, false);
    for path in &args.files {
        let file = path.display();
        match Input::open(path).and_then(|input| check(&input)) {
            Ok(agreement) => {
                let ludex_conform::Agreement { game, games, plies } = agreement;
                say_line(&format!("ok {file} game={game} games={games} plies={plies}"));
            }
            Err(Trouble::Mismatch(mismatch)) => {
                differs = true;
                say_line(&format!("MISMATCH {file} {mismatch}"));
            }
            Err(Trouble::Unsupported(why)) => {
                incomparable = true;
                say_line(&format!("UNSUPPORTED {file} {why}"));
            }
            Err(Trouble::Malformed(why)) => {
                incomparable = true;
                complain_line(&format!("{file}: {why}"));
            }
        }
    }
    ExitCode::from(if differs {
        1
    } else if incomparable {
        2
    } else {
        0
    })
}
