//! Damaged texts: changed characters, repeated keys, odd spellings, and texts that were never a
//! case.

use crate::random::Random;

/// Texts that are inserted into others.
const PIECES: [&str; 34] = [
    "\"",
    "\\",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    " ",
    "\n",
    "\t",
    "\u{0}",
    "\u{1f}",
    "\u{7f}",
    "\u{feff}",
    "\u{2028}",
    "\u{e9}",
    "\u{1F600}",
    "\\u0041",
    "\\ud83d",
    "\\ude00",
    "\\ud83d\\ude00",
    "\\x",
    "\\/",
    "null",
    "true",
    "-",
    "0",
    "1e400",
    "-0.0",
    "\"a\":",
    "[[",
    "0.1",
    "/*",
];

/// Numbers that parsers disagree about.
const NUMBERS: [&str; 14] = [
    "0",
    "-0",
    "-0.0",
    "1E5",
    "2020.00",
    "1e400",
    "-1e-400",
    "123456789012345678901234567890",
    "9007199254740993",
    "0.1e1",
    "2020.00000000000000001",
    "01",
    "1.",
    "+1",
];

/// Removes, inserts or doubles a few characters.
pub(super) fn damaged(text: &str, random: &mut Random) -> String {
    let mut characters: Vec<char> = text.chars().collect();
    for _ in 0..=random.below(3) {
        let at = random.below(characters.len() + 1);
        match random.below(4) {
            0 if at < characters.len() => drop(characters.remove(at)),
            1 => characters.truncate(at.max(characters.len() / 2)),
            2 => {
                let end = (at + random.below(40)).min(characters.len());
                let again: Vec<char> = characters[at..end].to_vec();
                characters.splice(at..at, again);
            }
            _ => drop(characters.splice(at..at, random.pick(&PIECES).chars())),
        }
    }
    characters.into_iter().collect()
}

/// Adds a member in front or at the end whose key may be there already, in the same or another
/// spelling.
pub(super) fn repeated(text: &str, key: &str, value: &str, random: &mut Random) -> String {
    let key = if random.percent(30) {
        let spelt: String =
            key.chars().map(|c| if random.percent(30) { format!("\\u{:04x}", c as u32) } else { c.into() }).collect();
        format!("\"{spelt}\"")
    } else {
        serde_json::Value::from(key).to_string()
    };
    let inside = text.trim_start_matches('{').trim_end_matches('}');
    if random.percent(50) { format!("{{{key}:{value},{inside}}}") } else { format!("{{{inside},{key} : {value}}}") }
}

/// Adds white space where it is allowed.
pub(super) fn spaced(text: &str, random: &mut Random) -> String {
    let (mut spaced, mut is_inside, mut is_escaped) = (String::new(), false, false);
    for c in text.chars() {
        if !is_inside && random.percent(25) {
            spaced.push_str(random.pick(&[" ", "\n", "\r\n  ", "\t"]));
        }
        match c {
            _ if is_escaped => is_escaped = false,
            '\\' => is_escaped = true,
            '"' => is_inside = !is_inside,
            _ => {}
        }
        spaced.push(c);
    }
    spaced
}

/// Puts a number in an unusual spelling in place of the first number or `true` of a text.
pub(super) fn numbered(text: &str, random: &mut Random) -> String {
    text.replacen(random.pick(&["true", "false", "null", "7", "2020"]), random.pick(&NUMBERS), 1)
}

/// A value of any kind.
pub(super) fn anything(random: &mut Random, depth: usize) -> String {
    match random.below(if depth > 4 { 6 } else { 8 }) {
        0 => "null".to_owned(),
        1 => "true".to_owned(),
        2 => random.pick(&NUMBERS).to_owned(),
        3 => format!("\"{}\"", random.pick(&PIECES)),
        4 => "\"text\"".to_owned(),
        5 => "\"\"".to_owned(),
        6 => {
            let items: Vec<String> = (0..random.below(5)).map(|_| anything(random, depth + 1)).collect();
            format!("[{}]", items.join(","))
        }
        _ => {
            let keys = ["case_type", "id", "", "a/b~c", "first_name", "x", "__proto__", "\\u0000"];
            let members: Vec<String> = (0..random.below(5))
                .map(|_| format!("\"{}\":{}", random.pick(&keys), anything(random, depth + 1)))
                .collect();
            format!("{{{}}}", members.join(","))
        }
    }
}

/// A text that is expensive for its length.
pub(super) fn hostile(random: &mut Random) -> String {
    let many = 1 + random.below(300);
    match random.below(8) {
        0 => "[".repeat(many),
        1 => format!("{{\"a\":{}1{}}}", "[".repeat(many), "]".repeat(many)),
        2 => format!("{}1{}", "{\"a\":".repeat(many), "}".repeat(many)),
        3 => format!("{{{}}}", (0..many).map(|at| format!("\"case_typ{at}\":1")).collect::<Vec<_>>().join(",")),
        4 => format!("{{\"case_type\":\"pl\",\"cc_emails\":\"{}\"}}", "a@b.example ".repeat(many)),
        5 => format!("{{\"case_type\":\"pl\",\"add_on_services\":[{}1]}}", "\"skip_trace\",".repeat(many)),
        6 => format!("{{\"summary\":\"{}\"}}", "\\\\\\\"".repeat(many)),
        _ => random
            .pick(&["", " ", "null", "[]", "\"\"", "{", "{}", "\u{feff}{}", "{}{}", "{},", "tru", "\u{0}", "NaN"])
            .to_owned(),
    }
}
