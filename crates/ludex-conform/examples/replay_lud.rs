//! Replays a file of recorded games with a description that is being written:
//! `replay_lud RECORDED DESCRIPTION DEFINES [RULESET]`.

use std::path::Path;

use ludex_conform::{Input, check_description};
use ludex_ludemes::described::AnyDescribed;
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::text::Source;

fn main() {
    let args: Vec<String> = std::env::args().collect();
    let [_, recorded, description, defines, ruleset @ ..] = args.as_slice() else {
        eprintln!("usage: replay_lud RECORDED DESCRIPTION DEFINES [RULESET]");
        std::process::exit(2);
    };
    let library = Library::read(Path::new(defines)).expect("the folder of defines can be read");
    let text = std::fs::read_to_string(description).expect("the description can be read");
    let choices = ruleset.first().map_or(Choices::none(), |name| Choices::ruleset(name.as_str()));
    let name = Path::new(description).file_stem().unwrap_or_default().to_string_lossy();
    match AnyDescribed::compile(Source::new(description.as_str(), &text), &library, &choices, &name) {
        Err(problems) => problems.iter().for_each(|problem| println!("{name}: {problem}")),
        Ok(game) => {
            match Input::open(Path::new(recorded)).and_then(|i| check_description(&i, &game, &name)) {
                Ok(agreement) => {
                    println!("{name}: {} games, {} plies agree", agreement.games, agreement.plies)
                }
                Err(trouble) => println!("{name}: {trouble}"),
            }
        }
    }
}
