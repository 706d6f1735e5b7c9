//! `ludex lab`: experiments from plans.

use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use clap::{Args, Subcommand, ValueEnum};
use ludex_core::SpecError;
use ludex_lab::game::{Arena, Flow, Seat};
use ludex_lab::plan::{Effort, Expanded, Plan, PlanError, SCHEMA, expand};
use ludex_lab::report::{Digest, Page, page_of};
use ludex_lab::run::{self, RunError, Shard};
use ludex_lab::slurm;

use crate::cli::processors;
use crate::failure::Failure;
use crate::terminal::{complain_line, say, say_json, say_line};

#[derive(Subcommand)]
pub(crate) enum Lab {
    /// Say what a plan amounts to, and what is wrong with it
    Check(Check),
    /// Play the games of a plan
    Run(Run),
    /// Say how far a run is
    Status(Folder),
    /// Go on with a run that was stopped or killed
    Resume(Resume),
    /// Write the report of a run
    Report(Report),
    /// Put the shards of a run together
    Merge(Merge),
    /// Write a Slurm job array that plays a plan on a cluster
    Slurm(SlurmArgs),
    /// Print the JSON schema of plans
    Schema,
}

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum EffortWord {
    /// A first look, in minutes
    Quick,
    /// Enough to see differences
    Standard,
    /// Everything
    Full,
}

impl From<EffortWord> for Effort {
    fn from(word: EffortWord) -> Effort {
        match word {
            EffortWord::Quick => Effort::Quick,
            EffortWord::Standard => Effort::Standard,
            EffortWord::Full => Effort::Full,
        }
    }
}

#[derive(Args)]
pub(crate) struct Check {
    /// The plan (- reads it from the standard input)
    plan: PathBuf,
    /// How much of it
    #[arg(long, value_enum, default_value = "full")]
    effort: EffortWord,
}

#[derive(Args)]
pub(crate) struct Run {
    /// The plan (- reads it from the standard input)
    plan: PathBuf,
    /// The folder of the run (default: runs/NAME, after the plan)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How much of it
    #[arg(long, value_enum, default_value = "full")]
    effort: EffortWord,
    #[command(flatten)]
    how: How,
}

#[derive(Args)]
pub(crate) struct How {
    /// On how many threads (results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Only this part of the games, as in 0/4; `ludex lab merge` puts the parts together
    #[arg(long, value_name = "I/N")]
    shard: Option<String>,
    /// Say nothing while it runs
    #[arg(long)]
    quiet: bool,
}

#[derive(Args)]
pub(crate) struct Folder {
    /// The folder of the run
    folder: PathBuf,
}

#[derive(Args)]
pub(crate) struct Resume {
    /// The folder of the run
    folder: PathBuf,
    #[command(flatten)]
    how: How,
}

#[derive(Args)]
pub(crate) struct Report {
    /// The folder of the run
    folder: PathBuf,
    /// Write the page to this file (default: report.html in the folder)
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// The report as JSON instead of text
    #[arg(long)]
    json: bool,
}

#[derive(Args)]
pub(crate) struct Merge {
    /// The folder for the whole; shards that were played into it are found there
    folder: PathBuf,
    /// Folders with further shards
    from: Vec<PathBuf>,
}

#[derive(Args)]
pub(crate) struct SlurmArgs {
    /// The plan
    plan: PathBuf,
    /// The folder of the run, which all nodes must see (default: runs/NAME, after the plan)
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// How much of it
    #[arg(long, value_enum, default_value = "full")]
    effort: EffortWord,
    /// How many tasks
    #[arg(long, default_value_t = 16, value_parser = clap::value_parser!(u64).range(1..=100_000))]
    shards: u64,
    /// Processors for each task
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1024))]
    cpus: u64,
    /// The longest a task may take, as Slurm writes it
    #[arg(long, default_value = "24:00:00")]
    time: String,
}

pub(crate) fn run(command: Lab) -> Result<ExitCode, Failure> {
    match command {
        Lab::Check(args) => check(&args),
        Lab::Run(args) => {
            let plan = read_plan(&args.plan, args.effort.into())?;
            let folder = args.out.unwrap_or_else(|| default_folder(&args.plan));
            if folder.join("plan.toml").exists() && args.how.shard.is_none() {
                say_line(&format!("{} holds a run already; going on with it", folder.display()));
            }
            play(&plan, &folder, &args.how)
        }
        Lab::Resume(args) => play(&read_folder(&args.folder)?, &args.folder, &args.how),
        Lab::Status(args) => status(&args.folder),
        Lab::Report(args) => report(&args),
        Lab::Merge(args) => merge(&args),
        Lab::Slurm(args) => slurm_script(&args),
        Lab::Schema => {
            say(SCHEMA);
            Ok(ExitCode::SUCCESS)
        }
    }
}

