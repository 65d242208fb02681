//! The input as JSON text. What cannot be read is a finding at its place, and the rest is judged all the same.

use super::judge::{Part, Read, judge};
use super::tell::{FILE_MEMBERS, Finding, Kind, Place, Teller};
use super::{FileEndpoint, FileVerdicts, FilesSent};
use crate::document::{Document, Members};
use crate::host::Host;
use crate::issue::{Code, Issue, Segment, Severity};
use crate::json::Scanner;

/// The members of the input.
const MEMBERS: &[&str] = &["files", "endpoint", "labels", "sent"];

/// The members of what was sent before, where it is not a list.
const SENT: &[&str] = &["count", "bytes"];

/// [`super::judge_files`] of JSON text.
pub(crate) fn judge_files_text(text: &str, host: &Host) -> FileVerdicts {
    let mut teller = Teller::new(host, FileEndpoint::Create);
    let input = match Document::input(text, host) {
        Ok(Document::Object(input)) => input,
        Ok(_) => {
            teller.tell(Finding::new(Code::NotAnObject, Place::At(Vec::new())));
            return judge(teller, std::iter::empty(), &[], FilesSent::default());
        }
        Err(issue) => return unreadable(*issue),
    };
    teller.endpoint = endpoint(&mut teller, &input);
    let files = list(&mut teller, &input, "files");
    if given(&input, "files").is_none() {
        teller.tell(Finding::new(Code::Required, at(&["files".into()])));
    }
    let labels = list(&mut teller, &input, "labels");
    let sent = sent(&mut teller, &input);
    unknown(&mut teller, &input, &[], MEMBERS);
    let labels: Vec<Read<&str>> = labels.iter().map(text_of).collect();
    judge(teller, files.iter().map(part), &labels, sent)
}

fn unreadable(issue: Issue) -> FileVerdicts {
    let ok = issue.severity == Severity::Warning;
    FileVerdicts { files: Vec::new(), accepted_bytes: 0, ok, issues: vec![issue] }
}

fn at(path: &[Segment]) -> Place<'static> {
    Place::At(path.to_vec())
}

/// A member that is there and not `null`.
fn given<'i>(members: &'i Members, name: &str) -> Option<&'i Document> {
    members.get(name).filter(|value| !value.is_null())
}

fn endpoint(teller: &mut Teller<'_>, input: &Members) -> FileEndpoint {
    const WORDS: &[&str] = &[FileEndpoint::Create.name(), FileEndpoint::Append.name()];
    let place = || at(&["endpoint".into()]);
    match given(input, "endpoint").map(Document::as_str) {
        None => {}
        Some(None) => teller.tell(Finding::wrong(Kind::Text, place())),
        Some(Some(word)) => {
            if let Some(endpoint) = FileEndpoint::from_name(word) {
                return endpoint;
            }
            let finding = Finding::new(Code::UnknownWord, place());
            teller.tell(Finding { word: Some(word), words: WORDS, ..finding });
        }
    }
    FileEndpoint::default()
}

/// The elements of a list, none where it is something else.
fn list<'i>(teller: &mut Teller<'_>, input: &'i Members, name: &'static str) -> &'i [Document] {
    let Some(value) = given(input, name) else { return &[] };
    value.as_list().unwrap_or_else(|| {
        teller.tell(Finding::wrong(Kind::List, at(&[name.into()])));
        &[]
    })
}

/// What was sent before: a list of files, or their count and bytes.
fn sent(teller: &mut Teller<'_>, input: &Members) -> FilesSent {
    let Some(value) = given(input, "sent") else { return FilesSent::default() };
    let mut sent = FilesSent::default();
    match value {
        Document::List(files) => {
            for (position, file) in files.iter().enumerate() {
                let path = ["sent".into(), position.into()];
                sent.count += 1;
                match file.as_object() {
                    Some(file) => {
                        let bytes = number(teller, file, &path, "size");
                        sent.bytes = sent.bytes.saturating_add(bytes);
                        unknown(teller, file, &path, FILE_MEMBERS);
                    }
                    None => teller.tell(Finding::wrong(Kind::Set, at(&path))),
                }
            }
        }
        Document::Object(tally) => {
            let path = ["sent".into()];
            sent.count = number(teller, tally, &path, "count");
            sent.bytes = number(teller, tally, &path, "bytes");
            unknown(teller, tally, &path, SENT);
        }
        _ => teller.tell(Finding::wrong(Kind::Sent, at(&["sent".into()]))),
    }
    sent
}

