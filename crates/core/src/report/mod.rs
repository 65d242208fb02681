//! The report on a payload, with its messages.

pub(crate) mod facts;
pub(crate) mod firm_rules;
pub(crate) mod identity;
pub(crate) mod input;
pub(crate) mod issue;
pub(crate) mod sink;

use crate::report::input::unreadable;
pub use crate::rulebook::params::{Param, Params};
pub use crate::text::json::pointer::Segment;
pub use firm_rules::Waived;
pub use issue::Fix;

use crate::context::Context;
use crate::judge::evaluate::Shape;
use crate::judge::outcome::Outcome;
use crate::judge::{Cause, Detail, Finding, Judge, Place};
use crate::messages::catalogue::MessageVariant;
use crate::messages::fill::{MessageContext, Subject};
use crate::payload::slots::{PAYLOAD, Payload, Value};
use crate::report::issue::Issue;
use crate::report::sink::capped;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::informal::{REWRITABLE, rewritten};
use crate::rulebook::lifetime::LEGACY_SUNSET;
use crate::rulebook::params::Severity;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::Condition;
use crate::rulebook::rules::table::part;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{DATE_OF_LOSS_DAYS, Requirement, Rule, SPECIALTY_CARRIER_FEE_USD};
use crate::rulebook::tokens::tokens;
use crate::rulebook::vocabulary::WordList;
use crate::text::clean::is_invisible;
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::pointer;
use crate::text::suggest::nearest;
use serde::{Deserialize, Deserializer, Serialize};
use std::borrow::Cow;

pub use facts::{CarrierCheck, CarrierFee, Facts, Family, Reporter};

/// The version of the report's JSON form.
pub const FORMAT: u32 = 1;

/// The rulebook behind a verdict.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Rulebook {
    /// The version of this library.
    pub version: Cow<'static, str>,
    /// A digest of the tables, which changes with them.
    pub digest: Cow<'static, str>,
}

/// The rulebook of this library.
pub const RULEBOOK: Rulebook = Rulebook {
    version: Cow::Borrowed(env!("CARGO_PKG_VERSION")),
    digest: Cow::Borrowed(crate::rulebook::digest::DIGEST),
};

/// The report on a payload.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Report {
    /// The version of the report's JSON form.
    pub format: u32,
    /// The rulebook behind the verdict.
    pub rulebook: Rulebook,
    /// `true` if no issue is an error.
    pub ok: bool,
    /// The findings in catalogue order. If there are more than the context's limit: the errors in
    /// this order, then warnings up to the limit, and finally `findings_capped`.
    pub issues: Vec<Issue>,
    /// Facts that follow from the payload.
    pub facts: Facts,
    /// The payload as it should be sent, if the context includes it; `null` if it could not be
    /// read.
    #[serde(default, deserialize_with = "given", skip_serializing_if = "Option::is_none")]
    pub prepared: Option<Option<JsonText>>,
    /// The outcome of each rule, if the context includes it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub trace: Option<Vec<RuleResult>>,
    /// Warnings that waivers removed from the issues, if the context has waivers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub waived: Option<Vec<Waived>>,
}

impl<'r> IntoIterator for &'r Report {
    type Item = &'r Issue;
    type IntoIter = std::slice::Iter<'r, Issue>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// Distinguishes `null` from an absent member.
fn given<'de, T: Deserialize<'de>, D: Deserializer<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// The outcome of a rule.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct RuleResult {
    /// The rule.
    pub rule: Cow<'static, str>,
    /// The outcome.
    pub state: RuleOutcome,
    /// The pointer of the field that a blocked rule waits for.
    pub by: Vec<String>,
}

tokens! {
    /// The outcome of a rule.
    RuleOutcome, "outcome of a rule" {
        /// The rule applies and is satisfied.
        Satisfied "satisfied",
        /// The rule applies and is violated.
        Violated "violated",
        /// The conditions are not met.
        NotApplicable "not_applicable",
        /// The rule reads a field that is missing or malformed.
        Blocked "blocked",
        /// The context has no list to check against, or the rule requires files, which a case alone
        /// does not show.
        NotChecked "not_checked",
    }
}

