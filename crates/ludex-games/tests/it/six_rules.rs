//! Six: the rules one by one, in positions made for them.

use ludex_core::{Describe, Draw, Game, Player, Rng, SiteShape, Text, Turn};
use ludex_games::six::{Cell, Decisions, Form, Hex, Move, Options, Reason, Six, Stage, State, Ties};

fn six(change: impl FnOnce(&mut Options)) -> Six {
    let mut options = Options::of(Form::Full);
    change(&mut options);
    Six::new(options).unwrap()
}

/// Plays moves given as text.
fn play(game: &Six, state: &mut State, moves: &str) {
    for text in moves.split_whitespace() {
        let chosen = game.read_move(state, text).unwrap_or_else(|why| panic!("{text}: {why}"));
        game.play(state, chosen);
    }
}

/// A position of the second phase in which red is to lift.
fn second_phase(game: &Six, red: &str, black: &str) -> State {
    let text = format!("red={red} black={black} hand=0,0 player=1 stage=lift");
    game.read_position(&text).unwrap_or_else(|why| panic!("{text}: {why}"))
}

fn texts(game: &Six, state: &State) -> Vec<String> {
    let mut moves = Vec::new();
    game.moves(state, &mut moves);
    moves.iter().map(|&chosen| game.write_move(state, chosen)).collect()
}

/// Two rows of six, red above black, without six of a colour in line, joined only by red's tile at 3,0.
const TWO_SIDES: (&str, &str) = ("0,0;1,0;0,1;3,0;5,0;6,0;6,1", "2,0;1,1;2,1;4,0;4,1;5,1");

#[test]
fn the_first_tile_has_one_place_and_the_second_six() {
    let game = Six::full();
    let mut state = game.start();
    assert_eq!(texts(&game, &state), ["0,0"]);
    play(&game, &mut state, "0,0");
    assert_eq!(texts(&game, &state), ["0,-1", "1,-1", "-1,0", "1,0", "-1,1", "0,1"]);
    assert_eq!(game.turn(&state), Turn::Player(Player::SECOND));
}

#[test]
fn equal_groups_wait_for_the_mover_in_six_and_for_chance_in_sixexe() {
    let (red, black) = TWO_SIDES;
    for (game, turn) in [(Six::full(), Turn::Player(Player::FIRST)), (Six::exe(), Turn::Chance)] {
        let mut state = second_phase(&game, red, black);
        play(&game, &mut state, "x3,0");
        assert_eq!(game.turn(&state), turn);
        assert_eq!(texts(&game, &state), ["k4,0", "k2,1"]);
        let mut events = Vec::new();
        game.chances(&state, &mut events);
        assert!(events.iter().all(|event| event.1 == 0.5));
        let groups = game.groups_without(&second_phase(&game, red, black), Hex::new(3, 0));
        assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6]);
    }
}

#[test]
fn a_group_may_be_named_by_any_of_its_tiles() {
    let game = Six::full();
    let mut state = second_phase(&game, TWO_SIDES.0, TWO_SIDES.1);
    play(&game, &mut state, "x3,0");
    assert_eq!(game.read_move(&state, "k0,0"), game.read_move(&state, "k2,1"));
    for wrong in ["k3,0", "k9,9", "k", "x4,0", "64,0", "kk", "k64,0", "0,0>1,1"] {
        assert!(game.read_move(&state, wrong).is_err(), "{wrong}");
    }
}

#[test]
fn a_capture_that_leaves_both_under_six_is_drawn() {
    let game = Six::full();
    let (red, black) = TWO_SIDES;
    let mut state = second_phase(&game, red, black);
    play(&game, &mut state, "x3,0 k2,0");
    assert_eq!(state.laid(), [3, 3]);
    assert!(game.outcome(&state).unwrap().is_draw());
    let Stage::Over(ending) = state.stage() else { panic!("the game goes on") };
    assert_eq!((ending.winner, ending.reason), (None, Reason::ShutOut));
}

/// Red's five tiles right of 3,0 and the one there; black has eight left of it.
const SHUT_OUT: (&str, &str) = ("3,0;4,0;5,0;6,0;5,1;5,2", "2,0;1,0;0,0;2,-1;1,1;0,1;-1,2;3,-2");

