//! What a language consists of.

use crate::issue::Code;

/// Everything that one language says about a case, as tables. All languages have the same rows.
#[derive(Debug)]
pub(crate) struct Catalogue {
    /// The language's tag.
    pub(crate) tag: &'static str,
    /// The text of each code, [`Form::Plain`] first; what the braces stand for is told at [`super::Told`].
    pub(crate) messages: &'static [(Code, Form, &'static str)],
    pub(crate) grammar: Grammar,
    /// Fields of the payload.
    pub(crate) fields: &'static [FieldWords],
    /// Members of the nested records; the noun is put into the record's row of `grammar.owners`.
    pub(crate) members: &'static [FieldWords],
    /// The rules.
    pub(crate) rules: &'static [RuleWords],
    /// Labels of the words that fields may hold.
    pub(crate) words: &'static [(&'static str, &'static str)],
}

/// Which of a code's texts, for codes that have several.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Form {
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

impl Form {
    /// The form for a kind of value that is wanted, as the parameter `expected` names it.
    pub(crate) fn of_expected(expected: &str) -> Form {
        match expected {
            "boolean" => Form::Boolean,
            "integer" => Form::Integer,
            "array_of_strings" => Form::List,
            "string_or_array" => Form::ListOfOne,
            "object" => Form::Record,
            _ => Form::Plain,
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
pub(super) const fn field(
    name: &'static str,
    label: &'static str,
    noun: &'static str,
    hint: &'static str,
) -> FieldWords {
    FieldWords { name, label, noun, hint }
}

/// A row of rules.
pub(super) const fn rule(
    id: &'static str,
    title: &'static str,
    text: &'static str,
    why: &'static [&'static str],
) -> RuleWords {
    RuleWords { id, title, text, why }
}

static NO_FIELD: FieldWords = field("", "", "", "");
static NO_RULE: RuleWords = rule("", "", "", &[]);

impl Catalogue {
    /// The text of a code, before its braces are filled.
    pub(crate) fn text(&self, code: Code, form: Form) -> &'static str {
        let texts = || self.messages.iter().filter(|(known, ..)| *known == code);
        texts().find(|(_, known, _)| *known == form).or_else(|| texts().next()).map_or("", |(.., text)| text)
    }

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

    /// How a record's members are told from those of another.
    pub(super) fn owner(&self, record: &str) -> &'static str {
        self.grammar.owners.iter().find(|(known, _)| *known == record).map_or("{member}", |(_, text)| text)
    }
}

fn find(table: &'static [FieldWords], name: &str) -> &'static FieldWords {
    table.iter().find(|words| words.name == name).unwrap_or(&NO_FIELD)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::messages::Language;
    use std::collections::BTreeSet;
    use std::fmt::Debug;

    fn keys<K: Ord + Debug + Copy, T>(rows: &[T], key: impl Fn(&T) -> K) -> BTreeSet<K> {
        let keys: BTreeSet<K> = rows.iter().map(&key).collect();
        assert_eq!(keys.len(), rows.len(), "a key twice in {keys:?}");
        keys
    }

    /// The names in the braces of a text.
    fn braces(text: &str) -> BTreeSet<&str> {
        text.split('{').skip(1).filter_map(|part| part.split_once('}')).map(|(name, _)| name).collect()
    }

    #[test]
    fn all_languages_have_the_same_rows() {
        let english = Language::English.catalogue();
        for language in Language::ALL {
            let other = language.catalogue();
            assert_eq!(
                keys(english.messages, |(code, form, _)| (*code, *form)),
                keys(other.messages, |(code, form, _)| (*code, *form)),
                "{language:?}"
            );
            assert_eq!(keys(english.fields, |row| row.name), keys(other.fields, |row| row.name), "{language:?}");
            assert_eq!(keys(english.members, |row| row.name), keys(other.members, |row| row.name), "{language:?}");
            assert_eq!(keys(english.rules, |row| row.id), keys(other.rules, |row| row.id), "{language:?}");
            assert_eq!(keys(english.words, |row| row.0), keys(other.words, |row| row.0), "{language:?}");
            let owners = |of: &Catalogue| keys(of.grammar.owners, |row| row.0);
            assert_eq!(owners(english), owners(other), "{language:?}");
        }
    }

    #[test]
    fn rows_have_words_where_english_has() {
        for language in Language::ALL {
            let other = language.catalogue();
            for row in Language::English.catalogue().fields {
                let words = other.field(row.name);
                assert!(!words.label.is_empty() && !words.noun.is_empty(), "{language:?} {}", row.name);
                assert_eq!(row.hint.is_empty(), words.hint.is_empty(), "{language:?} {}", row.name);
                assert_eq!(row.label.ends_with('?'), words.label.ends_with('?'), "{language:?} {}", row.name);
            }
            for row in Language::English.catalogue().members {
                let words = other.member(row.name);
                assert!(!words.label.is_empty() && !words.noun.is_empty(), "{language:?} {}", row.name);
                assert_eq!(row.hint.is_empty(), words.hint.is_empty(), "{language:?} {}", row.name);
            }
            for row in Language::English.catalogue().rules {
                let words = other.rule(row.id);
                assert!(!words.title.is_empty() && !words.text.is_empty(), "{language:?} {}", row.id);
                assert_eq!(braces(row.text), braces(words.text), "{language:?} {}", row.id);
                assert_eq!(braces(row.title), braces(words.title), "{language:?} {}", row.id);
                assert_eq!(row.why.len(), words.why.len(), "{language:?} {}", row.id);
            }
        }
    }

    /// Fields and members are told apart by their names alone where only the name is at hand.
    #[test]
    fn no_member_has_the_name_of_a_field() {
        let catalogue = Language::English.catalogue();
        for member in catalogue.members {
            assert!(catalogue.field(member.name).name.is_empty(), "{}", member.name);
        }
    }

    /// A parameter that English names is a fact that no other language may leave out.
    #[test]
    fn messages_tell_the_same_parameters() {
        let told = |text| braces(text).into_iter().filter(|name| !["noun", "Noun"].contains(name)).collect::<Vec<_>>();
        for language in Language::ALL {
            for (code, form, text) in Language::English.catalogue().messages {
                let other = language.catalogue().text(*code, *form);
                assert_eq!(told(text), told(other), "{language:?} {code:?}");
            }
        }
    }
}
