//! The messages about legacy traces, by language.

use crate::messages::{Words, en, es};

/// The messages about the losses of a migration.
pub(crate) static WORDS: Words = Words { en: en::legacy::WORDS, es: es::legacy::WORDS };
