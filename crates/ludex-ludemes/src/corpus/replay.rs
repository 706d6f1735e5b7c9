//! A recorded trial played again with compiled rules: at every move the same number of legal moves, the recorded
//! move among them, and the same position after it; at the end the same winner and ranks.

use std::time::Instant;

use crate::runtime::code::Kind;
use crate::runtime::rules::Rules;
use crate::runtime::{Content, Move, State};

use super::piles::Piles;
use super::trial::{Act, Recorded, Trial};

/// Where a trial and our rules part, or why it could not be followed to its end.
#[derive(Clone, PartialEq, Debug)]
pub enum Parting {
    /// The rules differ from those of the recorder: the move (from 0) and what differs.
    Differs(usize, String),
    /// The time for it was over at this move.
    Late(usize),
}

impl std::fmt::Display for Parting {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Parting::Differs(at, what) => write!(f, "move {at}: {what}"),
            Parting::Late(at) => write!(f, "move {at}: the time was over"),
        }
    }
}

/// How many random draws one move may need before we stop looking for the ones that were recorded.
const MOST_DRAWS: usize = 5000;

/// What stands where, as the recorded actions say.
#[derive(Clone, PartialEq)]
struct Shadow {
    places: Vec<Content>,
    scores: Vec<i32>,
    /// What is stacked on each place, in games with stacks; the places are not looked at then.
    piles: Option<Piles>,
}

impl Shadow {
    fn of<const W: usize>(rules: &Rules<W>, state: &State<W>) -> Shadow {
        let content = |place| {
            let content = state.content(place);
            // Marks without a piece differ between recorders: only those of pieces are compared.
            if content.what == 0 { Content::default() } else { content }
        };
        Shadow {
            places: if rules.stacks { Vec::new() } else { (0..rules.places).map(content).collect() },
            scores: state.scores[..=rules.players].to_vec(),
            piles: rules.stacks.then(|| Piles::of(rules, state)),
        }
    }

    /// Nothing anywhere.
    fn empty<const W: usize>(rules: &Rules<W>) -> Shadow {
        Shadow {
            places: vec![Content::default(); if rules.stacks { 0 } else { rules.places }],
            scores: vec![0; rules.players + 1],
            piles: rules.stacks.then(|| Piles::empty(rules.places)),
        }
    }

    fn act(&mut self, act: &Act, counts: bool) {
        let place = |name: &str| {
            usize::try_from(act.number(name, -1)).ok().filter(|&place| place < self.places.len())
        };
        let (from, to) = (place("from"), place("to"));
        if let Some(piles) = &mut self.piles {
            piles.act(act);
        }
        match (act.kind.as_str(), from, to) {
            ("Move", Some(from), Some(to)) if from != to => {
                let piece = self.places[from];
                if piece.what == 0 {
                    return;
                }
                let moved = (act.number("count", 1).max(0) as u16).min(piece.count);
                let rest = Content { count: piece.count - moved, ..piece };
                self.places[from] = if rest.count == 0 { Content::default() } else { rest };
                let there = self.places[to];
                // Pieces that are moved by number leave the marks of their target alone.
                let marks = if act.get("count").is_some() { there } else { piece };
                let count = if counts && there.what == piece.what { there.count + moved } else { moved };
                let state = act.number("state", i32::from(marks.state)) as i16;
                let value = act.number("value", i32::from(marks.value)) as i16;
                self.places[to] = Content { what: piece.what, count, state, value };
            }
            ("Copy", Some(from), Some(to)) => self.places[to] = self.places[from],
            ("Add", _, Some(to)) => {
                let (what, added) = (act.number("what", 0) as u8, act.number("count", 1) as u16);
                let there = self.places[to];
                let count = if counts && there.what == what { there.count + added } else { added };
                let (state, value) =
                    (act.number("state", 0).max(0) as i16, act.number("value", 0).max(0) as i16);
                self.places[to] = Content { what, count, state, value };
            }
            ("Remove", _, Some(to)) if act.get("applied") != Some("false") => {
                self.places[to] = Content::default();
            }
            ("SetCount", _, Some(to)) => {
                let count = act.number("count", 0).max(0) as u16;
                let there = self.places[to];
                let content = Content { what: act.number("what", 0) as u8, count, ..there };
                self.places[to] = if count == 0 { Content::default() } else { content };
            }
            ("Promote", _, Some(to)) => self.places[to].what = act.number("what", 0) as u8,
            ("SetState", _, Some(to)) => self.places[to].state = act.number("state", 0) as i16,
            ("SetValue", _, Some(to)) => self.places[to].value = act.number("value", 0) as i16,
            ("SetScore", ..) => {
                let score = act.number("score", 0);
                if let Ok(who) = usize::try_from(act.number("player", -1))
                    && let Some(kept) = self.scores.get_mut(who)
                {
                    *kept = if act.get("add") == Some("true") { *kept + score } else { score };
                }
            }
            _ => {}
        }
    }

