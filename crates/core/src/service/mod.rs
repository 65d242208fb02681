//! The service side of a case: requests, lifecycle, events, records, results and the legacy flow.

pub mod events;
pub mod legacy;
pub mod lifecycle;
pub(crate) mod or_unknown;
pub(crate) mod record_schema;
pub mod records;
pub mod requests;
pub mod results;
