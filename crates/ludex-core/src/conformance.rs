//! The conformance kit: one call puts any game through everything that must hold for every game.
//!
//! ```
//! use ludex_core::{conformance, examples::Nim};
//!
//! conformance::check(&Nim::new(12), 20, 1).unwrap();
//! ```

use std::collections::HashMap;

use crate::{Game, Playable, Player, Rng, Turn, Undo};

/// Random games longer than this count as games that do not end.
pub const LONGEST_GAME: u32 = 20_000;

/// Plays `games` random games and checks at every position: the turn and the outcome agree; the listed moves
/// are distinct, playable and told apart by id and text; keys kept incrementally equal keys computed anew;
/// equal states have equal keys; texts of moves and positions read back; symmetries commute with play; chances
/// sum to one; random moves are legal; games end; results are consistent; and two threads that play from the
/// same seed play the same game. The error is a sentence with the position in which something broke.
pub fn check<G: Playable>(game: &G, games: u32, seed: u64) -> Result<(), String> {
    let players = game.players();
    if !(1..=crate::MAX_PLAYERS).contains(&players) {
        return Err(format!("{players} players are not possible"));
    }
    if game.player_names().len() != players {
        return Err("there must be one name for every player".to_string());
    }
    let mut seen: HashMap<G::State, u64> = HashMap::new();
    for number in 0..games {
        let mut rng = Rng::derived(seed, u64::from(number), 0);
        let mut state = game.start();
        let mut plies = 0;
        // Looking at everything in every position of long games would take minutes: thin out as a game goes on.
        while !game.turn(&state).is_over() {
            let thorough = plies < 40 || plies % 17 == 0;
            let at = |what: String| format!("{}: {what}, at {}", game.name(), game.write_position(&state));
            if thorough {
                check_position(game, &state, &mut rng, &mut seen).map_err(at)?;
            }
            let chosen = game.random_move(&state, &mut rng, &mut Vec::new());
            if !game.is_legal(&state, chosen) {
                return Err(at(format!("the random move {chosen:?} is not legal")));
            }
            game.play(&mut state, chosen);
            plies += 1;
            if plies > LONGEST_GAME {
                return Err(format!("{}: a random game did not end in {LONGEST_GAME} moves", game.name()));
            }
        }
        let at = |what: String| format!("{}: {what}, at {}", game.name(), game.write_position(&state));
        check_position(game, &state, &mut rng, &mut seen).map_err(at)?;
        check_outcome(game, &state).map_err(at)?;
    }
    check_threads(game, seed)
}

fn check_position<G: Playable>(
    game: &G,
    state: &G::State,
    rng: &mut Rng,
    seen: &mut HashMap<G::State, u64>,
) -> Result<(), String> {
    let turn = game.turn(state);
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    if turn.is_over() != game.outcome(state).is_some() {
        return Err(format!("the turn is {turn:?} but the outcome is {:?}", game.outcome(state)));
    }
    if turn.is_over() != moves.is_empty() {
        return Err(format!("the turn is {turn:?} but there are {} moves", moves.len()));
    }
    if let Turn::Player(player) = turn
        && player.index() >= game.players()
    {
        return Err(format!("player {player} is on turn in a game of {}", game.players()));
    }
    if game.count_moves(state, &mut Vec::new()) != moves.len() {
        return Err("the number of moves is not the length of their list".to_string());
    }
    check_keys(game, state, seen)?;
    check_moves(game, state, &moves)?;
    check_position_text(game, state)?;
    check_symmetries(game, state, &moves, rng)?;
    if turn == Turn::Chance {
        check_chances(game, state, &moves)?;
    }
    let scene = game.scene(state);
    let sites = scene.sites.len() as u32;
    if scene.pieces.iter().any(|piece| piece.site >= sites) {
        return Err("the scene has a piece on a site that does not exist".to_string());
    }
    for &chosen in moves.iter().take(8) {
        let marks = game.marks(state, chosen);
        if marks.from.into_iter().chain(marks.to).any(|site| site >= sites) {
            return Err(format!("{chosen:?} marks a site that is not in the scene"));
        }
    }
    check_standings(game, state)
}

