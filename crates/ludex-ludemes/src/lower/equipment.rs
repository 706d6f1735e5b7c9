//! The equipment of a description: board, hands, pieces, tracks.

use crate::board::{Board, COMPASS, Direction, described};
use crate::check::{Applied, Term};
use crate::runtime::rules::{Container, Track};
use crate::runtime::{DiceHand, PLAYERS};

use super::{Refusal, role_named};
use crate::runtime::code::Role;

/// A piece as declared; its moves are compiled later.
pub(super) struct Piece {
    pub(super) name: String,
    pub(super) plain: String,
    pub(super) owner: u8,
    pub(super) facing: u8,
    pub(super) moves: Option<Term>,
    pub(super) flips: Option<(i16, i16)>,
}

/// The equipment, before the rules are compiled.
pub(super) struct Equipment {
    pub(super) players: usize,
    pub(super) board: Board,
    pub(super) containers: Vec<Container>,
    pub(super) pieces: Vec<Piece>,
    pub(super) tracks: Vec<Track>,
    pub(super) regions: Vec<Term>,
    pub(super) maps: Vec<Term>,
    pub(super) places: usize,
    pub(super) dice: Vec<DiceHand>,
}

impl Equipment {
    /// Reads the equipment of a game.
    pub(super) fn read(root: &Applied, refusal: &mut Refusal) -> Option<Equipment> {
        let players_term = root.get("players")?;
        let (players, facings) = players(players_term);
        if !(1..=PLAYERS).contains(&players) {
            let message = format!("a game has 1 to {PLAYERS} players, not {players}");
            refusal.problems.push((players_term.span, message));
            return None;
        }
        if let Some(mode) = root.get("mode").and_then(|mode| mode.call()?.get("mode"))
            && mode.constant() != Some("Alternating")
        {
            refusal
                .problems
                .push((mode.span, "only games in which players move by turns can be played".to_string()));
            refusal.missing.insert(format!("mode {}", mode.constant().unwrap_or("")));
        }
        let items = root.get("equipment")?.call()?.get("items")?.items();
        let calls = || items.iter().filter_map(|item| item.call().map(|call| (item, call)));
        let uses_layers = mentions(root, "layer");
        let board_item = calls().find(|(_, call)| matches!(call.head(), "board" | "mancalaBoard"));
        let Some((board_term, board_call)) = board_item else {
            if let Some(item) = items.first() {
                let message = "a game needs a `(board ...)` or a `(mancalaBoard ...)`".to_string();
                refusal.problems.push((item.span, message));
            }
            for (_, call) in calls() {
                if matches!(call.head(), "boardless" | "surakartaBoard") {
                    refusal.missing.insert(call.head().to_string());
                }
            }
            return None;
        };
        let board = match described::board(board_term, uses_layers) {
            Ok(board) if board.sites() > 0 => board,
            Ok(_) => {
                refusal.problems.push((board_term.span, "this board has no places to play on".to_string()));
                return None;
            }
            Err(error) => {
                refusal.problems.push((error.span, error.to_string()));
                return None;
            }
        };
        let mut equipment = Equipment {
            players,
            containers: vec![Container {
                name: "Board".into(),
                owner: 0,
                first: 0,
                len: board.sites(),
                is_dice: false,
            }],
            pieces: vec![Piece {
                name: String::new(),
                plain: String::new(),
                owner: 0,
                facing: 0,
                moves: None,
                flips: None,
            }],
            tracks: Vec::new(),
            regions: Vec::new(),
            maps: Vec::new(),
            places: board.first_free_site(),
            dice: Vec::new(),
            board,
        };
        // Containers come first, dice after hands; then the pieces.
        calls().filter(|(_, call)| call.head() == "hand").for_each(|(_, call)| equipment.hand(call));
        let dice = calls().filter(|(_, call)| call.head() == "dice");
        dice.for_each(|(item, call)| equipment.add_dice(item, call, refusal));
        for (item, call) in calls() {
            match call.head() {
                "board" | "mancalaBoard" | "hand" | "dice" => {}
                "piece" => equipment.piece(call, &facings),
                "regions" => equipment.regions.push(item.clone()),
                "map" => equipment.maps.push(item.clone()),
                head => {
                    refusal.problems.push((item.span, format!("`({head} ...)` is not supported yet")));
                    refusal.missing.insert(head.to_string());
                }
            }
        }
        if equipment.pieces.len() == 1 + equipment.die_count() {
            for player in 1..=players {
                equipment.add_piece("Ball", player as u8, 0, None, None);
            }
        }
        equipment.tracks(board_call, refusal);
        Some(equipment)
    }

