//! Points in space and the few measurements that boards are made with.

/// Compares numbers with 0.0 and -0.0 equal, and in some fixed way even when one is not a number.
pub(crate) fn order(a: f64, b: f64) -> std::cmp::Ordering {
    (a + 0.0).total_cmp(&(b + 0.0))
}

/// Lengths below this are zero.
pub(crate) const EPSILON: f64 = 1e-7;

/// A point: x to the right, y upwards on the page (away from the first player), z towards the sky.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Point {
    /// To the right.
    pub x: f64,
    /// Away from the first player.
    pub y: f64,
    /// Towards the sky.
    pub z: f64,
}

impl Point {
    /// A point in space.
    pub const fn new(x: f64, y: f64, z: f64) -> Self {
        Self { x, y, z }
    }

    /// A point on the ground.
    pub const fn flat(x: f64, y: f64) -> Self {
        Self { x, y, z: 0.0 }
    }

    /// The point with coordinates rounded to 32 bits, as some ways of building a board keep them.
    pub(crate) fn rounded(self) -> Self {
        Self::new(f64::from(self.x as f32), f64::from(self.y as f32), f64::from(self.z as f32))
    }

    /// The vector from here to `other`.
    pub(crate) fn to(self, other: Self) -> Self {
        Self::new(other.x - self.x, other.y - self.y, other.z - self.z)
    }

    pub(crate) fn dot(self, other: Self) -> f64 {
        self.x * other.x + self.y * other.y + self.z * other.z
    }

    pub(crate) fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    /// The vector of length 1 in the same direction; a vector of no length stays as it is.
    pub(crate) fn unit(self) -> Self {
        let length = self.length();
        if length < EPSILON { self } else { Self::new(self.x / length, self.y / length, self.z / length) }
    }

    /// The distance in space.
    pub fn distance(self, other: Self) -> f64 {
        self.to(other).length()
    }

    /// The distance seen from above.
    pub fn flat_distance(self, other: Self) -> f64 {
        let d = self.to(other);
        (d.x * d.x + d.y * d.y).sqrt()
    }

    /// The direction to `other` seen from above, anticlockwise from east, between -π and π.
    pub(crate) fn angle_to(self, other: Self) -> f64 {
        let d = self.to(other);
        d.y.atan2(d.x)
    }

    /// Whether the coordinates differ by less than `tolerance` in sum.
    pub(crate) fn is_near(self, other: Self, tolerance: f64) -> bool {
        (self.x - other.x).abs() + (self.y - other.y).abs() + (self.z - other.z).abs() < tolerance
    }

    /// The mean of several points.
    pub(crate) fn mean(points: impl Iterator<Item = Point>) -> Self {
        let (mut sum, mut count) = (Point::default(), 0.0);
        for p in points {
            sum = Point::new(sum.x + p.x, sum.y + p.y, sum.z + p.z);
            count += 1.0;
        }
        if count == 0.0 { sum } else { Point::new(sum.x / count, sum.y / count, sum.z / count) }
    }
}

/// How far the path a → b → c is from straight: the tangent of its bend in space, infinite from a right
/// angle on. The bend is measured in space because on a pyramid steps up and steps on the level look alike
/// from above.
pub(crate) fn bend(a: Point, b: Point, c: Point) -> f64 {
    let (v, u) = (a.to(b), b.to(c));
    let along = u.x * v.x + u.y * v.y + u.z * v.z;
    if along <= 0.0 {
        return f64::INFINITY;
    }
    let cross = Point::new(v.y * u.z - v.z * u.y, v.z * u.x - v.x * u.z, v.x * u.y - v.y * u.x);
    (cross.length() / along).abs()
}

/// The distance, seen from above, of `p` from the endless line through `a` and `b`.
pub(crate) fn distance_to_line(p: Point, a: Point, b: Point) -> f64 {
    let d = a.to(b);
    if d.x.abs() + d.y.abs() < EPSILON {
        return p.flat_distance(a);
    }
    let area = (p.y - a.y) * d.x - (p.x - a.x) * d.y;
    (area * area / (d.x * d.x + d.y * d.y)).sqrt()
}

/// Twice the signed area of the triangle a, b, c seen from above: positive when they turn left.
pub(crate) fn turn(a: Point, b: Point, c: Point) -> f64 {
    (b.x - a.x) * (c.y - a.y) - (c.x - a.x) * (b.y - a.y)
}

/// Whether a, b, c turn right (or hardly turn) seen from above.
pub(crate) fn turns_right(a: Point, b: Point, c: Point) -> bool {
    turn(a, b, c) < EPSILON
}

/// The area inside a polygon seen from above, negative when its corners go clockwise.
pub(crate) fn signed_area(corners: &[Point]) -> f64 {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(|(a, b)| a.x * b.y - b.x * a.y).sum::<f64>() / 2.0
}

/// Whether a point lies inside a polygon seen from above (even-odd rule).
pub(crate) fn is_inside(p: Point, corners: &[Point]) -> bool {
    let mut inside = false;
    for (i, a) in corners.iter().enumerate() {
        let b = corners[(i + corners.len() - 1) % corners.len()];
        let spans = (a.y < p.y && b.y >= p.y) || (b.y < p.y && a.y >= p.y);
        if spans && (a.x <= p.x || b.x <= p.x) {
            inside ^= a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x) < p.x;
        }
    }
    inside
}

/// Where the segments a0-a1 and b0-b1 meet, as fractions of each, unless they are parallel.
pub(crate) fn meeting(a0: Point, a1: Point, b0: Point, b1: Point) -> Option<(f64, f64)> {
    let (a, b, off) = (a0.to(a1), b0.to(b1), a0.to(b0));
    let det = b.x * a.y - b.y * a.x;
    if det.abs() < EPSILON {
        return None;
    }
    let inverse = 1.0 / det;
    Some(((b.x * off.y - b.y * off.x) * inverse, (a.x * off.y - a.y * off.x) * inverse))
}

/// The smallest upright rectangle around points, as its low and high corner.
pub(crate) fn bounds(points: impl Iterator<Item = Point>) -> (Point, Point) {
    let mut low = Point::flat(f64::INFINITY, f64::INFINITY);
    let mut high = Point::flat(f64::NEG_INFINITY, f64::NEG_INFINITY);
    for p in points {
        low = Point::flat(low.x.min(p.x), low.y.min(p.y));
        high = Point::flat(high.x.max(p.x), high.y.max(p.y));
    }
    if low.x.is_finite() { (low, high) } else { (Point::default(), Point::default()) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_straight_path_has_no_bend_and_a_right_angle_has_no_measure() {
        let p = |x: f64, y: f64, z: f64| Point::new(x, y, z);
        assert_eq!(bend(p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(2.0, 0.0, 0.0)), 0.0);
        assert_eq!(bend(p(0.0, 0.0, 0.0), p(1.0, 0.0, 0.0), p(1.0, 1.0, 0.0)), f64::INFINITY);
        // Up one side of a pyramid and down the other: straight from above, but bent in space.
        let up = 0.5f64.sqrt();
        assert!(bend(p(0.0, 0.0, 0.0), p(0.5, 0.5, up), p(1.0, 1.0, 0.0)) > 1.0);
    }

    #[test]
    fn the_middle_of_a_square_is_inside_it() {
        let square = [(0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0)].map(|(x, y)| Point::flat(x, y));
        assert!(is_inside(Point::flat(1.0, 1.0), &square));
        assert!(!is_inside(Point::flat(3.0, 1.0), &square));
        assert_eq!(signed_area(&square), 4.0);
    }
}
