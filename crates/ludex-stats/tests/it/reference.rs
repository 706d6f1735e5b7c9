//! Every method gives what SciPy and statsmodels give (`tests/reference.py` makes the values).

use std::path::{Path, PathBuf};
use std::process::Command;

use ludex_stats::{
    Bootstrap, BradleyTerry, Meetings, Pairs, Ratings, Sprt, benjamini_hochberg, beta_cdf, binomial_test,
    bootstrap, bradley_terry, clopper_pearson, holm, normal_cdf, wilson,
};
use serde_json::Value;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests")
}

/// The rows under a key of the reference values.
fn rows(key: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(folder().join("reference.json")).expect("the reference values");
    let all: Value = serde_json::from_str(&text).expect("JSON");
    match &all[key] {
        Value::Array(rows) => rows.clone(),
        Value::Null => panic!("no {key}"),
        one => vec![one.clone()],
    }
}

fn number(row: &Value, key: &str) -> f64 {
    row[key].as_f64().unwrap_or_else(|| panic!("{row} has no number {key}"))
}

fn count(row: &Value, key: &str) -> u64 {
    number(row, key) as u64
}

fn numbers(row: &Value, key: &str) -> Vec<f64> {
    row[key].as_array().expect("a list").iter().map(|value| value.as_f64().expect("a number")).collect()
}

fn pairs(row: &Value) -> Pairs {
    let mut pairs = Pairs::default();
    for (slot, count) in pairs.counts.iter_mut().zip(numbers(row, "counts")) {
        *slot = count as u64;
    }
    pairs
}

#[track_caller]
fn near(ours: f64, theirs: f64, tolerance: f64, what: &Value) {
    assert!((ours - theirs).abs() <= tolerance * theirs.abs().max(1.0), "{ours} is not {theirs}: {what}");
}

#[test]
fn intervals_of_rates_agree() {
    for row in rows("rates") {
        let (hits, trials, confidence) =
            (count(&row, "hits"), count(&row, "trials"), number(&row, "confidence"));
        for (ours, key) in [
            (wilson(hits, trials, confidence), "wilson"),
            (clopper_pearson(hits, trials, confidence), "clopper_pearson"),
        ] {
            let theirs = numbers(&row, key);
            near(ours.low, theirs[0], 1e-9, &row);
            near(ours.high, theirs[1], 1e-9, &row);
        }
    }
}

#[test]
fn distributions_agree() {
    for row in rows("beta") {
        near(
            beta_cdf(number(&row, "x"), number(&row, "a"), number(&row, "b")),
            number(&row, "cdf"),
            1e-11,
            &row,
        );
    }
    for row in rows("normal") {
        near(normal_cdf(number(&row, "z")), number(&row, "cdf"), 1e-12, &row);
    }
    for row in rows("binomial") {
        let ours = binomial_test(count(&row, "hits"), count(&row, "trials"), number(&row, "rate"));
        near(ours, number(&row, "p_value"), 1e-10, &row);
    }
}

#[test]
fn corrections_for_many_comparisons_agree() {
    for row in rows("corrections") {
        let p = numbers(&row, "p");
        for (ours, key) in [(holm(&p), "holm"), (benjamini_hochberg(&p), "benjamini_hochberg")] {
            for (ours, theirs) in ours.into_iter().zip(numbers(&row, key)) {
                near(ours, theirs, 1e-12, &row);
            }
        }
    }
}

#[test]
fn scores_of_pairs_agree() {
    for row in rows("pair_scores") {
        let pairs = pairs(&row);
        near(pairs.mean(), number(&row, "mean"), 1e-12, &row);
        near(pairs.variance(), number(&row, "variance"), 1e-12, &row);
        let score = pairs.score(0.95);
        near(score.low, number(&row, "low"), 1e-9, &row);
        near(score.high, number(&row, "high"), 1e-9, &row);
    }
}

#[test]
fn likelihood_ratios_agree() {
    for row in rows("log_ratios") {
        let ours = Sprt::elo(number(&row, "first"), number(&row, "second")).llr(&pairs(&row));
        near(ours, number(&row, "llr"), 1e-6, &row);
    }
}

