//! The rules, one function for each: the sentence, and the same in Rust. A rule does not guess
//! values that it cannot read (D7).

use super::fields::Shape::{Malformed, Set, Unset};
use super::formats::{Day, Likeness, day, days_before, is_usdot_number};
use super::lines::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES};
use super::{Case, Finding, Product, error, warning};
use serde_json::Value;
use std::borrow::Cow;
use std::cell::RefCell;
use std::collections::BTreeMap;

/// Returns the violations of a rule.
type Reading = fn(&Case<'_>) -> Vec<Finding>;

/// Every rule by its public id; two findings at one place are in this order.
pub const RULES: &[(&str, Reading)] = &[
    ("case.requester_named", requester_named),
    ("case.financing_enrolled", financing_enrolled),
    ("legacy.sunset", legacy_sunset),
    ("legacy.product_agrees", legacy_product_agrees),
    ("legacy.files_declared", legacy_files_declared),
    ("pl.loss_not_in_future", pl_loss_not_in_future),
    ("pl.loss_not_long_ago", pl_loss_not_long_ago),
    ("pl.one_family", pl_one_family),
    ("pl.company_named_once", pl_company_named_once),
    ("pl.defendant_business_named", pl_defendant_business_named),
    ("pl.driver_of_commercial_vehicle", pl_driver_of_commercial_vehicle),
    ("pl.policyholder_named", pl_policyholder_named),
    ("pl.carrier_accepted", pl_carrier_accepted),
    ("pl.specialty_carrier_fee", pl_specialty_carrier_fee),
    ("pe.loss_within_365_days", pe_loss_within_365_days),
    ("pe.defendant_business_named", pe_defendant_business_named),
    ("pe.transportation_company_declared", pe_transportation_company_declared),
    ("pe.usdot_number_given", pe_usdot_number_given),
    ("pe.usdot_number_used", pe_usdot_number_used),
    ("pe.transportation_only_for_commercial_auto", pe_transportation_only_for_commercial_auto),
    ("pe.property_owner_occupied", pe_property_owner_occupied),
    ("pe.excluded_insurance_described", pe_excluded_insurance_described),
    ("pe.other_reason_chosen", pe_other_reason_chosen),
];

const COMMERCIAL_AUTO: &str = "commercial_auto_policy_existence";
const HOMEOWNERS: &str = "personal_homeowners_policy_existence";

impl Case<'_> {
    fn is(&self, product: Product) -> bool {
        self.product == Some(product)
    }

    /// `required` if a field is not set; nothing if it is malformed (D7).
    fn require(&self, name: &str, findings: &mut Vec<Finding>) {
        if matches!(self.shape(name), Unset) {
            findings.push(error("required", &format!("/{name}")));
        }
    }

    /// "must be true"
    fn require_true(&self, name: &str, findings: &mut Vec<Finding>) {
        match self.shape(name) {
            Unset => findings.push(error("required", &format!("/{name}"))),
            Set(Value::Bool(false)) => findings.push(error("must_be_true", &format!("/{name}"))),
            _ => {}
        }
    }

    /// "must not be set"
    fn forbid(&self, name: &str, findings: &mut Vec<Finding>) {
        if matches!(self.shape(name), Set(_)) {
            findings.push(error("forbidden", &format!("/{name}")));
        }
    }

    /// D6: the JSON boolean.
    fn boolean(&self, name: &str) -> Option<bool> {
        match self.shape(name) {
            Set(value) => value.as_bool(),
            _ => None,
        }
    }

    fn loss(&self) -> Option<Day> {
        match self.shape("date_of_loss") {
            Set(value) => value.as_str().and_then(day),
            _ => None,
        }
    }

    /// `base_product[0]` of a `pl` case, literally (D40).
    fn first_product(&self) -> Option<&str> {
        match self.shape("base_product") {
            Set(Value::Array(words)) if self.is(Product::Pl) => words.first()?.as_str(),
            _ => None,
        }
    }

    /// `base_product` of a `pe` case, a string or an array of exactly one (D15).
    fn one_product(&self) -> Option<&str> {
        match self.shape("base_product") {
            Set(Value::String(word)) if self.is(Product::Pe) => Some(word),
            Set(Value::Array(words)) if self.is(Product::Pe) => words.first()?.as_str(),
            _ => None,
        }
    }
}

