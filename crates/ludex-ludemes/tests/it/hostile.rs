//! A description may come from a stranger: nothing it contains makes us panic, hang or fill the memory.

use std::fmt::Write as _;
use std::time::{Duration, Instant};

use crate::common::{RACE, ROW, expanded, game, source};
use ludex_ludemes::check::check;
use ludex_ludemes::expand::Library;
use ludex_ludemes::format::format;
use ludex_ludemes::lsp::{completions, diagnostics, hover};
use proptest::prelude::*;

/// Everything we do with a text; the messages.
fn everything(text: &str) -> Vec<String> {
    let library = Library::empty();
    let found = diagnostics("test.lud", text, &library);
    if let Ok(once) = format(&source(text)) {
        assert_eq!(format(&source(&once)).as_ref(), Ok(&once), "laid out twice it changes: {text:?}");
    }
    let at = text.len() / 2;
    let _ = (hover(text, at, &library), completions(text, at, &library));
    found.iter().for_each(|d| drop(d.render()));
    found.into_iter().map(|d| d.message).collect()
}

fn refused(text: &str, why: &str) {
    let began = Instant::now();
    let found = everything(text);
    assert!(began.elapsed() < Duration::from_secs(5), "{:?} for {why}", began.elapsed());
    assert!(found.iter().any(|m| m.contains(why)), "wanted {why:?}, got {:?}", &found[..found.len().min(3)]);
}

#[test]
fn a_million_brackets_are_refused() {
    refused(&"(".repeat(900_000), "nested more than");
    refused(&"{(".repeat(400_000), "nested more than");
    refused(&"(".repeat(2_000_000), "at most 1000000 are read");
    refused(&")".repeat(900_000), "closes nothing");
    refused(&"\"".repeat(900_001), "never closed");
    refused(&"()".repeat(400_000), "describes no game");
}

#[test]
fn a_define_that_uses_itself_is_refused() {
    refused("(define \"A\" (x \"A\")) (game \"G\" \"A\")", "\"A\" uses itself");
    refused("(define \"A\" (\"B\" 1)) (define \"B\" (\"A\" #1 #1)) (game \"G\" (\"A\"))", "uses itself");
    refused("(define \"A\" (x \"A\" \"A\" \"A\")) (game \"G\" \"A\")", "uses itself");
}

#[test]
fn defines_that_grow_without_bound_are_refused() {
    let mut text = String::from("(define \"D0\" (a b c d e f g h i j))\n");
    for n in 1..40 {
        let _ = writeln!(text, "(define \"D{n}\" (x \"D{}\" \"D{}\"))", n - 1, n - 1);
    }
    text.push_str("(game \"G\" \"D39\")");
    refused(&text, "more than");
    let wide = format!("(define \"W\" {}) (game \"G\" (\"W\" {}))", "#1 ".repeat(20_000), "x".repeat(20_000));
    refused(&wide, "more than 2000000 characters");
}

#[test]
fn deeply_nested_uses_are_refused_or_read_in_time() {
    let nested = format!("(define \"I\" #1) (game \"G\" {}x{})", "(\"I\" ".repeat(200), ")".repeat(200));
    everything(&nested);
    let options = "(option \"H\" <T> args:{<a>} {(item \"L\" <x> \"\")})".repeat(15_000);
    let began = Instant::now();
    everything(&format!("{options} (game \"G\" {})", "<T:a> ".repeat(20_000)));
    assert!(began.elapsed() < Duration::from_secs(10), "{:?}", began.elapsed());
}

#[test]
fn huge_ranges_are_refused() {
    refused("(game \"G\" {0..999999999})", "more than 1000 numbers");
    refused("(game \"G\" {0..99999999999999999999999})", "more than 1000 numbers");
    refused("(game \"G\" \"A1\"..\"Z99999999\")", "more than 1000 coordinates");
}

#[test]
fn calls_with_many_arguments_are_refused_in_time() {
    let many = game(&format!("(or {})", "(move Pass) ".repeat(30_000)), "(if (is Full) (result Mover Win))");
    refused(&many, "or");
    let lists =
        game(&format!("(or {{{}}})", "(move Pass) ".repeat(30_000)), "(if (is Full) (result Mover Win))");
    assert!(check(&expanded(&lists).unwrap()).is_ok());
    let deep = (0..200).fold("(is Full)".to_string(), |inner, _| format!("(not {inner})"));
    assert!(
        check(&expanded(&game("(move Pass)", &format!("(if {deep} (result Mover Win))"))).unwrap()).is_ok()
    );
    let wrong = deep.replace("Full", "Fool");
    refused(&game("(move Pass)", &format!("(if {wrong} (result Mover Win))")), "`(is Fool ...)`");
}

#[test]
fn odd_bytes_are_read() {
    for text in [
        "",
        " ",
        "\u{feff}(game \"G\")",
        "(gäme \"G\" ß)",
        "\0",
        "(game \"G\" \u{1F600})",
        "\\",
        "#",
        "<",
        "<a:>",
        "//",
    ] {
        everything(text);
    }
}

