//! Converts findings to issues: places, messages, severities, and the limit on their number.

use crate::case::files::FileVerdict;
use crate::case::files::limits::{ACCEPTED_EXTENSIONS, FileEndpoint, FileLimits};
use crate::context::Context;
use crate::messages::Language;
use crate::messages::parts::{FILE_INPUTS, FILE_TYPES, FILES, FILES_OF_APPEND, FILES_OF_CREATE};
use crate::report::issue::{Fix, Issue};
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params, Severity};
use crate::rulebook::vocabulary::FILE_LABEL;
use crate::text::json::pointer::Segment;
use crate::text::suggest::nearest;

/// A type that a value of the input must have.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    Text,
    Whole,
    List,
    Set,
    /// The files sent before: a list of files, or their number and total size.
    Sent,
    /// Bytes in base64.
    Base64,
}

impl Kind {
    const fn name(self) -> &'static str {
        match self {
            Kind::Text => "text",
            Kind::Whole => "whole",
            Kind::List => "list",
            Kind::Set => "set",
            Kind::Sent => "sent",
            Kind::Base64 => "base64",
        }
    }
}

/// The place of a finding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place<'i> {
    /// The file.
    File,
    /// A member of the file.
    Member(&'i str),
    /// The separate label at the file's position.
    Paired,
    /// Anywhere in the input.
    At(Vec<Segment>),
}

/// A finding before its message is written.
#[derive(Debug)]
pub(crate) struct Finding<'i> {
    pub(crate) code: Code,
    pub(crate) place: Place<'i>,
    /// The expected type for [`Code::WrongType`].
    pub(crate) kind: Kind,
    /// The submitted word, for suggestions only.
    pub(crate) word: Option<&'i str>,
    /// The allowed words.
    pub(crate) words: &'static [&'static str],
}

