//! The games of one pairing, added one by one and reduced to what a report needs.

use std::collections::BTreeMap;

use ludex_stats::{Estimate, Games, Pairs, Sample};

use super::Summary;
use crate::game::Row;
use crate::plan::Expanded;

/// Games up to this length are counted in a list; longer ones are rare.
const LONG: u32 = 1 << 14;

/// So many courses of games are kept for pictures.
const EXAMPLES: usize = 4;

/// The games of one pairing, reduced to what a report needs. They are added in order; digests of games that follow
/// each other can be merged.
#[derive(Clone, PartialEq, Debug)]
pub struct Digest {
    agents: usize,
    /// Whether games come in pairs with swapped seats.
    paired: bool,
    games: u64,
    hashes: Vec<u64>,
    tallies: Vec<Games>,
    by_seat: Vec<Games>,
    seat_wins: Vec<u64>,
    draws: u64,
    unfinished: u64,
    lengths: Vec<u64>,
    longer: BTreeMap<u32, u64>,
    branching: Vec<f64>,
    /// Seconds that each agent thought in the games in which it did.
    seconds: Vec<Sample>,
    work: Vec<f64>,
    choices: Vec<u64>,
    troubles: Vec<(u64, String)>,
    pairs: Pairs,
    /// The second game of a pair whose first one is not here, at the beginning: number and score of agent 0.
    head: Option<(u64, f64)>,
    /// The first game of a pair whose second one has not come yet.
    tail: Option<(u64, f64)>,
    curves: Vec<(u64, Vec<f32>)>,
}

impl Digest {
    /// No games yet, of so many agents with so many games in a round.
    pub fn new(agents: usize, round: u64) -> Digest {
        Digest {
            agents,
            paired: round == 2 && agents == 2,
            games: 0,
            hashes: Vec::new(),
            tallies: vec![Games::default(); agents],
            by_seat: Vec::new(),
            seat_wins: Vec::new(),
            draws: 0,
            unfinished: 0,
            lengths: Vec::new(),
            longer: BTreeMap::new(),
            branching: Vec::new(),
            seconds: vec![Sample::default(); agents],
            work: vec![0.0; agents],
            choices: vec![0; agents],
            troubles: Vec::new(),
            pairs: Pairs::default(),
            head: None,
            tail: None,
            curves: Vec::new(),
        }
    }

    /// Adds a game, whose seats must be those of the pairing.
    pub fn add(&mut self, row: &Row) {
        if self.paired {
            self.add_to_pairs(row);
        }
        self.games += 1;
        self.hashes.push(row.hash);
        if row.plies < LONG {
            let plies = row.plies as usize;
            if plies >= self.lengths.len() {
                self.lengths.resize(plies + 1, 0);
            }
            self.lengths[plies] += 1;
        } else {
            *self.longer.entry(row.plies).or_insert(0) += 1;
        }
        self.branching.extend(row.branching);
        self.add_result(row);
        let mut thought = 0;
        for (seat, &who) in row.seats.iter().enumerate() {
            self.choices[who as usize] += u64::from(row.choices[seat]);
            let work = row.nodes[seat] + row.playouts[seat];
            if work > 0 {
                self.work[who as usize] += work as f64;
            }
            thought |= row.microseconds.0[seat];
        }
        if thought > 0 {
            for (agent, sample) in self.seconds.iter_mut().enumerate() {
                sample.add(row.sum_of(agent as u8, &row.microseconds.0) as f64 / 1e6);
            }
        }
        if let Some(trouble) = &row.trouble {
            let text = serde_json::to_string(trouble).unwrap_or_default();
            self.troubles.push((row.game, text));
        }
        if let Some(curve) = &row.curve
            && self.curves.len() < EXAMPLES
        {
            self.curves.push((row.game, curve.clone()));
        }
    }

