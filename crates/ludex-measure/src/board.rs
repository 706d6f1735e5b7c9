//! How far apart sites are, found from the picture of the board.

use std::collections::VecDeque;

use ludex_core::{Scene, SiteId, SiteShape};

/// Sites at most this far apart are neighbours: neighbouring sites are about 1 apart, the diagonal of a square
/// 1.41, the second ring of a hexagonal grid 1.73.
const NEAR: f32 = 1.5;
/// Ends of lines this close to a site are on it.
const ON: f32 = 0.2;
/// Larger boards are not measured out.
const MOST_SITES: usize = 1024;
const FAR: u16 = u16::MAX;

/// The fewest steps from each site of a board to each other, from neighbour to neighbour. On boards of points
/// with lines drawn between them neighbours are joined by a line; elsewhere they lie next to each other, diagonally
/// too.
#[derive(Clone, Debug, Default)]
pub(crate) struct Distances {
    sites: usize,
    steps: Vec<u16>,
}

impl Distances {
    /// Measures out a board that does not grow.
    pub(crate) fn of(scene: &Scene) -> Distances {
        let sites = scene.sites.len();
        if sites > MOST_SITES {
            return Distances::default();
        }
        let neighbours = neighbours(scene);
        let mut steps = vec![FAR; sites * sites];
        for start in 0..sites {
            let row = &mut steps[start * sites..(start + 1) * sites];
            row[start] = 0;
            let mut queue = VecDeque::from([start]);
            while let Some(site) = queue.pop_front() {
                for &next in &neighbours[site] {
                    if row[next] == FAR {
                        row[next] = row[site] + 1;
                        queue.push_back(next);
                    }
                }
            }
        }
        Distances { sites, steps }
    }

    /// The steps from one site to another; `None` if there is no way.
    pub(crate) fn steps(&self, from: SiteId, to: SiteId) -> Option<u32> {
        let (from, to) = (from as usize, to as usize);
        if from >= self.sites || to >= self.sites {
            return None;
        }
        let steps = self.steps[from * self.sites + to];
        (steps != FAR).then_some(u32::from(steps))
    }
}

fn apart(a: [f32; 3], b: [f32; 3]) -> f32 {
    a.iter().zip(b).map(|(a, b)| (a - b) * (a - b)).sum::<f32>().sqrt()
}

fn neighbours(scene: &Scene) -> Vec<Vec<usize>> {
    let sites = &scene.sites;
    let mut neighbours = vec![Vec::new(); sites.len()];
    // Stores and hands are off the board.
    let on_board = |site: usize| sites[site].shape != SiteShape::Store;
    let pointed =
        sites.iter().all(|site| matches!(site.shape, SiteShape::Point | SiteShape::Edge | SiteShape::Store));
    if pointed && !scene.lines.is_empty() {
        let site_at = |at| (0..sites.len()).find(|&site| on_board(site) && apart(sites[site].at, at) < ON);
        for line in &scene.lines {
            if let (Some(a), Some(b)) = (site_at(line.from), site_at(line.to))
                && a != b
            {
                neighbours[a].push(b);
                neighbours[b].push(a);
            }
        }
        return neighbours;
    }
    for a in (0..sites.len()).filter(|&site| on_board(site)) {
        for b in (0..sites.len()).filter(|&site| on_board(site) && site != a) {
            if apart(sites[a].at, sites[b].at) < NEAR {
                neighbours[a].push(b);
            }
        }
    }
    neighbours
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Colour, Draw, Game, Layout, Line};
    use ludex_games::tricolor::TwoPlayer;

    #[test]
    fn steps_between_hexagons_are_those_the_game_knows() {
        let game = TwoPlayer::standard();
        let distances = Distances::of(&game.scene(&game.start()));
        let mut moves = Vec::new();
        let mut state = game.start();
        let mut rng = ludex_core::Rng::new(3);
        while !game.turn(&state).is_over() {
            game.moves(&state, &mut moves);
            for &chosen in &moves {
                let journey = game.journey(&state, chosen);
                assert_eq!(distances.steps(journey.from.unwrap(), journey.to.unwrap()), journey.steps);
            }
            let chosen = moves[rng.below(moves.len() as u32) as usize];
            game.play(&mut state, chosen);
        }
    }

    #[test]
    fn points_are_joined_by_lines_alone() {
        let mut scene = Scene::default();
        for x in 0..4 {
            scene.add_site("", [x as f32, 0.0, 0.0], SiteShape::Point, Colour::Board);
        }
        let line = |a: f32, b: f32| Line { from: [a, 0.0, 0.0], to: [b, 0.0, 0.0] };
        scene.lines = vec![line(0.0, 3.0), line(3.0, 2.0)];
        let distances = Distances::of(&scene);
        assert_eq!(distances.steps(0, 2), Some(2));
        assert_eq!(distances.steps(0, 1), None);
    }
}
