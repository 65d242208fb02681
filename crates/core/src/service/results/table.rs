//! The tables of `results_data`, in the order of the specification.

use crate::rulebook::lifetime::{Moment, WITH_ADDITIONAL_POLICIES};
use crate::rulebook::tokens::{PolicyStatus, ResultsCaseType};
use crate::service::record_schema::ValueType::{
    Amount, Boolean, Integer, IsoDate, Object, Record, Records, Text, Word,
};
use crate::service::record_schema::{Member, Shape};

/// All tables.
pub(crate) static ALL: [&Shape; 7] =
    [&RESULTS_DATA, &SHARED, &POLICY_LIMIT, &POLICY_EXISTENCE, &CANCELLED_POLICY, &ENVELOPE, &CANCELLATION];

/// The table of `results_data` itself. The fields in `results` and `additional_policies` depend on
/// the case type.
pub static RESULTS_DATA: Shape = Shape {
    name: "ResultsData",
    about: "`results_data` in its documented shape.",
    members: &[
        Member::new("case_type", Word(ResultsCaseType::NAMES), "RES-case_type"),
        Member::new("results", Records(&SHARED), "RES-shape"),
        Member::new("additional_policies", Records(&ENVELOPE), "RESULT-additional-present")
            .absent_until(Moment::Version(WITH_ADDITIONAL_POLICIES)),
        Member::new("cancelled", Boolean, "RESULT-cancelled-flag").optional(),
        Member::new("cancellation", Record(&CANCELLATION), "RESULT-cancelled-block").optional(),
    ],
};

/// The fields of every result.
pub static SHARED: Shape = Shape {
    name: "SharedResult",
    about: "The fields of every result. `null`: no value was found.",
    members: &[
        Member::new("defendant", Text, "RES-shared-defendant").or_null(),
        Member::new("date_of_loss", IsoDate, "RES-shared-date_of_loss").or_null(),
        Member::new("insurance", Text, "RES-shared-insurance").or_null(),
        Member::new("policy_number", Text, "RES-shared-policy_number").or_null(),
        Member::new("claim_number", Text, "RES-shared-claim_number").or_null(),
        Member::new("liability_limits", Text, "RES-shared-liability_limits").or_null(),
        Member::new("other_commercial_policy", Text, "RES-shared-other_commercial_policy").or_null(),
        Member::new("notes", Text, "RES-shared-notes").or_null(),
        Member::new("add_on_services", Object, "RES-shared-add_on_services").or_null(),
    ],
};

/// The additional fields of a Policy Limit result.
pub static POLICY_LIMIT: Shape = Shape {
    name: "PolicyLimitResult",
    about: "A result of a Policy Limit case.",
    members: &[
        Member::new("base_product", Text, "RES-PL-base_product").or_null(),
        Member::new("information_found", Text, "RES-PL-information_found").or_null(),
        Member::new("policyholder", Text, "RES-PL-policyholder").or_null(),
        Member::new("policy_number_secondary", Text, "RES-PL-policy_number_secondary").or_null(),
        Member::new("policy_start_date", Text, "RES-PL-policy_start_date").or_null(),
        Member::new("policy_canceled_date", IsoDate, "RES-PL-policy_canceled_date").or_null(),
        Member::new("policy_limits_when_active", Text, "RES-PL-policy_limits_when_active").or_null(),
        Member::new("compulsory_liability_limits", Text, "RES-PL-compulsory_liability_limits").or_null(),
        Member::new("optional_liability_limits", Text, "RES-PL-optional_liability_limits").or_null(),
        Member::new("pip_limits", Text, "RES-PL-pip_limits").or_null(),
        Member::new("self_insured_retention", Text, "RES-PL-self_insured_retention").or_null(),
        Member::new("underlying_insurance_co", Text, "RES-PL-underlying_insurance_co").or_null(),
        Member::new("vehicle_type", Text, "RES-PL-vehicle_type").or_null(),
        Member::new("rental_car_co", Text, "RES-PL-rental_car_co").or_null(),
        Member::new("rideshare", Text, "RES-PL-rideshare").or_null(),
        Member::new("upsell_abbreviation", Text, "RES-PL-upsell_abbreviation").or_null(),
    ],
};

/// The additional fields of a Policy Existence result.
pub static POLICY_EXISTENCE: Shape = Shape {
    name: "PolicyExistenceResult",
    about: "A result of a Policy Existence case.",
    members: &[
        Member::new("result_type", Text, "RES-PE-result_type").or_null(),
        Member::new("subject_of_search", Text, "RES-PE-subject_of_search").or_null(),
        Member::new("cancelled_policies", Records(&CANCELLED_POLICY), "RES-PE-cancelled_policies").or_null(),
    ],
};

/// An entry of `cancelled_policies`.
pub static CANCELLED_POLICY: Shape = Shape {
    name: "CancelledPolicy",
    about: "A policy that was canceled before.",
    members: &[
        Member::new("insurance", Text, "RES-CP-insurance").or_null(),
        Member::new("limits", Text, "RES-CP-limits").or_null(),
        Member::new("policy", Text, "RES-CP-policy").or_null(),
        Member::new("note", Text, "RES-CP-note").or_null(),
        Member::new("information", Text, "RES-CP-information").or_null(),
        Member::new("dol", IsoDate, "RES-CP-dol").or_null(),
        Member::new("defendant", Text, "RES-CP-defendant").or_null(),
    ],
};

/// The status of an entry of `additional_policies`.
pub(crate) const STATUS: Member = Member::new("status", Word(PolicyStatus::NAMES), "ENV-status");

/// The members of every entry of `additional_policies`. The last three are `null` in an included
/// entry.
pub static ENVELOPE: Shape = Shape {
    name: "PolicyEnvelope",
    about: "What describes a policy beyond the scope of the request.",
    members: &[
        STATUS,
        Member::new("policy_type", Text, "ENV-policy_type"),
        Member::new("notes", Text, "ENV-notes").or_null(),
        Member::new("upgrade_id", Integer, "ENV-upgrade_id").or_null(),
        Member::new("offer_id", Text, "ENV-offer_id").or_null(),
        Member::new("price_usd", Text, "ENV-price_usd").or_null(),
    ],
};

/// The members of the envelope that are `null` in an included entry (D48).
pub const NULL_WHEN_INCLUDED: &[&str] = &["upgrade_id", "offer_id", "price_usd"];

/// The cancellation in the results of a canceled case.
pub static CANCELLATION: Shape = Shape {
    name: "ResultsCancellation",
    about: "How a case was canceled.",
    members: &[
        Member::new("cancelled_at", Text, "RESULT-cancelled-block").or_null(),
        Member::new("fee_usd", Amount, "RESULT-cancelled-fee-null").or_null(),
        Member::new("reason", Text, "RESULT-cancelled-block").or_null(),
    ],
};

/// Returns the fields of a result for a case type (D36).
pub(crate) fn fields_of(case_type: ResultsCaseType) -> [&'static [Member]; 2] {
    let own = match case_type {
        ResultsCaseType::PolicyLimitSearch => POLICY_LIMIT.members,
        ResultsCaseType::PolicyExistenceSearch => POLICY_EXISTENCE.members,
        ResultsCaseType::Unknown => &[],
    };
    [SHARED.members, own]
}
