//! The fields that a firm rule may name.

use crate::context::Context;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{Field, FieldStatus};
use crate::rulebook::product::Product;
use crate::rulebook::rules::CASE_TYPE;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::surface::Surface;
use crate::text::suggest::nearest;

/// The reason why a firm rule cannot read a pointer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum FieldPathError {
    /// The field is unknown; this one has a similar name.
    Unknown(Option<&'static str>),
    /// The service does not read the field; this one counts instead.
    Unread(Option<&'static str>),
    /// The rule names its product in its own member `product`.
    CaseType,
}

impl FieldPath {
    /// Returns the field of a pointer.
    pub(crate) fn find(pointer: &str, surface: Surface) -> Result<FieldPath, FieldPathError> {
        let mut names = pointer.strip_prefix('/').unwrap_or(pointer).split('/');
        let first = names.next().unwrap_or_default();
        let near = || FieldPathError::Unknown(nearest(first, every_field().map(|(_, field)| field.name)));
        let key = lookup(first).ok_or_else(near)?;
        if !pointer.starts_with('/') {
            return Err(FieldPathError::Unknown(Some(key.name())));
        }
        let member = match names.next() {
            None => None,
            Some(name) => {
                let members = key.field().kind.members();
                let near = || FieldPathError::Unknown(nearest(name, members.iter().map(|member| member.name)));
                Some(key.member(name).ok_or_else(near)?)
            }
        };
        let path = FieldPath { key, member };
        match path.field(None).status {
            _ if names.next().is_some() => Err(FieldPathError::Unknown(None)),
            _ if key == CASE_TYPE => Err(FieldPathError::CaseType),
            FieldStatus::Alias => Err(FieldPathError::Unread(path.field(None).current_name())),
            FieldStatus::Current => Ok(path),
            FieldStatus::LegacyOnly if surface == Surface::Legacy => Ok(path),
            _ => Err(FieldPathError::Unread(None)),
        }
    }

    /// Returns the words of the field's list, including those of the context. Fields without a list
    /// have none.
    pub(crate) fn words(self, product: Option<Product>, context: &Context) -> Vec<&str> {
        let list = self.list(product).into_iter();
        list.flat_map(|list| list.words.iter().copied().chain(context.extra_words(list))).collect()
    }
}

/// Returns every field of the payload in catalogue order.
pub(crate) fn every_field() -> impl Iterator<Item = (FieldId, &'static Field)> {
    let product = Some(Product::PolicyLimit);
    FieldId::of_product(product).chain(FieldId::of_other_product(product))
}

/// Checks that a waiver's pointer is a field or below one. The error is a field with a similar
/// name.
pub(crate) fn names_a_field(pointer: &str) -> Result<(), Option<&'static str>> {
    let first = pointer.strip_prefix('/').unwrap_or(pointer).split('/').next().unwrap_or_default();
    match lookup(first) {
        Some(_) if pointer.starts_with('/') => Ok(()),
        Some(key) => Err(Some(key.name())),
        None => Err(nearest(first, every_field().map(|(_, field)| field.name))),
    }
}
