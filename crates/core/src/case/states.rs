//! The state of every field for forms, including half-filled ones.

use crate::case::input::CaseInput;
use crate::context::Context;
use crate::judge::conditions::Met;
use crate::judge::evaluate::{Case, Shape, shape};
use crate::payload::open::read;
use crate::payload::slots::{Payload, Value};
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{BASE_PRODUCT, FieldId, SLOTS, lookup};
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::fields::{Field, FieldStatus, Kind};
use crate::rulebook::product::Product;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::fields::is_conditional;
use crate::rulebook::rules::formula::Condition;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{CASE_TYPE, Requirement, Rule};
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::STATES;
use crate::text::json::pointer::{Segment, pointer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::sync::Arc;

/// What a form does with a field.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
pub enum FieldRequirement {
    /// The field must be given; a member, if its record is given.
    Required,
    /// The field may be given.
    Optional,
    /// A rule forbids the field here.
    Forbidden,
    /// The service does not use the field here: it is not current, no rule reads it, or it belongs
    /// to the other product.
    Irrelevant,
}

/// The state of one field.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FieldState {
    /// The JSON Pointer.
    pub at: String,
    /// The same as a list of keys.
    pub path: Vec<Segment>,
    /// What a form does with the field.
    pub state: FieldRequirement,
    /// The rule that decides the state, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rule: Option<Cow<'static, str>>,
    /// `true` if the field is optional and no rule asks for it now. A form hides it.
    #[serde(default, skip_serializing_if = "is_false")]
    pub unprompted: bool,
    /// Only `true` is accepted.
    #[serde(default, skip_serializing_if = "is_false")]
    pub must_be_true: bool,
    /// Pointers of the values that made the rule apply.
    pub because: Vec<String>,
    /// Pointers of the fields, besides `case_type`, that rules read to decide the state. A member
    /// includes those of its record.
    pub depends_on: Vec<String>,
    /// `true` if the field still has to be filled in.
    pub needed: bool,
    /// Pointers of the fields of which a firm rule requires one, including this field. Until one is
    /// given, each is required and needed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<String>>,
    /// The choices of fields with a word list, including additional words of the context, and of
    /// state codes. Territories, which cause a warning, are not among the codes.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub choices: Option<Vec<Cow<'static, str>>>,
}

// serde passes a reference.
#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde passes a reference")]
fn is_false(value: &bool) -> bool {
    !*value
}

/// Returns the state of every field in catalogue order: common, the product's own, the other
/// product's. The members of a record follow it. An unreadable payload counts as empty, because a
/// form starts without answers.
///
/// ```
/// use casegate::{Context, field_states};
/// use casegate::states::FieldRequirement;
///
/// let context = Context::new("2026-03-01".parse()?);
/// let states = field_states(r#"{ "case_type": "pl", "are_policyholder_and_defendant_the_same": false }"#, &context);
/// let name = states.iter().find(|field| field.at == "/policyholder_name").ok_or("no such field")?;
/// assert_eq!((name.state, name.rule.as_deref()), (FieldRequirement::Required, Some("pl.policyholder_named")));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn field_states(payload: &(impl CaseInput + ?Sized), context: &Context) -> Vec<FieldState> {
    states_of_text(&payload.to_text(context), context)
}

pub(crate) fn states_of_text(payload: &str, context: &Context) -> Vec<FieldState> {
    let mut slots = Payload::new();
    let payload = if read(payload, context, &mut slots).is_ok() { slots } else { Payload::new() };
    states(&Case::new(&payload, context))
}

pub(crate) fn states(case: &Case<'_>) -> Vec<FieldState> {
    of_effects(case, &effects(case))
}

fn of_effects(case: &Case<'_>, effects: &[FieldEffect<'_>]) -> Vec<FieldState> {
    groups(case.product).flat_map(|group| group.states(case, effects)).collect()
}

/// The states of all fields, and what they follow from. Most edits replace an answer by another and
/// leave them alone.
#[derive(Debug, Clone)]
pub(crate) struct Known {
    pub(crate) states: Arc<Vec<FieldState>>,
    /// Whether each field has a value; of what kind each value is; whether each effect applies.
    grounds: Vec<u8>,
}

