//! A number that can be tuned.

use ludex_core::{Kind, Param};
use serde::{Deserialize, Serialize};

/// A number with its name and the range in which its best value is looked for.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Knob {
    /// What it is called.
    pub name: String,
    /// The smallest value.
    pub low: f64,
    /// The largest value.
    pub high: f64,
    /// The value to begin with.
    pub start: f64,
    /// Whether only whole numbers make sense.
    pub whole: bool,
}

impl Knob {
    /// The knob of a parameter, if it is a number and not a limit or a resource. The range is a quarter to four times
    /// the value, or 0 to 1 where the value is 0, within what the parameter allows.
    pub fn of(param: &Param, value: Option<&str>) -> Option<Knob> {
        let name = param.name.to_string();
        if ["iterations", "nodes", "depth", "time", "threads", "memory", "n"].contains(&name.as_str()) {
            return None;
        }
        let start: f64 = value.unwrap_or(&param.default).parse().ok()?;
        let (min, max, whole) = match param.kind {
            Kind::Whole { min, max } => (min as f64, max as f64, true),
            Kind::Real { min, max } => (min, max, false),
            _ => return None,
        };
        let (low, high) = if start > 0.0 { (start / 4.0, start * 4.0) } else { (0.0, 1.0) };
        let (low, high) = (low.clamp(min, max), high.clamp(min, max));
        (high > low).then_some(Knob { name, low, high, start, whole })
    }

    /// The value at a place from 0 (lowest) to 1 (highest).
    pub fn at(&self, place: f64) -> f64 {
        let value = self.low + (self.high - self.low) * place.clamp(0.0, 1.0);
        if self.whole { value.round() } else { value }
    }

    /// The place of a value.
    pub fn place(&self, value: f64) -> f64 {
        ((value - self.low) / (self.high - self.low)).clamp(0.0, 1.0)
    }

    /// The value as it is written in an agent's name.
    pub fn write(&self, value: f64) -> String {
        if self.whole {
            format!("{value:.0}")
        } else {
            format!("{:.6}", value).trim_end_matches('0').trim_end_matches('.').to_string()
        }
    }
}
