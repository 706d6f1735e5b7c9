//! Sets of places.

use crate::board::described::site_type;
use crate::board::{Direction, Mark, SiteType};
use crate::check::{Applied, Term, TermValue};
use crate::runtime::Bits;
use crate::runtime::code::{Around, Int, Region, Role, Sight};

use super::{Lower, NamedRegion, boxed, role_named};

impl<const W: usize> Lower<W> {
    /// A set that a slot must have.
    pub(super) fn region_in(&mut self, call: &Applied, name: &str) -> Region<W> {
        match call.given(name) {
            Some((slot, _)) if slot.takes.base.name() == "Int" => self.site_or_region(call, name),
            Some((_, term)) => self.region(term),
            None => Region::Const(Bits::EMPTY),
        }
    }

    /// A slot that takes a place or a set of places.
    pub(super) fn site_or_region(&mut self, call: &Applied, name: &str) -> Region<W> {
        match call.given(name) {
            Some((slot, term)) if slot.takes.base.name() == "Int" && slot.takes.lists == 0 => {
                let site = self.int(term);
                match self.fold(&site) {
                    Some(site) => {
                        Region::Const(usize::try_from(site).map_or(Bits::EMPTY, |site| self.one(site)))
                    }
                    None => Region::Site(boxed(site)),
                }
            }
            Some((slot, term)) if slot.takes.base.name() == "Int" => {
                let items = term.items().to_vec();
                Region::Sites(items.iter().map(|item| self.int(item)).collect())
            }
            Some((_, term)) => self.region(term),
            None => Region::Const(Bits::EMPTY),
        }
    }

    fn one(&self, site: usize) -> Bits<W> {
        if site < self.equipment.places { Bits::one(site) } else { Bits::EMPTY }
    }

    fn regions_in(&mut self, call: &Applied) -> Vec<Region<W>> {
        if call.signature.slots.iter().any(|slot| slot.name == "all") {
            let items = call.get("all").map(|all| all.items().to_vec()).unwrap_or_default();
            return items.iter().map(|item| self.region(item)).collect();
        }
        vec![self.region_in(call, "a"), self.region_in(call, "b")]
    }

    /// A set of places; what never changes is computed now.
    pub(super) fn region(&mut self, term: &Term) -> Region<W> {
        let region = match &term.value {
            TermValue::Call(call) => self.region_call(term, call),
            TermValue::List(items) => Region::Sites(items.iter().map(|item| self.int(item)).collect()),
            _ => {
                self.missing(term);
                Region::Const(Bits::EMPTY)
            }
        };
        self.simplify(region)
    }

    /// Joins sets that never change.
    fn simplify(&self, region: Region<W>) -> Region<W> {
        let fixed = |region: &Region<W>| if let Region::Const(bits) = region { Some(*bits) } else { None };
        match &region {
            Region::Union(parts) => match parts.iter().map(fixed).collect::<Option<Vec<_>>>() {
                Some(all) => Region::Const(all.into_iter().fold(Bits::EMPTY, |a, b| a.or(&b))),
                None => region,
            },
            Region::Intersection(parts) => match parts.iter().map(fixed).collect::<Option<Vec<_>>>() {
                Some(all) if !all.is_empty() => Region::Const(all[1..].iter().fold(all[0], |a, b| a.and(b))),
                _ => region,
            },
            Region::Difference(a, b) => match (fixed(a), fixed(b)) {
                (Some(a), Some(b)) => Region::Const(a.minus(&b)),
                _ => region,
            },
            Region::Sites(sites) => {
                match sites.iter().map(|site| self.fold(site)).collect::<Option<Vec<_>>>() {
                    Some(sites) => Region::Const(
                        sites
                            .into_iter()
                            .filter_map(|s| usize::try_from(s).ok())
                            .filter(|&s| s < self.equipment.places)
                            .collect(),
                    ),
                    None => region,
                }
            }
            _ => region,
        }
    }

