//! Plans: what they say, and what is said of wrong ones.

use std::path::Path;

use ludex_core::{Spec, SpecError, Visitor, examples::Nim};
use ludex_lab::game::{Arena, Seat};
use ludex_lab::plan::{Effort, Expanded, Plan, SCHEMA, expand};

/// Opens `nim(heap)`, the only game of these tests.
pub(crate) fn open(text: &str) -> Result<Box<dyn Arena>, SpecError> {
    let spec = Spec::parse(text)?;
    if spec.name() != "nim" {
        return Err(SpecError::unknown("game", spec.name(), ["nim"].into_iter()));
    }
    let heap = spec.args().next().and_then(|(_, heap)| heap.parse().ok()).unwrap_or(12);
    Ok(Seat.visit(Nim::new(heap)))
}

pub(crate) fn read(text: &str) -> Result<Expanded, Vec<String>> {
    let texts = |errors: Vec<ludex_lab::plan::PlanError>| errors.iter().map(ToString::to_string).collect();
    let plan = Plan::read("plan.toml", text).map_err(texts)?;
    expand(plan, Path::new("."), &open).map_err(texts)
}

#[test]
fn a_plan_is_games_times_agents_times_values() {
    let plan = read(
        "title = 'x'\nseed = 5\n[agents]\nU = 'uct(iterations={n})'\n\
         [[contest]]\ngames = ['nim(7)', 'nim(9)']\nagents = ['U', 'random', 'greedy(heuristic=standing)']\n\
         vary = { n = [1, 10] }\ncount = 4\n\
         [[contest]]\nname = 'alone'\ngame = 'nim'\nagents = ['random']\ncount = 10\n",
    )
    .unwrap();
    assert_eq!(plan.cells.len(), 2 * 2 * 3 + 1);
    assert_eq!(plan.games(), 12 * 4 + 10);
    assert_eq!(plan.cells[0].labels, ["U", "random"]);
    assert_eq!(plan.cells[0].agents[0].to_string(), "uct(iterations=1)");
    assert_eq!(plan.cells[11].game, "nim(heap=9)");
    assert_eq!(plan.cells[12].labels, ["random"]);
    let seeds: std::collections::BTreeSet<u64> = plan.cells.iter().map(|cell| cell.seed).collect();
    assert_eq!(seeds.len(), 13);
}

#[test]
fn a_pairing_keeps_its_seed_when_the_plan_grows() {
    let one = read("title = 'x'\n[[contest]]\ngame = 'nim'\nagents = ['random']\ncount = 2\n").unwrap();
    let two = read(
        "title = 'y'\n[[contest]]\ngame = 'nim(4)'\nagents = ['random']\ncount = 1\n\
         [[contest]]\ngame = 'nim'\nagents = ['random']\ncount = 50\n",
    )
    .unwrap();
    assert_eq!(one.cells[0].seed, two.cells[1].seed);
}

#[test]
fn wrong_plans_get_a_place_and_a_suggestion() {
    let contest = "title = 'x'\n[[contest]]\ngame = 'nim'\nagents = ['random']\ncount = 2\n";
    let cases = [
        (String::new(), "plan.toml:1:1: a plan needs at least one [[contest]]"),
        (format!("sede = 4\n{contest}"), "plan.toml:1:1: a plan has no key 'sede'; did you mean 'seed'?"),
        (format!("seed = -4\n{contest}"), "plan.toml:1:8: seed must be a whole number, 0 or more, not -4"),
        (format!("{contest}swap = 'no'\n"), "plan.toml:6:8: swap must be true or false, not 'no'"),
        (
            format!("{contest}pairing = 'robin'\n"),
            "plan.toml:6:11: pairing cannot be 'robin'; there are round-robin, gauntlet, itself, listed",
        ),
        (
            format!("{contest}pairing = 'itsef'\n"),
            "plan.toml:6:11: pairing cannot be 'itsef'; did you mean 'itself'?",
        ),
        (
            format!("{contest}opening = {{ pliess = 3 }}\n"),
            "plan.toml:6:13: an opening has no key 'pliess'; did you mean 'plies'?",
        ),
        (contest.replace("nim", "nym"), "plan.toml:3:8: there is no game 'nym'; did you mean 'nim'?"),
        (
            contest.replace("random", "rondom"),
            "plan.toml:4:11: there is no agent 'rondom'; did you mean 'random'?",
        ),
        (
            contest.replace("random", "uct(iteration=3)"),
            "plan.toml:4:11: uct has no parameter 'iteration'; did you mean 'iterations'?",
        ),
        (
            contest.replace("random", "uct(iterations={n})"),
            "plan.toml:4:11: {n} stands for nothing; say what in vary = { ... }",
        ),
        (
            contest.replace("count = 2", "count = 0"),
            "plan.toml:5:9: count must be a whole number, 1 to 1000000000, not 0",
        ),
        (
            contest.replace("count = 2", ""),
            "plan.toml:2:1: a contest needs count = ..., the number of games of each pairing",
        ),
        (
            contest.replace("game = 'nim'", "game = 3"),
            "plan.toml:3:8: game must be a text in quotes, not a number",
        ),
        (
            format!("{contest}stop = {{ every = 3 }}\n"),
            "plan.toml:6:8: a stopping rule has either precision = 0.02 or elo = [0, 10]",
        ),
        (
            format!("{contest}keep = ['move']\n"),
            "plan.toml:6:9: 'move' cannot be kept; there are moves, branching, curve",
        ),
        (
            format!("{contest}opening = {{ positions = 'nowhere.txt' }}\n"),
            "plan.toml:6:25: ./nowhere.txt cannot be read: No such file or directory (os error 2)",
        ),
    ];
    for (text, expected) in cases {
        let errors = read(&text).err().unwrap_or_default();
        assert!(errors.iter().any(|error| error == expected), "{text}\n{errors:#?}\n{expected}");
    }
    let errors = read("title = 'x\n").err().unwrap();
    assert!(errors[0].starts_with("plan.toml:1:") && errors[0].contains("this is no TOML"), "{errors:?}");
    assert!(
        read(
            &contest
                .replace("['random']", "['random', 'random', 'random']")
                .replace("count", "pairing = 'listed'\ncount")
        )
        .err()
        .unwrap()[0]
            .contains("2 sides")
    );
}

