//! Small games, one for each shape of rules.

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

/// Stones are put beside others but for the first, for which there are several places.
const GROWING: &str = r#"(game "Growing" (players 2)
    (equipment { (board (hex 6)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (if (= 0 (count Moves)) (sites Corners) (sites Around (sites Occupied by:All) Empty)))))
        (end {
            (if (is Line 5) (result Mover Win))
            (if (or (is Line 4) (is Pattern { F R F R F R F R F })) (result Mover Loss))
            (if (= (count Moves) 40) (result All Draw)) })))"#;

/// Lines so long that a place sees more than 64 others on them.
const GROWING_FAR: &str = r#"(game "Growing far" (players 2)
    (equipment { (board (square 20)) (piece "Stone" Each) })
    (rules
        (play (move Add (to (if (= 0 (count Moves)) (sites Centre) (sites Around (sites Occupied by:All) Empty)))))
        (end { (if (is Line 9) (result Mover Win)) (if (is Line 4) (result Mover Loss)) })))"#;

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

pub(crate) const CAPTURES: &str = r#"(define "Seen" (sites Group at:#1 isVisible:True))
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

const SOWING_IN_RETURN: &str = r#"
(define "Go" (move Select (from (sites Mover) if:(and (< 0 (count at:(from))) #1))
    (then (sow if:(and (is In (to) (sites Next)) (<= 2 (count at:(to))))
        apply:(fromTo (from (to)) (to (mapEntry (mover))) count:(count at:(to)))
        skipIf:(= (to) (last To)) backtracking:(<= 2 (count at:(to)))))))
(game "Sowing in return" (players 2)
    (equipment { (mancalaBoard 2 4 (track "Round" { 1 2 3 4 8 7 6 5 } loop:True)) (piece "Seed" Shared)
        (regions P1 (sites { 1..4 })) (regions P2 (sites { 5..8 })) (map { (pair P1 9) (pair P2 0) }) })
    (rules
        (start (set Count 3 to:(sites Track)))
        (play (priority {
            (do ("Go" True) ifAfterwards:(< 0 (count in:(sites Next))))
            ("Go" (or (< 0 (count in:(sites Next)))
                (<= (if (is Mover P1) (- 5 (from)) (- (from) 4)) (count at:(from))))) }))
        (end (if (or (is Repeat Situational) (no Moves Next)) (byScore {
            (score P1 (+ (count at:(mapEntry P1)) (count in:(sites P1)))) (score P2 (count at:(mapEntry P2))) })))))"#;

/// Captures go on from one row into the other.
const SOWING_IN_CHAINS: &str = r#"(game "Sowing in chains" (players 2)
    (equipment { (mancalaBoard 2 5 store:None (track "Round" "0,E,N,W" loop:True)) (piece "Seed" Shared)
        (regions P1 (sites Bottom)) (regions P2 (sites Top)) (hand Each) })
    (rules
        (start (set Count 3 to:(sites Track)))
        (play (do (move Select (from (sites Mover) if:(< 0 (count at:(from))))
                (then (sow if:(and (<= 2 (count at:(to))) (<= (count at:(to)) 3))
                    apply:(fromTo (from (to)) (to (handSite Mover)) count:(count at:(to)))
                    includeSelf:False backtracking:True)))
            ifAfterwards:(< 0 (count in:(sites Next)))))
        (end {
            (if (> (count Cell at:(handSite Mover)) 20) (result Mover Win))
            (if (or (is Repeat Situational) (all Passed)) (byScore {
                (score P1 (count Cell at:(handSite P1))) (score P2 (count Cell at:(handSite P2))) })) })))"#;

const SOWING_BY_LAPS: &str = r#"
(define "Across" (if (< #1 5) (+ #1 4) (- #1 4)))
(game "Sowing by laps" (players 2)
    (equipment { (mancalaBoard 2 4 { (track "One" { 1 2 3 4 9 8 7 6 5 } loop:True P1)
            (track "Other" { 8 7 6 5 0 1 2 3 4 } loop:True P2) }) (piece "Seed" Shared)
        (regions P1 (sites { 1..4 })) (regions P2 (sites { 5..8 })) (map { (pair P1 9) (pair P2 0) }) })
    (rules
        (start (set Count 4 to:(union (sites P1) (sites P2))))
        (play (move Select (from (sites Mover) if:(< 0 (count at:(from))))
            (then (seq { (set Var "At" (last To))
                (while (<= 0 (var "At")) (sow (var "At") owner:(mover)
                    apply:(if (= (to) (mapEntry (mover))) (and (moveAgain) (set Var "At" -1))
                        (if (< 1 (count at:(to))) (set Var "At" (to))
                            (if (and (is In (to) (sites Mover)) (< 0 (count at:("Across" (to)))))
                                (and (fromTo (from ("Across" (to))) (to (mapEntry (mover)))
                                    count:(count at:("Across" (to)))) (set Var "At" -1))
                                (set Var "At" -1)))))) }))))
        (end { (if (< 16 (count at:(mapEntry (mover)))) (result Mover Win))
            (if (no Moves Next) (byScore {
                (score P1 (count at:(mapEntry P1))) (score P2 (count at:(mapEntry P2))) })) })))"#;

const ENCLOSED_IN_ROWS: &str = r#"(game "Enclosed in rows" (players 2)
    (equipment { (board (rectangle 5 6)) (piece "Stone" Each) })
    (rules (meta (swap))
        (play (move Add (to (sites Empty)) (then (custodial (from (last To)) All
            (between (range 1 2) if:(is Enemy (who at:(between))) (apply (remove (between))))
            (to if:(is Friend (who at:(to))))))))
        (end { (if (is Line 4 All) (result Mover Win)) (if (is Full) (result All Draw)) })))"#;

/// Kings with all that chess knows: castling, double steps, captures in passing, promotions.
const COURT: &str = r#"
(define "Foe" (is Enemy (who at:(to))))
(define "Onto" (to if:(not (is Friend (who at:(to)))) (apply (if ("Foe") (and (remove (to)) (set Counter))))))
(define "Moved" (then (if (= (state at:(last To)) 1) (set State at:(last To) 0))))
(define "Check" (is Threatened (id "King" #1)))
(define "Safe" (do #1 ifAfterwards:(not ("Check" Mover))))
(define "Advance" (or (move Step Forward (to if:(and (is Empty (to)) #1)) #2)
    (move Step (directions { FR FL }) (to if:(and ("Foe") #1) (apply (remove (to)))) #2)))
(game "Court" (players { (player N) (player S) })
    (equipment { (board (square 6))
        (piece "Pawn" Each (or {
            ("Advance" (not (is In (to) (sites Mover))) (then (set Counter)))
            ("Advance" (is In (to) (sites Mover)) (then (and (set Counter) (promote (last To) (piece "Rook") Mover))))
            ("Advance" (is In (to) (sites Mover)) (then (promote (last To) (piece "Knight") Mover)))
            (if (is In (from) (sites Start (piece (what at:(from)))))
                (move Slide Forward (between (exact 2) if:(is Empty (between)))
                    (then (set Pending (/ (+ (last From) (last To)) 2)))))
            (move Step (directions { FR FL }) (to if:(is In (to) (sites Pending)))
                (then (and (set Counter) (remove (ahead (last To) Backward))))) }))
        (piece "Rook" Each (move Slide Orthogonal (to if:("Foe") (apply (remove (to)))) ("Moved")))
        (piece "Knight" Each (move Leap { { F F R F } { F F L F } } ("Onto")))
        (piece "King" Each (or (move Step ("Onto") ("Moved"))
            (if (and { (= 1 (state at:(from))) (= 1 (state at:(+ (from) 3)))
                    (= (what at:(+ (from) 3)) (id "Rook" Mover))
                    (all Sites (sites Between from:(from) to:(+ (from) 3)) if:(is Empty (site)))
                    (not ("Check" Mover)) (can Move ("Safe" (move (from (from)) (to (+ (from) 1))))) })
                (move Slide E (between (exact 2) if:(is Empty (between)))
                    (then (and (set State at:(last To) 0)
                        (fromTo (from (+ (last To) 1)) (to (- (last To) 1)))))))))
        (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
    (rules
        (start { (place "Rook1" { "A1" "F1" } state:1) (place "Knight1" { "B1" "D1" })
            (place "King1" coord:"C1" state:1) (place "Pawn1" (sites Row 1))
            (place "Rook2" { "A6" "F6" } state:1) (place "Knight2" { "B6" "D6" })
            (place "King2" coord:"C6" state:1) (place "Pawn2" (sites Row 4)) })
        (play ("Safe" (forEach Piece)))
        (end { (if (no Moves Next) { (if ("Check" Next) (result Mover Win)) } (result Mover Draw))
            (if (>= (counter) 24) (result Mover Draw)) })))"#;

/// Mate, with promotions that are moves of their own.
const COURT_IN_TWO: &str = r#"
(define "Check" (is Threatened (id "King" #1)))
(define "Take" (apply (if (is Enemy (who at:(to))) (remove (to) (then (set Counter))))))
(game "Court in two" (players { (player N) (player S) })
    (equipment { (board (rectangle 8 9))
        (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
            (move Step (directions { FR FL }) (to if:(is Enemy (who at:(to))) ("Take")))
            (then (and (if (is In (last To) (sites Mover)) (moveAgain)) (set Counter)))))
        (piece "Rider" Each (move Slide (to if:(is Enemy (who at:(to))) ("Take"))))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) ("Take"))))
        (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
    (rules
        (start { (place "Rider1" { "B1" "F1" }) (place "King1" coord:"D1") (place "Pawn1" (sites Row 2))
            (place "Rider2" { "B8" "F8" }) (place "King2" coord:"D8") (place "Pawn2" (sites Row 5)) })
        (play (if (is Prev Mover) (move Promote (last To) (piece { "Rider" "Pawn" }) Mover)
            (do (forEach Piece) ifAfterwards:(not ("Check" Mover)))))
        (end {
            (if (and ("Check" Next)
                    (not (can Move (do (forEach Piece Next) ifAfterwards:(not ("Check" Next))))))
                (result Mover Win))
            (if (= (count Pieces Next) 1) (result Mover Win))
            (if (or (no Moves Next) (= (counter) 20)) (result Mover Draw)) })))"#;

/// Castling beside the moves of the pieces, from fixed places.
const COURT_WITH_TOWERS: &str = r#"
(define "Check" (is Threatened (id "King" #1)))
(define "Unmoved" (= (state at:(mapEntry #1 (mover))) 1))
(define "Moved" (then (if (= (state at:(last To)) 1) (set State at:(last To) 0))))
(define "Go" (to if:True (apply (set State at:(from) 0))))
(define "TowerGoes" (slide (from (mapEntry "Tower" (mover))) W (between (exact 2) if:#1) ("Go")))
(game "Court with towers" (players { (player N) (player S) })
    (equipment { (board (square 6))
        (piece "Pawn" Each (or (move Step Forward (to if:(is Empty (to))))
            (move Step (directions { FR FL }) (to if:(is Enemy (who at:(to))) (apply (remove (to)))))
            (then (and (set Counter)
                (if (is In (last To) (sites Mover)) (promote (last To) (piece "Tower") Mover))))))
        (piece "Tower" Each (move Slide Orthogonal (to if:(is Enemy (who at:(to))) (apply (remove (to)))) ("Moved")))
        (piece "Horse" Each (move Hop Diagonal (between if:True) (to if:(not (is Friend (who at:(to)))))))
        (piece "King" Each (move Step (to if:(not (is Friend (who at:(to)))) (apply (remove (to)))) ("Moved")))
        (map "King" { (pair 1 "C1") (pair 2 "C6") }) (map "Tower" { (pair 1 "F1") (pair 2 "F6") })
        (regions P1 (sites Top)) (regions P2 (sites Bottom)) })
    (rules
        (start { (place "Tower1" { "A1" "F1" } state:1) (place "Horse1" { "B1" "D1" })
            (place "King1" coord:"C1" state:1) (place "Pawn1" (sites Row 1))
            (place "Tower2" { "A6" "F6" } state:1) (place "Horse2" { "B6" "D6" })
            (place "King2" coord:"C6" state:1) (place "Pawn2" (sites Row 4)) })
        (play (do (or (forEach Piece)
                (if (and { ("Unmoved" "King") (not ("Check" Mover)) ("Unmoved" "Tower")
                        (can Move ("TowerGoes" (is Empty (to)))) })
                    (move Slide (from (mapEntry "King" (mover))) E
                        (between (exact 2) if:(and (is Empty (to)) (not (is Threatened (id "King" Mover) at:(to)))))
                        ("Go") (then ("TowerGoes" True)))))
            ifAfterwards:(not ("Check" Mover))))
        (end {
            (if (and ("Check" Next)
                    (not (can Move (do (forEach Piece Next) ifAfterwards:(not ("Check" Next))))))
                (result Mover Win))
            (if (<= (count Pieces Next) 2) (result Mover Win))
            (if (no Pieces Mover "Pawn") (result Mover Draw))
            (if (or { (no Moves Next) (no Moves Mover) (= (counter) 24) }) (result Mover Draw)) })))"#;

/// Columns of two kinds of men: groups go as far as they have men of the mover.
const HEAPS: &str = r#"(define "Men" (count Stack at:#1 if:(= #2 (who at:(to) level:(level)))))
(define "Sort" (and {
    (remove (last To) count:(size Stack at:(last To)))
    (add (piece (id "Man" Next)) (to (last To)) count:("Men" (last To) (next)) stack:True)
    (add (piece (id "Man" Mover)) (to (last To)) count:("Men" (last To) (mover)) stack:True) }))
(game "Heaps" (players 2)
    (equipment { (board (square 5)) (piece "Man" Each) })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (forEach Piece
            (forEach Value min:1 max:(min 4 (size Stack at:(from)))
                (move (from (from))
                    (to (sites Direction from:(from) stop:(is Occupied (to)) stopIncluded:True
                            distance:(min (value) (+ 1 ("Men" (from) (mover)))))
                        if:(or (not (is Enemy (who at:(to)))) (>= (value) (size Stack at:(to))))
                        (apply if:(and (is Enemy (who at:(to))) (< ("Men" (to) (next)) (value)))
                            (set Var "Since" (count Moves))))
                    count:(value) stack:True (then ("Sort"))))
            top:True))
        (end {
            (if (<= 30 (- (count Moves) (var "Since"))) (result All Draw))
            (if (no Moves Next) (result Mover Win)) })))"#;

/// Men are worth what the place says, and who is taken leaves the board.
const WORTHS: &str = r#"(define "Men" (count Stack at:#1 if:(= #2 (who at:(to) level:(level)))))
(define "Sort" (and {
    (remove (last To) count:(size Stack at:(last To)))
    (add (piece (id "Man" Next)) (to (last To)) count:("Men" (last To) (next)) stack:True)
    (add (piece (id "Man" Mover)) (to (last To)) count:("Men" (last To) (mover)) stack:True) }))
(define "Ride"
    (forEach Piece
        (forEach Value min:1 max:(min 3 ("Men" (from) (mover)))
            (move (from (from))
                (to (sites Direction from:(from) Orthogonal stop:(is Occupied (to)) stopIncluded:True
                        distance:(mapEntry "Far" (from)))
                    if:#1 #2)
                count:(value) stack:True (then ("Sort"))))
        top:True))
(game "Worths" (players 2)
    (equipment { (board (hex 3)) (piece "Man" Each)
        (map "Far" {0..18} {1 2 1 2 3 3 2 1 3 4 3 1 2 3 3 2 1 2 1}) })
    (rules
        (start { (place "Man1" (sites Bottom)) (place "Man2" (sites Top)) })
        (play (priority {
            ("Ride"
                (and (is Enemy (who at:(to)))
                    (>= (+ (value) (mapEntry "Far" (from))) (+ ("Men" (to) (next)) (mapEntry "Far" (to)))))
                (apply (remove (to) count:("Men" (to) (next)))))
            ("Ride" (is Empty (to)) (apply if:(< 9 (value)) (remove (to) count:("Men" (to) (next)))))
        }))
        (end { (if (no Moves Next) (result Mover Win)) })))"#;

/// All of them, with the kernels that fit.
pub(crate) const ALL: [(&str, Option<&str>); 43] = [
    (THREE, Some("stones")),
    (EXACTLY_FIVE, Some("place")),
    (FIVE_OR_MORE, Some("stones")),
    (FOUR_WINS_THREE_LOSES, Some("stones")),
    (SIDES, Some("stones")),
    (THREE_SIDES, Some("stones")),
    (LOOPS, Some("stones")),
    (COLUMNS, Some("stones")),
    (GROWING, Some("stones")),
    (GROWING_FAR, Some("stones")),
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
    (SOWING_IN_RETURN, Some("sow")),
    (SOWING_IN_CHAINS, Some("sow")),
    (SOWING_BY_LAPS, Some("sow")),
    (ENCLOSED_IN_ROWS, Some("stones")),
    (HEAPS, Some("columns")),
    (WORTHS, Some("columns")),
    (COURT, Some("royal")),
    (COURT_IN_TWO, Some("royal")),
    (COURT_WITH_TOWERS, Some("royal")),
];