/// Our own descriptions with some bytes taken out, put in, doubled or swapped.
fn damaged() -> impl Strategy<Value = String> {
    let pieces = prop::sample::select(vec![
        "(",
        ")",
        "{",
        "}",
        "[",
        "]",
        "<",
        ">",
        "\"",
        ":",
        "#1",
        "#",
        "~",
        " ",
        "\n",
        "//",
        "..",
        "1..5",
        "\\",
        "*",
        "é",
        "-",
        "if:",
        "(define \"A\" \"A\")",
        "(option",
        "(item \"x\" <",
        "<Size:side>",
        "(rulesets {",
        "\"Row\"",
        "(move ",
        "999999999999999999999",
    ]);
    let edit = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), pieces, 0..4u8);
    (any::<bool>(), prop::collection::vec(edit, 1..8)).prop_map(|(which, edits)| {
        let mut text = if which { ROW.to_string() } else { RACE.to_string() };
        for (a, b, piece, kind) in edits {
            let a = text.floor_char_boundary(a.index(text.len() + 1));
            let b = text.floor_char_boundary((a + b.index(40)).min(text.len()));
            match kind {
                0 => text.insert_str(a, piece),
                1 => text.replace_range(a..b, ""),
                2 => text.replace_range(a..b, piece),
                _ => {
                    let copy = text[a..b].to_string();
                    text.insert_str(a, &copy);
                }
            }
        }
        text
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 600, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn damaged_descriptions_never_panic(text in damaged()) {
        everything(&text);
    }

    #[test]
    fn any_text_is_read_without_panic(text in "[(){}\\[\\]<>\"#:~./a-z0-9 \\n\\\\é]{0,200}") {
        everything(&text);
    }
}

/// Compiles a game with these rules on a board of squares.
fn compiled(side: usize, rules: &str) -> Result<(), String> {
    use ludex_ludemes::described::AnyDescribed;
    use ludex_ludemes::expand::Choices;
    let text = format!(
        "(game \"G\" (players 2) (equipment {{ (board (square {side})) (piece \"Stone\" Each) }}) (rules {rules}))"
    );
    let began = Instant::now();
    let game = AnyDescribed::compile(source(&text), &Library::empty(), &Choices::none(), "g");
    assert!(began.elapsed() < Duration::from_secs(60), "{:?} for {rules}", began.elapsed());
    game.map(drop).map_err(|problems| problems[0].message.clone())
}

const PLAY: &str = "(play (move Add (to (sites Empty))))";
const END: &str = "(end (if (is Line 3) (result Mover Win)))";

#[test]
fn rules_that_loop_for_ever_are_refused() {
    assert_eq!(compiled(3, &format!("{PLAY} {END}")), Ok(()));
    let for_ever = "(then (while (= 1 1) (set Var 1)))";
    let play = format!("(play (move Add (to (sites Empty)) {for_ever}))");
    let why = compiled(3, &format!("{play} {END}")).unwrap_err();
    assert!(why.contains("do not come to an end"), "{why}");
    let growing = "(then (while (= 1 1) (remember Value \"All\" (count Moves))))";
    let play = format!("(play (move Add (to (sites Empty)) {growing}))");
    let why = compiled(3, &format!("{play} {END}")).unwrap_err();
    assert!(why.contains("do not come to an end"), "{why}");
}

#[test]
fn questions_that_depend_on_their_own_answer_come_to_an_end() {
    // Whether the next player can move depends on whether the one after her can, and so on.
    let play = "(play (do (move Add (to (sites Empty))) ifAfterwards:(not (no Moves Next))))";
    assert_eq!(compiled(3, &format!("{play} {END}")), Ok(()));
    // A longest chain that asks for longest chains while it is being found.
    let play = "(play (if (is Even (count Moves)) (max Moves (move Add (to (sites Empty)) (then (moveAgain)))) \
                (max Moves (move Add (to (sites Empty))))))";
    assert_eq!(compiled(2, &format!("{play} {END}")), Ok(()));
}

#[test]
fn questions_within_questions_for_every_place_are_refused() {
    let mut deep = "(= (site) (to))".to_string();
    for _ in 0..6 {
        deep = format!("(= 0 (count Sites in:(forEach (sites Board) if:{deep})))");
    }
    let why = compiled(20, &format!("(play (move Add (to (sites Empty) if:{deep}))) {END}")).unwrap_err();
    assert!(why.contains("do not come to an end"), "{why}");
}

#[test]
fn set_ups_without_end_are_refused() {
    let mut deep = "(place \"Stone1\" 0)".to_string();
    for _ in 0..4 {
        deep = format!("(forEach Value min:1 max:9999 {deep})");
    }
    let why = compiled(3, &format!("(start {deep}) {PLAY} {END}")).unwrap_err();
    assert!(why.contains("do not come to an end"), "{why}");
}

#[test]
fn boards_that_are_too_large_to_play_on_are_refused() {
    for side in [23, 1000, 1_000_000_000] {
        let why = compiled(side, &format!("{PLAY} {END}")).unwrap_err();
        assert!(why.contains("at most") || why.contains("from 1 to 1000"), "{side}: {why}");
    }
}
