//! Reasoning about conditions: if they can be met together, and what they imply.
//!
//! Each field is analyzed on its own, with a set of candidates: the words of its list, unlisted
//! words with a start that a condition names, both answers, the days around the named ones, and
//! "not set". For these, tests of words, answers and fixed days are decided exactly. Patterns and
//! lengths are decided only for words that are written out in full, and days relative to today
//! never. An undecided condition counts as possible, and is implied only by itself.

use crate::context::Context;
use crate::context::firm_rules::operators::Family;
use crate::rulebook::fields::Kind;
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::test::Test;
use crate::rulebook::vocabulary::{STATES, UNUSUAL_STATES};
use crate::text::date::Date;

/// A possible value of a field, as far as tests distinguish values.
enum Candidate {
    Unset,
    Answer(bool),
    /// A word, with `true` for a real word, and `false` if it stands for others with the same
    /// start.
    Word(String, bool),
    Day(Date),
    Number(i64),
    /// A value that only counts as given.
    Record,
}

/// Stands for the rest of an unlisted word.
const UNLISTED: char = '\u{1}';

/// The product and the context of the analyzed fields and words.
#[derive(Clone, Copy)]
pub(crate) struct Logic<'h> {
    pub(crate) product: Product,
    pub(crate) context: &'h Context,
}

/// The most combinations of formulas that are analyzed. Beyond that, combined formulas count as
/// satisfiable.
const MOST_WAYS: usize = 64;

/// Conditions that are met together. A formula is met if all conditions of one of its ways are.
pub(crate) type Way = Vec<Condition>;

/// Returns the ways in which all formulas are met. If there are too many, only single tests count.
pub(crate) fn ways<'f>(formulas: impl IntoIterator<Item = &'f Formula>) -> Vec<Way> {
    let formulas: Vec<&Formula> = formulas.into_iter().collect();
    all(formulas.iter().map(|formula| of_formula(formula, true))).unwrap_or_else(|| {
        let alone = formulas.iter().filter_map(|formula| match formula {
            Formula::Test(condition) => Some(condition.clone()),
            _ => None,
        });
        vec![alone.collect()]
    })
}

/// Returns the ways in which a formula is not met, if there are not too many.
pub(crate) fn ways_against(formula: &Formula) -> Option<Vec<Way>> {
    of_formula(formula, false)
}

fn of_formula(formula: &Formula, met: bool) -> Option<Vec<Way>> {
    let each = |parts: &[Formula]| parts.iter().map(|part| of_formula(part, met)).collect::<Vec<_>>();
    match (formula, met) {
        // The credential belongs to no field.
        (Formula::MasterToken, _) => None,
        (Formula::Test(condition), true) => Some(vec![vec![condition.clone()]]),
        (Formula::Test(condition), false) => Some(opposites(condition)),
        (Formula::Not(part, _), met) => of_formula(part, !met),
        (Formula::Any(parts, _), true) | (Formula::All(parts, _), false) => {
            let any: Vec<Way> = each(parts).into_iter().collect::<Option<Vec<_>>>()?.concat();
            (any.len() <= MOST_WAYS).then_some(any)
        }
        (Formula::Any(parts, _), false) | (Formula::All(parts, _), true) => all(each(parts)),
    }
}

/// Combines each way of one part with each way of the others.
fn all(parts: impl IntoIterator<Item = Option<Vec<Way>>>) -> Option<Vec<Way>> {
    parts.into_iter().try_fold(vec![Vec::new()], |ways: Vec<Way>, part| {
        let part = part?;
        let together: Vec<Way> =
            ways.iter().flat_map(|way| part.iter().map(|more| [way.as_slice(), more].concat())).collect();
        (together.len() <= MOST_WAYS).then_some(together)
    })
}

/// Returns the ways in which a test is not met: a value does not pass, or there is no value.
fn opposites(condition: &Condition) -> Vec<Way> {
    let opposite = Condition { wanted: !condition.wanted, ..condition.clone() };
    match &condition.test {
        // These tests have a result even without a value.
        Test::Set(_) | Test::Contains(_) | Test::Count(..) => vec![vec![opposite]],
        _ => {
            let unset = condition.paths().map(|path| vec![Condition { path, test: Test::Set(false), wanted: true }]);
            unset.chain([vec![opposite]]).collect()
        }
    }
}

