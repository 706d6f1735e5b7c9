//! Judging positions: a heuristic of the game, its standing, or a general evaluation for games without one.

use ludex_core::{Colour, MAX_TERMS, Outcome, Playable, Player, SpecError};

use crate::parts::door;
use crate::parts::sides::Sides;

/// How positions are judged.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Judge {
    /// The game's heuristic with this number.
    Heuristic(usize),
    /// Several heuristics of the game, each with its weight; those with weight 0 are not asked.
    Blend([(u8, f64); BLENDED]),
    /// The terms of the game's first heuristic with other weights.
    Weighted([f64; MAX_TERMS]),
    /// The game's standing, between -1 and 1.
    Standing,
    /// The lead in points, in games that count them from the first move on.
    Points(Sides),
    /// Points, pieces and moves, for games without heuristics of their own.
    General(Colours),
}

/// How many heuristics can be blended.
pub const BLENDED: usize = 6;

/// The colours of the players' pieces.
pub type Colours = [Colour; ludex_core::MAX_PLAYERS];

/// What a won game is worth where results and heuristics share a scale. Above every heuristic; a move sooner is
/// worth 1 more.
pub const WON: f64 = 1e12;

impl Judge {
    /// The judge of this name: `auto` (the game's best heuristic, or the general evaluation), `points` (the lead
    /// in points; `auto` if the game counts none), `standing`, `general`, the name of a heuristic of the game, or
    /// several with weights: `centre-proximity+-0.5*corner-proximity`. Numbers with semicolons between are weights for
    /// the terms of the game's first heuristic.
    pub fn named<G: Playable>(game: &G, name: &str) -> Result<Judge, SpecError> {
        let heuristics = game.heuristics();
        match name {
            "auto" if heuristics.is_empty() => Ok(Judge::General(colours(game))),
            "auto" => Ok(Judge::Heuristic(0)),
            "points" if game.score(&game.start(), Player::FIRST).is_some() => {
                Ok(Judge::Points(Sides::of(game)))
            }
            "points" => Judge::named(game, "auto"),
            "standing" => Ok(Judge::Standing),
            "general" => Ok(Judge::General(colours(game))),
            _ if name.contains(['*', '+']) => blend(game, name),
            _ if name.contains(';') => weighted(game, name),
            _ => match heuristics.iter().position(|known| spec_word(known) == spec_word(name)) {
                Some(index) => Ok(Judge::Heuristic(index)),
                None => {
                    let words: Vec<String> = heuristics.iter().map(|known| spec_word(known)).collect();
                    let known =
                        words.iter().map(String::as_str).chain(["auto", "points", "standing", "general"]);
                    Err(SpecError::new(format!(
                        "{} has no heuristic '{}'; it has {}",
                        game.name(),
                        ludex_core::shorten(name),
                        known.collect::<Vec<_>>().join(", ")
                    )))
                }
            },
        }
    }

    /// The worth of a position that is not over, for a player, in the unit of the evaluation.
    #[inline(never)]
    pub fn judge<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        last: Option<G::Move>,
    ) -> f64 {
        match self {
            Judge::Heuristic(index) => game.heuristic_after(*index, state, player, last),
            Judge::Blend(terms) => {
                let asked = terms.iter().filter(|(_, weight)| *weight != 0.0);
                asked
                    .map(|&(index, weight)| weight * game.heuristic_after(index.into(), state, player, last))
                    .sum()
            }
            Judge::Weighted(weights) => {
                let mut terms = [0.0; MAX_TERMS];
                let count = game.terms(state, player, last, &mut terms);
                terms[..count].iter().zip(weights).map(|(term, weight)| term * weight).sum()
            }
            Judge::Standing => game.standing(state, player),
            Judge::Points(sides) => {
                sides.lead_of(player, |p| f64::from(game.score(state, p).unwrap_or_default()))
            }
            Judge::General(colours) => general(game, state, player, colours),
        }
    }

    /// The worth of any position, finished or not; `plies` is its distance from the root.
    #[inline(never)]
    pub fn worth<G: Playable>(
        &self,
        game: &G,
        state: &G::State,
        player: Player,
        last: Option<G::Move>,
        ends: Ends,
        plies: u32,
    ) -> f64 {
        match door::outcome(game, state) {
            Some(outcome) if ends != Ends::Heuristic => {
                worth(&Sides::of(game), &outcome, player, ends, plies)
            }
            _ => self.judge(game, state, player, last),
        }
    }

    /// The worth of a position that is not over, for a player, between -1 and 1.
    #[inline(never)]
    pub fn standing<G: Playable>(&self, game: &G, state: &G::State, player: Player) -> f64 {
        match self {
            Judge::Standing => game.standing(state, player),
            _ => self.judge(game, state, player, None).tanh(),
        }
    }
}