    fn add_result(&mut self, row: &Row) {
        let seats = row.seats.len();
        if self.by_seat.len() < seats {
            self.by_seat.resize(seats, Games::default());
            self.seat_wins.resize(seats, 0);
        }
        let Some(result) = &row.result else {
            self.unfinished += 1;
            return;
        };
        for agent in 0..self.agents {
            if let Some(score) = row.score_of(agent as u8) {
                count(&mut self.tallies[agent], score);
            }
        }
        let mut won = false;
        for (seat, &score) in result.iter().enumerate() {
            won |= score >= 1.0;
            self.seat_wins[seat] += u64::from(score == 1.0);
            if self.agents == 1 || row.seats[seat] == 0 {
                count(&mut self.by_seat[seat], score);
            }
        }
        self.draws += u64::from(!won);
    }

    fn add_to_pairs(&mut self, row: &Row) {
        let game = (row.game, row.score_of(0).unwrap_or(0.5));
        match self.tail.take() {
            Some(first) if first.0 / 2 == game.0 / 2 => self.pairs.add(first.1, game.1),
            other => {
                // A game without its pair counts as one.
                other.into_iter().for_each(|(_, score)| self.pairs.add(score, score));
                match (game.0 % 2, self.games) {
                    (0, _) => self.tail = Some(game),
                    (_, 0) => self.head = Some(game),
                    _ => self.pairs.add(game.1, game.1),
                }
            }
        }
    }

    /// Adds games that come after those that are here.
    pub fn merge(&mut self, mut later: Digest) {
        if self.games == 0 {
            *self = later;
            return;
        }
        if later.games == 0 {
            return;
        }
        match (self.tail.take(), later.head.take()) {
            (Some(first), Some(second)) if first.0 / 2 == second.0 / 2 => self.pairs.add(first.1, second.1),
            (first, second) => {
                for (_, score) in first.into_iter().chain(second) {
                    self.pairs.add(score, score);
                }
            }
        }
        self.tail = later.tail;
        self.pairs.merge(&later.pairs);
        self.games += later.games;
        self.hashes.append(&mut later.hashes);
        let games =
            self.tallies.iter_mut().zip(later.tallies).chain(self.by_seat.iter_mut().zip(later.by_seat));
        for (sum, more) in games {
            sum.wins += more.wins;
            sum.draws += more.draws;
            sum.losses += more.losses;
        }
        add_all(&mut self.seat_wins, &later.seat_wins);
        self.draws += later.draws;
        self.unfinished += later.unfinished;
        add_all(&mut self.lengths, &later.lengths);
        for (length, many) in later.longer {
            *self.longer.entry(length).or_insert(0) += many;
        }
        self.branching.append(&mut later.branching);
        for (sum, more) in self.seconds.iter_mut().zip(&later.seconds) {
            sum.merge(more);
        }
        self.work.iter_mut().zip(later.work).for_each(|(sum, more)| *sum += more);
        add_all(&mut self.choices, &later.choices);
        self.troubles.append(&mut later.troubles);
        self.curves.append(&mut later.curves);
        self.curves.truncate(EXAMPLES);
    }

    /// How many games there are.
    pub fn games(&self) -> u64 {
        self.games
    }

    /// The lengths of games, each with how often it was seen.
    pub fn lengths(&self) -> impl Iterator<Item = (u32, u64)> {
        let short = self.lengths.iter().zip(0..).map(|(&many, length)| (length, many));
        short.filter(|(_, many)| *many > 0).chain(self.longer.iter().map(|(&length, &many)| (length, many)))
    }

    /// The mean number of legal moves in each game, where it was counted.
    pub fn branching(&self) -> &[f64] {
        &self.branching
    }

    /// The courses of the first games, where they were kept, with the numbers of the games.
    pub fn curves(&self) -> &[(u64, Vec<f32>)] {
        &self.curves
    }

    /// Pairs of games with swapped seats by the points of agent 0, where games came in pairs.
    pub fn pairs(&self) -> Option<Pairs> {
        self.paired.then(|| {
            let mut pairs = self.pairs;
            for (_, score) in self.head.into_iter().chain(self.tail) {
                pairs.add(score, score);
            }
            pairs
        })
    }

