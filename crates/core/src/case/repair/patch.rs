//! JSON Patch (RFC 6902), and its application to a session.

use crate::case::check::judged;
use crate::case::session::edit::{Fields, parse};
use crate::context::Context;
use crate::judge::{Finding, Judge};
use crate::rulebook::fields::names::lookup;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::text::json::document::Document;
use crate::text::json::pointer::{Segment, pointer};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// An operation of a JSON Patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOperation {
    /// Removes a value.
    Remove {
        /// The pointer of the value.
        path: String,
    },
    /// Replaces a value.
    Replace {
        /// The pointer.
        path: String,
        /// The value.
        value: Document,
    },
    /// Moves a value to another name.
    Move {
        /// The old pointer.
        from: String,
        /// The new pointer.
        path: String,
    },
}

/// A payload under repair.
#[derive(Debug, Clone)]
pub(crate) struct Draft<'c> {
    context: &'c Context,
    pub(crate) fields: Fields,
    product: Option<Product>,
    /// The number of errors.
    errors: usize,
    /// The fields and members that rules forbid.
    forbidden: SlotSet,
}

impl<'c> Draft<'c> {
    pub(crate) fn of(fields: Fields, context: &'c Context) -> Draft<'c> {
        let facts = |judge: &Judge<'_>| {
            let is_error = |finding: &&Finding<'_>| context.severity_of(finding.code) == Severity::Error;
            (judge.case.product, judge.findings.iter().filter(is_error).count(), judge.rule_effects.forbidden)
        };
        let (product, errors, forbidden) = judged(&fields.text(), context, facts);
        Draft { context, fields, product, errors, forbidden }
    }

    /// Returns the value of a field, a member or an element.
    pub(crate) fn value(&self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        within(&self.fields.value(name)?, rest).cloned()
    }

    /// Returns the draft after an edit, if it is possible.
    fn with(&self, at: &str, value: Option<&str>) -> Option<Draft<'c>> {
        let fields = self.fields.edited(at, value, self.product, self.context).ok()?;
        Some(Draft::of(fields, self.context))
    }

    /// Returns the draft after an operation, if it is possible.
    fn after(&self, operation: &PatchOperation) -> Option<Draft<'c>> {
        match operation {
            PatchOperation::Remove { path } => self.with(path, None),
            PatchOperation::Replace { path, value } => self.with(path, Some(&value.to_string())),
            PatchOperation::Move { from, path } => {
                let value = self.value(&segments(from)?)?;
                // In this order, because the payload may exceed its limit with both names.
                self.with(from, None)?.with(path, Some(&value.to_string()))
            }
        }
    }

    fn forbids(&self, at: &str) -> bool {
        let slot = |(name, member): (Cow<'_, str>, Option<Cow<'_, str>>)| {
            let key = lookup(&name)?;
            member.map_or(Some(key.slot()), |member| Some(key.member_slot(key.member(&member)?)))
        };
        parse(at).ok().and_then(slot).is_some_and(|slot| self.forbidden.contains(slot))
    }

    /// Applies an operation, unless it causes errors.
    pub(crate) fn apply_harmless(&mut self, operation: &PatchOperation) -> bool {
        let most = self.errors;
        self.replace(self.after(operation).filter(|after| after.errors <= most))
    }

    /// Becomes another draft if that has fewer errors.
    fn improve(&mut self, after: Option<Draft<'c>>) -> bool {
        let most = self.errors;
        self.replace(after.filter(|after| after.errors < most))
    }

    fn replace(&mut self, after: Option<Draft<'c>>) -> bool {
        let Some(after) = after else { return false };
        *self = after;
        true
    }
}

/// Returns a member or an element of a value.
fn within<'d>(value: &'d Document, path: &[Segment]) -> Option<&'d Document> {
    path.iter().try_fold(value, |value, segment| match segment {
        Segment::Key(name) => value.get(name),
        Segment::Index(at) => value.as_list()?.get(*at),
    })
}

/// The operations of a round. They are applied at its end, elements from last to first, so that the
/// places in the report stay valid until then.
pub(crate) struct Patching<'d, 'c> {
    draft: &'d mut Draft<'c>,
    operations: Vec<PatchOperation>,
    /// The field that was read last. A thousand of its elements may have errors, and each would
    /// read the whole field.
    read: Option<(String, Document)>,
}

impl<'d, 'c> Patching<'d, 'c> {
    pub(crate) fn of(draft: &'d mut Draft<'c>) -> Patching<'d, 'c> {
        Patching { draft, operations: Vec::new(), read: None }
    }

