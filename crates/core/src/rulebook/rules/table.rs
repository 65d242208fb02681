//! The table of rules.

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{BASE_PRODUCT, key};
use crate::rulebook::product::Product;
use crate::rulebook::product::Product::{PolicyExistence, PolicyLimit};
use crate::rulebook::rules::Condition::{Contains, Equals, Is, MasterToken, StartsWith};
use crate::rulebook::rules::{
    ActivationMask, CASE_TYPE, Clause, DATE_OF_LOSS_DAYS, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, LONG_AGO_DAYS,
    Requirement, Rule,
};
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::COMMERCIAL_PREFIXES;

const COMMERCIAL_AUTO: &str = "commercial_auto_policy_existence";
const HOMEOWNERS: &str = "personal_homeowners_policy_existence";

const fn rule(id: &'static str, number: Option<u8>, product: Option<Product>, clauses: &'static [Clause]) -> Rule {
    Rule { id, number, product, surface: None, clauses, decisions: &[] }
}

impl Rule {
    const fn decisions(mut self, decisions: &'static [&'static str]) -> Rule {
        self.decisions = decisions;
        self
    }

    const fn on(mut self, surface: Surface) -> Rule {
        self.surface = Some(surface);
        self
    }
}

const fn clause(
    when: &'static [crate::rulebook::rules::Condition],
    then: &'static [(Requirement, &'static str)],
) -> Clause {
    Clause { when, then, activation: ActivationMask::of(when, then) }
}

