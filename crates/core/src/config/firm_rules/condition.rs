//! Reads conditions, and refuses tests that do not apply to their field.

use crate::config::firm_rules::hints;
use crate::config::firm_rules::parse::{MOST_PARTS, field_path, others};
use crate::config::firm_rules::parse::{Parser, limit, with_near, words};
use crate::context::firm_rules::operators::{Family, OPERATORS};
use crate::rulebook::fields::Kind;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::rules::expression::{Expression, ExpressionError, LONGEST};
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::parts::{FirmOnly, Words};
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::test::Weekdays;
use crate::rulebook::rules::test::{Relation, Test};
use crate::rulebook::vocabulary::{STATES, UNUSUAL_STATES};
use crate::text::glob::Pattern;
use crate::text::json::document::Document;
use crate::text::suggest::nearest;
use std::sync::Arc;

pub(crate) const LONGEST_WORD: usize = 200;
pub(crate) const MOST_WORDS: usize = 64;
pub(crate) const MOST_DAYS: u64 = 36_500;
pub(crate) const MOST_CHARACTERS: u64 = 100_000;
pub(crate) const MOST_ENTRIES: u64 = 10_000;
/// The largest whole number that JavaScript and JSON agree on.
pub(crate) const LARGEST_NUMBER: u64 = 9_007_199_254_740_991;
/// The deepest nesting of `any`, `all` and `not`.
const DEEPEST: usize = 3;

/// The members that combine conditions.
pub(crate) const CONNECTIVES: [&str; 3] = ["any", "all", "not"];

