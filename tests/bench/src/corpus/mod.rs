//! Payloads as clients send them: names, key orders and optional fields differ from one to the next.
//!
//! One object over and over flatters whatever learns its shape, so that every contender is given hundreds of them in turn.
//! Nobody in them exists.

mod parts;
mod words;

use crate::random::Random;
use parts::{address, digits, emails, name, person, phone, property, prose, recent_day, vehicle};
use serde_json::{Value, json};
use std::fmt::Write;
use words::{ADD_ON, CITY, COMMERCIAL, COMPANY, INCIDENT, INSURER, MAKE, MODEL, PERSONAL, REASON, STATE};

/// The day that counts as today for all of them.
pub const TODAY: &str = "2026-03-01";

/// How much a payload holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Size {
    /// About 0.8 KB: what is required, and little else.
    Small,
    /// 1.5 to 2 KB: nested records and most optional fields.
    Typical,
    /// About 8 KB: everything, with long free text.
    Large,
}

impl Size {
    fn bytes(self) -> std::ops::RangeInclusive<usize> {
        match self {
            Size::Small => 700..=900,
            Size::Typical => 1_500..=2_000,
            Size::Large => 7_500..=8_500,
        }
    }

    /// How many times in a hundred an optional field is given.
    fn fullness(self) -> usize {
        match self {
            Size::Small => 12,
            Size::Typical => 75,
            Size::Large => 95,
        }
    }
}

/// A set of payloads.
#[derive(Debug, Clone)]
pub struct Corpus {
    pub name: &'static str,
    pub texts: Vec<String>,
}

impl Corpus {
    /// The bytes of a payload, on average.
    pub fn bytes(&self) -> usize {
        self.texts.iter().map(String::len).sum::<usize>() / self.texts.len()
    }
}

/// Every set.
pub fn all() -> Vec<Corpus> {
    vec![
        clean("typical", Size::Typical, 300),
        clean("small", Size::Small, 300),
        clean("large", Size::Large, 100),
        mixed("mixed", 300),
    ]
}

/// Payloads in which there is nothing to find, both products in turn.
pub fn clean(name: &'static str, size: Size, count: usize) -> Corpus {
    let mut random = Random::new(0xCA5E_6A7E ^ size as u64);
    let texts = (0..count).map(|at| of_size(&mut random, size, at % 2 == 0).text(&mut random)).collect();
    Corpus { name, texts }
}

/// Typical payloads, of which one in ten is refused, each for one of many reasons.
pub fn mixed(name: &'static str, count: usize) -> Corpus {
    let mut random = Random::new(0x0BAD_CA5E);
    let texts = (0..count)
        .map(|at| {
            let mut case = of_size(&mut random, Size::Typical, at % 2 == 0);
            if matches!(at % 20, 6 | 17) {
                spoil(&mut case, at / 20);
            }
            case.text(&mut random)
        })
        .collect();
    Corpus { name, texts }
}

fn of_size(random: &mut Random, size: Size, policy_limit: bool) -> Case {
    loop {
        let case = if policy_limit { policy_limit_case(random, size) } else { policy_existence_case(random, size) };
        // As the most usual client writes it; other styles differ by some bytes.
        if size.bytes().contains(&Value::Object(case.0.iter().cloned().collect()).to_string().len()) {
            return case;
        }
    }
}

/// Keys and values, in the order of the tables until they are written.
#[derive(Debug, Clone)]
struct Case(Vec<(String, Value)>);

impl Case {
    fn set(&mut self, key: &str, value: impl Into<Value>) {
        self.remove(key);
        self.0.push((key.to_owned(), value.into()));
    }

    fn remove(&mut self, key: &str) {
        self.0.retain(|(own, _)| own != key);
    }

    fn get(&self, key: &str) -> &Value {
        self.0.iter().find(|(own, _)| own == key).map_or(&Value::Null, |(_, value)| value)
    }

    /// As JSON text: the key order and the style of one client or another.
    fn text(mut self, random: &mut Random) -> String {
        match random.below(4) {
            0 => {}
            1 => self.0.sort_by(|one, other| one.0.cmp(&other.0)),
            2 => self.0.rotate_left(9),
            _ => random.shuffle(&mut self.0),
        }
        let style = if random.percent(12) { Style::Python } else { Style::Compact };
        let mut out = String::with_capacity(2_048);
        style.object(&mut out, self.0.iter().map(|(key, value)| (key.as_str(), value)));
        out
    }
}

