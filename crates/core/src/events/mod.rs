//! Webhook events: what they carry, reading and making them, and following a case by them.
//!
//! The specification names the seven events and what each tells; their complete form, their order and their repetition
//! are not published. So a reader refuses nothing, and a [`Follower`] concludes nothing from the order in which facts come.

mod ask;
mod delivery;
mod derive;
mod envelope;
mod event;
mod fact;
mod follow;
mod follower;
mod known;
mod picture;
mod read;
mod redact;
mod state;
mod table;
mod time;
mod words;

pub use ask::{Ask, AskReason, Source};
pub use delivery::Delivery;
pub use event::{Event, EventError, Teaser};
pub use fact::{Fact, FactKey, NotAFact};
pub use follow::{Followed, follow};
pub use follower::{Changes, Follower, Learned, NotAFollower};
pub use known::CancellationSeen;
pub use picture::{
    ClosingPicture, FilePicture, OfferPicture, OpenInteraction, Part, Picture, ResultsPicture, UpgradePicture,
};
pub use read::{EventReading, read_event};
pub use redact::{OfferTeasers, Redaction, redact_offer};
pub use table::{EVENTS, EventRow, MESSAGE_BYTES, PDF_URL_HOURS, PayloadField, PayloadKind, URL_HOURS};
pub use time::Moment;

use crate::document::Document;

/// A text, or a number as it was written.
fn written(value: &Document) -> Option<String> {
    match value {
        Document::Text(text) | Document::Number(text) => Some(text.clone()),
        _ => None,
    }
}
