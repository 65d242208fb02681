//! The texts of the stand-in's answers, as one table. `casegate_http` has those of
//! every server, and the library those of issues and refused triggers.

use casegate_http::problems;
#[cfg(test)]
use casegate_http::prose as shared;
pub(crate) use casegate_http::prose::{
    BODY_INCOMPLETE, INTERNAL_ERROR, NOT_FOUND, ProblemKind, REFUSED, TOO_LONG, UNKNOWN_OPERATION,
};

// Titles.
pub(crate) const CASE_REFUSED: &str = "The case is refused";
pub(crate) const NOT_ALLOWED: &str = "The case does not allow this";
pub(crate) const NOT_AUTHENTICATED: &str = "Not authenticated";
pub(crate) const NOT_GIVEN: &str = "Not available";
pub(crate) const GONE: &str = "Gone";
pub(crate) const FAULT: &str = "A rule of faults made this answer";
pub(crate) const NO_CALL: &str = "Not a call";
pub(crate) const UNREADABLE: &str = "The results cannot be read";
pub(crate) const UNUSABLE: &str = "The policies cannot be offered";
pub(crate) const UNDELIVERED: &str = "The delivery failed";
pub(crate) const DATA: &str = "The data cannot be stored or read";

// Parts of successful answers.
pub(crate) const REPLY_ARRIVED: &str = "The reply arrived. Research continues.";
pub(crate) const NOT_STORED: &str = "The file could not be stored. Append it to the case.";
pub(crate) const CANCELLED_FREE: &str = "Research had not started, so there is no fee.";
pub(crate) const CANCELLED_FOR_A_FEE: &str = "Research had started, so the cancellation fee applies.";

// Parts of the refusal of an operator's action.
pub(crate) const POSSIBLE_NOW: &str = "Staff can do this with the case now: {}.";
pub(crate) const NOTHING_POSSIBLE: &str = "Staff can do nothing more with the case.";

// The expected values of a subscription's members.
pub(crate) const AN_ADDRESS: &str = "an absolute address of http or https";
pub(crate) const EVENT_TYPES: &str = "types of events, or absent for all";
pub(crate) const A_SECRET: &str = "`whsec_` and the Base64 of 24 to 64 bytes";

// The expected values of a rule's members.
pub(crate) const ONE_OF: &str = "one of {}";
pub(crate) const ONE_OF_OR_ANY: &str = "one of {}, or `any`";
pub(crate) const EITHER_TARGET: &str = "given, or `event` in its place, and not both";
pub(crate) const ONLY_COUNT: &str = "the only one of `nth`, `from`, `every` and `first`";
pub(crate) const NO_SUCH_NUMBER: &str = "absent, because the fault has no such number";
pub(crate) const AT_LEAST: &str = "at least {}";
pub(crate) const A_NAME: &str = "the name of an organization";

// The expected forms of bodies.
pub(crate) const FORM_OF_NOTHING: &str = "`{ }`";
pub(crate) const FORM_OF_DELIVERY: &str =
    r#"{"note": "a closing note, which becomes the reason of case.closed"}, or an empty object,"#;
pub(crate) const FORM_OF_REQUEST: &str =
    r#"{"message": "what is needed", "interaction_id": "its id"}, the second one optional,"#;
pub(crate) const FORM_OF_RESULTS: &str = r#"{"results_data": {…}}, or an empty object for a sample,"#;
pub(crate) const FORM_OF_POLICIES: &str = r#"{"offer_id": "its id", "additional_policies": [{"type": "…", "price_usd": "75.00", "description": "…", "researcher_note": "…", "record": {…}}]}, or an empty object for samples,"#;
pub(crate) const FORM_OF_ELIGIBILITY: &str =
    r#"{"eligibility": a reason of the cancellation block or null, "fee_usd": "150.00"}, the second one optional,"#;
pub(crate) const FORM_OF_SUBMISSION: &str =
    r#"{"organization": an id or a name, "source": "portal", "case": {…}}, with only the case required,"#;
pub(crate) const FORM_OF_TRAVEL: &str =
    r#"{"now": "2026-03-01T09:00:00Z"} or {"advance_seconds": a whole number} or {"reset": true}"#;
pub(crate) const FORM_OF_ORGANIZATION: &str = r#"{"name": "Example Law"}"#;
pub(crate) const FORM_OF_SYNTHETIC: &str = r#"{"type": the type of an event, such as "case.received"}"#;
pub(crate) const FORM_OF_SUBSCRIPTION: &str = r#"{"organization": an id or a name, "url": "http://…", "events": [types], "secret": "whsec_…" or true}, with only the url required,"#;
pub(crate) const FORM_OF_SNAPSHOT: &str = r#"{"name": "its name"}, or an empty object,"#;
pub(crate) const FORM_OF_FAULTS: &str =
    r#"{"faults": [rules]}, such as {"faults": [{"endpoint": "create", "nth": 1, "fault": "reset"}]},"#;

