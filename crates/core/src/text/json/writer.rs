//! Writes the crate's own types as compact JSON: the same bytes as `serde_json`, with less code
//! around them.
//!
//! Writing these types cannot fail, and an error type without values costs nothing: no branch after
//! each part, and no texts for impossible errors. The writer of `serde_json` in its place adds 6.4
//! KB gzip to the module of the check (`scripts/size --libraries`). Tests compare the bytes.

use crate::text::json::json_text::JsonText;
use serde::ser::{self, Serialize, SerializeStruct, Serializer};
use std::fmt::Display;

/// The name by which `serde_json` recognizes a text that is JSON already. Other formats treat it as
/// a structure.
const RAW: &str = "$serde_json::private::RawValue";

/// Returns a value as JSON text.
pub(crate) fn text<T: Serialize + ?Sized>(value: &T) -> String {
    #[cfg(library = "json")]
    return serde_json::to_string(value).unwrap_or_default();
    // A report without issues fits; longer answers grow.
    let mut out = String::with_capacity(512);
    let Ok(()) = value.serialize(Writer { out: &mut out, is_raw: false });
    out
}

/// Writes a string as JSON text.
#[inline(never)]
pub(crate) fn string(out: &mut String, text: &str) {
    out.push('"');
    let mut rest = text;
    while let Some(at) = rest.bytes().position(|byte| byte < b' ' || byte == b'"' || byte == b'\\') {
        let (plain, after) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(plain);
        let mut letters = after.chars();
        if let Some(letter) = letters.next() {
            escape(out, letter);
        }
        rest = letters.as_str();
    }
    out.push_str(rest);
    out.push('"');
}

#[cold]
fn escape(out: &mut String, letter: char) {
    out.push('\\');
    let short = match letter {
        '\u{8}' => 'b',
        '\t' => 't',
        '\n' => 'n',
        '\u{c}' => 'f',
        '\r' => 'r',
        control if control < ' ' => {
            out.push_str("u00");
            out.push(if control < '\u{10}' { '0' } else { '1' });
            char::from_digit(u32::from(control) % 16, 16).unwrap_or_default()
        }
        other => other,
    };
    out.push(short);
}

/// Wraps a text that is JSON already, without parsing it again.
pub(crate) fn raw(text: &str) -> Option<JsonText> {
    serde_json::value::to_raw_value(&Raw(text)).ok().map(JsonText::from)
}

/// A text that is JSON.
pub(crate) struct Raw<'t>(pub(crate) &'t str);

impl Serialize for Raw<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut raw = out.serialize_struct(RAW, 1)?;
        raw.serialize_field(RAW, self.0)?;
        raw.end()
    }
}

/// The error that never occurs.
#[derive(Debug)]
pub(crate) enum Never {}

impl Display for Never {
    fn fmt(&self, _: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match *self {}
    }
}

impl std::error::Error for Never {}

impl ser::Error for Never {
    fn custom<T: Display>(_: T) -> Never {
        unreachable!("our own types can be written")
    }
}

struct Writer<'o> {
    out: &'o mut String,
    /// `true` if a string is JSON already.
    is_raw: bool,
}

/// Writes a number, as JSON and as text.
#[inline(never)]
pub(crate) fn number(out: &mut String, number: u64) {
    let mut digits = [0_u8; 20];
    let mut rest = number;
    let mut length = 0;
    for digit in digits.iter_mut().rev() {
        *digit = b'0' + u8::try_from(rest % 10).unwrap_or_default();
        rest /= 10;
        length += 1;
        if rest == 0 {
            break;
        }
    }
    out.extend(digits.iter().skip(digits.len() - length).map(|digit| char::from(*digit)));
}

fn signed(out: &mut String, value: i64) {
    if value < 0 {
        out.push('-');
    }
    number(out, value.unsigned_abs());
}

/// Writes `,"name":`, without the comma after an opening bracket.
#[inline(never)]
fn name(out: &mut String, name: &str) {
    comma(out);
    string(out, name);
    out.push(':');
}

fn comma(out: &mut String) {
    if !matches!(out.as_bytes().last(), Some(b'{' | b'[')) {
        out.push(',');
    }
}

