//! The studies of Tricolor, Six and mancala with their engines alone, which builds in a fraction of the time that the
//! whole program takes: `cargo run --release -p ludex-lab --example studies -- six quick FOLDER [THREADS] [MARKDOWN]`.

use std::path::Path;

use ludex_core::{Spec, SpecError, Visitor};
use ludex_games::tricolor::TwoPlayer;
use ludex_games::{mancala, six};
use ludex_lab::game::{Arena, Flow, Seat};
use ludex_lab::plan::{Effort, Plan, PlanError, expand};
use ludex_lab::run::{Shard, finish, load, run, status};
use ludex_lab::study::{self, STUDIES};
use ludex_measure::Prepare;

fn open(text: &str) -> Result<Box<dyn Arena>, SpecError> {
    let spec = Spec::parse(text)?;
    match spec.name() {
        "tricolor" => Ok(Seat.visit(TwoPlayer::standard())),
        "six" => six::open(&spec, Seat),
        _ => mancala::open(&spec, Seat),
    }
}

fn main() -> Result<(), String> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let [name, effort, folder, rest @ ..] = &args[..] else {
        return Err("name a study, an effort and a folder".to_string());
    };
    let study = STUDIES.iter().find(|study| study.name == name).ok_or("there is no such study")?;
    let effort = Effort::ALL.into_iter().find(|e| e.word() == effort).ok_or("there is no such effort")?;
    let threads = rest.first().and_then(|text| text.parse().ok()).unwrap_or(2);
    let all = |errors: Vec<PlanError>| errors.iter().map(|e| e.to_string()).collect::<Vec<_>>().join("\n");
    let mut plan = Plan::read(&format!("{name}.toml"), &Plan::at_effort(study.plan, effort)).map_err(all)?;
    let skipped = study::keep_known(&mut plan, &open);
    let plan = expand(plan, Path::new("."), &open).map_err(all)?;
    let folder = Path::new(folder);
    println!("{} games in {} pairings", plan.games(), plan.cells.len());
    let text = |error: ludex_lab::run::RunError| error.to_string();
    let summary = run(&plan, folder, threads, Shard::WHOLE, &[], &mut |_| Flow::On).map_err(text)?;
    println!("{} games in {:.1} s", summary.played, summary.seconds);
    finish(&plan, folder).map_err(text)?;
    let rows = load(&plan, folder).map_err(text)?;
    let measures = if name == "tricolor" {
        let measuring = ludex_measure::Plan { seed: plan.plan.seed, ..Default::default() };
        let source = Prepare(&measuring).visit(TwoPlayer::standard()).map_err(|error| error.to_string())?;
        study::tricolor::metrics(source.as_ref(), &plan, &rows, threads)?
    } else {
        Vec::new()
    };
    let about = status(&plan, folder).map_err(text)?.about;
    let command = format!("ludex reproduce {name} --effort {}", effort.word());
    let page = study::page(study, &plan, &rows, &about, &skipped, &measures, command);
    std::fs::write(folder.join("report.html"), page.to_html()).map_err(|error| error.to_string())?;
    if let Some(target) = rest.get(1) {
        page.write_markdown(name, Path::new(target)).map_err(|error| error.to_string())?;
    }
    print!("{}", page.to_terminal());
    Ok(())
}