/// Every rule. The eleven numbered rules of the specification are among those that its tables and
/// other sections state.
pub(crate) static RULES: &[Rule] = &[
    rule(
        "case.requester_named",
        None,
        None,
        &[clause(
            &[MasterToken],
            &[
                (Requirement::Required(key("requester_name")), "AUTH-master-create-requester"),
                (Requirement::NoteIfSet(key("requester_name"), Code::MasterToken), "AUTH-master-login-only"),
            ],
        )],
    )
    .decisions(&["D21"]),
    rule(
        "case.financing_enrolled",
        None,
        None,
        &[clause(
            &[Is(key("is_payment_via_financing"), true)],
            &[(
                Requirement::RequiresEnrollment(key("is_payment_via_financing")),
                "FLD-is_payment_via_financing-enrolled",
            )],
        )],
    )
    .decisions(&["D20"]),
    rule("legacy.sunset", None, None, &[clause(&[], &[(Requirement::Sunset, "LEG-sunset")])])
        .on(Surface::Legacy)
        .decisions(&["D22"]),
    rule(
        "legacy.product_agrees",
        None,
        None,
        &[clause(&[], &[(Requirement::ProductAgrees(CASE_TYPE), "LEG-create-paths")])],
    )
    .on(Surface::Legacy)
    .decisions(&["D22"]),
    rule(
        "legacy.files_declared",
        None,
        None,
        &[clause(
            &[Is(key("is_incident_report_provided"), true)],
            &[(Requirement::Required(key("files_to_upload")), "LEG-files_to_upload-required")],
        )],
    )
    .on(Surface::Legacy)
    .decisions(&["D22"]),
    rule(
        "pl.loss_not_in_future",
        None,
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::NotInFuture(key("date_of_loss")), "FLD-date_of_loss-pl-nolimit")])],
    )
    .decisions(&["D12"]),
    rule(
        "pl.loss_not_long_ago",
        None,
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::NotLongAgo(key("date_of_loss"), LONG_AGO_DAYS), "FLD-date_of_loss-pl-nolimit")])],
    )
    .decisions(&["D55"]),
    rule(
        "pl.one_family",
        None,
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::OneFamily(BASE_PRODUCT), "PL-MIX-no-mixing")])],
    )
    .decisions(&["D15", "D40"]),
    rule(
        "pl.company_named_once",
        None,
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::alias(INSURANCE_COMPANY_NAME), "FLD-insurance_company_name-alias")])],
    )
    .decisions(&["D16", "D42"]),
    rule(
        "pl.defendant_business_named",
        Some(1),
        Some(PolicyLimit),
        &[
            clause(
                &[StartsWith(BASE_PRODUCT, &["commercial"], true)],
                &[(Requirement::Required(key("defendant_business_name")), "PL-R1")],
            ),
            clause(
                &[StartsWith(BASE_PRODUCT, &["international_commercial"], true)],
                &[(Requirement::Required(key("defendant_business_name")), "PL-R1b")],
            ),
        ],
    )
    .decisions(&["D40"]),
    rule(
        "pl.driver_of_commercial_vehicle",
        Some(2),
        Some(PolicyLimit),
        &[clause(
            &[StartsWith(BASE_PRODUCT, COMMERCIAL_PREFIXES, false)],
            &[(Requirement::Forbidden(key("commercial_driver_information")), "PL-R2")],
        )],
    )
    .decisions(&["D40", "D42"]),
    rule(
        "pl.policyholder_named",
        Some(3),
        Some(PolicyLimit),
        &[clause(
            &[Is(key("are_policyholder_and_defendant_the_same"), false)],
            &[
                (Requirement::Required(key("policyholder_name")), "PL-R3a"),
                (Requirement::Required(key("policyholder_relationship")), "PL-R3b"),
            ],
        )],
    )
    .decisions(&["D6"]),
    rule(
        "pl.carrier_accepted",
        Some(4),
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::NotRefused(INSURANCE_COMPANY), "PL-R4a")])],
    )
    .decisions(&["D19", "D50"]),
    rule(
        "pl.specialty_carrier_fee",
        Some(5),
        Some(PolicyLimit),
        &[clause(&[], &[(Requirement::SpecialtyFee(INSURANCE_COMPANY), "PL-R5a")])],
    )
    .decisions(&["D19", "D50"]),
    rule(
        "pe.loss_within_365_days",
        None,
        Some(PolicyExistence),
        &[clause(&[], &[(Requirement::WithinDays(key("date_of_loss"), DATE_OF_LOSS_DAYS), "FLD-date_of_loss-pe-365")])],
    )
    .decisions(&["D11", "D12"]),
    rule(
        "pe.defendant_business_named",
        Some(6),
        Some(PolicyExistence),
        &[clause(
            &[StartsWith(BASE_PRODUCT, &["commercial"], true)],
            &[(Requirement::Required(key("defendant_business_name")), "PE-R6")],
        )],
    )
    .decisions(&["D15", "D40"]),
    rule(
        "pe.transportation_company_declared",
        Some(7),
        Some(PolicyExistence),
        &[clause(
            &[Equals(BASE_PRODUCT, COMMERCIAL_AUTO, true)],
            &[(Requirement::MustBeTrue(key("is_defendant_transportation_company")), "PE-R7a")],
        )],
    ),
    rule(
        "pe.usdot_number_given",
        Some(7),
        Some(PolicyExistence),
        &[clause(
            &[Equals(BASE_PRODUCT, COMMERCIAL_AUTO, true), Is(key("is_defendant_transportation_company"), true)],
            &[
                (Requirement::Required(key("usdot_number")), "PE-R7b"),
                (Requirement::UsdotNumber(key("usdot_number")), "PE-R7c"),
            ],
        )],
    )
    .decisions(&["D6", "D17"]),
    rule(
        "pe.usdot_number_used",
        None,
        Some(PolicyExistence),
        &[
            clause(
                &[Equals(BASE_PRODUCT, COMMERCIAL_AUTO, false)],
                &[(Requirement::WarnIfSet(key("usdot_number"), Code::UsdotNumberUnused), "FLD-usdot_number-type")],
            ),
            clause(
                &[Equals(BASE_PRODUCT, COMMERCIAL_AUTO, true), Is(key("is_defendant_transportation_company"), false)],
                &[(Requirement::WarnIfSet(key("usdot_number"), Code::UsdotNumberUnused), "FLD-usdot_number-type")],
            ),
        ],
    )
    .decisions(&["D17"]),
    rule(
        "pe.transportation_only_for_commercial_auto",
        Some(8),
        Some(PolicyExistence),
        &[clause(
            &[Equals(BASE_PRODUCT, COMMERCIAL_AUTO, false)],
            &[(Requirement::Forbidden(key("is_defendant_transportation_company")), "PE-R8a")],
        )],
    )
    .decisions(&["D1"]),
    rule(
        "pe.property_owner_occupied",
        Some(9),
        Some(PolicyExistence),
        &[clause(
            &[Equals(BASE_PRODUCT, HOMEOWNERS, true)],
            &[
                (Requirement::Required(key("insured_property_information")), "PE-R9a"),
                (Requirement::MustBeTrue(key("is_defendant_property_owner_and_occupant")), "PE-R9b"),
            ],
        )],
    ),
    rule(
        "pe.excluded_insurance_described",
        Some(10),
        Some(PolicyExistence),
        &[clause(
            &[Is(key("should_exclude_other_insurance_from_search"), true)],
            &[(Requirement::Required(key("excluded_insurance_policy_information")), "PE-R10a")],
        )],
    )
    .decisions(&["D6"]),
    rule(
        "pe.other_reason_chosen",
        Some(11),
        Some(PolicyExistence),
        &[clause(
            &[Contains(key("search_reason"), "other_reason", false)],
            &[(Requirement::Forbidden(key("other_search_reason")), "PE-R11a")],
        )],
    )
    .decisions(&["D7"]),
];
