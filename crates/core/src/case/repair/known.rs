//! Values in a form that the service does not read, but whose meaning is known: the same value in
//! another form.

use crate::case::repair::Place;
use crate::context::Context;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::Kind;
use crate::rulebook::informal::rewritten;
use crate::rulebook::product::Product;
use crate::rulebook::vocabulary::WordList;
use crate::text::clean::cleaned;
use crate::text::json::document::Document;
use crate::text::json::scanner::Scanner;

/// Returns the same value in the form of the field.
pub(crate) fn value(
    place: &Place,
    code: Code,
    value: &Document,
    product: Option<Product>,
    context: &Context,
) -> Option<Document> {
    let kind = place.row().kind;
    let list = kind.words().map(|words| words.of(product));
    match (code, kind, value) {
        (Code::WrongType, Kind::Boolean, Document::Text(text)) => truth(text).map(Document::Boolean),
        (Code::WrongType, Kind::Integer, Document::Text(text)) => {
            let is_exact = |number: &String| Scanner::new(number, 0).numeral().is_ok_and(|number| number.is_exact());
            integer(&cleaned(text)).filter(is_exact).map(Document::Number)
        }
        (Code::WrongType, Kind::Text, Document::Number(digits)) if integer(digits).is_some() => {
            Some(Document::Text(digits.clone()))
        }
        (Code::WrongType, Kind::WordArray(_), Document::Text(text)) if !place.is_element => {
            let word = word(text, list?, context)?;
            Some(Document::List(vec![Document::Text(word)]))
        }
        (Code::WrongLength, Kind::OneWord(_), Document::List(words)) => match words.split_first()? {
            (first @ Document::Text(_), others) if others.iter().all(|other| other == first) => {
                Some(Document::List(vec![first.clone()]))
            }
            _ => None,
        },
        (Code::UnknownWord | Code::UnlistedWord, _, Document::Text(text)) => {
            word(text, list?, context).map(Document::Text)
        }
        (code, _, Document::Text(text)) => rewritten(code, text).map(Document::Text),
        _ => None,
    }
}

fn truth(text: &str) -> Option<bool> {
    match cleaned(text).trim() {
        word if word.eq_ignore_ascii_case("true") => Some(true),
        word if word.eq_ignore_ascii_case("false") => Some(false),
        _ => None,
    }
}

/// Returns a whole number as JSON writes it.
pub(crate) fn integer(text: &str) -> Option<String> {
    let number = text.trim();
    let digits = number.strip_prefix('-').unwrap_or(number);
    let is_plain = !digits.is_empty() && digits.bytes().all(|digit| digit.is_ascii_digit());
    (is_plain && (digits == "0" || !digits.starts_with('0'))).then(|| number.to_owned())
}

/// Returns the listed word that differs only in case, in surrounding space, or in spaces or hyphens
/// instead of underscores.
fn word(text: &str, list: &WordList, context: &Context) -> Option<String> {
    let plain = plain_word(text);
    context.lists(list, &plain).then_some(plain)
}

/// Returns a word in the letters that lists have.
pub(crate) fn plain_word(text: &str) -> String {
    let fold = |letter: char| match letter {
        ' ' | '-' => '_',
        other => other.to_ascii_lowercase(),
    };
    cleaned(text).trim().chars().map(fold).collect()
}