/// A whole number that must be there; zero where it is not.
fn number(teller: &mut Teller<'_>, members: &Members, path: &[Segment], name: &'static str) -> u64 {
    let place = || Place::At(path.iter().cloned().chain([name.into()]).collect());
    match whole_of(members.get(name)) {
        Read::Is(number) => return number,
        Read::Missing => teller.tell(Finding::new(Code::Required, place())),
        Read::Wrong => teller.tell(Finding::wrong(Kind::Whole, place())),
    }
    0
}

fn unknown(teller: &mut Teller<'_>, members: &Members, path: &[Segment], known: &'static [&'static str]) {
    for (name, _) in members.iter().filter(|(name, _)| !known.contains(name)) {
        let place = Place::At(path.iter().cloned().chain([name.into()]).collect());
        teller.tell(Finding { word: Some(name), words: known, ..Finding::new(Code::UnknownField, place) });
    }
}

fn part(entry: &Document) -> Part<'_> {
    let Some(members) = entry.as_object() else {
        let (name, size, label) = (Read::Missing, Read::Missing, Read::Missing);
        return Part { is_entry: false, needs_size: true, name, size, label, unknown: Vec::new() };
    };
    let text = |name| members.get(name).map_or(Read::Missing, text_of);
    Part {
        is_entry: true,
        needs_size: true,
        name: text("name"),
        size: whole_of(members.get("size")),
        label: text("label"),
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

/// A number of bytes or of files, as far as it is one.
pub(crate) fn whole_of(value: Option<&Document>) -> Read<u64> {
    match value {
        None | Some(Document::Null) => Read::Missing,
        Some(Document::Number(written)) => whole(written).map_or(Read::Wrong, Read::Is),
        Some(_) => Read::Wrong,
    }
}

/// The value of a whole number that is not negative, also of `2.5e3` (D2); one beyond 64 bits counts as the largest.
fn whole(written: &str) -> Option<u64> {
    if let Ok(number) = written.parse() {
        return Some(number);
    }
    if !Scanner::new(written, 0).number().is_ok_and(|is_whole| is_whole) {
        return None;
    }
    let (mantissa, exponent) = written.split_once(['e', 'E']).unwrap_or((written, "0"));
    let (before, after) = mantissa.split_once('.').unwrap_or((mantissa, ""));
    let digits = format!("{}{after}", before.trim_start_matches('-'));
    if digits.bytes().all(|digit| digit == b'0') {
        return Some(0);
    }
    if written.starts_with('-') {
        return None;
    }
    // An exponent that no 64 bits hold is as good as the largest; a number so small would not be whole.
    let exponent = exponent.trim_start_matches('+').parse().unwrap_or(i64::MAX);
    let shift = exponent.saturating_sub(i64::try_from(after.len()).unwrap_or(i64::MAX));
    let cut = usize::try_from(shift.min(0).unsigned_abs()).unwrap_or(usize::MAX);
    // What is cut off are zeros, or it would not be whole.
    let kept = digits.get(..digits.len().saturating_sub(cut)).unwrap_or_default();
    let digit = |number: u64, digit: u8| number.saturating_mul(10).saturating_add(u64::from(digit - b'0'));
    let number = kept.bytes().fold(0, digit);
    // Twenty zeros more are beyond 64 bits, whatever stands before them.
    Some((0..shift.clamp(0, 20)).fold(number, |number, _| number.saturating_mul(10)))
}

#[cfg(test)]
mod tests {
    use super::whole;
    use proptest::prelude::*;

    #[test]
    fn whole_numbers_are_read_however_they_are_written() {
        for (written, value) in [
            ("0", Some(0)),
            ("-0", Some(0)),
            ("-0.0e5", Some(0)),
            ("25000000", Some(25_000_000)),
            ("2.5e7", Some(25_000_000)),
            ("2.50E+7", Some(25_000_000)),
            ("12300e-2", Some(123)),
            ("1.0", Some(1)),
            ("0.001e3", Some(1)),
            ("18446744073709551615", Some(u64::MAX)),
            ("18446744073709551616", Some(u64::MAX)),
            ("1e400", Some(u64::MAX)),
            ("1e99999999999999999999", Some(u64::MAX)),
            ("0e99999999999999999999", Some(0)),
            ("1e-99999999999999999999", None),
            ("1.5", None),
            ("123e-1", None),
            ("-1", None),
            ("-1e3", None),
        ] {
            assert_eq!(whole(written), value, "{written}");
        }
    }

    proptest! {
        #[test]
        fn a_shifted_number_is_the_same(number in 0..=u64::MAX / 1_000_000, shift in 0_usize..=6) {
            let zeros = "0".repeat(shift);
            prop_assert_eq!(whole(&format!("{number}{zeros}e-{shift}")), Some(number));
            prop_assert_eq!(whole(&format!("{number}.0{zeros}e{shift}")), Some(number * 10_u64.pow(u32::try_from(shift).unwrap())));
        }
    }
}
