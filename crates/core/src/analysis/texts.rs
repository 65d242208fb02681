//! Words and texts: one of each class.
//!
//! A table of readers lists everything that reads a word of a field. Plain readers compare the word
//! with names or prefixes, or its length with a limit. They divide all texts into the names and, for
//! every other text, into groups by its longest prefix and by the limits that its length exceeds. A
//! prefix, filled up with a character that no name and no prefix contains, represents its group at
//! each length, so no group is without a candidate.
//!
//! All other readers are opaque, such as patterns. The candidates are exhaustive only if each group
//! shows every combination of their answers, except for those that two tests exclude.

use crate::analysis::samples;
use crate::context::Context;
use crate::context::carriers::{Carrier, CarrierList, Likeness};
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::BASE_PRODUCT;
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::parts::{FirmOnly, Words as KnownWords};
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Rule};
use crate::rulebook::vocabulary::{
    COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, STATES, StateCode, UNUSUAL_STATES, WordList, state_code,
};
use crate::text::email::is_email_address;
use std::borrow::Cow;
use std::collections::BTreeSet;

/// The longest text that a test of the number of characters may ask for.
const MOST_CHARACTERS: usize = 2_000;

/// The most combinations of answers of opaque readers that are compared.
const MOST_ANSWERS: usize = 256;

/// A reader of words.
#[derive(Debug)]
enum Reader<'c> {
    /// The list of the field, with the words of the context.
    Listed(&'c Context, &'static WordList),
    UnusualState,
    /// A test of a rule.
    Test(Cow<'c, Test>),
    /// A condition of the rulebook, which reads only the first of several words.
    FirstWord(Test),
    Email,
    Likeness(&'c CarrierList),
}

/// The readers of a field's words.
#[derive(Debug)]
pub(crate) struct Readers<'c> {
    kind: Kind,
    list: Option<&'static WordList>,
    all: Vec<Reader<'c>>,
    /// The text of an ordinary case.
    neutral: Vec<String>,
    /// `true` if the field is compared with another one, which reads all of a text.
    is_compared: bool,
}

/// The words of a field.
#[derive(Debug)]
pub(crate) struct Words {
    pub(crate) words: Vec<String>,
    /// `true` if the words show every combination of answers that a word can get.
    pub(crate) is_complete: bool,
}

impl Reader<'_> {
    fn answer(&self, word: &str, kind: Kind) -> u8 {
        match self {
            Reader::Listed(context, list) => u8::from(context.lists(list, word)),
            Reader::UnusualState => u8::from(state_code(word) == StateCode::Unusual),
            Reader::Test(_) | Reader::FirstWord(_) => {
                u8::from(self.test().is_some_and(|test| test.takes(word, kind) == Some(true)))
            }
            Reader::Email => u8::from(is_email_address(word)),
            Reader::Likeness(list) => match list.likeness(word) {
                Likeness::None => 0,
                Likeness::Similar => 1,
                Likeness::Same => 2,
            },
        }
    }

    fn test(&self) -> Option<&Test> {
        match self {
            Reader::Test(test) => Some(test),
            Reader::FirstWord(test) => Some(test),
            _ => None,
        }
    }

    /// Returns the number of different answers.
    fn answers(&self) -> u8 {
        if matches!(self, Reader::Likeness(_)) { 3 } else { 2 }
    }

    /// Returns `true` if the reader only compares a word with names or prefixes, or its length with a
    /// limit.
    fn is_plain(&self) -> bool {
        match self.test() {
            Some(test) => matches!(test, Test::OneOf(_) | Test::StartsWith(_) | Test::AtMostCharacters(_, _)),
            None => matches!(self, Reader::Listed(..) | Reader::UnusualState),
        }
    }

    /// Returns `true` if no word can get these answers from two readers.
    fn excludes(&self, own: u8, other: &Reader<'_>, others: u8) -> bool {
        let (Some(test), Some(against)) = (self.test(), other.test()) else { return false };
        match (own, others) {
            (1, 1) => is_apart(test, against),
            (1, 0) => test.is_within(against),
            _ => false,
        }
    }
}

/// Returns `true` if no text is known to pass both tests.
fn is_apart(one: &Test, other: &Test) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    match (one, other) {
        (Test::StartsWith(prefixes), Test::Number(_)) => !prefixes.iter().any(is_digits),
        (Test::AtMostCharacters(limit, _), Test::Number(Range { least: Some(least), .. })) => {
            *least > 0 && least.to_string().len() > *limit
        }
        _ => one.is_apart(other),
    }
}

