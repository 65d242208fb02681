//! Reads the JSON of firm rules, and collects the errors in its form, each at its place.

use crate::context::Context;
use crate::context::firm_rules::field::FieldPathError;
use crate::messages::parts::FIRM_RULES;
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::HouseRefusal;
use crate::text::date::Date;
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;
use crate::text::suggest::nearest;

/// The current place, and the findings.
pub(crate) struct Parser<'h> {
    pub(crate) context: &'h Context,
    path: Vec<Segment>,
    /// The current rule.
    rule: Option<String>,
    sink: IssueSink<'h>,
    /// The number of refusals so far.
    pub(crate) refusals: usize,
}

impl<'h> Parser<'h> {
    pub(crate) fn new(context: &'h Context) -> Parser<'h> {
        Parser { context, path: Vec::new(), rule: None, sink: IssueSink::new(context, &FIRM_RULES), refusals: 0 }
    }

    /// Reads a value one step further down.
    pub(crate) fn within<T>(&mut self, step: impl Into<Segment>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.into());
        let read = read(self);
        self.path.pop();
        read
    }

    /// Sets the rule of the following findings.
    pub(crate) fn of_rule(&mut self, id: Option<String>) {
        self.rule = id;
    }

    /// Moves to a rule that was read.
    pub(crate) fn about(&mut self, position: usize, id: &str) {
        self.path = vec!["rules".into(), position.into()];
        self.rule = Some(id.to_owned());
    }

    /// Moves back to the root.
    pub(crate) fn top(&mut self) {
        self.path.clear();
        self.rule = None;
    }

    /// Refuses the value at the current place.
    pub(crate) fn refuse<T>(&mut self, reason: HouseRefusal, params: Params) -> Option<T> {
        self.refuse_below(&[], reason, params);
        None
    }

    /// Refuses a value below the current place.
    pub(crate) fn refuse_below(&mut self, below: &[Segment], reason: HouseRefusal, params: Params) {
        let path = self.path.iter().chain(below).cloned().collect();
        self.refusals += 1;
        self.sink.absorb(reason.to_issue(self.rule.as_deref(), path, params));
    }

    /// Returns the issues.
    pub(crate) fn finish(self) -> Vec<Issue> {
        self.sink.finish().0
    }

    /// Adds a note about the value at the current place.
    pub(crate) fn note(&mut self, code: Code, params: Params) {
        // The context's severities are those of findings on cases.
        self.sink.absorb(Issue::render(&FIRM_RULES, code, self.path.clone(), params));
    }