    /// What the games amount to.
    pub fn summary(&self) -> Summary {
        let mut plies = Sample::default();
        self.lengths().for_each(|(length, many)| plies.add_times(f64::from(length), many));
        let mut seconds = self.seconds.clone();
        for sample in &mut seconds {
            sample.add_times(0.0, self.games - sample.count());
        }
        let work = self.work.iter().zip(&self.choices).map(|(work, &choices)| work / choices.max(1) as f64);
        Summary {
            games: self.games,
            distinct: distinct(&self.hashes),
            tallies: self.tallies.clone(),
            by_seat: self.by_seat.clone(),
            score: self.score(),
            seat_wins: self.seat_wins.clone(),
            draws: self.draws,
            unfinished: self.unfinished,
            plies,
            branching: self.branching.iter().copied().collect(),
            seconds,
            work: work.collect(),
            troubles: self.troubles.clone(),
        }
    }

    /// The score of agent 0, by pairs where games came in pairs; of the first seat if one agent has them all.
    fn score(&self) -> Estimate {
        let none = Estimate { value: 0.5, low: 0.0, high: 1.0 };
        match (self.pairs(), self.agents) {
            (Some(pairs), _) => pairs.score(0.95),
            (None, 1) => self.by_seat.first().map_or(none, |first| first.score(0.95)),
            (None, _) => self.tallies.first().map_or(none, |tally| tally.score(0.95)),
        }
    }
}

/// Digests of the games of a plan: `rows` by cell and in order.
pub fn digests(plan: &Expanded, rows: &[Vec<Row>]) -> Vec<Digest> {
    let mut all = blank_digests(plan);
    for (digest, rows) in all.iter_mut().zip(rows) {
        rows.iter().for_each(|row| digest.add(row));
    }
    all
}

/// A digest for every cell of a plan, without games.
pub(crate) fn blank_digests(plan: &Expanded) -> Vec<Digest> {
    let cells = plan.cells.iter().enumerate();
    cells.map(|(cell, about)| Digest::new(about.labels.len(), plan.round(cell))).collect()
}

fn add_all(sums: &mut Vec<u64>, more: &[u64]) {
    if sums.len() < more.len() {
        sums.resize(more.len(), 0);
    }
    sums.iter_mut().zip(more).for_each(|(sum, more)| *sum += more);
}

fn count(games: &mut Games, score: f64) {
    if score > 0.5 {
        games.wins += 1;
    } else if score < 0.5 {
        games.losses += 1;
    } else {
        games.draws += 1;
    }
}

