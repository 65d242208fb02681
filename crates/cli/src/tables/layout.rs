//! Columns and wrapped text.

use crate::style::{STRONG, styled};
use std::fmt::Write;

/// The width of wrapped text.
pub(crate) const WIDTH: usize = 80;

/// Wraps a text at `width`, except words that are longer.
pub(crate) fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines = Vec::new();
    let mut line = String::new();
    for word in text.split_whitespace() {
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(std::mem::take(&mut line));
        }
        if !line.is_empty() {
            line.push(' ');
        }
        line.push_str(word);
    }
    lines.push(line);
    lines
}

/// Returns a heading with its text, wrapped beside it.
pub(crate) fn entry(heading: &str, text: &str) -> String {
    const BESIDE: usize = 15;
    let mut out = String::new();
    for (number, line) in wrapped(text, WIDTH - BESIDE).iter().enumerate() {
        let heading = if number == 0 { styled(STRONG, format_args!("{heading:BESIDE$}")) } else { " ".repeat(BESIDE) };
        // Writing to a text does not fail.
        let _ = writeln!(out, "{heading}{line}");
    }
    out
}

/// Returns rows below a header. The last column is wrapped at `width`; the others are as wide as
/// necessary.
pub(crate) fn table<const N: usize>(head: [&str; N], rows: &[[String; N]], width: usize) -> String {
    let widest = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).map(|cell| cell.chars().count());
        cells.chain(head.get(column).map(|cell| cell.chars().count())).max().unwrap_or_default()
    };
    let widths: Vec<usize> = (0..N.saturating_sub(1)).map(widest).collect();
    let indent: usize = widths.iter().map(|width| width + 2).sum();
    let mut out = String::new();
    for (at, row) in std::iter::once(&head.map(str::to_owned)).chain(rows).enumerate() {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        let last = row.last().map_or("", String::as_str);
        for (number, part) in wrapped(last, width.saturating_sub(indent)).iter().enumerate() {
            if number > 0 {
                line = " ".repeat(indent);
            }
            let text = format!("{line}{part}");
            let text = text.trim_end();
            out.push_str(&if at == 0 { styled(STRONG, text) } else { text.to_owned() });
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{entry, table, wrapped};
    use anstream::adapter::strip_str;

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("a bb  ccc dddddd", 5), ["a bb", "ccc", "dddddd"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(strip_str(&entry("Reads", "a b")).to_string(), "Reads          a b\n");
    }

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let rows = [["é".to_owned(), "one two three".to_owned()], ["long".to_owned(), String::new()]];
        let table = table(["id", "text"], &rows, 14);
        assert_eq!(strip_str(&table).to_string(), "id    text\né     one two\n      three\nlong\n");
    }
}
