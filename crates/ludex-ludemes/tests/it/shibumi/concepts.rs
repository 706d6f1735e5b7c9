//! What the rules of games on pyramids speak of, each with drawn examples.

use super::drawn::{after, balls, holds, moves, position, region_is, site, with_rules};

const EMPTY: &str = "
    . . . .
    . . . . | . . .
    . . . . | . . . | . .
    . . . . | . . . | . . | .";

#[test]
fn sites_are_numbered_by_rows_then_columns_then_upwards() {
    let numbers =
        [((0, 0, 0), 0), ((0, 3, 3), 29), ((1, 0, 0), 4), ((1, 1, 1), 14), ((2, 0, 0), 9), ((3, 0, 0), 15)];
    for ((layer, row, column), number) in numbers {
        assert_eq!(site(layer, row, column), number);
    }
    let drawing = "
        . . . W
        . . . . | . . .
        . . . . | . B . | . .
        W . . . | W . . | W . | R";
    assert_eq!(balls(drawing), [(0, 1), (4, 1), (9, 1), (15, 3), (14, 2), (29, 1)]);
}

#[test]
fn a_point_is_flat_on_the_base_or_on_four_balls() {
    let three = "
        . . . .
        . . . . | . . .
        W . . . | . . . | . .
        W B . . | . . . | . . | .";
    assert!(holds(three, "(is Flat 0)"));
    assert!(!holds(three, "(is Flat 4)"));
    let four = three.replace("W . . . |", "W B . . |");
    assert!(holds(&four, "(is Flat 4)"));
    assert!(!holds(&four, "(is Flat 5)"));
}

const STACKED: &str = "
    . . . .
    W B . . | . . .
    B W B . | W . . | . .
    W B W . | B W . | . . | .";

#[test]
fn balls_support_what_rests_on_them() {
    // Under the three balls of the second layer lie eight of the base.
    assert!(region_is(STACKED, "(sites Support)", &[0, 1, 2, 7, 8, 10, 17, 18]));
    // Under the black one among them, four.
    assert!(region_is(STACKED, "(sites Support 2)", &[0, 1, 7, 8]));
    assert!(holds(STACKED, "(= 2 (count SitesPlatformBelow at:4 who:P1))"));
    assert!(holds(STACKED, "(= 4 (count SitesPlatformBelow at:4 whats:{ 1 2 }))"));
    assert!(holds(STACKED, "(= 2 (count SitesPlatformBelow at:5 what:2))"));
    assert!(holds(STACKED, "(= 0 (count SitesPlatformBelow at:0 who:P1))"));
}

#[test]
fn a_ball_under_two_others_is_pinned_and_one_under_one_is_not() {
    let game = with_rules(
        "(meta { (pin SupportMultiple) (gravity) }) (play (move Remove (sites Occupied by:All))) (end (if (no Pieces All) (result All Draw)))",
    );
    let state = position(&game, STACKED, 1);
    let mut taken: Vec<i16> = moves(&game, &state).iter().map(|chosen| chosen.to).collect();
    taken.sort_unstable();
    // 1 carries 4 and 5, 7 carries 4 and 13, 8 carries all three.
    assert_eq!(taken, [0, 2, 4, 5, 10, 13, 17, 18]);
}

#[test]
fn what_rested_on_a_ball_drops_along_a_slope() {
    // 0 carries 4, which carries 9: both drop, one after the other.
    let drawing = "
        . . . .
        W W W . | . . .
        W W W . | B B . | . .
        W W W . | B B . | R . | .";
    let game = with_rules(
        "(meta { (pin SupportMultiple) (gravity) }) (play (move Remove (sites Occupied by:All))) (end (if (no Pieces All) (result All Draw)))",
    );
    let state = position(&game, drawing, 1);
    assert!(after(&game, &state, &[(0, 2), (4, 3), (9, 0)]).is_some());
}

