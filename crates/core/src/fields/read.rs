//! Reads a payload in one pass.
//!
//! The reader knows the field at its key, puts what a rule may need of the value into the field's slot, and passes over
//! the rest. There is no document in between: strings are borrowed from the text, free text is not kept at all.

use super::names::{self, Key};
use super::value::{PAYLOAD, Stray};
use super::{Kind, Payload, Value};
use serde::de::{DeserializeSeed, Deserializer, Error, MapAccess, SeqAccess, Visitor};
use std::borrow::Cow;
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;
use std::fmt;

/// Why a payload could not be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Obstacle {
    NotAnObject,
    TooDeep,
}

/// Reads a payload from anything that serde reads. After an error, `obstacle` tells whether it was ours.
pub(crate) struct Reader<'p, 'de> {
    pub(crate) payload: &'p mut Payload<'de>,
    pub(crate) depth: usize,
    pub(crate) obstacle: &'p mut Option<Obstacle>,
}

impl<'de> DeserializeSeed<'de> for Reader<'_, 'de> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Reader<'_, 'de> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        let mut fields = Fields { payload: self.payload, object: PAYLOAD, limit: self.depth, obstacle: self.obstacle };
        fields.read(map, names::lookup, |key| Place { slot: key.slot(), kind: key.field().kind, key: Some(key) })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<(), A::Error> {
        *self.obstacle = Some(Obstacle::NotAnObject);
        let mut obstacle = None;
        while seq.next_element_seed(Skip { depth: 2, limit: self.depth, obstacle: &mut obstacle })?.is_some() {}
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        self.not_an_object()
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        self.not_an_object()
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        self.not_an_object()
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        self.not_an_object()
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        self.not_an_object()
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.not_an_object()
    }
}

impl Reader<'_, '_> {
    // Reading goes on, so that a text that is no JSON after all is told as such.
    #[allow(clippy::unnecessary_wraps)]
    fn not_an_object<E>(self) -> Result<(), E> {
        *self.obstacle = Some(Obstacle::NotAnObject);
        Ok(())
    }
}

/// Where a known key's value goes.
struct Place {
    slot: usize,
    kind: Kind,
    /// The key, for the payload's own fields; members of records hold nothing that has members.
    key: Option<Key>,
}

/// Reads the members of one object: the payload's own or a record's.
struct Fields<'p, 'de> {
    payload: &'p mut Payload<'de>,
    object: u32,
    limit: usize,
    obstacle: &'p mut Option<Obstacle>,
}

impl<'de> Fields<'_, 'de> {
    /// `find` knows the names, `place` tells where a found one is kept.
    fn read<A: MapAccess<'de>, N>(
        &mut self,
        mut map: A,
        find: impl Fn(&str) -> Option<N> + Copy,
        place: impl Fn(N) -> Place,
    ) -> Result<(), A::Error> {
        let depth = if self.object == PAYLOAD { 2 } else { 3 };
        let mut strangers = BTreeMap::new();
        while let Some(name) = map.next_key_seed(Name(find))? {
            match name {
                Found::Known(found) => {
                    let Place { slot, kind, key } = place(found);
                    if *self.payload.at(slot) != Value::Absent {
                        self.payload.mark_repeated(slot);
                        if let Some(record) = key {
                            self.payload.clear_members(record);
                        }
                    }
                    let seed = FieldValue {
                        payload: self.payload,
                        obstacle: self.obstacle,
                        key,
                        kind,
                        depth,
                        limit: self.limit,
                    };
                    let value = map.next_value_seed(seed)?;
                    if let Some(kept) = self.payload.slots.get_mut(slot) {
                        *kept = value;
                    }
                }
                Found::Unknown(name) => {
                    map.next_value_seed(Skip { depth, limit: self.limit, obstacle: self.obstacle })?;
                    let next = self.payload.unknown.len();
                    match strangers.entry(name) {
                        Entry::Vacant(first) => {
                            let name = first.key().clone();
                            self.payload.unknown.push(Stray { object: self.object, name, repeated: false });
                            first.insert(next);
                        }
                        Entry::Occupied(told) => {
                            if let Some(stray) = self.payload.unknown.get_mut(*told.get()) {
                                stray.repeated = true;
                            }
                        }
                    }
                }
            }
        }
        Ok(())
    }
}

