//! Compares two contexts: what one refuses, accepts or warns about and the other does not.

use crate::analysis::classes::{Classes, Extent};
use crate::analysis::examine::{is_open, traced};
use crate::analysis::search::{Answer, Goal, Query, Search};
use crate::analysis::settings;
use crate::analysis::space::{Assignment, Space, Variable};
use crate::case::check::check_text;
use crate::config::ContextError;
use crate::context::Context;
use crate::context::firm_rules::field::FieldPath;
use crate::judge::evaluate::Case;
use crate::judge::{Detail, Judge};
use crate::messages::parts::CHANGES;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::report::issue::Issue;
use crate::report::{issue, path};
use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::reasons::ChangeEffect;
use crate::rulebook::rules::CASE_TYPE;
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::Segment;
use crate::text::json::writer;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// The most pairs of values of two fields that are tried.
const MOST_PAIRS: usize = 400;

/// The difference between two contexts.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Difference {
    /// `true` if no accepted payload is refused now.
    pub ok: bool,
    /// The changes of verdicts, then those of errors, then those of warnings.
    pub changes: Vec<Change>,
    /// Settings that differ, and whose difference no payload showed.
    pub unseen: Vec<UnseenSetting>,
    /// The number of payloads that both contexts judged.
    pub payloads: usize,
    /// The error in the settings to compare with, if they cannot be used.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unusable: Option<String>,
}

/// A finding that only one of two contexts has, or that has another severity.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Change {
    /// The effect on payloads.
    pub effect: ChangeEffect,
    /// The code of the finding.
    pub code: Code,
    /// The rule, if it is one of the rulebook or of the firm.
    pub rule: Option<String>,
    /// The places, each with the smallest payload that was found.
    pub places: Vec<Changed>,
    /// What changes, and what to do.
    pub message: String,
}

/// A place at which a finding changes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Changed {
    /// The pointer of the field, without the position in an array.
    pub at: String,
    /// A payload that shows the change.
    pub witness: JsonText,
    /// The payload as a text, if a key occurs twice in it. A JSON reader retains only one of the two
    /// from `witness`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub text: Option<String>,
    /// The message of the finding for this payload.
    pub finding: String,
}

/// A setting that differs without a payload that shows it.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UnseenSetting {
    /// The name of the setting, such as `severity.file_empty`; of a firm rule `house` and its id.
    pub setting: String,
}

/// Compares the rules, words, severities and other settings of two contexts by the payloads that
/// they judge differently.
///
/// The payloads are the smallest acceptable case of each product, with one field changed, with two
/// fields changed that a rule reads together, and those that violate a firm rule. Each field takes
/// one value of each class of values. A change is listed only with a payload that shows it.
///
/// ```
/// use casegate::Context;
/// use casegate::analysis::{ChangeEffect, diff_rulebooks};
///
/// let before = Context::new("2026-03-01".parse()?);
/// let after = before.clone().raise(casegate::Code::FutureDate);
/// let difference = diff_rulebooks(&before, &after);
/// assert!(!difference.ok);
/// assert_eq!(difference.changes[0].effect, ChangeEffect::Refused);
/// assert_eq!(difference.changes[0].places[0].at, "/date_of_loss");
/// assert!(diff_rulebooks(&before, &before).changes.is_empty());
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
pub fn diff_rulebooks(before: &Context, after: &Context) -> Difference {
    let given = (before, after);
    let (before, after) = (&traced(before), &traced(after).language(before.language));
    let mut comparison =
        Comparison { before, after, seen: BTreeSet::new(), shown: Vec::new(), changes: BTreeMap::new() };
    for product in Product::ALL {
        if is_open(before, product) || is_open(after, product) {
            comparison.product(product);
        }
    }
    let payloads = comparison.seen.len();
    let shown = std::mem::take(&mut comparison.shown);
    let changes = comparison.finish();
    Difference {
        ok: changes.iter().all(|change| change.effect != ChangeEffect::Refused),
        unseen: unseen(given.0, given.1, &shown),
        changes,
        payloads,
        unusable: None,
    }
}

/// Compares a context with the settings in a text. Settings without a day have that of the context.
pub(crate) fn diff_text(after: &str, before: &Context) -> Difference {
    match settings_of(after, before) {
        Ok(after) => diff_rulebooks(before, &after),
        Err(error) => Difference { unusable: Some(error.to_string()), ..Difference::default() },
    }
}