#[test]
fn the_tile_in_hand_counts_when_a_shut_out_is_tested() {
    // Red lifts the tip of a bridge and loses one tile to a capture.
    let red = "0,0;1,0;2,0;3,0;4,1;5,1;6,0";
    let black = "0,1;1,1;2,1;3,1;0,2;1,2";
    let lifted = "x5,1";
    for (hand, over) in [(true, false), (false, true)] {
        let game = six(|options| options.hand = hand);
        let mut state = second_phase(&game, red, black);
        play(&game, &mut state, lifted);
        assert_eq!(state.laid(), [5, 6], "one red tile was captured and one is in hand");
        assert_eq!(game.turn(&state).is_over(), over);
        if over {
            assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::SECOND));
        }
    }
}

#[test]
fn a_player_can_shut_himself_out() {
    let game = Six::full();
    let mut state = second_phase(&game, SHUT_OUT.0, SHUT_OUT.1);
    play(&game, &mut state, "x3,0");
    assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::SECOND));
    assert_eq!(state.laid(), [0, 8]);
}

#[test]
fn of_three_groups_only_the_largest_stays() {
    // Three arms around 0,0: red's own six, six black, three black.
    let red = "0,0;1,0;2,0;3,0;4,0;4,1;4,2";
    let black = "0,-1;0,-2;0,-3;1,-4;2,-5;3,-6;-1,1;-2,2;-3,3";
    let game = Six::full();
    let mut state = second_phase(&game, red, black);
    let groups = game.groups_without(&state, Hex::new(0, 0));
    assert_eq!(groups.iter().map(Vec::len).collect::<Vec<_>>(), [6, 6, 3]);
    play(&game, &mut state, "x0,0");
    assert_eq!(texts(&game, &state), ["k1,0", "k0,-1"]);
    play(&game, &mut state, "k1,0");
    assert_eq!(state.laid(), [6, 0]);
    assert_eq!(game.outcome(&state).unwrap().winner(), Some(Player::FIRST));
}

#[test]
fn whole_turns_are_the_pairs_of_steps() {
    let whole = six(|options| options.turn = Decisions::Whole);
    let steps = Six::full();
    let mut rng = Rng::new(3);
    for _ in 0..20 {
        let mut state = steps.start();
        steps.playout(&mut state, &mut rng, 38, &mut Vec::new());
        for _ in 0..6 {
            if state.stage() != Stage::Lift {
                break;
            }
            let mut expected = Vec::new();
            let mut lifts = Vec::new();
            steps.moves(&state, &mut lifts);
            for &lift in &lifts {
                let mut after = state.clone();
                steps.play(&mut after, lift);
                match after.stage() {
                    Stage::LayAgain(_) => {
                        let mut lays = Vec::new();
                        steps.moves(&after, &mut lays);
                        for &lay in &lays {
                            expected.push(format!(
                                "{}>{}",
                                steps.write_move(&state, lift).trim_start_matches('x'),
                                steps.write_move(&after, lay)
                            ));
                        }
                    }
                    _ => expected.push(steps.write_move(&state, lift)),
                }
            }
            assert_eq!(texts(&whole, &state), expected);
            steps.playout(&mut state, &mut rng, 2, &mut Vec::new());
        }
    }
}

#[test]
fn a_tile_may_go_back_unless_that_is_forbidden() {
    let (red, black) = ("0,0;1,0;2,0;0,1;-1,0;-2,1", "0,-1;1,-1;2,-1;3,-1;-1,-1;-1,1");
    for back in [true, false] {
        let game = six(|options| options.back = back);
        let mut state = second_phase(&game, red, black);
        play(&game, &mut state, "x0,0");
        assert_eq!(texts(&game, &state).contains(&"0,0".to_string()), back);
    }
}

#[test]
fn whoever_has_no_tile_left_sits_out() {
    let game = six(|options| (options.red, options.black) = (18, 19));
    let mut state = game.start();
    let mut rng = Rng::new(12);
    let made = game.playout(&mut state, &mut rng, 36, &mut Vec::new());
    assert_eq!((made, state.hand()), (36, [0, 1]));
    assert_eq!(game.turn(&state), Turn::Player(Player::SECOND));
    game.playout(&mut state, &mut rng, 1, &mut Vec::new());
    assert_eq!((state.hand(), state.stage()), ([0, 0], Stage::Lift));
    assert_eq!(game.turn(&state), Turn::Player(Player::FIRST));
}

