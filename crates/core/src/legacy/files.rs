//! The uploads of a trace as the files of one create request, and of appends after it.

use super::MovedFile;
use super::trace::{Trace, lacks, place, wrong};
use crate::document::Document;
use crate::issue::{Code, Param, Params, Segment};
use crate::requests::findings::Findings;
use crate::requests::{APPEND_FILES, CREATE_FILES};
use crate::tokens::Label;
use crate::vocabulary::FILES_TO_UPLOAD;
use std::collections::BTreeSet;

/// The files of the create request, and those to append.
pub(super) fn moved(trace: &Trace<'_>, losses: &mut Findings<'_>) -> (Vec<MovedFile>, Vec<MovedFile>) {
    let declared = trace.body.get("files_to_upload").and_then(Document::as_list).unwrap_or_default();
    let declared_labels: BTreeSet<&str> = declared.iter().filter_map(Document::as_str).collect();
    let mut uploaded = BTreeSet::new();
    let (mut files, mut append) = (Vec::new(), Vec::new());
    for upload in &trace.uploads {
        let at = || place(upload.at);
        if !declared_labels.contains(upload.label.as_str()) {
            losses.find(Code::NeverDeclared, at(), Params::default(), Some("LEG-upload-label-declared"));
        }
        if !uploaded.insert(upload.label.as_str()) {
            losses.find(Code::UploadedTwice, at(), Params::default(), None);
        }
        let Some((name, size)) = file(upload.file, &at(), losses) else { continue };
        let file = MovedFile { name, size, label: label(&upload.label, at(), losses) };
        if files.len() < CREATE_FILES {
            files.push(file);
        } else if append.len() < APPEND_FILES {
            let limit = Params::default().with("limit", Param::from(CREATE_FILES));
            losses.find(Code::BeyondCreate, at(), limit, Some("LIM-create-count"));
            append.push(file);
        } else {
            let limit = Params::default().with("limit", Param::from(APPEND_FILES));
            losses.find(Code::AppendLimit, at(), limit, Some("LIM-append-count"));
        }
    }
    for (number, label) in declared.iter().enumerate() {
        if label.as_str().is_some_and(|label| !uploaded.contains(label)) {
            let field: [Segment; 2] = ["files_to_upload".into(), number.into()];
            let at = trace.body_at().into_iter().chain(field).collect();
            losses.find(Code::NeverUploaded, at, Params::default(), Some("LEG-ready-400"));
        }
    }
    (files, append)
}

/// Name and size of an uploaded file, where the trace tells them.
fn file(file: Option<&Document>, step: &[Segment], losses: &mut Findings<'_>) -> Option<(String, Document)> {
    let under = |names: &[&str]| step.iter().cloned().chain(names.iter().map(|name| (*name).into())).collect();
    let Some(file) = file.filter(|file| !file.is_null()) else { return lacks(losses, under(&["file"]), "file") };
    if file.as_object().is_none() {
        return wrong(losses, under(&["file"]), "file");
    }
    let name = match file.get("name") {
        Some(Document::Text(name)) if !name.is_empty() => name.clone(),
        None | Some(Document::Text(_) | Document::Null) => return lacks(losses, under(&["file", "name"]), "name"),
        Some(_) => return wrong(losses, under(&["file", "name"]), "name"),
    };
    match file.get("size") {
        Some(Document::Number(size)) => Some((name, Document::Number(size.clone()))),
        None | Some(Document::Null) => Some((name, Document::Null)),
        Some(_) => {
            let _: Option<()> = wrong(losses, under(&["file", "size"]), "size");
            Some((name, Document::Null))
        }
    }
}

/// The label of the create endpoint for one of the legacy flow.
fn label(word: &str, at: Vec<Segment>, losses: &mut Findings<'_>) -> Label {
    if let Some(label) = Label::from_name(word) {
        return label;
    }
    // The published words that are no label are `other` with a number.
    let code = if FILES_TO_UPLOAD.holds(word) { Code::LabelMerged } else { Code::LabelReplaced };
    let label = Label::Other;
    losses.find(code, at, Params::default().with("label", Param::from(label.name())), Some("VER-files-and-labels"));
    label
}
