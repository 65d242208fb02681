//! The retained content of facts, and functions that read it from the service's records.

use crate::rulebook::tokens::{CancellationReason, State, SyncState};
use crate::service::events::event::Teaser;
use crate::service::events::time::Moment;
use crate::text::json::document::Document;
use serde::{Deserialize, Serialize};

/// The retained content of a fact.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "Stored")]
pub(crate) struct FactRecord {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) case_id: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) issue_key: Option<String>,
    #[serde(flatten)]
    pub(crate) what: FactKind,
}

/// The content of a fact, by its kind.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub(crate) enum FactKind {
    Received,
    InProgress {
        at: Option<Moment>,
        /// `true` if the event had an id.
        named: bool,
    },
    ActionRequired {
        at: Option<Moment>,
        interaction_id: Option<String>,
        message: Option<String>,
    },
    FilesUpdated {
        file: FileSeen,
    },
    PoliciesFound {
        offer: OfferSeen,
    },
    ResultsReady {
        at: Option<Moment>,
        url: Option<String>,
        received_at: Option<Moment>,
    },
    Closed {
        reason: Option<String>,
    },
    CaseDetail {
        status: Option<State>,
        at: Option<Moment>,
        results_ready: bool,
        cancellation: Option<CancellationSeen>,
    },
    Results {
        done: bool,
        closed: bool,
        cancelled: bool,
        completed_at: Option<String>,
        reason: Option<String>,
    },
    Offers {
        offer: Option<OfferSeen>,
    },
    Created {
        files: Vec<FileSeen>,
    },
    File {
        file: FileSeen,
    },
    Responded {
        interaction_id: String,
    },
    Accepted {
        offer_id: String,
        upgrade_ids: Vec<u64>,
    },
    CancelAccepted,
}

/// The stored form of a fact, with the members of all kinds. A derived reader of [`FactKind`] is ten
/// times as large.
#[derive(Deserialize)]
struct Stored {
    case_id: Option<u64>,
    issue_key: Option<String>,
    kind: String,
    at: Option<Moment>,
    named: Option<bool>,
    interaction_id: Option<String>,
    message: Option<String>,
    file: Option<FileSeen>,
    files: Option<Vec<FileSeen>>,
    offer: Option<OfferSeen>,
    offer_id: Option<String>,
    upgrade_ids: Option<Vec<u64>>,
    url: Option<String>,
    received_at: Option<Moment>,
    reason: Option<String>,
    status: Option<State>,
    results_ready: Option<bool>,
    cancellation: Option<CancellationSeen>,
    done: Option<bool>,
    closed: Option<bool>,
    cancelled: Option<bool>,
    completed_at: Option<String>,
}

impl TryFrom<Stored> for FactRecord {
    type Error = &'static str;