#[test]
fn four_players_take_turns_in_two_teams() {
    let game = six(|options| options.players = 4);
    let mut state = game.start();
    let mut movers = Vec::new();
    for text in ["0,0", "0,1", "1,0", "1,1", "2,0"] {
        movers.push(game.turn(&state).player().unwrap().index());
        play(&game, &mut state, text);
    }
    assert_eq!(movers, [0, 1, 2, 3, 0]);
    play(&game, &mut state, "2,1 3,0 3,1 4,0 4,1 5,0");
    let outcome = game.outcome(&state).unwrap();
    assert_eq!([0, 1, 2, 3].map(|p| outcome.utility(Player::new(p))), [1.0, -1.0, 1.0, -1.0]);
    assert_eq!(game.player_names(), ["Red A", "Black C", "Red B", "Black D"]);
}

#[test]
fn the_limit_of_turns_draws_the_game() {
    let game = six(|options| options.limit = 5);
    let mut state = game.start();
    play(&game, &mut state, "0,0 0,1 1,0 1,1 2,0");
    let Stage::Over(ending) = state.stage() else { panic!("the game goes on") };
    assert_eq!((ending.winner, ending.reason, state.turns()), (None, Reason::Limit, 5));
}

#[test]
fn a_row_of_all_tiles_across_the_seam_is_no_obstacle() {
    let game = six(|options| (options.red, options.black) = (30, 30));
    let mut state = game.start();
    // Alternating colours in one long row never form a shape.
    for n in 0..60 {
        let chosen = Move::Lay(Cell::at(n, 0));
        assert!(game.is_legal(&state, chosen), "column {n}");
        game.play(&mut state, chosen);
    }
    assert_eq!(state.stage(), Stage::Lift);
    let mut moves = Vec::new();
    game.moves(&state, &mut moves);
    assert_eq!(moves.len(), 30);
    play(&game, &mut state, "x0,0");
    assert_eq!(texts(&game, &state).len(), 2 * 59 + 4);
    assert!(game.read_position(&game.write_position(&state)).unwrap() == state);
    // The rest at random: near the seam the game goes step by step.
    for seed in 0..20 {
        let mut copy = state.clone();
        game.playout(&mut copy, &mut Rng::new(seed), 100_000, &mut Vec::new());
        assert_eq!(game.key(&copy), game.key_from_scratch(&copy));
        assert_eq!(game.read_position(&game.write_position(&copy)).unwrap(), copy);
    }
}

#[test]
fn the_field_can_crawl_without_end() {
    let game = six(|options| (options.red, options.black) = (6, 6));
    let mut state = game.start();
    for n in 0..12 {
        game.play(&mut state, Move::Lay(Cell::at(n, 0)));
    }
    // Both always take their rearmost tile to the front.
    for n in 12..500 {
        play(&game, &mut state, &format!("x{},0 {n},0", n - 12));
    }
    assert_eq!(state.laid(), [6, 6]);
    assert_eq!(state.tiles(0).map(|place| place.q).collect::<Vec<_>>(), [488, 490, 492, 494, 496, 498]);
    assert_eq!(game.read_position(&game.write_position(&state)).unwrap(), state);
    let mut copy = state.clone();
    game.playout(&mut copy, &mut Rng::new(1), 100_000, &mut Vec::new());
    assert_eq!(game.read_position(&game.write_position(&copy)).unwrap(), copy);
}

