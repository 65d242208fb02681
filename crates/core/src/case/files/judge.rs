//! Judges files. The findings of one file are in the order label, extension, size, content, then the
//! number of files, then their total size (D24, D47, D57).

use crate::case::files::content::of_content;
use crate::case::files::firm_rules::of_house;
use crate::case::files::limits::Within;
use crate::case::files::limits::{FileEndpoint, FileLimits};
use crate::case::files::name::{has_accepted_extension, sanitized_file_name};
use crate::case::files::part::{Edges, Part, Read};
use crate::case::files::sink::{FILE_MEMBERS, FileSink, Finding, Kind, Place};
use crate::case::files::{FileChange, FileRequest, FileRetry, FileStatus, FileVerdict, FileVerdicts, FilesSent};
use crate::context::Context;
use crate::rulebook::codes::Code;
use crate::rulebook::tokens::{FileErrorCode, Label};
use crate::rulebook::vocabulary::FILE_LABEL;
use crate::text::json::pointer::Segment;
use std::borrow::Cow;

/// Judges files before they are sent: each on its own, and in order against the limits of the
/// endpoint.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::files::{FileRequest, FileToSend, judge_files};
/// use casegate::tokens::FileErrorCode;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let files = vec![FileToSend::new("report.pdf", 1_024).label("incident_report"), FileToSend::new("notes.odt", 10)];
/// let verdicts = judge_files(&FileRequest { files, ..FileRequest::default() }, &context);
/// assert_eq!(verdicts.files[0].error_code, None);
/// assert_eq!(verdicts.files[1].error_code, Some(FileErrorCode::ExtensionNotAllowed));
/// assert_eq!(verdicts.accepted_bytes, 1_024);
/// # Ok::<(), &str>(())
/// ```
pub fn judge_files(request: &FileRequest, context: &Context) -> FileVerdicts {
    let sink = FileSink::new(context, request.endpoint);
    let labels: Vec<Read<&str>> = request.labels.iter().map(|label| label.as_deref().into()).collect();
    let parts = request.files.iter().map(|file| Part {
        is_entry: true,
        needs_size: true,
        name: Read::Is(&file.name),
        size: Read::Is(file.size),
        label: file.label.as_deref().into(),
        edges: Edges { head: file.head.as_deref().into(), tail: file.tail.as_deref().into() },
        unknown: Vec::new(),
    });
    judge(sink, parts, &labels, request.sent, request.case.as_deref().into())
}

impl Read<String> {
    pub(crate) fn as_str(&self) -> Read<&str> {
        match self {
            Read::Missing => Read::Missing,
            Read::Wrong => Read::Wrong,
            Read::Is(text) => Read::Is(text),
        }
    }
}

impl<'i> From<Option<&'i [u8]>> for Read<Cow<'i, [u8]>> {
    fn from(bytes: Option<&'i [u8]>) -> Read<Cow<'i, [u8]>> {
        bytes.map_or(Read::Missing, |bytes| Read::Is(Cow::Borrowed(bytes)))
    }
}

impl<T> From<Option<T>> for Read<T> {
    fn from(value: Option<T>) -> Read<T> {
        value.map_or(Read::Missing, Read::Is)
    }
}

impl<'i> Part<'i> {
    /// Creates a part for a file of a request, whose size may be unknown.
    pub(crate) fn of_request(name: &'i str, size: Read<u64>, label: Read<&'i str>) -> Part<'i> {
        Part {
            is_entry: true,
            needs_size: false,
            name: Read::Is(name),
            size,
            label,
            edges: Edges::UNKNOWN,
            unknown: Vec::new(),
        }
    }
}

/// Judges the files of a request to an endpoint, without firm rules. `labels` are the separate
/// ones.
pub(crate) fn judge_parts<'i>(
    endpoint: FileEndpoint,
    parts: impl ExactSizeIterator<Item = Part<'i>>,
    labels: &[Read<&'i str>],
    sent: FilesSent,
    context: &Context,
) -> FileVerdicts {
    judge(FileSink::of_request(context, endpoint), parts, labels, sent, Read::Wrong)
}

