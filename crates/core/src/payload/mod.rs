//! The payload in slots, one for each field, with the reader of JSON text and the reader of walked
//! JavaScript objects.

pub(crate) mod open;
pub(crate) mod reader;
pub(crate) mod slots;
pub(crate) mod walked;
