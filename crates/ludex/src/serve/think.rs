//! Agents at work: each search on a thread of its own, never on those that answer the page.

use std::time::{Duration, Instant};

use ludex_core::{AnySession, Kind, LegalMove, Playable, Record, Session, SiteId, Spec, Verdict, Visitor};
use ludex_search::{Budget, Stop, Value, WrittenReport};
use ludex_solve::tables::{self, Probe};
use ludex_solve::{Bounds, Limits, Plain, Signals};

use super::games::Games;
use super::problem::Problem;

/// What an agent is asked.
#[derive(Clone)]
pub(crate) struct Question {
    /// The game and how it came to the position.
    pub(crate) record: Record,
    /// The agent.
    pub(crate) agent: String,
    /// The seed of its randomness.
    pub(crate) seed: u64,
    /// A budget that replaces the agent's own.
    pub(crate) budget: Option<Budget>,
}

/// Reads the name of an agent. On a server each agent has one thread, and no more memory than it takes by itself,
/// however its search could use more.
pub(crate) fn read_agent(agent: &str) -> Result<Spec, Problem> {
    let spec = Spec::parse(agent)?;
    bound(&spec, 0)?;
    Ok(spec)
}

/// Refuses an agent, or one within it, that would take more than its share.
fn bound(spec: &Spec, within: u32) -> Result<(), Problem> {
    if within > MOST_WITHIN {
        return Err(Problem::input("agents within agents within agents are too many"));
    }
    // What is not known is refused with a better sentence where it is opened.
    let Some(entry) = ludex_search::entries().into_iter().find(|entry| entry.name == spec.name()) else {
        return Ok(());
    };
    let values = spec.resolve(&entry.parameters)?;
    for param in &entry.parameters {
        let name = param.name.as_ref();
        match &param.kind {
            Kind::Whole { .. } if name == "threads" && values.whole(name) != 1 => {
                return Err(Problem::input("on a server an agent has one thread: leave 'threads' out"));
            }
            Kind::Whole { .. }
                if name == "memory"
                    && param.default.parse().is_ok_and(|most: i64| values.whole(name) > most) =>
            {
                let most = &param.default;
                return Err(Problem::input(format!("on a server the memory of an agent is at most {most}")));
            }
            Kind::Word if name == "agent" => bound(&Spec::parse(values.word(name))?, within + 1)?,
            _ => {}
        }
    }
    Ok(())
}

/// How deep agents may be nested.
const MOST_WITHIN: u32 = 4;

/// Says whether an agent can be opened for a game.
pub(crate) fn check_agent(games: &Games, game: &str, agent: &str) -> Result<(), Problem> {
    struct Check(Spec);
    impl Visitor for Check {
        type Output = Result<(), Problem>;
        fn visit<G: Playable>(self, game: G) -> Result<(), Problem> {
            ludex_search::open(&self.0, &game)?;
            Ok(())
        }
    }
    games.open(game, Check(read_agent(agent)?))?
}

/// Asks an agent and waits for the answer. Call it on a thread of its own.
pub(crate) fn ask(games: &Games, question: &Question, stop: &Stop) -> Result<WrittenReport, Problem> {
    struct Ask<'a>(&'a Question, &'a Stop);
    impl Visitor for Ask<'_> {
        type Output = Result<WrittenReport, Problem>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let mut agent = ludex_search::open(&read_agent(&self.0.agent)?, &game)?;
            agent.reset(self.0.seed);
            if let Some(budget) = self.0.budget {
                agent.set_budget(budget);
            }
            let mut session = Session::new(game);
            session.load(&self.0.record)?;
            let choice = agent.choose(session.game(), session.state(), self.1);
            let choice = choice.ok_or_else(|| Problem::conflict("there is nothing to choose here"))?;
            let mut written = choice.write(session.game(), session.state());
            judge(&mut session, choice.report.value, &mut written);
            Ok(written)
        }
    }
    games.open(&question.record.game, Ask(question, stop))?
}

/// What an agent thinks of a position.
#[derive(serde::Serialize)]
pub(crate) struct Thought {
    pub(crate) report: WrittenReport,
    /// The first moves of the course that it expects, as they lie on the board.
    pub(crate) course: Vec<Step>,
}

/// A move of an expected course.
#[derive(Debug, PartialEq, serde::Serialize)]
pub(crate) struct Step {
    /// Who makes it; none for chance.
    player: Option<usize>,
    from: Option<[f32; 3]>,
    to: Option<[f32; 3]>,
}

/// How many moves of a course are worth drawing.
const DRAWN: usize = 5;

