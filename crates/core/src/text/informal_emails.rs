//! Lists of addresses as people type them and mail programs copy them.

use crate::text::email::{entries, is_email_address};

/// Returns the addresses with one space between, or `None` if the list is valid or has more than one
/// meaning.
///
/// A name belongs to the address in the brackets behind it, and is left out. A misspelled address or
/// a name without an address would be lost, so nothing is returned.
pub(crate) fn read(text: &str) -> Option<String> {
    if entries(text).all(is_email_address) {
        return None;
    }
    let mut list = String::new();
    let mut previous = "";
    let mut is_named = false;
    let mut is_inside = false;
    let mut has_comma = false; // in a name such as "Example, Ada"
    let mut is_beside = false; // nothing but spaces and brackets since the previous address
    for piece in text.split_inclusive(ends_word) {
        let word = piece.trim_end_matches(ends_word);
        if word.contains('@') {
            let address = bare(word)?;
            // Some programs copy an address as its own name. Two addresses of one person have two
            // meanings.
            let fits = if is_inside { !is_beside || address == previous } else { !is_named };
            if !fits {
                return None;
            }
            if address != previous {
                list.push_str(if list.is_empty() { "" } else { " " });
                list.push_str(address);
            }
            (previous, is_named, has_comma, is_beside) = (address, false, false, true);
        } else if !word.is_empty() {
            let is_and = word.eq_ignore_ascii_case("and") || word == "y";
            if is_inside || (is_and && is_named) {
                return None;
            }
            // An initial may be a part of the address behind it: "y doe@firm.example".
            let is_separator = if word == "y" { is_beside } else { is_and || word == "&" };
            is_named |= list.is_empty() || !is_separator;
            is_beside = false;
        }
        match piece.strip_prefix(word).unwrap_or_default() {
            "<" | "(" | "[" if is_inside => return None,
            "<" | "(" | "[" => is_inside = true,
            ">" | ")" | "]" => is_inside = false,
            "," if is_inside || has_comma => return None,
            "," => (has_comma, is_beside) = (is_named, false),
            ";" | "\n" if is_inside || is_named => return None,
            ";" | "\n" => is_beside = false,
            _ => {}
        }
    }
    (!is_named && !is_inside && !list.is_empty()).then_some(list)
}

fn ends_word(letter: char) -> bool {
    letter.is_whitespace() || matches!(letter, ',' | ';' | '"' | '<' | '>' | '(' | ')' | '[' | ']')
}

/// Returns an address without the signs that some programs write around it.
fn bare(word: &str) -> Option<&str> {
    let word = word.strip_prefix("mailto:").unwrap_or(word);
    let word = word.strip_prefix('\'').map_or(Some(word), |rest| rest.strip_suffix('\''))?;
    let word = word.strip_suffix('.').unwrap_or(word);
    is_email_address(word).then_some(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_with_one_meaning_are_read() {
        for (text, list) in [
            ("a@firm.example,", "a@firm.example"),
            ("a@firm.example,b@firm.example; c@firm.example", "a@firm.example b@firm.example c@firm.example"),
            ("Example, Ada <a@firm.example>; Bo<b@firm.example>", "a@firm.example b@firm.example"),
            ("\"Example, Ada\" < a@firm.example >, b@firm.example", "a@firm.example b@firm.example"),
            ("Ada <a@firm.example> Bo <b@firm.example>", "a@firm.example b@firm.example"),
            ("Ada <a@firm.example>,\r\nBo <b@firm.example>", "a@firm.example b@firm.example"),
            ("Smith & Jones <a@firm.example>", "a@firm.example"),
            ("a@firm.example, b@firm.example, and c@firm.example", "a@firm.example b@firm.example c@firm.example"),
            ("a@firm.example & b@firm.example", "a@firm.example b@firm.example"),
            ("a@firm.example  y b@firm.example.", "a@firm.example b@firm.example"),
            ("a@firm.example <a@firm.example>", "a@firm.example"),
            ("'a@firm.example' <mailto:a@firm.example>", "a@firm.example"),
            ("'o'brien@firm.example', a@firm.example", "o'brien@firm.example a@firm.example"),
            ("Ada Example (a@firm.example)", "a@firm.example"),
            ("Ada Example [mailto:a@firm.example]", "a@firm.example"),
            ("<a@firm.example>", "a@firm.example"),
        ] {
            assert_eq!(read(text).as_deref(), Some(list), "{text}");
        }
    }

    #[test]
    fn others_are_not() {
        for text in [
            "",
            ",",
            "nonsense",
            "a@firm.example b@firm.example",
            "a@firm.example, nonsense",
            "a,b@firm.example",
            "ada a@firm.example",
            "and doe@firm.example",
            "y doe@firm.example",
            "y, doe@firm.example",
            "a@firm.example, y doe@firm.example",
            "a@firm.example <Ada Example>",
            "a@firm.example; Bo; <c@firm.example>",
            "Ada <a@firm.example> Bo",
            "b@ firm.example, Ada <a@firm.example>",
            "Ada <a firm.example>",
            "Ada Example\nBo Example <b@firm.example>",
            "Ada and Bo <b@firm.example>",
            "Ana y Bo <b@firm.example>",
            "Ada Example, Bo Example, Cy <c@firm.example>",
            "Ada <>, a@firm.example",
            "Ada <a@firm.example",
            "Ada <a@firm.example, b@firm.example>",
            "Ada <<a@firm.example>>",
            "'a@firm.example, b@firm.example'",
            "'a@firm.example b@firm.example'",
            "a@firm.example <b@firm.example>",
            "'a@firm.example' (b@firm.example)",
            "Ada <a@firm.example> <b@firm.example>",
        ] {
            assert_eq!(read(text), None, "{text}");
        }
    }
}
