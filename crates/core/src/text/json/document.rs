//! A lossless JSON document: member order, all digits of numbers, unknown members. Contexts,
//! records, results and triggers are read into documents. The payload of a case is not; the reader
//! scans it.

use crate::text::dedup::{earlier, merge_repeated};
use crate::text::json::error::{JsonError, JsonErrorKind};
use crate::text::json::integer::whole;
use crate::text::json::pointer::{Segment, pointer};
use crate::text::json::scanner::{Scanner, Start};
use crate::text::json::writer;
use crate::text::json::writer::Raw;
use serde::de::{self, MapAccess, SeqAccess, Visitor};
use serde::ser::{Error, SerializeMap};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::collections::HashSet;
use std::fmt;

/// A JSON value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Document {
    /// `null`.
    Null,
    /// `true` or `false`.
    Boolean(bool),
    /// A number, as written.
    Number(String),
    /// A string.
    Text(String),
    /// An array.
    List(Vec<Document>),
    /// An object.
    Object(Members),
}

/// The members of an object, in the order in which their keys first occur. A repeated key has its
/// last value.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Members(Vec<(String, Document)>);

impl Document {
    /// The deepest nesting that is read.
    pub const MAX_DEPTH: usize = 120;

    /// Parses a text.
    ///
    /// ```
    /// let document = casegate::json::Document::read(r#"{"price": 1.10}"#).map_err(|_| "no JSON")?;
    /// assert_eq!(document.to_string(), r#"{"price":1.10}"#);
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`JsonError`] has the reason, and the position of the first byte that is not JSON.
    pub fn read(text: &str) -> Result<Document, JsonError> {
        Document::read_to(text, Document::MAX_DEPTH)
    }

    pub(crate) fn read_to(text: &str, depth: usize) -> Result<Document, JsonError> {
        let mut scanner = Scanner::new(text, depth);
        let document = Document::next(&mut scanner).and_then(|document| scanner.end().map(|()| document));
        document.map_err(|kind| scanner.error(kind))
    }

    /// Returns the members of an object of which only the beginning is known: those that are followed
    /// by something.
    pub(crate) fn begun(text: &str) -> Members {
        let mut scanner = Scanner::new(text, Document::MAX_DEPTH);
        let (mut members, mut last, mut first) = (Vec::new(), None, true);
        let is_object = scanner.start().is_ok_and(|start| matches!(start, Start::Object)) && scanner.enter().is_ok();
        while let Some(more) = scanner.more(&mut first, b'}').ok().filter(|_| is_object) {
            members.extend(last.take());
            let Some(name) = more.then(|| scanner.key().ok()).flatten().map(Cow::into_owned) else { break };
            let Ok(value) = Document::next(&mut scanner) else { break };
            last = Some((name, value));
        }
        Members::last_of_each(members)
    }

    fn next(scanner: &mut Scanner<'_>) -> Result<Document, JsonErrorKind> {
        Ok(match scanner.start()? {
            Start::Null => scanner.word("null").map(|()| Document::Null)?,
            Start::True => scanner.word("true").map(|()| Document::Boolean(true))?,
            Start::False => scanner.word("false").map(|()| Document::Boolean(false))?,
            Start::Number => Document::Number(scanner.raw()?.to_owned()),
            Start::Text => Document::Text(scanner.string()?.into_owned()),
            Start::Array => {
                scanner.enter()?;
                let (mut list, mut first) = (Vec::new(), true);
                while scanner.more(&mut first, b']')? {
                    list.push(Document::next(scanner)?);
                }
                Document::List(list)
            }
            Start::Object => {
                scanner.enter()?;
                let (mut members, mut first) = (Vec::new(), true);
                while scanner.more(&mut first, b'}')? {
                    let name = scanner.key()?.into_owned();
                    members.push((name, Document::next(scanner)?));
                }
                Document::Object(Members::last_of_each(members))
            }
        })
    }

    /// Returns the pointers of keys that occur before in their object, of which the last one counts.
    ///
    /// ```
    /// use casegate::json::Document;
    ///
    /// assert_eq!(Document::repeated_keys(r#"{"a": [{"b": 1, "b": 2}], "a": 0}"#), ["/a/0/b", "/a"]);
    /// ```
    pub fn repeated_keys(text: &str) -> Vec<String> {
        let mut found = Vec::new();
        // Of a text that is not JSON, those before the error.
        let _ = Document::repeated(&mut Scanner::new(text, Document::MAX_DEPTH), &mut Vec::new(), &mut found);
        found
    }

    fn repeated(
        scanner: &mut Scanner<'_>,
        at: &mut Vec<Segment>,
        found: &mut Vec<String>,
    ) -> Result<(), JsonErrorKind> {
        let start = scanner.start()?;
        let is_object = matches!(start, Start::Object);
        if !is_object && !matches!(start, Start::Array) {
            return scanner.skip();
        }
        scanner.enter()?;
        let (mut seen, mut first, mut position) = (HashSet::new(), true, 0_usize..);
        while scanner.more(&mut first, if is_object { b'}' } else { b']' })? {
            if is_object {
                let key = scanner.key()?;
                at.push(Segment::Key(key.clone().into_owned()));
                if !seen.insert(key) {
                    found.push(pointer(at));
                }
            } else {
                at.push(Segment::Index(position.next().unwrap_or_default()));
            }
            Document::repeated(scanner, at, found)?;
            at.pop();
        }
        Ok(())
    }

    /// Returns the value of a Boolean.
    pub fn as_bool(&self) -> Option<bool> {
        if let Document::Boolean(value) = self { Some(*value) } else { None }
    }

    /// Returns the value of a non-negative whole number.
    pub fn as_u64(&self) -> Option<u64> {
        if let Document::Number(written) = self { u64::try_from(whole(written)?).ok() } else { None }
    }

    pub(crate) fn as_i64(&self) -> Option<i64> {
        if let Document::Number(written) = self { i64::try_from(whole(written)?).ok() } else { None }
    }

    /// Returns the text of a string.
    pub fn as_str(&self) -> Option<&str> {
        if let Document::Text(text) = self { Some(text) } else { None }
    }

    /// Returns the elements of an array.
    pub fn as_list(&self) -> Option<&[Document]> {
        if let Document::List(list) = self { Some(list) } else { None }
    }

    /// Returns the members of an object.
    pub fn as_object(&self) -> Option<&Members> {
        if let Document::Object(members) = self { Some(members) } else { None }
    }

    /// Returns a member of an object.
    pub fn get(&self, name: &str) -> Option<&Document> {
        self.as_object().and_then(|members| members.get(name))
    }

    /// Returns `true` for `null`.
    pub fn is_null(&self) -> bool {
        *self == Document::Null
    }
}

