//! The rulebook behind one reused buffer.
//!
//! wasm-bindgen's own passing of strings copies and allocates on both sides at every call. Here
//! JavaScript writes UTF-8 into the [`buffer`], calls an operation, and reads the reply in place
//! ([`reply`]). An operation returns the length of its reply, or 0 if it is the last one again,
//! which JavaScript has decoded already. [`casegate::wire`] describes the operations.

#[cfg(feature = "session")]
use casegate::Session;
use casegate::config::ContextError;
use casegate::report::Facts;
#[cfg(feature = "interning")]
use casegate::report::{Param, Segment};
use casegate::wire::{self, Operation, Walked};
#[cfg(feature = "interning")]
use casegate::{Code, Issue};
use casegate::{Context, Report};
#[cfg(feature = "interning")]
use std::borrow::Cow;
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// The standard library's allocator is some kilobytes larger, and not faster here.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// The state of the module between calls.
struct Bridge {
    buffer: Vec<u8>,
    context: Result<Context, ContextError>,
    reply: String,
    /// The facts of reports without issues, with their texts. There are few.
    clean: Vec<(Facts, String)>,
    #[cfg(feature = "interning")]
    /// Recurring issues, at most [`MAX_REPORTED`], each with its [`mark`].
    interned: Vec<(u32, Issue)>,
    /// The last outline that was returned.
    outline: String,
    #[cfg(feature = "session")]
    /// Open sessions; a closed session leaves its slot empty.
    sessions: Vec<Option<Session>>,
}

/// Results other than the length of a reply. [`FIRST_KNOWN`] and lower numbers are reports in parts
/// that JavaScript has decoded, or can request by [`recall`]: the number of issues, whose numbers
/// are in the buffer, two bytes each; whether one is an error; and the number of a clean report.
const SEND_TEXT: isize = -1;
const FIRST_KNOWN: isize = -2;
const ISSUES: usize = 1 << 11;

#[cfg(feature = "interning")]
const MAX_REPORTED: usize = 512;

/// The greatest length of an interned issue in bytes. A context may have words of any length.
#[cfg(feature = "interning")]
const LONGEST_REPORTED: usize = 1 << 12;

thread_local! {
    static BRIDGE: RefCell<Bridge> =
        RefCell::new(Bridge {
            buffer: Vec::new(),
            context: wire::settings(""),
            reply: String::new(),
            clean: Vec::new(),
            #[cfg(feature = "interning")]
            interned: Vec::new(),
            outline: String::new(),
            #[cfg(feature = "session")]
            sessions: Vec::new(),
        });
}

impl Bridge {
    /// Returns the text that JavaScript wrote. It is UTF-8, because `TextEncoder` writes nothing
    /// else.
    fn text(&self, length: usize) -> &str {
        text(&self.buffer, length)
    }

    fn keep(&mut self, reply: String) -> usize {
        if wire::is_same(&reply, &self.reply) {
            return 0;
        }
        self.reply = reply;
        self.reply.len()
    }

    /// Returns the length of a report, or its parts if all of them are interned.
    fn hand_out(&mut self, report: Result<Report, String>) -> isize {
        let mut report = match report {
            Ok(report) => report,
            Err(error_text) => return signed(self.keep(error_text)),
        };
        match self.parts(&mut report) {
            Some(parts) => FIRST_KNOWN.saturating_sub_unsigned(parts),
            None => signed(self.keep(wire::report_text(&report))),
        }
    }