    /// The first difference in words.
    fn difference(&self, ours: &Shadow) -> String {
        let words =
            |c: &Content| format!("piece {} count {} state {} value {}", c.what, c.count, c.state, c.value);
        for (place, (theirs, ours)) in self.places.iter().zip(&ours.places).enumerate() {
            if theirs != ours {
                return format!("place {place} recorded with {}, ours with {}", words(theirs), words(ours));
            }
        }
        if let (Some(theirs), Some(ours)) = (&self.piles, &ours.piles)
            && let Some(difference) = theirs.difference(ours)
        {
            return difference;
        }
        format!("scores recorded {:?}, ours {:?}", &self.scores[1..], &ours.scores[1..])
    }

    /// The marks of places without a piece do not count.
    fn settled(mut self) -> Shadow {
        for content in &mut self.places {
            if content.what == 0 || content.count == 0 {
                *content = Content::default();
            }
        }
        self
    }
}

/// Lets the dice fall as they did before a recorded move.
fn roll_as<const W: usize>(rules: &Rules<W>, state: &mut State<W>, recorded: &Recorded) {
    let mut faces = recorded.acts.iter().filter(|act| act.kind == "SetStateAndUpdateDice");
    while state.waiting.as_ref().is_some_and(|waiting| waiting.roll.is_some()) {
        let face = faces.next().map_or(0, |act| act.number("state", 0));
        rules.apply_draw(state, face.max(0) as u32);
    }
}

/// All positions a move may lead to, one for each way chance may fall.
fn outcomes<const W: usize>(rules: &Rules<W>, state: State<W>) -> Vec<State<W>> {
    let mut open = vec![state];
    let mut settled = Vec::new();
    let mut steps = 0;
    while let Some(state) = open.pop() {
        steps += 1;
        // What is rolled before the next move belongs to that one.
        let rolls = state.waiting.as_ref().is_some_and(|waiting| waiting.roll.is_some());
        match &state.waiting {
            Some(_) if rolls => settled.push(state),
            Some(waiting) if steps < MOST_DRAWS => {
                for number in 0..waiting.sides.min(MOST_DRAWS as u32) {
                    let mut drawn = state.clone();
                    rules.apply_draw(&mut drawn, number);
                    open.push(drawn);
                }
            }
            Some(_) => break,
            None => settled.push(state),
        }
    }
    settled
}

/// Plays a trial again.
pub fn replay<const W: usize>(rules: &Rules<W>, trial: &Trial, until: Instant) -> Result<(), Parting> {
    let differs = |at: usize, what: String| Err(Parting::Differs(at, what));
    let mut shadow = Shadow::empty(rules);
    for act in trial.set_up.iter().flat_map(|recorded| &recorded.acts) {
        shadow.act(act, rules.counts);
    }
    let mut shadow = shadow.settled();
    let starts = outcomes(rules, rules.begin(Vec::new()));
    let Some(mut state) = starts.iter().find(|state| Shadow::of(rules, state) == shadow).cloned() else {
        let ours = starts.first().map(|state| shadow.difference(&Shadow::of(rules, state)));
        return differs(0, format!("the set-up: {}", ours.unwrap_or_default()));
    };
    let mut moves = Vec::new();
    for (at, recorded) in trial.moves.iter().enumerate() {
        if Instant::now() > until {
            return Err(Parting::Late(at));
        }
        if state.over {
            return differs(at, "our game is over, the recorded one goes on".to_string());
        }
        if i32::from(state.mover) != recorded.mover {
            return differs(at, format!("player {} moves, ours is {}", recorded.mover, state.mover));
        }
        roll_as(rules, &mut state, recorded);
        rules.raw_moves(&state, &mut moves);
        let before = shadow.clone();
        for act in &recorded.acts {
            shadow.act(act, rules.counts);
        }
        let wanted = shadow.clone().settled();
        let size = trial.sizes.get(at).copied().unwrap_or(moves.len());
        let next = trial.moves.get(at + 1).map(|next| next.mover);
        let made = fitting(rules, &state, &mut moves, recorded, &wanted, next);
        if moves.len() != size {
            return differs(at, format!("{size} legal moves recorded, ours {}", moves.len()));
        }
        state = match made {
            Ok(state) => state,
            Err(None) => {
                let Recorded { from, to, .. } = recorded;
                let kinds: Vec<&str> = recorded
                    .acts
                    .iter()
                    .filter(|act| act.is_decision())
                    .map(|act| act.kind.as_str())
                    .collect();
                return differs(at, format!("no move from {from} to {to} ({})", kinds.join(", ")));
            }
            Err(Some(ours)) => {
                let changed: Vec<usize> =
                    (0..before.places.len()).filter(|&p| before.places[p] != shadow.places[p]).collect();
                let what = wanted.difference(&ours);
                return differs(at, format!("after it {what} (recorded changes at {changed:?})"));
            }
        };
    }
    finish(rules, trial, &state)
}

