//! Cases in lists, without long members, so that a page of a thousand stays small.

use super::cases::UnknownWord;
use crate::clock::Instant;
use crate::error::ApiError;
use casegate::Product;
use casegate::tokens::State;
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// A case in a list.
#[derive(Debug)]
pub(crate) struct ListedCase {
    pub(crate) id: i64,
    /// The organization's name.
    pub(crate) organization: String,
    pub(crate) product: Product,
    pub(crate) source: String,
    pub(crate) state: State,
    pub(crate) is_test: bool,
    /// The reference, after it is assigned.
    pub(crate) issue_key: Option<String>,
    pub(crate) created_at: Instant,
    pub(crate) updated_at: Instant,
}

const SELECT: &str = "
    SELECT id, (SELECT name FROM organizations WHERE organizations.id = organization), product, source, state, is_test,
           iif(key_from <= ?1, issue_key, NULL), created_at, updated_at
    FROM cases";

impl ListedCase {
    /// Returns a page of cases with numbers below `before`, of an organization or of all, newest
    /// first.
    pub(crate) fn page(
        tx: &Transaction<'_>,
        organization: Option<i64>,
        source: Option<&str>,
        before: Option<i64>,
        size: u32,
        now: Instant,
    ) -> Result<Vec<ListedCase>, ApiError> {
        let mut query = tx.prepare_cached(&page_query(organization.is_some(), source.is_some()))?;
        let before = before.unwrap_or(i64::MAX);
        let rows = query.query_map(params![now, organization, source, before, size], |row| Ok(read(row)))?;
        rows.map(|row| row?).collect()
    }

    /// Returns the case with a number.
    pub(crate) fn of_id(tx: &Transaction<'_>, id: i64, now: Instant) -> Result<Option<ListedCase>, ApiError> {
        let mut query = tx.prepare_cached(&format!("{SELECT} WHERE id = ?2"))?;
        query.query_row(params![now, id], |row| Ok(read(row))).optional()?.transpose()
    }
}

/// Returns the query of a page. Each filter has a query of its own, because an index is useless for a
/// condition that may mean either.
fn page_query(of_organization: bool, of_source: bool) -> String {
    let organization = if of_organization { "organization = ?2" } else { "?2 IS NULL" };
    let source = if of_source { "source = ?3" } else { "?3 IS NULL" };
    format!("{SELECT} WHERE {organization} AND {source} AND id < ?4 ORDER BY id DESC LIMIT ?5")
}

fn read(row: &Row<'_>) -> Result<ListedCase, ApiError> {
    let unknown = || ApiError::Broken("what the database holds", Box::new(UnknownWord));
    let (product, state): (String, String) = (row.get(2)?, row.get(4)?);
    Ok(ListedCase {
        id: row.get(0)?,
        organization: row.get(1)?,
        product: Product::from_case_type(&product).ok_or_else(unknown)?,
        source: row.get(3)?,
        state: State::from_name(&state).ok_or_else(unknown)?,
        is_test: row.get(5)?,
        issue_key: row.get(6)?,
        created_at: row.get(7)?,
        updated_at: row.get(8)?,
    })
}

#[cfg(test)]
mod tests {
    use super::page_query;
    use crate::store::Store;

    #[test]
    fn every_page_is_read_along_an_index() {
        let folder = std::env::temp_dir().join(format!("casegate-lists-{}", std::process::id()));
        let store = Store::open(&folder, false).expect("a database");
        for (of_organization, of_source, index) in [
            (false, false, "SEARCH cases USING INTEGER PRIMARY KEY (rowid<?)"),
            (true, false, "SEARCH cases USING INDEX cases_of_organization (organization=? AND id<?)"),
            (true, true, "SEARCH cases USING INDEX cases_of_source (organization=? AND source=? AND id<?)"),
        ] {
            let plan = store.read(|tx| {
                let mut query =
                    tx.prepare(&format!("EXPLAIN QUERY PLAN {}", page_query(of_organization, of_source)))?;
                let rows = query.query_map([0, 0, 0, 0, 0], |row| row.get(3))?;
                Ok(rows.collect::<Result<Vec<String>, _>>()?)
            });
            let plan = plan.expect("a plan");
            assert_eq!(plan[0], index);
            assert!(!plan.iter().any(|step| step.contains("SCAN") || step.contains("B-TREE")), "{plan:?}");
        }
        let _ = std::fs::remove_dir_all(folder);
    }
}
