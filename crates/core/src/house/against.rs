//! Rules that go against each other or against the book, and rules that say nothing.
//!
//! A rule is held against whatever applies whenever it does: rules of the book and house rules whose conditions follow
//! from its own, and what the field tables always ask for. Rules that only overlap are left to the firm.

use super::logic::Logic;
use super::parse::Parser;
use super::{Condition, Demand, HouseRefusal, HouseRule, Spot, Test};
use crate::fields::Product;
use crate::issue::{Param, Params, Severity};
use crate::rules::{self, RULES, Then};

/// Something that is asked for whenever a rule applies.
struct Asked<'r> {
    demand: Demand,
    rule: &'r str,
    /// Whether the book asks it.
    book: bool,
    /// Whether the rule under test leaves it to this one to say that both are the same or go against each other.
    told_there: bool,
    /// A warning takes no demand off an error.
    severity: Severity,
}

/// Refuses what is wrong with rules that were read at these positions.
pub(super) fn compare(parser: &mut Parser<'_>, rules: &[(usize, HouseRule)]) {
    let host = parser.host;
    let logics = |rule: &HouseRule| -> Vec<Logic<'_>> {
        let of = |product| Logic { product, host };
        rule.product.map_or_else(|| Product::ALL.map(of).to_vec(), |product| vec![of(product)])
    };
    for (number, (at, rule)) in rules.iter().enumerate() {
        parser.about(*at, &rule.id);
        let logics: Vec<Logic<'_>> = logics(rule).into_iter().filter(|logic| applies(*logic, rule)).collect();
        if logics.is_empty() {
            parser.refuse_below(&["when".into()], HouseRefusal::NeverApplies, Params::default());
            continue;
        }
        let asked: Vec<Vec<Asked<'_>>> = logics.iter().map(|logic| asked(*logic, rules, number)).collect();
        for (place, demand) in rule.then.iter().enumerate() {
            let findings = logics.iter().zip(&asked).map(|(logic, asked)| fault(*logic, rule, place, demand, asked));
            let findings: Vec<Option<(HouseRefusal, &str)>> = findings.collect();
            let says_nothing = |found: &HouseRefusal| matches!(found, HouseRefusal::BookSays | HouseRefusal::HouseSays);
            // What goes against something for one product is refused; what says nothing, where it does so for all.
            let against = findings.iter().flatten().find(|(reason, _)| !says_nothing(reason));
            let idle = || if findings.iter().all(Option::is_some) { findings.iter().flatten().next() } else { None };
            if let Some((reason, other)) = against.or_else(idle) {
                let named = matches!(reason, HouseRefusal::NothingPasses | HouseRefusal::HouseSays);
                let params =
                    if named { Params::default().with("rule", Param::from(*other)) } else { Params::default() };
                parser.refuse_below(&["then".into(), place.into()], *reason, params);
            }
        }
    }
}

/// Whether a rule can apply to a case that the service takes.
fn applies(logic: Logic<'_>, rule: &HouseRule) -> bool {
    let when: Vec<&Condition> = rule.when.iter().collect();
    let wants_set = |condition: &Condition| match condition.test {
        Test::Set(set) => set,
        Test::Contains(_) => condition.wanted,
        _ => true,
    };
    let asked = book(logic, &when);
    let barred = |condition: &&Condition| {
        let forbidden = asked.iter().any(|(_, demand)| *demand == Demand::Forbidden(condition.spot));
        forbidden && wants_set(condition)
    };
    logic.can_hold(&when) && !when.iter().any(barred)
}

/// What the book asks for whenever conditions are met.
fn book(logic: Logic<'_>, when: &[&Condition]) -> Vec<(&'static str, Demand)> {
    let mut asked = Vec::new();
    for rule in RULES {
        let is_here = rule.product.is_none_or(|product| product == logic.product)
            && rule.surface.is_none_or(|surface| surface == logic.host.surface);
        for clause in rule.clauses.iter().filter(|_| is_here) {
            let follows = |condition: &rules::Condition| {
                Condition::of_book(*condition).is_some_and(|condition| logic.implies(when, &condition))
            };
            if !clause.when.iter().all(follows) {
                continue;
            }
            for (then, _) in clause.then {
                match *then {
                    Then::Required(key) => asked.push((rule.id, Demand::Required(Spot::of(key)))),
                    Then::Forbidden(key) => asked.push((rule.id, Demand::Forbidden(Spot::of(key)))),
                    Then::MustBeTrue(key) => {
                        let spot = Spot::of(key);
                        asked.push((rule.id, Demand::Required(spot)));
                        asked.push((rule.id, Demand::Holds(Condition { spot, test: Test::Is(true), wanted: true })));
                    }
                    Then::WithinDays(key, days) => {
                        let holds = |test| Demand::Holds(Condition { spot: Spot::of(key), test, wanted: true });
                        asked.extend([Test::WithinDays(days), Test::NotAfterToday].map(|test| (rule.id, holds(test))));
                    }
                    _ => {}
                }
            }
        }
    }
    asked
}