impl Report {
    /// Returns the issues in order.
    ///
    /// ```
    /// use casegate::{Context, check_case};
    ///
    /// let report = check_case(r#"{ "case_type": "pe", "note": 1 }"#, &Context::new("2026-03-01".parse()?));
    /// for issue in &report {
    ///     println!("{issue}");
    /// }
    /// assert_eq!(report.iter().count(), report.errors().count() + report.warnings().count());
    /// # Ok::<(), casegate::date::ParseDateError>(())
    /// ```
    pub fn iter(&self) -> std::slice::Iter<'_, Issue> {
        self.issues.iter()
    }

    /// Returns the issues for which the service refuses the request.
    pub fn errors(&self) -> impl Iterator<Item = &Issue> {
        self.of_severity(Severity::Error)
    }

    /// Returns the issues with which the request may be sent.
    pub fn warnings(&self) -> impl Iterator<Item = &Issue> {
        self.of_severity(Severity::Warning)
    }

    fn of_severity(&self, severity: Severity) -> impl Iterator<Item = &Issue> {
        self.issues.iter().filter(move |issue| issue.severity == severity)
    }

    /// Returns the report on a judged payload.
    pub(crate) fn of(judge: &Judge<'_>) -> Report {
        let context = judge.case.context;
        let mut ok = true;
        let mut issues = Vec::new();
        let mut waived = firm_rules::waivable(context);
        for (at, finding) in judge.findings.iter().enumerate() {
            let severity = context.severity_of(finding.code);
            ok &= severity == Severity::Warning;
            if at >= context.limits.findings {
                // Errors come first, so the first omitted finding has the greatest severity.
                let last = capped(context, severity);
                ok &= last.severity == Severity::Warning;
                issues.push(last);
                break;
            }
            let issue = issue(judge, finding, severity);
            match (&mut waived, context.firm.waiver(&issue, context.today)) {
                (Some(aside), Some(by)) => aside.push(by.waive(issue)),
                _ => issues.push(issue),
            }
        }
        let trace = context.include.trace.then(|| judge.outcomes.iter().map(rule_result).collect());
        Report { issues, trace, waived, ..Report::without_issues(ok, Facts::of(judge)) }
    }

    pub(crate) fn without_issues(ok: bool, facts: Facts) -> Report {
        Report {
            format: FORMAT,
            rulebook: RULEBOOK,
            ok,
            issues: Vec::new(),
            facts,
            prepared: None,
            trace: None,
            waived: None,
        }
    }

    /// Returns the report on an unreadable payload: one finding at the root.
    pub(crate) fn unreadable(context: &Context, code: Code, params: Params) -> Report {
        Report {
            issues: vec![unreadable(context, code, params)],
            trace: context.include.trace.then(Vec::new),
            waived: firm_rules::waivable(context),
            ..Report::without_issues(false, Facts::unknown(context))
        }
    }
}

fn rule_result((rule, outcome): &(&Rule, Outcome)) -> RuleResult {
    let (state, by) = rule_outcome(*outcome);
    RuleResult { rule: rule.id.clone(), state, by: by.map(FieldPath::pointer).into_iter().collect() }
}

pub(crate) fn rule_outcome(outcome: Outcome) -> (RuleOutcome, Option<FieldPath>) {
    match outcome {
        Outcome::Satisfied => (RuleOutcome::Satisfied, None),
        Outcome::Violated => (RuleOutcome::Violated, None),
        Outcome::NotApplicable => (RuleOutcome::NotApplicable, None),
        Outcome::NotChecked => (RuleOutcome::NotChecked, None),
        Outcome::Blocked(path) => (RuleOutcome::Blocked, Some(path)),
    }
}

/// The most entries of a list in a parameter, so that a report stays in proportion to its findings.
pub(crate) const LONGEST_LIST: usize = 100;

/// The row of a place, if there is one.
struct Target<'p> {
    key: Option<FieldId>,
    member: Option<&'static Field>,
    kind: Kind,
    /// The submitted word, used for suggestions only.
    text: Option<&'p str>,
}

fn target<'p>(judge: &Judge<'p>, place: Place) -> Target<'p> {
    let payload: &'p Payload<'p> = judge.case.payload;
    let text = |value: Value| payload.text(value);
    match place {
        Place::Root => Target { key: None, member: None, kind: Kind::Object, text: None },
        Place::Field(key) => {
            Target { key: Some(key), member: None, kind: judge.case.field(key).kind, text: text(payload.value(key)) }
        }
        Place::Element(key, at) => {
            let element = payload.elements_of(payload.value(key)).get(at);
            Target {
                key: Some(key),
                member: None,
                kind: judge.case.field(key).kind,
                text: element.copied().and_then(text),
            }
        }
        Place::Member(key, at) => {
            let member = key.field().kind.members().get(at);
            let kind = member.map_or(Kind::Object, |member| member.kind);
            Target { key: Some(key), member, kind, text: text(payload.member(key, at)) }
        }
        Place::Unknown(record, at) => {
            let name = payload.unknown.get(at).map(|stray| &*stray.name);
            Target { key: record, member: None, kind: Kind::Object, text: name }
        }
    }
}

