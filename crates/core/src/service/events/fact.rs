//! What a caller can know about a case, one fact at a time.

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

/// The name of a fact, made from its content: 32 hexadecimal digits.
pub type FactKey = String;

/// One fact about a case: an event that came, an answer to GET, or what came of an own request.
///
/// Made by [`Fact::event`] and its sisters; [`Fact::answer`] also takes the *basis*: the keys that
/// [`crate::service::events::picture::Picture::basis`] named before the request was sent. All these facts are older than the answer. That, and
/// times that can be compared, is all that orders facts; when they arrive never does. The time of an event and the time
/// of a row count only where they are further apart than [`crate::context::Context::clock_tolerance_seconds`].
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
    /// Which kind of answer it is, and what is older than it.
    pub(crate) after: Option<(Source, BTreeSet<FactKey>)>,
}

impl Fact {
    /// A webhook event that came.
    pub fn event(delivery: &Delivery) -> Fact {
        Fact::event_received(delivery, None)
    }

    /// A webhook event, and when it came. That moment bounds how long its address lasts, and orders nothing.
    pub fn event_received(delivery: &Delivery, received_at: Option<Moment>) -> Fact {
        let at = delivery.moment();
        let what = match &delivery.event {
            Event::Received => FactKind::Received,
            Event::InProgress => FactKind::InProgress { at, named: delivery.event_id.is_some() },
            Event::ActionRequired { message, interaction_id } => {
                // A longer message breaks the specification, and would break the bound on what is kept.
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

    /// An answer to GET, and the basis on which it was asked for; the body of an offers request may be `null`.
    ///
    /// # Errors
    ///
    /// [`FactError`] where the answer tells nothing.
    pub fn answer<'k>(
        endpoint: Source,
        body: &Document,
        basis: impl IntoIterator<Item = &'k str>,
    ) -> Result<Fact, FactError> {
        let what = match endpoint {
            Source::CaseDetail => FactKind::CaseDetail {
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
        // The basis is part of what the fact says: the same state asked for later is another fact.
        let stamp = basis.iter().map(String::as_str).collect::<Vec<_>>().join(",");
        let key = key(&["answer", endpoint.name(), &json(&known), &stamp]);
        Ok(Fact { key, known, after: Some((endpoint, basis)) })
    }

    /// The answer to creating the case.
    pub fn created(body: &Document) -> Fact {
        let attachments = body.get("attachments").and_then(Document::as_list).unwrap_or_default();
        let files = attachments.iter().filter(|file| text(file, "file_id").is_some()).map(FileSeen::of).collect();
        Fact::own(body.get("case_id").and_then(Document::as_u64), text(body, "case_ref"), FactKind::Created { files })
    }

    /// The answer to appending a file, or a later word on it.
    ///
    /// # Errors
    ///
    /// [`FactError`] without `file_id`.
    pub fn file(body: &Document) -> Result<Fact, FactError> {
        let file = FileSeen::of(body);
        if file.file_id.is_none() {
            return Err(FactError { member: "file_id" });
        }
        Ok(Fact::own(None, None, FactKind::File { file }))
    }

    /// A reply that the service took: it answered `responded`, or refused a repeat because it has it already.
    ///
    /// A follower has to be told of every reply; that a request is unanswered is known only so.
    pub fn responded(interaction_id: &str) -> Fact {
        Fact::own(None, None, FactKind::Responded { interaction_id: interaction_id.to_owned() })
    }

    /// Upgrades of an offer that were accepted.
    pub fn accepted(offer_id: &str, upgrade_ids: impl IntoIterator<Item = u64>) -> Fact {
        let upgrade_ids: BTreeSet<u64> = upgrade_ids.into_iter().collect();
        let upgrade_ids = upgrade_ids.into_iter().collect();
        Fact::own(None, None, FactKind::Accepted { offer_id: offer_id.to_owned(), upgrade_ids })
    }

    /// A cancellation that the service accepted.
    pub fn cancel_accepted() -> Fact {
        Fact::own(None, None, FactKind::CancelAccepted)
    }

    fn own(case_id: Option<u64>, issue_key: Option<String>, what: FactKind) -> Fact {
        let known = FactRecord { case_id, issue_key, what };
        Fact { key: key(&["own", &json(&known)]), known, after: None }
    }

    /// Its name: facts of the same content have the same.
    pub fn key(&self) -> &str {
        &self.key
    }

    /// Whether it is a webhook event.
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

/// The same content gives the same text, in whatever order its members came.
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

/// FNV-1a of 128 bits over parts that no other division into parts gives.
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
