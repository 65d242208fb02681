//! Classes of values: for each field, one representative of all values that rules and readers
//! cannot tell apart.
//!
//! Candidates come from the field's row, its list, the constants of the rules and the settings of
//! the context. Two candidates are in one class if the list, the forms of the field, and every test
//! of it give the same answers. The shortest candidate represents the class.

use crate::analysis::texts::{Readers, Words, distinct};
use crate::context::Context;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::BASE_PRODUCT;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::{Relation, Test};
use crate::rulebook::rules::{INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Rule};
use crate::text::date::Date;
use crate::text::json::writer;
use chrono::Duration;
use std::collections::BTreeMap;

/// The values of a field.
#[derive(Debug, Clone)]
pub(crate) struct Values {
    /// JSON text of a value of each class; `None` for an absent field.
    pub(crate) all: Vec<Option<String>>,
    /// `true` if every combination of answers that a value can get is among them. Patterns and
    /// comparisons of fields can have combinations for which no value is known.
    pub(crate) is_complete: bool,
}

/// Everything that classes depend on.
#[derive(Debug)]
pub(crate) struct Classes<'c> {
    context: &'c Context,
    product: Product,
    tests: BTreeMap<FieldPath, Vec<&'c Test>>,
}

/// The most different words that are combined to arrays behind a first word.
const MOST_WORDS: usize = 8;

/// The most entries that a test of a count may ask for.
const MOST_ENTRIES: i64 = 12;

