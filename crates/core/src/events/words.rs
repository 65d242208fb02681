//! The words of this part, and its places.

use crate::issue::Segment;
use crate::messages::{Words, en, es};

pub(super) static WORDS: Words = Words { en: en::events::MESSAGES, es: es::events::MESSAGES };

pub(super) fn path(keys: &[&str]) -> Vec<Segment> {
    keys.iter().map(|key| Segment::from(*key)).collect()
}
