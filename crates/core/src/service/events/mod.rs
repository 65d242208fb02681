//! Webhook events: reading them, creating them, and following a case by them.
//!
//! The specification lists the seven events and the content of each. It does not publish their
//! complete form, their order or their repetition. For this reason reading an event never fails on
//! an unexpected payload, and a [`Follower`] draws no conclusion from the order in which facts
//! arrive.

pub(crate) mod ask;
pub(crate) mod delivery;
pub(crate) mod derive;
pub(crate) mod envelope;
pub(crate) mod event;
pub(crate) mod fact;
pub(crate) mod follow;
pub(crate) mod follower;
pub(crate) mod known;
pub(crate) mod read;
pub(crate) mod redact;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod view;

pub use crate::rulebook::reasons::AskReason;
pub use ask::{Ask, Source};
pub use delivery::Delivery;
pub use event::{Event, EventError, Teaser};
pub use fact::{Fact, FactKey};
pub use follow::{Followed, follow};
pub use follower::{Changes, Follower, IngestOutcome, Part};
pub use known::{CancellationSeen, FactError};
pub use read::{EventReading, read_event};
pub use redact::{OfferTeasers, Redaction, redact_offer};
pub use table::{EVENTS, EventRow, MESSAGE_BYTES, PDF_URL_HOURS, PayloadField, PayloadKind, URL_HOURS};
pub use time::Moment;
pub use view::{CaseView, ClosingView, FileView, OfferView, OpenInteraction, ResultsView, UpgradeView};

use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// Returns a string, or a number with its original digits.
fn written(value: &Document) -> Option<String> {
    match value {
        Document::Text(text) | Document::Number(text) => Some(text.clone()),
        _ => None,
    }
}

/// Returns the path of keys.
fn path(keys: &[&str]) -> Vec<Segment> {
    keys.iter().map(|key| Segment::from(*key)).collect()
}
