//! The project's own commands.
//!
//! `cargo xtask start` builds everything and starts the page; `cargo xtask test` runs every check there is.

mod browser;
mod levels;
mod licences;
mod run;

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, bail};

use run::{cargo, command};

const HELP: &str = "\
cargo xtask start [ARGS]   build the program and its page, and start `ludex serve` (ARGS are handed to it)
cargo xtask test [--full]  run every check; --full adds those that take longer than a few minutes
cargo xtask golden         write the golden playthroughs anew
cargo xtask levels [GAMES] play the levels of difficulty against each other; --respace puts them at even distances
cargo xtask portable       build the program for any machine of this architecture
";

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = match words.as_slice() {
        ["start", rest @ ..] => start(rest),
        ["test"] => test(false),
        ["test", "--full"] => test(true),
        ["golden"] => golden(),
        ["levels", rest @ ..] => levels::run(rest),
        ["portable"] => portable(),
        _ => {
            eprint!("{HELP}");
            return ExitCode::from(2);
        }
    };
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("xtask: {error:#}");
            ExitCode::FAILURE
        }
    }
}

/// The root of the project.
fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().map_or_else(|| PathBuf::from("."), Path::to_path_buf)
}

fn start(args: &[&str]) -> Result<()> {
    build_page()?;
    cargo(&["build", "--release", "--package", "ludex"]).run()?;
    let program = root().join("target/release/ludex");
    command(&program.to_string_lossy(), &["serve"]).args(args).run()
}

/// All tests but those of the documentation. Not plain `cargo test`: it would build the examples too, which the
/// lints have looked at already.
const CODE_TESTS: [&str; 3] = ["--lib", "--bins", "--tests"];

/// A part of the test command: its name and what it does, given whether the long checks are wanted.
type Step = (&'static str, fn(bool) -> Result<()>);

fn test(full: bool) -> Result<()> {
    let steps: &[Step] = &[
        ("formatting", |_| cargo(&["fmt", "--all", "--check"]).run()),
        ("licences", |_| licences::check()),
        ("page", |_| build_page()),
        ("lints", |_| {
            cargo(&["clippy", "--workspace", "--all-targets", "--quiet", "--", "-D", "warnings"]).run()
        }),
        ("tests", |full| {
            for kinds in [&CODE_TESTS[..], &["--doc"]] {
                let mut tests = cargo(&["test", "--workspace"]).args(kinds);
                if full {
                    tests = tests.env("LUDEX_FULL", "1");
                }
                tests.run()?;
            }
            Ok(())
        }),
        ("documentation", |_| {
            cargo(&["doc", "--workspace", "--no-deps", "--quiet"]).env("RUSTDOCFLAGS", "-D warnings").run()
        }),
        ("browser", |_| browser::test()),
        ("portable build", |full| if full { portable_agrees() } else { Ok(()) }),
    ];
    let begin = Instant::now();
    for (name, step) in steps {
        let from = Instant::now();
        println!("== {name}");
        step(full).with_context(|| format!("{name} failed"))?;
        println!("== {name} took {:.0} s", from.elapsed().as_secs_f64());
    }
    println!("everything passed in {:.0} s", begin.elapsed().as_secs_f64());
    Ok(())
}

/// Builds the page into `web/dist`, from where the program embeds it.
fn build_page() -> Result<()> {
    let web = root().join("web");
    if !web.join("package.json").exists() {
        return Ok(());
    }
    browser::install_packages()?;
    command("npm", &["run", "--silent", "build"]).dir(&web).run()
}

fn golden() -> Result<()> {
    cargo(&["test", "--package", "ludex-catalogue", "--test", "it", "playthroughs"])
        .env("LUDEX_RENEW", "1")
        .run()
}

/// The flags of a build that runs on any machine of the architecture.
const PORTABLE_TARGET: &str = "target/portable";

fn portable() -> Result<()> {
    build_page()?;
    let target = root().join(PORTABLE_TARGET);
    cargo(&["build", "--release", "--package", "ludex"])
        .env("RUSTFLAGS", "")
        .env("CARGO_TARGET_DIR", &target.to_string_lossy())
        .run()?;
    println!("{}", target.join("release/ludex").display());
    Ok(())
}

/// A portable build and a build for this machine must print the same results for the same seeds.
fn portable_agrees() -> Result<()> {
    portable()?;
    cargo(&["build", "--release", "--package", "ludex"]).run()?;
    let programs = [root().join(PORTABLE_TARGET).join("release/ludex"), root().join("target/release/ludex")];
    let listed = command(&programs[0].to_string_lossy(), &["games", "--json"]).output()?;
    let games: serde_json::Value = serde_json::from_str(&listed)?;
    for game in games.as_array().context("`games --json` is not a list")? {
        let name = game["name"].as_str().context("a game has no name")?;
        let mut results = Vec::new();
        for program in &programs {
            let args = ["playout", name, "-n", "300", "--seed", "5", "--threads", "1", "--json"];
            let text = command(&program.to_string_lossy(), &args).output()?;
            let mut result: serde_json::Value = serde_json::from_str(&text)?;
            for speed in ["moves_per_second", "playouts_per_second", "seconds"] {
                result[speed] = serde_json::Value::Null;
            }
            results.push(result);
        }
        if results[0] != results[1] {
            bail!("the portable build plays {name} differently: {} against {}", results[0], results[1]);
        }
    }
    Ok(())
}
