//! Small scenes made by hand, one of each kind of board.

use super::*;

fn square_grid() -> Scene {
    let mut scene = Scene::default();
    for row in 0..4 {
        for column in 0..5u8 {
            let name = format!("{}{}", (b'a' + column) as char, row + 1);
            scene.add_site(name, [f32::from(column), row as f32, 0.0], SiteShape::Square, Colour::Board);
        }
    }
    scene.add_piece(7, 1, Colour::White, PieceShape::Disc);
    scene.add_piece(8, 1, Colour::Black, PieceShape::Disc);
    scene.add_piece(11, 1, Colour::Black, PieceShape::Disc);
    scene.highlights.push(8);
    scene.captions.push("White to move".to_string());
    scene
}

fn line_grid() -> Scene {
    let mut scene = Scene::default();
    for row in 0..5 {
        for column in 0..5u8 {
            let name = format!("{}{}", (b'a' + column) as char, row + 1);
            scene.add_site(name, [f32::from(column), row as f32, 0.0], SiteShape::Point, Colour::Board);
        }
    }
    for k in 0..5 {
        let k = k as f32;
        scene.lines.push(Line { from: [0.0, k, 0.0], to: [4.0, k, 0.0] });
        scene.lines.push(Line { from: [k, 0.0, 0.0], to: [k, 4.0, 0.0] });
    }
    scene.lines.push(Line { from: [0.0, 0.0, 0.0], to: [4.0, 4.0, 0.0] });
    scene.lines.push(Line { from: [0.0, 4.0, 0.0], to: [4.0, 0.0, 0.0] });
    scene.add_piece(12, 1, Colour::Black, PieceShape::Disc);
    scene.add_piece(13, 1, Colour::White, PieceShape::Disc);
    scene.highlights.push(13);
    scene
}

fn hex_columns() -> Scene {
    let mut scene = Scene::default();
    let mut number = 0;
    for r in -2..=2i32 {
        for q in (-2).max(-2 - r)..=2.min(2 - r) {
            number += 1;
            let colour = [Colour::White, Colour::Red, Colour::Black][(q - r).rem_euclid(3) as usize];
            scene.add_site(number.to_string(), hex_at(q, r), SiteShape::Hexagon, colour);
        }
    }
    scene.add_piece(0, 2, Colour::Black, PieceShape::Disc);
    scene.add_piece(5, 2, Colour::Red, PieceShape::Disc);
    scene.add_piece(5, 3, Colour::Black, PieceShape::Disc);
    scene.add_piece(9, 14, Colour::Black, PieceShape::Disc);
    scene.add_piece(9, 6, Colour::Red, PieceShape::Disc);
    scene.add_piece(14, 1, Colour::Red, PieceShape::Disc);
    scene.highlights.push(5);
    scene.captions.push("Red to move".to_string());
    scene
}

fn growing_tiles() -> Scene {
    let mut scene = Scene::default();
    for (q, r, colour) in [
        (0, 0, Colour::Red),
        (1, 0, Colour::Black),
        (0, 1, Colour::Red),
        (1, -1, Colour::Black),
        (2, -1, Colour::Red),
        (-1, 1, Colour::Black),
    ] {
        let site = scene.add_site(format!("{q},{r}"), hex_at(q, r), SiteShape::Hexagon, Colour::Board);
        scene.add_piece(site, 1, colour, PieceShape::Tile);
    }
    scene.highlights.push(5);
    scene
}

fn mancala() -> Scene {
    let mut scene = Scene::default();
    let seeds = [4, 0, 5, 5, 17, 1, 4, 4, 0, 2, 3, 1];
    for (pit, seeds) in seeds.into_iter().enumerate() {
        let (x, y) = if pit < 6 { (pit as f32, 0.0) } else { (11.0 - pit as f32, 1.0) };
        let name = ((if pit < 6 { b'a' } else { b'A' }) + (pit % 6) as u8) as char;
        let site = scene.add_site(name.to_string(), [x, y, 0.0], SiteShape::Pit, Colour::Board);
        if seeds > 0 {
            scene.add_piece(site, seeds, Colour::Neutral, PieceShape::Seed);
        }
    }
    let south = scene.add_site("S", [6.0, 0.5, 0.0], SiteShape::Store, Colour::Board);
    scene.add_site("N", [-1.0, 0.5, 0.0], SiteShape::Store, Colour::Board);
    scene.add_piece(south, 22, Colour::Neutral, PieceShape::Seed);
    scene.captions.push("South to move".to_string());
    scene
}

