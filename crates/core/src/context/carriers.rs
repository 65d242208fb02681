//! Decides if two spellings name the same carrier (D19, D50).
//!
//! The specification does not list the six refused and the ten specialty carriers, so the context
//! supplies them. Names are compared after folding case, accents, punctuation, spaces, usual
//! abbreviations, and generic words at the end.

use crate::text::glob::Pattern;
use crate::text::lowercase::lower;
use crate::text::signs::is_sign;
use serde::{Deserialize, Serialize};

/// A carrier in a list of the context.
///
/// ```
/// use casegate::Context;
/// use casegate::context::Carrier;
///
/// let acme = Carrier::new("Acme Mutual").spellings(["Acme of Ohio"]).patterns(["acme*casualty"]);
/// let context = Context::new("2026-03-01".parse()?).refused_carriers([acme])?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[non_exhaustive]
pub struct Carrier {
    /// The name.
    pub name: String,
    /// Other spellings of the name.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub spellings: Vec<String>,
    /// Patterns for the folded name, in which `*` stands for any characters: `acme*`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub patterns: Vec<String>,
}

impl Carrier {
    /// Creates a carrier with a name.
    pub fn new(name: impl Into<String>) -> Carrier {
        Carrier { name: name.into(), ..Carrier::default() }
    }

    /// Sets other spellings of the name.
    pub fn spellings(self, spellings: impl IntoIterator<Item = impl Into<String>>) -> Carrier {
        Carrier { spellings: spellings.into_iter().map(Into::into).collect(), ..self }
    }

    /// Sets patterns for the folded name.
    pub fn patterns(self, patterns: impl IntoIterator<Item = impl Into<String>>) -> Carrier {
        Carrier { patterns: patterns.into_iter().map(Into::into).collect(), ..self }
    }
}

/// A list of carriers, prepared for comparisons.
#[derive(Debug, Clone, Default)]
pub(crate) struct CarrierList {
    /// The carriers as they were given, for serialization.
    carriers: Vec<Carrier>,
    names: Vec<Spelling>,
    /// The context's patterns, and the forms of all names as patterns.
    patterns: Vec<Pattern>,
}

/// The other members are derived from the carriers.
impl PartialEq for CarrierList {
    fn eq(&self, other: &CarrierList) -> bool {
        self.carriers == other.carriers
    }
}

/// The result of comparing a company with a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    Similar,
    None,
}

/// Generic words, each followed by its abbreviations. They identify no carrier, so they do not
/// count at the end of a name: `Acme Mutual` and `Acme Casualty` are equal (D50).
const GENERIC: &str = "insurance ins,company co,companies,national natl,association assn,group grp,casualty cas,mutual mut,and,inc,\
    incorporated,corp,corporation,llc,llp,lp,ltd,limited,plc pllc,na,sa";

/// Shorter names are compared exactly, because one letter more or less makes another name.
const MIN_SIMILAR_LEN: usize = 5;

/// The most forms of one name, so that many generic words at its end do not raise the cost.
const MOST_FORMS: usize = 16;

impl CarrierList {
    /// Adds a carrier.
    ///
    /// The error is the member, with its position, that contains no name after folding and would
    /// match nothing.
    pub(crate) fn add(&mut self, carrier: Carrier) -> Result<(), (&'static str, Option<usize>)> {
        let Carrier { name, spellings, patterns } = &carrier;
        self.add_name(name).ok_or((".name", None))?;
        for (at, spelling) in spellings.iter().enumerate() {
            self.add_name(spelling).ok_or((".spellings.", Some(at)))?;
        }
        for (at, pattern) in patterns.iter().enumerate() {
            let pattern = letters(pattern, true);
            let [equated, written] = [true, false].map(|is_equated| Spelling::of(&pattern, is_equated).text);
            if written.is_empty() {
                return Err((".patterns.", Some(at)));
            }
            self.add_patterns(&[equated, written]);
        }
        self.carriers.push(carrier);
        Ok(())
    }

    /// Returns the carriers in the order in which they were added.
    pub(crate) fn carriers(&self) -> &[Carrier] {
        &self.carriers
    }

    fn add_name(&mut self, name: &str) -> Option<()> {
        let (name, forms) = folded(name);
        if name.name().is_empty() {
            return None;
        }
        self.names.push(name);
        self.add_patterns(&forms);
        Some(())
    }

    fn add_patterns(&mut self, texts: &[String]) {
        self.patterns.extend(texts.iter().map(|text| Pattern::with_runs(text)));
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.patterns.is_empty()
    }

    pub(crate) fn likeness(&self, company: &str) -> Likeness {
        let (company, forms) = folded(company);
        if forms.iter().any(|form| self.patterns.iter().any(|pattern| pattern.fits(form))) {
            return Likeness::Same;
        }
        let is_similar =
            |name: &Spelling| company.contains(name) || name.contains(&company) || company.is_similar_to(name);
        if !company.name().is_empty() && self.names.iter().any(is_similar) { Likeness::Similar } else { Likeness::None }
    }
}

