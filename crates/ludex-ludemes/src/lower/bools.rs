//! Conditions.

use crate::board::{Direction, Mark};
use crate::check::{Applied, Term, TermValue};
use crate::runtime::Bits;
use crate::runtime::code::{Bool, Goals, Int, LineTest, LineWhats, Region, Role, Walk};

use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    /// A condition in a slot, if it is given.
    pub(super) fn condition(&mut self, call: &Applied, name: &str) -> Option<Bool<W>> {
        call.get(name).map(|term| self.bool(term))
    }

    /// A condition that a slot must have.
    pub(super) fn bool_in(&mut self, call: &Applied, name: &str) -> Bool<W> {
        self.condition(call, name).unwrap_or(Bool::Const(true))
    }

    /// A condition.
    pub(super) fn bool(&mut self, term: &Term) -> Bool<W> {
        match &term.value {
            TermValue::Boolean(value) => Bool::Const(*value),
            TermValue::Call(call) => self.bool_call(term, call),
            _ => {
                self.missing(term);
                Bool::Const(false)
            }
        }
    }

    fn bools(&mut self, call: &Applied) -> Vec<Bool<W>> {
        if call.signature.slots.iter().any(|slot| slot.name == "all") {
            let items = call.get("all").map(|all| all.items().to_vec()).unwrap_or_default();
            return items.iter().map(|item| self.bool(item)).collect();
        }
        vec![self.bool_in(call, "a"), self.bool_in(call, "b")]
    }

    fn compared(&mut self, call: &Applied) -> (Box<Int<W>>, Box<Int<W>>) {
        (boxed(self.int_in(call, "a")), boxed(self.int_in(call, "b")))
    }

    fn is_about_regions(call: &Applied) -> bool {
        call.signature.slots.iter().any(|slot| slot.name == "a" && slot.takes.base.name() == "Region")
    }

    fn bool_call(&mut self, term: &Term, call: &Applied) -> Bool<W> {
        match call.name() {
            ("and", _) => Bool::And(self.bools(call)),
            ("or", _) => Bool::Or(self.bools(call)),
            ("not", _) => Bool::Not(boxed(self.bool_in(call, "condition"))),
            ("xor", _) => Bool::Xor(boxed(self.bool_in(call, "a")), boxed(self.bool_in(call, "b"))),
            ("if", _) => Bool::If(
                boxed(self.bool_in(call, "condition")),
                boxed(self.bool_in(call, "yes")),
                boxed(self.condition(call, "no").unwrap_or(Bool::Const(false))),
            ),
            ("=" | "equals", _) if Self::is_about_regions(call) => {
                Bool::SameRegion(boxed(self.region_in(call, "a")), boxed(self.region_in(call, "b")))
            }
            ("!=" | "notEqual", _) if Self::is_about_regions(call) => Bool::Not(boxed(Bool::SameRegion(
                boxed(self.region_in(call, "a")),
                boxed(self.region_in(call, "b")),
            ))),
            ("=" | "equals", _) => {
                let (a, b) = self.compared(call);
                Bool::Eq(a, b)
            }
            ("!=" | "notEqual", _) => {
                let (a, b) = self.compared(call);
                Bool::Ne(a, b)
            }
            ("<" | "lt", _) => {
                let (a, b) = self.compared(call);
                Bool::Lt(a, b)
            }
            ("<=" | "le", _) => {
                let (a, b) = self.compared(call);
                Bool::Le(a, b)
            }
            (">" | "gt", _) => {
                let (a, b) = self.compared(call);
                Bool::Lt(b, a)
            }
            (">=" | "ge", _) => {
                let (a, b) = self.compared(call);
                Bool::Le(b, a)
            }
            ("is", kind) => self.is(term, call, kind),
            ("can", "Move") => Bool::CanMove(boxed(self.as_effect(call, "moves"))),
            ("no", "Moves") => {
                let role = call.get("role").map_or(Role::Mover, |role| self.role(role));
                Bool::NoMoves(role)
            }
            ("no", "Pieces") => {
                let (who, names) = self.pieces_of(call);
                Bool::NoPieces { who, names, within: call.get("in").map(|region| boxed(self.region(region))) }
            }
            ("all", "Sites") => Bool::AllSites {
                region: boxed(self.region_in(call, "region")),
                when: boxed(self.bool_in(call, "if")),
            },
            ("all", "Passed") => {
                self.uses_all_passed = true;
                Bool::AllPassed
            }
            ("all", "Groups") => Bool::AllGroups {
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                of: self.condition(call, "of").map(boxed),
                when: boxed(self.bool_in(call, "if")),
            },
            ("all", "DiceUsed") => Bool::AllDiceUsed,
            ("all", "DiceEqual") => Bool::AllDiceEqual,
            ("was", "Pass") => Bool::WasPass,
            _ => {
                self.missing(term);
                Bool::Const(false)
            }
        }
    }

    fn is(&mut self, term: &Term, call: &Applied, kind: &str) -> Bool<W> {
        let who = |lower: &mut Self| boxed(lower.who(call, "who"));
        match kind {
            "Mover" => Bool::Eq(who(self), boxed(Int::Mover)),
            "Next" => Bool::Eq(who(self), boxed(Int::Next)),
            "Prev" => Bool::Eq(who(self), boxed(Int::Prev)),
            "Enemy" => Bool::IsEnemy(who(self)),
            "Friend" => Bool::IsFriend(who(self)),
            "Active" => Bool::IsActive(who(self)),
            "Odd" => Bool::Not(boxed(Bool::IsEven(boxed(self.int_in(call, "value"))))),
            "Even" => Bool::IsEven(boxed(self.int_in(call, "value"))),
            "AnyDie" => Bool::IsAnyDie(boxed(self.int_in(call, "value"))),
            "Visited" => Bool::IsVisited(boxed(self.int_in(call, "value"))),
            "Flat" => Bool::IsFlat(boxed(self.int_or(call, "value", Int::To))),
            "Empty" => Bool::IsEmpty(boxed(self.int_in(call, "site"))),
            "Occupied" => Bool::IsOccupied(boxed(self.int_in(call, "site"))),
            "In" => self.is_in(call),
            "Pending" => Bool::IsPending,
            "Full" => Bool::IsFull,
            "Cycle" => {
                self.uses_history = true;
                Bool::IsCycle
            }
            "Repeat" => {
                let kind = call.get("kind").and_then(Term::constant).unwrap_or("Positional");
                match kind {
                    "Positional" | "Situational" => self.uses_history = true,
                    _ => self.missing(term),
                }
                Bool::IsRepeat { situational: kind == "Situational" }
            }
            "Line" if self.stacks => self.stack_line(term, call),
            "Line" => Bool::IsLine(boxed(self.line_test(term, call))),
            "Connected" => self.is_connected(call),
            "Loop" => {
                let surround = call.get("surround").map(|roles| {
                    let roles = roles.items().to_vec();
                    roles.iter().map(|role| self.role(role)).collect()
                });
                if call.is_true("path") {
                    self.missing(term);
                }
                Bool::IsLoop {
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    surround,
                    colour: boxed(self.int_or(call, "colour", Int::Mover)),
                }
            }
            "Pattern" => {
                let walk = call.get("walk").map(walk_of).unwrap_or_default();
                if call.get("froms").is_some() {
                    self.missing(term);
                }
                let whats = match (call.get("what"), call.get("whats")) {
                    (Some(what), _) => vec![self.int(what)],
                    (_, Some(whats)) => whats.items().iter().map(|what| self.int(what)).collect(),
                    _ => Vec::new(),
                };
                Bool::IsPattern {
                    walk,
                    from: boxed(self.int_or(call, "from", Int::LastTo { after: false })),
                    whats,
                }
            }
            "PyramidCorners" => {
                let region = match (call.get("froms"), call.get("from")) {
                    (Some(region), _) => self.region(region),
                    (_, Some(site)) => Region::Site(boxed(self.int(site))),
                    _ => Region::LastTo,
                };
                Bool::IsPyramidCorners(boxed(region))
            }
            "Within" => {
                let region = match (call.get("in"), call.get("at")) {
                    (Some(region), _) => self.region(region),
                    (_, Some(site)) => Region::Site(boxed(self.int(site))),
                    _ => Region::LastTo,
                };
                Bool::IsWithin { what: boxed(self.int_in(call, "what")), region: boxed(region) }
            }
            "Threatened" => {
                let sites = match (call.get("in"), call.get("at")) {
                    (Some(region), _) => Some(boxed(self.region(region))),
                    (_, Some(site)) => Some(boxed(Region::Site(boxed(self.int(site))))),
                    _ => None,
                };
                let what = call.get("what").map(|what| boxed(self.int(what)));
                let moves = call.get("moves").map(|moves| boxed(self.effect(moves)));
                Bool::IsThreatened { what, sites, moves }
            }
            "Related" => Bool::IsRelated {
                dirs: self.dirs(call.get("relation"), "Adjacent"),
                site: boxed(self.int_in(call, "site")),
                region: boxed(self.site_or_region(call, "with")),
            },
            "Freedom" => Bool::IsFreedom {
                region: boxed(self.region_in(call, "region")),
                except: call.get("site").map(|site| boxed(self.int(site))),
            },
            "Proposed" | "Decided" => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                let name = self.proposal(term, name);
                if kind == "Proposed" { Bool::IsProposed(name) } else { Bool::IsDecided(name) }
            }
            "Triggered" => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                let event = Self::number_of(&mut self.events, name) as u8;
                Bool::IsTriggered { event, who: who(self) }
            }
            _ => {
                self.missing(term);
                Bool::Const(false)
            }
        }
    }

    fn is_in(&mut self, call: &Applied) -> Bool<W> {
        let sites: Vec<Int<W>> = match call.get("sites") {
            Some(sites) => sites.items().iter().map(|site| self.int(site)).collect(),
            None => vec![Int::To],
        };
        match call.given("in") {
            Some((slot, term)) if slot.takes.base.name() == "Ints" => {
                let array = self.array(term);
                Bool::IsInArray(boxed(sites.into_iter().next().unwrap_or(Int::To)), boxed(array))
            }
            Some((_, term)) => Bool::IsIn(sites, boxed(self.region(term))),
            None => Bool::Const(false),
        }
    }

    pub(super) fn line_test(&mut self, term: &Term, call: &Applied) -> LineTest<W> {
        for stacked in ["byLevel", "top"] {
            if call.is_true(stacked) && !self.stacks {
                self.missing(term);
            }
        }
        let (through, any) = match (call.get("through"), call.get("throughAny")) {
            (_, Some(region)) => (self.region(region), true),
            (Some(site), _) => (Region::Site(boxed(self.int(site))), false),
            _ => (Region::LastTo, false),
        };
        let whats = match (call.get("role"), call.get("what"), call.get("whats")) {
            (Some(role), _, _) => LineWhats::Of(self.role(role)),
            (_, Some(what), _) => LineWhats::These(vec![self.int(what)]),
            (_, _, Some(whats)) => {
                LineWhats::These(whats.items().iter().map(|what| self.int(what)).collect())
            }
            _ => LineWhats::OfPivot,
        };
        let flag = |name: &str, default: bool| call.get(name).and_then(Term::boolean).unwrap_or(default);
        let kinds = call.get("throughHowMuch").map_or(1, |kinds| self.fixed(kinds));
        LineTest {
            length: self.int_in(call, "length"),
            dirs: self.dirs(call.get("directions"), "Adjacent"),
            through,
            any,
            whats,
            exact: flag("exact", false),
            contiguous: flag("contiguous", true),
            when: self.condition(call, "if"),
            kinds,
            visible: flag("isVisible", false),
            both_ways: flag("useOpposites", true),
            uncut: flag("isUncut", false),
            from_above: flag("fromAbove", false),
        }
    }

    fn is_connected(&mut self, call: &Applied) -> Bool<W> {
        let number = call.get("number").map(|number| boxed(self.int(number)));
        let at = boxed(self.int_or(call, "at", Int::LastTo { after: false }));
        let dirs = self.dirs(call.get("directions"), "Adjacent");
        let goals = match call.given("regions") {
            Some((slot, term)) => match slot.takes.base.name() {
                "Role" => {
                    let sets = self.regions_by_player();
                    Goals::ByPlayer(sets, boxed(self.int(term)))
                }
                "RegionTypeStatic" => Goals::ByPlayer(vec![self.static_regions(term)], boxed(Int::Const(0))),
                _ => {
                    let items = term.items().to_vec();
                    Goals::Regions(items.iter().map(|item| self.region(item)).collect())
                }
            },
            None => Goals::Regions(Vec::new()),
        };
        Bool::IsConnected { number, at, dirs, goals }
    }

    /// The fixed regions of each player, index 0 for nobody.
    pub(super) fn regions_by_player(&mut self) -> Vec<Vec<Bits<W>>> {
        let mut sets = vec![Vec::new(); self.players + 2];
        for region in &self.regions {
            for set in &region.sets {
                if let Region::Const(bits) = set {
                    sets[region.owner as usize].push(*bits);
                }
            }
        }
        sets
    }

    /// Kinds of regions that every board has.
    pub(super) fn static_regions(&mut self, term: &Term) -> Vec<Bits<W>> {
        let board = self.tables.board.clone();
        let kind = board.default_type();
        let sides = [
            Direction::N,
            Direction::NE,
            Direction::E,
            Direction::SE,
            Direction::S,
            Direction::SW,
            Direction::W,
            Direction::NW,
        ];
        let corners = self.bits(board.marked(kind, Mark::Corner));
        let each = |lists: &[Vec<u16>]| lists.iter().map(|list| self.bits(list)).collect::<Vec<_>>();
        match term.constant().unwrap_or("") {
            "Sides" | "SidesNoCorners" => sides
                .into_iter()
                .map(|facing| self.bits(board.side(kind, facing)))
                .map(|side| if term.constant() == Some("Sides") { side } else { side.minus(&corners) })
                .filter(|side| !side.is_empty())
                .collect(),
            "Corners" => corners.iter().map(Bits::one).collect(),
            "Rows" => each(board.rows(kind)),
            "Columns" => each(board.columns(kind)),
            "Layers" => each(board.layers(kind)),
            "AllSites" => vec![self.tables.all],
            _ => {
                self.missing(term);
                Vec::new()
            }
        }
    }
}

/// The steps of a walk.
pub(super) fn walk_of(term: &Term) -> Vec<Walk> {
    let step = |item: &Term| match item.constant() {
        Some("L") => Walk::Left,
        Some("R") => Walk::Right,
        _ => Walk::Forward,
    };
    term.items().iter().map(step).collect()
}
