//! Styles of text, and numbers with their nouns.

use anstyle::{AnsiColor, Style};
use std::fmt::Display;

/// For success and acceptance.
pub(crate) const GOOD: Style = AnsiColor::Green.on_default();
/// For errors and refusals.
pub(crate) const BAD: Style = AnsiColor::Red.on_default().bold();
/// For headings and names.
pub(crate) const STRONG: Style = Style::new().bold();

/// Returns a text with a style, which [`Output::human`] removes if no color is wanted.
pub(crate) fn styled(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// Returns a number with its noun.
pub(crate) fn counted<N: Copy + Display + PartialEq + From<u8>>(number: N, one: &str, many: &str) -> String {
    let noun = if number == N::from(1) { one } else { many };
    format!("{number} {noun}")
}
