//! The tree: nodes in one growing block, children of a node side by side, recycled when it is full.

use ludex_core::{Outcome, Player};
use rustc_hash::FxHashMap;

use crate::parts::sides::Sides;
use crate::parts::stats::Tally;

/// Stands for chance where a player's number is expected.
pub(super) const CHANCE: u8 = 255;

/// A move that was looked at, and the position after it.
#[derive(Clone, Debug)]
pub(super) struct Node<M> {
    pub chosen: M,
    /// The first child; 0 while there are none (the root is nobody's child).
    pub first: u32,
    /// How many children.
    pub count: u32,
    pub visits: u32,
    /// When it was first visited, counted in visits of its parent: of equals the first tried is played.
    pub born: u32,
    /// Visits under way on other threads, counted as losses until they come back.
    pub pending: u16,
    /// Who chose the move that leads here.
    pub mover: u8,
    /// Bounds on the result for team 0, in games of two sides: -1, 0 or 1.
    pub low: i8,
    pub high: i8,
    /// In games of more sides, the team that is proven to win, plus 1.
    pub winner: u8,
    /// The sum of rewards of the mover, each between 0 and 1.
    pub sum: f64,
    /// The evaluation for the mover, between 0 and 1, for progressive bias.
    pub prior: f32,
    /// The evaluation backed up by minimax, for team 0, between -1 and 1.
    pub implicit: f32,
    /// The number of its all-moves-as-first table, plus 1.
    pub amaf: u32,
    /// The place of its move in such tables.
    pub slot: u32,
}

impl<M> Node<M> {
    fn new(chosen: M, mover: u8) -> Node<M> {
        Node {
            chosen,
            first: 0,
            count: 0,
            visits: 0,
            born: u32::MAX,
            pending: 0,
            mover,
            low: -1,
            high: 1,
            winner: 0,
            sum: 0.0,
            prior: 0.0,
            implicit: 0.0,
            amaf: 0,
            slot: 0,
        }
    }

    /// The children's places.
    #[inline]
    pub(super) fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..(self.first + self.count) as usize
    }

    /// The mean reward of the mover, between 0 and 1.
    #[inline]
    pub(super) fn mean(&self) -> f64 {
        if self.visits == 0 { 0.5 } else { self.sum / f64::from(self.visits) }
    }

    /// Whether the result is certain.
    #[inline]
    pub(super) fn is_proven(&self) -> bool {
        self.low == self.high || self.winner > 0
    }

    /// Notes the result of a finished game.
    pub(super) fn prove(&mut self, sides: &Sides, outcome: &Outcome) {
        if sides.are_two() {
            let utility = outcome.utility(sides.member(0));
            let result = if utility > 0.0 {
                1
            } else if utility < 0.0 {
                -1
            } else {
                0
            };
            (self.low, self.high) = (result, result);
        } else if let Some(winner) = outcome.winner() {
            // Who is second matters too where places are told apart: a proof that forgets it would make all of the
            // others' moves look alike.
            let mut others = Player::all(sides.players())
                .filter(|&p| !sides.together(p, winner))
                .map(|p| outcome.utility(p));
            let first = others.next();
            if others.all(|utility| Some(utility) == first) {
                self.winner = sides.team(winner) as u8 + 1;
            }
        }
    }

    /// Bounds on the result for a team, in games of two sides.
    #[inline]
    pub(super) fn bounds_for(&self, team: usize) -> (i8, i8) {
        if team == 0 { (self.low, self.high) } else { (-self.high, -self.low) }
    }
}

/// All-moves-as-first statistics of one position, by the slots of moves.
pub(super) type Amaf = Vec<Tally>;

/// The tree. Node 0 is the root.
#[derive(Clone, Debug)]
pub(super) struct Tree<M> {
    pub nodes: Vec<Node<M>>,
    pub amaf: Vec<Amaf>,
    /// Moves of players, numbered in the order in which they were first seen.
    slots: FxHashMap<u32, u32>,
}

impl<M> Default for Tree<M> {
    fn default() -> Tree<M> {
        Tree { nodes: Vec::new(), amaf: Vec::new(), slots: FxHashMap::default() }
    }
}

impl<M: Copy> Tree<M> {
    /// A new tree with only its root. `filler` stands for the move that led there.
    pub(super) fn plant(&mut self, filler: M) {
        self.nodes.clear();
        self.amaf.clear();
        self.slots.clear();
        self.nodes.push(Node::new(filler, CHANCE));
    }

    /// The slot of a move of a player.
    #[inline]
    pub(super) fn slot(&mut self, key: u32) -> u32 {
        let next = self.slots.len() as u32;
        *self.slots.entry(key).or_insert(next)
    }

