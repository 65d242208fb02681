//! What separates the words of a name.
//!
//! The standard library's letters and digits in their place are larger (`scripts/size --libraries`).

/// Returns `true` for punctuation, symbols, spaces and marks that belong to no alphabet.
pub(crate) fn is_sign(letter: char) -> bool {
    #[cfg(library = "letters")]
    return !letter.is_alphanumeric();
    match u16::try_from(u32::from(letter)) {
        Ok(code) => SIGNS.get(SIGNS.partition_point(|(_, last)| *last < code)).is_some_and(|(first, _)| *first <= code),
        Err(_) => PICTOGRAPHS.iter().any(|pictographs| pictographs.contains(&letter)),
    }
}

/// Returns the first and the last of each range of signs.
#[cfg(feature = "export")]
pub(crate) fn ranges() -> impl Iterator<Item = [u32; 2]> {
    let pictographs = PICTOGRAPHS.iter().map(|range| [range.start(), range.end()].map(|end| u32::from(*end)));
    SIGNS.iter().map(|(first, last)| [first, last].map(|code| u32::from(*code))).chain(pictographs)
}

/// The first and the last of each range in the blocks of Latin, Greek and Cyrillic, of symbols, and from
/// U+E000 to U+FFFF: what Unicode assigns to no alphabet (the scripts Common and Inherited), hides by
/// default or leaves to private use, unless it is a letter or a digit.
#[rustfmt::skip]
static SIGNS: [(u16, u16); 56] = [
    (0x0, 0x2F), (0x3A, 0x40), (0x5B, 0x60), (0x7B, 0xA9), (0xAB, 0xB1), (0xB4, 0xB4), (0xB6, 0xB8), (0xBB, 0xBB),
    (0xBF, 0xBF), (0xD7, 0xD7), (0xF7, 0xF7), (0x2C2, 0x2C5), (0x2D2, 0x2DF), (0x2E5, 0x2E9), (0x2ED, 0x2ED),
    (0x2EF, 0x344), (0x346, 0x362), (0x37E, 0x37E), (0x385, 0x385), (0x387, 0x387), (0x485, 0x486), (0x2000, 0x206F),
    (0x207A, 0x207E), (0x208A, 0x208E), (0x20A0, 0x2101), (0x2103, 0x2106), (0x2108, 0x2109), (0x2114, 0x2114),
    (0x2116, 0x2118), (0x211E, 0x2123), (0x2125, 0x2125), (0x2127, 0x2127), (0x2129, 0x2129), (0x212E, 0x212E),
    (0x213A, 0x213B), (0x2140, 0x2144), (0x214A, 0x214D), (0x214F, 0x214F), (0x218A, 0x244A), (0x249C, 0x24B5),
    (0x2500, 0x2775), (0x2794, 0x2BFF), (0x2E00, 0x2E2E), (0x2E30, 0x3004), (0x3008, 0x3020), (0x302A, 0x3030),
    (0x3036, 0x3037), (0x303D, 0x303F), (0xE000, 0xF8FF), (0xFD3E, 0xFD3F), (0xFE00, 0xFE6B), (0xFEFF, 0xFF0F),
    (0xFF1A, 0xFF20), (0xFF3B, 0xFF40), (0xFF5B, 0xFF65), (0xFFE0, 0xFFFD),
];

const PICTOGRAPHS: [std::ops::RangeInclusive<char>; 2] = ['\u{1F000}'..='\u{1F0FF}', '\u{1F18A}'..='\u{1FBEF}'];

#[cfg(test)]
mod tests {
    use super::is_sign;
    use regex::Regex;

    #[test]
    fn signs_are_those_of_unicode() {
        let is_of_no_alphabet =
            Regex::new(r"^[\p{sc=Common}\p{sc=Inherited}\p{DI}\p{Co}]$").expect("properties of Unicode");
        for letter in '\0'..=char::MAX {
            if letter.is_alphanumeric() {
                assert!(!is_sign(letter), "{letter:?}");
            } else if matches!(letter, ..'\u{530}' | '\u{2000}'..'\u{3040}' | '\u{E000}'..='\u{FFFF}')
                && is_of_no_alphabet.is_match(letter.encode_utf8(&mut [0; 4]))
            {
                assert!(is_sign(letter), "{letter:?}");
            }
        }
    }
}
