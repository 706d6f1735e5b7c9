//! The page itself, embedded in the program.

use axum::body::Body;
use axum::http::{StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::RustEmbed;

#[derive(RustEmbed)]
#[folder = "../../web/dist"]
struct Page;

/// A file of the page; the page itself for the root.
pub(crate) async fn file(uri: Uri) -> Response {
    let path = match uri.path().trim_start_matches('/') {
        "" => "index.html",
        path => path,
    };
    let Some(found) = Page::get(path) else {
        return (StatusCode::NOT_FOUND, "There is no such page.\n").into_response();
    };
    // Files in assets have the hash of their content in their name, so they never change.
    let keep = if path.starts_with("assets/") { "public, max-age=31536000, immutable" } else { "no-cache" };
    let kind = found.metadata.mimetype().to_string();
    ([(header::CONTENT_TYPE, kind), (header::CACHE_CONTROL, keep.to_string())], Body::from(found.data))
        .into_response()
}