/// Judges parts in order. `labels` are the separate ones, and `case` is as in `of_house`.
pub(crate) fn judge<'i>(
    mut sink: FileSink<'_>,
    parts: impl ExactSizeIterator<Item = Part<'i>>,
    labels: &[Read<&'i str>],
    sent: FilesSent,
    case: Read<&str>,
) -> FileVerdicts {
    let endpoint = sink.endpoint;
    // Append has no separate labels, and no file can precede a create request.
    let (labels, sent, ignored) = match endpoint {
        FileEndpoint::Create => (labels, FilesSent::default(), (sent != FilesSent::default()).then_some("sent")),
        FileEndpoint::Append => (&[] as &[_], sent, (!labels.is_empty()).then_some("labels")),
    };
    if let Some(name) = ignored {
        sink.push(Finding::new(Code::Ignored, Place::At(vec![name.into()])));
    }
    if labels.len() > parts.len() {
        let first: [Segment; 2] = ["labels".into(), parts.len().into()];
        sink.push(Finding::new(Code::SurplusLabels, Place::At(first.into())));
    }
    let mut so_far = Tally { limits: FileLimits::of(endpoint), parts: 0, accepted: sent };
    let mut files = Vec::with_capacity(parts.len());
    for (at, part) in parts.enumerate() {
        let paired = labels.get(at).copied().unwrap_or(Read::Missing);
        let room = so_far.room();
        let (label, mut findings) = of_label(sink.context, &part, paired);
        let filename = so_far.of_rest(&part, &mut findings);
        let is_rejected = findings.iter().any(|finding| sink.is_error(finding));
        let retry = if is_rejected { retry(&sink, &findings, room) } else { None };
        so_far.count(part.size, is_rejected);
        let file_findings = sink.push_file(at, findings);
        files.push(FileVerdict {
            status: if is_rejected { FileStatus::Rejected } else { FileStatus::Accepted },
            error_code: file_findings.first_error.as_ref().map(|(code, _)| error_code(*code)),
            filename,
            label,
            error: file_findings.first_error.map(|(_, words)| words),
            retry,
            issues: file_findings.issues,
        });
    }
    if endpoint == FileEndpoint::Create {
        for issue in of_house(&files, case, sink.context) {
            sink.absorb(issue);
        }
    }
    let accepted_bytes = so_far.accepted.bytes.saturating_sub(sent.bytes);
    let (issues, ok) = sink.finish(&mut files);
    let ok = ok && files.iter().all(|file| file.status == FileStatus::Accepted);
    FileVerdicts { files, accepted_bytes, ok, issues }
}

/// Returns the label that counts (D26), and the findings about it.
fn of_label<'i>(context: &Context, part: &Part<'i>, paired: Read<&'i str>) -> (Option<String>, Vec<Finding<'i>>) {
    let mut findings = Vec::new();
    let (given, place) = match part.label {
        Read::Missing => (paired, Place::Paired),
        own => (own, Place::Member("label")),
    };
    let label = match given {
        Read::Missing => Some(Label::Other.name()),
        Read::Wrong => {
            findings.push(Finding::wrong(Kind::Text, place));
            None
        }
        // A form without a label input sends a blank (D47).
        Read::Is(label) if label.trim().is_empty() => {
            findings.push(Finding::new(Code::BlankLabel, place));
            Some(Label::Other.name())
        }
        Read::Is(label) => {
            if !FILE_LABEL.open && !context.lists(&FILE_LABEL, label) {
                findings.push(Finding { word: Some(label), ..Finding::new(Code::UnknownLabel, place) });
            }
            Some(label)
        }
    };
    match (part.label, paired) {
        (Read::Is(own), Read::Is(other)) if own != other => {
            findings.push(Finding::new(Code::LabelConflict, Place::Paired));
        }
        (Read::Is(_) | Read::Wrong, Read::Wrong) => findings.push(Finding::wrong(Kind::Text, Place::Paired)),
        _ => {}
    }
    (label.map(str::to_owned), findings)
}

/// The counters that are compared with the limits.
struct Tally {
    limits: &'static FileLimits,
    /// All files of the request, whatever their verdict (D47).
    parts: u64,
    /// The accepted files, including those sent before.
    accepted: FilesSent,
}

impl Tally {
    /// Returns the bytes that are left for accepted files.
    fn room(&self) -> u64 {
        self.limits.total.binary().saturating_sub(self.accepted.bytes)
    }

