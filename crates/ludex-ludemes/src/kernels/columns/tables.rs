//! What groups of a column can do, and what columns can suffer, worked out beforehand.

use super::ask::{Column, FROM, Scene, TO, Term};
use crate::kernels::status::OWN;
use crate::runtime::Move;
use crate::runtime::code::{Bool, Int};
use crate::runtime::rules::Rules;

/// The most steps of a column: groups of consecutive sizes that reach as far and can do the same.
pub(super) const STEPS: usize = 4;
/// The most forces: groups that can do the same, however far they reach.
pub(super) const FORCES: usize = 16;
/// The most kinds of columns: those that can suffer the same.
pub(super) const KINDS: usize = 32;
/// Groups reach less far than this.
const REACH: usize = 8;
/// The most rays from a place on which numbers rise, and on which they fall.
const RAYS: usize = 4;

/// What the board says about a place.
#[derive(Clone, Debug)]
pub(super) struct Site {
    rising: [u64; RAYS],
    falling: [u64; RAYS],
    /// The places so many steps away or nearer.
    pub(super) within: [u64; REACH],
    /// The number of its lowest column, that of no men.
    pub(super) first_column: usize,
}

impl Site {
    /// The places on the rays from a place, in order. `None` where numbers do not rise or fall along them.
    pub(super) fn of<const W: usize>(
        rules: &Rules<W>,
        table: u16,
        site: usize,
        first_column: usize,
    ) -> Option<Site> {
        let mut found = Site { rising: [0; RAYS], falling: [0; RAYS], within: [0; REACH], first_column };
        let (mut risen, mut fallen) = (0, 0);
        for ray in &rules.tables.dirs[usize::from(table)].rays[site] {
            let ray = &ray[..ray.len().min(REACH - 1)];
            let set = ray.iter().fold(0u64, |set, &place| set | 1 << place);
            let Some(&first) = ray.first() else { continue };
            let rises = usize::from(first) > site;
            let in_order = if rises { ray.is_sorted() } else { ray.iter().rev().is_sorted() };
            let (rays, used) =
                if rises { (&mut found.rising, &mut risen) } else { (&mut found.falling, &mut fallen) };
            *rays.get_mut(*used).filter(|_| in_order)? = set;
            *used += 1;
            for (steps, places) in found.within.iter_mut().enumerate() {
                *places |= ray.iter().take(steps).fold(0u64, |set, &place| set | 1 << place);
            }
        }
        Some(found)
    }

    /// Where something that reaches as far as anything can stop: on every ray up to the first occupied place.
    #[inline(always)]
    pub(super) fn stops(&self, occupied: u64) -> u64 {
        let mut stops = 0;
        for ray in self.rising {
            let met = ray & occupied;
            stops |= ray & (met ^ met.wrapping_sub(1));
        }
        for ray in self.falling {
            let met = ray & occupied | 1;
            stops |= ray & (i64::MIN >> met.leading_zeros()) as u64;
        }
        stops
    }
}

/// Groups of consecutive sizes that reach as far and can do the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Step {
    pub(super) first: u8,
    pub(super) count: u8,
    pub(super) reach: u8,
    pub(super) force: u8,
}

impl Step {
    pub(super) fn groups(&self) -> std::ops::Range<usize> {
        usize::from(self.first)..usize::from(self.first) + usize::from(self.count)
    }

    #[inline(always)]
    pub(super) fn landings(&self, within: &[u64; REACH], lands: &[u64; FORCES], stops: u64) -> u64 {
        stops & within[usize::from(self.reach) % REACH] & lands[usize::from(self.force) % FORCES]
    }
}

/// One way to move groups.
#[derive(Clone, Debug)]
pub(super) struct Way<const W: usize> {
    pub(super) leaf: u16,
    pub(super) binds: bool,
    /// The steps of each column.
    pub(super) steps: Vec<[Step; STEPS]>,
    /// The most steps that a column has.
    pub(super) deepest: usize,
    /// By kind of column: all bits for each force that may land there.
    open: Vec<[u64; FORCES]>,
    /// By kind of column: a bit for each force from which it suffers what follows.
    pub(super) suffers: [u32; KINDS],
    /// The men of the other player are taken then.
    pub(super) captures: bool,
    /// What a variable is set to then.
    pub(super) sets: Option<(usize, Int<W>)>,
}