impl Logic<'_> {
    /// Returns `true` if meeting formulas in any of these ways implies another one.
    pub(crate) fn entails(&self, ways: &[Way], formula: &Formula) -> bool {
        if let Formula::Test(condition) = formula {
            return ways.iter().all(|way| self.implies(&way.iter().collect::<Vec<_>>(), condition));
        }
        let Some(against) = ways_against(formula) else { return false };
        !ways.iter().any(|way| against.iter().any(|other| self.can_hold(&way.iter().chain(other).collect::<Vec<_>>())))
    }

    /// Returns `true` if some values meet all conditions.
    pub(crate) fn can_hold(&self, conditions: &[&Condition]) -> bool {
        conditions.iter().all(|condition| {
            let same: Vec<&Condition> = about(conditions, condition.path);
            self.candidates(&same).iter().any(|candidate| self.possible(candidate, &same))
        })
    }

    /// Returns `true` if the conditions imply another one.
    pub(crate) fn implies(&self, conditions: &[&Condition], extra: &Condition) -> bool {
        if conditions.contains(&extra) {
            return true;
        }
        let mut same = about(conditions, extra.path);
        if same.is_empty() && !matches!(extra.test, Test::Set(_)) {
            return false;
        }
        let known = same.clone();
        same.push(extra);
        self.candidates(&same).iter().filter(|candidate| self.possible(candidate, &known)).all(|candidate| {
            let by_itself = || known.iter().any(|known| is_within(known, extra));
            self.meets(candidate, extra).unwrap_or_else(by_itself)
        })
    }

    fn possible(&self, candidate: &Candidate, conditions: &[&Condition]) -> bool {
        let answers: Vec<Option<bool>> = conditions.iter().map(|condition| self.meets(candidate, condition)).collect();
        let undecided =
            || conditions.iter().zip(&answers).filter(|(_, answer)| answer.is_none()).map(|(known, _)| known);
        // A test and its opposite exclude each other, whatever the test is.
        let opposed = undecided().any(|one| undecided().any(|other| is_apart(one, other)));
        !answers.contains(&Some(false)) && !opposed
    }

    /// Returns `true` if a candidate meets a condition, and `None` if that is undecided.
    fn meets(&self, candidate: &Candidate, condition: &Condition) -> Option<bool> {
        let Condition { path, test, wanted } = condition;
        let kind = path.kind(Some(self.product));
        match (candidate, test) {
            (Candidate::Unset, Test::Set(set)) => Some(set != wanted),
            (Candidate::Unset, Test::Contains(_)) => Some(!wanted),
            (Candidate::Unset, Test::Count(range, _)) => Some(range.takes(0) == *wanted),
            (Candidate::Unset, _) => Some(false),
            (_, Test::Set(set)) => Some(set == wanted),
            (Candidate::Answer(answer), Test::Is(value)) => Some((answer == value) == *wanted),
            (Candidate::Number(number), Test::Number(range)) => Some(range.takes(*number) == *wanted),
            (Candidate::Word(word, _), Test::Contains(known)) if word == known => Some(*wanted),
            (Candidate::Word(..), Test::Contains(_)) if matches!(kind, Kind::OneWord(_)) => Some(!wanted),
            (
                Candidate::Word(_, false),
                Test::Like(..) | Test::Matches(..) | Test::AtMostCharacters(..) | Test::Number(_),
            )
            | (Candidate::Day(_), Test::Age(_) | Test::Weekday(..)) => None,
            (Candidate::Word(word, _), test) => test.takes(word, kind).map(|takes| takes == *wanted),
            (Candidate::Day(day), test) => test.takes_day(*day, Date::MIN).map(|takes| takes == *wanted),
            _ => None,
        }
    }

    /// Returns the candidates for the one field of these conditions.
    fn candidates(&self, conditions: &[&Condition]) -> Vec<Candidate> {
        let Some(path) = conditions.first().map(|condition| condition.path) else { return Vec::new() };
        let product = Some(self.product);
        let mut candidates = Vec::new();
        // A rule waits for a required field; a member may lack its record.
        if path.member.is_some() || !path.is_always_asked(self.product) {
            candidates.push(Candidate::Unset);
        }
        match Family::of(path.kind(product)) {
            Family::Answer => candidates.extend([true, false].map(Candidate::Answer)),
            Family::Record => candidates.push(Candidate::Record),
            Family::Number => {
                let turns = conditions.iter().flat_map(|condition| match condition.test {
                    Test::Number(range) => range.turns().collect(),
                    _ => Vec::new(),
                });
                candidates.extend(turns.chain([i64::MIN, 0, i64::MAX]).map(Candidate::Number));
            }
            Family::Day => {
                let ends = [Some(Date::MIN), Date::parse("9999-12-31")];
                let days = conditions.iter().flat_map(|condition| match &condition.test {
                    Test::NotBefore(day, _) | Test::NotAfter(day, _) => around(*day).to_vec(),
                    Test::BetweenDays(first, last, _) => [around(*first), around(*last)].concat(),
                    _ => Vec::new(),
                });
                candidates.extend(days.chain(ends).flatten().map(Candidate::Day));
            }
            Family::Word | Family::Words | Family::Entries | Family::Text => {
                candidates.extend(self.words(path, conditions));
            }
        }
        candidates
    }

    fn words(&self, path: FieldPath, conditions: &[&Condition]) -> Vec<Candidate> {
        let product = Some(self.product);
        let mut words: Vec<Candidate> = Vec::new();
        let real = |word: &str| Candidate::Word(word.to_owned(), true);
        words.extend(path.words(product, self.context).into_iter().map(real));
        if let Kind::State { .. } = path.kind(product) {
            words.extend(STATES.into_iter().chain(UNUSUAL_STATES).map(real));
            return words;
        }
        if path.list(product).is_some_and(|list| !list.open) {
            return words;
        }
        let unlisted = |start: &str| Candidate::Word(format!("{start}{UNLISTED}"), false);
        words.push(unlisted(""));
        for condition in conditions {
            match &condition.test {
                Test::OneOf(known) => words.extend(known.iter().map(real)),
                Test::Contains(known) => words.push(real(known)),
                Test::StartsWith(prefixes) => words.extend(prefixes.iter().map(unlisted)),
                _ => {}
            }
        }
        words
    }
}

