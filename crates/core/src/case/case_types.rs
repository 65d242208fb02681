//! Written by scripts/generate; do not edit.

use crate::case::deserializers::{one_word, whole_number};
use crate::rulebook::product::Product;
use crate::text::date::Date;
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// PersonalInformation, as sent.
/// The fields have the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct PersonalInformation {
    pub first_name: String,
    pub last_name: String,
    pub address: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub date_of_birth: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub middle_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone_extension: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apt_or_suite_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub city: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_or_zip_code: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license_state: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub state_or_province: Option<String>,
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// VehicleInformation, as sent.
/// The fields have the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct VehicleInformation {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none", deserialize_with = "whole_number")]
    pub vehicle_year: Option<i64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicle_make: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicle_model: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vin: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub license_plate: Option<String>,
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// AddressInformation, as sent.
/// The fields have the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct AddressInformation {
    pub address: String,
    pub city: String,
    pub state_or_province: String,
    pub postal_or_zip_code: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apt_or_suite_number: Option<String>,
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A Policy Limit case.
/// The fields have the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct PolicyLimitCase {
    #[serde(flatten)]
    pub common: CommonFields,
    pub base_product: Vec<String>,
    pub insurance_company: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policy_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjuster_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjuster_phone_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub adjuster_phone_extension: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub are_policyholder_and_defendant_the_same: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policyholder_name: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub policyholder_relationship: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub commercial_driver_information: Option<PersonalInformation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ml_prediction_ids: Option<Map<String, Value>>,
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A Policy Existence case.
/// The fields have the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct PolicyExistenceCase {
    #[serde(flatten)]
    pub common: CommonFields,
    #[serde(deserialize_with = "one_word")]
    pub base_product: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_defendant_transportation_company: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub usdot_number: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub insured_property_information: Option<AddressInformation>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub is_defendant_property_owner_and_occupant: Option<bool>,
    pub should_exclude_other_insurance_from_search: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub excluded_insurance_policy_information: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_properties_owned: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub vehicles_owned: Option<String>,
    pub search_reason: Vec<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub other_search_reason: Option<String>,
    /// Unknown fields. Numbers in them are converted to 64-bit integers or doubles. The prepared
    /// payload of [`crate::case::prepare::prepare_case`] has them verbatim.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// Fields of both products, with the names and meanings of the specification's tables.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
pub struct CommonFields {
    pub case_type: Product,
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
    pub expedited_request: Option<ExpeditedRequest>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub add_on_services: Vec<AddOnService>,
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

/// A word of `expedited_request`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
#[serde(rename_all = "snake_case")]
pub enum ExpeditedRequest {
    ThreeHourRushRequest,
    OneDayRushRequest,
    ThreeDayRushRequest,
    FiveDayRushRequest,
    /// A word that the context adds to the list.
    #[serde(untagged)]
    Other(String),
}

/// A word of `add_on_services`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the names are the specification's")]
#[serde(rename_all = "snake_case")]
pub enum AddOnService {
    PolicyNumber,
    PolicyPeriod,
    PropertyDamageLimits,
    SkipTrace,
    UmUimLimits,
    UmbrellaPolicyLimits,
    /// A word that the context adds to the list.
    #[serde(untagged)]
    Other(String),
}