    /// Returns the parts of a report as a number.
    fn parts(&mut self, report: &mut Report) -> Option<usize> {
        let is_bare = report.prepared.is_none() && report.trace.is_none() && report.waived.is_none();
        let most = if cfg!(feature = "interning") { ISSUES } else { 1 };
        if !is_bare || report.issues.len() >= most {
            return None;
        }
        #[cfg(feature = "interning")]
        for (at, issue) in report.issues.iter().enumerate() {
            let number = self.number(issue)?;
            self.buffer.get_mut(2 * at..2 * at + 2)?.copy_from_slice(&number.to_le_bytes());
        }
        let said = usize::from(!report.ok) * ISSUES + report.issues.len();
        let facts = self.clean.iter().position(|(facts, _)| *facts == report.facts).unwrap_or_else(|| {
            report.issues.clear();
            report.ok = true;
            self.clean.push((report.facts.clone(), wire::report_text(report)));
            self.clean.len() - 1
        });
        Some(2 * ISSUES * facts + said)
    }

    /// Returns the number of an interned issue, interning it if necessary.
    #[cfg(feature = "interning")]
    fn number(&mut self, issue: &Issue) -> Option<u16> {
        if !comes_again(issue) {
            return None;
        }
        let mark = mark(issue);
        let known = self.interned.iter().position(|(other, interned)| *other == mark && interned == issue);
        let number = known.unwrap_or(self.interned.len());
        if known.is_none() {
            if number == MAX_REPORTED || wire::issue_text(issue).len() > LONGEST_REPORTED {
                return None;
            }
            self.interned.push((mark, issue.clone()));
        }
        u16::try_from(number).ok()
    }

    /// Returns the text of an interned part.
    fn part(&self, number: usize) -> Option<String> {
        #[cfg(feature = "interning")]
        if number % 2 == 1 {
            return self.interned.get(number / 2).map(|(_, issue)| wire::issue_text(issue));
        }
        self.clean.get(number / 2).map(|(_, text)| text.clone())
    }
}

/// Returns `true` if an issue contains nothing made up by a payload or a firm rule, and no index
/// but that of the first elements. There are few such issues, and they recur.
#[cfg(feature = "interning")]
fn comes_again(issue: &Issue) -> bool {
    // Both may be about an unknown key.
    let is_ours = !matches!(issue.code, Code::UnknownField | Code::DuplicateKey);
    let of_a_firm = matches!(issue.rule, Some(Cow::Owned(_)));
    let is_first = |segment: &Segment| !matches!(segment, Segment::Index(8..));
    // Findings about the whole text have line numbers.
    let is_inside = !issue.path.is_empty() && issue.path.iter().all(is_first);
    is_ours && !of_a_firm && is_inside && !issue.params.iter().any(|(_, param)| matches!(param, Param::Positions(_)))
}

/// Returns a hash that distinguishes most issues.
#[cfg(feature = "interning")]
fn mark(issue: &Issue) -> u32 {
    issue.at.bytes().fold(issue.code as u32, |mark, byte| mark.wrapping_mul(31).wrapping_add(u32::from(byte)))
}

fn text(buffer: &[u8], length: usize) -> &str {
    std::str::from_utf8(buffer.get(..length).unwrap_or_default()).unwrap_or_default()
}

/// Memory is smaller than the greatest signed number.
fn signed(length: usize) -> isize {
    isize::try_from(length).unwrap_or_default()
}

/// The operations of the module. Each feature is a group, so that a module has only what its users
/// need.
static OPERATIONS: &[Operation] = &[
    wire::CHECK_CASE,
    wire::PREPARE_CASE,
    #[cfg(feature = "states")]
    wire::FIELD_STATES,
    #[cfg(feature = "files")]
    wire::JUDGE_FILES,
    #[cfg(feature = "repair")]
    wire::REPAIR_CASE,
    #[cfg(feature = "play")]
    wire::PLAY_SESSION,
    #[cfg(feature = "house")]
    wire::CHECK_HOUSE,
    #[cfg(feature = "lifecycle")]
    wire::REPLAY,
    #[cfg(feature = "lifecycle")]
    wire::APPLY_TRIGGER,
    #[cfg(feature = "lifecycle")]
    wire::ACTIONS,
    #[cfg(feature = "lifecycle")]
    wire::CANCELLATION,
    #[cfg(feature = "lifecycle")]
    wire::TRANSITIONS,
    #[cfg(feature = "results")]
    wire::NORMALIZE_RESULTS,
    #[cfg(feature = "records")]
    wire::READ_RECORD,
    #[cfg(feature = "events")]
    wire::READ_EVENT,
    #[cfg(feature = "events")]
    wire::REDACT_OFFER,
    #[cfg(feature = "events")]
    wire::FOLLOW,
    #[cfg(feature = "requests")]
    wire::CHECK_REQUEST,
    #[cfg(feature = "legacy")]
    wire::MIGRATE_LEGACY,
];

