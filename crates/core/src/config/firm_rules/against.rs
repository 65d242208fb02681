//! Refuses rules that contradict each other or the rulebook, and rules without effect.
//!
//! A rule is compared with everything that applies whenever it does: rules of the rulebook and firm
//! rules whose conditions follow from its own, and the unconditional requirements of the field
//! tables. Rules that only overlap are left to the firm.

use crate::config::firm_rules::logic::{Logic, Way, ways, ways_against};
use crate::config::firm_rules::parse::Parser;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::file_count::FileCount;
use crate::rulebook::rules::formula::Condition;
use crate::rulebook::rules::formula::Formula;
use crate::rulebook::rules::parts::FirmOnly;
use crate::rulebook::rules::range::Range;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{Requirement, Rule};

/// A requirement that applies whenever a rule does.
struct OtherRequirement<'r> {
    requirement: Requirement,
    rule: &'r str,
    /// `true` for a requirement of the rulebook.
    book: bool,
    /// `true` if the other rule's own check reports that both are equal or contradict each other.
    is_reported_there: bool,
    /// A warning does not make an error's requirement redundant.
    severity: Severity,
}

/// Refuses the errors of rules that were read at these positions.
pub(crate) fn compare(parser: &mut Parser<'_>, rules: &[(usize, Rule)]) {
    let context = parser.context;
    let logics = |rule: &Rule| -> Vec<Logic<'_>> {
        let of = |product| Logic { product, context };
        rule.product.map_or_else(|| Product::ALL.map(of).to_vec(), |product| vec![of(product)])
    };
    for (number, (at, rule)) in rules.iter().enumerate() {
        parser.about(*at, &rule.id);
        let logics: Vec<Logic<'_>> = logics(rule).into_iter().filter(|logic| applies(*logic, rule)).collect();
        if logics.is_empty() {
            parser.refuse_below(&["when".into()], HouseRefusal::NeverApplies, Params::default());
            continue;
        }
        let asked: Vec<Vec<OtherRequirement<'_>>> = logics.iter().map(|logic| asked(*logic, rules, number)).collect();
        for (place, requirement) in rule.then.iter().enumerate() {
            let findings =
                logics.iter().zip(&asked).map(|(logic, asked)| fault(*logic, rule, place, requirement, asked));
            let findings: Vec<Option<(HouseRefusal, &str)>> = findings.collect();
            let says_nothing = |found: &HouseRefusal| matches!(found, HouseRefusal::BookSays | HouseRefusal::HouseSays);
            // A contradiction for one product is refused; a rule without effect is refused if that
            // holds for all products.
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

/// Returns `true` if the rule applies to some acceptable case.
fn applies(logic: Logic<'_>, rule: &Rule) -> bool {
    ways(&*rule.when).iter().any(|way| can_be(logic, way))
}

/// Returns `true` if some acceptable case meets the conditions in this way.
fn can_be(logic: Logic<'_>, way: &Way) -> bool {
    let asked = book(logic, std::slice::from_ref(way));
    let barred = |condition: &Condition| {
        let forbidden = asked.iter().any(|(_, requirement)| *requirement == Requirement::Forbidden(condition.path));
        forbidden && wants_set(condition)
    };
    logic.can_hold(&way.iter().collect::<Vec<_>>()) && !way.iter().any(barred)
}

/// Returns `true` if only a given value meets the condition.
fn wants_set(condition: &Condition) -> bool {
    match &condition.test {
        Test::Set(set) => *set == condition.wanted,
        Test::Contains(_) => condition.wanted,
        Test::Count(range, _) => range.takes(0) != condition.wanted,
        _ => true,
    }
}

/// Returns the ways in which a rule can apply.
fn open_ways(logic: Logic<'_>, rule: &Rule) -> Vec<Way> {
    ways(&*rule.when).into_iter().filter(|way| can_be(logic, way)).collect()
}

/// Returns the requirements of the rulebook that apply whenever conditions are met in one of these
/// ways.
fn book(logic: Logic<'_>, when: &[Way]) -> Vec<(&'static str, Requirement)> {
    let mut asked = Vec::new();
    for rule in RULES {
        let is_here = rule.product.is_none_or(|product| product == logic.product)
            && rule.surface.is_none_or(|surface| surface == logic.context.surface);
        let follows = |formula: &Formula| *formula != Formula::MasterToken && logic.entails(when, formula);
        if !is_here || !rule.when.iter().all(follows) {
            continue;
        }
        let refuses = |then: &&Requirement| match then {
            Requirement::Required(_) | Requirement::Forbidden(_) => true,
            Requirement::Holds(_, code) => code.severity() == Severity::Error,
            _ => false,
        };
        asked.extend(rule.then.iter().filter(refuses).map(|then| (&*rule.id, then.clone())));
        // Both limits of a day together say more than each.
        let ages: Vec<(FieldPath, Range)> = rule.then.iter().filter(refuses).filter_map(age).collect();
        if let [(path, one), (_, other)] = ages[..] {
            let test = Test::Age(Range { least: one.least.or(other.least), most: one.most.or(other.most) });
            asked.push((&*rule.id, Requirement::Holds(Condition { path, test, wanted: true }, Code::DateTooOld)));
        }
    }
    asked
}

fn age(then: &Requirement) -> Option<(FieldPath, Range)> {
    match then {
        Requirement::Holds(Condition { path, test: Test::Age(range), wanted: true }, _) => Some((*path, *range)),
        _ => None,
    }
}

/// Returns all requirements that apply whenever a rule does, except its own.
fn asked<'r>(logic: Logic<'_>, rules: &'r [(usize, Rule)], number: usize) -> Vec<OtherRequirement<'r>> {
    let Some((_, rule)) = rules.get(number) else { return Vec::new() };
    let when = open_ways(logic, rule);
    let of_book = |(rule, requirement)| OtherRequirement {
        requirement,
        rule,
        book: true,
        is_reported_there: false,
        severity: Severity::Error,
    };
    let mut all: Vec<OtherRequirement<'r>> = book(logic, &when).into_iter().map(of_book).collect();
    for (at, (_, other)) in rules.iter().enumerate().filter(|(at, _)| *at != number) {
        let is_here = other.product.is_none_or(|product| product == logic.product);
        if !is_here || !other.when.iter().all(|formula| logic.entails(&when, formula)) {
            continue;
        }
        let theirs = open_ways(logic, other);
        let mutual = rule.when.iter().all(|formula| logic.entails(&theirs, formula))
            && (rule.product.is_none() || rule.product == other.product);
        let asked = other.then.iter().map(|requirement| OtherRequirement {
            requirement: requirement.clone(),
            rule: &other.id,
            book: false,
            is_reported_there: mutual && at > number,
            severity: other.severity(),
        });
        all.extend(asked);
    }
    all
}

/// Returns the error of a requirement, and the rule that it conflicts with.
fn fault<'a>(
    logic: Logic<'_>,
    rule: &'a Rule,
    place: usize,
    requirement: &'a Requirement,
    asked: &'a [OtherRequirement<'a>],
) -> Option<(HouseRefusal, &'a str)> {
    let path = match requirement {
        Requirement::OneOf(fields, _) => return fault_of_choice(logic, rule, fields, asked),
        Requirement::Meets(formula, _) => return fault_of_formula(logic, rule, formula, asked),
        Requirement::Files(files, _) => return fault_of_files(rule, place, files, asked),
        // No firm can write this.
        Requirement::Sunset => return None,
        Requirement::Required(path) | Requirement::Forbidden(path) => *path,
        Requirement::Holds(condition, _) => condition.path,
    };
    let is_here = |requirement: &Requirement| requirement.path() == Some(path);
    let own = rule.then.iter().take(place).filter(|own| is_here(own)).map(|own| (own, &*rule.id, true));
    let others = asked.iter().filter(|asked| is_here(&asked.requirement) && !asked.is_reported_there);
    let others = others.map(|asked| (&asked.requirement, asked.rule, asked.severity <= rule.severity()));
    let around: Vec<(&Requirement, &str, bool)> = own.chain(others).collect();
    if path.is_always_asked(logic.product) {
        match requirement {
            Requirement::Required(_) => return Some((HouseRefusal::BookSays, "")),
            Requirement::Forbidden(_) => return Some((HouseRefusal::ServiceAsks, "")),
            _ => {}
        }
    }
    let clash = around.iter().find(|(other, ..)| match (requirement, other) {
        (Requirement::Required(_), Requirement::Forbidden(_))
        | (Requirement::Forbidden(_), Requirement::Required(_)) => has_record(logic, rule, path, asked),
        (Requirement::Holds(..), Requirement::Forbidden(_)) => true,
        (Requirement::Holds(one, _), Requirement::Holds(other, _)) => {
            let missing_word = bars(logic, one, other) || bars(logic, other, one);
            missing_word || !logic.can_hold(&[one, other, &given(path)])
        }
        _ => false,
    });
    if let Some((_, other, _)) = clash {
        return Some((HouseRefusal::NothingPasses, other));
    }
    if let Requirement::Holds(condition, _) = requirement {
        let all = around.iter().filter_map(|(other, ..)| match other {
            Requirement::Holds(condition, _) => Some(condition),
            _ => None,
        });
        let given = given(path);
        let all: Vec<&Condition> = all.chain([condition, &given]).collect();
        if !logic.can_hold(&all) {
            return Some((HouseRefusal::NothingPasses, &*rule.id));
        }
    }
    let said = around.iter().find(|(other, _, counts)| {
        *counts
            && match (requirement, other) {
                (Requirement::Holds(one, _), Requirement::Holds(other, _)) => says(logic, other, one),
                (one, other) => one == *other,
            }
    });
    let by_book = |id: &str| asked.iter().any(|asked| asked.book && asked.rule == id);
    said.map(|(_, id, _)| (if by_book(id) { HouseRefusal::BookSays } else { HouseRefusal::HouseSays }, *id))
}

