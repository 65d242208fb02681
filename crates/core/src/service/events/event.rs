//! The seven events as values that a service creates and a caller reads.

use crate::rulebook::tokens::{EventType, Label};
use crate::service::events::table::{EventRow, MESSAGE_BYTES};
use crate::text::json::document::{Document, Members};
use serde::Serialize;
use serde::ser::{SerializeMap, Serializer};

/// The type and payload of an event.
///
/// The constructors enforce the specification. An event that was read has `None` for each member
/// that the payload lacks. Such a gap is reported as a note and never rejects the event.
///
/// ```
/// use casegate::events::{Event, EventError};
/// use casegate::tokens::EventType;
///
/// let event = Event::action_required("Which vehicle was it?", "i-1")?;
/// assert_eq!(event.event_type(), EventType::ActionRequired);
/// let long = "?".repeat(8 * 1024 + 1);
/// assert!(matches!(Event::action_required(&long, "i-1"), Err(EventError::MessageTooLong { .. })));
/// # Ok::<(), EventError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// The case was submitted.
    Received,
    /// A file was appended.
    FilesUpdated {
        /// The id of the file.
        file_id: Option<String>,
        /// The label of the file.
        label: Option<String>,
    },
    /// The case entered active research.
    InProgress,
    /// Information or documents are needed.
    ActionRequired {
        /// The message to the caller.
        message: Option<String>,
        /// The id that a reply refers to.
        interaction_id: Option<String>,
    },
    /// Additional policies were located.
    AdditionalPoliciesFound {
        /// The id of the offer.
        offer_id: Option<String>,
        /// The disclosable data of each policy.
        teasers: Vec<Teaser>,
    },
    /// Results were published.
    ResultsReady {
        /// The URL at which the results can be fetched for 12 hours.
        results_url: Option<String>,
    },
    /// The case is completed or canceled.
    Closed {
        /// The reason.
        reason: Option<String>,
    },
}

/// The data of a policy that may be disclosed before it is bought: its type, its price and ids, but
/// no policy values (`EVT-additional-redacted`).
///
/// The JSON form is `{"upgrade_id","type","price_usd"}`. An unknown `upgrade_id` is omitted.
#[derive(Debug, Clone, PartialEq, Eq)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct Teaser {
    /// The id with which the policy is accepted. The specification does not list it in the event,
    /// but the offers endpoint returns it.
    #[cfg_attr(feature = "export", schemars(skip_serializing_if = "Option::is_none"))]
    pub upgrade_id: Option<u64>,
    /// The type of policy.
    #[cfg_attr(feature = "export", schemars(rename = "type"))]
    pub policy_type: Option<String>,
    /// The price, a decimal string.
    pub price_usd: Option<String>,
    /// Other members of an offer's envelope, unchanged.
    #[cfg_attr(feature = "export", schemars(flatten, with = "serde_json::Map<String, serde_json::Value>"))]
    pub(crate) extra: Members,
}

impl Serialize for Teaser {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(out)
    }
}

/// The reason why an event cannot be created.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum EventError {
    /// The message is longer than 8 KB (`LIM-action-message`, D23).
    #[error("the message has {bytes} bytes and may have {limit}")]
    MessageTooLong {
        /// The length of the message in bytes of UTF-8.
        bytes: usize,
        /// The maximum length in bytes.
        limit: usize,
    },
    /// A required payload member is empty.
    #[error("`{member}` is empty")]
    Empty {
        /// The name of the member.
        member: &'static str,
    },
    /// The price is not written as digits, a dot and two digits.
    #[error("a price is written like 75.00")]
    NotAPrice,
    /// `case.received` must not have an issue key (`EVT-received-no-issue_key`).
    #[error("case.received has no issue key")]
    IssueKeyTooEarly,
}

impl Event {
    /// Creates `case.received`.
    pub const fn received() -> Event {
        Event::Received
    }

    /// Creates `case.files_updated`.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::Empty`] if a required value is empty.
    pub fn files_updated(file_id: &str, label: Label) -> Result<Event, EventError> {
        Ok(Event::FilesUpdated { file_id: checked_text("file_id", file_id)?, label: Some(label.name().to_owned()) })
    }

    /// Creates `case.in_progress`.
    pub const fn in_progress() -> Event {
        Event::InProgress
    }

    /// Creates `case.action_required`.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::MessageTooLong`] for a message over 8 KB, and [`EventError::Empty`]
    /// for a blank message or id.
    pub fn action_required(message: &str, interaction_id: &str) -> Result<Event, EventError> {
        if message.len() > MESSAGE_BYTES {
            return Err(EventError::MessageTooLong { bytes: message.len(), limit: MESSAGE_BYTES });
        }
        Ok(Event::ActionRequired {
            message: checked_text("message", message)?,
            interaction_id: checked_text("interaction_id", interaction_id)?,
        })
    }

