//! Who is with whom: search for two sides treats every game as one side against the rest.

use ludex_core::{Game, MAX_PLAYERS, Outcome, Player};

/// The teams of a game, looked up once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Sides {
    team: [u8; MAX_PLAYERS],
    players: u8,
    teams: u8,
}

impl Sides {
    /// The sides of a game.
    pub fn of<G: Game>(game: &G) -> Sides {
        let mut team = [0; MAX_PLAYERS];
        let mut teams = 1;
        for player in Player::all(game.players()) {
            team[player.index()] = game.team(player) as u8;
            teams = teams.max(game.team(player) as u8 + 1);
        }
        Sides { team, players: game.players() as u8, teams }
    }

    /// How many players there are.
    #[inline]
    pub fn players(&self) -> usize {
        self.players as usize
    }

    /// Whether at most two sides play, so that what one wins the other loses.
    #[inline]
    pub fn are_two(&self) -> bool {
        self.teams <= 2
    }

    /// The team of a player.
    #[inline]
    pub fn team(&self, player: Player) -> usize {
        self.team[player.index()] as usize
    }

    /// Whether two players win together.
    #[inline]
    pub fn together(&self, a: Player, b: Player) -> bool {
        self.team[a.index()] == self.team[b.index()]
    }

    /// A player of a team.
    pub fn member(&self, team: usize) -> Player {
        Player::all(self.players()).find(|&player| self.team(player) == team).unwrap_or(Player::FIRST)
    }

    /// The lead in points of a player over the best opponent, if the game counts points. A lone player's
    /// points are the lead.
    pub fn lead(&self, outcome: &Outcome, player: Player) -> Option<f64> {
        let scores = outcome.scores()?;
        Some(self.lead_of(player, |p| f64::from(scores[p.index()])))
    }

    /// The lead of a player over the best opponent in whatever `points` counts.
    pub fn lead_of(&self, player: Player, points: impl Fn(Player) -> f64) -> f64 {
        let own = points(player);
        let best = Player::all(self.players())
            .filter(|&other| !self.together(player, other))
            .map(points)
            .fold(f64::NEG_INFINITY, f64::max);
        if best == f64::NEG_INFINITY { own } else { own - best }
    }
}
