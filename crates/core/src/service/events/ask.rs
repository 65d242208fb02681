//! Requests to the service that would resolve an open question about a case.

use crate::messages::Language;
use crate::messages::parts::ASK;
use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::tokens;
use crate::service::events::state::Ambiguity;
use serde::Serialize;

tokens! {
    /// The service's GET endpoints below `/cases/{ref}`.
    Source, "source of a request" {
        /// The case's state: `GET /cases/{ref}/`.
        CaseDetail "case_detail",
        /// The results: `GET /cases/{ref}/results/`.
        Results "results",
        /// The latest offer: `GET /cases/{ref}/offers/`.
        Offers "offers",
    }
}

/// A GET request that the caller should make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Ask {
    /// The endpoint.
    pub endpoint: Source,
    /// The reason for the request.
    pub reason: AskReason,
    /// The reason as a message.
    pub message: String,
}

impl AskReason {
    /// Returns the message of the reason.
    pub fn message(self, language: Language) -> &'static str {
        ASK.text(language, self)
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
