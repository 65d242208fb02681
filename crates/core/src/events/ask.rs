//! What to ask the service, and why.

use super::state::Doubt;
use crate::messages::{Language, en, es};
use crate::tokens::tokens;
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

tokens! {
    /// Why the service has to be asked.
    AskReason {
        /// Nothing is known about the state.
        NothingKnown "nothing_known",
        /// A test case fires no events.
        TestCase "test_case",
        /// A reply queues the case until it is picked up; nothing tells whether it has been.
        AfterReply "after_reply",
        /// Several requests for input have no known reply, and nothing tells which came last.
        RequestsUnordered "requests_unordered",
        /// Facts name several states, and nothing tells which is the last.
        OrderUnknown "order_unknown",
        /// The facts imply an event that did not come.
        EventMissing "event_missing",
        /// A cancellation was accepted, and the case is not known to be closed.
        CancellationUnderWay "cancellation_under_way",
        /// Facts name more than one case.
        SeveralCases "several_cases",
        /// There were more facts than are kept.
        TooManyFacts "too_many_facts",
        /// There are results that were not fetched.
        ResultsUnread "results_unread",
        /// There are results that were not fetched, and the address in the event has expired.
        UrlExpired "url_expired",
        /// An offer's upgrades are known without ids.
        OfferUnread "offer_unread",
        /// Facts disagree about an offer.
        OfferUnclear "offer_unclear",
    }
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
