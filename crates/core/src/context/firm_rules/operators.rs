//! The operators of firm rules: their names, and the fields that they apply to.

use crate::rulebook::fields::Kind;

/// A group of field types with the same operators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Family {
    Answer,
    /// One word of a list, or a state code.
    Word,
    /// Several words, or several entries.
    Words,
    Entries,
    Text,
    Day,
    Number,
    /// A record or an object, which can only be required or forbidden.
    Record,
}

use Family::{Answer, Day, Entries, Number, Record, Text, Word, Words};

/// An operator, named like its JSON member.
#[derive(Debug)]
pub(crate) struct Operator {
    pub(crate) name: &'static str,
    /// The groups of fields that it applies to.
    pub(crate) families: &'static [Family],
    /// `true` if `not` may enclose it in the condition of a field.
    pub(crate) has_opposite: bool,
    /// `true` if a requirement may use it.
    pub(crate) in_requirements: bool,
}

const fn row(name: &'static str, families: &'static [Family]) -> Operator {
    Operator { name, families, has_opposite: false, in_requirements: true }
}

const fn opposable(name: &'static str, families: &'static [Family]) -> Operator {
    Operator { has_opposite: true, ..row(name, families) }
}

/// Every operator on a field, in the order of messages.
pub(crate) static OPERATORS: [Operator; 24] = [
    Operator { in_requirements: false, ..row("set", &[Answer, Word, Words, Entries, Text, Day, Number, Record]) },
    row("is", &[Answer]),
    opposable("equals", &[Word, Words, Entries, Text]),
    opposable("one_of", &[Word, Words, Entries, Text]),
    opposable("starts_with", &[Word, Words, Entries, Text]),
    opposable("contains", &[Words, Entries]),
    opposable("like", &[Entries, Text]),
    opposable("matches", &[Entries, Text]),
    row("at_most_characters", &[Entries, Text]),
    row("at_least", &[Number, Text]),
    row("at_most", &[Number, Text]),
    row("between", &[Number, Text, Day]),
    row("count", &[Words, Entries]),
    row("not_before", &[Day]),
    row("not_after", &[Day]),
    row("within_days", &[Day]),
    row("not_after_today", &[Day]),
    opposable("weekday", &[Day]),
    opposable("equals_field", &[Word, Text, Day, Number]),
    row("at_least_field", &[Number, Text]),
    row("at_most_field", &[Number, Text]),
    row("not_before_field", &[Day]),
    row("not_after_field", &[Day]),
    row("days_after", &[Day]),
];

impl Family {
    pub(crate) fn of(kind: Kind) -> Family {
        match kind {
            Kind::Boolean => Answer,
            Kind::State { .. } | Kind::Word(_) => Word,
            Kind::WordArray(_) | Kind::OneWord(_) => Words,
            Kind::Emails => Entries,
            Kind::Text => Text,
            Kind::Date => Day,
            Kind::Integer => Number,
            Kind::Record(_) | Kind::Object => Record,
        }
    }

    /// Returns the operators of the group; with `required`, only those for requirements.
    pub(crate) fn operators(self, required: bool) -> impl Iterator<Item = &'static Operator> {
        let fits = move |row: &&Operator| row.families.contains(&self) && (row.in_requirements || !required);
        OPERATORS.iter().filter(fits)
    }
}
