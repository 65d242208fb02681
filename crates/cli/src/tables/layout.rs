//! Columns and wrapped text.

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
        let heading = if number == 0 { heading } else { "" };
        // Writing to a text does not fail.
        let _ = writeln!(out, "{heading:BESIDE$}{line}");
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
    for row in std::iter::once(&head.map(str::to_owned)).chain(rows) {
        let mut line = String::new();
        for (cell, width) in row.iter().zip(&widths) {
            let _ = write!(line, "{cell:width$}  ");
        }
        let last = row.last().map_or("", String::as_str);
        for (number, part) in wrapped(last, width.saturating_sub(indent)).iter().enumerate() {
            if number > 0 {
                line = " ".repeat(indent);
            }
            out.push_str(format!("{line}{part}").trim_end());
            out.push('\n');
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{entry, table, wrapped};

    #[test]
    fn lines_break_between_words() {
        assert_eq!(wrapped("a bb  ccc dddddd", 5), ["a bb", "ccc", "dddddd"]);
        assert_eq!(wrapped("", 5), [""]);
        assert_eq!(entry("Reads", "a b"), "Reads          a b\n");
    }

    #[test]
    fn columns_are_as_wide_as_they_must_be() {
        let rows = [["é".to_owned(), "one two three".to_owned()], ["long".to_owned(), String::new()]];
        assert_eq!(table(["id", "text"], &rows, 14), "id    text\né     one two\n      three\nlong\n");
    }
}