fn check_keys<G: Playable>(
    game: &G,
    state: &G::State,
    seen: &mut HashMap<G::State, u64>,
) -> Result<(), String> {
    let key = game.key(state);
    if key != game.key_from_scratch(state) {
        return Err("the key kept move by move is not the key computed anew".to_string());
    }
    match seen.insert(state.clone(), key) {
        Some(earlier) if earlier != key => Err("an equal state had another key".to_string()),
        _ => Ok(()),
    }
}

fn check_moves<G: Playable>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), String> {
    let mut sorted = moves.to_vec();
    sorted.sort_unstable();
    if sorted.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("a move is listed twice".to_string());
    }
    let mut ids: Vec<u32> = moves.iter().map(|&m| game.move_id(m)).collect();
    ids.sort_unstable();
    if ids.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two moves have the same id".to_string());
    }
    let mut texts: Vec<String> = moves.iter().map(|&m| game.write_move(state, m)).collect();
    if let Some(bad) = texts.iter().find(|text| text.is_empty() || text.contains(char::is_whitespace)) {
        return Err(format!("the move text '{bad}' is empty or has a space"));
    }
    // Reading searches the list, so checking every move of a long list would be quadratic.
    for (&chosen, text) in moves.iter().zip(&texts).step_by(1 + moves.len() / 32) {
        match game.read_move(state, text) {
            Ok(read) if read == chosen => {}
            Ok(read) => return Err(format!("'{text}' was written for {chosen:?} but reads as {read:?}")),
            Err(error) => return Err(format!("'{text}' does not read back: {error}")),
        }
        let copy = state.clone();
        let mut after = state.clone();
        game.play(&mut after, chosen);
        if copy != *state {
            return Err(format!("playing {chosen:?} on a copy changed the original"));
        }
        if game.key(&after) != game.key_from_scratch(&after) {
            return Err(format!("the key is wrong after {chosen:?}"));
        }
    }
    texts.sort_unstable();
    if texts.windows(2).any(|pair| pair[0] == pair[1]) {
        return Err("two moves are written alike".to_string());
    }
    for nonsense in ["", "?", "zzzzzz", "999999999999999999999", "-1", "\u{0}", "((((", "é"] {
        if let Ok(chosen) = game.read_move(state, nonsense)
            && !moves.contains(&chosen)
        {
            return Err(format!("'{nonsense}' reads as {chosen:?}, which is not legal"));
        }
    }
    Ok(())
}

fn check_position_text<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    let text = game.write_position(state);
    if text.contains('\n') {
        return Err("the position text has more than one line".to_string());
    }
    let read =
        game.read_position(&text).map_err(|error| format!("the position does not read back: {error}"))?;
    if game.key(&read) != game.key(state) || game.write_position(&read) != text {
        return Err(format!("the position reads back as {}", game.write_position(&read)));
    }
    if game.turn(&read) != game.turn(state) {
        return Err("the position reads back with another turn".to_string());
    }
    let (mut ours, mut theirs) = (Vec::new(), Vec::new());
    game.moves(state, &mut ours);
    game.moves(&read, &mut theirs);
    ours.sort_unstable();
    theirs.sort_unstable();
    if ours != theirs {
        return Err("the position reads back with other legal moves".to_string());
    }
    Ok(())
}

fn check_symmetries<G: Playable>(
    game: &G,
    state: &G::State,
    moves: &[G::Move],
    rng: &mut Rng,
) -> Result<(), String> {
    if game.mirror_state(0, state) != *state {
        return Err("symmetry 0 is not the identity".to_string());
    }
    for symmetry in 1..game.symmetries() {
        let mirrored = game.mirror_state(symmetry, state);
        let mut expected: Vec<G::Move> = moves.iter().map(|&m| game.mirror_move(symmetry, m)).collect();
        let mut got = Vec::new();
        game.moves(&mirrored, &mut got);
        expected.sort_unstable();
        got.sort_unstable();
        if expected != got {
            return Err(format!("symmetry {symmetry} does not map the legal moves to each other"));
        }
        if game.canonical_key(&mirrored) != game.canonical_key(state) {
            return Err(format!("symmetry {symmetry} changes the canonical key"));
        }
        let Some(&chosen) = rng.pick(moves) else { continue };
        let mut one = state.clone();
        game.play(&mut one, chosen);
        let mut other = mirrored;
        game.play(&mut other, game.mirror_move(symmetry, chosen));
        if game.key(&game.mirror_state(symmetry, &one)) != game.key(&other) {
            return Err(format!("symmetry {symmetry} does not commute with {chosen:?}"));
        }
    }
    Ok(())
}

