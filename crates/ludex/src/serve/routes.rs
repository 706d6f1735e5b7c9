//! What can be asked over HTTP. The same is written down for other programs in `openapi.json`.

use std::sync::Arc;

use axum::extract::rejection::{JsonRejection, QueryRejection};
use axum::extract::{Path, Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use axum::{Json, Router, routing};
use ludex_core::{Record, Rng, scene};
use serde::Deserialize;
use serde_json::{Value, json};

use super::hall::{Place, wake};
use super::problem::Problem;
use super::table::Table;
use super::{App, drafts, lab, live, page};

pub(crate) type Answer = Result<Response, Problem>;
pub(crate) type Body<T> = Result<Json<T>, JsonRejection>;

/// The longest name of a game or agent, position or move that is read.
const LONGEST: usize = 4096;

pub(crate) fn router(app: Arc<App>) -> Router {
    Router::new()
        .route("/api/games", routing::get(games))
        .route("/api/agents", routing::get(agents))
        .route("/api/rules", routing::get(rules))
        .route("/api/picture", routing::get(picture))
        .route("/api/openapi.json", routing::get(openapi))
        .route("/api/tables", routing::post(open))
        .route("/api/tables/{id}", routing::get(view))
        .route("/api/tables/{id}/play", routing::post(play))
        .route("/api/tables/{id}/go", routing::post(go))
        .route("/api/tables/{id}/undo", routing::post(undo))
        .route("/api/tables/{id}/resign", routing::post(resign))
        .route("/api/tables/{id}/seats", routing::post(seats))
        .route("/api/tables/{id}/now", routing::post(now))
        .route("/api/tables/{id}/hint", routing::post(hint))
        .route("/api/tables/{id}/exact", routing::post(exact))
        .route("/api/tables/{id}/record", routing::get(record))
        .route("/api/tables/{id}/picture", routing::get(table_picture))
        .route("/api/tables/{id}/live", routing::get(live::connect))
        .route("/api/position", routing::post(drafts::position))
        .route("/api/descriptions", routing::get(drafts::list).post(drafts::keep))
        .route("/api/descriptions/check", routing::post(drafts::check))
        .route("/api/descriptions/complete", routing::post(drafts::complete))
        .route("/api/descriptions/hover", routing::post(drafts::hover))
        .route("/api/descriptions/{name}", routing::get(drafts::text))
        .route("/api/runs", routing::get(lab::routes::list).post(lab::routes::begin))
        .route("/api/runs/live", routing::get(lab::routes::live))
        .route("/api/runs/{id}", routing::get(lab::routes::show).delete(lab::routes::remove))
        .route("/api/runs/{id}/stop", routing::post(lab::routes::stop))
        .route("/api/{*rest}", routing::any(unknown))
        .fallback(routing::get(page::file))
        .layer(axum::extract::DefaultBodyLimit::max(1 << 20))
        .layer(axum::middleware::from_fn_with_state(app.clone(), super::guard::guard))
        .with_state(app)
}

/// Does something that may take a moment away from the threads that answer.
pub(crate) async fn aside<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    tokio::task::spawn_blocking(work)
        .await
        .unwrap_or_else(|_| Err(Problem::fault("the program broke down over this request")))
}

pub(crate) fn body<T>(sent: Body<T>) -> Result<T, Problem> {
    match sent {
        Ok(Json(value)) => Ok(value),
        Err(rejection) => Err(Problem { status: rejection.status(), sentence: rejection.body_text() }),
    }
}

pub(crate) fn short(text: &str, what: &str) -> Result<(), Problem> {
    if text.len() <= LONGEST {
        return Ok(());
    }
    Err(Problem::input(format!("{what} may have at most {LONGEST} characters, not {}", text.len())))
}

async fn unknown() -> Problem {
    Problem::missing("the interface has nothing under this address; /api/openapi.json describes it")
}

async fn openapi() -> Response {
    ([(header::CONTENT_TYPE, "application/json")], include_str!("openapi.json")).into_response()
}

