//! Finds the identifier of a record in its text. The value is copied verbatim. A record that is
//! invalid, truncated or refused has an identifier as well, as far as it can be read.

use crate::error::CliError;
use serde::Deserialize;
use serde::de::{DeserializeSeed, Deserializer, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_json::value::RawValue;
use std::fmt;

/// A JSON Pointer (RFC 6901).
#[derive(Debug)]
pub(crate) struct Pointer(Vec<String>);

impl Pointer {
    pub(crate) fn parse(text: &str) -> Result<Pointer, CliError> {
        let Some(steps) = text.strip_prefix('/') else {
            return Err(CliError::new(
                "--id must be a JSON Pointer, which starts with a slash, such as /office_case_number",
            ));
        };
        let escaped = steps.replace("~0", "").replace("~1", "");
        if escaped.contains('~') {
            return Err(CliError::new("--id must be a JSON Pointer, in which ~ is written ~0 and / is written ~1"));
        }
        Ok(Pointer(steps.split('/').map(|step| step.replace("~1", "/").replace("~0", "~")).collect()))
    }

    /// Returns the value at the pointer; of a repeated key the last one.
    pub(crate) fn value<'t>(&self, text: &'t str) -> Option<&'t str> {
        let mut found = None;
        // A value before an error counts, because it identifies the broken record.
        let _ = Step { rest: &self.0, found: &mut found }.deserialize(&mut serde_json::Deserializer::from_str(text));
        found.map(RawValue::get).filter(|value| is_whole(value, text))
    }
}

/// Returns `true` if a value is complete. A number at the end of a truncated text may continue.
/// Strings, arrays and objects end with their own last character; any other value must be followed
/// by a delimiter, because it is inside the record.
fn is_whole(value: &str, text: &str) -> bool {
    let end = value.as_ptr().addr() - text.as_ptr().addr() + value.len();
    let next = text.as_bytes().get(end);
    value.ends_with(['"', ']', '}']) || matches!(next, Some(b',' | b']' | b'}' | b' ' | b'\t' | b'\n' | b'\r'))
}

/// Descends into a value, or returns it.
struct Step<'s, 'de> {
    rest: &'s [String],
    found: &'s mut Option<&'de RawValue>,
}

impl<'de> DeserializeSeed<'de> for Step<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        if self.rest.is_empty() {
            *self.found = Some(<&RawValue>::deserialize(from)?);
            return Ok(());
        }
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Step<'_, 'de> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Some((name, rest)) = self.rest.split_first() else { return Ok(()) };
        while let Some(is_it) = map.next_key_seed(Name(name))? {
            if is_it {
                *self.found = None;
                map.next_value_seed(Step { rest, found: self.found })?;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        let Some((name, rest)) = self.rest.split_first() else { return Ok(()) };
        let canonical = name == "0" || !name.starts_with(['0', '+']);
        let wanted = name.parse::<usize>().ok().filter(|_| canonical);
        for at in 0_usize.. {
            let more = if Some(at) == wanted {
                list.next_element_seed(Step { rest, found: self.found })?.is_some()
            } else {
                list.next_element::<IgnoredAny>()?.is_some()
            };
            if !more {
                break;
            }
        }
        Ok(())
    }

    // The pointer continues, but the value does not.
    fn visit_unit<E: Error>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E: Error>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E: Error>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E: Error>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E: Error>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E: Error>(self, _: &str) -> Result<(), E> {
        Ok(())
    }
}

/// Compares a key.
struct Name<'n>(&'n str);

impl<'de> DeserializeSeed<'de> for Name<'_> {
    type Value = bool;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<bool, D::Error> {
        from.deserialize_str(self)
    }
}

impl Visitor<'_> for Name<'_> {
    type Value = bool;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_str<E: Error>(self, name: &str) -> Result<bool, E> {
        Ok(name == self.0)
    }
}

#[cfg(test)]
mod tests {
    use super::Pointer;

    fn value<'t>(pointer: &str, text: &'t str) -> Option<&'t str> {
        Pointer::parse(pointer).ok()?.value(text)
    }

    #[test]
    fn values_are_copied_letter_by_letter() {
        assert_eq!(value("/id", r#"{"a":{"id":1},"id": 1.50e3 }"#), Some("1.50e3"));
        assert_eq!(value("/id", r#"{"id":"\u00e9\ud800"}"#), Some(r#""\u00e9\ud800""#));
        assert_eq!(value("/a/1/~1~0", r#"{"a":[0,{"/~":[ 1 ]}]}"#), Some("[ 1 ]"));
        assert_eq!(value("/id", r#"{"id":1,"id":null}"#), Some("null"));
        assert_eq!(value("/", r#"{"":7}"#), Some("7"));
    }

    #[test]
    fn what_is_not_there_is_none() {
        for (pointer, text) in [
            ("/id", "{}"),
            ("/id", "[1]"),
            ("/id", ""),
            ("/id", "not json"),
            ("/id/x", r#"{"id":1}"#),
            ("/a/01", r#"{"a":[0,1]}"#),
            ("/a/2", r#"{"a":[0,1]}"#),
            ("/a/b", r#"{"a":{"b":1},"a":{}}"#),
        ] {
            assert_eq!(value(pointer, text), None, "{pointer} in {text}");
        }
    }

    #[test]
    fn a_broken_record_is_identified_by_the_text_before_the_fault() {
        assert_eq!(value("/id", r#"{"id":"A-7","summary":"#), Some(r#""A-7""#));
        assert_eq!(value("/id", r#"{"id":"A-7"#), None);
    }

    #[test]
    fn a_number_that_breaks_off_is_none() {
        for text in [
            r#"{"id":12"#,
            r#"{"id":-12"#,
            r#"{"id":1.5"#,
            r#"{"id":1e3"#,
            r#"{"id": 0"#,
            "{\"id\":12\0",
            "{\"id\":12\u{fffd}34}",
            r#"{"id":12x}"#,
            r#"{"id":12"34"}"#,
            r#"{"id":true"#,
            r#"{"id":7,"id":12"#,
        ] {
            assert_eq!(value("/id", text), None, "{text}");
        }
        assert_eq!(value("/a/1", r#"{"a":[1,23"#), None);
        for text in [r#"{"id":12}"#, r#"{"id":12,"#, r#"{"id":12 "#, "{\"id\":12\t", r#"{"id":12]"#] {
            assert_eq!(value("/id", text), Some("12"), "{text}");
        }
        assert_eq!(value("/a/1", r#"{"a":[1,23]"#), Some("23"));
        assert_eq!(value("/id", r#"{"id":"12""#), Some(r#""12""#));
        assert_eq!(value("/id", r#"{"id":[12]"#), Some("[12]"));
    }

    #[test]
    fn pointers_are_checked() {
        assert!(Pointer::parse("id").is_err() && Pointer::parse("").is_err());
        assert!(Pointer::parse("/a~").is_err() && Pointer::parse("/a~2").is_err() && Pointer::parse("/a~01").is_ok());
    }
}
