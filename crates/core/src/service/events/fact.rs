//! The facts about a case that a caller can learn.

use crate::rulebook::tokens::State;
use crate::service::events::ask::Source;
use crate::service::events::delivery::Delivery;
use crate::service::events::event::Event;
use crate::service::events::known::FactError;
use crate::service::events::known::{
    FactKind, FactRecord, FileSeen, OfferSeen, UpgradeSeen, cancellation, results, text, word,
};
use crate::service::events::time::Moment;
use crate::text::json::document::{Document, Members};
use std::collections::BTreeSet;

/// The identity of a fact: 32 hexadecimal digits that are derived from its content, or from the
/// type and id of an event.
pub type FactKey = String;

/// One fact about a case: a received event, an answer to GET, or the outcome of one of the caller's
/// own requests.
///
/// Each kind of fact has a constructor, such as [`Fact::event`]. [`Fact::answer`] also takes the
/// *basis*: the keys that [`crate::service::events::view::CaseView::basis`] listed before the
/// request was sent. All facts in the basis are older than the answer.
///
/// Facts are ordered only by bases and by comparable times, never by when they arrive. The time of
/// an event and the time of a case's row are compared only if they differ by more than
/// [`crate::context::Context::clock_tolerance_seconds`].
///
/// ```
/// use casegate::events::{Delivery, Event, Fact};
///
/// let (once, again) = (Fact::event(&Delivery::new(Event::received())), Fact::event(&Delivery::new(Event::received())));
/// assert_eq!(once.key(), again.key());
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fact {
    pub(crate) key: FactKey,
    pub(crate) known: FactRecord,
    /// For an answer to GET, the endpoint and the keys of the facts that are older.
    pub(crate) after: Option<(Source, BTreeSet<FactKey>)>,
}

impl Fact {
    /// Creates a fact from a webhook event.
    pub fn event(delivery: &Delivery) -> Fact {
        Fact::event_received(delivery, None)
    }

    /// Creates a fact from a webhook event and the time at which it was received. That time limits
    /// how long the event's URL is valid. It does not order facts.
    pub fn event_received(delivery: &Delivery, received_at: Option<Moment>) -> Fact {
        let at = delivery.moment();
        let what = match &delivery.event {
            Event::Received => FactKind::Received,
            Event::InProgress => FactKind::InProgress { at, named: delivery.event_id.is_some() },
            Event::ActionRequired { message, interaction_id } => {
                // A longer message violates the specification, and retaining it would make the
                // follower's size unbounded.
                let message =
                    message.clone().filter(|message| message.len() <= crate::service::events::table::MESSAGE_BYTES);
                FactKind::ActionRequired { at, interaction_id: interaction_id.clone(), message }
            }
            Event::FilesUpdated { file_id, label } => {
                FactKind::FilesUpdated { file: FileSeen { file_id: file_id.clone(), label: label.clone(), sync: None } }
            }
            Event::AdditionalPoliciesFound { offer_id, teasers } => {
                let upgrades = teasers.iter().map(UpgradeSeen::from).collect();
                FactKind::PoliciesFound { offer: OfferSeen { offer_id: offer_id.clone(), upgrades } }
            }
            Event::ResultsReady { results_url } => FactKind::ResultsReady { at, url: results_url.clone(), received_at },
            Event::Closed { reason } => FactKind::Closed { reason: reason.clone() },
        };
        let key = match &delivery.event_id {
            Some(id) => key(&["event", delivery.event.event_type().name(), id]),
            None => key(&["content", &canonical(&delivery.document())]),
        };
        Fact {
            key,
            known: FactRecord { case_id: delivery.case_id, issue_key: delivery.issue_key.clone(), what },
            after: None,
        }
    }

