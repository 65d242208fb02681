//! Fills the parameters into a message.

use crate::messages::Language;
use crate::messages::audience::Audience;
use crate::messages::catalogue::{Catalogue, MessageVariant};
use crate::messages::en;
use crate::messages::parts::{CASE, CASE_IN_FORMS};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::params::{Param, Params};
use crate::text::date::Date;
use crate::text::json::writer;
use chrono::Datelike;

/// The parts of a message. Its text names them in braces:
///
/// - `{noun}`: "the policyholder's name"; for a member "the defendant's first name"; for a question
///   "the answer about whether …"; `{Noun}` is the same at the start of a sentence;
/// - `{ask}`: "Enter the policyholder's name";
/// - `{key}`: `policyholder_name`, the key in JSON;
/// - `{instead}`: the nouns of the fields that replace an old one, "the defendant's first name and
///   last name";
/// - `{because}`: ", because the policyholder is not the defendant", or nothing;
/// - `{mean}`: " Did you mean address?", or nothing; forms show labels instead of words;
/// - anything else: a parameter of the issue.
#[derive(Debug)]
pub(crate) struct MessageContext<'w> {
    pub(crate) language: Language,
    pub(crate) audience: Audience,
    pub(crate) code: Code,
    pub(crate) form: MessageVariant,
    /// The field of the message, if there is one.
    pub(crate) subject: Option<Subject>,
    /// The reason, such as "the policyholder is not the defendant".
    pub(crate) why: Option<&'static str>,
    pub(crate) params: &'w Params,
}

/// The field of a message.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Subject {
    pub(crate) key: FieldId,
    pub(crate) member: Option<&'static Field>,
    pub(crate) kind: Kind,
}

impl MessageContext<'_> {
    /// Returns the complete message.
    pub(crate) fn message(&self) -> String {
        let in_forms = match self.audience {
            Audience::Developer => &[],
            Audience::Form => CASE_IN_FORMS.rows(self.language),
        };
        let texts =
            |rows: &'static [((Code, MessageVariant), &str)]| rows.iter().filter(|((code, _), _)| *code == self.code);
        let all = || texts(in_forms).chain(texts(CASE.rows()));
        let text = all().find(|((_, form), _)| *form == self.form).or_else(|| all().next());
        self.language.catalogue().filled(text.map_or("", |(_, text)| text), self.params, Some(self))
    }
}

/// Splits a text at a mark. Messages are short, so setting up a search for a `char` takes longer
/// than this.
fn cut(text: &str, mark: u8) -> (&str, Option<&str>) {
    match text.bytes().position(|byte| byte == mark) {
        Some(at) => (text.get(..at).unwrap_or_default(), text.get(at + 1..)),
        None => (text, None),
    }
}

impl Catalogue {
    /// Fills the parameters into a text.
    pub(crate) fn fill(&self, text: &str, params: &Params) -> String {
        self.filled(text, params, None)
    }

    fn filled(&self, text: &str, params: &Params, context: Option<&MessageContext<'_>>) -> String {
        let mut out = String::with_capacity(text.len() + 64);
        self.write(&mut out, text, params, context);
        for (two, one) in self.grammar.contractions {
            // `str::replace` can search for texts of any length, which adds some kilobytes to a
            // module.
            while let Some(at) = out.as_bytes().windows(two.len()).position(|letters| letters == two.as_bytes()) {
                out.replace_range(at..at + two.len(), one);
            }
        }
        out
    }

    fn write(&self, out: &mut String, text: &str, params: &Params, context: Option<&MessageContext<'_>>) {
        let (plain, mut parts) = cut(text, b'{');
        out.push_str(plain);
        while let Some(part) = parts {
            let (name, rest) = cut(part, b'}');
            match (params.get(name), context) {
                (Some(param), _) => self.write_param(out, param),
                (None, _) if name == "mean" => {
                    let shows_words = context.is_none_or(|context| context.audience == Audience::Developer);
                    if shows_words && params.get("suggestion").is_some() {
                        self.write(out, en::MEAN, params, context);
                    }
                }
                (None, Some(context)) => self.write_part(out, name, context),
                (None, None) => {}
            }
            let (plain, next) = cut(rest.unwrap_or_default(), b'{');
            out.push_str(plain);
            parts = next;
        }
    }

