//! Moves and effects.

use crate::check::{Applied, Term};
use crate::runtime::code::{
    Bool, Gen, Int, Kind, Leaf, PendingWhat, Region, Sow, StackMark, ToClause, Values,
};

use super::bools::walk_of;
use super::{Lower, boxed};

impl<const W: usize> Lower<W> {
    /// Effects in a slot.
    pub(super) fn as_effect(&mut self, call: &Applied, name: &str) -> Gen<W> {
        call.get(name).map_or(Gen::None, |term| self.effect(term))
    }

    /// Effects, also where they stand inside a decision.
    pub(super) fn effect(&mut self, term: &Term) -> Gen<W> {
        let deciding = std::mem::replace(&mut self.deciding, false);
        // The first effect belongs to the move itself, not to each effect of it.
        let priors = std::mem::take(&mut self.open_priors);
        let moves = self.moves(term);
        self.open_priors = priors;
        self.deciding = deciding;
        moves
    }

    /// Moves as decisions of a player.
    pub(super) fn decisions(&mut self, term: &Term) -> Gen<W> {
        let deciding = std::mem::replace(&mut self.deciding, true);
        let moves = self.moves(term);
        self.deciding = deciding;
        moves
    }

    pub(super) fn leaf(&mut self, call: &Applied, kind: Kind<W>) -> Gen<W> {
        let then = self.then(call);
        let stack = self.stack_part(call);
        self.leaves.push(Leaf {
            kind,
            then,
            prior: self.open_priors.clone(),
            binds: self.binding > 0,
            tag: String::new(),
            stack,
            dice: if self.deciding { self.open_dice.clone().map(boxed) } else { None },
        });
        Gen::Leaf((self.leaves.len() - 1) as u16)
    }

    fn then(&mut self, call: &Applied) -> Vec<Gen<W>> {
        if !call.signature.slots.iter().any(|slot| slot.name == "then") {
            return Vec::new();
        }
        let Some(effect) = call.get("then").and_then(|then| then.call()?.get("effect").cloned()) else {
            return Vec::new();
        };
        vec![self.effect(&effect)]
    }

    /// Adds what follows from a combination of moves to each of its leaves.
    pub(super) fn with_then(&mut self, call: &Applied, moves: Gen<W>) -> Gen<W> {
        let then = self.then(call);
        let moves = if then.is_empty() { moves } else { self.spelled_out(moves) };
        if !then.is_empty() {
            let mut leaves = Vec::new();
            self.leaves_of(&moves, &mut leaves);
            for leaf in leaves {
                self.leaves[leaf as usize].then.extend(then.iter().cloned());
            }
        }
        moves
    }

    /// The leaves whose moves a generator makes: not those of first effects, nor of effects on the way.
    fn leaves_of(&self, moves: &Gen<W>, found: &mut Vec<u16>) {
        match moves {
            Gen::None => {}
            Gen::All(parts) | Gen::Priority(parts) | Gen::Seq(parts) => {
                parts.iter().for_each(|part| self.leaves_of(part, found));
            }
            Gen::If(_, yes, no) => [yes, no].into_iter().for_each(|part| self.leaves_of(part, found)),
            // What follows from the moves of places does not follow from those made for want of any.
            Gen::ForEachPiece { moves, .. } | Gen::ForEachStacked { moves, .. } => {
                moves.iter().for_each(|moves| self.leaves_of(moves, found));
            }
            Gen::ForEachSite { moves, .. }
            | Gen::ForEachValue { moves, .. }
            | Gen::ForEachPlayer { moves, .. }
            | Gen::ForEachDirection { moves, .. }
            | Gen::ForEachGroup { moves, .. }
            | Gen::ForEachLevel { moves, .. }
            | Gen::Afterwards { moves, .. }
            | Gen::FirstOnTrack { moves, .. }
            | Gen::While { moves, .. }
            | Gen::MaxMoves { moves, .. } => self.leaves_of(moves, found),
            Gen::After { moves, otherwise, .. } => {
                self.leaves_of(moves, found);
                found.extend(otherwise);
            }
            Gen::Leaf(leaf) => {
                found.push(*leaf);
                if let Kind::Custodial { effect, .. }
                | Kind::Surround { effect, .. }
                | Kind::Enclose { effect, .. }
                | Kind::Directional { effect, .. }
                | Kind::Intervene { effect, .. } = &self.leaves[*leaf as usize].kind
                {
                    self.leaves_of(effect, found);
                }
            }
        }
    }

