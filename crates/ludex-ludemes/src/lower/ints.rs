//! Numbers and lists of numbers.

use crate::board::Mark;
use crate::check::{Applied, Term, TermValue};
use crate::runtime::Bits;
use crate::runtime::code::{Array, Int, Missing, Region, Role, TrackChoice};

use super::{Lower, boxed, role_named};

impl<const W: usize> Lower<W> {
    /// A number in a slot, or a default.
    pub(super) fn int_or(&mut self, call: &Applied, name: &str, default: Int<W>) -> Int<W> {
        call.get(name).map_or(default, |term| self.int(term))
    }

    /// A number that a slot must have.
    pub(super) fn int_in(&mut self, call: &Applied, name: &str) -> Int<W> {
        self.int_or(call, name, Int::Const(-1))
    }

    /// The player a slot names: a role, a `(player ...)` or a number.
    pub(super) fn who(&mut self, call: &Applied, name: &str) -> Int<W> {
        call.get(name).map_or(Int::Mover, |term| self.player(term))
    }

    /// A player as a number.
    pub(super) fn player(&mut self, term: &Term) -> Int<W> {
        match term.call() {
            Some(call)
                if call.head() == "player" && call.signature.slots.iter().any(|s| s.name == "index") =>
            {
                self.int_in(call, "index")
            }
            _ => self.int(term),
        }
    }

    /// A number.
    pub(super) fn int(&mut self, term: &Term) -> Int<W> {
        match &term.value {
            TermValue::Number(number) => Int::Const((*number).clamp(-2_000_000_000, 2_000_000_000) as i32),
            TermValue::Boolean(value) => Int::Const(i32::from(*value)),
            TermValue::Constant(word) => match role_named(word) {
                Some(Role::Mover) => Int::Mover,
                Some(Role::Next) => Int::Next,
                Some(Role::Prev) => Int::Prev,
                Some(role) => Int::Role(role),
                None => {
                    self.missing(term);
                    Int::Const(-1)
                }
            },
            TermValue::Call(call) => self.int_call(term, call),
            _ => {
                self.missing(term);
                Int::Const(-1)
            }
        }
    }

    fn pair(&mut self, call: &Applied) -> (Box<Int<W>>, Box<Int<W>>) {
        (boxed(self.int_in(call, "a")), boxed(self.int_in(call, "b")))
    }

    fn terms(&mut self, call: &Applied) -> Result<Vec<Int<W>>, Box<Array<W>>> {
        if !call.signature.slots.iter().any(|slot| slot.name == "all") {
            let (a, b) = self.pair(call);
            return Ok(vec![*a, *b]);
        }
        match call.given("all") {
            Some((slot, term)) if slot.takes.lists > 0 => {
                Ok(term.items().iter().map(|item| self.int(item)).collect())
            }
            Some((_, term)) => Err(boxed(self.array(term))),
            None => Ok(Vec::new()),
        }
    }

