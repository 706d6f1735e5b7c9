//! Runs of many games: the same on any number of threads, and near what the study published.

use ludex_core::{Record, Spec, Visitor};
use ludex_games::rows::{Capture, Rows, Rules};
use ludex_games::tricolor::TwoPlayer;
use ludex_measure::{CsvRows, ParquetRows, Plan, Prepare, RowSink, Source, run};

fn tricolor(plan: &Plan) -> Box<dyn Source> {
    Prepare(plan).visit(TwoPlayer::standard()).unwrap()
}

fn small_tria(plan: &Plan) -> Box<dyn Source> {
    Prepare(plan).visit(Rows::<u64>::new(Rules::new(4, 4, 3, Capture::One).unwrap())).unwrap()
}

#[test]
fn results_do_not_depend_on_the_number_of_threads() {
    let source = tricolor(&Plan::default());
    let one = run(source.as_ref(), 500, 1, &mut [], &|_| {}).unwrap();
    let three = run(source.as_ref(), 500, 3, &mut [], &|_| {}).unwrap();
    assert_eq!(one.streams, three.streams);
    assert_eq!(one.courses, three.courses);
    assert_eq!((&one.wins, one.draws, &one.sampled), (&three.wins, three.draws, &three.sampled));
    assert_eq!(one.distinct, three.distinct);
}

#[test]
fn agents_play_the_same_games_on_any_number_of_threads() {
    let agents = ["uct(iterations=30)", "random"].map(|text| Spec::parse(text).unwrap()).to_vec();
    let source = small_tria(&Plan { agents, ..Plan::default() });
    let one = run(source.as_ref(), 40, 1, &mut [], &|_| {}).unwrap();
    let two = run(source.as_ref(), 40, 2, &mut [], &|_| {}).unwrap();
    assert_eq!(one.streams, two.streams);
    // The one who thinks wins more often.
    assert!(one.wins[0] > 25, "{:?}", one.wins);
}

#[test]
fn random_tricolor_is_as_the_study_found_it() {
    // Published means and deviations over a million games (plots give two digits), and half a unit of their last
    // digit; a run of 4000 games must agree within four standard errors.
    let published = [
        ("duration", 177.46, 69.19, 0.005),
        ("branching_factor", 46.50, 8.91, 0.005),
        ("decision_factor", 51.41, 9.76, 0.005),
        ("state_repetition_study", 0.174, 0.601, 0.0005),
        ("sites_occupied", 53.82, 4.34, 0.005),
        ("move_distance", 1.26, 0.07, 0.005),
        ("piece_number", 23.38, 4.42, 0.005),
        ("narrowness", 24.85, 5.07, 0.005),
        ("decisiveness_study", 70.05, 22.42, 0.005),
        ("lead_change_study", 8.87, 3.37, 0.005),
        ("stability_study", 15.98, 6.79, 0.005),
        ("drama", 0.07, 0.02, 0.005),
    ];
    let measured = run(tricolor(&Plan::default()).as_ref(), 4000, 2, &mut [], &|_| {}).unwrap();
    for (name, mean, deviation, rounding) in published {
        let stream = measured.stream(name).unwrap();
        let allowed = 4.0 * deviation / 4000f64.sqrt() + rounding;
        let off = stream.sample().mean() - mean;
        assert!(off.abs() < allowed, "{name}: {} is {off} off", stream.sample().mean());
    }
    let pooled = measured.pooled_decision_moves(0.999);
    assert!(pooled.low < 90.465 && pooled.high > 90.455, "{pooled:?}");
}

#[test]
fn rows_are_written_as_they_come() {
    let folder = std::env::temp_dir().join(format!("ludex-measure-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (csv, parquet) = (folder.join("games.csv"), folder.join("games.parquet"));
    let source = small_tria(&Plan::default());
    let mut lines = CsvRows::create(&csv).unwrap();
    let mut groups = ParquetRows::create(&parquet).unwrap();
    let mut sinks: Vec<&mut dyn RowSink> = vec![&mut lines, &mut groups];
    run(source.as_ref(), 300, 2, &mut sinks, &|_| {}).unwrap();
    let text = std::fs::read_to_string(&csv).unwrap();
    assert_eq!(text.lines().count(), 301);
    assert!(text.starts_with("game,result,duration,turns,"));
    assert!(text.lines().nth(300).unwrap().starts_with("299,"));
    let width = text.lines().next().unwrap().split(',').count();
    assert!(text.lines().all(|line| line.split(',').count() == width));

    use parquet::file::reader::{FileReader, SerializedFileReader};
    use parquet::record::RowAccessor;
    let reader = SerializedFileReader::new(std::fs::File::open(&parquet).unwrap()).unwrap();
    assert_eq!(reader.metadata().file_metadata().num_rows(), 300);
    for (row, line) in reader.get_row_iter(None).unwrap().zip(text.lines().skip(1)) {
        let row = row.unwrap();
        let mut cells = line.split(',');
        assert_eq!(row.get_long(0).unwrap().to_string(), cells.next().unwrap());
        assert_eq!(row.get_string(1).unwrap(), cells.next().unwrap());
        for (place, cell) in cells.enumerate() {
            match row.get_double(place + 2) {
                Ok(value) => assert_eq!(value, cell.parse::<f64>().unwrap()),
                Err(_) => assert_eq!(cell, ""),
            }
        }
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn games_that_reach_the_limit_are_counted() {
    let source = tricolor(&Plan { limit: 10, ..Plan::default() });
    let measured = run(source.as_ref(), 20, 1, &mut [], &|_| {}).unwrap();
    assert_eq!(measured.cut, 20);
    assert_eq!(measured.stream("decisiveness").unwrap().count(), 0);
}

#[test]
fn wrong_records_are_refused_with_the_place() {
    let source = small_tria(&Plan::default());
    let refuse = |moves: &str| {
        let text = format!("ludex record 1\ngame: tria(rows=4,cols=4)\n\n1. {moves}\n");
        let records = [("file.txt".to_string(), Record::parse(&text).unwrap())];
        source.records(&records).map(|_| ()).unwrap_err()
    };
    assert!(
        refuse("a1 a1").starts_with("file.txt: move 2: 'a1' is not a legal move here"),
        "{}",
        refuse("a1 a1")
    );
    assert_eq!(refuse("a1"), "file.txt: the game has not ended after its 1 moves");
    let late = refuse("a1 d1 a2 d2 a3 d3");
    assert_eq!(late, "file.txt: move 6: 'd3' comes after the end of the game");
}

#[test]
fn what_cannot_be_played_is_refused_before_it_begins() {
    let refuse =
        |plan: Plan| Prepare(&plan).visit(TwoPlayer::standard()).map(|_| ()).unwrap_err().to_string();
    let agents = |text: &str| vec![Spec::parse(text).unwrap(); 2];
    let three = Plan { agents: vec![Spec::parse("random").unwrap(); 3], ..Plan::default() };
    assert_eq!(refuse(three), "tricolor has 2 players, but 3 agents are named");
    let unknown = Plan { agents: agents("ransom"), ..Plan::default() };
    assert_eq!(refuse(unknown), "there is no agent 'ransom'; did you mean 'random'?");
    let strange = Plan { judge: "feeling".to_string(), ..Plan::default() };
    assert!(refuse(strange).starts_with("positions are judged by 'auto', 'standing', 'playouts'"));
}
