//! What the server keeps, in one SQLite file: tables, drafts of games and runs of the laboratory. Every change is
//! written before it is answered, so that a killed server loses nothing.

use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rusqlite::{Connection, OptionalExtension, params};

use super::problem::Problem;

/// The version of the layout, kept in the file.
const LAYOUT: i64 = 2;

const TABLES: &str = "
    CREATE TABLE IF NOT EXISTS tables (
        id TEXT PRIMARY KEY, game TEXT NOT NULL, changed INTEGER NOT NULL, data TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS drafts (
        name TEXT PRIMARY KEY, title TEXT NOT NULL, made INTEGER NOT NULL, text TEXT NOT NULL
    ) WITHOUT ROWID;
    CREATE TABLE IF NOT EXISTS runs (
        id INTEGER PRIMARY KEY AUTOINCREMENT, changed INTEGER NOT NULL, data TEXT NOT NULL
    );";

/// What is kept between two starts of the server.
pub(crate) struct Store {
    connection: Mutex<Connection>,
}

fn now() -> i64 {
    SystemTime::now().duration_since(UNIX_EPOCH).map_or(0, |since| since.as_secs() as i64)
}

impl Store {
    /// Opens the file, making it if there is none; without a path, everything lives in memory only.
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
            if layout < LAYOUT {
                connection.execute_batch(TABLES)?;
                connection.pragma_update(None, "user_version", LAYOUT)?;
            }
            Ok(layout)
        };
        let connection = opened.map_err(|error| error.to_string())?;
        match prepare(&connection).map_err(|error| error.to_string())? {
            0..=LAYOUT => Ok(Store { connection: Mutex::new(connection) }),
            newer => Err(format!("it was written by another version of Ludex (layout {newer})")),
        }
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Keeps a table as it is now.
    pub(crate) fn save(&self, id: &str, game: &str, data: &str) -> Result<(), Problem> {
        self.connection()
            .prepare_cached(
                "INSERT INTO tables (id, game, changed, data) VALUES (?1, ?2, ?3, ?4)
                 ON CONFLICT (id) DO UPDATE SET game = ?2, changed = ?3, data = ?4",
            )?
            .execute(params![id, game, now(), data])?;
        Ok(())
    }

    /// What was kept of a table.
    pub(crate) fn load(&self, id: &str) -> Result<Option<String>, Problem> {
        let found = self
            .connection()
            .query_row("SELECT data FROM tables WHERE id = ?1", params![id], |row| row.get(0))
            .optional()?;
        Ok(found)
    }

    /// Makes room for a new table where there are as many as are kept: tables at which nobody has moved for a day go
    /// first. Says whether there is room.
    pub(crate) fn make_room(&self, most: u64) -> Result<bool, Problem> {
        let connection = self.connection();
        let count = || connection.query_row("SELECT count(*) FROM tables", [], |row| row.get::<_, i64>(0));
        if count()? < most as i64 {
            return Ok(true);
        }
        connection.execute(
            "DELETE FROM tables WHERE changed < ?1 AND json_array_length(data, '$.tree') <= 1",
            params![now() - 86_400],
        )?;
        Ok(count()? < most as i64)
    }

    /// Keeps a draft under its name. Where there are as many as are kept, the oldest at which no table is played
    /// make room; says whether there is any.
    pub(crate) fn keep_draft(&self, name: &str, title: &str, text: &str, most: u64) -> Result<bool, Problem> {
        let connection = self.connection();
        let count = || connection.query_row("SELECT count(*) FROM drafts", [], |row| row.get::<_, i64>(0));
        if count()? >= most as i64 {
            connection.execute(
                "DELETE FROM drafts WHERE name IN (SELECT name FROM drafts WHERE NOT EXISTS
                     (SELECT 1 FROM tables WHERE tables.game = drafts.name OR tables.game LIKE drafts.name || '(%')
                     ORDER BY made LIMIT ?1)",
                params![most as i64 / 10 + 1],
            )?;
            if count()? >= most as i64 {
                return Ok(false);
            }
        }
        connection.execute(
            "INSERT INTO drafts (name, title, made, text) VALUES (?1, ?2, ?3, ?4) ON CONFLICT (name) DO NOTHING",
            params![name, title, now(), text],
        )?;
        Ok(true)
    }

    /// The title and the text of a draft.
    pub(crate) fn draft(&self, name: &str) -> Result<Option<(String, String)>, Problem> {
        let found = self
            .connection()
            .prepare_cached("SELECT title, text FROM drafts WHERE name = ?1")?
            .query_row(params![name], |row| Ok((row.get(0)?, row.get(1)?)))
            .optional()?;
        Ok(found)
    }

    /// Keeps a new run of the laboratory and says its number.
    pub(crate) fn add_run(&self, data: &str) -> Result<i64, Problem> {
        let connection = self.connection();
        connection.execute("INSERT INTO runs (changed, data) VALUES (?1, ?2)", params![now(), data])?;
        Ok(connection.last_insert_rowid())
    }

    /// Keeps a run as it is now.
    pub(crate) fn save_run(&self, id: i64, data: &str) -> Result<(), Problem> {
        self.connection()
            .execute("UPDATE runs SET changed = ?2, data = ?3 WHERE id = ?1", params![id, now(), data])?;
        Ok(())
    }

    /// Forgets a run.
    pub(crate) fn drop_run(&self, id: i64) -> Result<(), Problem> {
        self.connection().execute("DELETE FROM runs WHERE id = ?1", params![id])?;
        Ok(())
    }

    /// All runs, the latest first: number, time of the last change, what was kept.
    pub(crate) fn runs(&self) -> Result<Vec<(i64, i64, String)>, Problem> {
        let connection = self.connection();
        let mut statement =
            connection.prepare_cached("SELECT id, changed, data FROM runs ORDER BY id DESC")?;
        let rows = statement.query_map([], |row| Ok((row.get(0)?, row.get(1)?, row.get(2)?)))?;
        Ok(rows.collect::<Result<_, _>>()?)
    }
}