fn settings_of(text: &str, before: &Context) -> Result<Context, ContextError> {
    let mut context = Context::from_json_of_any_day(text)?;
    if !context.has_today {
        context.today = before.today;
        context.has_today = true;
    }
    Ok(context)
}

/// The effect, the code, the rule and the place of a change.
type Key = (ChangeEffect, Code, Option<String>, String);

/// A payload that shows a change.
struct Witness {
    /// The number of members, the number of findings, and the length of the text.
    size: (usize, usize, usize),
    text: String,
    /// `true` if the later context has the finding.
    is_of_after: bool,
    product: Product,
    payload: Assignment,
}

struct Comparison<'c> {
    before: &'c Context,
    after: &'c Context,
    /// The payloads that were judged.
    seen: BTreeSet<String>,
    /// Those of them that the contexts judge differently.
    shown: Vec<String>,
    changes: BTreeMap<Key, Witness>,
}

impl<'c> Comparison<'c> {
    fn product(&mut self, product: Product) {
        let classes = Classes::new(vec![self.before, self.after], product);
        // Both spaces have the same variables and values, so that a payload of one is one of the other.
        let [before, after] =
            [self.before, self.after].map(|context| Space::new(context, &classes, Extent::Everything));
        let mut bases: Vec<Assignment> = Vec::new();
        for space in [&before, &after] {
            let base = base(space);
            if !bases.contains(&base) {
                bases.push(base);
            }
        }
        for base in &bases {
            self.judge(&before, base);
            for variable in 0..before.variables.len() {
                for value in values(&before, variable) {
                    self.judge(&before, &with(&before, base, &[(variable, value)]));
                }
            }
        }
        let mut pairs = BTreeSet::new();
        for rule in before.rules.iter().chain(&after.rules) {
            for (at, first) in rule.reads.iter().enumerate() {
                pairs.extend(rule.reads.iter().skip(at + 1).map(|second| (*first.min(second), *first.max(second))));
            }
        }
        for (first, second) in pairs {
            let both = values(&before, first)
                .flat_map(|own| values(&before, second).map(move |other| [(first, own), (second, other)]));
            for values in both.take(MOST_PAIRS) {
                for base in &bases {
                    self.judge(&before, &with(&before, base, &values));
                }
            }
        }
        for space in [&before, &after] {
            self.rules(space, &bases);
        }
        self.verdicts(&after, &before, ChangeEffect::ErrorAdded);
        self.verdicts(&before, &after, ChangeEffect::ErrorRemoved);
    }

    /// Judges a payload for which a rule has a finding, for each clause and requirement of the rules
    /// of a context.
    fn rules(&mut self, space: &Space<'c>, bases: &[Assignment]) {
        let mut search = Search::new(space, 0);
        if let Some(base) = bases.first() {
            search.start.clone_from(base);
        }
        for (rule, row) in space.rules.iter().enumerate() {
            for part in 0..row.rule.parts() {
                search.steps = 0;
                let goals = vec![Goal::HasFindingOf(rule, part)];
                if let Answer::Found(found) = search.find(&Query { goals, without: vec![rule], fixed: Vec::new() }) {
                    self.judge(space, &found);
                }
            }
        }
    }

    /// For each error that only one context reports, searches for a payload with it that the other
    /// context accepts.
    fn verdicts(&mut self, reporting: &Space<'c>, accepting: &Space<'c>, effect: ChangeEffect) {
        let errors: Vec<(Key, Assignment)> = self
            .changes
            .iter()
            .filter(|((own, ..), witness)| *own == effect && witness.product == reporting.product)
            .map(|(key, witness)| (key.clone(), witness.payload.clone()))
            .collect();
        for ((_, code, rule, at), payload) in errors {
            let better = (verdict_of(effect), code, rule.clone(), at.clone());
            if self.changes.contains_key(&better) {
                continue;
            }
            let rule = rule.and_then(|id| reporting.rules.iter().find(|own| own.rule.id() == id));
            let is_read = |(variable, own): (usize, &Variable)| {
                own.path.pointer() == at || rule.is_some_and(|rule| rule.reads.contains(&variable))
            };
            let fixed = reporting.variables.iter().enumerate().filter(|(variable, own)| is_read((*variable, own)));
            let fixed: Vec<(usize, usize)> = fixed.filter_map(|(at, _)| Some((at, *payload.get(at)?))).collect();
            let mut search = Search::new(accepting, 0);
            search.start = payload;
            if let Answer::Found(found) = search.find(&Query { fixed, ..Query::default() }) {
                self.judge(reporting, &found);
            }
        }
    }

