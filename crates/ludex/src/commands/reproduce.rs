//! `ludex reproduce`: published studies repeated.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::{Args, ValueEnum};
use ludex_lab::game::{Flow, in_parallel};
use ludex_lab::plan::{Effort, Plan, expand};
use ludex_lab::report::{Page, Section, Table};
use ludex_lab::run::{self, Shard};
use ludex_lab::study::{self, STUDIES, Study};
use ludex_measure::Prepare;
use ludex_solve::study as tria;

use super::lab::{EffortWord, open, play_all, wrong_plan};
use crate::cli::processors;
use crate::failure::Failure;
use crate::terminal::{say, say_line};

#[derive(Clone, Copy, ValueEnum)]
pub(crate) enum Name {
    /// Tricolor: random play, alpha-beta and tree search
    Tricolor,
    /// Six: Monte Carlo players, the first move and the second phase
    Six,
    /// Five mancala games and their players
    Mancala,
    /// Tria and Tessera: the cost of solving, with each enhancement on and off
    Tria,
    /// Shibumi games: random play, five agents, heuristics
    Shibumi,
}

impl Name {
    fn word(self) -> &'static str {
        match self {
            Name::Tricolor => "tricolor",
            Name::Six => "six",
            Name::Mancala => "mancala",
            Name::Tria => "tria",
            Name::Shibumi => "shibumi",
        }
    }
}

#[derive(Args)]
pub(crate) struct Reproduce {
    /// The study
    study: Name,
    /// About 2 minutes on two cores, about 30, or the study's own sample sizes
    #[arg(long, value_enum, default_value = "quick")]
    effort: EffortWord,
    /// The folder of the run (default: runs/STUDY-EFFORT); a run that was stopped goes on
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// On how many threads (results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Write the page as Markdown with its pictures into this folder too
    #[arg(long, value_name = "DIR")]
    markdown: Option<PathBuf>,
    /// The seed instead of the plan's own
    #[arg(long)]
    seed: Option<u64>,
}

pub(crate) fn run(args: &Reproduce) -> Result<ExitCode, Failure> {
    let effort = Effort::from(args.effort);
    let name = args.study.word();
    let folder =
        args.out.clone().unwrap_or_else(|| Path::new("runs").join(format!("{name}-{}", effort.word())));
    let seed = args.seed.map_or_else(String::new, |seed| format!(" --seed {seed}"));
    let command = format!("ludex reproduce {name} --effort {}{seed}", effort.word());
    let threads = args.threads.map_or_else(processors, usize::from);
    std::fs::create_dir_all(&folder).map_err(|error| Failure::unwritable(&folder, error))?;
    let page = match STUDIES.iter().find(|study| study.name == name) {
        Some(study) => played(study, args, effort, &folder, threads, command)?,
        None => solved(effort, &folder, threads, command)?,
    };
    let path = folder.join("report.html");
    std::fs::write(&path, page.to_html()).map_err(|error| Failure::unwritable(&path, error))?;
    if let Some(target) = &args.markdown {
        page.write_markdown(name, target).map_err(|error| Failure::unwritable(target, error))?;
    }
    say(&page.to_terminal());
    say_line(&format!("the page with pictures: {}", path.display()));
    Ok(ExitCode::SUCCESS)
}