impl<'i> Finding<'i> {
    pub(crate) fn new(code: Code, place: Place<'i>) -> Finding<'i> {
        Finding { code, place, kind: Kind::Set, word: None, words: &[] }
    }

    pub(crate) fn wrong(kind: Kind, place: Place<'i>) -> Finding<'i> {
        Finding { kind, ..Finding::new(Code::WrongType, place) }
    }
}

/// The members of a file's entry.
pub(crate) const FILE_MEMBERS: &[&str] = &["name", "size", "label", "head", "tail"];

/// The findings on one file.
pub(crate) struct FileFindings {
    pub(crate) first_error: Option<(Code, String)>,
    pub(crate) issues: Vec<Issue>,
}

/// Writes the messages of findings, and counts them.
pub(crate) struct FileSink<'h> {
    pub(crate) context: &'h Context,
    pub(crate) endpoint: FileEndpoint,
    /// `true` if another sink shortens the issues, with its own.
    is_part: bool,
    sink: IssueSink<'h>,
}

impl<'h> FileSink<'h> {
    pub(crate) fn new(context: &'h Context, endpoint: FileEndpoint) -> FileSink<'h> {
        FileSink { context, endpoint, is_part: false, sink: IssueSink::new(context, &FILE_INPUTS) }
    }

    /// Creates a sink for the files of a request, which has other findings as well.
    pub(crate) fn of_request(context: &'h Context, endpoint: FileEndpoint) -> FileSink<'h> {
        FileSink { is_part: true, ..FileSink::new(context, endpoint) }
    }

    pub(crate) fn is_error(&self, finding: &Finding<'_>) -> bool {
        self.context.severity_of(finding.code) == Severity::Error
    }

    /// Adds a finding that concerns no single file.
    pub(crate) fn push(&mut self, finding: Finding<'_>) {
        let (context, endpoint) = (self.context, self.endpoint);
        self.sink.push_with(context.severity_of(finding.code), || issue(context, endpoint, 0, finding));
    }

    /// Adds an issue.
    pub(crate) fn absorb(&mut self, issue: Issue) {
        self.sink.absorb(issue);
    }

    /// Adds the findings on the file at a position. The message of its first error is written even
    /// beyond the limit.
    pub(crate) fn push_file(&mut self, at: usize, findings: Vec<Finding<'_>>) -> FileFindings {
        let mut found = FileFindings { first_error: None, issues: Vec::new() };
        for finding in findings {
            let is_first_error = found.first_error.is_none() && self.is_error(&finding);
            let is_shown = self.sink.admits(self.context.severity_of(finding.code));
            if is_first_error || is_shown {
                let issue = issue(self.context, self.endpoint, at, finding);
                if is_first_error {
                    found.first_error = Some((issue.code, issue.message.clone()));
                }
                if is_shown {
                    found.issues.push(issue);
                }
            }
        }
        found
    }

    /// Returns the issues that concern no single file, and `true` if no issue is an error. Beyond
    /// the limit, warnings are omitted, first those of files.
    pub(crate) fn finish(self, files: &mut [FileVerdict]) -> (Vec<Issue>, bool) {
        if self.is_part {
            return self.sink.finish_part();
        }
        self.sink.finish_with(files.iter_mut().map(|file| &mut file.issues))
    }
}

/// Returns the issue for a finding on the file at a position.
fn issue(context: &Context, endpoint: FileEndpoint, at: usize, finding: Finding<'_>) -> Issue {
    let Finding { code, place, kind, word, words } = finding;
    let path: Vec<Segment> = match place {
        Place::File => vec!["files".into(), at.into()],
        Place::Member(name) => vec!["files".into(), at.into(), name.into()],
        Place::Paired => vec!["labels".into(), at.into()],
        Place::At(path) => path,
    };
    let limits = FileLimits::of(endpoint);
    let listed = |words: &[&str]| Param::Words(words.iter().map(|word| (*word).to_owned()).collect());
    let megabytes = |limit: crate::case::files::limits::Megabytes| {
        let bytes =
            if code == Code::FileNearLimit || code == Code::TotalNearLimit { limit.decimal() } else { limit.binary() };
        Params::default().with("limit", Param::Number(bytes)).with("megabytes", Param::Number(limit.0))
    };
    let params = match code {
        Code::UnknownLabel => {
            let words: Vec<&str> = FILE_LABEL.words.iter().copied().chain(context.extra_words(&FILE_LABEL)).collect();
            Params::default().with("words", listed(&words))
        }
        Code::UnknownWord => Params::default().with("words", listed(words)),
        Code::ExtensionNotAllowed | Code::UnlistedExtension => {
            Params::default().with("words", listed(&ACCEPTED_EXTENSIONS))
        }
        Code::FileTooLarge | Code::FileNearLimit => megabytes(limits.file),
        Code::TotalTooLarge | Code::TotalNearLimit => megabytes(limits.total),
        Code::TooManyFiles => Params::default().with("limit", Param::Number(limits.files)),
        _ => Params::default(),
    };
    let near = word.and_then(|word| match code {
        Code::UnknownLabel => nearest(word, FILE_LABEL.words.iter().copied().chain(context.extra_words(&FILE_LABEL))),
        _ => nearest(word, words.iter().copied()),
    });
    let fix = near.filter(|_| code != Code::UnknownField).map(|near| Fix::Replace { value: near.to_owned() });
    let params = match near {
        Some(near) => params.with("suggestion", Param::from(near)),
        None => params,
    };
    let message = message(context.message_language(), endpoint, code, kind, &params);
    let issue = Issue::in_words(code, path, params, message);
    let issue = Issue { severity: context.severity_of(code), fix, ..issue };
    match requirement_id(limits, code) {
        Some(requirement_id) => issue.breaks(requirement_id),
        None => issue,
    }
}

fn message(language: Language, endpoint: FileEndpoint, code: Code, kind: Kind, params: &Params) -> String {
    match code {
        Code::WrongType => FILE_TYPES.message(kind.name(), params),
        Code::NotAnObject | Code::Required | Code::UnknownWord | Code::UnknownField => {
            FILE_INPUTS.message(code, params)
        }
        Code::TooManyFiles | Code::TotalTooLarge | Code::TotalNearLimit | Code::Ignored => match endpoint {
            FileEndpoint::Create => FILES_OF_CREATE.message(language, code, params),
            FileEndpoint::Append => FILES_OF_APPEND.message(language, code, params),
        },
        _ => FILES.message(language, code, params),
    }
}

/// Returns the violated statement. A size between the two meanings of MB violates none for certain.
fn requirement_id(limits: &FileLimits, code: Code) -> Option<&'static str> {
    match code {
        Code::UnknownLabel => Some(limits.label_requirement_id),
        Code::ExtensionNotAllowed => Some("FILE-ext-rejected"),
        Code::FileTooLarge => Some(limits.file_requirement_id),
        Code::TooManyFiles => Some(limits.count_requirement_id),
        Code::TotalTooLarge => Some(limits.total_requirement_id),
        _ => None,
    }
}