/// How many different numbers there are among fingerprints, whose bits are all equally good. They are dealt out by
/// their highest bits first, so that what is looked through at a time fits the fastest memory.
fn distinct(hashes: &[u64]) -> u64 {
    const SMALL: usize = 4096;
    let bits = (hashes.len() / SMALL).next_power_of_two().trailing_zeros().min(16);
    let heap = |hash: u64| hash.checked_shr(64 - bits).unwrap_or(0) as usize;
    let mut ends = vec![0usize; 1 << bits];
    hashes.iter().for_each(|&hash| ends[heap(hash)] += 1);
    let mut begin = 0;
    for end in &mut ends {
        begin += std::mem::replace(end, begin);
    }
    let mut dealt = vec![0; hashes.len()];
    for &hash in hashes {
        let end = &mut ends[heap(hash)];
        dealt[*end] = hash;
        *end += 1;
    }
    let (mut begin, mut count) = (0, 0);
    let mut table: Vec<u64> = Vec::new();
    for end in ends {
        let hashes = &dealt[begin..end];
        table.clear();
        table.resize((2 * hashes.len()).next_power_of_two(), 0);
        // Nothing is marked by a zero, so zeros are counted apart.
        count += u64::from(hashes.contains(&0));
        for &hash in hashes.iter().filter(|hash| **hash != 0) {
            let mut at = hash as usize & (table.len() - 1);
            while table[at] != 0 && table[at] != hash {
                at = (at + 1) & (table.len() - 1);
            }
            count += u64::from(table[at] == 0);
            table[at] = hash;
        }
        begin = end;
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Elapsed, PerSeat, Trouble};
    use ludex_core::Rng;

    fn rows(count: u64) -> Vec<Row> {
        let mut rng = Rng::new(5);
        let row = |game: u64| {
            let score = f64::from(rng.below(3)) / 2.0;
            let swapped = (game % 2) as u8;
            Row {
                game,
                seats: PerSeat::of([swapped, 1 - swapped]),
                result: (game % 11 != 7).then(|| PerSeat::of([score, 1.0 - score])),
                plies: if game.is_multiple_of(9) { LONG + 3 } else { rng.below(50) },
                hash: u64::from(rng.below(40)),
                branching: game.is_multiple_of(3).then(|| f64::from(rng.below(9))),
                nodes: PerSeat::of([3, 0]),
                choices: PerSeat::of([2, 5]),
                curve: game.is_multiple_of(2).then(|| vec![0.5]),
                trouble: (game % 11 == 7).then_some(Trouble::Unfinished),
                microseconds: Elapsed(PerSeat::of([u64::from(rng.below(2)) * 1000, 0])),
                ..Row::blank(2)
            }
        };
        (0..count).map(row).collect()
    }

    fn digest(rows: &[Row]) -> Digest {
        let mut digest = Digest::new(2, 2);
        rows.iter().for_each(|row| digest.add(row));
        digest
    }

    #[test]
    fn digests_of_parts_merge_to_that_of_the_whole() {
        let rows = rows(101);
        let whole = digest(&rows);
        for cut in [0, 1, 2, 7, 50, 51, 100, 101] {
            let mut parts = digest(&rows[..cut]);
            parts.merge(digest(&rows[cut..]));
            let (mut a, mut b) = (parts.summary(), whole.summary());
            for (a, b) in a.seconds.iter_mut().zip(&mut b.seconds) {
                assert!((a.mean() - b.mean()).abs() < 1e-12 && (a.deviation() - b.deviation()).abs() < 1e-9);
                *a = *b;
            }
            assert_eq!((a, parts.pairs(), parts.curves()), (b, whole.pairs(), whole.curves()));
        }
    }

    #[test]
    fn games_are_counted_as_by_hand() {
        let rows = rows(101);
        let summary = digest(&rows).summary();
        let hashes: std::collections::HashSet<u64> = rows.iter().map(|row| row.hash).collect();
        let plies: Sample = rows.iter().map(|row| f64::from(row.plies)).collect();
        let seconds: Sample =
            rows.iter().map(|row| row.sum_of(1, &row.microseconds.0) as f64 / 1e6).collect();
        assert_eq!((summary.games, summary.distinct), (101, hashes.len() as u64));
        assert_eq!(summary.unfinished, rows.iter().filter(|row| row.result.is_none()).count() as u64);
        assert_eq!(summary.tallies[0].wins, summary.tallies[1].losses);
        assert!((summary.plies.mean() - plies.mean()).abs() < 1e-9);
        assert!((summary.plies.deviation() - plies.deviation()).abs() < 1e-6);
        assert!((summary.seconds[1].mean() - seconds.mean()).abs() < 1e-12);
        // 51 pairs: the last game stands alone.
        assert_eq!(digest(&rows).pairs().map(|pairs| pairs.count()), Some(51));
    }

    #[test]
    fn distinct_fingerprints_are_counted_in_any_number() {
        let mut rng = Rng::new(3);
        for many in [0, 1, 100, 5000, 40_000] {
            let mut hashes: Vec<u64> = (0..many).map(|_| rng.bits()).collect();
            assert_eq!(distinct(&hashes), many);
            hashes.extend_from_within(..many as usize / 2);
            hashes.extend([0, 0]);
            assert_eq!(distinct(&hashes), many + 1);
        }
        assert_eq!(distinct(&[7; 30_000]), 1);
    }
}
