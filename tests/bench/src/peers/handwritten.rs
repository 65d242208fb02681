//! By hand, over the document of sonic-rs: each key once, no table, the fields that rules read kept
//! separately.

use super::{is_add_on, is_commercial, is_date, is_rush, is_set, is_state, is_usdot};
use sonic_rs::{JsonContainerTrait, JsonValueTrait, Value};

/// A place, and a fault.
pub type Issue = (String, &'static str);

type Slot<'v> = Option<&'v Value>;

/// The fields that rules read, or that the product decides.
#[derive(Default)]
struct RuleFields<'v> {
    required: [bool; 4],
    case_type: Slot<'v>,
    base_product: Slot<'v>,
    expedited_request: Slot<'v>,
    business: Slot<'v>,
    driver: Slot<'v>,
    insurance_company: Slot<'v>,
    same: Slot<'v>,
    holder: Slot<'v>,
    relationship: Slot<'v>,
    transport: Slot<'v>,
    usdot: Slot<'v>,
    property: Slot<'v>,
    occupant: Slot<'v>,
    excludes: Slot<'v>,
    excluded: Slot<'v>,
    reasons: Slot<'v>,
    other_reason: Slot<'v>,
}

/// All faults of a payload.
pub fn check(text: &str) -> Vec<Issue> {
    let mut issues = Vec::new();
    let Ok(value) = sonic_rs::from_str::<Value>(text) else { return vec![(String::new(), "not JSON")] };
    let Some(object) = value.as_object() else { return vec![(String::new(), "not an object")] };
    let mut kept = RuleFields::default();
    for (key, value) in object {
        let mut judge = |holds: bool, why| {
            if !holds {
                issues.push((format!("/{key}"), why));
            }
        };
        match key {
            "case_type" => kept.case_type = Some(value),
            "base_product" => kept.base_product = Some(value),
            "expedited_request" => kept.expedited_request = Some(value),
            "defendant_business_name" => kept.business = Some(value),
            "commercial_driver_information" => kept.driver = Some(value),
            "insurance_company" => kept.insurance_company = Some(value),
            "are_policyholder_and_defendant_the_same" => kept.same = Some(value),
            "policyholder_name" => kept.holder = Some(value),
            "policyholder_relationship" => kept.relationship = Some(value),
            "is_defendant_transportation_company" => kept.transport = Some(value),
            "usdot_number" => kept.usdot = Some(value),
            "insured_property_information" => kept.property = Some(value),
            "is_defendant_property_owner_and_occupant" => kept.occupant = Some(value),
            "should_exclude_other_insurance_from_search" => kept.excludes = Some(value),
            "excluded_insurance_policy_information" => kept.excluded = Some(value),
            "search_reason" => kept.reasons = Some(value),
            "other_search_reason" => kept.other_reason = Some(value),
            "cc_emails" | "plaintiff_name" => {
                kept.required[usize::from(key == "plaintiff_name")] = true;
                judge(value.as_str().is_some_and(is_set), "needed");
            }
            "date_of_loss" => {
                kept.required[2] = true;
                judge(value.as_str().is_some_and(is_date), "a date");
            }
            "is_incident_report_provided" => {
                kept.required[3] = true;
                judge(value.is_boolean(), "true or false");
            }
            "is_user_agreeing_to_all_terms_and_conditions" | "is_payment_via_financing" | "is_test" => {
                judge(value.is_boolean() || value.is_null(), "true or false");
            }
            "crash_state" => judge(value.is_null() || value.as_str().is_some_and(is_state), "a state"),
            "defendant_information" => person(&mut issues, key, value),
            "vehicle_information" => vehicle(&mut issues, key, value),
            "add_on_services" => match value.as_array() {
                Some(words) => {
                    for (at, word) in words.iter().enumerate() {
                        if !word.as_str().is_some_and(is_add_on) {
                            issues.push((format!("/{key}/{at}"), "a word of the list"));
                        }
                    }
                }
                None => judge(value.is_null(), "a list"),
            },
            "summary"
            | "office_case_number"
            | "nature_of_the_injury"
            | "crash_report_additional_info"
            | "requester_name"
            | "requester_phone"
            | "crash_address"
            | "crash_city"
            | "crash_zip"
            | "policy_number"
            | "claim_number"
            | "adjuster_name"
            | "adjuster_phone_number"
            | "adjuster_phone_extension"
            | "other_properties_owned"
            | "vehicles_owned" => judge(value.is_str() || value.is_null(), "a text"),
            _ => {}
        }
    }
    let names = ["/cc_emails", "/plaintiff_name", "/date_of_loss", "/is_incident_report_provided"];
    for (name, given) in names.iter().zip(kept.required) {
        need(&mut issues, name, given);
    }
    text_or_nothing(&mut issues, "/defendant_business_name", kept.business);
    match kept.case_type.and_then(|value| value.as_str()) {
        Some("pl") => policy_limit(&mut issues, &kept),
        Some("pe") => policy_existence(&mut issues, &kept),
        _ => issues.push(("/case_type".to_owned(), "pl or pe")),
    }
    issues
}

