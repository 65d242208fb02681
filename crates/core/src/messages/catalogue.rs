//! What a language consists of.

#[cfg(test)]
pub(crate) mod tests;

use crate::rulebook::codes::Code;

/// Everything that messages and explanations of one language are made of, as tables. All languages have the same rows.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// The language's tag.
    pub(crate) tag: &'static str,
    /// The text of each code, [`MessageVariant::Plain`] first; what the braces stand for is told at [`crate::messages::fill::MessageContext`].
    pub(crate) messages: &'static [(Code, MessageVariant, &'static str)],
    pub(crate) grammar: Grammar,
    /// What fields of the payload are called.
    pub(crate) fields: &'static [Noun],
    /// What members of the nested records are called, which is put into the record's row of `grammar.owners`.
    pub(crate) members: &'static [Noun],
    /// Why each clause of a rule applies, by the rule's id.
    pub(crate) whys: &'static [Why],
}

/// What follows "because", for each clause of a rule.
pub(crate) type Why = (&'static str, &'static [&'static str]);

/// A name and what it is called in a sentence.
pub(crate) type Noun = (&'static str, &'static str);

/// What forms and explanations show in one language. Messages need none of it, so that a module without them does not carry it.
#[derive(Debug)]
pub(crate) struct Labels {
    /// Fields of the payload.
    pub(crate) fields: &'static [FieldWords],
    /// Members of the nested records.
    pub(crate) members: &'static [FieldWords],
    /// The words that fields may hold.
    pub(crate) words: &'static [(&'static str, &'static str)],
    /// The rules.
    pub(crate) rules: &'static [RuleWords],
}

/// Which of a code's texts, for codes that have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum MessageVariant {
    /// The only one, or the one that holds where no other does.
    Plain,
    /// A rule takes only `true` here.
    OnlyYes,
    /// The finding is about an element of a list.
    Element,
    /// `true` or `false` is wanted.
    Boolean,
    /// A whole number is wanted.
    Integer,
    /// A list of words is wanted.
    List,
    /// A list of one word is wanted.
    ListOfOne,
    /// A record is wanted.
    Record,
}

impl MessageVariant {
    /// The form for a kind of value that is wanted, as the parameter `expected` names it.
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

/// How the parts of a message are put together.
#[derive(Debug)]
pub(crate) struct Grammar {
    /// What to do about a field that lacks a value.
    pub(crate) enter: &'static str,
    /// The same for a field that holds words of a list.
    pub(crate) choose: &'static str,
    /// The same for a record.
    pub(crate) give: &'static str,
    /// The same for a question of yes or no.
    pub(crate) say: &'static str,
    /// The noun of a question of yes or no.
    pub(crate) answer: &'static str,
    /// Why a rule applies.
    pub(crate) because: &'static str,
    /// A known word like the one that is not known.
    pub(crate) mean: &'static str,
    /// Whose a record's members are, by record.
    pub(crate) owners: &'static [(&'static str, &'static str)],
    /// A day.
    pub(crate) day: &'static str,
    pub(crate) months: [&'static str; 12],
    /// What a version, a day or neither says about a row that will go, in one sentence.
    pub(crate) until_version: &'static str,
    pub(crate) until_day: &'static str,
    pub(crate) until_unnamed: &'static str,
    pub(crate) until_unannounced: &'static str,
    /// That one string is taken in the place of a list of one.
    pub(crate) string_form: &'static str,
    /// The version since when a row is there.
    pub(crate) since_version: &'static str,
    /// Two words that become one where they meet.
    pub(crate) contractions: &'static [(&'static str, &'static str)],
}

/// The words of a field.
#[derive(Debug, Clone, Copy)]
pub(crate) struct FieldWords {
    pub(crate) name: &'static str,
    /// What stands above the input.
    pub(crate) label: &'static str,
    /// What the field is called in a sentence, with its article; of a question of yes or no what follows "Say".
    pub(crate) noun: &'static str,
    /// What stands below the label, or nothing.
    pub(crate) hint: &'static str,
}

/// The words of a rule. Title and text may hold `{date}`, `{days}` and `{fee}`, which the tables of rules name.
#[derive(Debug, Clone, Copy)]
pub(crate) struct RuleWords {
    pub(crate) id: &'static str,
    pub(crate) title: &'static str,
    pub(crate) text: &'static str,
    /// What follows "because", for each clause; none where the message says it.
    pub(crate) why: &'static [&'static str],
}

/// A row of fields or members.
pub(crate) const fn field(
    name: &'static str,
    label: &'static str,
    noun: &'static str,
    hint: &'static str,
) -> FieldWords {
    FieldWords { name, label, noun, hint }
}

/// A row of rules.
pub(crate) const fn rule(
    id: &'static str,
    title: &'static str,
    text: &'static str,
    why: &'static [&'static str],
) -> RuleWords {
    RuleWords { id, title, text, why }
}

/// The nouns of a table of fields, taken out while compiling.
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

/// What follows "because" in a table of rules, taken out while compiling.
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
static NO_RULE: RuleWords = rule("", "", "", &[]);

impl Catalogue {
    /// The text of a code, before its braces are filled.
    pub(crate) fn text(&self, code: Code, form: MessageVariant) -> &'static str {
        let texts = || self.messages.iter().filter(|(known, ..)| *known == code);
        texts().find(|(_, known, _)| *known == form).or_else(|| texts().next()).map_or("", |(.., text)| text)
    }

    /// The noun of a field of the payload.
    pub(crate) fn field(&self, name: &str) -> &'static str {
        noun(self.fields, name)
    }

    /// The noun of a record's member.
    pub(crate) fn member(&self, name: &str) -> &'static str {
        noun(self.members, name)
    }

    /// Why a clause of a rule applies, where the message does not say it.
    pub(crate) fn why(&self, id: &str, clause: usize) -> Option<&'static str> {
        self.whys.iter().find(|(known, _)| *known == id)?.1.get(clause).copied()
    }

    /// How a record's members are told from those of another.
    pub(crate) fn owner(&self, record: &str) -> &'static str {
        self.grammar.owners.iter().find(|(known, _)| *known == record).map_or("{member}", |(_, text)| text)
    }
}

fn noun(table: &[Noun], name: &str) -> &'static str {
    table.iter().find(|(known, _)| *known == name).map_or("", |(_, noun)| noun)
}

impl Labels {
    /// The words of a field of the payload.
    pub(crate) fn field(&self, name: &str) -> &'static FieldWords {
        find(self.fields, name)
    }

    /// The words of a record's member.
    pub(crate) fn member(&self, name: &str) -> &'static FieldWords {
        find(self.members, name)
    }

    /// The words of a rule.
    pub(crate) fn rule(&self, id: &str) -> &'static RuleWords {
        self.rules.iter().find(|words| words.id == id).unwrap_or(&NO_RULE)
    }

    /// The label of a word that a field may hold.
    pub(crate) fn word(&self, word: &str) -> Option<&'static str> {
        self.words.iter().find(|(known, _)| *known == word).map(|(_, label)| *label)
    }
}

fn find(table: &'static [FieldWords], name: &str) -> &'static FieldWords {
    table.iter().find(|words| words.name == name).unwrap_or(&NO_FIELD)
}
