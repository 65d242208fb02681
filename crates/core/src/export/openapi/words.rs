//! The texts of the description.

use crate::service::requests::kinds::EndpointId;

pub(crate) const ABOUT: &str = "Research requests about insurance coverage, and their results. Written from casegate's \
    tables. What the specification does not publish is left out, and named by `x-unpublished` where it would stand; \
    `x-requirement-id` names the statement that a part encodes.";

pub(crate) const BASE: &str = "The service's base address, which the operator gives.";

pub(crate) const USER_TOKEN: &str =
    "`Authorization: Token <ACCESS_TOKEN>` with a user token. It lasts until it is revoked.";

pub(crate) const MASTER_TOKEN: &str = "`Authorization: Token <ACCESS_TOKEN>` with the operator's master token, which logs in and cannot revoke user tokens.";

pub(crate) const CASES: &str = "cases";
pub(crate) const TOKENS: &str = "tokens";
pub(crate) const LEGACY: &str = "legacy";

pub(crate) const EVENTS: &str = "events";

pub(crate) const TAGS: [(&str, &str); 4] = [
    (CASES, "Cases, their files, results and offers."),
    (TOKENS, "Logging in and out."),
    (LEGACY, "The deprecated three-step flow."),
    (EVENTS, "The webhooks."),
];

/// Returns the summary of an endpoint, and its tag.
pub(crate) const fn summary(id: EndpointId) -> (&'static str, &'static str) {
    match id {
        EndpointId::List => (CASES, "List cases"),
        EndpointId::Create => (CASES, "Create a case and submit it with its files"),
        EndpointId::Detail => (CASES, "Tell how a case stands"),
        EndpointId::Results => (CASES, "Give the results of a case"),
        EndpointId::Offers => (CASES, "Give the latest offer of additional policies"),
        EndpointId::Accept => (CASES, "Accept upgrades of an offer"),
        EndpointId::Respond => (CASES, "Reply to the open request for information"),
        EndpointId::Append => (CASES, "Append a file to a case"),
        EndpointId::Cancel => (CASES, "Cancel a case"),
        EndpointId::Login => (TOKENS, "Give a user token for the master token"),
        EndpointId::Logout => (TOKENS, "Revoke the token that it is called with"),
        EndpointId::Ping => (TOKENS, "Verify the authentication"),
        EndpointId::LegacyCreateExistence => (LEGACY, "Step 1: create a Policy Existence ticket"),
        EndpointId::LegacyCreateLimit => (LEGACY, "Step 1: create a Policy Limit ticket"),
        EndpointId::LegacyUpload => (LEGACY, "Step 2: upload a declared file"),
        EndpointId::LegacyReady => (LEGACY, "Step 3: submit the ticket"),
    }
}

/// Returns the description of a path parameter.
pub(crate) fn parameter(name: &str) -> &'static str {
    match name {
        "ref" => "The case reference (issue key).",
        "ticket_id" => "The `id` of the ticket that step 1 returned.",
        "file_label" => "A label that was declared in `files_to_upload`.",
        _ => "",
    }
}

/// The published refusals with status 400: the endpoint, the case, and the statement.
pub(crate) const REFUSALS: [(EndpointId, &str, &str); 4] = [
    (
        EndpointId::Create,
        "The case JSON is refused: a field is missing, a conditional rule is broken, or a Policy Existence date of loss \
         lies too far back.",
        "ERR-400-missing",
    ),
    (EndpointId::Login, "`token_name` is missing.", "AUTH-login-token_name-400"),
    (
        EndpointId::Respond,
        "The interaction is already in status `responded`. After a timeout this means that the first attempt landed.",
        "EP-respond-repeat-400",
    ),
    (EndpointId::LegacyReady, "A declared file was never uploaded.", "LEG-ready-400"),
];