#[test]
fn positions_that_cannot_be_are_refused_with_a_reason() {
    let cases = [
        ("", "the field 'red' is missing"),
        ("red=0,0", "the field 'black' is missing"),
        ("nonsense", "'nonsense' is not a field such as hand=17,18"),
        ("blue=0,0", "there is no field 'blue'; a position has red, black, hand, player and stage"),
        ("red=- red=-", "the field red is given twice"),
        ("red=0;0 black=- hand=18,19 player=2 stage=lay", "'0' is not a cell such as 0,-1"),
        ("red=0,0 black=- hand=18 player=2 stage=lay", "'18' is not two numbers of tiles such as 17,18"),
        ("red=0,0 black=- hand=18,x player=2 stage=lay", "'x' is not a number of tiles"),
        (
            "red=0,9999999999 black=- hand=18,19 player=2 stage=lay",
            "'0,9999999999' is not a cell such as 0,-1",
        ),
        ("red=0,0 black=2,0 hand=18,18 player=1 stage=lay", "the tiles do not all hang together"),
        ("red=0,0 black=64,0 hand=18,18 player=1 stage=lay", "the tiles do not all hang together"),
        ("red=0,0 black=0,0 hand=18,18 player=1 stage=lay", "two tiles lie on 0,0"),
        (
            "red=1,0 black=- hand=18,19 player=2 stage=lay",
            "the first tile lies on 0,0 by definition, not on 1,0",
        ),
        (
            "red=0,0;1,0 black=- hand=17,19 player=2 stage=lay",
            "2 red and 0 black tiles cannot lie when players take turns",
        ),
        (
            "red=0,0 black=1,0 hand=18,17 player=1 stage=lay",
            "with these tiles on the field the hands are 18,18",
        ),
        (
            "red=0,0 black=1,0 hand=18,18 player=2 stage=lay",
            "with these tiles on the field player 1 is on turn",
        ),
        ("red=0,0 black=1,0 hand=19,18 player=1 stage=lay", "red has 20 tiles but owns 19"),
        ("red=0,0 black=1,0 hand=18,18 player=3 stage=lay", "there is no player 3; there are 1 to 2"),
        (
            "red=0,0 black=1,0 hand=18,18 player=1 stage=jump",
            "'jump' is not a stage; there are lay, lift, keep:CELL, lay-again and over:RESULT",
        ),
        (
            "red=0,0 black=1,0 hand=18,18 player=1 stage=lift",
            "'lift' is for the second phase, when nobody has a tile left to lay",
        ),
        (
            "red=0,0 black=1,0 hand=0,0 player=1 stage=lift",
            "red has fewer than six tiles, so the game is over",
        ),
        ("red=0,0 black=1,0 hand=18,18 player=1 stage=over:red", "nothing on the field gives this result"),
        (
            "red=0,0 black=1,0 hand=18,18 player=1 stage=over:blue",
            "'over:blue' should be over:red, over:black or over:draw",
        ),
        (
            "red=0,0 black=1,0 hand=18,18 player=1 stage=lay turns=3",
            "the field 'turns' is for games with a limit of turns, which need it",
        ),
        (
            "red=0,0;1,0;2,0;3,0;4,0;5,0 black=0,1;1,1;2,1;3,1;4,1 hand=13,14 player=2 stage=lay",
            "red has a complete shape, so the game is over",
        ),
    ];
    let game = Six::full();
    for (text, reason) in cases {
        assert_eq!(game.read_position(text).unwrap_err().to_string(), reason, "{text}");
    }
    let half = Six::new(Options::of(Form::Half)).unwrap();
    let (red, black) = TWO_SIDES;
    let text = format!("red={red} black={black} hand=0,0 player=1 stage=lift");
    assert_eq!(half.read_position(&text).unwrap_err().to_string(), "this form has no second phase");
}

#[test]
fn options_that_make_no_game_are_refused() {
    for (change, reason) in [
        ((5, 19, 2), "six: red must have 6 to 30 tiles, not 5"),
        ((19, 31, 2), "six: black must have 6 to 30 tiles, not 31"),
        ((19, 19, 3), "six: 2 or 4 can play, not 3"),
    ] {
        let options = Options { red: change.0, black: change.1, players: change.2, ..Options::of(Form::Exe) };
        assert_eq!(options.ties, Ties::Random);
        assert_eq!(Six::new(options).unwrap_err().to_string(), reason);
    }
}

#[test]
fn the_scene_shows_tiles_and_the_cells_beside_them() {
    let game = Six::full();
    let mut state = game.start();
    play(&game, &mut state, "0,0 1,0");
    let scene = game.scene(&state);
    assert_eq!((scene.sites.len(), scene.pieces.len()), (10, 2));
    assert!(scene.sites.iter().all(|site| site.shape == SiteShape::Hexagon));
    let chosen = game.read_move(&state, "2,-1").unwrap();
    let to = game.marks(&state, chosen).to.unwrap();
    assert_eq!(scene.sites[to as usize].name, "2,-1");
    play(&game, &mut state, "0,1 1,1 0,2 1,2 0,3 1,3 0,4 1,4 0,5");
    let scene = game.scene(&state);
    assert_eq!(scene.highlights.len(), 6);
    assert_eq!(scene.captions.last().unwrap(), "Red wins: line");
}
