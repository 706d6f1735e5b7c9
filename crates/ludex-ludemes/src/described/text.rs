//! Moves and positions of described games as text.
//!
//! A move is written by its places: `c4` puts or selects, `a1-b2` moves, `xc4` takes away; what else must be told
//! is added (`Red@c4`, `a1-b2:3`). A position is a line of words `key:value`; what has its usual value is left
//! out.

use ludex_core::{Text, TextError, shorten};

use crate::runtime::code::Kind;
use crate::runtime::{Bits, Content, FORCED_PASS, Move, PLAYERS, Progress, SWAP, State};

use super::{DRAW, Described};

impl<const W: usize> Described<W> {
    fn place_name(&self, place: i16) -> &str {
        usize::try_from(place).ok().and_then(|place| self.places.get(place)).map_or("-", String::as_str)
    }

    fn place_named(&self, name: &str) -> Result<usize, TextError> {
        let found = self.places.iter().position(|place| place == name);
        found.ok_or_else(|| {
            let near = ludex_core::nearest(name, self.places.iter().map(String::as_str));
            let hint = near.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
            TextError::new(format!("there is no place '{}'{hint}", shorten(name)))
        })
    }

    fn write_content(&self, place: usize, content: Content) -> String {
        let mut text =
            format!("{}={}", self.places[place], self.rules.components[content.what as usize].name);
        if content.count != 1 {
            text += &format!("*{}", content.count);
        }
        if content.state != 0 || content.value != 0 {
            text += &format!("/{}/{}", content.state, content.value);
        }
        text
    }

    fn read_content(&self, text: &str) -> Result<(usize, Content), TextError> {
        let bad = || TextError::new(format!("'{}' is not of the form PLACE=PIECE", shorten(text)));
        let (place, rest) = text.split_once('=').ok_or_else(bad)?;
        let place = self.place_named(place)?;
        let mut marks = rest.split('/');
        let piece = marks.next().unwrap_or("");
        let mut mark = || match marks.next() {
            None => Ok(0),
            Some(number) => number.parse::<i16>().map_err(|_| bad()),
        };
        let (state, value) = (mark()?, mark()?);
        let (name, count) = match piece.split_once('*') {
            Some((name, count)) => (name, count.parse::<u16>().map_err(|_| bad())?),
            None => (piece, 1),
        };
        if count != 1 && !self.rules.counts {
            return Err(TextError::new(format!("{} pieces cannot stand on {}", count, self.places[place])));
        }
        let what = self.rules.components.iter().skip(1).position(|component| component.name == name);
        match what {
            Some(what) => Ok((place, Content { what: what as u8 + 1, count, state, value })),
            None => {
                let names = self.rules.components.iter().skip(1).map(|component| component.name.as_str());
                let hint = ludex_core::nearest(name, names)
                    .map_or(String::new(), |n| format!("; did you mean '{n}'?"));
                Err(TextError::new(format!("there is no piece '{}'{hint}", shorten(name))))
            }
        }
    }
}

fn list<T: ToString>(items: impl IntoIterator<Item = T>) -> String {
    items.into_iter().map(|item| item.to_string()).collect::<Vec<_>>().join(",")
}

fn numbers<T: std::str::FromStr>(key: &str, text: &str) -> Result<Vec<T>, TextError> {
    text.split(',')
        .filter(|number| !number.is_empty())
        .map(|number| {
            number
                .parse()
                .map_err(|_| TextError::new(format!("'{}' in {key} is not a number", shorten(number))))
        })
        .collect()
}

/// Pairs `NUMBER=NUMBER`.
fn pairs<A: std::str::FromStr, B: std::str::FromStr>(
    key: &str,
    text: &str,
) -> Result<Vec<(A, B)>, TextError> {
    let bad = |pair: &str| TextError::new(format!("'{}' is not of the form NUMBER=NUMBER", shorten(pair)));
    let pair = |pair: &str| {
        let (a, b) = pair.split_once('=').ok_or_else(|| bad(pair))?;
        Ok((number(key, a)?, number(key, b)?))
    };
    text.split(',').map(pair).collect()
}

