//! Requests to the service that would resolve an open question about a case.

use crate::messages::parts::ASK;
use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::tokens;
use crate::service::events::state::Ambiguity;
use crate::service::requests::kinds::{Endpoint, EndpointId, Method};
use serde::Serialize;

tokens! {
    /// The service's GET endpoints below `/cases/{ref}`, by the names of their [`EndpointId`].
    Source, "source of a request" {
        /// The case's state: `GET /cases/{ref}/`.
        Detail "detail",
        /// The results: `GET /cases/{ref}/results/`.
        Results "results",
        /// The latest offer: `GET /cases/{ref}/offers/`.
        Offers "offers",
    }
}

/// A GET request that the caller should make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ask {
    /// The endpoint. Its name is that of the fact which takes the answer.
    pub endpoint: Source,
    /// The HTTP method, `GET`.
    pub method: Method,
    /// The path below the service's address, with its query. `None` while the facts do not have one
    /// reference of the case: the list of cases has it.
    pub path: Option<String>,
    /// The reason for the request.
    pub reason: AskReason,
    /// The reason as a message.
    pub message: String,
}

impl Source {
    /// Returns the row of the endpoint table.
    pub fn endpoint(self) -> Option<&'static Endpoint> {
        EndpointId::from_name(self.name())?.endpoint()
    }
}

impl Ask {
    pub(crate) fn new(endpoint: Source, reason: AskReason, reference: Option<&str>) -> Ask {
        let row = endpoint.endpoint();
        Ask {
            endpoint,
            method: row.map_or(Method::Get, |row| row.method),
            path: row.zip(reference).and_then(|(row, reference)| row.path_with_query(&[("ref", reference)])),
            reason,
            message: reason.message().to_owned(),
        }
    }
}

impl AskReason {
    /// Returns the message of the reason.
    pub fn message(self) -> &'static str {
        ASK.text(self)
    }
}

impl From<Ambiguity> for AskReason {
    fn from(ambiguity: Ambiguity) -> AskReason {
        match ambiguity {
            Ambiguity::NothingKnown => AskReason::NothingKnown,
            Ambiguity::AfterReply => AskReason::AfterReply,
            Ambiguity::RequestsUnordered => AskReason::RequestsUnordered,
            Ambiguity::OrderUnknown => AskReason::OrderUnknown,
            Ambiguity::EventMissing => AskReason::EventMissing,
        }
    }
}
