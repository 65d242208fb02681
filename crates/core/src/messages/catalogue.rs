//! The tables of a language.

#[cfg(test)]
pub(crate) mod tests;

/// The tables behind the messages of one language. All languages have the same rows.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// The language tag.
    pub(crate) tag: &'static str,
    pub(crate) grammar: Grammar,
    /// The nouns of payload fields.
    pub(crate) fields: &'static [Noun],
    /// The nouns of record members, which are inserted into the record's row of `grammar.owners`.
    pub(crate) members: &'static [Noun],
    /// The reason why each clause of a rule applies, by the rule's id. A rule may have none.
    pub(crate) whys: &'static [Why],
}

/// The phrase after "because", for each clause of a rule.
pub(crate) type Why = (&'static str, &'static [&'static str]);

/// A name and its noun in sentences.
pub(crate) type Noun = (&'static str, &'static str);

/// The texts of forms in one language. Messages need none of them, so a module without
/// explanations does not contain them.
#[derive(Debug)]
pub struct Labels {
    /// Fields of the payload.
    pub fields: &'static [FieldWords],
    /// Members of the nested records.
    pub members: &'static [FieldWords],
    /// The labels of words in fields.
    pub words: &'static [(&'static str, &'static str)],
}

/// The variant of a code's text, for codes that have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MessageVariant {
    /// The default variant.
    Plain,
    /// A rule accepts only `true` here.
    OnlyYes,
    /// The finding is about an element of a list.
    Element,
    /// `true` or `false` is expected.
    Boolean,
    /// A whole number is expected.
    Integer,
    /// A list of words is expected.
    List,
    /// A list of one word is expected.
    ListOfOne,
    /// A record is expected.
    Record,
}

impl MessageVariant {
    /// Returns the variant for an expected type, as in the parameter `expected`.
    pub(crate) fn of_expected(expected: &str) -> MessageVariant {
        match expected {
            "boolean" => MessageVariant::Boolean,
            "integer" => MessageVariant::Integer,
            "array_of_strings" => MessageVariant::List,
            "string_or_array" => MessageVariant::ListOfOne,
            "object" => MessageVariant::Record,
            _ => MessageVariant::Plain,
        }
    }
}

/// The sentence patterns of a language.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// The instruction for a field without a value.
    pub(crate) enter: &'static str,
    /// The instruction for a field with a word list.
    pub(crate) choose: &'static str,
    /// The instruction for a record.
    pub(crate) give: &'static str,
    /// The instruction for a yes-or-no question.
    pub(crate) say: &'static str,
    /// The noun of a yes-or-no question.
    pub(crate) answer: &'static str,
    /// The reason why a rule applies.
    pub(crate) because: &'static str,
    /// The sentence about a letter that nobody sees.
    pub(crate) invisible: &'static str,
    /// The word between alternatives.
    pub(crate) or: &'static str,
    /// The word between the last two of several nouns.
    pub(crate) and: &'static str,
    /// The owner of a record's members, by record.
    pub(crate) owners: &'static [(&'static str, &'static str)],
    /// The format of a day.
    pub(crate) day: &'static str,
    pub(crate) months: [&'static str; 12],
    /// Pairs of words that contract into one.
    pub(crate) contractions: &'static [(&'static str, &'static str)],
}

/// The texts of a field.
#[derive(Debug, Clone, Copy)]
pub struct FieldWords {
    /// The key in the payload, or in its record.
    pub name: &'static str,
    /// The text above the input.
    pub label: &'static str,
    /// The noun of the field in a sentence, with its article; for a yes-or-no question, the phrase
    /// after "Say".
    pub noun: &'static str,
    /// The text below the label, or an empty text.
    pub hint: &'static str,
}

/// The texts of a rule, for developers. Title and text may contain `{date}`, `{days}` and `{fee}`, whose values
/// come from the tables of rules.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleWords {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// The phrase after "because" for each clause; an empty list if the message has the reason.
    pub(crate) why: &'static [&'static str],
}

/// Creates a row of fields or members.
pub(crate) const fn field(
    name: &'static str,
    label: &'static str,
    noun: &'static str,
    hint: &'static str,
) -> FieldWords {
    FieldWords { name, label, noun, hint }
}

/// Creates a row of rules.
pub(crate) const fn rule(
    id: &'static str,
    title: &'static str,
    text: &'static str,
    why: &'static [&'static str],
) -> RuleWords {
    RuleWords { id, title, text, why }
}

/// Extracts the nouns from a table of fields at compile time.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
pub(crate) const fn nouns<const ROWS: usize>(fields: &[FieldWords]) -> [Noun; ROWS] {
    let mut nouns = [("", ""); ROWS];
    let mut at = 0;
    while at < ROWS {
        nouns[at] = (fields[at].name, fields[at].noun);
        at += 1;
    }
    nouns
}

/// Extracts the phrases after "because" from a table of rules at compile time.
#[expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]
pub(crate) const fn whys<const ROWS: usize>(rules: &[RuleWords]) -> [Why; ROWS] {
    let mut whys: [Why; ROWS] = [("", &[]); ROWS];
    let mut at = 0;
    while at < ROWS {
        whys[at] = (rules[at].id, rules[at].why);
        at += 1;
    }
    whys
}

static NO_FIELD: FieldWords = field("", "", "", "");

impl Catalogue {
    /// Returns the noun of a payload field.
    pub(crate) fn field(&self, name: &str) -> &'static str {
        noun(self.fields, name)
    }

    /// Returns the noun of a record member.
    pub(crate) fn member(&self, name: &str) -> &'static str {
        noun(self.members, name)
    }

    /// Returns the reason why a clause of a rule applies, unless the message has it.
    pub(crate) fn why(&self, id: &str, clause: usize) -> Option<&'static str> {
        self.whys.iter().find(|(known, _)| *known == id)?.1.get(clause).copied()
    }

    /// Returns the owner of a record's members.
    pub(crate) fn owner(&self, record: &str) -> &'static str {
        self.grammar.owners.iter().find(|(known, _)| *known == record).map_or("{member}", |(_, text)| text)
    }
}

fn noun(table: &[Noun], name: &str) -> &'static str {
    table.iter().find(|(known, _)| *known == name).map_or("", |(_, noun)| noun)
}

impl Labels {
    /// Returns the texts of a payload field.
    pub fn field(&self, name: &str) -> &'static FieldWords {
        find(self.fields, name)
    }

    /// Returns the texts of a record member.
    pub fn member(&self, name: &str) -> &'static FieldWords {
        find(self.members, name)
    }

    /// Returns the label of a word in a field.
    pub(crate) fn word(&self, word: &str) -> Option<&'static str> {
        self.words.iter().find(|(known, _)| *known == word).map(|(_, label)| *label)
    }
}

fn find(table: &'static [FieldWords], name: &str) -> &'static FieldWords {
    table.iter().find(|words| words.name == name).unwrap_or(&NO_FIELD)
}