pub(crate) fn path(judge: &Judge<'_>, place: Place) -> Vec<Segment> {
    let key = |key: FieldId| Segment::Key(key.name().to_owned());
    match place {
        Place::Root => Vec::new(),
        Place::Field(field) => vec![key(field)],
        Place::Element(field, at) => vec![key(field), Segment::Index(at)],
        Place::Member(record, at) => {
            let member = record.field().kind.members().get(at).map_or("", |member| member.name);
            vec![key(record), Segment::Key(member.to_owned())]
        }
        Place::Unknown(record, at) => {
            let name =
                judge.case.payload.unknown.get(at).map(|stray| stray.name.clone().into_owned()).unwrap_or_default();
            record.map(key).into_iter().chain([Segment::Key(name)]).collect()
        }
    }
}

/// Returns the issue for a finding, with its message.
pub(crate) fn issue(judge: &Judge<'_>, finding: &Finding<'_>, severity: Severity) -> Issue {
    if let Some(issue) = firm_rules::issue(judge, finding, severity) {
        return issue;
    }
    let code = finding.code;
    let target = target(judge, finding.place);
    let mut params = Params::default();
    let mut form = if must_be_true(finding) { MessageVariant::OnlyYes } else { MessageVariant::Plain };
    let suggestion = suggestion(judge, finding);
    match &finding.detail {
        Detail::None | Detail::Few => {}
        Detail::Expected(kind) => {
            form = match finding.place {
                Place::Element(..) => MessageVariant::Element,
                _ => MessageVariant::of_expected(kind),
            };
            params = params.with("expected", Param::Word((*kind).to_owned()));
        }
        Detail::Words(list) => {
            let known = known(judge, list).take(LONGEST_LIST);
            params = params.with("words", Param::Words(known.map(str::to_owned).collect()));
        }
        Detail::Entries(entries) => {
            params = params.with("entries", Param::Positions(entries.iter().copied().take(LONGEST_LIST).collect()));
        }
    }
    match code {
        Code::LegacySunset | Code::LegacyDeprecated => {
            params = params.with("date", Param::Day(LEGACY_SUNSET));
        }
        Code::PossibleCarrierFee => {
            params = params.with("fee_usd", Param::from(SPECIALTY_CARRIER_FEE_USD));
        }
        Code::DateTooOld | Code::DateAfterToday | Code::DateOnLastDay => {
            params = params.with("days", Param::Number(DATE_OF_LOSS_DAYS.unsigned_abs().into()));
        }
        Code::Alias | Code::AliasConflict => {
            if let Some(current) = current(finding) {
                params = params.with("field", Param::from(current.key.name()));
            }
        }
        Code::WrongLength => {
            params = params.with("expected", Param::Number(1));
        }
        _ => {}
    }
    if let Some(word) = suggestion {
        params = params.with("suggestion", Param::Word(word.to_owned()));
    }

    let language = judge.case.context.message_language();
    let message = MessageContext {
        language,
        audience: judge.case.context.audience,
        code,
        form,
        subject: match finding.place {
            Place::Root | Place::Unknown(..) => None,
            _ => target.key.map(|key| Subject { key, member: target.member, kind: target.kind }),
        },
        why: finding.cause.and_then(|Cause { rule, .. }| language.catalogue().why(&rule.id, part(rule))),
        params: &params,
    }
    .message();
    let message = if is_hidden(judge, finding) {
        [&message, " ", language.catalogue().grammar.invisible].concat()
    } else {
        message
    };
    let path = path(judge, finding.place);
    Issue {
        code,
        severity,
        at: pointer(&path),
        path,
        rule: finding.cause.map(|cause| cause.rule.id.clone()),
        requirement_id: finding.requirement_id.map(Cow::Borrowed),
        because: finding.cause.map(|cause| cause.rule.because()).unwrap_or_default(),
        params,
        message,
        fix: fix(judge, finding, suggestion),
    }
}

/// Returns the nearest word of a list, or the nearest field.
fn suggestion<'p>(judge: &Judge<'p>, finding: &Finding<'_>) -> Option<&'p str> {
    let text = || target(judge, finding.place).text;
    match (finding.code, &finding.detail) {
        (_, Detail::Words(list)) => nearest(text()?, known(judge, list)),
        (Code::UnknownField, _) => near_field(judge, finding.place, text()),
        _ => None,
    }
}

