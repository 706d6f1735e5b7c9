//! Tries one board of rows: `boards LINE ROWS COLS CAPTURE MOST_PLIES GUARD_LIMIT [refill|proof|PLAYER|race] [THREADS] [GIGABYTES]`.
//!
//! With `race` the shortest win is sought by proof numbers, within 1, 3, 5, ... up to so many plies.
//!
//! With `proof` both players' wins are sought by proof numbers, each in so many positions; with `first` or `second` instead
//! only that player's. Every twenty million positions it is said what is missing. With a file at the end of the command
//! (`... first 1 4 FILE`), what was found is certified, checked by the rules alone, and written there.

use std::time::Instant;

use ludex_core::Describe;
use ludex_games::rows::{Capture, Rows, Rules};
use ludex_solve::grid::{Bits, Grid};
use ludex_solve::{
    Bounds, Claim, Ending, Guard, Proof, Race, RowsFight, Signals, certify, verify, wins_within,
};

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let number = |n: usize| args.get(n).and_then(|text| text.parse::<usize>().ok()).unwrap_or(0);
    let capture = Capture::named(&args[3]).unwrap_or(Capture::None);
    let rules = Rules::new(number(1), number(2), number(0), capture).expect("a board");
    let rules = rules.with_refill(args.get(6).is_some_and(|word| word == "refill")).expect("a board");
    let attackers = match args.get(6).map(String::as_str) {
        Some("proof") => 0..2,
        Some("first") => 0..1,
        Some("second") => 1..2,
        _ => 0..0,
    };
    let (threads, gigabytes) = (number(7).max(1), number(8).clamp(1, 64));
    let gigabytes = if args.len() > 8 { gigabytes } else { 4 };
    let (memory, file) = (gigabytes << 30, args.get(9).cloned());
    let race = args.get(6).is_some_and(|word| word == "race");
    let task = Task { plies: number(4), race, limit: number(5), attackers, threads, memory, file };
    match Grid::<u64>::new(rules) {
        Some(grid) => run(RowsFight::new(grid), &task),
        None => run(RowsFight::new(Grid::<u128>::new(rules).expect("it fits")), &task),
    }
}

/// What is asked about a board.
struct Task {
    plies: usize,
    /// Whether the shortest win is sought by proof numbers.
    race: bool,
    limit: usize,
    /// Whose wins are sought by proof numbers.
    attackers: std::ops::Range<usize>,
    threads: usize,
    memory: usize,
    /// Where the certificate goes.
    file: Option<String>,
}

/// Writes a certificate after the rules alone have accepted it.
fn write_certificate<B: Bits>(fight: &RowsFight<B>, claim: Claim, table: &Bounds, file: &str) {
    let game = Rows::<u64>::new(*fight.grid.rules());
    let signals = Signals::default();
    let mut text = Vec::new();
    let start = fight.grid.start();
    let told = certify(fight, &game.name(), &start, claim, (table, &signals), &mut text);
    assert!(told.expect("room for the text"), "the claim was proved");
    let text = String::from_utf8(text).expect("a text");
    let verified = verify(&game, &text).expect("a certificate that is accepted");
    std::fs::write(file, text).expect("a place for the file");
    println!("certified: {verified:?}");
}

/// After how many positions a search by proof numbers tells how it stands.
const SLICE: u64 = 20_000_000;

fn run<B: Bits>(fight: RowsFight<B>, task: &Task) {
    let table = Bounds::new(task.memory);
    let signals = Signals::default();
    let start = fight.grid.start();
    let begin = Instant::now();
    let say = |what: String| {
        let nodes = signals.nodes.load(std::sync::atomic::Ordering::Relaxed);
        println!("{what}: {nodes} nodes, {:.2} s, table {:.3}", begin.elapsed().as_secs_f64(), table.fill());
    };
    let mut race = Race::new(&fight, &table, task.memory / 4, &signals);
    for n in (1..=task.plies as u32).step_by(2).filter(|_| task.race) {
        let known = race.ask(&start, (0, n), u64::MAX).expect("nobody stops it");
        say(format!("{known:?}"));
        if known.won != 0 {
            if let Some(file) = &task.file {
                write_certificate(&fight, Claim::Win { side: 0, plies: known.won }, &table, file);
            }
            return;
        }
    }
    drop(race);
    for n in (1..=task.plies as u32).step_by(2).filter(|_| !task.race) {
        match wins_within(&fight, &table, &signals, task.threads, (&start, 0, n)) {
            Ok(true) => {
                say(format!("win in {n}"));
                return;
            }
            _ => say(format!("no win in {n}")),
        }
    }
    let prove = || {
        let (mut held, mut claim) = (0, None);
        for attacker in task.attackers.clone() {
            let mut search = Proof::new(&fight, attacker, task.memory, &signals).with_threads(task.threads);
            let mut left = task.limit as u64;
            let mut ending = Ending::Unknown;
            while ending == Ending::Unknown && left > 0 {
                ending = search.run(&start, left.min(SLICE));
                left -= left.min(SLICE);
                let missing = search.missing(&start);
                say(format!(
                    "attacker {attacker}: {ending:?}, missing {missing:?}, numbers {:.3}",
                    search.fill()
                ));
            }
            if ending == Ending::Lost {
                claim = Some(Claim::SomeWin { side: attacker });
                break;
            }
            held += usize::from(ending == Ending::Held);
        }
        if let Some(file) = &task.file
            && let Some(claim) = claim.or((held == 2).then_some(Claim::Draw))
        {
            write_certificate(&fight, claim, &table, file);
        }
    };
    if !task.attackers.is_empty() {
        std::thread::scope(|scope| {
            let thread = std::thread::Builder::new().stack_size(1 << 30);
            thread.spawn_scoped(scope, prove).expect("a thread");
        });
        return;
    }
    for attacker in 0..2 {
        let mut guard = Guard::new(&fight, &start, attacker, &signals);
        let mut most = 100_000;
        while most <= task.limit {
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
