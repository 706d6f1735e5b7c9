//! Moves made for each piece, place, direction, player or value.

use crate::check::{Applied, Term};
use crate::runtime::Bits;
use crate::runtime::code::{Bool, Gen, Int, Role, Values};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    pub(super) fn for_each(&mut self, term: &Term, call: &Applied, kind: &str) -> Gen<W> {
        match kind {
            "Piece" => self.for_each_piece(call),
            "Site" => {
                self.may_repeat_moves = true;
                let region = boxed(self.region_in(call, "region"));
                self.binding += 1;
                let moves = boxed(self.moves_in(call, "moves"));
                self.binding -= 1;
                let otherwise = boxed(self.moves_in(call, "noMoveYet"));
                Gen::ForEachSite { region, moves, otherwise }
            }
            "Value" | "" => {
                let values = match call.signature.slots.iter().any(|slot| slot.name == "values") {
                    true => Values::List(self.array_in(call, "values")),
                    false => Values::Range(self.int_in(call, "min"), self.int_in(call, "max")),
                };
                // Lists of players bind the player.
                let players =
                    matches!(call.get("values").and_then(|v| v.call()).map(Applied::head), Some("players"));
                if players {
                    self.missing(term);
                }
                self.binding += 1;
                let moves = boxed(self.moves_in(call, "moves"));
                self.binding -= 1;
                Gen::ForEachValue { values, moves }
            }
            "Player" => Gen::ForEachPlayer { who: None, moves: boxed(self.moves_in(call, "moves")) },
            "Direction" => self.for_each_direction(call),
            "Die" => self.for_each_die(term, call),
            "Level" => Gen::ForEachLevel {
                site: boxed(self.int_in(call, "site")),
                from_top: call.get("order").and_then(Term::constant) == Some("FromTop"),
                moves: boxed(self.moves_in(call, "moves")),
            },
            "Group" => {
                self.binding += 1;
                let moves = boxed(self.moves_in(call, "moves"));
                self.binding -= 1;
                Gen::ForEachGroup {
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    when: self.condition(call, "if").map(boxed),
                    moves,
                }
            }
            _ => {
                self.missing(term);
                Gen::None
            }
        }
    }

    pub(super) fn for_each_piece(&mut self, call: &Applied) -> Gen<W> {
        let names = self.piece_names(call);
        let within = match call.given("container") {
            None => self.tables.all,
            Some((_, container)) => match container.text() {
                Some(name) => self.containers_named(name),
                None => {
                    let index = self.int(container);
                    match self.fold(&index) {
                        Some(index) => self.container(index.max(0) as usize),
                        None => return self.in_containers(call, &index),
                    }
                }
            },
        };
        self.pieces_within(call, names, within)
    }

    /// The kinds of piece that a call names.
    fn piece_names(&self, call: &Applied) -> Option<Vec<u8>> {
        call.get("names").map(|names| {
            let plain: Vec<String> =
                names.items().iter().filter_map(|n| n.text().map(str::to_string)).collect();
            let fits = |piece: &super::equipment::Piece| {
                plain.iter().any(|name| piece.plain == *name || piece.name == *name)
            };
            let pieces = self.equipment.pieces.iter().enumerate().skip(1);
            pieces.filter(|(_, piece)| fits(piece)).map(|(id, _)| id as u8).collect()
        })
    }

    /// The places of a container.
    fn container(&self, index: usize) -> Bits<W> {
        self.containers.get(index).map_or(Bits::EMPTY, |c| Bits::range(c.first, c.first + c.len))
    }

    /// The moves of pieces in the container with a number that depends on the position.
    fn in_containers(&mut self, call: &Applied, index: &Int<W>) -> Gen<W> {
        let names = self.piece_names(call);
        let each = (0..self.containers.len()).map(|number| {
            let is = Bool::Eq(boxed(index.clone()), boxed(Int::Const(number as i32)));
            let moves = self.pieces_within(call, names.clone(), self.container(number));
            Gen::If(boxed(is), boxed(moves), boxed(Gen::None))
        });
        Gen::All(each.collect())
    }

    fn pieces_within(&mut self, call: &Applied, names: Option<Vec<u8>>, within: Bits<W>) -> Gen<W> {
        let (who, player) = match call.given("who") {
            Some((slot, who)) if slot.takes.base.name() == "Role" => (vec![self.role(who)], None),
            Some((_, who)) => (Vec::new(), Some(boxed(self.player(who)))),
            None => (vec![Role::Mover], None),
        };
        let moves = call.get("moves").cloned().map(|moves| boxed(self.moves(&moves)));
        if self.stacks {
            self.may_repeat_moves = true;
            let top = call.is_true("top");
            return Gen::ForEachStacked { who, player, names, within, moves, top };
        }
        Gen::ForEachPiece { who, player, names, within, moves }
    }

    pub(super) fn containers_named(&self, name: &str) -> Bits<W> {
        let fits = |container: &&crate::runtime::rules::Container| {
            container.name == name || container.name.trim_end_matches(|c: char| c.is_ascii_digit()) == name
        };
        let found = self.containers.iter().filter(fits);
        found.fold(Bits::EMPTY, |all, c| all.or(&Bits::range(c.first, c.first + c.len)))
    }

    pub(super) fn for_each_direction(&mut self, call: &Applied) -> Gen<W> {
        let from = match call.get("from").and_then(|from| from.call()) {
            Some(from) => self.int_or(from, "sites", Int::From),
            None => Int::From,
        };
        let between = call.get("between").and_then(|between| between.call().cloned());
        let (min, max) = match between.as_ref().and_then(|between| between.get("range").cloned()) {
            Some(range) => self.range(&range),
            None => (Int::Const(1), Int::Const(1)),
        };
        let when_between = between.as_ref().and_then(|between| self.condition(between, "if"));
        self.binding += 1;
        let (when, moves) = match call.get("to").cloned() {
            Some(to) => {
                let clause = self.target_of(&to);
                let effect = clause.apply.and_then(|apply| apply.effect).unwrap_or(Gen::None);
                (clause.when, effect)
            }
            None => (None, self.moves_in(call, "moves")),
        };
        self.binding -= 1;
        Gen::ForEachDirection {
            from: boxed(from),
            dirs: self.dirs(call.get("directions"), "Adjacent"),
            min: boxed(min),
            max: boxed(max),
            between: when_between.map(boxed),
            when: when.map(boxed),
            moves: boxed(moves),
        }
    }
}