fn number<T: std::str::FromStr>(key: &str, text: &str) -> Result<T, TextError> {
    text.parse().map_err(|_| TextError::new(format!("{key} cannot be '{}'", shorten(text))))
}

fn fill<T: Copy + std::str::FromStr, const N: usize>(
    key: &str,
    text: &str,
    target: &mut [T; N],
    players: usize,
) -> Result<(), TextError> {
    let values = numbers(key, text)?;
    if values.len() != players {
        return Err(TextError::new(format!("{key} needs {players} numbers, one for each player")));
    }
    target[1..=players].copy_from_slice(&values);
    Ok(())
}

impl<const W: usize> Text for Described<W> {
    fn write_move(&self, _: &State<W>, chosen: Move) -> String {
        if chosen.leaf == DRAW {
            return format!("draw{}", chosen.aux + 1);
        }
        let leaf = &self.rules.leaves[chosen.leaf as usize];
        let (from, to) = (self.place_name(chosen.from), self.place_name(chosen.to));
        let mut text = match &leaf.kind {
            Kind::Add { whats, .. } => {
                let what = &self.rules.components[chosen.aux.max(0) as usize % self.rules.components.len()];
                match whats {
                    None => to.to_string(),
                    Some(_) => format!("{}@{to}", what.name.replace(' ', "")),
                }
            }
            Kind::Remove { .. } => format!("x{to}"),
            Kind::Select { to: None, .. } => from.to_string(),
            Kind::Ballot { vote, .. } => {
                let name = self.rules.proposals.get(chosen.aux.max(0) as usize).map_or("", String::as_str);
                format!("{}:{}", if *vote { "vote" } else { "propose" }, name.replace(' ', ""))
            }
            Kind::Pass => "pass".to_string(),
            Kind::Swap => "swap".to_string(),
            Kind::Promote { .. } => {
                let what = &self.rules.components[chosen.aux.max(0) as usize % self.rules.components.len()];
                format!("{to}={}", what.name.replace(' ', ""))
            }
            Kind::Hop { .. } => {
                let jumped = chosen.aux & 15;
                if jumped > 1 { format!("{from}-{to}^{jumped}") } else { format!("{from}-{to}") }
            }
            _ => format!("{from}-{to}"),
        };
        if leaf.stack.as_ref().is_some_and(|part| part.level.is_some()) {
            text += &format!(".{}", chosen.aux);
        }
        if leaf.binds && chosen.site >= 0 && chosen.site != chosen.to {
            text += &format!("@{}", self.place_name(chosen.site));
        }
        if leaf.binds && chosen.value >= 0 {
            text += &format!(":{}", chosen.value);
        }
        text += &leaf.tag;
        text
    }

