//! Judging positions of any described game: where the pieces stand, how many there are, how free they are, and how
//! near to complete their lines are.
//!
//! Each heuristic adds up over a player's pieces on the board and counts against the best opponent. `blend` is their
//! sum with the weights that the description's metadata gives, for example
//! `(ai (heuristics { (lineCompletionHeuristic weight:1.0) (centreProximity weight:0.2) }))`; a description without
//! weights gets points, pieces, open lines and centre with ours. Lines are judged in two ways: `line completion` looks at
//! the two best, as the study of 3D games did; `open lines` adds all of them up and plays better.

use ludex_core::{Evaluate, Game, Player};

use crate::board::{Board, Direction, Mark, Point, SiteType};
use crate::expand::Expanded;
use crate::runtime::rules::Rules;
use crate::runtime::{Bits, State};
use crate::text::{Node, Value};

use super::Described;

/// The single heuristics, in the order of [`NAMES`] after the blend.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Term {
    OpenLines,
    Completion,
    Centre,
    Corner,
    Side,
    TopLayer,
    Material,
    Mobility,
    Score,
    Null,
}

use Term::*;

const TERMS: [Term; 10] =
    [OpenLines, Completion, Centre, Corner, Side, TopLayer, Material, Mobility, Score, Null];

const NAMES: [&str; 11] = [
    "blend",
    "open lines",
    "line completion",
    "centre proximity",
    "corner proximity",
    "side proximity",
    "top layer",
    "material",
    "mobility",
    "score",
    "null",
];

/// What descriptions call them.
const WORDS: [(&str, Term); 10] = [
    ("lineCompletionHeuristic", Completion),
    ("centreProximity", Centre),
    ("cornerProximity", Corner),
    ("sidesProximity", Side),
    ("topLayerProximity", TopLayer),
    ("material", Material),
    ("mobilitySimple", Mobility),
    ("mobilityAdvanced", Mobility),
    ("score", Score),
    ("nullHeuristic", Null),
];

/// More lines than this are not looked at: boards that large are judged by their other terms.
const MOST_LINES: usize = 4096;

/// A line one piece short counts this much more than one that lacks another.
const NEARER: f64 = 4.0;

/// What the heuristics of one game need to know, worked out once.
#[derive(Clone, Debug)]
pub(super) struct Heuristics<const W: usize> {
    /// Nearness of each place to the centre, the corners and the sides, and its layer.
    near: [Vec<f64>; 4],
    lines: Vec<Bits<W>>,
    stretches: Vec<Stretch<W>>,
    weights: [f64; TERMS.len()],
}

impl<const W: usize> Heuristics<W> {
    pub(super) fn new(rules: &Rules<W>, expanded: &Expanded) -> Heuristics<W> {
        let board = &rules.tables.board;
        let length = line_length(&expanded.root);
        let lines = lines(board, length);
        let stretches = stretches(board, length);
        let weights = expanded.metadata.as_ref().and_then(weights_of).unwrap_or_else(|| {
            let mut weights = [0.0; TERMS.len()];
            weights[OpenLines as usize] = if mentions_lines(&expanded.root) { 1.0 } else { 0.0 };
            weights[Material as usize] = 0.5;
            weights[Centre as usize] = 0.1;
            weights[Score as usize] = if rules.scored { 1.0 } else { 0.0 };
            weights
        });
        Heuristics { near: nearness(board), lines, stretches, weights }
    }

    fn near(&self, table: usize, pieces: Bits<W>) -> f64 {
        pieces.iter().map(|place| self.near[table][place]).sum()
    }

    fn open_lines(&self, own: &Bits<W>, others: &Bits<W>) -> f64 {
        let mut value = 0.0;
        for line in &self.lines {
            let here = line.and(own).count();
            if here > 0 && !line.meets(others) {
                value += NEARER.powi(here as i32 - line.count() as i32 + 1);
            }
        }
        value
    }

    /// How much of the two lines nearest to completion is there, the second counting half. A line with another's piece
    /// in it counts nothing; each end at which another's piece lies just beyond it halves it.
    fn completion(&self, own: &Bits<W>, others: &Bits<W>) -> f64 {
        let (mut first, mut second) = (0.0, 0.0);
        for stretch in &self.stretches {
            let here = stretch.line.and(own).count();
            if here == 0 || stretch.line.meets(others) {
                continue;
            }
            let blocked = stretch.beyond.and(others).count();
            let value = f64::from(here) / f64::from(stretch.line.count()) / f64::from(1u32 << blocked);
            if value > first {
                (first, second) = (value, first);
            } else if value > second {
                second = value;
            }
        }
        first + second / 2.0
    }
}

/// A straight line of the length that wins, with the places just beyond its ends.
#[derive(Clone, Debug)]
struct Stretch<const W: usize> {
    line: Bits<W>,
    beyond: Bits<W>,
}

