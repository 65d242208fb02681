//! Accepted cases as Rust types, for servers. The field tables describe the fields, and a test
//! compares these types with them.

use crate::case::check::check;
use crate::context::Context;
use crate::report::Report;
use crate::text::date::Date;
use serde::de::{Deserializer, Error as _};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// An accepted case.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Case {
    /// Policy Limit.
    PolicyLimit(Box<PolicyLimitCase>),
    /// Policy Existence.
    PolicyExistence(Box<PolicyExistenceCase>),
}

/// The reason why there is no [`Case`].
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The payload is refused.
    #[error("the case is refused, with {} findings", .0.issues.len())]
    Refused(Box<Report>),
    /// The payload is accepted, but these types cannot represent it. It contains a number that is
    /// not an `i64` (as `vehicle_year`; beyond 2^53 also one with a point or an exponent) or not an
    /// `f64` (elsewhere), or no `case_type`, as is allowed for legacy cases.
    #[error("the case is accepted, and these types cannot hold it")]
    NotRepresentable,
}

/// Checks a payload, and returns the payload as it should be sent as a Rust value.
///
/// ```
/// use casegate::{Case, Date, Context, accept_case};
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let payload = r#"{
///     "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
///     "date_of_loss": "2026-01-31", "is_incident_report_provided": false,
///     "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual"
/// }"#;
/// let Case::PolicyLimit(case) = accept_case(payload, &context)? else { return Err("another product".into()) };
/// assert_eq!(case.insurance_company, "Example Mutual");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CaseError::Refused`] with the report if an issue is an error.
pub fn accept_case(payload: &str, context: &Context) -> Result<Case, CaseError> {
    accept(payload, context).map(|(case, _)| case)
}

/// The same as [`accept_case`], with the report of the check.
///
/// # Errors
///
/// The same as [`accept_case`].
pub fn accept(payload: &str, context: &Context) -> Result<(Case, Report), CaseError> {
    let mut report = check(payload, context, true);
    if !report.ok {
        return Err(CaseError::Refused(Box::new(report)));
    }
    let prepared = if context.include.prepared { report.prepared.clone() } else { report.prepared.take() };
    let prepared = prepared.flatten().ok_or(CaseError::NotRepresentable)?;
    let case = match report.facts.case_type {
        Some(crate::rulebook::product::Product::PolicyLimit) => {
            serde_json::from_str(prepared.get()).map(Case::PolicyLimit)
        }
        Some(crate::rulebook::product::Product::PolicyExistence) => {
            serde_json::from_str(prepared.get()).map(Case::PolicyExistence)
        }
        None => return Err(CaseError::NotRepresentable),
    };
    case.map(|case| (case, report)).map_err(|_| CaseError::NotRepresentable)
}

macro_rules! records {
    ($($(#[$doc:meta])+ $name:ident { $($(#[$attribute:meta])* $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$doc])+
            /// The fields have the names and meanings of the specification's tables.
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
            #[expect(missing_docs, reason = "the names are the specification's")]
            pub struct $name {
                $(
                    $(#[$attribute])*
                    pub $field: $type,
                )+
                /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The
                /// prepared payload of [`crate::case::prepare::prepare_case`] has them verbatim.
                #[serde(flatten)]
                pub extra: Map<String, Value>,
            }
        )+
    };
}

records! {
    /// PersonalInformation, as sent.
    PersonalInformation {
        first_name: String,
        last_name: String,
        address: String,
        #[serde(skip_serializing_if = "Option::is_none")] date_of_birth: Option<Date>,
        #[serde(skip_serializing_if = "Option::is_none")] middle_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] phone_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] phone_extension: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] license_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] apt_or_suite_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] city: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] postal_or_zip_code: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] license_state: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] state_or_province: Option<String>,
    }
    /// VehicleInformation, as sent.
    VehicleInformation {
        #[serde(skip_serializing_if = "Option::is_none")] description: Option<String>,
        #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "whole_number")] vehicle_year: Option<i64>,
        #[serde(skip_serializing_if = "Option::is_none")] vehicle_make: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] vehicle_model: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] vin: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] license_plate: Option<String>,
    }
    /// AddressInformation, as sent.
    AddressInformation {
        address: String,
        city: String,
        state_or_province: String,
        postal_or_zip_code: String,
        #[serde(skip_serializing_if = "Option::is_none")] apt_or_suite_number: Option<String>,
    }
    /// A Policy Limit case.
    PolicyLimitCase {
        #[serde(flatten)] common: CommonFields,
        base_product: Vec<String>,
        insurance_company: String,
        #[serde(skip_serializing_if = "Option::is_none")] policy_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] claim_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] adjuster_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] adjuster_phone_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] adjuster_phone_extension: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] are_policyholder_and_defendant_the_same: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")] policyholder_name: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] policyholder_relationship: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] commercial_driver_information: Option<PersonalInformation>,
        #[serde(skip_serializing_if = "Option::is_none")] ml_prediction_ids: Option<Map<String, Value>>,
    }
    /// A Policy Existence case.
    PolicyExistenceCase {
        #[serde(flatten)] common: CommonFields,
        #[serde(deserialize_with = "one_word")] base_product: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")] is_defendant_transportation_company: Option<bool>,
        #[serde(skip_serializing_if = "Option::is_none")] usdot_number: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] insured_property_information: Option<AddressInformation>,
        #[serde(skip_serializing_if = "Option::is_none")] is_defendant_property_owner_and_occupant: Option<bool>,
        should_exclude_other_insurance_from_search: bool,
        #[serde(skip_serializing_if = "Option::is_none")] excluded_insurance_policy_information: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] other_properties_owned: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")] vehicles_owned: Option<String>,
        search_reason: Vec<String>,
        #[serde(skip_serializing_if = "Option::is_none")] other_search_reason: Option<String>,
    }
}

/// Fields of both products, with the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct CommonFields {
    pub case_type: String,
    pub cc_emails: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub summary: Option<String>,
    pub plaintiff_name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub office_case_number: Option<String>,
    pub date_of_loss: Date,
    pub is_incident_report_provided: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_user_agreeing_to_all_terms_and_conditions: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_payment_via_financing: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_test: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expedited_request: Option<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add_on_services: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defendant_business_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub defendant_information: Option<PersonalInformation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicle_information: Option<VehicleInformation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nature_of_the_injury: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_report_additional_info: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub requester_phone: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_address: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_zip: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub crash_state: Option<String>,
}

/// `2020.0` is an integer (D2), but serde reads it as a float.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    let number = serde_json::Number::deserialize(from)?;
    if let Some(whole) = number.as_i64() {
        return Ok(Some(whole));
    }
    // Whole numbers up to 2^53 are exact in a double.
    let exact = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0);
    #[expect(clippy::cast_possible_truncation, reason = "the value fits, or only its low bits are wanted")]
    exact.map(|value| Some(value as i64)).ok_or_else(|| D::Error::custom("no whole number of 64 bits"))
}

/// Reads one word, or an array of one word (D15).
fn one_word<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Array(Vec<String>),
        Word(String),
    }
    Ok(match Form::deserialize(from)? {
        Form::Array(words) => words,
        Form::Word(word) => vec![word],
    })
}
