//! Reads the input from JSON text. An unreadable part is a finding at its place, and the rest is
//! judged all the same.

use crate::case::files::firm_rules::has_rules_on_files;
use crate::case::files::judge::judge;
use crate::case::files::kinds::MOST_CONTENT;
use crate::case::files::limits::FileEndpoint;
use crate::case::files::part::{Edges, Part, Read};
use crate::case::files::sink::{FILE_MEMBERS, FileSink, Finding, Kind, Place};
use crate::case::files::{FileVerdicts, FilesSent};
use crate::context::Context;
use crate::payload::open::limit;
use crate::report::input;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use crate::text::base64::decode;
use crate::text::json::document::{Document, Members};
use crate::text::json::integer::size;
use crate::text::json::pointer::Segment;
use std::borrow::Cow;

/// The members of the input.
const MEMBERS: &[&str] = &["files", "endpoint", "labels", "sent", "case"];

/// The members of `sent` if it is not a list.
const SENT: &[&str] = &["count", "bytes"];

/// [`crate::case::files::judge::judge_files`] of JSON text.
pub(crate) fn judge_files_text(text: &str, context: &Context) -> FileVerdicts {
    let mut sink = FileSink::new(context, FileEndpoint::Create);
    // The content of files does not count toward the limit of the text.
    let most = context.limits.text_bytes;
    // Before it is read, so that a long text of many small values takes no memory.
    if text.len() > most && length_without_base64(text) > most {
        return unreadable(input::unreadable(context, Code::TooLarge, limit(most)));
    }
    let input = Document::input_to(most.saturating_add(MOST_CONTENT), text, context);
    let is_long = |input: &Document| text.len().saturating_sub(edges_length(input)) > most;
    let input = match input {
        Ok(input) if text.len() > most && is_long(&input) => {
            return unreadable(input::unreadable(context, Code::TooLarge, limit(most)));
        }
        Ok(Document::Object(input)) => input,
        Ok(_) => {
            sink.push(Finding::new(Code::NotAnObject, Place::At(Vec::new())));
            return judge(sink, std::iter::empty(), &[], FilesSent::default(), Read::Wrong);
        }
        Err(issue) => return unreadable(*issue),
    };
    sink.endpoint = endpoint(&mut sink, &input);
    let files = list(&mut sink, &input, "files");
    if given(&input, "files").is_none() {
        sink.push(Finding::new(Code::Required, at(&["files".into()])));
    }
    let labels = list(&mut sink, &input, "labels");
    let sent = sent(&mut sink, &input);
    unknown(&mut sink, &input, &[], MEMBERS);
    let case = case(&mut sink, &input);
    let is_list = |name| given(&input, name).map(|value| value.as_list().is_some());
    // The files, or the assignment of their labels, are unknown (D7).
    let is_open = is_list("files") != Some(true) || is_list("labels") == Some(false);
    let case = if is_open { Read::Wrong } else { case };
    let labels: Vec<Read<&str>> = labels.iter().map(text_of).collect();
    judge(sink, files.iter().map(part), &labels, sent, case.as_str())
}

/// Returns the text of the case. Only firm rules on files read it.
fn case(sink: &mut FileSink<'_>, input: &Members) -> Read<String> {
    match given(input, "case") {
        Some(case) if case.as_object().is_none() => {
            sink.push(Finding::wrong(Kind::Set, at(&["case".into()])));
            Read::Wrong
        }
        Some(case) if has_rules_on_files(sink.context) => Read::Is(case.to_string()),
        _ => Read::Missing,
    }
}

fn unreadable(issue: Issue) -> FileVerdicts {
    let ok = issue.severity == Severity::Warning;
    FileVerdicts { files: Vec::new(), accepted_bytes: 0, ok, issues: vec![issue] }
}

fn at(path: &[Segment]) -> Place<'static> {
    Place::At(path.to_vec())
}

/// Returns a member that is present and not `null`.
fn given<'i>(members: &'i Members, name: &str) -> Option<&'i Document> {
    members.get(name).filter(|value| !value.is_null())
}

fn endpoint(sink: &mut FileSink<'_>, input: &Members) -> FileEndpoint {
    const WORDS: &[&str] = &[FileEndpoint::Create.name(), FileEndpoint::Append.name()];
    let place = || at(&["endpoint".into()]);
    match given(input, "endpoint").map(Document::as_str) {
        None => {}
        Some(None) => sink.push(Finding::wrong(Kind::Text, place())),
        Some(Some(word)) => {
            if let Some(endpoint) = FileEndpoint::from_name(word) {
                return endpoint;
            }
            let finding = Finding::new(Code::UnknownWord, place());
            sink.push(Finding { word: Some(word), words: WORDS, ..finding });
        }
    }
    FileEndpoint::default()
}

