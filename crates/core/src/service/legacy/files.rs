//! Distributes the uploads of a trace to one create request and later appends.

use crate::case::files::judge::judge_parts;
use crate::case::files::limits::{FileEndpoint, FileLimits, Within};
use crate::case::files::part::{Part, Read};
use crate::case::files::read::whole_of;
use crate::case::files::{FileStatus, FileVerdict, FilesSent};
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::tokens::Label;
use crate::rulebook::vocabulary::FILES_TO_UPLOAD;
use crate::service::legacy::trace::{Trace, lacks, place, wrong};
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;
use serde::Serialize;
use std::collections::BTreeSet;

/// Files by the request that sends them.
pub(crate) struct Sorted {
    /// The files of the create request.
    pub(crate) files: Vec<MovedFile>,
    /// The files to append afterwards.
    pub(crate) append: Vec<MovedFile>,
    /// The files that exceed the limits of both.
    pub(crate) unplaced: Vec<MovedFile>,
}

/// A file and the step that uploaded it.
struct Uploaded {
    step: usize,
    file: MovedFile,
    /// The statement of the limit that excludes the file from the create request.
    beyond: Option<&'static str>,
}

/// Distributes the files of a trace.
pub(crate) fn moved(trace: &Trace<'_>, losses: &mut IssueSink<'_>) -> Sorted {
    let declared = trace.body.get("files_to_upload").and_then(Document::as_list).unwrap_or_default();
    let declared_labels: BTreeSet<&str> = declared.iter().filter_map(Document::as_str).collect();
    let mut uploaded = BTreeSet::new();
    let mut files = Vec::new();
    for upload in &trace.uploads {
        let at = || place(upload.at);
        if !declared_labels.contains(upload.label.as_str()) {
            losses.push(Code::NeverDeclared, at(), Params::default(), Some("LEG-upload-label-declared"));
        }
        if !uploaded.insert(upload.label.as_str()) {
            losses.push(Code::UploadedTwice, at(), Params::default(), None);
        }
        let Some((name, size)) = file(upload.file, &at(), losses) else { continue };
        let file = MovedFile { name, size, label: label(&upload.label, at(), losses) };
        files.push(Uploaded { step: upload.at, file, beyond: None });
    }
    let [files, later] = judged(FileEndpoint::Create, files, losses);
    let [append, unplaced] = judged(FileEndpoint::Append, later, losses);
    for (number, label) in declared.iter().enumerate() {
        if label.as_str().is_some_and(|label| !uploaded.contains(label)) {
            let field: [Segment; 2] = ["files_to_upload".into(), number.into()];
            let at = trace.body_at().into_iter().chain(field).collect();
            losses.push(Code::NeverUploaded, at, Params::default(), Some("LEG-ready-400"));
        }
    }
    let [files, append, unplaced] =
        [files, append, unplaced].map(|files| files.into_iter().map(|uploaded| uploaded.file).collect());
    Sorted { files, append, unplaced }
}

/// Checks files by the rules of the endpoint. Returns those within its limits, and the others.
fn judged(endpoint: FileEndpoint, files: Vec<Uploaded>, losses: &mut IssueSink<'_>) -> [Vec<Uploaded>; 2] {
    let parts = files.iter().map(|Uploaded { file, .. }| {
        Part::of_request(&file.name, whole_of(Some(&file.size)), Read::Is(file.label.name()))
    });
    let verdicts = judge_parts(endpoint, parts, &[], FilesSent::default(), losses.context);
    // No file makes a create request fail (CREATE-201-always).
    let of_endpoint = |issue: Issue| match endpoint {
        FileEndpoint::Create => Issue { severity: Severity::Warning, ..issue },
        FileEndpoint::Append => issue,
    };
    let [mut held, mut others] = [Vec::new(), Vec::new()];
    let mut accepted = FilesSent::default();
    for (at, (uploaded, verdict)) in files.into_iter().zip(verdicts.files).enumerate() {
        let Uploaded { step, file, beyond: moved } = uploaded;
        let beyond = beyond(endpoint, at, accepted, &file, &verdict);
        if verdict.status == FileStatus::Accepted {
            accepted.count = accepted.count.saturating_add(1);
            accepted.bytes = accepted.bytes.saturating_add(bytes(&file));
        }
        if let (Some(limit), None) = (moved, beyond) {
            losses.push(Code::MovedToAppend, place(step), Params::default(), Some(limit));
        }
        for issue in verdict.issues {
            // The check for the append endpoint reports problems of the file itself.
            if beyond.is_some() && endpoint == FileEndpoint::Create {
                continue;
            }
            // If the issue is about a member of the file, such as `/files/0/size`, the path
            // includes that member.
            let member = issue.path.get(2).into_iter().flat_map(|member| ["file".into(), member.clone()]);
            let path = place(step).into_iter().chain(member).collect();
            losses.absorb(of_endpoint(issue.moved(path)));
        }
        let to = if beyond.is_some() { &mut others } else { &mut held };
        to.push(Uploaded { step, file, beyond });
    }
    verdicts.issues.into_iter().for_each(|issue| losses.absorb(of_endpoint(issue)));
    [held, others]
}

/// Returns the statement of the limit that a file exceeds, given the files that the endpoint
/// accepted before it.
///
/// The findings cannot be used for this decision, because the context may limit their number.
fn beyond(
    endpoint: FileEndpoint,
    at: usize,
    accepted: FilesSent,
    file: &MovedFile,
    verdict: &FileVerdict,
) -> Option<&'static str> {
    if verdict.status == FileStatus::Accepted {
        return None;
    }
    let limits = FileLimits::of(endpoint);
    let counted = match endpoint {
        // Every part counts toward the limit (D47), even if the file has a problem of its own.
        FileEndpoint::Create => at as u64,
        FileEndpoint::Append => accepted.count,
    };
    if counted >= limits.files {
        return Some(limits.count_requirement_id);
    }
    let is_past_total = match endpoint {
        // A file with a problem of its own would be rejected by either endpoint, so it stays with
        // create.
        FileEndpoint::Create => verdict.retry.as_ref().is_some_and(|retry| retry.change.is_empty()),
        FileEndpoint::Append => limits.total.allows(accepted.bytes.saturating_add(bytes(file))) == Within::No,
    };
    is_past_total.then_some(limits.total_requirement_id)
}

/// Returns the size in bytes. An unknown size counts as zero.
fn bytes(file: &MovedFile) -> u64 {
    if let Read::Is(bytes) = whole_of(Some(&file.size)) { bytes } else { 0 }
}

/// Reads the name and the size of an uploaded file. Returns `None` if the name is missing.
fn file(file: Option<&Document>, step: &[Segment], losses: &mut IssueSink<'_>) -> Option<(String, Document)> {
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

/// Returns the current label for a label of the legacy flow.
fn label(word: &str, at: Vec<Segment>, losses: &mut IssueSink<'_>) -> Label {
    if let Some(label) = Label::from_name(word) {
        return label;
    }
    // The published legacy labels that are not current labels are `other` with a number.
    let code = if FILES_TO_UPLOAD.contains(word) { Code::LabelMerged } else { Code::LabelReplaced };
    let label = Label::Other;
    losses.push(code, at, Params::default().with("label", Param::from(label.name())), Some("VER-files-and-labels"));
    label
}

/// A file of the trace. A trace does not contain the content of files.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct MovedFile {
    /// The name, as it was uploaded.
    pub name: String,
    /// The size in bytes, in its original spelling. `null` if the trace does not contain it.
    pub size: Document,
    /// The label in the current API.
    pub label: Label,
}
