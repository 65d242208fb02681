//! The database: one `SQLite` file in the data folder, one connection, a transaction for each
//! change. A commit waits for the disk (WAL with `synchronous = FULL`), so that everything that was
//! answered is on it, unless the settings say otherwise.

mod cases;
mod files;
mod folder;
mod lists;
mod organizations;
mod private;
pub(crate) mod settings;
mod snapshot;
mod tickets;
pub(crate) mod tokens;

pub(crate) use cases::{NewCase, OWN_SOURCE, StoredCase, cents, usd};
pub(crate) use files::{StoredFile, Upload};
pub(crate) use lists::ListedCase;
pub(crate) use organizations::StoredOrganization;
pub(crate) use private::create_file;
pub(crate) use snapshot::Snapshot;
pub(crate) use tickets::{StoredTicket, TicketUpload};
pub(crate) use tokens::{Bearer, make_token};

use crate::error::ApiError;
use crate::storage::Trouble;
use folder::Place;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// The changes of each version, from the first on. The database's `user_version` is the number of
/// those that it has.
const MIGRATIONS: [&str; 4] = [
    include_str!("schema.sql"),
    include_str!("schema-2.sql"),
    include_str!("schema-3.sql"),
    include_str!("schema-4.sql"),
];

pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
    /// The id by which the folder identifies the database.
    database_id: String,
    place: Place,
    /// `true` if changes and files are on the disk before they are answered.
    is_durable: bool,
    /// Files that the database names and that the folder lacked when they were requested.
    missing: Mutex<BTreeSet<String>>,
}

/// The reason why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("the data folder cannot be made or written: {0}")]
    Folder(#[from] std::io::Error),
    #[error("another stand-in uses the data folder")]
    InUse,
    #[error(
        "there is no database (`casegate.sqlite3`) beside the folder `files`, which holds {found} entries, and nothing says \
         that a stand-in wrote them. Put the database back, move `files` elsewhere, or name another folder with --data. \
         Nothing was changed"
    )]
    NoDatabase { found: usize },
    #[error(
        "the folder `files` does not belong to the database beside it, as `casegate.id` says. Put the two back \
         together, or name another folder with --data. Nothing was changed"
    )]
    OtherDatabase,
    #[error("the database was written by a newer version")]
    Newer,
    #[error("the database is not the stand-in's")]
    Foreign,
    #[error("the database cannot be opened: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match (&error, error.sqlite_error_code()) {
            (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => StoreError::InUse,
            // The schema does not match the data.
            (rusqlite::Error::SqlInputError { .. } | rusqlite::Error::IntegralValueOutOfRange(..), _) => {
                StoreError::Foreign
            }
            _ => StoreError::Database(error),
        }
    }
}

impl Store {
    /// Opens the database of a folder, creating it if necessary, and migrates it.
    pub(crate) fn open(folder: &Path, is_durable: bool) -> Result<Store, StoreError> {
        folder::prepare(folder)?;
        let database = folder.join(folder::DATABASE);
        // SQLite gives its other files the permissions of this one.
        if !database.exists() {
            create_file(&database)?;
        }
        let mut connection = Connection::open(database)?;
        // A second process must not write, because it would answer from a state of its own. The
        // first one will not end soon, so waiting is useless.
        connection.busy_timeout(Duration::ZERO)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "synchronous", if is_durable { "FULL" } else { "OFF" })?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrate(&mut connection)?;
        let database_id = database_id(&connection)?;
        folder::claim(folder, &database_id, is_durable)?;
        private::tighten(folder);
        Ok(Store {
            connection: Mutex::new(connection),
            folder: folder.to_owned(),
            database_id,
            place: Place::of(folder),
            is_durable,
            missing: Mutex::default(),
        })
    }

    fn connection(&self) -> MutexGuard<'_, Connection> {
        // A panic in a change rolls its transaction back, so the connection is usable.
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn missing(&self) -> MutexGuard<'_, BTreeSet<String>> {
        self.missing.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs a change in one transaction. If it fails, nothing has changed.
    pub(crate) fn change<T>(
        &self,
        change: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError>,
    ) -> Result<T, ApiError> {
        let mut connection = self.connection();
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&tx)?;
        // A deleted database accepts commits as before, and they are lost.
        self.check_place()?;
        tx.commit()?;
        Ok(done)
    }

    /// Reads in one transaction, which is rolled back.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Transaction<'_>) -> Result<T, ApiError>) -> Result<T, ApiError> {
        read(&self.connection().transaction()?)
    }

    fn check_place(&self) -> Result<(), ApiError> {
        if self.place.is_kept() { Ok(()) } else { Err(Trouble::Gone.into()) }
    }

    /// Checks if a request could succeed now: the database is in place and answers, the folder
    /// accepts bytes, and no file is missing.
    pub(crate) fn check(&self) -> Result<(), ApiError> {
        self.check_place()?;
        self.try_write()?;
        if !self.has_its_files() {
            return Err(Trouble::FileMissing.into());
        }
        self.read(|tx| Ok(tx.query_row("SELECT count(*) FROM settings", [], |_| Ok(()))?))
    }
}

/// Returns the id of a database, generating it at the first call.
fn database_id(connection: &Connection) -> Result<String, StoreError> {
    const NAME: &str = "database_id";
    connection.execute(
        "INSERT INTO settings VALUES (?1, ?2) ON CONFLICT DO NOTHING",
        [NAME, &uuid::Uuid::new_v4().to_string()],
    )?;
    Ok(connection.query_row("SELECT value FROM settings WHERE name = ?1", [NAME], |row| row.get(0))?)
}

fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done: u32 = tx.pragma_query_value(None, "user_version", |row| row.get(0))?;
    let wanted = (1_u32..).zip(MIGRATIONS);
    if wanted.clone().all(|(version, _)| version < done) {
        return Err(StoreError::Newer);
    }
    for (version, migration) in wanted.filter(|(version, _)| *version > done) {
        tx.execute_batch(migration)?;
        tx.pragma_update(None, "user_version", version)?;
    }
    tx.commit()?;
    Ok(())
}
