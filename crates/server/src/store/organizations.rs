//! Organizations.

use crate::error::ApiError;
use crate::prose;
use rusqlite::{OptionalExtension, Row, Transaction};
use serde::Serialize;

/// A law firm as it is kept.
#[derive(Debug, Clone, Serialize)]
pub(crate) struct StoredOrganization {
    pub(crate) id: i64,
    pub(crate) name: String,
    #[serde(skip)]
    pub(crate) financing_enrolled: bool,
}

const COLUMNS: &str = "id, name, financing_enrolled";

fn read(row: &Row<'_>) -> rusqlite::Result<StoredOrganization> {
    Ok(StoredOrganization { id: row.get(0)?, name: row.get(1)?, financing_enrolled: row.get(2)? })
}

impl StoredOrganization {
    /// All of them, the first first.
    pub(crate) fn all(tx: &Transaction<'_>) -> Result<Vec<StoredOrganization>, ApiError> {
        let mut query = tx.prepare_cached(&format!("SELECT {COLUMNS} FROM organizations ORDER BY id"))?;
        let rows = query.query_map([], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// The one of an id or a name; the first where nothing is given.
    pub(crate) fn find(tx: &Transaction<'_>, given: Option<&str>) -> Result<StoredOrganization, ApiError> {
        // A name of digits is found by itself where no id is the same.
        let sql = format!(
            "SELECT {COLUMNS} FROM organizations WHERE ?1 IS NULL OR CAST(id AS TEXT) = ?1 OR name = ?1
             ORDER BY CAST(id AS TEXT) = ?1 DESC, id LIMIT 1"
        );
        let found = tx.prepare_cached(&sql)?.query_row([given], read).optional()?;
        found.ok_or_else(|| (&prose::UNKNOWN_ORGANIZATION).into())
    }

    /// Makes one of a name; none where there is one already.
    pub(crate) fn create(tx: &Transaction<'_>, name: &str) -> Result<Option<i64>, ApiError> {
        let made = tx.execute("INSERT INTO organizations (name) VALUES (?1) ON CONFLICT DO NOTHING", [name])?;
        Ok((made > 0).then(|| tx.last_insert_rowid()))
    }
}
