//! What a binding to another language keeps between calls: the context, open sessions, and which
//! parts of reports have crossed.

use crate::case::check::check_text;
use crate::case::session::{Delta, Session, Step, step};
use crate::config::ContextError;
use crate::context::Context;
use crate::judge::Judge;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::slots::Payload;
use crate::payload::walked;
use crate::report::Report;
use crate::report::firm_rules::waivable;
use crate::text::json::writer;
use crate::wire::parts::{Parts, Reply};
use crate::wire::{Operation, error_of, error_text, text, text_of, unknown_operation};

/// The number of places for contexts.
const PLACES: usize = 9;

/// The state of a binding. All answers are JSON.
///
/// ```
/// use casegate::wire::{Binding, CASE_OPERATIONS, Reply};
///
/// let mut binding = Binding::new(CASE_OPERATIONS);
/// binding.set_context(0, r#"{ "today": "2026-03-01" }"#);
/// let first = binding.check(b"{}");
/// assert!(matches!(first, Reply::Text(report) if report.starts_with("[[0,{\"format\":1,")));
/// let second = binding.check(b"{}");
/// assert!(matches!(second, Reply::Text(parts) if parts.starts_with("[0,0,1,")), "they have crossed");
/// ```
#[derive(Debug)]
pub struct Binding {
    operations: &'static [Operation],
    known: Known,
    /// The place of the known context, which is empty meanwhile.
    place: usize,
    /// Contexts stay for their next use, because a server may use several in turn.
    places: [Known; PLACES],
    /// A closed session leaves its place empty.
    sessions: Vec<Option<Session>>,
}

/// A context, with the parts that have crossed since it was set.
#[derive(Debug)]
struct Known {
    context: Result<Context, ContextError>,
    parts: Parts,
}

impl Known {
    fn of(context: &str) -> Known {
        Known { context: Context::from_json_of_any_day(context), parts: Parts::default() }
    }
}

/// A payload that a binding walked by the [`Binding::outline`] instead of making text of it.
#[derive(Debug, Clone, Copy)]
pub struct Walked<'t> {
    /// Four bytes for each value; see `payload/walked.rs`.
    pub marks: &'t [u8],
    /// The texts that rules read.
    pub texts: &'t [u8],
    /// The number of nested objects and arrays, including the payload itself.
    pub depth: usize,
    /// The greatest possible length of its JSON text in bytes.
    pub bytes: usize,
}

impl Binding {
    /// Starts with an empty context. The operations are those of [`Binding::call`].
    pub fn new(operations: &'static [Operation]) -> Binding {
        let known = || Known::of("");
        Binding { operations, known: known(), place: 0, places: std::array::from_fn(|_| known()), sessions: Vec::new() }
    }

    /// Makes the context in a place that of all further calls. A non-empty text replaces it and
    /// forgets its retained parts. If the text is invalid, these calls return its error. There are
    /// nine places, with empty contexts at first. Returns the number of bytes of a payload that are
    /// read.
    pub fn set_context(&mut self, place: usize, text: &str) -> usize {
        for place in [self.place, place] {
            if let Some(other) = self.places.get_mut(place) {
                std::mem::swap(&mut self.known, other);
            }
        }
        self.place = place;
        if !text.is_empty() {
            self.known = Known::of(text);
        }
        self.known.context.as_ref().map_or(0, |context| context.limits.text_bytes)
    }

    /// Runs an operation.
    pub fn call(&self, name: &str, input: &str) -> String {
        match (&self.known.context, self.operations.iter().find(|operation| operation.name == name)) {
            (Err(error), _) => error_text(error),
            (Ok(context), Some(operation)) => operation.call_with(input, context),
            (Ok(_), None) => unknown_operation(),
        }
    }

    /// Checks a payload, which may not be UTF-8. Returns its report: whole, as a list of parts, or as
    /// the number of a report without issues. In the list the first entry is the report without
    /// issues, and the others are the issues. A number stands for a part that was retained before,
    /// separately for reports and for issues; a list of a number and a part retains the part under
    /// the number; an object is not retained.
    pub fn check(&mut self, payload: &[u8]) -> Reply {
        let context = match on_a_day(&self.known.context) {
            Ok(context) => context,
            Err(error) => return Reply::Text(error),
        };
        let payload = text_of(payload, context);
        if context.include.prepared {
            return Reply::Text(text(&check_text(&payload, context)));
        }
        let mut slots = Payload::new();
        match read(&payload, context, &mut slots) {
            Ok(()) => report(&mut self.known.parts, &slots, context),
            Err((code, params)) => Reply::Text(text(&Report::unreadable(context, code, params))),
        }
    }

