//! `ludex measure`: the character of a game in numbers.

use std::path::{Path, PathBuf};
use std::process::ExitCode;

use clap::Args;
use ludex_core::{Record, Spec};
use ludex_measure::complexity::tree_size;
use ludex_measure::report::Findings;
use ludex_measure::{
    CsvRows, Curve, Measured, ParquetRows, Plan, Prepare, RowSink, Source, climb, gather, run as play,
};

use crate::cli::processors;
use crate::failure::Failure;
use crate::progress;
use crate::terminal::{columns, grouped, say, say_json, say_line};

/// How games are played and judged, for measuring and comparing.
#[derive(Args)]
pub(crate) struct Playing {
    /// How many games (default: 10000 of random players, 100 of others)
    #[arg(short = 'n', long, value_parser = clap::value_parser!(u64).range(1..=1_000_000_000_000))]
    pub(crate) games: Option<u64>,
    /// Who plays, in order, as in uct(iterations=1000),random; one name is for all (default: random)
    #[arg(long)]
    pub(crate) agents: Option<String>,
    /// The seed: the same seed gives the same games
    #[arg(long, default_value_t = 1)]
    pub(crate) seed: u64,
    /// On how many threads (results do not depend on it)
    #[arg(long, value_parser = clap::value_parser!(u16).range(1..=1024))]
    pub(crate) threads: Option<u16>,
    /// Cut games off after this many moves
    #[arg(long, default_value_t = 10_000, value_parser = clap::value_parser!(u32).range(1..=100_000_000))]
    pub(crate) max_moves: u32,
    /// How positions are judged: auto, standing (the game's evaluation), playouts, or a number of playouts
    #[arg(long, default_value = "auto")]
    pub(crate) judge: String,
    /// The confidence of intervals in percent
    #[arg(long, default_value_t = 95.0)]
    pub(crate) confidence: f64,
    /// As JSON
    #[arg(long)]
    pub(crate) json: bool,
    /// Write files into this folder: rows as CSV and Parquet, pictures as SVG, a page as HTML
    #[arg(long, value_name = "FOLDER")]
    pub(crate) out: Option<PathBuf>,
}

#[derive(Args)]
pub(crate) struct Measure {
    /// The game, with parameters
    game: String,
    #[command(flatten)]
    playing: Playing,
    /// Measure these recorded games instead of playing
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["games", "agents"])]
    records: Vec<PathBuf>,
    /// The numbers of games whose evaluation is drawn, from 0
    #[arg(long, value_name = "NUMBERS", value_delimiter = ',', default_value = "0,1,2")]
    curves: Vec<u64>,
    /// Random walks for the size of the game tree; 0 for none
    #[arg(long, value_name = "WALKS", default_value_t = 10_000, value_parser = clap::value_parser!(u64).range(0..=10_000_000))]
    probes: u64,
    /// Count reachable positions up to this many; 0 for none
    #[arg(long, value_name = "LIMIT", default_value_t = 200_000, value_parser = clap::value_parser!(u64).range(0..=4_000_000))]
    reach: u64,
    /// Ask at this many positions how looking further changes the move
    #[arg(long, value_name = "POSITIONS", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    lookahead: u64,
    /// How many moves ahead the furthest look goes
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(2..=12))]
    depth: u32,
    /// Find levels of strength with this many games for each match
    #[arg(long, value_name = "GAMES", default_value_t = 0, value_parser = clap::value_parser!(u64).range(0..=1_000_000))]
    levels: u64,
    /// The playouts for a move of the strongest player on the ladder of levels
    #[arg(long, default_value_t = 1024, value_parser = clap::value_parser!(u64).range(8..=1_000_000))]
    playouts: u64,
}

impl Playing {
    pub(crate) fn plan(&self) -> Result<Plan, Failure> {
        if !(50.0..100.0).contains(&self.confidence) {
            let sentence =
                format!("--confidence must be from 50 to below 100 percent, not {}", self.confidence);
            return Err(Failure::input(sentence));
        }
        let agents = match &self.agents {
            None => Vec::new(),
            Some(text) => agents(text)?,
        };
        Ok(Plan { agents, seed: self.seed, limit: self.max_moves, judge: self.judge.clone() })
    }

    pub(crate) fn share(&self) -> f64 {
        self.confidence / 100.0
    }

    pub(crate) fn threads(&self) -> usize {
        self.threads.map_or_else(processors, usize::from)
    }

    /// Plays and measures.
    pub(crate) fn measure(
        &self,
        source: &dyn Source,
        sinks: &mut [&mut dyn RowSink],
    ) -> Result<Measured, Failure> {
        let games = self.games.unwrap_or(if source.about().random { 10_000 } else { 100 });
        let bar = progress::bar(games, "games");
        let measured = play(source, games, self.threads(), sinks, &|done| bar.inc(done));
        bar.finish_and_clear();
        measured.map_err(|error| Failure::input(error.to_string()))
    }
}

/// A list of agents, read like the brackets of a name, so that agents may have parameters of their own.
fn agents(text: &str) -> Result<Vec<Spec>, Failure> {
    let list = Spec::parse(&format!("agents({text})"))?;
    list.args()
        .map(|(key, value)| match key {
            None => Spec::parse(value).map_err(Failure::from),
            Some(key) => Err(Failure::input(format!("'{key}={value}' is not an agent"))),
        })
        .collect()
}