/// Returns the words of a list, with those of the context.
fn known<'p>(judge: &Judge<'p>, list: &'static WordList) -> impl Iterator<Item = &'p str> {
    list.words.iter().copied().chain(judge.case.context.extra_words(list))
}

/// Returns `true` if the rule accepts only `true` at the place of the finding.
fn must_be_true(finding: &Finding<'_>) -> bool {
    let then = finding.cause.map_or(&[][..], |cause| &cause.rule.then);
    let is_here = |path: FieldPath| finding.place == Place::of(path);
    then.iter().any(|then| matches!(then, Requirement::Holds(own, Code::MustBeTrue) if is_here(own.path)))
}

/// Returns the field whose old name is used.
fn current(finding: &Finding<'_>) -> Option<FieldPath> {
    let cause = finding.cause?;
    match cause.rule.then.get(cause.then) {
        Some(Requirement::Holds(Condition { test: Test::Contradicted(current, _), .. }, _)) => Some(*current),
        _ => None,
    }
}

fn near_field<'p>(judge: &Judge<'p>, place: Place, name: Option<&str>) -> Option<&'p str> {
    let name = name?;
    match place {
        Place::Unknown(Some(record), _) => {
            nearest(name, record.field().kind.members().iter().map(|member| member.name))
        }
        _ => nearest(name, FieldId::of_product(judge.case.product).map(|(_, field)| field.name)),
    }
}

fn fix(judge: &Judge<'_>, finding: &Finding<'_>, suggestion: Option<&str>) -> Option<Fix> {
    match finding.code {
        Code::Forbidden
        | Code::NullValue
        | Code::OtherProduct
        | Code::ReadOnly
        | Code::Deprecated
        | Code::Removed
        | Code::Ignored
        | Code::AliasConflict
        | Code::DuplicateWord
        | Code::UsdotNumberUnused => Some(Fix::Remove),
        Code::StateNotUpperCase | Code::StateCase => Some(Fix::Uppercase),
        code if REWRITABLE.contains(&code) => {
            target(judge, finding.place).text.and_then(|text| rewritten(code, text)).map(|_| Fix::Rewrite)
        }
        Code::StringForm => Some(Fix::WrapInArray),
        Code::WrongType => match (finding.place, target(judge, finding.place)) {
            (Place::Field(_), Target { kind: Kind::WordArray(words), text: Some(text), .. }) => {
                let list = words.of(judge.case.product);
                // An unlisted word of a closed list stays an error inside an array.
                (list.open || judge.case.context.lists(list, text)).then_some(Fix::WrapInArray)
            }
            _ => None,
        },
        Code::Alias => current(finding).map(|current| match judge.case.shape(current.key) {
            Shape::Set => Fix::Remove,
            _ => Fix::Rename { to: current.pointer() },
        }),
        Code::UnknownWord | Code::UnlistedWord => suggestion.map(|word| Fix::Replace { value: word.to_owned() }),
        Code::UnknownField => match (finding.place, &finding.detail, suggestion) {
            (Place::Unknown(record, at), Detail::Few, Some(name)) if is_free(judge, record, at, name) => {
                let record = record.map(FieldId::pointer).unwrap_or_default();
                Some(Fix::Rename { to: [&record, "/", name].concat() })
            }
            _ => None,
        },
        _ => None,
    }
}

/// Returns `true` if the value looks right, because what is wrong is a letter that nobody sees.
pub(crate) fn is_hidden(judge: &Judge<'_>, finding: &Finding<'_>) -> bool {
    let text = || target(judge, finding.place).text;
    REWRITABLE.contains(&finding.code) && text().is_some_and(|text| text.chars().any(is_invisible))
}

/// Returns `true` if a field that an unknown key may mean is neither given nor meant by another
/// unknown key.
fn is_free(judge: &Judge<'_>, record: Option<FieldId>, stray: usize, name: &str) -> bool {
    let payload = judge.case.payload;
    let object = payload.unknown.get(stray).map_or(PAYLOAD, |stray| stray.object);
    let slot = match record {
        None => lookup(name).map(FieldId::slot),
        Some(record) => record.member(name).map(|member| record.member_slot(member)),
    };
    let absent = slot.is_some_and(|slot| payload.at(slot) == Value::Absent);
    // If two unknown keys may mean it, a person must decide.
    absent
        && !payload.unknown.iter().enumerate().any(|(at, other)| {
            at != stray
                && other.object == object
                && near_field(judge, Place::Unknown(record, at), Some(&other.name)) == Some(name)
        })
}
