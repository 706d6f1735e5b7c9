//! All descriptions of games on pyramids as files.

use std::path::Path;

use ludex_core::{Playable, Rng, Spec, Visitor, conformance};
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::format::format;
use ludex_ludemes::lsp::diagnostics;
use ludex_ludemes::shelf::{self, Shelved};
use ludex_ludemes::text::Source;

fn family() -> impl Iterator<Item = &'static Shelved> {
    shelf::all().iter().filter(|shelved| shelved.family() == "shibumi")
}

#[test]
fn every_game_is_there() {
    let names: Vec<&str> = family().map(Shelved::name).collect();
    let wanted = "spline spline-plus splice spree spava spava-two-colour splade sparro sploof spaniel span sponnect \
                  spight spice spaiji spaghetti spyramid spire spinimax splastwo sprite spao speedo spirit spodd \
                  spoing spargo spuzzle spalone margo pylos akron sparks spair spoff spook spinout";
    for name in wanted.split_whitespace() {
        assert!(names.contains(&name), "{name} is missing");
    }
}

#[test]
fn descriptions_are_laid_out_by_the_formatter_and_raise_no_doubts() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let defines = ["games/def/shibumi.def", "games/modern/gekitai.lud"];
    let mut wrong = Vec::new();
    for path in family().map(Shelved::path).chain(defines) {
        let text = std::fs::read_to_string(root.join(path)).unwrap();
        let laid_out = format(&Source::new(path, &text)).unwrap();
        if std::env::var_os("LUDEX_UPDATE").is_some() {
            std::fs::write(root.join(path), &laid_out).unwrap();
        } else if laid_out != text {
            wrong.push(format!("{path} is not laid out; run `ludex fmt`"));
        }
        wrong.extend(diagnostics(path, &laid_out, &Library::ours()).iter().map(|doubt| doubt.to_string()));
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Plays the beginning of a random game, and tells how long it was.
struct Begin;

impl Visitor for Begin {
    type Output = u32;

    fn visit<G: Playable>(self, game: G) -> u32 {
        let mut state = game.start();
        game.playout(&mut state, &mut Rng::derived(1, 0, 0), 60, &mut Vec::new())
    }
}

struct Kit;

impl Visitor for Kit {
    type Output = Result<(), String>;

    fn visit<G: Playable>(self, game: G) -> Result<(), String> {
        conformance::check(&game, 1, 7)
    }
}

fn played(shelved: &Shelved, name: &str) -> Result<(), String> {
    let spec = Spec::parse(name).map_err(|error| error.to_string())?;
    let game = shelf::compile(shelved, &spec).map_err(|error| format!("{name}: {error}"))?;
    match game.visit(Begin) {
        0..=1 => Err(format!("{name} is over before it began")),
        _ => Ok(()),
    }
}

#[test]
fn every_choice_compiles_and_plays() {
    let library = Library::ours();
    let mut wrong = Vec::new();
    for shelved in family() {
        let source = Source::new(shelved.path(), shelved.text());
        let plain = expand(source, &library, &Choices::none()).unwrap();
        for ruleset in &plain.rulesets {
            let word = ruleset.name.rsplit('/').next().unwrap();
            let name = format!("{}(ruleset={word})", shelved.name());
            wrong.extend(played(shelved, &name).err());
        }
        for group in &plain.options {
            for item in &group.items {
                let heading = group.heading.to_lowercase();
                let name = format!("{}({heading}={})", shelved.name(), item.label);
                wrong.extend(played(shelved, &name).err());
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn games_keep_the_contract_of_all_games() {
    for name in ["spline-plus", "splade", "spalone", "spargo", "sploof", "spice", "speedo", "pylos", "sparks"]
    {
        let game = shelf::compile(shelf::find(name).unwrap(), &Spec::parse(name).unwrap()).unwrap();
        assert_eq!(game.visit(Kit), Ok(()));
    }
}
