//! Statistics over moves, whatever the position: for MAST, progressive history, n-grams and good replies.

/// The number of rows at most; ids beyond share rows.
const ROWS: usize = 1 << 17;

/// How often something was tried and what came of it, by a number such as a move's id and its player.
#[derive(Clone, Debug, Default)]
pub struct MoveStats {
    rows: Vec<Tally>,
}

/// Tries and the sum of their rewards.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Tally {
    /// How often.
    pub visits: f32,
    /// The sum of rewards, each between 0 and 1.
    pub sum: f32,
}

impl Tally {
    /// The mean reward, or `otherwise` if there was none.
    #[inline]
    pub fn mean_or(self, otherwise: f32) -> f32 {
        if self.visits > 0.0 { self.sum / self.visits } else { otherwise }
    }

    /// Adds one reward.
    #[inline]
    pub fn add(&mut self, reward: f32) {
        self.visits += 1.0;
        self.sum += reward;
    }
}

impl MoveStats {
    /// What is known of `id`.
    #[inline]
    pub fn get(&self, id: u32) -> Tally {
        self.rows.get(row(id)).copied().unwrap_or_default()
    }

    /// Adds one reward to `id`.
    #[inline]
    pub fn add(&mut self, id: u32, reward: f32) {
        let row = row(id);
        if row >= self.rows.len() {
            self.rows.resize((row + 1).next_power_of_two(), Tally::default());
        }
        self.rows[row].add(reward);
    }

    /// Forgets everything.
    pub fn clear(&mut self) {
        self.rows.fill(Tally::default());
    }

    /// Lets older knowledge count for less.
    pub fn fade(&mut self, by: f32) {
        for row in &mut self.rows {
            row.visits *= by;
            row.sum *= by;
        }
    }
}

/// Small ids have a row of their own, large ones share.
#[inline]
fn row(id: u32) -> usize {
    if (id as usize) < ROWS { id as usize } else { (id.wrapping_mul(0x9e37_79b1) >> 15) as usize }
}

/// A number for a move of a player.
#[inline]
pub fn move_key(id: u32, player: usize, players: usize) -> u32 {
    id.wrapping_mul(players as u32).wrapping_add(player as u32)
}

/// A number for two moves in a row.
#[inline]
pub fn pair_key(before: u32, after: u32) -> u32 {
    (before.wrapping_mul(0x85eb_ca6b) ^ after.wrapping_mul(0xc2b2_ae35)) | 1 << 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_id_has_a_row() {
        let mut stats = MoveStats::default();
        for id in [0, 5, ROWS as u32 - 1, ROWS as u32, u32::MAX] {
            stats.add(id, 1.0);
            assert_eq!(stats.get(id).mean_or(0.0), 1.0);
        }
        stats.clear();
        assert_eq!(stats.get(5), Tally::default());
    }
}