impl<const W: usize> Way<W> {
    /// Where each force may land.
    #[inline(always)]
    pub(super) fn lands(&self, kinds: &[u64]) -> [u64; FORCES] {
        let mut lands = [0; FORCES];
        for (places, open) in kinds.iter().zip(&self.open) {
            for force in 0..FORCES {
                lands[force] |= places & open[force];
            }
        }
        lands
    }

    pub(super) fn decision(&self, from: usize, to: usize, group: usize) -> Move {
        let value = if self.binds { group as i16 } else { -1 };
        Move { from: from as i16, to: to as i16, aux: group as i16, value, ..Move::bare(self.leaf) }
    }
}

/// What the rules say about one way to move groups.
pub(super) struct Said<'r, const W: usize> {
    pub(super) leaf: u16,
    pub(super) binds: bool,
    /// The smallest and the largest group, and how far it goes.
    pub(super) least: &'r Int<W>,
    pub(super) most: &'r Int<W>,
    pub(super) reach: &'r Int<W>,
    /// Whether a group may land: what may be there, and other conditions.
    pub(super) onto: u8,
    pub(super) lands: Vec<&'r Bool<W>>,
    /// When what follows happens.
    pub(super) suffers: Vec<&'r Bool<W>>,
    pub(super) has_effect: bool,
    pub(super) captures: bool,
    pub(super) sets: Option<(usize, &'r Int<W>)>,
    pub(super) terms: Vec<(u8, Term<'r, W>)>,
}

impl<const W: usize> Said<'_, W> {
    fn lands(&self, scene: &Scene) -> Option<bool> {
        self.lands
            .iter()
            .try_fold(self.onto & scene.to.owner != 0, |all, condition| Some(all & scene.holds(condition)?))
    }

    /// Whether a group lands, and whether what follows happens then.
    fn outcome(&self, scene: &Scene) -> Option<[bool; 2]> {
        let lands = self.lands(scene)?;
        let suffers = self
            .suffers
            .iter()
            .try_fold(self.has_effect, |all, condition| Some(all & scene.holds(condition)?))?;
        Some([lands, lands & suffers])
    }
}

/// Numbers given to different things in the order in which they come up.
struct Numbered<T>(Vec<T>);

impl<T: PartialEq> Numbered<T> {
    fn number(&mut self, thing: T, most: usize) -> Option<usize> {
        let known = self.0.iter().position(|known| *known == thing);
        if known.is_none() {
            self.0.push(thing);
        }
        known.or(Some(self.0.len() - 1)).filter(|&number| number < most)
    }
}

/// All columns, by their numbers.
pub(super) struct All {
    /// A place of each sort of places.
    pub(super) sorts: Vec<usize>,
    /// The most men of a player.
    pub(super) most: usize,
}

impl All {
    pub(super) fn first_column(&self, sort: usize) -> usize {
        sort * (self.most + 1) * (self.most + 1)
    }

    fn len(&self) -> usize {
        self.first_column(self.sorts.len())
    }

    /// Every column that there may be, with its number.
    pub(super) fn columns(&self) -> impl Iterator<Item = (usize, Column)> + '_ {
        let men = 0..=self.most;
        let sorts = self.sorts.iter().enumerate();
        sorts.flat_map(move |(sort, &site)| {
            let men = men.clone();
            men.clone().flat_map(move |own| {
                men.clone().flat_map(move |other| {
                    let number = self.first_column(sort) + own * (self.most + 1) + other;
                    Column::all(site, own, other).map(move |column| (number, column))
                })
            })
        })
    }
}

/// The ways, the kind of each column by who is on top, and how many kinds there are.
pub(super) type Worked<const W: usize> = (Vec<Way<W>>, Vec<u8>, usize);

