//! From a checked description to compiled rules.
//!
//! Every piece of the checked tree becomes a typed expression; names become numbers; what never changes becomes
//! a table. What the runtime does not know yet is reported, all of it in one go.

mod arrays;
mod bools;
mod captures;
mod clauses;
mod counts;
mod dice;
mod directions;
mod each;
mod equipment;
mod ints;
mod lines;
mod moves;
mod pieces;
mod regions;
mod sets;
mod stacks;
mod structure;

use std::collections::BTreeSet;

use crate::check::{Applied, Checked, Term, TermValue};
use crate::expand::Expanded;
use crate::runtime::code::{Gen, Leaf, Role, Ways};
use crate::runtime::rules::{Component, Container, Rules, Track};
use crate::runtime::tables::Tables;
use crate::runtime::{Bits, DiceUse, MAX_PLACES};
use crate::text::{Diagnostic, Span};

use equipment::Equipment;

/// Compiled rules, of a width that fits the board.
#[derive(Clone, Debug)]
#[allow(missing_docs)]
pub enum Compiled {
    W1(Rules<1>),
    W2(Rules<2>),
    W8(Rules<8>),
}

/// Why a description cannot be compiled.
#[derive(Clone, Debug, Default)]
pub struct Refusal {
    /// What is wrong, with the place.
    pub problems: Vec<(Span, String)>,
    /// Ludemes that the runtime does not know yet.
    pub missing: BTreeSet<String>,
}

impl Refusal {
    /// The problems as diagnostics of a description.
    pub fn diagnostics(&self, expanded: &Expanded) -> Vec<Diagnostic> {
        self.problems.iter().map(|(span, message)| expanded.error(*span, message.clone())).collect()
    }
}

/// Compiles a checked description.
pub fn compile(checked: &Checked) -> Result<Compiled, Refusal> {
    let mut refusal = Refusal::default();
    let Some(root) = checked.root.call().filter(|call| call.head() == "game") else {
        refusal
            .problems
            .push((checked.root.span, "matches of several games cannot be played yet".to_string()));
        refusal.missing.insert("match".to_string());
        return Err(refusal);
    };
    let equipment = match Equipment::read(root, &mut refusal) {
        Some(equipment) if refusal.problems.is_empty() => equipment,
        _ => return Err(refusal),
    };
    let places = equipment.places;
    if places > MAX_PLACES {
        let message = format!("this game has {places} places, and at most {MAX_PLACES} can be played on");
        refusal.problems.push((checked.root.span, message));
        return Err(refusal);
    }
    match places {
        0..=64 => Lower::<1>::game(root, equipment, refusal).map(Compiled::W1),
        65..=128 => Lower::<2>::game(root, equipment, refusal).map(Compiled::W2),
        _ => Lower::<8>::game(root, equipment, refusal).map(Compiled::W8),
    }
}

/// A description on its way to compiled rules.
struct Lower<const W: usize> {
    equipment: Equipment,
    refusal: Refusal,
    tables: Tables<W>,
    players: usize,
    components: Vec<Component<W>>,
    owners: Vec<u8>,
    containers: Vec<Container>,
    tracks: Vec<Track>,
    regions: Vec<NamedRegion<W>>,
    leaves: Vec<Leaf<W>>,
    priors: Vec<Gen<W>>,
    /// Directions that depend on the position.
    ways: Vec<Ways<W>>,
    /// First effects that the moves being compiled come after.
    open_priors: Vec<u16>,
    vars: Vec<String>,
    lists: Vec<String>,
    events: Vec<String>,
    proposals: Vec<String>,
    phase_names: Vec<String>,
    /// How many iterators around bind a place or a value.
    binding: usize,
    /// Whether moves being compiled are decisions.
    deciding: bool,
    may_repeat_moves: bool,
    uses_all_passed: bool,
    uses_history: bool,
    /// Whether a rule asks for the number of the move or the turn, or for the counter.
    counts_time: bool,
    marks: bool,
    /// Whether pieces are stacked.
    stacks: bool,
    /// Whether the own moves of pieces are being written out.
    spelling: bool,
    /// The dice that the moves being compiled use up.
    open_dice: Option<DiceUse<W>>,
    /// Whether something that draws has been compiled, outside of first effects of decisions.
    draws: bool,
    /// Whether first effects of decisions draw.
    rolls: bool,
    /// Whether the rules ask where pieces stood when the game began.
    asks_for_start: bool,
}

/// A region of the equipment.
struct NamedRegion<const W: usize> {
    name: String,
    /// 0 for nobody in particular.
    owner: u8,
    sets: Vec<crate::runtime::code::Region<W>>,
}