    /// Reads an object with known members only.
    pub(crate) fn set<'d>(&mut self, document: &'d Document, known: &[&str]) -> Option<&'d Members> {
        let Some(members) = document.as_object() else {
            return self.refuse(HouseRefusal::SetExpected, Params::default());
        };
        let mut all = true;
        for (name, _) in members.iter().filter(|(name, _)| !known.contains(name)) {
            all = false;
            let params = Params::default().with("words", words(known));
            let params = with_near(params, nearest(name, known.iter().copied()));
            self.within(name, |parser| parser.refuse::<()>(HouseRefusal::UnknownMember, params));
        }
        all.then_some(members)
    }

    /// Reads a required member.
    pub(crate) fn must<T>(
        &mut self,
        members: &Members,
        name: &'static str,
        read: impl FnOnce(&mut Self, &Document) -> Option<T>,
    ) -> Option<T> {
        match members.get(name) {
            Some(value) => self.within(name, |parser| read(parser, value)),
            None => self.refuse(HouseRefusal::MissingMember, Params::default().with("member", Param::from(name))),
        }
    }

    /// Reads an optional member; the outer `None` means that it cannot be read.
    #[expect(clippy::option_option, reason = "absent, present without a value, and present with one")]
    pub(crate) fn may<T>(
        &mut self,
        members: &Members,
        name: &'static str,
        read: impl FnOnce(&mut Self, &Document) -> Option<T>,
    ) -> Option<Option<T>> {
        match members.get(name) {
            Some(value) => self.within(name, |parser| read(parser, value)).map(Some),
            None => Some(None),
        }
    }

    /// Reads a list of limited length. Elements that cannot be read are omitted, with a refusal.
    pub(crate) fn list<T>(
        &mut self,
        document: &Document,
        most: usize,
        mut read: impl FnMut(&mut Self, usize, &Document) -> Option<T>,
    ) -> Option<Vec<T>> {
        let Some(list) = document.as_list() else {
            return self.refuse(HouseRefusal::ListExpected, Params::default());
        };
        if list.len() > most {
            return self.refuse(HouseRefusal::TooMany, limit(most));
        }
        let elements = list.iter().enumerate();
        Some(elements.filter_map(|(at, element)| self.within(at, |parser| read(parser, at, element))).collect())
    }

    /// The same, but refuses an empty list.
    pub(crate) fn some<T>(
        &mut self,
        document: &Document,
        most: usize,
        read: impl FnMut(&mut Self, usize, &Document) -> Option<T>,
    ) -> Option<Vec<T>> {
        if document.as_list().is_some_and(<[Document]>::is_empty) {
            return self.refuse(HouseRefusal::Empty, Params::default());
        }
        self.list(document, most, read)
    }

    /// Reads a non-blank string.
    pub(crate) fn text(&mut self, document: &Document, longest: usize) -> Option<String> {
        let fits = |text: &&str| !text.trim().is_empty() && text.chars().nth(longest).is_none();
        match document.as_str().filter(fits) {
            Some(text) => Some(text.to_owned()),
            None => self.refuse(HouseRefusal::TextExpected, limit(longest)),
        }
    }

    pub(crate) fn day(&mut self, document: &Document) -> Option<Date> {
        let day = document.as_str().and_then(Date::parse);
        if day.is_some() { day } else { self.refuse(HouseRefusal::DayExpected, Params::default()) }
    }

    pub(crate) fn answer(&mut self, document: &Document) -> Option<bool> {
        let answer = document.as_bool();
        if answer.is_some() { answer } else { self.refuse(HouseRefusal::AnswerExpected, Params::default()) }
    }

    pub(crate) fn number(&mut self, document: &Document, least: u64, most: u64) -> Option<u64> {
        let number = document.as_u64().filter(|number| (least..=most).contains(number));
        let params = || Params::default().with("least", Param::Number(least)).with("limit", Param::Number(most));
        if number.is_some() { number } else { self.refuse(HouseRefusal::NumberExpected, params()) }
    }

    /// Reads one of a few words.
    pub(crate) fn word<T: Copy>(&mut self, document: &Document, known: &[(&str, T)]) -> Option<T> {
        let found = document.as_str().and_then(|word| known.iter().find(|(known, _)| *known == word));
        let listed: Vec<&str> = known.iter().map(|(word, _)| *word).collect();
        let near = document.as_str().and_then(|word| nearest(word, listed.iter().copied()));
        if let Some((_, value)) = found {
            return Some(*value);
        }
        let params = with_near(Params::default().with("words", words(&listed)), near);
        self.refuse(HouseRefusal::WordExpected, params)
    }
}

pub(crate) fn limit(most: usize) -> Params {
    Params::default().with("limit", Param::from(most))
}

pub(crate) fn words(words: &[&str]) -> Param {
    Param::Words(words.iter().map(|word| (*word).to_owned()).collect())
}

pub(crate) fn with_near(params: Params, near: Option<&str>) -> Params {
    match near {
        Some(near) => params.with("suggestion", Param::from(near)),
        None => params,
    }
}

pub(crate) const LONGEST_TITLE: usize = 200;

pub(crate) const MOST_PARTS: usize = 16;

/// Reads a field that a rule for a product can test.
pub(crate) fn field_path(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    document: &Document,
) -> Option<crate::rulebook::rules::field_path::FieldPath> {
    let pointer = parser.text(document, LONGEST_TITLE)?;
    let found = crate::rulebook::rules::field_path::FieldPath::find(&pointer, parser.context.surface);
    let path = match found {
        Ok(path) => path,
        Err(FieldPathError::Unknown(near)) => {
            return parser.refuse(HouseRefusal::UnknownField, with_near(Params::default(), near));
        }
        Err(FieldPathError::Unread(near)) => {
            return parser.refuse(HouseRefusal::UnreadField, with_near(Params::default(), near));
        }
        Err(FieldPathError::CaseType) => return parser.refuse(HouseRefusal::CaseTypeField, Params::default()),
    };
    let lacks = |product: &Product| !path.exists_in(*product);
    match product {
        Some(product) if lacks(&product) => parser.refuse(HouseRefusal::OtherProduct, Params::default()),
        Some(_) => Some(path),
        None => match Product::ALL.into_iter().find(lacks) {
            Some(product) => {
                let own = product.other().case_type();
                parser.refuse(HouseRefusal::ProductNeeded, Params::default().with("product", Param::from(own)))
            }
            None => Some(path),
        },
    }
}

/// Returns the members except those named.
pub(crate) fn others<'d>(members: &'d Members, known: &[&str]) -> Vec<(&'d str, &'d Document)> {
    members.iter().filter(|(name, _)| !known.contains(name)).collect()
}