fn meetings() -> Vec<Meetings> {
    let met = |row: &Value| Meetings {
        first: count(row, "first") as usize,
        second: count(row, "second") as usize,
        wins: number(row, "wins"),
        draws: number(row, "draws"),
        losses: number(row, "losses"),
    };
    rows("meetings").iter().map(met).collect()
}

fn agree(ours: &Ratings, theirs: &Value) {
    // At this confidence the interval reaches one standard error to either side.
    let one = 2.0 * normal_cdf(1.0) - 1.0;
    for (agent, (rating, error)) in
        numbers(theirs, "ratings").into_iter().zip(numbers(theirs, "errors")).enumerate()
    {
        let estimate = ours.rating(agent, one);
        near(estimate.value, rating, 1e-5, theirs);
        near(estimate.high - estimate.value, error, 1e-5, theirs);
    }
    let first_move = ours.first_move(one).expect("fitted");
    near(first_move.value, number(theirs, "first_move"), 1e-5, theirs);
    near(first_move.high - first_move.value, number(theirs, "first_move_error"), 1e-5, theirs);
}

#[test]
fn ratings_agree() {
    let model = BradleyTerry { prior: 0.0, ..BradleyTerry::default() };
    let undrawn: Vec<Meetings> = meetings().iter().map(|m| Meetings { draws: 0.0, ..*m }).collect();
    agree(&bradley_terry(4, &undrawn, model), &rows("without_draws")[0]);
    let (ours, theirs) = (bradley_terry(4, &meetings(), model), &rows("with_draws")[0]);
    agree(&ours, theirs);
    near(ours.draw_tendency(), number(theirs, "draw_tendency"), 1e-6, theirs);
    near(ours.log_likelihood(), number(theirs, "log_likelihood"), 1e-9, theirs);
}

#[test]
fn bootstrap_intervals_agree() {
    for row in rows("bootstraps") {
        let data = numbers(&row, "data");
        let mean = |units: &[&f64]| units.iter().copied().sum::<f64>() / units.len() as f64;
        let ours = bootstrap(&data, mean, Bootstrap { resamples: 20_000, ..Bootstrap::default() });
        // Different random numbers: the ends agree as far as so many resamples tell.
        near(ours.low, number(&row, "low"), 0.006, &row);
        near(ours.high, number(&row, "high"), 0.006, &row);
    }
}

/// The Python to be asked: the one that LUDEX_PYTHON names; in the full test one of our own, into which SciPy and
/// statsmodels are installed if they are not there yet; otherwise the one that is installed.
fn python() -> PathBuf {
    if let Some(named) = std::env::var_os("LUDEX_PYTHON") {
        return named.into();
    }
    if std::env::var_os("LUDEX_FULL").is_none() {
        return "python3".into();
    }
    let home = Path::new(env!("CARGO_TARGET_TMPDIR")).join("reference-python");
    let python = home.join("bin/python");
    let run = |program: &Path, args: &[&str]| {
        let output = Command::new(program).args(args).output().expect("Python can be started");
        assert!(output.status.success(), "{args:?}: {}", String::from_utf8_lossy(&output.stderr));
    };
    if !python.exists() {
        run(Path::new("python3"), &["-m", "venv", &home.to_string_lossy()]);
    }
    run(&python, &["-m", "pip", "install", "--quiet", "scipy", "statsmodels"]);
    python
}

/// Exit code 77 of the script means that the packages are not there, which the full test does not let pass.
#[test]
fn reference_values_are_those_of_the_installed_packages() {
    let full = std::env::var_os("LUDEX_FULL").is_some();
    let output = Command::new(python()).arg(folder().join("reference.py")).arg("--check").output();
    let Some(output) = output.ok().filter(|output| full || output.status.code() != Some(77)) else {
        assert!(!full, "the full test needs Python");
        return;
    };
    let said = [output.stdout, output.stderr].concat();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&said));
}
