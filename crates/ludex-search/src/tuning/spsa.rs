//! SPSA: simultaneous perturbation stochastic approximation, the method for noisy matches.
//!
//! At every step all numbers are moved at once, each up or down by lot, and the agent moved that way plays the one
//! moved the opposite way. Whatever the number of knobs, one match tells a direction; over many steps the noise
//! averages out. J. C. Spall, "Multivariate stochastic approximation using a simultaneous perturbation gradient
//! approximation", 1992, with the exponents 0.602 and 0.101 of his later guidelines.

use ludex_core::Rng;
use serde::{Deserialize, Serialize};

use super::Knob;

/// The state of a run.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Spsa {
    /// What is tuned.
    pub knobs: Vec<Knob>,
    /// How many steps there are to be in all.
    pub steps: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// How far from the present values the first trials are, as a share of the range.
    pub reach: f64,
    /// How far a match that is won altogether moves the values at first, as a share of the range.
    pub stride: f64,
    step: u64,
    places: Vec<f64>,
    sum: Vec<f64>,
}

impl Spsa {
    /// A run from the knobs' starting values.
    pub fn new(knobs: Vec<Knob>, steps: u64, seed: u64) -> Spsa {
        let places: Vec<f64> = knobs.iter().map(|knob| knob.place(knob.start)).collect();
        let sum = vec![0.0; places.len()];
        Spsa { knobs, steps, seed, reach: 0.15, stride: 0.3, step: 0, places, sum }
    }

    /// How many steps are done.
    pub fn step(&self) -> u64 {
        self.step
    }

    /// Whether all steps are done.
    pub fn is_done(&self) -> bool {
        self.step >= self.steps
    }

    fn directions(&self) -> Vec<f64> {
        let mut rng = Rng::derived(self.seed, self.step, 0x5b5a);
        self.knobs.iter().map(|_| if rng.chance(0.5) { 1.0 } else { -1.0 }).collect()
    }

    fn distance(&self) -> f64 {
        self.reach / ((self.step + 1) as f64).powf(0.101)
    }

    /// The two sets of values that are to play each other.
    pub fn ask(&self) -> [Vec<f64>; 2] {
        let distance = self.distance();
        let directions = self.directions();
        [1.0, -1.0].map(|sign| {
            let moved = self.places.iter().zip(&directions).map(|(place, way)| place + sign * distance * way);
            self.knobs.iter().zip(moved).map(|(knob, place)| knob.at(place)).collect()
        })
    }

    /// Takes the score (from 0 to 1) of the first of the two sets against the second.
    pub fn tell(&mut self, score: f64) {
        let calm = self.steps as f64 / 10.0;
        let decay = ((self.step as f64 + 1.0 + calm) / (1.0 + calm)).powf(0.602);
        // Dividing by the shrinking distance keeps the slope what it is.
        let gain = self.stride / decay * (2.0 * score.clamp(0.0, 1.0) - 1.0) * self.reach / self.distance();
        let directions = self.directions();
        for (place, way) in self.places.iter_mut().zip(directions) {
            *place = (*place + gain * way).clamp(0.0, 1.0);
        }
        // The mean over the second half is steadier than the last values.
        if self.step >= self.steps / 2 {
            for (sum, place) in self.sum.iter_mut().zip(&self.places) {
                *sum += place;
            }
        }
        self.step += 1;
    }

    /// The best values known: the mean over the second half of the run, or the present ones before that.
    pub fn values(&self) -> Vec<f64> {
        let counted = self.step.saturating_sub(self.steps / 2);
        let places = self.places.iter().zip(&self.sum);
        let best = places.map(|(place, sum)| if counted > 0 { sum / counted as f64 } else { *place });
        self.knobs.iter().zip(best).map(|(knob, place)| knob.at(place)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn knob(name: &str, low: f64, high: f64, start: f64) -> Knob {
        Knob { name: name.to_string(), low, high, start, whole: false }
    }

    /// The rating of values that are best at 0.7 and 30.
    fn rating(values: &[f64]) -> f64 {
        -800.0 * (values[0] - 0.7).powi(2) - 0.5 * (values[1] - 30.0).powi(2)
    }

    fn run(seed: u64, from: Option<Spsa>, until: u64) -> Spsa {
        let knobs = vec![knob("a", 0.0, 2.0, 1.8), knob("b", 0.0, 100.0, 70.0)];
        let mut spsa = from.unwrap_or_else(|| Spsa::new(knobs, 600, seed));
        while spsa.step() < until {
            let [plus, minus] = spsa.ask();
            let expected = 1.0 / (1.0 + 10f64.powf((rating(&minus) - rating(&plus)) / 400.0));
            // Eight games without draws.
            let mut rng = Rng::derived(seed, spsa.step(), 1);
            let won = (0..8).filter(|_| rng.chance(expected)).count();
            spsa.tell(won as f64 / 8.0);
        }
        spsa
    }

    #[test]
    fn noisy_matches_lead_near_the_best_values() {
        for seed in 1..=5 {
            let found = run(seed, None, 600).values();
            assert!(rating(&found) > -40.0, "seed {seed}: {found:?}");
        }
    }

    #[test]
    fn an_interrupted_run_goes_on_as_if_nothing_had_happened() {
        let whole = run(3, None, 600);
        let half = serde_json::to_string(&run(3, None, 217)).expect("JSON");
        let resumed = run(3, Some(serde_json::from_str(&half).expect("a state")), 600);
        assert_eq!(resumed, whole);
    }
}