pub(super) fn starts_commercial_or_international(word: &str) -> bool {
    COMMERCIAL_PREFIXES.iter().any(|prefix| word.starts_with(prefix))
}

pub(super) fn starts_personal(word: &str) -> bool {
    PERSONAL_PREFIXES.iter().any(|prefix| word.starts_with(prefix))
}

/// "Case creation with a master token requires `requester_name`." D21: with it, a warning. D44: the
/// field rule.
fn requester_named(case: &Case<'_>) -> Vec<Finding> {
    if !case.context.has_master_token {
        return Vec::new();
    }
    match case.shape("requester_name") {
        Unset => vec![error("required", "/requester_name")],
        Set(_) => vec![warning("master_token", "/requester_name")],
        Malformed => Vec::new(),
    }
}

/// "Only available if the account is enrolled." D20: warns unless the context says that it is.
fn financing_enrolled(case: &Case<'_>) -> Vec<Finding> {
    if case.boolean("is_payment_via_financing") == Some(true) && !case.context.is_enrolled {
        return vec![warning("financing_not_enrolled", "/is_payment_via_financing")];
    }
    Vec::new()
}

/// "The legacy three-step endpoints are deprecated and sunset on November 11, 2026." D22: a warning
/// before, an error from that day on.
fn legacy_sunset(case: &Case<'_>) -> Vec<Finding> {
    match case.context.legacy {
        None => Vec::new(),
        Some(_) if case.context.today < (2026, 11, 11) => vec![warning("legacy_deprecated", "")],
        Some(_) => vec![error("legacy_sunset", "")],
    }
}

/// LEG: the path selects the product; a `case_type` that says another is not what was meant.
fn legacy_product_agrees(case: &Case<'_>) -> Vec<Finding> {
    let said = match case.shape("case_type") {
        Set(value) if value == "pl" => Product::Pl,
        Set(value) if value == "pe" => Product::Pe,
        _ => return Vec::new(),
    };
    match case.context.legacy {
        Some(product) if product != said => vec![warning("case_type_disagrees", "/case_type")],
        _ => Vec::new(),
    }
}

/// D22: "Legacy requires a set `files_to_upload` when `is_incident_report_provided` is true".
fn legacy_files_declared(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.context.legacy.is_some() && case.boolean("is_incident_report_provided") == Some(true) {
        case.require("files_to_upload", &mut findings);
    }
    findings
}

/// D12: "For `pl` no age limit; a future date warns."
fn pl_loss_not_in_future(case: &Case<'_>) -> Vec<Finding> {
    match case.loss() {
        Some(loss) if case.is(Product::Pl) && loss > case.context.today => {
            vec![warning("future_date", "/date_of_loss")]
        }
        _ => Vec::new(),
    }
}

/// D55: a `pl` loss more than 45,656 days ago warns.
fn pl_loss_not_long_ago(case: &Case<'_>) -> Vec<Finding> {
    match case.loss() {
        Some(loss) if case.is(Product::Pl) && loss < first_plausible(case.context.today) => {
            vec![warning("date_long_ago", "/date_of_loss")]
        }
        _ => Vec::new(),
    }
}

/// The day 45,656 days before today. Counting takes long, so each day is counted once.
fn first_plausible(today: Day) -> Day {
    thread_local! {
        static COUNTED: RefCell<BTreeMap<Day, Day>> = const { RefCell::new(BTreeMap::new()) };
    }
    COUNTED.with_borrow_mut(|counted| *counted.entry(today).or_insert_with(|| days_before(today, 45_656)))
}

