//! Games of the mancala family that Ludii played.
//!
//! Ludii's boards number the sites from the left store along South's row, then along North's row from South's
//! left, to the right store; on boards without stores the captured seeds lie in two hands after the pits. A
//! player who cannot move makes a forced pass there, which is no move here; the last one is where Ludii notices
//! that the game is over.

use ludex_core::{Game, Player, Spec, Turn};
use ludex_games::mancala::{Mancala, Options, Pit, Rest, Rounds, State, options_of};

use crate::input::{Input, Place};
use crate::ludii::{self, End, Move, Occupied, Ply, Position, Record};
use crate::{Agreement, Format, Trouble};

pub(crate) const FORMATS: &[Format] = &[Format { recognises, replay }];

/// Ludii's name for a game, ours, and whether South's store is the left one. Options are part of the name there.
const NAMES: [(&str, &str, bool); 10] = [
    ("Awari", "awari(rules=ludii)", false),
    ("FairKalah_board1", "kalah", false),
    ("Kalah", "kalah(rules=ludii)", false),
    ("Ovalhu", "ohvalhu(rules=ludii)", false),
    ("Oware", "oware(rules=ludii)", true),
    (
        "Oware_12max_25end",
        "oware(pit-limit=12,pass=true,deadlock-draws=true,majority=true,rules=ludii)",
        true,
    ),
    ("Oware_12max_nopiece", "oware(pit-limit=12,rules=ludii)", true),
    ("Oware_nolimit_25end", "oware(pass=true,deadlock-draws=true,majority=true,rules=ludii)", true),
    ("Vai_Lung_Thlan", "vai-lung-thlan(rules=ludii)", false),
    ("Wari", "wari(rules=ludii)", true),
];

fn recognises(input: &Input) -> bool {
    ludii::game_of(input).is_some_and(|game| NAMES.iter().any(|(theirs, ..)| *theirs == game))
}

/// The sites of the pits and stores on one of Ludii's boards.
struct Sites {
    pits: usize,
    stores: bool,
    south_left: bool,
}

impl Sites {
    fn of(geometry: &str, south_left: bool) -> Option<Sites> {
        let (size, stores) = match geometry.strip_suffix("_nostore") {
            Some(size) => (size, false),
            None => (geometry, true),
        };
        let pits = size.strip_prefix("mancala2x")?.parse().ok()?;
        Some(Sites { pits, stores, south_left })
    }

    fn pit(&self, player: usize, pit: usize) -> i64 {
        let first = usize::from(self.stores);
        let site = if player == 0 { first + pit } else { first + 2 * self.pits - 1 - pit };
        site as i64
    }

    fn store(&self, player: usize) -> i64 {
        let site = match self.stores {
            true if (player == 0) == self.south_left => 0,
            true => 2 * self.pits + 1,
            false => 2 * self.pits + player,
        };
        site as i64
    }

    /// How many seeds lie where: the site of each, and the number.
    fn seeds(&self, state: &State<u64>) -> Vec<(i64, i64)> {
        let mut seeds: Vec<(i64, i64)> = Vec::new();
        for player in [Player::FIRST, Player::SECOND] {
            for pit in 0..self.pits {
                seeds.push((self.pit(player.index(), pit), i64::from(state.seeds(player, pit))));
            }
            seeds.push((self.store(player.index()), i64::from(state.store(player))));
        }
        seeds.sort_unstable();
        seeds
    }
}

/// The sites with their counts, from a position or the effects of a move.
fn counts(occupied: &[Occupied]) -> Vec<(i64, i64)> {
    let number = |site: &Occupied, index: usize| site.get(index).copied().unwrap_or(0);
    let mut counts: Vec<(i64, i64)> =
        occupied.iter().map(|site| (number(site, 0), number(site, 3))).collect();
    counts.sort_unstable();
    counts
}

/// Whether pits are being filled for the next round.
fn is_between(position: &Position) -> bool {
    position.phase.iter().any(|phase| phase == "BetweenRounds")
}

/// A file being replayed.
struct Replay {
    /// The game itself.
    game: Mancala<u64>,
    /// The game in which seeds left at the end stay where they are, as on Ludii's board.
    board: Mancala<u64>,
    sites: Sites,
}

fn replay(input: &Input) -> Result<Agreement, Trouble> {
    let (header, records) = ludii::read(input)?;
    let unsupported =
        || Trouble::Unsupported(format!("there is no engine for the game '{}' of Ludii", header.game));
    let found = NAMES.iter().find(|(theirs, ..)| *theirs == header.game);
    let &(_, name, south_left) = found.ok_or_else(unsupported)?;
    let sites = Sites::of(&header.geometry, south_left).ok_or_else(unsupported)?;
    let broken = |error: ludex_core::SpecError| Trouble::Malformed(error.to_string());
    let options = Spec::parse(name).and_then(|spec| options_of(&spec)).map_err(broken)?;
    if usize::from(options.pits) != sites.pits {
        return Err(unsupported());
    }
    let rest = if options.rounds == Rounds::One { Rest::Nobody } else { options.rest };
    let replay = Replay {
        game: Mancala::new(options).map_err(broken)?,
        board: Mancala::new(Options { rest, ..options }).map_err(broken)?,
        sites,
    };
    let mut agreement = Agreement { game: name.to_string(), games: 0, plies: 0 };
    for record in records {
        let record = record?;
        agreement.plies += record.plies.len();
        replay.record(name, &record)?;
        agreement.games += 1;
    }
    Ok(agreement)
}

