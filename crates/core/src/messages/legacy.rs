//! The words of legacy traces, by language.

use crate::messages::{Words, en, es};

/// The messages about what a migration loses.
pub(crate) static WORDS: Words = Words { en: en::legacy::WORDS, es: es::legacy::WORDS };
