//! Reads conditions and demands, and refuses tests that do not fit their field.

use super::parse::{Parser, with_near, words};
use super::read::{MOST_PARTS, others, spot};
use super::test::Family;
use super::{Condition, Demand, HouseRefusal, Spot, Test};
use crate::document::Document;
use crate::fields::{Kind, Product};
use crate::issue::Params;
use crate::pattern::Pattern;
use crate::suggest::nearest;
use crate::vocabulary::{STATES, UNUSUAL_STATES};

/// Tests, by the member that says them.
const TESTS: [&str; 12] = [
    "set",
    "is",
    "equals",
    "one_of",
    "starts_with",
    "contains",
    "like",
    "at_most_characters",
    "not_before",
    "not_after",
    "within_days",
    "not_after_today",
];

/// Tests that have an opposite.
const WITH_OPPOSITE: [&str; 5] = ["equals", "one_of", "starts_with", "contains", "like"];

const LONGEST_WORD: usize = 200;
const MOST_WORDS: usize = 64;
const MOST_DAYS: u32 = 36_500;
const MOST_CHARACTERS: u32 = 100_000;

fn names(further: &[&'static str]) -> Vec<&'static str> {
    TESTS.into_iter().chain(further.iter().copied()).collect()
}

/// `{"field", one test}` of `when`.
pub(super) fn condition(parser: &mut Parser<'_>, product: Option<Product>, document: &Document) -> Option<Condition> {
    let members = parser.set(document, &names(&["field", "not"]))?;
    let spot = parser.must(members, "field", |parser, field| spot(parser, product, field))?;
    let set = ["set"].into_iter().chain(Family::of(spot.kind(product)).tests().iter().copied());
    let [(name, value)] = others(members, &["field"])[..] else {
        let known: Vec<&str> = set.chain(["not"]).collect();
        return parser.refuse(HouseRefusal::OneTest, Params::default().with("words", words(&known)));
    };
    test(parser, product, spot, name, value, set.collect())
}

/// `{"required"}`, `{"forbidden"}`, or `{"field", one test}` of `then`.
pub(super) fn demand(parser: &mut Parser<'_>, product: Option<Product>, document: &Document) -> Option<Demand> {
    let members = parser.set(document, &names(&["required", "forbidden", "field", "not"]))?;
    let one = |parser: &mut Parser<'_>, known: Vec<&str>| {
        parser.refuse(HouseRefusal::OneTest, Params::default().with("words", words(&known)))
    };
    let all = others(members, &[]);
    match all[..] {
        [("required", field)] => parser.within("required", |parser| spot(parser, product, field)).map(Demand::Required),
        [("forbidden", field)] => {
            parser.within("forbidden", |parser| spot(parser, product, field)).map(Demand::Forbidden)
        }
        _ if members.get("field").is_none() => one(parser, vec!["required", "forbidden", "field"]),
        _ => {
            let spot = parser.must(members, "field", |parser, field| spot(parser, product, field))?;
            let tests = Family::of(spot.kind(product)).tests().to_vec();
            let [(name, value)] = others(members, &["field"])[..] else {
                return one(parser, tests.into_iter().chain(["not"]).collect());
            };
            let condition = test(parser, product, spot, name, value, tests)?;
            let passes = parser.within(name, |parser| says_something(parser, product, &condition));
            passes.map(|()| Demand::Holds(condition))
        }
    }
}

fn test(
    parser: &mut Parser<'_>,
    product: Option<Product>,
    spot: Spot,
    name: &str,
    value: &Document,
    fitting: Vec<&'static str>,
) -> Option<Condition> {
    let fits = |parser: &mut Parser<'_>, name: &str, among: &[&str]| {
        let reason = match (among, Family::of(spot.kind(product))) {
            _ if among.contains(&name) => return Some(()),
            ([], Family::Thing) => HouseRefusal::NoTest,
            ([], _) => HouseRefusal::NoOpposite,
            _ => HouseRefusal::WrongTest,
        };
        parser.refuse(reason, Params::default().with("words", words(among)))
    };
    parser.within(name, |parser| {
        if name != "not" {
            fits(parser, name, &fitting)?;
            return Some(Condition { spot, test: read(parser, product, spot, name, value)?, wanted: true });
        }
        let members = parser.set(value, &names(&[]))?;
        let opposable: Vec<&str> = fitting.into_iter().filter(|name| WITH_OPPOSITE.contains(name)).collect();
        let [(name, value)] = others(members, &[])[..] else {
            return parser.refuse(HouseRefusal::OneTest, Params::default().with("words", words(&opposable)));
        };
        parser.within(name, |parser| {
            fits(parser, name, &opposable)?;
            Some(Condition { spot, test: read(parser, product, spot, name, value)?, wanted: false })
        })
    })
}

