//! Runs: the same bytes on any number of threads, in any number of shards, and after being killed at any moment.

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use ludex_core::{Rng, SpecError, Visitor, examples::Nim};
use ludex_lab::game::{Arena, Flow, Seat};
use ludex_lab::plan::{Expanded, Plan, expand};
use ludex_lab::run::{Shard, finish, load, merge, probe, run, status};

use crate::plans::read;

const PLAN: &str = "title = 'Nim'\nseed = 3\n\
    [[contest]]\ngame = 'nim(40)'\nagents = ['uct(iterations={n})', 'random', 'greedy(heuristic=standing)']\n\
    vary = { n = [5, 20] }\ncount = 150\nopening = { plies = 4 }\nkeep = ['moves', 'branching']\n\
    [[contest]]\ngame = 'nim(20)'\nagents = ['random']\ncount = 4000\n";

/// A folder of its own for each test, empty at the beginning.
fn folder(name: &str) -> PathBuf {
    let path = std::env::temp_dir().join(format!("ludex-lab-{}-{name}", std::process::id()));
    let _ = std::fs::remove_dir_all(&path);
    path
}

fn play(plan: &Expanded, folder: &Path, threads: usize, shard: Shard) {
    run(plan, folder, threads, shard, &[], &mut |_| Flow::On).unwrap();
}

fn bytes(folder: &Path) -> Vec<u8> {
    std::fs::read(folder.join("results.parquet")).unwrap()
}

/// The final files of an uninterrupted run.
fn reference(plan: &Expanded, name: &str) -> Vec<u8> {
    let whole = folder(name);
    play(plan, &whole, 1, Shard::WHOLE);
    finish(plan, &whole).unwrap();
    let expected = bytes(&whole);
    std::fs::remove_dir_all(whole).unwrap();
    expected
}

#[test]
fn threads_and_shards_do_not_change_a_byte() {
    let plan = read(PLAN).unwrap();
    let expected = reference(&plan, "threads-reference");
    let many = folder("threads-many");
    play(&plan, &many, 4, Shard::WHOLE);
    finish(&plan, &many).unwrap();
    assert!(bytes(&many) == expected);
    // Three shards in folders of their own, and three in one folder.
    let parts: Vec<PathBuf> = (0..3).map(|index| folder(&format!("shard-{index}"))).collect();
    let together = folder("together");
    for (index, part) in parts.iter().enumerate() {
        let shard = Shard { index: index as u64, of: 3 };
        play(&plan, part, 2, shard);
        assert!(finish(&plan, part).unwrap_err().to_string().contains("games are missing"));
        play(&plan, &together, 1, shard);
    }
    let merged = folder("merged");
    merge(&plan, &merged, &parts.iter().map(PathBuf::as_path).collect::<Vec<_>>()).unwrap();
    merge(&plan, &together, &[]).unwrap();
    assert!(bytes(&merged) == expected && bytes(&together) == expected);
    for path in parts.iter().chain([&many, &merged, &together]) {
        std::fs::remove_dir_all(path).unwrap();
    }
}

/// The child of the test below: plays until it is killed. Does nothing unless it is told a folder.
#[test]
fn child_that_is_killed() {
    if let Some(folder) = std::env::var_os("LUDEX_LAB_CHILD") {
        play(&read(PLAN).unwrap(), Path::new(&folder), 2, Shard::WHOLE);
    }
}

