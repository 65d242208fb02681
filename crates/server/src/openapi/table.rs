//! What the stand-in answers where the specification is silent, as rows: one for each endpoint.

use casegate::requests::EndpointId;

/// What is the stand-in's own of an endpoint.
pub(super) struct Ours {
    pub(super) id: EndpointId,
    /// The statuses of success; the published one, where there is one.
    pub(super) success: &'static [u16],
    /// The schema of the body of success, where the specification gives none.
    pub(super) body: Option<&'static str>,
    /// The statuses of refusals.
    pub(super) refusals: &'static [u16],
    /// Parameters that it has besides the published ones, or in their place.
    pub(super) parameters: &'static [&'static str],
}

/// Every refusal that there is, and the name of its answer among the components.
pub(super) const REFUSALS: &[(u16, &str)] = &[
    (400, "Refused"),
    (401, "NotAuthenticated"),
    (403, "OtherToken"),
    (404, "NotFound"),
    (408, "Incomplete"),
    (409, "Conflict"),
    (410, "Gone"),
    (413, "TooLong"),
];

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
        row(Id::Create, &[201], &[400, 401, 403, 408, 413]),
        row(Id::Detail, &[200], &[401, 403, 404]),
        row(Id::Results, &[200], &[400, 401, 403, 404, 409]).asks(&["result_format"]),
        row(Id::Offers, &[200], &[401, 403, 404]),
        row(Id::Accept, &[200], &[400, 401, 403, 404, 408, 409, 413]).gives("Offer"),
        row(Id::Respond, &[200], &[400, 401, 403, 404, 408, 409, 413]),
        row(Id::Append, &[201], &[400, 401, 403, 404, 408, 409, 413]),
        row(Id::Cancel, &[202], &[400, 401, 403, 404, 408, 409, 413]),
        row(Id::Login, &[200], &[400, 401, 403, 408, 413]),
        row(Id::Logout, &[204], &[401, 403]),
        row(Id::Ping, &[200], &[401, 403]).gives("Ping"),
        row(Id::LegacyCreateExistence, &[201], &[400, 401, 403, 408, 410, 413]),
        row(Id::LegacyCreateLimit, &[201], &[400, 401, 403, 408, 410, 413]),
        row(Id::LegacyUpload, &[200, 201], &[400, 401, 403, 404, 408, 409, 410, 413]).gives("Uploaded"),
        row(Id::LegacyReady, &[200], &[400, 401, 403, 404, 409, 410]).gives("Ticket"),
    ]
};
