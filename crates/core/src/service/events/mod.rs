//! Webhook events: what they carry, reading and making them, and following a case by them.
//!
//! The specification names the seven events and what each tells; their complete form, their order and their repetition
//! are not published. So a reader refuses nothing, and a [`Follower`] concludes nothing from the order in which facts come.

pub(crate) mod ask;
pub(crate) mod delivery;
pub(crate) mod derive;
pub(crate) mod envelope;
pub(crate) mod event;
pub(crate) mod fact;
pub(crate) mod follow;
pub(crate) mod follower;
pub(crate) mod known;
pub(crate) mod picture;
pub(crate) mod read;
pub(crate) mod redact;
pub(crate) mod state;
pub(crate) mod table;
pub(crate) mod time;
pub(crate) mod words;

pub use crate::rulebook::reasons::AskReason;
pub use ask::{Ask, Source};
pub use delivery::Delivery;
pub use event::{Event, EventError, Teaser};
pub use fact::{Fact, FactKey};
pub use follow::{Followed, follow};
pub use follower::{Changes, Follower, FollowerError, Learned, Part};
pub use known::{CancellationSeen, FactError};
pub use picture::{
    ClosingPicture, FilePicture, OfferPicture, OpenInteraction, Picture, ResultsPicture, UpgradePicture,
};
pub use read::{EventReading, read_event};
pub use redact::{OfferTeasers, Redaction, redact_offer};
pub use table::{EVENTS, EventRow, MESSAGE_BYTES, PDF_URL_HOURS, PayloadField, PayloadKind, URL_HOURS};
pub use time::Moment;

use crate::text::json::document::Document;

/// A text, or a number as it was written.
fn written(value: &Document) -> Option<String> {
    match value {
        Document::Text(text) | Document::Number(text) => Some(text.clone()),
        _ => None,
    }
}
