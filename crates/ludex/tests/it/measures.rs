//! Measuring and comparing games, as a designer does it.

use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

fn ludex(args: &[&str]) -> std::process::Output {
    Command::new(env!("CARGO_BIN_EXE_ludex")).args(args).output().expect("ludex starts")
}

fn json(args: &[&str]) -> Value {
    let output = ludex(args);
    assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    serde_json::from_slice(&output.stdout).expect("JSON")
}

fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("measures").join(name);
    let _ = std::fs::remove_dir_all(&folder);
    folder
}

fn metric<'a>(measured: &'a Value, name: &str) -> &'a Value {
    let metrics = measured["metrics"].as_array().expect("metrics");
    metrics.iter().find(|metric| metric["name"] == name).unwrap_or_else(|| panic!("no {name}"))
}

#[test]
fn a_measurement_writes_rows_pictures_and_a_page_and_repeats_on_any_number_of_threads() {
    let (one, two) = (folder("one"), folder("two"));
    let measure = |threads: &str, out: &Path| {
        let out = out.to_str().expect("plain letters");
        let args = ["measure", "kalah(pits=3,seeds=2)", "-n", "300", "--seed", "5", "--json"];
        let mut seen = json(&[&args[..], &["--threads", threads, "--out", out]].concat());
        seen["seconds"] = Value::Null;
        seen
    };
    let (first, second) = (measure("1", &one), measure("2", &two));
    assert_eq!(first, second);
    assert_eq!(first["games"], 300);
    let duration = metric(&first, "duration");
    let number = |key: &str| duration[key].as_f64().expect("a number");
    assert!(number("min") <= number("low") && number("low") < number("mean"));
    assert!(number("mean") < number("high") && number("high") <= number("max"));
    let rows = std::fs::read_to_string(one.join("games.csv")).expect("rows");
    assert_eq!(rows.lines().count(), 301, "a heading and a row a game");
    for file in ["games.parquet", "index.html", "histogram-duration.svg", "game-0.svg"] {
        let read = |folder: &Path| std::fs::read(folder.join(file)).expect(file);
        assert!(read(&one).len() > 200, "{file} is empty");
        assert_eq!(read(&one), read(&two), "{file} depends on the threads");
    }
    let page = std::fs::read_to_string(one.join("index.html")).expect("a page");
    assert!(page.contains("<svg") && !page.contains("src=\"http") && !page.contains("href=\"http"));
}

#[test]
fn games_of_every_kind_can_be_measured() {
    for game in [
        "tricolor(side=3)",
        "six(half)",
        "vai-lung-thlan",
        "tria",
        "spline",
        "hex(board-size=5)",
        "nine-mens-morris",
    ] {
        let seen = json(&["measure", game, "-n", "3", "--probes", "10", "--reach", "0", "--json"]);
        assert!(metric(&seen, "branching_factor")["mean"].as_f64().is_some_and(|mean| mean > 1.0), "{game}");
    }
}

#[test]
fn two_rule_sets_are_compared_with_their_difference() {
    let seen = json(&["compare", "tria(capture=1)", "tria(capture=2)", "-n", "200", "--json"]);
    let differences = seen[0]["differences"].as_array().expect("differences");
    for one in differences {
        let number = |of: &str, key: &str| one[of][key].as_f64();
        if let (Some(a), Some(b), Some(difference)) =
            (number("first", "value"), number("other", "value"), number("difference", "value"))
        {
            assert!((b - a - difference).abs() < 1e-9, "{one}");
            assert!(
                number("difference", "low") <= Some(difference)
                    && Some(difference) <= number("difference", "high")
            );
        }
    }
    assert!(differences.len() > 20);
}

#[test]
fn what_cannot_be_measured_gets_a_sentence() {
    let record = folder("records");
    std::fs::create_dir_all(&record).expect("a folder");
    let record = record.join("wrong.json");
    std::fs::write(&record, "{\"game\": \"kalah\", \"moves\": [\"z9\"]}").expect("a file");
    let record = record.to_str().expect("plain letters");
    for args in [
        &["measure", "kalah", "-n", "0"][..],
        &["measure", "kalah", "--agents", "human"],
        &["measure", "kalah", "--agents", "random,random,random"],
        &["measure", "kalah", "--judge", "sometimes"],
        &["measure", "kalah", "--confidence", "100"],
        &["measure", "kalah", "--records", record],
        &["measure", "kalah", "--records", "no-such-file"],
        &["compare", "kalah", "kalha"],
    ] {
        let output = ludex(args);
        let said = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args:?}: {said}");
        assert!(said.starts_with("ludex: ") && said.trim_end().lines().count() == 1, "{args:?}: {said}");
    }
}