impl Known {
    /// Takes the states of another payload with the same product and context where they follow from
    /// the same.
    pub(crate) fn of(case: &Case<'_>, other: Option<&Known>) -> Known {
        let effects = effects(case);
        let mut grounds: Vec<u8> = Vec::new();
        for key in FieldId::all() {
            grounds.push(u8::from(case.shape(key) != Shape::Unset));
        }
        for slot in 0..SLOTS {
            grounds.push(match case.payload.at(slot) {
                Value::Absent | Value::Null => 0,
                Value::Blank => 1,
                Value::Array { empty: true, .. } => 2,
                Value::Object { .. } => 3,
                _ => 4,
            });
        }
        for effect in &effects {
            grounds.push(effect.applies.map_or(2, u8::from));
        }
        let same = other.filter(|other| other.grounds == grounds).map(|other| Arc::clone(&other.states));
        Known { states: same.unwrap_or_else(|| Arc::new(of_effects(case, &effects))), grounds }
    }

    pub(crate) fn has(&self, key: FieldId) -> bool {
        self.grounds.get(key.slot()) == Some(&1)
    }
}

/// A field with its members, as in a product's table.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Group {
    pub(crate) key: FieldId,
    field: &'static Field,
    /// `true` for a field of the other product.
    is_foreign: bool,
}

/// Returns every field: common, the product's own, the other product's. Without a product, both
/// products' own fields.
pub(crate) fn groups(product: Option<Product>) -> impl Iterator<Item = Group> {
    let own = FieldId::of_product(product).map(|(key, field)| Group { key, field, is_foreign: false });
    let others = Product::ALL.into_iter().filter(move |other| product != Some(*other));
    let rows = others.flat_map(|other| other.fields().iter().map(move |field| (other, field)));
    let foreign = rows.filter_map(move |(other, field)| {
        let key = lookup(field.name)?;
        // One key is in both tables, and is listed once.
        let is_listed = key == BASE_PRODUCT && (product.is_some() || other != Product::PolicyLimit);
        (!is_listed).then_some(Group { key, field, is_foreign: true })
    });
    own.chain(foreign)
}

impl Group {
    /// Returns the states of the field and its members.
    pub(crate) fn states(&self, case: &Case<'_>, effects: &[FieldEffect<'_>]) -> Vec<FieldState> {
        let Group { key, field, is_foreign } = *self;
        if is_foreign {
            let path = vec![segment(field)];
            let members = field.kind.members().iter().map(|member| vec![segment(field), segment(member)]);
            let paths = std::iter::once(path).chain(members);
            return paths.map(|path| irrelevant(path, vec![CASE_TYPE.pointer()])).collect();
        }
        let record = top_level(case, effects, key, field);
        let members = members(case, effects, key, field, &record);
        std::iter::once(record).chain(members).collect()
    }
}

/// The effect of a rule on a field.
#[derive(Debug)]
pub(crate) struct FieldEffect<'r> {
    path: FieldPath,
    rule: &'r Rule,
    asks: Asks<'r>,
    /// `true` if the rule applies; `None` if it waits for a field.
    applies: Option<bool>,
}

/// The effect if the rule applies.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Asks<'r> {
    Required,
    Forbidden,
    /// One of these fields must be given, with a flag if one is.
    OneOf {
        fields: &'r [FieldPath],
        is_met: bool,
    },
    /// No rule reads the field, so it should not be given.
    Unused,
    /// A given value must pass this test.
    Holds(&'r Condition),
}

/// Returns the effects of all rules on required and forbidden fields and on words. Advice has none.
pub(crate) fn effects<'r>(case: &Case<'r>) -> Vec<FieldEffect<'r>> {
    let mut effects: Vec<FieldEffect<'r>> = Vec::new();
    let mut required = SlotSet::EMPTY;
    for (_, rule) in case.rules().filter(|(_, rule)| rule.is_binding()) {
        let applies = match case.applies(rule, required) {
            Met::Yes => Some(true),
            Met::No => Some(false),
            Met::Blocked(_) => None,
        };
        for requirement in rule.then.iter() {
            let (paths, asks): (&[FieldPath], Asks<'r>) = match requirement {
                Requirement::Required(path) => (std::slice::from_ref(path), Asks::Required),
                Requirement::Forbidden(path) => (std::slice::from_ref(path), Asks::Forbidden),
                Requirement::OneOf(fields, _) => {
                    let is_met = fields.iter().any(|path| case.shape_at(case.effective_field(*path)) != Shape::Unset);
                    (fields, Asks::OneOf { fields, is_met })
                }
                Requirement::Holds(Condition { path, test: Test::Set(true), .. }, code) if !code.is_note() => {
                    (std::slice::from_ref(path), Asks::Unused)
                }
                Requirement::Holds(condition, Code::MustBeTrue | Code::HouseRule) => {
                    (std::slice::from_ref(&condition.path), Asks::Holds(condition))
                }
                _ => continue,
            };
            for path in paths {
                let effect = FieldEffect { path: *path, rule, asks, applies };
                required.set(path.slot(), required.contains(path.slot()) || effect.requires());
                effects.push(effect);
            }
        }
    }
    effects
}

