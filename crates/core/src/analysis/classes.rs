//! Classes of values: for each field, one representative of all values that rules and readers
//! cannot tell apart.
//!
//! Candidates come from the field's row, its list, the constants of the rules and the settings of
//! the contexts. Two candidates are in one class if the list, the forms of the field, and every test
//! of it give the same answers. The shortest candidate represents the class.

use crate::analysis::samples;
use crate::context::Context;
use crate::context::carriers::{Carrier, CarrierList, Likeness};
use crate::context::firm_rules::Requirement;
use crate::context::firm_rules::field::FieldPath;
use crate::context::firm_rules::test::{Relation, Test};
use crate::rulebook::fields::names::BASE_PRODUCT;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{
    Condition, DATE_OF_LOSS_DAYS, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, LONG_AGO_DAYS, USDOT_NUMBER,
    is_usdot_number,
};
use crate::rulebook::vocabulary::{
    COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, STATES, StateCode, UNUSUAL_STATES, state_code,
};
use crate::text::date::Date;
use crate::text::email::is_email_address;
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

/// The values that are of interest.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Extent {
    /// The values that rules tell apart.
    OfRules,
    /// Also those that cause a warning by themselves.
    Everything,
}

/// Everything that classes depend on.
#[derive(Debug)]
pub(crate) struct Classes<'c> {
    pub(crate) contexts: Vec<&'c Context>,
    pub(crate) product: Product,
    tests: BTreeMap<FieldPath, Vec<&'c Test>>,
}

/// The most different words of a list that are combined to arrays.
const MOST_WORDS: usize = 8;

/// The most entries that a test of a count may ask for.
const MOST_ENTRIES: i32 = 12;

/// The longest text that a test of the number of characters may ask for.
const MOST_CHARACTERS: usize = 2_000;

/// The most tests of a field whose combinations of answers are compared.
const MOST_TESTS: usize = 6;

impl<'c> Classes<'c> {
    pub(crate) fn new(contexts: Vec<&'c Context>, product: Product) -> Classes<'c> {
        let mut tests: BTreeMap<FieldPath, Vec<&'c Test>> = BTreeMap::new();
        for context in &contexts {
            for rule in context.house.rules.iter().filter(|rule| rule.applies_to(Some(product))) {
                let mut add = |condition: &'c crate::context::firm_rules::Condition| {
                    for path in condition.paths() {
                        let known = tests.entry(path).or_default();
                        if !known.contains(&&condition.test) {
                            known.push(&condition.test);
                        }
                    }
                };
                rule.when.iter().for_each(|formula| formula.each(&mut add));
                for requirement in &rule.then {
                    match requirement {
                        Requirement::Holds(condition) => add(condition),
                        Requirement::Meets(formula) => formula.each(&mut add),
                        _ => {}
                    }
                }
            }
        }
        Classes { contexts, product, tests }
    }

    /// Returns the values of a field: absent, and one of each class. The value of a record is
    /// `{}`, whose members are fields of their own.
    pub(crate) fn values(&self, path: FieldPath, extent: Extent) -> Values {
        let kind = path.kind(Some(self.product));
        let tests = self.tests.get(&path).map_or(&[][..], Vec::as_slice);
        let is_compared = tests.iter().any(|test| test.other().is_some());
        let (mut values, is_complete) = match kind {
            Kind::Boolean => (vec!["true".to_owned(), "false".to_owned()], true),
            Kind::Record(_) | Kind::Object => (vec!["{}".to_owned()], true),
            Kind::Integer => (numbers(tests), true),
            Kind::Date => (self.days(path, tests).iter().map(|day| json(&day.written())).collect(), true),
            Kind::Text | Kind::State { .. } | Kind::Word(_) => {
                let (words, is_complete) = self.words(path, kind, tests);
                (words.iter().map(|word| json(word)).collect(), is_complete)
            }
            Kind::Emails | Kind::WordArray(_) | Kind::OneWord(_) => {
                let (words, is_complete) = self.words(path, kind, tests);
                let (arrays, are_all) = self.arrays(path, kind, tests, &words);
                let write = |words: &Vec<&String>| match kind {
                    Kind::Emails => json(&words.iter().map(|word| word.as_str()).collect::<Vec<_>>().join(" ")),
                    _ => list(words),
                };
                (arrays.iter().map(write).collect(), is_complete && are_all)
            }
        };
        if extent == Extent::Everything {
            let more = warned(path, kind, &values);
            values.extend(more);
        }
        values.dedup();
        let all = std::iter::once(None).chain(values.into_iter().map(Some)).collect();
        Values { all, is_complete: is_complete && !is_compared }
    }