async fn games() -> Response {
    Json(ludex_catalogue::entries()).into_response()
}

async fn agents() -> Response {
    Json(ludex_search::entries()).into_response()
}

#[derive(Deserialize)]
struct OfGame {
    game: String,
}

fn of_game(query: Result<Query<OfGame>, QueryRejection>) -> Result<String, Problem> {
    let Query(OfGame { game }) = query.map_err(|_| Problem::input("say which game: ?game=NAME"))?;
    short(&game, "the name of a game")?;
    Ok(game)
}

async fn rules(State(app): State<Arc<App>>, query: Result<Query<OfGame>, QueryRejection>) -> Answer {
    let game = of_game(query)?;
    let text = aside(move || {
        let session = app.hall.games.session(&game)?;
        Ok(json!({ "game": session.name(), "rules": session.rules(), "players": session.player_names(),
                   "entry": app.hall.games.entry(&game), "title": app.hall.games.title(&game) }))
    });
    Ok(Json(text.await?).into_response())
}

/// A game as it looks after some moves, for lists of games.
async fn picture(State(app): State<Arc<App>>, query: Result<Query<OfGame>, QueryRejection>) -> Answer {
    let game = of_game(query)?;
    let svg = aside(move || {
        let mut session = app.hall.games.session(&game)?;
        let mut rng = Rng::new(7);
        for _ in 0..PICTURE_MOVES {
            if session.play_random(&mut rng).is_none() || session.outcome().is_some() {
                break;
            }
        }
        if session.outcome().is_some() {
            session.undo();
        }
        let mut scene = session.scene();
        scene.captions.clear();
        scene.highlights.clear();
        Ok(scene::to_svg(&scene))
    });
    Ok(svg_answer(svg.await?, "public, max-age=3600"))
}

/// How many moves have been made in the picture of a game.
const PICTURE_MOVES: usize = 14;

fn svg_answer(svg: String, keep: &'static str) -> Response {
    ([(header::CONTENT_TYPE, "image/svg+xml"), (header::CACHE_CONTROL, keep)], svg).into_response()
}

#[derive(Deserialize)]
struct Open {
    #[serde(default)]
    game: String,
    #[serde(default)]
    seats: Vec<String>,
    position: Option<String>,
    record: Option<String>,
    pace: Option<u64>,
}

async fn open(State(app): State<Arc<App>>, sent: Body<Open>) -> Answer {
    let wish = body(sent)?;
    short(&wish.game, "the name of a game")?;
    wish.seats.iter().try_for_each(|seat| short(seat, "the name of an agent"))?;
    wish.position.iter().try_for_each(|position| short(position, "a position"))?;
    let hall = app.hall.clone();
    let place = aside(move || {
        let games = hall.games.clone();
        hall.open(|id, seed| {
            let record = wish.record.as_deref().map(Record::parse).transpose()?;
            let game = record.as_ref().map_or(&wish.game, |record| &record.game);
            short(game, "the name of a game")?;
            let mut table = Table::open(&games, id, game, wish.seats, seed)?;
            if let Some(position) = &wish.position {
                table.set_position(position)?;
            }
            if let Some(record) = &record {
                table.load(record)?;
            }
            if let Some(pace) = wish.pace {
                table.set_pace(pace);
            }
            Ok(table)
        })
    });
    let place = place.await?;
    wake(&app.hall, &place);
    show(place).await
}

/// The table as it is now.
async fn show(place: Arc<Place>) -> Answer {
    let view = aside(move || {
        serde_json::to_vec(&place.table().view()).map_err(|error| Problem::fault(error.to_string()))
    });
    Ok(([(header::CONTENT_TYPE, "application/json")], view.await?).into_response())
}

async fn find(app: &Arc<App>, id: String) -> Result<Arc<Place>, Problem> {
    let hall = app.hall.clone();
    aside(move || hall.find(&id)).await
}

