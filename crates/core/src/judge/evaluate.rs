//! Evaluates the conditions of rules.

use crate::context::Context;
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::{CASE_TYPE, Clause, Condition, Rule};
use crate::rulebook::surface::{Credential, Surface};
use crate::rulebook::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES};
use crate::text::date::Date;

/// A payload with everything that a rule may read from it and around it.
#[derive(Debug)]
pub(crate) struct Case<'p> {
    pub(crate) payload: &'p Payload<'p>,
    pub(crate) context: &'p Context,
    /// The product, if it is known.
    pub(crate) product: Option<Product>,
}

/// Whether a field is set (D1), judged by its type.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Unset,
    Set,
    /// The field is set, and no rule can read a value of its type (D7, D40).
    Malformed,
}

/// The result of a condition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    Yes,
    No,
    /// The condition reads a field that is missing or malformed (D7).
    Blocked(FieldId),
}

/// Returns the shape of a value in a field.
pub(crate) fn shape(kind: Kind, value: Value, elements: &[Value]) -> Shape {
    let fits = match value {
        Value::Absent | Value::Null => return Shape::Unset,
        Value::Blank if kind.is_text() => return Shape::Unset,
        Value::Blank | Value::Fraction => false,
        Value::FreeText | Value::Text(_) => kind.is_text(),
        Value::Boolean(_) => matches!(kind, Kind::Boolean),
        Value::Integer(_) => matches!(kind, Kind::Integer),
        Value::Object { .. } => matches!(kind, Kind::Record(_) | Kind::Object),
        Value::Array { empty, .. } => match kind {
            Kind::WordArray(_) | Kind::OneWord(_) if empty => return Shape::Unset,
            Kind::WordArray(_) => true,
            Kind::OneWord(_) => matches!(elements, [Value::Text(_)]),
            _ => false,
        },
    };
    if fits { Shape::Set } else { Shape::Malformed }
}

impl<'p> Case<'p> {
    pub(crate) fn new(payload: &'p Payload<'p>, context: &'p Context) -> Case<'p> {
        let named = payload.text(payload.value(CASE_TYPE)).and_then(Product::from_case_type);
        let product = match context.surface {
            Surface::Create => named,
            // The legacy path selects the product; `case_type` does so if the context does not name
            // the path.
            Surface::Legacy => context.product.or(named),
        };
        Case { payload, context, product }
    }

    /// Returns the rules for this product and surface.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (usize, &'static Rule)> + use<> {
        let (product, surface) = (self.product, self.context.surface);
        RULES.iter().enumerate().filter(move |(_, rule)| {
            (rule.product.is_none() || rule.product == product)
                && (rule.surface.is_none() || rule.surface == Some(surface))
        })
    }

    /// Returns the field's row for the product.
    pub(crate) fn field(&self, key: FieldId) -> &'static Field {
        key.field_of(self.product)
    }

    /// Returns the text of a field if the reader retained it.
    pub(crate) fn text(&self, key: FieldId) -> Option<&'p str> {
        self.payload.text(self.payload.value(key))
    }

    pub(crate) fn shape(&self, key: FieldId) -> Shape {
        match self.payload.value(key) {
            Value::Absent => Shape::Unset,
            value => shape(self.field(key).kind, value, self.payload.elements_of(value)),
        }
    }

    /// Returns `true` if the field is required by its own row.
    pub(crate) fn is_always_required(&self, key: FieldId) -> bool {
        let demanded = key != CASE_TYPE || self.context.surface == Surface::Create;
        demanded && self.field(key).is_required
    }

    /// Returns the first or only word of a field.
    pub(crate) fn first_word(&self, key: FieldId) -> Result<Option<&str>, ()> {
        let value = self.payload.value(key);
        match (self.shape(key), value) {
            (Shape::Unset, _) => Ok(None),
            (Shape::Set, Value::Text(_)) => Ok(self.payload.text(value)),
            (Shape::Set, _) => {
                let first = self.payload.elements_of(value).first().and_then(|first| self.payload.text(*first));
                first.map(Some).ok_or(())
            }
            (Shape::Malformed, _) => Err(()),
        }
    }

    /// Evaluates all conditions of a clause. `demanded` returns `true` for fields that earlier
    /// rules require.
    pub(crate) fn applies(&self, clause: &Clause, demanded: impl Fn(FieldId) -> bool) -> Answer {
        let mut blocked = None;
        for condition in clause.when {
            match self.meets(*condition, &demanded) {
                Answer::Yes => {}
                Answer::No => return Answer::No,
                Answer::Blocked(key) => blocked = blocked.or(Some(key)),
            }
        }
        blocked.map_or(Answer::Yes, Answer::Blocked)
    }

    fn meets(&self, condition: Condition, demanded: &impl Fn(FieldId) -> bool) -> Answer {
        let when = |met: bool| if met { Answer::Yes } else { Answer::No };
        match condition {
            Condition::MasterToken => when(self.context.credential == Credential::Master),
            Condition::StartsWith(key, prefixes, wanted) => self.reads_word(key, demanded, |word| {
                when(prefixes.iter().any(|prefix| word.starts_with(prefix)) == wanted)
            }),
            Condition::Equals(key, known, wanted) => {
                self.reads_word(key, demanded, |word| when((word == known) == wanted))
            }
            Condition::Contains(key, known, wanted) => match self.shape(key) {
                Shape::Unset if self.is_missing(key, demanded) => Answer::Blocked(key),
                Shape::Unset => when(!wanted),
                Shape::Malformed => Answer::Blocked(key),
                Shape::Set => {
                    let elements = self.payload.elements_of(self.payload.value(key));
                    let holds = elements.iter().any(|element| self.payload.text(*element) == Some(known));
                    let readable = elements.iter().all(|element| matches!(element, Value::Text(_)));
                    if holds || readable { when(holds == wanted) } else { Answer::Blocked(key) }
                }
            },
            Condition::Is(key, wanted) => match (self.shape(key), self.payload.value(key)) {
                (Shape::Unset, _) if self.is_missing(key, demanded) => Answer::Blocked(key),
                (Shape::Unset, _) => Answer::No,
                (Shape::Set, Value::Boolean(value)) => when(value == wanted),
                _ => Answer::Blocked(key),
            },
        }
    }

    fn reads_word(&self, key: FieldId, demanded: &impl Fn(FieldId) -> bool, meets: impl Fn(&str) -> Answer) -> Answer {
        match self.first_word(key) {
            Ok(Some(word)) => meets(word),
            Ok(None) if !self.is_missing(key, demanded) => Answer::No,
            Ok(None) | Err(()) => Answer::Blocked(key),
        }
    }

    fn is_missing(&self, key: FieldId, demanded: &impl Fn(FieldId) -> bool) -> bool {
        self.is_always_required(key) || demanded(key)
    }

    /// Returns whether any word of a field is commercial, and whether any is personal (D15).
    pub(crate) fn families(&self, key: FieldId) -> (bool, bool) {
        let value = self.payload.value(key);
        let single = std::slice::from_ref(&value);
        let words = if matches!(value, Value::Text(_)) { single } else { self.payload.elements_of(value) };
        let any = |prefixes: &[&str]| {
            words.iter().any(|word| {
                self.payload.text(*word).is_some_and(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)))
            })
        };
        (any(COMMERCIAL_PREFIXES), any(PERSONAL_PREFIXES))
    }

    /// Returns the number of days from a day to today.
    pub(crate) fn age(&self, key: FieldId) -> Option<i32> {
        self.text(key).and_then(Date::parse).map(|day| self.context.today.days_since(day))
    }
}