/// Returns the elements of a list, and none for other types.
fn list<'i>(sink: &mut FileSink<'_>, input: &'i Members, name: &'static str) -> &'i [Document] {
    let Some(value) = given(input, name) else { return &[] };
    value.as_list().unwrap_or_else(|| {
        sink.push(Finding::wrong(Kind::List, at(&[name.into()])));
        &[]
    })
}

/// Returns the files that were sent before: a list of files, or their number and total size.
fn sent(sink: &mut FileSink<'_>, input: &Members) -> FilesSent {
    let Some(value) = given(input, "sent") else { return FilesSent::default() };
    let mut sent = FilesSent::default();
    match value {
        Document::List(files) => {
            for (position, file) in files.iter().enumerate() {
                let path = ["sent".into(), position.into()];
                sent.count += 1;
                match file.as_object() {
                    Some(file) => {
                        let bytes = number(sink, file, &path, "size");
                        sent.bytes = sent.bytes.saturating_add(bytes);
                        unknown(sink, file, &path, FILE_MEMBERS);
                    }
                    None => sink.push(Finding::wrong(Kind::Set, at(&path))),
                }
            }
        }
        Document::Object(tally) => {
            let path = ["sent".into()];
            sent.count = number(sink, tally, &path, "count");
            sent.bytes = number(sink, tally, &path, "bytes");
            unknown(sink, tally, &path, SENT);
        }
        _ => sink.push(Finding::wrong(Kind::Sent, at(&["sent".into()]))),
    }
    sent
}

/// Returns a required whole number, and zero if it is invalid.
fn number(sink: &mut FileSink<'_>, members: &Members, path: &[Segment], name: &'static str) -> u64 {
    let place = || Place::At(path.iter().cloned().chain([name.into()]).collect());
    match whole_of(members.get(name)) {
        Read::Is(number) => return number,
        Read::Missing => sink.push(Finding::new(Code::Required, place())),
        Read::Wrong => sink.push(Finding::wrong(Kind::Whole, place())),
    }
    0
}

fn unknown(sink: &mut FileSink<'_>, members: &Members, path: &[Segment], known: &'static [&'static str]) {
    for (name, _) in members.iter().filter(|(name, _)| !known.contains(name)) {
        let place = Place::At(path.iter().cloned().chain([name.into()]).collect());
        sink.push(Finding { word: Some(name), words: known, ..Finding::new(Code::UnknownField, place) });
    }
}

fn part(entry: &Document) -> Part<'_> {
    let Some(members) = entry.as_object() else {
        let (name, size, label) = (Read::Missing, Read::Missing, Read::Missing);
        return Part {
            is_entry: false,
            needs_size: true,
            name,
            size,
            label,
            edges: Edges::UNKNOWN,
            unknown: Vec::new(),
        };
    };
    let text = |name| members.get(name).map_or(Read::Missing, text_of);
    Part {
        is_entry: true,
        needs_size: true,
        name: text("name"),
        size: whole_of(members.get("size")),
        label: text("label"),
        edges: Edges { head: bytes_of(members.get("head")), tail: bytes_of(members.get("tail")) },
        unknown: members.iter().map(|(name, _)| name).filter(|name| !FILE_MEMBERS.contains(name)).collect(),
    }
}

fn text_of(value: &Document) -> Read<&str> {
    match value {
        Document::Null => Read::Missing,
        Document::Text(text) => Read::Is(text),
        _ => Read::Wrong,
    }
}

/// Returns bytes in base64.
fn bytes_of(value: Option<&Document>) -> Read<Cow<'_, [u8]>> {
    match value.map_or(Read::Missing, text_of) {
        Read::Is(text) => decode(text).map_or(Read::Wrong, |bytes| Read::Is(Cow::Owned(bytes))),
        Read::Missing => Read::Missing,
        Read::Wrong => Read::Wrong,
    }
}

/// Returns the length of a JSON text without the strings that may be bytes of a file. A slash may be
/// escaped.
fn length_without_base64(text: &str) -> usize {
    const SHORT: usize = 64;
    let is_letter = |byte: u8| byte.is_ascii_alphanumeric() || b"+/=\\".contains(&byte);
    let may_be_bytes = |part: &&str| part.len() > SHORT && part.bytes().all(is_letter);
    text.len() - text.split('"').filter(may_be_bytes).map(str::len).sum::<usize>()
}

/// Returns the length of the edges of all files as text.
fn edges_length(input: &Document) -> usize {
    let files = input.get("files").and_then(Document::as_list).unwrap_or_default();
    let edges = files.iter().flat_map(|file| ["head", "tail"].map(|member| file.get(member)));
    edges.flatten().filter_map(Document::as_str).map(str::len).sum()
}

/// Returns a number of bytes or files.
pub(crate) fn whole_of(value: Option<&Document>) -> Read<u64> {
    match value {
        None | Some(Document::Null) => Read::Missing,
        Some(Document::Number(written)) => size(written).map_or(Read::Wrong, Read::Is),
        Some(_) => Read::Wrong,
    }
}
