//! A genetic search over weights, as evolved players of mancala were found.
//!
//! A population of sets of weights plays itself; the better of two drawn by lot become parents, children take each
//! weight from one parent or the other, some weights are changed a little or drawn anew, and the best set lives on
//! unchanged. After C. Divilly, C. O'Riordan and S. Hill, "Exploration and analysis of the evolution of strategies for
//! mancala variants", 2013, who combined six simple heuristics that way.

use ludex_core::Rng;
use serde::{Deserialize, Serialize};

use super::Knob;

/// How a population is bred.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
pub struct Breeding {
    /// How many sets of values there are.
    pub population: usize,
    /// How many generations.
    pub generations: u64,
    /// How many opponents each set meets in a generation.
    pub meetings: usize,
    /// The probability that a weight of a child is changed.
    pub mutation: f64,
}

impl Default for Breeding {
    fn default() -> Breeding {
        Breeding { population: 24, generations: 30, meetings: 6, mutation: 0.15 }
    }
}

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Genetic {
    /// What is bred.
    pub knobs: Vec<Knob>,
    /// How.
    pub breeding: Breeding,
    /// The seed of everything random.
    pub seed: u64,
    generation: u64,
    /// Places from 0 to 1 in the knobs' ranges.
    population: Vec<Vec<f64>>,
    scores: Vec<f64>,
    games: Vec<u64>,
    /// Meetings of this generation that were played.
    played: usize,
    best: Option<Vec<f64>>,
}

impl Genetic {
    /// A run from random values.
    pub fn new(knobs: Vec<Knob>, breeding: Breeding, seed: u64) -> Genetic {
        let breeding = Breeding { population: breeding.population.max(4), ..breeding };
        let mut rng = Rng::derived(seed, 0, 0x6e6e);
        let population: Vec<Vec<f64>> =
            (0..breeding.population).map(|_| knobs.iter().map(|_| rng.unit()).collect()).collect();
        let size = population.len();
        Genetic {
            knobs,
            breeding,
            seed,
            generation: 0,
            population,
            scores: vec![0.0; size],
            games: vec![0; size],
            played: 0,
            best: None,
        }
    }

    /// The number of the present generation, from 0.
    pub fn generation(&self) -> u64 {
        self.generation
    }

    /// Whether all generations have played.
    pub fn is_done(&self) -> bool {
        self.generation >= self.breeding.generations
    }

    /// Meetings of a generation, and how many of them are played.
    pub fn progress(&self) -> (usize, usize) {
        (self.played, self.population.len() * self.breeding.meetings)
    }

    /// Who meets whom next: every set in turn, against one drawn by lot.
    fn next(&self) -> (usize, usize) {
        let size = self.population.len();
        let mut rng = Rng::derived(self.seed, self.generation << 32 | self.played as u64, 0x6e6f);
        let first = self.played % size;
        let other = rng.below(size as u32 - 1) as usize;
        (first, if other >= first { other + 1 } else { other })
    }

    /// The two sets of values that are to play each other.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        let (first, second) = self.next();
        [first, second].map(|who| self.real(&self.population[who]))
    }

    fn real(&self, places: &[f64]) -> Vec<f64> {
        self.knobs.iter().zip(places).map(|(knob, &place)| knob.at(place)).collect()
    }

    /// Takes the score (from 0 to 1) of the first of the two sets against the second.
    pub fn tell(&mut self, score: f64) {
        let (first, second) = self.next();
        let score = score.clamp(0.0, 1.0);
        for (who, score) in [(first, score), (second, 1.0 - score)] {
            self.scores[who] += score;
            self.games[who] += 1;
        }
        self.played += 1;
        if self.played >= self.progress().1 {
            self.breed();
        }
    }

    fn fitness(&self, who: usize) -> f64 {
        // One drawn meeting more, so that few meetings do not decide alone.
        (self.scores[who] + 0.5) / (self.games[who] + 1) as f64
    }

    fn breed(&mut self) {
        let size = self.population.len();
        let mut rng = Rng::derived(self.seed, self.generation, 0x6e70);
        let champion =
            (0..size).fold(0, |best, who| if self.fitness(who) > self.fitness(best) { who } else { best });
        self.best = Some(self.population[champion].clone());
        let mut next = vec![self.population[champion].clone()];
        while next.len() < size {
            let mut parent = || {
                let (a, b) = (rng.below(size as u32) as usize, rng.below(size as u32) as usize);
                if self.fitness(a) >= self.fitness(b) { a } else { b }
            };
            let (mother, father) = (parent(), parent());
            let mut child = Vec::with_capacity(self.knobs.len());
            for (&from_mother, &from_father) in self.population[mother].iter().zip(&self.population[father]) {
                let mut place = if rng.chance(0.5) { from_mother } else { from_father };
                if rng.chance(self.breeding.mutation) {
                    place = if rng.chance(0.2) {
                        rng.unit()
                    } else {
                        // The sum of three uniform numbers is nearly normal; the deviation is a tenth of the range.
                        place + 0.2 * (rng.unit() + rng.unit() + rng.unit() - 1.5)
                    };
                }
                child.push(place.clamp(0.0, 1.0));
            }
            next.push(child);
        }
        self.population = next;
        self.scores = vec![0.0; size];
        self.games = vec![0; size];
        self.played = 0;
        self.generation += 1;
    }

    /// The best values of the last generation that has played, or any before that.
    pub fn values(&self) -> Vec<f64> {
        self.real(self.best.as_deref().unwrap_or(&self.population[0]))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knobs() -> Vec<Knob> {
        ["a", "b", "c", "d"]
            .map(|name| Knob { name: name.to_string(), low: -1.0, high: 1.0, start: 0.0, whole: false })
            .to_vec()
    }

    const BEST: [f64; 4] = [0.3, -0.8, 0.9, 0.0];

    fn rating(values: &[f64]) -> f64 {
        -values.iter().zip(BEST).map(|(value, best)| 300.0 * (value - best).powi(2)).sum::<f64>()
    }

    fn run(seed: u64, from: Option<Genetic>, meetings: usize) -> Genetic {
        let mut genetic = from.unwrap_or_else(|| Genetic::new(knobs(), Breeding::default(), seed));
        for _ in 0..meetings {
            if genetic.is_done() {
                break;
            }
            let [first, second] = genetic.ask();
            let expected = 1.0 / (1.0 + 10f64.powf((rating(&second) - rating(&first)) / 400.0));
            let (played, _) = genetic.progress();
            let mut rng = Rng::derived(seed, genetic.generation() * 10_000 + played as u64, 2);
            let won = (0..4).filter(|_| rng.chance(expected)).count();
            genetic.tell(won as f64 / 4.0);
        }
        genetic
    }

    #[test]
    fn generations_lead_near_the_best_weights() {
        for seed in 1..=3 {
            let found = run(seed, None, usize::MAX);
            assert!(found.is_done());
            assert!(rating(&found.values()) > -150.0, "seed {seed}: {:?}", found.values());
        }
    }

    #[test]
    fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
        let whole = run(9, None, usize::MAX);
        let half = serde_json::to_string(&run(9, None, 1234)).expect("JSON");
        let resumed = run(9, Some(serde_json::from_str(&half).expect("a state")), usize::MAX);
        assert_eq!(resumed, whole);
    }
}
