//! `casegate check --fix`: takes a repair's patch into the text of a file, and leaves the rest of it as it is written.

use super::locate::strict;
use crate::fault::Fault;
use crate::input::{Source, shown};
use casegate::{Document, Host, PatchOperation, Repair, check_case, repair_case};
use jsonc_parser::cst::{CstInputValue, CstNode, CstObject, CstObjectProp, CstRootNode, ObjectPropName};
use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};

/// A case after its repair.
pub(super) struct Mended {
    pub(super) repair: Repair,
    pub(super) text: String,
}

/// Repairs a case.
pub(super) fn mend(source: &Source, host: &Host) -> Mended {
    let repair = repair_case(&source.text, host);
    let text = match &repair.payload {
        Some(payload) if !repair.patch.is_empty() => patched(&source.text, &repair.patch)
            // What is written is what was judged, or the payload as the library has it.
            .filter(|text| check_case(text, host).ok == repair.ok)
            .unwrap_or_else(|| format!("{}\n", payload.get())),
        _ => source.text.clone(),
    };
    Mended { repair, text }
}

/// Writes a file anew: whole or not at all, and where it lies.
pub(super) fn write(path: &Path, text: &str) -> Result<(), Fault> {
    let unwritable = |error: io::Error| Fault::new(format!("{} cannot be written: {error}", shown(path)));
    let target = fs::canonicalize(path).map_err(unwritable)?;
    let permissions = fs::metadata(&target).map_err(unwritable)?.permissions();
    if permissions.readonly() {
        // Putting another file in its place would get around the protection.
        return Err(Fault::new(format!("{} is protected against writing; nothing is changed", shown(path))));
    }
    let (mut new, beside) = beside(&target).map_err(unwritable)?;
    // The permissions come first: nobody may read the case who could not before.
    let made = fs::set_permissions(&beside, permissions)
        .and_then(|()| new.write_all(text.as_bytes()))
        .and_then(|()| new.sync_all())
        .and_then(|()| fs::rename(&beside, &target));
    if made.is_err() {
        // There may be nothing to remove.
        let _ = fs::remove_file(&beside);
    }
    made.map_err(unwritable)
}

/// A new file in the same folder, under a name that nothing has.
fn beside(target: &Path) -> io::Result<(File, PathBuf)> {
    let mut taken = io::Error::from(io::ErrorKind::AlreadyExists);
    for number in 0..100 {
        let mut name = target.as_os_str().to_owned();
        name.push(format!(".casegate-new{number}"));
        let path = PathBuf::from(name);
        match File::create_new(&path) {
            Ok(file) => return Ok((file, path)),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => taken = error,
            Err(error) => return Err(error),
        }
    }
    Err(taken)
}

/// What was done, in a line for people.
pub(super) fn told(patch: &[PatchOperation]) -> String {
    let deeds = patch.iter().map(|operation| match operation {
        PatchOperation::Remove { path } => format!("removed {path}"),
        PatchOperation::Replace { path, .. } => format!("rewrote {path}"),
        PatchOperation::Move { from, path } => format!("renamed {from} to {path}"),
    });
    deeds.collect::<Vec<_>>().join(", ")
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

/// All properties of a name; the last counts.
fn props(object: &CstObject, name: &str) -> Vec<CstObjectProp> {
    object.properties().into_iter().filter(|prop| prop.decoded_name().as_deref() == Some(name)).collect()
}

/// The property that counts; those before it go.
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
