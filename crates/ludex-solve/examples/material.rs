//! Which material wins against which in Tricolor: `material SIDE PIECES LIMIT`, all pairs with up to so many pieces.

use std::time::Instant;

use ludex_solve::tricolor::material;

fn main() {
    let args: Vec<usize> = std::env::args().skip(1).map(|text| text.parse().expect("a number")).collect();
    let [side, pieces, limit] = args[..] else { panic!("three numbers are needed") };
    println!("| mover | other | placements | win | draw | loss | longest | positions | seconds |");
    println!("| --- | --- | --- | --- | --- | --- | --- | --- | --- |");
    for all in 2..=pieces {
        for mover in 1..all {
            let begin = Instant::now();
            match material(side, mover, all - mover, limit) {
                Ok(found) => {
                    let [won, drawn, lost] = found.results;
                    println!(
                        "| {mover} | {} | {} | {won} | {drawn} | {lost} | {} | {} | {:.1} |",
                        found.other,
                        won + drawn + lost,
                        found.longest,
                        found.solved,
                        begin.elapsed().as_secs_f64()
                    );
                }
                Err(why) => println!("| {mover} | {} | {why} |", all - mover),
            }
        }
    }
}