/// Heuristics with weights, joined by `+`.
fn blend<G: Playable>(game: &G, text: &str) -> Result<Judge, SpecError> {
    let mut terms = [(0, 0.0); BLENDED];
    for (place, part) in text.split('+').enumerate() {
        let (weight, name) = part.split_once('*').unwrap_or(("1", part));
        let weight: f64 =
            weight.trim().parse().ok().filter(|weight: &f64| weight.is_finite()).ok_or_else(|| {
                let shown = ludex_core::shorten(weight);
                SpecError::new(format!("'{shown}' is not a weight; a blend is written 0.5*{name}+2*other"))
            })?;
        let known = if name.contains('*') { Judge::Standing } else { Judge::named(game, name.trim())? };
        let Judge::Heuristic(index) = known else {
            let shown = ludex_core::shorten(name);
            return Err(SpecError::new(format!(
                "'{shown}' is no heuristic of the game and cannot be blended"
            )));
        };
        let Some(term) = terms.get_mut(place) else {
            return Err(SpecError::new(format!("at most {BLENDED} heuristics can be blended")));
        };
        *term = (index as u8, weight);
    }
    Ok(Judge::Blend(terms))
}

/// Reads weights: as many as the game's first heuristic has terms.
fn weighted<G: Playable>(game: &G, text: &str) -> Result<Judge, SpecError> {
    let count = game.terms(&game.start(), Player::FIRST, None, &mut [0.0; MAX_TERMS]);
    let wrong = || {
        let what = match count {
            0 => format!("{} has no heuristic made of weighted terms", game.name()),
            _ => format!("{} needs {count} weights with semicolons between", game.name()),
        };
        SpecError::new(format!("{what}, not '{}'", ludex_core::shorten(text)))
    };
    let read: Vec<f64> = text.split(';').filter_map(|word| word.trim().parse().ok()).collect();
    if count == 0
        || read.len() != count
        || text.split(';').count() != count
        || read.iter().any(|w| !w.is_finite())
    {
        return Err(wrong());
    }
    let mut weights = [0.0; MAX_TERMS];
    weights[..count].copy_from_slice(&read);
    Ok(Judge::Weighted(weights))
}

/// How finished games are valued beside judged positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ends {
    /// Won, drawn or lost, beyond every heuristic.
    Result,
    /// By the lead in points, where the game counts points.
    Points,
    /// By the same heuristic as any other position.
    Heuristic,
}

/// The worth of a finished game for a player on the scale of heuristics: its lead in points if asked for and counted,
/// otherwise won, lost or between, the sooner won the better.
pub fn worth(sides: &Sides, outcome: &Outcome, player: Player, ends: Ends, plies: u32) -> f64 {
    if ends != Ends::Result
        && let Some(lead) = sides.lead(outcome, player)
    {
        return lead;
    }
    let utility = outcome.utility(player);
    if utility >= 1.0 {
        WON - f64::from(plies)
    } else if utility <= -1.0 {
        f64::from(plies) - WON
    } else {
        utility * WON / 2.0
    }
}

/// A heuristic's name as it can be written in a specification: words joined by hyphens.
fn spec_word(name: &str) -> String {
    name.trim().to_lowercase().replace([' ', '_'], "-")
}

/// Which colour a player's pieces have: the one the player is named after, or the usual one.
fn colours<G: Playable>(game: &G) -> Colours {
    let names = game.player_names();
    let mut colours = Colour::PLAYERS;
    for (colour, name) in colours.iter_mut().zip(&names) {
        if let Some(named) = Colour::PLAYERS.iter().find(|c| format!("{c:?}").eq_ignore_ascii_case(name)) {
            *colour = *named;
        }
    }
    colours
}

/// Points and pieces against the best opponent, and a little for the freedom to move.
fn general<G: Playable>(game: &G, state: &G::State, player: Player, colours: &Colours) -> f64 {
    let sides = Sides::of(game);
    let mut value = 0.0;
    if game.score(state, player).is_some() {
        value += sides.lead_of(player, |p| f64::from(game.score(state, p).unwrap_or(0)));
    }
    let scene = game.scene(state);
    let mut pieces = [0.0; ludex_core::MAX_PLAYERS];
    for piece in &scene.pieces {
        for p in 0..sides.players() {
            if piece.colour == colours[p] {
                pieces[p] += f64::from(piece.count);
            }
        }
    }
    value += sides.lead_of(player, |p| pieces[p.index()]);
    if let Some(mover) = door::turn(game, state).player() {
        let freedom = 0.01 * game.count_moves(state, &mut Vec::new()) as f64;
        value += if sides.together(mover, player) { freedom } else { -freedom };
    }
    value
}
