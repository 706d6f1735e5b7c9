//! What can be asked over HTTP about descriptions and positions.

use std::sync::Arc;

use axum::Json;
use axum::extract::{Path, State};
use axum::response::IntoResponse;
use ludex_core::Turn;
use ludex_ludemes::shelf;
use serde::Deserialize;
use serde_json::json;

use super::App;
use super::describe::{self, LONGEST, TEMPLATES};
use super::problem::Problem;
use super::routes::{Answer, Body, aside, body, short};

/// The descriptions to begin with: small ones with their texts, and those of the shelf by name.
pub(crate) async fn list() -> Answer {
    let shelved: Vec<_> = shelf::entries()
        .iter()
        .map(|entry| json!({ "name": entry.name, "family": entry.family, "summary": entry.summary }))
        .collect();
    Ok(Json(json!({ "templates": TEMPLATES, "shelf": shelved })).into_response())
}

/// The text of a description by its name.
pub(crate) async fn text(State(app): State<Arc<App>>, Path(name): Path<String>) -> Answer {
    short(&name, "the name of a description")?;
    let text = aside(move || Ok(json!({ "text": app.hall.games.text(&name)?, "name": name }))).await?;
    Ok(Json(text).into_response())
}

#[derive(Deserialize)]
pub(crate) struct Wish {
    text: String,
    /// A place in the text, in UTF-16 units.
    #[serde(default)]
    offset: usize,
    /// How many random moves are shown.
    #[serde(default)]
    plies: u32,
}

fn wish(sent: Body<Wish>) -> Result<Wish, Problem> {
    let wish = body(sent)?;
    if wish.text.len() > LONGEST {
        let length = wish.text.len();
        return Err(Problem::input(format!(
            "a description may have at most {LONGEST} bytes here, not {length}"
        )));
    }
    Ok(wish)
}

/// What is wrong with a description, and what it looks like.
pub(crate) async fn check(State(app): State<Arc<App>>, sent: Body<Wish>) -> Answer {
    let wish = wish(sent)?;
    let checked = app.workshop.work(move || describe::check(&wish.text, wish.plies)).await?;
    Ok(Json(checked).into_response())
}

/// What could stand at a place.
pub(crate) async fn complete(State(app): State<Arc<App>>, sent: Body<Wish>) -> Answer {
    let wish = wish(sent)?;
    let found = app.workshop.work(move || describe::complete(&wish.text, wish.offset)).await?;
    Ok(Json(found).into_response())
}

/// What the word at a place means.
pub(crate) async fn hover(State(app): State<Arc<App>>, sent: Body<Wish>) -> Answer {
    let wish = wish(sent)?;
    let found = app.workshop.work(move || describe::hover(&wish.text, wish.offset)).await?;
    Ok(Json(json!({ "text": found })).into_response())
}

/// Keeps a description, so that tables can be opened with it.
pub(crate) async fn keep(State(app): State<Arc<App>>, sent: Body<Wish>) -> Answer {
    let wish = wish(sent)?;
    let (store, patience) = (app.store.clone(), app.workshop.patience);
    let name = app.workshop.work(move || describe::keep(&store, &wish.text, patience)).await??;
    Ok(Json(json!({ "game": name })).into_response())
}

#[derive(Deserialize)]
pub(crate) struct OfPosition {
    game: String,
    #[serde(default)]
    position: String,
}

/// A position of a game, or what is wrong with it.
pub(crate) async fn position(State(app): State<Arc<App>>, sent: Body<OfPosition>) -> Answer {
    let OfPosition { game, position } = body(sent)?;
    short(&game, "the name of a game")?;
    short(&position, "a position")?;
    let shown = aside(move || {
        let games = &app.hall.games;
        let mut session = games.session(&game)?;
        if !position.trim().is_empty() {
            session.set_position(position.trim())?;
        }
        let turn = session.turn();
        let pieces: Vec<String> = games.pieces(&game).into_iter().map(|kind| kind.name).collect();
        let moves = if turn == Turn::Over { 0 } else { session.legal_texts().len() };
        Ok(json!({
            "game": session.name(), "position": session.position(), "scene": session.scene(), "moves": moves,
            "players": session.player_names(), "over": turn == Turn::Over,
            "player": turn.player().map(|player| player.index()), "pieces": pieces,
        }))
    });
    Ok(Json(shown.await?).into_response())
}
