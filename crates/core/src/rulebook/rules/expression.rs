//! Regular expressions of `matches`, in the syntax of the `regex` crate as far as `regex-lite`
//! supports it.
//!
//! `regex-lite` costs 29 KB gzip in a module, `regex` without Unicode tables 104 KB, `regex` with
//! the tables of `\d`, `\w` and case 132 KB, and `regex-automata`'s `PikeVM` alone 91 KB. Each was
//! built into an otherwise empty module with `cargo build --release --target
//! wasm32-unknown-unknown` (`opt-level = "s"`, fat LTO), then `wasm-opt -O3` and `gzip -9`.
//!
//! `regex-lite` matches in linear time as well. It has no Unicode tables that could differ: `\d` is
//! `[0-9]`, and `.` is any character except a line feed. All bindings use this crate with the same
//! options.

use crate::rulebook::syntax_error::SyntaxError;
use crate::text::has_part;
use regex_lite::{Regex, RegexBuilder};

/// The most characters of an expression.
pub(crate) const LONGEST: usize = 200;
/// The deepest nesting of groups, repetitions and alternatives.
const DEEPEST: u32 = 16;
/// The most letters, classes and assertions, counted with their repetitions. The cost of matching a
/// character grows with them.
const MOST_PARTS: u64 = 1_000;
/// The most parts times bytes of a text that is matched, which takes about a millisecond. Otherwise
/// one expression could make a check a hundred times dearer.
const MOST_STEPS: u64 = 50_000;

/// A regular expression that must match the whole text.
#[derive(Debug, Clone)]
pub(crate) struct Expression {
    written: String,
    parts: u64,
    whole: Regex,
}

/// The reason why an expression is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum ExpressionError {
    /// The syntax is invalid at this character, counted from 1.
    Syntax(SyntaxError, usize),
    /// The compiled form is too large.
    TooLarge,
}

impl SyntaxError {
    /// Classifies an error by its message, because the crate's error has no kind.
    fn of(message: &str) -> SyntaxError {
        let has = |word: &str| has_part(message, word);
        if has("too much nesting") {
            SyntaxError::TooDeep
        } else if has("not supported") {
            SyntaxError::Unsupported
        } else if has("without matching") {
            SyntaxError::Unopened
        } else if ["unclosed", "without closing", "no closing", "end of pattern", "without an end"]
            .iter()
            .any(|word| has(word))
        {
            SyntaxError::Unclosed
        // "hexadecimal" contains "decimal".
        } else if has("escape") || has("hexadecimal") || has("boundary") {
            SyntaxError::Escape
        } else if has("class") {
            SyntaxError::Class
        } else if has("repetition") || has("decimal") {
            SyntaxError::Repetition
        } else {
            SyntaxError::Group
        }
    }
}

impl Expression {
    pub(crate) fn parse(written: &str) -> Result<Expression, ExpressionError> {
        // The crate's own limit counts bytes, whose number differs between a wasm module and a
        // 64-bit program.
        let parts = weight(written);
        if parts > MOST_PARTS {
            return Err(ExpressionError::TooLarge);
        }
        // The expression is compiled alone first. Otherwise one that closes the surrounding group
        // would be accepted.
        if let Err(message) = compile(written) {
            let fault = |end: usize| written.get(..end).and_then(|start| compile(start).err());
            let ends: Vec<usize> = written.char_indices().map(|(at, letter)| at + letter.len_utf8()).collect();
            // The parser reads from left to right. The error is at the first prefix from which on
            // the message stays the same.
            let same = ends.iter().rev().take_while(|end| fault(**end).as_ref() == Some(&message)).count();
            let error = SyntaxError::of(&message);
            // An unclosed group could still be closed at the end.
            let at = if error == SyntaxError::Unclosed { ends.len() } else { ends.len().saturating_sub(same) + 1 };
            return Err(ExpressionError::Syntax(error, at));
        }
        // In verbose mode a comment would hide the end of the surrounding group.
        if let Some(at) = verbose(written) {
            return Err(ExpressionError::Syntax(SyntaxError::Unsupported, at));
        }
        let whole = builder(&["^(?:", written, ")$"].concat()).build().map_err(|_| ExpressionError::TooLarge)?;
        Ok(Expression { written: written.to_owned(), parts, whole })
    }