    fn write_position(&self, state: &State<W>) -> String {
        if let Some(waiting) = state.waiting.as_ref().filter(|waiting| waiting.roll.is_none()) {
            let draws = list(&waiting.draws);
            return match &waiting.before {
                None => format!("draws:{draws}"),
                Some(before) => {
                    let Move { leaf, from, to, aux, site, value } = waiting.chosen;
                    let chosen = list([leaf as i16, from, to, aux, site, value]);
                    format!("{} playing:{chosen} draws:{draws}", self.write_position(before))
                }
            };
        }
        let players = self.rules.players;
        let fresh: State<W> = State::new(players, self.rules.marks, self.rules.vars.len());
        let board: Vec<String> =
            state.occupied().iter().map(|place| self.write_content(place, state.content(place))).collect();
        let mut words = vec![format!("board:{}", board.join(","))];
        let under: Vec<String> =
            state.covered().map(|(place, content)| self.write_content(place, content)).collect();
        let mut word = |key: &str, value: String, usual: String| {
            if value != usual {
                words.push(format!("{key}:{value}"));
            }
        };
        let of_players = |values: &[u8; PLAYERS + 1]| list(&values[1..=players]);
        word("mover", state.mover.to_string(), String::new());
        word("under", under.join(","), String::new());
        word("next", state.next.to_string(), fresh_next(players, state.mover).to_string());
        word("prev", state.prev.to_string(), String::new());
        word("phase", of_players(&state.phase), of_players(&fresh.phase));
        word("active", state.active.to_string(), fresh.active.to_string());
        word("ranks", of_players(&state.ranks), of_players(&fresh.ranks));
        word("over", state.over.to_string(), fresh.over.to_string());
        word("stuck", state.stuck.to_string(), fresh.stuck.to_string());
        word("passed", state.passed.to_string(), fresh.passed.to_string());
        word("moves", state.moves.to_string(), fresh.moves.to_string());
        word("turn", state.turn.to_string(), fresh.turn.to_string());
        word("again", state.moves_this_turn.to_string(), "0".to_string());
        word("counter", state.counter.to_string(), String::new());
        word("scores", list(&state.scores[1..=players]), list(&fresh.scores[1..=players]));
        word("values", list(&state.values[1..=players]), list(&fresh.values[1..=players]));
        word("teams", of_players(&state.teams), of_players(&fresh.teams));
        word("seats", of_players(&state.seats), of_players(&fresh.seats));
        word("triggers", state.triggers.to_string(), "0".to_string());
        let ballot = state.ballot;
        let numbers = ballot.votes.iter().map(|&vote| u64::from(vote));
        let ballot = list([ballot.proposed, u64::from(ballot.decided)].into_iter().chain(numbers));
        word("ballot", ballot, list([0; 2 + PLAYERS]));
        word("vars", list(&state.vars), list(&fresh.vars));
        word("pending", list(&state.pending), String::new());
        let rolled: Vec<String> = state.rolled.iter().map(|(of, n)| format!("{of}={n}")).collect();
        word("rolled", rolled.join(","), String::new());
        let on_tracks = state
            .on_tracks
            .iter()
            .flat_map(|p| [i32::from(p.track), i32::from(p.what), i32::from(p.index), i32::from(p.count)]);
        word("tracks", list(on_tracks), String::new());
        let remembered: Vec<String> = state.remembered.iter().map(|(l, v)| format!("{l}={v}")).collect();
        word("remembered", remembered.join(","), String::new());
        word("visited", list(state.visited.iter()), String::new());
        word("clear", list(state.to_clear.iter()), String::new());
        let last = state.last;
        let last_text = list([
            last.from,
            last.to,
            last.from_after,
            last.to_after,
            i16::from(last.mover),
            i16::from(last.pass),
        ]);
        word("last", last_text, "-1,-1,-1,-1,0,0".to_string());
        word("history", list(&state.history), String::new());
        if self.rules.marks {
            // Places without a piece may carry marks too.
            let bare = (0..self.rules.places).filter(|&p| !state.occupied().has(p));
            let marked = bare.filter(|&p| state.local(p) != 0 || state.piece_value(p) != 0);
            let texts: Vec<String> =
                marked.map(|p| format!("{p}/{}/{}", state.local(p), state.piece_value(p))).collect();
            word("marks", texts.join(","), String::new());
        }
        words.join(" ")
    }

