//! Tables, pictures and pages.

use ludex_core::Visitor;
use ludex_games::rows::{Capture, Rows, Rules};
use ludex_measure::complexity::tree_size;
use ludex_measure::report::{Findings, compare, comparison_page};
use ludex_measure::{Measured, Plan, Prepare, Source, run};

fn tria(line: usize, seed: u64) -> Box<dyn Source> {
    let game = Rows::<u64>::new(Rules::new(4, 4, line, Capture::One).unwrap());
    Prepare(&Plan { seed, ..Plan::default() }).visit(game).unwrap()
}

fn measured(source: &dyn Source) -> Measured {
    run(source, 400, 2, &mut [], &|_| {}).unwrap()
}

fn with_everything(test: impl Fn(&Findings)) {
    let source = tria(3, 1);
    let mut measured = measured(source.as_ref());
    measured.about.name = "a <b> & \"c\"".to_string();
    let mut findings = Findings::of(&measured, 0.95);
    findings.tree = tree_size(&source.probes(0..500));
    findings.reachable = Some(source.reachable(5000));
    findings.lookahead = source.lookahead(5, 2).unwrap();
    findings.curves = vec![source.curve(0).unwrap()];
    test(&findings);
}

#[test]
fn a_page_needs_no_other_file_and_no_script() {
    with_everything(|findings| {
        let page = findings.page();
        for outside in ["<script", "src=", "<link", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
        // The only addresses are names of formats.
        assert_eq!(page.matches("http").count(), page.matches("http://www.w3.org/2000/svg").count());
        assert!(page.contains("prefers-color-scheme:dark"));
        assert!(page.contains("a &lt;b&gt; &amp; &quot;c&quot;") && !page.contains("a <b>"));
        assert!(!page.contains("NaN") && !page.contains("inf"), "a number is missing");
    });
}

#[test]
fn every_metric_with_values_has_a_line_and_a_picture() {
    with_everything(|findings| {
        let pictures = findings.pictures();
        for line in findings.lines() {
            let name = format!("histogram-{}", line.column.name);
            let (_, picture) = pictures.iter().find(|(other, _)| *other == name).unwrap();
            assert!(
                picture.starts_with("<svg") && picture.ends_with("</svg>\n") && picture.contains("<style>")
            );
            assert_eq!(picture.matches('<').count(), picture.matches('>').count());
            assert!(!picture.contains("NaN"));
            assert!(line.min <= line.mean && line.mean <= line.max && line.low <= line.high, "{line:?}");
        }
        for wanted in ["outcomes", "course-uncertainty", "course-pieces", "game-0"] {
            assert!(pictures.iter().any(|(name, _)| name == wanted), "{wanted}");
        }
        // The names of the columns come first.
        assert_eq!(findings.table().len(), findings.lines().len() + 1);
    });
}

#[test]
fn the_summary_can_be_written_as_json() {
    with_everything(|findings| {
        let json = serde_json::to_value(findings.summary()).unwrap();
        assert_eq!(json["games"], 400);
        assert!(json["metrics"][0]["mean"].as_f64().unwrap() > 5.0);
        assert!(json["first_side_score"]["low"].as_f64().unwrap() < 1.0);
    });
}

#[test]
fn a_longer_line_is_clearly_another_game_and_another_seed_is_not() {
    let [one, two, again] = [(3, 1), (4, 1), (3, 2)].map(|(line, seed)| measured(tria(line, seed).as_ref()));
    let comparisons = compare(&[&one, &two, &again], 0.95);
    let clear = |index: usize, title: &str| {
        comparisons[index].differences.iter().find(|row| row.title == title).unwrap().clear
    };
    assert!(clear(0, "Duration"));
    assert!(comparisons[1].differences.iter().all(|row| !row.clear), "{:?}", comparisons[1]);
    let findings: Vec<Findings> = [&one, &two, &again].map(|one| Findings::of(one, 0.95)).into();
    let page = comparison_page(&findings, &comparisons);
    assert!(page.contains("Differences are against") && !page.contains("NaN"));
    assert!(comparisons[0].picture().starts_with("<svg"));
    assert!(comparisons[0].table(0.95).len() > 15);
}