impl<'c> Readers<'c> {
    pub(crate) fn of(context: &'c Context, product: Product, path: FieldPath, tests: &[&'c Test]) -> Readers<'c> {
        let kind = path.kind(Some(product));
        let starts = |prefixes: &'static [&'static str]| Test::StartsWith(KnownWords::Known(prefixes));
        let equals = |word: &str| Test::OneOf(KnownWords::Read(vec![word.to_owned()], FirmOnly));
        let list = path.list(Some(product));
        let mut readers: Vec<Reader<'c>> = Vec::new();
        readers.extend(list.map(|list| Reader::Listed(context, list)));
        match kind {
            Kind::State { .. } => readers.push(Reader::UnusualState),
            Kind::Emails => readers.push(Reader::Email),
            _ => {}
        }
        if is_company(path) {
            let lists = [&context.refused, &context.specialty].into_iter();
            readers.extend(lists.filter(|list| !list.is_empty()).map(Reader::Likeness));
        }
        let mut own = Vec::new();
        if path.key == BASE_PRODUCT {
            own.extend([COMMERCIAL_PREFIXES, PERSONAL_PREFIXES].map(starts));
        }
        let mut least = None;
        for condition in RULES.iter().flat_map(Rule::tests).filter(|condition| condition.path == path) {
            match &condition.test {
                Test::Contains(word) => own.push(equals(word)),
                test @ Test::Number(range) => {
                    own.push(test.clone());
                    least = range.least;
                }
                test @ (Test::StartsWith(_) | Test::OneOf(_)) => readers.push(Reader::FirstWord(test.clone())),
                _ => {}
            }
        }
        readers.extend(own.into_iter().map(|test| Reader::Test(Cow::Owned(test))));
        readers.extend(tests.iter().filter_map(|test| match test {
            Test::Contains(word) => Some(Reader::Test(Cow::Owned(equals(word)))),
            test => test.takes("x", kind).map(|_| Reader::Test(Cow::Borrowed(*test))),
        }));
        let neutral = match kind {
            Kind::Emails => vec!["a@b.example".to_owned()],
            Kind::Text if is_company(path) => companies(context),
            Kind::Text => vec![least.map_or_else(|| "Test".to_owned(), |number| number.to_string())],
            _ => Vec::new(),
        };
        let is_compared = tests.iter().any(|test| test.other().is_some());
        Readers { kind, list, all: readers, neutral, is_compared }
    }

    /// Returns the answers of every reader.
    pub(crate) fn answers(&self, word: &str) -> Vec<u8> {
        self.all.iter().map(|reader| reader.answer(word, self.kind)).collect()
    }

    /// Returns the answers of the readers that read each of several words.
    pub(crate) fn answers_about_each(&self, word: &str) -> Vec<u8> {
        let readers = self.all.iter().filter(|reader| !matches!(reader, Reader::FirstWord(_)));
        readers.map(|reader| reader.answer(word, self.kind)).collect()
    }

    /// Returns the first candidate of each class.
    pub(crate) fn words(&self) -> Words {
        let names = self.names();
        let (candidates, is_complete) = match (self.kind, self.list) {
            (Kind::State { .. }, _) => (STATES.into_iter().chain(UNUSUAL_STATES).map(str::to_owned).collect(), true),
            (_, Some(list)) if !list.open => (names, true),
            _ => {
                let (candidates, are_all_groups) = self.candidates(&names);
                let is_complete = are_all_groups && self.shows_all(&candidates, &names);
                (candidates, is_complete)
            }
        };
        let whole = |word: &String| word.bytes().take(if self.is_compared { 16 } else { 0 }).collect::<Vec<u8>>();
        let words = distinct(candidates, |word| (self.answers(word), whole(word)));
        Words { words, is_complete }
    }

    fn tests(&self) -> impl Iterator<Item = &Test> {
        self.all.iter().filter_map(Reader::test)
    }

    /// Returns every word that a reader compares a word with.
    fn names(&self) -> Vec<String> {
        let mut names = Vec::new();
        if let Some(list) = self.list {
            names.extend(list.words.iter().map(|word| (*word).to_owned()));
        }
        for reader in &self.all {
            match (reader, reader.test()) {
                (Reader::Listed(context, list), _) => names.extend(context.extra_words(list).map(str::to_owned)),
                (_, Some(Test::OneOf(words))) if self.list.is_none_or(|list| list.open) => {
                    names.extend(words.iter().map(str::to_owned));
                }
                _ => {}
            }
        }
        names
    }

    /// Returns words of every group and for the opaque readers, and `true` if each group has one.
    fn candidates(&self, names: &[String]) -> (Vec<String>, bool) {
        let mut prefixes: Vec<String> = Vec::new();
        let mut samples: Vec<String> = Vec::new();
        let mut numbers: Vec<String> = Vec::new();
        let mut lengths: Vec<usize> = Vec::new();
        for test in self.tests() {
            match test {
                Test::StartsWith(known) => prefixes.extend(known.iter().map(str::to_owned)),
                Test::AtMostCharacters(limit, _) => lengths.extend([*limit, limit.saturating_add(1)]),
                Test::Like(_, pattern, _) => samples.extend(samples::of_pattern(pattern.pieces())),
                Test::Matches(expression, _) => samples.extend(samples::of_expression(expression.written())),
                Test::Number(range) => {
                    numbers.extend(range.turns().filter(|number| *number >= 0).map(|number| number.to_string()));
                    numbers.extend(["0", "99999999999"].map(str::to_owned));
                }
                _ => {}
            }
        }
        if self.is_compared {
            numbers.extend(["1", "2"].map(str::to_owned));
        }
        let are_short = lengths.iter().all(|length| *length <= MOST_CHARACTERS);
        lengths.retain(|length| *length <= MOST_CHARACTERS);
        let fill = filler(names.iter().chain(&prefixes));
        let mut words = self.neutral.clone();
        words.extend(names.iter().cloned());
        if self.list.is_some() {
            words.push("unlisted".to_owned());
            words.extend(prefixes.iter().map(|prefix| [prefix, "_unlisted"].concat()));
        }
        for number in &numbers {
            words.push(number.clone());
            words.extend(lengths.iter().map(|length| format!("{number:0>length$}")));
        }
        let fillers = fill.into_iter().chain((!numbers.is_empty()).then_some('0'));
        for text in prefixes.iter().chain(&samples).chain([&String::new()]) {
            words.push(text.clone());
            let own = text.chars().count();
            for length in std::iter::once(own.saturating_add(1)).chain(lengths.iter().copied()) {
                let more = |letter| std::iter::repeat_n(letter, length.saturating_sub(own));
                words.extend(fillers.clone().map(|letter| text.chars().chain(more(letter)).collect::<String>()));
            }
        }
        if let Kind::Emails = self.kind {
            let addresses = words.iter().flat_map(|word| ["@b.example", "@"].map(|end| [word, end].concat()));
            words.extend(addresses.collect::<Vec<_>>());
            words.retain(|word| !word.contains(char::is_whitespace));
        }
        words.retain(|word| !word.trim().is_empty());
        (words, are_short && fill.is_some())
    }

    /// Returns `true` if the candidates of each group show every combination of answers of the opaque
    /// readers that is not known to be impossible. A name is one word, whose answers are exact.
    fn shows_all(&self, candidates: &[String], names: &[String]) -> bool {
        let opaque: Vec<(usize, u8)> = self
            .all
            .iter()
            .enumerate()
            .filter(|(_, reader)| !reader.is_plain())
            .map(|(at, reader)| (at, reader.answers()))
            .collect();
        let all = opaque.iter().try_fold(1_usize, |all, (_, answers)| all.checked_mul(usize::from(*answers)));
        let Some(all) = all.filter(|all| *all <= MOST_ANSWERS) else { return false };
        let shown: BTreeSet<Vec<u8>> = candidates.iter().map(|word| self.answers(word)).collect();
        let known: BTreeSet<&String> = names.iter().collect();
        let groups = candidates.iter().filter(|word| !known.contains(word)).map(|word| self.answers(word));
        groups.collect::<BTreeSet<_>>().into_iter().all(|group| {
            (0..all).all(|number| {
                let mut answers = group.clone();
                let mut rest = number;
                for (at, count) in &opaque {
                    let count = usize::from(*count);
                    if let Some(answer) = answers.get_mut(*at) {
                        *answer = u8::try_from(rest % count).unwrap_or_default();
                    }
                    rest /= count;
                }
                shown.contains(&answers) || self.is_impossible(&answers)
            })
        })
    }

    fn is_impossible(&self, answers: &[u8]) -> bool {
        let rows = || self.all.iter().zip(answers);
        rows().enumerate().any(|(at, (one, own))| {
            rows().enumerate().any(|(other_at, (other, others))| at != other_at && one.excludes(*own, other, *others))
        })
    }
}

