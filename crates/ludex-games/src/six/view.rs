//! What a person sees: the rules in words, and the tiles.

use ludex_core::{Colour, Describe, Draw, Layout, Marks, PieceShape, Scene, SiteId, SiteShape};

use super::cell::{Cell, Hex};
use super::options::{Decisions, Form, Ties};
use super::rules::{Move, Six};
use super::shapes::FIGURES;
use super::state::{Reason, Stage, State};

const COLOURS: [&str; 2] = ["Red", "Black"];

impl Describe for Six {
    fn name(&self) -> String {
        self.options.name()
    }

    fn rules(&self) -> String {
        let options = &self.options;
        let mut text = match (options.red, options.black) {
            (red, black) if red == black => format!("Red and Black have {red} hexagonal tiles each."),
            (red, black) => format!("Red has {red} hexagonal tiles, Black has {black}."),
        };
        text.push_str(
            " There is no board: the tiles make it. Red lays the first tile; then the players take turns to lay \
             a tile of their colour so that it shares at least one side with a tile that lies.",
        );
        if options.red != options.black {
            text.push_str(" Whoever has no tile left sits out until all tiles lie.");
        }
        if options.players == 4 {
            text.push_str(
                "\n\nFour play in two teams: the first and third player lay red, the second and fourth black.",
            );
        }
        text.push_str(
            "\n\nYou win at once when six tiles of your colour form\n\
             - a line of six,\n\
             - a triangle with three tiles on each side, filled,\n\
             - or a ring of six around a cell, whatever lies in its middle.",
        );
        if options.form == Form::Half {
            text.push_str("\n\nIf all tiles lie and there is no such shape, the game is drawn.");
        } else {
            text.push_str(
                "\n\nWhen all tiles lie without a shape, the second phase begins. A turn is now: lift one of your \
                 tiles, even an enclosed one, and lay it somewhere else beside the others. ",
            );
            text.push_str(if options.back {
                "You may lay it back where it was. "
            } else {
                "You may not lay it back where it was. "
            });
            text.push_str(
                "If lifting it makes the tiles fall apart into groups, only the largest group stays; the other \
                 tiles are captured and leave the game, whatever their colour. ",
            );
            text.push_str(match options.ties {
                Ties::Mover => "If the largest groups are equal, you choose which one stays.",
                Ties::Random => "If the largest groups are equal, chance decides which one stays.",
            });
            text.push_str(
                "\n\nWhoever has fewer than six tiles after a capture has lost; if both have, the game is drawn. ",
            );
            text.push_str(if options.hand {
                "The tile you have just lifted counts as yours."
            } else {
                "The tile you have just lifted does not count."
            });
        }
        if options.limit > 0 {
            text.push_str(&format!("\n\nAfter {} turns the game is drawn.", options.limit));
        }
        text.push_str(
            "\n\nCells are named by column and row as seen from the first tile, which is 0,0. A tile is laid with \
             its cell (1,-1)",
        );
        text.push_str(match (options.form, options.turn) {
            (Form::Half, _) => ".",
            (_, Decisions::Steps) => ", lifted with an x before it (x1,-1); k1,-1 keeps the group with that tile.",
            (_, Decisions::Whole) => {
                ", moved with both cells (1,-1>2,0); x1,-1 lifts a tile where something must be settled before \
                 it is laid, and k1,-1 keeps the group with that tile."
            }
        });
        text
    }

    fn player_names(&self) -> Vec<String> {
        let names: &[&str] =
            if self.options.players == 4 { &["Red A", "Black C", "Red B", "Black D"] } else { &COLOURS };
        names.iter().map(|name| name.to_string()).collect()
    }
}

/// The cells of the scene in the order of their sites: the tiles, and the cells beside them.
fn sites(state: &State) -> Vec<Cell> {
    let field = state.field();
    let mut shown = field.union(&field.border());
    if field.is_empty() {
        shown.add(Cell::ORIGIN);
    }
    let [q, r] = state.home.map(|first| first - 1);
    shown.iter_from(q, r).collect()
}

/// Rows lie below each other, each half a cell further to the right.
fn at(place: Hex) -> [f32; 3] {
    let (q, r) = (place.q as f32, place.r as f32);
    [q + r / 2.0, -r * 3f32.sqrt() / 2.0, 0.0]
}

