//! What is wrong is said where it is, with what would be right.

use crate::common::{RACE, ROW, checked, game, messages};
use ludex_ludemes::check::{Table, markdown, names, reference};

fn first(text: &str) -> ludex_ludemes::text::Diagnostic {
    checked(text).unwrap_err().swap_remove(0)
}

fn marked(text: &str) -> String {
    let found = first(text).location.unwrap();
    text[found.bytes.0 as usize..found.bytes.1 as usize].to_string()
}

const END: &str = "(if (is Full) (result Mover Draw))";

#[test]
fn sound_descriptions_have_no_messages() {
    assert_eq!(messages(ROW), Vec::<String>::new());
    assert_eq!(messages(RACE), Vec::<String>::new());
}

#[test]
fn an_unknown_ludeme_is_marked_and_near_ones_are_named() {
    let text = game("(mvoe Add (to (sites Empty)))", END);
    assert_eq!(marked(&text), "mvoe");
    let found = first(&text);
    assert_eq!(found.message, "there is no ludeme `mvoe`");
    assert!(found.help.unwrap().contains("`move`"));
}

#[test]
fn an_unknown_constant_after_a_name_is_marked_and_near_ones_are_named() {
    let text = game("(move Ad (to (sites Empty)))", END);
    assert_eq!(marked(&text), "Ad");
    assert!(first(&text).help.unwrap().contains("`Add`"));
}

#[test]
fn a_wrong_argument_is_told_what_the_slot_takes_and_the_signature() {
    let text = game("(move Add (to (sites Empty) if:(mover)))", END);
    assert_eq!(marked(&text), "(mover)");
    let found = first(&text);
    assert!(found.message.contains("`if` of `to` a condition"), "{}", found.message);
    assert!(found.help.unwrap().contains("(to [<type SiteType>]"));
}

#[test]
fn of_several_ways_to_write_a_ludeme_the_one_with_arguments_is_shown() {
    // `(to)` alone is a site; with arguments it says where a move ends.
    let found = first(&game("(move Add (to (is Full)))", END));
    assert!(found.help.unwrap().contains("(to [<type SiteType>]"));
}

#[test]
fn a_missing_argument_is_named() {
    let text = game("(move Add)", END);
    assert_eq!(marked(&text), "move");
    assert!(first(&text).message.contains("lacks its argument `<To>`"), "{}", first(&text).message);
}

#[test]
fn an_unknown_label_lists_the_labels_there_are() {
    let text = game("(move Add (to (sites Empty)) cuont:2)", END);
    assert_eq!(marked(&text), "cuont:");
    assert!(first(&text).message.contains("`count:`"));
}

#[test]
fn all_errors_of_a_file_come_in_one_go() {
    let text = game("(or (mvoe Pass) (move Add (to (stes Empty))))", "(if (is Fll) (result Mover Win))");
    assert_eq!(checked(&text).unwrap_err().len(), 3, "{:?}", messages(&text));
}

#[test]
fn a_missing_bracket_names_where_it_was_opened() {
    let text = "(game \"G\"\n    (players 2\n    (equipment {}\n)";
    let found = crate::common::expanded(text).unwrap_err();
    assert!(found.iter().any(|d| d.message.contains("never closed")));
    let swapped = "(game \"G\" {(players 2})";
    let found = crate::common::expanded(swapped).unwrap_err();
    assert!(found[0].message.contains("`}` found where `)` was expected"));
    assert_eq!(found[0].notes[0].location.as_ref().unwrap().start.column, 12);
    assert!(crate::common::expanded("(game \"G)").unwrap_err()[0].message.contains("never closed"));
}

#[test]
fn a_define_with_missing_arguments_is_shown_through_the_expansion() {
    let text = format!("(define \"Take\" (remove #1 #2))\n{}", game("(move Pass (then (\"Take\")))", END));
    let found = first(&text);
    assert!(found.notes[0].message.contains("\"Take\", used here with 0 of its 2 arguments"), "{found:?}");
    assert!(found.render().contains("(define \"Take\" (remove #1 #2))"));
}

#[test]
fn an_unknown_define_is_named() {
    let text = game("(\"Nowhere\" 1 2)", END);
    assert_eq!(
        crate::common::expanded(&text).unwrap_err()[0].message,
        "there is no define called \"Nowhere\""
    );
}

