//! `results_data` as the results endpoint tells it: composed anew each time, so that nothing can fall behind.

use super::upgrade::{Upgrade, named};
use crate::app::App;
use crate::clock::Instant;
use crate::error::ApiError;
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

/// What came of publishing results.
#[derive(Debug)]
pub(crate) struct Published {
    pub(crate) events: Vec<EventType>,
    /// What the library noted of the results.
    pub(crate) notes: Vec<Issue>,
}

/// Publishes results, or publishes them anew; fires `case.results_ready` where they differ (D30). Results of the other
/// product are refused.
pub(crate) fn publish(
    tx: &Transaction<'_>,
    app: &App,
    case: &mut StoredCase,
    results_data: &str,
) -> Result<Published, ApiError> {
    let read = normalize_results(results_data, &app.context()?);
    if read.normalized.as_object().is_none() {
        return Err(prose::UNREADABLE_RESULTS.problem().issues(read.notes).into());
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

/// Equal results were completed when they were published first.
pub(super) fn republished(case: &mut StoredCase, digest: &str, now: Instant) {
    if case.life.published_digest() != Some(digest) {
        case.published_at = Some(now);
    }
}

/// Equal for equal results.
pub(super) fn digest(results: &Document) -> String {
    hex(&hmac_sha256::Hash::hash(results.to_string().as_bytes()))
}

/// `results_data` as the results endpoint tells it; none before there are results. A cancelled case always has some,
/// a delivered one keeps its own.
pub(crate) fn composed(tx: &Transaction<'_>, app: &App, case: &StoredCase) -> Result<Option<Document>, ApiError> {
    composed_for(tx, app, case, &case.life)
}

/// The same for another stage of the case's life.
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
    // The product says it where the results do not.
    if members.get("case_type").is_none_or(Document::is_null) {
        members.insert("case_type", Document::from(ResultsCaseType::from(case.product).name()));
    }
    let text = Document::Object(members).to_string();
    Ok(Some(normalize_results(&text, &unlimited(app.context()?)).normalized))
}

/// Results were an object when they were kept.
#[derive(Debug, thiserror::Error)]
#[error("results that are no object")]
struct NotKept;

/// Each part was held to the limits when it came; together they may be longer.
pub(super) fn unlimited(context: Context) -> Context {
    let limits = Limits { text_bytes: usize::MAX, depth: Limits::MAX_DEPTH, ..context.size_limits() };
    context.limits(limits)
}

/// Whether a cancellation cost nothing, as it came before research (D34).
pub(crate) fn is_free_tier(eligibility: CancellationReason) -> bool {
    eligibility == CancellationReason::NotYetDispatched
}

/// What is told of a cancelled case: no results, whatever was published before.
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

/// Adds what was found to what was published.
fn with_upgrades(mut members: Members, upgrades: &[Upgrade]) -> Result<Members, ApiError> {
    if !upgrades.is_empty() {
        let mut entries = match members.remove("additional_policies") {
            Some(Document::List(entries)) => entries,
            _ => Vec::new(),
        };
        // What was published may repeat them, as whoever takes it from the case's results does.
        let known: HashSet<String> = upgrades.iter().map(Upgrade::number).collect();
        entries.retain(|entry| !matches!(entry.get("upgrade_id"), Some(Document::Number(id)) if known.contains(id)));
        for upgrade in upgrades {
            entries.push(upgrade.entry()?);
        }
        members.insert("additional_policies", Document::List(entries));
    }
    Ok(members)
}