    /// Judges a payload in both contexts, and records the findings that differ.
    fn judge(&mut self, space: &Space<'c>, payload: &Assignment) {
        let text = space.write(payload);
        if !self.seen.insert(text.clone()) {
            return;
        }
        let [(was_ok, old), (is_ok, new)] = [self.before, self.after].map(|context| findings(&text, context));
        if old == new {
            return;
        }
        self.shown.push(text.clone());
        let (members, length) = space.size(payload);
        let size = (members, old.len() + new.len(), length);
        let both: BTreeSet<_> = old.keys().chain(new.keys()).collect();
        for key in both {
            let (was, is) = (old.get(key).copied(), new.get(key).copied());
            let effect = match (was, is) {
                (was, is) if was == is => continue,
                (_, Some(Severity::Error)) if was_ok => ChangeEffect::Refused,
                (_, Some(Severity::Error)) => ChangeEffect::ErrorAdded,
                (Some(Severity::Error), _) if is_ok => ChangeEffect::Accepted,
                (Some(Severity::Error), _) => ChangeEffect::ErrorRemoved,
                (_, Some(Severity::Warning)) => ChangeEffect::Warned,
                _ => ChangeEffect::WarningRemoved,
            };
            let (code, rule, at) = key.clone();
            let key = (effect, code, rule, at);
            if self.changes.get(&key).is_none_or(|known| size < known.size) {
                let (text, payload) = (text.clone(), payload.clone());
                self.changes
                    .insert(key, Witness { size, text, is_of_after: is.is_some(), product: space.product, payload });
            }
        }
    }

    /// Returns the message of a finding for a witness.
    fn message(&self, (_, code, rule, at): &Key, witness: &Witness) -> String {
        let context = if witness.is_of_after { self.after } else { self.before };
        let report = check_text(&witness.text, context);
        let is_it = |issue: &&Issue| {
            issue.code == *code && issue.rule.as_deref() == rule.as_deref() && place(&issue.path) == *at
        };
        report.iter().find(is_it).map(|issue| issue.message.clone()).unwrap_or_default()
    }

    /// Returns the changes. A change of a verdict includes that of the errors.
    fn finish(self) -> Vec<Change> {
        let is_shown = |(effect, code, rule, at): &Key| {
            let verdict = verdict_of(*effect);
            verdict == *effect || !self.changes.contains_key(&(verdict, *code, rule.clone(), at.clone()))
        };
        let mut changes: Vec<Change> = Vec::new();
        for (key, witness) in self.changes.iter().filter(|(key, _)| is_shown(key)) {
            let (effect, code, rule, at) = key.clone();
            let Some(text) = writer::raw(&witness.text) else { continue };
            let is_repeating = Document::read(&witness.text).is_ok_and(|own| own.to_string() != witness.text);
            let as_text = is_repeating.then(|| witness.text.clone());
            let place = Changed { at, witness: text, text: as_text, finding: self.message(key, witness) };
            match changes.last_mut() {
                Some(last) if (last.effect, last.code, &last.rule) == (effect, code, &rule) => last.places.push(place),
                _ => {
                    let message = CHANGES.text(effect).to_owned();
                    changes.push(Change { effect, code, rule, places: vec![place], message });
                }
            }
        }
        for change in &mut changes {
            change.places.sort_by_key(|place| place.witness.get().len());
        }
        changes
    }
}

/// Returns the smallest accepted payload with the product.
fn base(space: &Space<'_>) -> Assignment {
    let mut search = Search::new(space, 0);
    let smallest = search.start.clone();
    let product = space.variable(FieldPath::of(CASE_TYPE));
    let fixed: Vec<(usize, usize)> = product.and_then(|at| Some((at, *smallest.get(at)?))).into_iter().collect();
    match search.find(&Query { fixed: fixed.clone(), ..Query::default() }) {
        Answer::Found(found) => search.smaller(found, &fixed),
        _ => smallest,
    }
}

/// Returns the effect on a verdict of which another effect on errors is a part.
fn verdict_of(effect: ChangeEffect) -> ChangeEffect {
    match effect {
        ChangeEffect::ErrorAdded => ChangeEffect::Refused,
        ChangeEffect::ErrorRemoved => ChangeEffect::Accepted,
        other => other,
    }
}

/// The severities of findings by code, rule and place.
type Severities = BTreeMap<(Code, Option<String>, String), Severity>;

