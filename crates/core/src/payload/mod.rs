//! The payload in slots, one for each field: the reader of its text, and the builder for objects of JavaScript.

pub(crate) mod open;
pub(crate) mod reader;
pub(crate) mod slots;
pub(crate) mod walked;