fn read(parser: &mut Parser<'_>, product: Option<Product>, spot: Spot, name: &str, value: &Document) -> Option<Test> {
    let word = |parser: &mut Parser<'_>, _: usize, value: &Document| known_word(parser, product, spot, value);
    Some(match name {
        "set" => Test::Set(parser.answer(value)?),
        "is" => Test::Is(parser.answer(value)?),
        "equals" => Test::OneOf(vec![word(parser, 0, value)?]),
        "one_of" => Test::OneOf(parser.some(value, MOST_WORDS, word)?),
        "contains" => Test::Contains(word(parser, 0, value)?),
        "starts_with" => {
            Test::StartsWith(parser.some(value, MOST_PARTS, |parser, _, value| prefix(parser, product, spot, value))?)
        }
        "like" => {
            let written = parser.text(value, LONGEST_WORD)?;
            match Pattern::parse(&written) {
                Some(pattern) => Test::Like(written, pattern),
                None => return parser.refuse(HouseRefusal::BadPattern, Params::default()),
            }
        }
        "at_most_characters" => {
            let limit = parser.number(value, 1, MOST_CHARACTERS)?;
            Test::AtMostCharacters(usize::try_from(limit).ok()?)
        }
        "not_before" => Test::NotBefore(parser.day(value)?),
        "not_after" => Test::NotAfter(parser.day(value)?),
        "within_days" => Test::WithinDays(i32::try_from(parser.number(value, 0, MOST_DAYS)?).ok()?),
        _ if value.as_bool() == Some(true) => Test::NotAfterToday,
        _ => return parser.refuse(HouseRefusal::OnlyTrue, Params::default()),
    })
}

/// The words that a field may hold for a product, or for any; none where every text may stand.
fn listed<'h>(parser: &Parser<'h>, product: Option<Product>, spot: Spot) -> Vec<&'h str> {
    if let Kind::State { .. } = spot.kind(product) {
        return STATES.into_iter().chain(UNUSUAL_STATES).collect();
    }
    let products = Product::ALL.into_iter().filter(|one| product.is_none_or(|product| product == *one));
    let host = parser.host;
    products.flat_map(|product| spot.words(Some(product), host)).collect()
}

fn known_word(parser: &mut Parser<'_>, product: Option<Product>, spot: Spot, value: &Document) -> Option<String> {
    let word = parser.text(value, LONGEST_WORD)?;
    let listed = listed(parser, product, spot);
    if listed.is_empty() || listed.contains(&word.as_str()) {
        return Some(word);
    }
    let near = nearest(&word, listed.into_iter());
    parser.refuse(HouseRefusal::UnknownWord, with_near(Params::default(), near))
}

fn prefix(parser: &mut Parser<'_>, product: Option<Product>, spot: Spot, value: &Document) -> Option<String> {
    let prefix = parser.text(value, LONGEST_WORD)?;
    let listed = listed(parser, product, spot);
    if listed.is_empty() || listed.iter().any(|word| word.starts_with(prefix.as_str())) {
        return Some(prefix);
    }
    let starts = listed.iter().filter_map(|word| word.split('_').next());
    let near = nearest(&prefix, starts);
    parser.refuse(HouseRefusal::UnknownWord, with_near(Params::default(), near))
}

/// Refuses a demand that every value meets.
fn says_something(parser: &mut Parser<'_>, product: Option<Product>, condition: &Condition) -> Option<()> {
    let kind = condition.spot.kind(product);
    let closed = matches!(kind, Kind::State { .. }) || condition.spot.list(product).is_some_and(|list| !list.open);
    let all = match &condition.test {
        Test::Like(_, pattern) => pattern.takes_all(),
        Test::OneOf(_) | Test::StartsWith(_) if closed => {
            let takes = |word: &&str| condition.test.takes(word, kind) == Some(true);
            listed(parser, product, condition.spot).iter().all(takes)
        }
        _ => false,
    };
    if all && condition.wanted {
        return parser.refuse(HouseRefusal::AllPasses, Params::default());
    }
    // The opposite of what every value meets is met by none, which `forbidden` says.
    if all {
        return parser.refuse(HouseRefusal::NonePasses, Params::default());
    }
    Some(())
}
