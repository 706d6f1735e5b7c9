//! `ludex serve`: the server behind the browser page.
//!
//! Games are played at tables, each under a link that cannot be guessed. Tables are kept on disk at every change;
//! agents think on threads of their own; the page hears of changes over a websocket.

mod describe;
mod drafts;
mod games;
mod guard;
mod hall;
mod lab;
mod live;
mod page;
mod problem;
mod routes;
mod store;
mod table;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod tests_drafts;
#[cfg(test)]
mod tests_interface;
mod think;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use crate::cli::{Serve, processors};
use crate::failure::Failure;
use crate::terminal::{complain_line, say_line};
use describe::Workshop;
use games::Games;
use hall::{Hall, Limits};
use lab::Lab;
use problem::Problem;
use store::Store;

/// What all requests share.
pub(crate) struct App {
    pub(crate) hall: Arc<Hall>,
    pub(crate) store: Arc<Store>,
    pub(crate) workshop: Workshop,
    pub(crate) lab: Arc<Lab>,
    /// Host names by which the server may be called, besides addresses and `localhost`.
    pub(crate) names: Vec<String>,
}

impl App {
    fn new(store: Store, limits: Limits, names: Vec<String>) -> Result<Arc<App>, Problem> {
        let store = Arc::new(store);
        let games = Arc::new(Games::new(store.clone()));
        let lab = Lab::open(games.clone(), store.clone(), limits.longest)?;
        let hall = Arc::new(Hall::new(store.clone(), games, limits));
        Ok(Arc::new(App { hall, store, workshop: Workshop::new(4, PATIENCE), lab, names }))
    }
}

/// How long a description may be worked on.
const PATIENCE: Duration = Duration::from_secs(10);

/// The file in the data folder.
const FILE: &str = "ludex.sqlite";

/// The folder in which everything is kept unless told otherwise.
fn usual_folder() -> Option<PathBuf> {
    let data = std::env::var_os("XDG_DATA_HOME").map(PathBuf::from).filter(|path| path.is_absolute());
    let home = || std::env::var_os("HOME").map(|home| PathBuf::from(home).join(".local/share"));
    data.or_else(home).map(|folder| folder.join("ludex"))
}

/// The threads that answer. Their stacks are deep, because they compile drafts and play them.
fn runtime() -> std::io::Result<tokio::runtime::Runtime> {
    tokio::runtime::Builder::new_multi_thread()
        .worker_threads(2)
        .thread_stack_size(64 << 20)
        .enable_all()
        .build()
}

/// Serves until interrupted.
pub(crate) fn run(args: &Serve) -> Result<ExitCode, Failure> {
    let folder = if args.forget { None } else { args.data.clone().or_else(usual_folder) };
    if let Some(folder) = &folder {
        std::fs::create_dir_all(folder).map_err(|error| Failure::unwritable(folder, error))?;
    }
    let path = folder.map(|folder| folder.join(FILE));
    let unusable = |why: String| {
        let place = path.as_deref().map_or_else(|| "memory".to_string(), |path| path.display().to_string());
        Failure::input(format!("what is kept in {place} cannot be opened: {why}"))
    };
    let store = Store::open(path.as_deref()).map_err(unusable)?;
    let searches = args.searches.map_or_else(processors, usize::from);
    let limits = Limits {
        searches,
        waiting: 256,
        each: 16,
        longest: Duration::from_secs(u64::from(args.longest)),
        tables: 2000,
        kept: args.tables,
    };
    let app = App::new(store, limits, args.name.clone()).map_err(|problem| unusable(problem.sentence))?;
    let runtime = runtime().map_err(|error| Failure::input(format!("the server cannot start: {error}")))?;
    let address = SocketAddr::new(args.address, args.port);
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind(address)
            .await
            .map_err(|error| Failure::input(format!("{address} cannot be used: {error}")))?;
        let real = listener.local_addr().unwrap_or(address);
        say_line(&format!("Ludex is at http://{real}/"));
        if !real.ip().is_loopback() {
            complain_line(
                "this address can be reached by other machines; whoever reaches it can use the agents",
            );
        }
        let end = async {
            let _ = tokio::signal::ctrl_c().await;
        };
        let service = routes::router(app).into_make_service_with_connect_info::<SocketAddr>();
        axum::serve(listener, service)
            .with_graceful_shutdown(end)
            .await
            .map_err(|error| Failure::input(format!("the server stopped: {error}")))
    })?;
    Ok(ExitCode::SUCCESS)
}
