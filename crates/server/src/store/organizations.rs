//! The table of organizations.

use crate::error::ApiError;
use crate::prose;
use rusqlite::{OptionalExtension, Row, Transaction};
use serde::Serialize;

/// A stored law firm.
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
    /// Returns all organizations, oldest first.
    pub(crate) fn all(tx: &Transaction<'_>) -> Result<Vec<StoredOrganization>, ApiError> {
        let mut query = tx.prepare_cached(&format!("SELECT {COLUMNS} FROM organizations ORDER BY id"))?;
        let rows = query.query_map([], read)?;
        Ok(rows.collect::<Result<_, _>>()?)
    }

    /// Returns the organization with an id or a name; without either, the first one.
    pub(crate) fn find(tx: &Transaction<'_>, given: Option<&str>) -> Result<StoredOrganization, ApiError> {
        // A name that consists of digits is found unless it is another one's id.
        let sql = format!(
            "SELECT {COLUMNS} FROM organizations WHERE ?1 IS NULL OR CAST(id AS TEXT) = ?1 OR name = ?1
             ORDER BY CAST(id AS TEXT) = ?1 DESC, id LIMIT 1"
        );
        let found = tx.prepare_cached(&sql)?.query_row([given], read).optional()?;
        found.ok_or_else(|| (&prose::UNKNOWN_ORGANIZATION).into())
    }

    /// Returns the name of an organization.
    pub(crate) fn name_of(tx: &Transaction<'_>, id: i64) -> Result<String, ApiError> {
        let mut query = tx.prepare_cached("SELECT name FROM organizations WHERE id = ?1")?;
        Ok(query.query_row([id], |row| row.get(0))?)
    }

    /// Returns `true` if an organization has the name.
    pub(crate) fn exists(tx: &Transaction<'_>, name: &str) -> Result<bool, ApiError> {
        let sql = "SELECT EXISTS (SELECT 1 FROM organizations WHERE name = ?1)";
        Ok(tx.query_row(sql, [name], |row| row.get(0))?)
    }

    /// Creates an organization; `None` if the name exists.
    pub(crate) fn create(tx: &Transaction<'_>, name: &str) -> Result<Option<i64>, ApiError> {
        let made = tx.execute("INSERT INTO organizations (name) VALUES (?1) ON CONFLICT DO NOTHING", [name])?;
        Ok((made > 0).then(|| tx.last_insert_rowid()))
    }
}
