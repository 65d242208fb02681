//! Messages about events and the facts of a case.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::AskReason;

pub(crate) const EVENTS: &[(Code, &str)] = &[
    (
        Code::EventNameMissing,
        "The event does not say what it is. It may come from another sender; look for its type in the member event or type.",
    ),
    (
        Code::EventUnknown,
        "The service documents seven events, and this is none of them. Acknowledge it, and ask the operator what it means.",
    ),
    (
        Code::BillingEvent,
        "The service sends no event about invoices or payments, which are handled outside its interface. Check who sent this.",
    ),
    (
        Code::EventMemberMissing,
        "The event should have {member}, and does not. Ask the service for the state of the case instead.",
    ),
    (
        Code::EventMemberKind,
        "The member {member} is another kind of value than expected. It is used where that is safe; inform the operator.",
    ),
    (Code::FindingsCapped, "There are more notes than the {limit} shown. Everything was read all the same."),
    (
        Code::MessageOverLimit,
        "The message is longer than the {limit} bytes that the service documents. It may be cut; read it in full at the source.",
    ),
    (
        Code::EventLabelUnknown,
        "The file's label is none of the four that the service documents. The file is known by its id all the same.",
    ),
    (
        Code::IssueKeyTooEarly,
        "A case has no issue key yet when it is received, but this event names one. Check the key before it is stored.",
    ),
    (
        Code::UnboughtValue,
        "Before a policy is bought, only its type and price are disclosed, but here is more, or may be. It was removed; inform the operator.",
    ),
    (
        Code::TimeNotComparable,
        "This time is missing or does not say its offset, so that nothing can be put in order by it. Write it like 2026-03-01T10:00:00Z.",
    ),
    (
        Code::FactUnknown,
        "This is not one fact about a case, and was left out. Give a set of members with exactly one kind of fact.",
    ),
    (
        Code::FactIncomplete,
        "This is of no use without a usable {member}, and was left out. Hand in the whole answer of the service.",
    ),
    (
        Code::FollowerUnreadable,
        "The stored follower cannot be read, so that a new one was started. Hand in the facts again, or ask the service.",
    ),
    (
        Code::TestCaseEvent,
        "A test case sends no events, so that this one was made by the operator and was left out. Poll the case instead.",
    ),
    (
        Code::ClosedTwice,
        "A case is closed once, but events that differ say that it was closed. Check that they belong to one case.",
    ),
];

pub(crate) const ASK: &[(AskReason, &str)] = &[
    (AskReason::NothingKnown, "Nothing is known about the state of the case. Get its details."),
    (AskReason::TestCase, "A test case sends no events. Get its details from time to time."),
    (
        AskReason::AfterReply,
        "The reply was delivered, and nothing shows whether research has gone on. Get the case's details.",
    ),
    (
        AskReason::RequestsUnordered,
        "Several requests for input have no known reply, and nothing shows which came last. Get the case's details.",
    ),
    (
        AskReason::OrderUnknown,
        "Facts name different states, and nothing shows which came last. Get the case's details.",
    ),
    (AskReason::EventMissing, "An event must have been lost or is late. Get the case's details."),
    (
        AskReason::CancellationUnderWay,
        "The cancellation was accepted, and the case is not known to be closed. Get its details.",
    ),
    (AskReason::SeveralCases, "The facts name more than one case. Follow each case on its own, and get its details."),
    (AskReason::TooManyFacts, "There were more facts than are kept. Start a new follower with the case's details."),
    (AskReason::ResultsUnread, "There are results that were not fetched yet. Get them."),
    (AskReason::UrlExpired, "The address of the results has expired before they were fetched. Get the results."),
    (AskReason::OfferUnread, "Policies were found, and what to accept them by is not known. Get the offer."),
    (AskReason::OfferUnclear, "Facts differ about what is offered. Get the offer."),
];
