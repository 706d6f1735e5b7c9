//! Scenes as text for the terminal.
//!
//! Every site becomes a short word, written where the site lies: rows of sites become lines, and the step
//! from column to column is as wide as the widest word. Layers of a pyramid stand side by side. No colours are
//! used, so that the text can be kept in files and read aloud.

use std::collections::BTreeSet;

use super::svg::Axes;
use super::{Colour, Piece, PieceShape, Scene, SiteId, SiteShape};

/// Sites whose heights on the paper differ by less are on one line.
const SAME_ROW: f32 = 0.2;
/// Boards with lines are drawn with them up to this many rows; larger ones are plain.
const MOST_LINED_ROWS: usize = 9;
/// The longest word for a site; longer ones are cut.
const LONGEST_WORD: usize = 16;

/// The scene as lines of text.
pub fn to_text(scene: &Scene) -> String {
    let layers = scene.layer_heights().len();
    let flat = if layers > 1 { scene.side_by_side() } else { scene.clone() };
    let page = Page::new(scene, &flat);
    let mut text = page.write();
    if let Some(legend) = legend(scene) {
        text.push_str(&legend);
        text.push('\n');
    }
    for caption in &scene.captions {
        text.push_str(caption);
        text.push('\n');
    }
    text
}

/// What stands on a site, in a few letters: `B` a black piece, `B3R2` three black on two red, `.` nothing.
fn word(scene: &Scene, id: SiteId) -> String {
    let site = &scene.sites[id as usize];
    let mut pieces: Vec<&Piece> =
        scene.pieces.iter().filter(|piece| piece.site == id && piece.count > 0).collect();
    pieces.sort_by_key(|piece| std::cmp::Reverse(piece.level));
    let seeds = pieces.iter().all(|piece| piece.shape == PieceShape::Seed);
    let one = pieces.len() == 1 && pieces[0].count == 1;
    let mut word = String::new();
    for piece in &pieces {
        if !(seeds && piece.colour == Colour::Neutral) {
            word.push(letter(piece.colour));
        }
        if !one || seeds {
            word.push_str(&piece.count.to_string());
        }
        word.push_str(&piece.label);
    }
    let field = letter(site.colour).to_ascii_lowercase();
    let word = match (site.shape, pieces.is_empty()) {
        (SiteShape::Pit, true) => "0".to_string(),
        (SiteShape::Pit, false) => word,
        (SiteShape::Store, true) => "[0]".to_string(),
        (SiteShape::Store, false) => format!("[{word}]"),
        (SiteShape::Hole, true) if !scene.is_open(id) => " ".to_string(),
        (SiteShape::Edge, true) => match scene.line_through(id) {
            Some(line) if line.from[1] == line.to[1] => "-".to_string(),
            Some(line) if line.from[0] == line.to[0] => "|".to_string(),
            _ => ".".to_string(),
        },
        (SiteShape::Point, true) if !scene.lines.is_empty() => "+".to_string(),
        (_, true) if site.colour == Colour::Board => ".".to_string(),
        (_, true) => field.to_string(),
        (_, false) if site.colour == Colour::Board => word,
        (_, false) if pieces.iter().all(|piece| piece.shape == PieceShape::Tile) => word,
        (_, false) => format!("{field}:{word}"),
    };
    word.chars().take(LONGEST_WORD).collect()
}

/// The letter that stands for a colour.
fn letter(colour: Colour) -> char {
    match colour {
        Colour::Board => 'P',
        Colour::White => 'W',
        Colour::Black => 'B',
        Colour::Red => 'R',
        Colour::Blue => 'U',
        Colour::Yellow => 'Y',
        Colour::Green => 'G',
        Colour::Neutral => 'N',
    }
}

