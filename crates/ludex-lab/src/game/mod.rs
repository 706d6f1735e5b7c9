//! One seeded game between named agents, and many of them on all cores.
//!
//! A game's type is known only inside a visit of the catalogue. [`Seat`] is the visitor that hides it: it turns a
//! game into an [`Arena`], where agents are seated by name and games are played without knowing any type. What
//! comes out is plain data, one [`Row`] a game.
//!
//! ```
//! use ludex_core::{Spec, Visitor, examples::Nim};
//! use ludex_lab::game::{Contest, Seat, play_all};
//!
//! let arena = Seat.visit(Nim::new(12));
//! let agents = [Spec::parse("uct(iterations=200)")?, Spec::parse("random")?];
//! let contest = Contest::new(&*arena, &agents, 7)?;
//! let rows = play_all(&contest, 0..10, 2, &|_| {});
//! assert_eq!(rows, play_all(&contest, 0..10, 1, &|_| {}));
//! assert!(rows.iter().map(|row| row.score_of(0).unwrap()).sum::<f64>() >= 9.0);
//! # Ok::<(), ludex_core::SpecError>(())
//! ```
//!
//! The program that knows the catalogue opens arenas with `ludex_catalogue::open(text, Seat)`.

mod arena;
mod contest;
mod parallel;
mod played;
mod row;

pub use arena::{Arena, Keep, Limits, Opening, Order, Seat, Table};
pub(crate) use contest::seatings;
pub use contest::{Contest, play_all};
pub use parallel::{Flow, in_groups, in_parallel};
pub use row::{Elapsed, PerSeat, Plain, Row, Trouble};
