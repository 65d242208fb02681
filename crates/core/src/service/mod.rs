//! The service side of a case: requests, lifecycle, events, records and results.

pub mod answers;
pub mod calls;
pub mod events;
pub mod lifecycle;
pub(crate) mod or_unknown;
pub(crate) mod record_schema;
pub mod records;
pub mod requests;
pub mod results;