problems! { pub(crate)
    // The issues have the reason.
    REFUSED_CASE: BAD_REQUEST, CASE_REFUSED;
    UNREADABLE_RESULTS: BAD_REQUEST, UNREADABLE, "unreadable_results":
        "`errors` and `warnings` list what cannot be read.";
    UNUSABLE_POLICY: BAD_REQUEST, UNUSABLE, "unusable_policy":
        "A policy needs a `type` that is not blank, and properties that the library does not withhold.";

    // Requests and their bodies.
    BAD_MULTIPART: BAD_REQUEST, REFUSED, "bad_multipart":
        "The body is not multipart/form-data, ends before its last boundary, or has part headers that are too long.";
    NOT_UTF8: BAD_REQUEST, REFUSED, "not_utf8":
        "A text part is not UTF-8.";
    NOT_JSON: BAD_REQUEST, REFUSED, "not_json": "The body is not JSON.";
    NOT_A_FORM: BAD_REQUEST, REFUSED, "not_a_form":
        "The body is not the form that its Content-Type says. Send JSON with `Content-Type: application/json`.";
    BODY_NOT_UTF8: BAD_REQUEST, REFUSED, "not_json": "The body is not UTF-8.";
    OTHER_FORM: BAD_REQUEST, REFUSED, "other_form": "Send {} as JSON.";
    OTHER_FORM_AT: BAD_REQUEST, REFUSED, "other_form":
        "Send {} as JSON. The body differs at line {}, column {}.";
    TOO_MANY_PARTS: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The stand-in accepts at most {} parts.";
    TEXTS_TOO_LONG: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The stand-in accepts at most {} bytes of text parts besides the case.";
    PAGE_BEFORE: BAD_REQUEST, REFUSED, "bad_page":
        "`before` is a parameter of this stand-in: the number of a case.";
    PAGE_SIZE: BAD_REQUEST, REFUSED, "bad_page":
        "`page_size` is a parameter of this stand-in: a whole number from 1 to 1000.";

    // Tokens.
    UNKNOWN_BEARER: UNAUTHORIZED, NOT_AUTHENTICATED, "unknown_token":
        "The token is unknown or was revoked. Log in with the master token to get a new one.";
    NO_OPERATOR: UNAUTHORIZED, NOT_AUTHENTICATED, "not_authenticated":
        "Send the operator's token, which is printed at startup: `Authorization: Token …`.";
    TOKEN_NAME_TOO_LONG: BAD_REQUEST, REFUSED, "token_name_too_long":
        "This stand-in accepts at most {} characters in `token_name`.";

    // Cases and their parts.
    LEGACY_SUNSET: GONE, GONE, "legacy_sunset":
        "The legacy flow ended on November 11, 2026. Create the case with POST /api/v1/partner/cases/create/.";
    UNKNOWN_CASE: NOT_FOUND, NOT_FOUND, "unknown_case": "Case not found.";
    UNKNOWN_CASE_NUMBER: NOT_FOUND, NOT_FOUND, "unknown_case":
        "No case has this number.";
    UNKNOWN_REFERENCE: NOT_FOUND, NOT_FOUND, "unknown_case":
        "Your organization has no case with this reference. A new case gets its reference later; see the list of cases.";
    UNKNOWN_TICKET: NOT_FOUND, NOT_FOUND, "unknown_ticket":
        "Your organization has no ticket with this number.";
    TICKET_READY: CONFLICT, NOT_ALLOWED, "ticket_ready":
        "The ticket is a case now. Append the file to the case.";
    NO_OFFER: NOT_FOUND, NOT_FOUND, "no_offer":
        "No additional policies were offered for this case.";
    UNKNOWN_OFFER: NOT_FOUND, NOT_FOUND, "unknown_offer":
        "The case has no offer with this id.";
    RESULTS_NOT_READY: NOT_FOUND, NOT_FOUND, "results_not_ready":
        "There are no results yet. The event `case.results_ready` announces them.";
    UNKNOWN_RESULT_FORMAT: BAD_REQUEST, REFUSED, "unknown_result_format":
        "`result_format` is `json`, or `pdf` at this stand-in, because the word for a PDF is not published.";
    WRONG_SIGNATURE: FORBIDDEN, NOT_GIVEN, "wrong_signature":
        "This stand-in did not issue the address, or it was changed, or the method is not GET.";
    ADDRESS_EXPIRED: GONE, NOT_GIVEN, "address_expired":
        "The address has expired. GET the results with `result_format=pdf` for a new one.";

    // The operator's API.
    NO_OPERATOR_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The operator's API has no such path.";
    NO_PAGE_FILE: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The operator page has no such file.";
    UNKNOWN_FILE: NOT_FOUND, NOT_FOUND, "unknown_file":
        "No file has this id.";
    UNKNOWN_ORGANIZATION: NOT_FOUND, NOT_FOUND, "unknown_organization":
        "No organization has this id or name.";
    ORGANIZATION_EXISTS: CONFLICT, REFUSED, "organization_exists":
        "An organization has this name already.";
    BAD_NAME: BAD_REQUEST, REFUSED, "bad_name":
        "The name must have 1 to {} bytes besides white space.";
    UNKNOWN_TOKEN: NOT_FOUND, NOT_FOUND, "unknown_token":
        "No token has this id.";
    BAD_SOURCE: BAD_REQUEST, REFUSED, "bad_source":
        "The source must be made of letters, digits, `_` and `-`. It must not be `api`, which the specification reserves.";
    EMPTY_MESSAGE: BAD_REQUEST, REFUSED, "empty_message":
        "`message` must contain the question.";
    OTHER_PRODUCT: BAD_REQUEST, UNREADABLE, "other_product":
        "Their case_type belongs to the other product. Results of this case have the type {}.";
    NO_TEST_CASE: CONFLICT, NOT_ALLOWED, "no_test_case":
        "Sample results are for test cases. Publish results for this case.";
    CLOCK_OUT_OF_RANGE: BAD_REQUEST, REFUSED, "clock_out_of_range":
        "The clock covers the years 1970 to 9999.";
    UNKNOWN_SUBSCRIPTION: NOT_FOUND, NOT_FOUND, "unknown_subscription":
        "The subscription does not exist or has ended.";
    BAD_SUBSCRIPTION: BAD_REQUEST, REFUSED, "bad_subscription": "`{}` must be {}.";
    NOT_ROTATING: BAD_REQUEST, REFUSED, "not_rotating":
        "The subscription has no second secret. Rotate it first.";
    OF_SETTINGS: BAD_REQUEST, REFUSED, "of_settings":
        "This subscription comes from the settings. Add the second secret there and restart.";
    UNKNOWN_SNAPSHOT: NOT_FOUND, NOT_FOUND, "unknown_snapshot":
        "There is no snapshot with this name. Snapshots end with the process.";
    SNAPSHOT_EXISTS: CONFLICT, REFUSED, "snapshot_exists":
        "A snapshot has this name already.";
    BAD_SNAPSHOT_NAME: BAD_REQUEST, REFUSED, "bad_snapshot_name":
        "The name must have 1 to {} letters, digits, `-` and `_`.";
    BAD_FAULT: BAD_REQUEST, REFUSED, "bad_fault": "`{}` of rule {} must be {}.";
    BAD_STATE: BAD_REQUEST, REFUSED, "bad_state": "`state` is one of {}.";
    UNKNOWN_DELIVERY: NOT_FOUND, NOT_FOUND, "unknown_delivery":
        "No delivery has this id.";
    ENDED: CONFLICT, UNDELIVERED, "ended":
        "The subscription has ended and receives no more events.";

    // The demo, and the library over HTTP.
    DEMO_ELSEWHERE: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The demo answers only at the address that it was started with.";
    NO_DEMO_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The demo has no such path.";
    NOT_A_CALL: BAD_REQUEST, NO_CALL, "not_a_call":
        r#"Send {"input": "the text", "context": {settings}} as JSON."#;

    // Faults by rule.
    FAULT_TOO_MANY: TOO_MANY_REQUESTS, FAULT, "too_many_requests":
        "The request was not carried out. Send it again after the seconds of `Retry-After`.";
    FAULT_INTERNAL: INTERNAL_SERVER_ERROR, FAULT, "internal_error":
        "The request was not carried out.";
    FAULT_UNAVAILABLE: SERVICE_UNAVAILABLE, FAULT, "unavailable":
        "The request was not carried out. Send it again later.";

    // The stand-in itself.
    DISK_FULL: INSUFFICIENT_STORAGE, DATA, "disk_full":
        "The request was not carried out, because the disk of the data folder is full. Free some space and send the request again.";
    DATA_READ_ONLY: SERVICE_UNAVAILABLE, DATA, "data_read_only":
        "The request was not carried out, because the data folder cannot be written. Make it writable and send the request again.";
    DATA_GONE: SERVICE_UNAVAILABLE, DATA, "data_gone":
        "The request was not carried out, because the data folder or a part of it was deleted, moved or replaced while the stand-in ran. Stop the stand-in, restore the folder, and start again.";
    FILE_MISSING: SERVICE_UNAVAILABLE, DATA, "file_missing":
        "The request was not carried out, because a file that the database lists is not in the data folder. Restore the file under its id in the folder `files`.";
    DATA_UNUSABLE: SERVICE_UNAVAILABLE, DATA, "data_unusable":
        "The request was not carried out, because the data folder cannot be read or written. The stand-in's log has the kind of the error.";
}

#[cfg(test)]
mod tests;
