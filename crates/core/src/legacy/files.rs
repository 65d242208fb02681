//! The uploads of a trace as the files of one create request, and of appends after it.

use super::MovedFile;
use super::trace::{Trace, lacks, place, wrong};
use crate::document::Document;
use crate::files::{FileEndpoint, FileLimits, FileStatus, FileVerdict, FilesSent, Part, Read, judge_parts, whole_of};
use crate::issue::{Code, Issue, Param, Params, Segment, Severity};
use crate::requests::findings::Findings;
use crate::tokens::Label;
use crate::vocabulary::FILES_TO_UPLOAD;
use std::collections::BTreeSet;

/// The files of the create request, and those to append.
pub(super) fn moved(trace: &Trace<'_>, losses: &mut Findings<'_>) -> (Vec<MovedFile>, Vec<MovedFile>) {
    let declared = trace.body.get("files_to_upload").and_then(Document::as_list).unwrap_or_default();
    let declared_labels: BTreeSet<&str> = declared.iter().filter_map(Document::as_str).collect();
    let mut uploaded = BTreeSet::new();
    let mut files: Vec<(usize, MovedFile)> = Vec::new();
    for upload in &trace.uploads {
        let at = || place(upload.at);
        if !declared_labels.contains(upload.label.as_str()) {
            losses.find(Code::NeverDeclared, at(), Params::default(), Some("LEG-upload-label-declared"));
        }
        if !uploaded.insert(upload.label.as_str()) {
            losses.find(Code::UploadedTwice, at(), Params::default(), None);
        }
        let Some((name, size)) = file(upload.file, &at(), losses) else { continue };
        files.push((upload.at, MovedFile { name, size, label: label(&upload.label, at(), losses) }));
    }
    let [files, later] = judged(FileEndpoint::Create, files, losses);
    let [append, _] = judged(FileEndpoint::Append, later, losses);
    for (number, label) in declared.iter().enumerate() {
        if label.as_str().is_some_and(|label| !uploaded.contains(label)) {
            let field: [Segment; 2] = ["files_to_upload".into(), number.into()];
            let at = trace.body_at().into_iter().chain(field).collect();
            losses.find(Code::NeverUploaded, at, Params::default(), Some("LEG-ready-400"));
        }
    }
    let without_steps = |files: Vec<(usize, MovedFile)>| files.into_iter().map(|(_, file)| file).collect();
    (without_steps(files), without_steps(append))
}

/// Judges files as the endpoint does: those for its request, and those that it has no room for.
fn judged(
    endpoint: FileEndpoint,
    files: Vec<(usize, MovedFile)>,
    losses: &mut Findings<'_>,
) -> [Vec<(usize, MovedFile)>; 2] {
    let parts = files
        .iter()
        .map(|(_, file)| Part::of_request(&file.name, whole_of(Some(&file.size)), Read::Is(file.label.name())));
    let verdicts = judge_parts(endpoint, parts, &[], FilesSent::default(), losses.host);
    let [mut held, mut beyond] = [Vec::new(), Vec::new()];
    for (at, ((step, file), verdict)) in files.into_iter().zip(verdicts.files).enumerate() {
        let is_beyond = is_beyond(endpoint, at, &verdict);
        for issue in verdict.issues {
            // What the next endpoint says of the file itself is said there.
            if is_beyond
                && endpoint == FileEndpoint::Create
                && !matches!(issue.code, Code::TooManyFiles | Code::TotalTooLarge)
            {
                continue;
            }
            // The member of the file, where the finding is of one: `/files/0/size`.
            let member = issue.path.get(2).into_iter().flat_map(|member| ["file".into(), member.clone()]);
            let path = place(step).into_iter().chain(member).collect();
            let issue = issue.moved(path);
            // No file ever fails a create request (CREATE-201-always).
            losses.take(match endpoint {
                FileEndpoint::Create => Issue { severity: Severity::Warning, ..issue },
                FileEndpoint::Append => issue,
            });
        }
        if is_beyond { beyond.push((step, file)) } else { held.push((step, file)) }
    }
    verdicts.issues.into_iter().for_each(|issue| losses.take(issue));
    [held, beyond]
}

/// Whether the endpoint has no room for the file at a position; nothing of the file itself would make room.
///
/// It does not follow from the findings, of which the host may cap the number.
fn is_beyond(endpoint: FileEndpoint, at: usize, verdict: &FileVerdict) -> bool {
    if verdict.status == FileStatus::Accepted {
        return false;
    }
    match (endpoint, &verdict.retry) {
        // Every part counts toward the limit (D47), also one with a fault of its own.
        (FileEndpoint::Create, retry) => {
            let limit = FileLimits::of(endpoint).files;
            retry.as_ref().is_some_and(|retry| retry.change.is_empty()) || at as u64 >= limit
        }
        (FileEndpoint::Append, retry) => retry.is_none(),
    }
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
