//! Games of balls on pyramids, and any other described game that Ludii played.
//!
//! Sites, pieces and hands have the same numbers here and there, so positions are compared as they are. Every ply
//! is compared in full: what each legal move would change (with the points), the position, the points and the
//! mover after it; and at the end the winner and everybody's place.

use std::collections::BTreeSet;

use ludex_core::{Game, Player, Spec, Turn};
use ludex_ludemes::described::{AnyDescribed, Described};
use ludex_ludemes::expand::{Choices, Library};
use ludex_ludemes::runtime::{Move, State};
use ludex_ludemes::shelf;
use ludex_ludemes::text::Source;

use crate::input::{Input, Place};
use crate::ludii::{self, End, Header, Occupied, Ply, Position, Record};
use crate::{Agreement, Format, Trouble};

pub(crate) const FORMATS: &[Format] = &[Format { recognises, replay: replay_named }];

/// Ludii's name for a game, and ours.
const NAMES: [(&str, &str); 33] = [
    ("English_Wari_St_Lucia", "english-wari-st-lucia"),
    ("French_Wari", "french-wari"),
    ("Gekitai", "gekitai"),
    ("Margo", "margo(ruleset=study)"),
    ("Papan_Dakon", "papan-dakon"),
    ("Real_Spava", "spava(ruleset=study)"),
    ("Spaji", "spaiji(ruleset=study)"),
    ("Spalone", "spalone(ruleset=study)"),
    ("Span", "span(ruleset=study)"),
    ("Spaniel", "spaniel(ruleset=study)"),
    ("Spao", "spao(ruleset=study)"),
    ("Spargo", "spargo(ruleset=study)"),
    ("Sparro", "sparro(ruleset=study)"),
    ("Spava", "spava-two-colour(ruleset=study)"),
    ("Speedo", "speedo(ruleset=study)"),
    ("Spice", "spice(ruleset=study)"),
    ("Spight", "spight(ruleset=study)"),
    ("Spinimax", "spinimax(ruleset=study)"),
    ("Spire", "spire(ruleset=study)"),
    ("Spirit", "spirit(ruleset=study)"),
    ("Splade", "splade(ruleset=study)"),
    ("Splastwo", "splastwo(ruleset=study)"),
    ("Splice", "splice(ruleset=study)"),
    ("Spline", "spline(ruleset=study)"),
    ("Spline_plus", "spline-plus(ruleset=study)"),
    ("Sploof", "sploof(ruleset=study)"),
    ("Spodd", "spodd(ruleset=study)"),
    ("Spoing", "spoing(ruleset=study)"),
    ("Sponnect", "sponnect(ruleset=study)"),
    ("Spree", "spree(ruleset=study)"),
    ("Sprite", "sprite(ruleset=study)"),
    ("Spuzzle", "spuzzle(ruleset=study)"),
    ("Spyramid", "spyramid(ruleset=study)"),
];

/// Two descriptions that are no games: they try ludemes out, and were recorded as such.
const TRIALS: [(&str, &str); 2] = [
    ("TestCountSizeBiggestLine", include_str!("ludii_described/longest-line.lud")),
    ("Testing", include_str!("ludii_described/overwriting.lud")),
];

fn recognises(input: &Input) -> bool {
    ludii::game_of(input).is_some_and(|game| {
        NAMES.iter().any(|(theirs, _)| *theirs == game) || TRIALS.iter().any(|(theirs, _)| *theirs == game)
    })
}

fn replay_named(input: &Input) -> Result<Agreement, Trouble> {
    let theirs = ludii::game_of(input).unwrap_or_default();
    let (description, name) = description_of(theirs)?;
    check_description(input, &description, &name)
}

/// The description that plays what Ludii calls a game, with our name for it.
fn description_of(theirs: &str) -> Result<(AnyDescribed, String), Trouble> {
    if let Some((_, text)) = TRIALS.iter().find(|(name, _)| *name == theirs) {
        let library = Library::ours();
        let description =
            AnyDescribed::compile(Source::new(theirs, *text), &library, &Choices::none(), theirs);
        let broken = |_| Trouble::Unsupported(format!("the description of '{theirs}' cannot be compiled"));
        return Ok((description.map_err(broken)?, theirs.to_string()));
    }
    let unsupported =
        || Trouble::Unsupported(format!("there is no description of the game '{theirs}' of Ludii"));
    let (_, name) = NAMES.iter().find(|(name, _)| *name == theirs).ok_or_else(unsupported)?;
    let spec = Spec::parse(name).map_err(|error| Trouble::Malformed(error.to_string()))?;
    let shelved = shelf::find(spec.name()).ok_or_else(unsupported)?;
    let description = shelf::compile(shelved, &spec).map_err(|e| Trouble::Unsupported(e.to_string()))?;
    Ok((description, name.to_string()))
}

/// Replays games of the format `ludii-oracle-1` with a description; `name` is what reports call it.
pub fn check_description(
    input: &Input,
    description: &AnyDescribed,
    name: &str,
) -> Result<Agreement, Trouble> {
    match description {
        AnyDescribed::W1(game) => replay(input, game, name),
        AnyDescribed::W2(game) => replay(input, game, name),
        AnyDescribed::W8(game) => replay(input, game, name),
    }
}