    /// Adds the findings on a file besides its label. Returns its name.
    fn of_rest<'i>(&self, part: &Part<'i>, findings: &mut Vec<Finding<'i>>) -> Option<String> {
        let name = if let Read::Is(name) = part.name { Some(sanitized_file_name(name)) } else { None };
        if !part.is_entry {
            findings.push(Finding::wrong(Kind::Set, Place::File));
        }
        match (part.name, &name) {
            (Read::Wrong, _) => findings.push(Finding::wrong(Kind::Text, Place::Member("name"))),
            (Read::Is(_), Some(name)) if !has_accepted_extension(name) => {
                let is_named = self.limits.names_extensions;
                let code = if is_named { Code::ExtensionNotAllowed } else { Code::UnlistedExtension };
                findings.push(Finding::new(code, Place::Member("name")));
            }
            (Read::Is(_), _) => {}
            (Read::Missing, _) if !part.is_entry => {}
            (Read::Missing, _) => findings.push(Finding::new(Code::Required, Place::Member("name"))),
        }
        let size = Place::Member("size");
        match part.size {
            Read::Missing if !part.is_entry || !part.needs_size => {}
            Read::Missing => findings.push(Finding::new(Code::Required, size)),
            Read::Wrong => findings.push(Finding::wrong(Kind::Whole, size)),
            Read::Is(0) => findings.push(Finding::new(Code::FileEmpty, size)),
            Read::Is(bytes) => match self.limits.file.allows(bytes) {
                Within::Surely => {}
                Within::Perhaps => findings.push(Finding::new(Code::FileNearLimit, size)),
                Within::No => findings.push(Finding::new(Code::FileTooLarge, size)),
            },
        }
        for (edge, member) in [(&part.edges.head, "head"), (&part.edges.tail, "tail")] {
            if *edge == Read::Wrong {
                findings.push(Finding::wrong(Kind::Base64, Place::Member(member)));
            }
        }
        if let (Some(name), Read::Is(size)) = (&name, part.size) {
            let codes = of_content(name, size, &part.edges);
            findings.extend(codes.into_iter().map(|code| Finding::new(code, Place::File)));
        }
        // Each append request has one file, and a rejected file does not reach the case.
        let before = if self.limits.endpoint == FileEndpoint::Create { self.parts } else { self.accepted.count };
        if before >= self.limits.files {
            findings.push(Finding::new(Code::TooManyFiles, Place::File));
        }
        if let Read::Is(bytes) = part.size {
            match self.limits.total.allows(self.accepted.bytes.saturating_add(bytes)) {
                Within::Surely => {}
                // An empty file does not change the total.
                _ if bytes == 0 => {}
                Within::Perhaps => findings.push(Finding::new(Code::TotalNearLimit, Place::File)),
                Within::No => findings.push(Finding::new(Code::TotalTooLarge, Place::File)),
            }
        }
        let unknown = part.unknown.iter().map(|name| Finding {
            word: Some(name),
            words: FILE_MEMBERS,
            ..Finding::new(Code::UnknownField, Place::Member(name))
        });
        findings.extend(unknown);
        name
    }

    fn count(&mut self, size: Read<u64>, is_rejected: bool) {
        self.parts += 1;
        if !is_rejected {
            // A file of unknown size counts as one file without bytes.
            let bytes = if let Read::Is(bytes) = size { bytes } else { 0 };
            self.accepted.count = self.accepted.count.saturating_add(1);
            self.accepted.bytes = self.accepted.bytes.saturating_add(bytes);
        }
    }
}

/// Returns the service's error code for an error or a raised warning.
fn error_code(code: Code) -> FileErrorCode {
    match code {
        Code::UnknownLabel | Code::BlankLabel | Code::LabelConflict => FileErrorCode::UnknownLabel,
        Code::ExtensionNotAllowed | Code::UnlistedExtension => FileErrorCode::ExtensionNotAllowed,
        Code::FileTooLarge | Code::FileNearLimit | Code::TotalTooLarge | Code::TotalNearLimit => {
            FileErrorCode::FileTooLarge
        }
        // No other code fits the number of files (D25), an empty file or an unreadable entry.
        _ => FileErrorCode::InternalError,
    }
}

/// Returns how a rejected file can be sent again. `room` is the number of bytes that the case can
/// still take.
fn retry(sink: &FileSink<'_>, findings: &[Finding<'_>], room: u64) -> Option<FileRetry> {
    let is_append = sink.endpoint == FileEndpoint::Append;
    let mut change = Vec::new();
    for finding in findings.iter().filter(|finding| sink.is_error(finding)) {
        let needed = match finding.code {
            Code::UnknownLabel | Code::BlankLabel | Code::LabelConflict => FileChange::KnownLabel,
            Code::ExtensionNotAllowed | Code::UnlistedExtension | Code::FileOtherKind => FileChange::OtherExtension,
            Code::FileTooLarge | Code::FileNearLimit => FileChange::SmallerFile,
            Code::FileEmpty => FileChange::FileWithContent,
            Code::FileHeic | Code::FileEncrypted | Code::FileDamaged | Code::FileMacros => FileChange::ReadableCopy,
            // The case has all the files that it can have.
            Code::TooManyFiles if is_append => return None,
            Code::TotalTooLarge if is_append && room == 0 => return None,
            Code::TotalTooLarge | Code::TotalNearLimit if is_append => FileChange::SmallerFile,
            // Append has a limit of its own for number and total.
            Code::TooManyFiles | Code::TotalTooLarge | Code::TotalNearLimit => continue,
            _ => FileChange::RepairedEntry,
        };
        if !change.contains(&needed) {
            change.push(needed);
        }
    }
    Some(FileRetry { through: FileEndpoint::Append, change })
}
