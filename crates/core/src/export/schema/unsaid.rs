//! The differences between the schemas and [`crate::case::check::check_case`], with the reasons.

/// The side on which a verdict may differ.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Differs {
    /// The schema accepts cases that the check refuses.
    SchemaTakes,
    /// The schema refuses cases that the check accepts.
    SchemaRefuses,
    /// Both of these.
    Both,
    /// Never: the schema omits something that refuses no case.
    Never,
}

impl Differs {
    /// The name in the committed list.
    pub const fn name(self) -> &'static str {
        match self {
            Differs::SchemaTakes => "schema_takes",
            Differs::SchemaRefuses => "schema_refuses",
            Differs::Both => "both",
            Differs::Never => "never",
        }
    }
}

/// Something that schemas do not express.
#[derive(Debug)]
pub struct Unsaid {
    /// The id.
    pub id: &'static str,
    /// The behavior of the check.
    pub what: &'static str,
    /// The reason why the schema differs.
    pub why: &'static str,
    /// The side on which verdicts differ.
    pub differs: Differs,
    /// The decisions behind it.
    pub decisions: &'static [&'static str],
}

const fn unsaid(
    id: &'static str,
    differs: Differs,
    decisions: &'static [&'static str],
    what: &'static str,
    why: &'static str,
) -> Unsaid {
    Unsaid { id, what, why, differs, decisions }
}

/// Everything that schemas do not express. Tests see each of these differ, and nothing else.
pub static UNSAID: [Unsaid; 21] = [
    unsaid(
        "text",
        Differs::SchemaTakes,
        &["D10"],
        "The check reads text. It refuses invalid JSON and lone surrogates.",
        "A schema sees the parsed value, and some parsers accept such text.",
    ),
    unsaid(
        "size",
        Differs::SchemaTakes,
        &["D44"],
        "The check refuses text longer than the context's limit, 1 MiB unless set.",
        "A parsed value has no length in bytes.",
    ),
    unsaid(
        "depth",
        Differs::SchemaTakes,
        &["D44"],
        "The check refuses text nested deeper than the context's limit, 64 levels unless set.",
        "No keyword counts levels.",
    ),
    unsaid(
        "numbers",
        Differs::SchemaTakes,
        &["D2", "D61"],
        "The check refuses a number with a fraction in an integer field, however small the fraction is.",
        "Parsers round numbers to doubles before a schema sees them, and a double has about 16 digits.",
    ),
    unsaid(
        "repeated_keys",
        Differs::Never,
        &["D10"],
        "The last value of a repeated key counts, and the check warns of it.",
        "The parser has already dropped all but one of the values.",
    ),
    unsaid(
        "today",
        Differs::SchemaTakes,
        &["D12"],
        "The check refuses a Policy Existence date of loss outside the 365 days before today.",
        "A schema has no clock. A schema written for a day has its limits and is valid on that day only.",
    ),
    unsaid(
        "carriers",
        Differs::SchemaTakes,
        &["D19"],
        "The check refuses carriers that the context lists, in any spelling.",
        "The list belongs to the context and is never shipped, and no pattern expresses similarity.",
    ),
    unsaid(
        "further_words",
        Differs::SchemaRefuses,
        &["D5"],
        "The context may add words to closed lists.",
        "The schema is written from the specification's lists.",
    ),
    unsaid(
        "raised_warnings",
        Differs::SchemaTakes,
        &["D5"],
        "The context may turn any warning into an error.",
        "The schema is written for a context that has not.",
    ),
    unsaid(
        "credential",
        Differs::SchemaTakes,
        &["D21"],
        "The check requires the requester's name if the context's credential is the master token.",
        "A payload does not show which token sends it. A schema for the master token requires the name.",
    ),
    unsaid(
        "legacy",
        Differs::Both,
        &["D22"],
        "On the legacy surface, the path names the product, the case declares its files, and the endpoints have a last day.",
        "The schema is written for the create endpoint.",
    ),
    unsaid(
        "warnings",
        Differs::Never,
        &["D3", "D4", "D8"],
        "The check warns of what the specification leaves open: unlisted words, unknown fields, dates after today.",
        "A schema either accepts or refuses.",
    ),
    unsaid(
        "facts",
        Differs::Never,
        &["D13", "D15", "D19"],
        "The check reports facts that follow from a case: its reporter, its family, the fee.",
        "A schema returns only its verdict.",
    ),
    unsaid(
        "firm_rules",
        Differs::SchemaTakes,
        &[],
        "The check applies the rules of the context's firm.",
        "The schema is written for every firm. A schema written for a context has the firm's rules, except those below.",
    ),
    FIRM_WARNINGS,
    FIRM_COMPARISONS,
    FIRM_WEEKDAYS,
    FIRM_TODAY,
    FIRM_ADDRESSES,
    FIRM_FILES,
    FIRM_PATTERNS,
];

/// The reason for parts of the specification's rules that read the context. The list has a row for
/// each: `carriers`, `credential`, `legacy`, `warnings`.
pub(crate) const CONTEXT: Unsaid = unsaid("context", Differs::Both, &[], "", "");

pub(crate) const FIRM_WARNINGS: Unsaid = unsaid(
    "firm_warnings",
    Differs::Never,
    &["D5"],
    "A firm's rule of severity `warning` refuses no case.",
    "A schema either accepts or refuses.",
);

pub(crate) const FIRM_COMPARISONS: Unsaid = unsaid(
    "firm_comparisons",
    Differs::SchemaTakes,
    &[],
    "A firm's rule compares the values of two fields.",
    "No keyword compares two values.",
);

pub(crate) const FIRM_WEEKDAYS: Unsaid = unsaid(
    "firm_weekdays",
    Differs::SchemaTakes,
    &[],
    "A firm's rule tests the day of the week.",
    "No keyword knows the calendar, and a pattern would have to list every Saturday.",
);

pub(crate) const FIRM_TODAY: Unsaid = unsaid(
    "firm_today",
    Differs::SchemaTakes,
    &[],
    "A firm's rule compares a date with today.",
    "A schema has no clock. A schema written for a day has the rule and is valid on that day only.",
);

pub(crate) const FIRM_ADDRESSES: Unsaid = unsaid(
    "firm_addresses",
    Differs::SchemaTakes,
    &[],
    "A firm's rule tests the form of each email address, or requires more than 1,000 of them.",
    "The addresses are one text. A pattern can find one address or count all, but cannot test each.",
);

pub(crate) const FIRM_FILES: Unsaid = unsaid(
    "firm_files",
    Differs::SchemaTakes,
    &[],
    "A firm's rule requires files, possibly besides other requirements, which the check judges.",
    "A case does not contain its files.",
);

pub(crate) const FIRM_PATTERNS: Unsaid = unsaid(
    "firm_patterns",
    Differs::SchemaTakes,
    &[],
    "A firm's rule has a pattern with `?`, a pattern with `*` that does not end with `*`, or an expression with more than \
     characters, classes, groups, alternatives and repetitions.",
    "Validators interpret such patterns differently, mostly at line breaks.",
);