    /// Gives a node its children, one for each move.
    pub(super) fn grow(&mut self, node: usize, moves: &[M], mover: u8) {
        let first = self.nodes.len() as u32;
        self.nodes.extend(moves.iter().map(|&chosen| Node::new(chosen, mover)));
        self.nodes[node].first = first;
        self.nodes[node].count = moves.len() as u32;
    }

    /// Keeps only the tree under `root`, without the children of nodes that were visited less than
    /// `visits` times. Children always stand behind their parents, so everything slides down in place.
    pub(super) fn compact(&mut self, root: usize, visits: u32) {
        let old = self.nodes.len();
        let mut place = vec![u32::MAX; old];
        place[root] = 0;
        let mut next = 1u32;
        for at in root..old {
            if place[at] == u32::MAX {
                continue;
            }
            let node = &mut self.nodes[at];
            if at != root && node.visits < visits {
                (node.first, node.count) = (0, 0);
            }
            for child in node.children() {
                place[child] = 0;
            }
        }
        // Places are handed out in the old order, so that parents stay before their children.
        for slot in place.iter_mut().skip(root + 1).filter(|slot| **slot != u32::MAX) {
            *slot = next;
            next += 1;
        }
        let mut tables = Vec::new();
        for at in root..old {
            let to = place[at];
            if to == u32::MAX {
                continue;
            }
            self.nodes.swap(to as usize, at);
            let node = &mut self.nodes[to as usize];
            if node.count > 0 {
                node.first = place[node.first as usize];
            }
            if node.amaf > 0 {
                tables.push(std::mem::take(&mut self.amaf[node.amaf as usize - 1]));
                node.amaf = tables.len() as u32;
            }
        }
        self.amaf = tables;
        self.nodes.truncate(next as usize);
    }

    /// Makes room when the tree has reached `limit`: positions rarely visited lose their children. Returns
    /// whether there is room now.
    pub(super) fn make_room(&mut self, limit: usize) -> bool {
        let mut visits = 8;
        while self.nodes.len() > limit / 2 && visits < u32::MAX / 4 {
            self.compact(0, visits);
            visits *= 4;
        }
        self.nodes.len() < limit
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::{Playable, Visitor};

    /// A tree whose node for a path of digits carries the digits as its move.
    fn sample() -> Tree<u32> {
        let mut tree = Tree::default();
        tree.plant(0);
        tree.grow(0, &[1, 2, 3], 0);
        for child in 1..=3 {
            let base = tree.nodes[child].chosen * 10;
            tree.nodes[child].visits = 10 * child as u32;
            tree.grow(child, &[base + 1, base + 2], 1);
        }
        tree.grow(7, &[221, 222], 0);
        tree
    }

    #[test]
    fn compaction_keeps_the_subtree_and_its_shape() {
        let mut tree = sample();
        let root = tree.nodes.iter().position(|node| node.chosen == 2).unwrap();
        tree.compact(root, 0);
        assert_eq!(tree.nodes[0].chosen, 2);
        let children: Vec<u32> = tree.nodes[0].children().map(|at| tree.nodes[at].chosen).collect();
        assert_eq!(children, [21, 22]);
        let parent = tree.nodes.iter().find(|node| node.chosen == 22).unwrap();
        assert_eq!(parent.children().map(|at| tree.nodes[at].chosen).collect::<Vec<_>>(), [221, 222]);
        assert_eq!(tree.nodes.len(), 5);
    }

    #[test]
    fn making_room_drops_what_was_rarely_visited() {
        let mut tree = sample();
        tree.compact(0, 15);
        let one = tree.nodes.iter().find(|node| node.chosen == 1).unwrap();
        let three = tree.nodes.iter().find(|node| node.chosen == 3).unwrap();
        assert_eq!(one.count, 0);
        assert_eq!(three.children().map(|at| tree.nodes[at].chosen).collect::<Vec<_>>(), [31, 32]);
        assert!(tree.nodes.len() < sample().nodes.len());
    }

    struct Seats;

    impl Visitor for Seats {
        type Output = Sides;

        fn visit<G: Playable>(self, game: G) -> Sides {
            Sides::of(&game)
        }
    }

    #[test]
    fn of_three_players_a_win_is_proven_only_where_the_others_share_the_rest() {
        let sides = ludex_catalogue::open("tricolor(players=3)", Seats).unwrap();
        let proven = |outcome: &Outcome| {
            let mut node = Node::new((), 0);
            node.prove(&sides, outcome);
            node.is_proven()
        };
        assert!(proven(&Outcome::win(3, Player::new(1))));
        assert!(!proven(&Outcome::by_merit(&[3, 2, 1])), "second and third are not the same");
        assert!(!proven(&Outcome::by_merit(&[1, 1, 1])));
    }
}
