//! Properties that hold for every board that can be put together, and the promise that nothing panics.

use ludex_ludemes::board::operators::{self, Additions, Polygon, Removals};
use ludex_ludemes::board::shapes::{self, Concentric, Diagonals, HexShape, Rings, Tiling, TriShape};
use ludex_ludemes::board::{Board, Direction, Graph, Mark, Point, SiteType};
use proptest::prelude::*;

fn kinds() -> impl Strategy<Value = SiteType> {
    prop::sample::select(SiteType::EVERY.to_vec())
}

fn points(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<Point>> {
    let place = (-3i32..9, -3i32..9).prop_map(|(x, y)| Point::flat(f64::from(x) / 2.0, f64::from(y) / 2.0));
    prop::collection::vec(place, count)
}

/// Small boards of all shapes.
fn shape() -> impl Strategy<Value = Graph> {
    let size = -1i32..6;
    let diagonals = prop::sample::select(vec![
        None,
        Some(Diagonals::Solid),
        Some(Diagonals::SolidNoSplit),
        Some(Diagonals::Alternating),
        Some(Diagonals::Concentric),
        Some(Diagonals::Radiating),
    ]);
    let hex_shapes = prop::sample::select(vec![
        HexShape::Hexagon,
        HexShape::Triangle,
        HexShape::Diamond,
        HexShape::Prism,
        HexShape::Star,
        HexShape::Limping,
        HexShape::Rectangle,
    ]);
    let tri_shapes = prop::sample::select(vec![
        TriShape::Hexagon,
        TriShape::Triangle,
        TriShape::Diamond,
        TriShape::Prism,
        TriShape::Star,
        TriShape::Limping,
        TriShape::Rectangle,
    ]);
    let tilings = prop::sample::select(vec![
        Tiling::T31212,
        Tiling::T3464,
        Tiling::T488,
        Tiling::T33434,
        Tiling::T33336,
        Tiling::T33344,
        Tiling::T3636,
        Tiling::T4612,
        Tiling::T333333_33434,
    ]);
    let made = prop_oneof![
        (size.clone(), size.clone(), diagonals, kinds())
            .prop_map(|(a, b, d, k)| shapes::rectangle(a, b, d, k)),
        (size.clone(), size.clone(), kinds()).prop_map(|(a, b, k)| shapes::pyramid(a, b, k)),
        (hex_shapes, size.clone(), prop::option::of(size.clone())).prop_map(|(s, a, b)| shapes::hex(s, a, b)),
        (tri_shapes, size.clone(), prop::option::of(size.clone()), kinds())
            .prop_map(|(s, a, b, k)| shapes::tri(s, a, b, k)),
        (tilings, -1i32..4, prop::option::of(-1i32..4)).prop_map(|(t, a, b)| shapes::tiling(t, a, b)),
        prop::collection::vec(-4i32..5, 0..8).prop_map(|sides| shapes::hex_sides(&sides)),
        prop::collection::vec(-4i32..5, 0..8).prop_map(|sides| shapes::tri_sides(&sides)),
        prop::collection::vec(-4i32..5, 0..8).prop_map(|sides| shapes::square_sides(&sides, None)),
        (2i32..8, size.clone(), any::<[bool; 3]>(), kinds()).prop_map(|(sides, n, b, k)| {
            let parts = Rings { midpoints: b[0], join_midpoints: b[1], join_corners: b[2] };
            shapes::concentric(Concentric::Sides(sides), n, parts, k)
        }),
        (prop::collection::vec(-3i32..9, 0..5), any::<bool>(), kinds())
            .prop_map(|(counts, stagger, k)| shapes::concentric_circles(&counts, stagger, k)),
        (size.clone(), prop::option::of(size.clone())).prop_map(|(a, b)| shapes::wedge(a, b)),
        (1i32..5, 1i32..60, any::<bool>()).prop_map(|(t, n, c)| shapes::spiral(t, n, c)),
        (2i32..9, kinds()).prop_map(|(n, k)| shapes::star(n, k)),
        (size.clone(), any::<bool>()).prop_map(|(n, thirds)| shapes::quadhex(n, thirds)),
        (size.clone(), size).prop_map(|(a, b)| shapes::celtic(a, b)),
        (points(0..9), prop::collection::vec((0u32..9, 0u32..9), 0..14))
            .prop_map(|(vertices, edges)| Graph::from_lists(&vertices, &edges)),
    ];
    made.prop_filter_map("not a board", Result::ok)
}

/// Boards put together by operators.
fn graph() -> impl Strategy<Value = Graph> {
    shape().prop_recursive(3, 12, 2, |inner| {
        let made = prop_oneof![
            (inner.clone(), inner.clone(), any::<bool>())
                .prop_map(|(a, b, connect)| operators::merge(vec![a, b], connect)),
            (inner.clone(), inner.clone(), any::<bool>())
                .prop_map(|(a, b, connect)| operators::union(vec![a, b], connect)),
            (inner.clone(), inner.clone()).prop_map(|(a, b)| Ok(operators::intersect(&[a, b]))),
            (inner.clone(), -4i32..5, -4i32..5).prop_map(|(g, x, y)| Ok(operators::shift(
                g,
                x as f32 / 2.0,
                y as f32,
                0.0
            ))),
            (inner.clone(), -2i32..3, 0i32..3)
                .prop_map(|(g, x, y)| Ok(operators::scale(g, x as f32, y as f32, 1.0))),
            (inner.clone(), 0i32..24).prop_map(|(g, n)| Ok(operators::rotate(g, n as f32 * 15.0))),
            (inner.clone(), -2i32..3).prop_map(|(g, n)| Ok(operators::skew(g, n as f32 / 2.0))),
            (inner.clone(), points(0..6)).prop_map(|(g, p)| operators::keep(&g, &Polygon::new(p))),
            (inner.clone(), points(0..6)).prop_map(|(g, p)| operators::clip(&g, &Polygon::new(p))),
            (inner.clone(), points(0..6)).prop_map(|(g, p)| operators::hole(g, &Polygon::new(p))),
            (inner.clone(), points(0..6), any::<bool>(), prop::collection::vec(0u32..20, 0..6)).prop_map(
                |(g, vertices, connect, corners)| {
                    let cells = vec![corners];
                    let cells_at = vec![vertices.clone()];
                    operators::add(g, &Additions { vertices, connect, cells, cells_at, ..Default::default() })
                }
            ),
            (inner.clone(), prop::collection::vec(0u32..30, 0..5), any::<bool>()).prop_map(
                |(g, numbers, trim_edges)| {
                    let (cells, vertices) = (numbers.clone(), numbers);
                    Ok(operators::remove(g, &Removals { cells, vertices, trim_edges, ..Default::default() }))
                }
            ),
            inner.clone().prop_map(|g| Ok(operators::dual(g))),
            inner.clone().prop_map(|g| Ok(operators::trim(g))),
            inner.clone().prop_map(operators::split_crossings),
            (inner.clone(), kinds()).prop_map(|(g, k)| operators::subdivide(g, 3, k)),
            inner.prop_map(|mut g| {
                g.renumber();
                Ok(g)
            }),
        ];
        made.prop_filter_map("not a board", Result::ok).boxed()
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 300, ..ProptestConfig::default() })]

    #[test]
    fn neighbours_radials_and_sets_fit_together(graph in graph(), kind in kinds()) {
        // Larger ones only take longer.
        prop_assume!(graph.vertices().len() <= 400 && graph.edges().len() <= 900);
        let Ok(board) = Board::new(graph, kind) else { return Ok(()) };
        let n = board.sites();
        let touches = |a: usize, b: usize, d| board.neighbours(kind, a, d).any(|s| usize::from(s) == b);
        for site in 0..n {
            for to in board.neighbours(kind, site, Direction::Orthogonal).map(usize::from) {
                prop_assert!(to < n && touches(to, site, Direction::Orthogonal));
            }
            for radial in board.radials(kind).from_site(site, Direction::All) {
                prop_assert_eq!(usize::from(radial.sites[0]), site);
                prop_assert!(radial.sites.len() >= 2);
                for pair in radial.sites.windows(2) {
                    prop_assert!(touches(usize::from(pair[0]), usize::from(pair[1]), Direction::All));
                }
                for opposite in board.radials(kind).opposites(radial.id) {
                    prop_assert_eq!(usize::from(opposite.sites[0]), site);
                }
            }
            prop_assert!(board.phase(kind, site) <= 4);
            prop_assert!(!board.label(kind, site).is_empty());
        }
        let (inner, outer) = (board.marked(kind, Mark::Inner), board.marked(kind, Mark::Outer));
        prop_assert_eq!(inner.len() + outer.len(), n);
        prop_assert!(!board.marked(kind, Mark::Top).is_empty());
        let above = board.from_above();
        prop_assert!((0..above.spots()).all(|spot| !above.sites_at(spot).is_empty()));
    }
}