/// Returns the names of all operators, and additional ones.
pub(crate) fn names(extra: &[&'static str]) -> Vec<&'static str> {
    OPERATORS.iter().map(|row| row.name).chain(extra.iter().copied()).collect()
}

/// Refuses an object without exactly one test.
pub(crate) fn one_test<T>(parser: &mut Parser<'_>, known: &[&str]) -> Option<T> {
    parser.refuse(HouseRefusal::OneTest, Params::default().with("words", words(known)))
}

/// Reads `{"field", one test}`, or `{"any"}`, `{"all"}` or `{"not"}` of conditions; `depth` is the
/// number of enclosing ones.
pub(crate) fn formula(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    document: &Document,
    depth: usize,
) -> Option<Formula> {
    let members = parser.set(document, &names(&["field", "any", "all", "not"]))?;
    if members.get("field").is_none() && CONNECTIVES.iter().any(|name| members.get(name).is_some()) {
        let [(name, value)] = others(members, &[])[..] else { return one_test(parser, &CONNECTIVES) };
        return parser.within(name, |parser| connected(parser, product, name, value, depth));
    }
    let path = parser.must(members, "field", |parser, field| field_path(parser, product, field))?;
    let fitting: Vec<&str> = Family::of(path.kind(product)).operators(false).map(|row| row.name).collect();
    let [(name, value)] = others(members, &["field"])[..] else {
        let known: Vec<&str> = fitting.into_iter().chain(["not"]).collect();
        return one_test(parser, &known);
    };
    test(parser, product, path, name, value, &fitting).map(Formula::Test)
}

/// Reads the content of `any`, `all` or `not`.
pub(crate) fn connected(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    name: &str,
    value: &Document,
    depth: usize,
) -> Option<Formula> {
    if depth == DEEPEST {
        return parser.refuse(HouseRefusal::TooDeep, limit(DEEPEST));
    }
    if name == "not" {
        return formula(parser, product, value, depth + 1).map(|part| Formula::Not(Box::new(part), FirmOnly));
    }
    let parts = parser.some(value, MOST_PARTS, |parser, _, part| formula(parser, product, part, depth + 1))?;
    Some(if name == "any" { Formula::Any(parts.into(), FirmOnly) } else { Formula::All(parts.into(), FirmOnly) })
}

/// Reads one test of a field.
pub(crate) fn test(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    path: FieldPath,
    name: &str,
    value: &Document,
    fitting: &[&'static str],
) -> Option<Condition> {
    let fits = |parser: &mut Parser<'_>, name: &str, among: &[&str]| {
        let reason = match (among, Family::of(path.kind(product))) {
            _ if among.contains(&name) => return Some(()),
            ([], Family::Record) => HouseRefusal::NoTest,
            ([], _) => HouseRefusal::NoOpposite,
            _ => HouseRefusal::WrongTest,
        };
        parser.refuse(reason, Params::default().with("words", words(among)))
    };
    parser.within(name, |parser| {
        if name != "not" {
            fits(parser, name, fitting)?;
            return Some(Condition { path, test: read(parser, product, path, name, value)?, wanted: true });
        }
        let members = parser.set(value, &names(&[]))?;
        let has_opposite = |name: &&str| OPERATORS.iter().any(|row| row.name == *name && row.has_opposite);
        let opposable: Vec<&str> = fitting.iter().copied().filter(has_opposite).collect();
        let [(name, value)] = others(members, &[])[..] else { return one_test(parser, &opposable) };
        parser.within(name, |parser| {
            fits(parser, name, &opposable)?;
            Some(Condition { path, test: read(parser, product, path, name, value)?, wanted: false })
        })
    })
}

fn read(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    path: FieldPath,
    name: &str,
    value: &Document,
) -> Option<Test> {
    hints::note(parser, Family::of(path.kind(product)), name, value);
    let word = |parser: &mut Parser<'_>, _: usize, value: &Document| known_word(parser, product, path, value);
    let against = |parser: &mut Parser<'_>, relation| {
        other(parser, product, path, value).map(|other| Test::Field(other, relation, FirmOnly))
    };
    let is_day = Family::of(path.kind(product)) == Family::Day;
    Some(match name {
        "set" => Test::Set(parser.answer(value)?),
        "is" => Test::Is(parser.answer(value)?),
        "equals" => Test::OneOf(Words::Read(vec![word(parser, 0, value)?], FirmOnly)),
        "one_of" => Test::OneOf(Words::Read(parser.some(value, MOST_WORDS, word)?, FirmOnly)),
        "contains" => Test::Contains(word(parser, 0, value)?.into()),
        "starts_with" => {
            let prefixes = parser.some(value, MOST_PARTS, |parser, _, value| prefix(parser, product, path, value))?;
            Test::StartsWith(Words::Read(prefixes, FirmOnly))
        }
        "like" => {
            let written = parser.text(value, LONGEST_WORD)?;
            match Pattern::parse(&written) {
                Some(pattern) => Test::Like(written, pattern, FirmOnly),
                None => return parser.refuse(HouseRefusal::BadPattern, Params::default()),
            }
        }
        "matches" => Test::Matches(Arc::new(expression(parser, value)?), FirmOnly),
        "at_most_characters" => {
            let limit = parser.number(value, 1, MOST_CHARACTERS)?;
            Test::AtMostCharacters(usize::try_from(limit).ok()?, FirmOnly)
        }
        "between" if is_day => {
            let (first, last) = pair(parser, value, Parser::day)?;
            Test::BetweenDays(first, last, FirmOnly)
        }
        "at_least" | "at_most" | "between" => Test::Number(range(parser, name, value, LARGEST_NUMBER)?),
        "count" => Test::Count(count(parser, value, MOST_ENTRIES)?, FirmOnly),
        "not_before" => Test::NotBefore(parser.day(value)?, FirmOnly),
        "not_after" => Test::NotAfter(parser.day(value)?, FirmOnly),
        "within_days" => {
            let most = i32::try_from(parser.number(value, 0, MOST_DAYS)?).ok()?;
            Test::Age(Range { least: Some(0), most: Some(most) })
        }
        "weekday" => {
            let days: Vec<(&str, u8)> = Weekdays::NAMES.into_iter().zip((0..).map(|at| 1 << at)).collect();
            let days = parser.some(value, Weekdays::NAMES.len(), |parser, _, day| parser.word(day, &days))?;
            Test::Weekday(Weekdays(days.into_iter().fold(0, |set, day| set | day)), FirmOnly)
        }
        "equals_field" => against(parser, Relation::Same)?,
        "at_least_field" => against(parser, Relation::AtLeast)?,
        "at_most_field" => against(parser, Relation::AtMost)?,
        "not_before_field" => against(parser, Relation::NotBefore)?,
        "not_after_field" => against(parser, Relation::NotAfter)?,
        "days_after" => days_after(parser, product, path, value)?,
        _ if value.as_bool() == Some(true) => Test::Age(Range { least: Some(0), most: None }),
        _ => return parser.refuse(HouseRefusal::OnlyTrue, Params::default()),
    })
}

/// The members that write a range.
pub(crate) const RANGE: [&str; 3] = ["at_least", "at_most", "between"];

/// Reads a range with limits up to `largest`.
pub(crate) fn range(parser: &mut Parser<'_>, name: &str, value: &Document, largest: u64) -> Option<Range<i64>> {
    let number = |parser: &mut Parser<'_>, value: &Document| {
        parser.number(value, 0, largest).and_then(|number| i64::try_from(number).ok())
    };
    Some(match name {
        "at_least" => Range { least: Some(number(parser, value)?), most: None },
        "at_most" => Range { least: None, most: Some(number(parser, value)?) },
        _ => {
            let (least, most) = pair(parser, value, number)?;
            Range { least: Some(least), most: Some(most) }
        }
    })
}

/// Reads `{one range}`: a number of entries or files.
pub(crate) fn count(parser: &mut Parser<'_>, value: &Document, largest: u64) -> Option<Range> {
    let members = parser.set(value, &RANGE)?;
    let [(name, value)] = others(members, &[])[..] else { return one_test(parser, &RANGE) };
    parser.within(name, |parser| range(parser, name, value, largest)).map(Range::small)
}

