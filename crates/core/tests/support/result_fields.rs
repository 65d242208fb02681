//! The fields of results, as the specification lists them.

pub(crate) const SHARED: [&str; 9] = [
    "defendant",
    "date_of_loss",
    "insurance",
    "policy_number",
    "claim_number",
    "liability_limits",
    "other_commercial_policy",
    "notes",
    "add_on_services",
];
pub(crate) const POLICY_LIMIT: [&str; 16] = [
    "base_product",
    "information_found",
    "policyholder",
    "policy_number_secondary",
    "policy_start_date",
    "policy_canceled_date",
    "policy_limits_when_active",
    "compulsory_liability_limits",
    "optional_liability_limits",
    "pip_limits",
    "self_insured_retention",
    "underlying_insurance_co",
    "vehicle_type",
    "rental_car_co",
    "rideshare",
    "upsell_abbreviation",
];
pub(crate) const POLICY_EXISTENCE: [&str; 3] = ["result_type", "subject_of_search", "cancelled_policies"];
