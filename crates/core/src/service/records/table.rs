//! The tables of the records that the service returns, in the order of the specification.

use crate::rulebook::fields::{FieldStatus, NestedRecord};
use crate::rulebook::tokens::{
    AttachmentStatus, CancellationReason, FileErrorCode, State, SyncState, UpgradeStatus, tokens,
};
use crate::service::record_schema::ValueType::{
    Amount, Boolean, Id, Integer, Null, Object, Owner, Record as One, Records, Text, Uuid, Word,
};
use crate::service::record_schema::{Member, Shape};

tokens! {
    /// A record that the service returns.
    Record, "record" {
        /// The answer to a create request.
        CreateResponse "create_response",
        /// The outcome for one file of a create request.
        Attachment "attachment",
        /// A case.
        CaseDetail "case_detail",
        /// The list of cases: a plain list, or an object with the list under `results`.
        CaseList "case_list",
        /// A case in a list.
        CaseListItem "case_list_item",
        /// The eligibility of a case for cancellation.
        CancellationBlock "cancellation_block",
        /// The answer to an accepted cancellation.
        CancellationAccepted "cancellation_accepted",
        /// The answer to a cancellation that was refused.
        CancelError "cancel_error",
        /// The answer to an appended file.
        FileAppended "file_appended",
        /// The answer to a reply.
        Responded "responded",
        /// An offer of additional policies.
        Offer "offer",
        /// A policy of an offer.
        OfferedUpgrade "offered_upgrade",
        /// Results as JSON. [`crate::service::results::normalize::normalize_results`] reads its
        /// `results_data`.
        Results "results",
        /// Results as a PDF.
        ResultsPdf "results_pdf",
        /// The answer to a login.
        LoginResponse "login_response",
        /// A ticket of the legacy flow.
        Ticket "ticket",
    }
}

impl Record {
    /// Returns the table of the record.
    pub(crate) fn shape(self) -> &'static Shape {
        match self {
            Record::CreateResponse => &CREATE_RESPONSE,
            Record::Attachment => &ATTACHMENT,
            Record::CaseDetail => &CASE_DETAIL,
            Record::CaseList => &CASE_LIST,
            Record::CaseListItem => &CASE_LIST_ITEM,
            Record::CancellationBlock => &CANCELLATION_BLOCK,
            Record::CancellationAccepted => &CANCELLATION_ACCEPTED,
            Record::CancelError => &CANCEL_ERROR,
            Record::FileAppended => &FILE_APPENDED,
            Record::Responded => &RESPONDED,
            Record::Offer => &OFFER,
            Record::OfferedUpgrade => &OFFERED_UPGRADE,
            Record::Results => &RESULTS,
            Record::ResultsPdf => &RESULTS_PDF,
            Record::LoginResponse => &LOGIN_RESPONSE,
            Record::Ticket => &TICKET,
        }
    }
}

static CREATE_RESPONSE: Shape = Shape {
    name: "CreateResponse",
    about: "The answer to a create request.",
    members: &[
        Member::new("case_id", Integer, "CR-case_id"),
        Member::new("case_ref", Text, "CR-case_ref").or_null(),
        Member::new("case_type", Word(&["pe", "pl"]), "CR-case_type"),
        Member::new("submitted", Boolean, "CR-submitted"),
        Member::new("attachments", Records(&ATTACHMENT), "CR-attachments"),
    ],
};

static ATTACHMENT: Shape = Shape {
    name: "Attachment",
    about: "What became of one file of a create request.",
    members: &[
        Member::new("filename", Text, "ATT-filename"),
        // For an unknown label, this may be the text that was sent.
        Member::new("label", Text, "ATT-label"),
        Member::new("status", Word(AttachmentStatus::NAMES), "ATT-status"),
        Member::new("file_id", Uuid, "ATT-file_id").when("status", "accepted"),
        Member::new("error", Text, "ATT-error").when("status", "rejected"),
        Member::new("error_code", Word(FileErrorCode::NAMES), "ATT-error_code-enum").when("status", "rejected"),
    ],
};

