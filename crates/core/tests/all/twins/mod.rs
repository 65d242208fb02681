//! Fast paths of the core against their twins: the same functions written as simply as possible.
//!
//! A twin is compared over all texts of a finite domain. The plain tests take a small bound, and
//! `scripts/prove twins` a large one. tests/README.md lists the fast paths, their twins and the
//! bounds.

mod carriers;
mod date;
mod json;
mod states;

/// Calls `visit` with every sequence of exactly `length` parts, joined.
fn each_text(parts: &[&str], length: usize, visit: &mut impl FnMut(&str)) {
    fn extend(text: &mut String, parts: &[&str], length: usize, visit: &mut impl FnMut(&str)) {
        if length == 0 {
            return visit(text);
        }
        for part in parts {
            let end = text.len();
            text.push_str(part);
            extend(text, parts, length - 1, visit);
            text.truncate(end);
        }
    }
    extend(&mut String::new(), parts, length, visit);
}

/// Prints the bound of a comparison.
#[expect(clippy::print_stdout, reason = "the proof prints its bounds")]
fn compared(twin: &str, bound: &str) {
    println!("twins: {twin}: {bound}");
}
