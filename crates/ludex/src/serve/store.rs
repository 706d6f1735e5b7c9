//! Tables on disk. Every change is written before it is answered, so that a killed server loses nothing.

use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use super::problem::Problem;

/// The version of the layout, kept in the file.
const LAYOUT: i64 = 1;

/// A file of tables.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

impl Store {
    /// Opens the file, making it if there is none; without a path, tables live in memory only.
    pub(crate) fn open(path: Option<&Path>) -> Result<Store, String> {
        let opened = match path {
            Some(path) => Connection::open(path),
            None => Connection::open_in_memory(),
        };
        let prepare = |connection: &Connection| -> rusqlite::Result<i64> {
            connection.busy_timeout(Duration::from_secs(5))?;
            connection.pragma_update(None, "journal_mode", "WAL")?;
            connection.pragma_update(None, "synchronous", "NORMAL")?;
            let layout: i64 = connection.pragma_query_value(None, "user_version", |row| row.get(0))?;
            if layout == 0 {
                connection.execute_batch(
                    "CREATE TABLE IF NOT EXISTS tables (
                         id TEXT PRIMARY KEY, game TEXT NOT NULL, changed INTEGER NOT NULL, data TEXT NOT NULL
                     ) WITHOUT ROWID;",
                )?;
                connection.pragma_update(None, "user_version", LAYOUT)?;
            }
            Ok(layout)
        };
        let connection = opened.map_err(|error| error.to_string())?;
        match prepare(&connection).map_err(|error| error.to_string())? {
            0 | LAYOUT => Ok(Store { connection: Mutex::new(connection) }),
            newer => Err(format!("it was written by another version of Ludex (layout {newer})")),
        }
    }

    /// Keeps a table as it is now.
    pub(crate) fn save(&self, id: &str, game: &str, data: &str) -> Result<(), Problem> {
        let now = SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64);
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.execute(
            "INSERT INTO tables (id, game, changed, data) VALUES (?1, ?2, ?3, ?4)
             ON CONFLICT (id) DO UPDATE SET game = ?2, changed = ?3, data = ?4",
            params![id, game, now, data],
        )?;
        Ok(())
    }

    /// What was kept of a table.
    pub(crate) fn load(&self, id: &str) -> Result<Option<String>, Problem> {
        let connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let found = connection
            .query_row("SELECT data FROM tables WHERE id = ?1", params![id], |row| row.get(0))
            .optional()?;
        Ok(found)
    }
}
