//! A published number with ours beside it, and what is to be said of the two.

use ludex_stats::{Estimate, Games, Proportion, Sample, holm, normal_cdf, wilson};

use crate::report::{Section, Table, short};

/// Our side of a comparison.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct Sampled {
    /// The number with its 95 % interval.
    pub estimate: Estimate,
    /// Its standard error.
    pub error: f64,
    /// From how many games.
    pub games: u64,
}

impl Sampled {
    /// A share of games in per cent.
    pub fn share(hits: u64, games: u64) -> Sampled {
        let Proportion { rate, low, high } = wilson(hits, games, 0.95);
        // With a hit and a miss added, so that none or all do not look certain.
        let p = (hits as f64 + 1.0) / (games as f64 + 2.0);
        let error = 100.0 * (p * (1.0 - p) / (games.max(1)) as f64).sqrt();
        Sampled {
            estimate: Estimate { value: 100.0 * rate, low: 100.0 * low, high: 100.0 * high },
            error,
            games,
        }
    }

    /// The score of a player in per cent.
    pub fn score(games: Games) -> Sampled {
        let estimate = games.score(0.95).map(|score| 100.0 * score);
        Sampled { estimate, error: (estimate.high - estimate.low) / 3.92, games: games.count() }
    }

    /// The mean of a number over games.
    pub fn mean(sample: &Sample) -> Sampled {
        let error = match sample.count() {
            0 | 1 => f64::INFINITY,
            n => sample.deviation() / (n as f64).sqrt(),
        };
        let (value, margin) = (sample.mean(), 1.96 * error);
        Sampled {
            estimate: Estimate { value, low: value - margin, high: value + margin },
            error,
            games: sample.count(),
        }
    }
}

/// A published number.
#[derive(Clone, PartialEq, Debug)]
pub struct Claim {
    /// Where it is published.
    pub place: String,
    /// What it says.
    pub what: String,
    /// The number.
    pub published: f64,
    /// Its standard error, 0 if it is not known.
    pub error: f64,
    /// How far off it may be by rounding or by being said as "about".
    pub slack: f64,
    /// Ours, if it was measured.
    pub ours: Option<Sampled>,
    /// Why the two cannot be compared, or why they differ; may be empty.
    pub remark: String,
    /// Whether they can be compared at all.
    pub comparable: bool,
}

impl Claim {
    /// A number published with this standard error, 0 if it is not known.
    pub fn new(place: impl Into<String>, what: impl Into<String>, published: f64, error: f64) -> Claim {
        Claim {
            place: place.into(),
            what: what.into(),
            published,
            error,
            slack: 0.0,
            ours: None,
            remark: String::new(),
            comparable: true,
        }
    }

    /// A share in per cent, published from so many games.
    pub fn share(place: impl Into<String>, what: impl Into<String>, percent: f64, games: u64) -> Claim {
        let p = (percent / 100.0 * games as f64 + 1.0) / (games as f64 + 2.0);
        Claim::new(place, what, percent, 100.0 * (p * (1.0 - p) / games as f64).sqrt())
    }

    /// With ours beside it.
    #[must_use]
    pub fn ours(mut self, ours: Option<Sampled>) -> Claim {
        self.ours = ours;
        self
    }

    /// Said only so exactly.
    #[must_use]
    pub fn about(mut self, slack: f64) -> Claim {
        self.slack = slack;
        self
    }

    /// With a remark.
    #[must_use]
    pub fn remark(mut self, remark: impl Into<String>) -> Claim {
        self.remark = remark.into();
        self
    }

    /// Not to be compared, for this reason.
    #[must_use]
    pub fn incomparable(mut self, why: impl Into<String>) -> Claim {
        self.comparable = false;
        self.remark = why.into();
        self
    }

    /// The probability of a difference this large or larger if the two were the same; `None` if there is nothing to
    /// compare.
    pub fn p_value(&self) -> Option<f64> {
        let ours = self.ours.filter(|ours| self.comparable && ours.error.is_finite())?;
        let off = ((ours.estimate.value - self.published).abs() - self.slack).max(0.0);
        let spread = (ours.error * ours.error + self.error * self.error).sqrt();
        if spread == 0.0 {
            return Some(if off == 0.0 { 1.0 } else { 0.0 });
        }
        Some((2.0 * normal_cdf(-off / spread)).min(1.0))
    }
}

/// Adds a table of claims with a verdict on each. A difference counts when it is significant at 5 % after Holm's
/// correction for all claims of the table.
pub fn verdicts(section: &mut Section, claims: &[Claim]) {
    let p_values: Vec<f64> = claims.iter().filter_map(Claim::p_value).collect();
    let adjusted = holm(&p_values);
    let mut next = adjusted.iter();
    let mut table =
        Table::new(&["where", "what", "published", "ours (95 % interval)", "games", "p", "verdict"]);
    let (mut agree, mut differ, mut open) = (0, 0, 0);
    for claim in claims {
        let p = claim.p_value();
        let verdict = match (claim.ours, p) {
            (None, _) => "not comparable: not measured at this effort".to_string(),
            (_, None) => "not comparable".to_string(),
            (_, Some(_)) if next.next().is_some_and(|&p| p < 0.05) => "differs".to_string(),
            _ => "agrees".to_string(),
        };
        match verdict.as_str() {
            "agrees" => agree += 1,
            "differs" => differ += 1,
            _ => open += 1,
        }
        let verdict = if claim.remark.is_empty() || claim.ours.is_none() || verdict == "agrees" {
            verdict
        } else {
            format!("{verdict}: {}", claim.remark)
        };
        let about = if claim.slack > 0.0 { "≈ " } else { "" };
        table.rows.push(vec![
            claim.place.clone(),
            claim.what.clone(),
            format!("{about}{}", short(claim.published)),
            claim.ours.map_or_else(String::new, |ours| {
                let Estimate { value, low, high } = ours.estimate;
                format!("{} ({} to {})", short(value), short(low), short(high))
            }),
            claim.ours.map_or_else(String::new, |ours| ours.games.to_string()),
            p.map_or_else(String::new, |p| format!("{p:.3}")),
            verdict,
        ]);
    }
    let low = p_values.iter().filter(|&&p| p < 0.05).count();
    section.say(format!(
        "{agree} agree, {differ} differ, {open} cannot be compared. A verdict of differing is significant at 5 % after \
         Holm's correction for the whole table; {low} of {} single p-values are below 0.05, where {:.0} would be by \
         chance alone.",
        p_values.len(),
        0.05 * p_values.len() as f64
    ));
    section.table(table);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_numbers_agree_and_far_ones_differ() {
        let claim = |published| {
            Claim::share("1", "x", published, 200).ours(Some(Sampled::share(100, 200))).p_value().unwrap()
        };
        assert!(claim(50.0) > 0.99 && claim(53.0) > 0.3 && claim(80.0) < 1e-6);
    }

    #[test]
    fn certain_results_of_few_games_do_not_look_exact() {
        let claim = Claim::share("1", "x", 100.0, 100).ours(Some(Sampled::share(39, 40)));
        assert!(claim.p_value().unwrap() > 0.05);
    }

    #[test]
    fn what_was_not_measured_is_not_compared() {
        let claims = [
            Claim::new("1", "a", 1.0, 0.1),
            Claim::new("1", "b", 1.0, 0.1).ours(Some(Sampled::share(1, 2))).incomparable("another unit"),
        ];
        let mut section = Section::new("x");
        verdicts(&mut section, &claims);
        assert!(
            matches!(&section.blocks[0], crate::report::Block::Text(text) if text.starts_with("0 agree, 0 differ, 2"))
        );
    }
}