    fn write_param(&self, out: &mut String, param: &Param) {
        match param {
            Param::Number(number) => writer::number(out, *number),
            Param::Word(word) => out.push_str(word),
            Param::Words(words) => {
                for (at, word) in words.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { ", " });
                    out.push_str(word);
                }
            }
            Param::Day(day) => out.push_str(&self.day(*day)),
            Param::Positions(_) => {}
        }
    }

    fn write_part(&self, out: &mut String, name: &str, context: &MessageContext<'_>) {
        let grammar = &self.grammar;
        let subject = context.subject;
        let words = || subject.map(|subject| self.field(subject.key.name()));
        let text = match (name, subject) {
            ("noun" | "Noun", Some(Subject { key, member: Some(_), .. })) => self.owner(key.name()),
            ("noun" | "Noun", Some(Subject { key, .. })) if matches!(key.field().kind, Kind::Boolean) => grammar.answer,
            ("noun" | "Noun" | "question", _) => words().unwrap_or_default(),
            ("member", Some(Subject { key, member, .. })) => {
                let members = match (member, key.field().replacement) {
                    (Some(row), _) => std::slice::from_ref(&row.name),
                    (None, replacement) => replacement.map_or(&[][..], |row| row.members),
                };
                for (at, member) in members.iter().enumerate() {
                    out.push_str(if at == 0 { "" } else { grammar.and });
                    out.push_str(self.member(member));
                }
                ""
            }
            ("ask", Some(subject)) => match subject.kind {
                Kind::Boolean => grammar.say,
                Kind::Word(_) | Kind::WordArray(_) | Kind::OneWord(_) => grammar.choose,
                Kind::Record(_) | Kind::Object => grammar.give,
                _ => grammar.enter,
            },
            ("key", Some(Subject { key, member, .. })) => member.map_or(key.name(), |row| row.name),
            ("instead", Some(Subject { key, .. })) => key.field().replacement.map_or("", |current| {
                if current.members.is_empty() { self.field(current.field) } else { self.owner(current.field) }
            }),
            ("because", _) if context.why.is_some() => grammar.because,
            ("why", _) => context.why.unwrap_or_default(),
            _ => "",
        };
        let start = out.len();
        self.write(out, text, context.params, Some(context));
        if name == "Noun" {
            // Nouns start with an article, and the articles of our languages start with an ASCII
            // letter.
            if let Some(first) = out.get_mut(start..=start) {
                first.make_ascii_uppercase();
            }
        }
    }

    /// Writes a day in words.
    pub(crate) fn day(&self, day: Date) -> String {
        let day = day.to_chrono();
        let month = self.grammar.months.get(day.month0() as usize).copied().unwrap_or_default();
        let params = Params::default()
            .with("day", Param::Number(day.day().into()))
            .with("month", Param::from(month))
            .with("year", Param::Number(day.year().unsigned_abs().into()));
        self.fill(self.grammar.day, &params)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_are_written_as_people_of_the_language_do() {
        let day = Date::parse("2026-11-01").expect("a day");
        assert_eq!(Language::English.catalogue().day(day), "November 1, 2026");
        assert_eq!(Language::Spanish.catalogue().day(day), "1 de noviembre de 2026");
    }

    #[test]
    fn words_that_meet_are_contracted() {
        let spanish = Language::Spanish.catalogue();
        let noun = |noun: &str| Params::default().with("noun", Param::from(noun));
        assert_eq!(spanish.fill("Nada de {noun}.", &noun("el nombre")), "Nada del nombre.");
        assert_eq!(spanish.fill("Vaya a {noun}.", &noun("el vehículo")), "Vaya al vehículo.");
        assert_eq!(spanish.fill("Nada de {noun}.", &noun("la ciudad")), "Nada de la ciudad.");
    }

    #[test]
    fn braces_without_a_parameter_are_left_out() {
        let english = Language::English.catalogue();
        assert_eq!(english.fill("a {b}c {d", &Params::default()), "a c ");
    }
}
