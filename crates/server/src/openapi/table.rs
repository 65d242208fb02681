//! The stand-in's answers where the specification is silent: one row for each endpoint.

use casegate::requests::EndpointId;

/// The parts of an endpoint that are the stand-in's own.
pub(super) struct Ours {
    pub(super) id: EndpointId,
    /// The status codes of success, of which one may be published.
    pub(super) success: &'static [u16],
    /// The schema of the body of success, if the specification has none.
    pub(super) body: Option<&'static str>,
    /// The status codes of refusals.
    pub(super) refusals: &'static [u16],
    /// Parameters in addition to the published ones, or in their place.
    pub(super) parameters: &'static [&'static str],
}

/// Every refusal: the status, the name of its answer among the components, and the condition.
pub(super) const REFUSALS: &[(u16, &str, &str)] = &[
    (400, "Refused", "The rulebook refuses the request; `errors` has its issues."),
    (401, "NotAuthenticated", "The token is missing or unknown."),
    (403, "OtherToken", "The endpoint takes tokens of the other kind, or the address is not one that was given."),
    (404, "NotFound", "The caller's organization has nothing under this path."),
    (408, "Incomplete", "The body broke off, or came too slowly."),
    (409, "Conflict", "The case's state stands against it."),
    (410, "Gone", "The legacy flow is turned off, or the address has expired."),
    (413, "TooLong", "The body is longer than the stand-in reads."),
    (415, "Encoded", "The body has a `Content-Encoding`, such as gzip."),
    (429, "TooManyRequests", "A rule of faults demands a pause; `Retry-After` has its seconds."),
    (500, "Failed", "A rule of faults demands a failure, or the stand-in is broken; its log says why."),
    (503, "Unavailable", "The data folder cannot be used, or too many connections are open; `code` says which."),
    (507, "Full", "The disk of the data folder is full."),
];

/// The refusals of every endpoint that are not the fault of the request.
pub(super) const EVERYWHERE: &[u16] = &[429, 500, 503, 507];

const fn row(id: EndpointId, success: &'static [u16], refusals: &'static [u16]) -> Ours {
    Ours { id, success, body: None, refusals, parameters: &[] }
}

impl Ours {
    const fn gives(mut self, body: &'static str) -> Ours {
        self.body = Some(body);
        self
    }

    const fn asks(mut self, parameters: &'static [&'static str]) -> Ours {
        self.parameters = parameters;
        self
    }
}

/// All endpoints, in the order of the library's table.
pub(super) static OURS: [Ours; 16] = {
    use EndpointId as Id;
    [
        row(Id::List, &[200], &[400, 401, 403]).asks(&["before", "page_size"]),
        row(Id::Create, &[201], &[400, 401, 403, 408, 413, 415]),
        row(Id::Detail, &[200], &[401, 403, 404]),
        row(Id::Results, &[200], &[400, 401, 403, 404]).asks(&["result_format"]),
        row(Id::Offers, &[200], &[401, 403, 404]),
        row(Id::Accept, &[200], &[400, 401, 403, 404, 408, 409, 413, 415]).gives("Offer"),
        row(Id::Respond, &[200], &[400, 401, 403, 404, 408, 409, 413, 415]),
        row(Id::Append, &[201], &[400, 401, 403, 404, 408, 409, 413, 415]),
        row(Id::Cancel, &[202], &[400, 401, 403, 404, 408, 409, 413, 415]),
        row(Id::Login, &[200], &[400, 401, 403, 408, 413, 415]),
        row(Id::Logout, &[204], &[401, 403]),
        row(Id::Ping, &[200], &[401, 403]).gives("Ping"),
        row(Id::LegacyCreateExistence, &[201], &[400, 401, 403, 408, 410, 413, 415]),
        row(Id::LegacyCreateLimit, &[201], &[400, 401, 403, 408, 410, 413, 415]),
        row(Id::LegacyUpload, &[201], &[400, 401, 403, 404, 408, 409, 410, 413, 415]).gives("Uploaded"),
        row(Id::LegacyReady, &[200], &[400, 401, 403, 404, 409, 410]).gives("Ticket"),
    ]
};