/// All straight lines of the given length, also sloped ones; on a pyramid whose rules give no length, of as many places
/// as its base is wide.
fn stretches<const W: usize>(board: &Board, length: Option<usize>) -> Vec<Stretch<W>> {
    let kind = board.default_type();
    let layered = kind == SiteType::Vertex && board.layers(kind).len() > 1;
    let wanted = match length {
        Some(length) => length.max(2),
        None if layered => board.layers(kind)[0].len().isqrt(),
        None => return Vec::new(),
    };
    let mut found: Vec<Stretch<W>> = Vec::new();
    let radials = board.radials(kind);
    for site in 0..board.sites() {
        for radial in radials.from_site(site, Direction::All) {
            if radial.sites.len() < wanted || found.len() >= MOST_LINES {
                continue;
            }
            let line: Bits<W> = radial.sites[..wanted].iter().map(|&s| usize::from(s)).collect();
            let next = radial.sites.get(wanted).map(|&s| usize::from(s));
            // The same line is met from its other end, with what lies beyond that one.
            match found.iter_mut().find(|known| known.line == line) {
                Some(known) => known.beyond = known.beyond.or(&next.into_iter().collect()),
                None => found.push(Stretch { line, beyond: next.into_iter().collect() }),
            }
        }
    }
    found
}

/// The nearness of each place, seen from above, to the centre, to the nearest corner and to the nearest side, each
/// from 0 (as far as can be) to 1, and the number of its layer.
fn nearness(board: &Board) -> [Vec<f64>; 4] {
    let kind = board.default_type();
    let places: Vec<Point> = (0..board.sites()).map(|site| board.at(kind, site)).collect();
    let ground = |mark| -> Vec<Point> {
        let marked = board.marked(kind, mark).iter().map(|&site| usize::from(site));
        marked.filter(|&site| board.layer(kind, site) == 0).map(|site| places[site]).collect()
    };
    let middle = |values: &dyn Fn(&Point) -> f64| {
        let low = places.iter().map(values).fold(f64::MAX, f64::min);
        let high = places.iter().map(values).fold(f64::MIN, f64::max);
        (low + high) / 2.0
    };
    let centre = Point { x: middle(&|p| p.x), y: middle(&|p| p.y), z: 0.0 };
    let to_nearest = |goals: &[Point]| -> Vec<f64> {
        let distance =
            |place: &Point| goals.iter().map(|goal| place.flat_distance(*goal)).fold(f64::MAX, f64::min);
        let distances: Vec<f64> = places.iter().map(distance).collect();
        let largest = distances.iter().copied().filter(|d| *d < f64::MAX).fold(0.0, f64::max);
        let near = |d: &f64| if *d == f64::MAX || largest == 0.0 { 0.0 } else { 1.0 - d / largest };
        distances.iter().map(near).collect()
    };
    let layers = (0..board.sites()).map(|site| f64::from(board.layer(kind, site))).collect();
    [to_nearest(&[centre]), to_nearest(&ground(Mark::Corner)), to_nearest(&ground(Mark::Perimeter)), layers]
}

/// The straight lines that could be completed: of the given length anywhere on a layer, or, on a pyramid whose rules
/// give no length, the lines across a whole layer.
fn lines<const W: usize>(board: &Board, length: Option<usize>) -> Vec<Bits<W>> {
    let kind = board.default_type();
    let layered = kind == SiteType::Vertex && board.layers(kind).len() > 1;
    let radials = board.radials(kind);
    let mut lines: Vec<Bits<W>> = Vec::new();
    for site in 0..board.sites() {
        let layer = board.layer(kind, site);
        let across = board.layers(kind)[usize::from(layer)].len().isqrt();
        for radial in radials.from_site(site, Direction::All) {
            let wanted = match length {
                Some(length) => length,
                None if layered => across,
                None => return lines,
            };
            if wanted < 2 || radial.sites.len() < wanted {
                continue;
            }
            let sites = &radial.sites[..wanted];
            if sites.iter().any(|&s| board.layer(kind, usize::from(s)) != layer) {
                continue;
            }
            let line: Bits<W> = sites.iter().map(|&s| usize::from(s)).collect();
            if !lines.contains(&line) {
                lines.push(line);
            }
            if lines.len() >= MOST_LINES {
                return lines;
            }
        }
    }
    lines
}

/// Calls `found` for every `(is Line ...)` of a description, with the length if it is a plain number.
fn each_line(node: &Node, found: &mut impl FnMut(Option<usize>)) {
    if let Value::List(items) = &node.value {
        items.iter().for_each(|item| each_line(item, found));
    }
    let Some(call) = node.as_call() else { return };
    if call.head == "is"
        && matches!(call.args.first().map(|a| &a.value.value), Some(Value::Word(w)) if w == "Line")
    {
        found(call.args.get(1).and_then(|arg| match arg.value.value {
            Value::Number(number) => usize::try_from(number).ok(),
            _ => None,
        }));
    }
    call.args.iter().for_each(|arg| each_line(&arg.value, found));
}

