//! Clean cases of both products.

use super::Size;
use super::case::Case;
use super::parts::{address, digits, emails, name, person, phone, property, prose, recent_day, vehicle};
use super::words::{ADD_ON, CITY, COMMERCIAL, COMPANY, INCIDENT, INSURER, MAKE, MODEL, PERSONAL, REASON, STATE};
use crate::random::Random;
use serde_json::{Value, json};

/// The fields of both products, from the payload's start to the product's own.
fn common(random: &mut Random, size: Size, case_type: &str, rushes: &[&str]) -> Case {
    let mut case = Case(vec![
        ("case_type".to_owned(), case_type.into()),
        ("cc_emails".to_owned(), emails(random).into()),
        ("plaintiff_name".to_owned(), name(random).into()),
        ("date_of_loss".to_owned(), recent_day(random).into()),
        ("is_incident_report_provided".to_owned(), random.percent(70).into()),
    ]);
    let number = format!("2026-{}", digits(random, 4));
    let optional = vec![
        ("summary", json!(format!("{}, No. {number}", name(random)))),
        ("office_case_number", json!(number)),
        ("is_user_agreeing_to_all_terms_and_conditions", json!(true)),
        ("is_payment_via_financing", json!(false)),
        ("is_test", json!(random.percent(30))),
        ("expedited_request", if random.percent(30) { Value::Null } else { random.pick(rushes).into() }),
        ("add_on_services", json!(random.some(&ADD_ON, 0))),
        ("defendant_information", person(random, size)),
        ("vehicle_information", vehicle(random, size)),
        ("nature_of_the_injury", random.pick(&INCIDENT).into()),
        ("crash_report_additional_info", prose(random, size).into()),
        ("requester_name", name(random).into()),
        ("requester_phone", phone(random).into()),
        ("crash_address", address(random).into()),
        ("crash_city", random.pick(&CITY).into()),
        ("crash_zip", digits(random, 5).into()),
        ("crash_state", random.pick(&STATE).into()),
    ];
    for (key, value) in optional {
        if random.percent(size.fullness()) {
            case.set(key, value);
        }
    }
    case
}

pub(super) fn policy_limit_case(random: &mut Random, size: Size) -> Case {
    let rushes = ["three_hour_rush_request", "one_day_rush_request", "three_day_rush_request", "five_day_rush_request"];
    let mut case = common(random, size, "pl", &rushes);
    let commercial = random.percent(50);
    let products = if commercial { random.some(&COMMERCIAL, 1) } else { random.some(&PERSONAL, 1) };
    case.set("base_product", products);
    case.set("insurance_company", random.pick(&INSURER));
    let optional = [
        ("policy_number", format!("TEST-{}", digits(random, 8))),
        ("claim_number", format!("C-{}", digits(random, 9))),
        ("adjuster_name", name(random)),
        ("adjuster_phone_number", phone(random)),
        ("adjuster_phone_extension", digits(random, 2)),
    ];
    for (key, value) in optional {
        if random.percent(size.fullness()) {
            case.set(key, value);
        }
    }
    if random.percent(size.fullness()) {
        let same = random.percent(40);
        case.set("are_policyholder_and_defendant_the_same", same);
        if !same {
            case.set("policyholder_name", name(random));
            case.set(
                "policyholder_relationship",
                random.pick(&["employer", "parent", "owner of the vehicle", "spouse"]),
            );
        }
    }
    if commercial {
        case.set("defendant_business_name", random.pick(&COMPANY));
        if random.percent(size.fullness()) {
            case.set("commercial_driver_information", person(random, size));
        }
    }
    if size == Size::Large {
        let scores: Vec<Value> =
            (0..40).map(|id| json!({ "id": id, "score": 0.5 + f64::from(id) / 128.0, "ok": true })).collect();
        case.set("ml_prediction_ids", json!({ "predictor": "sample", "scores": scores }));
        case.set("summary", prose(random, size));
        case.set("nature_of_the_injury", prose(random, size));
    }
    case
}

pub(super) fn policy_existence_case(random: &mut Random, size: Size) -> Case {
    let rushes = ["one_day_rush_request", "three_day_rush_request", "five_day_rush_request"];
    let mut case = common(random, size, "pe", &rushes);
    match random.below(3) {
        0 => {
            case.set("base_product", json!(["commercial_auto_policy_existence"]));
            case.set("defendant_business_name", random.pick(&COMPANY));
            case.set("is_defendant_transportation_company", true);
            case.set("usdot_number", format!("0{}", 1 + random.below(3_000_000)));
        }
        1 => case.set("base_product", json!(["personal_auto_policy_existence"])),
        _ => {
            case.set("base_product", json!(["personal_homeowners_policy_existence"]));
            case.set("insured_property_information", property(random, size));
            case.set("is_defendant_property_owner_and_occupant", true);
        }
    }
    let excludes = random.percent(50);
    case.set("should_exclude_other_insurance_from_search", excludes);
    if excludes {
        let text = format!("{}, TEST-{}, covers the vehicle only", random.pick(&INSURER), digits(random, 4));
        case.set("excluded_insurance_policy_information", text);
    }
    if random.percent(size.fullness()) {
        let homes = 1 + if size == Size::Small { 0 } else { random.below(3) };
        let list: Vec<String> = (0..homes).map(|_| format!("{}, {}", address(random), random.pick(&CITY))).collect();
        case.set("other_properties_owned", list.join("; "));
    }
    if random.percent(size.fullness()) {
        let text = format!("{} {} {}", 1998 + random.below(27), random.pick(&MAKE), random.pick(&MODEL));
        case.set("vehicles_owned", format!("{text}, plate TEST {}", digits(random, 3)));
    }
    let mut reasons = random.some(&REASON, 1);
    if random.percent(if size == Size::Small { 0 } else { 60 }) {
        reasons.push("other_reason");
        case.set("other_search_reason", prose(random, size));
    }
    case.set("search_reason", reasons);
    if size == Size::Large {
        case.set("other_properties_owned", prose(random, size));
        case.set("vehicles_owned", prose(random, size));
        case.set("crash_report_additional_info", prose(random, size));
        case.set("summary", prose(random, size));
        case.set("nature_of_the_injury", prose(random, size));
    }
    case
}
