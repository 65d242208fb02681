//! A line of a file for a terminal: not too long, and without control characters.

use crate::sanitize;
use std::ops::Range;

/// The number of bytes of a long line before the shown place, and after its start.
const BEFORE: usize = 40;
const AFTER: usize = 60;
/// A line up to this length is shown in full.
const WHOLE: usize = 140;

/// A line, or the part of it around a place.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct SourceLine {
    /// The number, from 1.
    pub(crate) number: usize,
    /// The column of the place in the whole line, in characters, from 1.
    pub(crate) column: usize,
    pub(crate) text: String,
    /// The place, in bytes of `text`.
    pub(crate) span: Range<usize>,
}

/// The starts of a text's lines, to find places.
pub(crate) struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub(crate) fn new(text: &'t str) -> Lines<'t> {
        let ends = memchr::memchr_iter(b'\n', text.as_bytes());
        Lines { text, starts: std::iter::once(0).chain(ends.map(|end| end + 1)).collect() }
    }

    /// Returns the number of the line, from 1, and the column in characters.
    pub(crate) fn position(&self, at: usize) -> (usize, usize) {
        let number = self.starts.partition_point(|start| *start <= at).max(1);
        let start = self.starts.get(number - 1).copied().unwrap_or_default();
        let before = self.text.get(start..at).unwrap_or_default();
        // Editors do not show a byte order mark.
        (number, before.strip_prefix('\u{feff}').unwrap_or(before).chars().count() + 1)
    }

    /// Returns the line of a place; the place is on one line.
    pub(crate) fn around(&self, span: &Range<usize>) -> SourceLine {
        let (number, column) = self.position(span.start);
        let start = self.starts.get(number - 1).copied().unwrap_or_default();
        let line = self.text.get(start..).and_then(|rest| rest.lines().next()).unwrap_or_default();
        let here = span.start.saturating_sub(start).min(line.len());
        let end = span.end.saturating_sub(start).clamp(here, line.len());
        let shown = if line.len() <= WHOLE {
            0..line.len()
        } else {
            floor(line, here.saturating_sub(BEFORE))..floor(line, here.saturating_add(AFTER).min(line.len()))
        };
        let lead = if shown.start > 0 { "…" } else { "" };
        let tail = if shown.end < line.len() { "…" } else { "" };
        let before = format!("{lead}{}", tame(line.get(shown.start..here)));
        let marked = tame(line.get(here..end.min(shown.end)));
        let span = before.len()..before.len() + marked.len();
        let text = format!("{before}{marked}{}{tail}", tame(line.get(end.min(shown.end)..shown.end)));
        SourceLine { number, column, text, span }
    }
}

/// Returns the nearest earlier position that is not inside a character.
fn floor(line: &str, mut at: usize) -> usize {
    while !line.is_char_boundary(at) {
        at -= 1;
    }
    at
}

fn tame(part: Option<&str>) -> String {
    part.unwrap_or_default().chars().map(sanitize::letter).collect()
}

#[cfg(test)]
mod tests {
    use super::Lines;

    #[test]
    fn short_lines_are_whole() {
        let lines = Lines::new("{\n  \"é\": 12\r\n}");
        let line = lines.around(&(10..12));
        assert_eq!((line.number, line.column), (2, 8));
        assert_eq!(line.text, "  \"é\": 12");
        assert_eq!(line.text.get(line.span), Some("12"));
    }

    #[test]
    fn long_lines_are_cut_around_the_place() {
        let text = format!("{}\"x\"{}", "é".repeat(400), "ü".repeat(400));
        let line = Lines::new(&text).around(&(800..803));
        assert_eq!(line.column, 401);
        assert!(line.text.starts_with("…é") && line.text.ends_with("ü…") && line.text.len() < 120);
        assert_eq!(line.text.get(line.span), Some("\"x\""));
    }

    #[test]
    fn the_end_of_a_text_is_a_place() {
        let line = Lines::new("{\n").around(&(2..2));
        assert_eq!((line.number, line.column, line.text.as_str(), line.span), (2, 1, "", 0..0));
    }

    #[test]
    fn commands_to_the_terminal_are_not_repeated() {
        let line = Lines::new("\"\u{9b}31m\"").around(&(0..7));
        assert_eq!(line.text, "\"\u{fffd}31m\"");
        assert_eq!(line.span, 0..8);
    }
}
