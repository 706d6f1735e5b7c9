//! `ludex verify`: certificates checked with the rules alone.

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use ludex_core::{Playable, Visitor};
use ludex_solve::{Refusal, Verified, game_of, verify};

use crate::cli::Verify;
use crate::commands::solve::value_word;
use crate::failure::Failure;
use crate::terminal::{grouped, say_line};

/// More than this is no certificate.
const LARGEST: u64 = 8 << 30;

struct Check<'a>(&'a str);

impl Visitor for Check<'_> {
    type Output = Result<Verified, Refusal>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        verify(&game, self.0)
    }
}

/// The text of a file, which may be compressed.
fn read(path: &Path) -> Result<String, Failure> {
    let file = std::fs::File::open(path).map_err(|error| Failure::unreadable(path, error))?;
    let mut text = String::new();
    let outcome = if path.extension().is_some_and(|end| end == "gz") {
        flate2::read::MultiGzDecoder::new(file).take(LARGEST).read_to_string(&mut text)
    } else {
        file.take(LARGEST).read_to_string(&mut text)
    };
    outcome.map_err(|error| Failure::unreadable(path, error))?;
    Ok(text)
}

pub(crate) fn run(args: &Verify) -> Result<ExitCode, Failure> {
    let text = read(&args.file)?;
    let place = |refusal: Refusal| Failure::input(format!("{}, {refusal}", args.file.display()));
    let game = game_of(&text).map_err(place)?;
    let verified = ludex_catalogue::open(game, Check(&text))?.map_err(place)?;
    let length = verified.plies.map_or_else(String::new, |plies| format!(" in {plies} moves"));
    let value = value_word(Some(verified.value));
    let positions = grouped(verified.positions as u64);
    say_line(&format!("{game}: {value}{length} for the player to move, proved by {positions} positions"));
    Ok(ExitCode::SUCCESS)
}
