//! The payload as it should be sent (D16, D18, D43, D59).
//!
//! Values that are not set, deprecated, ignored or read-only are omitted. All others are retained
//! as submitted, including unknown fields and fields of the other product, except that the deprecated
//! string of a field with one word becomes an array. Numbers and texts are copied verbatim.

use crate::case::input::CaseInput;
use crate::context::{Context, Limits};
use crate::judge::evaluate::{Case, Shape, shape};
use crate::payload::open::read;
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{Field, FieldStatus, Kind};
use crate::rulebook::lifetime::Phase;
use crate::rulebook::surface::Surface;
use crate::text::dedup::{earlier, merge_repeated};
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::{Segment, pointer};
use crate::text::json::scanner::Scanner;
use crate::text::json::writer;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// A prepared payload.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Prepared {
    /// The payload; `None` if it could not be read.
    pub prepared: Option<JsonText>,
    /// The values that were omitted or moved.
    pub omitted: Vec<Omitted>,
}

/// A value that the prepared payload lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Omitted {
    /// Its JSON Pointer.
    pub at: String,
    /// The reason.
    pub reason: Reason,
}

/// The reason why a value was omitted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// The value is empty (D1).
    NotSet,
    /// The field is deprecated and has no effect.
    Deprecated,
    /// The service ignores the field.
    Ignored,
    /// The selected rulebook no longer has the field (D58).
    Removed,
    /// The field occurs only in records that the service returns.
    ReadOnly,
    /// The value moved to the current name.
    Renamed,
    /// A repeated key has a later value.
    Duplicate,
}

/// Prepares a payload for sending.
///
/// ```
/// use casegate::{Context, prepare_case};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let ready = prepare_case(r#"{ "case_type": "pl", "summary": " ", "is_black_card": true }"#, &context);
/// assert_eq!(ready.prepared.ok_or("not readable")?.get(), r#"{"case_type":"pl"}"#);
/// assert_eq!(ready.omitted.len(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn prepare_case(payload: &(impl CaseInput + ?Sized), context: &Context) -> Prepared {
    prepare_text(&payload.to_text(context), context)
}

pub(crate) fn prepare_text(payload: &str, context: &Context) -> Prepared {
    let mut slots = Payload::new();
    match read(payload, context, &mut slots) {
        Ok(()) => prepare(payload, &Case::new(&slots, context)),
        Err(_) => Prepared::default(),
    }
}

/// Prepares a payload that was read. `text` is its text: the values in it are copied, and all
/// decisions are made by the case.
pub(crate) fn prepare(text: &str, case: &Case<'_>) -> Prepared {
    let mut preparation = Preparation { case, out: String::with_capacity(text.len()), omitted: Vec::new() };
    match preparation.payload(text) {
        Some(()) => Prepared { prepared: writer::raw(&preparation.out), omitted: preparation.omitted },
        None => Prepared::default(),
    }
}

struct Preparation<'c> {
    case: &'c Case<'c>,
    out: String,
    omitted: Vec<Omitted>,
}