/// Returns `true` if the record of a member is given whenever the rule applies, and for a field that
/// is no member. A required member is required only if its record is given.
fn has_record(logic: Logic<'_>, rule: &Rule, path: FieldPath, asked: &[OtherRequirement<'_>]) -> bool {
    let record = FieldPath::of(path.key);
    let required = Requirement::Required(record);
    let is_read = |way: &Way| way.iter().any(|condition| condition.path.key == path.key && wants_set(condition));
    path.member.is_none()
        || record.is_always_asked(logic.product)
        || rule.then.contains(&required)
        || asked.iter().any(|asked| asked.requirement == required)
        || open_ways(logic, rule).iter().all(is_read)
}

/// Returns the error of a requirement that one of several fields is given.
fn fault_of_choice<'a>(
    logic: Logic<'_>,
    rule: &'a Rule,
    fields: &[FieldPath],
    asked: &'a [OtherRequirement<'a>],
) -> Option<(HouseRefusal, &'a str)> {
    if fields.iter().any(|path| path.member.is_none() && path.is_always_asked(logic.product)) {
        return Some((HouseRefusal::BookSays, ""));
    }
    // The other rule reports nothing about this one unless it has the same requirement.
    let is_reported =
        |asked: &OtherRequirement<'_>| asked.is_reported_there && matches!(asked.requirement, Requirement::OneOf(..));
    let by = |wanted: &Requirement| asked.iter().find(|asked| asked.requirement == *wanted && !is_reported(asked));
    let barred: Vec<&str> =
        fields.iter().filter_map(|path| by(&Requirement::Forbidden(*path))).map(|asked| asked.rule).collect();
    if let (Some(by), true) = (barred.first(), barred.len() == fields.len()) {
        return Some((HouseRefusal::NothingPasses, by));
    }
    // A required member is required only if its record is given.
    let required = fields.iter().filter(|path| path.member.is_none()).map(|path| Requirement::Required(*path));
    let said = required
        .chain([Requirement::OneOf(fields.to_vec().into(), FirmOnly)])
        .find_map(|requirement| by(&requirement).filter(|asked| asked.severity <= rule.severity()));
    said.map(|asked| (if asked.book { HouseRefusal::BookSays } else { HouseRefusal::HouseSays }, asked.rule))
}

