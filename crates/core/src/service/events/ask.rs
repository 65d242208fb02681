//! What to ask the service, and why.

use crate::messages::{Language, en, es};
use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::tokens;
use crate::service::events::state::Ambiguity;
use serde::Serialize;

tokens! {
    /// What can be asked of the service with GET, below `/cases/{ref}`.
    Source {
        /// The case's state: `GET /cases/{ref}/`.
        CaseDetail "case_detail",
        /// The results: `GET /cases/{ref}/results/`.
        Results "results",
        /// The latest offer: `GET /cases/{ref}/offers/`.
        Offers "offers",
    }
}

/// A request to make.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
pub struct Ask {
    /// What to GET.
    pub endpoint: Source,
    /// Why.
    pub reason: AskReason,
    /// The same for people.
    pub message: String,
}

impl AskReason {
    /// The reason in words.
    pub fn message(self, language: Language) -> &'static str {
        let table = language.pick(en::events::ASK, es::events::ASK);
        table.iter().find(|(reason, _)| *reason == self).map_or("", |(_, text)| text)
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