/// Reads a list of two limits in ascending order.
fn pair<'h, T: PartialOrd>(
    parser: &mut Parser<'h>,
    value: &Document,
    mut read: impl FnMut(&mut Parser<'h>, &Document) -> Option<T>,
) -> Option<(T, T)> {
    let Some([first, last]) = value.as_list() else {
        return parser.refuse(HouseRefusal::PairExpected, Params::default());
    };
    let first = parser.within(0, |parser| read(parser, first));
    let last = parser.within(1, |parser| read(parser, last));
    let (first, last) = (first?, last?);
    if first > last { parser.refuse(HouseRefusal::ReversedRange, Params::default()) } else { Some((first, last)) }
}

fn expression(parser: &mut Parser<'_>, value: &Document) -> Option<Expression> {
    let written = parser.text(value, LONGEST)?;
    match Expression::parse(&written) {
        Ok(expression) => Some(expression),
        Err(ExpressionError::TooLarge) => parser.refuse(HouseRefusal::ExpressionTooLarge, Params::default()),
        Err(ExpressionError::Syntax(error, at)) => {
            let params = Params::default().with("fault", Param::from(error.name())).with("position", Param::from(at));
            parser.refuse(HouseRefusal::BadExpression, params)
        }
    }
}

/// Reads the field that a value is compared with: another one of the same type.
fn other(parser: &mut Parser<'_>, product: Option<Product>, own: FieldPath, value: &Document) -> Option<FieldPath> {
    let other = field_path(parser, product, value)?;
    if other == own {
        return parser.refuse(HouseRefusal::SameField, Params::default());
    }
    let is_alike = Family::of(other.kind(product)) == Family::of(own.kind(product));
    if is_alike { Some(other) } else { parser.refuse(HouseRefusal::FieldsUnlike, Params::default()) }
}

/// Reads `{"field"}` with an optional range.
fn days_after(parser: &mut Parser<'_>, product: Option<Product>, own: FieldPath, value: &Document) -> Option<Test> {
    let members = parser.set(value, &["field", "at_least", "at_most", "between"])?;
    let other = parser.must(members, "field", |parser, field| other(parser, product, own, field))?;
    let range = match others(members, &["field"])[..] {
        [] => Range { least: Some(0), most: None },
        [(name, value)] => parser.within(name, |parser| range(parser, name, value, MOST_DAYS))?.small(),
        _ => return one_test(parser, &RANGE),
    };
    // A day before the other one is not after it.
    let range = Range { least: Some(range.least.unwrap_or(0)), ..range };
    Some(Test::Field(other, Relation::DaysAfter(range), FirmOnly))
}

/// Returns the words of a field for a product, or for all; none for free texts.
fn listed<'h>(parser: &Parser<'h>, product: Option<Product>, path: FieldPath) -> Vec<&'h str> {
    if let Kind::State { .. } = path.kind(product) {
        return STATES.into_iter().chain(UNUSUAL_STATES).collect();
    }
    let products = Product::ALL.into_iter().filter(|one| product.is_none_or(|product| product == *one));
    let context = parser.context;
    products.flat_map(|product| path.words(Some(product), context)).collect()
}

fn known_word(parser: &mut Parser<'_>, product: Option<Product>, path: FieldPath, value: &Document) -> Option<String> {
    let word = parser.text(value, LONGEST_WORD)?;
    let listed = listed(parser, product, path);
    if listed.is_empty() || listed.contains(&word.as_str()) {
        return Some(word);
    }
    let near = nearest(&word, listed.into_iter());
    parser.refuse(HouseRefusal::UnknownWord, with_near(Params::default(), near))
}

fn prefix(parser: &mut Parser<'_>, product: Option<Product>, path: FieldPath, value: &Document) -> Option<String> {
    let prefix = parser.text(value, LONGEST_WORD)?;
    let listed = listed(parser, product, path);
    if listed.is_empty() || listed.iter().any(|word| word.starts_with(prefix.as_str())) {
        return Some(prefix);
    }
    let starts = listed.iter().filter_map(|word| word.split('_').next());
    let near = nearest(&prefix, starts);
    parser.refuse(HouseRefusal::UnknownWord, with_near(Params::default(), near))
}

/// Refuses a requirement that every value satisfies.
pub(crate) fn says_something(parser: &mut Parser<'_>, product: Option<Product>, condition: &Condition) -> Option<()> {
    let kind = condition.path.kind(product);
    let closed = matches!(kind, Kind::State { .. }) || condition.path.list(product).is_some_and(|list| !list.open);
    let all = match &condition.test {
        Test::Like(_, pattern, _) => pattern.takes_all(),
        Test::Weekday(days, _) => *days == Weekdays::ALL,
        Test::Count(range, _) => range.least.is_none_or(|least| least == 0) && range.most.is_none(),
        Test::OneOf(_) | Test::StartsWith(_) if closed => {
            let takes = |word: &&str| condition.test.takes(word, kind) == Some(true);
            listed(parser, product, condition.path).iter().all(takes)
        }
        _ => false,
    };
    if all && condition.wanted {
        return parser.refuse(HouseRefusal::AllPasses, Params::default());
    }
    // The opposite of a test that every value passes is never passed, which `forbidden` expresses.
    if all {
        return parser.refuse(HouseRefusal::NonePasses, Params::default());
    }
    Some(())
}