static CASE_DETAIL: Shape = Shape {
    name: "CaseDetail",
    about: "A case.",
    members: &[
        Member::new("id", Integer, "CD-id"),
        Member::new("issue_key", Text, "CD-issue_key").or_null(),
        Member::new("status", Word(State::NAMES), "CD-status"),
        // The values that name the products are not published.
        Member::new("case_type", Text, "CD-case_type"),
        Member::new("created_at", Text, "CD-timestamps"),
        Member::new("updated_at", Text, "CD-timestamps"),
        Member::new("results_ready", Boolean, "CD-results_ready"),
        Member::new("cancellation", One(&CANCELLATION_BLOCK), "CD-cancellation"),
    ],
};

/// The envelope of the list is not published. This is the usual form.
static CASE_LIST: Shape = Shape {
    name: "CaseList",
    about: "The list of cases; the other properties of its envelope are not published.",
    members: &[Member::new("results", Records(&CASE_LIST_ITEM), "EP-list-paginated")],
};

pub(crate) static CASE_LIST_ITEM: Shape = Shape {
    name: "CaseListItem",
    about: "A case in a list.",
    members: &[
        Member::new("id", Integer, "CL-id"),
        Member::new("issue_key", Text, "CL-issue_key").or_null(),
        Member::new("created_at", Text, "CL-created_at"),
    ],
};

pub(crate) static CANCELLATION_BLOCK: Shape = Shape {
    name: "CancellationBlock",
    about: "Whether a case can be canceled, and at what cost: US dollars with two places.",
    members: &[
        Member::new("eligible", Boolean, "CB-eligible"),
        Member::new("fee_usd", Amount, "CB-fee_usd-type").or_null(),
        Member::new("reason", Word(CancellationReason::NAMES), "CB-reason-enum"),
    ],
};

/// The values that a reason implies for a cancellation block (D34). If the specification is unclear
/// about the fee, `fee` is `None` and any fee is accepted.
#[derive(Debug)]
pub(crate) struct Eligibility {
    pub(crate) reason: CancellationReason,
    pub(crate) eligible: bool,
    pub(crate) fee: Option<Fee>,
}

/// The fee of a cancellation block.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Fee {
    /// `0.00`.
    Free,
    /// An amount, which may be `0.00`.
    Amount,
    /// `null`.
    None,
}

/// `cancellation_pending` has no row, because the specification contradicts itself: "the locked fee
/// while pending", but "null when ineligible".
pub(crate) static ELIGIBILITY: [Eligibility; 5] = [
    Eligibility { reason: CancellationReason::NotYetDispatched, eligible: true, fee: Some(Fee::Free) },
    Eligibility { reason: CancellationReason::DispatchedFeeApplies, eligible: true, fee: Some(Fee::Amount) },
    Eligibility { reason: CancellationReason::ResearchComplete, eligible: false, fee: Some(Fee::None) },
    // The specification says "null when closed", but also "the locked fee after completion" for a
    // canceled case.
    Eligibility { reason: CancellationReason::CaseClosed, eligible: false, fee: None },
    Eligibility { reason: CancellationReason::CaseProcessing, eligible: false, fee: Some(Fee::None) },
];

static CANCELLATION_ACCEPTED: Shape = Shape {
    name: "CancellationAccepted",
    about: "The answer to an accepted cancellation.",
    members: &[
        Member::new("case_ref", Text, "CA-case_ref"),
        Member::new("status", Word(&["cancellation_accepted"]), "CA-status"),
        Member::new("tier", Text, "CA-tier"),
        // The specification does not define the value for a free cancellation.
        Member::new("fee", One(&CANCELLATION_FEE), "CA-fee").or_null(),
    ],
};

static CANCELLATION_FEE: Shape = Shape {
    name: "CancellationFee",
    about: "What a cancellation costs, in US dollars with two places.",
    members: &[
        Member::new("amount_usd", Amount, "CA-fee").or_null(),
        Member::new("description", Text, "CA-fee").or_null(),
    ],
};

