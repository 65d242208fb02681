//! The table of cases.

use crate::clock::Instant;
use crate::config::{Config, IssueKeys};
use crate::error::ApiError;
use crate::prose;
use casegate::Product;
use casegate::lifecycle::{CancellationBlock, CaseState, Closing, cancellation};
use casegate::tokens::CancellationReason;
use casegate::usd::Usd;
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// A stored case.
#[derive(Debug, Clone)]
pub(crate) struct StoredCase {
    pub(crate) id: i64,
    pub(crate) organization: i64,
    pub(crate) product: Product,
    pub(crate) payload: String,
    pub(crate) life: CaseState,
    key: String,
    key_from: Instant,
    pub(crate) token_name: String,
    /// The operator's decision on canceling.
    pub(crate) eligibility: Option<CancellationReason>,
    pub(crate) fee: Usd,
    /// The published `results_data`.
    pub(crate) results: Option<String>,
    pub(crate) published_at: Option<Instant>,
    pub(crate) closed_at: Option<Instant>,
    pub(crate) created_at: Instant,
    pub(crate) updated_at: Instant,
}

/// The `source` of cases through this interface. It is the default of the list
/// (`EP-list-source-default`).
pub(crate) const OWN_SOURCE: &str = "api";

/// A case to create.
pub(crate) struct NewCase<'c> {
    pub(crate) organization: i64,
    pub(crate) product: Product,
    /// `api`, or another intake channel.
    pub(crate) source: &'c str,
    pub(crate) payload: &'c str,
    pub(crate) token_name: &'c str,
}

const COLUMNS: &str = "id, organization, product, payload, life, issue_key, key_from, token_name, eligibility, \
                       fee_cents, results, published_at, closed_at, created_at, updated_at";

/// The database contains a word that the library does not know.
#[derive(Debug, thiserror::Error)]
#[error("a word that the library does not know")]
pub(super) struct UnknownWord;