/// One line that explains the letters in use; none where only counted seeds lie about.
fn legend(scene: &Scene) -> Option<String> {
    let mut colours = BTreeSet::new();
    for piece in scene.pieces.iter().filter(|piece| piece.count > 0) {
        if !(piece.shape == PieceShape::Seed && piece.colour == Colour::Neutral) {
            colours.insert((letter(piece.colour), piece.colour.name()));
        }
    }
    let tiled =
        |id: SiteId| scene.pieces.iter().any(|piece| piece.site == id && piece.shape == PieceShape::Tile);
    let mut fields = BTreeSet::new();
    for (id, site) in scene.sites.iter().enumerate() {
        let drawn = !matches!(site.shape, SiteShape::Pit | SiteShape::Store) && !tiled(id as SiteId);
        if site.colour != Colour::Board && drawn {
            fields
                .insert((letter(site.colour).to_ascii_lowercase(), format!("{} field", site.colour.name())));
        }
    }
    let mut parts: Vec<String> = colours.iter().map(|(letter, name)| format!("{letter} {name}")).collect();
    parts.extend(fields.iter().map(|(letter, name)| format!("{letter} {name}")));
    (!parts.is_empty()).then(|| parts.join(", "))
}

/// How the sites are spread over lines and columns.
struct Page<'a> {
    scene: &'a Scene,
    flat: &'a Scene,
    words: Vec<String>,
    /// The line of each site.
    line_of: Vec<usize>,
    /// The height on the paper of each row, top first, and its line.
    rows: Vec<(f32, usize)>,
    /// Characters to a board unit.
    wide: f32,
    left: f32,
}

