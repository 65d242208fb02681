//! JSON Patch (RFC 6902), and a session that takes it.

use crate::document::Document;
use crate::issue::{Segment, pointer};
use crate::session::{Session, within};
use serde::Serialize;
use std::collections::BTreeSet;

/// An operation of a JSON Patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(tag = "op", rename_all = "lowercase")]
pub enum PatchOperation {
    /// Takes a value away.
    Remove {
        /// Its pointer.
        path: String,
    },
    /// Puts another value in a value's place.
    Replace {
        /// The pointer.
        path: String,
        /// The value.
        value: Document,
    },
    /// Gives a value another name.
    Move {
        /// Where it is.
        from: String,
        /// Where it comes.
        path: String,
    },
}

/// The operations of a round. They are made at its end, elements from the last to the first, so that the places that
/// the report names hold until then.
pub(super) struct Patching<'s> {
    session: &'s mut Session,
    operations: Vec<PatchOperation>,
    /// The field that was read last: a thousand of its elements may be at fault, and each would read all of it.
    read: Option<(String, Document)>,
}

impl Patching<'_> {
    pub(super) fn of(session: &mut Session) -> Patching<'_> {
        Patching { session, operations: Vec::new(), read: None }
    }

    pub(super) fn value(&mut self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        let field = match self.read.take().filter(|(read, _)| read == name) {
            Some((_, field)) => field,
            None => self.session.field(name)?,
        };
        let value = within(&field, rest).cloned();
        self.read = Some((name.clone(), field));
        value
    }

    /// Takes an operation, unless one of this round is about the same place or one around it.
    pub(super) fn push(&mut self, operation: PatchOperation) {
        let is_near = |one: &str, other: &str| {
            let (short, long) = if one.len() < other.len() { (one, other) } else { (other, one) };
            long.strip_prefix(short).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        };
        // Issues come in order, so that those about one place follow each other.
        let is_taken = self.operations.last().is_some_and(|last| is_near(last.place(), operation.place()));
        let goal = operation.goal();
        let is_goal_taken = goal.is_some() && self.operations.iter().any(|made| made.goal() == goal);
        if !is_taken && !is_goal_taken {
            self.operations.push(operation);
        }
    }

    /// Makes the operations, and answers with them.
    pub(super) fn finish(self) -> Vec<PatchOperation> {
        let Patching { session, operations, .. } = self;
        let mut made = Vec::new();
        for about_one in operations.chunk_by(|one, next| one.field() == next.field()) {
            let elements = about_one.iter().map(PatchOperation::element).collect::<Option<Vec<usize>>>();
            let field = [Segment::Key(about_one.first().map(PatchOperation::field).unwrap_or_default())];
            // All operations on the elements of one array are made on one copy of it.
            if let (Some(elements), Some(Document::List(mut list))) = (elements, session.value(&field)) {
                let last_first = about_one.iter().zip(elements).rev();
                let in_list: Vec<PatchOperation> = last_first
                    .filter(|(operation, at)| edit_element(&mut list, *at, operation))
                    .map(|(operation, _)| operation.clone())
                    .collect();
                if session.set(&pointer(&field), &Document::List(list).to_string()).is_ok() {
                    made.extend(in_list);
                }
            } else {
                made.extend(about_one.iter().filter(|operation| apply(session, operation)).cloned());
            }
        }
        made
    }
}

impl PatchOperation {
    /// The place that it changes.
    fn place(&self) -> &str {
        match self {
            PatchOperation::Remove { path } | PatchOperation::Replace { path, .. } => path,
            PatchOperation::Move { from, .. } => from,
        }
    }

    /// The field that the place is in.
    fn field(&self) -> String {
        split(self.place()).map(|(field, _)| field).unwrap_or_default()
    }

    /// The element of an array that the place is, if it may be one.
    fn element(&self) -> Option<usize> {
        split(self.place())?.1?.parse().ok()
    }

    fn goal(&self) -> Option<&str> {
        if let PatchOperation::Move { path, .. } = self { Some(path) } else { None }
    }
}

/// Leaves out what a later round takes away again: what was mended may turn out to be forbidden.
pub(super) fn without_undone(patch: Vec<PatchOperation>) -> Vec<PatchOperation> {
    let mut removed = BTreeSet::new();
    let mut needed: Vec<PatchOperation> = Vec::with_capacity(patch.len());
    for operation in patch.into_iter().rev() {
        let place = operation.place();
        let around = place.match_indices('/').filter_map(|(end, _)| place.get(..end));
        // An element's place is another's once one before it is gone: only fields and members are looked for.
        let is_itself = matches!(operation, PatchOperation::Replace { .. }) && removed.contains(place);
        if is_itself || around.clone().any(|outer| removed.contains(outer)) {
            continue;
        }
        match &operation {
            PatchOperation::Remove { path } if operation.element().is_none() => {
                removed.insert(path.clone());
            }
            // What was mended goes on elsewhere.
            PatchOperation::Move { .. } => removed.clear(),
            _ => {}
        }
        needed.push(operation);
    }
    needed.reverse();
    needed
}

/// Whether the operation could be made.
fn edit_element(list: &mut Vec<Document>, at: usize, operation: &PatchOperation) -> bool {
    match (operation, list.get_mut(at)) {
        (PatchOperation::Replace { value, .. }, Some(element)) => *element = value.clone(),
        (PatchOperation::Remove { .. }, Some(_)) => {
            list.remove(at);
        }
        _ => return false,
    }
    true
}

/// Whether the operation could be made.
fn apply(session: &mut Session, operation: &PatchOperation) -> bool {
    match operation {
        PatchOperation::Remove { path } => session.clear(path).is_ok(),
        PatchOperation::Replace { path, value } => session.set(path, &value.to_string()).is_ok(),
        PatchOperation::Move { from, path } => {
            let Some(value) = segments(from).and_then(|segments| session.value(&segments)) else { return false };
            let value = value.to_string();
            if session.set(path, &value).is_ok() {
                return session.clear(from).is_ok();
            }
            // With both names the payload may be longer than it may be; without the old one it may not.
            let before = session.clone();
            let is_made = session.clear(from).is_ok() && session.set(path, &value).is_ok();
            if !is_made {
                *session = before;
            }
            is_made
        }
    }
}

/// The field of a pointer, and what stands after it.
fn split(at: &str) -> Option<(String, Option<String>)> {
    let mut names = at.strip_prefix('/')?.split('/').map(|name| name.replace("~1", "/").replace("~0", "~"));
    Some((names.next()?, names.next()))
}

fn segments(at: &str) -> Option<Vec<Segment>> {
    let (field, member) = split(at)?;
    Some(std::iter::once(field).chain(member).map(Segment::Key).collect())
}