/// Works out what all groups can do to all columns.
pub(super) fn work_out<const W: usize>(said: &[Said<'_, W>], all: &All) -> Option<Worked<W>> {
    let mut ways = Vec::new();
    // A group of each force, by way.
    let mut forces = Vec::new();
    for said in said {
        let mut profiles = Numbered(Vec::new());
        let mut examples = Vec::new();
        let mut steps = vec![[Step::default(); STEPS]; all.len()];
        let mut deepest = 0;
        for (number, from) in all.columns().filter(|(_, column)| column.owner == OWN) {
            let mut scene = Scene { from, ..Scene::default() };
            let range = scene.number(said.least)?..=scene.number(said.most)?;
            // A group is of men that are there.
            if *range.start() < 1 || *range.end() > (from.own + from.other) as i32 {
                return None;
            }
            let (mut found, mut used) = ([Step::default(); STEPS], 0);
            for group in range {
                scene.group = group as usize;
                let terms = said.terms.iter().filter(|(ends, _)| *ends == FROM);
                let profile: Vec<i32> = terms.map(|(_, term)| term.worth(&scene)).collect::<Option<_>>()?;
                let force = profiles.number(profile, FORCES)?;
                if force == examples.len() {
                    examples.push(scene);
                }
                let reach = scene.number(said.reach)?.max(0);
                let reach = u8::try_from(reach).ok().filter(|&reach| usize::from(reach) < REACH)?;
                let alike = |step: &&mut Step| step.reach == reach && usize::from(step.force) == force;
                match found[..used].last_mut().filter(alike) {
                    Some(step) => step.count += 1,
                    None => {
                        *found.get_mut(used)? =
                            Step { first: group as u8, count: 1, reach, force: force as u8 };
                        used += 1;
                    }
                }
            }
            steps[number] = found;
            deepest = deepest.max(used);
        }
        forces.push(examples);
        ways.push(Way {
            leaf: said.leaf,
            binds: said.binds,
            steps,
            deepest,
            open: Vec::new(),
            suffers: [0; KINDS],
            captures: said.captures,
            sets: said.sets.map(|(var, to)| (var, to.clone())),
        });
    }
    let mut profiles: Numbered<Vec<i32>> = Numbered(Vec::new());
    let mut fates: Numbered<Vec<[bool; 2]>> = Numbered(Vec::new());
    let mut kind_of_profile = Vec::new();
    let mut kinds = vec![0; 3 * all.len()];
    for (number, to) in all.columns() {
        let scene = Scene { to, ..Scene::default() };
        let terms = said.iter().flat_map(|said| &said.terms).filter(|(ends, _)| *ends == TO);
        let worths = terms.map(|(_, term)| term.worth(&scene));
        let profile = [Some(i32::from(to.owner))].into_iter().chain(worths).collect::<Option<_>>()?;
        let profile = profiles.number(profile, usize::MAX)?;
        if profile == kind_of_profile.len() {
            let pairs = said.iter().zip(&forces);
            let scenes = pairs.flat_map(|(said, forces)| forces.iter().map(move |force| (said, force)));
            let fate =
                scenes.map(|(said, force)| said.outcome(&Scene { to, ..*force })).collect::<Option<_>>()?;
            kind_of_profile.push(fates.number(fate, KINDS)?);
        }
        kinds[3 * number + to.on_top()] = kind_of_profile[profile] as u8;
    }
    for (kind, fate) in fates.0.iter().enumerate() {
        let mut fate = fate.iter();
        for (way, forces) in ways.iter_mut().zip(&forces) {
            let mut open = [0; FORCES];
            for (force, [lands, suffers]) in fate.by_ref().take(forces.len()).enumerate() {
                open[force] = if *lands { u64::MAX } else { 0 };
                way.suffers[kind] |= u32::from(*suffers) << force;
            }
            way.open.push(open);
        }
    }
    Some((ways, kinds, fates.0.len()))
}
