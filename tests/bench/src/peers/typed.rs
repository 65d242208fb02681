//! Types that serde reads, and garde's rules on them. A value of another type ends the reading:
//! serde reports one only.

// Fields that are read without a rule: their type is the rule.
#![expect(dead_code, reason = "serde reads the fields")]
// Names are the service's.
#![expect(clippy::struct_field_names, reason = "the names are the service's")]
// The values of a JSON object are passed over.
#![expect(clippy::zero_sized_map_values, reason = "the values of a JSON object are skipped")]
// A rule is called by garde.
#![expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]

use super::{is_add_on, is_commercial, is_date, is_rush, is_set, is_state, is_usdot};
use garde::{Error, Validate};
use serde::Deserialize;
use serde::de::IgnoredAny;
use std::collections::HashMap;

type Text = Option<String>;

#[derive(Debug, Deserialize, PartialEq, Eq, Clone, Copy)]
#[serde(rename_all = "snake_case")]
enum Product {
    Pl,
    Pe,
}

#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Words {
    One(String),
    Many(Vec<String>),
}

impl Words {
    fn first(&self) -> &str {
        match self {
            Words::One(word) => word,
            Words::Many(words) => words.first().map_or("", String::as_str),
        }
    }
}

/// A case of either product; the fields of the other are skipped.
#[derive(Debug, Deserialize, Validate)]
#[garde(allow_unvalidated)]
pub struct Case {
    case_type: Product,
    #[garde(custom(set))]
    cc_emails: String,
    #[garde(custom(set))]
    plaintiff_name: String,
    #[garde(custom(date))]
    date_of_loss: String,
    is_incident_report_provided: bool,
    summary: Text,
    office_case_number: Text,
    nature_of_the_injury: Text,
    crash_report_additional_info: Text,
    requester_name: Text,
    requester_phone: Text,
    crash_address: Text,
    crash_city: Text,
    crash_zip: Text,
    is_user_agreeing_to_all_terms_and_conditions: Option<bool>,
    is_payment_via_financing: Option<bool>,
    is_test: Option<bool>,
    #[garde(custom(maybe(is_state)))]
    crash_state: Text,
    #[garde(custom(maybe(|word: &str| is_rush(word, self.case_type == Product::Pl))))]
    expedited_request: Text,
    #[garde(custom(each(is_add_on)))]
    add_on_services: Option<Vec<String>>,
    #[garde(dive)]
    defendant_information: Option<Person>,
    #[garde(dive)]
    vehicle_information: Option<Vehicle>,
    #[garde(custom(product(self.case_type)))]
    base_product: Words,
    #[garde(custom(needed(self.names_a_business())))]
    defendant_business_name: Text,
    // Policy Limit
    #[garde(custom(needed(self.case_type == Product::Pl)))]
    insurance_company: Text,
    policy_number: Text,
    claim_number: Text,
    adjuster_name: Text,
    adjuster_phone_number: Text,
    adjuster_phone_extension: Text,
    are_policyholder_and_defendant_the_same: Option<bool>,
    #[garde(custom(needed(self.has_another_holder())))]
    policyholder_name: Text,
    #[garde(custom(needed(self.has_another_holder())))]
    policyholder_relationship: Text,
    #[garde(dive, custom(absent(self.case_type == Product::Pl && !is_commercial(self.base_product.first()))))]
    commercial_driver_information: Option<Person>,
    ml_prediction_ids: Option<HashMap<String, IgnoredAny>>,
    // Policy Existence
    #[garde(custom(transport(self.case_type, self.base_product.first() == AUTO)))]
    is_defendant_transportation_company: Option<bool>,
    #[garde(custom(usdot(self.case_type == Product::Pe && self.base_product.first() == AUTO)))]
    usdot_number: Text,
    #[garde(dive, custom(given(self.is_about_a_home())))]
    insured_property_information: Option<Address>,
    #[garde(custom(yes(self.is_about_a_home())))]
    is_defendant_property_owner_and_occupant: Option<bool>,
    #[garde(custom(given(self.case_type == Product::Pe)))]
    should_exclude_other_insurance_from_search: Option<bool>,
    #[garde(custom(needed(self.should_exclude_other_insurance_from_search == Some(true))))]
    excluded_insurance_policy_information: Text,
    other_properties_owned: Text,
    vehicles_owned: Text,
    #[garde(custom(reasons(self.case_type)))]
    search_reason: Option<Vec<String>>,
    #[garde(custom(other(self.search_reason.as_deref().unwrap_or_default())))]
    other_search_reason: Text,
}

const AUTO: &str = "commercial_auto_policy_existence";
const HOME: &str = "personal_homeowners_policy_existence";

