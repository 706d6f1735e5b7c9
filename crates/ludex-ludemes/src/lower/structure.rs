//! The structure of a game: set-up, phases, ends, rules about rules.

use crate::board::SiteType;
use crate::check::{Applied, Term};
use crate::runtime::Dice;
use crate::runtime::code::{
    Bool, EndRule, Ending, Gen, Int, Kind, Meta, NextPhase, PendingWhat, Phase, Region, Repeat, Role,
    StartRule, Verdict,
};
use crate::runtime::rules::{Component, Rules};

use super::equipment::{Piece, mentions};
use super::{Lower, role_named};

impl<const W: usize> Lower<W> {
    /// All the rules of a game.
    pub(super) fn rules(&mut self, root: &Applied) -> Rules<W> {
        for kind in [Kind::Pass, Kind::Swap] {
            self.bare_leaf(kind);
        }
        self.equip_regions();
        let rules = root.get("rules").and_then(|rules| rules.call());
        let meta = rules.map(|rules| self.meta(rules)).unwrap_or_default();
        let start = rules.and_then(|rules| rules.get("start").cloned());
        let mut set_up = self.lay_dice();
        set_up.extend(start.map(|start| self.start(&start)).unwrap_or_default());
        self.compile_pieces();
        let (phases, end) = match rules {
            Some(rules) => self.play(rules),
            None => (Vec::new(), Vec::new()),
        };
        self.tag_leaves();
        let counts = !self.stacks && uses_counts(root);
        let passes_go_on = meta.passes_go_on || self.uses_all_passed || self.equipment.die_count() > 0;
        let meta = Meta { passes_go_on, ..meta };
        let scored = mentions(root, "score") || mentions(root, "addScore") || mentions_set_score(root);
        let asks = names_of(root).any(|name| name == ("no", "Moves"));
        let asks_for_moves = phases.len() == 1
            && !self.rolls
            && meta.no_repeat.is_none()
            && !self.uses_history
            && asks
            && !names_of(root).any(|name| {
                matches!(name, ("count", "MovesThisTurn" | "Turns") | ("is", "Visited") | ("counter", _))
            });
        Rules {
            name: root.get("name").and_then(Term::text).unwrap_or("").to_string(),
            players: self.players,
            tables: self.tables.clone(),
            components: std::mem::take(&mut self.components),
            alone: self
                .owners
                .iter()
                .map(|owner| self.owners[1..].iter().filter(|o| *o == owner).count() == 1)
                .collect(),
            owners: self.owners.clone(),
            containers: self.containers.clone(),
            winding: self.tracks.iter().any(crate::runtime::rules::Track::is_winding),
            tracks: self.tracks.clone(),
            places: self.equipment.places,
            everywhere: crate::runtime::Bits::range(0, self.equipment.places),
            cells: self.tables.board.default_type() == SiteType::Cell,
            phases,
            end,
            start: set_up,
            needs_history: self.uses_history || meta.no_repeat.is_some(),
            counts_time: self.counts_time,
            meta,
            leaves: std::mem::take(&mut self.leaves),
            priors: std::mem::take(&mut self.priors),
            ways: std::mem::take(&mut self.ways),
            vars: self.vars.clone(),
            lists: self.lists.clone(),
            events: self.events.clone(),
            proposals: self.proposals.clone(),
            counts,
            stacks: self.stacks,
            marks: self.marks,
            may_repeat_moves: self.may_repeat_moves,
            // Rules that ask whether somebody has a move may have to roll for it.
            draws: self.draws || mentions_chance(root) || self.rolls && asks,
            rolls: self.rolls,
            dice: Dice { hands: std::mem::take(&mut self.equipment.dice), var: 1 },
            asks_for_moves,
            scored,
            starts: Vec::new(),
            guard: None,
        }
    }

    fn compile_pieces(&mut self) {
        let moves: Vec<Option<Term>> =
            self.equipment.pieces.iter().map(|piece| piece.moves.clone()).collect();
        for (index, moves) in moves.into_iter().enumerate() {
            let moves = moves.map(|moves| self.decisions(&moves));
            let Piece { name, plain, owner, facing, flips, .. } = &self.equipment.pieces[index];
            let (name, plain) = (name.clone(), plain.clone());
            let (owner, facing, flips) = (*owner, *facing, *flips);
            self.components.push(Component { name, plain, owner, facing, moves, flips });
        }
    }

