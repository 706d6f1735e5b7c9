//! Defines, options, rulesets and ranges become one tree.

use crate::common::{RACE, ROW, checked, expanded, game, source};
use ludex_ludemes::check::check;
use ludex_ludemes::expand::{Choices, Library, expand};
use ludex_ludemes::text::{Source, Value, read_tree};

fn with(text: &str, choices: Choices) -> String {
    expand(source(text), &Library::empty(), &choices).unwrap().text().to_string()
}

#[test]
fn the_item_with_most_stars_is_the_default() {
    let expanded = expanded(ROW).unwrap();
    assert!(expanded.text().contains("(board (square 5))"));
    assert!(expanded.text().contains("(is Line 3)"));
    assert_eq!(expanded.chosen, [1, 0]);
    assert_eq!(expanded.options[0].choice(1), "Board Size/Large");
    assert_eq!(expanded.options[0].arguments, ["side", "cells"]);
    assert_eq!(expanded.options[0].items[1].help, "Five by five.");
}

#[test]
fn answers_outrank_rulesets_and_rulesets_outrank_defaults() {
    assert!(with(ROW, Choices::ruleset("Ruleset/Little")).contains("(square 3)"));
    assert!(with(ROW, Choices::ruleset("Big")).contains("(is Line 4)"));
    let both = Choices { ruleset: Some("Little".into()), answers: vec!["Length/Four".into()] };
    let text = with(ROW, both);
    assert!(text.contains("(square 3)") && text.contains("(is Line 4)"));
}

#[test]
fn an_unknown_choice_lists_those_there_are() {
    let wrong = expand(source(ROW), &Library::empty(), &Choices::answers(["Length/Five"])).unwrap_err();
    assert!(wrong[0].message.contains("no option \"Length/Five\""));
    assert!(wrong[0].help.as_ref().unwrap().contains("\"Length/Four\""));
}

#[test]
fn defines_take_arguments_by_position_and_may_use_one_another() {
    assert!(expanded(ROW).unwrap().text().contains("(end (if (is Line 3) (result Mover Win)))"));
}

#[test]
fn a_label_whose_argument_is_missing_is_dropped() {
    let text = format!(
        "(define \"To\" (to (sites Empty) if:#1)) {}",
        game("(move Add (\"To\"))", "(if (is Full) (result Mover Draw))")
    );
    assert!(expanded(&text).unwrap().text().contains("(to (sites Empty) if:)"));
    assert!(checked(&text).is_ok());
    let text = text.replace("(\"To\")", "(\"To\" ~)");
    assert!(checked(&text).is_ok());
}

#[test]
fn a_game_may_be_called_like_a_define() {
    let text = "(define \"G\" 3) ".to_string() + &game("(move Pass)", "(if True (result Mover Draw))");
    assert_eq!(expanded(&text).unwrap().name(), "G");
}