impl Draw for Six {
    fn scene(&self, state: &State) -> Scene {
        let mut scene = Scene::default();
        let winning = winning_cells(state);
        for cell in sites(state) {
            let place = state.hex(cell);
            let site = scene.add_site(place.to_string(), at(place), SiteShape::Hexagon, Colour::Board);
            for (tiles, colour) in state.tiles.iter().zip([Colour::Red, Colour::Black]) {
                if tiles.has(cell) {
                    scene.add_piece(site, 1, colour, PieceShape::Tile);
                }
            }
            if winning.contains(&cell) {
                scene.highlights.push(site);
            }
        }
        scene.captions = self.captions(state);
        scene
    }

    fn marks(&self, state: &State, chosen: Move) -> Marks {
        let sites = sites(state);
        let site = |cell: Cell| sites.iter().position(|&other| other == cell).map(|site| site as SiteId);
        match chosen {
            Move::Lay(cell) => Marks { to: site(cell), ..Marks::default() },
            Move::Lift(cell) => Marks { from: site(cell), ..Marks::default() },
            Move::Shift { from, to } => Marks { from: site(from), to: site(to), ..Marks::default() },
            Move::Keep(_) => match self.kept_tile(state, chosen) {
                Some(cell) => Marks {
                    to: site(cell),
                    choice: format!("keep the group with {}", state.hex(cell)),
                    ..Marks::default()
                },
                None => Marks::default(),
            },
        }
    }
}

/// The board is made of the tiles, so the numbers are those of the scene.
impl Layout for Six {}

impl Six {
    /// The tile that names the group a move keeps.
    pub(super) fn kept_tile(&self, state: &State, chosen: Move) -> Option<Cell> {
        match (state.stage, chosen) {
            (Stage::Keep(from), Move::Keep(sides)) => sides.directions().next().map(|d| from.step(d)),
            _ => None,
        }
    }

    fn captions(&self, state: &State) -> Vec<String> {
        let mut captions = Vec::new();
        if state.in_second_phase() {
            let [red, black] = state.laid;
            captions.push(format!("Tiles on the field: Red {red}, Black {black}"));
        } else {
            let [red, black] = state.hand;
            captions.push(format!("Tiles to lay: Red {red}, Black {black}"));
        }
        if self.options.limit > 0 {
            captions.push(format!("Turn {} of {}", state.made, self.options.limit));
        }
        let mover = &self.player_names()[usize::from(state.mover)];
        captions.push(match state.stage {
            Stage::Lay => format!("{mover} lays a tile"),
            Stage::Lift if self.options.turn == Decisions::Whole => format!("{mover} moves a tile"),
            Stage::Lift => format!("{mover} lifts a tile"),
            Stage::Keep(_) if self.options.ties == Ties::Random => {
                "Chance decides which group stays".to_string()
            }
            Stage::Keep(_) => format!("{mover} decides which group stays"),
            Stage::LayAgain(_) => format!("{mover} lays the lifted tile"),
            Stage::Over(ending) => {
                let why = match ending.reason {
                    Reason::Shape(shapes) => {
                        shapes.iter().map(|shape| shape.name()).collect::<Vec<_>>().join(" and ")
                    }
                    Reason::ShutOut => "shut-out".to_string(),
                    Reason::AllLaid => "all tiles lie".to_string(),
                    Reason::Limit => "the limit of turns is reached".to_string(),
                };
                match ending.winner {
                    Some(winner) => format!("{} wins: {why}", COLOURS[winner & 1]),
                    None => format!("Drawn: {why}"),
                }
            }
        });
        captions
    }
}

/// The tiles of complete shapes.
fn winning_cells(state: &State) -> Vec<Cell> {
    let Stage::Over(ending) = state.stage else { return Vec::new() };
    let (Some(winner), Reason::Shape(_)) = (ending.winner, ending.reason) else { return Vec::new() };
    let own = &state.tiles[winner & 1];
    let mut cells = Vec::new();
    for start in own.iter() {
        for (_, steps) in FIGURES {
            let figure = steps.map(|step| start.moved(step));
            if figure.iter().all(|&cell| own.has(cell)) {
                cells.extend(figure);
            }
        }
    }
    cells
}
