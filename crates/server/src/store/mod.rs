//! The database: one `SQLite` file in the data folder, one connection, a transaction for each change.
//!
//! What was answered is on disk: a commit waits for the disk (WAL with `synchronous = FULL`).

mod cases;
mod files;
mod lists;
mod organizations;
pub(crate) mod settings;
mod tickets;
pub(crate) mod tokens;

pub(crate) use cases::{NewCase, OWN_SOURCE, StoredCase, cents, usd};
pub(crate) use files::{StoredFile, Upload};
pub(crate) use lists::ListedCase;
pub(crate) use organizations::StoredOrganization;
pub(crate) use tickets::{StoredTicket, TicketUpload};
pub(crate) use tokens::{Bearer, make_token};

use crate::fault::Fault;
use rusqlite::{Connection, ErrorCode, Transaction, TransactionBehavior};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

/// Each version's changes, from the first on; the database's `user_version` says how many it has.
const MIGRATIONS: [&str; 1] = [include_str!("schema.sql")];

pub(crate) struct Store {
    connection: Mutex<Connection>,
    folder: PathBuf,
}

/// Why the data folder cannot be used.
#[derive(Debug, thiserror::Error)]
pub(crate) enum StoreError {
    #[error("the data folder cannot be made or written: {0}")]
    Folder(#[from] std::io::Error),
    #[error("another stand-in uses the data folder")]
    InUse,
    #[error("the database was written by a newer version")]
    Newer,
    #[error("the database is none of the stand-in's")]
    Foreign,
    #[error("the database cannot be opened: {0}")]
    Database(rusqlite::Error),
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> StoreError {
        match (&error, error.sqlite_error_code()) {
            (_, Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked)) => StoreError::InUse,
            // The schema does not fit what is there.
            (rusqlite::Error::SqlInputError { .. } | rusqlite::Error::IntegralValueOutOfRange(..), _) => {
                StoreError::Foreign
            }
            _ => StoreError::Database(error),
        }
    }
}

impl Store {
    /// Opens the database of a folder, which is made where it is missing, and brings it up to date.
    pub(crate) fn open(folder: &Path) -> Result<Store, StoreError> {
        std::fs::create_dir_all(folder.join("files"))?;
        let mut connection = Connection::open(folder.join("casegate.sqlite3"))?;
        // No second process writes: it would answer from a picture of its own. The first does not end soon.
        connection.busy_timeout(Duration::ZERO)?;
        connection.pragma_update(None, "locking_mode", "EXCLUSIVE")?;
        connection.pragma_update(None, "journal_mode", "WAL")?;
        connection.pragma_update(None, "synchronous", "FULL")?;
        connection.pragma_update(None, "foreign_keys", true)?;
        migrate(&mut connection)?;
        Ok(Store { connection: Mutex::new(connection), folder: folder.to_owned() })
    }

    /// Carries out a change in one transaction; where it fails nothing has changed.
    pub(crate) fn change<T>(&self, change: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        // A panic in a change rolls its transaction back, so that the connection is sound.
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        let tx = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
        let done = change(&tx)?;
        tx.commit()?;
        Ok(done)
    }

    /// Reads in one transaction, of which nothing is kept.
    pub(crate) fn read<T>(&self, read: impl FnOnce(&Transaction<'_>) -> Result<T, Fault>) -> Result<T, Fault> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        read(&connection.transaction()?)
    }
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