/// Returns `true` if a payload is accepted, and the severities of its findings by code, rule and
/// place. The greatest severity counts. Messages are left out, because few of them are needed.
fn findings(text: &str, context: &Context) -> (bool, Severities) {
    let mut slots = Payload::new();
    let mut found = Severities::new();
    if read(text, context, &mut slots).is_err() {
        return (false, found);
    }
    let judge = Judge::new(Case::new(&slots, context)).judge();
    for finding in &judge.findings {
        let severity = context.severity_of(finding.code);
        let may_be_waived = severity == Severity::Warning && !context.house.waivers.is_empty();
        if may_be_waived && context.house.waiver(&issue(&judge, finding, severity), context.today).is_some() {
            continue;
        }
        let rule = match (&finding.rule, &finding.detail) {
            (Some((rule, _)), _) => Some(rule.id.to_owned()),
            (None, Detail::House { rule, .. }) => context.house.rules.get(*rule).map(|rule| rule.id.clone()),
            _ => None,
        };
        let key = (finding.code, rule, place(&path(&judge, finding.place)));
        let known = found.entry(key).or_insert(severity);
        *known = severity.min(*known);
    }
    (found.values().all(|severity| *severity == Severity::Warning), found)
}

/// Returns the pointer of a place without positions in arrays.
fn place(path: &[Segment]) -> String {
    let names = path.iter().filter_map(|segment| match segment {
        Segment::Key(name) => Some(["/", name].concat()),
        Segment::Index(_) => None,
    });
    names.collect()
}

fn values(space: &Space<'_>, variable: usize) -> std::ops::Range<usize> {
    0..space.variables.get(variable).map_or(0, |variable| variable.values.all.len())
}

/// Returns a payload with other values. The record of a member is given.
fn with(space: &Space<'_>, base: &Assignment, values: &[(usize, usize)]) -> Assignment {
    let mut payload = base.clone();
    for (variable, value) in values {
        let record = space.variables.get(*variable).and_then(|variable| variable.record);
        for (at, value) in record.map(|record| (record, 1)).into_iter().chain([(*variable, *value)]) {
            if let Some(slot) = payload.get_mut(at) {
                *slot = value;
            }
        }
    }
    payload
}