/// "Commercial and personal choices cannot be mixed." D15: by prefix.
fn pl_one_family(case: &Case<'_>) -> Vec<Finding> {
    let Set(Value::Array(words)) = case.shape("base_product") else { return Vec::new() };
    let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
    let has_commercial = words.iter().any(|word| starts_commercial_or_international(word));
    let has_personal = words.iter().any(|word| starts_personal(word));
    if case.is(Product::Pl) && has_commercial && has_personal {
        return vec![error("mixed_families", "/base_product")];
    }
    Vec::new()
}

/// "Deprecated alias. Use `insurance_company`." D16: a warning; another one where both are given
/// and differ.
fn pl_company_named_once(case: &Case<'_>) -> Vec<Finding> {
    let Set(alias) = case.shape("insurance_company_name") else { return Vec::new() };
    match case.shape("insurance_company") {
        Set(current) if current != alias => vec![warning("alias_conflict", "/insurance_company_name")],
        Set(_) | Unset => vec![warning("alias", "/insurance_company_name")],
        Malformed => Vec::new(),
    }
}

/// 1. "`defendant_business_name` is required when `base_product[0]` starts with `commercial` or
///    `international_commercial`."
fn pl_defendant_business_named(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.first_product().is_some_and(starts_commercial_or_international) {
        case.require("defendant_business_name", &mut findings);
    }
    findings
}

/// 2. "`commercial_driver_information` must not be set unless `base_product[0]` starts with `commercial` or
///    `international_commercial`."
fn pl_driver_of_commercial_vehicle(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.first_product().is_some_and(|word| !starts_commercial_or_international(word)) {
        case.forbid("commercial_driver_information", &mut findings);
    }
    findings
}

/// 3. "when `are_policyholder_and_defendant_the_same` is explicitly false, `policyholder_name` and
///    `policyholder_relationship` must be present."
fn pl_policyholder_named(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.boolean("are_policyholder_and_defendant_the_same") == Some(false) {
        case.require("policyholder_name", &mut findings);
        case.require("policyholder_relationship", &mut findings);
    }
    findings
}

/// 4. "`insurance_company` must not name any of six refused carriers. Variant spellings are matched." D19.
fn pl_carrier_accepted(case: &Case<'_>) -> Vec<Finding> {
    let (Some(refused), Some((company, at))) = (case.context.refused, case.company()) else { return Vec::new() };
    match Case::likest(company, refused) {
        Likeness::Same => vec![error("refused_carrier", at)],
        Likeness::Similar => vec![warning("similar_carrier", at)],
        Likeness::Other => Vec::new(),
    }
}

/// 5. "a fixed add-on fee of 75 (USD) applies to a set of ten specialty carriers." D50: a fee that is only possible is noted.
fn pl_specialty_carrier_fee(case: &Case<'_>) -> Vec<Finding> {
    let (Some(specialty), Some((company, at))) = (case.context.specialty, case.company()) else { return Vec::new() };
    match Case::likest(company, specialty) {
        Likeness::Similar => vec![warning("possible_carrier_fee", at)],
        Likeness::Same | Likeness::Other => Vec::new(),
    }
}

/// D19, D50: the fee that applies, and its state: "no fee, fee, possible fee".
pub(super) fn specialty_carrier_fee(case: &Case<'_>) -> (Option<&'static str>, Option<Cow<'static, str>>) {
    let (Some(specialty), Some((company, _))) = (case.context.specialty, case.company()) else { return (None, None) };
    match Case::likest(company, specialty) {
        Likeness::Other => (Some("none"), None),
        Likeness::Similar => (Some("possible"), None),
        Likeness::Same => (Some("applies"), Some("75.00".into())),
    }
}