fn check_chances<G: Game>(game: &G, state: &G::State, moves: &[G::Move]) -> Result<(), String> {
    let mut events = Vec::new();
    game.chances(state, &mut events);
    let total: f64 = events.iter().map(|(_, probability)| probability).sum();
    if (total - 1.0).abs() > 1e-9 || events.iter().any(|(_, probability)| *probability <= 0.0) {
        return Err(format!("the chances sum to {total}"));
    }
    if !events.iter().map(|(event, _)| event).eq(moves) {
        return Err("the chance events are not the listed moves".to_string());
    }
    Ok(())
}

fn check_standings<G: Playable>(game: &G, state: &G::State) -> Result<(), String> {
    let standings: Vec<f64> = Player::all(game.players()).map(|p| game.standing(state, p)).collect();
    if standings.iter().any(|standing| !(-1.0..=1.0).contains(standing)) {
        return Err(format!("the standings {standings:?} are not between -1 and 1"));
    }
    if standings.len() == 2 && (standings[0] + standings[1]).abs() > 1e-6 {
        return Err(format!("the standings {standings:?} do not sum to 0"));
    }
    for (index, name) in game.heuristics().iter().enumerate() {
        let value = game.heuristic(index, state, Player::FIRST);
        if !value.is_finite() {
            return Err(format!("the heuristic {name} is {value}"));
        }
    }
    Ok(())
}

fn check_outcome<G: Game>(game: &G, state: &G::State) -> Result<(), String> {
    let outcome = game.outcome(state).ok_or("a finished game has no outcome")?;
    if outcome.players() != game.players() {
        return Err(format!("the outcome is for {} players", outcome.players()));
    }
    let total: f64 = Player::all(game.players()).map(|player| outcome.utility(player)).sum();
    let zero_sum = game.players() > 1;
    if zero_sum && total.abs() > 1e-9 {
        return Err(format!("the players' results sum to {total}, not 0"));
    }
    for a in Player::all(game.players()) {
        for b in Player::all(game.players()) {
            if game.team(a) == game.team(b) && outcome.place(a) != outcome.place(b) {
                return Err(format!("players {a} and {b} are one team but have different places"));
            }
        }
    }
    Ok(())
}

fn check_threads<G: Playable>(game: &G, seed: u64) -> Result<(), String> {
    let play = || {
        let mut state = game.start();
        let plies = game.playout(&mut state, &mut Rng::new(seed), LONGEST_GAME, &mut Vec::new());
        (plies, game.key(&state), game.outcome(&state))
    };
    let rolled = game.rollout(&game.start(), &mut Rng::new(seed), LONGEST_GAME, &mut Vec::new());
    let (plies, _, outcome) = play();
    if rolled != (plies, outcome) {
        return Err(format!(
            "a rollout gives {rolled:?} where a playout gives {plies} moves and {outcome:?}"
        ));
    }
    let (one, other) = std::thread::scope(|scope| {
        let one = scope.spawn(play);
        let other = scope.spawn(play);
        (one.join(), other.join())
    });
    match (one, other) {
        (Ok(one), Ok(other)) if one == other && one.2.is_some() => Ok(()),
        (Ok(one), Ok(other)) => Err(format!("two threads with one seed saw {one:?} and {other:?}")),
        _ => Err("a playout panicked".to_string()),
    }
}