impl Case {
    fn names_a_business(&self) -> bool {
        let first = self.base_product.first();
        if self.case_type == Product::Pl { is_commercial(first) } else { first.starts_with("commercial") }
    }

    fn has_another_holder(&self) -> bool {
        self.case_type == Product::Pl && self.are_policyholder_and_defendant_the_same == Some(false)
    }

    fn is_about_a_home(&self) -> bool {
        self.case_type == Product::Pe && self.base_product.first() == HOME
    }
}

#[derive(Debug, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Person {
    #[garde(custom(set))]
    first_name: String,
    #[garde(custom(set))]
    last_name: String,
    #[garde(custom(set))]
    address: String,
    #[garde(custom(maybe(is_date)))]
    date_of_birth: Text,
    middle_name: Text,
    phone_number: Text,
    phone_extension: Text,
    license_number: Text,
    apt_or_suite_number: Text,
    city: Text,
    postal_or_zip_code: Text,
    #[garde(custom(maybe(is_state)))]
    license_state: Text,
    #[garde(custom(maybe(is_state)))]
    state_or_province: Text,
}

#[derive(Debug, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Vehicle {
    description: Text,
    vehicle_year: Option<i64>,
    vehicle_make: Text,
    vehicle_model: Text,
    vin: Text,
    license_plate: Text,
}

#[derive(Debug, Deserialize, Validate)]
#[garde(allow_unvalidated)]
struct Address {
    #[garde(custom(set))]
    address: String,
    #[garde(custom(set))]
    city: String,
    #[garde(custom(state))]
    state_or_province: String,
    #[garde(custom(set))]
    postal_or_zip_code: String,
    apt_or_suite_number: Text,
}

fn must(holds: bool) -> garde::Result {
    if holds { Ok(()) } else { Err(Error::new("is wrong")) }
}

fn set(text: &str, (): &()) -> garde::Result {
    must(is_set(text))
}

fn date(text: &str, (): &()) -> garde::Result {
    must(is_date(text))
}

fn state(text: &str, (): &()) -> garde::Result {
    must(is_state(text))
}

fn maybe(is: impl Fn(&str) -> bool) -> impl Fn(&Text, &()) -> garde::Result {
    move |text, ()| must(text.as_deref().is_none_or(&is))
}

fn each(is: impl Fn(&str) -> bool) -> impl Fn(&Option<Vec<String>>, &()) -> garde::Result {
    move |words, ()| must(words.iter().flatten().all(|word| is(word)))
}

fn needed(when: bool) -> impl Fn(&Text, &()) -> garde::Result {
    move |text, ()| must(!when || text.as_deref().is_some_and(is_set))
}

fn given<T>(when: bool) -> impl Fn(&Option<T>, &()) -> garde::Result {
    move |value, ()| must(!when || value.is_some())
}

fn absent<T>(when: bool) -> impl Fn(&Option<T>, &()) -> garde::Result {
    move |value, ()| must(!when || value.is_none())
}

fn yes(when: bool) -> impl Fn(&Option<bool>, &()) -> garde::Result {
    move |flag, ()| must(!when || *flag == Some(true))
}

fn transport(product: Product, auto: bool) -> impl Fn(&Option<bool>, &()) -> garde::Result {
    move |flag, ()| must(product == Product::Pl || if auto { *flag == Some(true) } else { flag.is_none() })
}

fn usdot(when: bool) -> impl Fn(&Text, &()) -> garde::Result {
    move |text, ()| must(!when || text.as_deref().is_some_and(is_usdot))
}

fn reasons(product: Product) -> impl Fn(&Option<Vec<String>>, &()) -> garde::Result {
    move |words, ()| must(product == Product::Pl || words.as_ref().is_some_and(|words| !words.is_empty()))
}

fn other(reasons: &[String]) -> impl Fn(&Text, &()) -> garde::Result {
    let reported = reasons.iter().any(|word| word == "other_reason");
    move |text, ()| must(reported || text.as_deref().is_none_or(str::is_empty))
}

fn product(product: Product) -> impl Fn(&Words, &()) -> garde::Result {
    move |words, ()| {
        must(match (product, words) {
            (Product::Pl, Words::Many(words)) => {
                let commercial = words.iter().any(|word| is_commercial(word));
                !words.is_empty() && (!commercial || words.iter().all(|word| !word.starts_with("personal")))
            }
            (Product::Pl, Words::One(_)) => false,
            (Product::Pe, Words::Many(words)) => words.len() == 1,
            (Product::Pe, Words::One(word)) => is_set(word),
        })
    }
}
