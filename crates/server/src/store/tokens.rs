//! Organizations and their tokens. The database stores the hash of a token, never the token.

use crate::clock::Instant;
use crate::config::Organization;
use crate::error::ApiError;
use casegate::context::Credential;
use rusqlite::{OptionalExtension, Transaction, params};
use serde::Serialize;

/// The caller of a request.
#[derive(Debug, Clone)]
pub(crate) struct Bearer {
    pub(crate) token: i64,
    pub(crate) organization: i64,
    pub(crate) kind: Credential,
    pub(crate) organization_name: String,
    /// The token's name. It names the requester of a case that names none.
    pub(crate) name: String,
    pub(crate) financing_enrolled: bool,
}

/// Returns twenty random bytes in hexadecimal.
pub(crate) fn make_token() -> Result<String, ApiError> {
    let mut bytes = [0_u8; 20];
    getrandom::fill(&mut bytes).map_err(|error| ApiError::Broken("randomness", Box::new(error)))?;
    Ok(hex(&bytes))
}

/// Returns bytes in hexadecimal.
pub(crate) fn hex(bytes: &[u8]) -> String {
    use std::fmt::Write;
    bytes.iter().fold(String::new(), |mut text, byte| {
        // Writing to a string cannot fail.
        let _ = write!(text, "{byte:02x}");
        text
    })
}

fn hash(token: &str) -> [u8; 32] {
    hmac_sha256::Hash::hash(token.as_bytes())
}

/// Compares two secrets. Every byte of their hashes is compared, so that the time reveals nothing.
pub(crate) fn is_same(given: &str, own: &str) -> bool {
    let pairs = hash(given).into_iter().zip(hash(own));
    pairs.fold(0, |all, (given, own)| all | (given ^ own)) == 0
}

impl Bearer {
    /// Returns the owner of a token; `None` if it is unknown or revoked.
    pub(crate) fn of(tx: &Transaction<'_>, token: &str) -> Result<Option<Bearer>, ApiError> {
        let mut query = tx.prepare_cached(
            "SELECT tokens.id, organization, kind, tokens.name, financing_enrolled, organizations.name
             FROM tokens JOIN organizations ON organizations.id = organization
             WHERE hash = ?1 AND revoked_at IS NULL",
        )?;
        let bearer = query.query_row([hash(token)], |row| {
            let kind: String = row.get(2)?;
            let kind = if kind == Credential::Master.name() { Credential::Master } else { Credential::User };
            Ok(Bearer {
                token: row.get(0)?,
                organization: row.get(1)?,
                kind,
                name: row.get(3)?,
                financing_enrolled: row.get(4)?,
                organization_name: row.get(5)?,
            })
        });
        Ok(bearer.optional()?)
    }

    /// Creates a token with a name for an organization.
    pub(crate) fn issue(
        tx: &Transaction<'_>,
        organization: i64,
        kind: Credential,
        name: &str,
        now: Instant,
    ) -> Result<String, ApiError> {
        let token = make_token()?;
        keep(tx, organization, kind, name, &token, now)?;
        Ok(token)
    }

    /// Revokes a token, also a revoked one. Returns `true` if it exists. Its cases remain.
    pub(crate) fn revoke(tx: &Transaction<'_>, token: i64, now: Instant) -> Result<bool, ApiError> {
        let ended = "UPDATE tokens SET revoked_at = ?2 WHERE id = ?1 AND revoked_at IS NULL";
        if tx.execute(ended, params![token, now])? == 0 {
            return Ok(tx.query_row("SELECT EXISTS (SELECT 1 FROM tokens WHERE id = ?1)", [token], |row| row.get(0))?);
        }
        // A generated master token is not printed any more: the next start generates another one.
        tx.execute(
            "UPDATE organizations SET made_master_token = NULL
             WHERE id = (SELECT organization FROM tokens WHERE id = ?1 AND kind = 'master')",
            [token],
        )?;
        Ok(true)
    }
}

