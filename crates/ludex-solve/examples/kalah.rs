//! Solves Kalah: `kalah PITS SEEDS MEGABYTES ENDGAME_SEEDS THREADS [no-empty-capture]`.

use std::sync::atomic::AtomicU64;
use std::time::Instant;

use ludex_games::mancala::{KALAH, Options};
use ludex_solve::endgames::Pits;
use ludex_solve::{KalahSolver, Signals};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).and_then(|text| text.parse::<usize>().ok()).expect("a number");
    let (pits, seeds) = (number(0) as u8, number(1) as u8);
    let options = Options { pits, seeds, empty_capture: args.get(5).is_none(), ..KALAH };
    let begin = Instant::now();
    let mut solver = KalahSolver::new(&options, number(2) << 20, number(3) as u32).expect("kalah");
    let signals = Signals::default();
    solver.prepare(number(4), &signals, &AtomicU64::new(0)).expect("endgames");
    println!("endgames ready after {:.1} s", begin.elapsed().as_secs_f64());
    let row = (0..pits).fold(0u64, |row, pit| row | u64::from(seeds) << (8 * pit));
    let found = solver.margin(Pits { own: row, other: row }, number(4), &signals);
    println!("Kalah({pits},{seeds}): {found:?} in {:.1} s", begin.elapsed().as_secs_f64());
}
