//! Sentences about the requirement ids that no row describes, or describes in part.

use crate::export::pages::requirements::headings::{FIELDS, FILES, LIFE, RECORDS, REQUESTS, RESULTS, RULE};

/// The heading, and the id with its sentence.
pub(crate) static WRITTEN: &[(&str, &[(&str, &str)])] = &[
    (
        FIELDS,
        &[
            ("VER-is_black_card", "`is_black_card` is deprecated and ends with version 2.0.0."),
            ("VER-defendant_name", "`defendant_name` is deprecated and ends with version 2.0.0."),
            ("VER-insurance_company_name", "`insurance_company_name` is deprecated and ends with a later version."),
            (
                "VER-base_product-string",
                "`base_product` of Policy Existence as a single string is deprecated; an array with one word replaces it.",
            ),
            (
                "VI-description-computed",
                "The service writes `description` of a vehicle itself if the year, the make and the model are given.",
            ),
        ],
    ),
    (
        RULE,
        &[(
            "PL-R3c",
            "Policy Limit: rule 3 requires nothing if `are_policyholder_and_defendant_the_same` is `true` or not set.",
        )],
    ),
    (
        FILES,
        &[
            ("FILE-ext", "The files of a create request have one of the accepted extensions, in upper or lower case."),
            ("FILE-ext-rejected", "A file with another extension is rejected, and the case is created without it."),
            ("LIM-file-size", "A single file has at most 25 MB."),
            ("CREATE-201-always", "A request with a valid case answers 201, even if all of its files are rejected."),
            ("CREATE-retry-append", "A file that was rejected is sent again by appending it to the case."),
            (
                "VER-files-and-labels",
                "The current flow sends files as the parts `files`, each with a part in `labels`.",
            ),
        ],
    ),
    (
        REQUESTS,
        &[
            ("BASE-url-relative", "Paths are relative to one base address, which the operator gives."),
            ("PATH-partner-prefix", "Paths begin with `/api/v1/partner/` unless the endpoint has another prefix."),
            ("AUTH-header", "A request carries its token in the header `Authorization: Token <ACCESS_TOKEN>`."),
            ("AUTH-token-on-partner", "A request to a partner endpoint without a token is refused."),
            (
                "AUTH-no-oauth",
                "Cookies and schemes other than `Token`, such as `Bearer`, do not authenticate a request.",
            ),
            ("AUTH-org-scope", "A token gives access to the cases of its own organization only."),
            (
                "AUTH-master-login-only",
                "The master token serves for logins only, apart from the case that D21 decides.",
            ),
            ("AUTH-master-no-revoke", "The master token cannot revoke a user token."),
            ("AUTH-logout-own-token", "A logout revokes the token of its own request and leaves all others valid."),
            ("CASE-json-string", "The part `case` is a text field with the JSON of one case, and not a file."),
            ("EP-ref-is-issue-key", "`{ref}` in a path is the case reference, and not the number of the case."),
            (
                "EP-list-source-default",
                "A list without `source` contains only the cases that were submitted by this API.",
            ),
            ("EP-accept-retry", "Accepting the same policies again succeeds and changes nothing."),
            ("EP-cancel-retry", "Canceling again a case that a cancellation closed succeeds and changes nothing."),
            ("EP-cancel-closes", "A cancellation closes the case and fires `case.closed`."),
            ("CQ-reason-verbatim", "The reason of a cancellation appears unchanged in the event `case.closed`."),
            ("RSP-message-or-file", "A reply contains a message, a file, or both."),
            ("RSP-open-interaction", "A reply names the `interaction_id` of the open request for information."),
            (
                "ERR-respond-repeat",
                "The refusal of a second reply reports that the interaction is `responded` already.",
            ),
            ("LEG-create-body", "Step 1 of the legacy flow sends the case as a JSON object, with `files_to_upload`."),
            (
                "LEG-upload-label-declared",
                "Step 2 of the legacy flow uploads only labels that `files_to_upload` declares.",
            ),
        ],
    ),
    (
        RECORDS,
        &[
            ("CREATE-key-unassigned", "A case may have no reference yet when it is created."),
            ("ATT-error_code-present", "A rejected file has an `error_code`."),
            ("CB-fee_usd-free", "`fee_usd` is `0.00` if the cancellation is free."),
            ("CB-fee_usd-locked-pending", "`fee_usd` keeps the fee of a cancellation that is not settled yet."),
            ("CB-fee_usd-locked-completed", "`fee_usd` keeps the fee of a cancellation that is settled."),
            ("CB-fee_usd-null", "`fee_usd` is `null` if the case cannot be canceled."),
            (
                "AUTH-login-token-field",
                "The answer to a login contains the user token in a property without a published name.",
            ),
            ("LIM-pdf-url", "`results_url` of `ResultsPdf` can be fetched for one hour."),
            ("TKT-case-fields", "A ticket contains the fields of its case."),
            ("TKT-owner-length", "`owner` of a ticket has at most 150 characters."),
            ("TKT-owner-charset", "`owner` of a ticket consists of letters, digits, `@`, `.`, `+`, `-` and `_`."),
        ],
    ),
    (
        RESULTS,
        &[
            ("RES-always-present", "A result has every documented property of its type, if need be as `null`."),
            ("RESULT-accepted-full", "An accepted policy has the properties of the envelope and those of a result."),
            ("RESULT-offered-envelope", "An offered policy has the properties of the envelope and no others."),
            ("RESULT-included-envelope", "An included policy has the properties of the envelope and no others."),
            (
                "RESULT-status-mapping",
                "An offer's `created` is `offered` in results, and its `selected` is `accepted`.",
            ),
            ("RESULT-cancelled-empty", "The results of a canceled case have no result and no additional policy."),
        ],
    ),
    (
        LIFE,
        &[
            ("ST-list", "A case of either product is in one of five states."),
            ("ST-no-other-transitions", "A trigger without a row in the transition table for the state is refused."),
            ("ST-create-received", "A valid case is `received`, whichever channel it came through."),
            ("ST-create-event", "A new case fires `case.received`."),
            ("EVT-received-no-issue_key", "`case.received` has no `issue_key`, because none is assigned yet."),
            ("ST-received-in_progress", "A received case is `in_progress` when its research begins."),
            (
                "ST-in_progress-event",
                "A case that becomes `in_progress` fires `case.in_progress`, perhaps with a delay.",
            ),
            ("ST-in_progress-collapse", "`case.in_progress` does not fire twice without another event in between."),
            ("ST-in_progress-action_required", "A case is `action_required` when its research needs information."),
            ("ST-action_required-event", "A case that becomes `action_required` fires `case.action_required`."),
            ("ST-one-open-request", "A case has no more than one open request for information."),
            ("LIM-action-message", "The message of a request for information has at most 8 KB."),
            (
                "ST-respond-received",
                "A reply to the open request moves the case to `received`, and later to `in_progress`.",
            ),
            ("ST-respond-event", "`case.in_progress` fires again after a reply."),
            ("ST-respond-loop", "Requests for information and replies may alternate without a limit."),
            ("ST-in_progress-results_ready", "A case is `results_ready` when its reviewed results are published."),
            (
                "ST-results_ready-event",
                "A case that becomes `results_ready` fires `case.results_ready` with a signed URL.",
            ),
            ("EVT-results_ready-on-change", "`case.results_ready` fires again only if the results differ."),
            ("LIM-webhook-url", "The URL in `case.results_ready` can be fetched for 12 hours."),
            (
                "OFR-found-and-offered",
                "Policies beyond the request are offered, and accepted ones become part of the results.",
            ),
            (
                "EVT-additional-redacted",
                "The event about additional policies does not contain what must be bought first.",
            ),
            ("ST-accept-stays", "A case stays `results_ready` when an offer is accepted."),
            ("ST-accept-refire", "Accepting an offer publishes new results, and `case.results_ready` fires again."),
            (
                "ST-upgrade-selected",
                "An accepted policy of an offer changes from `created` to `selected`, and never back.",
            ),
            ("ST-delivered-closed", "A case is `closed` when its results are delivered and paid."),
            ("ST-delivered-event", "The delivery of the results fires `case.closed` with a reason."),
            ("ST-cancel-closed", "An eligible cancellation closes a case in any other state."),
            ("ST-cancel-event", "A cancellation fires `case.closed` with the caller's reason."),
            ("ST-cancel-eligibility", "A cancellation succeeds only if the case is eligible."),
            ("ST-closed-terminal", "A closed case stays closed."),
            ("EVT-closed-once", "`case.closed` fires once for each case."),
            ("EVT-list", "There are seven event types, and none is about invoices."),
            ("TEST-no-webhooks", "A test case fires no events."),
            ("TEST-must-poll", "The results of a test case must be polled, because no event announces them."),
        ],
    ),
];