    fn region_call(&mut self, term: &Term, call: &Applied) -> Region<W> {
        match call.name() {
            ("union", _) => Region::Union(self.regions_in(call)),
            ("intersection", _) => Region::Intersection(self.regions_in(call)),
            ("difference", _) => {
                Region::Difference(boxed(self.region_in(call, "a")), boxed(self.site_or_region(call, "b")))
            }
            ("if", _) => Region::If(
                boxed(self.bool_in(call, "condition")),
                boxed(self.region_in(call, "yes")),
                boxed(call.get("no").map_or(Region::Const(Bits::EMPTY), |no| self.region(no))),
            ),
            ("expand", _) => {
                let of = match call.get("origin") {
                    Some(site) => Region::Site(boxed(self.int(site))),
                    None => self.region_in(call, "region"),
                };
                Region::Expand {
                    of: boxed(of),
                    steps: boxed(self.int_or(call, "steps", Int::Const(1))),
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                }
            }
            ("forEach", "") if call.signature.slots.iter().any(|slot| slot.name == "if") => {
                Region::ForEach(boxed(self.region_in(call, "region")), boxed(self.bool_in(call, "if")))
            }
            ("sites", kind) => self.sites(term, call, kind),
            _ => {
                self.missing(term);
                Region::Const(Bits::EMPTY)
            }
        }
    }

    fn sites(&mut self, term: &Term, call: &Applied, kind: &str) -> Region<W> {
        let board = self.tables.board.clone();
        let site_type = board.default_type();
        if let Some(word) =
            call.signature.slots.iter().any(|s| s.name == "type").then(|| call.get("type")).flatten()
            && word.constant() != Some(&format!("{site_type:?}"))
        {
            let others = [SiteType::Cell, SiteType::Edge, SiteType::Vertex];
            let named = others.into_iter().find(|kind| word.constant() == Some(&format!("{kind:?}")));
            if let ("Board", Some(named)) = (kind, named) {
                // Places of another kind have numbers too.
                return Region::Const(Bits::range(0, board.count(named).min(64 * W)));
            }
            self.missing(term);
            return Region::Const(Bits::EMPTY);
        }
        let marked = |lower: &Self, mark| Region::Const(lower.bits(board.marked(site_type, mark)));
        match kind {
            "" => self.plain_sites(term, call),
            "Board" => Region::Const(self.tables.all),
            "Top" => marked(self, Mark::Top),
            "Bottom" => marked(self, Mark::Bottom),
            "Left" => marked(self, Mark::Left),
            "Right" => marked(self, Mark::Right),
            "Inner" => marked(self, Mark::Inner),
            "Outer" => marked(self, Mark::Outer),
            "Perimeter" => marked(self, Mark::Perimeter),
            "Corners" => marked(self, Mark::Corner),
            "Major" => marked(self, Mark::Major),
            "Minor" => marked(self, Mark::Minor),
            "Centre" => marked(self, Mark::Centre),
            "Start" => {
                self.asks_for_start = true;
                Region::Start(boxed(match call.get("piece").cloned() {
                    Some(piece) => self.whats(&piece).0.into_iter().next().unwrap_or(Int::Const(0)),
                    None => Int::Const(0),
                }))
            }
            "ToClear" => Region::ToClear,
            "Pending" => Region::Pending,
            "LastTo" => Region::LastTo,
            "LastFrom" => Region::LastFrom,
            "Empty" => Region::Empty,
            "Row" | "Column" | "Layer" | "Phase" => self.indexed(call, kind),
            "State" => {
                self.marks = true;
                Region::State(boxed(self.int_in(call, "index")))
            }
            "Support" => Region::Support(call.get("index").map(|what| boxed(self.int(what)))),
            "Side" => self.side(term, call),
            "Hand" => Region::Hand(boxed(self.who(call, "who"))),
            "Occupied" => self.occupied(term, call),
            "Incident" => self.incident(term, call),
            "Around" => Region::Around {
                of: boxed(self.site_or_region(call, "site")),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                distance: boxed(self.int_or(call, "distance", Int::Const(1))),
                when: self.condition(call, "if").map(boxed),
                what: match call.get("kind").and_then(Term::constant) {
                    Some("Empty") => Around::Empty,
                    Some("NotEmpty") => Around::NotEmpty,
                    Some("Own") => Around::Own,
                    Some("Enemy") => Around::Enemy,
                    Some(_) => {
                        self.missing(term);
                        Around::Any
                    }
                    None => Around::Any,
                },
                include_self: call.is_true("includeSelf"),
            },
            "Direction" => Region::Direction {
                from: boxed(self.site_or_region(call, "from")),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
                included: call.is_true("included"),
                stop: self.condition(call, "stop").map(boxed),
                stop_included: call.is_true("stopIncluded"),
                distance: boxed(self.int_or(call, "distance", Int::Const(1_000_000))),
            },
            "LineOfSight" => Region::LineOfSight {
                what: match call.get("kind").and_then(Term::constant) {
                    Some("Empty") => Sight::Empty,
                    Some("Farthest") => Sight::Farthest,
                    _ => Sight::Piece,
                },
                at: boxed(self.int_or(call, "at", Int::LastTo { after: false })),
                dirs: self.dirs(call.get("directions"), "Adjacent"),
            },
            "Distance" if call.get("step").is_none() => {
                let (min, max) = match call.get("range") {
                    Some(range) => self.range(range),
                    None => (Int::Const(1), Int::Const(1)),
                };
                Region::Distance {
                    from: boxed(self.int_in(call, "from")),
                    min: boxed(min),
                    max: boxed(max),
                    dirs: self.dirs(call.get("relation"), "Adjacent"),
                }
            }
            "Group" => {
                let from = match call.get("at") {
                    Some(at) => Region::Site(boxed(self.int(at))),
                    None => self.region_in(call, "from"),
                };
                Region::Group {
                    from: boxed(from),
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    when: self.condition(call, "if").map(boxed),
                    visible: call.is_true("isVisible"),
                }
            }
            "Between" if call.signature.slots.iter().any(|slot| slot.name == "toIncluded") => {
                if call.get("cond").is_some() {
                    self.missing(term);
                }
                let (from, to) = (self.int_in(call, "from"), self.int_in(call, "to"));
                let mut parts = Vec::new();
                for (slot, end) in [("fromIncluded", &from), ("toIncluded", &to)] {
                    if let Some(included) = self.condition(call, slot) {
                        let (site, none) = (Region::Site(boxed(end.clone())), Region::Const(Bits::EMPTY));
                        parts.push(Region::If(boxed(included), boxed(site), boxed(none)));
                    }
                }
                let dirs = self.dirs(call.get("directions"), "Adjacent");
                let between = Region::BetweenSites { from: boxed(from), to: boxed(to), dirs };
                match parts.is_empty() {
                    true => between,
                    false => {
                        parts.push(between);
                        Region::Union(parts)
                    }
                }
            }
            "To" => Region::OfMoves { moves: boxed(self.as_effect(call, "moves")), to: true },
            "From" => Region::OfMoves { moves: boxed(self.as_effect(call, "moves")), to: false },
            "Track" => Region::TrackPart {
                track: self.track_choice(call, "name", "who"),
                from: call.get("from").map(|from| boxed(self.int(from))),
                to: call.get("to").map(|to| boxed(self.int(to))),
            },
            "Pattern" => {
                let walk = call.get("walk").map(super::bools::walk_of).unwrap_or_default();
                let from = boxed(self.int_or(call, "from", Int::LastTo { after: false }));
                let whats = match (call.get("what").cloned(), call.get("whats").cloned()) {
                    (Some(what), _) => vec![self.int(&what)],
                    (None, Some(whats)) => whats.items().iter().map(|what| self.int(what)).collect(),
                    (None, None) => Vec::new(),
                };
                Region::Pattern { walk, from, whats }
            }
            "Random" => Region::Random {
                of: boxed(
                    call.get("region").map_or(Region::Const(self.tables.all), |region| self.region(region)),
                ),
                count: boxed(self.int_or(call, "num", Int::Const(1))),
            },
            _ => {
                self.missing(term);
                Region::Const(Bits::EMPTY)
            }
        }
    }

