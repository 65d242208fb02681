//! Fields of Policy Limit alone.

use crate::rulebook::fields::records::NestedRecord;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Replacement, Words};
use crate::rulebook::lifetime::Moment;
use crate::rulebook::vocabulary::BASE_PRODUCT_POLICY_LIMIT;

/// The rows, in the specification's order.
pub static POLICY_LIMIT: &[Field] = &[
    Field::new(
        "base_product",
        Kind::WordArray(Words::Same(&BASE_PRODUCT_POLICY_LIMIT)),
        "FLD-pl-base_product-required",
    )
    .required()
    .form("ENUM-pl-base_product"),
    Field::new("insurance_company", Kind::Text, "FLD-insurance_company-required").required(),
    Field::new("insurance_company_name", Kind::Text, "FLD-insurance_company_name-alias")
        .replaced(FieldStatus::Alias, &Replacement { field: "insurance_company", members: &[] })
        .until(Moment::Unnamed),
    Field::new("policy_number", Kind::Text, "FLD-policy_number-type"),
    Field::new("claim_number", Kind::Text, "FLD-claim_number-type"),
    Field::new("adjuster_name", Kind::Text, "FLD-adjuster_name-type"),
    Field::new("adjuster_phone_number", Kind::Text, "FLD-adjuster_phone_number-type"),
    Field::new("adjuster_phone_extension", Kind::Text, "FLD-adjuster_phone_extension-type"),
    Field::new("are_policyholder_and_defendant_the_same", Kind::Boolean, "FLD-are_same-type"),
    Field::new("policyholder_name", Kind::Text, "FLD-policyholder_name-type"),
    Field::new("policyholder_relationship", Kind::Text, "FLD-policyholder_relationship-type"),
    Field::new(
        "commercial_driver_information",
        Kind::Record(NestedRecord::Person),
        "FLD-commercial_driver_information-type",
    ),
    Field::new("ml_prediction_ids", Kind::Object, "FLD-ml_prediction_ids-type"),
];