impl Replay {
    fn record(&self, name: &str, record: &Record) -> Result<(), Trouble> {
        let mut state = self.set_up(&self.game, &record.trial.state, record.trial.first)?;
        let mut board = self.set_up(&self.board, &record.trial.state, record.trial.first)?;
        let mut place = Place { game: name.to_string(), line: 0, ply: 0 };
        let mut between = false;
        for (line, ply) in &record.plies {
            place.line = *line;
            place.ply = ply.ply;
            let chosen = ply.legal.get(ply.chosen);
            let chosen = chosen.ok_or_else(|| Trouble::Malformed(format!("line {line}: no such move")))?;
            if ply.legal.iter().all(Move::is_pass) {
                let waits = self.board.turn(&board).player().map(|player| player.index() + 1);
                // Between rounds Ludii lets both players pass before it goes on.
                place.compare("a pass, so not to move", &true, &(between || waits != Some(ply.mover)))?;
                between = between && ply.after.as_ref().is_some_and(is_between);
                continue;
            }
            let pit = self.compare_moves(&board, ply, chosen, &place)?;
            self.board.play(&mut board, pit);
            self.game.play(&mut state, pit);
            if let Some(after) = &ply.after {
                let mut expected = counts(&after.occ);
                let mut got = self.sites.seeds(&board);
                expected.retain(|(_, count)| *count > 0);
                got.retain(|(_, count)| *count > 0);
                place.compare("position after the move", &expected, &got)?;
                between = is_between(after);
            }
        }
        let (line, end) = &record.end;
        place.line = *line;
        self.compare_end(&state, end, &place)
    }

    fn set_up(&self, game: &Mancala<u64>, position: &Position, first: usize) -> Result<State<u64>, Trouble> {
        let seeds = counts(&position.occ);
        let at = |site: i64| {
            seeds
                .iter()
                .find(|(found, _)| *found == site)
                .map_or(0, |(_, count)| (*count).clamp(0, 1 << 20) as u32)
        };
        let rows: Vec<Vec<u32>> = (0..2)
            .map(|player| (0..self.sites.pits).map(|pit| at(self.sites.pit(player, pit))).collect())
            .collect();
        let stores = [at(self.sites.store(0)), at(self.sites.store(1))];
        let mover = if first == 2 { Player::SECOND } else { Player::FIRST };
        game.position([&rows[0], &rows[1]], stores, mover)
            .map_err(|error| Trouble::Malformed(format!("the set-up: {error}")))
    }

    /// Compares the legal moves with what each would change, and returns the one that was played.
    fn compare_moves(
        &self,
        board: &State<u64>,
        ply: &Ply,
        chosen: &Move,
        place: &Place,
    ) -> Result<Pit, Trouble> {
        let turn = self.board.turn(board).player().map(|player| player.index() + 1);
        place.compare("mover", &Some(ply.mover), &turn)?;
        let before = self.sites.seeds(board);
        let mut ours: Vec<(Vec<(i64, i64)>, Pit)> = Vec::new();
        let mut moves = Vec::new();
        self.board.moves(board, &mut moves);
        for &pit in &moves {
            let mut after = board.clone();
            self.board.play(&mut after, pit);
            let changed =
                self.sites.seeds(&after).into_iter().zip(&before).filter(|(now, then)| now != *then);
            ours.push((changed.map(|(now, _)| now).collect(), pit));
        }
        ours.sort_unstable();
        let mut theirs: Vec<Vec<(i64, i64)>> = ply.legal.iter().map(|m| counts(&m.effects)).collect();
        theirs.sort_unstable();
        let effects: Vec<Vec<(i64, i64)>> = ours.iter().map(|(effects, _)| effects.clone()).collect();
        place.compare("effects of the legal moves", &theirs, &effects)?;
        let played = counts(&chosen.effects);
        let found =
            ours.iter().find(|(effects, pit)| *effects == played && self.starts_at(board, *pit, chosen));
        let found = found.or_else(|| ours.iter().find(|(effects, _)| *effects == played));
        found
            .map(|(_, pit)| *pit)
            .ok_or_else(|| Trouble::Malformed("the chosen move is not legal".to_string()))
    }

    fn starts_at(&self, board: &State<u64>, pit: Pit, chosen: &Move) -> bool {
        let site = self.sites.pit(board.mover().index(), pit.index().min(self.sites.pits - 1));
        chosen.from == site || chosen.to == site
    }

    fn compare_end(&self, state: &State<u64>, end: &End, place: &Place) -> Result<(), Trouble> {
        if !end.over {
            return Ok(());
        }
        place.compare("end of the game", &true, &(self.game.turn(state) == Turn::Over))?;
        let outcome = self.game.outcome(state);
        let winner = outcome.as_ref().map(|outcome| outcome.winner().map_or(0, |player| player.index() + 1));
        place.compare("winner", &end.winner, &winner)?;
        if let Some(scores) = &end.scores {
            let ours = outcome.as_ref().and_then(|outcome| outcome.scores().map(<[i32]>::to_vec));
            place.compare("scores", &Some(scores.clone()), &ours)?;
        }
        Ok(())
    }
}
