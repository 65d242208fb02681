//! Sanitizes text for a terminal: without control characters and invisible characters.

/// Sanitizes a character of a line. The renderer replaces ASCII controls by symbols.
pub(crate) fn letter(letter: char) -> char {
    match letter {
        // Controls beyond ASCII, and separators of lines and paragraphs.
        '\u{80}'..='\u{9f}' | '\u{2028}' | '\u{2029}'
        // Characters without width, those that change the direction, and those that XML forbids.
        | '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
        | '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{fffe}' | '\u{ffff}' | '\u{e0000}'..='\u{e007f}' => {
            char::REPLACEMENT_CHARACTER
        }
        other => other,
    }
}

/// Sanitizes a text for one line, such as a file's name.
pub(crate) fn one_line(text: &str) -> String {
    text.chars().map(|each| if each.is_control() { char::REPLACEMENT_CHARACTER } else { letter(each) }).collect()
}

/// Sanitizes a text with intended line ends.
pub(crate) fn lines(text: &str) -> String {
    text.split('\n').map(one_line).collect::<Vec<_>>().join("\n")
}

#[cfg(test)]
mod tests {
    use super::{letter, lines, one_line};

    #[test]
    fn what_is_obeyed_or_unseen_is_replaced() {
        let unseen = "\u{80}\u{9b}\u{9f}\u{2028}\u{2029}\u{200b}\u{200d}\u{200f}\u{202a}\u{202e}\u{2060}\u{2066}\u{2069}\u{feff}\u{fffe}\u{ffff}";
        assert!(unseen.chars().all(|each| letter(each) == '\u{fffd}'));
        assert_eq!(one_line("a\u{1b}[31m\n\t\u{7f}\u{202e}é"), "a\u{fffd}[31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}é");
    }

    #[test]
    fn line_ends_stay_where_they_are_meant() {
        assert_eq!(lines("a\u{7}\n\nb\r"), "a\u{fffd}\n\nb\u{fffd}");
    }

    #[test]
    fn what_is_seen_stays() {
        for text in ["case 7.json", "Zoë 山田 花子", "👩⚖️", "e\u{301}"] {
            assert_eq!(one_line(text), text);
        }
    }
}