    /// Creates `case.additional_policies_found`.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::Empty`] if a required value is empty.
    pub fn additional_policies_found(offer_id: &str, teasers: Vec<Teaser>) -> Result<Event, EventError> {
        if teasers.is_empty() {
            return Err(EventError::Empty { member: "teasers" });
        }
        Ok(Event::AdditionalPoliciesFound { offer_id: checked_text("offer_id", offer_id)?, teasers })
    }

    /// Creates `case.results_ready`.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::Empty`] if a required value is empty.
    pub fn results_ready(results_url: &str) -> Result<Event, EventError> {
        Ok(Event::ResultsReady { results_url: checked_text("results_url", results_url)? })
    }

    /// Creates `case.closed`.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::Empty`] if a required value is empty.
    pub fn closed(reason: &str) -> Result<Event, EventError> {
        // White space may be the caller's reason, which is delivered verbatim
        // (`CQ-reason-verbatim`).
        if reason.is_empty() {
            return Err(EventError::Empty { member: "reason" });
        }
        Ok(Event::Closed { reason: Some(reason.to_owned()) })
    }

    /// The type of the event.
    pub const fn event_type(&self) -> EventType {
        match self {
            Event::Received => EventType::Received,
            Event::FilesUpdated { .. } => EventType::FilesUpdated,
            Event::InProgress => EventType::InProgress,
            Event::ActionRequired { .. } => EventType::ActionRequired,
            Event::AdditionalPoliciesFound { .. } => EventType::AdditionalPoliciesFound,
            Event::ResultsReady { .. } => EventType::ResultsReady,
            Event::Closed { .. } => EventType::Closed,
        }
    }

    /// Returns the event's row in the event table.
    pub fn row(&self) -> Option<&'static EventRow> {
        EventRow::of(self.event_type())
    }

    pub(crate) fn payload(&self) -> Vec<(&'static str, Document)> {
        let text = |value: &Option<String>| value.as_deref().map_or(Document::Null, Document::from);
        match self {
            Event::Received | Event::InProgress => Vec::new(),
            Event::FilesUpdated { file_id, label } => vec![("file_id", text(file_id)), ("label", text(label))],
            Event::ActionRequired { message, interaction_id } => {
                vec![("message", text(message)), ("interaction_id", text(interaction_id))]
            }
            Event::AdditionalPoliciesFound { offer_id, teasers } => {
                let teasers = teasers.iter().map(Teaser::document).collect();
                vec![("offer_id", text(offer_id)), ("teasers", Document::List(teasers))]
            }
            Event::ResultsReady { results_url } => vec![("results_url", text(results_url))],
            Event::Closed { reason } => vec![("reason", text(reason))],
        }
    }
}

pub(crate) fn checked_text(member: &'static str, text: &str) -> Result<Option<String>, EventError> {
    if text.trim().is_empty() { Err(EventError::Empty { member }) } else { Ok(Some(text.to_owned())) }
}

impl Teaser {
    /// Creates a teaser. The price must be digits, a dot and two digits.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::Empty`] for a blank type, and [`EventError::NotAPrice`] for a
    /// malformed price.
    pub fn new(upgrade_id: Option<u64>, policy_type: &str, price_usd: &str) -> Result<Teaser, EventError> {
        let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
        let is_price =
            price_usd.split_once('.').is_some_and(|(whole, cents)| digits(whole) && digits(cents) && cents.len() == 2);
        if !is_price {
            return Err(EventError::NotAPrice);
        }
        let (policy_type, price_usd) = (checked_text("type", policy_type)?, Some(price_usd.to_owned()));
        Ok(Teaser { upgrade_id, policy_type, price_usd, extra: Members::default() })
    }

    fn document(&self) -> Document {
        let text = |value: &Option<String>| value.as_deref().map_or(Document::Null, Document::from);
        let mut members = Members::default();
        if let Some(id) = self.upgrade_id {
            members.insert("upgrade_id", Document::Number(id.to_string()));
        }
        members.insert("type", text(&self.policy_type));
        members.insert("price_usd", text(&self.price_usd));
        for (name, value) in self.extra.iter() {
            members.insert(name, value.clone());
        }
        Document::Object(members)
    }
}

impl Serialize for Event {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let payload = self.payload();
        let mut map = out.serialize_map(Some(payload.len() + 1))?;
        map.serialize_entry("event", self.event_type().name())?;
        for (name, value) in payload {
            map.serialize_entry(name, &value)?;
        }
        map.end()
    }
}