/// Opens a game of the catalogue for the lab.
pub(crate) fn open(text: &str) -> Result<Box<dyn Arena>, SpecError> {
    ludex_catalogue::open(text, Seat)
}

impl From<RunError> for Failure {
    fn from(error: RunError) -> Failure {
        Failure::input(error.to_string())
    }
}

/// All that is wrong with a plan, a line each; the last is the failure.
pub(crate) fn wrong_plan(errors: &[PlanError]) -> Failure {
    let (last, before) = match errors {
        [before @ .., last] => (last, before),
        [] => return Failure::input("the plan is wrong"),
    };
    for error in before {
        complain_line(&error.to_string());
    }
    Failure::input(last.to_string())
}

fn read_plan(path: &Path, effort: Effort) -> Result<Expanded, Failure> {
    let read = if path == Path::new("-") {
        std::io::read_to_string(std::io::stdin())
    } else {
        std::fs::read_to_string(path)
    };
    let text = read.map_err(|error| Failure::unreadable(path, error))?;
    let folder = path.parent().unwrap_or(Path::new("."));
    let name = if path == Path::new("-") { "the plan".to_string() } else { path.display().to_string() };
    expand_text(&name, &Plan::at_effort(&text, effort), folder)
}

/// Reads a plan and opens all that it names.
pub(crate) fn expand_text(name: &str, text: &str, folder: &Path) -> Result<Expanded, Failure> {
    let plan = Plan::read(name, text).map_err(|errors| wrong_plan(&errors))?;
    expand(plan, folder, &open).map_err(|errors| wrong_plan(&errors))
}

fn read_folder(folder: &Path) -> Result<Expanded, Failure> {
    let path = folder.join("plan.toml");
    let text = std::fs::read_to_string(&path).map_err(|_| {
        Failure::input(format!(
            "{} holds no run (there is no plan.toml); `ludex lab run PLAN --out {0}` begins one",
            folder.display()
        ))
    })?;
    expand_text(&path.display().to_string(), &text, folder)
}

fn default_folder(plan: &Path) -> PathBuf {
    let name = plan.file_stem().filter(|name| *name != "-").unwrap_or("plan".as_ref());
    Path::new("runs").join(name)
}

fn check(args: &Check) -> Result<ExitCode, Failure> {
    let plan = read_plan(&args.plan, args.effort.into())?;
    let costs = announce(&plan, processors());
    for (cell, cost) in plan.cells.iter().zip(costs) {
        let time = duration(cell.count as f64 * cost / processors() as f64);
        say_line(&format!("  {} games of {}: {}, {time}", cell.count, cell.game, cell.labels.join(" – ")));
    }
    Ok(ExitCode::SUCCESS)
}

/// Says what is planned and how long it will take, and returns the cost of a game of each cell.
pub(crate) fn announce(plan: &Expanded, threads: usize) -> Vec<f64> {
    for remark in &plan.remarks {
        say_line(&format!("note: {remark}"));
    }
    let costs = run::probe(plan, Duration::from_secs(4));
    let seconds: f64 =
        plan.cells.iter().zip(&costs).map(|(cell, cost)| cell.count as f64 * cost).sum::<f64>()
            / threads as f64;
    say_line(&format!(
        "{}: {} games in {} pairings, about {} on {threads} threads",
        plan.plan.title,
        plan.games(),
        plan.cells.len(),
        duration(seconds)
    ));
    costs
}

/// A time in words.
pub(crate) fn duration(seconds: f64) -> String {
    match seconds {
        s if s < 1.0 => "a second".to_string(),
        s if s < 120.0 => format!("{s:.0} seconds"),
        s if s < 7200.0 => format!("{:.0} minutes", s / 60.0),
        s if s < 172_800.0 => format!("{:.1} hours", s / 3600.0),
        s => format!("{:.1} days", s / 86_400.0),
    }
}

/// Plays what is missing with a bar that shows the time left.
pub(crate) fn play_all(
    plan: &Expanded,
    folder: &Path,
    threads: usize,
    shard: Shard,
    quiet: bool,
) -> Result<run::Summary, Failure> {
    let costs = if quiet { Vec::new() } else { announce(plan, threads) };
    let bar = crate::progress::bar(1000, "‰");
    if quiet {
        bar.set_draw_target(indicatif::ProgressDrawTarget::hidden());
    }
    if let Ok(style) = indicatif::ProgressStyle::with_template("{bar:30} {msg}") {
        bar.set_style(style);
    }
    let summary = run::run(plan, folder, threads, shard, &costs, &mut |progress| {
        bar.set_position((progress.share * 1000.0) as u64);
        let left =
            progress.seconds_left.map_or_else(String::new, |left| format!(", {} left", duration(left)));
        bar.set_message(format!("{} of {} games{left}", progress.done, progress.planned));
        Flow::On
    })?;
    bar.finish_and_clear();
    Ok(summary)
}

