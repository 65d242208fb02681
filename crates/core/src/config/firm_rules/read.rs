//! Reads firm rules from JSON, and reports all their errors.

use crate::case::explain::{Explanation, explanation};
use crate::config::firm_rules::parse::LONGEST_TITLE;
use crate::config::firm_rules::parse::MOST_PARTS;
use crate::config::firm_rules::parse::{Parser, limit, with_near};
use crate::config::firm_rules::{against, condition, requirement};
use crate::context::Context;
use crate::context::firm_rules::Firm;
use crate::context::firm_rules::Waiver;
use crate::context::firm_rules::field::names_a_field;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::product::Product;
use crate::rulebook::reasons::HouseRefusal;
use crate::rulebook::rules::parts::FirmOnly;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{FirmWords, Rule, Source};
use crate::text::dedup::earlier;
use crate::text::json::document::Document;
use crate::text::suggest::nearest;
use serde::Serialize;

pub(crate) const MOST_RULES: usize = 128;
/// The most words and tests of all rules together. The cost of comparing them grows up to their
/// cube.
const MOST_WORDS: usize = 1_000;
pub(crate) const MOST_WAIVERS: usize = 1_000;

pub(crate) const LONGEST_ID: usize = 64;

pub(crate) const LONGEST_MESSAGE: usize = 1_000;

/// The errors of firm rules and waivers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct HouseReport {
    /// `true` if no issue is an error, so that the rules can be used.
    pub ok: bool,
    /// The errors at their places in the rules: first those of reading, then those of the
    /// comparison.
    pub issues: Vec<Issue>,
    /// The descriptions of valid rules.
    pub rules: Vec<Explanation>,
}

/// Reports all errors of firm rules and waivers, given as the JSON text of the context's member
/// `house`.
///
/// A context with rules that cannot be read is refused with the first error; this function reports
/// all of them to their author, and also rules that contradict each other or the rulebook, or have no
/// effect. It uses the words and the surface of the context. If the context has a day,
/// expired waivers get a note.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::firm_rules::check_house;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let report = check_house(r#"{ "rules": [{
///     "id": "acme.policy_number", "product": "pl",
///     "then": [{ "required": "/policy_nummer" }],
///     "message": { "en": "Our files start from the policy number. Enter it." }
/// }] }"#, &context);
/// assert_eq!(report.issues[0].at, "/rules/0/then/0/required");
/// assert!(report.issues[0].message.ends_with("Did you mean policy_number?"));
/// # Ok::<(), &str>(())
/// ```
pub fn check_house(rules: &str, context: &Context) -> HouseReport {
    let (found, issues) = match Document::input(rules, context) {
        Ok(document) => read(&document, context, against::compare),
        Err(issue) => (Firm::default(), vec![*issue]),
    };
    let ok = issues.iter().all(|issue| issue.severity == Severity::Warning);
    let rules = found.rules.iter().filter(|_| ok).map(std::slice::from_ref).map(explanation).collect();
    HouseReport { ok, issues, rules }
}

/// Reads firm rules and waivers, in time that grows with their number. They can be used if no issue
/// is an error.
pub(crate) fn load(document: &Document, context: &Context) -> (Firm, Vec<Issue>) {
    read(document, context, |_, _| {})
}

