//! Numbers that are known before play: sizes and coordinates in descriptions of boards.

use std::fmt;

use super::error::BoardError;
use super::geometry::Point;
use crate::check::{Applied, Term};
use crate::text::Span;

/// Why a described board cannot be made, and where in the expanded text.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct DescribedError {
    /// The place in the expanded text.
    pub span: Span,
    /// What is wrong.
    pub error: BoardError,
}

impl fmt::Display for DescribedError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.error.fmt(f)
    }
}

impl std::error::Error for DescribedError {}

type Result<T> = std::result::Result<T, DescribedError>;

fn wrong(term: &Term, sentence: &str) -> DescribedError {
    DescribedError { span: term.span, error: BoardError::Impossible(sentence.into()) }
}

/// A whole number known before play, with the sums and products in it worked out.
pub(super) fn dim(term: &Term) -> Result<i32> {
    let too_large = || wrong(term, "this number is too large for a board");
    if let Some(number) = term.number() {
        return i32::try_from(number).map_err(|_| too_large());
    }
    let Some(call) = term.call() else { return Err(wrong(term, "a whole number is expected here")) };
    let values = operands(call).into_iter().map(dim).collect::<Result<Vec<i32>>>()?;
    let result = match (call.head(), values.as_slice()) {
        ("+", all) => all.iter().try_fold(0i32, |sum, &n| sum.checked_add(n)),
        ("*", all) => all.iter().try_fold(1i32, |product, &n| product.checked_mul(n)),
        ("-", &[a]) => a.checked_neg(),
        ("-", &[a, b]) => a.checked_sub(b),
        ("/", &[_, 0]) => return Err(wrong(term, "a number cannot be divided by 0")),
        ("/", &[a, b]) => a.checked_div(b),
        ("%", &[_, 0]) => return Err(wrong(term, "a number cannot be divided by 0")),
        ("%", &[a, b]) => a.checked_rem(b),
        ("^", &[a, b]) => u32::try_from(b).ok().and_then(|b| a.checked_pow(b)),
        ("abs", &[a]) => a.checked_abs(),
        ("max", &[a, b]) => Some(a.max(b)),
        ("min", &[a, b]) => Some(a.min(b)),
        (head, _) => return Err(wrong(term, &format!("`({head} ...)` is not a number known before play"))),
    };
    result.ok_or_else(too_large)
}

/// A number with a point, in the 32 bits in which descriptions count.
pub(super) fn real(term: &Term) -> Result<f32> {
    if let Some(number) = term.real() {
        return Ok(number as f32);
    }
    let Some(call) = term.call() else { return Err(wrong(term, "a number is expected here")) };
    let values = operands(call).into_iter().map(real).collect::<Result<Vec<f32>>>()?;
    let wide = |f: fn(f64) -> f64, x: f32| f(f64::from(x)) as f32;
    let result = match (call.head(), values.as_slice()) {
        ("+", all) => all.iter().sum(),
        ("*", all) => all.iter().product(),
        ("-", &[a]) => -a,
        ("-", &[a, b]) => a - b,
        ("/", &[a, b]) => a / b,
        ("^", &[a, b]) => f64::from(a).powf(f64::from(b)) as f32,
        ("abs", &[a]) => a.abs(),
        ("max", all) => all.iter().copied().fold(f32::NEG_INFINITY, f32::max),
        ("min", all) => all.iter().copied().fold(f32::INFINITY, f32::min),
        ("cos", &[a]) => wide(f64::cos, a),
        ("sin", &[a]) => wide(f64::sin, a),
        ("tan", &[a]) => wide(f64::tan, a),
        ("exp", &[a]) => wide(f64::exp, a),
        ("log", &[a]) => wide(f64::ln, a),
        ("log10", &[a]) => wide(f64::log10, a),
        ("sqrt", &[a]) => wide(f64::sqrt, a),
        ("toFloat", &[a]) => a,
        (head, _) => return Err(wrong(term, &format!("`({head} ...)` is not a number known before play"))),
    };
    if result.is_finite() { Ok(result) } else { Err(wrong(term, "this calculation gives no finite number")) }
}

/// The numbers a calculation is made of.
fn operands(call: &Applied) -> Vec<&Term> {
    call.arguments().flat_map(|(_, term)| term.items()).collect()
}

/// A list of whole numbers.
pub(super) fn dims(term: &Term) -> Result<Vec<i32>> {
    term.items().iter().map(dim).collect()
}

/// A place: two or three coordinates.
pub(super) fn place(term: &Term) -> Result<Point> {
    let numbers = term.items().iter().map(real).collect::<Result<Vec<f32>>>()?;
    match numbers[..] {
        [x, y] => Ok(Point::flat(f64::from(x), f64::from(y))),
        [x, y, z] => Ok(Point::new(f64::from(x), f64::from(y), f64::from(z))),
        _ => Err(wrong(term, "a place takes two or three coordinates")),
    }
}

/// A list of places.
pub(super) fn places(term: &Term) -> Result<Vec<Point>> {
    term.items().iter().map(place).collect()
}

/// A truth value that is known before play, or its default.
pub(super) fn flag(call: &Applied, name: &str, default: bool) -> bool {
    call.get(name).and_then(Term::boolean).unwrap_or(default)
}