/// An open array or object.
struct Open<'o> {
    out: &'o mut String,
    close: &'static str,
    is_raw: bool,
}

impl<'o> Open<'o> {
    fn new(out: &'o mut String, open: char, close: &'static str) -> Open<'o> {
        out.push(open);
        Open { out, close, is_raw: false }
    }

    /// Opens the object around the content of an enum variant.
    fn variant(out: &'o mut String, variant: &str, open: char, close: &'static str) -> Open<'o> {
        out.push('{');
        name(out, variant);
        Open::new(out, open, close)
    }

    fn element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        comma(self.out);
        value.serialize(Writer { out: self.out, is_raw: false })
    }

    fn member<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
        if self.is_raw {
            return value.serialize(Writer { out: self.out, is_raw: true });
        }
        name(self.out, key);
        value.serialize(Writer { out: self.out, is_raw: false })
    }

    // Closes the brackets.
    #[expect(clippy::unnecessary_wraps, reason = "serde's trait returns a result")]
    fn close(self) -> Result<(), Never> {
        self.out.push_str(self.close);
        Ok(())
    }
}

macro_rules! numbers {
    ($($method:ident: $type:ty => $write:ident),+ $(,)?) => {$(
        #[inline]
        fn $method(self, value: $type) -> Result<(), Never> {
            $write(self.out, value.into());
            Ok(())
        }
    )+};
}

impl<'o> Serializer for Writer<'o> {
    type Ok = ();
    type Error = Never;
    type SerializeSeq = Open<'o>;
    type SerializeTuple = Open<'o>;
    type SerializeTupleStruct = Open<'o>;
    type SerializeTupleVariant = Open<'o>;
    type SerializeMap = Open<'o>;
    type SerializeStruct = Open<'o>;
    type SerializeStructVariant = Open<'o>;

    numbers! {
        serialize_i8: i8 => signed, serialize_i16: i16 => signed, serialize_i32: i32 => signed, serialize_i64: i64 => signed,
        serialize_u8: u8 => number, serialize_u16: u16 => number, serialize_u32: u32 => number, serialize_u64: u64 => number,
    }

    fn serialize_bool(self, value: bool) -> Result<(), Never> {
        self.out.push_str(if value { "true" } else { "false" });
        Ok(())
    }

    fn serialize_f32(self, value: f32) -> Result<(), Never> {
        self.out.push_str(&serde_json::to_string(&value).unwrap_or_default());
        Ok(())
    }

    fn serialize_f64(self, value: f64) -> Result<(), Never> {
        self.out.push_str(&serde_json::to_string(&value).unwrap_or_default());
        Ok(())
    }

    fn serialize_char(self, value: char) -> Result<(), Never> {
        string(self.out, value.encode_utf8(&mut [0; 4]));
        Ok(())
    }

    fn serialize_str(self, value: &str) -> Result<(), Never> {
        if self.is_raw {
            self.out.push_str(value);
        } else {
            string(self.out, value);
        }
        Ok(())
    }

    fn serialize_bytes(self, value: &[u8]) -> Result<(), Never> {
        self.collect_seq(value)
    }