#[test]
fn a_moved_ball_may_not_rest_on_one_that_dropped() {
    let drawing = "
        . . . .
        . . . . | . . .
        W W . . | . . . | . .
        W W . . | B . . | . . | .";
    let rules = |meta: &str| {
        format!(
            "(meta {{ (pin SupportMultiple) {meta} (gravity) }}) (play (move (from 0) (to (sites Empty) if:(is Flat)))) (end (if (is Full) (result All Draw)))"
        )
    };
    // The ball of 4 drops into 0 and the platform is whole again, but 4 is not for the ball that left.
    let game = with_rules(&rules("(noStackOn Fallen)"));
    let state = position(&game, drawing, 1);
    assert!(moves(&game, &state).iter().all(|chosen| chosen.to != 4));
    assert!(after(&game, &state, &[(0, 2), (4, 0), (2, 1)]).is_some());
    assert_eq!(moves(&game, &state).len(), 12);
}

#[test]
fn a_ball_is_covered_by_one_exactly_above_and_only_by_that() {
    // 9 stands exactly above 8; 14 only leans over it.
    let covered = "
        . . . .
        W W W . | . . .
        W W W . | B B . | . .
        W W W . | B B . | R . | .";
    assert!(region_is(covered, "(sites Group at:8 isVisible:True)", &[]));
    let open = covered.replace("| R . |", "| . . |");
    assert!(holds(&open, "(is In 8 (sites Group at:8 isVisible:True))"));
}

#[test]
fn two_balls_across_a_contact_cut_it_and_one_does_not() {
    // 18 and 20 share the points 14 and 24 above them.
    let both = "
        . B B .
        . W W . | . R .
        . B B . | . R . | . .
        . . . . | . . . | . . | .";
    assert!(holds(both, "(= 2 (size Group at:18))"));
    assert!(region_is(both, "(sites Group at:18 isVisible:True)", &[18]));
    let one = both.replace("| . R .\n        . B B .", "| . . .\n        . B B .");
    assert_ne!(one, both);
    assert!(region_is(&one, "(sites Group at:18 isVisible:True)", &[18, 20]));
}

#[test]
fn hidden_contacts_connect_groups_all_the_same() {
    let drawing = "
        . B B .
        . W W . | . R .
        . B B . | . R . | . .
        . . . . | . . . | . . | .";
    assert!(holds(drawing, "(= 2 (count SizeBiggestGroup if:(= (who at:(to)) 1)))"));
    assert!(holds(drawing, "(= 1 (count SizeBiggestGroup if:(= (who at:(to)) 1) isVisible:True))"));
    assert!(holds(drawing, "(= 4 (* (sizes Group P2)))"));
    assert!(holds(drawing, "(= 1 (size Array (sizes Group P1)))"));
    assert!(holds(drawing, "(= 2 (size Array (sizes Group P1 isVisible:True)))"));
}

#[test]
fn flat_lines_stay_on_a_layer_and_sloped_ones_follow_one_slope() {
    let flat = "
        . . . .
        . . W . | . . .
        . W . . | . . . | . .
        W . . . | . . . | . . | .";
    assert!(holds(flat, "(is Line 3 SameLayer through:8 P1)"));
    // Diagonal neighbours do not touch.
    assert!(!holds(flat, "(is Line 2 Orthogonal through:8 P1)"));
    let slope = "
        B B B .
        B B B . | . . .
        B B B . | B B . | . .
        W B B . | W B . | W . | .";
    assert!(holds(slope, "(is Line 3 through:9 P1)"));
    assert!(holds(slope, "(is Line 3 DSW through:9 P1)"));
    assert!(!holds(slope, "(is Line 3 SameLayer through:9 P1)"));
    // Up one side and down the other is no line.
    let bent = "
        B B B .
        B B B . | . . .
        B W B . | B W . | . .
        W B B . | W B . | B . | .";
    assert!(!holds(bent, "(is Line 3 through:4 P1)"));
}

