//! What a person sees of a described game.

use ludex_core::{Colour, Draw, Line, Marks, Piece, PieceShape, Scene, SiteShape};

use crate::board::{Board, SiteType};
use crate::runtime::code::Kind;
use crate::runtime::{Move, State};

use super::{DRAW, Described};

impl<const W: usize> Described<W> {
    fn is_sown(&self) -> bool {
        !self.rules.tracks.is_empty()
            && self.rules.counts
            && self.rules.tables.board.default_type() == SiteType::Vertex
    }

    /// Board units per unit of the graph: neighbours come to stand about 1 apart.
    fn scale(board: &Board) -> f64 {
        let kind = board.default_type();
        let mut nearest = f64::MAX;
        for site in 0..board.sites().min(40) {
            for other in 0..board.sites() {
                if other != site {
                    nearest = nearest.min(board.at(kind, site).distance(board.at(kind, other)));
                }
            }
        }
        if nearest.is_finite() && nearest > 1e-6 { 1.0 / nearest } else { 1.0 }
    }

    /// The colour in which a piece is drawn: that in its name, or its owner's.
    pub fn colour_of(&self, what: u8) -> Colour {
        let owner = self.rules.owners[what as usize] as usize;
        let name = self.rules.components[what as usize].name.to_lowercase();
        let named = [
            ("red", Colour::Red),
            ("black", Colour::Black),
            ("white", Colour::White),
            ("blue", Colour::Blue),
        ];
        if let Some((_, colour)) = named.iter().find(|(word, _)| name.contains(word)) {
            return *colour;
        }
        match owner {
            1..=8 if owner <= self.rules.players => {
                self.about.colours.get(owner - 1).copied().unwrap_or(Colour::PLAYERS[owner - 1])
            }
            _ if self.rules.tables.board.layers(self.rules.tables.board.default_type()).len() > 1 => {
                Colour::Red
            }
            _ => Colour::Neutral,
        }
    }
}

impl<const W: usize> Draw for Described<W> {
    fn scene(&self, state: &State<W>) -> Scene {
        let board = &self.rules.tables.board;
        let kind = board.default_type();
        let scale = Self::scale(board);
        let layered = board.layers(kind).len() > 1;
        let sown = self.is_sown();
        let mut scene = Scene::default();
        for site in 0..board.sites() {
            let at = board.at(kind, site);
            let at = [(at.x * scale) as f32, (at.y * scale) as f32, (at.z * scale) as f32];
            let shape = match kind {
                SiteType::Vertex if layered => SiteShape::Hole,
                SiteType::Vertex
                    if sown
                        && (site == 0 || site + 1 == board.sites())
                        && board.sites().is_multiple_of(2)
                        && is_store(board, site) =>
                {
                    SiteShape::Store
                }
                SiteType::Vertex if sown => SiteShape::Pit,
                SiteType::Vertex => SiteShape::Point,
                SiteType::Edge => SiteShape::Edge,
                SiteType::Cell if board.outline(kind, site).len() == 6 => SiteShape::Hexagon,
                SiteType::Cell => SiteShape::Square,
            };
            scene.add_site(self.places[site].clone(), at, shape, Colour::Board);
        }
        if kind != SiteType::Cell && !layered && !sown {
            let point =
                |p: crate::board::Point| [(p.x * scale) as f32, (p.y * scale) as f32, (p.z * scale) as f32];
            scene.lines = board.lines().map(|(from, to)| Line { from: point(from), to: point(to) }).collect();
        }
        self.add_hands(&mut scene);
        let shape = if layered {
            PieceShape::Ball
        } else if sown {
            PieceShape::Seed
        } else if kind == SiteType::Edge {
            PieceShape::Bar
        } else {
            PieceShape::Disc
        };
        let dice = self.rules.dice.shown(state);
        for place in state.occupied().iter() {
            let Some(site) = self.site_of_place(place) else { continue };
            for (level, content) in state.stack(place).into_iter().enumerate() {
                let own = self.rules.components_of(self.rules.owners[content.what as usize]);
                let label = if own.count() > 1 && !layered {
                    self.rules.components[content.what as usize].plain.chars().take(1).collect()
                } else {
                    String::new()
                };
                let label = dice.iter().find(|die| die.0 == place).map_or(label, |die| die.1.to_string());
                let count = u32::from(content.count);
                let colour = self.colour_of(content.what);
                scene.pieces.push(Piece { site, level: level as _, count, colour, shape, label });
            }
        }
        if self.rules.scored {
            let scores: Vec<String> = (1..=self.rules.players).map(|p| state.scores[p].to_string()).collect();
            scene.captions.push(format!("score {}", scores.join(" : ")));
        }
        scene
    }

    fn marks(&self, _: &State<W>, chosen: Move) -> Marks {
        if chosen.leaf == DRAW {
            return Marks { choice: format!("draw {}", chosen.aux + 1), ..Marks::default() };
        }
        let leaf = &self.rules.leaves[chosen.leaf as usize];
        let site = |place: i16| usize::try_from(place).ok().and_then(|place| self.site_of_place(place));
        let mut choice = match &leaf.kind {
            Kind::Add { whats: Some(_), .. } | Kind::Promote { .. } => {
                self.rules.components[chosen.aux.max(0) as usize % self.rules.components.len()].name.clone()
            }
            Kind::Ballot { vote, .. } => {
                let name = self.rules.proposals.get(chosen.aux.max(0) as usize).map_or("", String::as_str);
                format!("{} {name}", if *vote { "vote for" } else { "propose" })
            }
            Kind::Pass => "pass".to_string(),
            Kind::Swap => "swap sides".to_string(),
            Kind::Remove { .. } => "take away".to_string(),
            _ => String::new(),
        };
        if leaf.stack.as_ref().is_some_and(|part| part.level.is_some()) {
            choice += &format!(" level {}", chosen.aux);
        }
        if leaf.binds && chosen.value >= 0 {
            choice += &format!(" {}", chosen.value);
        }
        choice += &leaf.tag;
        let (from, to) = (site(chosen.from), site(chosen.to));
        let from = if from == to { None } else { from };
        Marks { from, to, choice: choice.trim().to_string(), at: None }
    }
}

impl<const W: usize> Described<W> {
    /// Hands stand below and above the board, in the order of the players.
    fn add_hands(&self, scene: &mut Scene) {
        let lowest = scene.sites.iter().map(|site| site.at[1]).fold(f32::MAX, f32::min);
        let leftmost = scene.sites.iter().map(|site| site.at[0]).fold(f32::MAX, f32::min);
        let mut row = lowest - 1.6;
        for hand in &self.rules.containers[1..] {
            for index in 0..hand.len {
                let at = [leftmost + index as f32 * 1.1, row, 0.0];
                scene.add_site(self.places[hand.first + index].clone(), at, SiteShape::Store, Colour::Board);
            }
            row -= 1.3;
        }
    }

    /// The site of the scene on which a place is drawn.
    fn site_of_place(&self, place: usize) -> Option<u32> {
        if place < self.rules.tables.sites {
            return Some(place as u32);
        }
        let mut site = self.rules.tables.sites;
        for hand in &self.rules.containers[1..] {
            if (hand.first..hand.first + hand.len).contains(&place) {
                return Some((site + place - hand.first) as u32);
            }
            site += hand.len;
        }
        None
    }
}

/// Whether a place of a mancala board stands beside its rows.
fn is_store(board: &Board, site: usize) -> bool {
    let kind = board.default_type();
    let y = board.at(kind, site).y;
    (0..board.sites()).filter(|&other| (board.at(kind, other).y - y).abs() < 0.01).count() <= 2
}