    /// Creates a fact from an answer to GET and the basis of the request. The body of an offers
    /// answer may be `null`.
    ///
    /// # Errors
    ///
    /// Returns [`FactError`] if the body lacks the member that the fact needs.
    pub fn answer<'k>(
        endpoint: Source,
        body: &Document,
        basis: impl IntoIterator<Item = &'k str>,
    ) -> Result<Fact, FactError> {
        let what = match endpoint {
            Source::Detail => FactKind::CaseDetail {
                status: Some(word(body, "status", State::from_name).ok_or(FactError { member: "status" })?),
                at: body.get("updated_at").and_then(Moment::of),
                results_ready: body.get("results_ready").and_then(Document::as_bool) == Some(true),
                cancellation: body.get("cancellation").filter(|block| block.as_object().is_some()).map(cancellation),
            },
            Source::Results => results(body)?,
            Source::Offers if body.is_null() => FactKind::Offers { offer: None },
            Source::Offers => FactKind::Offers { offer: Some(OfferSeen::of(body)?) },
        };
        let is_offer = endpoint == Source::Offers;
        let known = FactRecord {
            case_id: if is_offer { None } else { body.get("id").and_then(Document::as_u64) },
            issue_key: text(body, "issue_key"),
            what,
        };
        let basis: BTreeSet<FactKey> = basis.into_iter().filter(|key| is_key(key)).map(str::to_owned).collect();
        // The basis is part of the fact's identity, because the same state in a later answer is a
        // new fact.
        let stamp = basis.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        let key = key(&["answer", endpoint.name(), &json(&known), &stamp]);
        Ok(Fact { key, known, after: Some((endpoint, basis)) })
    }

    /// Creates a fact from the answer to creating the case.
    pub fn created(body: &Document) -> Fact {
        let attachments = body.get("attachments").and_then(Document::as_list).unwrap_or_default();
        let files = attachments.iter().filter(|file| text(file, "file_id").is_some()).map(FileSeen::of).collect();
        Fact::own(body.get("case_id").and_then(Document::as_u64), text(body, "case_ref"), FactKind::Created { files })
    }

    /// Creates a fact from the answer to appending a file, or from a later record of the file.
    ///
    /// # Errors
    ///
    /// Returns [`FactError`] if `file_id` is missing.
    pub fn file(body: &Document) -> Result<Fact, FactError> {
        let file = FileSeen::of(body);
        if file.file_id.is_none() {
            return Err(FactError { member: "file_id" });
        }
        Ok(Fact::own(None, None, FactKind::File { file }))
    }

    /// Creates a fact for a reply that the service accepted. The service either answered
    /// `responded`, or refused a repeat because it already had the reply.
    ///
    /// A follower must receive every reply, because it treats a request without one as unanswered.
    pub fn responded(interaction_id: &str) -> Fact {
        Fact::own(None, None, FactKind::Responded { interaction_id: interaction_id.to_owned() })
    }

    /// Creates a fact for accepted upgrades of an offer.
    pub fn accepted(offer_id: &str, upgrade_ids: impl IntoIterator<Item = u64>) -> Fact {
        let upgrade_ids: BTreeSet<u64> = upgrade_ids.into_iter().collect();
        let upgrade_ids = upgrade_ids.into_iter().collect();
        Fact::own(None, None, FactKind::Accepted { offer_id: offer_id.to_owned(), upgrade_ids })
    }

    /// Creates a fact for a cancellation that the service accepted.
    pub fn cancel_accepted() -> Fact {
        Fact::own(None, None, FactKind::CancelAccepted)
    }

    fn own(case_id: Option<u64>, issue_key: Option<String>, what: FactKind) -> Fact {
        let known = FactRecord { case_id, issue_key, what };
        Fact { key: key(&["own", &json(&known)]), known, after: None }
    }

    /// The identity of the fact. Facts with the same content, or events with the same id, have the
    /// same key.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Returns `true` if the fact is a webhook event.
    pub fn is_event(&self) -> bool {
        use FactKind::{ActionRequired, Closed, FilesUpdated, InProgress, PoliciesFound, Received, ResultsReady};
        matches!(
            self.known.what,
            Received
                | InProgress { .. }
                | ActionRequired { .. }
                | FilesUpdated { .. }
                | PoliciesFound { .. }
                | ResultsReady { .. }
                | Closed { .. }
        )
    }
}

fn json(known: &FactRecord) -> String {
    serde_json::to_string(known).unwrap_or_default()
}

/// Returns the same text for the same content, regardless of the order of the members.
fn canonical(document: &Document) -> String {
    fn sorted(document: &Document) -> Document {
        match document {
            Document::List(list) => Document::List(list.iter().map(sorted).collect()),
            Document::Object(members) => {
                let mut members: Vec<_> =
                    members.iter().map(|(name, value)| (name.to_owned(), sorted(value))).collect();
                members.sort_by(|(one, _), (other, _)| one.cmp(other));
                Document::Object(members.into_iter().collect::<Members>())
            }
            other => other.clone(),
        }
    }
    sorted(document).to_string()
}

/// Returns the 128-bit FNV-1a hash of the parts. Each part is hashed with its length, so that
/// different divisions into parts have different input.
fn key(parts: &[&str]) -> FactKey {
    let bytes =
        parts.iter().flat_map(|part| part.len().to_string().into_bytes().into_iter().chain([b':']).chain(part.bytes()));
    let hash = bytes.fold(0x6c62_272e_07bb_0142_62b8_2175_6295_c58d_u128, |hash, byte| {
        (hash ^ u128::from(byte)).wrapping_mul(0x0000_0000_0100_0000_0000_0000_0000_013b)
    });
    format!("{hash:032x}")
}

pub(crate) fn is_key(text: &str) -> bool {
    text.len() == 32 && text.bytes().all(|byte| byte.is_ascii_digit() || matches!(byte, b'a'..=b'f'))
}
