//! The rulebook behind one reused buffer: text goes in by [`room`] and an operation, and comes out by [`reply`].
//!
//! wasm-bindgen's own passing of strings copies and allocates on both sides at every call; here JavaScript writes
//! UTF-8 straight into [`room`] and reads the reply where it lies. An operation answers with the length of its reply, or
//! with 0 when it is the last one again, which JavaScript has decoded already. What they do: [`casegate::wire`].

use casegate::{Host, HostError, wire};
use std::cell::RefCell;
use wasm_bindgen::prelude::wasm_bindgen;

/// What stays in the module between two calls.
struct Border {
    room: Vec<u8>,
    host: Result<Host, HostError>,
    reply: String,
}

thread_local! {
    static BORDER: RefCell<Border> =
        RefCell::new(Border { room: Vec::new(), host: Host::from_json(""), reply: String::new() });
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

fn ask(length: usize, operation: fn(&str, &Host) -> String) -> usize {
    BORDER.with_borrow_mut(|border| {
        let reply = match &border.host {
            Ok(host) => operation(border.text(length), host),
            Err(error) => wire::misuse(error),
        };
        border.keep(reply)
    })
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
    BORDER.with_borrow_mut(|border| border.host = Host::from_json(border.text(length)));
}

/// The text in [`room`] is a payload; so it is for the next two.
#[wasm_bindgen(js_name = checkCase)]
pub fn check_case(length: usize) -> usize {
    ask(length, wire::check_case_with)
}

/// The payload as it should be sent.
#[wasm_bindgen(js_name = prepareCase)]
pub fn prepare_case(length: usize) -> usize {
    ask(length, wire::prepare_case_with)
}

/// What a form shows of each field.
#[wasm_bindgen(js_name = fieldStates)]
pub fn field_states(length: usize) -> usize {
    ask(length, wire::field_states_with)
}

/// The text in [`room`] is a rule's id.
#[wasm_bindgen]
pub fn explain(length: usize) -> usize {
    BORDER.with_borrow_mut(|border| {
        let reply = wire::explain(border.text(length));
        border.keep(reply)
    })
}
