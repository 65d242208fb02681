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
        "The check reads text and refuses what is no JSON, or holds half of a surrogate pair.",
        "A schema is given the value that a parser made of the text, and parsers let some of it through.",
    ),
    unsaid(
        "size",
        Differs::SchemaTakes,
        &["D44"],
        "The check refuses text longer than the context's limit, 1 MiB unless set.",
        "A value has no length in bytes.",
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
        Differs::Both,
        &["D2"],
        "The check tells whole numbers by their digits, however many there are.",
        "Parsers round numbers to doubles before a schema sees them, and some turn large ones away.",
    ),
    unsaid(
        "repeated_keys",
        Differs::Never,
        &["D10"],
        "Of a key that comes twice the last value counts, and the check notes it.",
        "The parser has dropped one of them; which one is its own matter.",
    ),
    unsaid(
        "today",
        Differs::SchemaTakes,
        &["D12"],
        "The check refuses a Policy Existence date of loss outside the 365 days before today.",
        "A schema has no clock. One that is written for a day lists the days, and holds for that day alone.",
    ),
    unsaid(
        "carriers",
        Differs::SchemaTakes,
        &["D19"],
        "The check refuses carriers that the context lists, in any spelling.",
        "The list is the context's and is never shipped, and likeness is no pattern.",
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
        "The check asks for the requester's name where the context's credential is the master token.",
        "A payload does not show which token sends it. A schema for the master token requires the name.",
    ),
    unsaid(
        "legacy",
        Differs::Both,
        &["D22"],
        "For a context of the legacy surface, the path names the product, the case announces its files, and the surface has a last day.",
        "The schema is written for the create endpoint.",
    ),
    unsaid(
        "warnings",
        Differs::Never,
        &["D3", "D4", "D8"],
        "The check notes what the specification leaves open: unlisted words, unknown fields, dates after today.",
        "A schema accepts or refuses; it has no third answer.",
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
        "The schema is written for every firm. One that is written for a context has the firm's rules, except those below.",
    ),
    FIRM_WARNINGS,
    FIRM_COMPARISONS,
    FIRM_WEEKDAYS,
    FIRM_TODAY,
    FIRM_ADDRESSES,
    FIRM_FILES,
    FIRM_PATTERNS,
];

pub(crate) const FIRM_WARNINGS: Unsaid = unsaid(
    "firm_warnings",
    Differs::Never,
    &["D5"],
    "A firm's rule of severity `warning` advises.",
    "A schema accepts or refuses; it has no third answer.",
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
    "No keyword knows the calendar, and a pattern of all Saturdays would have to list them.",
);

pub(crate) const FIRM_TODAY: Unsaid = unsaid(
    "firm_today",
    Differs::SchemaTakes,
    &[],
    "A firm's rule holds a day against today.",
    "A schema has no clock. One that is written for a day says the rule, and holds for that day alone.",
);

pub(crate) const FIRM_ADDRESSES: Unsaid = unsaid(
    "firm_addresses",
    Differs::SchemaTakes,
    &[],
    "A firm's rule tests the form of each email address, or more than 1,000 of them.",
    "The addresses are one text. A pattern finds one of them and counts them, and says nothing of each.",
);

pub(crate) const FIRM_FILES: Unsaid = unsaid(
    "firm_files",
    Differs::SchemaTakes,
    &[],
    "A firm's rule requires files, and may require more. The check judges the other requirements.",
    "A case does not contain its files.",
);

pub(crate) const FIRM_PATTERNS: Unsaid = unsaid(
    "firm_patterns",
    Differs::SchemaTakes,
    &[],
    "A firm's rule has a pattern with `?`, a pattern with `*` that does not end with `*`, or an expression with more than \
     characters, classes, groups, alternatives and repetitions.",
    "Validators read such patterns differently, above all at line breaks.",
);
