//! Mistakes of people and programs, each with the one place at which it is wrong. The faults of a
//! payload are known, so that a report can be compared with them: every mistake is one violation at
//! one place, and those of one payload share no field, so that none hides another.

use super::case::Case;
use super::words::{COMMERCIAL, PERSONAL};
use crate::random::Random;
use serde_json::{Value, json};

/// The kind of a violation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// A field alone: missing, of another type, or not one of its words.
    Structural,
    /// A condition between fields.
    Conditional,
}

impl Kind {
    pub fn name(self) -> &'static str {
        match self {
            Kind::Structural => "structural",
            Kind::Conditional => "conditional",
        }
    }
}

/// A fault, and its place.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// A JSON Pointer.
    pub at: String,
    pub kind: Kind,
}

struct Mistake {
    kind: Kind,
    /// The fields that it changes, or that decide whether it is one.
    fields: &'static [&'static str],
    /// Makes it, and returns its place; `None` if the case is not suitable.
    make: fn(&mut Case) -> Option<&'static str>,
}

use Kind::{Conditional, Structural};

const fn mistake(kind: Kind, fields: &'static [&'static str], make: fn(&mut Case) -> Option<&'static str>) -> Mistake {
    Mistake { kind, fields, make }
}

static MISTAKES: &[Mistake] = &[
    mistake(Structural, &["plaintiff_name"], |case| removed(case, "plaintiff_name", "/plaintiff_name")),
    mistake(Structural, &["plaintiff_name"], |case| put(case, "plaintiff_name", "  ", "/plaintiff_name")),
    mistake(Structural, &["cc_emails"], |case| removed(case, "cc_emails", "/cc_emails")),
    mistake(Structural, &["date_of_loss"], |case| put(case, "date_of_loss", "02/14/2026", "/date_of_loss")),
    mistake(Structural, &["date_of_loss"], |case| put(case, "date_of_loss", "2026-02-30", "/date_of_loss")),
    mistake(Structural, &["is_incident_report_provided"], |case| {
        put(case, "is_incident_report_provided", "true", "/is_incident_report_provided")
    }),
    mistake(Structural, &["is_incident_report_provided"], |case| {
        removed(case, "is_incident_report_provided", "/is_incident_report_provided")
    }),
    mistake(Structural, &["expedited_request"], |case| {
        put(case, "expedited_request", "two_day_rush_request", "/expedited_request")
    }),
    mistake(Structural, &["add_on_services"], |case| {
        put(case, "add_on_services", json!(["policy_number", "policy_periods"]), "/add_on_services/1")
    }),
    mistake(Structural, &["crash_state"], |case| put(case, "crash_state", "Texas", "/crash_state")),
    mistake(Structural, &["vehicle_information"], |case| {
        put(case, "vehicle_information", json!({ "vehicle_year": "2019" }), "/vehicle_information/vehicle_year")
    }),
    mistake(Structural, &["defendant_information"], |case| {
        without(case, "defendant_information", "last_name", "/defendant_information/last_name")
    }),
    mistake(Structural, &["defendant_information"], |case| {
        within(case, "defendant_information", "date_of_birth", "1980-02-30", "/defendant_information/date_of_birth")
    }),
    mistake(Structural, &["defendant_information"], |case| {
        within(case, "defendant_information", "license_state", "XX", "/defendant_information/license_state")
    }),
    mistake(Structural, &["insured_property_information"], |case| {
        without(case, "insured_property_information", "city", "/insured_property_information/city")
    }),
    mistake(Structural, &["insurance_company"], |case| {
        is(case, "pl").then_some(())?;
        removed(case, "insurance_company", "/insurance_company")
    }),
    mistake(Structural, &["search_reason", "other_search_reason"], |case| {
        is(case, "pe").then_some(())?;
        case.remove("other_search_reason");
        put(case, "search_reason", json!([]), "/search_reason")
    }),
    mistake(Structural, &["requester_phone"], |case| put(case, "requester_phone", 5_550_100, "/requester_phone")),
    mistake(Structural, &["is_test"], |case| put(case, "is_test", "no", "/is_test")),
    // Rule 1
    mistake(Conditional, &["base_product", "defendant_business_name", "commercial_driver_information"], |case| {
        is(case, "pl").then_some(())?;
        case.remove("defendant_business_name");
        put(case, "base_product", json!([COMMERCIAL[2]]), "/defendant_business_name")
    }),
    // Rule 2
    mistake(Conditional, &["base_product", "defendant_business_name", "commercial_driver_information"], |case| {
        is(case, "pl").then_some(())?;
        case.set("base_product", json!([PERSONAL[0]]));
        let driver = json!({ "first_name": "Jo", "last_name": "Roe", "address": "1 Mock Court" });
        put(case, "commercial_driver_information", driver, "/commercial_driver_information")
    }),
    // A product of each family
    mistake(Conditional, &["base_product", "defendant_business_name", "commercial_driver_information"], |case| {
        is(case, "pl").then_some(())?;
        case.set("defendant_business_name", "Sample & Sons Hauling LLC");
        put(case, "base_product", json!([COMMERCIAL[0], PERSONAL[0]]), "/base_product")
    }),
    // Rule 3
    mistake(
        Conditional,
        &["are_policyholder_and_defendant_the_same", "policyholder_name", "policyholder_relationship"],
        |case| {
            is(case, "pl").then_some(())?;
            case.set("are_policyholder_and_defendant_the_same", false);
            case.set("policyholder_relationship", "parent");
            removed(case, "policyholder_name", "/policyholder_name")
        },
    ),
    mistake(
        Conditional,
        &["are_policyholder_and_defendant_the_same", "policyholder_name", "policyholder_relationship"],
        |case| {
            is(case, "pl").then_some(())?;
            case.set("are_policyholder_and_defendant_the_same", false);
            case.set("policyholder_name", "Alma Roe");
            removed(case, "policyholder_relationship", "/policyholder_relationship")
        },
    ),
    // Rule 6
    mistake(Conditional, PRODUCT, |case| {
        commercial_auto(case)?;
        removed(case, "defendant_business_name", "/defendant_business_name")
    }),
    // Rule 7
    mistake(Conditional, PRODUCT, |case| {
        commercial_auto(case)?;
        removed(case, "usdot_number", "/usdot_number")
    }),
    mistake(Conditional, PRODUCT, |case| {
        commercial_auto(case)?;
        removed(case, "is_defendant_transportation_company", "/is_defendant_transportation_company")
    }),
    // Rule 8
    mistake(Conditional, PRODUCT, |case| {
        is(case, "pe").then_some(())?;
        case.set("base_product", json!(["personal_auto_policy_existence"]));
        case.remove("usdot_number");
        let flag = "is_defendant_transportation_company";
        put(case, flag, true, "/is_defendant_transportation_company")
    }),
    // Rule 9
    mistake(Conditional, PRODUCT, |case| {
        homeowners(case)?;
        let flag = "is_defendant_property_owner_and_occupant";
        put(case, flag, false, "/is_defendant_property_owner_and_occupant")
    }),
    mistake(Conditional, PRODUCT, |case| {
        homeowners(case)?;
        removed(case, "insured_property_information", "/insured_property_information")
    }),
    // Rule 10
    mistake(
        Conditional,
        &["should_exclude_other_insurance_from_search", "excluded_insurance_policy_information"],
        |case| {
            is(case, "pe").then_some(())?;
            case.set("should_exclude_other_insurance_from_search", true);
            let what = "excluded_insurance_policy_information";
            removed(case, what, "/excluded_insurance_policy_information")
        },
    ),
    // Rule 11
    mistake(Conditional, &["search_reason", "other_search_reason"], |case| {
        is(case, "pe").then_some(())?;
        case.set("search_reason", json!(["minor_at_fault"]));
        put(case, "other_search_reason", "Nobody knows.", "/other_search_reason")
    }),
];