#[test]
fn a_rule_that_can_never_apply_is_doubted() {
    let never = game("(if (and (is Full) (not (is Full))) (move Pass))", END);
    assert_eq!(messages(&never), ["this rule can never apply: its condition is always false"]);
    let other = game("(if (= 1 1) (move Pass) (move Add (to (sites Empty))))", END);
    assert_eq!(messages(&other), ["this rule can never apply: the condition before it always holds"]);
}

#[test]
fn an_end_that_cannot_be_reached_is_doubted() {
    let long = game("(move Pass)", "(if (is Line 4) (result Mover Win))");
    assert_eq!(messages(&long), ["this end can never be reached: no line on this board is longer than 3"]);
    let twice = "{(if (is Full) (result Mover Win)) (if (is Full) (result Mover Loss))}";
    assert!(messages(&game("(move Pass)", twice))[0].contains("the same condition"));
    let behind = "{(if True (result Mover Win)) (if (is Full) (result Mover Loss))}";
    assert!(messages(&game("(move Pass)", behind))[0].contains("an end before it always applies"));
}

#[test]
fn a_phase_without_a_way_to_it_is_doubted() {
    let text = RACE.replace("\"Rest\"))\n", "\"Opening\"))\n");
    assert!(messages(&text)[0].contains("no phase leads to the phase \"Rest\""), "{:?}", messages(&text));
    let text = RACE.replace("10) \"Rest\"", "10) \"Last\"");
    assert!(messages(&text).contains(&"there is no phase \"Last\"".to_string()));
}

#[test]
fn players_and_pieces_that_do_not_exist_are_doubted() {
    let text = game("(move Pass)", "(if (is Full) (result P3 Win))");
    assert_eq!(messages(&text), ["there is no player 3: the game has 2"]);
    let text = RACE.replace("(place \"Pawn1\"", "(place \"Prawn1\"");
    assert_eq!(messages(&text), ["there is no piece \"Prawn1\"; there are \"Pawn\""]);
}

#[test]
fn a_message_is_rendered_with_the_place_underlined() {
    let text = game("(mvoe Pass)", END);
    let shown = first(&text).render();
    let expected = "error: there is no ludeme `mvoe`\n --> test.lud:4:19\n  |\n4 |     (rules (play (mvoe Pass))\n  | \
                    \u{20}                 ^^^^\n  help: near it: `move`, `mode`, `mover`\n";
    assert_eq!(shown, expected);
}

#[test]
fn a_message_becomes_json_for_the_editor() {
    let text = game("(mvoe Pass)", END);
    let json = serde_json::to_value(first(&text)).unwrap();
    assert_eq!(json["severity"], "error");
    assert_eq!(json["location"]["start"]["line"], 4);
    assert_eq!(json["location"]["file"], "test.lud");
    assert!(json["help"].as_str().unwrap().contains("`move`"));
}

#[test]
fn every_ludeme_of_the_plan_has_a_sentence() {
    for signature in &Table::get().signatures {
        for kind in &signature.kinds {
            let name = format!("{} {}", signature.head, kind.name);
            assert!(kind.doc.ends_with('.') && kind.doc.len() >= 8, "{name}: {:?}", kind.doc);
        }
        assert!(!signature.kinds.is_empty(), "{}", signature.head);
    }
    assert!(Table::get().signatures.len() > 470);
}

#[test]
fn the_reference_prints_one_ludeme_or_all_of_a_name() {
    let line = reference("is Line").unwrap();
    assert!(line.starts_with("(is Line [<type SiteType>] <length Int>"), "{line}");
    assert!(line.contains("useOpposites is True"));
    assert!(reference("is").unwrap().lines().count() > 50);
    assert!(reference("is Lin").unwrap_err().contains("`is Line`"));
    assert!(names(Table::get()).contains(&"move Hop".to_string()));
}

#[test]
fn the_page_of_the_reference_is_up_to_date() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/ludemes.md");
    if std::env::var_os("LUDEX_UPDATE").is_some() {
        std::fs::write(path, markdown()).unwrap();
    }
    let page = std::fs::read_to_string(path).unwrap_or_default();
    assert!(
        page == markdown(),
        "docs/ludemes.md is not what the table says; run the tests once with LUDEX_UPDATE=1"
    );
}