    pub(crate) fn written(&self) -> &str {
        &self.written
    }

    /// Returns `true` if the expression may read a text of this length in bytes.
    pub(crate) fn reads(&self, length: usize) -> bool {
        u64::try_from(length).is_ok_and(|length| self.parts.saturating_mul(length) <= MOST_STEPS)
    }

    /// Returns `true` if the whole text matches.
    pub(crate) fn fits(&self, text: &str) -> bool {
        self.whole.is_match(text)
    }
}

impl PartialEq for Expression {
    fn eq(&self, other: &Expression) -> bool {
        self.written == other.written
    }
}

fn builder(written: &str) -> RegexBuilder {
    let mut builder = RegexBuilder::new(written);
    builder.nest_limit(DEEPEST + 1);
    builder
}

fn compile(written: &str) -> Result<(), String> {
    builder(written).nest_limit(DEEPEST).build().map(|_| ()).map_err(|error| error.to_string())
}

/// Returns the number of parts with every counted repetition written out. An invalid expression has
/// some number as well.
fn weight(written: &str) -> u64 {
    let mut letters = written.chars().peekable();
    // The weight of each open group, and of the last part in it.
    let mut open = vec![(0_u64, 0_u64)];
    while let Some(letter) = letters.next() {
        let part = match letter {
            '(' => {
                open.push((0, 0));
                continue;
            }
            ')' => {
                let (sum, last) = open.pop().unwrap_or_default();
                sum.saturating_add(last).max(1)
            }
            '{' => {
                let inside: String = letters.by_ref().take_while(|letter| *letter != '}').collect();
                let counts = inside.split(',').filter_map(|count| count.trim().parse::<u64>().ok());
                let times = counts.max().unwrap_or(1).max(1);
                if let Some((_, last)) = open.last_mut() {
                    *last = last.saturating_mul(times);
                }
                continue;
            }
            '[' => {
                class(&mut letters);
                1
            }
            '\\' => {
                let escaped = letters.next();
                let mut ahead = letters.clone();
                let is_braced = ahead.next() == Some('{') && ahead.next().is_some_and(|next| !next.is_ascii_digit());
                // `\x{e9}` and `\b{start}`; the brace of `\d{4}` is a repetition.
                if letters.peek() == Some(&'{') && (is_braced || matches!(escaped, Some('x' | 'u' | 'U'))) {
                    letters.by_ref().find(|letter| *letter == '}');
                }
                1
            }
            _ => 1,
        };
        if open.is_empty() {
            open.push((0, 0));
        }
        if let Some((sum, last)) = open.last_mut() {
            *sum = sum.saturating_add(*last);
            *last = part;
        }
    }
    open.into_iter().fold(0, |all: u64, (sum, last)| all.saturating_add(sum).saturating_add(last))
}

/// Skips a class after its opening bracket.
fn class(letters: &mut std::iter::Peekable<std::str::Chars<'_>>) {
    letters.next_if_eq(&'^');
    letters.next_if_eq(&']');
    while let Some(letter) = letters.next() {
        match letter {
            ']' => return,
            '\\' => drop(letters.next()),
            // `[:alpha:]`
            '[' if letters.peek() == Some(&':') => drop(letters.find(|letter| *letter == ']')),
            _ => {}
        }
    }
}

