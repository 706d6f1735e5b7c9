//! Numbers that are counted: pieces, places, moves, steps.

use crate::board::SiteType;
use crate::check::{Applied, Term};
use crate::runtime::code::{Int, Role};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    /// How many pieces are at a place: of the kind of site that is named, or else of the board's.
    pub(super) fn count_at(&self, call: &Applied, at: Int<W>) -> Int<W> {
        let named = call.get("type").and_then(Term::constant);
        match (named, self.tables.board.default_type(), &at) {
            (_, _, Int::HandSite { .. }) => Int::CountAt(boxed(at)),
            (Some("Cell"), SiteType::Vertex | SiteType::Edge, _) => Int::CountBeside(boxed(at)),
            _ => Int::CountAt(boxed(at)),
        }
    }

    pub(super) fn count(&mut self, term: &Term, call: &Applied, kind: &str) -> Int<W> {
        let board = self.tables.board.clone();
        let site_type = board.default_type();
        match kind {
            "" => match (call.get("at"), call.get("in")) {
                (Some(at), _) => {
                    let at = self.int(at);
                    self.count_at(call, at)
                }
                (None, Some(region)) => Int::CountIn(boxed(self.region(region))),
                _ => {
                    self.missing(term);
                    Int::Const(0)
                }
            },
            "Sites" => match call.get("in") {
                Some(region) => Int::CountSites(boxed(self.region(region))),
                None => Int::Const(self.tables.sites as i32),
            },
            "SitesPlatformBelow" => {
                let site = boxed(self.int_or(call, "at", Int::To));
                match (call.get("who"), call.get("what"), call.get("whats")) {
                    (Some(who), _, _) => {
                        Int::SitesPlatformBelow { site, by: vec![self.int(who)], owner: true }
                    }
                    (_, Some(what), _) => {
                        Int::SitesPlatformBelow { site, by: vec![self.int(what)], owner: false }
                    }
                    (_, _, Some(whats)) => {
                        let by = whats.items().iter().map(|what| self.int(what)).collect();
                        Int::SitesPlatformBelow { site, by, owner: false }
                    }
                    _ => {
                        self.missing(term);
                        Int::Const(0)
                    }
                }
            }
            "Rows" => Int::Const(board.rows(site_type).len() as i32),
            "Columns" => Int::Const(board.columns(site_type).len() as i32),
            "Vertices" => Int::Const(board.count(SiteType::Vertex) as i32),
            "Edges" => Int::Const(board.count(SiteType::Edge) as i32),
            "Cells" => Int::Const(board.count(SiteType::Cell) as i32),
            "Players" => Int::Const(self.players as i32),
            "Moves" => {
                self.counts_time = true;
                Int::CountMoves
            }
            "Turns" => {
                self.counts_time = true;
                Int::CountTurns
            }
            "MovesThisTurn" => Int::CountMovesThisTurn,
            "Active" => Int::CountActive,
            "Pieces" => {
                let (who, names) = self.pieces_of(call);
                Int::CountPieces {
                    who,
                    names,
                    within: call.get("in").map(|region| boxed(self.region(region))),
                    when: self.condition(call, "if").map(boxed),
                }
            }
            "Groups" => Int::CountGroups {
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                when: self.condition(call, "if").map(boxed),
                min: boxed(self.int_or(call, "min", Int::Const(0))),
            },
            "SizeBiggestGroup" => Int::SizeBiggestGroup {
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                among: call.get("region").map(|region| boxed(self.region(region))),
                when: self.condition(call, "if").map(boxed),
                visible: call.is_true("isVisible"),
            },
            "SizeLongestStrand" => Int::SizeLongestStrand {
                who: call.get("role").map_or(Role::Mover, |role| self.role(role)),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                visible: call.is_true("isVisible"),
                induced: call.is_true("isInduced"),
            },
            "SizeBiggestLine" => Int::SizeBiggestLine {
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                when: self.condition(call, "if").map(boxed),
            },
            "Liberties" => Int::CountLiberties {
                at: boxed(self.int_or(call, "at", Int::LastTo { after: false })),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                when: self.condition(call, "if").map(boxed),
            },
            "Steps" if call.get("step").is_none() && call.get("newRotation").is_none() => Int::CountSteps {
                dirs: self.dirs(call.get("relation"), "Adjacent"),
                from: boxed(self.int_in(call, "from")),
                to: boxed(self.site_or_region(call, "to")),
            },
            "Steps" if call.get("newRotation").is_none() => {
                let step = call.get("step").and_then(|step| step.call().cloned());
                let (dirs, when) = match step {
                    Some(step) => {
                        let when = step.get("to").cloned().and_then(|to| self.target_of(&to).when);
                        (self.dirs(step.get("directions"), "Adjacent"), when.map(boxed))
                    }
                    None => (self.dirs(None, "Adjacent"), None),
                };
                let (from, to) = (boxed(self.int_in(call, "from")), boxed(self.site_or_region(call, "to")));
                Int::CountStepsBy { dirs, when, from, to }
            }
            "Value" => Int::CountValue {
                of: boxed(self.int_in(call, "value")),
                within: boxed(self.array_in(call, "in")),
            },
            _ => {
                self.missing(term);
                Int::Const(0)
            }
        }
    }

    /// Whose pieces, and of which names: the `role`/`of` and `name` slots.
    pub(super) fn pieces_of(&mut self, call: &Applied) -> (Role, Option<Vec<u8>>) {
        let who = match (call.get("role"), call.get("of")) {
            (Some(role), _) => self.role(role),
            (None, Some(of)) => match self.int(of) {
                Int::Mover => Role::Mover,
                Int::Next => Role::Next,
                Int::Prev => Role::Prev,
                Int::BoundPlayer => Role::Bound,
                Int::Role(role) => role,
                Int::Const(player) if player > 0 => Role::Player(player as u8),
                _ => {
                    self.missing(of);
                    Role::All
                }
            },
            (None, None) => Role::All,
        };
        let names = call.get("name").and_then(Term::text).map(|name| self.components_containing(name));
        (who, names)
    }

    /// Components whose name contains a text.
    pub(super) fn components_containing(&self, text: &str) -> Vec<u8> {
        let pieces = self.equipment.pieces.iter().enumerate().skip(1);
        pieces.filter(|(_, piece)| piece.name.contains(text)).map(|(index, _)| index as u8).collect()
    }
}