fn pyramid() -> Scene {
    let mut scene = Scene::default();
    for layer in 0..4u32 {
        for row in 0..4 - layer {
            for column in 0..4 - layer {
                let shift = layer as f32 / 2.0;
                let at = [column as f32 + shift, row as f32 + shift, layer as f32 / 2f32.sqrt()];
                let name = format!("{}{}/{}", (b'a' + column as u8) as char, row + 1, layer);
                scene.add_site(name, at, SiteShape::Hole, Colour::Board);
            }
        }
    }
    for (site, colour) in [(0, 0), (1, 1), (2, 0), (4, 1), (5, 0), (6, 2), (8, 1), (9, 0), (16, 1), (17, 0)] {
        scene.add_piece(site, 1, Colour::PLAYERS[colour], PieceShape::Ball);
    }
    scene.highlights.push(17);
    scene.captions.push("Black to move".to_string());
    scene
}

/// One box: the edges above, left, right and below.
fn edges() -> Scene {
    let mut scene = Scene::default();
    let corners = [[0.0, 1.0, 0.0], [1.0, 1.0, 0.0], [0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    for (name, [from, to]) in [("n", [0, 1]), ("w", [0, 2]), ("e", [1, 3]), ("s", [2, 3])] {
        let (from, to): ([f32; 3], [f32; 3]) = (corners[from], corners[to]);
        let middle = [0, 1, 2].map(|axis| (from[axis] + to[axis]) / 2.0);
        scene.add_site(name, middle, SiteShape::Edge, Colour::Board);
        scene.lines.push(Line { from, to });
    }
    scene.add_piece(2, 1, Colour::Black, PieceShape::Bar);
    scene
}

fn all() -> [(&'static str, Scene); 8] {
    [
        ("square", square_grid()),
        ("line", line_grid()),
        ("hex", hex_columns()),
        ("tiles", growing_tiles()),
        ("mancala", mancala()),
        ("pyramid", pyramid()),
        ("layers", pyramid().side_by_side()),
        ("edges", edges()),
    ]
}

#[test]
fn squares_have_letters_and_numbers_at_the_edge() {
    let expected = "\
4 . . . . .
3 . B . . .
2 . . W B*.
1 . . . . .
  a b c d e
B black, W white
White to move
";
    assert_eq!(to_text(&square_grid()), expected);
}

#[test]
fn lines_of_a_small_board_are_drawn() {
    let expected = "\
5 +-+-+-+-+
  |\\| | |/|
4 +-+-+-+-+
  | |\\|/| |
3 +-+-B-W*+
  | |/|\\| |
2 +-+-+-+-+
  |/| | |\\|
1 +-+-+-+-+
  a b c d e
B black, W white
";
    assert_eq!(to_text(&line_grid()), expected);
}

#[test]
fn bars_lie_along_their_edges() {
    let scene = edges();
    let right = scene.line_through(2).unwrap();
    assert_eq!((right.from, right.to), ([1.0, 1.0, 0.0], [1.0, 0.0, 0.0]));
    let expected = "\
n ---
  | |
w | B  e
  | |
s ---
B black
";
    assert_eq!(to_text(&scene), expected);
    // An upright edge has an upright bar.
    let picture = to_svg(&scene);
    let bar =
        picture.lines().find(|line| line.starts_with("<line") && line.contains("stroke-linecap")).unwrap();
    let [x1, x2] =
        ["x1", "x2"].map(|name| bar.split(&format!("{name}=\"")).nth(1).unwrap().split('"').next());
    assert_eq!(x1, x2);
}

#[test]
fn columns_name_the_upper_pieces_first_and_fields_show_their_colour() {
    let expected = "\
1            b:B2     w       r  3
4         w       r     b:B3R2*   w  7
8     r       b    w:R6B14    r       b  12
13        w       r      b:R      w  16
17            b       w       r  19
B black, R red, b black field, r red field, w white field
Red to move
";
    assert_eq!(to_text(&hex_columns()), expected);
}

#[test]
fn rows_of_hexagons_are_shifted_by_half_a_step() {
    let expected = "\
1,-1   B R  2,-1
0,0   R B  1,0
-1,1 B*R  0,1
B black, R red
";
    assert_eq!(to_text(&growing_tiles()), expected);
}

#[test]
fn hexagons_lie_where_their_neighbours_are_straight_above() {
    let board = |steps: [[f32; 3]; 2]| {
        let mut scene = Scene::default();
        for (name, at) in ["a", "b"].into_iter().zip(steps) {
            scene.add_site(name, at, SiteShape::Hexagon, Colour::Board);
        }
        scene
    };
    assert!(board([[0.0; 3], [0.0, 1.0, 0.0]]).hexagons_lie());
    assert!(!board([[0.0; 3], [1.0, 0.0, 0.0]]).hexagons_lie());
}

#[test]
fn pits_show_their_seeds_with_names_beneath() {
    let expected = "
        1    3    2    0    4    4
        F    E    D    C    B    A
  [0]                                [22]
   N                                  S
        4    0    5    5    17   1
        a    b    c    d    e    f
South to move
";
    assert_eq!(format!("\n{}", to_text(&mancala())), expected);
}

#[test]
fn layers_of_a_pyramid_stand_side_by_side() {
    // The second layer can be used only where four balls carry it.
    let expected = "
        1       2     3   4
a4/0 . . . .
a3/0 B W . .
a2/0 B W R .  .
a1/0 W B W .  B W*
B black, R red, W white
Black to move
";
    assert_eq!(format!("\n{}", to_text(&pyramid())), expected);
}

#[test]
fn text_from_games_cannot_become_markup() {
    let mut scene = square_grid();
    scene.captions.push("<script>alert(\"1\")</script> & '\u{1}'".to_string());
    scene.sites[0].name = "<b>".to_string();
    scene.pieces[0].label = "<i>".to_string();
    let svg = to_svg(&scene);
    assert!(svg.contains("&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp; &#39;&#39;"));
    assert!(!svg.contains("<script") && !svg.contains("<i>") && !svg.contains("<b>"));
}

#[test]
fn an_empty_scene_is_an_empty_picture() {
    assert!(to_svg(&Scene::default()).ends_with("</svg>\n"));
    assert_eq!(to_text(&Scene::default()), "");
}

#[test]
fn strange_numbers_do_no_harm() {
    let mut scene = square_grid();
    scene.sites[3].at = [f32::NAN, f32::INFINITY, -0.0];
    scene.pieces[0].count = u32::MAX;
    scene.pieces[0].shape = PieceShape::Seed;
    scene.pieces[1].count = u32::MAX;
    let svg = to_svg(&scene);
    assert!(!svg.contains("NaN") && !svg.contains("inf"));
    assert!(to_text(&scene).len() < 10_000_000);
}

#[test]
fn every_kind_of_board_is_a_picture_of_its_own() {
    let folder = std::env::var_os("LUDEX_PICTURES").map(std::path::PathBuf::from);
    for (name, scene) in all() {
        let svg = to_svg(&scene);
        assert!(svg.starts_with("<svg xmlns") && svg.ends_with("</svg>\n"));
        assert!(svg.len() < 100_000, "{name} takes {} bytes", svg.len());
        if let Some(folder) = &folder {
            std::fs::write(folder.join(format!("{name}.svg")), svg).unwrap();
            std::fs::write(folder.join(format!("{name}.txt")), to_text(&scene)).unwrap();
        }
    }
}
