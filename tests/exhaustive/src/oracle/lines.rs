//! The specification's tables of fields, line by line, and the lists of words that its cells name.

use Remark::{Deprecated, Ignored, Optional, Read, Required};
use Type::{
    Boolean, ClosedWords, Date, Emails, ExpeditedRequest, Integer, Object, OneOpenWord, OpenWords, Record,
    SelectsTheProduct, Text,
};

/// The column "Type".
#[derive(Debug, Clone, Copy)]
pub enum Type {
    Text,
    Emails,
    Date,
    Boolean,
    Integer,
    /// A state code; "uppercase" is said of `crash_state` alone.
    State {
        upper_case: bool,
    },
    SelectsTheProduct,
    ExpeditedRequest,
    /// An array of words of a list that is closed.
    ClosedWords(&'static [&'static str]),
    /// An array of words of a list of which more are "not shown".
    OpenWords(&'static [&'static str]),
    /// "string, or single-element array (recommended)"
    OneOpenWord(&'static [&'static str]),
    Record(&'static [Line]),
    Object,
}

/// The columns "Field" and "Type", and what the columns "Required" and "Rule" mean when the field
/// is alone.
#[derive(Debug)]
pub struct Line(pub &'static str, pub Type, pub Remark);

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Remark {
    Optional,
    Required,
    /// "The value is ignored" or "pops it before validation and ignores it".
    Ignored,
    /// "Deprecated, accepted but unused."
    Deprecated,
    /// "yes (read)"
    Read,
}

/// "string, `pe` or `pl`"
pub const CASE_TYPES: &[&str] = &["pe", "pl"];

/// "`pl`: …" of `expedited_request`.
pub const EXPEDITED_PL: &[&str] =
    &["three_hour_rush_request", "one_day_rush_request", "three_day_rush_request", "five_day_rush_request"];

/// "`pe`: …" of `expedited_request`.
pub const EXPEDITED_PE: &[&str] = &["one_day_rush_request", "three_day_rush_request", "five_day_rush_request"];

/// D15, and rules 1 and 2.
pub const COMMERCIAL_PREFIXES: &[&str] = &["commercial", "international_commercial"];

/// D15.
pub const PERSONAL_PREFIXES: &[&str] = &["personal"];

/// "two-letter US state code"
const STATE: Type = Type::State { upper_case: false };

/// "Fields common to both products"
pub const COMMON: &[Line] = &[
    Line("case_type", SelectsTheProduct, Required),
    Line("cc_emails", Emails, Required),
    Line("summary", Text, Optional),
    Line("plaintiff_name", Text, Required),
    Line("office_case_number", Text, Optional),
    Line("date_of_loss", Date, Required),
    Line("is_incident_report_provided", Boolean, Required),
    Line("is_user_agreeing_to_all_terms_and_conditions", Boolean, Optional),
    Line("is_black_card", Boolean, Ignored),
    Line("is_payment_via_financing", Boolean, Optional),
    Line("is_test", Boolean, Optional),
    Line("expedited_request", ExpeditedRequest, Optional),
    Line(
        "add_on_services",
        ClosedWords(&[
            "policy_number",
            "policy_period",
            "property_damage_limits",
            "skip_trace",
            "um_uim_limits",
            "umbrella_policy_limits",
        ]),
        Optional,
    ),
    Line("defendant_business_name", Text, Optional),
    Line("defendant_information", Record(PERSON), Optional),
    Line("vehicle_information", Record(VEHICLE), Optional),
    Line("nature_of_the_injury", Text, Optional),
    Line("crash_report_additional_info", Text, Optional),
    Line("requester_name", Text, Optional),
    Line("requester_phone", Text, Optional),
    Line(
        "files_to_upload",
        OpenWords(&["incident_report", "insurance_letter", "driver_license_or_other_id", "other1", "other2", "other3"]),
        Ignored,
    ),
    Line("crash_address", Text, Optional),
    Line("crash_city", Text, Optional),
    Line("crash_zip", Text, Optional),
    Line("crash_state", Type::State { upper_case: true }, Optional),
];

/// "Policy Limit (`pl`) additional fields"
pub const POLICY_LIMIT: &[Line] = &[
    Line(
        "base_product",
        OpenWords(&[
            "commercial_auto_policy_limits",
            "commercial_general_liability_policy_limits",
            "international_commercial_policy_limits",
            "commercial_other_policy_limits",
            "personal_auto_policy_limits",
            "personal_homeowner_or_renters_policy_limits",
        ]),
        Required,
    ),
    Line("insurance_company", Text, Required),
    Line("insurance_company_name", Text, Optional),
    Line("policy_number", Text, Optional),
    Line("claim_number", Text, Optional),
    Line("adjuster_name", Text, Optional),
    Line("adjuster_phone_number", Text, Optional),
    Line("adjuster_phone_extension", Text, Optional),
    Line("are_policyholder_and_defendant_the_same", Boolean, Optional),
    Line("policyholder_name", Text, Optional),
    Line("policyholder_relationship", Text, Optional),
    Line("commercial_driver_information", Record(PERSON), Optional),
    Line("ml_prediction_ids", Object, Optional),
];

/// "Policy Existence (`pe`) additional fields"
pub const POLICY_EXISTENCE: &[Line] = &[
    Line(
        "base_product",
        OneOpenWord(&[
            "commercial_auto_policy_existence",
            "personal_auto_policy_existence",
            "personal_homeowners_policy_existence",
        ]),
        Required,
    ),
    Line("defendant_name", Text, Deprecated),
    Line("is_defendant_transportation_company", Boolean, Optional),
    Line("usdot_number", Text, Optional),
    Line("insured_property_information", Record(ADDRESS), Optional),
    Line("is_defendant_property_owner_and_occupant", Boolean, Optional),
    Line("should_exclude_other_insurance_from_search", Boolean, Required),
    Line("excluded_insurance_policy_information", Text, Optional),
    Line("other_properties_owned", Text, Optional),
    Line("vehicles_owned", Text, Optional),
    Line(
        "search_reason",
        OpenWords(&[
            "no_insurance_on_report",
            "defendant_provided_no_insurance",
            "defendant_insurance_unknown",
            "insurance_cancelled_pre_dol",
            "insurance_denied_coverage",
            "insurance_doesnt_cover_incident",
            "incorrect_insurance_info_on_report",
            "additional_at_fault_party",
            "minor_at_fault",
            "other_reason",
        ]),
        Required,
    ),
    Line("other_search_reason", Text, Optional),
];

/// "PersonalInformation"
pub const PERSON: &[Line] = &[
    Line("id", Integer, Read),
    Line("first_name", Text, Required),
    Line("last_name", Text, Required),
    Line("address", Text, Required),
    Line("date_of_birth", Date, Optional),
    Line("middle_name", Text, Optional),
    Line("phone_number", Text, Optional),
    Line("phone_extension", Text, Optional),
    Line("license_number", Text, Optional),
    Line("apt_or_suite_number", Text, Optional),
    Line("city", Text, Optional),
    Line("postal_or_zip_code", Text, Optional),
    Line("license_state", STATE, Optional),
    Line("state_or_province", STATE, Optional),
];

/// "VehicleInformation"
pub const VEHICLE: &[Line] = &[
    Line("id", Integer, Read),
    Line("description", Text, Optional),
    Line("vehicle_year", Integer, Optional),
    Line("vehicle_make", Text, Optional),
    Line("vehicle_model", Text, Optional),
    Line("vin", Text, Optional),
    Line("license_plate", Text, Optional),
];

/// "AddressInformation"
pub const ADDRESS: &[Line] = &[
    Line("id", Integer, Read),
    Line("address", Text, Required),
    Line("city", Text, Required),
    Line("state_or_province", STATE, Required),
    Line("postal_or_zip_code", Text, Required),
    Line("apt_or_suite_number", Text, Optional),
];
