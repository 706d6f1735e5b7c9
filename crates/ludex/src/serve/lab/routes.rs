//! What can be asked over HTTP about the laboratory, and its live line.

use std::sync::Arc;

use axum::Json;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use serde_json::{Value, json};
use tokio::sync::broadcast::error::RecvError;

use super::super::App;
use super::super::live::sized;
use super::super::routes::{Answer, Body, aside, body, short};
use super::Kind;

#[derive(Deserialize)]
pub(crate) struct Wish {
    kind: Kind,
    game: String,
    #[serde(default)]
    agents: Vec<String>,
    games: u64,
    #[serde(default = "usual_seed")]
    seed: u64,
}

fn usual_seed() -> u64 {
    1
}

pub(crate) async fn list(State(app): State<Arc<App>>) -> Answer {
    Ok(Json(app.lab.list()).into_response())
}

pub(crate) async fn begin(State(app): State<Arc<App>>, sent: Body<Wish>) -> Answer {
    let wish = body(sent)?;
    short(&wish.game, "the name of a game")?;
    wish.agents.iter().try_for_each(|agent| short(agent, "the name of an agent"))?;
    let lab = app.lab.clone();
    let run = aside(move || lab.begin(wish.kind, &wish.game, wish.agents, wish.games, wish.seed)).await?;
    Ok(Json(run).into_response())
}

pub(crate) async fn show(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    Ok(Json(app.lab.find(id)?).into_response())
}

pub(crate) async fn stop(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    Ok(Json(aside(move || app.lab.stop(id)).await?).into_response())
}

pub(crate) async fn remove(State(app): State<Arc<App>>, Path(id): Path<i64>) -> Answer {
    aside(move || app.lab.remove(id)).await?;
    Ok(Json(Value::Null).into_response())
}

/// Opens a line on which every change of a run is told. The origin has been checked by the guard.
pub(crate) async fn live(State(app): State<Arc<App>>, upgrade: WebSocketUpgrade) -> Response {
    sized(upgrade).on_upgrade(move |socket| tell(app, socket))
}

fn all(app: &App) -> String {
    json!({ "runs": app.lab.list() }).to_string()
}

async fn tell(app: Arc<App>, mut socket: WebSocket) {
    // Who listens first and then hears all there is misses nothing, however quickly a run ends.
    let mut news = app.lab.watch();
    if socket.send(Message::text(all(&app))).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            item = news.recv() => {
                let text = match item {
                    Ok(text) => text,
                    // Who fell behind hears all there is.
                    Err(RecvError::Lagged(_)) => all(&app),
                    Err(RecvError::Closed) => return,
                };
                if socket.send(Message::text(text)).await.is_err() {
                    return;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Close(_)) | Err(_)) | None => return,
                Some(Ok(_)) => {}
            },
        }
    }
}
