//! `ludex solve` for mancala: Kalah by its margin, other games by their endgame tables.

use std::io::IsTerminal;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use ludex_core::{Describe, Game, Text, Verdict};
use ludex_games::mancala::{Mancala, Pit, State};
use ludex_solve::endgames::{Pits, Sower, pits_of};
use ludex_solve::tables;
use ludex_solve::{KalahSolver, Signals, Unfinished};

use super::solve::{Report, Solver, value_word};
use crate::commands::saved;
use crate::failure::Failure;
use crate::terminal::{complain, grouped};

impl Solver<'_> {
    /// Kalah by its margin, and what has endgame tables by those; `None` for games that are solved as any other.
    pub(super) fn mancala(&self, game: &Mancala<u64>, position: &str) -> Option<Result<Report, Failure>> {
        let state = game.read_position(position).ok()?;
        if game.outcome(&state).is_some() {
            return None;
        }
        let options = *game.options();
        let asked =
            [(self.args.method.is_some(), "--method"), (self.args.certificate.is_some(), "--certificate")];
        let unmeant = asked.into_iter().find_map(|(given, option)| given.then_some(option));
        let pits = pits_of(&state, usize::from(options.pits));
        let tabulated = Sower::new(&options).is_ok();
        if options.majority && options.repetition == 0 && !options.store {
            // Solved as any other game, unless a table has the answer at once.
            return if unmeant.is_none() { self.look_up(game, &state).ok().map(Ok) } else { None };
        }
        if options.repetition == 0 && !tabulated {
            return None;
        }
        if let Some(option) = unmeant {
            return Some(Err(Failure::input(format!(
                "{} is solved by its margin, by endgame tables and alpha-beta over them, where {option} has no meaning",
                game.name()
            ))));
        }
        Some(match pits {
            Some(pits) if tabulated && options.store => self.kalah(game, &state, pits),
            _ => self.look_up(game, &state),
        })
    }

    fn kalah(&self, game: &Mancala<u64>, state: &State<u64>, pits: Pits) -> Result<Report, Failure> {
        let begin = Instant::now();
        let options = game.options();
        let mut solver =
            KalahSolver::within(options, pits.seeds(), self.limits.memory).map_err(Failure::input)?;
        let (name, position) = (game.name(), game.write_position(state));
        if let Some(path) = &self.args.state {
            saved::read(path, &name, &position, |file| solver.load(file))?;
        }
        let show = std::io::stderr().is_terminal() && !self.args.json;
        let (all, done) = (solver.endgames(), AtomicU64::new(0));
        let prepared = self.watched(
            begin,
            || show_endgames(done.load(Ordering::Relaxed), all, begin.elapsed().as_secs_f64()),
            || solver.prepare(self.limits.threads, self.signals, &done),
        );
        let solver = solver;
        let searching = Instant::now();
        let found = prepared.and_then(|()| {
            self.watched(
                begin,
                || show_margin(&solver, pits, self.signals, searching.elapsed().as_secs_f64()),
                || solver.margin(pits, self.limits.threads, self.signals),
            )
        });
        if show {
            complain("\r\x1b[K");
        }
        if let Some(path) = &self.args.state {
            saved::write(path, &name, &position, &Unfinished::default(), |file| solver.save(file))?;
        }
        let mut report = Report {
            game: name,
            position,
            value: "unknown",
            plies: None,
            nodes: self.signals.nodes.load(Ordering::Relaxed),
            seconds: begin.elapsed().as_secs_f64(),
            pv: Vec::new(),
            margin: None,
            margin_within: None,
            no_win_within: [None; 2],
        };
        let ahead = state.store(state.mover()) as i32 - state.store(state.mover().other()) as i32;
        let (low, high) = solver.between(pits);
        report.margin_within = found.is_err().then_some([low + ahead, high + ahead]);
        if let Ok(found) = found {
            settle(&mut report, game, state, found.margin);
            let mut here = state.clone();
            for pit in found.line {
                report.pv.push(game.write_move(&here, Pit::new(pit)));
                game.play(&mut here, Pit::new(pit));
            }
        }
        Ok(report)
    }

    /// Does some work while its progress is shown and the time is watched.
    fn watched<T>(&self, begin: Instant, show: impl Fn() + Sync, work: impl FnOnce() -> T) -> T {
        let shown = std::io::stderr().is_terminal() && !self.args.json;
        let done = AtomicBool::new(false);
        std::thread::scope(|scope| {
            scope.spawn(|| {
                let mut ticks = 0u32;
                while !done.load(Ordering::Relaxed) {
                    std::thread::sleep(Duration::from_millis(20));
                    ticks += 1;
                    if shown && ticks.is_multiple_of(10) {
                        show();
                    }
                    if self.limits.time.is_some_and(|time| begin.elapsed() > time) {
                        self.signals.stop.store(true, Ordering::Relaxed);
                    }
                }
            });
            let result = work();
            done.store(true, Ordering::Relaxed);
            result
        })
    }

    fn look_up(&self, game: &Mancala<u64>, state: &State<u64>) -> Result<Report, Failure> {
        let begin = Instant::now();
        let Some(value) = tables::shared(game).and_then(|probe| probe.value(state)) else {
            return Err(Failure::input(format!(
                "{} ends by repetition, so that its positions are only solved by endgame tables, and none \
                 covers {} seeds; 'ludex endgames build {} --seeds {}' would make one",
                game.name(),
                state.in_play(),
                game.name(),
                state.in_play()
            )));
        };
        let mut report = Report {
            game: game.name(),
            position: game.write_position(state),
            value: "unknown",
            plies: None,
            nodes: 1,
            seconds: begin.elapsed().as_secs_f64(),
            pv: Vec::new(),
            margin: None,
            margin_within: None,
            no_win_within: [None; 2],
        };
        settle(&mut report, game, state, value);
        Ok(report)
    }
}

/// The value that a margin from here on means in the end.
fn settle(report: &mut Report, game: &Mancala<u64>, state: &State<u64>, rest: i32) {
    let mover = state.mover();
    let margin = rest + state.store(mover) as i32 - state.store(mover.other()) as i32;
    // What neither side ever gets is shared alike, so the sign decides.
    debug_assert!(margin.unsigned_abs() <= u32::from(game.options().total()));
    // A majority ends the game before the last seeds are taken.
    report.margin = (!game.options().majority).then_some(margin);
    report.value = value_word(Some(match margin.signum() {
        1 => Verdict::Win,
        0 => Verdict::Draw,
        _ => Verdict::Loss,
    }));
}

fn show_endgames(done: u64, all: u64, seconds: f64) {
    complain(&format!(
        "\r\x1b[K{} of {} endgames worked out, {:.1} million/s",
        grouped(done),
        grouped(all),
        done as f64 / seconds.max(0.001) / 1e6,
    ));
}

fn show_margin(solver: &KalahSolver, pits: Pits, signals: &Signals, seconds: f64) {
    let nodes = signals.nodes.load(Ordering::Relaxed);
    let (low, high) = solver.between(pits);
    complain(&format!(
        "\r\x1b[K{} positions, {:.2} million/s, table {:.0} % full; still to win: from {low:+} to {high:+}",
        grouped(nodes),
        nodes as f64 / seconds.max(0.001) / 1e6,
        100.0 * solver.fill(),
    ));
}