fn replay<const W: usize>(input: &Input, game: &Described<W>, name: &str) -> Result<Agreement, Trouble> {
    let (header, records) = ludii::read(input)?;
    let replay = Replay { game, name, scored: header.scored };
    replay.compare_equipment(&header)?;
    let mut agreement = Agreement { game: name.to_string(), games: 0, plies: 0 };
    for record in records {
        let record = record?;
        agreement.plies += record.plies.len();
        replay.record(&record)?;
        agreement.games += 1;
    }
    Ok(agreement)
}

/// What a move brings about: the sites that change, the points, and whether the game is over then.
struct Effect<const W: usize> {
    chosen: Move,
    sites: Vec<Occupied>,
    scores: Option<Vec<i32>>,
    after: State<W>,
}

/// A file being replayed.
struct Replay<'a, const W: usize> {
    game: &'a Described<W>,
    name: &'a str,
    scored: bool,
}

impl<const W: usize> Replay<'_, W> {
    /// The same pieces with the same owners, and hands at the same sites.
    fn compare_equipment(&self, header: &Header) -> Result<(), Trouble> {
        let rules = self.game.rules_code();
        let place = Place { game: self.name.to_string(), line: 1, ply: 0 };
        let theirs: Vec<i64> =
            header.components.iter().filter(|piece| piece.what > 0).map(|piece| piece.owner).collect();
        let ours: Vec<i64> = (1..rules.components.len()).map(|what| self.owner(what)).collect();
        place.compare("owners of the pieces", &theirs, &ours)?;
        let theirs: Vec<(i64, i64)> =
            header.containers.iter().map(|hand| (hand.first_site, hand.num_sites)).collect();
        let ours: Vec<(i64, i64)> =
            rules.containers.iter().map(|hand| (hand.first as i64, hand.len as i64)).collect();
        place.compare("sites of the board and the hands", &theirs, &ours)
    }

    /// The owner of a component; what belongs to everybody belongs to nobody there.
    fn owner(&self, what: usize) -> i64 {
        let rules = self.game.rules_code();
        let owner = usize::from(rules.owners[what]);
        if owner > rules.players { 0 } else { owner as i64 }
    }

    fn record(&self, record: &Record) -> Result<(), Trouble> {
        let mut place = Place { game: self.name.to_string(), line: 1, ply: 0 };
        let starts = self.settled(self.game.start());
        let expected = sorted(&record.trial.state.occ);
        let found = starts.iter().find(|state| self.occupied(state) == expected);
        let mut state = match (found, starts.first()) {
            (Some(state), _) => state.clone(),
            (None, Some(first)) => {
                place.compare("set-up", &expected, &self.occupied(first))?;
                first.clone()
            }
            (None, None) => return Err(Trouble::Malformed("the set-up never ends".to_string())),
        };
        place.compare("first player", &Some(record.trial.first), &self.mover(&state))?;
        for (line, ply) in &record.plies {
            place.line = *line;
            place.ply = ply.ply;
            place.compare("mover", &Some(ply.mover), &self.mover(&state))?;
            state = self.compare_moves(&state, ply, &place)?;
            if let Some(after) = &ply.after {
                self.compare_position(&state, after, &place)?;
            }
        }
        let (line, end) = &record.end;
        place.line = *line;
        self.compare_end(&state, end, &place)
    }

    /// All positions that chance may lead to from one that waits for it.
    fn settled(&self, state: State<W>) -> Vec<State<W>> {
        let mut open = vec![state];
        let mut settled = Vec::new();
        let mut draws = Vec::new();
        while let Some(state) = open.pop() {
            if self.game.turn(&state) != Turn::Chance {
                settled.push(state);
                continue;
            }
            self.game.moves(&state, &mut draws);
            for &draw in &draws {
                let mut drawn = state.clone();
                self.game.play(&mut drawn, draw);
                open.push(drawn);
            }
        }
        settled
    }

    /// The player to move as Ludii numbers colours.
    fn mover(&self, state: &State<W>) -> Option<usize> {
        match self.game.turn(state) {
            Turn::Player(_) => Some(usize::from(state.mover)),
            _ => None,
        }
    }

    fn scores(&self, state: &State<W>) -> Vec<i32> {
        state.scores[1..=self.game.players()].to_vec()
    }

    fn content(&self, state: &State<W>, place: usize) -> Occupied {
        let content = state.content(place);
        let what = usize::from(content.what);
        let owner = if what == 0 { 0 } else { self.owner(what) };
        let mut entry = vec![place as i64, what as i64, owner, i64::from(content.count)];
        if content.state != 0 || content.value != 0 {
            entry.extend([i64::from(content.state), i64::from(content.value)]);
        }
        entry
    }

    fn occupied(&self, state: &State<W>) -> Vec<Occupied> {
        state.occupied().iter().map(|place| self.content(state, place)).collect()
    }

    /// The legal moves with what they bring about; a move that chance has a part in, once for each draw.
    fn effects(&self, state: &State<W>) -> Vec<Effect<W>> {
        let mut moves = Vec::new();
        self.game.moves(state, &mut moves);
        let before = self.scores(state);
        let mut effects = Vec::new();
        for chosen in moves {
            let mut played = state.clone();
            self.game.play(&mut played, chosen);
            for after in self.settled(played) {
                let changed = |&place: &usize| after.content(place) != state.content(place);
                let sites = (0..self.game.rules_code().places).filter(changed);
                let sites = sites.map(|place| self.content(&after, place)).collect();
                let scores = self.scores(&after);
                let scores = (self.scored && scores != before).then_some(scores);
                effects.push(Effect { chosen, sites, scores, after });
            }
        }
        effects
    }

    /// Compares the legal moves and what each would change; the position after the one that was played.
    fn compare_moves(&self, state: &State<W>, ply: &Ply, place: &Place) -> Result<State<W>, Trouble> {
        let ours = self.effects(state);
        // Points that only the end of the game gives are not part of a move there.
        let is = |effect: &Effect<W>, theirs: &ludii::Move| {
            effect.sites == sorted(&theirs.effects)
                && (effect.after.over || effect.scores.as_ref() == theirs.scores.as_ref())
        };
        let missing: BTreeSet<(Vec<Occupied>, Option<Vec<i32>>)> = ply
            .legal
            .iter()
            .filter(|theirs| !ours.iter().any(|effect| is(effect, theirs)))
            .map(|theirs| (sorted(&theirs.effects), theirs.scores.clone()))
            .collect();
        let known: BTreeSet<(i16, i16, i16)> = ours
            .iter()
            .filter(|effect| ply.legal.iter().any(|theirs| is(effect, theirs)))
            .map(|effect| (effect.chosen.from, effect.chosen.to, effect.chosen.aux))
            .collect();
        let added: BTreeSet<(Vec<Occupied>, Option<Vec<i32>>)> = ours
            .iter()
            .filter(|effect| !known.contains(&(effect.chosen.from, effect.chosen.to, effect.chosen.aux)))
            .map(|effect| (effect.sites.clone(), effect.scores.clone()))
            .collect();
        place.compare("legal moves (sites that change, points) that the other lacks:", &missing, &added)?;
        let chosen = ply.legal.get(ply.chosen);
        let chosen =
            chosen.ok_or_else(|| Trouble::Malformed(format!("line {}: no such move", place.line)))?;
        let same_way = |effect: &Effect<W>| {
            i64::from(effect.chosen.from) == chosen.from && i64::from(effect.chosen.to) == chosen.to
        };
        let leads_on = |effect: &Effect<W>| {
            let next = ply.after.as_ref().and_then(|after| after.next);
            next.is_none_or(|next| next == self.mover(&effect.after).unwrap_or(0))
        };
        let mut found: Vec<Effect<W>> = ours.into_iter().filter(|effect| is(effect, chosen)).collect();
        found.sort_by_key(|effect| (!leads_on(effect), !same_way(effect)));
        let found = found.into_iter().next();
        found
            .map(|effect| effect.after)
            .ok_or_else(|| Trouble::Malformed("the chosen move is not legal".to_string()))
    }

    fn compare_position(&self, state: &State<W>, after: &Position, place: &Place) -> Result<(), Trouble> {
        place.compare("position after the move", &sorted(&after.occ), &self.occupied(state))?;
        if let Some(next) = after.next {
            place.compare("next player", &next, &self.mover(state).unwrap_or(0))?;
        }
        match &after.scores {
            Some(scores) => place.compare("points after the move", scores, &self.scores(state)),
            None => Ok(()),
        }
    }

    fn compare_end(&self, state: &State<W>, end: &End, place: &Place) -> Result<(), Trouble> {
        place.compare("end of the game", &end.over, &(self.game.turn(state) == Turn::Over))?;
        let (true, Some(outcome)) = (end.over, self.game.outcome(state)) else { return Ok(()) };
        if let Some(scores) = &end.scores {
            place.compare("scores", scores, &self.scores(state))?;
        }
        let players = self.game.players();
        if players == 1 {
            // Rank 1 is a puzzle that counts as won, rank 0 one that does not.
            let solved = outcome.winner().is_some();
            return place.compare("winner", &end.winner, &Some(usize::from(solved)));
        }
        // The order of the seats may have been swapped; places are those of the colours.
        let seat = |colour: usize| Player::new(usize::from(state.seats[colour]) - 1);
        let winner = outcome.winner().and_then(|winner| (1..=players).find(|&colour| seat(colour) == winner));
        place.compare("winner", &end.winner, &Some(winner.unwrap_or(0)))?;
        let places: Vec<f64> = (1..=players).map(|colour| outcome.place(seat(colour))).collect();
        place.compare("places", &end.ranking, &places)
    }
}

fn sorted(sites: &[Occupied]) -> Vec<Occupied> {
    let mut sites = sites.to_vec();
    sites.sort_unstable();
    sites
}