impl Members {
    /// Creates members whose names are known to be distinct.
    pub(crate) fn of_different(members: Vec<(String, Document)>) -> Members {
        Members(members)
    }

    /// The cost is n log n, even for a million keys.
    fn last_of_each(members: Vec<(String, Document)>) -> Members {
        if members.len() < 16 {
            let mut kept: Vec<(String, Document)> = Vec::with_capacity(members.len());
            for (name, value) in members {
                match kept.iter_mut().find(|(known, _)| *known == name) {
                    Some((_, old)) => *old = value,
                    None => kept.push((name, value)),
                }
            }
            return Members(kept);
        }
        let earlier = earlier(&members, |(name, _)| (0, name));
        Members(merge_repeated(members, &earlier, |(_, old), (_, value)| *old = value))
    }

    /// Returns the value of a key.
    pub fn get(&self, name: &str) -> Option<&Document> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value)
    }

    /// Returns all members, in order.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &Document)> {
        self.0.iter().map(|(name, value)| (name.as_str(), value))
    }

    /// Replaces the value of a key in place, or appends the member.
    pub fn insert(&mut self, name: impl Into<String>, value: Document) {
        let name = name.into();
        match self.0.iter_mut().find(|(known, _)| *known == name) {
            Some((_, old)) => *old = value,
            None => self.0.push((name, value)),
        }
    }

    /// Removes a key.
    pub fn remove(&mut self, name: &str) -> Option<Document> {
        let at = self.0.iter().position(|(known, _)| known == name)?;
        Some(self.0.remove(at).1)
    }

    /// Returns the number of members.
    pub fn len(&self) -> usize {
        self.0.len()
    }

    /// Returns `true` if there is no member.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

