//! When two spellings name one carrier (D19, D50).
//!
//! The refused six and the specialty ten are not in the specification, so the host supplies them. Names are compared
//! after folding case, accents, punctuation, spaces, usual abbreviations and the generic words at their end.

use crate::lower::lower;
use crate::pattern::Pattern;

/// One carrier of a host's list.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Carrier {
    /// Its name.
    pub name: String,
    /// Other spellings of it.
    pub spellings: Vec<String>,
    /// Patterns over the folded name, in which `*` stands for any letters: `acme*`.
    pub patterns: Vec<String>,
}

/// A host's list, made ready for comparing.
#[derive(Debug, Clone, Default)]
pub(crate) struct CarrierList {
    names: Vec<Folded>,
    patterns: Vec<Pattern>,
}

/// How a company stands to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    Similar,
    None,
}

/// Words that name no carrier by themselves: each row is a word with its abbreviations. A name loses them at its end, so
/// that carriers are equal that differ in nothing else: `Acme Mutual` and `Acme Casualty` (D50).
const GENERIC: [&str; 21] = [
    "insurance ins",
    "company co",
    "companies",
    "national natl",
    "association assn",
    "group grp",
    "casualty cas",
    "mutual mut",
    "and",
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "llc",
    "llp",
    "lp",
    "ltd",
    "limited",
    "plc pllc",
    "na",
    "sa",
];

/// Names that are shorter than this are compared exactly: one letter more or less is another name.
const NEARLY_FROM: usize = 5;

/// A name has at most this many forms by its generic words: it costs the same however many follow.
const MOST_FORMS: usize = 8;

impl CarrierList {
    /// Adds a carrier. Fails with the member, and its position, that names none: it would match nothing.
    pub(crate) fn add(&mut self, carrier: &Carrier) -> Result<(), (&'static str, Option<usize>)> {
        let Carrier { name, spellings, patterns } = carrier;
        self.add_name(name).ok_or((".name", None))?;
        for (at, spelling) in spellings.iter().enumerate() {
            self.add_name(spelling).ok_or((".spellings.", Some(at)))?;
        }
        for (at, pattern) in patterns.iter().enumerate() {
            let pattern = letters(pattern, true);
            for is_equated in [true, false] {
                let Spelling { text, .. } = Spelling::of(&pattern, is_equated);
                if text.is_empty() && !is_equated {
                    return Err((".patterns.", Some(at)));
                }
                self.patterns.push(Pattern::with_runs(&text));
            }
        }
        Ok(())
    }

    fn add_name(&mut self, name: &str) -> Option<()> {
        let name = Folded::of(name);
        (!name.equated.name().is_empty()).then(|| self.names.push(name))
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }

    pub(crate) fn likeness(&self, company: &str) -> Likeness {
        let company = Folded::of(company);
        let own = &company.equated;
        let names_any = !own.name().is_empty();
        let is_listed = |form: &String| {
            names_any && self.names.iter().any(|name| name.forms.contains(form))
                || self.patterns.iter().any(|pattern| pattern.fits(form))
        };
        if company.forms.iter().any(is_listed) {
            return Likeness::Same;
        }
        let is_similar = |name: &Spelling| own.holds(name) || name.holds(own) || own.is_nearly(name);
        if names_any && self.names.iter().any(|name| is_similar(&name.equated)) {
            Likeness::Similar
        } else {
            Likeness::None
        }
    }
}

/// A name as it is compared.
#[derive(Debug, Clone)]
struct Folded {
    /// Its words, abbreviations spelt out, without "and".
    equated: Spelling,
    /// What it may be written as: the name, and the same with one after the other of the generic words that follow, as they
    /// are spelt out and as they are written.
    forms: Vec<String>,
}

impl Folded {
    fn of(name: &str) -> Folded {
        let name = letters(name, false);
        let (equated, written) = (Spelling::of(&name, true), Spelling::of(&name, false));
        let mut forms = Vec::new();
        for spelling in [&equated, &written] {
            let ends = spelling.ends.iter().filter(|end| **end >= spelling.name).take(MOST_FORMS);
            forms.extend(ends.filter_map(|end| spelling.text.get(..*end)).map(str::to_owned));
        }
        Folded { equated, forms }
    }
}

/// Words without the spaces between them.
#[derive(Debug, Clone, Default)]
struct Spelling {
    text: String,
    /// Where its words end.
    ends: Vec<usize>,
    /// Where the name ends: what follows is generic.
    name: usize,
}

impl Spelling {
    /// The words of a text, as they are written or with their abbreviations spelt out and without "and".
    fn of(text: &str, is_equated: bool) -> Spelling {
        let mut spelling = Spelling::default();
        for word in text.split(' ') {
            let generic = generic(word);
            let word = generic.filter(|_| is_equated).unwrap_or(word);
            if word.is_empty() || (is_equated && word == "and") {
                continue;
            }
            spelling.text.push_str(word);
            spelling.ends.push(spelling.text.len());
            if generic.is_none() {
                spelling.name = spelling.text.len();
            }
        }
        spelling
    }

    /// The words without the generic ones at the end.
    fn name(&self) -> &str {
        self.text.get(..self.name).unwrap_or_default()
    }

