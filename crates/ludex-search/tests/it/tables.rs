//! Agents with endgame tables play as the tables say.

use std::any::Any;
use std::sync::Arc;

use ludex_core::{Game, Index, Player, Verdict};
use ludex_games::mancala::{AWARI, KALAH, Mancala, Options};
use ludex_search::alphabeta::{AlphaBeta, AlphaBetaOptions};
use ludex_search::mcts::{Mcts, MctsOptions};
use ludex_search::parts::judge::Judge;
use ludex_search::parts::tables::{Known, Settled, Tables};
use ludex_search::{Agent, Budget, Stop, Value};
use ludex_solve::endgames::Endgames;
use ludex_solve::tables::Probe;

struct Opened(Arc<Probe>);

impl Tables for Opened {
    fn look_up(&self, state: &dyn Any) -> Option<Settled> {
        self.0.look_up(state).map(|found| Settled { lead: found.lead, in_play: found.in_play })
    }
}

fn tables(options: &Options, most: u32) -> (Mancala<u64>, Arc<Probe>, Known) {
    let endgames = Endgames::in_memory("", options, most, 1).unwrap();
    let probe = Arc::new(Probe::from_memory(options, endgames));
    (Mancala::new(*options).unwrap(), probe.clone(), Known::new(Arc::new(Opened(probe))))
}

fn alphabeta(game: &Mancala<u64>, known: &Known, depth: u32) -> AlphaBeta<Mancala<u64>> {
    let judge = Judge::named(game, "points").unwrap();
    let options = AlphaBetaOptions { judge, budget: Budget::depth(depth), ..AlphaBetaOptions::default() };
    AlphaBeta::new(game, options, 1).with_tables(known.clone())
}

/// Positions with this many seeds, some of them, that are not over.
fn positions(
    game: &Mancala<u64>,
    seeds: u32,
    step: u64,
) -> impl Iterator<Item = <Mancala<u64> as Game>::State> {
    let all = ludex_solve::endgames::Numbering::new(6).size(seeds);
    let states = (0..all).step_by(step as usize).map(move |number| game.state_at(seeds, number));
    states.filter(|state| game.outcome(state).is_none())
}

#[test]
fn alpha_beta_keeps_the_result_of_the_table_and_says_so() {
    let (game, probe, known) = tables(&AWARI, 7);
    let mut agent = alphabeta(&game, &known, 2);
    for state in positions(&game, 7, 97) {
        let lead = probe.look_up(&state).unwrap().lead;
        let choice = agent.choose(&game, &state, &Stop::new()).unwrap();
        let moves = probe.moves(&state).unwrap();
        let worth = moves.iter().find(|(pit, _)| *pit == choice.chosen.index()).unwrap().1;
        assert_eq!(worth.signum(), lead.signum(), "{state:?}");
        match lead.signum() {
            0 => {}
            sign => {
                let Value::Proven(verdict, _) = choice.report.value else { panic!("{:?}", choice.report) };
                assert_eq!(verdict, if sign > 0 { Verdict::Win } else { Verdict::Loss });
            }
        }
    }
}

#[test]
fn kalah_is_played_out_to_the_margin_of_the_table() {
    let (game, probe, known) = tables(&KALAH, 8);
    let mut agent = alphabeta(&game, &known, 3);
    for mut state in positions(&game, 8, 1511) {
        let mut lead = probe.look_up(&state).unwrap().lead;
        if state.mover() != Player::FIRST {
            lead = -lead;
        }
        while game.outcome(&state).is_none() {
            let choice = agent.choose(&game, &state, &Stop::new()).unwrap();
            game.play(&mut state, choice.chosen);
        }
        let stores = [Player::FIRST, Player::SECOND].map(|player| state.store(player) as i32);
        assert_eq!((stores[0] - stores[1]).signum(), lead.signum());
    }
}

#[test]
fn tree_search_takes_results_from_the_table() {
    let (game, probe, known) = tables(&AWARI, 7);
    let budget = Budget { iterations: Some(200), ..Budget::ENDLESS };
    let options = MctsOptions { budget, ..MctsOptions::default() };
    let mut agent = Mcts::new(&game, options, 1).with_tables(known);
    let (mut asked, mut kept) = (0, 0);
    for state in positions(&game, 7, 307) {
        agent.reset(1);
        let lead = probe.look_up(&state).unwrap().lead;
        let choice = agent.choose(&game, &state, &Stop::new()).unwrap();
        assert_eq!(choice.report.playouts, 0, "every leaf is in the table");
        let moves = probe.moves(&state).unwrap();
        let worth = moves.iter().find(|(pit, _)| *pit == choice.chosen.index()).unwrap().1;
        asked += 1;
        kept += u32::from(worth.signum() == lead.signum());
    }
    assert_eq!(kept, asked);
}
