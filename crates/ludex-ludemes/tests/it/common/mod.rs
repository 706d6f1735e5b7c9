//! Descriptions and helpers that several tests share.
#![allow(dead_code)]

use ludex_ludemes::check::{Checked, check};
use ludex_ludemes::expand::{Choices, Expanded, Library, expand};
use ludex_ludemes::text::{Diagnostic, Source};

/// Three in a row with a define, an option and a ruleset.
pub(crate) const ROW: &str = r#"// Three in a row, on boards of several sizes.
(define "Row" (is Line <Length>))

(define "Wins" (if #1 (result #2 Win)))

(game "Row" // the name
    (players 2)
    (equipment {
        (board (square <Size:side>))
        (piece "Stone" Each)
    })
    (rules
        (play (move Add (to (sites Empty))))
        (end ("Wins" "Row" Mover))
    )
)

(option "Board Size" <Size> args:{ <side> <cells> }
    {
        (item "Small" <3> <9> "Three by three.")
        (item "Large" <5> <25> "Five by five.")*
    }
)

(option "Length" <Length> args:{ <n> } {
    (item "Three" <3> "Three in a row wins.")
    (item "Four" <4> "Four in a row wins.")
})

(rulesets {
    (ruleset "Ruleset/Little" { "Board Size/Small" "Length/Three" })
    (ruleset "Ruleset/Big" { "Board Size/Large" "Length/Four" })*
})

(metadata (info { (description "A \"small\" game, see https://example.org // not a comment") }))
"#;

/// A race of pawns, with pieces, phases and most shapes of arguments.
pub(crate) const RACE: &str = r#"(define "StepForward"
    (move Step (directions {Forward FL FR})
        (to if:(or (is Empty (to)) (and (is Enemy (who at:(to))) #1))
            (apply (if (is Enemy (who at:(to))) (remove (to))))
        )
    )
)
(game "Race"
    (players {(player N) (player S)})
    (equipment {
        (board (rectangle 6 5) use:Vertex)
        (piece "Pawn" Each ("StepForward" True))
        (regions P1 (sites Top)) (regions P2 (sites Bottom))
        (hand Each size:2)
        (map "Homes" {(pair P1 0) (pair P2 "A6")})
    })
    (rules
        (start {
            (place "Pawn1" {0..4 5..9})
            (place "Pawn2" (expand (sites Top)))
            (place "Pawn" "Hand" count:2)
        })
        phases:{
            (phase "Opening" (play (forEach Piece)) (nextPhase (> (count Moves) 10) "Rest"))
            (phase "Rest" (play (or {(forEach Piece) (move Pass)} (then (addScore Mover 1)))))
        }
        (end {
            (if (is In (last To) (sites Mover)) (result Mover Win))
            (if (no Pieces Next) (byScore))
        })
    )
)
"#;

pub(crate) fn source(text: &str) -> Source {
    Source::new("test.lud", text)
}

pub(crate) fn expanded(text: &str) -> Result<Expanded, Vec<Diagnostic>> {
    expand(source(text), &Library::empty(), &Choices::none())
}

pub(crate) fn checked(text: &str) -> Result<Checked, Vec<Diagnostic>> {
    check(&expanded(text)?)
}

/// A game of one rule.
pub(crate) fn game(play: &str, end: &str) -> String {
    format!(
        "(game \"G\"\n    (players 2)\n    (equipment {{ (board (square 3)) (piece \"Stone\" Each) }})\n    (rules \
         (play {play})\n        (end {end})))\n"
    )
}

/// The messages of what is wrong with a description.
pub(crate) fn messages(text: &str) -> Vec<String> {
    match checked(text) {
        Ok(checked) => checked.warnings.into_iter().map(|d| d.message).collect(),
        Err(found) => found.into_iter().map(|d| d.message).collect(),
    }
}