/// Changes a table, lets agents follow, and shows it.
async fn change(
    app: Arc<App>,
    id: String,
    action: impl FnOnce(&mut Table) -> Result<(), Problem> + Send + 'static,
) -> Answer {
    let place = find(&app, id).await?;
    let (hall, changed) = (app.hall.clone(), place.clone());
    aside(move || {
        let before = changed.table().node;
        hall.change(&changed, action)?;
        if changed.table().node != before {
            // Whoever still thinks about the old position need not finish.
            changed.hurry();
        }
        Ok(())
    })
    .await?;
    wake(&app.hall, &place);
    show(place).await
}

async fn view(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let place = find(&app, id).await?;
    wake(&app.hall, &place);
    show(place).await
}

#[derive(Deserialize)]
struct Play {
    r#move: String,
}

async fn play(State(app): State<Arc<App>>, Path(id): Path<String>, sent: Body<Play>) -> Answer {
    let Play { r#move: text } = body(sent)?;
    short(&text, "a move")?;
    change(app, id, move |table| {
        let agent = table.waiting_agent();
        if let Some(agent) = agent {
            return Err(Problem::conflict(format!("it is {agent}'s turn")));
        }
        table.play(&text, None)?;
        table.paused = false;
        table.trouble = None;
        Ok(())
    })
    .await
}

#[derive(Deserialize)]
struct Go {
    node: usize,
}

async fn go(State(app): State<Arc<App>>, Path(id): Path<String>, sent: Body<Go>) -> Answer {
    let Go { node } = body(sent)?;
    change(app, id, move |table| {
        table.go_to(node)?;
        // Looking at an old position is no request to play on from it.
        table.paused = table.mover().is_some();
        Ok(())
    })
    .await
}

async fn undo(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    change(app, id, |table| {
        table.undo()?;
        table.paused = table.waiting_agent().is_some();
        Ok(())
    })
    .await
}

async fn resign(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    change(app, id, Table::resign).await
}

#[derive(Deserialize)]
struct Seats {
    seats: Option<Vec<String>>,
    paused: Option<bool>,
    pace: Option<u64>,
}

async fn seats(State(app): State<Arc<App>>, Path(id): Path<String>, sent: Body<Seats>) -> Answer {
    let wish = body(sent)?;
    wish.seats.iter().flatten().try_for_each(|seat| short(seat, "the name of an agent"))?;
    change(app, id, move |table| {
        if let Some(seats) = wish.seats {
            table.set_seats(seats)?;
        }
        if let Some(paused) = wish.paused {
            table.paused = paused;
            table.trouble = None;
        }
        if let Some(pace) = wish.pace {
            table.set_pace(pace);
        }
        Ok(())
    })
    .await
}

async fn now(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let place = find(&app, id).await?;
    place.hurry();
    show(place).await
}

#[derive(Deserialize)]
struct Hint {
    agent: String,
}

async fn hint(State(app): State<Arc<App>>, Path(id): Path<String>, sent: Body<Hint>) -> Answer {
    let Hint { agent } = body(sent)?;
    short(&agent, "the name of an agent")?;
    let place = find(&app, id).await?;
    let report = app.hall.hint(&place, agent).await?;
    Ok(Json(serde_json::to_value(report).unwrap_or(Value::Null)).into_response())
}

async fn exact(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let place = find(&app, id).await?;
    Ok(Json(app.hall.exact(&place).await?).into_response())
}

async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let place = find(&app, id).await?;
    let text = aside(move || Ok(place.table().record().to_string())).await?;
    Ok(([(header::CONTENT_TYPE, "text/plain; charset=utf-8")], text).into_response())
}

async fn table_picture(State(app): State<Arc<App>>, Path(id): Path<String>) -> Answer {
    let place = find(&app, id).await?;
    let svg = aside(move || Ok(scene::to_svg(&place.table().scene()))).await?;
    Ok(svg_answer(svg, "no-store"))
}
