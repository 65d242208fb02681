//! Records how the real service answers, and reports where its answers differ from the rulebook.
//!
//! A recording has a line for each exchange with the service ([`Line`]). A line has the classes of
//! the values ([`Class`]) and never a value. The classes have everything that the rulebook
//! distinguishes, so that a payload with made-up values ([`representative`]) is judged like the real
//! one. [`drift`] predicts each answer with the rulebook itself.

mod classes;
mod drift;
mod key;
mod line;
pub mod proxy;
mod record;
mod reveal;

pub use classes::classify::Classifier;
pub use classes::represent::representative;
pub use classes::{Class, Entry, Profile, StateClass, Text, TextFormat};
pub use drift::compare::drift;
pub use drift::propose::{propose_context, propose_vectors};
pub use drift::report::{Decision, DriftReport, FieldClass, Finding, FindingKind, Observation};
pub use drift::sarif::SARIF_SCHEMA;
pub use drift::settings::{Settings, SettingsError};
pub use key::{Key, ParseKeyError, RandomError, is_hash};
pub use line::{
    Against, Answer, AnswerBody, Cancellation, EventLine, Exchange, FileClass, Ids, Line, LineError, Note, Part,
    PartClass, read_lines,
};
pub use record::Recorder;
pub use record::part::RawPart;
pub use record::raw::{Raw, RawBody, RawExchange};
pub use record::read_source;
pub use record::source::{LeftOut, Reason, Source, SourceError};
pub use reveal::reveal;