fn need(issues: &mut Vec<Issue>, at: &str, holds: bool) {
    if !holds {
        issues.push((at.to_owned(), "needed"));
    }
}

fn given(slot: Slot) -> bool {
    slot.and_then(|value| value.as_str()).is_some_and(is_set)
}

fn is_true(slot: Slot) -> bool {
    slot.and_then(JsonValueTrait::as_bool) == Some(true)
}

fn text_or_nothing(issues: &mut Vec<Issue>, at: &str, slot: Slot) {
    need(issues, at, slot.is_none_or(|value| value.is_str() || value.is_null()));
}

fn flag_or_nothing(issues: &mut Vec<Issue>, at: &str, slot: Slot) {
    need(issues, at, slot.is_none_or(|value| value.is_boolean() || value.is_null()));
}

fn words(slot: Slot<'_>) -> Option<impl Iterator<Item = &str>> {
    let list = slot?.as_array()?;
    list.iter().all(JsonValueTrait::is_str).then(|| list.iter().filter_map(|word| word.as_str()))
}

fn rush(issues: &mut Vec<Issue>, kept: &RuleFields, policy_limit: bool) {
    let fine = kept
        .expedited_request
        .is_none_or(|value| value.is_null() || value.as_str().is_some_and(|word| is_rush(word, policy_limit)));
    need(issues, "/expedited_request", fine);
}

fn policy_limit(issues: &mut Vec<Issue>, kept: &RuleFields) {
    rush(issues, kept, true);
    need(issues, "/insurance_company", given(kept.insurance_company));
    flag_or_nothing(issues, "/are_policyholder_and_defendant_the_same", kept.same);
    let (mut first, mut commercial, mut personal) = (None, false, false);
    for word in words(kept.base_product).into_iter().flatten() {
        first.get_or_insert(word);
        commercial |= is_commercial(word);
        personal |= word.starts_with("personal");
    }
    need(issues, "/base_product", first.is_some() && !(commercial && personal));
    if first.is_some_and(is_commercial) {
        need(issues, "/defendant_business_name", given(kept.business));
    } else if kept.driver.is_some_and(|driver| !driver.is_null()) {
        issues.push(("/commercial_driver_information".to_owned(), "not of this product"));
    }
    if let Some(driver) = kept.driver {
        person(issues, "commercial_driver_information", driver);
    }
    if kept.same.and_then(JsonValueTrait::as_bool) == Some(false) {
        need(issues, "/policyholder_name", given(kept.holder));
        need(issues, "/policyholder_relationship", given(kept.relationship));
    } else {
        text_or_nothing(issues, "/policyholder_name", kept.holder);
        text_or_nothing(issues, "/policyholder_relationship", kept.relationship);
    }
}

