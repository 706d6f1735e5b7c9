//! `ludex solve`: the exact value of a position.

use std::any::Any;
use std::io::{IsTerminal, Write};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::Duration;

use ludex_core::{Describe, Game, Playable, Player, Text, TextError, Verdict, Visitor};
use ludex_games::mancala::Mancala;
use ludex_games::rows::{Position, Rows, Word};
use ludex_solve::grid::{Bits, Grid};
use ludex_solve::{
    Answer, Bounds, Claim, Fight, Limits, Method, Plain, Progress, RowsFight, Signals, certify, solve,
};
use serde::Serialize;

use crate::cli::{Solve, SolveMethod};
use crate::commands::saved;
use crate::failure::Failure;
use crate::terminal::{complain, grouped, say_json, say_line};

/// What is printed at the end, and written as JSON.
#[derive(Serialize)]
pub(super) struct Report {
    pub(super) game: String,
    pub(super) position: String,
    pub(super) value: &'static str,
    pub(super) plies: Option<u32>,
    pub(super) nodes: u64,
    pub(super) seconds: f64,
    pub(super) pv: Vec<String>,
    /// By how many seeds the player to move wins in the end, in games that count them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) margin: Option<i32>,
    /// Between which numbers the margin was proved to lie, where it was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) margin_within: Option<[i32; 2]>,
    /// Neither side wins within this many moves, as far as was proved: the player to move, the other.
    pub(super) no_win_within: [Option<u32>; 2],
}

/// A report, and what more is said of wins by searches for the shortest.
#[derive(Serialize)]
pub(super) struct Told {
    #[serde(flatten)]
    report: Report,
    /// Whether there is a win whose shortest length was not found.
    #[serde(skip)]
    is_open: bool,
    /// Within how many moves the win is proved, where its shortest length was not found.
    #[serde(skip_serializing_if = "Option::is_none")]
    within: Option<u32>,
    /// Whether `pv` ends before the game does, because the rest was not found.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pv_cut_short: bool,
}

impl From<Report> for Told {
    fn from(report: Report) -> Told {
        Told { report, is_open: false, within: None, pv_cut_short: false }
    }
}

pub(crate) fn value_word(value: Option<Verdict>) -> &'static str {
    match value {
        Some(Verdict::Win) => "win",
        Some(Verdict::Draw) => "draw",
        Some(Verdict::Loss) => "loss",
        None => "unknown",
    }
}

pub(super) struct Solver<'a> {
    pub(super) args: &'a Solve,
    pub(super) limits: Limits,
    pub(super) signals: &'a Signals,
}

pub(super) enum Trouble {
    Text(TextError),
    Other(Failure),
}

impl Visitor for Solver<'_> {
    type Output = Result<Told, Trouble>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let state = match &self.args.position {
            Some(text) => game.read_position(text).map_err(Trouble::Text)?,
            None => game.start(),
        };
        let name = game.name();
        let position = game.write_position(&state);
        let any: &dyn Any = &game;
        let rows = None
            .or_else(|| any.downcast_ref::<Rows<u64>>().and_then(|rows| self.rows(rows, &position)))
            .or_else(|| any.downcast_ref::<Rows<u128>>().and_then(|rows| self.rows(rows, &position)));
        if let Some(report) = rows {
            return report;
        }
        if let Some(mancala) = any.downcast_ref::<Mancala<u64>>()
            && let Some(report) = self.mancala(mancala, &position)
        {
            return report.map(Told::from).map_err(Trouble::Other);
        }
        // Endless play is a draw anyway; a limit of turns would make values depend on more than the position.
        let unlimited = game.without_draw_rules();
        let game = unlimited.as_ref().unwrap_or(&game);
        let state = game.read_position(&position).unwrap_or(state);
        let fight = Plain::new(game).map_err(|error| Trouble::Other(Failure::input(error.to_string())))?;
        self.fight(&fight, &state, name)
    }
}