    fn read_position(&self, text: &str) -> Result<State<W>, TextError> {
        let players = self.rules.players;
        let mut state: State<W> = State::new(players, self.rules.marks, self.rules.vars.len());
        for player in 1..=players {
            let own =
                |phase: &crate::runtime::code::Phase<W>| phase.owner == 0 || phase.owner as usize == player;
            state.phase[player] = self.rules.phases.iter().position(own).unwrap_or(0) as u8;
        }
        let (mut next_given, mut playing, mut draws) = (false, None, None);
        let mut under: Vec<(usize, Content)> = Vec::new();
        if !text.contains(':') {
            return Err(TextError::new("a position is words of the form KEY:VALUE, beginning with board:"));
        }
        for word in text.split_whitespace() {
            let (key, value) = word
                .split_once(':')
                .ok_or_else(|| TextError::new(format!("'{}' is not of the form KEY:VALUE", shorten(word))))?;
            match key {
                "board" => {
                    for content in value.split(',').filter(|content| !content.is_empty()) {
                        let (place, content) = self.read_content(content)?;
                        if state.occupied().has(place) {
                            return Err(TextError::new(format!("{} is given twice", self.places[place])));
                        }
                        state.put(place, content, &self.rules.owners);
                    }
                }
                "under" => {
                    for content in value.split(',') {
                        under.push(self.read_content(content)?);
                    }
                }
                "mover" => state.mover = self.player_number(key, value)?,
                "next" => {
                    state.next = self.player_number(key, value)?;
                    next_given = true;
                }
                "prev" => state.prev = number::<u8>(key, value)?.min(players as u8),
                "phase" => {
                    fill(key, value, &mut state.phase, players)?;
                    if state.phase[1..=players].iter().any(|&phase| phase as usize >= self.rules.phases.len())
                    {
                        return Err(TextError::new(format!("there are {} phases", self.rules.phases.len())));
                    }
                }
                "active" => state.active &= number::<u16>(key, value)?,
                "ranks" => fill(key, value, &mut state.ranks, players)?,
                "over" => state.over = value == "true",
                "stuck" => state.stuck = number(key, value)?,
                "passed" => state.passed = number(key, value)?,
                "moves" => state.moves = number::<u32>(key, value)?.min(1_000_000),
                "turn" => state.turn = number::<u32>(key, value)?.min(1_000_000),
                "again" => state.moves_this_turn = number::<u32>(key, value)?.min(1_000_000),
                "counter" => state.counter = number::<i32>(key, value)?.min(1_000_000),
                "scores" => fill(key, value, &mut state.scores, players)?,
                "values" => fill(key, value, &mut state.values, players)?,
                "teams" => fill(key, value, &mut state.teams, players)?,
                "seats" => {
                    fill(key, value, &mut state.seats, players)?;
                    let mut sorted = state.seats[1..=players].to_vec();
                    sorted.sort_unstable();
                    if sorted.iter().enumerate().any(|(index, &seat)| seat as usize != index + 1) {
                        return Err(TextError::new("every player sits on one seat"));
                    }
                }
                "ballot" => {
                    let values: Vec<u64> = numbers(key, value)?;
                    let [proposed, decided, votes @ ..] = &values[..] else {
                        return Err(TextError::new("ballot needs ten numbers"));
                    };
                    if votes.len() != PLAYERS || values[1..].iter().any(|&name| name > 63) {
                        return Err(TextError::new("ballot needs ten numbers"));
                    }
                    (state.ballot.proposed, state.ballot.decided) = (*proposed, *decided as u8);
                    for (vote, &given) in state.ballot.votes.iter_mut().zip(votes) {
                        *vote = given as u8;
                    }
                }
                "triggers" => state.triggers = number(key, value)?,
                "vars" => {
                    let values = numbers(key, value)?;
                    if values.len() != state.vars.len() {
                        return Err(TextError::new(format!("this game has {} variables", state.vars.len())));
                    }
                    state.vars = values.into();
                }
                "pending" => state.pending = numbers(key, value)?.into(),
                "remembered" => state.remembered = pairs(key, value)?,
                "tracks" => {
                    let values: Vec<i32> = numbers(key, value)?;
                    let progress = |p: &[i32]| Progress {
                        track: p[0] as u16,
                        what: p[1] as u8,
                        index: p[2] as u16,
                        count: p[3] as i16,
                    };
                    state.on_tracks = values.chunks_exact(4).map(progress).collect();
                }
                "rolled" => {
                    state.rolled = pairs(key, value)?;
                    if state.rolled.iter().any(|(of, _)| usize::from(*of) >= self.rules.priors.len()) {
                        return Err(TextError::new("rolled names an effect that does not exist"));
                    }
                }
                "visited" => state.visited = self.place_set(key, value)?,
                "clear" => state.to_clear = self.place_set(key, value)?,
                "last" => {
                    let values: Vec<i16> = numbers(key, value)?;
                    let [from, to, from_after, to_after, mover, pass] = values[..] else {
                        return Err(TextError::new("last needs six numbers"));
                    };
                    if [from, to, from_after, to_after]
                        .iter()
                        .any(|&p| p < -2 || p as i32 >= self.rules.places as i32)
                    {
                        return Err(TextError::new("last names a place that does not exist"));
                    }
                    state.last = crate::runtime::Last {
                        from,
                        to,
                        from_after,
                        to_after,
                        mover: mover as u8,
                        pass: pass != 0,
                    };
                }
                "history" => state.history = numbers(key, value)?,
                "marks" => {
                    for mark in value.split(',') {
                        let values: Vec<i32> = numbers(key, &mark.replace('/', ","))?;
                        let [place, local, piece_value] = values[..] else {
                            return Err(TextError::new("marks are written PLACE/STATE/VALUE"));
                        };
                        let place = usize::try_from(place)
                            .ok()
                            .filter(|&p| p < self.rules.places && self.rules.marks);
                        let place =
                            place.ok_or_else(|| TextError::new("marks name a place that does not exist"))?;
                        let content =
                            Content { state: local as i16, value: piece_value as i16, ..Content::default() };
                        state.put(place, content, &self.rules.owners);
                    }
                }
                "playing" => {
                    let values: Vec<i16> = numbers(key, value)?;
                    let [leaf, from, to, aux, site, value] = values[..] else {
                        return Err(TextError::new("playing needs six numbers"));
                    };
                    playing = Some(Move { leaf: leaf as u16, from, to, aux, site, value });
                }
                "draws" => draws = Some(numbers::<u32>(key, value)?),
                _ => {
                    let known = [
                        "board", "mover", "next", "prev", "phase", "scores", "turn", "moves", "last", "vars",
                    ];
                    let hint = ludex_core::nearest(key, known.into_iter());
                    let hint = hint.map_or(String::new(), |near| format!("; did you mean '{near}'?"));
                    return Err(TextError::new(format!(
                        "'{}' is not part of a position{hint}",
                        shorten(key)
                    )));
                }
            }
        }
        for (place, content) in under {
            if !self.rules.stacks || !state.occupied().has(place) {
                return Err(TextError::new(format!("no piece lies under one on {}", self.places[place])));
            }
            state.push_under(place, content, &self.rules.owners);
        }
        if !next_given {
            state.next = fresh_next(players, state.mover);
        }
        match (playing, draws) {
            (None, Some(draws)) => Ok(self.rules.begin(draws)),
            (Some(chosen), Some(draws)) => {
                let mut legal = Vec::new();
                self.rules.raw_moves(&state, &mut legal);
                if !legal.contains(&chosen) {
                    return Err(TextError::new("the move being played is not legal"));
                }
                self.rules.apply(&mut state, chosen);
                for draw in draws {
                    self.rules.apply_draw(&mut state, draw);
                }
                Ok(state)
            }
            _ => {
                self.rules.await_roll(&mut state);
                Ok(state)
            }
        }
    }
}

impl<const W: usize> Described<W> {
    fn player_number(&self, key: &str, text: &str) -> Result<u8, TextError> {
        let player: u8 = number(key, text)?;
        if !(1..=self.rules.players as u8).contains(&player) {
            let players = self.rules.players;
            return Err(TextError::new(format!("{key} must be a player from 1 to {players}, not {player}")));
        }
        Ok(player)
    }

    fn place_set(&self, key: &str, text: &str) -> Result<Bits<W>, TextError> {
        let places: Vec<usize> = numbers(key, text)?;
        match places.iter().find(|&&place| place >= self.rules.places) {
            Some(place) => Err(TextError::new(format!("{key} names place {place}, which does not exist"))),
            None => Ok(places.into_iter().collect()),
        }
    }
}

fn fresh_next(players: usize, mover: u8) -> u8 {
    mover % players as u8 + 1
}

// The leaves of forced passes and swaps are written by their kind alone.
const _: () = assert!(FORCED_PASS == 0 && SWAP == 1);
