//! Lookahead gain (puzzle quality): how often looking one move further changes the chosen move.

use ludex_core::{Playable, Rng, Spec, Turn};
use ludex_search::{Agent, Stop};
use ludex_stats::{Proportion, wilson};
use serde::Serialize;

/// What one step of depth changes.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Deeper {
    /// The agent that looks less far.
    pub from: String,
    /// The agent that looks further.
    pub to: String,
    /// At how many positions they were asked.
    pub positions: u64,
    /// How often the second chose another move, with a 95 % interval.
    pub changed: Proportion,
}

/// An agent with its name.
type Named<G> = (String, Box<dyn Agent<G>>);

/// The agents to compare: alpha-beta by depth where two sides play, otherwise tree search with ever more playouts.
fn ladder<G: Playable>(game: &G, deepest: u32) -> Result<Vec<Named<G>>, String> {
    let by_depth = |depth: u32| format!("alphabeta(depth={depth},ties=first)");
    let by_playouts = |step: u32| format!("uct(iterations={})", 64u64 << (2 * step.min(12)));
    let open = |text: String| {
        let spec = Spec::parse(&text).map_err(|error| error.to_string())?;
        ludex_search::open(&spec, game).map(|agent| (text, agent)).map_err(|error| error.to_string())
    };
    if game.players() == 2 && !game.heuristics().is_empty() && open(by_depth(1)).is_ok() {
        return (1..=deepest).map(|depth| open(by_depth(depth))).collect();
    }
    (0..deepest).map(|step| open(by_playouts(step))).collect()
}

/// Asks at positions of random games, one from each, with more than one legal move.
pub(crate) fn lookahead<G: Playable>(
    game: &G,
    positions: u64,
    deepest: u32,
    limit: u32,
    stream: impl Fn(u64) -> Rng,
) -> Result<Vec<Deeper>, String> {
    let mut agents = ladder(game, deepest)?;
    let mut changed = vec![0u64; agents.len().saturating_sub(1)];
    let mut asked = 0;
    let stop = Stop::new();
    for number in 0..positions {
        let mut rng = stream(number);
        let Some(state) = some_position(game, limit, &mut rng) else { continue };
        let seed = rng.bits();
        let mut last = None;
        for (step, (_, agent)) in agents.iter_mut().enumerate() {
            agent.reset(seed);
            let chosen = agent.choose(game, &state, &stop).map(|choice| choice.chosen);
            if step > 0 {
                changed[step - 1] += u64::from(chosen != last);
            }
            last = chosen;
        }
        asked += 1;
    }
    let pairs = agents.windows(2).zip(changed);
    let deeper = pairs.map(|(pair, changed)| Deeper {
        from: pair[0].0.clone(),
        to: pair[1].0.clone(),
        positions: asked,
        changed: wilson(changed, asked, 0.95),
    });
    Ok(deeper.collect())
}

/// A position of a random game with something to choose, each as likely as the other.
fn some_position<G: Playable>(game: &G, limit: u32, rng: &mut Rng) -> Option<G::State> {
    let mut state = game.start();
    let mut moves = Vec::new();
    let mut found = None;
    let mut count = 0;
    for _ in 0..limit {
        match game.turn(&state) {
            Turn::Over => break,
            Turn::Chance => {}
            Turn::Player(_) => {
                if game.count_moves(&state, &mut moves) > 1 {
                    count += 1;
                    if rng.below(count) == 0 {
                        found = Some(state.clone());
                    }
                }
            }
        }
        let chosen = game.random_move(&state, rng, &mut moves);
        game.play(&mut state, chosen);
    }
    found
}
