//! The notes of a reader of the service's records.

use crate::context::Context;
use crate::messages::en;
use crate::messages::parts::{RECORD_TYPES, RECORDS};
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::{Lifetime, Phase};
use crate::rulebook::params::{Param, Params};
use crate::service::record_schema::{Member, ValueType};
use crate::text::json::document::Document;
use crate::text::json::pointer::{Segment, pointer};

/// The notes of a reader, and its current path in the record. Every note is a warning regardless of
/// the context's severities, because a reader never rejects a record.
#[derive(Debug)]
pub(crate) struct Notes<'h> {
    sink: IssueSink<'h>,
    path: Vec<Segment>,
}

impl<'h> Notes<'h> {
    /// Returns `true` if a lifetime is over in the rulebook of the context.
    pub(crate) fn has_ended(&self, lifetime: Lifetime) -> bool {
        self.sink.context.phase(lifetime) == Phase::Ended
    }

    pub(crate) fn new(context: &'h Context) -> Notes<'h> {
        Notes { sink: IssueSink::of_notes(context, &RECORDS), path: Vec::new() }
    }

    /// Calls `read` with the path extended by one step.
    pub(crate) fn within<T>(&mut self, step: impl Into<Segment>, read: impl FnOnce(&mut Self) -> T) -> T {
        self.path.push(step.into());
        let outcome = read(self);
        self.path.pop();
        outcome
    }

    /// Adds a note at the current path.
    pub(crate) fn here(&mut self, code: Code, params: Params, requirement_id: Option<&'static str>) {
        self.push(code, params, requirement_id);
    }

    fn push(&mut self, code: Code, params: Params, requirement_id: Option<&'static str>) -> Option<&mut Issue> {
        let text = RECORDS.text(code);
        self.sink.push_as(text, code, self.path.clone(), params, requirement_id)
    }

    /// Adds a note that this value contradicts another member of the same record.
    pub(crate) fn contradiction(&mut self, with: &str, requirement_id: &'static str) {
        self.contradiction_above(1, with, requirement_id);
    }

    /// Adds a note that this value contradicts a member of the record `levels` above it.
    pub(crate) fn contradiction_above(&mut self, levels: usize, with: &str, requirement_id: &'static str) {
        let mut other: Vec<Segment> = self.path.iter().take(self.path.len().saturating_sub(levels)).cloned().collect();
        other.push(Segment::from(with));
        if let Some(note) = self.push(Code::Contradiction, Params::default(), Some(requirement_id)) {
            note.because.push(pointer(&other));
        }
    }

    /// Adds a note if the value does not have the type of the row. Returns `true` if it does.
    pub(crate) fn fits(&mut self, value: &Document, member: &Member) -> bool {
        if member.nullable && value.is_null() {
            return true;
        }
        let Some((code, requirement_id)) = member.value_type.type_mismatch(value) else { return true };
        // Elements of lists and the record as a whole have no row of their own, and so no
        // statement.
        let requirement_id =
            Some(requirement_id.unwrap_or(member.requirement_id)).filter(|requirement_id| !requirement_id.is_empty());
        if let (Code::UnexpectedWord, ValueType::Word(words)) = (code, member.value_type) {
            self.here(code, words_of(words), requirement_id);
            return false;
        }
        let mut kinds = vec![member.value_type.expected()];
        if matches!(member.value_type, ValueType::Id) {
            kinds.push("number");
        }
        if member.nullable {
            kinds.insert(0, "null");
        }
        let wanted = Params::default().with("wanted", Param::Word(in_words(&kinds)));
        if let Some(note) = self.push(code, wanted, requirement_id) {
            // The message has the types in words, and the note has their names.
            let names = kinds.into_iter().map(str::to_owned).collect();
            note.params = Params::default().with("expected", Param::Words(names));
        }
        false
    }

    pub(crate) fn unknown(&mut self) {
        self.here(Code::UnknownField, Params::default(), None);
    }

    /// Returns all notes. If the limit was exceeded, a final note reports that there are more.
    pub(crate) fn finish(self) -> Vec<Issue> {
        self.sink.finish().0
    }
}

/// Returns a `words` parameter with the given values.
pub(crate) fn words_of(words: &[&str]) -> Params {
    Params::default().with("words", Param::Words(words.iter().map(|word| (*word).to_owned()).collect()))
}

fn in_words(kinds: &[&str]) -> String {
    let words: Vec<&str> = kinds.iter().map(|kind| RECORD_TYPES.text(*kind)).collect();
    words.join(en::CATALOGUE.grammar.or)
}