/// Reads a key and finds its row, without keeping it where there is one.
struct Name<F>(F);

enum Found<'de, N> {
    Known(N),
    Unknown(Cow<'de, str>),
}

impl<'de, N, F: Fn(&str) -> Option<N>> DeserializeSeed<'de> for Name<F> {
    type Value = Found<'de, N>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Self::Value, D::Error> {
        from.deserialize_str(self)
    }
}

impl<'de, N, F: Fn(&str) -> Option<N>> Visitor<'de> for Name<F> {
    type Value = Found<'de, N>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a key")
    }

    fn visit_borrowed_str<E>(self, name: &'de str) -> Result<Self::Value, E> {
        Ok((self.0)(name).map_or(Found::Unknown(Cow::Borrowed(name)), Found::Known))
    }

    fn visit_str<E>(self, name: &str) -> Result<Self::Value, E> {
        Ok((self.0)(name).map_or_else(|| Found::Unknown(Cow::Owned(name.to_owned())), Found::Known))
    }
}

/// Reads the value of a known field.
struct FieldValue<'p, 'de> {
    payload: &'p mut Payload<'de>,
    obstacle: &'p mut Option<Obstacle>,
    key: Option<Key>,
    kind: Kind,
    depth: usize,
    limit: usize,
}

impl FieldValue<'_, '_> {
    fn keeps_text(&self) -> bool {
        match self.kind {
            Kind::Text => self.key.is_some_and(|key| crate::rules::READ_AS_TEXT.contains(&key)),
            // Words in an array where one word stands are a wrong type for one product and the old form for the other.
            kind => kind.is_text() || kind.words().is_some(),
        }
    }
}

impl<'de> DeserializeSeed<'de> for FieldValue<'_, 'de> {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value<'de>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for FieldValue<'_, 'de> {
    type Value = Value<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value<'de>, E> {
        Ok(Value::Integer)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(number(value))
    }

    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(match text_value(text) {
            None if self.keeps_text() => Value::Text(Cow::Borrowed(text)),
            other => other.unwrap_or(Value::Prose),
        })
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(match text_value(text) {
            None if self.keeps_text() => Value::Text(Cow::Owned(text.to_owned())),
            other => other.unwrap_or(Value::Prose),
        })
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Value<'de>, A::Error> {
        within(self.depth, self.limit, self.obstacle)?;
        let start = self.payload.elements.len();
        let mut empty = true;
        if self.kind.words().is_some() {
            loop {
                let element = Element { depth: self.depth + 1, limit: self.limit, obstacle: self.obstacle };
                let Some(value) = seq.next_element_seed(element)? else { break };
                if self.payload.elements.is_empty() {
                    // One allocation serves the arrays of an ordinary payload.
                    self.payload.elements.reserve(16);
                }
                self.payload.elements.push(value);
                empty = false;
            }
        } else {
            while seq
                .next_element_seed(Skip { depth: self.depth + 1, limit: self.limit, obstacle: self.obstacle })?
                .is_some()
            {
                empty = false;
            }
        }
        Ok(Value::Array { start, end: self.payload.elements.len(), empty })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value<'de>, A::Error> {
        within(self.depth, self.limit, self.obstacle)?;
        let number = self.payload.next_object();
        match (self.kind, self.key) {
            (Kind::Record(members), Some(key)) => {
                let mut fields =
                    Fields { payload: self.payload, object: number, limit: self.limit, obstacle: self.obstacle };
                fields.read(
                    map,
                    |name| names::lookup_member(members, name),
                    |member| Place {
                        slot: key.member_slot(member),
                        kind: members.get(member).map_or(Kind::Text, |field| field.kind),
                        key: None,
                    },
                )?;
            }
            _ => Skip { depth: self.depth, limit: self.limit, obstacle: self.obstacle }.members(map)?,
        }
        Ok(Value::Object { number })
    }
}

