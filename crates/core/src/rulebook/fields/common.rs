//! Fields of both products.

use crate::rulebook::fields::records::NestedRecord;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Words};
use crate::rulebook::lifetime::{Moment, WITHOUT_OLD_FIELDS};
use crate::rulebook::vocabulary::{
    ADD_ON_SERVICES, CASE_TYPE, EXPEDITED_POLICY_EXISTENCE, EXPEDITED_POLICY_LIMIT, FILES_TO_UPLOAD,
};

/// The rows, in the specification's order.
pub static COMMON: &[Field] = &[
    Field::new("case_type", Kind::Word(Words::Same(&CASE_TYPE)), "FLD-case_type-required")
        .required()
        .form("FLD-case_type-enum")
        .typed_by_form(),
    Field::new("cc_emails", Kind::Emails, "FLD-cc_emails-required").required().form("FLD-cc_emails-list"),
    Field::new("summary", Kind::Text, "FLD-summary-type"),
    Field::new("plaintiff_name", Kind::Text, "FLD-plaintiff_name-required").required(),
    Field::new("office_case_number", Kind::Text, "FLD-office_case_number-type"),
    Field::new("date_of_loss", Kind::Date, "FLD-date_of_loss-required")
        .required()
        .form("FLD-date_of_loss-format")
        .typed_by_form(),
    Field::new("is_incident_report_provided", Kind::Boolean, "FLD-is_incident_report_provided-required").required(),
    Field::new("is_user_agreeing_to_all_terms_and_conditions", Kind::Boolean, "FLD-is_user_agreeing-type"),
    Field::new("is_black_card", Kind::Boolean, "FLD-is_black_card-ignored")
        .status(FieldStatus::Ignored)
        .until(Moment::Version(WITHOUT_OLD_FIELDS)),
    Field::new("is_payment_via_financing", Kind::Boolean, "FLD-is_payment_via_financing-type"),
    Field::new("is_test", Kind::Boolean, "FLD-is_test-type"),
    Field::new(
        "expedited_request",
        Kind::Word(Words::ByProduct {
            policy_limit: &EXPEDITED_POLICY_LIMIT,
            policy_existence: &EXPEDITED_POLICY_EXISTENCE,
        }),
        "FLD-expedited_request-type",
    )
    .nullable(),
    Field::new("add_on_services", Kind::WordArray(Words::Same(&ADD_ON_SERVICES)), "FLD-add_on_services-type")
        .form("FLD-add_on_services-enum"),
    Field::new("defendant_business_name", Kind::Text, "FLD-defendant_business_name-type"),
    Field::new("defendant_information", Kind::Record(NestedRecord::Person), "FLD-defendant_information-type"),
    Field::new("vehicle_information", Kind::Record(NestedRecord::Vehicle), "FLD-vehicle_information-type"),
    Field::new("nature_of_the_injury", Kind::Text, "FLD-nature_of_the_injury-type"),
    Field::new("crash_report_additional_info", Kind::Text, "FLD-crash_report_additional_info-type"),
    Field::new("requester_name", Kind::Text, "FLD-requester_name-type"),
    Field::new("requester_phone", Kind::Text, "FLD-requester_phone-type"),
    Field::new("files_to_upload", Kind::WordArray(Words::Same(&FILES_TO_UPLOAD)), "FLD-files_to_upload-legacy-type")
        .form("ENUM-files_to_upload")
        .status(FieldStatus::LegacyOnly),
    Field::new("crash_address", Kind::Text, "FLD-crash_address-type"),
    Field::new("crash_city", Kind::Text, "FLD-crash_city-type"),
    Field::new("crash_zip", Kind::Text, "FLD-crash_zip-type"),
    Field::new("crash_state", Kind::State { upper_case: true }, "FLD-crash_state-code"),
];