/// Plays the first of the legal moves that does what was recorded. Otherwise one of the positions that a move with
/// the same places leads to, if there is one.
fn fitting<const W: usize>(
    rules: &Rules<W>,
    state: &State<W>,
    moves: &mut [Move],
    recorded: &Recorded,
    shadow: &Shadow,
    next: Option<i32>,
) -> Result<State<W>, Option<Shadow>> {
    let mut near = None;
    let mut same_board: Option<(u8, State<W>)> = None;
    let remembered = remembered_after(rules, state, recorded);
    let last_place = last_place(recorded);
    let mut tried: Option<Move> = None;
    for &made in moves.iter() {
        let (from, to) = (i32::from(made.from), i32::from(made.to));
        let fits = from == recorded.from && (to == recorded.to || (recorded.to < 0 && to == from));
        if !fits
            || tried == Some(made)
            || !uses_same_dice(rules, made, recorded)
            || recorded.proposal().is_some_and(|name| !proposes(rules, made, name))
        {
            continue;
        }
        tried = Some(made);
        let mut after = state.clone();
        rules.apply(&mut after, made);
        for after in outcomes(rules, after) {
            let mut ours = Shadow::of(rules, &after);
            if after.over {
                // Scores that only the end of the game gives are no action of a move.
                ours.scores.clone_from(&shadow.scores);
            }
            if ours != *shadow {
                near = Some(ours);
                continue;
            }
            // Several moves may lead to the same board: the one that was made also goes on in the same way.
            let goes_on = next.is_none_or(|next| !after.over && i32::from(after.mover) == next);
            let merit = 4 * u8::from(goes_on && after.over == next.is_none())
                + 2 * u8::from(sorted(&after.remembered) == remembered)
                + u8::from(last_place.is_none_or(|place| i32::from(after.last.to_after) == place));
            if same_board.as_ref().is_none_or(|(best, _)| merit > *best) {
                same_board = Some((merit, after));
            }
        }
        if same_board.as_ref().is_some_and(|(merit, _)| *merit == 7) {
            break;
        }
    }
    same_board.map(|(_, after)| after).ok_or(near)
}

/// Whether a move uses up the dice that the recorded one did.
fn uses_same_dice<const W: usize>(rules: &Rules<W>, made: Move, recorded: &Recorded) -> bool {
    let used = recorded.acts.iter().filter(|act| act.kind == "UseDie").filter_map(|act| {
        let hand = rules.dice.hands.get(usize::try_from(act.number("indexHandDice", 0)).ok()?)?;
        u8::try_from(hand.first as i32 + act.number("indexDie", 0)).ok()
    });
    let ours = rules.leaves[made.leaf as usize].dice.as_ref().map_or(&[][..], |used| &used.dice);
    used.eq(ours.iter().copied())
}

/// Whether a move proposes this, or votes for it.
fn proposes<const W: usize>(rules: &Rules<W>, made: Move, name: &str) -> bool {
    matches!(rules.leaves[made.leaf as usize].kind, Kind::Ballot { .. })
        && rules.proposals.get(made.aux.max(0) as usize).is_some_and(|proposal| proposal == name)
}

/// What is remembered after a recorded move.
fn remembered_after<const W: usize>(
    rules: &Rules<W>,
    state: &State<W>,
    recorded: &Recorded,
) -> Vec<(u8, i32)> {
    let mut kept = state.remembered.clone();
    for act in &recorded.acts {
        let name = act.get("name").filter(|&name| name != "null").unwrap_or("");
        let Some(list) = rules.lists.iter().position(|list| list == name) else { continue };
        let item = (list as u8, act.number("value", 0));
        match act.kind.as_str() {
            "RememberValue" => kept.push(item),
            "ForgetValue" => {
                if let Some(at) = kept.iter().position(|&other| other == item) {
                    kept.remove(at);
                }
            }
            _ => {}
        }
    }
    sorted(&kept)
}

fn sorted(items: &[(u8, i32)]) -> Vec<(u8, i32)> {
    let mut items = items.to_vec();
    items.sort_unstable();
    items
}

/// Where the last of the actions that have a place ended.
fn last_place(recorded: &Recorded) -> Option<i32> {
    let place = |act: &Act| ["to", "from"].iter().find_map(|name| act.get(name)?.parse().ok());
    recorded.acts.iter().rev().find_map(place)
}

fn finish<const W: usize>(rules: &Rules<W>, trial: &Trial, state: &State<W>) -> Result<(), Parting> {
    let at = trial.moves.len();
    if trial.end.is_empty() {
        return Ok(());
    }
    if !state.over {
        return Err(Parting::Differs(at, format!("recorded as ended ({}), ours goes on", trial.end)));
    }
    let ours: Vec<f64> = (1..=rules.players).map(|player| f64::from(state.ranks[player]) / 2.0).collect();
    let theirs = trial.ranks.get(1..).unwrap_or(&[]);
    if ours != theirs {
        return Err(Parting::Differs(at, format!("ranks recorded {theirs:?}, ours {ours:?}")));
    }
    Ok(())
}
