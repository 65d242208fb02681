//! A payload with everything that rules read.

use crate::context::Context;
use crate::context::carriers::{CarrierList, Likeness};
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::{Field, Kind};
use crate::rulebook::product::Product;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::Carriers;
use crate::rulebook::rules::{CASE_TYPE, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Rule};
use crate::rulebook::surface::Surface;
#[cfg(feature = "receipts")]
use crate::text::date::Date;
use std::cell::OnceCell;

/// A payload with everything that a rule may read from it and around it.
#[derive(Debug)]
pub(crate) struct Case<'p> {
    pub(crate) payload: &'p Payload<'p>,
    pub(crate) context: &'p Context,
    /// The product, if it is known.
    pub(crate) product: Option<Product>,
    /// How much the company resembles one of the context's lists, once a rule has asked.
    refused: OnceCell<Likeness>,
    specialty: OnceCell<Likeness>,
}

/// The state of a field (D1), by the type of its value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Shape {
    Unset,
    Set,
    /// The field is set, and no rule can read a value of its type (D7, D40).
    Malformed,
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
        Case { payload, context, product, refused: OnceCell::new(), specialty: OnceCell::new() }
    }

    /// Returns the rules for this product and surface: those of the specification, then the firm's.
    pub(crate) fn rules(&self) -> impl Iterator<Item = (usize, &'p Rule)> + use<'p> {
        let (product, context) = (self.product, self.context);
        let all = RULES.iter().chain(context.firm.rules.iter()).enumerate();
        all.filter(move |(_, rule)| rule.is_for(product, context.surface))
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
        // The path of the legacy surface names the product.
        let is_in_path = key == CASE_TYPE && self.context.surface == Surface::Legacy;
        !is_in_path && self.field(key).is_required
    }

    /// Returns the number of days from a day to today.
    #[cfg(feature = "receipts")]
    pub(crate) fn age(&self, key: FieldId) -> Option<i32> {
        self.text(key).and_then(Date::parse).map(|day| self.context.today.days_since(day))
    }

    /// Returns the company that counts, and the field that names it (D16).
    pub(crate) fn company(&self) -> Option<(FieldId, &'p str)> {
        let named = |key: FieldId| self.text(key).map(|text| (key, text));
        match self.shape(INSURANCE_COMPANY) {
            Shape::Set => named(INSURANCE_COMPANY),
            Shape::Unset => named(INSURANCE_COMPANY_NAME),
            Shape::Malformed => None,
        }
    }

    /// Returns a list of the context.
    pub(crate) fn carriers(&self, list: Carriers) -> &'p CarrierList {
        match list {
            Carriers::Refused => &self.context.refused,
            Carriers::Specialty => &self.context.specialty,
        }
    }

    /// Returns how much the company resembles one of a list, which takes some time to find out.
    pub(crate) fn likeness(&self, list: Carriers) -> Option<Likeness> {
        let (_, company) = self.company()?;
        let known = match list {
            Carriers::Refused => &self.refused,
            Carriers::Specialty => &self.specialty,
        };
        Some(*known.get_or_init(|| self.carriers(list).likeness(company)))
    }
}
