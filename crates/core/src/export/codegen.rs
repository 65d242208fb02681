//! What `crates/codegen` reads besides the public tables. It is not part of the public interface.

pub use crate::case::session::script::Played;
pub use crate::export::fields::{Info, Lists};
pub use crate::export::json::pascal_case;
pub use crate::export::settings::types::context_types_json;
pub use crate::messages::catalogue::{FieldWords, Labels};
pub use crate::service::lifecycle::input::{
    AfterTrigger, AllTransitions, AllowedActions, AssumedCancellation, Unusable,
};
pub use crate::service::record_schema::{Member, Presence, Shape, ValueType};
pub use crate::service::results::table::{
    CANCELLATION, CANCELLED_POLICY, ENVELOPE, NULL_WHEN_INCLUDED, POLICY_EXISTENCE, POLICY_LIMIT, RESULTS_DATA, SHARED,
};

use crate::messages::Language;
use crate::service::records::table::Record;

/// Returns the texts of forms in a language.
pub fn labels(language: Language) -> &'static Labels {
    language.labels()
}

/// Returns the table of a record.
pub fn shape(record: Record) -> &'static Shape {
    record.shape()
}
