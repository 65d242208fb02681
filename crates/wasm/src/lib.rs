//! The rulebook behind one reused buffer: text goes in by [`room`] and an operation, and comes out by [`reply`].
//!
//! wasm-bindgen's own passing of strings copies and allocates on both sides at every call; here JavaScript writes
//! UTF-8 straight into [`room`] and reads the reply where it lies. An operation answers with the length of its reply, or
//! with 0 when it is the last one again, which JavaScript has decoded already. What they do: [`casegate::wire`].

#[cfg(feature = "session")]
use casegate::Session;
use casegate::wire::{self, Operation};
use casegate::{Host, HostError};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// The standard library's allocator is some kilobytes larger, and no quicker here.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// What stays in the module between two calls.
struct Border {
    room: Vec<u8>,
    host: Result<Host, HostError>,
    reply: String,
    #[cfg(feature = "session")]
    /// Open sessions; one that was closed leaves its place.
    sessions: Vec<Option<Session>>,
}

thread_local! {
    static BORDER: RefCell<Border> =
        RefCell::new(Border {
            room: Vec::new(),
            host: wire::settings(""),
            reply: String::new(),
            #[cfg(feature = "session")]
            sessions: Vec::new(),
        });
}

impl Border {
    /// The text that JavaScript wrote; it is UTF-8, as `TextEncoder` has nothing else.
    fn text(&self, length: usize) -> &str {
        std::str::from_utf8(self.room.get(..length).unwrap_or_default()).unwrap_or_default()
    }

    fn keep(&mut self, reply: String) -> usize {
        if reply == self.reply {
            return 0;
        }
        self.reply = reply;
        self.reply.len()
    }
}

/// What the module can do: each feature is a group, so that a module has what its users need.
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

/// The text in [`room`] is the name of an operation, of so many bytes, and what the operation is given.
#[wasm_bindgen]
pub fn call(name: usize, length: usize) -> usize {
    BORDER.with_borrow_mut(|border| {
        let (name, input) = border.text(length).split_at_checked(name).unwrap_or_default();
        let reply = match &border.host {
            Ok(host) => match OPERATIONS.iter().find(|known| known.name == name) {
                Some(operation) => operation.call_with(input, host),
                None => wire::unknown_operation(),
            },
            Err(error) => wire::misuse(error),
        };
        border.keep(reply)
    })
}

#[cfg(feature = "session")]
/// Opens a session on the payload in [`room`], and answers with its number, from 1, or else with the length of a
/// reply, negative.
#[wasm_bindgen(js_name = openSession)]
pub fn open_session(length: usize) -> isize {
    BORDER.with_borrow_mut(|border| {
        let opened = match &border.host {
            Ok(host) => wire::open_session(border.text(length), host),
            Err(error) => Err(wire::misuse(error)),
        };
        match opened {
            Ok(session) => {
                let free = border.sessions.iter().position(Option::is_none).unwrap_or(border.sessions.len());
                border.sessions.resize_with(border.sessions.len().max(free + 1), || None);
                if let Some(place) = border.sessions.get_mut(free) {
                    *place = Some(session);
                }
                isize::try_from(free + 1).unwrap_or_default()
            }
            Err(why) => -isize::try_from(border.keep(why)).unwrap_or_default(),
        }
    })
}

#[cfg(feature = "session")]
/// The text in [`room`] is a step, of so many bytes, then a pointer, a line feed, and a value without one.
#[wasm_bindgen]
pub fn step(session: usize, step: usize, length: usize) -> usize {
    BORDER.with_borrow_mut(|border| {
        let mut open = border.sessions.get_mut(session.wrapping_sub(1)).and_then(Option::take);
        let (step, rest) = border.text(length).split_at_checked(step).unwrap_or_default();
        let (at, value) = rest.rsplit_once('\n').unwrap_or((rest, ""));
        let reply = open.as_mut().map(|session| wire::step(session, step, at, value)).unwrap_or_default();
        if let (Some(place), Some(open)) = (border.sessions.get_mut(session.wrapping_sub(1)), open) {
            *place = Some(open);
        }
        border.keep(reply)
    })
}

#[cfg(feature = "session")]
/// Closes a session.
#[wasm_bindgen(js_name = closeSession)]
pub fn close_session(session: usize) {
    BORDER.with_borrow_mut(|border| {
        if let Some(place) = border.sessions.get_mut(session.wrapping_sub(1)) {
            *place = None;
        }
    });
}

/// Makes room for so many bytes and answers where it is, or 0 when the memory cannot hold them, so that a giant text
/// does not end the module. A growing memory detaches JavaScript's views of it.
#[wasm_bindgen]
pub fn room(bytes: usize) -> usize {
    BORDER.with_borrow_mut(|border| {
        let length = bytes.max(border.room.len());
        if border.room.try_reserve_exact(length - border.room.len()).is_err() {
            return 0;
        }
        border.room.resize(length, 0);
        border.room.as_mut_ptr().expose_provenance()
    })
}

/// Where the last reply is.
#[wasm_bindgen]
pub fn reply() -> usize {
    BORDER.with_borrow(|border| border.reply.as_ptr().expose_provenance())
}

/// Takes the text in [`room`] as the host of all further calls. One that is unreadable is their answer.
#[wasm_bindgen(js_name = setHost)]
pub fn set_host(length: usize) {
    BORDER.with_borrow_mut(|border| border.host = wire::settings(border.text(length)));
}

/// The text in [`room`] is a rule's id, of the book or of the host's house rules.
#[cfg(feature = "explain")]
#[wasm_bindgen]
pub fn explain(length: usize) -> usize {
    BORDER.with_borrow_mut(|border| {
        let reply = match &border.host {
            Ok(host) => wire::explain_with(border.text(length), host),
            Err(error) => wire::misuse(error),
        };
        border.keep(reply)
    })
}