/// Where the moves of a line lie. The session is the same afterwards.
fn course<G: Playable>(session: &mut Session<G>, line: &[String]) -> Vec<Step> {
    let mut steps = Vec::new();
    let begin = session.ply();
    for text in line.iter().take(DRAWN) {
        let Some(LegalMove { marks, .. }) =
            session.legal_moves().into_iter().find(|legal| legal.text == *text)
        else {
            break;
        };
        let scene = session.scene();
        let at = |site: SiteId| scene.sites.get(site as usize).map(|site| site.at);
        let player = session.turn().player().map(|player| player.index());
        steps.push(Step { player, from: marks.from.and_then(at), to: marks.to.and_then(at) });
        if session.play(text).is_err() {
            break;
        }
    }
    while session.ply() > begin && session.undo() {}
    steps
}

/// A score in the unit of an evaluation is on no common scale. What the game itself counts at the end of the expected
/// course is, so that becomes the standing. The session is the same afterwards.
fn judge<G: Playable>(session: &mut Session<G>, value: Value, written: &mut WrittenReport) {
    let (Value::Score(_), Some(mover)) = (value, session.turn().player()) else { return };
    let begin = session.ply();
    for text in &written.line {
        if session.play(text).is_err() {
            break;
        }
    }
    if let Some(standing) = session.standings().and_then(|all| all.get(mover.index()).copied()) {
        written.standing = standing;
    }
    while session.ply() > begin && session.undo() {}
}

/// Asks an agent again and again with more time, handing out each answer, until it is stopped, the time is up or
/// `hear` wants no more. The agent keeps its memory in between.
pub(crate) fn study(
    games: &Games,
    question: &Question,
    stop: &Stop,
    longest: Duration,
    hear: &mut dyn FnMut(Thought, bool) -> bool,
) -> Result<(), Problem> {
    struct Study<'a>(&'a Question, &'a Stop, Duration, &'a mut dyn FnMut(Thought, bool) -> bool);
    impl Visitor for Study<'_> {
        type Output = Result<(), Problem>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let Study(question, stop, longest, hear) = self;
            let mut agent = ludex_search::open(&read_agent(&question.agent)?, &game)?;
            agent.reset(question.seed);
            let mut session = Session::new(game);
            session.load(&question.record)?;
            let begin = Instant::now();
            let mut slice = Duration::from_millis(200);
            loop {
                agent.set_budget(Budget::time(slice));
                let asked = Instant::now();
                let Some(choice) = agent.choose(session.game(), session.state(), stop) else { return Ok(()) };
                let mut written = choice.write(session.game(), session.state());
                written.seconds = begin.elapsed().as_secs_f64();
                // An agent that answers long before its time is up has nothing more to find.
                let finished = asked.elapsed() < slice / 2 || begin.elapsed() + slice > longest;
                let stopped = stop.is_requested();
                let course = course(&mut session, &written.line);
                judge(&mut session, choice.report.value, &mut written);
                if !hear(Thought { report: written, course }, finished || stopped) || finished || stopped {
                    return Ok(());
                }
                slice = slice.mul_f64(1.6);
            }
        }
    }
    games.open(&question.record.game, Study(question, stop, longest, hear))?
}

/// What is known for certain about a position.
#[derive(Debug, serde::Serialize)]
pub(crate) struct Exact {
    /// For the player on turn: win, draw or loss; none if it was not found in time.
    value: Option<&'static str>,
    /// The moves of the shortest forced win, if there is one and its length was found.
    plies: Option<u32>,
    /// By how much the player on turn wins in the end, in games that count and have endgame tables.
    margin: Option<i32>,
    /// The moves with their margins, best first, where a table has them.
    moves: Vec<(String, i32)>,
    /// The best play of both sides.
    line: Vec<String>,
    nodes: u64,
    seconds: f64,
}

fn word(value: Verdict) -> &'static str {
    match value {
        Verdict::Win => "win",
        Verdict::Draw => "draw",
        Verdict::Loss => "loss",
    }
}

/// The exact value of a position from endgame tables, if some cover it.
fn look_up<G: Playable>(game: &G, state: &G::State, probe: &Probe) -> Option<Exact> {
    let begin = Instant::now();
    let margin = probe.look_up(state)?.lead;
    let mut legal = Vec::new();
    game.moves(state, &mut legal);
    // Tables number moves as the game lists them: by pit, from the mover's left.
    let named = probe.moves(state)?.into_iter().zip(legal);
    let mut moves: Vec<(String, i32)> =
        named.map(|((_, margin), chosen)| (game.write_move(state, chosen), margin)).collect();
    moves.sort_by_key(|(_, margin)| -margin);
    Some(Exact {
        value: Some(word(match margin.signum() {
            1 => Verdict::Win,
            0 => Verdict::Draw,
            _ => Verdict::Loss,
        })),
        plies: None,
        margin: Some(margin),
        line: moves.first().map(|(best, _)| best.clone()).into_iter().collect(),
        nodes: moves.len() as u64 + 1,
        moves,
        seconds: begin.elapsed().as_secs_f64(),
    })
}