    fn try_from(stored: Stored) -> Result<FactRecord, &'static str> {
        let Stored { case_id, issue_key, at, interaction_id, message, reason, .. } = stored;
        let what = || {
            Some(match stored.kind.as_str() {
                "received" => FactKind::Received,
                "in_progress" => FactKind::InProgress { at, named: stored.named? },
                "action_required" => FactKind::ActionRequired { at, interaction_id, message },
                "files_updated" => FactKind::FilesUpdated { file: stored.file? },
                "policies_found" => FactKind::PoliciesFound { offer: stored.offer? },
                "results_ready" => FactKind::ResultsReady { at, url: stored.url, received_at: stored.received_at },
                "closed" => FactKind::Closed { reason },
                "case_detail" => FactKind::CaseDetail {
                    status: stored.status,
                    at,
                    results_ready: stored.results_ready?,
                    cancellation: stored.cancellation,
                },
                "results" => FactKind::Results {
                    done: stored.done?,
                    closed: stored.closed?,
                    cancelled: stored.cancelled?,
                    completed_at: stored.completed_at,
                    reason,
                },
                "offers" => FactKind::Offers { offer: stored.offer },
                "created" => FactKind::Created { files: stored.files? },
                "file" => FactKind::File { file: stored.file? },
                "responded" => FactKind::Responded { interaction_id: interaction_id? },
                "accepted" => FactKind::Accepted { offer_id: stored.offer_id?, upgrade_ids: stored.upgrade_ids? },
                "cancel_accepted" => FactKind::CancelAccepted,
                _ => return None,
            })
        };
        let what = what().ok_or("a fact of an unknown kind, or without a member of its kind")?;
        Ok(FactRecord { case_id, issue_key, what })
    }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct FileSeen {
    pub(crate) file_id: Option<String>,
    pub(crate) label: Option<String>,
    pub(crate) sync: Option<SyncState>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct OfferSeen {
    pub(crate) offer_id: Option<String>,
    pub(crate) upgrades: Vec<UpgradeSeen>,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct UpgradeSeen {
    pub(crate) upgrade_id: Option<u64>,
    #[serde(rename = "type")]
    pub(crate) policy_type: Option<String>,
    pub(crate) price_usd: Option<String>,
    pub(crate) selected: bool,
}

/// The readable members of a case detail's cancellation block.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct CancellationSeen {
    /// `true` if the case can be canceled.
    pub eligible: Option<bool>,
    /// The fee, a decimal string.
    pub fee_usd: Option<String>,
    /// The reason why the case is eligible or not.
    pub reason: Option<CancellationReason>,
}

/// Reads a results record. The results count as available unless the case is canceled or still in
/// research.
pub(crate) fn results(body: &Document) -> Result<FactKind, FactError> {
    let data = body.get("results_data").filter(|data| data.as_object().is_some());
    let status = word(body, "status", State::from_name);
    if data.is_none() && status.is_none() {
        return Err(FactError { member: "results_data" });
    }
    let is_cancelled = |record: &Document| record.get("cancelled").and_then(Document::as_bool) == Some(true);
    // The specification does not say whether `cancelled` belongs to `results_data` or to the record
    // itself, so a record without `results_data` is checked too.
    let cancelled = data.or(Some(body)).filter(|record| is_cancelled(record));
    let reason = cancelled.and_then(|record| record.get("cancellation")).and_then(|block| text(block, "reason"));
    let cancelled = cancelled.is_some();
    let in_research = status.is_some_and(|status| status < State::ResultsReady);
    let closed = cancelled || status == Some(State::Closed);
    let done = !cancelled && !in_research && (data.is_some() || text(body, "results_url").is_some());
    Ok(FactKind::Results { done, closed, cancelled, completed_at: text(body, "completed_at"), reason })
}

pub(crate) fn cancellation(block: &Document) -> CancellationSeen {
    CancellationSeen {
        eligible: block.get("eligible").and_then(Document::as_bool),
        fee_usd: text(block, "fee_usd"),
        reason: word(block, "reason", CancellationReason::from_name),
    }
}

impl FileSeen {
    pub(crate) fn of(record: &Document) -> FileSeen {
        let sync = word(record, "tracker_sync_state", SyncState::from_name);
        FileSeen { file_id: text(record, "file_id"), label: text(record, "label"), sync }
    }
}

impl OfferSeen {
    pub(crate) fn of(record: &Document) -> Result<OfferSeen, FactError> {
        let list = record.get("additional_policies").and_then(Document::as_list).unwrap_or_default();
        let upgrade = |entry: &Document| UpgradeSeen {
            upgrade_id: entry.get("upgrade_id").and_then(Document::as_u64),
            policy_type: text(entry, "type"),
            price_usd: text(entry, "price_usd"),
            selected: matches!(text(entry, "status").as_deref(), Some("selected" | "accepted")),
        };
        let offer_id = Some(text(record, "offer_id").ok_or(FactError { member: "offer_id" })?);
        Ok(OfferSeen { offer_id, upgrades: list.iter().map(upgrade).collect() })
    }
}

impl From<&Teaser> for UpgradeSeen {
    fn from(teaser: &Teaser) -> UpgradeSeen {
        UpgradeSeen {
            upgrade_id: teaser.upgrade_id,
            policy_type: teaser.policy_type.clone(),
            price_usd: teaser.price_usd.clone(),
            selected: false,
        }
    }
}

/// Returns a string member that is not blank. A blank string counts as absent (D1).
pub(crate) fn said<'d>(record: &'d Document, name: &str) -> Option<&'d str> {
    record.get(name).and_then(Document::as_str).filter(|text| !text.trim().is_empty())
}

pub(crate) fn text(record: &Document, name: &str) -> Option<String> {
    said(record, name).map(str::to_owned)
}

pub(crate) fn word<T>(record: &Document, name: &str, known: fn(&str) -> Option<T>) -> Option<T> {
    record.get(name).and_then(Document::as_str).and_then(known)
}

/// The error for a record that no fact can be created from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the record lacks `{member}`, or has another kind of value there")]
#[non_exhaustive]
pub struct FactError {
    /// The missing or invalid member. Empty if the whole record is unusable.
    pub member: &'static str,
}
