//! Distances between sites, counted in steps.

/// The distance between sites that no steps join.
pub const UNREACHABLE: u16 = u16::MAX;

/// The distances between all sites of a kind.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Distances {
    sites: usize,
    table: Vec<u16>,
}

impl Distances {
    /// Searches breadth first from every site.
    pub(crate) fn of<I: Iterator<Item = u16>>(sites: usize, neighbours: impl Fn(usize) -> I) -> Self {
        let near: Vec<Vec<u16>> = (0..sites).map(|s| neighbours(s).collect()).collect();
        let mut table = vec![UNREACHABLE; sites * sites];
        let mut queue = Vec::with_capacity(sites);
        for (start, row) in table.chunks_mut(sites.max(1)).enumerate() {
            row[start] = 0;
            queue.clear();
            queue.push(start);
            let mut head = 0;
            while let Some(&here) = queue.get(head) {
                head += 1;
                for &next in &near[here] {
                    let next = usize::from(next);
                    if row[next] == UNREACHABLE {
                        row[next] = row[here] + 1;
                        queue.push(next);
                    }
                }
            }
        }
        Self { sites, table }
    }

    /// The number of steps from one site to another, [`UNREACHABLE`] if no steps lead there.
    pub fn get(&self, from: usize, to: usize) -> u16 {
        self.table[from * self.sites + to]
    }

    /// The distances from one site to all others.
    pub fn from_site(&self, from: usize) -> &[u16] {
        &self.table[from * self.sites..(from + 1) * self.sites]
    }
}