impl FieldEffect<'_> {
    fn requires(&self) -> bool {
        let requires = matches!(self.asks, Asks::Required | Asks::OneOf { is_met: false, .. });
        self.applies == Some(true) && requires
    }

    /// Returns pointers of the fields that the conditions read, and of others that the requirement
    /// reads.
    fn reads(&self) -> Vec<String> {
        let others = match self.asks {
            Asks::OneOf { fields, .. } => fields.iter().copied().filter(|other| *other != self.path).collect(),
            Asks::Holds(condition) => Vec::from_iter(condition.test.other()),
            _ => Vec::new(),
        };
        let mut reads = self.rule.because();
        reads.extend(others.into_iter().map(FieldPath::pointer));
        reads
    }

    /// Returns the fields of which one is required.
    fn one_of(&self) -> Option<Vec<String>> {
        match self.asks {
            Asks::OneOf { fields, .. } if self.applies == Some(true) => {
                Some(fields.iter().map(|path| path.pointer()).collect())
            }
            _ => None,
        }
    }

    fn forbids(&self) -> bool {
        self.applies == Some(true) && self.asks == Asks::Forbidden
    }

    fn is_unused(&self) -> bool {
        self.applies == Some(true) && self.asks == Asks::Unused
    }

    /// Returns `true` if the rule forbids the field elsewhere, but not here. A firm's rule does not
    /// make a field current where it does not apply.
    fn allows(&self) -> bool {
        self.applies == Some(false) && self.asks == Asks::Forbidden && self.rule.firm().is_none()
    }

    /// Returns `true` if the effect permits a word as a choice.
    fn leaves(&self, word: &str, kind: Kind) -> bool {
        match self.asks {
            Asks::Holds(condition) if self.applies == Some(true) => {
                condition.test.takes(word, kind).is_none_or(|takes| takes == condition.wanted)
            }
            _ => true,
        }
    }

    fn takes_only_true(&self) -> bool {
        matches!(self.asks, Asks::Holds(condition) if self.applies == Some(true) && condition.test == Test::Is(true))
    }
}

/// Returns the pointers of all fields that the rules about a field read, each once.
fn depends_on(about: &[&FieldEffect<'_>], extra: &[String]) -> Vec<String> {
    let mut depends_on: Vec<String> = extra.to_vec();
    for read in about.iter().flat_map(|effect| effect.reads()) {
        if !depends_on.contains(&read) {
            depends_on.push(read);
        }
    }
    depends_on
}

/// Returns the effects on one field or member.
fn effects_on<'e, 'r>(effects: &'e [FieldEffect<'r>], path: FieldPath) -> Vec<&'e FieldEffect<'r>> {
    effects.iter().filter(|effect| effect.path == path).collect()
}

/// Returns the effect that decides the state: one that forbids comes before one that requires.
fn decisive<'e, 'r>(about: &[&'e FieldEffect<'r>]) -> Option<&'e FieldEffect<'r>> {
    let forbids = about.iter().find(|effect| effect.forbids());
    forbids.or_else(|| about.iter().find(|effect| effect.requires())).copied()
}

fn top_level(case: &Case<'_>, effects: &[FieldEffect<'_>], key: FieldId, field: &'static Field) -> FieldState {
    let about = effects_on(effects, FieldPath::of(key));
    let rule_effects = decisive(&about);
    let legacy_only = field.status == FieldStatus::LegacyOnly && case.context.surface == Surface::Create;
    let state = match rule_effects {
        _ if field.is_passed_over() || legacy_only || field.status == FieldStatus::Alias => {
            FieldRequirement::Irrelevant
        }
        None if about.iter().any(|effect| effect.is_unused()) => FieldRequirement::Irrelevant,
        Some(effect) if effect.forbids() => FieldRequirement::Forbidden,
        Some(_) => FieldRequirement::Required,
        None if case.is_always_required(key) => FieldRequirement::Required,
        None => FieldRequirement::Optional,
    };
    let is_prompted = |effect: &&FieldEffect<'_>| effect.allows() || effect.one_of().is_some();
    let unprompted = state == FieldRequirement::Optional && is_conditional(key) && !about.iter().any(is_prompted);
    let rule_effects = match state {
        FieldRequirement::Required | FieldRequirement::Forbidden => rule_effects,
        // A rule that forbids the field elsewhere explains why it is asked here.
        FieldRequirement::Optional => about.iter().find(|effect| effect.allows()).copied(),
        FieldRequirement::Irrelevant => None,
    };
    let choices = choices(case, field.kind, &about);
    let asked = matches!(state, FieldRequirement::Required | FieldRequirement::Optional);
    let mut field = irrelevant(vec![segment(field)], depends_on(&about, &[]));
    field.decide(state, rule_effects);
    field.unprompted = unprompted;
    field.must_be_true = asked && about.iter().any(|effect| effect.takes_only_true());
    field.needed = state == FieldRequirement::Required && case.shape(key) == Shape::Unset && !has_alias(case, key);
    field.one_of = about.iter().filter(|_| asked).find_map(|effect| effect.one_of());
    field.choices = choices;
    field
}

