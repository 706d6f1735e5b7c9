//! What a person sees and reads.

use ludex_core::{
    Colour, Describe, Draw, Evaluate, Game, Marks, PieceShape, Player, Scene, SiteId, SiteShape,
};

use super::board::{Tile, TileColour};
use super::mask::Mask;
use super::state::{TricolorMove, TricolorState};
use super::{NAMES, STANDARD_DRAW, STANDARD_SIDE, Tricolor};

/// How far apart the rows are when hexagons are one unit wide.
const ROW: f32 = 0.866_025_4;

/// Adds a tile, with its number from 1, to a scene.
pub(super) fn add_tile(scene: &mut Scene, index: usize, tile: &Tile) -> SiteId {
    let colour = match tile.colour {
        TileColour::White => Colour::White,
        TileColour::Black => Colour::Black,
        TileColour::Red => Colour::Red,
    };
    let (x, row) = (tile.x as f32, tile.row as f32);
    let place = [x + row / 2.0, -row * ROW, 0.0];
    scene.add_site((index + 1).to_string(), place, SiteShape::Hexagon, colour)
}

impl<M: Mask, const P: usize, const N: usize> Describe for Tricolor<M, P, N> {
    fn name(&self) -> String {
        let mut given = Vec::new();
        if P != 2 {
            given.push(format!("players={P}"));
        }
        if self.board.side() != STANDARD_SIDE {
            given.push(format!("side={}", self.board.side()));
        }
        if self.draw != STANDARD_DRAW {
            given.push(format!("draw={}", self.draw));
        }
        if given.is_empty() { "tricolor".to_string() } else { format!("tricolor({})", given.join(",")) }
    }

    fn rules(&self) -> String {
        let set_up = if P == 2 {
            format!(
                "White has {0} pieces, one on each tile of the {1} lowest rows; Black has {0} on the {1} highest \
                 rows. White begins; the players move in turn.",
                self.army,
                self.board.side() - 2
            )
        } else {
            format!(
                "Each of the three players, White, Black and Red, has {} pieces, one on each tile of the {} outer \
                 rows along one edge; between two armies lies a free edge. White begins, then Black, then Red.",
                self.army,
                self.board.side() - 3
            )
        };
        let draw = match self.draw {
            0 => String::new(),
            turns => format!(
                "\n\nA game with more than {turns} turns in a row without a capture is a draw. (The count begins with \
                 turn 1: without any capture the game is drawn after {} turns, after a capture when {turns} further \
                 turns have passed without another. An imprisonment does not stop the count.)",
                turns + 1
            ),
        };
        let end = if P == 2 {
            "Whoever cannot move when it is their turn loses: usually because all their pieces are gone or \
             imprisoned."
        } else {
            "Whoever cannot move when it is their turn drops out and does not come back; their pieces stay where \
             they are. The last player left wins, and places go by who lasted longer."
        };
        let prisoners = if P == 2 {
            "If only prisoners stay behind, they are free, and the column is theirs."
        } else {
            "Prisoners of the player who follows the owner in turn lie above those of the other. If only prisoners \
             stay behind, the uppermost are free and own the column; a capture removes the owner's pieces only, and \
             a third player's prisoners stay prisoners."
        };
        format!(
            "Tricolor is played on a hexagon of {} tiles, {} on a side, in three colours. A piece on a white tile \
             counts 1, on a black tile 2, on a red tile 3.\n\n{set_up}\n\n\
             Pieces on one tile form a column. Its owner's pieces lie on top, all others beneath them are \
             prisoners. In your turn take one or more pieces from the top of a column you own and move them in a \
             straight line, in one of the six directions, over empty tiles:\n\
             - The group moves up to as many steps as it has pieces of yours, at most three.\n\
             - It may stop on an empty tile, or on the first occupied tile it meets, but never passes one.\n\
             - On a column of yours it is added to the column.\n\
             - On a hostile column it attacks.\n\
             - Prisoners move only beneath all of the owner's pieces, and add neither reach nor strength.\n\n\
             {prisoners}\n\n\
             The strength of a group is the number of your pieces in it, at most three, times the value of the tile \
             it comes from. The strength of a hostile column is the number of its owner's pieces, at most three, \
             times the value of its tile.\n\
             - Weaker or equal: you may not attack.\n\
             - Stronger, but at most twice as strong: the owner's pieces become your prisoners.\n\
             - More than twice as strong: the owner's pieces leave the game.\n\
             - Either way, pieces of yours that were held there are free again.\n\n\
             If you can attack anywhere, you must attack; which attack, and with how many pieces, is yours to \
             choose.\n\n{end}{draw}",
            self.board.len(),
            self.board.side(),
        )
    }

    fn player_names(&self) -> Vec<String> {
        NAMES[..P].iter().map(|name| name.to_string()).collect()
    }
}

impl<M: Mask, const P: usize, const N: usize> Draw for Tricolor<M, P, N> {
    fn scene(&self, state: &TricolorState<P, N>) -> Scene {
        let mut scene = Scene::default();
        for (index, tile) in self.board.tiles().iter().enumerate() {
            let site = add_tile(&mut scene, index, tile);
            let column = state.column(index);
            let Some(owner) = column.owner else { continue };
            // From the bottom: those who would be the last to be freed first, the owner on top.
            for offset in (0..P).rev() {
                let player = (owner.index() + offset) % P;
                if column.pieces[player] > 0 {
                    let count = u32::from(column.pieces[player]);
                    scene.add_piece(site, count, Colour::PLAYERS[player], PieceShape::Disc);
                }
            }
        }
        scene.captions = self.captions(state);
        scene
    }

    fn marks(&self, state: &TricolorState<P, N>, chosen: TricolorMove) -> Marks {
        let height = state.turned(usize::from(chosen.from), 0).height();
        let choice = match chosen.count() {
            1 => "1 piece".to_string(),
            count if count == height as usize => format!("all {count} pieces"),
            count => format!("{count} pieces"),
        };
        Marks {
            from: Some(SiteId::from(chosen.from)),
            to: Some(SiteId::from(chosen.to)),
            choice,
            ..Marks::default()
        }
    }
}

impl<M: Mask, const P: usize, const N: usize> Tricolor<M, P, N> {
    fn captions(&self, state: &TricolorState<P, N>) -> Vec<String> {
        let name = |player: Player| NAMES[player.index()];
        let mut captions = Vec::new();
        match self.outcome(state) {
            None => {
                let must = if self.is_quiet(state) { "is to move" } else { "must attack" };
                captions.push(format!("{} {must}", name(state.mover())));
            }
            Some(outcome) => captions.push(match outcome.winner() {
                Some(winner) => format!("{} has won", name(winner)),
                None => "The game is drawn".to_string(),
            }),
        }
        for player in Player::all(P) {
            let (mut free, mut held) = (0u32, 0u32);
            for tile in 0..self.board.len() {
                let column = state.column(tile);
                let pieces = u32::from(column.pieces[player.index()]);
                if column.owner == Some(player) { free += pieces } else { held += pieces }
            }
            captions.push(format!("{}: {free} free, {held} imprisoned", name(player)));
        }
        if self.draw > 0 && state.since_capture() > self.draw / 2 {
            let left = (self.draw + 1).saturating_sub(state.since_capture());
            captions.push(format!("Drawn in {left} turns unless something is captured"));
        }
        captions
    }
}