pub(crate) fn run(args: &Measure) -> Result<ExitCode, Failure> {
    let source = ludex_catalogue::open(&args.game, Prepare(&args.playing.plan()?))??;
    let records = read_records(&args.records, &source.about().name)?;
    let out = args.playing.out.as_deref();
    let mut files = out.map(Files::create).transpose()?;
    let mut sinks = files.as_mut().map_or_else(Vec::new, Files::sinks);
    let (measured, curves) = if records.is_empty() {
        let measured = args.playing.measure(source.as_ref(), &mut sinks)?;
        let curves = curves(args, source.as_ref(), measured.games)?;
        (measured, curves)
    } else {
        let (batch, curves) = source.records(&records).map_err(Failure::input)?;
        let mut about = source.about().clone();
        about.agents = vec!["recorded players".to_string()];
        let measured = gather(&about, &batch, &mut sinks).map_err(|e| Failure::input(e.to_string()))?;
        (measured, curves)
    };
    drop(sinks);
    let probes = source.probes(0..args.probes);
    let lookahead = match args.lookahead {
        0 => Vec::new(),
        positions => source.lookahead(positions, args.depth).map_err(Failure::input)?,
    };
    let ladder = match args.levels {
        0 => None,
        games => Some(climb(source.as_ref(), games, args.playouts).map_err(Failure::input)?),
    };
    let findings = Findings {
        measured: &measured,
        confidence: args.playing.share(),
        tree: tree_size(&probes),
        reachable: (args.reach > 0).then(|| source.reachable(args.reach as usize)),
        lookahead,
        ladder,
        curves,
    };
    if let Some(folder) = out {
        write_findings(folder, &findings)?;
    }
    if args.playing.json {
        say_json(&findings.summary());
    } else {
        say_findings(&findings);
        if let Some(folder) = out {
            say_line(&format!(
                "\nwritten to {}: index.html, games.csv, games.parquet, summary.json and pictures",
                folder.display()
            ));
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn curves(args: &Measure, source: &dyn Source, games: u64) -> Result<Vec<Curve>, Failure> {
    if args.playing.out.is_none() {
        return Ok(Vec::new());
    }
    args.curves
        .iter()
        .filter(|&&game| game < games)
        .map(|&game| source.curve(game).map_err(Failure::input))
        .collect()
}

fn read_records(paths: &[PathBuf], game: &str) -> Result<Vec<(String, Record)>, Failure> {
    paths
        .iter()
        .map(|path| {
            let name = path.display();
            let text = std::fs::read_to_string(path).map_err(|error| Failure::unreadable(path, error))?;
            let record = Record::parse(&text).map_err(|error| Failure::input(format!("{name}: {error}")))?;
            let theirs = ludex_catalogue::session(&record.game)
                .map_err(|error| Failure::input(format!("{name}: {error}")))?
                .name();
            if theirs != game {
                return Err(Failure::input(format!("{name} is a game of {theirs}, not of {game}")));
            }
            Ok((name.to_string(), record))
        })
        .collect()
}

/// The files that take a row a game.
struct Files {
    csv: CsvRows,
    parquet: ParquetRows,
}

impl Files {
    fn create(folder: &Path) -> Result<Files, Failure> {
        std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
        let (csv, parquet) = (folder.join("games.csv"), folder.join("games.parquet"));
        Ok(Files {
            csv: CsvRows::create(&csv).map_err(|error| Failure::unwritable(&csv, error))?,
            parquet: ParquetRows::create(&parquet).map_err(|error| Failure::unwritable(&parquet, error))?,
        })
    }

    fn sinks(&mut self) -> Vec<&mut dyn RowSink> {
        vec![&mut self.csv, &mut self.parquet]
    }
}

/// Writes one file of a folder.
pub(crate) fn write(folder: &Path, name: &str, text: &str) -> Result<(), Failure> {
    let path = folder.join(name);
    std::fs::write(&path, text).map_err(|error| Failure::unwritable(&path, error))
}

fn write_findings(folder: &Path, findings: &Findings) -> Result<(), Failure> {
    for (name, picture) in findings.pictures() {
        write(folder, &format!("{name}.svg"), &picture)?;
    }
    let summary = serde_json::to_string_pretty(&findings.summary());
    write(folder, "summary.json", &summary.map_err(|error| Failure::unwritable(folder, error))?)?;
    write(folder, "index.html", &findings.page())
}

fn say_findings(findings: &Findings) {
    let measured = findings.measured;
    let about = &measured.about;
    say_line(&format!(
        "{}: {} games of {}, seed {}",
        about.name,
        grouped(measured.games),
        about.agents.join(" against "),
        about.seed
    ));
    say_line(&format!("{}\n", about.judge.sentence()));
    say(&columns(&findings.table()));
    say_line("");
    let facts = findings.facts();
    let width = facts.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (name, text) in facts {
        say_line(&format!("{name:width$}  {text}"));
    }
    if measured.seconds > 0.0 {
        let speed = measured.games as f64 / measured.seconds;
        say_line(&format!("{:width$}  {} games/s", "speed", grouped(speed as u64)));
    }
}