/// Returns `true` if meeting one condition is known to imply the other.
fn is_within(one: &Condition, other: &Condition) -> bool {
    match (one.wanted, other.wanted) {
        (true, true) => one.test.is_within(&other.test),
        (false, false) => other.test.is_within(&one.test),
        _ => false,
    }
}

/// Returns `true` if nothing is known to meet both conditions.
fn is_apart(one: &Condition, other: &Condition) -> bool {
    match (one.wanted, other.wanted) {
        (true, true) => one.test.is_apart(&other.test),
        (true, false) => one.test.is_within(&other.test),
        (false, true) => other.test.is_within(&one.test),
        (false, false) => false,
    }
}

fn about<'c>(conditions: &[&'c Condition], path: FieldPath) -> Vec<&'c Condition> {
    conditions.iter().copied().filter(|condition| condition.path == path).collect()
}

/// Returns a day with the days before and after it.
fn around(day: Date) -> [Option<Date>; 3] {
    let beside = |day: Option<chrono::NaiveDate>| day.and_then(|day| Date::try_from(day).ok());
    [beside(day.to_chrono().pred_opt()), Some(day), beside(day.to_chrono().succ_opt())]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::conditions::Met;
    use crate::judge::evaluate::Case;
    use crate::payload::reader as read;
    use crate::payload::slots::Payload;
    use crate::rulebook::fields::names::{SLOTS, key};
    use crate::rulebook::fields::sets::SlotSet;
    use crate::rulebook::params::Severity;
    use crate::rulebook::rules::expression::Expression;
    use crate::rulebook::rules::parts::{FirmOnly, Words};
    use crate::rulebook::rules::range::Range;
    use crate::rulebook::rules::test::Weekdays;
    use crate::rulebook::rules::{FirmWords, Rule, Source};
    use crate::text::glob::Pattern;
    use proptest::prelude::*;
    use proptest::sample::{select, subsequence};
    use proptest::test_runner::contextualize_config;
    use std::borrow::Cow;

    const COVERAGE: [&str; 4] = [
        "commercial_auto_policy_limits",
        "personal_auto_policy_limits",
        "international_commercial_policy_limits",
        "personal_boat",
    ];
    const TEXTS: [&str; 5] = ["A1", "A22", "B1", "A", ""];
    const DAYS: [&str; 4] = ["2026-01-14", "2026-01-15", "2026-01-16", "2026-03-02"];

    fn condition() -> impl Strategy<Value = Condition> {
        let some = |words: &'static [&'static str]| {
            subsequence(words, 1..=2)
                .prop_map(|words| Words::Read(words.into_iter().map(str::to_owned).collect(), FirmOnly))
        };
        let word = |words: &'static [&'static str]| select(words).prop_map(Cow::from);
        let pattern = |text: &str| Test::Like(text.to_owned(), Pattern::parse(text).expect("a pattern"), FirmOnly);
        let day = || select(&DAYS[..]).prop_map(|day| Date::parse(day).expect("a day"));
        let words = || {
            prop_oneof![
                some(&COVERAGE).prop_map(Test::OneOf),
                some(&["commercial", "personal", "inter"]).prop_map(Test::StartsWith),
                word(&COVERAGE).prop_map(Test::Contains),
            ]
        };
        let of = |name: &'static str| Just(name);
        let tests = prop_oneof![
            (of("base_product"), words(), any::<bool>()),
            (
                of("add_on_services"),
                prop_oneof![
                    some(&["skip_trace", "policy_period"]).prop_map(Test::OneOf),
                    word(&["skip_trace", "policy_period"]).prop_map(Test::Contains),
                ],
                any::<bool>()
            ),
            (
                of("is_test"),
                prop_oneof![any::<bool>().prop_map(Test::Is), any::<bool>().prop_map(Test::Set)],
                Just(true)
            ),
            (
                of("claim_number"),
                prop_oneof![
                    some(&TEXTS[..4]).prop_map(Test::OneOf),
                    some(&["A", "B", "A2"]).prop_map(Test::StartsWith),
                    select(vec![pattern("A*"), pattern("?#"), pattern("*1")]),
                    select(vec![r"A\d+", "[AB]1"]).prop_map(|written| Test::Matches(
                        Expression::parse(written).expect("an expression").into(),
                        FirmOnly
                    )),
                ],
                any::<bool>()
            ),
            (
                of("claim_number"),
                prop_oneof![
                    any::<bool>().prop_map(Test::Set),
                    (1_usize..4).prop_map(|most| Test::AtMostCharacters(most, FirmOnly))
                ],
                Just(true)
            ),
            (
                of("add_on_services"),
                (prop::option::of(0..4), prop::option::of(0..4))
                    .prop_map(|(least, most)| Test::Count(Range { least, most }, FirmOnly)),
                Just(true)
            ),
            (of("date_of_loss"), (0_u8..128).prop_map(|days| Test::Weekday(Weekdays(days), FirmOnly)), any::<bool>()),
            (
                of("date_of_loss"),
                prop_oneof![
                    (day(), day()).prop_map(|(first, last)| Test::BetweenDays(first, last, FirmOnly)),
                    day().prop_map(|day| Test::NotBefore(day, FirmOnly)),
                    day().prop_map(|day| Test::NotAfter(day, FirmOnly)),
                    prop::option::of(40_i32..50).prop_map(|most| Test::Age(Range { least: Some(0), most })),
                ],
                Just(true)
            ),
        ];
        tests.prop_map(|(name, test, wanted)| Condition { path: FieldPath::of(key_of(name)), test, wanted })
    }

    fn key_of(name: &str) -> crate::rulebook::fields::names::FieldId {
        crate::rulebook::fields::names::lookup(name).unwrap_or(key("summary"))
    }

    fn payload() -> impl Strategy<Value = String> {
        let list =
            |words: &'static [&'static str], least: usize| subsequence(words, least..=words.len()).prop_shuffle();
        (
            list(&COVERAGE, 1),
            list(&["skip_trace", "policy_period", "um_uim_limits"], 0),
            prop::option::of(any::<bool>()),
            select(&TEXTS[..]),
            select(&DAYS[..]),
        )
            .prop_map(|(coverage, services, test, claim, day)| {
                serde_json::json!({
                    "case_type": "pl", "base_product": coverage, "add_on_services": services, "is_test": test,
                    "claim_number": claim, "date_of_loss": day,
                })
                .to_string()
            })
    }

    fn formula() -> impl Strategy<Value = Formula> {
        condition().prop_map(Formula::Test).prop_recursive(2, 6, 3, |part| {
            prop_oneof![
                prop::collection::vec(part.clone(), 1..4).prop_map(|parts| Formula::Any(parts.into(), FirmOnly)),
                prop::collection::vec(part.clone(), 1..4).prop_map(|parts| Formula::All(parts.into(), FirmOnly)),
                part.prop_map(|part| Formula::Not(Box::new(part), FirmOnly)),
            ]
        })
    }

    fn meets(text: &str, when: Vec<Condition>) -> bool {
        meets_all(text, when.into_iter().map(Formula::Test).collect())
    }

    fn meets_all(text: &str, when: Vec<Formula>) -> bool {
        let context = Context::new(Date::parse("2026-03-01").expect("a day"));
        let mut payload = Payload::new();
        read::read(text, 8, (0..SLOTS).fold(SlotSet::EMPTY, SlotSet::with), &mut payload).expect("a payload");
        let source =
            Source::Firm(FirmOnly, FirmWords { title: None, message: [None, None], severity: Severity::Error });
        let (then, when) = (Cow::Borrowed(&[][..]), when.into());
        let rule = Rule { id: "acme.x".into(), product: None, surface: None, when, then, source };
        Case::new(&payload, &context).applies(&rule, SlotSet::EMPTY) == Met::Yes
    }

    proptest! {
        #![proptest_config(contextualize_config(ProptestConfig::with_cases(1_000)))]

        #[test]
        fn what_happens_can_happen(when in prop::collection::vec(condition(), 1..4), payload in payload()) {
            let context = Context::new(Date::parse("2026-03-01").expect("a day"));
            let logic = Logic { product: Product::PolicyLimit, context: &context };
            let all: Vec<&Condition> = when.iter().collect();
            let can_hold = logic.can_hold(&all);
            prop_assert!(can_hold || !meets(&payload, when.clone()), "{:?} in {}", when, payload);
        }

        #[test]
        fn what_formulas_make_of_conditions_is_so(when in prop::collection::vec(formula(), 1..4), extra in formula(), payload in payload()) {
            let context = Context::new(Date::parse("2026-03-01").expect("a day"));
            let logic = Logic { product: Product::PolicyLimit, context: &context };
            if meets_all(&payload, when.clone()) {
                let ways = ways(&when);
                prop_assert!(ways.iter().any(|way| meets(&payload, way.clone())), "{:?} in {}", when, payload);
                if logic.entails(&ways, &extra) {
                    prop_assert!(meets_all(&payload, vec![extra.clone()]), "{:?} implies {:?} in {}", when, extra, payload);
                }
            }
        }

        #[test]
        fn what_is_implied_follows(when in prop::collection::vec(condition(), 1..4), extra in condition(), payload in payload()) {
            let context = Context::new(Date::parse("2026-03-01").expect("a day"));
            let logic = Logic { product: Product::PolicyLimit, context: &context };
            let all: Vec<&Condition> = when.iter().collect();
            if logic.implies(&all, &extra) && meets(&payload, when.clone()) {
                prop_assert!(meets(&payload, vec![extra.clone()]), "{:?} implies {:?} in {}", when, extra, payload);
            }
        }
    }
}