impl Solver<'_> {
    /// Boards of rows have a solver that sees threats, unless captured pairs can win.
    fn rows<W: Word>(&self, game: &Rows<W>, position: &str) -> Option<Result<Told, Trouble>> {
        match Grid::<u64>::new(*game.rules()) {
            Some(grid) => self.rows_on(game, RowsFight::new(grid), position),
            None => self.rows_on(game, RowsFight::new(Grid::<u128>::new(*game.rules())?), position),
        }
    }

    fn rows_on<W: Word, B: Bits>(
        &self,
        game: &Rows<W>,
        fight: RowsFight<B>,
        position: &str,
    ) -> Option<Result<Told, Trouble>> {
        let state: Position<W> = game.read_position(position).ok()?;
        if game.outcome(&state).is_some() {
            return None;
        }
        let squares = |set: W| set.squares().collect::<Vec<_>>();
        let stones = [Player::FIRST, Player::SECOND].map(|player| squares(state.stones(player)));
        let pending = squares(state.pending());
        let spot = fight.grid.spot([&stones[0], &stones[1]], &pending, state.mover().index());
        Some(self.fight(&fight, &spot, game.name()))
    }

    fn fight<F: Fight>(&self, fight: &F, spot: &F::Spot, game: String) -> Result<Told, Trouble>
    where
        F::Spot: Sync,
    {
        let signals = self.signals;
        let side = fight.side(spot);
        let table = Bounds::new(self.limits.memory / 2);
        let position = fight.write(spot);
        let mut known = match &self.args.state {
            Some(path) => {
                saved::read(path, &game, &position, |file| table.load(file)).map_err(Trouble::Other)?
            }
            None => Default::default(),
        };
        let show = std::io::stderr().is_terminal() && !self.args.json;
        let report = |progress: &Progress| {
            if show {
                show_progress(progress, side);
            }
        };
        let answer = solve(fight, spot, &self.limits, &mut known, (&table, signals), &report);
        if show {
            complain("\r\x1b[K");
        }
        if let Some(path) = &self.args.state {
            saved::write(path, &game, &position, &known, |file| table.save(file)).map_err(Trouble::Other)?;
        }
        if let Some(path) = &self.args.certificate {
            claim(&answer, side)
                .and_then(|claim| write_certificate(path, fight, spot, &game, (claim, &table)))
                .map_err(Trouble::Other)?;
        }
        let proved = answer.progress.proved;
        let within = |side: usize| Some(proved[side].none_within).filter(|&plies| plies > 0);
        let report = Report {
            game,
            position,
            value: value_word(answer.value),
            plies: answer.plies,
            nodes: answer.progress.nodes + answer.progress.kept as u64,
            seconds: answer.progress.seconds,
            pv: answer.line,
            margin: None,
            margin_within: None,
            no_win_within: [within(side), within(side ^ 1)],
        };
        let wins = matches!(answer.value, Some(Verdict::Win | Verdict::Loss));
        let is_open = wins && answer.plies.is_none();
        let within = answer.within.filter(|_| is_open);
        Ok(Told { report, is_open, within, pv_cut_short: answer.cut_short })
    }
}

fn claim(answer: &Answer, side: usize) -> Result<Claim, Failure> {
    match (answer.value, answer.plies) {
        (Some(Verdict::Win), Some(plies)) => Ok(Claim::Win { side, plies }),
        (Some(Verdict::Loss), Some(plies)) => Ok(Claim::Win { side: side ^ 1, plies }),
        (Some(Verdict::Win), None) => Ok(Claim::SomeWin { side }),
        (Some(Verdict::Loss), None) => Ok(Claim::SomeWin { side: side ^ 1 }),
        (Some(Verdict::Draw), _) => Ok(Claim::Draw),
        _ => Err(Failure::input(
            "no certificate was written, because the value was not found; give more --time or --memory",
        )),
    }
}

/// Writes a certificate beside its place, and puts it there when it is whole.
fn write_certificate<F: Fight>(
    path: &Path,
    fight: &F,
    spot: &F::Spot,
    game: &str,
    (claim, table): (Claim, &Bounds),
) -> Result<(), Failure> {
    let failed = |error| Failure::unwritable(path, error);
    let mut name = path.as_os_str().to_owned();
    name.push(".part");
    let part = Path::new(&name);
    let write = || {
        let mut file = std::io::BufWriter::new(std::fs::File::create(part)?);
        let tools = (table, &Signals::default());
        if path.extension().is_some_and(|end| end == "gz") {
            let packed = flate2::write::GzEncoder::new(file, flate2::Compression::fast());
            let mut packed = std::io::BufWriter::with_capacity(1 << 20, packed);
            let whole = certify(fight, game, spot, claim, tools, &mut packed)?;
            packed.into_inner().map_err(|error| error.into_error())?.finish()?.flush()?;
            Ok(whole)
        } else {
            let whole = certify(fight, game, spot, claim, tools, &mut file)?;
            file.flush()?;
            Ok(whole)
        }
    };
    match write() {
        Ok(true) => std::fs::rename(part, path).map_err(failed),
        Ok(false) => {
            let _ = std::fs::remove_file(part);
            Err(Failure::input("the proof could not be written out; give more --memory"))
        }
        Err(error) => {
            let _ = std::fs::remove_file(part);
            Err(failed(error))
        }
    }
}

fn show_progress(progress: &Progress, side: usize) {
    let speed = progress.nodes as f64 / progress.seconds.max(0.001) / 1e6;
    let bound = |side: usize| {
        let proved = progress.proved[side];
        match (proved.held, proved.wins) {
            (true, _) => "no win".to_string(),
            (_, true) => match progress.within[side] {
                Some(plies) => format!("wins in {} to {plies}", proved.none_within + 1),
                None => "wins".to_string(),
            },
            _ => format!("no win within {}", proved.none_within),
        }
    };
    complain(&format!(
        "\r\x1b[K{} positions, {speed:.2} million/s, {} kept, table {:.0} % full; mover: {}, other: {}",
        grouped(progress.nodes),
        grouped(progress.kept as u64),
        100.0 * progress.fill,
        bound(side),
        bound(side ^ 1),
    ));
}

