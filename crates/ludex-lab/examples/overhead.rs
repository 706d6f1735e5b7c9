//! What the laboratory costs: a run of random against random in Kalah against the bare loop of the same agents in the
//! same games on one thread.
//!
//! The bare loop tells the two agents of a new game, asks them in turn for their moves and plays what they choose: agents
//! and rules and nothing else. The same loop with full answers, reports and all, is timed beside it. The run does the same and besides derives seeds, fingerprints the moves, writes a line a game and
//! appends it to the journal. When the last game is played the final files are made of the journal, and the page of the
//! report with its plots. The three are timed apart and together: nothing of `ludex lab run` is left out but the start
//! of the program.
//! Time is that of the processor; other work on the machine is felt, so measure on a quiet one.

use std::path::Path;
use std::time::SystemTime;

use ludex_core::{Playable, Rng, Spec, SpecError, Turn, Visitor};
use ludex_lab::game::{Arena, Flow, Seat};
use ludex_lab::plan::{Plan, expand};
use ludex_lab::report::page_of;
use ludex_lab::run::{Shard, finish, run, signatures};
use ludex_search::Stop;

/// Seconds that all threads of this program have worked, where the system tells; otherwise seconds that have passed.
fn worked() -> f64 {
    let told = std::fs::read_to_string("/proc/self/stat").ok();
    let ticks = told.as_ref().and_then(|text| {
        // The name of the program, in brackets, may hold blanks; 11 numbers come between it and the times.
        let mut fields = text.rsplit_once(')')?.1.split_whitespace().skip(11);
        Some(fields.next()?.parse::<u64>().ok()? + fields.next()?.parse::<u64>().ok()?)
    });
    match ticks {
        Some(ticks) => ticks as f64 / 100.0,
        None => SystemTime::UNIX_EPOCH.elapsed().map_or(0.0, |time| time.as_secs_f64()),
    }
}

/// The bare loop of so many games, with agents asked for their full answers or for nothing but their moves.
struct Bare {
    games: u64,
    in_full: bool,
}

impl Visitor for Bare {
    type Output = Result<f64, SpecError>;

    fn visit<G: Playable>(self, game: G) -> Self::Output {
        let spec = Spec::parse("random")?;
        let mut agents = [ludex_search::open(&spec, &game)?, ludex_search::open(&spec, &game)?];
        let stop = Stop::new();
        let mut seeds = Rng::new(1);
        let began = worked();
        for _ in 0..self.games {
            for agent in &mut agents {
                agent.reset(seeds.bits());
            }
            let mut state = game.start();
            while let Turn::Player(player) = game.turn(&state) {
                let agent = &mut agents[player.index()];
                let chosen = match self.in_full {
                    true => agent.choose(&game, &state, &stop).map(|choice| choice.chosen),
                    false => agent.choose_move(&game, &state, &stop),
                };
                let Some(chosen) = chosen else { break };
                game.play(&mut state, chosen);
            }
            std::hint::black_box(game.outcome(&state));
        }
        Ok(worked() - began)
    }
}

fn open(text: &str) -> Result<Box<dyn Arena>, SpecError> {
    ludex_games::mancala::open(&Spec::parse(text)?, Seat)
}

fn main() {
    let games: u64 = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(1_000_000);
    let text =
        format!("title = 'x'\n[[contest]]\ngame = 'kalah'\nagents = ['random', 'random']\ncount = {games}\n");
    let plan = Plan::read("overhead.toml", &text).expect("the plan is right");
    let plan = expand(plan, Path::new("."), &open).unwrap_or_else(|errors| panic!("{errors:?}"));
    let folder = std::env::temp_dir().join(format!("ludex-overhead-{}", std::process::id()));
    let (mut full, mut bare) = (f64::MAX, f64::MAX);
    let (mut played, mut files, mut report) = (f64::MAX, f64::MAX, f64::MAX);
    // Alternately and the best of each, since other work on the machine only ever adds time.
    for _ in 0..5 {
        let spec = Spec::parse("kalah").expect("a name");
        let alone = |in_full| {
            let bare = Bare { games, in_full };
            ludex_games::mancala::open(&spec, bare).expect("a game").expect("an agent")
        };
        full = full.min(alone(true));
        bare = bare.min(alone(false));
        let began = worked();
        run(&plan, &folder, 1, Shard::WHOLE, &[], &mut |_| Flow::On).expect("a run");
        let over = worked();
        let digests = finish(&plan, &folder).expect("final files");
        let written = worked();
        let page = page_of(&plan, &digests, &signatures(&folder), String::new()).to_html();
        std::fs::write(folder.join("report.html"), page).expect("a page");
        played = played.min(over - began);
        files = files.min(written - over);
        report = report.min(worked() - written);
        std::fs::remove_dir_all(&folder).expect("the folder was made");
    }
    let each = |seconds: f64| seconds * 1e9 / games as f64;
    let more = |seconds: f64| 100.0 * (seconds / bare - 1.0);
    println!("{games} games of Kalah, random against random, one thread");
    println!("agents asked in full:          {:.0} ns a game, {:.1} % more", each(full), more(full));
    println!("agents and rules alone:        {:.0} ns a game", each(bare));
    println!("a run of the lab:              {:.0} ns a game, {:.1} % more", each(played), more(played));
    println!("final files:                   {:.0} ns a game", each(files));
    println!("report:                        {:.0} ns a game", each(report));
    let whole = played + files + report;
    println!("run, final files and report:   {:.0} ns a game, {:.1} % more", each(whole), more(whole));
}