#[test]
fn arguments_split_at_brackets_texts_and_blanks() {
    let text = r#"(define "Show" (s #1|#2|#3|#4)) (game "X" ("Show" if:(a b) "t u" {1 2} c))"#;
    assert!(expanded(text).unwrap().text().contains(r#"(s if:(a b)|"t u"|{1 2}|c)"#));
}

#[test]
fn ranges_run_up_and_down_and_over_coordinates() {
    let text = r#"(game "X" {1..4 6..4} "A1".."B2" [1..3])"#;
    assert!(expanded(text).unwrap().text().contains(r#"{1 2 3 4 6 5 4} "A1" "A2" "B1" "B2" [1..3]"#));
}

#[test]
fn brackets_without_a_name_only_group() {
    let (nodes, problems) = read_tree("(and ((a) (b)) ((c)) ()) (from:(x))");
    assert!(problems.is_empty());
    let call = nodes[0].as_call().unwrap();
    let heads: Vec<&str> = call.args.iter().map(|a| a.value.as_call().unwrap().head.as_str()).collect();
    assert_eq!(heads, ["a", "b", "c"]);
    assert_eq!(nodes[1].as_call().unwrap().head, "from");
}

#[test]
fn words_are_numbers_truth_values_or_names() {
    let (nodes, _) = read_tree("1 -2 .5 -1.5 True false Off <= 2..3 - \"a \\\"b\\\"\"");
    let values: Vec<Value> = nodes.into_iter().map(|node| node.value).collect();
    let word = |text: &str| Value::Word(text.into());
    let expected = [
        Value::Number(1),
        Value::Number(-2),
        Value::Real(0.5),
        Value::Real(-1.5),
        Value::Boolean(true),
        Value::Boolean(false),
        word("Off"),
        word("<="),
        word("2..3"),
        word("-"),
        Value::Text("a 'b'".into()),
    ];
    assert_eq!(values, expected);
}

#[test]
fn metadata_is_kept_apart_from_the_rules() {
    let expanded = expanded(ROW).unwrap();
    assert!(!expanded.text().contains("metadata"));
    assert_eq!(expanded.metadata.unwrap().as_call().unwrap().head, "metadata");
}

#[test]
fn a_library_serves_many_descriptions_and_local_defines_come_first() {
    let mut library = Library::empty();
    library.add(Source::new(
        "Row.def",
        "// Shared.\n(define \"Row\" (is Line 9)) (define \"Draw\" (result Mover Draw))",
    ));
    let text = game("(move Pass)", "(if \"Row\" \"Draw\")");
    let shared = expand(source(&text), &library, &Choices::none()).unwrap();
    assert!(shared.text().contains("(if (is Line 9) (result Mover Draw))"));
    let own = format!("(define \"Row\" (is Line 2)) {text}");
    let own = expand(source(&own), &library, &Choices::none()).unwrap();
    assert!(own.text().contains("(if (is Line 2) (result Mover Draw))"));
}

#[test]
fn every_node_knows_the_place_and_the_defines_it_came_through() {
    let mut library = Library::empty();
    library.add(Source::new(
        "ends.def",
        "(define \"Ends\" (if #1 \"Winner\"))\n(define \"Winner\" (result Mover Win))",
    ));
    let text = game("(move Pass)", "(\"Ends\" (is Full))");
    let expanded = expand(source(&text), &library, &Choices::none()).unwrap();
    let at = |what: &str| {
        let start = expanded.text().find(what).unwrap();
        expanded.locate(ludex_ludemes::text::Span::new(start, start + what.len()))
    };
    let (place, notes) = at("(is Full)");
    assert_eq!((place.file.as_str(), notes.len()), ("test.lud", 0));
    assert_eq!(&text[place.bytes.0 as usize..place.bytes.1 as usize], "(is Full)");
    let (place, notes) = at("(result Mover Win)");
    assert_eq!((place.file.as_str(), place.start.line), ("ends.def", 2));
    assert!(notes[0].message.contains("\"Winner\"") && notes[1].message.contains("\"Ends\""));
    assert_eq!(notes[1].location.as_ref().unwrap().file, "test.lud");
}

#[test]
fn the_checked_tree_has_arguments_by_slot() {
    let checked = check(&expanded(RACE).unwrap()).unwrap();
    assert!(checked.warnings.is_empty(), "{:?}", checked.warnings);
    let rules = checked.root.call().unwrap().get("rules").unwrap().call().unwrap();
    let end = rules.get("end").unwrap().call().unwrap();
    let first = end.get("rules").unwrap().items()[0].call().unwrap();
    let condition = first.get("condition").unwrap().call().unwrap();
    assert_eq!(condition.name(), ("is", "In"));
    assert_eq!(condition.get("in").unwrap().call().unwrap().get("who").unwrap().constant(), Some("Mover"));
    assert_eq!(condition.given("sites").unwrap().0.takes.to_string(), "Int");
    let equipment = checked.root.call().unwrap().get("equipment").unwrap().call().unwrap();
    let board = equipment.get("items").unwrap().items()[0].call().unwrap();
    assert_eq!(board.get("use").unwrap().constant(), Some("Vertex"));
    assert_eq!(board.get("graph").unwrap().call().unwrap().get("rows").unwrap().number(), Some(6));
}

#[test]
fn the_slot_around_a_call_decides_what_it_means() {
    let text = game("(if (= (+ 1 2) 3) (move Pass))", "(if (if True (is Full)) (result Mover Draw))");
    let checked = checked(&text).unwrap();
    let mut kinds = Vec::new();
    checked.root.walk(&mut |term| kinds.extend(term.call().map(|c| (c.head(), c.signature.gives.name()))));
    for expected in [("if", "Moves"), ("if", "EndRule"), ("if", "Boolean"), ("+", "Int")] {
        assert!(kinds.contains(&expected), "{expected:?}");
    }
}

#[test]
fn every_define_of_our_own_library_fits_the_language() {
    let text = r#"(game "All"
        (players {(player N) (player S)})
        (equipment { (board (square 5)) (piece "Stone" Each (or { ("StepAway") ("StepTake" Forward) ("SlideTake") })) })
        (rules
            (play (or { ("PlaceAnywhere" ("AgainIf" ("Mine" (last To)))) ("JumpTake" Orthogonal) ("StepAway" (directions {FL FR}))
                (if (< 3 (count Sites in:("PiecesOf" Mover))) (forEach Piece)) }))
            (end { ("LineWins" 3) ("LineLoses" 2 Diagonal) ("ReachWins" (sites Top)) "StuckLoses" "BareLoses" "FullDraws" })
        )
    )"#;
    let library = Library::ours();
    assert!(library.problems().is_empty());
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games/def");
    let files = std::fs::read_dir(folder).unwrap().map(|file| file.unwrap().path());
    let defines: String = files.map(|file| std::fs::read_to_string(file).unwrap()).collect();
    for name in library.names() {
        let quoted = format!("\"{name}\"");
        let used = text.contains(&quoted);
        let through = defines.matches(&quoted).count() > 1;
        // Games on the shelf are compiled elsewhere, with every choice.
        let shelved = ludex_ludemes::shelf::all().iter().any(|game| game.text().contains(&quoted));
        assert!(used || through || shelved, "{name} is not tried here");
    }
    let expanded = expand(source(text), &library, &Choices::none()).unwrap();
    let checked = check(&expanded).unwrap_or_else(|found| panic!("{}", found[0]));
    assert!(checked.warnings.is_empty(), "{}", checked.warnings[0]);
}