/// Reads an amount of memory: 500M, 2G; a plain number is bytes.
pub(crate) fn read_memory(text: &str) -> Result<usize, String> {
    let wrong = || format!("an amount of memory is written like 500M or 4G, not '{text}'");
    let (digits, shift) = match text.trim().to_ascii_uppercase() {
        word if word.ends_with('K') => (word.len() - 1, 10),
        word if word.ends_with('M') => (word.len() - 1, 20),
        word if word.ends_with('G') => (word.len() - 1, 30),
        word => (word.len(), 0),
    };
    let number: u64 = text.trim().get(..digits).and_then(|number| number.parse().ok()).ok_or_else(wrong)?;
    let bytes = number.checked_mul(1 << shift).ok_or_else(wrong)?;
    if !(1 << 24..=1 << 44).contains(&bytes) {
        return Err(format!("memory must be from 16M to 16384G, not '{text}'"));
    }
    usize::try_from(bytes).map_err(|_| wrong())
}

/// Reads a time in seconds.
pub(crate) fn read_seconds(text: &str) -> Result<f64, String> {
    match text.trim().parse::<f64>() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err(format!("a time is a number of seconds from 0 to 1000000000, not '{text}'")),
    }
}

/// The first Ctrl-C ends the search, so that what was found is told and kept.
fn stop_on_interrupt(signals: &Arc<Signals>) {
    let signals = Arc::clone(signals);
    std::thread::spawn(move || {
        let Ok(runtime) = tokio::runtime::Builder::new_current_thread().enable_all().build() else { return };
        runtime.block_on(async {
            if tokio::signal::ctrl_c().await.is_ok() {
                signals.stop.store(true, Ordering::Relaxed);
            }
            if tokio::signal::ctrl_c().await.is_ok() {
                std::process::exit(130);
            }
        });
    });
}

pub(crate) fn run(args: &Solve) -> Result<ExitCode, Failure> {
    let limits = Limits {
        memory: args.memory,
        time: args.time.map(Duration::from_secs_f64),
        threads: args.threads.map_or_else(crate::cli::processors, usize::from).min(2),
        method: match args.method {
            None | Some(SolveMethod::Defences) => Method::Defences,
            Some(SolveMethod::Proof) => Method::Proof,
        },
    };
    let signals = Arc::new(Signals::default());
    stop_on_interrupt(&signals);
    let solved = ludex_catalogue::open(&args.game, Solver { args, limits, signals: &signals })?;
    let told = solved.map_err(|trouble| match trouble {
        Trouble::Text(error) => error.into(),
        Trouble::Other(failure) => failure,
    })?;
    if args.json {
        say_json(&told);
        return Ok(ExitCode::SUCCESS);
    }
    let Told { report, is_open, within, pv_cut_short } = told;
    say_line(&format!("{}  {}", report.game, report.position));
    let length = match (report.plies, within) {
        (Some(plies), _) => format!(" in {plies} moves"),
        (None, Some(within)) => format!(" within {within} moves"),
        (None, None) => String::new(),
    };
    let margin = report.margin.map_or_else(String::new, |margin| format!(" by {margin:+}"));
    say_line(&format!("{}{length}{margin} for the player to move", report.value));
    if let Some([low, high]) = report.margin_within {
        say_line(&format!("proved so far: a margin from {low:+} to {high:+}"));
    } else if report.value == "unknown" {
        let bound = |within: Option<u32>| {
            within.map_or_else(|| "nothing".to_string(), |n| format!("no win within {n} moves"))
        };
        let [mover, other] = report.no_win_within.map(bound);
        say_line(&format!("proved so far: for the player to move {mover}, for the other {other}"));
    }
    if is_open {
        let winner = usize::from(report.value == "loss");
        let longer = report.no_win_within[winner]
            .map_or_else(String::new, |plies| format!("; it takes more than {plies}"));
        say_line(&format!("the length of the shortest win was not found{longer}"));
    }
    if !report.pv.is_empty() {
        let what = if is_open { "a winning line" } else { "best play" };
        let rest = if pv_cut_short { " ... (cut short: the rest was not found)" } else { "" };
        say_line(&format!("{what}: {}{rest}", report.pv.join(" ")));
    } else if pv_cut_short {
        say_line("no winning line was found in time");
    }
    say_line(&format!("{} positions in {:.2} s", grouped(report.nodes), report.seconds));
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use super::read_memory;

    #[test]
    fn amounts_of_memory_are_read() {
        assert_eq!(read_memory("512M"), Ok(512 << 20));
        assert_eq!(read_memory("2g"), Ok(2 << 30));
        for wrong in ["", "M", "lots", "-3G", "1", "99999999999999999G", "1.5G", "é"] {
            assert!(read_memory(wrong).is_err(), "{wrong}");
        }
    }
}