impl Preparation<'_> {
    fn payload(&mut self, text: &str) -> Option<()> {
        self.out.push('{');
        for (name, raw, repeated) in members(text)? {
            let path = vec![Segment::Key(name.clone().into_owned())];
            if repeated {
                self.omit(&path, Reason::Duplicate);
            }
            let key = lookup(&name);
            match key.and_then(|key| self.reason(key)) {
                Some(reason) => self.omit(&path, reason),
                None => match key.map(|key| (key, self.renamed(key))) {
                    Some((_, Some(current))) => {
                        self.omit(&path, Reason::Renamed);
                        self.member(current.name(), raw);
                    }
                    Some((key, None)) if self.is_own_record(key) => self.record(key, &path, raw)?,
                    Some((key, None)) if self.is_own_string(key) => self.member(&name, &["[", raw, "]"].concat()),
                    _ => self.member(&name, raw),
                },
            }
        }
        self.out.push('}');
        Some(())
    }

    /// Returns the reason why a field is omitted, if it is.
    fn reason(&self, key: FieldId) -> Option<Reason> {
        let field = self.case.field(key);
        let foreign = self.is_foreign(key);
        let shape = if foreign { self.foreign_shape(key) } else { self.case.shape(key) };
        match field.status {
            _ if shape == Shape::Unset => Some(Reason::NotSet),
            _ if foreign => None,
            FieldStatus::Deprecated | FieldStatus::Ignored
                if self.case.context.phase(field.lifetime) == Phase::Ended =>
            {
                Some(Reason::Removed)
            }
            FieldStatus::Deprecated => Some(Reason::Deprecated),
            FieldStatus::Ignored => Some(Reason::Ignored),
            FieldStatus::LegacyOnly if self.case.context.surface == Surface::Create => Some(Reason::Ignored),
            _ => match field.current_name().and_then(lookup).map(|current| self.case.shape(current)) {
                Some(Shape::Set | Shape::Malformed) => Some(Reason::Deprecated),
                _ => None,
            },
        }
    }

    /// Returns the current name of an alias that counts.
    fn renamed(&self, key: FieldId) -> Option<FieldId> {
        self.case.field(key).current_name().filter(|_| !self.is_foreign(key)).and_then(lookup)
    }

    fn is_foreign(&self, key: FieldId) -> bool {
        !FieldId::of_product(self.case.product).any(|(own, _)| own == key)
    }

    fn foreign_shape(&self, key: FieldId) -> Shape {
        let value = self.case.payload.value(key);
        shape(key.field().kind, value, self.case.payload.elements_of(value))
    }

    fn is_own_record(&self, key: FieldId) -> bool {
        let is_object = matches!(self.case.payload.value(key), Value::Object { .. });
        !self.is_foreign(key) && is_object && matches!(key.field().kind, Kind::Record(_))
    }

    /// Returns `true` for the deprecated string form of a field that is an array of one word.
    fn is_own_string(&self, key: FieldId) -> bool {
        let is_text = matches!(self.case.payload.value(key), Value::Text(_));
        !self.is_foreign(key) && is_text && matches!(self.case.field(key).kind, Kind::OneWord(_))
    }

    fn record(&mut self, key: FieldId, path: &[Segment], raw: &str) -> Option<()> {
        self.name(key.name());
        self.out.push('{');
        for (name, raw, repeated) in members(raw)? {
            let mut path = path.to_vec();
            path.push(Segment::Key(name.clone().into_owned()));
            if repeated {
                self.omit(&path, Reason::Duplicate);
            }
            match key.member(&name).and_then(|member| member_reason(self.case.payload, key, member)) {
                Some(reason) => self.omit(&path, reason),
                None => self.member(&name, raw),
            }
        }
        self.out.push('}');
        Some(())
    }

    fn member(&mut self, name: &str, raw: &str) {
        self.name(name);
        compact(raw, &mut self.out);
    }

    fn name(&mut self, name: &str) {
        if !self.out.ends_with('{') {
            self.out.push(',');
        }
        writer::string(&mut self.out, name);
        self.out.push(':');
    }

    fn omit(&mut self, path: &[Segment], reason: Reason) {
        self.omitted.push(Omitted { at: pointer(path), reason });
    }
}

fn member_reason(payload: &Payload<'_>, record: FieldId, member: usize) -> Option<Reason> {
    let field: &Field = record.field().kind.members().get(member)?;
    if field.status == FieldStatus::ReadOnly {
        return Some(Reason::ReadOnly);
    }
    (shape(field.kind, payload.member(record, member), &[]) == Shape::Unset).then_some(Reason::NotSet)
}

/// Copies JSON without the white space between its tokens.
fn compact(raw: &str, out: &mut String) {
    let mut in_text = false;
    let mut escaped = false;
    let mut kept = 0;
    for (at, letter) in raw.bytes().enumerate() {
        if in_text {
            in_text = escaped || letter != b'"';
            escaped = !escaped && letter == b'\\';
        } else if letter == b'"' {
            in_text = true;
        } else if letter.is_ascii_whitespace() {
            out.push_str(raw.get(kept..at).unwrap_or_default());
            kept = at + 1;
        }
    }
    out.push_str(raw.get(kept..).unwrap_or_default());
}

/// A member of an object: its name, the text of its last value, and `true` if the key is repeated.
pub(crate) type Member<'t> = (Cow<'t, str>, &'t str, bool);

/// Returns the members of an object, each name once, in the order of first occurrence.
pub(crate) fn members(text: &str) -> Option<Vec<Member<'_>>> {
    let mut scanner = Scanner::new(text, Limits::MAX_DEPTH);
    let mut members: Vec<Member<'_>> = Vec::new();
    scanner.start().ok()?;
    scanner.enter().ok()?;
    let mut first = true;
    while scanner.more(&mut first, b'}').ok()? {
        members.push((scanner.key().ok()?, scanner.raw().ok()?, false));
    }
    let earlier = earlier(&members, |(name, ..)| (0, name));
    Some(merge_repeated(members, &earlier, |first, (_, raw, _)| (first.1, first.2) = (raw, true)))
}

#[cfg(test)]
mod tests {
    use super::{Reason, prepare};
    use crate::context::Context;
    use crate::judge::evaluate::Case;
    use crate::payload::open::read;
    use crate::payload::slots::Payload;

    #[test]
    fn preparing_does_not_read_the_text_again() {
        let context = Context::without_today();
        let mut payload = Payload::new();
        assert!(read(r#"{ "case_type": "pl", "summary": null }"#, &context, &mut payload).is_ok());
        // Only the payload that was read lacks the summary.
        let ready = prepare(r#"{ "case_type": "pl", "summary": "A crash" }"#, &Case::new(&payload, &context));
        assert_eq!(ready.prepared.map(|prepared| prepared.get().to_owned()).as_deref(), Some(r#"{"case_type":"pl"}"#));
        assert_eq!(ready.omitted.first().map(|omitted| omitted.reason), Some(Reason::NotSet));
    }
}