#[test]
fn a_run_killed_at_twenty_random_moments_ends_with_the_same_bytes() {
    let plan = read(PLAN).unwrap();
    let expected = reference(&plan, "killed-reference");
    let path = folder("killed");
    let mut rng = Rng::new(11);
    let (mut kills, mut sizes) = (0, std::collections::BTreeSet::new());
    while kills < 20 {
        let mut child = Command::new(std::env::current_exe().unwrap())
            .args(["runs::child_that_is_killed", "--exact", "--test-threads=1"])
            .env("LUDEX_LAB_CHILD", &path)
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let journal = path.join("games-0-of-1.jsonl");
        let size = || std::fs::metadata(&journal).map_or(0, |meta| meta.len());
        // Wait for this life to have begun to write, then for a random moment more.
        let before = size();
        for _ in 0..2000 {
            if size() > before || child.try_wait().unwrap().is_some() {
                break;
            }
            std::thread::sleep(Duration::from_micros(200));
        }
        std::thread::sleep(Duration::from_micros(rng.below(4000).into()));
        // `kill` is kill -9 here.
        child.kill().unwrap();
        child.wait().unwrap();
        sizes.insert(size());
        kills += 1;
        if status(&plan, &path).unwrap().done.iter().sum::<u64>() == plan.games() {
            // Ended before it could be killed that often: begin anew and go on counting.
            finish(&plan, &path).unwrap();
            assert!(bytes(&path) == expected);
            std::fs::remove_dir_all(&path).unwrap();
        }
    }
    assert!(sizes.len() > 10, "the run must be caught at different moments: {sizes:?}");
    play(&plan, &path, 2, Shard::WHOLE);
    finish(&plan, &path).unwrap();
    assert!(bytes(&path) == expected);
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn a_torn_line_is_played_again() {
    let plan = read(PLAN).unwrap();
    let path = folder("torn");
    play(&plan, &path, 1, Shard::WHOLE);
    finish(&plan, &path).unwrap();
    let expected = bytes(&path);
    let journal = path.join("games-0-of-1.jsonl");
    let content = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &content[..content.len() * 2 / 3]).unwrap();
    play(&plan, &path, 3, Shard::WHOLE);
    finish(&plan, &path).unwrap();
    assert!(bytes(&path) == expected);
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn another_plan_is_not_mixed_in() {
    let path = folder("other");
    play(&read(PLAN).unwrap(), &path, 2, Shard::WHOLE);
    let other = read(&PLAN.replace("seed = 3", "seed = 4")).unwrap();
    let error = run(&other, &path, 1, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap_err().to_string();
    assert!(error.contains("holds a run of another plan"), "{error}");
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn a_stopping_rule_stops_at_the_same_game_on_any_number_of_threads() {
    let text = "title = 'x'\n[[contest]]\ngame = 'nim(21)'\nagents = ['uct(iterations=40)', 'random']\ncount = 5000\n\
                stop = { every = 10, precision = 0.05 }\n\
                [[contest]]\ngame = 'nim(9)'\nagents = ['random', 'random']\ncount = 3000\nstop = { elo = [-200, 200] }\n";
    let plan = read(text).unwrap();
    let counts = |threads: usize| {
        let path = folder(&format!("stop-{threads}"));
        play(&plan, &path, threads, Shard::WHOLE);
        finish(&plan, &path).unwrap();
        let found = (load(&plan, &path).unwrap().iter().map(Vec::len).collect::<Vec<_>>(), bytes(&path));
        let refused = run(&plan, &path, 1, Shard { index: 0, of: 2 }, &[], &mut |_| Flow::On);
        assert!(refused.unwrap_err().to_string().contains("cannot be cut into shards"));
        std::fs::remove_dir_all(path).unwrap();
        found
    };
    let alone = counts(1);
    assert!(alone.0[0] < 1000 && alone.0[0] % 20 == 0 && alone.0[1] < 3000, "{:?}", alone.0);
    assert!(alone == counts(3));
}

#[test]
fn a_run_that_is_stopped_goes_on_where_it_was() {
    let plan = read(PLAN).unwrap();
    let path = folder("stopped");
    let mut calls = 0;
    let summary = run(&plan, &path, 2, Shard::WHOLE, &[], &mut |_| {
        calls += 1;
        Flow::Stop
    })
    .unwrap();
    assert!(calls >= 1);
    let again = run(&plan, &path, 2, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap();
    assert_eq!(again.found, summary.played);
    assert_eq!(again.found + again.played, plan.games());
    std::fs::remove_dir_all(path).unwrap();
}

#[test]
fn costs_are_known_before_a_run() {
    let plan = read(PLAN).unwrap();
    let costs = probe(&plan, Duration::from_millis(200));
    assert_eq!(costs.len(), plan.cells.len());
    assert!(costs.iter().all(|&cost| cost > 0.0));
}

/// Opens the game whose heap is written in a file.
fn open_file(text: &str) -> Result<Box<dyn Arena>, SpecError> {
    let heap = std::fs::read_to_string(text).map_err(|error| SpecError::new(format!("{text}: {error}")))?;
    Ok(Seat.visit(Nim::new(heap.trim().parse().unwrap())))
}

#[test]
fn a_run_keeps_the_files_of_its_plan_and_does_not_go_on_with_others() {
    let (home, path) = (folder("files-plan"), folder("files-run"));
    std::fs::create_dir_all(&home).unwrap();
    std::fs::write(home.join("heap.lud"), "11").unwrap();
    let text = "title = 'x'\n[[contest]]\ngame = 'heap.lud'\nagents = ['random']\ncount = 9\n";
    let expanded = |from: &Path| expand(Plan::read("plan.toml", text).unwrap(), from, &open_file).unwrap();
    let plan = expanded(&home);
    assert_eq!(plan.cells[0].game, "heap.lud");
    play(&plan, &path, 1, Shard::WHOLE);
    std::fs::write(home.join("heap.lud"), "12").unwrap();
    let error = run(&expanded(&home), &path, 1, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap_err();
    assert!(error.to_string().contains("holds games of another heap.lud"), "{error}");
    std::fs::remove_dir_all(&home).unwrap();
    // The folder of the run is all that is needed.
    let again = expanded(&path);
    assert_eq!((again.cells[0].game.as_str(), again.cells[0].seed), ("heap.lud", plan.cells[0].seed));
    finish(&again, &path).unwrap();
    std::fs::remove_dir_all(path).unwrap();
}
