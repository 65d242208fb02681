//! When two spellings name one carrier (D19).
//!
//! The refused six and the specialty ten are not in the specification, so the host supplies them. Names are compared
//! after folding case, accents, punctuation, spaces and company suffixes.

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

/// A name as it is compared.
#[derive(Debug, Clone)]
struct Folded {
    /// Its words, without company suffixes, and the same without spaces.
    spaced: String,
    dense: String,
    /// With suffixes, without spaces: for patterns that spell them out.
    whole: String,
}

/// How a company stands to a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Likeness {
    Same,
    Similar,
    None,
}

const SUFFIXES: [&str; 16] = [
    "inc",
    "incorporated",
    "corp",
    "corporation",
    "co",
    "company",
    "companies",
    "llc",
    "llp",
    "lp",
    "ltd",
    "limited",
    "plc",
    "pllc",
    "na",
    "sa",
];

/// Names that are shorter than this are compared exactly: one letter more or less is another name.
const NEARLY_FROM: usize = 5;

impl CarrierList {
    pub(crate) fn new(carriers: &[Carrier]) -> CarrierList {
        let mut list = CarrierList::default();
        for carrier in carriers {
            let spellings = std::iter::once(&carrier.name).chain(&carrier.spellings);
            list.names.extend(spellings.map(|name| fold(name)).filter(|name| !name.dense.is_empty()));
            list.patterns.extend(carrier.patterns.iter().map(|pattern| Pattern::with_runs(&letters(pattern, false))));
        }
        list
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.names.is_empty() && self.patterns.is_empty()
    }

    /// Whether a company is on the list.
    pub(crate) fn names(&self, company: &str) -> bool {
        self.names_folded(&fold(company))
    }

    fn names_folded(&self, company: &Folded) -> bool {
        let fits = |pattern: &Pattern| pattern.fits(&company.dense) || pattern.fits(&company.whole);
        !company.dense.is_empty()
            && (self.names.iter().any(|name| name.dense == company.dense) || self.patterns.iter().any(fits))
    }

    pub(crate) fn likeness(&self, company: &str) -> Likeness {
        let company = fold(company);
        if company.dense.is_empty() {
            Likeness::None
        } else if self.names_folded(&company) {
            Likeness::Same
        } else if self.names.iter().any(|name| company.holds(name) || name.holds(&company) || name.is_nearly(&company))
        {
            Likeness::Similar
        } else {
            Likeness::None
        }
    }
}

impl Folded {
    /// Whether some of this name's words, one after the other, are the other name.
    fn holds(&self, other: &Folded) -> bool {
        if other.dense.len() < NEARLY_FROM && !self.spaced.split(' ').any(|word| word == other.dense) {
            return false;
        }
        let words: Vec<&str> = self.spaced.split(' ').collect();
        (0..words.len()).any(|start| {
            let mut rest = Some(other.dense.as_str());
            for word in words.iter().skip(start) {
                rest = rest.and_then(|rest| rest.strip_prefix(word));
                match rest {
                    Some("") => return true,
                    Some(_) => {}
                    None => return false,
                }
            }
            false
        })
    }

    fn is_nearly(&self, other: &Folded) -> bool {
        let length = self.dense.len().min(other.dense.len());
        let allowed = if length >= 2 * NEARLY_FROM { 2 } else { 1 };
        // Comparing costs the product of the lengths, so that names of very different length are not compared.
        length >= NEARLY_FROM
            && self.dense.len().abs_diff(other.dense.len()) <= allowed
            && strsim::osa_distance(&self.dense, &other.dense) <= allowed
    }
}

fn fold(name: &str) -> Folded {
    let spaced = letters(name, true);
    let mut words: Vec<&str> = spaced.split(' ').filter(|word| !word.is_empty()).collect();
    let whole = words.concat();
    while words.len() > 1 && words.last().is_some_and(|word| SUFFIXES.contains(word)) {
        words.pop();
    }
    Folded { spaced: words.join(" "), dense: words.concat(), whole }
}

/// Lower-case letters and digits; with `spaced`, one space where others stand between, without, as in patterns, stars.
fn letters(name: &str, spaced: bool) -> String {
    let mut out = String::with_capacity(name.len());
    for letter in name.chars().map(lower) {
        match letter {
            '*' if !spaced => out.push('*'),
            // `&` joins words, an apostrophe or a full stop belongs to one: "A.B. Mutual", "Farmer's".
            '.' | '\'' | '\u{2019}' | '\u{300}'..='\u{36F}' => {}
            'ß' => out.push_str("ss"),
            'æ' => out.push_str("ae"),
            'œ' => out.push_str("oe"),
            letter => match plain(letter) {
                letter if letter.is_alphanumeric() => out.push(letter),
                _ if spaced && !out.ends_with(' ') => out.push(' '),
                _ => {}
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
    fn suffixes_go_and_the_name_stays() {
        assert_eq!(fold("Éxample  Mutual, Inc.").spaced, "example mutual");
        assert_eq!(fold("A.B. Casualty Co., LLC").dense, "abcasualty");
        assert_eq!(fold("Company").dense, "company");
        assert_eq!(fold("Țiriac Łódź").spaced, "tiriac lodz");
    }

    #[test]
    fn variants_are_seen() {
        let list = |name: &str, pattern: &str| {
            let patterns = vec![pattern.to_owned()];
            CarrierList::new(&[Carrier { name: name.to_owned(), spellings: Vec::new(), patterns }])
        };
        let grim = list("Grim Bold Mutual", "acme*company");
        for (company, likeness) in [
            ("GRIMBOLD mutual, Inc.", Likeness::Same),
            ("The GrimBold-Mutual Casualty", Likeness::Similar),
            ("Grim Bold", Likeness::Similar),
            ("Grimbold Mutuel", Likeness::Similar),
            ("Acme Freight Company", Likeness::Same),
            ("Bold", Likeness::Similar),
            ("Grim", Likeness::Similar),
            ("Old", Likeness::None),
            ("Example Insurance", Likeness::None),
        ] {
            assert_eq!(grim.likeness(company), likeness, "{company}");
        }
    }
}