/// Returns the words of a name with abbreviations expanded, and all forms of the name: without the
/// generic words at its end, and with the first, the first two and so on, both expanded and as
/// written.
fn folded(name: &str) -> (Spelling, Vec<String>) {
    let name = letters(name, false);
    let [equated, written] = [true, false].map(|is_equated| Spelling::of(&name, is_equated));
    let mut forms = Vec::new();
    for spelling in [&equated, &written] {
        for end in &spelling.ends {
            if *end >= spelling.name && forms.len() < MOST_FORMS {
                forms.push(spelling.text.get(..*end).unwrap_or_default().to_owned());
            }
        }
    }
    (equated, forms)
}

/// The words of a text, joined without spaces.
#[derive(Debug, Clone, Default)]
struct Spelling {
    text: String,
    /// The end of each word.
    ends: Vec<usize>,
    /// The end of the name. Generic words follow it.
    name: usize,
}

impl Spelling {
    /// Splits a text into words: as written, or with abbreviations expanded and without "and".
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

    fn letters(&self) -> usize {
        self.name().chars().count()
    }

    /// Returns `true` if consecutive words of this name, joined, are the other name. A short name is
    /// only found as one word.
    fn contains(&self, other: &Spelling) -> bool {
        let may_be_joined = other.letters() >= MIN_SIMILAR_LEN;
        let (name, other) = (self.name(), other.name());
        let mut start = 0;
        for end in &self.ends {
            let rest = name.get(start..).unwrap_or_default();
            let is_word_end = |at: usize| at == *end || (may_be_joined && self.ends.binary_search(&at).is_ok());
            if rest.starts_with(other) && is_word_end(start + other.len()) {
                return true;
            }
            start = *end;
        }
        false
    }

    fn is_similar_to(&self, other: &Spelling) -> bool {
        let (one, two) = (self.letters(), other.letters());
        let length = one.min(two);
        let allowed = if length >= 2 * MIN_SIMILAR_LEN { 2 } else { 1 };
        // The cost of a comparison is the product of the lengths, so names of very different
        // lengths are not compared.
        length >= MIN_SIMILAR_LEN
            && one.abs_diff(two) <= allowed
            && strsim::osa_distance(self.name(), other.name()) <= allowed
    }
}

/// Returns the generic word that a word is or abbreviates.
fn generic(word: &str) -> Option<&'static str> {
    let row = GENERIC.split(',').find(|row| row.split(' ').any(|known| known == word))?;
    row.split(' ').next()
}

/// Returns the generic words, each with its abbreviations.
pub(crate) fn generic_words() -> impl Iterator<Item = impl Iterator<Item = &'static str>> {
    GENERIC.split(',').map(|row| row.split(' '))
}

/// Returns the first letter of each range of accented letters, with the letter without the accent.
pub(crate) fn plain_letters() -> impl Iterator<Item = (char, Option<char>)> {
    let plain = |letter: u8| (letter != b' ').then_some(char::from(letter));
    ACCENTED.iter().filter_map(move |(first, letter)| Some((char::from_u32((*first).into())?, plain(*letter))))
}

/// Returns the lowercase letters and digits of a name, with one space in place of each sign.
/// Stars are retained in patterns.
fn letters(name: &str, has_runs: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars().map(lower) {
        match letter {
            '*' if has_runs => out.push('*'),
            '&' => out.push_str(" and "),
            // Apostrophes and full stops belong to a word: "A.B. Mutual", "Farmer's".
            '.' | '\'' | '\u{2019}' | '\u{300}'..='\u{36F}' => {}
            'ß' => out.push_str("ss"),
            'æ' | 'ǣ' | 'ǽ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            letter => match plain(letter) {
                letter if !is_sign(letter) => out.push(letter),
                _ => out.push(' '),
            },
        }
    }
    out
}

