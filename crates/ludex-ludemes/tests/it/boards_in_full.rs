//! Boards compared site by site with boards recorded from Ludii (1.3.14, master of February 2025).
//!
//! `data/boards_in_full.csv` lists for each site its place, row, column, layer, phase and name, its neighbours by
//! relation and compass point, and what is special about it.

use std::collections::BTreeMap;

use ludex_ludemes::board::operators::{merge, rotate, shift};
use ludex_ludemes::board::shapes::{self, Diagonals, HexShape, Rings, Store};
use ludex_ludemes::board::{Board, Direction, Graph, Mark, SiteType};

type Row = Vec<String>;

fn recorded() -> BTreeMap<String, Vec<Row>> {
    let mut boards: BTreeMap<String, Vec<Row>> = BTreeMap::new();
    for line in include_str!("../data/boards_in_full.csv").lines().skip(1) {
        let mut cells = line.split(',').map(str::to_owned);
        let name = cells.next().expect("a name");
        boards.entry(name).or_default().push(cells.collect());
    }
    boards
}

fn numbers(list: &str) -> Vec<u16> {
    list.split_whitespace().map(|n| n.parse().expect("a site")).collect()
}

fn compare(name: &str, board: &Board) {
    let all = recorded();
    let rows = &all[name];
    let kind = board.default_type();
    assert_eq!(board.sites(), rows.len(), "{name}: number of sites");
    for (s, row) in rows.iter().enumerate() {
        let here = format!("{name}, site {s}");
        assert_eq!(format!("{kind:?}"), row[0], "{here}: kind");
        let at = board.at(kind, s);
        for (given, want) in [at.x, at.y, at.z].iter().zip(&row[2..5]) {
            let want: f64 = want.parse().expect("a coordinate");
            assert!((given - want).abs() < 0.001, "{here}: is at {at:?}, not {:?}", &row[2..5]);
        }
        let grid = [
            board.layer(kind, s).to_string(),
            board.row(kind, s).to_string(),
            board.column(kind, s).to_string(),
            board.phase(kind, s).to_string(),
            board.label(kind, s).to_string(),
        ];
        assert_eq!(grid, row[5..10], "{here}: layer, row, column, phase, name");
        for (relation, list) in
            [(Direction::Orthogonal, 10), (Direction::Diagonal, 11), (Direction::OffDiagonal, 12)]
        {
            let found: Vec<u16> = board.neighbours(kind, s, relation).collect();
            assert_eq!(found, numbers(&row[list]), "{here}: {relation:?}");
        }
        let mut steps = Vec::new();
        for d in Direction::EVERY.into_iter().filter(|d| d.is_specific()) {
            let to: Vec<String> = board.neighbours(kind, s, d).map(|t| t.to_string()).collect();
            if !to.is_empty() {
                steps.push(format!("{d:?}>{}", to.join("+")));
            }
        }
        assert_eq!(steps.join(" "), row[13], "{here}: compass steps");
        let mut special = Vec::new();
        for (mark, word) in [
            (Mark::Corner, "corner"),
            (Mark::Outer, "outer"),
            (Mark::Perimeter, "perimeter"),
            (Mark::Centre, "centre"),
            (Mark::Top, "top"),
            (Mark::Bottom, "bottom"),
            (Mark::Left, "left"),
            (Mark::Right, "right"),
            (Mark::SideN, "sideN"),
            (Mark::SideE, "sideE"),
            (Mark::SideS, "sideS"),
            (Mark::SideW, "sideW"),
            (Mark::SideNE, "sideNE"),
            (Mark::SideSE, "sideSE"),
            (Mark::SideSW, "sideSW"),
            (Mark::SideNW, "sideNW"),
        ] {
            if board.marked(kind, mark).contains(&(s as u16)) {
                special.push(word);
            }
        }
        special.sort_unstable();
        let mut want: Vec<&str> = row[14].split_whitespace().collect();
        want.sort_unstable();
        assert_eq!(special, want, "{here}: what is special");
    }
}

fn on_cells(graph: Graph) -> Board {
    Board::new(graph, SiteType::Cell).expect("a board")
}

fn on_vertices(graph: Graph) -> Board {
    Board::new(graph, SiteType::Vertex).expect("a board")
}

#[test]
fn squares_and_rectangles_agree() {
    let square = |n| on_cells(shapes::square(n, None, SiteType::Cell).unwrap());
    compare("square 3 cells", &square(3));
    compare("square 8 cells", &square(8));
    compare("default domineering board", &square(6));
    compare("1x7", &on_cells(shapes::rectangle(1, 7, None, SiteType::Cell).unwrap()));
    compare("surakarta", &on_vertices(shapes::square(6, None, SiteType::Vertex).unwrap()));
}

#[test]
fn diagonals_make_neighbours() {
    let crossed = |n| {
        let graph = shapes::square(n, Some(Diagonals::Alternating), SiteType::Vertex).unwrap();
        on_vertices(graph)
    };
    compare("3x3 vertices with diagonals", &crossed(3));
    compare("alquerque 5x5", &crossed(5));
}

#[test]
fn hexagons_agree() {
    compare("hex Diamond 11", &on_cells(shapes::hex(HexShape::Diamond, 11, None).unwrap()));
    compare("hex 5", &on_cells(rotate(shapes::hex(HexShape::Hexagon, 5, None).unwrap(), 90.0)));
    compare("hex Triangle", &on_cells(shapes::hex(HexShape::Triangle, 11, None).unwrap()));
    compare("hex star", &on_cells(shapes::hex(HexShape::Star, 4, None).unwrap()));
}

#[test]
fn rings_agree() {
    let morris = shapes::concentric(shapes::Concentric::Square, 3, Rings::default(), SiteType::Vertex);
    compare("concentric square", &on_vertices(morris.unwrap()));
    let wheel = shapes::concentric_circles(&[1, 8], false, SiteType::Vertex).unwrap();
    compare("ring board", &on_vertices(wheel));
}

#[test]
fn mancala_boards_agree() {
    let with_stores = on_vertices(shapes::mancala(2, 6, Store::Outer, 2).unwrap());
    compare("mancala 2x6 with stores", &with_stores);
    compare("mancala 2x6", &with_stores);
    compare("mancala 4 rows", &on_vertices(shapes::mancala(4, 8, Store::None, 2).unwrap()));
}

#[test]
fn pyramids_agree_with_and_without_layers() {
    let graph = shapes::pyramid(4, 4, SiteType::Vertex).unwrap();
    compare("pyramid 4 (layer not used)", &on_vertices(graph.clone()));
    let layered = Board::with_layers(graph, SiteType::Vertex).unwrap();
    compare("pyramid 4 (layer used)", &layered);
}

#[test]
fn a_cross_of_two_rectangles_agrees() {
    let part = |rows, columns| {
        shapes::rectangle(rows, columns, Some(Diagonals::Alternating), SiteType::Vertex).unwrap()
    };
    let across = shift(part(3, 7), 0.0, 2.0, 0.0);
    let up = shift(part(7, 3), 2.0, 0.0, 0.0);
    compare("cross", &on_vertices(merge(vec![across, up], false).unwrap()));
}
