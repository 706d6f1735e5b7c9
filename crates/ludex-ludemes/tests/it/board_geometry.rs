//! Boards compared with the geometry files of the recorded games: neighbours, steps and radials in every
//! direction, named regions and layers. The pyramids are those of the thesis branch on which the 3D games were
//! recorded.

use ludex_ludemes::board::shapes::{self, HexShape, Store};
use ludex_ludemes::board::{Board, Direction, Graph, Mark, SiteType};
use serde_json::Value;

fn recorded(path: &str) -> Value {
    let path = format!("{}/../../oracle/{path}", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(&path).unwrap_or_else(|e| panic!("{path}: {e}"));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{path}: {e}"))
}

fn sites(value: &Value) -> Vec<u16> {
    value.as_array().expect("a list").iter().map(|v| v.as_u64().expect("a site") as u16).collect()
}

fn sorted(list: impl Iterator<Item = u16>) -> Vec<u16> {
    let mut list: Vec<u16> = list.collect();
    list.sort_unstable();
    list
}

fn compare(path: &str, graph: Graph, kind: SiteType) {
    let file = recorded(path);
    let board = Board::new(graph, kind).expect("a board");
    let list = file["sites"].as_array().expect("sites");
    assert_eq!(board.sites(), list.len(), "{path}");
    for (s, site) in list.iter().enumerate() {
        let here = format!("{path}, site {s}");
        assert_eq!(board.label(kind, s), site["label"].as_str().expect("a label"), "{here}");
        assert_eq!(u64::from(board.layer(kind, s)), site["layer"].as_u64().expect("a layer"), "{here}");
        for (name, relation) in [
            ("orthogonal", Direction::Orthogonal),
            ("diagonal", Direction::Diagonal),
            ("adjacent", Direction::Adjacent),
            ("off", Direction::OffDiagonal),
            ("neighbours", Direction::All),
        ] {
            assert_eq!(sorted(board.neighbours(kind, s, relation)), sites(&site[name]), "{here}: {name}");
        }
        for d in Direction::EVERY {
            let found = sorted(board.neighbours(kind, s, d));
            let want = site["steps"].get(d.name()).map(sites).unwrap_or_default();
            assert_eq!(found, want, "{here}: steps {d:?}");
            if d.is_specific() {
                let found: Vec<Vec<u16>> =
                    board.radials(kind).from_site(s, d).map(|r| r.sites.to_vec()).collect();
                let want = site["radials"].get(d.name()).and_then(Value::as_array);
                let want: Vec<Vec<u16>> = want.map(|l| l.iter().map(sites).collect()).unwrap_or_default();
                assert_eq!(found, want, "{here}: radials {d:?}");
            }
        }
    }
    for (name, mark) in [
        ("corners", Mark::Corner),
        ("perimeter", Mark::Perimeter),
        ("outer", Mark::Outer),
        ("inner", Mark::Inner),
        ("centre", Mark::Centre),
        ("top", Mark::Top),
        ("bottom", Mark::Bottom),
        ("left", Mark::Left),
        ("right", Mark::Right),
    ] {
        assert_eq!(board.marked(kind, mark), sites(&file["regions"][name]), "{path}: {name}");
    }
    let layers: Vec<Vec<u16>> = file["layers"].as_array().expect("layers").iter().map(sites).collect();
    assert_eq!(board.layers(kind), layers, "{path}: layers");
}

#[test]
fn flat_boards_agree() {
    let square = shapes::square(6, None, SiteType::Cell).unwrap();
    compare("ludii3d/geometry_square6.json", square, SiteType::Cell);
    let hex = shapes::hex(HexShape::Hexagon, 5, None).unwrap();
    compare("ludii_mancala/geometry_hex5.json", hex, SiteType::Cell);
}

#[test]
fn mancala_boards_agree() {
    for columns in [6, 7, 8] {
        let graph = shapes::mancala(2, columns, Store::Outer, 2).unwrap();
        compare(&format!("ludii_mancala/geometry_mancala2x{columns}.json"), graph, SiteType::Vertex);
    }
    let graph = shapes::mancala(2, 6, Store::None, 2).unwrap();
    compare("ludii_mancala/geometry_mancala2x6_nostore.json", graph, SiteType::Vertex);
}

#[test]
fn pyramids_agree() {
    for n in [4, 6] {
        let graph = shapes::pyramid(n, n, SiteType::Vertex).unwrap();
        compare(&format!("ludii3d/geometry_pyramid{n}.json"), graph, SiteType::Vertex);
    }
}

fn pyramid() -> Board {
    Board::new(shapes::pyramid(4, 4, SiteType::Vertex).unwrap(), SiteType::Vertex).unwrap()
}

#[test]
fn lines_on_a_pyramid_climb_straight() {
    let board = pyramid();
    let radials = board.radials(SiteType::Vertex);
    let lines = |site, d| radials.from_site(site, d).map(|r| r.sites.to_vec()).collect::<Vec<_>>();
    assert_eq!(lines(0, Direction::UNE), [[0, 4, 9, 15]]);
    assert_eq!(lines(8, Direction::UNE), [[8, 14, 21]]);
    // Seen from above 4-9-14 is straight too, but it goes up and down again.
    for radial in (0..30).flat_map(|s| radials.from_site(s, Direction::All)) {
        assert!(!radial.sites.windows(3).any(|w| w == [4, 9, 14]));
    }
}

#[test]
fn a_radial_through_a_site_has_its_opposite() {
    let board = pyramid();
    let radials = board.radials(SiteType::Vertex);
    let down = radials.from_site(9, Direction::DSW).next().unwrap();
    assert_eq!(down.sites, [9, 4, 0]);
    let back: Vec<&[u16]> = radials.opposites(down.id).map(|r| r.sites).collect();
    assert_eq!(back, [[9, 15]]);
    let up = radials.from_site(8, Direction::UNE).next().unwrap();
    assert_eq!(radials.opposites(up.id).count(), 0);
    // Upward lines have nothing opposite among upward lines.
    for radial in radials.from_site(14, Direction::Upward) {
        assert_eq!(radials.opposites(radial.id).count(), 0);
    }
    // In a row of three, each line through the middle is listed once.
    let square = Board::new(shapes::square(3, None, SiteType::Cell).unwrap(), SiteType::Cell).unwrap();
    assert_eq!(square.radials(SiteType::Cell).from_site(4, Direction::All).count(), 8);
    assert_eq!(square.radials(SiteType::Cell).distinct(4, Direction::All).count(), 4);
}

#[test]
fn each_ball_rests_on_four() {
    let board = pyramid();
    assert_eq!(board.supports(15), [21, 11, 9, 19]);
    assert_eq!(sorted(board.carried(8).into_iter()), [4, 5, 13, 14]);
    assert!(board.supports(0).is_empty());
    for site in 0..30 {
        let on_ground = board.layer(SiteType::Vertex, site) == 0;
        assert_eq!(board.supports(site).len(), if on_ground { 0 } else { 4 });
    }
    let touching: usize =
        (0..30).map(|s| board.neighbours(SiteType::Vertex, s, Direction::Adjacent).count()).sum();
    assert_eq!(touching, 2 * 96);
}

#[test]
fn from_above_lines_change_layers_freely() {
    let board = pyramid();
    let above = board.from_above();
    // Of thirty balls, five lie exactly under another.
    assert_eq!(above.spots(), 25);
    assert_eq!(above.covering(8), [9]);
    assert_eq!(above.covering(14), [15]);
    assert!(above.covering(0).is_empty());
    let spots = |sites: &[usize]| sites.iter().map(|&s| above.spot_of(s) as u16).collect::<Vec<_>>();
    // The diagonal of the ground plan in half steps passes 0, 4, 8 (under 9), 14 (under 15), 20, 25, 29.
    let diagonal = spots(&[0, 4, 8, 14, 20, 25, 29]);
    assert!(above.lines(above.spot_of(0)).contains(&diagonal));
    assert!(above.lines(above.spot_of(0)).contains(&spots(&[0, 1, 2, 3])));
    // Lines of four: sixteen diagonals, and the rows and columns of the ground.
    let lines = (0..25).flat_map(|s| above.lines(s)).filter(|l| l.len() >= 4);
    let windows: std::collections::BTreeSet<Vec<u16>> = lines
        .flat_map(|l| l.windows(4))
        .map(|w| if w[0] < w[3] { w.to_vec() } else { w.iter().rev().copied().collect() })
        .collect();
    assert_eq!(windows.len(), 8 + 16);
}

#[test]
fn distances_count_steps() {
    let board = Board::new(shapes::square(8, None, SiteType::Cell).unwrap(), SiteType::Cell).unwrap();
    let rook = board.distances(SiteType::Cell, Direction::Orthogonal).unwrap();
    let king = board.distances(SiteType::Cell, Direction::Adjacent).unwrap();
    let bishop = board.distances(SiteType::Cell, Direction::Diagonal).unwrap();
    assert_eq!((rook.get(0, 63), king.get(0, 63), bishop.get(0, 63)), (14, 7, 7));
    assert_eq!(bishop.get(0, 1), ludex_ludemes::board::UNREACHABLE);
    assert_eq!(king.from_site(0)[0], 0);
}

#[test]
fn incidence_joins_the_kinds_of_sites() {
    let board = Board::new(shapes::square(2, None, SiteType::Cell).unwrap(), SiteType::Cell).unwrap();
    assert_eq!(sorted(board.incident(SiteType::Cell, 0, SiteType::Vertex).into_iter()), [0, 1, 3, 4]);
    assert_eq!(board.incident(SiteType::Vertex, 4, SiteType::Cell), [0, 1, 2, 3]);
    assert_eq!(board.incident(SiteType::Vertex, 4, SiteType::Edge).len(), 4);
    assert_eq!(board.incident(SiteType::Cell, 3, SiteType::Cell), [3]);
    assert_eq!(board.outline(SiteType::Cell, 0).len(), 4);
    assert_eq!(board.lines().count(), 12);
    assert_eq!(board.first_free_site(), 4);
}
