//! JSON: scanner, writer, documents and pointers.

pub(crate) mod document;
pub(crate) mod error;
pub(crate) mod integer;
pub(crate) mod json_text;
pub(crate) mod pointer;
pub(crate) mod scanner;
pub(crate) mod strings;
pub(crate) mod writer;

pub use document::{Document, Members};
pub use error::{JsonError, JsonErrorKind};
pub use json_text::JsonText;
