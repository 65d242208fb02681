//! The nested records and their members.

use crate::rulebook::fields::{Field, FieldStatus, Kind};

/// A nested record of the specification.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NestedRecord {
    /// A person.
    Person,
    /// A vehicle.
    Vehicle,
    /// The address of an insured property.
    Address,
}

impl NestedRecord {
    /// All nested records.
    pub const ALL: [NestedRecord; 3] = [NestedRecord::Person, NestedRecord::Vehicle, NestedRecord::Address];

    /// Returns the name in the specification.
    pub const fn name(self) -> &'static str {
        match self {
            NestedRecord::Person => "PersonalInformation",
            NestedRecord::Vehicle => "VehicleInformation",
            NestedRecord::Address => "AddressInformation",
        }
    }

    /// Returns the rows of the members.
    #[expect(clippy::indexing_slicing, reason = "the ids are the indices of the table")]
    pub const fn fields(self) -> &'static [Field] {
        // A table is smaller than a `match` at every call.
        const TABLES: [&[Field]; NestedRecord::ALL.len()] = [PERSON, VEHICLE, ADDRESS];
        TABLES[self as usize]
    }
}

const STATE: Kind = Kind::State { upper_case: false };

/// PersonalInformation, in the specification's order.
pub static PERSON: &[Field] = &[
    Field::new("id", Kind::Integer, "PI-id-read").status(FieldStatus::ReadOnly),
    Field::new("first_name", Kind::Text, "PI-first_name-required").required(),
    Field::new("last_name", Kind::Text, "PI-last_name-required").required(),
    Field::new("address", Kind::Text, "PI-address-required").required(),
    Field::new("date_of_birth", Kind::Date, "PI-date_of_birth-format"),
    Field::new("middle_name", Kind::Text, "PI-middle_name-type"),
    Field::new("phone_number", Kind::Text, "PI-phone_number-type"),
    Field::new("phone_extension", Kind::Text, "PI-phone_extension-type"),
    Field::new("license_number", Kind::Text, "PI-license_number-type"),
    Field::new("apt_or_suite_number", Kind::Text, "PI-apt_or_suite_number-type"),
    Field::new("city", Kind::Text, "PI-city-type"),
    Field::new("postal_or_zip_code", Kind::Text, "PI-postal_or_zip_code-type"),
    Field::new("license_state", STATE, "PI-license_state-code"),
    Field::new("state_or_province", STATE, "PI-state_or_province-code"),
];

/// VehicleInformation, in the specification's order.
pub static VEHICLE: &[Field] = &[
    Field::new("id", Kind::Integer, "VI-id-read").status(FieldStatus::ReadOnly),
    Field::new("description", Kind::Text, "VI-description-type"),
    Field::new("vehicle_year", Kind::Integer, "VI-vehicle_year-type"),
    Field::new("vehicle_make", Kind::Text, "VI-vehicle_make-type"),
    Field::new("vehicle_model", Kind::Text, "VI-vehicle_model-type"),
    Field::new("vin", Kind::Text, "VI-vin-type"),
    Field::new("license_plate", Kind::Text, "VI-license_plate-type"),
];

/// AddressInformation, in the specification's order.
pub static ADDRESS: &[Field] = &[
    Field::new("id", Kind::Integer, "AI-id-read").status(FieldStatus::ReadOnly),
    Field::new("address", Kind::Text, "AI-address-required").required(),
    Field::new("city", Kind::Text, "AI-city-required").required(),
    Field::new("state_or_province", STATE, "AI-state_or_province-required")
        .required()
        .form("AI-state_or_province-code")
        .typed_by_form(),
    Field::new("postal_or_zip_code", Kind::Text, "AI-postal_or_zip_code-required").required(),
    Field::new("apt_or_suite_number", Kind::Text, "AI-apt_or_suite_number-type"),
];