impl FromIterator<(String, Document)> for Members {
    fn from_iter<I: IntoIterator<Item = (String, Document)>>(members: I) -> Members {
        Members::last_of_each(members.into_iter().collect())
    }
}

impl IntoIterator for Members {
    type Item = (String, Document);
    type IntoIter = std::vec::IntoIter<(String, Document)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl From<&str> for Document {
    fn from(text: &str) -> Document {
        Document::Text(text.to_owned())
    }
}

impl Serialize for Document {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        match self {
            Document::Null => out.serialize_unit(),
            Document::Boolean(value) => out.serialize_bool(*value),
            Document::Number(raw) if is_number(raw) => Raw(raw).serialize(out),
            Document::Number(_) => Err(S::Error::custom("a number is not written as JSON has it")),
            Document::Text(text) => out.serialize_str(text),
            Document::List(list) => out.collect_seq(list),
            Document::Object(members) => members.serialize(out),
        }
    }
}

fn is_number(text: &str) -> bool {
    let mut scanner = Scanner::new(text, 0);
    scanner.start() == Ok(Start::Number) && scanner.number().is_ok() && scanner.end().is_ok()
}

impl Serialize for Members {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let mut map = out.serialize_map(Some(self.0.len()))?;
        for (name, value) in &self.0 {
            map.serialize_entry(name, value)?;
        }
        map.end()
    }
}

/// Reads the values of any format that has those of JSON. A number with a point or an exponent is
/// read as a double; [`Document::read`] retains its digits.
impl<'de> Deserialize<'de> for Document {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Document, D::Error> {
        from.deserialize_any(AnyValue)
    }
}

struct AnyValue;

impl<'de> Visitor<'de> for AnyValue {
    type Value = Document;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a JSON value")
    }

    fn visit_unit<E: de::Error>(self) -> Result<Document, E> {
        Ok(Document::Null)
    }

    fn visit_none<E: de::Error>(self) -> Result<Document, E> {
        Ok(Document::Null)
    }

    fn visit_some<D: Deserializer<'de>>(self, from: D) -> Result<Document, D::Error> {
        from.deserialize_any(self)
    }

    fn visit_bool<E: de::Error>(self, value: bool) -> Result<Document, E> {
        Ok(Document::Boolean(value))
    }

    fn visit_i64<E: de::Error>(self, value: i64) -> Result<Document, E> {
        Ok(Document::Number(value.to_string()))
    }

    fn visit_u64<E: de::Error>(self, value: u64) -> Result<Document, E> {
        Ok(Document::Number(value.to_string()))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<Document, E> {
        let number = serde_json::Number::from_f64(value).ok_or_else(|| E::custom("a number of JSON is finite"))?;
        Ok(Document::Number(number.to_string()))
    }

    fn visit_str<E: de::Error>(self, value: &str) -> Result<Document, E> {
        Ok(Document::from(value))
    }

    fn visit_string<E: de::Error>(self, value: String) -> Result<Document, E> {
        Ok(Document::Text(value))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut elements: A) -> Result<Document, A::Error> {
        let mut list = Vec::new();
        while let Some(element) = elements.next_element()? {
            list.push(element);
        }
        Ok(Document::List(list))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Document, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = entries.next_entry()? {
            members.push(member);
        }
        Ok(Document::Object(Members::last_of_each(members)))
    }
}

/// Writes compact JSON.
impl fmt::Display for Document {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&writer::text(self))
    }
}

#[cfg(test)]
mod tests {
    use super::Document;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn nothing_is_lost(text in r#"\{("[a-d]":(-?[1-9][0-9]{0,20}(\.[0-9]{1,3})?|"[a-z]*"|null|true|\[(1(,"x")?)?\])(,"e":\{\})?)?\}"#) {
            prop_assert_eq!(Document::read(&text).expect("JSON").to_string(), text);
        }
    }

    #[test]
    fn the_last_value_of_a_key_counts_where_the_first_stood() {
        let read = |text: &str| Document::read(text).expect("JSON").to_string();
        assert_eq!(read(r#"{"a":1,"b":2,"a":3}"#), r#"{"a":3,"b":2}"#);
        let many: Vec<String> = (0..40).map(|number| format!("\"k{}\":{number}", number % 20)).collect();
        assert!(read(&format!("{{{}}}", many.join(","))).starts_with(r#"{"k0":20,"k1":21"#));
    }
}
