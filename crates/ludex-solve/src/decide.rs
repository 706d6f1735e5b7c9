//! Those who decide for or against a win of either side: defences or proof numbers.

use std::sync::atomic::Ordering;

use crate::fight::{Fight, Glance};
use crate::guard::{Ending, Guard};
use crate::hunt::Shared;
use crate::line::Proven;
use crate::proof::Proof;
use crate::solve::{Limits, Method, Proved, Unfinished};
use crate::within::Signals;

/// How many positions may be searched again for a line of play.
const EFFORT: u64 = 1_000_000;

/// The largest set of positions a defence may keep.
fn room<F: Fight>(limits: &Limits) -> usize {
    // A word for each position in a set that is half empty at worst and copied when it grows, and some that wait.
    limits.memory / 4 / (24 + size_of::<F::Packed>() / 2)
}

/// Those who decide for or against a win of either side, however long it takes.
pub(crate) struct Deciders<'a, F: Fight> {
    guards: Vec<(usize, Guard<'a, F>)>,
    proofs: Vec<(usize, Proof<'a, F>)>,
    room: usize,
}

impl<'a, F: Fight> Deciders<'a, F> {
    pub(crate) fn new(
        fight: &'a F,
        spot: &F::Spot,
        limits: &Limits,
        known: &mut Unfinished,
        signals: &'a Signals,
    ) -> Self {
        let side = fight.side(spot);
        let mut all = Deciders { guards: Vec::new(), proofs: Vec::new(), room: room::<F>(limits) };
        for attacker in [side, side ^ 1] {
            let Proved { held, wins, .. } = known.proved[attacker];
            // The proof of a win still tells how it is won.
            if held || (wins && limits.method == Method::Defences) {
                continue;
            }
            match limits.method {
                Method::Defences => {
                    let learnt = std::mem::take(&mut known.defences[attacker]);
                    all.guards.push((attacker, Guard::resume(fight, spot, attacker, signals, learnt)));
                }
                Method::Proof => {
                    let proof = Proof::new(fight, attacker, limits.memory / 4, signals);
                    let proof = proof.with_threads(limits.threads);
                    let saved = std::mem::take(&mut known.numbers[attacker]);
                    if !saved.is_empty() {
                        // A table of another size, or a damaged one, is begun anew.
                        let _ = proof.load(saved.as_slice());
                    }
                    all.proofs.push((attacker, proof));
                }
            }
        }
        all
    }

    /// Works for a while; true if there is no room to go on.
    pub(crate) fn work(&mut self, spot: &F::Spot, shared: &Shared<'_>, budget: usize) -> bool {
        let mut full = true;
        let decided = |attacker: usize| {
            let proved = shared.proved()[attacker];
            proved.held || proved.wins || shared.is_over()
        };
        let note = |attacker: usize, ending: Ending| match ending {
            Ending::Held => shared.note(attacker, |proved| proved.held = true),
            Ending::Lost => shared.note(attacker, |proved| proved.wins = true),
            Ending::Unknown => {}
        };
        for (attacker, guard) in &mut self.guards {
            if decided(*attacker) || guard.len() > self.room {
                continue;
            }
            full = false;
            let ending = guard.run((guard.len() + budget).min(self.room + 1));
            shared.kept[*attacker].store(guard.len(), Ordering::Relaxed);
            note(*attacker, ending);
        }
        for (attacker, proof) in &mut self.proofs {
            if !decided(*attacker) {
                full = false;
                // It begins at the root each time, and finds its way back by its table.
                note(*attacker, proof.run(spot, 20 * budget as u64));
            }
            if let Some(plies) = proof.won_within(spot) {
                shared.note_within(*attacker, plies);
            }
        }
        full
    }

    /// Play of both sides in which neither gives a win away, from a drawn position to the end of the game or until a
    /// position comes again.
    pub(crate) fn drawn_line(&mut self, fight: &F, spot: &F::Spot) -> Vec<String> {
        let mut line = Vec::new();
        let mut seen = vec![fight.key(spot)];
        let mut spot = spot.clone();
        let mut steps = Vec::new();
        while fight.look(&spot, 0, None, &mut steps) == Glance::Open {
            let attacker = fight.side(&spot) ^ 1;
            let guard = self.guards.iter_mut().find(|(against, _)| *against == attacker);
            let proof = self.proofs.iter_mut().find(|(against, _)| *against == attacker);
            let holding = match (guard, proof) {
                (Some((_, guard)), _) => guard.reply(&spot),
                (_, Some((_, proof))) => steps
                    .iter()
                    .copied()
                    .find(|&step| proof.run(&fight.play(&spot, step), 1_000_000) == Ending::Held),
                _ => None,
            };
            let Some(step) = holding else { break };
            line.push(fight.write_step(&spot, step));
            spot = fight.play(&spot, step);
            let key = fight.key(&spot);
            if seen.contains(&key) {
                break;
            }
            seen.push(key);
        }
        line
    }

    /// Play that ends with a win of the side, and whether it is whole.
    pub(crate) fn won_line(
        &mut self,
        (fight, spot, winner): (&'a F, &F::Spot, usize),
        limits: &Limits,
        signals: &'a Signals,
    ) -> (Vec<String>, bool) {
        if self.proofs.iter().all(|&(attacker, _)| attacker != winner) {
            self.proofs.push((winner, Proof::new(fight, winner, limits.memory / 4, signals)));
        }
        let Some((_, proof)) = self.proofs.iter_mut().find(|(attacker, _)| *attacker == winner) else {
            return Default::default();
        };
        proof.listen_to(signals);
        Proven { proof, winner, signals, effort: EFFORT }.line(fight, spot)
    }

    /// Keeps what another search can use.
    pub(crate) fn keep(&self, known: &mut Unfinished) {
        for (attacker, guard) in &self.guards {
            known.defences[*attacker] = guard.learnt();
        }
        for (attacker, proof) in &self.proofs {
            let mut saved = Vec::new();
            if proof.save(&mut saved).is_ok() {
                known.numbers[*attacker] = saved;
            }
        }
    }
}