/// Returns the error of conditions that must be met.
fn fault_of_formula<'a>(
    logic: Logic<'_>,
    rule: &'a Rule,
    formula: &Formula,
    asked: &'a [OtherRequirement<'a>],
) -> Option<(HouseRefusal, &'a str)> {
    let when = open_ways(logic, rule);
    let can_hold = |more: &Way| when.iter().any(|way| can_be(logic, &[way.as_slice(), more].concat()));
    if !ways([formula]).iter().any(can_hold) {
        return Some((HouseRefusal::NothingPasses, &*rule.id));
    }
    if ways_against(formula).is_some_and(|against| !against.iter().any(can_hold)) {
        return Some((HouseRefusal::AllPasses, ""));
    }
    let same = |asked: &&OtherRequirement<'_>| {
        matches!(&asked.requirement, Requirement::Meets(other, _) if other == formula)
            && !asked.is_reported_there
            && asked.severity <= rule.severity()
    };
    asked.iter().find(same).map(|asked| (HouseRefusal::HouseSays, asked.rule))
}

/// Returns the other requirement that excludes one on files, or that implies it.
fn fault_of_files<'a>(
    rule: &'a Rule,
    place: usize,
    files: &FileCount,
    asked: &'a [OtherRequirement<'a>],
) -> Option<(HouseRefusal, &'a str)> {
    let own = rule.then.iter().take(place).map(|own| (own, &*rule.id, true));
    let others = asked.iter().filter(|asked| !asked.is_reported_there);
    let others = others.map(|asked| (&asked.requirement, asked.rule, asked.severity <= rule.severity()));
    let around = own.chain(others).filter_map(|(requirement, rule, counts)| match requirement {
        Requirement::Files(files, _) => Some((files, rule, counts)),
        _ => None,
    });
    let around: Vec<(&FileCount, &str, bool)> = around.collect();
    let clash = around.iter().find(|(other, ..)| other.excludes(files));
    let said = around.iter().find(|(other, _, counts)| *counts && other.implies(files));
    let clash = clash.map(|(_, id, _)| (HouseRefusal::NothingPasses, *id));
    clash.or_else(|| said.map(|(_, id, _)| (HouseRefusal::HouseSays, *id)))
}

/// Returns `true` if a requirement excludes the word that another one requires.
fn bars(logic: Logic<'_>, one: &Condition, other: &Condition) -> bool {
    match &other.test {
        Test::Contains(word) if other.wanted && !matches!(one.test, Test::Contains(_)) => {
            one.test.takes(word, one.path.kind(Some(logic.product))) == Some(!one.wanted)
        }
        _ => false,
    }
}

/// Returns `true` if every value that passes one test passes the other.
fn says(logic: Logic<'_>, one: &Condition, other: &Condition) -> bool {
    let is_within = one.wanted && other.wanted && one.test.is_within(&other.test);
    is_within || logic.implies(&[one, &given(one.path)], other)
}

fn given(path: FieldPath) -> Condition {
    Condition { path, test: Test::Set(true), wanted: true }
}