/// Ranges of accented Latin letters in lower case: the first letter of a range, and the letter
/// without the accent; a space if there is none. A test derives them from the decompositions of
/// Unicode, whose library is larger than all rules.
const ACCENTED: [(u16, u8); 109] = [
    (0xE0, b'a'),
    (0xE7, b'c'),
    (0xE8, b'e'),
    (0xEC, b'i'),
    (0xF0, b' '),
    (0xF1, b'n'),
    (0xF2, b'o'),
    (0xF7, b' '),
    (0xF8, b'o'),
    (0xF9, b'u'),
    (0xFD, b'y'),
    (0xFE, b' '),
    (0xFF, b'y'),
    (0x101, b'a'),
    (0x107, b'c'),
    (0x10F, b'd'),
    (0x113, b'e'),
    (0x11D, b'g'),
    (0x125, b'h'),
    (0x129, b'i'),
    (0x133, b' '),
    (0x135, b'j'),
    (0x137, b'k'),
    (0x138, b' '),
    (0x13A, b'l'),
    (0x144, b'n'),
    (0x149, b' '),
    (0x14D, b'o'),
    (0x155, b'r'),
    (0x15B, b's'),
    (0x163, b't'),
    (0x169, b'u'),
    (0x175, b'w'),
    (0x177, b'y'),
    (0x17A, b'z'),
    (0x17F, b' '),
    (0x1A1, b'o'),
    (0x1A3, b' '),
    (0x1B0, b'u'),
    (0x1B4, b' '),
    (0x1CE, b'a'),
    (0x1D0, b'i'),
    (0x1D2, b'o'),
    (0x1D4, b'u'),
    (0x1DD, b' '),
    (0x1DF, b'a'),
    (0x1E5, b' '),
    (0x1E7, b'g'),
    (0x1E9, b'k'),
    (0x1EB, b'o'),
    (0x1EF, b' '),
    (0x1F0, b'j'),
    (0x1F3, b' '),
    (0x1F5, b'g'),
    (0x1F9, b'n'),
    (0x1FB, b'a'),
    (0x1FF, b'o'),
    (0x201, b'a'),
    (0x205, b'e'),
    (0x209, b'i'),
    (0x20D, b'o'),
    (0x211, b'r'),
    (0x215, b'u'),
    (0x219, b's'),
    (0x21B, b't'),
    (0x21D, b' '),
    (0x21F, b'h'),
    (0x221, b' '),
    (0x227, b'a'),
    (0x229, b'e'),
    (0x22B, b'o'),
    (0x233, b'y'),
    (0x234, b' '),
    (0x1E01, b'a'),
    (0x1E03, b'b'),
    (0x1E09, b'c'),
    (0x1E0B, b'd'),
    (0x1E15, b'e'),
    (0x1E1F, b'f'),
    (0x1E21, b'g'),
    (0x1E23, b'h'),
    (0x1E2D, b'i'),
    (0x1E31, b'k'),
    (0x1E37, b'l'),
    (0x1E3F, b'm'),
    (0x1E45, b'n'),
    (0x1E4D, b'o'),
    (0x1E55, b'p'),
    (0x1E59, b'r'),
    (0x1E61, b's'),
    (0x1E6B, b't'),
    (0x1E73, b'u'),
    (0x1E7D, b'v'),
    (0x1E81, b'w'),
    (0x1E8B, b'x'),
    (0x1E8F, b'y'),
    (0x1E91, b'z'),
    (0x1E96, b'h'),
    (0x1E97, b't'),
    (0x1E98, b'w'),
    (0x1E99, b'y'),
    (0x1E9A, b' '),
    (0x1EA1, b'a'),
    (0x1EB9, b'e'),
    (0x1EC9, b'i'),
    (0x1ECD, b'o'),
    (0x1EE5, b'u'),
    (0x1EF3, b'y'),
    (0x1EFB, b' '),
];

/// Returns a Latin letter without its accent.
fn plain(letter: char) -> char {
    let begun = ACCENTED.partition_point(|run| u32::from(run.0) <= u32::from(letter));
    match begun.checked_sub(1).and_then(|at| ACCENTED.get(at)) {
        Some((_, plain)) if *plain != b' ' => char::from(*plain),
        _ => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accents_are_those_of_unicode() {
        use unicode_normalization::{UnicodeNormalization, char::is_combining_mark};
        // A stroke or a dot in a letter is no mark of its own.
        let drawn = |letter| {
            let rows = ['đ', 'ħ', 'ı', 'ł', 'ø', 'ŧ', 'ŀ'].into_iter().zip("dhilotl".chars());
            rows.into_iter().find(|row| row.0 == letter).map_or(letter, |row| row.1)
        };
        let mut accented = 0;
        for letter in '\0'..='\u{FFFF}' {
            let mut parts = letter.nfd().filter(|part| !is_combining_mark(*part));
            let (base, second) = (parts.next().map(drawn), parts.next());
            // Others are read in lower case, or written as two letters.
            if lower(letter) != letter || base.is_some_and(|base| ['ß', 'æ', 'œ'].contains(&base)) {
                continue;
            }
            let expected = base.filter(|base| base.is_ascii_lowercase() && second.is_none()).unwrap_or(letter);
            assert_eq!(plain(letter), expected, "{letter}");
            accented += u32::from(expected != letter);
        }
        assert_eq!(accented, 254);
    }

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
        let name = |text: &str| folded(text).0.name().to_owned();
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
            list.add(Carrier::new(name).patterns([pattern])).expect("a carrier");
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
