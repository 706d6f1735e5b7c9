//! Tries one board of rows: `boards LINE ROWS COLS CAPTURE MOST_PLIES GUARD_LIMIT [refill|proof]`.
//!
//! With `proof` both players' wins are sought by proof numbers, each in so many positions.

use std::time::Instant;

use ludex_games::rows::{Capture, Rules};
use ludex_solve::grid::{Bits, Grid};
use ludex_solve::{Bounds, Ending, Guard, Proof, RowsFight, Signals, wins_within};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let capture = Capture::named(&args[3]).unwrap_or(Capture::None);
    let rules = Rules::new(number(1), number(2), number(0), capture).expect("a board");
    let rules = rules.with_refill(args.get(6).is_some_and(|word| word == "refill")).expect("a board");
    let proof = args.get(6).is_some_and(|word| word == "proof");
    let numbers = (number(4), number(5), proof);
    match Grid::<u64>::new(rules) {
        Some(grid) => run(RowsFight::new(grid), numbers),
        None => run(RowsFight::new(Grid::<u128>::new(rules).expect("it fits")), numbers),
    }
}

fn run<B: Bits>(fight: RowsFight<B>, (plies, limit, proof): (usize, usize, bool)) {
    let table = Bounds::new(4 << 30);
    let signals = Signals::default();
    let start = fight.grid.start();
    let begin = Instant::now();
    let say = |what: String| {
        let nodes = signals.nodes.load(std::sync::atomic::Ordering::Relaxed);
        println!("{what}: {nodes} nodes, {:.2} s, table {:.3}", begin.elapsed().as_secs_f64(), table.fill());
    };
    for n in (1..=plies as u32).step_by(2) {
        match wins_within(&fight, &table, &signals, 1, (&start, 0, n)) {
            Ok(true) => {
                say(format!("win in {n}"));
                return;
            }
            _ => say(format!("no win in {n}")),
        }
    }
    if proof {
        let prove = || {
            for attacker in 0..2 {
                let mut search = Proof::new(&fight, attacker, 4 << 30, &signals);
                let ending = search.run(&start, limit as u64);
                say(format!("attacker {attacker}: {ending:?}, numbers {:.3}", search.fill()));
                if ending == Ending::Lost {
                    break;
                }
            }
        };
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(1 << 30);
            thread.spawn_scoped(scope, prove).expect("a thread");
        });
    } else if limit > 0 {
        for attacker in 0..2 {
            let mut guard = Guard::new(&fight, &start, attacker, &signals);
            let mut most = 100_000;
            while most <= limit {
                let ending = guard.run(most);
                say(format!(
                    "attacker {attacker}: {ending:?}, {} positions, {} lost, {} waiting",
                    guard.len(),
                    guard.lost(),
                    guard.waiting()
                ));
                if ending != Ending::Unknown {
                    if ending == Ending::Held {
                        let mut size = 0;
                        guard.tell_set(&mut |_, _| size += 1);
                        println!("closed set: {size} positions");
                    }
                    break;
                }
                most *= 2;
            }
        }
    }
}