/// `None` where the text is visible.
fn text_value<'de>(text: &str) -> Option<Value<'de>> {
    let blank = match text.as_bytes().first() {
        Some(first) if first.is_ascii_graphic() => false,
        _ => text.chars().all(char::is_whitespace),
    };
    blank.then_some(Value::Blank)
}

#[allow(clippy::float_cmp)]
fn number<'de>(value: f64) -> Value<'de> {
    if value.trunc() == value { Value::Integer } else { Value::Fraction }
}

/// Reads an element of an array of words.
struct Element<'p> {
    depth: usize,
    limit: usize,
    obstacle: &'p mut Option<Obstacle>,
}

impl<'de> DeserializeSeed<'de> for Element<'_> {
    type Value = Value<'de>;

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<Value<'de>, D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Element<'_> {
    type Value = Value<'de>;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("an element")
    }

    fn visit_unit<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_none<E>(self) -> Result<Value<'de>, E> {
        Ok(Value::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Value<'de>, E> {
        Ok(Value::Boolean(value))
    }

    fn visit_i64<E>(self, _: i64) -> Result<Value<'de>, E> {
        Ok(Value::Integer)
    }

    fn visit_u64<E>(self, _: u64) -> Result<Value<'de>, E> {
        Ok(Value::Integer)
    }

    fn visit_f64<E>(self, value: f64) -> Result<Value<'de>, E> {
        Ok(number(value))
    }

    // A blank element is a word like any other, and unlisted (D41).
    fn visit_borrowed_str<E>(self, text: &'de str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Borrowed(text)))
    }

    fn visit_str<E>(self, text: &str) -> Result<Value<'de>, E> {
        Ok(Value::Text(Cow::Owned(text.to_owned())))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, seq: A) -> Result<Value<'de>, A::Error> {
        Skip { depth: self.depth, limit: self.limit, obstacle: self.obstacle }.visit_seq(seq)?;
        Ok(Value::Array { start: 0, end: 0, empty: true })
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Value<'de>, A::Error> {
        Skip { depth: self.depth, limit: self.limit, obstacle: self.obstacle }.visit_map(map)?;
        Ok(Value::Object { number: PAYLOAD })
    }
}

/// Passes over a value, counting its depth. `depth` is the value's own, should it be an array or an object.
struct Skip<'p> {
    depth: usize,
    limit: usize,
    obstacle: &'p mut Option<Obstacle>,
}

fn within<E: Error>(depth: usize, limit: usize, obstacle: &mut Option<Obstacle>) -> Result<(), E> {
    if depth > limit {
        *obstacle = Some(Obstacle::TooDeep);
        return Err(E::custom("too deep"));
    }
    Ok(())
}

impl Skip<'_> {
    fn inner(&mut self) -> Skip<'_> {
        Skip { depth: self.depth + 1, limit: self.limit, obstacle: self.obstacle }
    }

    fn members<'de, A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        while map.next_key_seed(self.inner())?.is_some() {
            map.next_value_seed(self.inner())?;
        }
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Skip<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, from: D) -> Result<(), D::Error> {
        from.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Skip<'_> {
    type Value = ();

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("anything")
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_none<E>(self) -> Result<(), E> {
        Ok(())
    }

    fn visit_bool<E>(self, _: bool) -> Result<(), E> {
        Ok(())
    }

    fn visit_i64<E>(self, _: i64) -> Result<(), E> {
        Ok(())
    }

    fn visit_u64<E>(self, _: u64) -> Result<(), E> {
        Ok(())
    }

    fn visit_f64<E>(self, _: f64) -> Result<(), E> {
        Ok(())
    }

    fn visit_str<E>(self, _: &str) -> Result<(), E> {
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        within(self.depth, self.limit, self.obstacle)?;
        while seq.next_element_seed(self.inner())?.is_some() {}
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<(), A::Error> {
        within(self.depth, self.limit, self.obstacle)?;
        self.members(map)
    }
}