impl<'c> Classes<'c> {
    pub(crate) fn new(context: &'c Context, product: Product) -> Classes<'c> {
        let mut tests: BTreeMap<FieldPath, Vec<&'c Test>> = BTreeMap::new();
        for rule in context.firm.rules.iter().filter(|rule| rule.is_for(Some(product), context.surface)) {
            for condition in rule.tests() {
                // The value under the old name counts if the current field is not set (D16).
                let is_company = condition.path == FieldPath::of(INSURANCE_COMPANY);
                let old = is_company.then_some(FieldPath::of(INSURANCE_COMPANY_NAME));
                for path in condition.paths().chain(old) {
                    let known = tests.entry(path).or_default();
                    if !known.contains(&&condition.test) {
                        known.push(&condition.test);
                    }
                }
            }
        }
        Classes { context, product, tests }
    }

    /// Returns the values of a field: absent, and one of each class. The value of a record is
    /// `{}`, whose members are fields of their own.
    pub(crate) fn values(&self, path: FieldPath) -> Values {
        let kind = path.kind(Some(self.product));
        let tests = self.tests.get(&path).map_or(&[][..], Vec::as_slice);
        let is_compared = tests.iter().any(|test| test.other().is_some());
        let (mut values, is_complete) = match kind {
            Kind::Boolean => (vec!["true".to_owned(), "false".to_owned()], true),
            Kind::Record(_) | Kind::Object => (vec!["{}".to_owned()], true),
            Kind::Integer => (numbers(tests), true),
            Kind::Date => (self.days(path, tests).iter().map(|day| json(&day.written())).collect(), true),
            Kind::Text | Kind::State { .. } | Kind::Word(_) => {
                let Words { words, is_complete } = Readers::of(self.context, self.product, path, tests).words();
                (words.iter().map(|word| json(word)).collect(), is_complete)
            }
            Kind::Emails | Kind::WordArray(_) | Kind::OneWord(_) => {
                let readers = Readers::of(self.context, self.product, path, tests);
                let Words { words, is_complete } = readers.words();
                let (arrays, are_all) = self.arrays(path, kind, tests, &words, &readers);
                let write = |words: &Vec<&String>| match kind {
                    Kind::Emails => json(&words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ")),
                    _ => list(words),
                };
                (arrays.iter().map(write).collect(), is_complete && are_all)
            }
        };
        values.dedup();
        let all = std::iter::once(None).chain(values.into_iter().map(Some)).collect();
        Values { all, is_complete: is_complete && !is_compared }
    }

    /// Returns days: on both sides of each limit, and of each day of the week if a rule reads it.
    fn days(&self, path: FieldPath, tests: &[&Test]) -> Vec<Date> {
        let today = self.context.today;
        let of_product = RULES.iter().filter(|rule| rule.is_for(Some(self.product), self.context.surface));
        let own = of_product.flat_map(Rule::tests).filter(|condition| condition.path == path);
        let all: Vec<&Test> = own.map(|condition| &condition.test).chain(tests.iter().copied()).collect();
        let mut limits = vec![today];
        for test in &all {
            match test {
                Test::NotBefore(day, _) | Test::NotAfter(day, _) => limits.push(*day),
                Test::BetweenDays(first, last, _) => limits.extend([*first, *last]),
                Test::Age(range) => limits.extend(range.turns().filter_map(|days| after(today, -days))),
                _ => {}
            }
        }
        let others = tests.iter().filter_map(|test| test.other()).filter(|other| *other != path);
        for test in others.flat_map(|other| self.tests.get(&other).into_iter().flatten()) {
            if let Test::NotBefore(day, _) | Test::NotAfter(day, _) = test {
                limits.push(*day);
            }
        }
        let is_weekly = tests.iter().any(|test| matches!(test, Test::Weekday(_, _)));
        let around = if is_weekly { 7 } else { 1 };
        let near: Vec<Date> = std::iter::once(0)
            .chain((1..=around).flat_map(|days| [-days, days]))
            .flat_map(|days| limits.iter().filter_map(move |limit| after(*limit, days)))
            .collect();
        let answers = |day: &Date| all.iter().map(|test| test.takes_day(*day, today)).collect::<Vec<_>>();
        let mut days = distinct(near, answers);
        let ranges: Vec<i64> = tests
            .iter()
            .flat_map(|test| match test {
                Test::Field(_, Relation::DaysAfter(range), _) => range.turns().chain([-1, 0, 1]).collect(),
                Test::Field(..) => vec![-1, 1],
                _ => Vec::new(),
            })
            .collect();
        let shifted: Vec<Date> = days
            .iter()
            .flat_map(|day| ranges.iter().flat_map(|days| [after(*day, *days), after(*day, -days)]))
            .flatten()
            .collect();
        days.extend(shifted);
        crate::text::dedup::unique(days.into_iter()).into_iter().take(MOST_DAYS).collect()
    }

    /// Returns arrays of words, as far as the first word, the set of words and their number differ
    /// for a rule; and `true` if none is left out.
    fn arrays<'w>(
        &self,
        path: FieldPath,
        kind: Kind,
        tests: &[&Test],
        words: &'w [String],
        readers: &Readers<'c>,
    ) -> (Vec<Vec<&'w String>>, bool) {
        let singles: Vec<Vec<&String>> = words.iter().map(|word| vec![word]).collect();
        if matches!(kind, Kind::OneWord(_)) {
            return (singles, true);
        }
        let reads_all = path.key == BASE_PRODUCT
            || !tests.is_empty()
            || RULES
                .iter()
                .flat_map(Rule::conditions)
                .any(|condition| matches!(condition.test, Test::Contains(_)) && condition.path == path);
        if !reads_all {
            return (singles, true);
        }
        // Behind the first word, only what reads each word matters.
        let others = distinct(words.iter().collect(), |word: &&String| readers.answers_about_each(word));
        let are_few = others.len() <= MOST_WORDS;
        let mut arrays = singles;
        for first in words {
            arrays.extend(others.iter().filter(|word| **word != first).map(|word| vec![first, *word]));
            let masks = 1_u32..1 << others.len().min(MOST_WORDS);
            arrays.extend(masks.map(|mask| {
                let rest = others.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0).map(|(_, word)| *word);
                std::iter::once(first).chain(rest.filter(|word| *word != first)).collect()
            }));
        }
        let turns: Vec<i64> = tests
            .iter()
            .flat_map(|test| if let Test::Count(range, _) = test { range.turns().collect() } else { Vec::new() })
            .collect();
        // Longer arrays repeat a word.
        let are_refused = self.context.severity_of(Code::DuplicateWord) == Severity::Error;
        let are_counted = turns.iter().all(|turn| *turn <= MOST_ENTRIES) && (turns.is_empty() || !are_refused);
        let lengths: Vec<usize> =
            turns.iter().filter(|turn| **turn <= MOST_ENTRIES).filter_map(|turn| usize::try_from(*turn).ok()).collect();
        let mut longer = Vec::new();
        for array in &arrays {
            longer.extend(lengths.iter().filter(|length| **length > array.len()).map(|length| {
                let last = array.last().copied().into_iter();
                array.iter().copied().chain(last.cycle()).take(*length).collect::<Vec<&String>>()
            }));
        }
        arrays.extend(longer);
        let answers = |array: &Vec<&'w String>| {
            let mut all = array.first().map(|word| readers.answers(word)).unwrap_or_default();
            let each: Vec<Vec<u8>> = array.iter().map(|word| readers.answers_about_each(word)).collect();
            for at in 0..each.first().map_or(0, Vec::len) {
                let column = || each.iter().filter_map(|answers| answers.get(at));
                all.extend(column().max().into_iter().chain(column().min()));
            }
            for test in tests {
                if let Test::Count(range, _) = test {
                    all.push(u8::from(range.takes(i32::try_from(array.len()).unwrap_or(i32::MAX))));
                }
            }
            all
        };
        (distinct(arrays, answers), are_few && are_counted)
    }
}

/// The most days of a field that is compared with others.
const MOST_DAYS: usize = 48;

/// Returns numbers on both sides of each limit.
fn numbers(tests: &[&Test]) -> Vec<String> {
    let turns = tests.iter().flat_map(|test| match test {
        Test::Number(range) => range.turns().collect(),
        _ => Vec::new(),
    });
    let others = [2020, 0, 1, i32::MAX.into(), i32::MIN.into()];
    let numbers: Vec<i64> = others.into_iter().chain(turns).collect();
    let is_compared = tests.iter().any(|test| test.other().is_some());
    let answers = |number: &i64| -> Vec<bool> {
        tests
            .iter()
            .filter_map(|test| if let Test::Number(range) = test { Some(range.takes(*number)) } else { None })
            .collect()
    };
    let chosen = if is_compared { numbers } else { distinct(numbers, answers) };
    chosen.iter().map(i64::to_string).collect()
}

fn after(day: Date, days: i64) -> Option<Date> {
    let day = day.to_chrono().checked_add_signed(Duration::days(days))?;
    Date::try_from(day).ok()
}

/// Returns a text as JSON.
pub(crate) fn json(text: &str) -> String {
    let mut out = String::new();
    writer::string(&mut out, text);
    out
}

fn list(words: &[&String]) -> String {
    let words: Vec<String> = words.iter().map(|word| json(word)).collect();
    ["[", &words.join(","), "]"].concat()
}