    fn hand(&mut self, call: &Applied) {
        let size = call.get("size").map_or(1, dim).clamp(1, 1000) as usize;
        let owners: Vec<u8> = match call.get("role").and_then(Term::constant).and_then(role_named) {
            Some(Role::Each) => (1..=self.players as u8).collect(),
            Some(Role::Player(player)) => vec![player],
            Some(Role::Neutral) => vec![0],
            _ => vec![self.players as u8 + 1],
        };
        for owner in owners {
            let name = format!("Hand{owner}");
            self.containers.push(Container { name, owner, first: self.places, len: size, is_dice: false });
            self.places += size;
        }
    }

    fn piece(&mut self, call: &Applied, facings: &[Option<u8>]) {
        let Some(name) = call.get("name").and_then(Term::text) else { return };
        let facing = call.get("facing").and_then(facing_of);
        let moves = call.get("moves").cloned();
        let flips = call.get("flips").and_then(|flips| {
            let mut states = flips.call()?.arguments().filter_map(|(_, state)| state.number());
            Some((states.next()? as i16, states.next()? as i16))
        });
        let owners: Vec<u8> = match call.get("role").and_then(Term::constant).and_then(role_named) {
            Some(Role::Player(player)) => vec![player],
            Some(Role::Neutral) => vec![0],
            Some(Role::Shared | Role::All) => vec![self.players as u8 + 1],
            _ => (1..=self.players as u8).collect(),
        };
        for owner in owners {
            let own = facings.get((owner as usize).wrapping_sub(1)).copied().flatten();
            self.add_piece(name, owner, facing.or(own).unwrap_or(0), moves.clone(), flips);
        }
    }

    fn add_piece(
        &mut self,
        plain: &str,
        owner: u8,
        facing: u8,
        moves: Option<Term>,
        flips: Option<(i16, i16)>,
    ) {
        let shared = owner as usize > self.players;
        let alone = self.players == 1 && owner > 0;
        let name = if shared || alone { plain.to_string() } else { format!("{plain}{owner}") };
        let plain = plain.trim_end_matches(|c: char| c.is_ascii_digit());
        self.pieces.push(Piece { name, plain: plain.to_string(), owner, facing, moves, flips });
    }

    /// The tracks of the board, each with its owner.
    fn tracks(&mut self, call: &Applied, refusal: &mut Refusal) {
        let Some(tracks) = call.get("tracks") else { return };
        for term in tracks.items() {
            let owner = match term.call().and_then(|track| track.get("owner")) {
                Some(owner) => match (owner.number(), owner.constant().and_then(role_named)) {
                    (Some(number), _) => number as u8,
                    (_, Some(Role::Player(player))) => player,
                    _ => 0,
                },
                None => 0,
            };
            match described::track(term, &self.board) {
                Ok(track) => {
                    let sites = track.places.iter().map(|place| place.site).collect();
                    self.tracks.push(Track { name: track.name, owner, sites, looped: track.looped });
                }
                Err(error) => refusal.problems.push((error.span, error.to_string())),
            }
        }
    }
}

fn players(term: &Term) -> (usize, Vec<Option<u8>>) {
    let Some(call) = term.call() else { return (0, Vec::new()) };
    if call.signature.slots.iter().any(|slot| slot.name == "count") {
        return (call.get("count").map_or(0, dim).clamp(0, 99) as usize, Vec::new());
    }
    let facings: Vec<Option<u8>> = call
        .get("facings")
        .map(|list| {
            list.items()
                .iter()
                .map(|item| item.call().and_then(|c| c.get("facing")).and_then(facing_of))
                .collect()
        })
        .unwrap_or_default();
    (facings.len(), facings)
}

/// A facing as one of the sixteen compass points.
fn facing_of(term: &Term) -> Option<u8> {
    let direction = Direction::from_name(term.constant()?)?;
    COMPASS.iter().position(|&point| point == direction).map(|index| index as u8)
}

/// Whether a ludeme of this name is used anywhere.
pub(super) fn mentions(root: &Applied, head: &str) -> bool {
    let mut found = false;
    for (_, term) in root.arguments() {
        term.walk(&mut |term| found |= term.call().is_some_and(|call| call.head() == head));
    }
    found
}

/// A number that is known before the game begins.
fn dim(term: &Term) -> i64 {
    term.number().unwrap_or(0)
}
