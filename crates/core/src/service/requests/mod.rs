//! The API's endpoints: the table of what each accepts, writing and recognizing paths, and checking
//! requests.

pub(crate) mod access;
pub(crate) mod check;
pub(crate) mod entries;
pub(crate) mod files;
pub(crate) mod kinds;
pub(crate) mod members;
pub(crate) mod paths;
pub(crate) mod rules;
pub(crate) mod table;

pub use check::{Expects, RequestReport, check_request};
pub use kinds::{Body, Endpoint, EndpointId, Member, MemberKind, Method, PARTNER_PREFIX, Prefix, Retry};
pub use paths::{PathError, PathNote, PathParams, Recognised, Recognition, query, recognise};
pub use table::{RESULT_FORMAT, SOURCE, endpoints};
