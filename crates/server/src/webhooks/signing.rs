//! Signatures of Standard Webhooks. The specification publishes none; these are the stand-in's own.

use crate::error::ApiError;
use crate::hook::PREFIX;
use crate::random::{Owner, Random};
use rusqlite::Transaction;
use standardwebhooks::{Webhook, WebhookError};

/// Returns a secret of 32 bytes.
pub(crate) fn make_secret(tx: &Transaction<'_>, random: &Random, organization: i64) -> Result<String, ApiError> {
    let key = random.bytes::<32>(tx, Owner::Organization(organization))?.to_vec();
    // The signature by a random key is random, has 32 bytes, and is in Base64.
    let signed = Webhook::from_bytes(key).and_then(|key| key.sign("", 0, b""));
    let signed = signed.map_err(|error| ApiError::Broken("a signature", Box::new(error)))?;
    Ok(format!("{PREFIX}{}", signed.trim_start_matches("v1,")))
}

/// Returns the header of signatures: one for each secret, so that both verify during a rotation.
/// `None` without a secret.
pub(super) fn signatures(
    secrets: &[String],
    event_id: &str,
    timestamp: i64,
    body: &str,
) -> Result<Option<String>, WebhookError> {
    if secrets.is_empty() {
        return Ok(None);
    }
    let sign = |secret: &String| Webhook::new(secret)?.sign(event_id, timestamp, body.as_bytes());
    let signed = secrets.iter().map(sign).collect::<Result<Vec<_>, _>>()?;
    Ok(Some(signed.join(" ")))
}