#[test]
fn one_sided_lines_end_at_the_ball_they_go_through() {
    let row = "
        . . . .
        . . . . | . . .
        . . . . | . . . | . .
        W W W . | . . . | . . | .";
    assert!(holds(row, "(is Line 3 SameLayer through:1 P1)"));
    assert!(!holds(row, "(is Line 3 SameLayer through:1 P1 useOpposites:False)"));
    assert!(holds(row, "(is Line 3 SameLayer through:0 P1 useOpposites:False)"));
    assert!(!holds(row, "(is Line 2 SameLayer through:0 P1 exact:True)"));
}

#[test]
fn lines_can_ask_for_a_number_of_kinds() {
    let mixed = "
        . . . .
        . . . . | . . .
        . . . . | . . . | . .
        W R W R | . . . | . . | .";
    assert!(holds(mixed, "(is Line 4 SameLayer through:3 whats:{ 1 3 } throughHowMuch:2)"));
    assert!(!holds(mixed, "(is Line 4 SameLayer through:3 whats:{ 2 3 } throughHowMuch:2)"));
    let pure = mixed.replace("W R W R", "W W W W");
    assert!(!holds(&pure, "(is Line 4 SameLayer through:3 whats:{ 1 3 } throughHowMuch:2)"));
    assert!(holds(&pure, "(= 4 (count SizeBiggestLine SameLayer if:(= (who at:(to)) 1)))"));
    assert!(holds(EMPTY, "(= 0 (count SizeBiggestLine))"));
}

/// The row 17 18 20 22 of the base, with balls across it between 18 and 20.
const CROSSED: &str = "
    B B B B
    W W W W | . R .
    B B B B | . R . | . .
    . . . . | . . . | . . | .";

#[test]
fn a_cut_row_is_no_line_on_either_side_of_the_ball() {
    for through in [17, 18, 20, 22] {
        assert!(holds(CROSSED, &format!("(is Line 4 SameLayer through:{through} P1)")));
        assert!(!holds(CROSSED, &format!("(is Line 3 SameLayer through:{through} P1 isUncut:True)")));
    }
    let once = CROSSED.replacen("| . R .", "| . . .", 1);
    assert!(holds(&once, "(is Line 4 SameLayer through:22 P1 isUncut:True)"));
    // The edge of the base cannot be cut: only one ball fits across it.
    let edge = "
        . . . .
        . . . . | . . .
        B B B B | . . . | . .
        W W W W | R R R | . . | .";
    assert!(holds(edge, "(is Line 4 SameLayer through:3 P1 isUncut:True)"));
    assert!(!holds(edge, "(is Line 4 SameLayer through:3 P1 isVisible:True)"));
}

#[test]
fn one_ball_cuts_a_diagonal_and_none_a_slope() {
    let diagonal = "
        . . . .
        . . W . | . . .
        B W . . | . . . | . .
        W B . . | R . . | . . | .";
    assert!(holds(diagonal, "(is Line 3 SameLayer through:20 P1)"));
    assert!(!holds(diagonal, "(is Line 3 SameLayer through:20 P1 isUncut:True)"));
    let slope = "
        B B B .
        B B B . | . . .
        B B B . | B B . | . .
        W B B . | W B . | W . | .";
    assert!(holds(slope, "(is Line 3 Downward through:9 P1 isUncut:True)"));
}

#[test]
fn the_studys_hidden_steps_are_seen_on_one_side_only() {
    // The step between 18 and 20 is hidden; whether that is noticed depends on where the line is looked at from.
    let noticed: Vec<bool> = [17, 18, 20, 22]
        .iter()
        .map(|through| !holds(CROSSED, &format!("(is Line 4 SameLayer through:{through} P1 isVisible:True)")))
        .collect();
    assert!(noticed.contains(&true) && noticed.contains(&false), "{noticed:?}");
}