    /// Returns days: on both sides of each limit, and of each day of the week if a rule reads it.
    fn days(&self, path: FieldPath, tests: &[&Test]) -> Vec<Date> {
        let mut limits: Vec<Date> = self.contexts.iter().map(|context| context.today).collect();
        for context in &self.contexts {
            let ago = [DATE_OF_LOSS_DAYS, LONG_AGO_DAYS].map(|days| after(context.today, -days));
            limits.extend(ago.into_iter().flatten());
            for test in tests {
                match test {
                    Test::NotBefore(day) | Test::NotAfter(day) => limits.push(*day),
                    Test::BetweenDays(first, last) => limits.extend([*first, *last]),
                    Test::WithinDays(days) => limits.extend(after(context.today, -days)),
                    _ => {}
                }
            }
        }
        let others = tests.iter().filter_map(|test| test.other()).filter(|other| *other != path);
        for test in others.flat_map(|other| self.tests.get(&other).into_iter().flatten()) {
            if let Test::NotBefore(day) | Test::NotAfter(day) = test {
                limits.push(*day);
            }
        }
        let is_weekly = tests.iter().any(|test| matches!(test, Test::Weekday(_)));
        let around = if is_weekly { 7 } else { 1 };
        let near: Vec<Date> = std::iter::once(0)
            .chain((1..=around).flat_map(|days| [-days, days]))
            .flat_map(|days| limits.iter().filter_map(move |limit| after(*limit, days)))
            .collect();
        let answers = |day: &Date| -> Vec<u8> {
            let mut answers = Vec::new();
            for context in &self.contexts {
                let age = context.today.days_since(*day);
                answers.push(match age {
                    ..0 => 0,
                    age if age < DATE_OF_LOSS_DAYS => 1,
                    DATE_OF_LOSS_DAYS => 2,
                    age if age <= LONG_AGO_DAYS => 3,
                    _ => 4,
                });
                answers.extend(tests.iter().map(|test| test.takes_day(*day, context.today).map_or(2, u8::from)));
            }
            answers
        };
        let mut days = distinct(near, answers);
        let ranges: Vec<i32> = tests
            .iter()
            .flat_map(|test| match test {
                Test::Field(_, Relation::DaysAfter(range)) => range.turns().chain([-1, 0, 1]).collect(),
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

    /// Returns a word or text of each class, and `true` if there is one for every combination of
    /// answers.
    fn words(&self, path: FieldPath, kind: Kind, tests: &[&Test]) -> (Vec<String>, bool) {
        let candidates = self.candidates(path, kind, tests);
        let answers = |word: &String| self.answers(path, kind, tests, word);
        let words = distinct(candidates, answers);
        let list = path.list(Some(self.product));
        let is_finite = matches!(kind, Kind::State { .. }) || list.is_some_and(|list| !list.open);
        let is_complete = is_finite || covers(tests, kind, &words);
        (words, is_complete)
    }

    fn candidates(&self, path: FieldPath, kind: Kind, tests: &[&Test]) -> Vec<String> {
        let mut words: Vec<String> = Vec::new();
        match kind {
            Kind::State { .. } => words.extend(STATES.into_iter().chain(UNUSUAL_STATES).map(str::to_owned)),
            Kind::Emails => words.push("a@b.example".to_owned()),
            Kind::Text if is_company(path) => words.extend(self.companies()),
            Kind::Text if path == FieldPath::of(USDOT_NUMBER) => words.extend(["1", "0"].map(str::to_owned)),
            Kind::Text => words.push("Test".to_owned()),
            _ => {}
        }
        if let Kind::State { .. } = kind {
            return words;
        }
        let list = path.list(Some(self.product));
        if let Some(list) = list {
            words.extend(list.words.iter().map(|word| (*word).to_owned()));
            for context in &self.contexts {
                words.extend(context.extra_words(list).map(str::to_owned));
            }
            if list.open {
                words.push("unlisted".to_owned());
                let prefixes = RULES.iter().flat_map(|rule| rule.clauses).flat_map(|clause| clause.when);
                for prefix in prefixes.filter_map(|condition| match condition {
                    Condition::StartsWith(key, prefixes, _) if FieldPath::of(*key) == path => Some(*prefixes),
                    _ => None,
                }) {
                    words.extend(prefix.iter().map(|prefix| [prefix, "_unlisted"].concat()));
                }
                if path.key == BASE_PRODUCT {
                    words.extend(PERSONAL_PREFIXES.iter().map(|prefix| [prefix, "_unlisted"].concat()));
                }
            }
        }
        if list.is_none_or(|list| list.open) {
            let mut more = Vec::new();
            for test in tests {
                match test {
                    Test::OneOf(known) => more.extend(known.iter().cloned()),
                    Test::Contains(known) => more.push(known.clone()),
                    Test::StartsWith(prefixes) => {
                        more.extend(prefixes.iter().flat_map(|prefix| [prefix.clone(), [prefix, "x"].concat()]));
                    }
                    Test::Like(_, pattern) => more.extend(samples::of_pattern(pattern.pieces())),
                    Test::Matches(expression) => more.extend(samples::of_expression(expression.written())),
                    Test::Number(range) => {
                        more.extend(range.turns().filter(|number| *number >= 0).map(|number| number.to_string()));
                        more.extend(["0", "99999999999"].map(str::to_owned));
                    }
                    Test::Field(..) => more.extend(["1", "2"].map(str::to_owned)),
                    _ => {}
                }
            }
            words.extend(more);
        }
        // A text of each length at which a limit of characters turns.
        for test in tests {
            if let Test::AtMostCharacters(limit) = test {
                let padded: Vec<String> = words
                    .iter()
                    .flat_map(|word| [*limit, limit + 1].map(|length| pad(word, length)))
                    .flatten()
                    .chain(["x".to_owned()])
                    .collect();
                words.extend(padded);
            }
        }
        if let Kind::Emails = kind {
            let addresses: Vec<String> =
                words.iter().filter(|word| !word.contains('@')).map(|word| [word, "@b.example"].concat()).collect();
            words.extend(addresses);
        }
        words.retain(|word| {
            !word.trim().is_empty() && (!matches!(kind, Kind::Emails) || !word.contains(char::is_whitespace))
        });
        words
    }

    /// Returns names of companies that the lists of the contexts tell apart.
    fn companies(&self) -> Vec<String> {
        let lists = || self.contexts.iter().flat_map(|context| [&context.refused, &context.specialty]);
        let neutral = ["Example Insurance", "Zyxwv Qponm", "Placeholder Underwriters", "Qj"];
        let is_neutral = |name: &&str| lists().all(|list| list.likeness(name) == Likeness::None);
        let mut names: Vec<String> = neutral.into_iter().find(is_neutral).map(str::to_owned).into_iter().collect();
        for Carrier { name, spellings, patterns } in lists().flat_map(CarrierList::carriers) {
            names.push(name.clone());
            // A name that contains the carrier's resembles it.
            names.push([name, " Quorl"].concat());
            names.extend(spellings.iter().cloned());
            names.extend(
                patterns
                    .iter()
                    .map(|pattern| pattern.chars().map(|letter| if letter == '*' { 'x' } else { letter }).collect()),
            );
        }
        names
    }

    /// Returns the answers of everything that reads a word.
    fn answers(&self, path: FieldPath, kind: Kind, tests: &[&Test], word: &str) -> Vec<u8> {
        let mut answers = Vec::new();
        if let Some(list) = path.list(Some(self.product)) {
            answers.extend(self.contexts.iter().map(|context| u8::from(context.lists(list, word))));
        }
        match kind {
            Kind::State { .. } => answers.push(u8::from(state_code(word) == StateCode::Unusual)),
            Kind::Emails => answers.push(u8::from(is_email_address(word))),
            _ => {}
        }
        if is_company(path) {
            let lists = self.contexts.iter().flat_map(|context| [&context.refused, &context.specialty]);
            answers.extend(lists.map(|list| match list.likeness(word) {
                Likeness::None => 0,
                Likeness::Similar => 1,
                Likeness::Same => 2,
            }));
        }
        if path == FieldPath::of(USDOT_NUMBER) {
            answers.push(u8::from(is_usdot_number(word)));
        }
        if path.key == BASE_PRODUCT {
            let starts = |prefixes: &[&str]| prefixes.iter().any(|prefix| word.starts_with(prefix));
            answers.extend([COMMERCIAL_PREFIXES, PERSONAL_PREFIXES].map(|prefixes| u8::from(starts(prefixes))));
        }
        for condition in RULES.iter().flat_map(|rule| rule.clauses).flat_map(|clause| clause.when) {
            match condition {
                Condition::StartsWith(key, prefixes, _) if FieldPath::of(*key) == path => {
                    answers.push(u8::from(prefixes.iter().any(|prefix| word.starts_with(prefix))));
                }
                Condition::Equals(key, known, _) | Condition::Contains(key, known, _)
                    if FieldPath::of(*key) == path =>
                {
                    answers.push(u8::from(word == *known));
                }
                _ => {}
            }
        }
        for test in tests {
            match test {
                Test::Contains(known) => answers.push(u8::from(known == word)),
                // Fields are compared by their whole values.
                Test::Field(..) => answers.extend(word.bytes().take(16)),
                test => answers.push(test.takes(word, kind).map_or(2, u8::from)),
            }
        }
        answers
    }

    /// Returns arrays of words, as far as the first word, the set of words and their number differ
    /// for a rule; and `true` if none is left out.
    fn arrays<'w>(
        &self,
        path: FieldPath,
        kind: Kind,
        tests: &[&Test],
        words: &'w [String],
    ) -> (Vec<Vec<&'w String>>, bool) {
        let singles: Vec<Vec<&String>> = words.iter().map(|word| vec![word]).collect();
        if matches!(kind, Kind::OneWord(_)) {
            return (singles, true);
        }
        let reads_all = path.key == BASE_PRODUCT
            || !tests.is_empty()
            || RULES
                .iter()
                .flat_map(|rule| rule.clauses)
                .flat_map(|clause| clause.when)
                .any(|condition| matches!(condition, Condition::Contains(key, ..) if FieldPath::of(*key) == path));
        if !reads_all {
            return (singles, true);
        }
        let are_few = words.len() <= MOST_WORDS;
        let mut arrays = singles;
        let pool: Vec<&String> = words.iter().collect();
        if are_few {
            for mask in 1_u32..1 << pool.len() {
                let subset: Vec<&String> =
                    pool.iter().enumerate().filter(|(at, _)| mask & (1 << at) != 0).map(|(_, word)| *word).collect();
                for first in 0..subset.len() {
                    let mut array = subset.clone();
                    array.swap(0, first);
                    arrays.push(array);
                }
            }
        } else {
            arrays.extend(
                pool.iter().flat_map(|one| {
                    pool.iter().filter(move |other| *other != one).map(move |other| vec![*one, *other])
                }),
            );
        }
        let turns: Vec<i32> = tests
            .iter()
            .flat_map(|test| if let Test::Count(range) = test { range.turns().collect() } else { Vec::new() })
            .collect();
        let are_counted = turns.iter().all(|turn| *turn <= MOST_ENTRIES);
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
            let each: Vec<Vec<u8>> = array.iter().map(|word| self.answers(path, kind, tests, word)).collect();
            let width = each.first().map_or(0, Vec::len);
            let column = |at: usize| each.iter().filter_map(move |answers| answers.get(at));
            let mut all: Vec<u8> = each.first().cloned().unwrap_or_default();
            for at in 0..width {
                all.push(column(at).max().copied().unwrap_or_default());
                all.push(column(at).min().copied().unwrap_or_default());
            }
            for test in tests {
                if let Test::Count(range) = test {
                    all.push(u8::from(range.takes(i32::try_from(array.len()).unwrap_or(i32::MAX))));
                }
            }
            all
        };
        (distinct(arrays, answers), are_few && are_counted)
    }
}

/// Returns values that cause a warning whatever the rules are. The text of a value may be followed
/// by other members of its object.
fn warned(path: FieldPath, kind: Kind, known: &[String]) -> Vec<String> {
    let mut values = vec!["null".to_owned()];
    let is_first_text = |path: FieldPath| {
        path.member.is_some_and(|own| path.key.field().kind.members().iter().position(is_optional_text) == Some(own))
    };
    match kind {
        Kind::Text if path.key.name() == UNKNOWN_BESIDE || is_first_text(path) => {
            let name = path.field(None).name;
            let id = path.member.map(|_| ",\"id\":7".to_owned());
            let more = [",\"unheard_of\":1".to_owned(), [",\"", name, "\":\"Test\""].concat()].into_iter().chain(id);
            values.extend(more.map(|more| ["\"Test\"", &more].concat()));
        }
        Kind::Text if path == FieldPath::of(INSURANCE_COMPANY_NAME) => values.push(json("Quorl Underwriters")),
        Kind::Emails => values.extend([json("nobody"), json("a@b.example nobody")]),
        Kind::State { upper_case: false } => values.push(json("tx")),
        Kind::WordArray(_) | Kind::OneWord(_) => {
            // Without the brackets these are the elements.
            let elements = |array: &String| Some(array.strip_prefix('[')?.strip_suffix(']')?.to_owned());
            let elements = known.iter().filter_map(elements);
            if matches!(kind, Kind::OneWord(_)) {
                values.extend(elements);
            } else {
                values.extend(elements.take(1).map(|elements| ["[", &elements, ",", &elements, "]"].concat()));
            }
        }
        _ => {}
    }
    values
}

/// The field beside which unknown keys are tried.
const UNKNOWN_BESIDE: &str = "summary";

fn is_optional_text(field: &Field) -> bool {
    matches!(field.kind, Kind::Text) && !field.is_required
}

/// The most days of a field that is compared with others.
const MOST_DAYS: usize = 48;

fn is_company(path: FieldPath) -> bool {
    path == FieldPath::of(INSURANCE_COMPANY) || path == FieldPath::of(INSURANCE_COMPANY_NAME)
}

/// Returns the first candidate with each combination of answers.
fn distinct<T, A: Ord>(candidates: Vec<T>, answers: impl Fn(&T) -> A) -> Vec<T> {
    let mut seen = std::collections::BTreeSet::new();
    candidates.into_iter().filter(|candidate| seen.insert(answers(candidate))).collect()
}

/// Returns `true` if the words show every combination of answers that values of an open field can
/// get.
fn covers(tests: &[&Test], kind: Kind, words: &[String]) -> bool {
    let is_opaque = |test: &Test| matches!(test, Test::Like(..) | Test::Matches(_) | Test::Number(_));
    if !tests.iter().any(|test| is_opaque(test)) {
        // Words, beginnings and lengths are among the candidates in all combinations.
        return tests.iter().all(|test| !matches!(test, Test::AtMostCharacters(limit) if *limit > MOST_CHARACTERS));
    }
    let tests: Vec<&&Test> = tests.iter().filter(|test| test.takes("x", kind).is_some()).collect();
    if tests.len() > MOST_TESTS {
        return false;
    }
    (0_u32..1 << tests.len()).all(|mask| {
        let wanted = |at: usize| mask & (1 << at) != 0;
        let is_shown = words
            .iter()
            .any(|word| tests.iter().enumerate().all(|(at, test)| test.takes(word, kind) == Some(wanted(at))));
        let is_impossible = || {
            tests.iter().enumerate().any(|(one, test)| {
                tests.iter().enumerate().any(|(other, against)| {
                    one != other
                        && wanted(one)
                        && ((wanted(other) && test.is_apart(against)) || (!wanted(other) && test.is_within(against)))
                })
            })
        };
        is_shown || is_impossible()
    })
}

/// Returns numbers on both sides of each limit.
fn numbers(tests: &[&Test]) -> Vec<String> {
    let turns = tests.iter().flat_map(|test| match test {
        Test::Number(range) => range.turns().collect(),
        _ => Vec::new(),
    });
    let others = [2020, 0, 1, i32::MAX, i32::MIN];
    let numbers: Vec<i32> = others.into_iter().chain(turns).collect();
    let is_compared = tests.iter().any(|test| test.other().is_some());
    let answers = |number: &i32| -> Vec<bool> {
        tests
            .iter()
            .filter_map(|test| if let Test::Number(range) = test { Some(range.takes(*number)) } else { None })
            .collect()
    };
    let chosen = if is_compared { numbers } else { distinct(numbers, answers) };
    chosen.iter().map(i32::to_string).collect()
}

/// Returns a word with more letters, up to a length.
fn pad(word: &str, length: usize) -> Option<String> {
    let missing =
        length.checked_sub(word.chars().count()).filter(|missing| *missing > 0 && length <= MOST_CHARACTERS)?;
    Some([word, &"x".repeat(missing)].concat())
}

fn after(day: Date, days: i32) -> Option<Date> {
    let day = day.to_chrono().checked_add_signed(Duration::days(days.into()))?;
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