/// Runs an operation. The buffer has its name, of `name` bytes, and its input.
#[wasm_bindgen]
pub fn call(name: usize, length: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        let (name, input) = bridge.text(length).split_at_checked(name).unwrap_or_default();
        let reply = match &bridge.context {
            Ok(context) => match OPERATIONS.iter().find(|known| known.name == name) {
                Some(operation) => operation.call_with(input, context),
                None => wire::unknown_operation(),
            },
            Err(error) => wire::error_text(error),
        };
        bridge.keep(reply)
    })
}

/// Checks the payload in the buffer, which may not be UTF-8. Returns the length of its report, or a
/// negative number; see [`recall`].
#[wasm_bindgen]
pub fn check(length: usize) -> isize {
    BRIDGE.with_borrow_mut(|bridge| {
        let report = match &bridge.context {
            Ok(context) => {
                wire::judge_case(&wire::text_of(bridge.buffer.get(..length).unwrap_or_default(), context), context)
            }
            Err(error) => Err(wire::error_text(error)),
        };
        bridge.hand_out(report)
    })
}

/// Checks a payload that JavaScript walked by the [`outline`]. The buffer has its marks, of `marks`
/// bytes, and its texts, from `start` to `end`. Returns the same as [`check`], or `SEND_TEXT` if
/// the text is needed.
#[wasm_bindgen(js_name = checkWalked)]
pub fn check_walked(marks: usize, start: usize, end: usize, depth: usize, bytes: usize) -> isize {
    BRIDGE.with_borrow_mut(|bridge| {
        let texts = bridge.buffer.get(start..end).and_then(|texts| std::str::from_utf8(texts).ok());
        let walked = bridge.buffer.get(..marks).zip(texts).map(|(marks, texts)| Walked { marks, texts, depth, bytes });
        let context = bridge.context.as_ref().ok();
        match walked.zip(context).and_then(|(walked, context)| wire::judge_walked(walked, context)) {
            Some(report) => bridge.hand_out(Ok(report)),
            None => SEND_TEXT,
        }
    })
}

/// Returns the outline by which JavaScript walks a payload for this context, as the length of a
/// reply; 0 if it is the last one again, or `SEND_TEXT` if the context needs the text.
#[wasm_bindgen]
pub fn outline() -> isize {
    BRIDGE.with_borrow_mut(|bridge| {
        let Some(outline) = bridge.context.as_ref().ok().and_then(wire::outline) else { return SEND_TEXT };
        if outline == bridge.outline {
            return 0;
        }
        bridge.outline.clone_from(&outline);
        bridge.reply = outline;
        signed(bridge.reply.len())
    })
}

/// Makes an interned part of a report the reply: a clean report by twice its number, an issue by
/// twice its number plus one.
#[wasm_bindgen]
pub fn recall(number: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        bridge.reply = bridge.part(number).unwrap_or_default();
        bridge.reply.len()
    })
}

#[cfg(feature = "session")]
/// Opens a session on the payload in the buffer. Returns its number, from 1, or the negative length
/// of a reply.
#[wasm_bindgen(js_name = openSession)]
pub fn open_session(length: usize) -> isize {
    BRIDGE.with_borrow_mut(|bridge| {
        let opened = match &bridge.context {
            Ok(context) => wire::open_session(bridge.text(length), context),
            Err(error) => Err(wire::error_text(error)),
        };
        match opened {
            Ok(session) => {
                let free = bridge.sessions.iter().position(Option::is_none).unwrap_or(bridge.sessions.len());
                bridge.sessions.resize_with(bridge.sessions.len().max(free + 1), || None);
                if let Some(place) = bridge.sessions.get_mut(free) {
                    *place = Some(session);
                }
                isize::try_from(free + 1).unwrap_or_default()
            }
            Err(why) => -isize::try_from(bridge.keep(why)).unwrap_or_default(),
        }
    })
}