/// How a client's library writes JSON.
#[derive(Debug, Clone, Copy)]
enum Style {
    /// Without spaces, in UTF-8: most of them.
    Compact,
    /// A space after each comma and colon, and only ASCII.
    Python,
}

impl Style {
    fn object<'v>(self, out: &mut String, members: impl Iterator<Item = (&'v str, &'v Value)>) {
        let (comma, colon) = match self {
            Style::Compact => (",", ":"),
            Style::Python => (", ", ": "),
        };
        out.push('{');
        for (at, (key, value)) in members.enumerate() {
            if at > 0 {
                out.push_str(comma);
            }
            self.string(out, key);
            out.push_str(colon);
            self.value(out, value);
        }
        out.push('}');
    }

    fn value(self, out: &mut String, value: &Value) {
        match value {
            Value::Object(members) => {
                self.object(out, members.iter().map(|(key, value)| (key.as_str(), value)));
            }
            Value::Array(items) => {
                out.push('[');
                for (at, item) in items.iter().enumerate() {
                    if at > 0 {
                        out.push_str(if matches!(self, Style::Compact) { "," } else { ", " });
                    }
                    self.value(out, item);
                }
                out.push(']');
            }
            Value::String(text) => self.string(out, text),
            other => out.push_str(&other.to_string()),
        }
    }

    fn string(self, out: &mut String, text: &str) {
        let quoted = Value::from(text).to_string();
        match self {
            Style::Compact => out.push_str(&quoted),
            Style::Python => {
                for letter in quoted.chars() {
                    if letter.is_ascii() {
                        out.push(letter);
                    } else {
                        for unit in letter.encode_utf16(&mut [0; 2]) {
                            let _ = write!(out, "\\u{unit:04x}");
                        }
                    }
                }
            }
        }
    }
}

/// The fields that both products have, from the payload's start to where the product's own follow.
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

fn policy_limit_case(random: &mut Random, size: Size) -> Case {
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

fn policy_existence_case(random: &mut Random, size: Size) -> Case {
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

/// Makes one mistake of those that people make, or two.
fn spoil(case: &mut Case, which: usize) {
    let policy_limit = case.get("case_type") == "pl";
    match which % 12 {
        0 => case.remove("plaintiff_name"),
        1 => case.set("date_of_loss", "02/14/2026"),
        2 => case.set("is_incident_report_provided", "true"),
        3 => case.set("expedited_request", "two_day_rush_request"),
        4 => case.set("add_on_services", json!(["policy_number", "policy_periods"])),
        5 => case.set("crash_state", "Texas"),
        6 => case.set("vehicle_information", json!({ "vehicle_year": "2019" })),
        7 => case.set("defendant_information", json!({ "first_name": "Jo", "date_of_birth": "1980-02-30" })),
        8 if policy_limit => {
            case.set("are_policyholder_and_defendant_the_same", false);
            case.remove("policyholder_name");
        }
        8 => case.set("search_reason", json!([])),
        9 if policy_limit => {
            case.set("base_product", json!(["personal_auto_policy_limits"]));
            case.set(
                "commercial_driver_information",
                json!({ "first_name": "Jo", "last_name": "Roe", "address": "1 Mock Court" }),
            );
        }
        9 => {
            case.set("base_product", json!(["commercial_auto_policy_existence"]));
            case.remove("is_defendant_transportation_company");
            case.remove("defendant_business_name");
        }
        10 if policy_limit => case.set("base_product", json!([COMMERCIAL[0], PERSONAL[0]])),
        10 => {
            case.set("search_reason", json!(["minor_at_fault"]));
            case.set("other_search_reason", "Nobody knows.");
        }
        _ if policy_limit => {
            case.set("base_product", json!([COMMERCIAL[2]]));
            case.remove("defendant_business_name");
        }
        _ => {
            case.set("base_product", json!(["personal_homeowners_policy_existence"]));
            case.set("is_defendant_property_owner_and_occupant", false);
        }
    }
}