static CANCEL_ERROR: Shape = Shape {
    name: "CancelError",
    about: "The answer to a cancellation that was refused.",
    members: &[Member::new("error", Text, "CE-body"), Member::new("detail", Text, "CE-body")],
};

static FILE_APPENDED: Shape = Shape {
    name: "FileAppended",
    about: "The answer to an appended file.",
    members: &[
        Member::new("file_id", Uuid, "FAR-file_id"),
        Member::new("filename", Text, "FAR-filename-label"),
        Member::new("label", Text, "FAR-filename-label"),
        Member::new("tracker_sync_state", Word(SyncState::NAMES), "FAR-tracker_sync_state"),
    ],
};

static RESPONDED: Shape = Shape {
    name: "Responded",
    about: "The answer to a reply.",
    members: &[
        Member::new("interaction_id", Text, "RSPR-body"),
        Member::new("status", Word(&["responded"]), "RSPR-status"),
        Member::new("message", Text, "RSPR-body"),
    ],
};

static OFFER: Shape = Shape {
    name: "Offer",
    about: "An offer of additional policies.",
    members: &[
        Member::new("offer_id", Text, "OFR-offer_id"),
        Member::new("additional_policies", Records(&OFFERED_UPGRADE), "OFR-additional_policies"),
    ],
};

static OFFERED_UPGRADE: Shape = Shape {
    name: "OfferedUpgrade",
    about: "A policy of an offer; its price is in US dollars with two places.",
    members: &[
        Member::new("upgrade_id", Integer, "UPG-upgrade_id"),
        Member::new("type", Text, "UPG-type-note"),
        Member::new("researcher_note", Text, "UPG-type-note").or_null(),
        Member::new("price_usd", Amount, "UPG-price_usd"),
        Member::new("status", Word(UpgradeStatus::NAMES), "UPG-status"),
    ],
};

static RESULTS: Shape = Shape {
    name: "ResultsRecord",
    about: "Results as JSON; `normalizeResults` reads `results_data`.",
    members: &[
        // The type of the id and the values of the status are not published.
        Member::new("id", Id, "RJ-body"),
        Member::new("issue_key", Text, "RJ-body").or_null(),
        Member::new("status", Text, "RJ-body"),
        Member::new("results_data", Object, "RJ-body"),
        Member::new("completed_at", Text, "RJ-body").or_null(),
    ],
};

static RESULTS_PDF: Shape = Shape {
    name: "ResultsPdf",
    about: "Results as a PDF.",
    members: &[
        Member::new("id", Id, "RP-body"),
        Member::new("issue_key", Text, "RP-body").or_null(),
        Member::new("status", Text, "RP-body"),
        Member::new("results_url", Text, "RP-body"),
        Member::new("file_name", Text, "RP-body"),
        Member::new("completed_at", Text, "RP-body").or_null(),
        Member::new("results_data", Object, "RP-body").never(),
    ],
};

/// The name of the member that contains the token is not published.
static LOGIN_RESPONSE: Shape = Shape {
    name: "LoginResponse",
    about: "The answer to a login; the name of the property that carries the token is not published.",
    members: &[Member::new("expiry", Null, "AUTH-login-expiry-null")],
};

/// A ticket also has the fields of a case, which [`crate::case::check::check_case`] checks.
static TICKET: Shape = Shape {
    name: "Ticket",
    about: "A ticket of the legacy flow; its other properties are the fields of a case.",
    members: &[
        Member::new("id", Integer, "TKT-readonly"),
        Member::new("owner", Owner, "TKT-owner-required"),
        Member::new("created_at", Text, "TKT-readonly"),
        Member::new("updated_at", Text, "TKT-readonly"),
        Member::new("tracker_url", Text, "TKT-readonly").or_null(),
        Member::new("creating_token_name", Text, "TKT-readonly").or_null(),
    ],
};

/// Returns the row for the id of a nested record in a ticket.
pub(crate) fn nested_id(record: NestedRecord) -> Option<Member> {
    let id = record.fields().iter().find(|field| field.status == FieldStatus::ReadOnly)?;
    Some(Member::new(id.name, Integer, id.requirement_id))
}
