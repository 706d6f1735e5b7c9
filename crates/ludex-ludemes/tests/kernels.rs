//! Playouts by kernels and by sets give the games that the general rules give, and allocate nothing.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;
use std::path::Path;

use ludex_core::{Game, Rng};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::runtime::State;
use ludex_ludemes::text::Source;

/// The system's allocator, with a count of what each thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more, and nothing to count.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

const THREE: &str = r#"(game "Three" (players 2)
    (equipment { (board (square 3)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty)))) (end (if (is Line 3) (result Mover Win)))))"#;

const EXACTLY_FIVE: &str = r#"(game "Five" (players 2)
    (equipment { (board (square 15)) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end (if (is Line 5 exact:True) (result Mover Win)))))"#;

const FOUR_WINS_THREE_LOSES: &str = r#"(game "Four but not three" (players 2)
    (equipment { (board (hex 5)) (piece "Stone" Each) })
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end { (if (is Line 4) (result Mover Win)) (if (is Line 3) (result Mover Loss)) })))"#;

const SIDES: &str = r#"(game "Sides" (players 2)
    (equipment { (board (hex Diamond 7)) (piece "Stone" Each)
        (regions P1 { (sites Side NE) (sites Side SW) }) (regions P2 { (sites Side NW) (sites Side SE) }) })
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Connected Mover) (result Mover Win)))))"#;

const FIVE_OR_MORE: &str = r#"(game "Five or more" (players 2)
    (equipment { (board (square 15) use:Vertex) (piece "Stone" Each) })
    (rules (play (move Add (to (sites Empty))))
        (end { (if (is Line 5 All) (result Mover Win)) (if (is Full) (result All Draw)) })))"#;

const THREE_SIDES: &str = r#"(game "Three sides" (players 2)
    (equipment { (board (hex Triangle 6)) (piece "Stone" Each) })
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end (if (is Connected 3 Sides) (result Mover Win)))))"#;

const LOOPS: &str = r#"(game "Loops" (players 2)
    (equipment { (board (hex 7)) (piece "Stone" Each) })
    (rules (meta (swap)) (play (move Add (to (sites Empty))))
        (end {
            (if (or { (is Loop) (is Connected 3 SidesNoCorners) (is Connected 2 Corners) }) (result Mover Win))
            (if (is Full) (result All Draw)) })))"#;

const COLUMNS: &str = r#"(game "Columns" (players 2)
    (equipment { (board (rectangle 6 7)) (piece "Disc" Each) })
    (rules
        (play (move Add (to (sites Empty) if:(or (is In (to) (sites Bottom)) (is Occupied (ahead (to) S))))))
        (end { (if (is Line 4) (result Mover Win)) (if (is Full) (result All Draw)) })))"#;

const PYRAMID_LINES: &str = r#"(game "Lines of a layer" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty) if:(is Flat))))
        (end (if (is Line (- 4 (layer of:(last To))) SameLayer) (result Mover Win)))))"#;

const PYRAMID_SIDES: &str = r#"(game "Sides of a pyramid" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (play (or (move Add (to (sites Empty) if:(is Flat))) (if (not (was Pass)) (move Pass))))
        (end (if
            (and (< 0 (count Sites in:(intersection (sites Left) (sites Group at:(last To) isVisible:True))))
                (< 0 (count Sites in:(intersection (sites Right) (sites Group at:(last To) isVisible:True)))))
            (result Mover Win)))))"#;

const FROM_HANDS: &str = r#"(game "From hands" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) (piece "Red" Neutral)
        (hand Each) (hand Shared) })
    (rules
        (start { (place "Ball" "Hand" count:6) (place "Red0" (handSite Shared) count:5) })
        (play (or (move (from (handSite Mover)) (to (sites Empty) if:(is Flat)))
            (move (from (handSite Shared)) (to (sites Empty) if:(is Flat)))))
        (end (if (is Line 3 SameLayer what:(mover)) (result Mover Win)))))"#;

