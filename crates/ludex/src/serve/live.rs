//! The live line to a page: every change of a table, and a running analysis when it is wanted.

use std::sync::Arc;

use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, State};
use axum::response::Response;
use ludex_search::Stop;
use serde::Deserialize;
use serde_json::json;
use tokio::sync::mpsc;

use super::App;
use super::guard::{on_behalf, visitor};
use super::hall::{Place, wake};
use super::problem::Problem;
use super::think::{self, Question, Thought};

/// The longest message that a page may send.
const LONGEST: usize = 16 << 10;

/// Opens the line. The origin has been checked by the guard.
pub(crate) async fn connect(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
    upgrade: WebSocketUpgrade,
) -> Result<Response, Problem> {
    let hall = app.hall.clone();
    let place = tokio::task::spawn_blocking(move || hall.find(&id))
        .await
        .unwrap_or_else(|_| Err(Problem::fault("the program broke down over this request")))?;
    wake(&app.hall, &place);
    let upgrade = sized(upgrade);
    let visitor = visitor();
    Ok(upgrade.on_upgrade(move |socket| on_behalf(visitor, serve(app, place, socket))))
}

/// A line with short messages and small buffers, so that a thousand idle ones cost little.
pub(crate) fn sized(upgrade: WebSocketUpgrade) -> WebSocketUpgrade {
    upgrade.max_message_size(LONGEST).max_frame_size(LONGEST).read_buffer_size(4096).write_buffer_size(4096)
}

#[derive(Deserialize)]
struct Wish {
    /// The agent that should analyse, or none.
    analyse: Option<String>,
}

/// A part of an analysis on its way to the page.
struct Found {
    node: usize,
    result: Result<(Thought, bool), Problem>,
}

async fn serve(app: Arc<App>, place: Arc<Place>, mut socket: WebSocket) {
    let mut changes = place.watch();
    let (send, mut found) = mpsc::channel::<Found>(8);
    let mut analyst: Option<String> = None;
    let mut study = Study::default();
    if tell_view(&mut socket, &place).await.is_err() {
        return;
    }
    loop {
        tokio::select! {
            changed = changes.changed() => {
                if changed.is_err() || tell_view(&mut socket, &place).await.is_err() {
                    break;
                }
                study.follow(&app, &place, analyst.as_deref(), &send);
            }
            Some(news) = found.recv() => {
                if study.node != Some(news.node) {
                    continue;
                }
                let text = match news.result {
                    Ok((Thought { report, course }, done)) => json!({ "analysis":
                        { "node": news.node, "agent": analyst, "report": report, "course": course, "done": done } }),
                    Err(problem) => json!({ "trouble": problem.sentence }),
                };
                if socket.send(Message::text(text.to_string())).await.is_err() {
                    break;
                }
            }
            message = socket.recv() => match message {
                Some(Ok(Message::Text(text))) => {
                    match serde_json::from_str::<Wish>(&text) {
                        Ok(wish) => {
                            analyst = wish.analyse;
                            study.end();
                            study.follow(&app, &place, analyst.as_deref(), &send);
                        }
                        Err(error) => {
                            let text = json!({ "trouble": format!("not understood: {error}") }).to_string();
                            if socket.send(Message::text(text)).await.is_err() {
                                break;
                            }
                        }
                    }
                }
                Some(Ok(Message::Close(_)) | Err(_)) | None => break,
                Some(Ok(_)) => {}
            },
        }
    }
    study.end();
}

async fn tell_view(socket: &mut WebSocket, place: &Arc<Place>) -> Result<(), axum::Error> {
    let place = place.clone();
    let text = tokio::task::spawn_blocking(move || {
        let table = place.table();
        json!({ "view": table.view() }).to_string()
    });
    match text.await {
        Ok(text) => socket.send(Message::text(text)).await,
        Err(_) => Err(axum::Error::new("the view could not be made")),
    }
}

/// The analysis that runs for one page.
#[derive(Default)]
struct Study {
    node: Option<usize>,
    stop: Stop,
}

impl Study {
    fn end(&mut self) {
        self.stop.request();
        self.stop = Stop::new();
        self.node = None;
    }

    /// Analyses the position that is looked at, unless that is going on already.
    fn follow(
        &mut self,
        app: &Arc<App>,
        place: &Arc<Place>,
        analyst: Option<&str>,
        send: &mpsc::Sender<Found>,
    ) {
        let Some(agent) = analyst else { return };
        let question = {
            let table = place.table();
            if self.node == Some(table.node) {
                return;
            }
            self.end();
            if table.mover().is_none() {
                return;
            }
            self.node = Some(table.node);
            Question { record: table.record(), agent: agent.to_string(), seed: table.seed, budget: None }
        };
        let (node, stop, send) = (self.node.unwrap_or_default(), self.stop.clone(), send.clone());
        let (hall, longest) = (app.hall.clone(), app.hall.limits.longest);
        let (game, games) = (question.record.game.clone(), hall.games.clone());
        tokio::spawn(on_behalf(visitor(), async move {
            let reports = send.clone();
            let work = move |stop: &Stop| {
                think::study(&games, &question, stop, longest, &mut |thought, done| {
                    reports.blocking_send(Found { node, result: Ok((thought, done)) }).is_ok()
                })
            };
            let result = hall.search(&game, &stop, work).await.and_then(|result| result);
            if let Err(problem) = result {
                let _ = send.send(Found { node, result: Err(problem) }).await;
            }
        }));
    }
}