    /// Checks a walked payload. Returns the same as [`Binding::check`], or nothing if the text is
    /// needed, for example because the payload may exceed the context's limits.
    pub fn check_walked(&mut self, walked: Walked<'_>) -> Reply {
        let context = match on_a_day(&self.known.context) {
            Ok(context) => context,
            Err(error) => return Reply::Text(error),
        };
        let mut slots = Payload::new();
        let is_read = !needs_text(context)
            && walked.bytes <= context.limits.text_bytes
            && walked.depth <= context.limits.depth
            && std::str::from_utf8(walked.texts)
                .is_ok_and(|texts| walked::read(walked.marks, texts, &mut slots).is_some());
        if is_read { report(&mut self.known.parts, &slots, context) } else { Reply::Text(String::new()) }
    }

    /// Returns the parts of a payload that a binding sends when it walks an object, as JSON: for
    /// the payload (`""`) and for each record, by its slot, the names of its fields. A name has its
    /// slot and, above the lowest byte, what is read of it: nothing but the type (0), the text (1),
    /// the text or an array of words (2), or a record (3). Returns nothing if the context needs the
    /// text.
    pub fn outline(&self) -> String {
        match on_a_day(&self.known.context) {
            Ok(context) if !needs_text(context) => walked::outline(context.firm.retained_text),
            _ => String::new(),
        }
    }

    /// Opens a session. Returns its number, which is not 0, as `{"session"}`.
    pub fn open_session(&mut self, payload: &str) -> String {
        let context = match on_a_day(&self.known.context) {
            Ok(context) => context,
            Err(error) => return error,
        };
        let session = match Session::of_text(payload, context.clone()) {
            Ok(session) => session,
            Err(error) => return error_of("session_refused", &error.to_string()),
        };
        let number = self.sessions.iter().position(Option::is_none).unwrap_or(self.sessions.len());
        match self.sessions.get_mut(number) {
            Some(place) => *place = Some(session),
            None => self.sessions.push(Some(session)),
        }
        let mut reply = String::from("{\"session\":");
        writer::number(&mut reply, number as u64 + 1);
        reply.push('}');
        reply
    }

    /// Runs a step of a session: a word and a space, a pointer and a line feed, and a value, which
    /// is JSON without line feeds. The words are `set`, `clear` and `touch`, which take a pointer,
    /// `what_if`, which takes a list of edits, `report`, `states`, `payload` and `close`. Returns
    /// nothing for a session that is not open, and `{"refused"}` for an impossible step.
    pub fn step(&mut self, number: usize, line: &str) -> Reply {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        let (at, value) = rest.rsplit_once('\n').unwrap_or((rest, ""));
        let Some(place) = self.sessions.get_mut(number.wrapping_sub(1)) else { return Reply::Text(String::new()) };
        if word == "close" {
            *place = None;
        }
        let Some(session) = place else { return Reply::Text(String::new()) };
        Reply::Text(match word {
            "report" => text(&session.report()),
            "states" => text(&session.states()),
            "payload" => session.payload(),
            _ => match step(session, word, at, value) {
                Step::Changed(delta) if delta == Delta::unchanged(delta.ok) => return Reply::Unchanged(delta.ok),
                step => text(&step),
            },
        })
    }
}

/// Returns a context with a day, or the answer without one.
fn on_a_day(context: &Result<Context, ContextError>) -> Result<&Context, String> {
    let context = context.as_ref().map_err(error_text)?;
    context.on_a_day().map_err(|error| error_text(&error))?;
    Ok(context)
}

/// Returns the report on a payload that was read, as parts if the context allows it.
fn report(parts: &mut Parts, payload: &Payload<'_>, context: &Context) -> Reply {
    let judge = Judge::new(Case::new(payload, context)).judge();
    let is_whole = !cfg!(feature = "parts")
        || context.include.trace
        || waivable(context).is_some()
        || judge.findings.len() > context.limits.findings;
    if is_whole { Reply::Text(text(&Report::of(&judge))) } else { parts.report(&judge) }
}

/// Returns `true` if the context needs more of a payload than a walk sends: its whole text, or the
/// values of numbers.
fn needs_text(context: &Context) -> bool {
    context.include.prepared || (cfg!(feature = "firm-rules") && context.firm.reads_numbers)
}