impl<const W: usize> Lower<W> {
    fn game(root: &Applied, equipment: Equipment, refusal: Refusal) -> Result<Rules<W>, Refusal> {
        let mut lower = Lower {
            tables: Tables::new(equipment.board.clone()),
            players: equipment.players,
            components: Vec::new(),
            owners: equipment.pieces.iter().map(|piece| piece.owner).collect(),
            containers: equipment.containers.clone(),
            tracks: equipment.tracks.clone(),
            regions: Vec::new(),
            leaves: Vec::new(),
            priors: Vec::new(),
            ways: Vec::new(),
            open_priors: Vec::new(),
            vars: variables(&equipment),
            lists: vec![String::new()],
            events: Vec::new(),
            proposals: vec![String::new()],
            phase_names: Vec::new(),
            binding: 0,
            deciding: false,
            may_repeat_moves: false,
            uses_all_passed: false,
            uses_history: false,
            counts_time: false,
            marks: false,
            stacks: stacks::used(root),
            spelling: false,
            open_dice: None,
            draws: false,
            rolls: false,
            asks_for_start: false,
            equipment,
            refusal,
        };
        let mut rules = lower.rules(root);
        if lower.asks_for_start && lower.refusal.problems.is_empty() {
            rules.starts = rules.starting_places();
        }
        if lower.refusal.problems.is_empty() { Ok(rules) } else { Err(lower.refusal) }
    }

    /// Notes that something cannot be compiled.
    fn problem(&mut self, term: &Term, message: impl Into<String>) {
        self.refusal.problems.push((term.span, message.into()));
    }

    /// Notes a ludeme that the runtime does not know yet.
    fn missing(&mut self, term: &Term) {
        let name = match &term.value {
            TermValue::Call(call) => match call.kind {
                "" => call.head().to_string(),
                kind => format!("{} {kind}", call.head()),
            },
            TermValue::Constant(word) => (*word).to_string(),
            other => format!("{other:?}"),
        };
        let known = !self.refusal.missing.insert(name.clone());
        if !known {
            self.problem(term, format!("`({name} ...)` is not supported here yet"));
        }
    }

    /// A role by its name.
    fn role(&mut self, term: &Term) -> Role {
        let word = term.constant().unwrap_or("");
        match role_named(word) {
            Some(Role::Player(player)) if player as usize > self.players => {
                // A role that no player has stands for nobody.
                Role::Player(player)
            }
            Some(role) => role,
            None => {
                self.missing(term);
                Role::Mover
            }
        }
    }

    fn bits(&self, sites: &[u16]) -> Bits<W> {
        sites.iter().map(|&site| usize::from(site)).collect()
    }

    /// The number of a name in a list, which grows to hold it.
    fn number_of(names: &mut Vec<String>, name: &str) -> usize {
        match names.iter().position(|known| known == name) {
            Some(known) => known,
            None => {
                names.push(name.to_string());
                names.len() - 1
            }
        }
    }
}

/// The variables every game has: the unnamed one, then those of the dice.
fn variables(equipment: &Equipment) -> Vec<String> {
    let dice = (1..=equipment.die_count()).flat_map(|die| [format!("(die {die})"), format!("(face {die})")]);
    let equal = (equipment.die_count() > 0).then(|| "(dice equal)".to_string());
    std::iter::once(String::new()).chain(dice).chain(equal).collect()
}

/// A role by its name; `None` for roles of teams.
fn role_named(word: &str) -> Option<Role> {
    Some(match word {
        "Neutral" => Role::Neutral,
        "Mover" => Role::Mover,
        "Next" => Role::Next,
        "Prev" => Role::Prev,
        "Player" => Role::Bound,
        "Shared" => Role::Shared,
        "All" => Role::All,
        "Each" => Role::Each,
        "NonMover" => Role::NonMover,
        "Enemy" => Role::Enemy,
        "Friend" | "TeamMover" => Role::Friend,
        "Ally" => Role::Ally,
        word if word.starts_with("Team") => Role::Team(team_number(word.strip_prefix("Team")?.parse().ok()?)),
        _ => Role::Player(word.strip_prefix('P')?.parse().ok().filter(|&n| (1..=16).contains(&n))?),
    })
}

/// The number of a team in a position: apart from the numbers of players, who are teams of one at first.
fn team_number(team: u8) -> u8 {
    team.saturating_add(100)
}

/// A value with a place of its own, as expressions within expressions need.
fn boxed<T>(value: T) -> Box<T> {
    Box::new(value)
}