#[test]
fn lines_from_above_climb_and_fall() {
    // 4, 8, 14 and 21 lie on a diagonal of the ground plan, on the layers 1, 0, 1 and 2.
    let climbing = "
        . B B B
        . B B B | . B B
        B W B B | . W B | . W
        B B . . | W . . | . . | .";
    assert!(holds(climbing, "(is Line 4 through:14 P1 fromAbove:True)"));
    assert!(!holds(climbing, "(is Line 4 through:14 P1)"));
    // With a ball on top of 8 the line goes over it just as well, if that ball is the player's own.
    let over = "
        . B B B
        B B B B | . B B
        B B B B | B W B | . W
        B B B . | W B . | W . | .";
    assert!(holds(over, "(is Line 4 through:4 P1 fromAbove:True)"));
    let blocked = over.replace("| W B . | W . |", "| W B . | B . |");
    assert!(!holds(&blocked, "(is Line 4 through:4 P1 fromAbove:True)"));
    // Rows of the base are cut by two balls across them.
    assert!(!holds(CROSSED, "(is Line 4 through:17 P1 fromAbove:True)"));
    assert!(holds(&CROSSED.replacen("| . R .", "| . . .", 1), "(is Line 4 through:17 P1 fromAbove:True)"));
}

#[test]
fn freedom_is_an_empty_hole_beside_the_base() {
    let corner = "
        . . . .
        . . . . | . . .
        B . . . | . . . | . .
        W B . . | . . . | . . | .";
    assert!(!holds(corner, "(is Freedom (sites { 0 }))"));
    assert!(holds(corner, "(is Freedom (sites { 1 }))"));
    // 1 is free through 2 and 8; with both taken it is not.
    assert!(holds(corner, "(is Freedom (sites { 1 }) 2)"));
    let filled = corner.replace("B . . . | . . . | . .", "B W . . | . . . | . .");
    assert!(!holds(&filled, "(is Freedom (sites { 1 }) 2)"));
    // Balls above the base have no freedom of their own.
    let above = "
        . . . .
        . . . . | . . .
        B B . . | . . . | . .
        B B . . | W . . | . . | .";
    assert!(!holds(above, "(is Freedom (sites { 4 }))"));
}

#[test]
fn corners_of_pyramids_upright_and_inverted() {
    let small = "
        . . . .
        . . . . | . . .
        W W . . | . . . | . .
        W W . . | W . . | . . | .";
    assert!(holds(small, "(is PyramidCorners from:4)"));
    assert!(holds(small, "(is PyramidCorners froms:(sites Occupied by:P1))"));
    assert!(!holds(&small.replace("| W . . | . . | .", "| B . . | . . | ."), "(is PyramidCorners from:4)"));
    // What lies between the corners does not matter.
    let large = "
        W B B W
        B B B B | B B B
        B B B B | B B B | B B
        W B B W | B B B | B B | W";
    assert!(holds(large, "(is PyramidCorners from:15)"));
    // The tip 8 carries 4, 5, 13 and 14.
    let inverted = "
        . . . .
        B B B . | . . .
        B W B . | W W . | . .
        B B B . | W W . | . . | .";
    assert!(holds(inverted, "(is PyramidCorners from:8)"));
    assert!(!holds(inverted, "(is PyramidCorners from:4)"));
}

#[test]
fn strands_visit_no_ball_twice_and_may_not_branch() {
    // A cross of five: the longest chain has three, whether or not its balls touch others.
    let cross = "
        . . . .
        . W . . | . . .
        W W W . | . . . | . .
        . W . . | . . . | . . | .";
    assert!(holds(cross, "(= 3 (count SizeLongestStrand P1))"));
    // A square is a chain of four, but every ball of it touches two others that touch.
    let square = "
        . . . .
        . . . . | . . .
        W W . . | . . . | . .
        W W . . | . . . | . . | .";
    assert!(holds(square, "(= 4 (count SizeLongestStrand P1))"));
    assert!(holds(square, "(= 3 (count SizeLongestStrand P1 isInduced:True))"));
    // Covered balls are not seen.
    let covered = "
        . . . .
        W W W . | . . .
        W W W . | B B . | . .
        W W W . | B B . | B . | .";
    assert!(holds(covered, "(= 9 (count SizeLongestStrand P1))"));
    assert!(holds(covered, "(= 8 (count SizeLongestStrand P1 isVisible:True))"));
    assert!(holds(EMPTY, "(= 0 (count SizeLongestStrand P1))"));
}