/// All fields that depend on the product of a Policy Existence case.
const PRODUCT: &[&str] = &[
    "base_product",
    "defendant_business_name",
    "usdot_number",
    "is_defendant_transportation_company",
    "insured_property_information",
    "is_defendant_property_owner_and_occupant",
];

/// Makes one to three mistakes; at least one.
pub(super) fn make(case: &mut Case, random: &mut Random) -> Vec<Violation> {
    let wanted = [1, 1, 1, 2, 2, 3][random.below(6)];
    let mut used: Vec<&str> = Vec::new();
    let mut made = Vec::new();
    while made.len() < wanted {
        let mistake = &MISTAKES[random.below(MISTAKES.len())];
        if mistake.fields.iter().any(|field| used.contains(field)) {
            continue;
        }
        if let Some(at) = (mistake.make)(case) {
            used.extend(mistake.fields);
            made.push(Violation { at: at.to_owned(), kind: mistake.kind });
        }
    }
    made
}

fn is(case: &Case, product: &str) -> bool {
    case.get("case_type") == product
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a mistake, which may find no occasion")]
fn put(case: &mut Case, field: &str, value: impl Into<Value>, at: &'static str) -> Option<&'static str> {
    case.set(field, value);
    Some(at)
}

#[expect(clippy::unnecessary_wraps, reason = "it ends a mistake, which may find no occasion")]
fn removed(case: &mut Case, field: &str, at: &'static str) -> Option<&'static str> {
    case.remove(field);
    Some(at)
}

/// A record without one of its members, if the case has the record.
fn without(case: &mut Case, record: &str, member: &str, at: &'static str) -> Option<&'static str> {
    let mut value = case.get(record).clone();
    value.as_object_mut()?.remove(member)?;
    put(case, record, value, at)
}

/// A record with another value for a member, if the case has the record.
fn within(case: &mut Case, record: &str, member: &str, to: &str, at: &'static str) -> Option<&'static str> {
    let mut value = case.get(record).clone();
    value.as_object_mut()?.insert(member.to_owned(), to.into());
    put(case, record, value, at)
}

/// A clean case about a company's vehicle, to be damaged.
fn commercial_auto(case: &mut Case) -> Option<()> {
    is(case, "pe").then_some(())?;
    case.remove("insured_property_information");
    case.remove("is_defendant_property_owner_and_occupant");
    case.set("base_product", json!(["commercial_auto_policy_existence"]));
    case.set("defendant_business_name", "Fake Freight Company");
    case.set("is_defendant_transportation_company", true);
    case.set("usdot_number", "0123456");
    Some(())
}

/// A clean case about a house, to be damaged.
fn homeowners(case: &mut Case) -> Option<()> {
    is(case, "pe").then_some(())?;
    case.remove("usdot_number");
    case.remove("is_defendant_transportation_company");
    case.set("base_product", json!(["personal_homeowners_policy_existence"]));
    let home =
        json!({ "address": "1 Mock Court", "city": "Demo", "state_or_province": "TX", "postal_or_zip_code": "00000" });
    case.set("insured_property_information", home);
    case.set("is_defendant_property_owner_and_occupant", true);
    Some(())
}