    fn play(&mut self, rules: &Applied) -> (Vec<Phase<W>>, Vec<EndRule<W>>) {
        let moves_of = |play: Option<&Term>| play.and_then(|play| play.call()?.get("moves").cloned());
        let has_phases = rules.signature.slots.iter().any(|slot| slot.name == "phases");
        let shared_play = moves_of(rules.get("play"));
        let end = rules.get("end").cloned().map(|end| self.end(&end)).unwrap_or_default();
        if !has_phases {
            let play = shared_play.map_or(Gen::None, |moves| self.decisions(&moves));
            let phase = Phase { name: String::new(), owner: 0, play, end: Vec::new(), next: Vec::new() };
            return (vec![phase], end);
        }
        let terms = rules.get("phases").map(|phases| phases.items().to_vec()).unwrap_or_default();
        let name_of = |term: &Term| {
            term.call().and_then(|c| c.get("name").and_then(Term::text)).unwrap_or("").to_string()
        };
        self.phase_names = terms.iter().map(name_of).collect();
        let mut phases = Vec::new();
        for (index, term) in terms.iter().enumerate() {
            let Some(call) = term.call() else { continue };
            let owner = match call.get("role").and_then(Term::constant).and_then(role_named) {
                Some(Role::Player(player)) => player,
                _ => 0,
            };
            let moves = moves_of(call.get("play")).or(shared_play.clone());
            let play = moves.map_or(Gen::None, |moves| self.decisions(&moves));
            let end = call.get("end").cloned().map(|end| self.end(&end)).unwrap_or_default();
            let next = call.get("next").map(|next| next.items().to_vec()).unwrap_or_default();
            let next = next.iter().filter_map(|term| self.next_phase(term, index)).collect();
            phases.push(Phase { name: name_of(term), owner, play, end, next });
        }
        (phases, end)
    }

    fn next_phase(&mut self, term: &Term, index: usize) -> Option<NextPhase<W>> {
        let call = term.call()?;
        let who = call.get("who").map(|who| self.player(who));
        let when = self.condition(call, "condition").unwrap_or(Bool::Const(true));
        let to = match call.get("name").and_then(Term::text) {
            Some(name) => match self.phase_names.iter().position(|known| known == name) {
                Some(to) => to,
                None => {
                    self.problem(term, format!("there is no phase called \"{name}\""));
                    0
                }
            },
            None => (index + 1) % self.phase_names.len().max(1),
        };
        Some(NextPhase { who, when, to: to as u8 })
    }

    fn end(&mut self, term: &Term) -> Vec<EndRule<W>> {
        let rules = term
            .call()
            .and_then(|end| end.get("rules"))
            .map(|rules| rules.items().to_vec())
            .unwrap_or_default();
        rules.iter().filter_map(|rule| self.end_rule(rule)).collect()
    }

    fn end_rule(&mut self, term: &Term) -> Option<EndRule<W>> {
        let call = term.call()?;
        if call.head() == "forEach" {
            let roles = match call.get("who").and_then(Term::constant) {
                Some("Track") => {
                    self.missing(term);
                    Vec::new()
                }
                Some("NonMover") => vec![Role::NonMover],
                Some("Player") | None => vec![Role::Each],
                Some(word) => vec![role_named(word).unwrap_or(Role::Each)],
            };
            let when = self.bool_in(call, "if");
            let verdict = self.verdict(&call.get("result")?.clone())?;
            return Some(EndRule::ForEach(roles, when, verdict));
        }
        let when = self.bool_in(call, "condition");
        let inner = call.get("rules").map(|rules| rules.items().to_vec()).unwrap_or_default();
        let inner = inner.iter().filter_map(|rule| self.end_rule(rule)).collect();
        let verdict = match call.get("result").cloned() {
            Some(result) => self.verdict(&result),
            None => None,
        };
        Some(EndRule::If(when, inner, verdict))
    }