const DROPS: &str = r#"(game "Lines with drops" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (meta { (pin SupportMultiple) (noStackOn Fallen) (gravity) })
        (play (or (move Add (to (sites Empty) if:(is Flat)))
            (move (from (sites Occupied by:Mover)) (to (sites Empty) if:(is Flat)))))
        (end {
            (if (is Line 4 SameLayer throughAny:(sites Layer 0) Mover) (result Mover Win))
            (if (is Line 4 SameLayer throughAny:(sites Layer 0) Next) (result Next Win))
            (if (is Line 3 SameLayer throughAny:(sites Layer 1) Mover) (result Mover Win))
            (if (is Line 3 SameLayer throughAny:(sites Layer 1) Next) (result Next Win)) })))"#;

const CORNERS: &str = r#"(game "Corners with drops" (players 2)
    (equipment { (board (square 5 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (meta { (pin SupportMultiple) (gravity) })
        (play (or (move Add (to (sites Empty) if:(is Flat)))
            (move (from (sites Occupied by:Mover)) (to (sites Empty) if:(is Flat)))))
        (end {
            (if (is PyramidCorners froms:(sites Occupied by:Mover)) (result Mover Win))
            (if (is PyramidCorners froms:(sites Occupied by:Next)) (result Next Win)) })))"#;

const COUPLES: &str = r#"(define "Second" (move Add (piece (- 3 (what at:(last To))))
        (to (intersection (sites Empty) (sites Around (last To))) if:(is Flat))
        (then (if (is Full) (addScore P1 1)))))
(game "Two by two" (players 2)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) (piece "Red" Neutral) })
    (rules (start (place "Red0" { 0 29 }))
        (play (if (is Prev Mover) "Second" (do
            (move Add (piece { 1 2 }) (to (sites Empty) if:(is Flat))
                (then (if (is Full) (addScore P2 1) (moveAgain))))
            ifAfterwards:(or (is Full) (can Move "Second")))))
        (end (if (or (is Full) (no Moves Next)) (byScore)))))"#;

const BARE_COUPLES: &str = r#"(define "Second" (move Add (piece (- 3 (what at:(last To))))
        (to (intersection (sites Empty) (sites Around (last To))) if:(is Flat))))
