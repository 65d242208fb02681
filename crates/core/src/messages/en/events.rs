//! Messages about events and the facts of a case.

use crate::rulebook::codes::Code;
use crate::rulebook::reasons::AskReason;

pub(crate) const EVENTS: &[(Code, &str)] = &[
    (
        Code::EventNameMissing,
        "The event has no type. It may come from another sender; check its property `event` or `type`.",
    ),
    (
        Code::EventUnknown,
        "This is not one of the seven documented events. Acknowledge it, and ask the operator what it means.",
    ),
    (
        Code::BillingEvent,
        "The service sends no event about invoices or payments, which it handles outside of its API. Check who sent this.",
    ),
    (Code::EventMemberMissing, "The event lacks `{member}`. Get the case's details from the service instead."),
    (
        Code::EventMemberKind,
        "`{member}` does not have its documented type. It is used where safe; inform the operator.",
    ),
    (Code::FindingsCapped, "Not every note is shown (limit: {limit}). Everything was read."),
    (
        Code::MessageOverLimit,
        "The message is longer than the {limit} bytes that the service documents. It may be truncated; read the full message in the case's details.",
    ),
    (
        Code::EventLabelUnknown,
        "The file's label is not one of the four that the service documents. The file is still tracked by its id.",
    ),
    (
        Code::IssueKeyTooEarly,
        "A case has no issue key yet when it is received, but this event names one. Check the key before it is stored.",
    ),
    (
        Code::UnboughtValue,
        "This event shows details of a policy that was not bought. They were removed; inform the operator.",
    ),
    (
        Code::TimeNotComparable,
        "The time is missing or has no UTC offset, so events cannot be ordered by it. Write it like 2026-03-01T10:00:00Z.",
    ),
    (
        Code::FactUnknown,
        "Ignored, because this is not a single fact about a case. Pass an object with exactly one kind of fact.",
    ),
    (
        Code::FactIncomplete,
        "Ignored, because `{member}` is missing or unusable. Pass the complete response of the service.",
    ),
    (
        Code::FollowerUnreadable,
        "The stored follower cannot be read, so a new one was started. Pass the facts again, or get the case's details.",
    ),
    (Code::TestCaseEvent, "Ignored: test cases send no events. The operator sent this one. Poll the case instead."),
    (Code::ClosedTwice, "Several events close this case, and a case closes once. Check that they belong to one case."),
];

pub(crate) const ASK: &[(AskReason, &str)] = &[
    (AskReason::NothingKnown, "Nothing is known about the state of the case. Get its details."),
    (AskReason::TestCase, "A test case sends no events. Get its details from time to time."),
    (
        AskReason::AfterReply,
        "The reply was delivered, but nothing shows whether research continued. Get the case's details.",
    ),
    (
        AskReason::RequestsUnordered,
        "Several requests for input have no known reply, and nothing shows which came last. Get the case's details.",
    ),
    (
        AskReason::OrderUnknown,
        "Facts name different states, and nothing shows which came last. Get the case's details.",
    ),
    (AskReason::EventMissing, "An event is lost or late. Get the case's details."),
    (
        AskReason::CancellationUnderWay,
        "The cancellation was accepted, but the case may still be open. Get its details.",
    ),
    (AskReason::SeveralCases, "The facts name more than one case. Follow each case on its own, and get its details."),
    (AskReason::TooManyFacts, "There were too many facts to keep. Start a new follower with the case's details."),
    (AskReason::ResultsUnread, "The results have not been fetched yet. Get them."),
    (AskReason::UrlExpired, "The URL of the results expired before they were fetched. Get the results."),
    (AskReason::OfferUnread, "Policies were found, but the offer is not known. Get the offer."),
    (AskReason::OfferUnclear, "The facts disagree about the offer. Get the offer."),
];