/// Everything that is asked for whenever a rule applies, its own demands left out.
fn asked<'r>(logic: Logic<'_>, rules: &'r [(usize, HouseRule)], number: usize) -> Vec<Asked<'r>> {
    let Some((_, rule)) = rules.get(number) else { return Vec::new() };
    let when: Vec<&Condition> = rule.when.iter().collect();
    let of_book = |(rule, demand)| Asked { demand, rule, book: true, told_there: false, severity: Severity::Error };
    let mut all: Vec<Asked<'r>> = book(logic, &when).into_iter().map(of_book).collect();
    for (at, (_, other)) in rules.iter().enumerate().filter(|(at, _)| *at != number) {
        let is_here = other.product.is_none_or(|product| product == logic.product);
        if !is_here || !other.when.iter().all(|condition| logic.implies(&when, condition)) {
            continue;
        }
        let theirs: Vec<&Condition> = other.when.iter().collect();
        let mutual = rule.when.iter().all(|condition| logic.implies(&theirs, condition))
            && (rule.product.is_none() || rule.product == other.product);
        let asked = other.then.iter().map(|demand| Asked {
            demand: demand.clone(),
            rule: &other.id,
            book: false,
            told_there: mutual && at > number,
            severity: other.severity,
        });
        all.extend(asked);
    }
    all
}

/// What is wrong with a demand, and with what it clashes.
fn fault<'a>(
    logic: Logic<'_>,
    rule: &'a HouseRule,
    place: usize,
    demand: &'a Demand,
    asked: &'a [Asked<'a>],
) -> Option<(HouseRefusal, &'a str)> {
    let spot = demand.spot();
    let own = rule.then.iter().take(place).filter(|own| own.spot() == spot).map(|own| (own, rule.id.as_str(), true));
    let others = asked.iter().filter(|asked| asked.demand.spot() == spot && !asked.told_there);
    let others = others.map(|asked| (&asked.demand, asked.rule, asked.severity <= rule.severity));
    let around: Vec<(&Demand, &str, bool)> = own.chain(others).collect();
    if spot.is_always_asked(logic.product) {
        match demand {
            Demand::Required(_) => return Some((HouseRefusal::BookSays, "")),
            Demand::Forbidden(_) => return Some((HouseRefusal::ServiceAsks, "")),
            Demand::Holds(_) => {}
        }
    }
    let clash = around.iter().find(|(other, ..)| match (demand, other) {
        (Demand::Required(_) | Demand::Holds(_), Demand::Forbidden(_))
        | (Demand::Forbidden(_), Demand::Required(_)) => true,
        (Demand::Holds(one), Demand::Holds(other)) => {
            let missing_word = bars(logic, one, other) || bars(logic, other, one);
            missing_word || !logic.can_hold(&[one, other, &given(spot)])
        }
        _ => false,
    });
    if let Some((_, other, _)) = clash {
        return Some((HouseRefusal::NothingPasses, other));
    }
    if let Demand::Holds(condition) = demand {
        let all = around.iter().filter_map(|(other, ..)| match other {
            Demand::Holds(condition) => Some(condition),
            _ => None,
        });
        let given = given(spot);
        let all: Vec<&Condition> = all.chain([condition, &given]).collect();
        if !logic.can_hold(&all) {
            return Some((HouseRefusal::NothingPasses, rule.id.as_str()));
        }
    }
    let said = around.iter().find(|(other, _, counts)| {
        *counts
            && match (demand, other) {
                (Demand::Holds(one), Demand::Holds(other)) => says(logic, other, one),
                (one, other) => one == *other,
            }
    });
    let by_book = |id: &str| asked.iter().any(|asked| asked.book && asked.rule == id);
    said.map(|(_, id, _)| (if by_book(id) { HouseRefusal::BookSays } else { HouseRefusal::HouseSays }, *id))
}

/// Whether a demand keeps out the word that another one asks for.
fn bars(logic: Logic<'_>, one: &Condition, other: &Condition) -> bool {
    match &other.test {
        Test::Contains(word) if other.wanted && !matches!(one.test, Test::Contains(_)) => {
            one.test.takes(word, one.spot.kind(Some(logic.product))) == Some(!one.wanted)
        }
        _ => false,
    }
}

/// Whether whatever passes one test passes the other.
fn says(logic: Logic<'_>, one: &Condition, other: &Condition) -> bool {
    match (&one.test, &other.test) {
        (Test::WithinDays(days), Test::WithinDays(more)) => days <= more,
        (Test::WithinDays(_), Test::NotAfterToday) => true,
        (Test::AtMostCharacters(few), Test::AtMostCharacters(more)) => few <= more,
        _ => logic.implies(&[one, &given(one.spot)], other),
    }
}

fn given(spot: Spot) -> Condition {
    Condition { spot, test: Test::Set(true), wanted: true }
}

impl Condition {
    /// A condition of the book in the words of house rules; none for what only the host knows.
    fn of_book(condition: rules::Condition) -> Option<Condition> {
        let owned = |words: &[&str]| words.iter().map(|word| (*word).to_owned()).collect();
        let (key, test, wanted) = match condition {
            rules::Condition::StartsWith(key, prefixes, wanted) => (key, Test::StartsWith(owned(prefixes)), wanted),
            rules::Condition::Equals(key, word, wanted) => (key, Test::OneOf(owned(&[word])), wanted),
            rules::Condition::Contains(key, word, wanted) => (key, Test::Contains(word.to_owned()), wanted),
            rules::Condition::Is(key, value) => (key, Test::Is(value), true),
            rules::Condition::MasterToken => return None,
        };
        Some(Condition { spot: Spot::of(key), test, wanted })
    }
}