/// Returns the position of a flag `x`, from 1, in a valid expression.
fn verbose(written: &str) -> Option<usize> {
    let mut before = ['\0'; 2];
    let mut is_escaped = false;
    let mut in_flags = false;
    for (at, letter) in written.chars().enumerate() {
        in_flags = !is_escaped && (before == ['(', '?'] || in_flags) && (letter.is_ascii_alphabetic() || letter == '-');
        // `(?P<name>` has no flag before its name.
        if in_flags && letter == 'x' {
            return Some(at + 1);
        }
        before = [before[1], if is_escaped { '\0' } else { letter }];
        is_escaped = letter == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{Expression, ExpressionError};
    use crate::messages::parts::FIRM_SYNTAX;
    use crate::rulebook::syntax_error::SyntaxError;
    use proptest::prelude::*;

    fn fits(written: &str, text: &str) -> bool {
        Expression::parse(written).expect("an expression").fits(text)
    }

    #[test]
    fn an_expression_is_of_the_whole_text() {
        assert!(fits(r"[A-Z]{2}\d{4}", "AB1234") && !fits(r"[A-Z]{2}\d{4}", "AB12345"));
        assert!(!fits(r"\d{4}", "AB1234") && !fits(r"\d{4}", "1234\n"));
        assert!(fits("a|ab", "ab") && !fits("a|b", "ab") && fits("(?i)ab", "AB"));
        assert!(fits(r"(?m)^a$", "a") && fits(r"\(?x", "x") && fits("(?P<x>a)", "a"));
        // `\d` is ASCII in every build.
        assert!(!fits(r"\d", "١") && fits(".", "é"));
    }

    #[test]
    fn what_cannot_be_read_has_a_reason_and_a_place() {
        let cases = [
            ("a(b", SyntaxError::Unclosed, 3),
            ("[A-Z", SyntaxError::Unclosed, 4),
            ("x{2", SyntaxError::Unclosed, 3),
            ("a)|(b", SyntaxError::Unopened, 2),
            ("*a", SyntaxError::Repetition, 1),
            ("a{3,1}", SyntaxError::Repetition, 6),
            ("[z-a]", SyntaxError::Class, 4),
            (r"ab\y", SyntaxError::Escape, 4),
            (r"(a)\1", SyntaxError::Unsupported, 5),
            ("(?=a)b", SyntaxError::Unsupported, 3),
            (r"\p{L}", SyntaxError::Unsupported, 2),
            ("a(?ix-s:b)", SyntaxError::Unsupported, 5),
            ("(?<1>a)", SyntaxError::Group, 4),
            ("(?q)a", SyntaxError::Group, 3),
        ];
        for (written, error, at) in cases {
            assert_eq!(Expression::parse(written), Err(ExpressionError::Syntax(error, at)), "{written}");
        }
        let deep = ["(".repeat(20), "a".to_owned(), ")".repeat(20)].concat();
        assert!(matches!(Expression::parse(&deep), Err(ExpressionError::Syntax(SyntaxError::TooDeep, _))));
        assert_eq!(Expression::parse(r"(?:\w{1000}){1000}"), Err(ExpressionError::TooLarge));
        assert_eq!(Expression::parse("(a{30}){30}{30}"), Err(ExpressionError::TooLarge));
        assert!(Expression::parse("[]{]{500}b{500}").is_ok() && Expression::parse("a{500}b{501}").is_err());
        assert!(Expression::parse(r"\x{41}{1000}").is_ok() && Expression::parse(r"\b{1001}").is_err());
    }

    #[test]
    fn each_fault_has_words() {
        assert!(FIRM_SYNTAX.rows().iter().map(|(error, _)| *error).eq(SyntaxError::ALL));
    }

    proptest! {
        #[test]
        fn expressions_fit_what_regex_says(written in r"[ab(|)*+?.\[\]\\d{}1,^$-]{0,10}", text in "[ab1]{0,8}") {
            let referee = regex::RegexBuilder::new(&format!("^(?:{written})$")).unicode(true).build();
            if let (Ok(expression), Ok(referee)) = (Expression::parse(&written), referee) {
                prop_assert_eq!(expression.fits(&text), referee.is_match(&text), "{} on {}", written, text);
            }
        }
    }
}
