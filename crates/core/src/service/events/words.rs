//! The messages of this module, and a helper for issue paths.

use crate::messages::{Words, en, es};
use crate::text::json::pointer::Segment;

pub(crate) static WORDS: Words = Words { en: en::events::MESSAGES, es: es::events::MESSAGES };

pub(crate) fn path(keys: &[&str]) -> Vec<Segment> {
    keys.iter().map(|key| Segment::from(*key)).collect()
}
