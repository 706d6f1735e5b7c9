//! What a person sees: two rows of pits with the stores at the ends, and the rules in words.

use ludex_core::{Colour, Describe, Draw, Marks, PieceShape, Player, Scene, SiteId, SiteShape};

use super::game::Mancala;
use super::lanes::Lanes;
use super::options::Direction;
use super::state::{Pit, State};
use super::words::rules_in_words;

const NAMES: [&str; 2] = ["South", "North"];

impl<W: Lanes> Describe for Mancala<W> {
    fn name(&self) -> String {
        self.base.name(self.options())
    }

    fn rules(&self) -> String {
        rules_in_words(self.base.named.title, self.options())
    }

    fn player_names(&self) -> Vec<String> {
        NAMES.map(str::to_string).to_vec()
    }
}

impl<W: Lanes> Mancala<W> {
    /// The site of a player's pit: first South's row, then North's, then the stores.
    fn site(&self, player: usize, pit: usize) -> SiteId {
        (player * usize::from(self.options().pits) + pit) as SiteId
    }

    fn store_site(&self, player: usize) -> SiteId {
        self.site(2, player)
    }
}

impl<W: Lanes> Draw for Mancala<W> {
    fn scene(&self, state: &State<W>) -> Scene {
        let pits = usize::from(self.options().pits);
        let board = &state.board;
        let mut scene = Scene::default();
        for (player, initial) in ["S", "N"].into_iter().enumerate() {
            for pit in 0..pits {
                let across = if player == 0 { pit + 1 } else { pits - pit };
                let closed = board.open[player] >> pit & 1 == 0;
                let colour = if closed { Colour::Black } else { Colour::Board };
                let at = [across as f32, player as f32, 0.0];
                let site = scene.add_site(format!("{initial}{}", pit + 1), at, SiteShape::Pit, colour);
                let seeds = board.rows[player].get(pit);
                if seeds > 0 {
                    scene.add_piece(site, seeds, Colour::Neutral, PieceShape::Seed);
                }
            }
        }
        for (player, initial) in ["S", "N"].into_iter().enumerate() {
            // A store lies where the own row ends in the direction of sowing.
            let right = (player == 0) != (self.options().direction == Direction::Clockwise);
            let across = if right { pits as f32 + 1.25 } else { -0.25 };
            let site = scene.add_site(initial, [across, 0.5, 0.0], SiteShape::Store, Colour::Board);
            if board.stores[player] > 0 {
                scene.add_piece(site, u32::from(board.stores[player]), Colour::Neutral, PieceShape::Seed);
            }
        }
        for (player, name) in NAMES.into_iter().enumerate() {
            scene.captions.push(format!("{name} has {} in store", board.stores[player]));
        }
        let mover = NAMES[board.me()];
        scene.captions.push(match (board.legal, board.filling, board.pending) {
            (0, ..) => "The game is over".to_string(),
            (_, true, _) => format!("{mover} chooses a pit to fill for the next round"),
            (_, _, 1..) => format!("{mover} sows on"),
            _ => format!("{mover} to move"),
        });
        if let Some(last) = state.last_move(Player::new(board.me() ^ 1)) {
            scene.highlights.push(self.site(board.me() ^ 1, last.index()));
        }
        scene
    }

    fn marks(&self, state: &State<W>, chosen: Pit) -> Marks {
        let me = state.board.me();
        let pits = usize::from(self.options().pits);
        if state.board.filling {
            let (from, to) = (self.store_site(me), self.site(me, chosen.index()));
            return Marks { from: Some(from), to: Some(to), ..Marks::default() };
        }
        let place = match state.board.pending {
            0 => chosen.index(),
            pending => usize::from(pending - 1),
        };
        let from = if place < pits { self.site(me, place) } else { self.site(me ^ 1, place - pits) };
        Marks { from: Some(from), ..Marks::default() }
    }
}