impl StoredCase {
    /// Inserts a case. Without a number, the database counts.
    pub(crate) fn create(
        tx: &Transaction<'_>,
        config: &Config,
        number: Option<i64>,
        new: &NewCase<'_>,
        life: &CaseState,
        now: Instant,
    ) -> Result<StoredCase, ApiError> {
        tx.execute(
            "INSERT INTO cases (organization, source, product, payload, life, state, is_test, issue_key, key_from,
                                token_name, fee_cents, created_at, updated_at, id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, '', ?8, ?9, ?10, ?11, ?11, ?12)",
            params![
                new.organization,
                new.source,
                new.product.case_type(),
                new.payload,
                serde_json::to_string(life)?,
                life.state().name(),
                life.is_test(),
                now.plus_seconds(config.issue_keys.after_seconds.unwrap_or(IssueKeys::SECONDS).into()),
                new.token_name,
                cents(config.cancellation_fee_usd),
                now,
                number,
            ],
        )?;
        let id = tx.last_insert_rowid();
        tx.execute(
            "UPDATE cases SET issue_key = ?2 WHERE id = ?1",
            params![id, format!("{}-{id}", config.issue_keys.prefix)],
        )?;
        StoredCase::of_id(tx, id)?.ok_or_else(|| (&prose::UNKNOWN_CASE).into())
    }

    /// Returns the case with a number.
    pub(crate) fn of_id(tx: &Transaction<'_>, id: i64) -> Result<Option<StoredCase>, ApiError> {
        let mut query = tx.prepare_cached(&format!("SELECT {COLUMNS} FROM cases WHERE id = ?1"))?;
        query.query_row([id], |row| Ok(read(row))).optional()?.transpose()
    }

    /// Returns an organization's case with a reference (`AUTH-org-scope`), after it has received
    /// that reference.
    pub(crate) fn of_key(
        tx: &Transaction<'_>,
        organization: i64,
        key: &str,
        now: Instant,
    ) -> Result<StoredCase, ApiError> {
        let sql = format!("SELECT {COLUMNS} FROM cases WHERE issue_key = ?1 AND organization = ?2 AND key_from <= ?3");
        let mut query = tx.prepare_cached(&sql)?;
        let case = query.query_row(params![key, organization, now], |row| Ok(read(row))).optional()?.transpose()?;
        case.ok_or_else(|| (&prose::UNKNOWN_REFERENCE).into())
    }

    /// Writes the members that can change.
    pub(crate) fn save(&mut self, tx: &Transaction<'_>, now: Instant) -> Result<(), ApiError> {
        self.updated_at = now;
        let mut update = tx.prepare_cached(
            "UPDATE cases SET life = ?2, state = ?3, eligibility = ?4, fee_cents = ?5, results = ?6, published_at = ?7,
                              closed_at = ?8, updated_at = ?9, key_from = ?10
             WHERE id = ?1",
        )?;
        update.execute(params![
            self.id,
            serde_json::to_string(&self.life)?,
            self.life.state().name(),
            self.eligibility.map(CancellationReason::name),
            cents(self.fee),
            self.results,
            self.published_at,
            self.closed_at,
            self.updated_at,
            self.key_from,
        ])?;
        Ok(())
    }

    /// Gives the case its reference, if it has none yet.
    pub(crate) fn assign_key(&mut self) {
        self.key_from = Instant(0);
    }

    /// Makes assigned references permanent, whatever the clock shows later.
    pub(crate) fn keep_keys(tx: &Transaction<'_>, now: Instant) -> Result<(), ApiError> {
        tx.execute("UPDATE cases SET key_from = 0 WHERE key_from BETWEEN 1 AND ?1", [now])?;
        Ok(())
    }

    /// Returns the latest time at which a case was created or changed; `None` without a case.
    pub(crate) fn newest(tx: &Transaction<'_>) -> Result<Option<Instant>, ApiError> {
        Ok(tx.query_row("SELECT max(max(created_at, updated_at)) FROM cases", [], |row| row.get(0))?)
    }

    /// Returns the reference, after it is assigned.
    pub(crate) fn issue_key(&self, now: Instant) -> Option<&str> {
        (self.key_from <= now).then_some(self.key.as_str())
    }

    /// Returns `true` if a cancellation closed the case.
    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self.life.closing(), Some(Closing::Cancellation { .. }))
    }

    /// Returns when the current results were published; `None` for a canceled case.
    pub(crate) fn completed_at(&self) -> Option<Instant> {
        self.published_at.filter(|_| !self.is_cancelled())
    }

    /// Returns the cancellation block.
    pub(crate) fn cancellation(&self) -> CancellationBlock {
        cancellation(&self.life, self.eligibility, Some(self.fee))
    }
}

/// Amounts fit, because they are read from decimal strings of a setting or an offer.
pub(crate) fn cents(amount: Usd) -> i64 {
    i64::try_from(amount.cents()).unwrap_or(i64::MAX)
}

pub(crate) fn usd(cents: i64) -> Usd {
    Usd::from_cents(u64::try_from(cents).unwrap_or_default())
}

fn read(row: &Row<'_>) -> Result<StoredCase, ApiError> {
    let unknown = || ApiError::Broken("what the database holds", Box::new(UnknownWord));
    let product: String = row.get(2)?;
    let life: String = row.get(4)?;
    let eligibility: Option<String> = row.get(8)?;
    let eligibility = eligibility.map(|word| CancellationReason::from_name(&word).ok_or_else(unknown)).transpose()?;
    Ok(StoredCase {
        id: row.get(0)?,
        organization: row.get(1)?,
        product: Product::from_case_type(&product).ok_or_else(unknown)?,
        payload: row.get(3)?,
        life: serde_json::from_str(&life)?,
        key: row.get(5)?,
        key_from: row.get(6)?,
        token_name: row.get(7)?,
        eligibility,
        fee: usd(row.get(9)?),
        results: row.get(10)?,
        published_at: row.get(11)?,
        closed_at: row.get(12)?,
        created_at: row.get(13)?,
        updated_at: row.get(14)?,
    })
}
