//! What to ask the service, and why.

use crate::messages::{Language, en, es};
use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::tokens;
use crate::service::events::state::Doubt;
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

impl From<Doubt> for AskReason {
    fn from(doubt: Doubt) -> AskReason {
        match doubt {
            Doubt::NothingKnown => AskReason::NothingKnown,
            Doubt::AfterReply => AskReason::AfterReply,
            Doubt::RequestsUnordered => AskReason::RequestsUnordered,
            Doubt::OrderUnknown => AskReason::OrderUnknown,
            Doubt::EventMissing => AskReason::EventMissing,
        }
    }
}