    fn verdict(&mut self, term: &Term) -> Option<Verdict<W>> {
        let call = term.call()?;
        match call.head() {
            "result" => {
                let role = call.get("role").cloned().map_or(Role::Mover, |role| self.role(&role));
                let ending = match call.get("outcome").and_then(Term::constant) {
                    Some("Win") => Ending::Win,
                    Some("Loss") => Ending::Loss,
                    Some("Tie") => Ending::Tie,
                    Some("Draw") => Ending::Draw,
                    _ => Ending::Abandon,
                };
                Some(Verdict::Of(role, ending))
            }
            "byScore" => {
                let scores = call.get("scores").map(|scores| scores.items().to_vec()).unwrap_or_default();
                let scores = scores
                    .iter()
                    .filter_map(|score| {
                        let score = score.call()?;
                        Some((self.int_in(score, "role"), self.int_in(score, "value")))
                    })
                    .collect();
                Some(Verdict::ByScore(scores, call.is_true("misere")))
            }
            _ => {
                self.missing(term);
                None
            }
        }
    }

    fn meta(&mut self, rules: &Applied) -> Meta {
        let mut meta = Meta::default();
        let Some(list) = rules.get("meta").and_then(|meta| meta.call()?.get("rules")) else { return meta };
        let items = list.items().to_vec();
        for item in &items {
            let Some(call) = item.call() else { continue };
            match call.name() {
                ("swap", _) => meta.swap = true,
                ("gravity", _) => meta.gravity = true,
                ("pin", _) => meta.pin = true,
                ("noStackOn", _) => meta.no_stack_on_fallen = true,
                ("passEnd", "NoEnd") => meta.passes_go_on = true,
                ("passEnd", _) => {}
                ("no", "Repeat") => {
                    meta.no_repeat = Some(match call.get("kind").and_then(Term::constant) {
                        Some("Situational") => Repeat::Situational,
                        Some("PositionalInTurn") => Repeat::PositionalInTurn,
                        Some("SituationalInTurn") => Repeat::SituationalInTurn,
                        _ => Repeat::Positional,
                    });
                }
                _ => self.missing(item),
            }
        }
        meta
    }

    fn start(&mut self, term: &Term) -> Vec<StartRule<W>> {
        let rules = term
            .call()
            .and_then(|start| start.get("rules"))
            .map(|rules| rules.items().to_vec())
            .unwrap_or_default();
        let mut compiled = Vec::new();
        for rule in &rules {
            self.start_rule(rule, &mut compiled);
        }
        compiled
    }

