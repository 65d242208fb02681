//! Fields of Policy Existence alone.

use crate::rulebook::fields::records::NestedRecord;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Replacement, Words};
use crate::rulebook::lifetime::{Moment, WITHOUT_OLD_FIELDS};
use crate::rulebook::vocabulary::{BASE_PRODUCT_POLICY_EXISTENCE, SEARCH_REASON};

/// The rows, in the specification's order.
pub static POLICY_EXISTENCE: &[Field] = &[
    Field::new(
        "base_product",
        Kind::OneWord(Words::Same(&BASE_PRODUCT_POLICY_EXISTENCE)),
        "FLD-pe-base_product-required",
    )
    .required()
    .form("FLD-pe-base_product-forms")
    .typed_by_form()
    .string_until(Moment::Unannounced),
    Field::new("defendant_name", Kind::Text, "FLD-defendant_name-unused")
        .replaced(
            FieldStatus::Deprecated,
            &Replacement { field: "defendant_information", members: &["first_name", "last_name"] },
        )
        .until(Moment::Version(WITHOUT_OLD_FIELDS)),
    Field::new("is_defendant_transportation_company", Kind::Boolean, "FLD-is_transportation-type"),
    Field::new("usdot_number", Kind::Text, "FLD-usdot_number-type"),
    Field::new(
        "insured_property_information",
        Kind::Record(NestedRecord::Address),
        "FLD-insured_property_information-type",
    ),
    Field::new("is_defendant_property_owner_and_occupant", Kind::Boolean, "FLD-is_owner_occupant-type"),
    Field::new("should_exclude_other_insurance_from_search", Kind::Boolean, "FLD-should_exclude-required").required(),
    Field::new("excluded_insurance_policy_information", Kind::Text, "FLD-excluded_info-type"),
    Field::new("other_properties_owned", Kind::Text, "FLD-other_properties_owned-type"),
    Field::new("vehicles_owned", Kind::Text, "FLD-vehicles_owned-type"),
    Field::new("search_reason", Kind::WordArray(Words::Same(&SEARCH_REASON)), "FLD-search_reason-required")
        .required()
        .form("ENUM-search_reason"),
    Field::new("other_search_reason", Kind::Text, "FLD-other_search_reason-type"),
];