(game "Two by two, no more" (players 2)
    (equipment { (board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules
        (play (if (is Prev Mover) "Second" (do
            (move Add (piece { 1 2 }) (to (sites Empty) if:(is Flat)) (then (moveAgain)))
            ifAfterwards:(can Move "Second"))))
        (end (if (or (is Full) (no Moves Next)) (result P2 Win)))))"#;

const CAPTURES: &str = r#"(define "Seen" (sites Group at:#1 isVisible:True))
(define "Lift" (remove (difference (intersection (sites Layer #1) (sites Pending)) (sites Support))))
(game "Surrounding" (players 2)
    (equipment { (board (square 3 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (meta { (swap) (no Repeat Situational) })
        (play (do
            (move Add (to (sites Empty) if:(is Flat)) (then (seq {
                (forEach Site (sites Occupied by:Next)
                    (if (and (< 0 (count Sites in:("Seen" (site)))) (not (is Freedom ("Seen" (site)))))
                        (set Pending (site))))
                ("Lift" 2) ("Lift" 1) ("Lift" 0) })))
            ifAfterwards:(is Freedom ("Seen" (last To)))))
        (end (if (or (no Moves Next) (was Pass)) (byScore {
            (score P1 (count Sites in:(sites Occupied by:P1)))
            (score P2 (count Sites in:(sites Occupied by:P2))) })))))"#;

const THREE_PLAYERS: &str = r#"(game "Two of three" (players 3)
    (equipment { (board (square 4 pyramidal:True) use:Vertex) (piece "Ball" Each) })
    (rules (play (move Add (to (sites Empty) if:(is Flat))))
        (end {
            (if (is Line 3 SameLayer whats:{ (mover) (next) } throughHowMuch:2) (result Next Win))
            (if (< (count Active) 3) (result All Draw)) })))"#;

const STEPS: &str = r#"(game "Forward" (players { (player N) (player S) })
    (equipment { (board (square 6))
        (piece "Man" Each (or
            (move Step Forward (to if:(is Empty (to))))
            (move Step (directions { FR FL })
                (to if:(or (is Empty (to)) (is Enemy (who at:(to)))) (apply (remove (to)))))))
        (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
    (rules
        (start { (place "Man1" (expand (sites Bottom))) (place "Man2" (expand (sites Top))) })
        (play (forEach Piece))
        (end (if (is In (last To) (sites Mover)) (result Mover Win)))))"#;

const SLIDES: &str = r#"(game "Queens" (players 2)
    (equipment { (board (square 6)) (piece "Queen" Each (move Slide)) })
    (rules
        (start { (place "Queen1" (sites Bottom)) (place "Queen2" (sites Top)) })
        (play (forEach Piece))
        (end (if (= (count Moves) 60) (result Mover Win)))))"#;

const ENCLOSING: &str = r#"(game "Breath" (players 2)
    (equipment { (board (square 5) use:Vertex) (piece "Stone" Each) })
    (rules
        (play (do (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
                (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))
            ifAfterwards:(> (count Liberties Orthogonal) 0)))
        (end (if (= (count Moves) 60) (result Mover Win)))))"#;

const UNITED: &str = r#"
(define "OnLine" (count Sites in:(intersection (sites Occupied by:All container:"Board")
    (union (sites Direction from:(from) #1 included:True) (sites Direction from:(from) #2)))))
(define "Go" (forEach Direction (from) #1
    (between (exact ("OnLine" #1 #2)) if:(not (is Enemy (who at:(to)))))
    (if (not (is Mover (who at:(to)))) (move (from) (to (to) (apply if:(is Enemy (who at:(to))) (remove (to))))))))
(define "United" (= 1 (count Groups if:(= (who at:(to)) #1))))
(game "United" (players 2)
    (equipment { (board (square 6))
        (piece "Disc" Each (or { ("Go" N S) ("Go" NE SW) ("Go" E W) ("Go" SE NW)
            ("Go" S N) ("Go" SW NE) ("Go" W E) ("Go" NW SE) })) })
    (rules
        (start {
            (place "Disc1" (difference (union (sites Bottom) (sites Top)) (sites Corners)))
            (place "Disc2" (difference (union (sites Left) (sites Right)) (sites Corners))) })
        (play (forEach Piece))
        (end { (if (and ("United" (mover)) ("United" (next))) (result All Draw))
            (if ("United" (mover)) (result Mover Win)) (if ("United" (next)) (result Next Win)) })))"#;

const TURNED_OVER: &str = r#"
(define "Flip" (custodial (from #1) All
    (between if:(is Enemy (who at:(between))) (apply (promote (between) (piece "Disc") Mover)))
    (to if:(is Mover (who at:(to))))))
(game "Turned over" (players 2)
    (equipment { (board (square 6)) (piece "Disc" Each) })
    (rules
        (start { (place "Disc1" { "C3" "D4" }) (place "Disc2" { "C4" "D3" }) })
        (play (move Add (to (sites Empty) if:(can Move ("Flip" (to)))) (then ("Flip" (last To)))))
        (end (if (or (is Full) (all Passed))
            (byScore { (score P1 (count Pieces P1)) (score P2 (count Pieces P2)) })))))"#;

const SOWING: &str = r#"(game "Sowing" (players 2)
    (equipment { (mancalaBoard 2 6 (track "Track" "0,ESE,E,ENE,WNW,N,W" loop:True))
        (regions P1 (sites Bottom)) (regions P2 (sites Top))
        (map { (pair P1 LastSite) (pair P2 FirstSite) }) (piece "Seed" Shared) })
    (rules
        (start (set Count 4 to:(union (sites P1) (sites P2))))
        (play (move Select (from (sites Mover) if:(> (count at:(from)) 0))
            (then (sow
                apply:(if (= (to) (mapEntry (mover))) (moveAgain)
                    (if (and (is In (to) (sites Mover)) (= (count at:(to)) 1))
                        (fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to)))))
                skipIf:(= (to) (mapEntry (next)))))))
        (end (if (no Moves Mover) (byScore {
            (score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2))) })))))"#;

const ENCLOSING_AND_PASSING: &str = r#"(game "Breath and rest" (players 2)
    (equipment { (board (square 4) use:Vertex) (piece "Stone" Each) })
    (rules (meta (no Repeat Positional))
        (play (or
            (do (move Add (to (sites Empty)) (then (enclose (from (last To)) Orthogonal
                    (between if:(is Enemy (who at:(between))) (apply (remove (between)))))))
                ifAfterwards:(< 0 (count Liberties Orthogonal)))
            (move Pass)))
        (end (if (all Passed) (byScore {
            (score P1 (+ (count Pieces P1) (size Territory P1)))
            (score P2 (+ (count Pieces P2) (size Territory P2))) })))))"#;

const SOWING_ACROSS: &str = r#"(game "Sowing across" (players 2)
    (equipment { (mancalaBoard 2 6 (track "Track" "0,ESE,E,ENE,WNW,N,W" loop:True))
        (regions P1 (sites Bottom)) (regions P2 (sites Top))
        (map { (pair P1 LastSite) (pair P2 FirstSite) }) (piece "Seed" Shared) })
    (rules
        (start (set Count 4 to:(union (sites P1) (sites P2))))
        (play (move Select (from (sites Mover) if:(> (count at:(from)) 0))
            (then (sow
                apply:(if (= (to) (mapEntry (mover))) (moveAgain)
                    (if (and { (is In (to) (sites Mover)) (= (count at:(to)) 1)
                            (> (count at:(if (is Mover P1) (+ (to) 6) (- (to) 6))) 0) })
                        (and (fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to)))
                            (fromTo (from (if (is Mover P1) (+ (to) 6) (- (to) 6))) (to (mapEntry (mover)))
                                count:(count at:(if (is Mover P1) (+ (to) 6) (- (to) 6)))))))
                skipIf:(= (to) (mapEntry (next)))))))
        (end (if (no Moves Mover) (byScore {
            (score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2))) })))))"#;

const JUMPS: &str = r#"
(define "Over" (between if:(is Enemy (who at:(between))) (apply (remove (between)))))
(define "ToEmpty" (to if:(is Empty (to))))
(define "ManJump" (move Hop #1 (directions { FL FR }) ("Over") ("ToEmpty")
    (then (if (is In (last To) (sites Mover)) (promote (last To) (piece "King") Mover)
        (if (can Move (hop (from (last To)) (directions { FL FR }) ("Over") ("ToEmpty"))) (moveAgain))))))
(define "KingJump" (move Hop #1 Diagonal ("Over") ("ToEmpty")
    (then (if (can Move (hop (from (last To)) Diagonal ("Over") ("ToEmpty"))) (moveAgain)))))
(game "Jumps" (players { (player N) (player S) })
    (equipment { (board (square 6)) (piece "Man" Each) (piece "King" Each)
        (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
    (rules
        (start { (place "Man1" (intersection (expand (sites Bottom)) (sites Phase 0)))
            (place "Man2" (intersection (expand (sites Top)) (sites Phase 0))) })
        (play (if (is Prev Mover)
            (if (= (what at:(last To)) (id "Man" Mover)) ("ManJump" (from (last To))) ("KingJump" (from (last To))))
            (priority {
                (or (forEach Piece "Man" ("ManJump")) (forEach Piece "King" ("KingJump")) (then (set Counter)))
                (or
                    (forEach Piece "Man" (move Step (directions { FL FR }) ("ToEmpty")
                        (then (and (set Counter)
                            (if (is In (last To) (sites Mover)) (promote (last To) (piece "King") Mover))))))
                    (forEach Piece "King" (move Step Diagonal ("ToEmpty")))) })))
        (end { (if (no Moves Next) (result Next Loss)) (if (>= (counter) 19) (result All Draw)) })))"#;

const MILLS: &str = r#"
(define "Row" (is Line 3 Orthogonal))
(define "Goes" (then (if ("Row") (and (set Pending) (moveAgain)))))
(define "Theirs" (sites Occupied by:Next container:"Board"))
(define "Bare" (forEach ("Theirs") if:(not (is Line 3 Orthogonal through:(site)))))
(game "Rows that take" (players 2)
    (equipment { (board (square 4)) (hand Each)
        (piece "Man" Each (move Step Orthogonal (to if:(is Empty (to))) ("Goes"))) })
    (rules
        (start (place "Man" "Hand" count:5))
        (play (if (is Pending)
            (move Remove (if (< 0 (count Sites in:("Bare"))) ("Bare") ("Theirs")))
            (if (< 0 (count Cell at:(handSite Mover)))
                (move (from (handSite Mover)) (to (sites Empty)) ("Goes"))
                (if (= 3 (count Pieces Mover))
                    (move (from (sites Occupied by:Mover container:"Board")) (to (sites Empty)) ("Goes"))
                    (forEach Piece)))))
        (end {
            (if (and (not (is Pending)) (< (count Pieces Next) 3)) (result Mover Win))
            (if (and (not (is Pending)) (no Moves Next)) (result Mover Win)) })))"#;

/// A line lies on the board from the beginning.
const HEAD_START: &str = r#"(game "Head start" (players 2)
    (equipment { (board (square 6)) (piece "Stone" Each) })
    (rules (start (place "Stone1" { "A1" "A2" "A3" "A4" })) (play (move Add (to (sites Empty))))
        (end { (if (is Line 4) (result Mover Win)) (if (is Full) (result All Draw)) })))"#;

const SHOTS: &str = r#"(game "Shots" (players 2)
    (equipment { (board (square 9)) (piece "Queen" Each (move Slide (then (moveAgain)))) (piece "Arrow" Neutral) })
    (rules
        (start { (place "Queen1" { "A3" "C1" "G1" }) (place "Queen2" { "A7" "C9" "G9" }) })
        (play (if (is Prev Mover)
            (move Add (piece "Arrow0") (to (sites LineOfSight Empty at:(last To))))
            (forEach Piece)))
        (end (if (no Moves Next) (result Mover Win)))))"#;

const SOWING_BACK: &str = r#"(game "Sowing back" (players 2)
    (equipment { (mancalaBoard 2 6 store:None (track "Round" "0,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top)) (hand Each) })
    (rules
        (start (set Count 5 to:(sites Track)))
        (play (move Select (from (sites Mover) if:(< 0 (count at:(from))))
            (then (sow if:(= 1 (count at:(to))) apply:(fromTo (from (to)) (to (handSite Mover)) count:1)
                backtracking:(= 1 (count at:(to)))))))
        (end {
            (if (> (count Cell at:(handSite Mover)) 30) (result Mover Win))
            (if (all Passed) (byScore {
                (score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2))) })) })))"#;

const SOWING_ON: &str = r#"(game "Sowing on" (players 2)
    (equipment { (mancalaBoard 2 6 store:None (track "Round" "0,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top)) (hand Each) })
    (rules
        (start (set Count 4 to:(sites Track)))
        (play (move Select
            (from (if (is Prev Mover) (sites { (last To afterConsequence:True) }) (sites Mover))
                if:(!= 0 (count at:(from))))
            (then (sow apply:(if (= 1 (count at:(to)))
                (if (!= 0 (count at:(if (< (to) 6) (+ (to) 6) (- (to) 6))))
                    (fromTo (from (if (< (to) 6) (+ (to) 6) (- (to) 6))) (to (handSite Mover))
                        count:(count at:(if (< (to) 6) (+ (to) 6) (- (to) 6)))))
                (moveAgain))))))
        (end (if (no Moves Mover) (byScore {
            (score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2))) })))))"#;

const SOWING_TO_FEED: &str = r#"(game "Sowing to feed" (players 2)
    (equipment { (mancalaBoard 2 6 store:None (track "Round" "0,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top)) (hand Each) })
    (rules
        (start (set Count 4 to:(sites Track)))
        (play (do (move Select (from (sites Mover) if:(< 0 (count at:(from))))
                (then (sow
                    if:(and (is In (to) (sites Next)) (or (= (count at:(to)) 2) (= (count at:(to)) 3)))
                    apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))
                    includeSelf:False backtracking:True)))
            ifAfterwards:(< 0 (count in:(sites Next)))))
        (end (if (all Sites (sites Track) if:(<= (count at:(site)) 1)) (byScore {
            (score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2))) })))))"#;

const ALL: [(&str, Option<&str>); 32] = [
    (THREE, Some("stones")),
    (EXACTLY_FIVE, Some("place")),
    (FIVE_OR_MORE, Some("stones")),
    (FOUR_WINS_THREE_LOSES, Some("stones")),
    (SIDES, Some("stones")),
    (THREE_SIDES, Some("stones")),
    (LOOPS, Some("stones")),
    (COLUMNS, Some("stones")),
    (PYRAMID_LINES, Some("stack")),
    (PYRAMID_SIDES, Some("place")),
    (FROM_HANDS, Some("build")),
    (THREE_PLAYERS, Some("stack")),
    (DROPS, Some("fall")),
    (CORNERS, Some("fall")),
    (COUPLES, Some("couple")),
    (BARE_COUPLES, Some("couple")),
    (CAPTURES, Some("surround")),
    (STEPS, Some("steps")),
    (SHOTS, Some("slides")),
    (JUMPS, Some("jumps")),
    (MILLS, Some("mills")),
    (HEAD_START, Some("stones")),
    (SLIDES, None),
    (ENCLOSING, None),
    (UNITED, Some("rides")),
    (TURNED_OVER, Some("flips")),
    (ENCLOSING_AND_PASSING, Some("enclose")),
    (SOWING, Some("sow")),
    (SOWING_ACROSS, Some("sow")),
    (SOWING_BACK, Some("sow")),
    (SOWING_ON, Some("sow")),
    (SOWING_TO_FEED, Some("sow")),
];

fn compile(text: &str) -> AnyDescribed {
    let source = Source::new("test.lud", text);
    AnyDescribed::compile(source, &Library::empty(), &Choices::none(), "test")
        .unwrap_or_else(|problems| panic!("{text}: {problems:?}"))
}

/// Something to try with a game of any width.
trait Trial {
    fn of<const W: usize>(&mut self, game: Described<W>);
}

fn with_each(trial: &mut impl Trial) {
    for (text, _) in ALL {
        match compile(text) {
            AnyDescribed::W1(game) => trial.of(game),
            AnyDescribed::W2(game) => trial.of(game),
            AnyDescribed::W8(game) => trial.of(game),
        }
    }
}

#[test]
fn kernels_are_found_from_the_shape_of_the_rules() {
    for (text, kernel) in ALL {
        let found = match compile(text) {
            AnyDescribed::W1(game) => game.kernel().map(|kernel| kernel.name()),
            AnyDescribed::W2(game) => game.kernel().map(|kernel| kernel.name()),
            AnyDescribed::W8(game) => game.kernel().map(|kernel| kernel.name()),
        };
        assert_eq!(found, kernel, "{text}");
    }
}

/// Games of the pyramid that have no kernel.
const WITHOUT: [&str; 13] = [
    "akron",
    "pylos",
    "spaghetti",
    "spair",
    "sparks",
    "speedo",
    "spice",
    "spight",
    "spinout",
    "splastwo",
    "sploof",
    "spoff",
    "spook",
];

/// The moves of a position, and what each of them brings about, are the same with and without the kernel.
fn same_moves<const W: usize>(game: &Described<W>, general: &Described<W>, state: &State<W>) {
    if game.turn(state).is_over() {
        return;
    }
    let (mut moves, mut general_moves) = (Vec::new(), Vec::new());
    game.moves(state, &mut moves);
    general.moves(state, &mut general_moves);
    assert_eq!(moves, general_moves);
    for chosen in moves {
        let (mut one, mut other) = (state.clone(), state.clone());
        game.play(&mut one, chosen);
        general.play(&mut other, chosen);
        assert_eq!(one, other, "{chosen:?}");
    }
}

/// Plays games with the same seeds with and without the kernel, whose name is returned.
fn same_games<const W: usize>(game: &Described<W>, seeds: u64) -> Option<&'static str> {
    let kernel = game.kernel()?.name();
    let general = game.clone().without_kernel();
    let name = &game.rules_code().name;
    let mut scratch = Vec::new();
    for seed in 0..seeds {
        let (mut one, mut other) = (game.start(), game.start());
        let plies = game.playout(&mut one, &mut Rng::new(seed), 1000, &mut scratch);
        let general_plies = general.playout(&mut other, &mut Rng::new(seed), 1000, &mut scratch);
        assert_eq!((plies, &one), (general_plies, &other), "{name} seed {seed}");
        let rolled = game.rollout(&game.start(), &mut Rng::new(seed), 1000, &mut scratch);
        assert_eq!(rolled, (plies, game.outcome(&one)), "{name} seed {seed}");
    }
    // Every position on the way, and playouts that begin in the middle of a game.
    for seed in 0..seeds.div_ceil(40) {
        for limit in 0..40 {
            let (mut one, mut other) = (game.start(), game.start());
            let (mut rng, mut general_rng) = (Rng::new(seed), Rng::new(seed));
            game.playout(&mut one, &mut rng, limit, &mut scratch);
            general.playout(&mut other, &mut general_rng, limit, &mut scratch);
            assert_eq!(one, other, "{name} seed {seed}, {limit} plies");
            assert_eq!(game.key(&one), game.key_from_scratch(&one));
            same_moves(game, &general, &one);
            let rolled = game.rollout(&one, &mut rng.clone(), 1000, &mut scratch);
            let plies = game.playout(&mut one, &mut rng, 1000, &mut scratch);
            assert_eq!(rolled, (plies, game.outcome(&one)), "{name} seed {seed} from ply {limit}");
            general.playout(&mut other, &mut general_rng, 1000, &mut scratch);
            assert_eq!(one, other, "{name} seed {seed} from ply {limit}");
        }
    }
    Some(kernel)
}

#[test]
fn a_seed_gives_the_same_game_with_and_without_a_kernel() {
    struct Same;
    impl Trial for Same {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            same_games(&game, 300);
        }
    }
    with_each(&mut Same);
}

/// Compares the games of a folder, each with some choices, with and without kernels. Returns how many there were, and
/// which have no kernel without choices.
fn same_in_folder(folder: &str, variants: &[Choices], seeds: u64) -> (u32, Vec<String>) {
    let games = concat!(env!("CARGO_MANIFEST_DIR"), "/../../games");
    let library = Library::read(&Path::new(games).join("def")).expect("definitions");
    let mut files: Vec<_> =
        std::fs::read_dir(Path::new(games).join(folder)).expect("games").flatten().collect();
    files.sort_by_key(|file| file.path());
    let mut found = 0;
    let mut without = Vec::new();
    for file in files {
        let text = std::fs::read_to_string(file.path()).expect("a description");
        for choices in variants {
            // Not every game has every variant.
            let kernel =
                match AnyDescribed::compile(Source::new("test.lud", &text), &library, choices, "test") {
                    Ok(AnyDescribed::W1(game)) => same_games(&game, seeds),
                    Ok(AnyDescribed::W2(game)) => same_games(&game, seeds),
                    Ok(AnyDescribed::W8(game)) => same_games(&game, seeds),
                    Err(_) => continue,
                };
            found += 1;
            if kernel.is_none() && *choices == Choices::none() {
                without.push(file.file_name().to_string_lossy().replace(".lud", ""));
            }
        }
    }
    (found, without)
}

#[test]
fn the_games_of_the_pyramid_are_the_same_with_and_without_a_kernel() {
    let seeds = if std::env::var_os("LUDEX_FULL").is_some() { 2000 } else { 40 };
    let variants = [
        Choices::none(),
        Choices::ruleset("Ruleset/study"),
        Choices::answers(["Base/5"]),
        Choices::answers(["Shape/triangle"]),
    ];
    let (found, without) = same_in_folder("shibumi", &variants, seeds);
    assert!(found > 60, "{found} variants");
    assert_eq!(without, WITHOUT);
}

#[test]
fn classics_and_sowing_games_are_the_same_with_and_without_a_kernel() {
    let seeds = if std::env::var_os("LUDEX_FULL").is_some() { 400 } else { 8 };
    let found: u32 = ["classic", "mancala", "twins"]
        .map(|folder| same_in_folder(folder, &[Choices::none()], seeds).0)
        .iter()
        .sum();
    assert!(found > 20, "{found} games");
}

#[test]
fn drawn_moves_are_legal_and_every_legal_move_is_as_likely() {
    struct Uniform;
    impl Trial for Uniform {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            let mut rng = Rng::new(11);
            let (mut moves, mut scratch) = (Vec::new(), Vec::new());
            for plies in [0, 3, 8, 13, 21] {
                let mut state = game.start();
                game.playout(&mut state, &mut rng, plies, &mut scratch);
                if game.turn(&state).is_over() {
                    continue;
                }
                game.moves(&state, &mut moves);
                let draws = 60 * moves.len();
                let mut counts = vec![0u32; moves.len()];
                for _ in 0..draws {
                    let drawn = game.random_move(&state, &mut rng, &mut scratch);
                    let index = moves.iter().position(|&listed| listed == drawn);
                    counts[index.unwrap_or_else(|| panic!("{drawn:?} is not among {moves:?}"))] += 1;
                }
                let chi: f64 = counts.iter().map(|&count| (f64::from(count) - 60.0).powi(2) / 60.0).sum();
                let freedom = (moves.len() - 1) as f64;
                // Five standard deviations above the mean of chi-squared.
                let most = freedom + 5.0 * (2.0 * freedom).sqrt() + 1e-9;
                assert!(chi <= most, "{}: chi-squared {chi} of {freedom}", game.rules_code().name);
            }
        }
    }
    with_each(&mut Uniform);
}

#[test]
fn no_position_comes_back_with_the_same_player_to_move() {
    let AnyDescribed::W1(game) = compile(CAPTURES) else { panic!("a small pyramid fits one word") };
    let mut scratch = Vec::new();
    for seed in 0..200 {
        let mut rng = Rng::new(seed);
        let mut state = game.start();
        let mut seen = std::collections::HashSet::from([(state.board_key(), state.mover)]);
        while !game.turn(&state).is_over() {
            let chosen = game.random_move(&state, &mut rng, &mut scratch);
            game.play(&mut state, chosen);
            let places_a_ball = chosen.to >= 0 && !game.turn(&state).is_over();
            assert!(!places_a_ball || seen.insert((state.board_key(), state.mover)), "seed {seed}");
        }
    }
}

#[test]
fn playouts_allocate_nothing() {
    struct Frugal;
    impl Trial for Frugal {
        fn of<const W: usize>(&mut self, game: Described<W>) {
            // Where positions may not repeat, a game remembers them.
            if game.rules_code().needs_history {
                return;
            }
            let mut rng = Rng::new(1);
            let mut scratch = Vec::with_capacity(4096);
            let start = game.start();
            for round in 0..2 {
                let before = ASKED.with(Cell::get);
                for _ in 0..200 {
                    let mut state = start.clone();
                    game.playout(&mut state, &mut rng, 2000, &mut scratch);
                    std::hint::black_box(&state);
                }
                // The first round fills what is kept for later ones.
                let asked = ASKED.with(Cell::get) - before;
                // A position that remembers the earlier ones grows with them, by doubling.
                let most = if game.rules_code().needs_history { 200 * 8 } else { 0 };
                assert!(round == 0 || asked <= most, "{}: {asked} allocations", game.rules_code().name);
            }
        }
    }
    with_each(&mut Frugal);
}