    fn start_rule(&mut self, term: &Term, out: &mut Vec<StartRule<W>>) {
        let Some(call) = term.call() else { return };
        let has = |name: &str| call.signature.slots.iter().any(|slot| slot.name == name);
        match call.name() {
            ("place", "") => self.place(term, call, out),
            ("place", "Stack") => self.place_stack(term, call, out),
            ("place", "Random") if has("names") && has("region") => {
                let at = match call.get("region").cloned() {
                    Some(region) => self.region(&region),
                    None => Region::Const(self.tables.all),
                };
                let names = call.get("names").map(|names| names.items().to_vec()).unwrap_or_default();
                let whats = names.iter().filter_map(|name| self.component(name)).collect();
                let count = self.int_or(call, "count", Int::Const(1));
                let random_order = call.is_true("randomOrder");
                out.push(StartRule::PlaceRandom { at, whats, counts: vec![count], random_order });
            }
            ("set", "Count") => {
                let at = if call.get("to").is_some() {
                    self.site_or_region(call, "to")
                } else {
                    self.site_or_region(call, "at")
                };
                let what = (self.equipment.pieces.len() - 1) as u8;
                out.push(StartRule::SetCount { what, at, to: self.int_in(call, "value") });
            }
            ("set", "Score") => {
                let who = match call.get("type").cloned() {
                    Some(role) => vec![self.player(&role)],
                    None => vec![Int::Role(Role::Each)],
                };
                out.push(StartRule::SetScore { who, to: self.int_in(call, "values") });
            }
            ("set", "Team") => {
                let team = call.get("team").cloned().map_or(1, |team| self.fixed(&team)) as u8;
                let roles = call.get("roles").map(|roles| roles.items().to_vec()).unwrap_or_default();
                let players = roles.iter().filter_map(|role| match role.constant().and_then(role_named) {
                    Some(Role::Player(player)) if player as usize <= self.players => Some(player),
                    _ => None,
                });
                out.push(StartRule::SetTeam { team: super::team_number(team), players: players.collect() });
            }
            ("set", "RememberValue") => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                let list = Self::number_of(&mut self.lists, name) as u8;
                let values = match call.given("value") {
                    Some((slot, value)) if slot.takes.base.name() == "Int" => {
                        PendingWhat::Number(self.int(value))
                    }
                    Some((_, value)) => PendingWhat::Sites(self.region(value)),
                    None => return,
                };
                out.push(StartRule::Remember { list, values });
            }
            ("forEach", "Value") => {
                let mut inner = Vec::new();
                let values = self.values_of(call);
                if let Some(rule) = call.get("rule").cloned() {
                    self.start_rule(&rule, &mut inner);
                }
                out.push(StartRule::ForEachValue(values, inner));
            }
            ("forEach", "Site") => {
                let mut inner = Vec::new();
                let region = self.region_in(call, "region");
                let region = match self.condition(call, "if") {
                    Some(when) => Region::ForEach(Box::new(region), Box::new(when)),
                    None => region,
                };
                if let Some(rule) = call.get("rule").cloned() {
                    self.start_rule(&rule, &mut inner);
                }
                out.push(StartRule::ForEachSite(region, inner));
            }
            _ => self.missing(term),
        }
    }

    /// Every die on its place.
    fn lay_dice(&mut self) -> Vec<StartRule<W>> {
        let places = self.equipment.dice.iter().flat_map(|hand| hand.place..hand.place + hand.faces.len());
        let (zero, one) = (Int::Const(0), Int::Const(1));
        let lay = |(die, place): (usize, usize)| StartRule::Place {
            what: die as u8 + 1,
            at: Region::Const(crate::runtime::Bits::one(place)),
            count: one.clone(),
            state: zero.clone(),
            value: zero.clone(),
        };
        places.enumerate().map(lay).collect()
    }

    /// The component of exactly this name.
    pub(super) fn component(&mut self, name: &Term) -> Option<u8> {
        let text = name.text()?;
        let found = self.equipment.pieces.iter().position(|piece| piece.name == text && !text.is_empty());
        if found.is_none() {
            self.problem(name, format!("there is no piece called \"{text}\""));
        }
        found.map(|id| id as u8)
    }

    fn place(&mut self, term: &Term, call: &Applied, out: &mut Vec<StartRule<W>>) {
        let has = |name: &str| call.signature.slots.iter().any(|slot| slot.name == name);
        let number = |lower: &mut Self, name: &str, default: i32| match has(name) {
            true => lower.int_or(call, name, Int::Const(default)),
            false => Int::Const(default),
        };
        let (state, value) = (number(self, "state", 0), number(self, "value", 0));
        if call.get("state").is_some() || call.get("value").is_some() {
            self.marks = true;
        }
        let Some(name) = call.get("name").cloned() else { return };
        if has("container") && call.get("container").and_then(Term::text).is_some() {
            self.place_in_hands(term, call, &name, out);
            return;
        }
        let Some(what) = self.component(&name) else { return };
        let count = number(self, "count", 1);
        let at = if has("site") {
            match (call.get("site").cloned(), call.get("coord").cloned()) {
                (Some(_), _) => self.site_or_region(call, "site"),
                (None, Some(coord)) => {
                    let site = self.fixed(&coord);
                    Region::Site(Box::new(Int::Const(site)))
                }
                (None, None) => {
                    self.missing(term);
                    return;
                }
            }
        } else {
            match (call.get("sites").cloned(), call.get("region").cloned(), call.get("coordinates").cloned())
            {
                (Some(_), _, _) => self.site_or_region(call, "sites"),
                (_, Some(region), _) => self.region(&region),
                (_, _, Some(coordinates)) => {
                    let items = coordinates.items().to_vec();
                    Region::Sites(items.iter().map(|item| Int::Const(self.fixed(item))).collect())
                }
                _ => {
                    self.missing(term);
                    return;
                }
            }
        };
        let counts = if has("counts") { call.get("counts").cloned() } else { None };
        let counts: Vec<Int<W>> = match &counts {
            Some(counts) => counts.items().iter().map(|count| self.int(count)).collect(),
            None => Vec::new(),
        };
        match (counts.len(), at) {
            (0, at) => out.push(StartRule::Place { what, at, count, state, value }),
            (1, at) => out.push(StartRule::Place { what, at, count: counts[0].clone(), state, value }),
            (_, Region::Sites(sites)) if sites.len() == counts.len() => {
                for (site, count) in sites.into_iter().zip(counts) {
                    let at = Region::Site(Box::new(site));
                    let (state, value) = (state.clone(), value.clone());
                    out.push(StartRule::Place { what, at, count, state, value });
                }
            }
            _ => self.problem(term, "there must be as many counts as sites, or one for all"),
        }
    }

    /// `(place "Ball" "Hand" count:n)`: a piece of every player into his own hand, or into a named container.
    fn place_in_hands(&mut self, term: &Term, call: &Applied, name: &Term, out: &mut Vec<StartRule<W>>) {
        let container = call.get("container").and_then(Term::text).unwrap_or("").to_string();
        let text = name.text().unwrap_or("").to_string();
        let count = self.int_or(call, "count", Int::Const(1));
        let zero = Int::Const(0);
        let mut any = false;
        for (id, piece) in self.equipment.pieces.iter().enumerate().skip(1) {
            let exact = piece.name == text;
            if !exact && (piece.plain != text || self.equipment.pieces.iter().any(|p| p.name == text)) {
                continue;
            }
            let fits = |hand: &&crate::runtime::rules::Container| {
                hand.name == container || (format!("{container}{}", piece.owner) == hand.name)
            };
            let hand = self
                .containers
                .iter()
                .find(|hand| hand.name == container)
                .or(self.containers.iter().find(fits));
            if let Some(hand) = hand {
                any = true;
                let at = Region::Site(Box::new(Int::Const(hand.first as i32)));
                out.push(StartRule::Place {
                    what: id as u8,
                    at,
                    count: count.clone(),
                    state: zero.clone(),
                    value: zero.clone(),
                });
            }
        }
        if !any {
            self.problem(term, format!("there is no piece \"{text}\" with a container \"{container}\""));
        }
    }

    /// Marks leaves whose decisions would be written alike.
    fn tag_leaves(&mut self) {
        let class = |kind: &Kind<W>| match kind {
            Kind::Add { .. } => 1,
            Kind::Step { .. }
            | Kind::Slide { .. }
            | Kind::Hop { .. }
            | Kind::Leap { .. }
            | Kind::FromTo { .. } => 2,
            Kind::Remove { .. } => 3,
            Kind::Select { .. } => 4,
            Kind::Pass => 5,
            Kind::Promote { .. } => 6,
            Kind::Ballot { vote: true, .. } => 8,
            Kind::Ballot { vote: false, .. } => 9,
            _ => 7,
        };
        let mut seen = [0u32; 10];
        // The forced pass and the swap stand apart.
        for leaf in self.leaves.iter_mut().skip(2) {
            let count = &mut seen[class(&leaf.kind)];
            *count += 1;
            if *count > 1 {
                leaf.tag = format!("~{count}");
            }
        }
    }
}

