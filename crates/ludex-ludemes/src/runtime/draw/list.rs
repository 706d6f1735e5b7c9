//! Listing the moves that come from sets.

use super::{Source, Sources};
use crate::runtime::code::Gen;
use crate::runtime::eval::Eval;
use crate::runtime::moves::Move;
use crate::runtime::rules::Rules;

impl<const W: usize> Rules<W> {
    /// Lists the moves of a play rule, before repetitions are ruled out. False if sets cannot say what they are.
    pub(in crate::runtime) fn list_by_sets(
        &self,
        eval: &mut Eval<'_, W>,
        play: &Gen<W>,
        moves: &mut Vec<Move>,
    ) -> bool {
        let mut sources = Sources::new();
        if !eval.sources(play, &[], &mut sources) {
            return false;
        }
        for tested in &sources {
            let free = tested.afterwards.is_empty() && !self.meta.pin && !self.meta.no_stack_on_fallen;
            if free && eval.list_freely(&tested.source, moves) {
                continue;
            }
            let mut add = |eval: &mut Eval<'_, W>, made: Option<Move>| {
                let fits = made.filter(|&made| {
                    self.is_allowed(eval.state, made)
                        && tested.afterwards.iter().all(|when| eval.holds_after(made, when))
                });
                moves.extend(fits);
            };
            match &tested.source {
                Source::Steps { leaf, origins, .. } | Source::Slides { leaf, origins, .. } => {
                    for origin in origins.iter() {
                        for target in tested.source.targets(self, origin).iter() {
                            let made = eval.made(*leaf, origin as i32, target as i32, -1);
                            add(eval, Some(made));
                        }
                    }
                }
                Source::Places { leaf, places, auxes, when: None } => {
                    for place in places.iter() {
                        for &aux in auxes {
                            let made = eval.made(*leaf, place as i32, place as i32, aux);
                            add(eval, Some(made));
                        }
                    }
                }
                Source::Hops { leaf, origins, table, jump } => {
                    for origin in origins.iter().filter(|&origin| origin < self.tables.sites) {
                        jump.each(&self.tables.dirs[*table].rays[origin], |landing, aux| {
                            let made = eval.made(*leaf, origin as i32, landing as i32, aux);
                            add(eval, Some(made));
                        });
                    }
                }
                source => {
                    for index in 0..source.count(self) {
                        let made = eval.candidate(source, index);
                        add(eval, made);
                    }
                }
            }
        }
        true
    }
}

impl<const W: usize> Eval<'_, W> {
    /// Lists the moves of a source that nothing limits. False if candidates must be tested.
    fn list_freely(&self, source: &Source<'_, W>, moves: &mut Vec<Move>) -> bool {
        match source {
            Source::Places { leaf, places, auxes, when: None } => {
                moves.reserve(places.count() as usize * auxes.len());
                let like = self.made(*leaf, -1, -1, -1);
                let at = |place: usize, aux: i32| Move {
                    from: place as i16,
                    to: place as i16,
                    aux: aux as i16,
                    ..like
                };
                match auxes[..] {
                    [aux] => moves.extend(places.iter().map(|place| at(place, aux))),
                    _ => {
                        let all = places.iter().flat_map(|place| auxes.iter().map(move |&aux| (place, aux)));
                        moves.extend(all.map(|(place, aux)| at(place, aux)));
                    }
                }
            }
            Source::Steps { leaf, origins, .. } | Source::Slides { leaf, origins, .. } => {
                let like = self.made(*leaf, -1, -1, -1);
                for origin in origins.iter() {
                    let targets = source.targets(self.rules, origin);
                    let to = |target: usize| Move { from: origin as i16, to: target as i16, ..like };
                    moves.extend(targets.iter().map(to));
                }
            }
            Source::Pairs { leaf, origins, targets, from: None, to: None } => {
                let like = self.made(*leaf, -1, -1, -1);
                for origin in origins.iter() {
                    let to = |target: usize| Move { from: origin as i16, to: target as i16, ..like };
                    moves.extend(targets.iter().map(to));
                }
            }
            _ => return false,
        }
        true
    }
}