/// Memory for one exact search.
const SOLVER_MEMORY: usize = 128 << 20;

/// Looks for the exact value of a position. Call it on a thread of its own.
pub(crate) fn solve(games: &Games, record: &Record, time: Duration) -> Result<Exact, Problem> {
    struct Solve<'a>(&'a Record, Duration);
    impl Visitor for Solve<'_> {
        type Output = Result<Exact, Problem>;
        fn visit<G: Playable>(self, game: G) -> Self::Output {
            let mut session = Session::new(game);
            session.load(self.0)?;
            let probe = tables::shared(session.game());
            if let Some(found) = probe.and_then(|probe| look_up(session.game(), session.state(), &probe)) {
                return Ok(found);
            }
            let fight = Plain::new(session.game()).map_err(|error| Problem::input(error.to_string()))?;
            let limits = Limits { memory: SOLVER_MEMORY, time: Some(self.1), ..Limits::default() };
            let (table, signals) = (Bounds::new(SOLVER_MEMORY / 2), Signals::default());
            let state = session.state();
            let answer = ludex_solve::solve(
                &fight,
                state,
                &limits,
                &mut Default::default(),
                (&table, &signals),
                &|_| {},
            );
            Ok(Exact {
                value: answer.value.map(word),
                plies: answer.plies,
                margin: None,
                moves: Vec::new(),
                line: answer.line,
                nodes: answer.progress.nodes,
                seconds: answer.progress.seconds,
            })
        }
    }
    games.open(&record.game, Solve(record, time))?
}

#[cfg(test)]
mod tests {
    use super::*;
    use ludex_core::Text;
    use ludex_games::mancala::{KALAH, Mancala};
    use ludex_solve::endgames::Endgames;

    #[test]
    fn an_expected_course_is_found_on_the_board_and_leaves_the_game_alone() {
        let mut session = Session::new(Mancala::<u64>::new(KALAH).unwrap());
        let before = session.position();
        let line = ["3", "6", "1", "no move"].map(String::from);
        let steps = course(&mut session, &line);
        // The third pit ends in the store, so South moves again.
        assert_eq!(steps.iter().map(|step| step.player).collect::<Vec<_>>(), [Some(0), Some(0), Some(1)]);
        assert_eq!(steps[0].from, Some(session.scene().sites[2].at));
        assert_eq!(session.position(), before);
    }

    #[test]
    fn a_score_becomes_what_the_game_counts_after_the_expected_course() {
        let mut session = Session::new(Mancala::<u64>::new(KALAH).unwrap());
        let before = session.position();
        let mut written = WrittenReport {
            value: "+40".to_string(),
            standing: Value::Score(40.0).standing(),
            depth: 3,
            nodes: 10,
            playouts: 0,
            seconds: 0.0,
            line: ["3", "6", "1"].map(String::from).to_vec(),
            rows: Vec::new(),
        };
        assert!(written.standing > 0.9, "in its own unit the score says too much");
        judge(&mut session, Value::Score(40.0), &mut written);
        assert!(written.standing > 0.0 && written.standing < 0.5, "{}", written.standing);
        assert_eq!(session.position(), before);
    }

    #[test]
    fn endgame_tables_give_the_margin_of_every_move() {
        let game = Mancala::<u64>::new(KALAH).unwrap();
        let probe = Probe::from_memory(&KALAH, Endgames::in_memory("kalah", &KALAH, 5, 1).unwrap());
        let at = |text: &str| look_up(&game, &game.read_position(text).unwrap(), &probe);
        // Whichever pit goes first, South gets both her seeds and North the last one.
        let found = at("0,0,0,0,1,1/0,0,0,0,0,1 stores 24:21 mover 1").unwrap();
        assert_eq!((found.value, found.plies, found.margin), (Some("win"), None, Some(4)));
        assert_eq!(found.moves, [("5".to_string(), 4), ("6".to_string(), 4)]);
        assert!(at("4,4,4,4,4,4/4,4,4,4,4,4 stores 0:0 mover 1").is_none());
    }
}