    /// Whether some words of this name, one after the other, are the other name.
    fn holds(&self, other: &Spelling) -> bool {
        let (name, other) = (self.name(), other.name());
        let mut start = 0;
        for end in &self.ends {
            let rest = name.get(start..).unwrap_or_default();
            let is_word_end =
                |at: usize| at == *end || (other.len() >= NEARLY_FROM && self.ends.binary_search(&at).is_ok());
            if rest.starts_with(other) && is_word_end(start + other.len()) {
                return true;
            }
            start = *end;
        }
        false
    }

    fn is_nearly(&self, other: &Spelling) -> bool {
        let (one, other) = (self.name(), other.name());
        let length = one.len().min(other.len());
        let allowed = if length >= 2 * NEARLY_FROM { 2 } else { 1 };
        // Comparing costs the product of the lengths, so that names of very different length are not compared.
        length >= NEARLY_FROM
            && one.len().abs_diff(other.len()) <= allowed
            && strsim::osa_distance(one, other) <= allowed
    }
}

/// The generic word that a word is or stands for.
fn generic(word: &str) -> Option<&'static str> {
    let row = GENERIC.iter().find(|row| row.split(' ').any(|known| known == word))?;
    row.split(' ').next()
}

/// Lower-case letters and digits, with one space where others stand between; in a pattern also stars.
fn letters(name: &str, has_runs: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars().map(lower) {
        match letter {
            '*' if has_runs => out.push('*'),
            '&' => out.push_str(" and "),
            // An apostrophe or a full stop belongs to a word: "A.B. Mutual", "Farmer's".
            '.' | '\'' | '\u{2019}' | '\u{300}'..='\u{36F}' => {}
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            letter => match plain(letter) {
                letter if letter.is_alphanumeric() => out.push(letter),
                _ => out.push(' '),
            },
        }
    }
    out
}

/// Latin letters with accents, by the letter without.
const ACCENTED: [(char, &str); 19] = [
    ('a', "àáâãäåāăąǎạảấầẩẫậắằẳẵặ"),
    ('c', "çćĉċč"),
    ('d', "ďđ"),
    ('e', "èéêëēĕėęěẹẻẽếềểễệ"),
    ('g', "ĝğġģ"),
    ('h', "ĥħ"),
    ('i', "ìíîïĩīĭįıǐỉị"),
    ('j', "ĵ"),
    ('k', "ķ"),
    ('l', "ĺļľł"),
    ('n', "ñńņň"),
    ('o', "òóôõöøōŏőơǒọỏốồổỗộớờởỡợ"),
    ('r', "ŕŗř"),
    ('s', "śŝşšș"),
    ('t', "ţťț"),
    ('u', "ùúûüũūŭůűųưǔụủứừửữự"),
    ('w', "ŵ"),
    ('y', "ýÿŷỳỵỷỹ"),
    ('z', "źżž"),
];

/// A Latin letter without its accent.
fn plain(letter: char) -> char {
    if letter.is_ascii() {
        return letter;
    }
    ACCENTED
        .iter()
        .find(|(_, accented)| accented.chars().any(|known| known == letter))
        .map_or(letter, |(plain, _)| *plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_match_whole_names() {
        for (pattern, text, fits) in [
            ("acme*", "acmemutual", true),
            ("acme*", "theacme", false),
            ("*acme", "theacme", true),
            ("a*c*e", "abcde", true),
            ("a*a", "a", false),
            ("acme", "acmes", false),
            ("*", "anything", true),
        ] {
            assert_eq!(Pattern::with_runs(pattern).fits(text), fits, "{pattern} {text}");
        }
    }

    #[test]
    fn generic_words_go_at_the_end() {
        let name = |text: &str| Folded::of(text).equated.name().to_owned();
        assert_eq!(name("Éxample  Mutual, Inc."), "example");
        assert_eq!(name("A.B. Casualty Co., LLC"), "ab");
        assert_eq!(name("Natl. Zebra Ins. Grp."), "nationalzebra");
        assert_eq!(name("Țiriac & Łódź"), "tiriaclodz");
        for nothing in ["Company", "Mutual", "Ins. Co.", "& Co", "--", ""] {
            assert_eq!(name(nothing), "", "{nothing}");
        }
    }

    #[test]
    fn variants_are_seen() {
        let list = |name: &str, pattern: &str| {
            let mut list = CarrierList::default();
            let patterns = vec![pattern.to_owned()];
            list.add(&Carrier { name: name.to_owned(), spellings: Vec::new(), patterns }).expect("a carrier");
            list
        };
        let grim = list("Grim Bold Mutual", "acme*company");
        for (company, likeness) in [
            ("GRIMBOLD mutual, Inc.", Likeness::Same),
            ("Grimboldmutual Inc", Likeness::Same),
            ("GrimBold-Mutual Casualty", Likeness::Same),
            ("Grim Bold", Likeness::Same),
            ("The GrimBold-Mutual Casualty", Likeness::Similar),
            ("Grimbold Mutuel", Likeness::Similar),
            ("Acme Freight Company", Likeness::Same),
            ("Acme Freight Co.", Likeness::Same),
            ("Bold", Likeness::Similar),
            ("Grim", Likeness::Similar),
            ("Old", Likeness::None),
            ("Mutual", Likeness::None),
            ("Mut. Insurance Company", Likeness::None),
            ("Example Insurance", Likeness::None),
        ] {
            assert_eq!(grim.likeness(company), likeness, "{company}");
        }
    }
}
