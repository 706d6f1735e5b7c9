//! Looks for a first-player win of Half-Six by chains of threats: `half_six SECONDS CHAIN`.
//!
//! Asks whether the first player wins by a chain of threats after n moves of any kind, for n = 0, 2, 4, ...

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use ludex_core::Game;
use ludex_games::six::{Form, Options, Six};
use ludex_solve::{Plain, Signals, Threats};

fn main() {
    let args: Vec<u64> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let [seconds, chain] = args[..] else { panic!("two numbers are needed") };
    let game = Six::new(Options::of(Form::Half)).expect("a game");
    let fight = Plain::new(&game).expect("a game of two");
    let (signals, begin) = (Signals::default(), Instant::now());
    std::thread::scope(|scope| {
        scope.spawn(|| {
            std::thread::sleep(Duration::from_secs(seconds));
            signals.stop.store(true, Ordering::Relaxed);
        });
        let mut search = Threats::new(&fight, 0, 3, &signals);
        for plies in (0..).step_by(2) {
            let found = search.wins_after(&game.start(), plies, chain as u32);
            let (nodes, seconds) = (search.nodes, begin.elapsed().as_secs_f64());
            println!("after {plies} moves, {chain} threats: {found:?}, {nodes} positions, {seconds:.1} s");
            if found != Ok(false) {
                break;
            }
        }
        signals.stop.store(true, Ordering::Relaxed);
    });
}
