//! Builds endgame tables in memory and reports the speed: `layers GAME SEEDS THREADS`.

use std::sync::atomic::{AtomicBool, AtomicU64};
use std::time::Instant;

use ludex_core::Spec;
use ludex_games::mancala::options_of;

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let options = options_of(&Spec::parse(&args[0]).expect("a game")).expect("a game of mancala");
    let most: u32 = args[1].parse().expect("a number of seeds");
    let threads: usize = args[2].parse().expect("a number of threads");
    let folder = std::env::temp_dir().join(format!("layers-{}", std::process::id()));
    let (stop, done) = (AtomicBool::new(false), AtomicU64::new(0));
    let begin = Instant::now();
    let mut before = 0.0;
    let mut told = |stats: ludex_solve::endgames::Stats, _: bool| {
        let now = begin.elapsed().as_secs_f64();
        let speed = stats.positions as f64 / (now - before) / 1e6;
        println!(
            "{:3} {:>12} positions {:8.2} s {speed:6.2} million/s",
            stats.seeds,
            stats.positions,
            now - before
        );
        before = now;
    };
    let built =
        ludex_solve::endgames::build(&folder, &args[0], &options, most, threads, (&stop, &done), &mut told);
    println!("{built:?} in {:.1} s", begin.elapsed().as_secs_f64());
    let _ = std::fs::remove_dir_all(folder);
}
