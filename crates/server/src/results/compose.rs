//! `results_data` of the results endpoint, composed at each request, so that it is never outdated.

use super::upgrade::{Upgrade, named};
use crate::app::App;
use crate::clock::Instant;
use crate::error::{ApiError, in_member};
use crate::prose;
use crate::store::StoredCase;
use crate::store::tokens::hex;
use crate::transition::carry_out;
use crate::webhooks::outbox::EventDetails;
use casegate::context::Limits;
use casegate::json::{Document, Members};
use casegate::lifecycle::{CaseState, Closing, Trigger};
use casegate::results::normalize_results;
use casegate::tokens::{CancellationReason, EventType, ResultsCaseType};
use casegate::{Context, Issue};
use rusqlite::Transaction;
use std::collections::HashSet;

/// The outcome of publishing results.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) events: Vec<EventType>,
    /// The library's notes on the results.
    pub(crate) notes: Vec<Issue>,
}

/// Publishes results for the first time or again. Fires `case.results_ready` if they differ (D30).
/// Results of the other product are refused.
pub(crate) fn publish(
    tx: &Transaction<'_>,
    app: &App,
    case: &mut StoredCase,
    results_data: &str,
) -> Result<Published, ApiError> {
    let read = normalize_results(results_data, &app.context()?);
    if read.normalized.as_object().is_none() {
        return Err(prose::UNREADABLE_RESULTS
            .problem()
            .issues_at(read.notes, |at| Some(in_member(Some("results_data"), at)))
            .into());
    }
    let case_type = read.normalized.get("case_type").and_then(Document::as_str).and_then(ResultsCaseType::from_name);
    let other = case_type.filter(|word| ![ResultsCaseType::Unknown, case.product.into()].contains(word));
    if other.is_some() {
        let own = ResultsCaseType::from(case.product).name();
        return Err(prose::OTHER_PRODUCT.with(&[own]).into());
    }
    case.results = Some(read.normalized.to_string());
    let digest = composed(tx, app, case)?.map(|results| digest(&results)).unwrap_or_default();
    republished(case, &digest, app.now());
    let events = carry_out(tx, app, case, &Trigger::PublishResults { digest }, &EventDetails::default())?;
    Ok(Published { events, notes: read.notes })
}

/// The completion of equal results is that of their first publication.
pub(super) fn republished(case: &mut StoredCase, digest: &str, now: Instant) {
    if case.life.published_digest() != Some(digest) {
        case.published_at = Some(now);
    }
}

/// Returns a digest of results; equal results have equal digests.
pub(super) fn digest(results: &Document) -> String {
    hex(&hmac_sha256::Hash::hash(results.to_string().as_bytes()))
}

/// Returns `results_data` of the results endpoint; `None` before there are results. A canceled
/// case always has some, and a delivered one keeps its own.
pub(crate) fn composed(tx: &Transaction<'_>, app: &App, case: &StoredCase) -> Result<Option<Document>, ApiError> {
    composed_for(tx, app, case, &case.life)
}

/// Returns the same for another state of the case.
pub(super) fn composed_for(
    tx: &Transaction<'_>,
    app: &App,
    case: &StoredCase,
    life: &CaseState,
) -> Result<Option<Document>, ApiError> {
    let mut members = match (life.closing(), &case.results) {
        (Some(Closing::Cancellation { reason, eligibility, fee_usd, .. }), _) => {
            let fee = fee_usd.filter(|_| !is_free_tier(*eligibility)).map(|fee| fee.to_string());
            cancelled(case, fee.as_deref(), reason.as_deref())
        }
        (_, None) => return Ok(None),
        (_, Some(published)) => match Document::read(published) {
            Ok(Document::Object(members)) => with_upgrades(members, &Upgrade::of_case(tx, case.id, life)?)?,
            _ => return Err(ApiError::Broken("what the database holds", Box::new(NotKept))),
        },
    };
    // The product supplies a missing case type.
    if members.get("case_type").is_none_or(Document::is_null) {
        members.insert("case_type", Document::from(ResultsCaseType::from(case.product).name()));
    }
    let text = Document::Object(members).to_string();
    Ok(Some(normalize_results(&text, &unlimited(app.context()?)).normalized))
}

/// Stored results are always an object.
#[derive(Debug, thiserror::Error)]
#[error("results must be an object")]
struct NotKept;

/// Each part was within the limits when it arrived; combined they may be longer.
pub(super) fn unlimited(context: Context) -> Context {
    let limits = context.size_limits().text_bytes(Limits::MAX_TEXT_BYTES).depth(Limits::MAX_DEPTH);
    context.limits(limits)
}

/// Returns `true` if a cancellation was free, because it preceded research (D34).
pub(crate) fn is_free_tier(eligibility: CancellationReason) -> bool {
    eligibility == CancellationReason::NotYetDispatched
}

/// Returns the results of a canceled case, which are empty whatever was published before.
fn cancelled(case: &StoredCase, fee_usd: Option<&str>, reason: Option<&str>) -> Members {
    let text = |text: Option<&str>| text.map_or(Document::Null, Document::from);
    let cancelled_at = case.closed_at.map(|at| at.to_string());
    let block = [("cancelled_at", text(cancelled_at.as_deref())), ("fee_usd", text(fee_usd)), ("reason", text(reason))];
    let members = [
        ("case_type", Document::Null),
        ("cancelled", Document::Boolean(true)),
        ("cancellation", Document::Object(named(block))),
        ("results", Document::List(Vec::new())),
        ("additional_policies", Document::List(Vec::new())),
    ];
    named(members)
}

/// Adds found policies to the published results.
fn with_upgrades(mut members: Members, upgrades: &[Upgrade]) -> Result<Members, ApiError> {
    if !upgrades.is_empty() {
        let mut entries = match members.remove("additional_policies") {
            Some(Document::List(entries)) => entries,
            _ => Vec::new(),
        };
        // The published results may repeat them, for example if they were taken from the case's
        // results.
        let known: HashSet<String> = upgrades.iter().map(Upgrade::number).collect();
        entries.retain(|entry| !matches!(entry.get("upgrade_id"), Some(Document::Number(id)) if known.contains(id)));
        for upgrade in upgrades {
            entries.push(upgrade.entry()?);
        }
        members.insert("additional_policies", Document::List(entries));
    }
    Ok(members)
}
