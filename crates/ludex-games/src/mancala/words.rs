//! The rules in plain words, put together from the options.

use super::options::*;

/// The rules for a person who has never seen the game.
pub(super) fn rules_in_words(title: &str, options: &Options) -> String {
    let paragraphs =
        [setting(title, options), sowing(options), capturing(options), limits(options), ending(options)];
    let paragraphs: Vec<String> = paragraphs.into_iter().filter(|text| !text.is_empty()).collect();
    paragraphs.join("\n\n")
}

fn setting(title: &str, o: &Options) -> String {
    let pits = if o.pits == 1 { "one pit".to_string() } else { format!("a row of {} pits", o.pits) };
    let store = match (o.store, o.direction) {
        (true, Direction::Clockwise) => " The store at her left is hers.",
        (true, _) => " The store at her right is hers.",
        (false, _) => " Beside the board each has a store for what she captures.",
    };
    let seeds = if o.seeds == 1 { "one seed".to_string() } else { format!("{} seeds", o.seeds) };
    format!(
        "{title} is played by South, who begins, and North. Each has {pits} in front of her, with {seeds} in \
         every pit at the start.{store} Whoever has more seeds at the end wins; equal numbers are a draw."
    )
}

fn sowing(o: &Options) -> String {
    let way = match o.direction {
        Direction::Counterclockwise => {
            "counterclockwise: to the right along her own row, then along the opponent's"
        }
        Direction::Clockwise => "clockwise: to the left along her own row, then along the opponent's",
        Direction::Parity => {
            "along both rows, counterclockwise if their number is even and clockwise if it is odd"
        }
    };
    let mut text = format!(
        "The player on turn takes all seeds out of one of her own pits and sows them one by one into the places \
         that follow, {way}."
    );
    text += if o.store {
        " She also drops a seed into her own store when she comes by, but never into the opponent's. If the last \
         seed falls into her store, she moves again."
    } else {
        " Stores are left out."
    };
    text += if o.skip_origin {
        " A sowing that goes all the way round leaves out the pit it began in."
    } else {
        " A sowing that goes all the way round drops a seed into the pit it began in, too."
    };
    if o.pit_limit > 0 {
        text += &format!(" Pits that held {} seeds or more before the move are passed over.", o.pit_limit);
    }
    match o.laps {
        Laps::One => {}
        Laps::Many => {
            text += " If the last seed falls into a pit that holds seeds, on either side, she takes up that whole \
                     pit and sows on from there, until a last seed falls into an empty pit or her store.";
        }
        Laps::Steps => {
            text += " If the last seed falls into a pit that holds seeds, on either side, her next move is to take \
                     up that whole pit and sow on from there, until a last seed falls into an empty pit or her store.";
        }
    }
    text
}

fn capturing(o: &Options) -> String {
    let numbers = if o.capture == Capture::ToFour { "two, three or four" } else { "two or three" };
    let mut text = match o.capture {
        Capture::ToThree | Capture::ToFour => format!(
            "If the last seed brings a pit of the opponent to {numbers}, those seeds are captured, and so are those \
             of the pits directly before it in the opponent's row as long as each holds {numbers}."
        ),
        Capture::Singles => format!(
            "If the last seed falls into an empty pit on either side, it is captured together with every directly \
             preceding pit that holds a single seed{}.",
            if o.chain_crosses { ", from one row into the other" } else { " in the same row" }
        ),
        Capture::Facing => {
            let whose = if o.both_sides { "an empty pit on either side" } else { "an empty pit of her own" };
            let what = if o.lander_stays { "the seeds" } else { "that seed and the seeds" };
            let empty = if o.empty_capture {
                "; the single seed is captured even if the facing pit is empty"
            } else {
                "; if the facing pit is empty, nothing is captured"
            };
            let empty = if o.lander_stays && o.empty_capture { "" } else { empty };
            format!("If the last seed falls into {whose}, she captures {what} in the pit facing it{empty}.")
        }
        Capture::Six => {
            "If the last seed brings a pit on either side to exactly six, those six are captured.".into()
        }
    };
    if o.skip_origin && !o.jump_captures {
        text += " A last seed that has just passed over the pit it came from captures nothing.";
    }
    let slam = match o.slam {
        Slam::Plain => "",
        Slam::Nothing => "is legal but captures nothing",
        Slam::TakesAll => "ends the game, and the player takes everything left on the board as well",
        Slam::RestToOpponent => "ends the game, and the opponent gets everything left on the board",
        Slam::KeepLast => "leaves the pit where the last seed fell",
        Slam::KeepFirst => "leaves the first of the captured pits, as they were sown",
        Slam::Forbidden => "is not allowed",
        Slam::ForcedOnly => "is not allowed, unless every possible move is one",
    };
    if !slam.is_empty() {
        text +=
            &format!(" A capture that would take everything in the opponent's row (a grand slam) {slam}.");
    }
    text
}

fn limits(o: &Options) -> String {
    match o.feed {
        Feed::No => String::new(),
        Feed::Reach => "If the opponent's row is empty, she must choose a move that reaches it.".to_string(),
        Feed::Always => "A move must not leave the opponent's row empty.".to_string(),
    }
}

fn ending(o: &Options) -> String {
    let game = if o.rounds == Rounds::One { "game" } else { "round" };
    let mut text = match (o.end, o.pass) {
        (End::Row, _) => format!("The {game} ends as soon as a row is empty."),
        (End::Stuck, false) => format!("The {game} ends when the player on turn has no legal move."),
        (End::Stuck, true) => {
            format!("A player who has no legal move passes. The {game} ends when neither can move.")
        }
        (End::Singles, false) => format!(
            "The {game} ends when no pit holds more than one seed, or when the player on turn has no legal move."
        ),
        (End::Singles, true) => format!(
            "A player who has no legal move passes. The {game} ends when no pit holds more than one seed, or when \
             neither can move."
        ),
    };
    if o.deadlock_draws {
        text += " If neither can move, it is a draw whatever was captured.";
    }
    if o.majority {
        text += " It also ends as soon as a player has more than half of all seeds.";
    }
    match o.repetition {
        0 => {}
        1 | 2 => text += " It also ends when a position comes up again with the same player to move.",
        n => {
            text += &format!(" It also ends when a position comes up {n} times with the same player to move.")
        }
    }
    text += match o.rest {
        Rest::Owner => " The seeds left on the board go to the players in whose rows they lie.",
        Rest::Nobody => " The seeds left on the board go to nobody.",
        Rest::Opponent => " The seeds left on the board go to the opponent of the player on turn.",
    };
    let refill = match o.rounds {
        Rounds::One => return text,
        Rounds::Refill => {
            "Then each player fills her pits from the left with what she has. Pits she cannot fill are closed and \
             left out in the next round; seeds left over stay in her store. The winner of the round begins the next; \
             after a drawn round, the player who would have been on turn."
        }
        Rounds::Choose => {
            "Then the players take turns to fill one of their pits from their stores, as long as they can. Pits that \
             are not filled are left out in the next round."
        }
    };
    let limit = match o.round_limit {
        0 => String::new(),
        n => format!(" After {n} rounds the player with more seeds has won."),
    };
    format!(
        "{text}\n\n{refill} Every pit is filled with {} seeds; the game is over when a player cannot fill even one.{limit}",
        o.seeds
    )
}
