//! The verdict of the service on a request, from the status of its answer.

use casegate::requests::{Endpoint, EndpointId};

/// What an answer says about a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    Accepted,
    Refused,
    /// The answer is about the token, the path, the load, or a failure.
    None,
}

/// The statuses of refusals that say nothing about the content of a request.
const NOT_ABOUT_CONTENT: [u16; 10] = [401, 403, 404, 405, 406, 408, 411, 413, 415, 429];

/// The published status of an invalid case, and of a login without a name.
const INVALID: u16 = 400;

pub(crate) fn verdict(status: u16) -> Verdict {
    match status {
        200..300 => Verdict::Accepted,
        400..500 if !NOT_ABOUT_CONTENT.contains(&status) => Verdict::Refused,
        _ => Verdict::None,
    }
}

/// Returns the published status if the answer has another one.
pub(crate) fn published_status(endpoint: &Endpoint, status: u16, is_refusable: bool) -> Option<u16> {
    let expected = match verdict(status) {
        Verdict::Accepted => endpoint.status?,
        Verdict::Refused if is_refusable => INVALID,
        _ => return None,
    };
    (status != expected).then_some(expected)
}

/// Returns `true` if the endpoint publishes a status for refused content that depends on nothing but
/// the request.
pub(crate) fn is_refusable(endpoint: EndpointId) -> bool {
    crate::record::creates(endpoint) || endpoint == EndpointId::Login
}
