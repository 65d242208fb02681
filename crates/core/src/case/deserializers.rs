//! Deserializers for values that have several accepted forms.

use serde::Deserialize;
use serde::de::{Deserializer, Error as _};

/// `2020.0` is an integer (D2), but serde reads it as a float.
pub(crate) fn whole_number<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    let number = serde_json::Number::deserialize(from)?;
    if let Some(whole) = number.as_i64() {
        return Ok(Some(whole));
    }
    // Whole numbers up to 2^53 are exact in a double.
    let exact = number.as_f64().filter(|value| value.fract() == 0.0 && value.abs() <= 9_007_199_254_740_992.0);
    #[expect(clippy::cast_possible_truncation, reason = "the value fits, or only its low bits are wanted")]
    exact.map(|value| Some(value as i64)).ok_or_else(|| D::Error::custom("no whole number of 64 bits"))
}

/// Reads one word, or an array of one word (D15).
pub(crate) fn one_word<'de, D: Deserializer<'de>>(from: D) -> Result<Vec<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Form {
        Array(Vec<String>),
        Word(String),
    }
    Ok(match Form::deserialize(from)? {
        Form::Array(words) => words,
        Form::Word(word) => vec![word],
    })
}
