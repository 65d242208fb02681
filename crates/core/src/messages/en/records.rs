//! Notes on records and results.

use crate::rulebook::codes::Code;

pub(crate) const RECORDS: &[(Code, &str)] = &[
    (Code::UnknownField, "This member is not documented here. It is kept as it came; ask the service what it means."),
    (
        Code::MemberMissing,
        "The service promises this member, and the record has none. Go on without it, and ask the service where it matters.",
    ),
    (
        Code::MembersAdded,
        "Documented members were missing here. They are null now, which says that no value was found.",
    ),
    (
        Code::TooManyRecords,
        "Results of at most {limit} records can be completed here. Normalize fewer at once, or raise the context's limit on bytes.",
    ),
    (Code::ListAdded, "This list was missing or null. It is an empty list now."),
    (Code::UnexpectedKind, "The service promises {wanted} here. What came is kept; do not rely on it."),
    (
        Code::UnexpectedWord,
        "This word is not in the service's list. It is kept; treat it as a word that you do not know.",
    ),
    (Code::UnexpectedForm, "The service promises {wanted} here. The text is kept as it came; do not rely on it."),
    (
        Code::UnexpectedMember,
        "This record is documented without this member. It is kept as it came; do not rely on it.",
    ),
    (
        Code::Contradiction,
        "This does not agree with another part of the record. Ask the service which of the two holds.",
    ),
    (Code::StatusMapped, "This is a status of the offers. Results call it {word}, which it is now."),
    (
        Code::BeyondEnvelope,
        "Only an entry that was bought shows more than what describes the offer. This member is more than that and was removed.",
    ),
    (Code::IncludedCleared, "An included entry is a free note without an offer or a price. This value is null now."),
    (Code::FindingsCapped, "There are more notes than the {limit} shown. Everything was read all the same."),
    (
        Code::RecordUnknown,
        "There is no record of this name. Give one of the names that this operation is documented with.",
    ),
];

/// The types of values, by the names in `params.expected`.
pub(crate) const RECORD_TYPES: &[(&str, &str)] = &[
    ("text", "text"),
    ("number", "a number"),
    ("whole_number", "a whole number"),
    ("true_or_false", "true or false"),
    ("null", "null"),
    ("uuid", "a UUID"),
    ("amount", "an amount in US dollars with two places, such as 75.00"),
    ("iso_date", "a date such as 2026-02-14, or a date with a time"),
    ("owner", "a name of at most 150 letters, digits, dots, hyphens, underscores, at signs and plus signs"),
    ("members", "a set of members in curly brackets"),
    ("list", "a list in square brackets"),
];