/// "For `pe`, it must be within the last 365 days or the request is rejected with 400." D12.
fn pe_loss_within_365_days(case: &Case<'_>) -> Vec<Finding> {
    let (true, Some(loss)) = (case.is(Product::Pe), case.loss()) else { return Vec::new() };
    let today = case.context.today;
    let last = days_before(today, 365);
    if loss > today {
        vec![error("date_after_today", "/date_of_loss")]
    } else if loss < last {
        vec![error("date_too_old", "/date_of_loss")]
    } else if loss == last {
        vec![warning("date_on_last_day", "/date_of_loss")]
    } else {
        Vec::new()
    }
}

/// 6. "`defendant_business_name` is required when `base_product` starts with `commercial`." D40: that prefix alone.
fn pe_defendant_business_named(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.one_product().is_some_and(|word| word.starts_with("commercial")) {
        case.require("defendant_business_name", &mut findings);
    }
    findings
}

/// 7. "when `base_product` equals `commercial_auto_policy_existence`, `is_defendant_transportation_company` must be true."
fn pe_transportation_company_declared(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.one_product() == Some(COMMERCIAL_AUTO) {
        case.require_true("is_defendant_transportation_company", &mut findings);
    }
    findings
}

/// 7. "`usdot_number` is required when that flag is truthy and must match `^0*[1-9][0-9]*$`." D17.
fn pe_usdot_number_given(case: &Case<'_>) -> Vec<Finding> {
    if case.one_product() != Some(COMMERCIAL_AUTO) || case.boolean("is_defendant_transportation_company") != Some(true)
    {
        return Vec::new();
    }
    match case.shape("usdot_number") {
        Unset => vec![error("required", "/usdot_number")],
        Set(Value::String(text)) if !is_usdot_number(text) => vec![error("not_a_usdot_number", "/usdot_number")],
        _ => Vec::new(),
    }
}

/// D17: "Elsewhere a `usdot_number` warns."
fn pe_usdot_number_used(case: &Case<'_>) -> Vec<Finding> {
    let Some(product) = case.one_product() else { return Vec::new() };
    let is_elsewhere = product != COMMERCIAL_AUTO || case.boolean("is_defendant_transportation_company") == Some(false);
    if is_elsewhere && matches!(case.shape("usdot_number"), Set(_)) {
        return vec![warning("usdot_number_unused", "/usdot_number")];
    }
    Vec::new()
}

/// 8. "`is_defendant_transportation_company` must not be set when `base_product` is anything other than
///    `commercial_auto_policy_existence`."
fn pe_transportation_only_for_commercial_auto(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.one_product().is_some_and(|word| word != COMMERCIAL_AUTO) {
        case.forbid("is_defendant_transportation_company", &mut findings);
    }
    findings
}

/// 9. "when `base_product` equals `personal_homeowners_policy_existence`, `insured_property_information` is required and
///    `is_defendant_property_owner_and_occupant` must be true."
fn pe_property_owner_occupied(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.one_product() == Some(HOMEOWNERS) {
        case.require("insured_property_information", &mut findings);
        case.require_true("is_defendant_property_owner_and_occupant", &mut findings);
    }
    findings
}

/// 10. "`excluded_insurance_policy_information` is required when `should_exclude_other_insurance_from_search` is truthy."
fn pe_excluded_insurance_described(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    if case.boolean("should_exclude_other_insurance_from_search") == Some(true) {
        case.require("excluded_insurance_policy_information", &mut findings);
    }
    findings
}

/// 11. "`other_search_reason` must not be set unless `search_reason` contains `other_reason`." D40: an element that is no
///     string may have been meant as the reason.
fn pe_other_reason_chosen(case: &Case<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    let Set(Value::Array(reasons)) = case.shape("search_reason") else { return findings };
    let contains_it = reasons.iter().any(|reason| reason == "other_reason");
    if !contains_it && reasons.iter().all(Value::is_string) {
        case.forbid("other_search_reason", &mut findings);
    }
    findings
}
