//! `ludex serve`: the server behind the browser page.
//!
//! Games are played at tables, each under a link that cannot be guessed. Tables are kept on disk at every change;
//! agents think on threads of their own; the page hears of changes over a websocket.

mod games;
mod guard;
mod hall;
mod live;
mod page;
mod problem;
mod routes;
mod store;
mod table;
#[cfg(test)]
mod tests;
mod think;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::{Serve, processors};
use crate::failure::Failure;
use crate::terminal::say_line;
use hall::{Hall, Limits};
use store::Store;

/// What all requests share.
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    /// Host names by which the server may be called, besides addresses and `localhost`.
    pub(crate) names: Vec<String>,
}

/// Where tables are kept unless told otherwise.
fn usual_store() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    data.or_else(home).map(|folder| folder.join("ludex/tables.sqlite"))
}

/// Serves until interrupted.
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    let path = if args.forget { None } else { args.store.clone().or_else(usual_store) };
    if let Some(folder) = path.as_deref().and_then(|path| path.parent()) {
        std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
    }
    let store = Store::open(path.as_deref()).map_err(|why| {
        let place = path.as_deref().map_or_else(|| "memory".to_string(), |path| path.display().to_string());
        Failure::input(format!("the tables in {place} cannot be opened: {why}"))
    })?;
    let searches = args.searches.map_or_else(processors, usize::from);
    let limits =
        Limits { searches, waiting: 64, longest: Duration::from_secs(u64::from(args.longest)), tables: 2000 };
    let app = Arc::new(App { hall: Arc::new(Hall::new(store, limits)), names: args.name.clone() });
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .enable_all()
        .build()
        .map_err(|error| Failure::input(format!("the server cannot start: {error}")))?;
    let address = SocketAddr::new(args.address, args.port);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .map_err(|error| Failure::input(format!("{address} cannot be used: {error}")))?;
        let real = listener.local_addr().unwrap_or(address);
        say_line(&format!("Ludex is at http://{real}/"));
        if !real.ip().is_loopback() {
            eprintln!(
                "ludex: this address can be reached by other machines; whoever reaches it can use the agents"
            );
        }
        let end = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        axum::serve(listener, routes::router(app))
            .with_graceful_shutdown(end)
            .await
            .map_err(|error| Failure::input(format!("the server stopped: {error}")))
    })?;
    Ok(ExitCode::SUCCESS)
}
