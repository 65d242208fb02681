//! Notes on records and results.

use crate::rulebook::codes::Code;

pub(crate) const RECORDS: &[(Code, &str)] = &[
    (Code::UnknownField, "This property is not documented. It is kept unchanged; ask the service what it means."),
    (
        Code::MemberMissing,
        "The record lacks this documented property. Continue without it, and ask the service if you need it.",
    ),
    (Code::MembersAdded, "Documented properties were missing. They are now null, meaning that no value was found."),
    (
        Code::TooManyRecords,
        "Results can have at most {limit} records here. Normalize fewer at once, or raise the context's limit on bytes.",
    ),
    (Code::ListAdded, "This array was missing or null. It is empty now."),
    (Code::UnexpectedKind, "Documented type: {wanted}. The value is kept unchanged; do not rely on it."),
    (Code::UnexpectedWord, "This word is not in the service's list. It is kept unchanged; treat it as unknown."),
    (Code::UnexpectedForm, "Documented format: {wanted}. The string is kept unchanged; do not rely on it."),
    (
        Code::UnexpectedMember,
        "This property is not documented for this record. It is kept unchanged; do not rely on it.",
    ),
    (Code::Contradiction, "This contradicts another part of the record. Ask the service which is right."),
    (Code::StatusMapped, "This offer status was changed to `{word}`, its name in results."),
    (
        Code::BeyondEnvelope,
        "An offered policy shows only the description of the offer until it is accepted. This property was removed.",
    ),
    (Code::IncludedCleared, "An `included` entry has no offer or price, so this value is null now."),
    (Code::FindingsCapped, "Not every note is shown (limit: {limit}). Everything was read."),
    (Code::RecordUnknown, "There is no record with this name. Use one of the names documented for this operation."),
];

/// The types of values, by the names in `params.expected`.
pub(crate) const RECORD_TYPES: &[(&str, &str)] = &[
    ("text", "a string"),
    ("number", "a number"),
    ("whole_number", "an integer"),
    ("true_or_false", "a boolean"),
    ("null", "null"),
    ("uuid", "a UUID"),
    ("amount", "an amount in US dollars with two decimals, such as 75.00"),
    ("iso_date", "a date such as 2026-02-14, or a date with a time"),
    ("owner", "a name of at most 150 letters, digits, dots, hyphens, underscores, at signs and plus signs"),
    ("members", "an object"),
    ("list", "an array"),
];
