//! Measures random games of Tricolor and prints the means: `cargo run --release --example tricolor -- 100000 2`.

use ludex_core::Visitor;
use ludex_games::tricolor::TwoPlayer;
use ludex_measure::{Plan, Prepare, run};

fn main() {
    let mut numbers = std::env::args().skip(1).map(|text| text.parse::<u64>().unwrap_or(1));
    let (games, threads) = (numbers.next().unwrap_or(10_000), numbers.next().unwrap_or(1));
    let source = match Prepare(&Plan::default()).visit(TwoPlayer::standard()) {
        Ok(source) => source,
        Err(error) => return eprintln!("{error}"),
    };
    match run(source.as_ref(), games, threads as usize, &mut [], &|_| {}) {
        Err(error) => eprintln!("{error}"),
        Ok(measured) => {
            for (column, stream) in &measured.streams {
                let sample = stream.sample();
                println!("{:32} {:12.5} ± {:.5}", column.title, sample.mean(), sample.deviation());
            }
            println!("{:.0} games a second", games as f64 / measured.seconds);
        }
    }
}