    pub(crate) fn value(&mut self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        let field = match self.read.take().filter(|(read, _)| read == name) {
            Some((_, field)) => field,
            None => self.draft.fields.value(name)?,
        };
        let value = within(&field, rest).cloned();
        self.read = Some((name.clone(), field));
        value
    }

    /// Adds an operation, unless this round has one at the same place or around it.
    pub(crate) fn push(&mut self, operation: PatchOperation) {
        let is_near = |one: &str, other: &str| {
            let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
            long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // Issues are in order, so those about one place are adjacent.
        let is_taken = self.operations.last().is_some_and(|last| is_near(last.place(), operation.place()));
        let goal = operation.goal();
        let is_goal_taken = goal.is_some() && self.operations.iter().any(|made| made.goal() == goal);
        if !is_taken && !is_goal_taken {
            self.operations.push(operation);
        }
    }

    /// Applies the operations that reduce the number of errors, and returns them.
    pub(crate) fn finish(self) -> Vec<PatchOperation> {
        let Patching { draft, operations, .. } = self;
        let mut made = Vec::new();
        for about_one in operations.chunk_by(|one, next| one.field() == next.field()) {
            let name = about_one.first().map(PatchOperation::field).unwrap_or_default();
            let elements = about_one.iter().map(PatchOperation::element).collect::<Option<Vec<usize>>>();
            match (elements, draft.fields.value(&name)) {
                (Some(elements), Some(Document::List(list))) => {
                    let last_first = about_one.iter().zip(elements).rev();
                    edit_elements(draft, &name, list, last_first, &mut made);
                }
                _ => made.extend(about_one.iter().filter_map(|operation| make(draft, operation))),
            }
        }
        made
    }
}

/// Up to this number of elements are edited one by one, each of which re-reads the array. More are
/// edited together.
const FEW: usize = 16;

fn edit_elements<'o>(
    draft: &mut Draft<'_>,
    field: &str,
    mut list: Vec<Document>,
    last_first: impl ExactSizeIterator<Item = (&'o PatchOperation, usize)>,
    made: &mut Vec<PatchOperation>,
) {
    let path = pointer(&[Segment::from(field)]);
    let set = |draft: &mut Draft<'_>, list: &[Document]| {
        let text = Document::List(list.to_vec()).to_string();
        draft.improve(draft.with(&path, Some(&text)))
    };
    if last_first.len() > FEW {
        for (operation, at) in last_first {
            edit_element(&mut list, at, operation);
        }
        if set(draft, &list) {
            made.push(PatchOperation::Replace { path, value: Document::List(list) });
        }
        return;
    }
    for (operation, at) in last_first {
        let mut changed = list.clone();
        edit_element(&mut changed, at, operation);
        if set(draft, &changed) {
            list = changed;
            made.push(operation.clone());
        }
    }
}

/// Applies an operation if it reduces the number of errors. If the corrected value turns out to be
/// forbidden, it is removed instead.
fn make(draft: &mut Draft<'_>, operation: &PatchOperation) -> Option<PatchOperation> {
    let after = draft.after(operation);
    let is_forbidden = after.as_ref().is_some_and(|after| after.forbids(operation.place()));
    if draft.improve(after) {
        return Some(operation.clone());
    }
    let removal = PatchOperation::Remove { path: operation.place().to_owned() };
    (is_forbidden && draft.improve(draft.after(&removal))).then_some(removal)
}

impl PatchOperation {
    /// Returns the place that the operation changes.
    fn place(&self) -> &str {
        match self {
            PatchOperation::Remove { path } | PatchOperation::Replace { path, .. } => path,
            PatchOperation::Move { from, .. } => from,
        }
    }

    /// Returns the field of the place.
    fn field(&self) -> String {
        parse(self.place()).map(|(field, _)| field.into_owned()).unwrap_or_default()
    }

    /// Returns the index of the array element at the place, if it can be one.
    fn element(&self) -> Option<usize> {
        parse(self.place()).ok()?.1?.parse().ok()
    }

    fn goal(&self) -> Option<&str> {
        if let PatchOperation::Move { path, .. } = self { Some(path) } else { None }
    }
}

fn edit_element(list: &mut Vec<Document>, at: usize, operation: &PatchOperation) {
    match (operation, list.get_mut(at)) {
        (PatchOperation::Replace { value, .. }, Some(element)) => *element = value.clone(),
        (PatchOperation::Remove { .. }, Some(_)) => drop(list.remove(at)),
        _ => {}
    }
}

fn segments(at: &str) -> Option<Vec<Segment>> {
    let (field, member) = parse(at).ok()?;
    Some([Some(field), member].into_iter().flatten().map(|name| Segment::Key(name.into_owned())).collect())
}
