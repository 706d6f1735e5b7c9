//! Names, rules in words, and pictures.

use ludex_core::{Colour, Describe, Draw, Marks, PieceShape, Player, Scene, SiteShape};

use super::engine::WON;
use super::{Capture, Cell, Position, Rows, Rules, Word, entry};

const NAMES: [&str; 2] = ["Black", "White"];
const NUMBERS: [&str; 7] = ["no", "one", "two", "three", "four", "five", "six"];

impl Rules {
    /// What players call a square: the letter of its column, then the number of its row from the bottom.
    pub fn square_name(&self, square: usize) -> String {
        let (row, col) = (square / self.cols(), square % self.cols());
        format!("{}{}", char::from(b'a' + col as u8), self.rows().saturating_sub(row))
    }
}

/// The names of squares in a list, "a1, b2 and c3".
fn list(names: &[String]) -> String {
    match names {
        [] => String::new(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

impl<W: Word> Describe for Rows<W> {
    fn name(&self) -> String {
        entry::name(&self.rules)
    }

    fn rules(&self) -> String {
        let rules = &self.rules;
        let mut text = format!(
            "The board has {} rows of {} squares and is empty at first. Black and White place one stone of their \
             own on an empty square in turn; Black begins. Nobody may pass.\n\n\
             Whoever places a stone that completes a straight line of {} or more of his own stones (in a row, a \
             column or a diagonal) wins.",
            rules.rows(),
            rules.cols(),
            NUMBERS[rules.line()]
        );
        let enclosed = match rules.capture() {
            Capture::None => "",
            Capture::One => "a single enemy stone",
            Capture::Two => "exactly two neighbouring enemy stones",
            Capture::Both => "a single enemy stone or exactly two neighbouring enemy stones",
        };
        if !enclosed.is_empty() {
            text.push_str(&format!(
                "\n\nCaptures:\n\
                 - If the new stone and another stone of the same player enclose {enclosed} in a straight line, \
                 without a gap, the enclosed stones are removed.\n\
                 - This happens in all eight directions at once and cannot be declined.\n\
                 - Only the stone just placed captures: it is safe to move between two enemy stones.\n\
                 - Squares emptied by a capture may be used again by both players."
            ));
        }
        if rules.pairs() > 0 {
            text.push_str(&format!(
                "\n\nWhoever has captured {} stones ({} pairs) in all wins too.",
                2 * rules.pairs(),
                rules.pairs()
            ));
        }
        if rules.refill() {
            text.push_str(
                "\n\nAfter a capture the next player must place his stone on one of the squares just emptied, \
                 unless he wins at once by another move.",
            );
        }
        text.push_str("\n\nIf all squares are filled and nobody has won, the game is a draw.");
        text
    }

    fn player_names(&self) -> Vec<String> {
        NAMES.map(str::to_string).to_vec()
    }
}

impl<W: Word> Draw for Rows<W> {
    fn scene(&self, state: &Position<W>) -> Scene {
        let rules = &self.rules;
        let mut scene = Scene::default();
        for square in 0..rules.cells() {
            let (row, col) = (square / rules.cols(), square % rules.cols());
            let at = [col as f32, (rules.rows() - 1 - row) as f32, 0.0];
            scene.add_site(rules.square_name(square), at, SiteShape::Square, Colour::Board);
        }
        for (player, colour) in [(Player::FIRST, Colour::Black), (Player::SECOND, Colour::White)] {
            for square in state.stones(player).squares() {
                scene.add_piece(square as u32, 1, colour, PieceShape::Disc);
            }
        }
        if rules.pairs() > 0 {
            let [black, white] = state.taken;
            let goal = 2 * rules.pairs();
            scene.captions.push(format!("Black has captured {black} and White {white} stones; {goal} win"));
        }
        let pending = state.pending();
        if !pending.is_none() {
            let names: Vec<String> = pending.squares().map(|square| rules.square_name(square)).collect();
            scene.captions.push(format!("Must be filled: {}", list(&names)));
            scene.highlights.extend(pending.squares().map(|square| square as u32));
        }
        let mover = state.mover();
        if state.end & WON != 0 {
            let winner = mover.other();
            let stones = state.stones(winner);
            let winning = self.lines.iter().filter(|&&line| (stones & line) == line);
            let winning = winning.fold(W::NONE, |all, &line| all | line);
            scene.highlights.extend(winning.squares().map(|square| square as u32));
            let how = if winning.is_none() { "by captures" } else { "with a line" };
            scene.captions.push(format!("{} has won {how}", NAMES[winner.index()]));
        } else if state.end != 0 {
            scene.captions.push("The board is full: a draw".to_string());
        } else {
            scene.captions.push(format!("{} to move", NAMES[mover.index()]));
        }
        scene
    }

    fn marks(&self, _: &Position<W>, chosen: Cell) -> Marks {
        Marks { to: Some(chosen.index() as u32), ..Marks::default() }
    }
}
