//! JSON Patch (RFC 6902), and its application to a session.

use crate::case::session::form::parse;
use crate::case::session::{Session, within};
use crate::text::json::document::Document;
use crate::text::json::pointer::{Segment, pointer};
use serde::{Deserialize, Serialize};

/// An operation of a JSON Patch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
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

/// The operations of a round. They are applied at its end, elements from last to first, so that the
/// places in the report stay valid until then.
pub(crate) struct Patching<'s> {
    session: &'s mut Session,
    operations: Vec<PatchOperation>,
    /// The field that was read last. A thousand of its elements may have errors, and each would
    /// read the whole field.
    read: Option<(String, Document)>,
}

impl Patching<'_> {
    pub(crate) fn of(session: &mut Session) -> Patching<'_> {
        Patching { session, operations: Vec::new(), read: None }
    }

    pub(crate) fn value(&mut self, path: &[Segment]) -> Option<Document> {
        let (Segment::Key(name), rest) = path.split_first()? else { return None };
        let field = match self.read.take().filter(|(read, _)| read == name) {
            Some((_, field)) => field,
            None => self.session.field(name)?,
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
        let Patching { session, operations, .. } = self;
        let mut made = Vec::new();
        for about_one in operations.chunk_by(|one, next| one.field() == next.field()) {
            let field = about_one.first().map(PatchOperation::field).unwrap_or_default();
            let elements = about_one.iter().map(PatchOperation::element).collect::<Option<Vec<usize>>>();
            match (elements, session.field(&field)) {
                (Some(elements), Some(Document::List(list))) => {
                    let last_first = about_one.iter().zip(elements).rev();
                    edit_elements(session, &field, list, last_first, &mut made);
                }
                _ => made.extend(about_one.iter().filter_map(|operation| make(session, operation))),
            }
        }
        made
    }
}

/// Up to this number of elements are edited one by one, each of which re-reads the array. More are
/// edited together.
const FEW: usize = 16;

fn edit_elements<'o>(
    session: &mut Session,
    field: &str,
    mut list: Vec<Document>,
    last_first: impl ExactSizeIterator<Item = (&'o PatchOperation, usize)>,
    made: &mut Vec<PatchOperation>,
) {
    let path = pointer(&[Segment::from(field)]);
    let set = |session: &mut Session, list: &[Document]| {
        let text = Document::List(list.to_vec()).to_string();
        leaves_fewer_errors(session, |session| session.set(&path, &text).is_ok())
    };
    if last_first.len() > FEW {
        for (operation, at) in last_first {
            edit_element(&mut list, at, operation);
        }
        if set(session, &list) {
            made.push(PatchOperation::Replace { path, value: Document::List(list) });
        }
        return;
    }
    for (operation, at) in last_first {
        let mut edited = list.clone();
        edit_element(&mut edited, at, operation);
        if set(session, &edited) {
            list = edited;
            made.push(operation.clone());
        }
    }
}

/// Applies an operation if it reduces the number of errors. If the corrected value turns out to be
/// forbidden, it is removed instead.
fn make(session: &mut Session, operation: &PatchOperation) -> Option<PatchOperation> {
    let mut is_forbidden = false;
    let is_made = leaves_fewer_errors(session, |session| {
        let is_made = apply(session, operation);
        is_forbidden = session.forbids(operation.place());
        is_made
    });
    if is_made {
        return Some(operation.clone());
    }
    let removal = PatchOperation::Remove { path: operation.place().to_owned() };
    (is_forbidden && leaves_fewer_errors(session, |session| apply(session, &removal))).then_some(removal)
}

/// Applies an edit, and undoes it unless it reduces the number of errors.
fn leaves_fewer_errors(session: &mut Session, edit: impl FnOnce(&mut Session) -> bool) -> bool {
    made_if(session, edit, |session, before| session.errors() < before.errors())
}

/// Applies an operation, and undoes it if it causes errors.
pub(crate) fn leaves_no_more_errors(session: &mut Session, operation: &PatchOperation) -> bool {
    made_if(session, |session| apply(session, operation), |session, before| session.errors() <= before.errors())
}

fn made_if(
    session: &mut Session,
    edit: impl FnOnce(&mut Session) -> bool,
    is_better: impl FnOnce(&Session, &Session) -> bool,
) -> bool {
    // Not undone by another edit: a session refuses a name that it has no more.
    let before = session.clone();
    let is_made = edit(session) && is_better(session, &before);
    if !is_made {
        *session = before;
    }
    is_made
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

/// Returns `true` if the operation was applied.
fn apply(session: &mut Session, operation: &PatchOperation) -> bool {
    match operation {
        PatchOperation::Remove { path } => session.clear(path).is_ok(),
        PatchOperation::Replace { path, value } => session.set(path, &value.to_string()).is_ok(),
        PatchOperation::Move { from, path } => {
            let Some(value) = segments(from).and_then(|segments| session.value(&segments)) else { return false };
            // In this order, because the payload may exceed its limit with both names.
            session.clear(from).is_ok() && session.set(path, &value.to_string()).is_ok()
        }
    }
}

fn segments(at: &str) -> Option<Vec<Segment>> {
    let (field, member) = parse(at).ok()?;
    Some([Some(field), member].into_iter().flatten().map(|name| Segment::Key(name.into_owned())).collect())
}