/// Whether places hold several pieces of a kind.
fn uses_counts(root: &Applied) -> bool {
    let mut found = false;
    for (_, term) in root.arguments() {
        term.walk(&mut |term| {
            let Some(call) = term.call() else { return };
            let has = |name: &str| {
                call.signature.slots.iter().any(|slot| slot.name == name) && call.get(name).is_some()
            };
            found |= match call.name() {
                ("set", "Count") | ("sow", _) => true,
                ("place", _) => has("count") || has("counts"),
                ("fromTo", _) | ("move", "") | ("add", _) | ("move", "Add") => has("count"),
                _ => false,
            };
        });
    }
    found
}

fn mentions_set_score(root: &Applied) -> bool {
    let mut found = false;
    for (_, term) in root.arguments() {
        term.walk(&mut |term| {
            found |=
                term.call().is_some_and(|call| call.name() == ("set", "Score") || call.head() == "byScore")
        });
    }
    found
}

/// The names of all ludemes of a description.
fn names_of(root: &Applied) -> impl Iterator<Item = (&str, &str)> {
    let mut names = Vec::new();
    for (_, term) in root.arguments() {
        term.walk(&mut |term| names.extend(term.call().map(Applied::name)));
    }
    names.into_iter()
}

fn mentions_chance(root: &Applied) -> bool {
    let mut found = false;
    for (_, term) in root.arguments() {
        term.walk(&mut |term| {
            let name = term.call().map(Applied::name);
            found |= matches!(name, Some(("value", "Random") | ("sites", "Random") | ("place", "Random")));
        });
    }
    found
}