    /// `(sites ...)` without a constant: a list, a name, a role, all of the board.
    fn plain_sites(&mut self, term: &Term, call: &Applied) -> Region<W> {
        let has = |name: &str| call.signature.slots.iter().any(|slot| slot.name == name);
        if has("values") {
            return match call.given("values") {
                Some((slot, values)) if slot.takes.lists == 0 => Region::OfArray(boxed(self.array(values))),
                Some((_, values)) => {
                    let items = values.items().to_vec();
                    let region = Region::Sites(items.iter().map(|item| self.int(item)).collect());
                    self.simplify(region)
                }
                None => Region::Const(Bits::EMPTY),
            };
        }
        if has("coordinates") {
            let items = call.get("coordinates").map(|list| list.items().to_vec()).unwrap_or_default();
            let sites: Vec<i32> = items.iter().map(|item| self.fixed(item)).collect();
            return Region::Const(sites.into_iter().filter_map(|site| usize::try_from(site).ok()).collect());
        }
        if has("walk") {
            let walks =
                call.get("walk").map(|walks| walks.items().iter().map(super::bools::walk_of).collect());
            return Region::Walk {
                from: boxed(self.int_or(call, "start", Int::From)),
                walks: walks.unwrap_or_default(),
                rotations: call.get("rotations").and_then(Term::boolean).unwrap_or(true),
            };
        }
        if call.arguments().next().is_none() {
            return Region::BoundGroup;
        }
        if !has("who") {
            return Region::Const(self.tables.all);
        }
        let name = call.get("name").and_then(Term::text).map(str::to_string);
        let who = call.get("who").map(|who| self.player(who));
        self.equipment_region(term, name.as_deref(), who)
    }

