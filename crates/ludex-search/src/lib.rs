//! Agents: players of any Ludex game, from random to the strongest.
//!
//! An agent is opened by name and asked for a move. It says what it did to find it:
//!
//! ```
//! use ludex_core::{Game, Spec, examples::Nim};
//! use ludex_search::{Stop, open};
//!
//! let game = Nim::new(10);
//! let mut agent = open(&Spec::parse("mcts(iterations=5000)")?, &game)?;
//! agent.reset(42);
//! let choice = agent.choose(&game, &game.start(), &Stop::new()).unwrap();
//! assert_eq!(choice.chosen, 2);
//! assert_eq!(choice.write(&game, &game.start()).value, "win");
//! # Ok::<(), ludex_core::SpecError>(())
//! ```
//!
//! Every agent has a [`Budget`] by iterations, nodes, depth or time; all but time give the same move for the same
//! seed. A [`Stop`] can be requested from any thread, and the agent answers at once with the best move it knows:
//!
//! ```
//! use ludex_core::{Game, Spec, examples::Nim};
//! use ludex_search::{Budget, Stop, open};
//!
//! let game = Nim::new(30);
//! let mut agent = open(&Spec::parse("uct")?, &game)?;
//! agent.set_budget(Budget::ENDLESS);
//! let stop = Stop::new();
//! let later = stop.clone();
//! let helper = std::thread::spawn(move || later.request());
//! assert!(agent.choose(&game, &game.start(), &stop).is_some());
//! helper.join().unwrap();
//! # Ok::<(), ludex_core::SpecError>(())
//! ```
//!
//! [`entries`] lists all agents with their parameters. The agents stand in `agents`, one file each, and are made
//! of the reusable `parts`; alpha-beta and tree search have folders of
//! their own, `alphabeta` and `mcts`.

pub mod agent;
pub mod agents;
pub mod alphabeta;
mod levels;
pub mod mcts;
mod parameters;
pub mod parts;
mod presets;
mod registry;
mod strong;
pub mod tuning;
pub mod ugi;

pub use agent::{Agent, Choice, Report, Row, Value, WrittenReport, WrittenRow};
pub use parts::budget::{Budget, Stop};
pub use parts::tables::use_tables;
pub use registry::{AgentEntry, entries, limited, open};
