//! Edits of the payload. The form stores the new text, and only the changed part is re-read.

use crate::case::session::Session;
use crate::case::session::error::SessionError;
use crate::case::session::form::{Name, parse, value};
use crate::case::session::judged::Change;
use crate::case::session::judged::reread;
use crate::judge::evaluate::{Case, shape};
use crate::payload::reader::{read_field, read_slot};
use crate::payload::slots::{Payload, Value};
use crate::rulebook::fields::Kind;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::sets::FieldSet;
use crate::text::suggest::nearest;

impl Session {
    /// Changes the payload. Returns the parts to judge again.
    pub(crate) fn write(&mut self, at: &str, text: Option<&str>) -> Result<Change, SessionError> {
        let depth = self.context.limits.depth;
        let (name, member) = parse(at)?;
        let above = if member.is_some() { 2 } else { 1 };
        if above > depth && text.is_some() {
            return Err(SessionError::TooDeep);
        }
        let text = text.map(|text| value(text, depth.saturating_sub(above))).transpose()?;
        let name = Name::of(&name);
        self.find(name, member.as_deref())?;
        if let (Some(key), Some(member)) = (name.key, &member) {
            // A member makes a record of a field without a value.
            let is_record = matches!(key.field().kind, Kind::Record(_) | Kind::Object);
            if !is_record && self.field(name.name).is_none_or(|value| value.get(member).is_none()) {
                return Err(SessionError::NotARecord);
            }
        }
        match &member {
            Some(member) => self.form.put_member(name, member, text)?,
            None => self.form.put(name, text)?,
        }
        let Some(key) = name.key else { return Ok(self.read_all(Change::NONE.with_strays())) };
        let alone = match &member {
            Some(member) => self.read_member(key, member, text),
            None => self.read_text(key, None, text),
        };
        let change = alone.unwrap_or_else(|| self.read(key, name));
        // Unused texts are released from time to time, at a cost that spreads over the edits
        // before.
        let is_full = self.payload.kept() > 4 * FieldId::COUNT + 2 * self.judged.kept_when_read();
        Ok(if is_full { self.read_all(change) } else { change })
    }

    /// Returns an error for a name that neither the rulebook nor the payload has.
    pub(crate) fn find(&self, name: Name<'_>, member: Option<&str>) -> Result<(), SessionError> {
        let near = match (name.key, member) {
            (None, _) if self.form.get(name).is_none() => {
                nearest(name.name, FieldId::of_product(self.case().product).map(|(_, field)| field.name))
            }
            (Some(key), Some(member))
                if matches!(key.field().kind, Kind::Record(_)) && key.member(member).is_none() =>
            {
                if self.field(name.name).is_some_and(|record| record.get(member).is_some()) {
                    return Ok(());
                }
                nearest(member, key.field().kind.members().iter().map(|member| member.name))
            }
            _ => return Ok(()),
        };
        Err(SessionError::UnknownField { near })
    }

    /// Re-reads one member of a record. Returns `None` without reading if more than the member may
    /// have changed.
    fn read_member(&mut self, record: FieldId, member: &str, text: Option<&str>) -> Option<Change> {
        let at = record.member(member)?;
        let is_record = matches!(self.payload.value(record), Value::Object { .. });
        // The form keeps one value of a repeated key, so the finding about the others disappears.
        if !is_record || self.has_strays(record) || self.payload.has_repeated() {
            return None;
        }
        self.read_text(record, Some(at), text)
    }

    /// Re-reads a string or a cleared value into its slot. Returns `None` if the value has another
    /// type, now or before.
    fn read_text(&mut self, key: FieldId, member: Option<usize>, text: Option<&str>) -> Option<Change> {
        let slot = member.map_or(key.slot(), |at| key.member_slot(at));
        let old = self.payload.at(slot);
        if matches!(old, Value::Object { .. }) {
            return None;
        }
        if !read_slot(text, self.context.house.retained_text, slot, &mut self.payload)? {
            return Some(Change::NONE);
        }
        let field = self.case().field(key).kind;
        let kind = member.and_then(|at| field.members().get(at)).map_or(field, |member| member.kind);
        let shape = |value| shape(kind, value, self.payload.elements_of(value));
        Some(change(key, false, shape(old) == shape(self.payload.at(slot))))
    }

    /// Re-reads one field.
    fn read(&mut self, key: FieldId, name: Name<'_>) -> Change {
        if self.has_strays(key) {
            return self.read_all(Change::of(FieldSet::of(key)).with_strays());
        }
        let old = self.payload.value(key);
        let old_shape = self.case().shape(key);
        if let Some(raw) = self.form.get(name) {
            if !read_field(&raw, self.context.limits.depth, self.context.house.retained_text, key, &mut self.payload) {
                return self.read_all(Change::of(FieldSet::of(key)).with_strays());
            }
        } else {
            self.payload.forget(key);
        }
        let has_parts = matches!(old, Value::Array { .. } | Value::Object { .. });
        let is_same = !has_parts && self.payload.value(key) == old;
        // A record that is set as a whole may have other members than before.
        let is_record = matches!(self.payload.value(key), Value::Object { .. });
        change(key, is_same, !is_record && self.case().shape(key) == old_shape)
    }

    fn case(&self) -> Case<'_> {
        Case::new(&self.payload, &self.context)
    }

    /// Returns `true` if a field contains unknown keys.
    fn has_strays(&self, key: FieldId) -> bool {
        match self.payload.value(key) {
            Value::Object { number } => self.payload.unknown.iter().any(|stray| stray.object == number),
            _ => false,
        }
    }

    /// Re-reads the whole payload.
    fn read_all(&mut self, change: Change) -> Change {
        let before = records_with_strays(&self.payload);
        self.payload = reread(&self.form, &self.context);
        self.judged.note_kept(self.payload.kept());
        change.and(Change::of(before | records_with_strays(&self.payload)))
    }
}

/// Returns the parts to judge after a field or its member was re-read.
fn change(key: FieldId, is_same: bool, is_in_shape: bool) -> Change {
    match (is_same, is_in_shape) {
        (true, _) => Change::NONE,
        (false, true) => Change::of(FieldSet::of(key)).in_shape(),
        (false, false) => Change::of(FieldSet::of(key)),
    }
}

/// Returns the fields whose records contain unknown keys. Findings number these keys through the
/// whole payload.
fn records_with_strays(payload: &Payload<'_>) -> FieldSet {
    if payload.unknown.is_empty() {
        return FieldSet::EMPTY;
    }
    let has_strays = |object: u32| payload.unknown.iter().any(|stray| stray.object == object);
    FieldId::all().filter(|key| matches!(payload.value(*key), Value::Object { number } if has_strays(number))).collect()
}
