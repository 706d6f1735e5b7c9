//! A playout of tree search allocates nothing once its buffers have grown: counted, not believed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludex_core::{Playable, Spec, Visitor};
use ludex_search::{Stop, open};

/// The system's allocator, with a count of what each thread asks for.
struct Counting;

thread_local! {
    static ASKED: Cell<u64> = const { Cell::new(0) };
}

fn count() {
    // A thread that is ending has no counter any more, and nothing to count.
    let _ = ASKED.try_with(|asked| asked.set(asked.get() + 1));
}

// SAFETY: everything is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `alloc`.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `dealloc`.
        unsafe { System.dealloc(pointer, layout) }
    }

    unsafe fn realloc(&self, pointer: *mut u8, layout: Layout, size: usize) -> *mut u8 {
        count();
        // SAFETY: the caller keeps the contract of `realloc`.
        unsafe { System.realloc(pointer, layout, size) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

/// Allocations of a second search of so many playouts.
struct Searches(String);

impl Visitor for Searches {
    type Output = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let mut agent = open(&Spec::parse(&self.0).unwrap(), &game).unwrap();
        let state = game.start();
        agent.choose(&game, &state, &Stop::new());
        let before = ASKED.with(Cell::get);
        agent.choose(&game, &state, &Stop::new());
        ASKED.with(Cell::get) - before
    }
}

#[test]
fn playouts_of_tree_search_allocate_nothing() {
    for game in ["kalah", "tricolor", "six", "tessera(rows=6,cols=6)"] {
        for kind in ["random", "mast", "ngram", "reply", "mast,history=0.5", "random,cut=10"] {
            let text = format!("uct(iterations=400,playout={kind})");
            let asked = ludex_games::open(&Spec::parse(game).unwrap(), Searches(text.clone())).unwrap();
            // The answer, its table of moves and the statistics of moves never seen before take a few; one for each
            // playout would be 400.
            assert!(asked < 100, "{text} in {game}: {asked} allocations in 400 playouts");
        }
    }
}
