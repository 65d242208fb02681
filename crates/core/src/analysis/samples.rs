//! Short texts that match a pattern or a regular expression.
//!
//! The texts of an expression come from its syntax, read loosely. The caller tests each of them, so
//! a construct that is not understood here costs a sample and never makes a wrong one.

use crate::text::glob::Piece;
use std::iter::Peekable;
use std::str::Chars;

/// The most texts of a part of an expression. More would multiply in a sequence.
const MOST: usize = 6;

/// The most repetitions that are written out.
const MOST_TIMES: usize = 40;

/// Characters of different classes, for negated classes.
const ANY: [&str; 6] = ["x", "0", "A", "-", " ", "_"];

/// Returns texts for the pieces of a pattern: with the shortest runs, and with longer ones.
pub(crate) fn of_pattern(pieces: &[Piece]) -> Vec<String> {
    let with = |run: &str, any: char| {
        pieces.iter().fold(String::new(), |mut text, piece| {
            match piece {
                Piece::Letter(letter) => text.push(*letter),
                Piece::Digit => text.push('1'),
                Piece::Any => text.push(any),
                Piece::Run => text.push_str(run),
            }
            text
        })
    };
    vec![with("", 'x'), with("x", 'x'), with("0", '0')]
}

/// Returns texts that a regular expression may match.
pub(crate) fn of_expression(written: &str) -> Vec<String> {
    Sampler { letters: written.chars().peekable() }.alternatives(0)
}

/// The deepest nesting of groups that is read. The context refuses expressions beyond 16 levels.
const DEEPEST: usize = 20;

struct Sampler<'e> {
    letters: Peekable<Chars<'e>>,
}

impl Sampler<'_> {
    fn takes(&mut self, letter: char) -> bool {
        self.letters.next_if_eq(&letter).is_some()
    }

    /// Returns texts of an alternation, up to its closing bracket.
    fn alternatives(&mut self, depth: usize) -> Vec<String> {
        let mut texts = self.sequence(depth);
        while self.takes('|') {
            texts.extend(self.sequence(depth));
        }
        // The first text of each alternative remains.
        texts.truncate(MOST * 4);
        texts
    }

    fn sequence(&mut self, depth: usize) -> Vec<String> {
        let mut texts = vec![String::new()];
        while let Some(letter) = self.letters.next_if(|letter| !['|', ')'].contains(letter)) {
            let part = self.part(letter, depth);
            let part = self.repeated(part);
            texts = texts.iter().flat_map(|text| part.iter().map(move |part| [text, &**part].concat())).collect();
            texts.truncate(MOST);
        }
        texts
    }

    fn part(&mut self, letter: char, depth: usize) -> Vec<String> {
        let owned = |texts: &[&str]| texts.iter().map(|text| (*text).to_owned()).collect();
        match letter {
            '(' => {
                if self.takes('?') {
                    // Flags and the name of a group match nothing.
                    while self.letters.next_if(|letter| ![':', '>', ')'].contains(letter)).is_some() {}
                    self.letters.next_if(|letter| [':', '>'].contains(letter));
                }
                let texts = if depth < DEEPEST { self.alternatives(depth + 1) } else { Vec::new() };
                self.takes(')');
                texts
            }
            '[' => self.class(),
            '\\' => match self.letters.next() {
                Some('d') => owned(&["0", "1"]),
                Some('w') => owned(&["a", "0"]),
                Some('s') => owned(&[" "]),
                Some('D' | 'S') => owned(&["x"]),
                Some('W') => owned(&["-"]),
                Some('b' | 'B' | 'A' | 'z') | None => owned(&[""]),
                Some(letter) => vec![letter.to_string()],
            },
            '.' => owned(&["x", "0"]),
            '^' | '$' => owned(&[""]),
            letter => vec![letter.to_string()],
        }
    }

    fn class(&mut self) -> Vec<String> {
        let is_negated = self.takes('^');
        let mut texts: Vec<String> = Vec::new();
        let mut is_first = true;
        while let Some(letter) = self.letters.next() {
            match letter {
                ']' if !is_first => break,
                '\\' => match self.letters.next() {
                    Some('d') => texts.push("0".to_owned()),
                    Some('w') => texts.push("a".to_owned()),
                    Some('s') => texts.push(" ".to_owned()),
                    Some(letter) => texts.push(letter.to_string()),
                    None => break,
                },
                '-' => {
                    // The end of a range is a member as well.
                }
                letter => texts.push(letter.to_string()),
            }
            is_first = false;
        }
        if is_negated {
            return ANY
                .iter()
                .filter(|text| !texts.iter().any(|known| known == *text))
                .map(|text| (*text).to_owned())
                .collect();
        }
        texts.truncate(MOST);
        texts
    }

    /// Returns the texts of a part with its repetition: the least number of times, and once more.
    fn repeated(&mut self, part: Vec<String>) -> Vec<String> {
        let (least, most) = match self.letters.peek() {
            Some('*') => (0, None),
            Some('+') => (1, None),
            Some('?') => (0, Some(1)),
            Some('{') => {
                self.letters.next();
                let mut bounds = String::new();
                while let Some(letter) = self.letters.next_if(|letter| *letter != '}') {
                    bounds.push(letter);
                }
                let (least, most) = bounds.split_once(',').unwrap_or((&bounds, &bounds));
                (least.trim().parse().unwrap_or(0), most.trim().parse().ok())
            }
            _ => return part,
        };
        self.letters.next_if(|letter| ['*', '+', '?', '}'].contains(letter));
        // A lazy repetition matches the same texts.
        self.takes('?');
        let times = [Some(least), Some(least + 1).filter(|more| most.is_none_or(|most: usize| *more <= most))];
        let repeat = |times: usize| part.iter().map(move |text| text.repeat(times.min(MOST_TIMES)));
        let mut texts: Vec<String> = times.into_iter().flatten().flat_map(repeat).collect();
        texts.dedup();
        texts.truncate(MOST);
        texts
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::rules::expression::Expression;
    use crate::text::glob::Pattern;

    #[test]
    fn samples_match() {
        for written in [
            r"A\d+",
            "[AB]1",
            r"[A-Z]{2}-\d{4,6}",
            "(?:one|two)*three",
            r"\w+@\w+\.example",
            "[^0-9]+",
            "(?i)acme",
            "a{3}b?c*",
            r"(?P<year>20\d\d)/\d{5}",
            "",
        ] {
            let expression = Expression::parse(written).expect("an expression");
            assert!(of_expression(written).iter().any(|text| expression.fits(text)), "{written}");
        }
        for written in ["A*", "?#", "*1", "POL-####-??", r"\*"] {
            let pattern = Pattern::parse(written).expect("a pattern");
            assert!(of_pattern(pattern.pieces()).iter().any(|text| pattern.fits(text)), "{written}");
        }
    }
}
