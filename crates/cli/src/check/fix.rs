//! `casegate check --fix`: applies a repair's patch to the text of a file, and leaves everything
//! else as written.

use super::locate::strict;
use crate::input::{MARK, Source};
use casegate::json::Document;
use casegate::repair::{PatchOperation, Repair};
use casegate::{Context, check_case, repair_case};
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode, ObjectPropName};

/// A repaired case.
pub(super) struct Fixed {
    pub(super) repair: Repair,
    /// Without a byte order mark.
    pub(super) text: String,
}

/// Repairs a case.
pub(super) fn fix(source: &Source, context: &Context) -> Fixed {
    let given = source.text.strip_prefix(MARK).unwrap_or(&source.text);
    let repair = repair_case(given, context);
    let text = match &repair.payload {
        Some(payload) if !repair.patch.is_empty() => patched(given, &repair.patch)
            // The text is written only if it has the repaired verdict; otherwise the library's
            // payload is written.
            .filter(|text| check_case(text, context).ok == repair.ok)
            .unwrap_or_else(|| format!("{}\n", payload.get())),
        _ => given.to_owned(),
    };
    Fixed { repair, text }
}

/// Returns a summary for people.
pub(super) fn summary(had_mark: bool, patch: &[PatchOperation]) -> String {
    let mark = had_mark.then(|| "removed the byte order mark".to_owned());
    let edits = patch.iter().map(|operation| match operation {
        PatchOperation::Remove { path } => format!("removed {path}"),
        PatchOperation::Replace { path, .. } => format!("rewrote {path}"),
        PatchOperation::Move { from, path } => format!("renamed {from} to {path}"),
    });
    mark.into_iter().chain(edits).collect::<Vec<_>>().join(", ")
}

fn patched(text: &str, patch: &[PatchOperation]) -> Option<String> {
    let root = CstRootNode::parse(text, &strict()).ok()?;
    let payload = root.object_value()?;
    for operation in patch {
        match operation {
            PatchOperation::Remove { path } => match place(&payload, path)? {
                Place::Element(element) => element.remove(),
                Place::Field(object, name) => props(&object, &name).into_iter().for_each(CstObjectProp::remove),
            },
            PatchOperation::Replace { path, value } => match place(&payload, path)? {
                Place::Element(element) => element.as_string_lit()?.set_raw_value(value.to_string()),
                Place::Field(object, name) => the_one(&object, &name)?.set_value(input(value)),
            },
            PatchOperation::Move { from, path } => {
                let Place::Field(object, name) = place(&payload, from)? else { return None };
                let name_of = the_one(&object, &name)?.name()?;
                let new = path.rsplit('/').next()?;
                match name_of {
                    ObjectPropName::String(literal) => literal.set_raw_value(Document::from(new).to_string()),
                    ObjectPropName::Word(_) => return None,
                }
            }
        }
    }
    Some(root.to_string())
}

enum Place {
    Field(CstObject, String),
    Element(CstNode),
}

fn place(payload: &CstObject, path: &str) -> Option<Place> {
    let mut names = path.strip_prefix('/')?.split('/').map(|name| name.replace("~1", "/").replace("~0", "~"));
    let (field, inner) = (names.next()?, names.next());
    let Some(inner) = inner else { return Some(Place::Field(payload.clone(), field)) };
    let value = props(payload, &field).pop()?.value()?;
    match (value.as_object(), value.as_array()) {
        (Some(record), _) => Some(Place::Field(record, inner)),
        (_, Some(array)) => array.elements().into_iter().nth(inner.parse().ok()?).map(Place::Element),
        _ => None,
    }
}

/// Returns all properties with a name; the last one counts.
fn props(object: &CstObject, name: &str) -> Vec<CstObjectProp> {
    object.properties().into_iter().filter(|prop| prop.decoded_name().as_deref() == Some(name)).collect()
}

/// Removes all properties with a name but the last one.
fn the_one(object: &CstObject, name: &str) -> Option<CstObjectProp> {
    let mut props = props(object, name);
    let last = props.pop();
    props.into_iter().for_each(CstObjectProp::remove);
    last
}

fn input(value: &Document) -> CstInputValue {
    match value {
        Document::Null => CstInputValue::Null,
        Document::Boolean(value) => CstInputValue::Bool(*value),
        Document::Number(number) => CstInputValue::Number(number.clone()),
        Document::Text(text) => CstInputValue::String(text.clone()),
        Document::List(list) => CstInputValue::Array(list.iter().map(input).collect()),
        Document::Object(members) => {
            CstInputValue::Object(members.iter().map(|(name, value)| (name.to_owned(), input(value))).collect())
        }
    }
}