/// Returns the words of a field's list that firm rules leave, or the codes of the states.
fn choices(case: &Case<'_>, kind: Kind, about: &[&FieldEffect<'_>]) -> Option<Vec<Cow<'static, str>>> {
    let is_left = |word: &str| about.iter().all(|effect| effect.leaves(word, kind));
    let of = |words: &[&'static str]| words.iter().copied().filter(|word| is_left(word)).map(Cow::Borrowed).collect();
    if matches!(kind, Kind::State { .. }) {
        return Some(of(&STATES));
    }
    let list = kind.words()?.of(case.product);
    let mut choices: Vec<_> = of(list.words);
    let extra = case.context.extra_words(list).filter(|word| is_left(word));
    choices.extend(extra.map(|word| Cow::Owned(word.to_owned())));
    Some(choices)
}

fn has_alias(case: &Case<'_>, key: FieldId) -> bool {
    FieldId::of_product(case.product)
        .any(|(alias, field)| field.current_name() == Some(key.name()) && case.shape(alias) != Shape::Unset)
}

fn members(
    case: &Case<'_>,
    effects: &[FieldEffect<'_>],
    key: FieldId,
    field: &'static Field,
    record: &FieldState,
) -> Vec<FieldState> {
    let given = matches!(case.payload.value(key), Value::Object { .. });
    // A record that no rule asks for is judged if it is given.
    let judged = record.state != FieldRequirement::Forbidden && (record.state != FieldRequirement::Irrelevant || given);
    let state = |(at, member): (usize, &Field)| {
        let path = FieldPath { key, member: Some(at) };
        let about = effects_on(effects, path);
        let unasked = irrelevant(vec![segment(field), segment(member)], depends_on(&about, &record.depends_on));
        if !judged || member.is_passed_over() {
            return unasked;
        }
        let rule_effects = decisive(&about);
        let state = match rule_effects {
            Some(effect) if effect.forbids() => FieldRequirement::Forbidden,
            Some(_) => FieldRequirement::Required,
            None if member.is_required => FieldRequirement::Required,
            None => FieldRequirement::Optional,
        };
        let one_of = about.iter().find_map(|effect| effect.one_of());
        let unset = shape(member.kind, case.payload.member(key, at), &[]) == Shape::Unset;
        let mut asked = unasked;
        asked.decide(state, rule_effects);
        asked.unprompted = record.unprompted;
        asked.needed = state == FieldRequirement::Required && unset && (given || record.needed || one_of.is_some());
        asked.one_of = one_of.filter(|_| state != FieldRequirement::Forbidden);
        asked.choices = choices(case, member.kind, &about);
        asked
    };
    field.kind.members().iter().enumerate().map(state).collect()
}

impl FieldState {
    /// Sets the state, and the rule that decides it.
    fn decide(&mut self, state: FieldRequirement, effect: Option<&FieldEffect<'_>>) {
        self.state = state;
        self.rule = effect.map(|effect| effect.rule.id.clone());
        self.because = effect.map(FieldEffect::reads).unwrap_or_default();
    }
}

fn irrelevant(path: Vec<Segment>, depends_on: Vec<String>) -> FieldState {
    FieldState {
        at: pointer(&path),
        path,
        state: FieldRequirement::Irrelevant,
        rule: None,
        unprompted: false,
        must_be_true: false,
        because: Vec::new(),
        depends_on,
        needed: false,
        one_of: None,
        choices: None,
    }
}

fn segment(field: &Field) -> Segment {
    Segment::Key(field.name.to_owned())
}