impl<'a> Page<'a> {
    fn new(scene: &'a Scene, flat: &'a Scene) -> Page<'a> {
        let words: Vec<String> = (0..scene.sites.len() as SiteId).map(|id| word(scene, id)).collect();
        let mut heights: Vec<f32> = flat.sites.iter().map(|site| site.at[1]).collect();
        heights.sort_by(|a, b| b.total_cmp(a));
        heights.dedup_by(|a, b| *b - *a < SAME_ROW);
        let named = Page::names_beneath(flat);
        let lined = !flat.lines.is_empty() && heights.len() <= MOST_LINED_ROWS;
        let spread = if named || lined { 2 } else { 1 };
        let closest = heights.windows(2).map(|pair| pair[0] - pair[1]).fold(f32::INFINITY, f32::min);
        let mut rows = Vec::new();
        let mut line = 0;
        for (index, &height) in heights.iter().enumerate() {
            if index > 0 {
                let gap = (heights[index - 1] - height) / closest;
                line += spread * (gap.round() as usize).clamp(1, 3);
            }
            rows.push((height, line));
        }
        let line_of = |y: f32| {
            let near = rows.iter().min_by(|a, b| (a.0 - y).abs().total_cmp(&(b.0 - y).abs()));
            near.map_or(0, |row| row.1)
        };
        let line_of: Vec<usize> = flat.sites.iter().map(|site| line_of(site.at[1])).collect();
        let left = flat.sites.iter().map(|site| site.at[0]).fold(f32::INFINITY, f32::min);
        let mut page = Page { scene, flat, words, line_of, rows, wide: 2.0, left };
        page.wide = page.column_width(named);
        page
    }

    /// Pits have their names written beneath them.
    fn names_beneath(scene: &Scene) -> bool {
        scene.sites.iter().any(|site| site.shape == SiteShape::Pit)
            && scene.sites.iter().all(|site| site.name.chars().count() <= 6)
    }

    /// The fewest characters to a unit at which neighbours on a line do not touch.
    fn column_width(&self, named: bool) -> f32 {
        let name_width = |id: usize| if named { self.flat.sites[id].name.chars().count() } else { 0 };
        let width = |id: usize| self.words[id].chars().count().max(name_width(id));
        let widest = (0..self.words.len()).map(width).max().unwrap_or(1);
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        order.sort_by(|&a, &b| {
            (self.line_of[a].cmp(&self.line_of[b]))
                .then(self.flat.sites[a].at[0].total_cmp(&self.flat.sites[b].at[0]))
        });
        let closest = (order.windows(2))
            .filter(|pair| self.line_of[pair[0]] == self.line_of[pair[1]])
            .map(|pair| self.flat.sites[pair[1]].at[0] - self.flat.sites[pair[0]].at[0])
            .filter(|gap| *gap > 0.3)
            .fold(f32::INFINITY, f32::min);
        let closest = if closest.is_finite() { closest } else { 1.0 };
        let step = (widest + 1) as f32 / closest;
        // Half steps (rows of hexagons, layers of a pyramid) must fall on a character.
        let halves = self.flat.sites.iter().any(|site| ((site.at[0] - self.left).fract() - 0.5).abs() < 0.1);
        if halves { (step / 2.0).ceil() * 2.0 } else { step.ceil().max(2.0) }
    }

    fn column(&self, x: f32) -> usize {
        ((x - self.left) * self.wide).round().max(0.0) as usize
    }

    fn write(&self) -> String {
        if self.words.is_empty() {
            return String::new();
        }
        let mut paper = Paper::default();
        let axes = Axes::of(self.flat);
        let margin = self.margin(axes.as_ref());
        for line in &self.flat.lines {
            self.draw_line(&mut paper, margin, line.from, line.to);
        }
        let mut order: Vec<usize> = (0..self.words.len()).collect();
        order.sort_by(|&a, &b| self.flat.sites[a].at[0].total_cmp(&self.flat.sites[b].at[0]));
        let named = Page::names_beneath(self.flat);
        for id in order {
            let (line, column) = (self.line_of[id], self.column(self.flat.sites[id].at[0]) + margin);
            let end = paper.centre(line, column, &self.words[id]);
            if self.scene.highlights.contains(&(id as SiteId)) {
                paper.put(line, end, '*');
            }
            if named {
                paper.centre(line + 1, column, &self.flat.sites[id].name);
            }
        }
        match &axes {
            Some(axes) => self.write_axes(&mut paper, margin, axes),
            None if !named => self.write_row_names(&mut paper, margin),
            None => {}
        }
        self.layer_titles(margin) + &paper.finish()
    }

    /// Room at the left for the names of rows.
    fn margin(&self, axes: Option<&Axes>) -> usize {
        let longest = match axes {
            Some(axes) => axes.rows.iter().map(|(_, name)| name.chars().count()).max().unwrap_or(0),
            None if Page::names_beneath(self.flat) => 0,
            None => self.row_ends().iter().map(|(_, name, _)| name.chars().count()).max().unwrap_or(0),
        };
        longest + 1 + self.words.iter().map(|word| word.chars().count()).max().unwrap_or(1) / 2
    }

    fn write_axes(&self, paper: &mut Paper, margin: usize, axes: &Axes) {
        for (y, name) in &axes.rows {
            let row = self.rows.iter().min_by(|a, b| (a.0 - y).abs().total_cmp(&(b.0 - y).abs()));
            paper.word(row.map_or(0, |row| row.1), 0, name);
        }
        let below = self.rows.last().map_or(0, |row| row.1) + 1;
        for (x, name) in &axes.columns {
            paper.centre(below, self.column(*x) + margin, name);
        }
    }

    /// The first and last site of each row: its line, and their names.
    fn row_ends(&self) -> Vec<(usize, String, String)> {
        let is_board = |id: &usize| !matches!(self.flat.sites[*id].shape, SiteShape::Store);
        let ends = self.rows.iter().filter_map(|&(_, line)| {
            let on_line = || (0..self.words.len()).filter(|&id| self.line_of[id] == line).filter(is_board);
            let x = |id: &usize| self.flat.sites[*id].at[0];
            let first = on_line().min_by(|a, b| x(a).total_cmp(&x(b)))?;
            let last = on_line().max_by(|a, b| x(a).total_cmp(&x(b)))?;
            Some((line, self.flat.sites[first].name.clone(), self.flat.sites[last].name.clone()))
        });
        ends.collect()
    }

    fn write_row_names(&self, paper: &mut Paper, _margin: usize) {
        let layered = self.scene.is_3d();
        for (line, first, last) in self.row_ends() {
            paper.word(line, 0, &first);
            if first != last && !layered {
                let end = paper.lines.get(line).map_or(0, |text| trimmed(text)) + 2;
                paper.word(line, end, &last);
            }
        }
    }

    /// The number of each layer, written above it.
    fn layer_titles(&self, margin: usize) -> String {
        let heights = self.scene.layer_heights();
        if heights.len() < 2 {
            return String::new();
        }
        let mut paper = Paper::default();
        for (layer, height) in heights.iter().enumerate() {
            let here = self.scene.sites.iter().zip(&self.flat.sites);
            let xs = here.filter(|(site, _)| (site.at[2] - height).abs() < 0.05).map(|(_, flat)| flat.at[0]);
            let (low, high) = xs.fold((f32::MAX, f32::MIN), |(low, high), x| (low.min(x), high.max(x)));
            paper.centre(0, self.column((low + high) / 2.0) + margin, &(layer + 1).to_string());
        }
        paper.finish()
    }

    /// Draws a line of the board, if it is straight enough for letters.
    fn draw_line(&self, paper: &mut Paper, margin: usize, from: [f32; 3], to: [f32; 3]) {
        let line_at = |y: f32| {
            let found = self.rows.iter().find(|row| (row.0 - y).abs() < SAME_ROW);
            found.map(|row| row.1 as i32)
        };
        let (Some(y1), Some(y2)) = (line_at(from[1]), line_at(to[1])) else { return };
        let x1 = (self.column(from[0]) + margin) as i32;
        let x2 = (self.column(to[0]) + margin) as i32;
        let (dx, dy) = (x2 - x1, y2 - y1);
        if dy == 0 {
            for x in x1.min(x2)..=x1.max(x2) {
                paper.draw(y1, x, '-');
            }
            return;
        }
        let stroke = match (dx.signum(), dy.signum()) {
            (0, _) => '|',
            (a, b) if a == b => '\\',
            _ => '/',
        };
        for step in 1..dy.abs() {
            let x = f64::from(x1) + f64::from(dx * step) / f64::from(dy.abs());
            paper.draw(y1 + dy.signum() * step, x.round() as i32, stroke);
        }
    }
}