/// The longest line that the rules ask for by a plain number.
fn line_length(root: &Node) -> Option<usize> {
    let mut longest = None;
    each_line(root, &mut |length| longest = longest.max(length));
    longest
}

fn mentions_lines(root: &Node) -> bool {
    let mut any = false;
    each_line(root, &mut |_| any = true);
    any
}

/// The weights of `(heuristics { ... })` in the metadata, if there are any that we know.
fn weights_of(node: &Node) -> Option<[f64; TERMS.len()]> {
    if let Value::List(items) = &node.value {
        return items.iter().find_map(weights_of);
    }
    let call = node.as_call()?;
    if call.head != "heuristics" {
        return call.args.iter().find_map(|arg| weights_of(&arg.value));
    }
    let mut weights = [0.0; TERMS.len()];
    let mut any = false;
    let mut read = |node: &Node| {
        let Some(call) = node.as_call() else { return };
        let Some((_, term)) = WORDS.iter().find(|(word, _)| *word == call.head) else { return };
        let given =
            call.args.iter().find(|arg| arg.label.as_ref().is_some_and(|label| label.name == "weight"));
        let weight = match given.map(|arg| &arg.value.value) {
            Some(Value::Number(number)) => *number as f64,
            Some(Value::Real(number)) => *number,
            _ => 1.0,
        };
        weights[*term as usize] += weight;
        any = true;
    };
    for arg in &call.args {
        match &arg.value.value {
            Value::List(items) => items.iter().for_each(&mut read),
            _ => read(&arg.value),
        }
    }
    any.then_some(weights)
}

impl<const W: usize> Described<W> {
    /// The colour a player plays (players may have swapped sides).
    fn colour_played(&self, state: &State<W>, player: Player) -> usize {
        let colours = 1..=self.rules.players;
        colours.into_iter().find(|&c| self.seat(state, c as u8) == player).unwrap_or(player.index() + 1)
    }

    fn term(&self, term: Term, state: &State<W>, colour: usize) -> f64 {
        let board = &self.rules.tables.all;
        let own = state.owned(colour).and(board);
        let heuristics = &self.heuristics;
        match term {
            OpenLines => heuristics.open_lines(&own, &state.occupied().and(board).minus(&own)),
            Completion => heuristics.completion(&own, &state.occupied().and(board).minus(&own)),
            Centre => heuristics.near(0, own),
            Corner => heuristics.near(1, own),
            Side => heuristics.near(2, own),
            TopLayer => heuristics.near(3, own),
            Material if self.rules.counts => own.iter().map(|place| f64::from(state.count(place))).sum(),
            Material => f64::from(own.count()),
            Mobility if state.mover as usize == colour && !state.over => {
                self.count_moves(state, &mut Vec::new()) as f64
            }
            Score => f64::from(state.scores[colour]),
            Mobility | Null => 0.0,
        }
    }

    /// A term for a colour against the best of the others.
    fn lead(&self, term: Term, state: &State<W>, colour: usize) -> f64 {
        let others =
            (1..=self.rules.players).filter(|&c| c != colour && state.teams[c] != state.teams[colour]);
        let best = others.map(|c| self.term(term, state, c)).fold(f64::NEG_INFINITY, f64::max);
        self.term(term, state, colour) - if best.is_finite() { best } else { 0.0 }
    }
}

impl<const W: usize> Evaluate for Described<W> {
    fn heuristics(&self) -> Vec<String> {
        NAMES.iter().map(|name| name.to_string()).collect()
    }

    fn heuristic(&self, index: usize, state: &State<W>, player: Player) -> f64 {
        if state.waiting.is_some() {
            return 0.0;
        }
        let colour = self.colour_played(state, player);
        if let Some(single) = index.checked_sub(1) {
            return TERMS.get(single).map_or(0.0, |&term| self.lead(term, state, colour));
        }
        let weighted = TERMS.iter().zip(self.heuristics.weights).filter(|(_, weight)| *weight != 0.0);
        weighted.map(|(&term, weight)| weight * self.lead(term, state, colour)).sum()
    }

    fn standing(&self, state: &State<W>, player: Player) -> f64 {
        match self.outcome(state) {
            Some(outcome) => outcome.utility(player),
            None => (self.heuristic(0, state, player) / 4.0).tanh(),
        }
    }

    fn score(&self, state: &State<W>, player: Player) -> Option<i32> {
        self.rules.scored.then(|| state.scores[self.colour_played(state, player)])
    }
}