fn is_company(path: FieldPath) -> bool {
    path == FieldPath::of(INSURANCE_COMPANY) || path == FieldPath::of(INSURANCE_COMPANY_NAME)
}

/// Returns the first candidate with each combination of answers.
pub(crate) fn distinct<T, A: Ord>(candidates: Vec<T>, answers: impl Fn(&T) -> A) -> Vec<T> {
    let mut seen = BTreeSet::new();
    candidates.into_iter().filter(|candidate| seen.insert(answers(candidate))).collect()
}

/// Returns a character that none of these texts contains.
fn filler<'t>(texts: impl Iterator<Item = &'t String>) -> Option<char> {
    let taken: BTreeSet<char> = texts.flat_map(|text| text.chars()).collect();
    "xqjzkwvy".chars().chain('a'..='z').chain('0'..='9').chain('\u{4e00}'..='\u{9fff}').find(|own| !taken.contains(own))
}

/// Returns names of companies that the lists of the context tell apart.
fn companies(context: &Context) -> Vec<String> {
    let lists = [&context.refused, &context.specialty];
    let neutral = ["Example Insurance", "Zyxwv Qponm", "Placeholder Underwriters", "Qj"];
    let is_neutral = |name: &&str| lists.iter().all(|list| list.likeness(name) == Likeness::None);
    let mut names: Vec<String> = neutral.into_iter().find(is_neutral).map(str::to_owned).into_iter().collect();
    for Carrier { name, spellings, patterns } in lists.into_iter().flat_map(CarrierList::carriers) {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::fields::names::lookup;
    use crate::rulebook::product::Product;
    use crate::rulebook::rules::expression::Expression;
    use crate::text::glob::Pattern;
    use proptest::prelude::*;
    use proptest::sample::select;

    /// Generates a test of a word or text.
    fn test() -> impl Strategy<Value = Test> {
        let words = || prop::collection::vec("[xTa@01]{1,3}|Test|xqjzkwvy", 1..4);
        prop_oneof![
            3 => words().prop_map(|words| Test::OneOf(KnownWords::Read(words, FirmOnly))),
            3 => words().prop_map(|words| Test::StartsWith(KnownWords::Read(words, FirmOnly))),
            2 => (0_usize..8).prop_map(|most| Test::AtMostCharacters(most, FirmOnly)),
            1 => (prop::option::of(0..20), prop::option::of(0..2000))
                .prop_map(|(least, most)| Test::Number(Range { least: least.map(i64::from), most: most.map(i64::from) })),
            1 => "[xT1*?#]{1,3}".prop_map(|text| Test::Like(text.clone(), Pattern::parse(&text).expect("a pattern"), FirmOnly)),
            1 => select(&["[xT]+", "[0-9]{2}", "a.*"][..])
                .prop_map(|text| Test::Matches(Expression::parse(text).expect("an expression").into(), FirmOnly)),
        ]
    }

    proptest! {
        /// Each text is in the class of a word, if the words are exhaustive.
        #[test]
        fn words_show_the_answers_of_each_text(
            tests in prop::collection::vec(test(), 0..4),
            name in select(&["summary", "plaintiff_name", "cc_emails", "insurance_company", "usdot_number"][..]),
            texts in prop::collection::vec(r"[xTa@01é]{1,4}|Test|Testx?|[0-9]{1,6}|a@b.example", 64),
        ) {
            let context = Context::new("2026-03-01".parse().expect("a day"));
            let path = FieldPath::of(lookup(name).expect("a field"));
            let tests: Vec<&Test> = tests.iter().collect();
            let readers = Readers::of(&context, Product::PolicyExistence, path, &tests);
            let words = readers.words();
            let shown: BTreeSet<Vec<u8>> = words.words.iter().map(|word| readers.answers(word)).collect();
            for text in texts.iter().filter(|_| words.is_complete) {
                prop_assert!(shown.contains(&readers.answers(text)), "{} in {:?}", text, words);
            }
            // Names, prefixes and lengths alone are always exhaustive.
            let are_plain = readers.all.iter().all(Reader::is_plain);
            prop_assert!(words.is_complete || !are_plain, "{:?}", tests);
        }
    }
}