    /// Regions of the equipment, by name, by owner or both.
    fn equipment_region(&mut self, term: &Term, name: Option<&str>, who: Option<Int<W>>) -> Region<W> {
        let fits = |region: &&NamedRegion<W>| name.is_none_or(|name| region.name.contains(name));
        if name.is_some() && !self.regions.iter().any(|region| fits(&region)) {
            // A single place may stand without braces.
            let board = &self.tables.board;
            if let Some(site) = name.and_then(|name| board.site_labelled(board.default_type(), name)) {
                return Region::Const(Bits::one(site));
            }
            self.problem(term, format!("there is no region called \"{}\"", name.unwrap_or("")));
            return Region::Const(Bits::EMPTY);
        }
        let all = |sets: Vec<Region<W>>| -> Region<W> {
            match sets.len() {
                1 => sets.into_iter().next().unwrap_or(Region::Const(Bits::EMPTY)),
                _ => Region::Union(sets),
            }
        };
        let Some(who) = who else {
            let sets = self.regions.iter().filter(fits).flat_map(|region| region.sets.clone()).collect();
            let region = all(sets);
            return self.simplify(region);
        };
        let mut of_players = Vec::new();
        for player in 0..=self.players + 1 {
            let own = self.regions.iter().filter(fits).filter(|region| region.owner as usize == player);
            let region = all(own.flat_map(|region| region.sets.clone()).collect());
            of_players.push(self.simplify(region));
        }
        let fixed: Option<Vec<Bits<W>>> = of_players
            .iter()
            .map(|region| if let Region::Const(bits) = region { Some(*bits) } else { None })
            .collect();
        match (self.fold(&who), fixed) {
            (Some(player), _) => {
                of_players.get(player.max(0) as usize).cloned().unwrap_or(Region::Const(Bits::EMPTY))
            }
            (None, Some(sets)) => Region::ByPlayer(sets, boxed(who)),
            (None, None) => {
                let mut region = Region::Const(Bits::EMPTY);
                for (player, own) in of_players.into_iter().enumerate() {
                    let is =
                        crate::runtime::code::Bool::Eq(boxed(who.clone()), boxed(Int::Const(player as i32)));
                    region = Region::If(boxed(is), boxed(own), boxed(region));
                }
                region
            }
        }
    }

    fn indexed(&mut self, call: &Applied, kind: &str) -> Region<W> {
        let board = self.tables.board.clone();
        let site_type = board.default_type();
        let lists: Vec<Vec<u16>> = match kind {
            "Row" => board.rows(site_type).to_vec(),
            "Column" => board.columns(site_type).to_vec(),
            "Layer" => board.layers(site_type).to_vec(),
            _ => (0..8).map(|phase| board.in_phase(site_type, phase)).collect(),
        };
        let sets: Vec<Bits<W>> = lists.iter().map(|list| self.bits(list)).collect();
        let index = self.int_or(call, "index", Int::Const(0));
        match self.fold(&index) {
            Some(index) => Region::Const(
                usize::try_from(index).ok().and_then(|i| sets.get(i)).copied().unwrap_or(Bits::EMPTY),
            ),
            None => Region::ByIndex(sets, boxed(index)),
        }
    }

    /// The sites played on that touch a site of another kind.
    fn incident(&mut self, term: &Term, call: &Applied) -> Region<W> {
        let board = self.tables.board.clone();
        let kind = |name: &str| call.get(name).and_then(site_type);
        let (Some(wanted), Some(of)) = (kind("type"), kind("of")) else {
            self.missing(term);
            return Region::Const(Bits::EMPTY);
        };
        if wanted != board.default_type() || call.get("owner").is_some() || call.get("role").is_some() {
            self.missing(term);
        }
        let touching = (0..board.count(of)).map(|site| self.bits(&board.incident(of, site, wanted)));
        let sets = touching.collect();
        Region::ByIndex(sets, boxed(self.int_in(call, "at")))
    }