#[cfg(feature = "session")]
/// Runs a step of a session. The buffer has the step, of `step` bytes, then a pointer, a line feed,
/// and a value without line feeds.
#[wasm_bindgen]
pub fn step(session: usize, step: usize, length: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        let (step, rest) = text(&bridge.buffer, length).split_at_checked(step).unwrap_or_default();
        let (at, value) = rest.rsplit_once('\n').unwrap_or((rest, ""));
        let open = bridge.sessions.get_mut(session.wrapping_sub(1)).and_then(Option::as_mut);
        let reply = open.map(|session| wire::step(session, step, at, value)).unwrap_or_default();
        bridge.keep(reply)
    })
}

#[cfg(feature = "session")]
/// Edits a session. The buffer has a pointer, a line feed, and a value without line feeds, or no
/// value to clear the place. Returns the length of a reply; if only the verdict is reported, -1 for
/// an error and -2 for none.
#[wasm_bindgen]
pub fn edit(session: usize, length: usize) -> isize {
    BRIDGE.with_borrow_mut(|bridge| {
        let (at, value) = text(&bridge.buffer, length).rsplit_once('\n').unwrap_or_default();
        let open = bridge.sessions.get_mut(session.wrapping_sub(1)).and_then(Option::as_mut);
        match open.map(|session| wire::edit(session, at, Some(value).filter(|value| !value.is_empty()))) {
            Some(Ok(ok)) => -1 - isize::from(ok),
            Some(Err(interned)) => signed(bridge.keep(interned)),
            None => 0,
        }
    })
}

#[cfg(feature = "session")]
/// Closes a session.
#[wasm_bindgen(js_name = closeSession)]
pub fn close_session(session: usize) {
    BRIDGE.with_borrow_mut(|bridge| {
        if let Some(place) = bridge.sessions.get_mut(session.wrapping_sub(1)) {
            *place = None;
        }
    });
}

/// Grows the buffer to `bytes` and returns its address, or 0 if the memory is not sufficient, so
/// that a giant text does not end the module. Growing memory detaches JavaScript's views of it.
#[wasm_bindgen]
pub fn buffer(bytes: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        let length = bytes.max(bridge.buffer.len());
        if bridge.buffer.try_reserve_exact(length - bridge.buffer.len()).is_err() {
            return 0;
        }
        bridge.buffer.resize(length, 0);
        bridge.buffer.as_mut_ptr().expose_provenance()
    })
}

/// Returns the address of the last reply.
#[wasm_bindgen]
pub fn reply() -> usize {
    BRIDGE.with_borrow(|bridge| bridge.reply.as_ptr().expose_provenance())
}

/// Makes the text in the buffer the context of all further calls. An invalid one is their answer.
/// Returns the number of bytes of a payload that are read.
#[wasm_bindgen(js_name = setContext)]
pub fn set_context(length: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        bridge.context = wire::settings(bridge.text(length));
        bridge.context.as_ref().map_or(0, |context| context.size_limits().text_bytes)
    })
}

/// Returns the description of a rule, whose id is in the buffer, of the rulebook or of the
/// context's firm rules.
#[cfg(feature = "explain")]
#[wasm_bindgen]
pub fn explain(length: usize) -> usize {
    BRIDGE.with_borrow_mut(|bridge| {
        let reply = match &bridge.context {
            Ok(context) => wire::explain(bridge.text(length), context),
            Err(error) => wire::error_text(error),
        };
        bridge.keep(reply)
    })
}
