//! How a game ended: a place for every player, and scores where the game counts them.
//!
//! An [`Outcome`] is absolute. Seen by one player it becomes a [`Verdict`] (win, draw, loss) or a utility
//! between -1 and 1, which are types of their own so that the two cannot be mixed up.

use std::fmt;

use crate::{MAX_PLAYERS, Player};

/// A finished game as one player sees it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Verdict {
    /// Worse than shared first place, or an unsolved puzzle.
    Loss,
    /// First place shared by several sides.
    Draw,
    /// Sole first place of the player's side, or a solved puzzle.
    Win,
}

/// The result of a finished game.
///
/// Every player has a place; tied players share the mean of the places they occupy, so a drawn two-player game
/// gives both place 1.5. Team mates have the same place, and places count sides, not heads.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    players: u8,
    sides: u8,
    scored: bool,
    /// Twice the place: 2 is sole first, 3 is first shared by two.
    doubled_places: [u8; MAX_PLAYERS],
    scores: [i32; MAX_PLAYERS],
}

impl Outcome {
    /// A game of `players` single players that `winner` wins and all others lose alike.
    #[inline]
    pub fn win(players: usize, winner: Player) -> Outcome {
        // The others share places 2..=players, whose doubled mean is players + 2.
        // All places are written at once: whoever copies the outcome would wait for a byte written alone.
        let place = |player: usize| if player == winner.index() { 2 } else { players as u8 + 2 };
        Outcome::new(players, players, std::array::from_fn(place))
    }

    /// A two-player game that `loser` loses.
    #[inline]
    pub fn loss(loser: Player) -> Outcome {
        Outcome::win(2, loser.other())
    }

    /// A game that all players share.
    #[inline]
    pub fn draw(players: usize) -> Outcome {
        Outcome::new(players, players, [players as u8 + 1; MAX_PLAYERS])
    }

    /// A puzzle, solved or not.
    pub fn puzzle(solved: bool) -> Outcome {
        Outcome::new(1, 1, [if solved { 2 } else { 4 }; MAX_PLAYERS])
    }

    /// A game decided by score: higher is better, equal scores share their places.
    pub fn by_scores(scores: &[i32]) -> Outcome {
        Outcome::by_merit(scores).with_scores(scores)
    }

    /// Places in descending order of `merit`, one entry a player, without keeping it as a score.
    pub fn by_merit(merit: &[i32]) -> Outcome {
        let teams: [usize; MAX_PLAYERS] = std::array::from_fn(|player| player);
        Outcome::by_team_merit(merit, &teams[..merit.len()])
    }

    /// Places of teams: `merit[t]` belongs to team `t`, and `teams[p]` is the team of player `p`.
    pub fn by_team_merit(merit: &[i32], teams: &[usize]) -> Outcome {
        let mut doubled_places = [0; MAX_PLAYERS];
        for (player, &team) in teams.iter().enumerate() {
            let above = merit.iter().filter(|&&m| m > merit[team]).count();
            let level = merit.iter().filter(|&&m| m == merit[team]).count();
            doubled_places[player] = (2 * above + level + 1) as u8;
        }
        Outcome::new(teams.len(), merit.len(), doubled_places)
    }

    #[inline]
    fn new(players: usize, sides: usize, mut doubled_places: [u8; MAX_PLAYERS]) -> Outcome {
        debug_assert!(players <= MAX_PLAYERS);
        // Nobody sits beyond: the same result is the same value however it was found.
        for (player, place) in doubled_places.iter_mut().enumerate() {
            *place = if player < players { *place } else { 0 };
        }
        Outcome {
            players: players as u8,
            sides: sides as u8,
            scored: false,
            doubled_places,
            scores: [0; MAX_PLAYERS],
        }
    }

    /// The same result with the final scores written beside it.
    #[inline]
    pub fn with_scores(mut self, scores: &[i32]) -> Outcome {
        self.scores[..scores.len()].copy_from_slice(scores);
        self.scored = true;
        self
    }

    /// How many players took part.
    pub fn players(&self) -> usize {
        self.players as usize
    }

    /// The place of a player, 1.0 for the winner; ties share the mean.
    pub fn place(&self, player: Player) -> f64 {
        f64::from(self.doubled_places[player.index()]) / 2.0
    }

    /// The final score of a player, in games that count one.
    pub fn score(&self, player: Player) -> Option<i32> {
        self.scored.then(|| self.scores[player.index()])
    }

