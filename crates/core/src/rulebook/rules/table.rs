//! The table of rules. A rule of several parts has a row for each.

use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::BASE_PRODUCT;
use crate::rulebook::product::Product;
use crate::rulebook::product::Product::{PolicyExistence, PolicyLimit};
use crate::rulebook::rules::Requirement::{Forbidden, Required, Sunset};
use crate::rulebook::rules::field_path::{FieldPath, path};
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::parts::Words;
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::test::Carriers::{Refused, Specialty};
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::test::Test::{Age, Carrier, Contains, Contradicted, Enrolled, Is, Mixed, OfOtherPath, Set};
use crate::rulebook::rules::{
    CASE_TYPE, DATE_OF_LOSS_DAYS, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, LONG_AGO_DAYS, Requirement, Rule, Source,
};
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::COMMERCIAL_PREFIXES;
use std::borrow::Cow::{self, Borrowed};

const PRODUCT: FieldPath = FieldPath::of(BASE_PRODUCT);
const COMPANY: FieldPath = FieldPath::of(INSURANCE_COMPANY);
const OLD_COMPANY: FieldPath = FieldPath::of(INSURANCE_COMPANY_NAME);
const LOSS: FieldPath = path("date_of_loss");

const COMMERCIAL: Test = Test::StartsWith(Words::Known(&["commercial"]));
const INTERNATIONAL_COMMERCIAL: Test = Test::StartsWith(Words::Known(&["international_commercial"]));
const ANY_COMMERCIAL: Test = Test::StartsWith(Words::Known(COMMERCIAL_PREFIXES));
const COMMERCIAL_AUTO: Test = Test::OneOf(Words::Known(&["commercial_auto_policy_existence"]));
const HOMEOWNERS: Test = Test::OneOf(Words::Known(&["personal_homeowners_policy_existence"]));
const USDOT_NUMBER: Test = Test::Number(Range { least: Some(1), most: None });
const TODAY_OR_EARLIER: Test = Age(Range { least: Some(0), most: None });

const NOT_LONG_AGO: Test = Age(Range { least: None, most: Some(LONG_AGO_DAYS) });
const WITHIN_LIMIT: Test = Age(Range { least: None, most: Some(DATE_OF_LOSS_DAYS) });
const LAST_DAY: Test = Age(Range { least: Some(DATE_OF_LOSS_DAYS), most: Some(DATE_OF_LOSS_DAYS) });

/// A value is given and passes the test.
macro_rules! passes {
    ($path:expr, $test:expr) => {
        Formula::Test(Condition { path: $path, test: $test, wanted: true })
    };
}

/// A value is given and does not pass.
macro_rules! fails {
    ($path:expr, $test:expr) => {
        Formula::Test(Condition { path: $path, test: $test, wanted: false })
    };
}

/// A given value that does not pass the test has a finding with this code.
macro_rules! holds {
    ($path:expr, $test:expr, $code:ident) => {
        Requirement::Holds(Condition { path: $path, test: $test, wanted: true }, Code::$code)
    };
}

/// A given value that passes the test has a finding with this code.
macro_rules! never {
    ($path:expr, $test:expr, $code:ident) => {
        Requirement::Holds(Condition { path: $path, test: $test, wanted: false }, Code::$code)
    };
}

/// A row: a statement for each requirement, and the decisions.
const fn rule(
    id: &'static str,
    number: Option<u8>,
    product: Option<Product>,
    when: &'static [Formula],
    then: &'static [Requirement],
    statements: &'static [&'static str],
    decisions: &'static [&'static str],
) -> Rule {
    assert!(then.len() == statements.len(), "each requirement has a statement");
    let source = Source::Specification { number, statements, decisions };
    Rule { id: Borrowed(id), product, surface: None, when: Borrowed(when), then: Borrowed(then), source }
}

/// A row of the legacy surface.
const fn legacy(
    id: &'static str,
    when: &'static [Formula],
    then: &'static [Requirement],
    statements: &'static [&'static str],
) -> Rule {
    let source = Source::Specification { number: None, statements, decisions: &["D22"] };
    let surface = Some(Surface::Legacy);
    Rule { id: Borrowed(id), product: None, surface, when: Borrowed(when), then: Borrowed(then), source }
}

const PL: Option<Product> = Some(PolicyLimit);
const PE: Option<Product> = Some(PolicyExistence);

