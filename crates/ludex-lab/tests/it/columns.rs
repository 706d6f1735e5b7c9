//! The final file read back by a reader that is not ours.

use ludex_lab::game::{Flow, Row};
use ludex_lab::run::{Shard, finish, load, run};
use parquet::file::reader::{FileReader, SerializedFileReader};
use parquet::record::Field;

use crate::plans::read;

/// Games cut off and finished, with and without all that can be kept, and more than a group of rows has.
const PLAN: &str = "title = 'columns'\nseed = 5\n\
    [[contest]]\nname = 'all'\ngame = 'nim({heap})'\nagents = ['uct(iterations=9)', 'random']\n\
    vary = { heap = [12, 30] }\ncount = 41\nopening = { plies = 2 }\nkeep = ['moves', 'branching', 'curve']\n\
    [[contest]]\nname = 'cut'\ngame = 'nim(40)'\nagents = ['random']\nplies = 16\ncount = 60\n\
    [[contest]]\nname = 'many'\ngame = 'nim(9)'\nagents = ['random', 'greedy(heuristic=standing)']\ncount = 70000\n";

#[test]
fn columns_hold_what_the_journal_holds() {
    let plan = read(PLAN).unwrap();
    let folder = std::env::temp_dir().join(format!("ludex-lab-{}-columns", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    run(&plan, &folder, 2, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap();
    finish(&plan, &folder).unwrap();
    let rows: Vec<(usize, Row)> = load(&plan, &folder)
        .unwrap()
        .into_iter()
        .enumerate()
        .flat_map(|(cell, rows)| rows.into_iter().map(move |row| (cell, row)))
        .collect();
    let file =
        SerializedFileReader::new(std::fs::File::open(folder.join("results.parquet")).unwrap()).unwrap();
    assert!(file.num_row_groups() > 1);
    let metadata = file.metadata().file_metadata().key_value_metadata().unwrap();
    assert!(metadata.iter().any(|entry| entry.key == "ludex.plan" && entry.value.as_deref() == Some(PLAN)));
    let mut read = 0;
    for (record, (cell, row)) in file.get_row_iter(None).unwrap().zip(&rows) {
        let record = record.unwrap();
        let value = |name: &str| -> Field {
            record.get_column_iter().find(|(column, _)| *column == name).unwrap().1.clone()
        };
        let about = &plan.cells[*cell];
        assert_eq!(value("cell"), Field::Long(*cell as i64));
        assert_eq!(value("contest"), Field::Str(about.contest.clone()));
        assert_eq!(value("game"), Field::Str(about.game.clone()));
        assert_eq!(value("number"), Field::Long(row.game as i64));
        assert_eq!(value("plies"), Field::Long(i64::from(row.plies)));
        assert_eq!(value("opening"), Field::Long(i64::from(row.opening)));
        assert_eq!(value("hash"), Field::ULong(row.hash));
        assert_eq!(value("branching"), row.branching.map_or(Field::Null, Field::Double));
        assert_eq!(value("moves"), row.moves.clone().map_or(Field::Null, Field::Str));
        assert_eq!(value("trouble") == Field::Null, row.trouble.is_none());
        match (value("curve"), &row.curve) {
            (Field::Null, None) => {}
            (Field::ListInternal(list), Some(curve)) => {
                let expected: Vec<Field> = curve.iter().map(|&standing| Field::Float(standing)).collect();
                assert_eq!(list.elements(), &expected[..]);
            }
            other => panic!("{other:?}"),
        }
        for seat in 0..2 {
            let at = |name: &str| value(&format!("{name}_{}", seat + 1));
            assert_eq!(at("agent"), Field::Str(about.labels[row.seats[seat] as usize].clone()));
            assert_eq!(at("result"), row.result.map_or(Field::Null, |result| Field::Double(result[seat])));
            assert_eq!(at("nodes"), Field::Long(row.nodes[seat] as i64));
            assert_eq!(at("playouts"), Field::Long(row.playouts[seat] as i64));
            assert_eq!(at("choices"), Field::Long(i64::from(row.choices[seat])));
        }
        read += 1;
    }
    assert_eq!((read, rows.len() as u64), (rows.len(), plan.games()));
    std::fs::remove_dir_all(&folder).unwrap();
}

#[test]
fn a_line_that_was_changed_by_hand_is_refused_and_does_not_upset_anything() {
    let plan = read("title = 'x'\n[[contest]]\ngame = 'nim(9)'\nagents = ['random', 'random']\ncount = 6\n")
        .unwrap();
    let folder = std::env::temp_dir().join(format!("ludex-lab-{}-by-hand", std::process::id()));
    let _ = std::fs::remove_dir_all(&folder);
    run(&plan, &folder, 1, Shard::WHOLE, &[], &mut |_| Flow::On).unwrap();
    let journal = folder.join("games-0-of-1.jsonl");
    let good = std::fs::read_to_string(&journal).unwrap();
    for (from, to, sentence) in [
        ("\"seats\":[0,1]", "\"seats\":[0,7]", "does not have the seats of its pairing"),
        ("\"seats\":[0,1]", "\"seats\":[0]", "does not have the seats of its pairing"),
        ("\"result\":[", "\"result\":[0,", "does not have the seats of its pairing"),
        ("\"plies\":", "\"plies\":-", "a game cannot be read"),
        ("\"game\":5", "\"game\":77", "games that are not in the plan"),
    ] {
        std::fs::write(&journal, good.replacen(from, to, 1)).unwrap();
        let error = finish(&plan, &folder).unwrap_err().to_string();
        assert!(error.contains(sentence), "{error}");
    }
    // The same game twice counts once.
    std::fs::write(&journal, format!("{good}{good}")).unwrap();
    assert_eq!(finish(&plan, &folder).unwrap()[0].games(), 6);
    std::fs::remove_dir_all(&folder).unwrap();
}