    /// All final scores, in games that count them.
    pub fn scores(&self) -> Option<&[i32]> {
        self.scored.then(|| &self.scores[..self.players()])
    }

    /// What the result is worth to a player: 1 for a win, 0 for a draw, -1 for a loss, evenly spaced between
    /// with more sides.
    #[inline]
    pub fn utility(&self, player: Player) -> f64 {
        let step = if self.sides > 1 { f64::from(self.sides - 1) } else { 1.0 };
        1.0 - f64::from(self.doubled_places[player.index()] - 2) / step
    }

    /// The result as a player sees it.
    pub fn verdict(&self, player: Player) -> Verdict {
        match self.doubled_places[player.index()] {
            2 => Verdict::Win,
            own if self.doubled_places[..self.players()].iter().all(|&place| place >= own) => Verdict::Draw,
            _ => Verdict::Loss,
        }
    }

    /// The player in sole first place. With teams, the first player of the winning team; in a puzzle, the
    /// solver.
    #[inline]
    pub fn winner(&self) -> Option<Player> {
        (0..self.players()).find(|&p| self.doubled_places[p] == 2).map(Player::new)
    }

    /// Whether first place is shared.
    pub fn is_draw(&self) -> bool {
        self.sides > 1 && self.winner().is_none()
    }
}

/// Written as `1-0`, `0-1`, `1/2-1/2` for two players and as places (`1;2.5;2.5`) for more; a puzzle is
/// `solved` or `unsolved`. Scores follow in brackets: `1-0 (28:20)`.
impl fmt::Display for Outcome {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.players, self.doubled_places[0]) {
            (1, 2) => f.write_str("solved")?,
            (1, _) => f.write_str("unsolved")?,
            (2, 2) => f.write_str("1-0")?,
            (2, 3) => f.write_str("1/2-1/2")?,
            (2, _) => f.write_str("0-1")?,
            _ => {
                for player in Player::all(self.players()) {
                    let separator = if player == Player::FIRST { "" } else { ";" };
                    write!(f, "{separator}{}", self.place(player))?;
                }
            }
        }
        if let Some(scores) = self.scores() {
            let text: Vec<String> = scores.iter().map(i32::to_string).collect();
            write!(f, " ({})", text.join(":"))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_player_results_are_zero_sum() {
        for outcome in [Outcome::win(2, Player::FIRST), Outcome::draw(2), Outcome::loss(Player::FIRST)] {
            assert_eq!(outcome.utility(Player::FIRST) + outcome.utility(Player::SECOND), 0.0);
        }
    }

    #[test]
    fn a_result_is_the_same_however_it_was_found() {
        assert_eq!(Outcome::win(3, Player::SECOND), Outcome::by_merit(&[1, 2, 1]));
        assert_eq!(Outcome::draw(3), Outcome::by_merit(&[4, 4, 4]));
    }

    #[test]
    fn tied_players_share_the_mean_place() {
        let outcome = Outcome::by_scores(&[5, 9, 5]);
        let places: Vec<f64> = Player::all(3).map(|p| outcome.place(p)).collect();
        assert_eq!(places, [2.5, 1.0, 2.5]);
        assert_eq!(outcome.to_string(), "2.5;1;2.5 (5:9:5)");
        assert_eq!(outcome.utility(Player::SECOND), 1.0);
        assert_eq!(outcome.utility(Player::FIRST), -0.5);
    }

    #[test]
    fn team_mates_share_their_place() {
        let outcome = Outcome::by_team_merit(&[0, 1], &[0, 1, 0, 1]);
        assert_eq!(outcome.verdict(Player::new(3)), Verdict::Win);
        assert_eq!(outcome.verdict(Player::new(2)), Verdict::Loss);
        assert_eq!(outcome.utility(Player::new(1)), 1.0);
        assert_eq!(outcome.utility(Player::new(0)), -1.0);
    }

    #[test]
    fn second_of_three_is_no_draw() {
        let outcome = Outcome::by_merit(&[3, 2, 1]);
        assert_eq!(outcome.verdict(Player::new(1)), Verdict::Loss);
        assert!(!outcome.is_draw());
        let shared = Outcome::by_merit(&[3, 3, 1]);
        assert_eq!(shared.verdict(Player::new(1)), Verdict::Draw);
        assert!(shared.is_draw());
    }

    #[test]
    fn a_puzzle_is_solved_or_not() {
        assert_eq!(Outcome::puzzle(true).verdict(Player::FIRST), Verdict::Win);
        assert_eq!(Outcome::puzzle(false).utility(Player::FIRST), -1.0);
    }
}