/// Every rule: the eleven that the specification numbers, and those that its tables and other sections
/// state.
#[rustfmt::skip]
pub(crate) static RULES: &[Rule] = &[
    rule("case.requester_named", None, None, &[Formula::MasterToken],
        &[Required(path("requester_name")), never!(path("requester_name"), Set(true), MasterToken)],
        &["AUTH-master-create-requester", "AUTH-master-login-only"], &["D21"]),
    rule("case.financing_enrolled", None, None, &[passes!(path("is_payment_via_financing"), Is(true))],
        &[holds!(path("is_payment_via_financing"), Enrolled, FinancingNotEnrolled)],
        &["FLD-is_payment_via_financing-enrolled"], &["D20"]),
    legacy("legacy.sunset", &[], &[Sunset], &["LEG-sunset"]),
    legacy("legacy.product_agrees", &[], &[never!(FieldPath::of(CASE_TYPE), OfOtherPath, CaseTypeDisagrees)],
        &["LEG-create-paths"]),
    legacy("legacy.files_declared", &[passes!(path("is_incident_report_provided"), Is(true))],
        &[Required(path("files_to_upload"))], &["LEG-files_to_upload-required"]),

    rule("pl.loss_not_in_future", None, PL, &[], &[holds!(LOSS, TODAY_OR_EARLIER, FutureDate)],
        &["FLD-date_of_loss-pl-nolimit"], &["D12"]),
    rule("pl.loss_not_long_ago", None, PL, &[], &[holds!(LOSS, NOT_LONG_AGO, DateLongAgo)],
        &["FLD-date_of_loss-pl-nolimit"], &["D55"]),
    rule("pl.one_family", None, PL, &[], &[never!(PRODUCT, Mixed, MixedFamilies)],
        &["PL-MIX-no-mixing"], &["D15", "D40"]),
    rule("pl.company_named_once", None, PL, &[],
        &[never!(OLD_COMPANY, Contradicted(COMPANY, true), AliasConflict), never!(OLD_COMPANY, Contradicted(COMPANY, false), Alias)],
        &["FLD-insurance_company_name-alias"; 2], &["D16", "D42"]),
    rule("pl.defendant_business_named", Some(1), PL, &[passes!(PRODUCT, COMMERCIAL)],
        &[Required(path("defendant_business_name"))], &["PL-R1"], &["D40"]),
    rule("pl.defendant_business_named", Some(1), PL, &[passes!(PRODUCT, INTERNATIONAL_COMMERCIAL)],
        &[Required(path("defendant_business_name"))], &["PL-R1b"], &["D40"]),
    rule("pl.driver_of_commercial_vehicle", Some(2), PL, &[fails!(PRODUCT, ANY_COMMERCIAL)],
        &[Forbidden(path("commercial_driver_information"))], &["PL-R2"], &["D40", "D42"]),
    rule("pl.policyholder_named", Some(3), PL, &[passes!(path("are_policyholder_and_defendant_the_same"), Is(false))],
        &[Required(path("policyholder_name")), Required(path("policyholder_relationship"))],
        &["PL-R3a", "PL-R3b"], &["D6"]),
    rule("pl.carrier_accepted", Some(4), PL, &[],
        &[never!(COMPANY, Carrier(Refused, true), RefusedCarrier), never!(COMPANY, Carrier(Refused, false), SimilarCarrier)],
        &["PL-R4a"; 2], &["D19", "D50"]),
    rule("pl.specialty_carrier_fee", Some(5), PL, &[], &[never!(COMPANY, Carrier(Specialty, false), PossibleCarrierFee)],
        &["PL-R5a"], &["D19", "D50"]),

    rule("pe.loss_within_365_days", None, PE, &[],
        &[holds!(LOSS, WITHIN_LIMIT, DateTooOld), holds!(LOSS, TODAY_OR_EARLIER, DateAfterToday),
            never!(LOSS, LAST_DAY, DateOnLastDay)],
        &["FLD-date_of_loss-pe-365"; 3], &["D11", "D12"]),
    rule("pe.defendant_business_named", Some(6), PE, &[passes!(PRODUCT, COMMERCIAL)],
        &[Required(path("defendant_business_name"))], &["PE-R6"], &["D15", "D40"]),
    rule("pe.transportation_company_declared", Some(7), PE, &[passes!(PRODUCT, COMMERCIAL_AUTO)],
        &[Required(path("is_defendant_transportation_company")),
            holds!(path("is_defendant_transportation_company"), Is(true), MustBeTrue)],
        &["PE-R7a"; 2], &[]),
    rule("pe.usdot_number_given", Some(7), PE,
        &[passes!(PRODUCT, COMMERCIAL_AUTO), passes!(path("is_defendant_transportation_company"), Is(true))],
        &[Required(path("usdot_number")), holds!(path("usdot_number"), USDOT_NUMBER, NotAUsdotNumber)],
        &["PE-R7b", "PE-R7c"], &["D6", "D17"]),
    rule("pe.usdot_number_used", None, PE, &[fails!(PRODUCT, COMMERCIAL_AUTO)],
        &[never!(path("usdot_number"), Set(true), UsdotNumberUnused)], &["FLD-usdot_number-type"], &["D17"]),
    rule("pe.usdot_number_used", None, PE,
        &[passes!(PRODUCT, COMMERCIAL_AUTO), passes!(path("is_defendant_transportation_company"), Is(false))],
        &[never!(path("usdot_number"), Set(true), UsdotNumberUnused)], &["FLD-usdot_number-type"], &["D17"]),
    rule("pe.transportation_only_for_commercial_auto", Some(8), PE, &[fails!(PRODUCT, COMMERCIAL_AUTO)],
        &[Forbidden(path("is_defendant_transportation_company"))], &["PE-R8a"], &["D1"]),
    rule("pe.property_owner_occupied", Some(9), PE, &[passes!(PRODUCT, HOMEOWNERS)],
        &[Required(path("insured_property_information")), Required(path("is_defendant_property_owner_and_occupant")),
            holds!(path("is_defendant_property_owner_and_occupant"), Is(true), MustBeTrue)],
        &["PE-R9a", "PE-R9b", "PE-R9b"], &[]),
    rule("pe.excluded_insurance_described", Some(10), PE,
        &[passes!(path("should_exclude_other_insurance_from_search"), Is(true))],
        &[Required(path("excluded_insurance_policy_information"))], &["PE-R10a"], &["D6"]),
    rule("pe.other_reason_chosen", Some(11), PE,
        &[fails!(path("search_reason"), Contains(Cow::Borrowed("other_reason")))],
        &[Forbidden(path("other_search_reason"))], &["PE-R11a"], &["D7"]),
];

/// Returns the rows of each rule of the specification.
pub(crate) fn specification() -> impl Iterator<Item = &'static [Rule]> {
    RULES.chunk_by(|one, other| one.id == other.id)
}

/// Returns the number of the row among those of its rule.
pub(crate) fn part(rule: &Rule) -> usize {
    RULES.iter().filter(|row| row.id == rule.id).position(|row| std::ptr::eq(row, rule)).unwrap_or_default()
}