/// Creates this user token of an organization if it is missing.
pub(crate) fn establish_user(
    tx: &Transaction<'_>,
    organization: i64,
    name: &str,
    token: &str,
    now: Instant,
) -> Result<(), ApiError> {
    if Bearer::of(tx, token)?.is_some_and(|bearer| bearer.organization == organization) {
        return Ok(());
    }
    tx.execute("DELETE FROM tokens WHERE hash = ?1", [hash(token)])?;
    keep(tx, organization, Credential::User, name, token, now)
}

/// Creates a master token for an organization.
pub(crate) fn issue_master(
    tx: &Transaction<'_>,
    organization: i64,
    name: &str,
    now: Instant,
) -> Result<String, ApiError> {
    Bearer::issue(tx, organization, Credential::Master, &master_name(name), now)
}

/// Returns the name of an organization's master token.
fn master_name(organization: &str) -> String {
    format!("{organization} (master)")
}

/// A token in answers of the operator's API.
#[derive(Debug, Serialize)]
pub(crate) struct TokenTold {
    id: i64,
    /// The organization's name.
    organization: String,
    kind: String,
    name: String,
    created_at: Instant,
    revoked_at: Option<Instant>,
}

/// Returns all tokens, oldest first.
pub(crate) fn all(tx: &Transaction<'_>) -> Result<Vec<TokenTold>, ApiError> {
    let mut query = tx.prepare_cached(
        "SELECT tokens.id, organizations.name, kind, tokens.name, created_at, revoked_at
         FROM tokens JOIN organizations ON organizations.id = organization ORDER BY tokens.id",
    )?;
    let tokens = query.query_map([], |row| {
        Ok(TokenTold {
            id: row.get(0)?,
            organization: row.get(1)?,
            kind: row.get(2)?,
            name: row.get(3)?,
            created_at: row.get(4)?,
            revoked_at: row.get(5)?,
        })
    })?;
    Ok(tokens.collect::<Result<_, _>>()?)
}

fn keep(
    tx: &Transaction<'_>,
    organization: i64,
    kind: Credential,
    name: &str,
    token: &str,
    now: Instant,
) -> Result<(), ApiError> {
    tx.execute(
        "INSERT INTO tokens (organization, kind, name, hash, created_at) VALUES (?1, ?2, ?3, ?4, ?5)",
        params![organization, kind.name(), name, hash(token), now],
    )?;
    Ok(())
}

/// Applies an organization of the settings to the database. Returns its master token if it was
/// generated.
pub(crate) fn establish(
    tx: &Transaction<'_>,
    organization: &Organization,
    now: Instant,
) -> Result<Option<String>, ApiError> {
    tx.execute(
        "INSERT INTO organizations (name, financing_enrolled) VALUES (?1, ?2)
         ON CONFLICT (name) DO UPDATE SET financing_enrolled = ?2",
        params![organization.name, organization.financing_enrolled],
    )?;
    let (id, made): (i64, Option<String>) =
        tx.query_row("SELECT id, made_master_token FROM organizations WHERE name = ?1", [&organization.name], |row| {
            Ok((row.get(0)?, row.get(1)?))
        })?;
    let name = master_name(&organization.name);
    match (&organization.master_token, made) {
        (Some(given), made) => {
            let is_known: Option<i64> = tx
                .query_row(
                    "SELECT organization FROM tokens WHERE hash = ?1 AND revoked_at IS NULL",
                    [hash(given)],
                    |row| row.get(0),
                )
                .optional()?;
            if is_known != Some(id) || made.is_some() {
                // A new master token revokes the previous one.
                tx.execute(
                    "UPDATE tokens SET revoked_at = ?2 WHERE organization = ?1 AND kind = 'master' AND revoked_at IS NULL",
                    params![id, now],
                )?;
                tx.execute("DELETE FROM tokens WHERE hash = ?1", [hash(given)])?;
                tx.execute("UPDATE organizations SET made_master_token = NULL WHERE id = ?1", [id])?;
                keep(tx, id, Credential::Master, &name, given, now)?;
            }
            Ok(None)
        }
        (None, Some(made)) => Ok(Some(made)),
        (None, None) => {
            let made = issue_master(tx, id, &organization.name, now)?;
            tx.execute("UPDATE organizations SET made_master_token = ?2 WHERE id = ?1", params![id, made])?;
            Ok(Some(made))
        }
    }
}