fn play(plan: &Expanded, folder: &Path, how: &How) -> Result<ExitCode, Failure> {
    let threads = how.threads.map_or_else(processors, usize::from);
    let shard = how.shard.as_deref().map(Shard::read).transpose()?.unwrap_or(Shard::WHOLE);
    let summary = play_all(plan, folder, threads, shard, how.quiet)?;
    say_line(&format!(
        "{} games played in {}, {} were there already, {} in trouble",
        summary.played,
        duration(summary.seconds),
        summary.found,
        summary.troubled
    ));
    if shard != Shard::WHOLE {
        say_line(&format!("when all shards are played: ludex lab merge {}", folder.display()));
        return Ok(ExitCode::SUCCESS);
    }
    write_page(&page(plan, folder, &run::finish(plan, folder)?), &folder.join("report.html"))?;
    say_line(&format!("results and report are in {}; `ludex lab report {0}` shows them", folder.display()));
    Ok(ExitCode::SUCCESS)
}

fn page(plan: &Expanded, folder: &Path, digests: &[Digest]) -> Page {
    // The plan in the folder names its effort, and the files that it names lie beside it.
    let again = folder.display().to_string();
    let again = again.trim_end_matches(['/', '\\']);
    let command = format!("ludex lab run {again}/plan.toml --out {again}-again");
    page_of(plan, digests, &run::signatures(folder), command)
}

fn write_page(page: &Page, path: &Path) -> Result<(), Failure> {
    std::fs::write(path, page.to_html()).map_err(|error| Failure::unwritable(path, error))
}

fn status(folder: &Path) -> Result<ExitCode, Failure> {
    let plan = read_folder(folder)?;
    let status = run::status(&plan, folder)?;
    let done: u64 = status.done.iter().sum();
    say_line(&format!(
        "{}: {done} of {} games, {} in trouble, {}",
        plan.plan.title,
        status.planned,
        status.troubled,
        if status.finished { "finished" } else { "not finished" }
    ));
    for (cell, done) in plan.cells.iter().zip(&status.done) {
        say_line(&format!("  {done}/{} {}: {}", cell.count, cell.game, cell.labels.join(" – ")));
    }
    Ok(ExitCode::SUCCESS)
}

fn report(args: &Report) -> Result<ExitCode, Failure> {
    let plan = read_folder(&args.folder)?;
    let page = page(&plan, &args.folder, &run::digest(&plan, &args.folder)?);
    let path = args.html.clone().unwrap_or_else(|| args.folder.join("report.html"));
    write_page(&page, &path)?;
    if args.json {
        say_json(&page);
    } else {
        say(&page.to_terminal());
        say_line(&format!("the page with pictures: {}", path.display()));
    }
    Ok(ExitCode::SUCCESS)
}

fn merge(args: &Merge) -> Result<ExitCode, Failure> {
    let source = if args.folder.join("plan.toml").exists() { Some(&args.folder) } else { args.from.first() };
    let Some(source) = source else {
        return Err(Failure::input(format!(
            "{} holds no run; name folders with shards after it",
            args.folder.display()
        )));
    };
    let plan = read_folder(source)?;
    let from: Vec<&Path> = args.from.iter().map(PathBuf::as_path).collect();
    let digests = run::merge(&plan, &args.folder, &from)?;
    write_page(&page(&plan, &args.folder, &digests), &args.folder.join("report.html"))?;
    say_line(&format!("{} games are together in {}", plan.games(), args.folder.display()));
    Ok(ExitCode::SUCCESS)
}

fn slurm_script(args: &SlurmArgs) -> Result<ExitCode, Failure> {
    if args.plan == Path::new("-") {
        return Err(Failure::input(
            "the nodes of a cluster read the plan themselves: name a file that they can see",
        ));
    }
    // A plan that is wrong should be found here, not on the cluster.
    let plan = read_plan(&args.plan, args.effort.into())?;
    if plan.cells.iter().any(|cell| cell.stop.is_some()) {
        return Err(Failure::input("a plan with a stopping rule cannot be cut into shards"));
    }
    let folder = args.out.clone().unwrap_or_else(|| default_folder(&args.plan));
    let effort = Effort::from(args.effort).word();
    say(&slurm::script(&slurm::Array {
        plan: &args.plan,
        folder: &folder,
        effort,
        shards: args.shards,
        cpus: args.cpus,
        time: &args.time,
    }));
    Ok(ExitCode::SUCCESS)
}
