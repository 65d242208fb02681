//! Tickets of the legacy flow, and their uploads.

use crate::clock::Instant;
use crate::error::ApiError;
use crate::prose;
use casegate::Product;
use casegate::json::Document;
use rusqlite::{OptionalExtension, Row, Transaction, params};

/// A stored ticket.
#[derive(Debug, Clone)]
pub(crate) struct StoredTicket {
    pub(crate) id: i64,
    pub(crate) organization: i64,
    pub(crate) product: Product,
    pub(crate) payload: String,
    pub(crate) token_name: String,
    /// The resulting case.
    pub(crate) case_id: Option<i64>,
    pub(crate) created_at: Instant,
    pub(crate) updated_at: Instant,
}

/// A file of a ticket.
pub(crate) struct TicketUpload {
    /// A label that the ticket declared.
    pub(crate) label: String,
    pub(crate) file_id: String,
    pub(crate) filename: String,
    pub(crate) size: u64,
}

impl StoredTicket {
    /// Inserts a ticket, and returns its number.
    pub(crate) fn create(
        tx: &Transaction<'_>,
        number: Option<i64>,
        organization: i64,
        product: Product,
        payload: &str,
        token_name: &str,
        now: Instant,
    ) -> Result<StoredTicket, ApiError> {
        tx.execute(
            "INSERT INTO tickets (organization, product, payload, token_name, created_at, updated_at, id)
             VALUES (?1, ?2, ?3, ?4, ?5, ?5, ?6)",
            params![organization, product.case_type(), payload, token_name, now, number],
        )?;
        let (id, payload, token_name) = (tx.last_insert_rowid(), payload.to_owned(), token_name.to_owned());
        let case_id = None;
        Ok(StoredTicket { id, organization, product, payload, token_name, case_id, created_at: now, updated_at: now })
    }

    /// Returns an organization's ticket with the number from a path.
    pub(crate) fn of(tx: &Transaction<'_>, organization: i64, id: &str) -> Result<StoredTicket, ApiError> {
        let sql = "SELECT id, organization, product, payload, token_name, case_id, created_at, updated_at
                   FROM tickets WHERE id = ?1 AND organization = ?2";
        let ticket = match id.parse::<i64>() {
            Ok(id) => tx.query_row(sql, params![id, organization], read).optional()?,
            Err(_) => None,
        };
        ticket.ok_or_else(|| (&prose::UNKNOWN_TICKET).into())
    }

    /// Returns its case, as sent.
    pub(crate) fn fields(&self) -> Document {
        // The payload was accepted, so it can be read.
        Document::read(&self.payload).unwrap_or(Document::Null)
    }

    /// Returns the declared labels.
    pub(crate) fn declared(&self) -> Vec<String> {
        let fields = self.fields();
        let declared = fields.get("files_to_upload").and_then(Document::as_list).unwrap_or_default();
        declared.iter().filter_map(Document::as_str).map(str::to_owned).collect()
    }

    /// Returns the uploads.
    pub(crate) fn uploads(&self, tx: &Transaction<'_>) -> Result<Vec<TicketUpload>, ApiError> {
        let mut query =
            tx.prepare_cached("SELECT label, file_id, filename, size FROM uploads WHERE ticket = ?1 ORDER BY rowid")?;
        let uploads = query.query_map([self.id], |row| {
            let size = row.get::<_, i64>(3)?.unsigned_abs();
            Ok(TicketUpload { label: row.get(0)?, file_id: row.get(1)?, filename: row.get(2)?, size })
        })?;
        Ok(uploads.collect::<Result<_, _>>()?)
    }

    /// Stores an upload. Returns the id of the file that it replaces, which is deleted later and
    /// recorded until then.
    pub(crate) fn take(
        &mut self,
        tx: &Transaction<'_>,
        upload: &TicketUpload,
        now: Instant,
    ) -> Result<Option<String>, ApiError> {
        let replaced: Option<String> = tx
            .query_row(
                "DELETE FROM uploads WHERE ticket = ?1 AND label = ?2 RETURNING file_id",
                params![self.id, upload.label],
                |row| row.get(0),
            )
            .optional()?;
        tx.execute("INSERT INTO replaced SELECT ?1 WHERE ?1 IS NOT NULL", [&replaced])?;
        let size = i64::try_from(upload.size).unwrap_or(i64::MAX);
        tx.execute(
            "INSERT INTO uploads (ticket, label, file_id, filename, size) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![self.id, upload.label, upload.file_id, upload.filename, size],
        )?;
        self.touch(tx, now)?;
        Ok(replaced)
    }

    /// Marks the ticket as a case, which owns its files now.
    pub(crate) fn become_case(&mut self, tx: &Transaction<'_>, case: i64, now: Instant) -> Result<(), ApiError> {
        tx.execute("DELETE FROM uploads WHERE ticket = ?1", [self.id])?;
        self.case_id = Some(case);
        self.touch(tx, now)
    }

    fn touch(&mut self, tx: &Transaction<'_>, now: Instant) -> Result<(), ApiError> {
        self.updated_at = now;
        tx.execute(
            "UPDATE tickets SET case_id = ?2, updated_at = ?3 WHERE id = ?1",
            params![self.id, self.case_id, now],
        )?;
        Ok(())
    }
}

fn read(row: &Row<'_>) -> rusqlite::Result<StoredTicket> {
    let product: String = row.get(2)?;
    Ok(StoredTicket {
        id: row.get(0)?,
        organization: row.get(1)?,
        product: Product::from_case_type(&product).ok_or(rusqlite::Error::InvalidQuery)?,
        payload: row.get(3)?,
        token_name: row.get(4)?,
        case_id: row.get(5)?,
        created_at: row.get(6)?,
        updated_at: row.get(7)?,
    })
}
