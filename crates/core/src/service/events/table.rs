//! The table of the seven events: when each fires, its payload, and the state that it implies.

use crate::rulebook::tokens::{EventType, State};
use serde::Serialize;

/// The type of a payload member.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum PayloadKind {
    /// A string.
    Text,
    /// A string of at most [`MESSAGE_BYTES`].
    Message,
    /// One of the values of [`crate::rulebook::tokens::Label`].
    Label,
    /// A URL that can be fetched for [`URL_HOURS`].
    Url,
    /// A list of teasers.
    Teasers,
}

/// A payload member that the specification defines.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct PayloadField {
    /// The name that casegate writes.
    pub name: &'static str,
    /// The names that are accepted when reading, in order of precedence. If the specification gives
    /// no name, they are casegate's own choice.
    pub read_as: &'static [&'static str],
    /// The type of the value.
    pub kind: PayloadKind,
    /// The specification statement that defines the member.
    pub requirement_id: &'static str,
}

/// A row of the event table.
#[derive(Debug, Clone, Copy, Serialize)]
#[non_exhaustive]
pub struct EventRow {
    /// The type of the event.
    #[serde(rename = "type")]
    pub event: EventType,
    /// The circumstances in which the event fires.
    pub fires_when: &'static str,
    /// The payload members that the specification defines. All of them are expected.
    pub payload: &'static [PayloadField],
    /// The state of the case when the event fires, or `None` if the event fires in several states.
    pub state: Option<State>,
    /// The specification statements that the row implements.
    pub requirement_ids: &'static [&'static str],
}

/// The maximum size of the message of `case.action_required`, in bytes of UTF-8
/// (`LIM-action-message`, D23).
pub const MESSAGE_BYTES: usize = 8 * 1024;

/// The number of hours for which the URL in `case.results_ready` can be fetched
/// (`LIM-webhook-url`).
pub const URL_HOURS: u32 = 12;

/// The number of hours for which the URL of the PDF record can be fetched (`LIM-pdf-url`).
pub const PDF_URL_HOURS: u32 = 1;

/// A string member that is read only under its specified name.
macro_rules! text {
    ($name:literal, $requirement_id:literal) => {
        PayloadField { name: $name, read_as: &[$name], kind: PayloadKind::Text, requirement_id: $requirement_id }
    };
}

/// All events, in the order of the specification. A payload may contain further members, because
/// the complete payloads are not published.
///
/// ```
/// let asking: Vec<&str> =
///     casegate::events::EVENTS.iter().filter(|row| !row.payload.is_empty()).map(|row| row.event.name()).collect();
/// assert_eq!(asking.len(), 5);
/// ```
pub static EVENTS: &[EventRow] = &[
    EventRow {
        event: EventType::Received,
        fires_when: "a case is submitted, through any intake channel",
        payload: &[],
        state: Some(State::Received),
        requirement_ids: &["EVT-received", "ST-create-event", "EVT-received-no-issue_key"],
    },
    EventRow {
        event: EventType::FilesUpdated,
        fires_when: "a file is appended through the API",
        payload: &[
            text!("file_id", "EVT-files_updated-payload"),
            PayloadField {
                name: "label",
                read_as: &["label"],
                kind: PayloadKind::Label,
                requirement_id: "EVT-files_updated-payload",
            },
        ],
        state: None,
        requirement_ids: &["EVT-files_updated", "EVT-files_updated-payload"],
    },
    EventRow {
        event: EventType::InProgress,
        fires_when: "the case enters active research, possibly well after that began",
        payload: &[],
        state: Some(State::InProgress),
        requirement_ids: &["EVT-in_progress", "ST-in_progress-event", "ST-in_progress-collapse", "ST-respond-event"],
    },
    EventRow {
        event: EventType::ActionRequired,
        fires_when: "more information or documents are needed",
        payload: &[
            PayloadField {
                name: "message",
                read_as: &["message"],
                kind: PayloadKind::Message,
                requirement_id: "EVT-action_required-payload",
            },
            text!("interaction_id", "EVT-action_required-payload"),
        ],
        state: Some(State::ActionRequired),
        requirement_ids: &[
            "EVT-action_required",
            "EVT-action_required-payload",
            "LIM-action-message",
            "ST-one-open-request",
        ],
    },
    EventRow {
        event: EventType::AdditionalPoliciesFound,
        fires_when: "additional policies are located",
        payload: &[
            text!("offer_id", "EVT-additional-payload"),
            PayloadField {
                name: "teasers",
                read_as: &["teasers", "additional_policies"],
                kind: PayloadKind::Teasers,
                requirement_id: "EVT-additional-payload",
            },
        ],
        // The event fires in research or when results are ready (D32).
        state: None,
        requirement_ids: &["EVT-additional_policies_found", "EVT-additional-payload", "EVT-additional-redacted"],
    },
    EventRow {
        event: EventType::ResultsReady,
        fires_when: "results are published, or published anew because they changed",
        payload: &[PayloadField {
            name: "results_url",
            read_as: &["results_url", "download_url", "url"],
            kind: PayloadKind::Url,
            requirement_id: "EVT-results_ready",
        }],
        state: Some(State::ResultsReady),
        requirement_ids: &[
            "EVT-results_ready",
            "EVT-results_ready-on-change",
            "LIM-webhook-url",
            "ST-results_ready-event",
        ],
    },
    EventRow {
        event: EventType::Closed,
        fires_when: "the case is completed or canceled, once",
        payload: &[text!("reason", "EVT-closed-reason")],
        state: Some(State::Closed),
        requirement_ids: &["EVT-closed", "EVT-closed-once", "EVT-closed-reason"],
    },
];

impl EventRow {
    /// Returns the row of an event type.
    pub fn of(event: EventType) -> Option<&'static EventRow> {
        EVENTS.iter().find(|row| row.event == event)
    }
}