    fn serialize_none(self) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Never> {
        self.out.push_str("null");
        Ok(())
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Never> {
        self.serialize_unit()
    }

    fn serialize_unit_variant(self, _: &'static str, _: u32, variant: &'static str) -> Result<(), Never> {
        self.serialize_str(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(self, _: &'static str, value: &T) -> Result<(), Never> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Never> {
        self.out.push('{');
        name(self.out, variant);
        value.serialize(Writer { out: self.out, is_raw: false })?;
        self.out.push('}');
        Ok(())
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Open<'o>, Never> {
        Ok(Open::new(self.out, '[', "]"))
    }

    fn serialize_tuple(self, _: usize) -> Result<Open<'o>, Never> {
        Ok(Open::new(self.out, '[', "]"))
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Open<'o>, Never> {
        Ok(Open::new(self.out, '[', "]"))
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'o>, Never> {
        Ok(Open::variant(self.out, variant, '[', "]}"))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Open<'o>, Never> {
        Ok(Open::new(self.out, '{', "}"))
    }

    fn serialize_struct(self, name: &'static str, _: usize) -> Result<Open<'o>, Never> {
        if name == RAW {
            return Ok(Open { out: self.out, close: "", is_raw: true });
        }
        Ok(Open::new(self.out, '{', "}"))
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Open<'o>, Never> {
        Ok(Open::variant(self.out, variant, '{', "}}"))
    }
}

macro_rules! open {
    ($($trait:ident::$method:ident),+) => {$(
        impl ser::$trait for Open<'_> {
            type Ok = ();
            type Error = Never;

            fn $method<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
                self.element(value)
            }

            fn end(self) -> Result<(), Never> {
                self.close()
            }
        }
    )+};
    ($($trait:ident),+) => {$(
        impl ser::$trait for Open<'_> {
            type Ok = ();
            type Error = Never;

            fn serialize_field<T: Serialize + ?Sized>(&mut self, key: &'static str, value: &T) -> Result<(), Never> {
                self.member(key, value)
            }

            fn end(self) -> Result<(), Never> {
                self.close()
            }
        }
    )+};
}

open!(
    SerializeSeq::serialize_element,
    SerializeTuple::serialize_element,
    SerializeTupleStruct::serialize_field,
    SerializeTupleVariant::serialize_field
);
open!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for Open<'_> {
    type Ok = ();
    type Error = Never;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Never> {
        comma(self.out);
        key.serialize(Writer { out: self.out, is_raw: false })
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Never> {
        self.out.push(':');
        value.serialize(Writer { out: self.out, is_raw: false })
    }

    fn end(self) -> Result<(), Never> {
        self.close()
    }
}

#[cfg(test)]
mod tests {
    use super::{Raw, raw, text};
    use proptest::prelude::*;
    use serde::Serialize;
    use std::collections::BTreeMap;

    #[derive(Debug, Serialize)]
    #[serde(rename_all = "snake_case")]
    enum Kind {
        Plain,
        Wrapped(u8),
        Pair(i16, char),
        Named { low: i64, high: u64 },
    }

    #[derive(Debug, Serialize)]
    #[serde(tag = "kind")]
    enum Tagged {
        Only { word: &'static str },
    }

    #[derive(Debug, Serialize)]
    struct Nothing;

    #[derive(Debug, Serialize)]
    struct Parts {
        word: String,
        kinds: Vec<Kind>,
        tagged: Tagged,
        none: Option<bool>,
        empty: [u8; 0],
        nothing: (Nothing, (), bool),
        share: (f32, f64),
        rest: BTreeMap<String, Vec<Option<i32>>>,
        #[serde(flatten)]
        more: BTreeMap<&'static str, u32>,
    }

    proptest! {
        #[test]
        fn bytes_are_those_of_serde_json(word in any::<String>(), key in any::<String>(), low: i64, high: u64, share: f64) {
            let parts = Parts {
                word,
                kinds: vec![Kind::Plain, Kind::Wrapped(7), Kind::Pair(-3, '"'), Kind::Named { low, high }],
                tagged: Tagged::Only { word: "\u{1f}\u{8}\u{c}\n" },
                none: None,
                empty: [],
                nothing: (Nothing, (), true),
                share: (0.5, share),
                rest: [(key, vec![Some(i32::MIN), None]), ("[".to_owned(), Vec::new())].into(),
                more: [("ends with {", 0), ("z", u32::MAX)].into(),
            };
            prop_assert_eq!(text(&parts), serde_json::to_string(&parts).expect("JSON"));
        }

        #[test]
        fn every_letter_is_escaped_as_serde_json_does(word in "[\\x00-\\x7f]{0,20}") {
            prop_assert_eq!(text(&word), serde_json::to_string(&word).expect("JSON"));
        }
    }

    #[test]
    fn json_text_stays_as_it_is() {
        let written = r#"{"a": 1.50}"#;
        assert_eq!(text(&[Raw(written)]), format!("[{written}]"));
        let kept = raw(written).expect("JSON");
        assert_eq!(kept.get(), written);
        assert_eq!(text(&(kept, 1)), format!("[{written},1]"));
    }
}
