//! Checks the files of a request like [`judge_files`](crate::case::files::judge::judge_files), with
//! issues at the parts of the request.

use crate::case::files::firm_rules::of_house;
use crate::case::files::judge::judge_parts;
use crate::case::files::limits::FileEndpoint;
use crate::case::files::part::{Part, Read};
use crate::case::files::read::whole_of;
use crate::case::files::{FileVerdicts, FilesSent};
use crate::context::Context;
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::params::Severity;
use crate::service::requests::entries::{Entry, Given};
use crate::service::requests::members::ValidEntries;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// Checks the parts `files` and `labels` of create. The firm rules on files use the case and the
/// context.
pub(crate) fn of_create(held: &ValidEntries<'_, '_>, case: Option<&str>, context: &Context, sink: &mut IssueSink<'_>) {
    if held.is_malformed("files") {
        // The number of files, and the label of each, are unknown (D7).
        return;
    }
    let files = held.all("files");
    // A blank label counts in the order of the labels. If one label is unreadable, the assignment
    // of labels to files is unknown (D7).
    let labels = if held.is_malformed("labels") { &[] } else { held.given("labels") };
    let words: Vec<Read<&str>> = labels.iter().map(|label| label.value.text().into()).collect();
    let parts = files.iter().map(|file| part(file, Read::Missing));
    let verdicts = judge_parts(FileEndpoint::Create, parts, &words, FilesSent::default(), sink.context);
    let is_open = held.is_malformed("labels");
    let of_house = of_house(&verdicts.files, if is_open { Read::Wrong } else { case.into() }, context);
    // No file makes a create request fail (CREATE-201-always).
    for issue in issues_of(verdicts) {
        sink.absorb(Issue { severity: Severity::Warning, ..at_part(issue, files, labels) });
    }
    for issue in of_house {
        sink.absorb(issue.moved(vec!["parts".into()]));
    }
}

/// Checks the parts `file` and `label` of append, together with the files that were appended
/// before.
pub(crate) fn of_append(held: &ValidEntries<'_, '_>, known: Option<&Document>, sink: &mut IssueSink<'_>) {
    let files = held.all("file").get(..1).unwrap_or_default();
    let labels = held.given("label").get(..1).unwrap_or_default();
    let label = labels.first().map_or(Read::Missing, |label| label.value.text().into());
    let known = |name| match whole_of(known.and_then(|known| known.get("appended")?.get(name))) {
        Read::Is(number) => number,
        Read::Missing | Read::Wrong => 0,
    };
    let sent = FilesSent { count: known("count"), bytes: known("bytes") };
    let parts = files.iter().map(|file| part(file, label));
    for issue in issues_of(judge_parts(FileEndpoint::Append, parts, &[], sent, sink.context)) {
        sink.absorb(at_part(issue, files, labels));
    }
}

fn part<'r>(file: &Entry<'r>, label: Read<&'r str>) -> Part<'r> {
    let (name, size) = match file.value {
        Given::File { name, size, .. } => (name, size),
        _ => ("", None),
    };
    Part::of_request(name, whole_of(size), label)
}

fn issues_of(verdicts: FileVerdicts) -> impl Iterator<Item = Issue> {
    verdicts.files.into_iter().flat_map(|file| file.issues).chain(verdicts.issues)
}

/// Moves an issue to the file or the label in the request that it is about.
fn at_part(issue: Issue, files: &[&Entry<'_>], labels: &[&Entry<'_>]) -> Issue {
    let entry = |entries: &[&Entry<'_>], number: &usize| entries.get(*number).map(|entry| entry.at.clone());
    let mut own_label = None;
    let place = match issue.path.as_slice() {
        [Segment::Key(list), Segment::Index(number), rest @ ..] if list == "files" => match rest {
            [Segment::Key(member)] if member == "label" => {
                own_label = entry(labels, &0);
                None
            }
            [Segment::Key(member)] => {
                let member = if member == "name" { "filename" } else { "size" };
                entry(files, number).map(|at| at.into_iter().chain([member.into()]).collect())
            }
            _ => entry(files, number),
        },
        [Segment::Key(_), Segment::Index(number)] => entry(labels, number),
        _ => None,
    };
    match own_label.or(place) {
        Some(path) => issue.moved(path),
        None => issue,
    }
}