    /// Moves: a generator of decisions or of effects.
    pub(super) fn moves(&mut self, term: &Term) -> Gen<W> {
        let Some(call) = term.call() else {
            self.missing(term);
            return Gen::None;
        };
        let combined = |lower: &mut Self, moves: Gen<W>| lower.with_then(call, moves);
        match call.name() {
            ("or" | "and", _) => {
                if self.deciding {
                    self.may_repeat_moves = true;
                }
                let parts = self.all_moves(call);
                combined(self, Gen::All(parts))
            }
            ("if", _) => {
                let condition = boxed(self.bool_in(call, "condition"));
                let yes = boxed(self.moves_in(call, "yes"));
                let no = boxed(self.moves_in(call, "no"));
                combined(self, Gen::If(condition, yes, no))
            }
            ("priority", _) => {
                let parts = self.all_moves(call);
                combined(self, Gen::Priority(parts))
            }
            ("seq", _) => Gen::Seq(self.all_moves(call)),
            ("append", _) => self.moves_in(call, "effect"),
            ("apply", _) => {
                let effect = match call.signature.slots.iter().any(|slot| slot.name == "effect") {
                    true => self.moves_in(call, "effect"),
                    false => Gen::None,
                };
                let has_if = call.signature.slots.iter().any(|slot| slot.name == "if");
                match has_if.then(|| self.condition(call, "if")).flatten() {
                    Some(when) => Gen::If(boxed(when), boxed(effect), boxed(Gen::None)),
                    None => effect,
                }
            }
            ("forEach", kind) => {
                let moves = self.for_each(term, call, kind);
                combined(self, moves)
            }
            ("do", _) => {
                let moves = self.do_moves(call);
                combined(self, moves)
            }
            ("while", _) => Gen::While {
                when: boxed(self.bool_in(call, "condition")),
                moves: boxed(self.moves_in(call, "moves")),
            },
            ("max", "Moves") => {
                if call.get("withValue").is_some() {
                    self.missing(term);
                }
                let moves = Gen::MaxMoves { moves: boxed(self.moves_in(call, "moves")), value: None };
                combined(self, moves)
            }
            ("max", "Distance") => {
                // As recorded, the moves that go less far are not left out.
                let moves = self.moves_in(call, "moves");
                combined(self, moves)
            }
            ("firstMoveOnTrack", _) => {
                let moves = self.first_on_track(call);
                combined(self, moves)
            }
            ("roll", _) => {
                self.draws = true;
                self.leaf(call, Kind::Roll)
            }
            ("moveAgain", _) => self.leaf(call, Kind::MoveAgain),
            ("pass", _) | ("move", "Pass") => self.leaf(call, Kind::Pass),
            ("add", _) | ("move", "Add") => self.add(call),
            ("step", _) | ("move", "Step") => {
                self.may_repeat_moves = true;
                let kind = Kind::Step {
                    from: self.origin_clause(call, None),
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    to: self.target_clause(call),
                };
                self.leaf(call, kind)
            }
            ("slide", _) | ("move", "Slide") => {
                if call.get("track").is_some() {
                    self.missing(term);
                }
                let kind = Kind::Slide {
                    from: self.origin_clause(call, None),
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    between: self.between_clause(call),
                    to: call.get("to").map(|_| self.target_clause(call)),
                };
                self.leaf(call, kind)
            }
            ("hop", _) | ("move", "Hop") => {
                let kind = Kind::Hop {
                    from: self.origin_clause(call, None),
                    dirs: self.dirs(call.get("directions"), "Adjacent"),
                    between: self.between_clause(call),
                    to: self.target_clause(call),
                };
                self.leaf(call, kind)
            }
            ("leap", _) | ("move", "Leap") => {
                let walks = call
                    .get("walk")
                    .map(|walks| walks.items().iter().map(walk_of).collect())
                    .unwrap_or_default();
                let flag = |name: &str, default| call.get(name).and_then(Term::boolean).unwrap_or(default);
                let kind = Kind::Leap {
                    from: self.origin_clause(call, None),
                    walks,
                    rotations: flag("rotations", true),
                    forward: flag("forward", false),
                    to: self.target_clause(call),
                };
                self.leaf(call, kind)
            }
            ("fromTo", _) | ("move", "") => {
                if call.get("role").is_some() {
                    self.missing(term);
                }
                let kind = Kind::FromTo {
                    from: self.origin_clause(call, None),
                    to: self.target_clause(call),
                    count: call.get("count").map(|count| self.int(count)),
                    copy: call.is_true("copy"),
                };
                self.leaf(call, kind)
            }
            ("remove", _) | ("move", "Remove") => {
                let kind = Kind::Remove {
                    region: self.site_or_region(call, "site"),
                    when: None,
                    at_end: call.get("at").and_then(Term::constant) == Some("EndOfTurn"),
                    count: call.get("count").map(|count| self.int(count)),
                };
                self.leaf(call, kind)
            }
            ("select", _) | ("move", "Select") => {
                let kind = Kind::Select {
                    from: self.origin_clause(call, None),
                    to: call.get("to").map(|_| self.target_clause(call)),
                };
                self.leaf(call, kind)
            }
            ("promote", _) | ("move", "Promote") => self.promote(call),
            // Players are told something; nothing changes.
            ("note", _) => Gen::None,
            ("shoot", _) | ("move", "Shoot") => self.shoot(call),
            ("push", _) => {
                let from = self.origin_or_last(call);
                let kind = Kind::Push { from, dirs: self.dirs(call.get("directions"), "Adjacent") };
                self.leaf(call, kind)
            }
            ("flip", _) => {
                self.marks = true;
                let kind = Kind::Flip(self.int_or(call, "site", Int::To));
                self.leaf(call, kind)
            }
            ("swap", "Players") => self.swap_players(call),
            ("move", "Swap") if call.get("what").and_then(Term::constant) == Some("Players") => {
                self.swap_players(call)
            }
            ("move", "Set") if call.get("what").and_then(Term::constant) == Some("NextPlayer") => {
                self.set(term, call, "NextPlayer")
            }
            ("directional", _) => self.directional(call),
            ("swap", "Pieces") | ("move", "Swap") => {
                let kind = Kind::SwapPieces {
                    a: self.int_or(call, "a", Int::LastTo { after: false }),
                    b: self.int_or(call, "b", Int::LastFrom { after: false }),
                };
                self.leaf(call, kind)
            }
            ("addScore", _) => self.add_score(call),
            ("set", kind) => self.set(term, call, kind),
            ("remember", "Value") => {
                let kind = Kind::Remember {
                    list: self.list_named(call),
                    values: PendingWhat::Number(self.int_in(call, "value")),
                    unique: call.is_true("unique"),
                };
                self.leaf(call, kind)
            }
            ("forget", "Value") => {
                let all = call.get("value").and_then(Term::constant) == Some("All");
                let kind = Kind::Forget {
                    list: self.list_named(call),
                    values: (!all).then(|| PendingWhat::Number(self.int_in(call, "value"))),
                };
                self.leaf(call, kind)
            }
            ("propose" | "vote", _) | ("move", "Propose" | "Vote") => {
                let names = call.get("names").map(|names| names.items().to_vec()).unwrap_or_default();
                let names = names.iter().filter_map(|name| Some(self.proposal(name, name.text()?))).collect();
                let vote = call.head() == "vote" || call.kind == "Vote";
                self.leaf(call, Kind::Ballot { names, vote })
            }
            ("trigger", _) => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                let event = Self::number_of(&mut self.events, name) as u8;
                let kind = Kind::Trigger { event, who: self.who(call, "who") };
                self.leaf(call, kind)
            }
            ("sow", _) => self.sow(call),
            ("custodial" | "surround" | "enclose" | "intervene", _) => self.capture(call),
            _ => {
                self.missing(term);
                Gen::None
            }
        }
    }

    fn swap_players(&mut self, call: &Applied) -> Gen<W> {
        let kind = Kind::SwapPlayers { a: self.who(call, "a"), b: self.who(call, "b") };
        self.leaf(call, kind)
    }

    /// The place of the `from` slot, or the last one moved to.
    pub(super) fn origin_or_last(&mut self, call: &Applied) -> Int<W> {
        let last = Int::LastTo { after: false };
        match call.get("from").and_then(|from| from.call().cloned()) {
            Some(from) => self.int_or(&from, "sites", last),
            None => last,
        }
    }

    /// A piece is put on a place of a line, as far as its places are free.
    fn shoot(&mut self, call: &Applied) -> Gen<W> {
        let from = self.origin_or_last(call);
        let free = match call.get("to").cloned().and_then(|to| self.target_of(&to).when) {
            Some(when) => when,
            None => Bool::IsEmpty(boxed(Int::To)),
        };
        let line = Region::Direction {
            from: boxed(Region::Site(boxed(from))),
            dirs: self.dirs(call.get("directions"), "Adjacent"),
            included: false,
            stop: Some(boxed(Bool::Not(boxed(free)))),
            stop_included: false,
            distance: boxed(Int::Const(1_000_000)),
        };
        let whats = call.get("piece").cloned().map(|piece| self.whats(&piece).0);
        let to = ToClause { region: Some(line), when: None, apply: None };
        self.leaf(call, Kind::Add { whats, to, count: Int::Const(1), state: None, value: None })
    }

    /// The number of something that can be proposed.
    pub(super) fn proposal(&mut self, term: &Term, name: &str) -> u8 {
        let number = Self::number_of(&mut self.proposals, name);
        if number > 63 {
            self.problem(term, "at most 63 different things can be proposed");
        }
        number as u8
    }

    pub(super) fn moves_in(&mut self, call: &Applied, name: &str) -> Gen<W> {
        call.get(name).map_or(Gen::None, |term| self.moves(term))
    }

    fn all_moves(&mut self, call: &Applied) -> Vec<Gen<W>> {
        if call.signature.slots.iter().any(|slot| slot.name == "all") {
            let items = call.get("all").map(|all| all.items().to_vec()).unwrap_or_default();
            return items.iter().map(|item| self.moves(item)).collect();
        }
        vec![self.moves_in(call, "a"), self.moves_in(call, "b")]
    }

    fn list_named(&mut self, call: &Applied) -> u8 {
        let name = call.get("name").and_then(Term::text).unwrap_or("");
        Self::number_of(&mut self.lists, name) as u8
    }

    fn do_moves(&mut self, call: &Applied) -> Gen<W> {
        let after = call.get("ifAfterwards").cloned();
        let moves = match call.get("next").cloned() {
            None => self.moves_in(call, "moves"),
            Some(next) => {
                let drew = std::mem::replace(&mut self.draws, false);
                let prior = self.as_effect(call, "moves");
                // A first effect of a decision is rolled for before the decision.
                let rolls = std::mem::replace(&mut self.draws, drew);
                self.rolls |= rolls && self.deciding;
                self.draws |= rolls && !self.deciding;
                self.priors.push(prior);
                let prior = (self.priors.len() - 1) as u16;
                self.open_priors.push(prior);
                let moves = self.moves(&next);
                let moves = self.spelled_out(moves);
                let otherwise = (!self.equipment.dice.is_empty()).then(|| self.bare_leaf(Kind::Pass));
                self.open_priors.pop();
                Gen::After { prior, moves: boxed(moves), otherwise }
            }
        };
        match after {
            Some(when) => Gen::Afterwards { moves: boxed(moves), when: boxed(self.bool(&when)) },
            None => moves,
        }
    }

    /// A leaf without anything that follows.
    pub(super) fn bare_leaf(&mut self, kind: Kind<W>) -> u16 {
        self.leaves.push(Leaf {
            kind,
            then: Vec::new(),
            prior: self.open_priors.clone(),
            binds: false,
            tag: String::new(),
            stack: None,
            dice: None,
        });
        (self.leaves.len() - 1) as u16
    }

    fn first_on_track(&mut self, call: &Applied) -> Gen<W> {
        let name = call.get("track").and_then(Term::text).map(str::to_string);
        let owner = call.get("role").cloned().map(|role| boxed(self.int(&role)));
        let fits = |track: &crate::runtime::rules::Track| match (&name, &owner) {
            (None, _) => true,
            (Some(name), None) => track.name == *name,
            (Some(name), Some(_)) => track.name.contains(name.as_str()),
        };
        let tracks = self.tracks.iter().enumerate().filter(|(_, track)| fits(track));
        let tracks = tracks.map(|(number, _)| number as u16).collect();
        let owner = owner.filter(|_| name.is_some());
        self.binding += 1;
        let moves = boxed(self.moves_in(call, "moves"));
        self.binding -= 1;
        Gen::FirstOnTrack { tracks, owner, moves }
    }

    fn add(&mut self, call: &Applied) -> Gen<W> {
        let (whats, state) = match call.get("piece").cloned() {
            Some(piece) => {
                let (whats, state) = self.whats(&piece);
                (Some(whats), state)
            }
            None => (None, None),
        };
        let kind = Kind::Add {
            whats,
            to: self.target_clause(call),
            count: self.int_or(call, "count", Int::Const(1)),
            state,
            value: None,
        };
        self.leaf(call, kind)
    }

    fn promote(&mut self, call: &Applied) -> Gen<W> {
        let site = match call.get("site") {
            Some(_) => self.site_or_region(call, "site"),
            None => Region::Site(boxed(Int::To)),
        };
        let owner = call.get("who").cloned().map(|who| self.player(&who));
        let whats = match call.get("piece").cloned() {
            Some(piece) => {
                let (whats, _) = self.whats(&piece);
                match &owner {
                    Some(owner) => whats.into_iter().map(|what| self.owned_by(what, owner)).collect(),
                    None => whats,
                }
            }
            None => Vec::new(),
        };
        self.leaf(call, Kind::Promote { site, whats, owner: None })
    }

    /// The component of the same name with another owner.
    fn owned_by(&mut self, what: Int<W>, owner: &Int<W>) -> Int<W> {
        match what {
            Int::IdOf { name, .. } => Int::IdOf { name, role: boxed(owner.clone()) },
            other => other,
        }
    }

    fn add_score(&mut self, call: &Applied) -> Gen<W> {
        let who = match call.get("who") {
            Some(who) => who.items().to_vec().iter().map(|item| self.player(item)).collect(),
            None => vec![Int::Mover],
        };
        let by = match call.signature.slots.iter().any(|slot| slot.name == "values") {
            true => {
                let items = call.get("values").map(|values| values.items().to_vec()).unwrap_or_default();
                items.iter().map(|item| self.int(item)).collect()
            }
            false => vec![self.int_in(call, "value")],
        };
        self.leaf(call, Kind::AddScore { who, by })
    }

    fn set(&mut self, term: &Term, call: &Applied, kind: &str) -> Gen<W> {
        let has = |name: &str| call.signature.slots.iter().any(|slot| slot.name == name);
        let at = |lower: &mut Self| {
            let site = lower.int_in(call, "at");
            Region::Site(boxed(site))
        };
        let made = match kind {
            "Score" => Kind::SetScore { who: vec![self.who(call, "who")], to: self.int_in(call, "value") },
            "Value" if has("who") => {
                Kind::SetPlayerValue { who: self.who(call, "who"), to: self.int_in(call, "value") }
            }
            "Value" | "State" if self.stacks && call.get("level").is_some() => {
                self.marks = true;
                let mark = if kind == "State" { StackMark::State } else { StackMark::Value };
                let (at, level) = (self.int_in(call, "at"), self.int_in(call, "level"));
                Kind::MarkLevel { at, level, mark, to: self.int_in(call, "value") }
            }
            "Value" => {
                self.marks = true;
                Kind::SetValue { at: at(self), to: self.int_in(call, "value") }
            }
            "State" => {
                self.marks = true;
                Kind::SetState { at: at(self), to: self.int_in(call, "value") }
            }
            "Count" => Kind::SetCount { at: at(self), to: self.int_in(call, "value"), what: None },
            "Var" => {
                let name = call.get("name").and_then(Term::text).unwrap_or("");
                let var = Self::number_of(&mut self.vars, name);
                Kind::SetVar(var, self.int_or(call, "value", Int::Const(-1)))
            }
            "Counter" => Kind::SetCounter(self.int_or(call, "value", Int::Const(-1))),
            "Pending" => Kind::SetPending(match call.given("value") {
                None => None,
                Some((slot, value)) if slot.takes.base.name() == "Int" => {
                    Some(PendingWhat::Number(self.int(value)))
                }
                Some((_, value)) => Some(PendingWhat::Sites(self.region(value))),
            }),
            "NextPlayer" => match call.given("who") {
                Some((slot, who)) if slot.takes.base.name() == "Ints" => {
                    let who = self.array(who);
                    Kind::SetNext(Int::ArrayValue(boxed(who), boxed(Int::Const(0))))
                }
                _ => Kind::SetNext(self.who(call, "who")),
            },
            _ => {
                self.missing(term);
                return Gen::None;
            }
        };
        self.leaf(call, made)
    }

    fn sow(&mut self, call: &Applied) -> Gen<W> {
        let mut track = self.track_choice(call, "track", "owner");
        if track.candidates.is_empty() {
            track.candidates = (0..self.tracks.len() as u16).collect();
        }
        let sow = Sow {
            start: self.int_or(call, "start", Int::LastTo { after: false }),
            count: call.get("count").map(|count| self.int(count)),
            per_hole: self.int_or(call, "numPerHole", Int::Const(1)),
            track,
            when: self.condition(call, "if"),
            effect: call.get("sowEffect").map(|_| self.as_effect(call, "sowEffect")),
            apply: call.get("apply").map(|_| self.as_effect(call, "apply")),
            include_self: call.get("includeSelf").and_then(Term::boolean).unwrap_or(true),
            origin: self.condition(call, "origin"),
            skip: self.condition(call, "skipIf"),
            backtracking: self.condition(call, "backtracking"),
            forward: self.condition(call, "forward"),
        };
        self.leaf(call, Kind::Sow(boxed(sow)))
    }

    /// What `forEach Value` runs over in a start rule.
    pub(super) fn values_of(&mut self, call: &Applied) -> Values<W> {
        match call.signature.slots.iter().any(|slot| slot.name == "values") {
            true => Values::List(self.array_in(call, "values")),
            false => Values::Range(self.int_in(call, "min"), self.int_in(call, "max")),
        }
    }
}