fn policy_existence(issues: &mut Vec<Issue>, kept: &RuleFields) {
    rush(issues, kept, false);
    let product = kept.base_product.and_then(|value| match value.as_array() {
        Some(list) if list.len() == 1 => list.first()?.as_str(),
        _ => value.as_str().filter(|word| is_set(word)),
    });
    need(issues, "/base_product", product.is_some());
    let product = product.unwrap_or_default();
    if product.starts_with("commercial") {
        need(issues, "/defendant_business_name", given(kept.business));
    }
    if product == "commercial_auto_policy_existence" {
        need(issues, "/is_defendant_transportation_company", is_true(kept.transport));
        need(issues, "/usdot_number", kept.usdot.and_then(|value| value.as_str()).is_some_and(is_usdot));
    } else {
        need(issues, "/is_defendant_transportation_company", kept.transport.is_none_or(JsonValueTrait::is_null));
        text_or_nothing(issues, "/usdot_number", kept.usdot);
    }
    let homeowners = product == "personal_homeowners_policy_existence";
    match kept.property.filter(|value| !value.is_null()) {
        Some(property) => address(issues, "insured_property_information", property),
        None => need(issues, "/insured_property_information", !homeowners),
    }
    if homeowners {
        need(issues, "/is_defendant_property_owner_and_occupant", is_true(kept.occupant));
    } else {
        flag_or_nothing(issues, "/is_defendant_property_owner_and_occupant", kept.occupant);
    }
    let excludes = kept.excludes.and_then(JsonValueTrait::as_bool);
    need(issues, "/should_exclude_other_insurance_from_search", excludes.is_some());
    if excludes == Some(true) {
        need(issues, "/excluded_insurance_policy_information", given(kept.excluded));
    } else {
        text_or_nothing(issues, "/excluded_insurance_policy_information", kept.excluded);
    }
    let (mut reasons, mut other) = (0, false);
    for word in words(kept.reasons).into_iter().flatten() {
        reasons += 1;
        other |= word == "other_reason";
    }
    need(issues, "/search_reason", reasons > 0);
    let reported = kept.other_reason.is_some_and(|value| !value.is_null() && value.as_str() != Some(""));
    need(issues, "/other_search_reason", other || !reported);
    text_or_nothing(issues, "/other_search_reason", kept.other_reason);
}

fn person(issues: &mut Vec<Issue>, field: &str, value: &Value) {
    let required = ["first_name", "last_name", "address"];
    record(issues, field, value, &required, |name, value| match name {
        "date_of_birth" => value.is_null() || value.as_str().is_some_and(is_date),
        "license_state" | "state_or_province" => value.is_null() || value.as_str().is_some_and(is_state),
        "middle_name"
        | "phone_number"
        | "phone_extension"
        | "license_number"
        | "apt_or_suite_number"
        | "city"
        | "postal_or_zip_code" => value.is_str() || value.is_null(),
        _ => true,
    });
}

fn vehicle(issues: &mut Vec<Issue>, field: &str, value: &Value) {
    record(issues, field, value, &[], |name, value| match name {
        "vehicle_year" => value.is_null() || value.is_i64() || value.is_u64(),
        "description" | "vehicle_make" | "vehicle_model" | "vin" | "license_plate" => value.is_str() || value.is_null(),
        _ => true,
    });
}

fn address(issues: &mut Vec<Issue>, field: &str, value: &Value) {
    let required = ["address", "city", "postal_or_zip_code"];
    record(issues, field, value, &required, |name, value| match name {
        "apt_or_suite_number" => value.is_str() || value.is_null(),
        "state_or_province" => value.as_str().is_some_and(is_state),
        _ => true,
    });
    if value.as_object().is_some_and(|record| record.get(&"state_or_province").is_none()) {
        issues.push((format!("/{field}/state_or_province"), "needed"));
    }
}

/// Checks the members of a record, each once; `required` are texts that must be set.
fn record(
    issues: &mut Vec<Issue>,
    field: &str,
    value: &Value,
    required: &[&str],
    holds: impl Fn(&str, &Value) -> bool,
) {
    let Some(record) = value.as_object() else {
        return need(issues, &format!("/{field}"), value.is_null());
    };
    let mut met = 0;
    for (name, value) in record {
        let fine = match required.iter().position(|own| *own == name) {
            Some(at) => {
                met |= 1 << at;
                value.as_str().is_some_and(is_set)
            }
            None => holds(name, value),
        };
        if !fine {
            issues.push((format!("/{field}/{name}"), "of another kind"));
        }
    }
    for (at, name) in required.iter().enumerate() {
        if met & (1 << at) == 0 {
            issues.push((format!("/{field}/{name}"), "needed"));
        }
    }
}
