//! The requests of every endpoint: what each takes, how its path is written and read, and the verdict on one.

mod access;
mod check;
mod entries;
mod files;
pub(crate) mod findings;
mod kinds;
mod members;
mod paths;
mod rules;
mod table;

pub use check::{Expects, RequestReport, check_request};
pub use kinds::{Body, Endpoint, EndpointId, Member, MemberKind, Method, PARTNER_PREFIX, Prefix, Retry};
pub use paths::{PathError, PathNote, PathParams, Recognised, Recognition, query, recognise};
pub use table::{RESULT_FORMAT, SOURCE, endpoints};
