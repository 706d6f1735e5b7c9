//! A playout allocates nothing, once its scratch list has grown: counted, not believed.

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use ludex_core::{Playable, Rng, Spec, Visitor};

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

/// Plays games through the contract and counts the allocations.
struct Playouts;

impl Visitor for Playouts {
    type Output = u64;

    fn visit<G: Playable>(self, game: G) -> u64 {
        let mut rng = Rng::new(1);
        let mut scratch = Vec::with_capacity(4096);
        let start = game.start();
        let before = ASKED.with(Cell::get);
        for _ in 0..200 {
            let mut state = start.clone();
            game.playout(&mut state, &mut rng, 2000, &mut scratch);
            assert!(scratch.capacity() == 4096, "the scratch list of {} grew", game.name());
        }
        ASKED.with(Cell::get) - before
    }
}

fn allocates_nothing(games: &[&str]) {
    for name in games {
        let spec = Spec::parse(name).unwrap();
        let asked = ludex_games::open(&spec, Playouts).unwrap_or_else(|why| panic!("{name}: {why}"));
        assert_eq!(asked, 0, "allocations in playouts of {name}");
    }
}

#[test]
fn the_counter_counts() {
    let before = ASKED.with(Cell::get);
    drop(std::hint::black_box(Box::new(5)));
    assert_eq!(ASKED.with(Cell::get) - before, 1);
}

#[test]
fn rows_allocates_nothing() {
    allocates_nothing(&[
        "tria(rows=7,cols=8)",
        "tessera(rows=10,cols=10,capture=2,pairs=5)",
        "tria(rows=4,cols=5,refill)",
        "rows",
        "rows(rows=19,cols=19,capture=12,pairs=5)",
    ]);
}

#[test]
fn tricolor_allocates_nothing() {
    allocates_nothing(&["tricolor", "tricolor(side=6)", "tricolor(players=3)"]);
}

#[test]
fn mancala_allocates_nothing() {
    allocates_nothing(&[
        "kalah",
        "kalah(pits=12,seeds=12)",
        "awari",
        "oware",
        "vai-lung-thlan",
        "ohvalhu",
        "ohvalhu(rounds=refill)",
        "wari",
        "cross-wari",
        "awari(rules=ludii)",
    ]);
}

#[test]
fn six_allocates_nothing() {
    allocates_nothing(&[
        "six",
        "six(half)",
        "six(exe)",
        "six(red=18,players=4)",
        "six(tiles=30,back=false)",
        "six(tiles=7,turn=whole)",
    ]);
}