/// A study of games.
fn played(
    study: &Study,
    args: &Reproduce,
    effort: Effort,
    folder: &Path,
    threads: usize,
    command: String,
) -> Result<Page, Failure> {
    let mut text = Plan::at_effort(study.plan, effort);
    if let Some(seed) = args.seed {
        text =
            text.lines()
                .map(|line| {
                    if line.starts_with("seed = ") { format!("seed = {seed}\n") } else { format!("{line}\n") }
                })
                .collect();
    }
    let file = format!("{}.toml", study.name);
    let mut plan = Plan::read(&file, &text).map_err(|errors| wrong_plan(&errors))?;
    let skipped = study::keep_known(&mut plan, &open);
    let plan = expand(plan, Path::new("."), &open).map_err(|errors| wrong_plan(&errors))?;
    if !plan.cells.is_empty() {
        let summary = play_all(&plan, folder, threads, Shard::WHOLE, false)?;
        run::finish(&plan, folder)?;
        say_line(&format!("{} games played in {:.0} seconds", summary.played, summary.seconds));
    }
    let (rows, abouts) = if plan.cells.is_empty() {
        (Vec::new(), vec![run::identity(&plan)])
    } else {
        (run::load(&plan, folder)?, run::signatures(folder))
    };
    let measures = if study.name == "tricolor" {
        let measuring = ludex_measure::Plan { seed: plan.plan.seed, ..Default::default() };
        let source = ludex_catalogue::open("tricolor", Prepare(&measuring))??;
        study::tricolor::metrics(source.as_ref(), &plan, &rows, threads).map_err(Failure::input)?
    } else {
        Vec::new()
    };
    Ok(study::page(study, &plan, &rows, &abouts, &skipped, &measures, command))
}

/// Who made something: keys with their values.
type Facts = Vec<(String, String)>;

/// The study of Tria and Tessera, which solves and does not play. Rows are written down as they are found, and those
/// that are there already are not computed again.
fn solved(effort: Effort, folder: &Path, threads: usize, command: String) -> Result<Page, Failure> {
    let jobs = tria::jobs(match effort {
        Effort::Quick => tria::Effort::Quick,
        Effort::Standard => tria::Effort::Standard,
        Effort::Full => tria::Effort::Full,
    });
    let path = folder.join(format!("rows-{}.jsonl", effort.word()));
    let mut rows: Vec<Option<Vec<String>>> = vec![None; jobs.len()];
    let (mut makers, us): (Facts, Facts) = (Vec::new(), run::makers());
    for line in std::fs::read_to_string(&path).unwrap_or_default().lines() {
        // A line that was being written when the program was killed is no JSON.
        if let Ok((row, texts, by)) = serde_json::from_str::<(usize, Vec<String>, Facts)>(line)
            && let Some(slot) = rows.get_mut(row)
        {
            *slot = Some(texts);
            makers.extend(by);
        }
    }
    let missing: Vec<usize> = (0..jobs.len()).filter(|&row| rows[row].is_none()).collect();
    let mut file = std::fs::OpenOptions::new()
        .create(true)
        .append(true)
        .open(&path)
        .map_err(|error| Failure::unwritable(&path, error))?;
    let bar = crate::progress::bar(jobs.len() as u64, "rows");
    bar.set_position((jobs.len() - missing.len()) as u64);
    let mut written = Ok(());
    in_parallel(
        0..missing.len() as u64,
        threads,
        || (),
        |(), task| (missing[task as usize], jobs[missing[task as usize]].run()),
        |_, found| {
            for (row, texts) in found {
                // A line break before it too: a torn line before it must not spoil it.
                let line = serde_json::json!([row, texts, us]);
                written = writeln!(file, "\n{line}");
                rows[row] = Some(texts);
                bar.inc(1);
            }
            if written.is_ok() { Flow::On } else { Flow::Stop }
        },
    );
    bar.finish_and_clear();
    written.map_err(|error| Failure::unwritable(&path, error))?;
    let mut page = Page {
        title: "Tria and Tessera: the cost of solving".to_string(),
        lead: vec![
            "The node counts of L. A. Wu, Maastricht, with each enhancement on and off, the values, and Tessera."
                .to_string(),
            format!("Effort: {}.", effort.word()),
        ],
        facts: vec![("seed".to_string(), "none, nothing is random".to_string())],
        command,
        sections: Vec::new(),
    };
    if !missing.is_empty() {
        makers.extend(us);
    }
    for fact in makers {
        if !page.facts.contains(&fact) {
            page.facts.push(fact);
        }
    }
    let rows: Vec<Vec<String>> = rows.into_iter().flatten().collect();
    for found in tria::tables(&jobs, &rows) {
        let mut section = Section::new(found.title);
        section.say(found.verdict);
        section.table(Table { heads: found.columns, rows: found.rows });
        page.sections.push(section);
    }
    Ok(page)
}