    fn int_call(&mut self, term: &Term, call: &Applied) -> Int<W> {
        let at = |lower: &mut Self| boxed(lower.int_in(call, "at"));
        if self.stacks
            && let Some(int) = self.of_stack(call)
        {
            return int;
        }
        match call.name() {
            ("from", _) => Int::From,
            ("to", _) => Int::To,
            ("between", _) => Int::Between,
            ("site", _) => Int::BoundSite,
            ("player", _) => Int::BoundPlayer,
            ("value", "") => Int::BoundValue,
            ("level", _) => Int::Level,
            ("mover", _) => Int::Mover,
            ("next", _) => Int::Next,
            ("prev", _) => Int::Prev,
            ("last", "From") => Int::LastFrom { after: call.is_true("afterConsequence") },
            ("last", "To") => Int::LastTo { after: call.is_true("afterConsequence") },
            ("+" | "add", _) => match self.terms(call) {
                Ok(terms) => self.sum(terms),
                Err(array) => Int::SumOf(array),
            },
            ("*" | "mul", _) => match self.terms(call) {
                Ok(terms) => Int::Mul(terms),
                Err(array) => Int::ProductOf(array),
            },
            ("-" | "sub", _) => match call.get("a") {
                Some(a) => Int::Sub(boxed(self.int(a)), boxed(self.int_in(call, "b"))),
                None => Int::Neg(boxed(self.int_in(call, "b"))),
            },
            ("/" | "div", _) => {
                let (a, b) = self.pair(call);
                Int::Div(a, b)
            }
            ("%" | "mod", _) => {
                let (a, b) = self.pair(call);
                Int::Mod(a, b)
            }
            ("^" | "pow", _) => {
                let (a, b) = self.pair(call);
                Int::Pow(a, b)
            }
            ("abs", _) => Int::Abs(boxed(self.int_in(call, "value"))),
            ("max", _) => match self.terms(call) {
                Ok(terms) => Int::Max(terms),
                Err(array) => Int::MaxOf(array),
            },
            ("min", _) => match self.terms(call) {
                Ok(terms) => Int::Min(terms),
                Err(array) => Int::MinOf(array),
            },
            ("if", _) => Int::If(
                boxed(self.bool_in(call, "condition")),
                boxed(self.int_in(call, "yes")),
                boxed(self.int_in(call, "no")),
            ),
            ("who", _) => Int::Who(at(self)),
            ("what", _) => Int::What(at(self)),
            ("state", _) => {
                self.marks = true;
                Int::State(at(self))
            }
            ("value", "Piece") => {
                self.marks = true;
                Int::PieceValue(at(self))
            }
            ("value", "Player") => Int::PlayerValue(boxed(self.who(call, "who"))),
            ("value", "Pending") => Int::PendingValue,
            ("value", "Random") => match call.get("range") {
                Some(range) => {
                    self.draws = true;
                    let (from, to) = self.range(range);
                    Int::Random { from: boxed(from), to: boxed(to) }
                }
                None => Int::Const(0),
            },
            ("count", kind) if kind != "Pips" => self.count(term, call, kind),
            ("size", "Array") => Int::SizeArray(boxed(self.array_in(call, "values"))),
            ("size", "Group") => Int::SizeGroup {
                at: at(self),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                when: self.condition(call, "if").map(boxed),
                visible: false,
            },
            ("size", "Territory") => {
                let who = call.get("who").map_or(Role::Mover, |who| self.role(who));
                Int::SizeTerritory { who, dirs: self.dirs(call.get("directions"), "Adjacent") }
            }
            ("arrayValue", _) => {
                Int::ArrayValue(boxed(self.array_in(call, "values")), boxed(self.int_in(call, "index")))
            }
            ("layer" | "row" | "column" | "phase", _) => self.coordinate(call),
            ("coord", _) => self.coord(term, call),
            ("centrePoint", _) => {
                let centre = self.tables.board.marked(self.tables.board.default_type(), Mark::Centre);
                Int::Const(centre.first().map_or(-1, |&site| i32::from(site)))
            }
            ("handSite", _) => Int::HandSite {
                of: boxed(self.who(call, "who")),
                index: boxed(self.int_or(call, "index", Int::Const(0))),
            },
            ("id", _) => self.id(term, call),
            ("where", "") => self.where_is(call),
            ("ahead", _) => Int::Ahead {
                site: boxed(self.int_in(call, "site")),
                steps: boxed(self.int_or(call, "steps", Int::Const(1))),
                dirs: self.dirs(call.get("directions"), "Forward"),
            },
            ("regionSite", _) => {
                Int::RegionSite(boxed(self.region_in(call, "region")), boxed(self.int_in(call, "index")))
            }
            ("score", _) => Int::Score(boxed(self.who(call, "who"))),
            ("var", _) => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                Int::Var(Self::number_of(&mut self.vars, name))
            }
            ("counter", _) => {
                self.counts_time = true;
                Int::Counter
            }
            // As recorded: the ground, whatever lies there.
            ("last", "LevelTo") => Int::Const(0),
            ("value", "MoveLimit") => Int::Const(crate::runtime::MOVE_LIMIT as i32),
            ("value", "TurnLimit") => Int::Const(crate::runtime::TURN_LIMIT as i32 * self.players as i32),
            ("pips", _) => self.pips(),
            ("count", "Pips") => self.count_pips(call),
            ("face", _) => Int::Face(boxed(self.int_in(call, "site"))),
            ("trackSite", "EndSite") => Int::TrackEnd(self.track_choice(call, "name", "who")),
            ("mapEntry", _) => self.map_entry(call),
            ("trackSite", "Move") => Int::TrackMove {
                from: boxed(self.int_or(call, "from", Int::From)),
                track: self.track_choice(call, "track", "track"),
                steps: boxed(self.int_in(call, "steps")),
            },
            ("trackSite", "FirstSite") => Int::TrackFirst {
                track: self.track_choice(call, "name", "who"),
                from: call.get("from").map(|from| boxed(self.int(from))),
                when: self.condition(call, "if").map(boxed),
            },
            _ => {
                self.missing(term);
                Int::Const(-1)
            }
        }
    }

    /// A range of numbers.
    pub(super) fn range(&mut self, term: &Term) -> (Int<W>, Int<W>) {
        let Some(call) = term.call() else {
            let number = self.int(term);
            return (number.clone(), number);
        };
        match call.head() {
            "range" => {
                let min = self.int_in(call, "min");
                let max = call.get("max").map(|max| self.int(max));
                match max {
                    Some(max) => (min, max),
                    None => (min.clone(), min),
                }
            }
            "exact" => {
                let value = self.int_in(call, "value");
                (value.clone(), value)
            }
            "max" => (Int::Const(0), self.int_in(call, "value")),
            "min" => (self.int_in(call, "value"), Int::Const(1_000_000_000)),
            _ => {
                self.missing(term);
                (Int::Const(0), Int::Const(0))
            }
        }
    }

    fn coordinate(&mut self, call: &Applied) -> Int<W> {
        let board = self.tables.board.clone();
        let kind = board.default_type();
        let of = |site: usize| match call.head() {
            "layer" => i32::from(board.layer(kind, site)),
            "row" => i32::from(board.row(kind, site)),
            "column" => i32::from(board.column(kind, site)),
            _ => i32::from(board.phase(kind, site)),
        };
        let entries = (0..self.tables.sites).map(of).collect();
        Int::Table { at: boxed(self.int_in(call, "of")), entries, missing: Missing::Off }
    }

    fn coord(&mut self, term: &Term, call: &Applied) -> Int<W> {
        let board = self.tables.board.clone();
        let kind = board.default_type();
        if call.signature.slots.iter().any(|slot| slot.name == "name") {
            let name = call.get("name").and_then(Term::text).unwrap_or("");
            return match board.site_labelled(kind, name) {
                Some(site) => Int::Const(site as i32),
                None => {
                    self.problem(term, format!("there is no place \"{name}\" on this board"));
                    Int::Const(-1)
                }
            };
        }
        let (row, column) = (self.int_in(call, "row"), self.int_in(call, "column"));
        match (row, column) {
            (Int::Const(row), Int::Const(column)) => {
                let is = |&site: &usize| {
                    i32::from(board.row(kind, site)) == row && i32::from(board.column(kind, site)) == column
                };
                Int::Const((0..self.tables.sites).find(is).map_or(-1, |site| site as i32))
            }
            (row, column) => {
                let columns = board.columns(kind).len().max(1);
                let rows = board.rows(kind).len();
                let mut entries = vec![-1; rows * columns];
                for site in 0..self.tables.sites {
                    let at =
                        usize::from(board.row(kind, site)) * columns + usize::from(board.column(kind, site));
                    if entries[at] < 0 {
                        entries[at] = site as i32;
                    }
                }
                let at = Int::Add(vec![Int::Mul(vec![row, Int::Const(columns as i32)]), column]);
                Int::Table { at: boxed(at), entries, missing: Missing::Off }
            }
        }
    }

    fn id(&mut self, term: &Term, call: &Applied) -> Int<W> {
        let name = call.get("name").and_then(Term::text);
        let has_role = call.signature.slots.iter().any(|slot| slot.name == "role");
        let Some(name) = name else {
            // Only a role: the number of the player.
            return call.get("role").map_or(Int::Const(-1), |role| self.int(role));
        };
        if !has_role {
            let exact = self.equipment.pieces.iter().position(|piece| piece.name == name);
            if let Some(id) = exact.filter(|&id| id > 0) {
                return Int::Const(id as i32);
            }
            let container = self.containers.iter().position(|container| container.name == name);
            return match container {
                Some(id) => Int::Const(id as i32),
                None => {
                    self.problem(term, format!("there is no piece called \"{name}\""));
                    Int::Const(-1)
                }
            };
        }
        let found: Vec<(u8, u8)> =
            self.components_containing(name).into_iter().map(|id| (id, self.owners[id as usize])).collect();
        if found.is_empty() {
            self.problem(term, format!("there is no piece called \"{name}\""));
        }
        let role = boxed(self.int_in(call, "role"));
        match (found.as_slice(), role.as_ref()) {
            ([(id, owner)], Int::Role(Role::Shared)) if *owner as usize > self.players => {
                Int::Const(i32::from(*id))
            }
            _ => Int::IdOf { name: found, role },
        }
    }

    fn where_is(&mut self, call: &Applied) -> Int<W> {
        let has = |name: &str| call.signature.slots.iter().any(|slot| slot.name == name);
        let state = if has("state") { call.get("state").cloned() } else { None };
        self.marks |= state.is_some();
        let state = state.map(|state| boxed(self.int(&state)));
        if has("what") {
            return Int::Where { what: boxed(self.int_in(call, "what")), state };
        }
        let name = call.get("name").and_then(Term::text).unwrap_or("");
        let found =
            self.components_containing(name).into_iter().map(|id| (id, self.owners[id as usize])).collect();
        let role = boxed(self.who(call, "who"));
        Int::Where { what: boxed(Int::IdOf { name: found, role }), state }
    }

    fn map_entry(&mut self, call: &Applied) -> Int<W> {
        let wanted = call.get("name").and_then(Term::text).unwrap_or("").to_string();
        let key = call.get("key").map_or(Int::Const(-1), |key| self.player(key));
        let mut entries: Vec<i32> = Vec::new();
        let maps: Vec<Term> = self.equipment.maps.clone();
        for map in &maps {
            let Some(map) = map.call() else { continue };
            let name = map.get("name").and_then(Term::text).unwrap_or("");
            if !wanted.is_empty() && name != wanted {
                continue;
            }
            for (key, value) in self.map_pairs(map) {
                let Ok(key) = usize::try_from(key) else { continue };
                if key >= entries.len() {
                    entries.resize(key.min(100_000) + 1, i32::MIN);
                }
                if entries[key] == i32::MIN {
                    entries[key] = value;
                }
            }
        }
        Int::Table { at: boxed(key), entries, missing: Missing::Key }
    }

    fn map_pairs(&mut self, map: &Applied) -> Vec<(i32, i32)> {
        if map.signature.slots.iter().any(|slot| slot.name == "keys") {
            let list = |lower: &mut Self, name: &str| -> Vec<i32> {
                let terms = map.get(name).map(|list| list.items().to_vec()).unwrap_or_default();
                terms.iter().map(|term| lower.fixed(term)).collect()
            };
            return list(self, "keys").into_iter().zip(list(self, "values")).collect();
        }
        let pairs = map.get("pairs").map(|pairs| pairs.items().to_vec()).unwrap_or_default();
        pairs
            .iter()
            .filter_map(|pair| {
                let pair = pair.call()?;
                Some((self.fixed(pair.get("key")?), self.fixed(pair.get("value")?)))
            })
            .collect()
    }

    /// A number that does not change during the game: a place, a role, a landmark, a sum of such.
    pub(super) fn fixed(&mut self, term: &Term) -> i32 {
        let board = self.tables.board.clone();
        let kind = board.default_type();
        let first_of = |mark| board.marked(kind, mark).first().map_or(-1, |&site| i32::from(site));
        match &term.value {
            TermValue::Text(label) => match board.site_labelled(kind, label) {
                Some(site) => site as i32,
                None => match self.equipment.pieces.iter().skip(1).position(|piece| *piece.name == **label) {
                    Some(piece) => piece as i32 + 1,
                    None => {
                        self.problem(term, format!("there is no place \"{label}\" on this board"));
                        -1
                    }
                },
            },
            TermValue::Constant(word) => match *word {
                "FirstSite" => 0,
                "LastSite" => self.tables.sites as i32 - 1,
                "CentreSite" => first_of(Mark::Centre),
                "LeftSite" => first_of(Mark::Left),
                "RightSite" => first_of(Mark::Right),
                "TopSite" | "Topsite" => first_of(Mark::Top),
                "BottomSite" => first_of(Mark::Bottom),
                word => match role_named(word) {
                    Some(Role::Player(player)) => i32::from(player),
                    Some(Role::Neutral) => 0,
                    Some(Role::Shared | Role::All | Role::Each) => self.players as i32 + 1,
                    _ => {
                        self.missing(term);
                        -1
                    }
                },
            },
            _ => {
                let int = self.int(term);
                match self.fold(&int) {
                    Some(number) => number,
                    None => {
                        self.problem(term, "this number must be known before the game begins");
                        -1
                    }
                }
            }
        }
    }

    /// The value of a number that does not depend on the position.
    pub(super) fn fold(&self, int: &Int<W>) -> Option<i32> {
        Some(match int {
            Int::Const(number) => *number,
            Int::Add(terms) => terms.iter().map(|term| self.fold(term)).sum::<Option<i32>>()?,
            Int::Mul(terms) => terms.iter().map(|term| self.fold(term)).product::<Option<i32>>()?,
            Int::Sub(a, b) => self.fold(a)? - self.fold(b)?,
            Int::Div(a, b) => self.fold(a)?.checked_div(self.fold(b)?)?,
            Int::Mod(a, b) => self.fold(a)?.checked_rem(self.fold(b)?)?,
            Int::Neg(a) => -self.fold(a)?,
            Int::Max(terms) => {
                terms.iter().map(|term| self.fold(term)).collect::<Option<Vec<_>>>()?.into_iter().max()?
            }
            Int::Min(terms) => {
                terms.iter().map(|term| self.fold(term)).collect::<Option<Vec<_>>>()?.into_iter().min()?
            }
            Int::Table { at, entries, missing } => {
                let key = self.fold(at)?;
                let entry = usize::try_from(key).ok().and_then(|key| entries.get(key).copied());
                match (entry, missing) {
                    (Some(entry), _) if entry != i32::MIN => entry,
                    (_, Missing::Key) => key,
                    _ => -1,
                }
            }
            Int::HandSite { of, index } => {
                let (of, index) = (self.fold(of)?, self.fold(index)?);
                let hand = self.containers[1..].iter().find(|hand| i32::from(hand.owner) == of)?;
                hand.first as i32 + index
            }
            Int::IdOf { name, role } => {
                let role = self.fold(role)?;
                let (id, _) = name.iter().find(|(_, owner)| i32::from(*owner) == role)?;
                i32::from(*id)
            }
            Int::Role(Role::Player(player)) => i32::from(*player),
            Int::Role(Role::Neutral) => 0,
            Int::Role(Role::Shared | Role::All | Role::Each) => self.players as i32 + 1,
            Int::RegionSite(region, index) => {
                let index = usize::try_from(self.fold(index)?).ok()?;
                let Region::Const(bits) = region.as_ref() else { return None };
                bits.iter().nth(index)? as i32
            }
            _ => return None,
        })
    }

    /// Which track a call means: a text that names it, or a role that owns it.
    pub(super) fn track_choice(&mut self, call: &Applied, name: &str, owner: &str) -> TrackChoice<W> {
        let text = call.get(name).and_then(Term::text).unwrap_or("");
        let candidates: Vec<u16> = (0..self.tracks.len())
            .filter(|&t| self.tracks[t].name.contains(text))
            .map(|t| t as u16)
            .collect();
        let owner = call.get(owner).filter(|term| term.text().is_none()).map(|term| boxed(self.player(term)));
        TrackChoice { candidates, named: !text.is_empty(), owner }
    }

    /// The set of all places, hands included.
    pub(super) fn everywhere(&self) -> Bits<W> {
        Bits::range(0, self.equipment.places)
    }
}