/// Returns the settings that differ, and whose difference none of the payloads shows.
///
/// A payload shows a setting if the setting alone, with the other value in one of the contexts,
/// changes its findings.
fn unseen(before: &Context, after: &Context, shown: &[String]) -> Vec<UnseenSetting> {
    let [old, new] = [before, after].map(settings::of);
    let names: BTreeSet<&String> =
        old.keys().chain(new.keys()).filter(|name| old.get(*name) != new.get(*name)).collect();
    let is_seen = |name: &String| {
        [(before, &old, &new), (after, &new, &old)].into_iter().any(|(context, own, other)| {
            let mut changed = own.clone();
            match other.get(name) {
                Some(setting) => changed.insert(name.clone(), setting.clone()),
                None => changed.remove(name),
            };
            // Some settings are valid only with others.
            let Ok(changed) = settings_of(&settings::write(&changed), context) else { return false };
            let (context, changed) = (traced(context), traced(&changed));
            shown.iter().any(|payload| findings(payload, &context) != findings(payload, &changed))
        })
    };
    names.into_iter().filter(|name| !is_seen(name)).map(|setting| UnseenSetting { setting: setting.clone() }).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Pairs of settings, and the fields whose values are combined by brute force.
    const SAMPLES: [(&str, &str, &[&str]); 8] = [
        (
            r#"{ "today": "2026-03-01" }"#,
            r#"{ "today": "2026-03-02" }"#,
            &["/date_of_loss", "/base_product", "/is_incident_report_provided"],
        ),
        (
            r#"{ "today": "2026-03-01" }"#,
            r#"{ "today": "2026-03-01", "credential": "master", "financing_enrolled": true }"#,
            &["/requester_name", "/is_payment_via_financing", "/cc_emails", "/is_test"],
        ),
        (
            r#"{ "today": "2026-03-01" }"#,
            r#"{ "today": "2026-03-01", "surface": "legacy" }"#,
            &["/files_to_upload", "/is_incident_report_provided", "/summary"],
        ),
        (
            r#"{ "today": "2026-03-01", "words": { "pl.base_product": ["personal_boat", "commercial_boat"] } }"#,
            r#"{ "today": "2026-03-01", "words": { "pl.base_product": ["personal_boat"], "add_on_services": ["drone"] },
                 "severity": { "unlisted_word": "error", "duplicate_word": "error" } }"#,
            &["/base_product", "/add_on_services", "/defendant_business_name"],
        ),
        (
            r#"{ "today": "2026-03-01", "carriers": { "refused": [{ "name": "Grimbold Mutual" }] } }"#,
            r#"{ "today": "2026-03-01", "carriers": { "specialty": [{ "name": "Grimbold Mutual" }] } }"#,
            &["/insurance_company", "/insurance_company_name", "/base_product"],
        ),
        (
            r#"{ "today": "2026-03-01", "house": { "rules": [{ "id": "acme.claim", "product": "pl",
                 "when": [{ "field": "/is_test", "is": true }], "then": [{ "required": "/claim_number" }],
                 "message": { "en": "Our rule." } }] } }"#,
            r#"{ "today": "2026-03-01", "house": { "rules": [{ "id": "acme.claim", "product": "pl",
                 "when": [{ "field": "/is_test", "is": true }, { "field": "/crash_state", "equals": "TX" }],
                 "then": [{ "required": "/claim_number" }, { "field": "/claim_number", "like": "A*" }],
                 "message": { "en": "Our rule." } }] } }"#,
            &["/is_test", "/crash_state", "/claim_number", "/policy_number"],
        ),
        (
            r#"{ "today": "2026-03-01" }"#,
            r#"{ "today": "2026-03-01", "severity": { "usdot_number_unused": "error", "other_product": "error" } }"#,
            &["/usdot_number", "/is_defendant_transportation_company", "/base_product"],
        ),
        (
            r#"{ "today": "2026-03-01" }"#,
            r#"{ "today": "2026-03-01", "house": { "rules": [{ "id": "acme.reason", "product": "pe", "severity": "warning",
                 "when": [{ "any": [{ "field": "/search_reason", "contains": "other_reason" }, { "field": "/is_test", "is": true }] }],
                 "then": [{ "one_of": ["/other_search_reason", "/summary"] }], "message": { "en": "Our rule." } }] } }"#,
            &["/search_reason", "/other_search_reason", "/summary", "/is_test"],
        ),
    ];

    #[test]
    fn a_difference_is_that_of_brute_force() {
        for (before, after, fields) in SAMPLES {
            let [before, after] = [before, after].map(|text| Context::from_json(text).expect("settings"));
            let difference = diff_rulebooks(&before, &after);
            let found: BTreeSet<Key> = difference
                .changes
                .iter()
                .flat_map(|change| {
                    change
                        .places
                        .iter()
                        .map(|place| (change.effect, change.code, change.rule.clone(), place.at.clone()))
                })
                .collect();
            let mut all = BTreeSet::new();
            for product in Product::ALL {
                all.extend(by_brute_force(&before, &after, product, fields));
            }
            assert!(!all.is_empty(), "{fields:?}");
            for (effect, code, rule, at) in &all {
                let keys = [*effect, verdict_of(*effect)].map(|effect| (effect, *code, rule.clone(), at.clone()));
                assert!(keys.iter().any(|key| found.contains(key)), "{effect} {code} {rule:?} {at} in {found:?}");
            }
            // The other way round, for the fields that were combined.
            for key in found.iter().filter(|key| fields.contains(&&*key.3)) {
                assert!(all.contains(key), "{key:?} in {all:?}");
            }
        }
    }

    /// Returns the changes that any combination of all values of these fields shows.
    fn by_brute_force(before: &Context, after: &Context, product: Product, fields: &[&str]) -> BTreeSet<Key> {
        let (before, after) = (&traced(before), &traced(after));
        let classes = Classes::new(vec![before, after], product);
        let space = Space::new(before, &classes, Extent::Everything);
        let mut comparison =
            Comparison { before, after, seen: BTreeSet::new(), shown: Vec::new(), changes: BTreeMap::new() };
        let combined: Vec<usize> =
            (0..space.variables.len()).filter(|at| fields.contains(&&*space.variables[*at].path.pointer())).collect();
        for context in [before, after] {
            let own = Space::new(context, &classes, Extent::Everything);
            let mut payloads = vec![base(&own)];
            for variable in &combined {
                let values = values(&space, *variable);
                payloads = payloads
                    .iter()
                    .flat_map(|payload| values.clone().map(|value| with(&space, payload, &[(*variable, value)])))
                    .collect();
            }
            for payload in payloads {
                comparison.judge(&space, &payload);
            }
        }
        comparison.changes.into_keys().collect()
    }
}
