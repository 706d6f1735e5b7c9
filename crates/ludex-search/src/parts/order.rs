//! Which moves to try first: those that refuted other lines before.

/// The number of rows; ids beyond share them.
const ROWS: usize = 1 << 14;

/// How often moves caused a cut, and which reply refuted which move. Knows moves only by their keys.
#[derive(Clone, Debug)]
pub struct History {
    merit: Vec<i32>,
    replies: Vec<u32>,
}

impl Default for History {
    fn default() -> History {
        History { merit: vec![0; ROWS], replies: vec![u32::MAX; ROWS] }
    }
}

/// The largest merit a move can earn.
pub const MOST: i32 = 1 << 14;

impl History {
    /// Forgets everything.
    pub fn clear(&mut self) {
        self.merit.fill(0);
        self.replies.fill(u32::MAX);
    }

    /// The merit of a move.
    #[inline]
    pub fn merit(&self, key: u32) -> i32 {
        self.merit[row(key)]
    }

    /// Raises or lowers a merit. The nearer to the limit, the less it changes, so recent news count most.
    #[inline]
    pub fn adjust(&mut self, key: u32, by: i32) {
        let merit = &mut self.merit[row(key)];
        *merit += by - *merit * by.abs() / MOST;
    }

    /// The reply that last refuted a move.
    #[inline]
    pub fn reply(&self, to: u32) -> u32 {
        self.replies[row(to)]
    }

    /// Remembers a refutation.
    #[inline]
    pub fn set_reply(&mut self, to: u32, reply: u32) {
        self.replies[row(to)] = reply;
    }
}

#[inline]
fn row(key: u32) -> usize {
    if (key as usize) < ROWS { key as usize } else { (key.wrapping_mul(0x9e37_79b1) >> 18) as usize }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merit_stays_within_its_limits() {
        let mut history = History::default();
        for _ in 0..10_000 {
            history.adjust(3, 400);
            history.adjust(u32::MAX, -400);
        }
        assert!(history.merit(3) > MOST / 2 && history.merit(3) <= MOST);
        assert!(history.merit(u32::MAX) < -MOST / 2 && history.merit(u32::MAX) >= -MOST);
    }
}
