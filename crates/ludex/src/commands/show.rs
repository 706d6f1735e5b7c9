//! `ludex show`: a position drawn in the terminal, as SVG, or as the scene's data.

use std::process::ExitCode;

use ludex_core::{Turn, scene};

use crate::cli::Show;
use crate::failure::Failure;
use crate::terminal::{say, say_json, say_line};

pub(crate) fn run(args: &Show) -> Result<ExitCode, Failure> {
    let mut session = ludex_catalogue::session(&args.game)?;
    if let Some(position) = &args.position {
        session.set_position(position)?;
    }
    let scene = session.scene();
    if let Some(path) = &args.svg {
        std::fs::write(path, scene::to_svg(&scene)).map_err(|error| Failure::unwritable(path, error))?;
    }
    if args.json {
        say_json(&scene);
        return Ok(ExitCode::SUCCESS);
    }
    say(&scene::to_text(&scene));
    say_line(&format!("position: {}", session.position()));
    let names = session.player_names();
    match (session.turn(), session.outcome()) {
        (Turn::Player(player), _) => {
            let count = session.legal_texts().len();
            say_line(&format!("to move: {} ({count} legal moves)", names[player.index()]));
        }
        (Turn::Chance, _) => say_line("chance decides next"),
        (Turn::Over, Some(outcome)) => say_line(&format!("the game is over: {outcome}")),
        (Turn::Over, None) => say_line("the game is over"),
    }
    Ok(ExitCode::SUCCESS)
}