#[test]
fn numbers_may_depend_on_the_effort() {
    let text = "title = 'x'\n[[contest]]\nname = 'a'\ngame = 'nim'\nagents = ['uct(iterations={n})', 'random']\n\
                vary = { n = { quick = [1], full = [1, 2, 3] } }\ncount = { standard = 10, full = 40 }\n\
                [[contest]]\nname = 'b'\ngame = 'nim'\nagents = ['random']\ncount = { quick = 0, full = 7 }\n";
    let games = |effort| read(&Plan::at_effort(text, effort)).unwrap().games();
    assert_eq!([Effort::Quick, Effort::Standard, Effort::Full].map(games), [10, 30 + 7, 120 + 7]);
    assert_eq!(read(&Plan::at_effort(text, Effort::Quick)).unwrap().plan.left_out, ["b"]);
    let wrong = read(&text.replace("full = 40", "ful = 40")).err().unwrap();
    let sentence = "count by effort has no key 'ful'; did you mean 'full'?";
    assert!(wrong.iter().any(|error| error.ends_with(sentence)), "{wrong:?}");
}

#[test]
fn the_schema_is_json_and_knows_every_key() {
    let schema: serde_json::Value = serde_json::from_str(SCHEMA).unwrap();
    let contest = &schema["$defs"]["contest"]["properties"];
    for key in [
        "name", "game", "games", "agents", "pairing", "count", "swap", "opening", "vary", "keep", "plies",
        "seconds", "stop",
    ] {
        assert!(contest.get(key).is_some(), "{key}");
    }
}

#[test]
fn openings_that_run_out_are_remarked_on() {
    let plan = read(
        "title = 'x'\n[[contest]]\ngame = 'nim(30)'\nagents = ['random', 'random']\ncount = 100\nopening = { plies = 2 }\n",
    )
    .unwrap();
    assert!(plan.remarks[0].contains("only 5 different openings"), "{:?}", plan.remarks);
}

#[test]
fn agents_limited_by_time_are_remarked_on() {
    let plan =
        read("title = 'x'\n[[contest]]\ngame = 'nim'\nagents = ['mistaken(agent=uct(time=5))']\ncount = 1\n")
            .unwrap();
    assert!(plan.cells[0].timed && plan.remarks[0].contains("limited by time"));
}

#[test]
fn what_is_wrong_is_said_in_the_order_of_the_lines() {
    let wrong = read("titel = 'x'\nsed = 4\n[[contest]]\ngame = 'nim'\nagents = ['random']\nconut = 5\n")
        .err()
        .unwrap();
    let lines: Vec<&str> = wrong.iter().filter_map(|error| error.split(':').nth(1)).collect();
    assert!(lines.is_sorted() && lines.len() >= 4, "{wrong:?}");
}

#[test]
fn a_varied_name_that_stands_nowhere_is_refused() {
    let text =
        "title = 'x'\n[[contest]]\ngame = 'nim'\nagents = ['random']\nvary = { n = [1, 2] }\ncount = 3\n";
    let wrong = read(text).err().unwrap();
    assert!(wrong[0].contains("{n} stands in no game and no agent"), "{wrong:?}");
}
