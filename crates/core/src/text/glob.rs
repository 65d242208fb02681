//! Patterns for whole texts, without regular expressions: `*` stands for any characters, `?` for
//! one character, `#` for one digit.

/// A piece of a pattern.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(not(feature = "firm-rules"), expect(dead_code, reason = "only the patterns of firm rules have digits"))]
pub(crate) enum Piece {
    Letter(char),
    Digit,
    Any,
    /// Any number of characters, including none.
    Run,
}

/// A parsed pattern. Letters are case-sensitive.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Pattern(Vec<Piece>);

impl Pattern {
    /// Parses a pattern in which only `*` is special.
    pub(crate) fn with_runs(text: &str) -> Pattern {
        Pattern(text.chars().map(|letter| if letter == '*' { Piece::Run } else { Piece::Letter(letter) }).collect())
    }

    /// Parses a pattern with `*`, `?` and `#`. A backslash makes the next of these characters, or a
    /// backslash, literal; it may precede nothing else.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn parse(text: &str) -> Option<Pattern> {
        let mut pieces = Vec::new();
        let mut letters = text.chars();
        while let Some(letter) = letters.next() {
            pieces.push(match letter {
                '*' => Piece::Run,
                '?' => Piece::Any,
                '#' => Piece::Digit,
                '\\' => match letters.next() {
                    Some(plain @ ('*' | '?' | '#' | '\\')) => Piece::Letter(plain),
                    _ => return None,
                },
                letter => Piece::Letter(letter),
            });
        }
        Some(Pattern(pieces))
    }

    pub(crate) fn pieces(&self) -> &[Piece] {
        &self.0
    }

    /// Returns `true` if every text matches.
    #[cfg(feature = "firm-rules")]
    pub(crate) fn takes_all(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|piece| *piece == Piece::Run)
    }

    /// Returns `true` if the whole text matches. A run consumes as few characters as possible, and
    /// one more each time that the rest does not match, so the cost is at most the product of the
    /// two lengths.
    pub(crate) fn fits(&self, text: &str) -> bool {
        let mut pieces = self.0.as_slice();
        let mut letters = text.chars();
        // The pieces after the last run, and the text at which they were last tried.
        let mut again: Option<(&[Piece], std::str::Chars<'_>)> = None;
        loop {
            let mut ahead = letters.clone();
            match (pieces.split_first(), ahead.next()) {
                (Some((Piece::Run, rest)), _) => {
                    pieces = rest;
                    again = Some((rest, letters.clone()));
                    continue;
                }
                (Some((piece, rest)), Some(letter)) if piece.takes(letter) => {
                    pieces = rest;
                    letters = ahead;
                    continue;
                }
                (None, None) => return true,
                _ => {}
            }
            let Some((after, tried)) = &mut again else { return false };
            if tried.next().is_none() {
                return false;
            }
            pieces = after;
            letters = tried.clone();
        }
    }
}

impl Piece {
    fn takes(self, letter: char) -> bool {
        match self {
            Piece::Letter(wanted) => wanted == letter,
            Piece::Digit => letter.is_ascii_digit(),
            Piece::Any => true,
            Piece::Run => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pattern;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn patterns_fit_what_their_regular_expressions_do(pattern in r"[ab1*?#é]{0,8}", text in r"[ab12é]{0,8}") {
            let mut expression = String::from(r"(?s)\A");
            for letter in pattern.chars() {
                match letter {
                    '*' => expression.push_str(".*"),
                    '?' => expression.push('.'),
                    '#' => expression.push_str("[0-9]"),
                    letter => expression.push(letter),
                }
            }
            let expression = regex::Regex::new(&(expression + r"\z")).expect("an expression");
            prop_assert_eq!(Pattern::parse(&pattern).expect("a pattern").fits(&text), expression.is_match(&text));
        }
    }

    #[test]
    fn a_backslash_takes_the_meaning_away() {
        let fits = |pattern: &str, text: &str| Pattern::parse(pattern).expect("a pattern").fits(text);
        assert!(fits(r"\#\*\?\\", r"#*?\") && !fits(r"\#", "1") && !fits(r"\*", "a"));
        assert_eq!(Pattern::parse(r"\a"), None);
        assert_eq!(Pattern::parse("\\"), None);
        assert!(Pattern::with_runs("a#*").fits("a#b") && !Pattern::with_runs("#").fits("1"));
    }
}