type Compare = fn(&mut Parser<'_>, &[(usize, Rule)]);

fn read(document: &Document, context: &Context, compare: Compare) -> (Firm, Vec<Issue>) {
    let mut parser = Parser::new(context);
    let firm = parser.set(document, &["rules", "waivers"]).map(|members| {
        let rules = parser.may(members, "rules", |parser, list| parser.list(list, MOST_RULES, rule));
        let mut rules: Vec<(usize, Rule)> = rules.flatten().unwrap_or_default();
        duplicates(&mut parser, &mut rules);
        // Waivers may name a rule that is invalid itself.
        let ids = members.get("rules").and_then(Document::as_list).unwrap_or_default();
        let ids: Vec<&str> = ids.iter().filter_map(|rule| rule.get("id")?.as_str()).collect();
        let waivers = parser.may(members, "waivers", |parser, list| {
            parser.list(list, MOST_WAIVERS, |parser, _, document| waiver(parser, document, &ids))
        });
        if rules.iter().map(|(_, rule)| rule.words()).sum::<usize>() > MOST_WORDS {
            parser.top();
            parser.refuse_below(&["rules".into()], HouseRefusal::TooMany, limit(MOST_WORDS));
        } else {
            compare(&mut parser, &rules);
        }
        let rules = rules.into_iter().map(|(_, rule)| rule).collect();
        Firm::of(rules, waivers.flatten().unwrap_or_default())
    });
    (firm.unwrap_or_default(), parser.finish())
}

fn rule(parser: &mut Parser<'_>, at: usize, document: &Document) -> Option<(usize, Rule)> {
    parser.of_rule(None);
    let members = parser.set(document, &["id", "title", "product", "when", "then", "message", "severity"])?;
    let id = parser.must(members, "id", id);
    parser.of_rule(id.clone());
    let products = [("pl", Product::PolicyLimit), ("pe", Product::PolicyExistence)];
    let severities = [("error", Severity::Error), ("warning", Severity::Warning)];
    let title = parser.may(members, "title", |parser, text| parser.text(text, LONGEST_TITLE));
    let product = parser.may(members, "product", |parser, word| parser.word(word, &products));
    let severity = parser.may(members, "severity", |parser, word| parser.word(word, &severities));
    let message = parser.must(members, "message", message);
    // The fields depend on the product.
    let product = product?;
    let before = parser.refusals;
    let when = parser.may(members, "when", |parser, list| {
        parser.some(list, MOST_PARTS, |parser, _, document| condition::formula(parser, product, document, 0))
    });
    let then = parser.must(members, "then", |parser, list| {
        parser.some(list, MOST_PARTS, |parser, _, document| requirement::requirement(parser, product, document))
    });
    let (id, title, severity, message, when, then) = (id?, title?, severity?, message?, when?, then?);
    // A rule with an invalid part is incomplete, so it is not compared. A note does not matter.
    (parser.refusals == before).then(|| {
        let (when, severity) = (when.unwrap_or_default(), severity.unwrap_or(Severity::Error));
        let source = Source::Firm(FirmOnly, FirmWords { title, message, severity });
        (at, Rule { id: id.into(), product, surface: None, when: when.into(), then: then.into(), source })
    })
}

fn id(parser: &mut Parser<'_>, document: &Document) -> Option<String> {
    let fits =
        |letter: char| letter.is_ascii_lowercase() || letter.is_ascii_digit() || matches!(letter, '.' | '_' | '-');
    let id = document.as_str().filter(|id| !id.is_empty() && id.len() <= LONGEST_ID && id.chars().all(fits));
    match id {
        None => parser.refuse(HouseRefusal::BadId, limit(LONGEST_ID)),
        Some(id) if RULES.iter().any(|rule| rule.id == id) => parser.refuse(HouseRefusal::BookId, Params::default()),
        Some(id) => Some(id.to_owned()),
    }
}

fn message(parser: &mut Parser<'_>, document: &Document) -> Option<[Option<String>; 2]> {
    let members = parser.set(document, &["en", "es"])?;
    if members.is_empty() {
        return parser.must(members, "en", |_, _| None);
    }
    let en = parser.may(members, "en", |parser, text| parser.text(text, LONGEST_MESSAGE));
    let es = parser.may(members, "es", |parser, text| parser.text(text, LONGEST_MESSAGE));
    Some([en?, es?])
}

/// Refuses later rules with the same id.
fn duplicates(parser: &mut Parser<'_>, rules: &mut Vec<(usize, Rule)>) {
    let earlier = earlier(rules, |(_, rule)| (0, &rule.id));
    let mut numbers = earlier.iter().enumerate();
    rules.retain(|(at, rule)| {
        let new = numbers.next().is_none_or(|(number, first)| number == *first);
        if !new {
            parser.about(*at, &rule.id);
            parser.refuse_below(&["id".into()], HouseRefusal::DuplicateId, Params::default());
        }
        new
    });
    parser.top();
}

fn waiver(parser: &mut Parser<'_>, document: &Document, ids: &[&str]) -> Option<Waiver> {
    let members = parser.set(document, &["code", "at", "rule", "reason", "until"])?;
    let code = parser.must(members, "code", code);
    let at = parser.may(members, "at", |parser, at| place(parser, at, code));
    let rule = parser.may(members, "rule", |parser, id| known_rule(parser, id, ids));
    let reason = parser.must(members, "reason", |parser, text| parser.text(text, LONGEST_MESSAGE));
    let until = parser.must(members, "until", Parser::day);
    let waiver = Waiver { code: code?, at: at?, rule: rule?, reason: reason?, until: until? };
    if parser.context.on_a_day().is_ok() && parser.context.today > waiver.until {
        let params = Params::default().with("date", Param::Word(waiver.until.to_string()));
        parser.within("until", |parser| parser.note(Code::WaiverExpired, params));
    }
    Some(waiver)
}

fn code(parser: &mut Parser<'_>, document: &Document) -> Option<Code> {
    let name = parser.text(document, LONGEST_ID)?;
    let Some(code) = Code::from_name(&name) else {
        let near = nearest(&name, Code::ALL.iter().map(|code| code.name()));
        return parser.refuse(HouseRefusal::UnknownCode, with_near(Params::default(), near));
    };
    // The omitted findings may be anything, and nobody has seen them.
    if code.severity() == Severity::Error || code == Code::FindingsCapped {
        return parser.refuse(HouseRefusal::NotAWarning, Params::default());
    }
    if parser.context.severity_of(code) == Severity::Error {
        parser.note(Code::WaiverRaised, Params::default());
    }
    Some(code)
}

fn place(parser: &mut Parser<'_>, document: &Document, code: Option<Code>) -> Option<String> {
    let at = parser.text(document, LONGEST_MESSAGE)?;
    // These codes are also about unknown keys, and an invalid code may be about anything.
    let any = at.starts_with('/') && matches!(code, None | Some(Code::UnknownField | Code::DuplicateKey));
    match names_a_field(&at) {
        Err(near) if !any => parser.refuse(HouseRefusal::UnknownField, with_near(Params::default(), near)),
        _ => Some(at),
    }
}

fn known_rule(parser: &mut Parser<'_>, document: &Document, ids: &[&str]) -> Option<String> {
    let id = parser.text(document, LONGEST_ID)?;
    let known = || RULES.iter().map(|rule| &*rule.id).chain(ids.iter().copied());
    if known().any(|known| known == id) {
        return Some(id);
    }
    let near = nearest(&id, known());
    parser.refuse(HouseRefusal::UnknownRule, with_near(Params::default(), near))
}

#[cfg(test)]
mod tests {
    use crate::config::firm_rules::read::load;
    use crate::context::Context;
    use crate::rulebook::fields::names::key;
    use crate::text::date::Date;
    use crate::text::json::document::Document;

    #[test]
    fn free_text_that_a_rule_reads_is_retained() {
        let rules = r#"{ "rules": [{ "id": "acme.x", "product": "pl", "message": { "en": "Enter it." },
            "when": [{ "field": "/defendant_information/city", "like": "S*" }, { "field": "/insurance_company", "set": true }],
            "then": [{ "required": "/claim_number" }] }] }"#;
        let context = Context::new(Date::parse("2026-03-01").expect("a day"));
        let (firm, issues) = load(&Document::read(rules).expect("JSON"), &context);
        assert!(issues.is_empty());
        assert!(firm.retained_text.slots().eq([key("defendant_information").member_slot(10)]));
    }
}