/// How many characters a line has without the blanks at its end.
fn trimmed(line: &[char]) -> usize {
    line.iter().rposition(|c| *c != ' ').map_or(0, |last| last + 1)
}

/// Lines of characters that grow as they are written on.
#[derive(Default)]
struct Paper {
    lines: Vec<Vec<char>>,
}

impl Paper {
    fn put(&mut self, line: usize, column: usize, c: char) {
        if self.lines.len() <= line {
            self.lines.resize_with(line + 1, Vec::new);
        }
        let text = &mut self.lines[line];
        if text.len() <= column {
            text.resize(column + 1, ' ');
        }
        text[column] = c;
    }

    /// A stroke of a board line; where two cross it becomes a cross.
    fn draw(&mut self, line: i32, column: i32, stroke: char) {
        if line < 0 || column < 0 {
            return;
        }
        let (line, column) = (line as usize, column as usize);
        let old = self.lines.get(line).and_then(|text| text.get(column)).copied().unwrap_or(' ');
        let mixed = match (old, stroke) {
            (' ', stroke) => stroke,
            (old, stroke) if old == stroke => stroke,
            ('/', '\\') | ('\\', '/') => 'X',
            _ => '+',
        };
        self.put(line, column, mixed);
    }

    fn word(&mut self, line: usize, column: usize, word: &str) {
        for (index, c) in word.chars().enumerate() {
            self.put(line, column + index, c);
        }
    }

    /// Writes a word around a column and returns the column after it.
    fn centre(&mut self, line: usize, column: usize, word: &str) -> usize {
        let length = word.chars().count();
        let start = column.saturating_sub((length.max(1) - 1) / 2);
        self.word(line, start, word);
        start + length
    }

    fn finish(&self) -> String {
        let lines = self.lines.iter().map(|line| {
            let text: String = line[..trimmed(line)].iter().collect();
            text + "\n"
        });
        lines.collect()
    }
}