    fn side(&mut self, term: &Term, call: &Applied) -> Region<W> {
        let board = self.tables.board.clone();
        let kind = board.default_type();
        let side = |lower: &Self, facing: Direction| lower.bits(board.side(kind, facing));
        let Some(which) = call.get("side") else {
            self.missing(term);
            return Region::Const(Bits::EMPTY);
        };
        if let Some(direction) = which.constant().and_then(Direction::from_name) {
            return Region::Const(side(self, direction));
        }
        // A player's side is the one he faces from.
        let mut sets = vec![Bits::EMPTY];
        for player in 1..=self.players {
            let facing = self
                .equipment
                .pieces
                .iter()
                .find(|piece| piece.owner as usize == player)
                .map_or(0, |p| p.facing);
            sets.push(side(self, crate::board::COMPASS[facing as usize]));
        }
        Region::ByPlayer(sets, boxed(self.player(which)))
    }

    fn occupied(&mut self, term: &Term, call: &Applied) -> Region<W> {
        let mut chosen = None;
        let within = match call.get("container") {
            // Hands have cells: on other boards they belong to the places meant only where they are named.
            None if self.tables.board.default_type() == SiteType::Cell => self.everywhere(),
            None => self.tables.all,
            Some(container) => match container.text() {
                Some(name) => {
                    // A name without a number means the containers of all players.
                    let found = self.containers_named(name);
                    if found.is_empty() {
                        self.problem(container, format!("there is no container called \"{name}\""));
                    }
                    found
                }
                None => {
                    let index = self.int(container);
                    let all = self.containers.iter().map(|c| Bits::range(c.first, c.first + c.len));
                    chosen = Some(Region::ByIndex(all.collect(), boxed(index)));
                    self.everywhere()
                }
            },
        };
        let whats = match (call.get("component"), call.get("components")) {
            (Some(component), _) => Some(self.components_named(component)),
            (_, Some(list)) => {
                let items = list.items().to_vec();
                Some(items.iter().flat_map(|item| self.components_named(item)).collect())
            }
            _ => None,
        };
        let top = call.get("top").and_then(Term::boolean).unwrap_or(true);
        let occupied = match call.given("by") {
            Some((slot, by)) if slot.takes.base.name() == "Role" => {
                let role = match by.constant().and_then(role_named) {
                    Some(role) => role,
                    None => self.role(by),
                };
                let who = match role {
                    Role::Each => vec![Role::All],
                    role => vec![role],
                };
                match self.stacks {
                    true => Region::OccupiedStacks { who, whats, within, top },
                    false => Region::Occupied { who, whats, within },
                }
            }
            Some((_, by)) => {
                if whats.is_some() {
                    self.missing(term);
                }
                Region::OccupiedBy { who: boxed(self.player(by)), within }
            }
            None => Region::Const(Bits::EMPTY),
        };
        match chosen {
            Some(container) => Region::Intersection(vec![occupied, container]),
            None => occupied,
        }
    }

    fn components_named(&mut self, term: &Term) -> Vec<Int<W>> {
        match term.text() {
            Some(name) => {
                let found = self.components_containing(name);
                if found.is_empty() {
                    self.problem(term, format!("there is no piece called \"{name}\""));
                }
                found.into_iter().map(|id| Int::Const(i32::from(id))).collect()
            }
            None => vec![self.int(term)],
        }
    }

    /// The regions of the equipment.
    pub(super) fn equip_regions(&mut self) {
        let terms = self.equipment.regions.clone();
        for term in &terms {
            let Some(call) = term.call() else { continue };
            let name = call.get("name").and_then(Term::text).unwrap_or("").to_string();
            let owner = match call.get("role").and_then(Term::constant).and_then(role_named) {
                Some(Role::Player(player)) => player,
                Some(Role::Shared | Role::All | Role::Each) => self.players as u8 + 1,
                _ => 0,
            };
            let sets = match call.given("sites") {
                Some((slot, sites)) => match (slot.takes.base.name(), slot.takes.lists) {
                    ("Number", _) => {
                        let items = sites.items().to_vec();
                        let sites: Vec<i32> = items.iter().map(|item| self.fixed(item)).collect();
                        let places = sites.into_iter().filter_map(|s| usize::try_from(s).ok());
                        vec![Region::Const(places.filter(|&s| s < self.equipment.places).collect())]
                    }
                    ("RegionTypeStatic", _) => {
                        let items = sites.items().to_vec();
                        items.iter().flat_map(|item| self.static_regions(item)).map(Region::Const).collect()
                    }
                    _ => {
                        let items = sites.items().to_vec();
                        items.iter().map(|item| self.region(item)).collect()
                    }
                },
                None => Vec::new(),
            };
            self.regions.push(NamedRegion { name, owner, sets });
        }
    }
}