/// Checks that taking moves back restores exactly the state before them, in `games` random games.
pub fn check_undo<G: Undo>(game: &G, games: u32, seed: u64) -> Result<(), String> {
    for number in 0..games {
        let mut rng = Rng::derived(seed, u64::from(number), 0);
        let mut state = game.start();
        let mut moves = Vec::new();
        for _ in 0..LONGEST_GAME {
            if game.turn(&state).is_over() {
                break;
            }
            game.moves(&state, &mut moves);
            for &chosen in &moves {
                let mut undone = state.clone();
                let memory = game.play_remembering(&mut undone, chosen);
                let mut played = state.clone();
                game.play(&mut played, chosen);
                if played != undone {
                    return Err(format!("{chosen:?} played to be undone leads elsewhere"));
                }
                game.undo(&mut undone, chosen, memory);
                if undone != state {
                    return Err(format!("taking {chosen:?} back does not restore the position"));
                }
            }
            let chosen = game.random_move(&state, &mut rng, &mut moves);
            game.play(&mut state, chosen);
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::examples::Nim;
    use crate::{Describe, Draw, Evaluate, Layout, Marks, Outcome, Scene, Symmetry, Text, TextError};

    /// Nim with one thing broken at a time: the kit must see each.
    struct Broken(Nim, Fault);

    #[derive(PartialEq, Clone, Copy, Debug)]
    enum Fault {
        DoubleMove,
        KeyNotFromScratch,
        TextAlike,
        PositionLost,
        IllegalRandomMove,
        OutcomeEarly,
        SharedId,
        Standings,
        Symmetry,
    }

    impl Game for Broken {
        type State = <Nim as Game>::State;
        type Move = u8;
        fn players(&self) -> usize {
            2
        }
        fn start(&self) -> Self::State {
            self.0.start()
        }
        fn turn(&self, state: &Self::State) -> Turn {
            self.0.turn(state)
        }
        fn moves(&self, state: &Self::State, moves: &mut Vec<u8>) {
            self.0.moves(state, moves);
            if self.1 == Fault::DoubleMove && !moves.is_empty() {
                moves.push(moves[0]);
            }
        }
        fn play(&self, state: &mut Self::State, taken: u8) {
            self.0.play(state, taken);
        }
        fn outcome(&self, state: &Self::State) -> Option<Outcome> {
            if self.1 == Fault::OutcomeEarly { Some(Outcome::draw(2)) } else { self.0.outcome(state) }
        }
        fn key(&self, state: &Self::State) -> u64 {
            self.0.key(state)
        }
        fn key_from_scratch(&self, state: &Self::State) -> u64 {
            self.0.key(state) ^ u64::from(self.1 == Fault::KeyNotFromScratch)
        }
        fn move_id(&self, taken: u8) -> u32 {
            if self.1 == Fault::SharedId { 7 } else { self.0.move_id(taken) }
        }
        fn random_move(&self, _: &Self::State, rng: &mut Rng, _: &mut Vec<u8>) -> u8 {
            1 + rng.below(if self.1 == Fault::IllegalRandomMove { 9 } else { 1 }) as u8
        }
    }

    impl Describe for Broken {
        fn name(&self) -> String {
            self.0.name()
        }
        fn rules(&self) -> String {
            self.0.rules()
        }
    }

    impl Text for Broken {
        fn write_move(&self, state: &Self::State, taken: u8) -> String {
            if self.1 == Fault::TextAlike { "x".to_string() } else { self.0.write_move(state, taken) }
        }
        fn write_position(&self, state: &Self::State) -> String {
            self.0.write_position(state)
        }
        fn read_position(&self, text: &str) -> Result<Self::State, TextError> {
            if self.1 == Fault::PositionLost { Ok(self.0.start()) } else { self.0.read_position(text) }
        }
    }

    impl Draw for Broken {
        fn scene(&self, state: &Self::State) -> Scene {
            self.0.scene(state)
        }
        fn marks(&self, state: &Self::State, taken: u8) -> Marks {
            self.0.marks(state, taken)
        }
    }

    impl Evaluate for Broken {
        fn standing(&self, _: &Self::State, _: Player) -> f64 {
            if self.1 == Fault::Standings { 0.5 } else { 0.0 }
        }
    }

    impl Layout for Broken {}

    impl Symmetry for Broken {
        fn symmetries(&self) -> usize {
            2
        }
        fn mirror_move(&self, _: usize, taken: u8) -> u8 {
            if self.1 == Fault::Symmetry { taken + 1 } else { taken }
        }
    }

    #[test]
    fn the_kit_sees_every_kind_of_fault() {
        for fault in [
            Fault::DoubleMove,
            Fault::KeyNotFromScratch,
            Fault::TextAlike,
            Fault::PositionLost,
            Fault::IllegalRandomMove,
            Fault::OutcomeEarly,
            Fault::SharedId,
            Fault::Standings,
            Fault::Symmetry,
        ] {
            let verdict = check(&Broken(Nim::new(9), fault), 20, 1);
            assert!(verdict.is_err(), "{fault:?} was not seen");
        }
    }

    #[test]
    fn a_sound_game_passes() {
        check(&Nim::new(25), 50, 3).unwrap();
    }
}
