//! Invisible characters, and characters that change the direction of others. In a name they could
//! disguise it.

use std::borrow::Cow;
use std::fmt::Write;

/// Ranges of invisible characters and of those that change the direction of text, without line ends
/// and tabs. The operator's page (`operator/page/marks.js`) and the demo
/// (`web-demo/src/kit/marks.ts`) have the same list.
const INVISIBLE: [(char, char); 13] = [
    ('\u{0}', '\u{8}'),
    ('\u{b}', '\u{c}'),
    ('\u{e}', '\u{1f}'),
    ('\u{7f}', '\u{9f}'),
    ('\u{ad}', '\u{ad}'),
    ('\u{61c}', '\u{61c}'),
    ('\u{180e}', '\u{180e}'),
    ('\u{200b}', '\u{200f}'),
    ('\u{2028}', '\u{202e}'),
    ('\u{2060}', '\u{206f}'),
    ('\u{feff}', '\u{feff}'),
    ('\u{fff9}', '\u{fffb}'),
    ('\u{e0000}', '\u{e007f}'),
];

/// Replaces each invisible character by a mark such as `[U+202E]`.
pub(super) fn with_marks(text: &str) -> Cow<'_, str> {
    let is_invisible = |character: char| INVISIBLE.iter().any(|(first, last)| (*first..=*last).contains(&character));
    if !text.contains(is_invisible) {
        return Cow::Borrowed(text);
    }
    let mut marked = String::with_capacity(text.len());
    for character in text.chars() {
        if is_invisible(character) {
            // Writing to a string cannot fail.
            let _ = write!(marked, "[U+{:04X}]", u32::from(character));
        } else {
            marked.push(character);
        }
    }
    Cow::Owned(marked)
}
