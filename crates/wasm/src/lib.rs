//! The rulebook for JavaScript, behind one reused buffer.
//!
//! wasm-bindgen's own passing of strings copies and allocates on both sides. Here JavaScript writes
//! UTF-8 into the [`buffer`], calls a function with the length, and reads the reply, of the returned
//! length, in place ([`reply`]). [`Binding`] describes both.

use casegate::wire::{self, Binding, Operation, Reply, Walked};
use std::cell::RefCell;
use std::mem::ManuallyDrop;
use wasm_bindgen::prelude::wasm_bindgen;

/// The standard library's allocator is some kilobytes larger, and not faster here.
#[cfg(target_family = "wasm")]
#[global_allocator]
static ALLOCATOR: talc::wasm::WasmDynamicTalc = talc::wasm::new_wasm_dynamic_allocator();

/// Each feature is a group, so that a module has only what its users need.
static OPERATIONS: &[Operation] = &[
    wire::PREPARE_CASE,
    #[cfg(feature = "states")]
    wire::CASE_FROM_FORM,
    #[cfg(feature = "states")]
    wire::FIELD_STATES,
    #[cfg(feature = "files")]
    wire::JUDGE_FILES,
    #[cfg(feature = "repair")]
    wire::REPAIR_CASE,
    #[cfg(feature = "answers")]
    wire::READ_ANSWER,
    #[cfg(feature = "play")]
    wire::PLAY_SESSION,
    #[cfg(feature = "explain")]
    wire::EXPLAIN,
    #[cfg(feature = "firm-rules")]
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
    #[cfg(feature = "client")]
    wire::CALL_STEP,
    #[cfg(feature = "client")]
    wire::SETTLE_CREATE,
    #[cfg(feature = "receipts")]
    wire::RECEIPT,
    #[cfg(feature = "map")]
    casegate_map::wire::CHECK_MAP,
    #[cfg(feature = "map")]
    casegate_map::wire::CASES_OF,
    #[cfg(feature = "map")]
    casegate_map::wire::ROWS_OF,
    #[cfg(feature = "map")]
    casegate_map::wire::READ_CSV,
];

/// The place of a walked payload's texts in the buffer, after as many marks as a walk makes.
const TEXTS: usize = 1 << 12;

struct Module {
    binding: Binding,
    buffer: Vec<u8>,
    reply: String,
}

thread_local! {
    /// It is never dropped, so that a module has no code for that.
    static MODULE: ManuallyDrop<RefCell<Module>> = ManuallyDrop::new(RefCell::new(Module {
        binding: Binding::new(OPERATIONS),
        buffer: Vec::new(),
        reply: String::new(),
    }));
}

fn with<T>(call: impl FnOnce(&mut Module) -> T) -> T {
    MODULE.with(|module| call(&mut module.borrow_mut()))
}

impl Module {
    /// Calls with the first bytes of the buffer, and returns the length of the reply.
    fn answer(&mut self, length: usize, call: impl FnOnce(&mut Binding, &[u8]) -> String) -> usize {
        self.reply = call(&mut self.binding, self.buffer.get(..length).unwrap_or_default());
        self.reply.len()
    }

    /// Returns the length of a reply in JSON; or less than 0: -1 for the report of number 0, and for a
    /// delta without effects if the payload has an error.
    fn reply(&mut self, length: usize, call: impl FnOnce(&mut Binding, &[u8]) -> Reply) -> isize {
        match call(&mut self.binding, self.buffer.get(..length).unwrap_or_default()) {
            Reply::Text(text) => isize::try_from(self.answer(0, |_, _| text)).unwrap_or_default(),
            Reply::Report(number) => -1 - isize::try_from(number).unwrap_or_default(),
            Reply::Unchanged(ok) => -1 - isize::from(ok),
        }
    }
}

/// Returns the text that JavaScript wrote. It is UTF-8, because `TextEncoder` writes nothing else.
fn text(bytes: &[u8]) -> &str {
    std::str::from_utf8(bytes).unwrap_or_default()
}

/// Grows the buffer to `bytes` and returns its address, or 0 if the memory is not sufficient, so
/// that a giant text does not end the module. Growing memory detaches JavaScript's views of it.
#[wasm_bindgen]
pub fn buffer(bytes: usize) -> usize {
    with(|Module { buffer, .. }| {
        let length = bytes.max(buffer.len());
        if buffer.try_reserve_exact(length - buffer.len()).is_err() {
            return 0;
        }
        buffer.resize(length, 0);
        buffer.as_mut_ptr().expose_provenance()
    })
}

/// Returns the address of the last reply.
#[wasm_bindgen]
pub fn reply() -> usize {
    with(|module| module.reply.as_ptr().expose_provenance())
}

/// Makes the context in a place that of the next calls; a text in the buffer replaces it. Returns
/// the number of bytes of a payload that are read.
#[wasm_bindgen(js_name = setContext)]
pub fn set_context(place: usize, length: usize) -> usize {
    with(|Module { binding, buffer, .. }| binding.set_context(place, text(buffer.get(..length).unwrap_or_default())))
}

/// Runs an operation. The buffer has its name, of `name` bytes, and its input.
#[wasm_bindgen]
pub fn call(name: usize, length: usize) -> usize {
    // The allocator looks at every small gap before it grows the memory, each time by a page. Of a long table it would do so
    // thousands of times.
    #[cfg(feature = "map")]
    {
        let mut room = Vec::<u8>::new();
        let _ = room.try_reserve(length.saturating_mul(16));
        drop(std::hint::black_box(room));
    }
    with(|module| {
        module.answer(length, |binding, bytes| {
            let (name, input) = text(bytes).split_at_checked(name).unwrap_or_default();
            binding.call(name, input)
        })
    })
}

/// Checks the payload in the buffer, which may not be UTF-8.
#[wasm_bindgen]
pub fn check(length: usize) -> isize {
    with(|module| module.reply(length, Binding::check))
}

/// Checks a [`Walked`] payload. The buffer has its marks, of `marks` bytes, and from `TEXTS` to
/// `end` its texts. Returns 0 if the text is needed.
#[wasm_bindgen(js_name = checkWalked)]
pub fn check_walked(marks: usize, end: usize, depth: usize, bytes: usize) -> isize {
    with(|module| {
        module.reply(end, |binding, buffer| {
            let (all, texts) = buffer.split_at_checked(TEXTS).unwrap_or_default();
            binding.check_walked(Walked { marks: all.get(..marks).unwrap_or_default(), texts, depth, bytes })
        })
    })
}

/// Returns the outline by which JavaScript walks payloads; 0 if the context needs the text.
#[wasm_bindgen]
pub fn outline() -> usize {
    with(|module| module.answer(0, |binding, _| binding.outline()))
}

/// Opens a session on the payload in the buffer.
#[cfg(feature = "session")]
#[wasm_bindgen(js_name = openSession)]
pub fn open_session(length: usize) -> usize {
    with(|module| module.answer(length, |binding, bytes| binding.open_session(text(bytes))))
}

/// Runs the step in the buffer.
#[cfg(feature = "session")]
#[wasm_bindgen]
pub fn step(session: usize, length: usize) -> isize {
    with(|module| module.reply(length, |binding, bytes| binding.step(session, text(bytes))))
}
