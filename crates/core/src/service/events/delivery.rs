//! Webhook deliveries: an event with its envelope.

use crate::service::events::event::{Event, EventError, checked_text};
use crate::service::events::time::Moment;
use crate::text::json::document::{Document, Members};
use serde::{Serialize, Serializer};
use std::collections::BTreeSet;

/// A webhook delivery: an event with its envelope.
///
/// The JSON form is flat, as the phrase "top-level `reason`" in the specification suggests. It
/// starts with `event`, followed by the known members among `event_id`, `case_id`, `issue_key` and
/// `occurred_at`. The members of the payload follow, with `null` for missing ones. Unknown members
/// come last, unchanged, except that an empty `data` or `payload` is dropped.
///
/// If a member was read under another name while its own name had an unusable value, the two values
/// exchange their names. Reading the JSON form returns an equal delivery, unless the form is longer
/// or deeper than the context's limits allow.
///
/// ```
/// use casegate::events::{Delivery, Event, EventError};
///
/// let delivery = Delivery::new(Event::closed("results_delivered")?).case_id(7).issue_key("X-7")?;
/// let text = serde_json::to_string(&delivery).unwrap_or_default();
/// assert_eq!(text, r#"{"event":"case.closed","case_id":7,"issue_key":"X-7","reason":"results_delivered"}"#);
/// assert_eq!(Delivery::new(Event::received()).issue_key("X-7"), Err(EventError::IssueKeyTooEarly));
/// # Ok::<(), EventError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Delivery {
    /// Type and payload.
    pub event: Event,
    /// The id of the event, if it has one.
    pub event_id: Option<String>,
    /// The case's number.
    pub case_id: Option<u64>,
    /// The case's reference.
    pub issue_key: Option<String>,
    /// The time at which the event fired, in its original form.
    pub occurred_at: Option<String>,
    /// Members that casegate does not know.
    pub extra: Members,
}

impl Delivery {
    /// Creates a delivery without a case or an id.
    pub fn new(event: Event) -> Delivery {
        Delivery { event, event_id: None, case_id: None, issue_key: None, occurred_at: None, extra: Members::default() }
    }

    /// Sets the case's number.
    pub fn case_id(self, case_id: u64) -> Delivery {
        Delivery { case_id: Some(case_id), ..self }
    }

    /// Sets the case's reference.
    ///
    /// # Errors
    ///
    /// Returns [`EventError::IssueKeyTooEarly`] for `case.received`, and [`EventError::Empty`] for
    /// a blank key.
    pub fn issue_key(self, issue_key: &str) -> Result<Delivery, EventError> {
        if self.event == Event::Received {
            return Err(EventError::IssueKeyTooEarly);
        }
        Ok(Delivery { issue_key: checked_text("issue_key", issue_key)?, ..self })
    }

    /// Sets the id of the event, which identifies repeated deliveries. A blank id counts as absent.
    pub fn event_id(self, event_id: impl Into<String>) -> Delivery {
        Delivery { event_id: Some(event_id.into()).filter(|id| !id.trim().is_empty()), ..self }
    }

    /// Sets the time at which the event fired.
    pub fn occurred_at(self, moment: Moment) -> Delivery {
        Delivery { occurred_at: Some(moment.to_string()), ..self }
    }

    /// Returns the time at which the event fired, if it can be compared.
    pub fn moment(&self) -> Option<Moment> {
        self.occurred_at.as_deref().and_then(|text| Moment::of(&Document::from(text)))
    }

    /// Returns the JSON form as a document.
    pub fn document(&self) -> Document {
        let mut members = vec![("event".to_owned(), Document::from(self.event.event_type().name()))];
        let mut add = |name: &str, value: Option<Document>| {
            members.extend(value.map(|value| (name.to_owned(), value)));
        };
        let text = |value: &Option<String>| value.as_deref().map(Document::from);
        add("event_id", text(&self.event_id));
        add("case_id", self.case_id.map(|id| Document::Number(id.to_string())));
        add("issue_key", text(&self.issue_key));
        add("occurred_at", text(&self.occurred_at));
        for (name, value) in self.event.payload() {
            // A payload member of the wrong type is stored in `extra`, unchanged.
            let came = if value.is_null() { self.extra.get(name) } else { None };
            add(name, Some(came.cloned().unwrap_or(value)));
        }
        let written: BTreeSet<String> = members.iter().map(|(name, _)| name.clone()).collect();
        let extra = self.extra.iter().filter(|(name, _)| !written.contains(*name));
        let extra: Vec<_> = extra.map(|(name, value)| (name.to_owned(), value.clone())).collect();
        Document::Object(members.into_iter().chain(extra).collect())
    }
}

impl Serialize for Delivery {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        self.document().serialize(out)
    }
}
