//! An edit of the payload: the form takes the text, and only what it changed is read anew.

use super::form::{Form, Stand, parse, value};
use super::judged::Change;
use super::{Session, SessionError};
use crate::fields::names::{Key, lookup};
use crate::fields::read::{read, read_field};
use crate::fields::{Payload, Value};
use crate::host::Host;
use crate::rules::evaluate::Case;
use crate::rules::judge::bit;

impl Session {
    /// Changes the payload, and answers with what has to be judged again.
    pub(super) fn write(&mut self, at: &str, text: Option<&str>) -> Result<Change, SessionError> {
        let depth = self.host.limits.depth;
        let (name, member) = parse(at)?;
        let stand = member.as_deref().map_or(Stand::Field, Stand::Member);
        let above = if member.is_some() { 2 } else { 1 };
        if above > depth && text.is_some() {
            return Err(SessionError::TooDeep);
        }
        let text = text.map(|text| value(text, depth.saturating_sub(above))).transpose()?;
        let raw = self.form.with(&name, stand, text)?;
        let key = lookup(&name);
        let before = self.form.put(&name, raw);
        if self.form.bytes() > self.host.limits.text_bytes {
            self.form.put(&name, before);
            return Err(SessionError::TooLarge);
        }
        Ok(match key {
            Some(key) => self.read(key, &name),
            None => self.read_all(Change::NONE.with_strays()),
        })
    }

    /// Reads one field anew.
    fn read(&mut self, key: Key, name: &str) -> Change {
        let old = self.payload.value(key);
        let shapes_of = |payload: &Payload<'_>| {
            let case = Case::new(payload, &self.host);
            (case.shape(key), case.unset_members(key))
        };
        let old_shapes = shapes_of(&self.payload);
        let has_strays = |value: Value, payload: &Payload<'_>| match value {
            Value::Object { number } => payload.unknown.iter().any(|stray| stray.object == number),
            _ => false,
        };
        if has_strays(old, &self.payload) {
            return self.read_all(Change::of(bit(key)).with_strays());
        }
        let depth = self.host.limits.depth;
        let text = self.payload.text(old).map(str::to_owned);
        let is_known = if let Some(raw) = self.form.get(name) {
            read_field(raw, depth, self.host.house.keeps, key, &mut self.payload)
        } else {
            self.payload.forget(key);
            true
        };
        // Texts that no slot names any more are let go now and then, at a cost that spreads over the edits before.
        if !is_known || self.payload.kept() > 4 * Key::COUNT + 2 * self.judged.kept_when_read() {
            let change = Change::of(bit(key));
            return self.read_all(if is_known { change } else { change.with_strays() });
        }
        let new = self.payload.value(key);
        let is_same = match (old, new) {
            (Value::Text(_), Value::Text(_)) => text.as_deref() == self.payload.text(new),
            (Value::Array { .. } | Value::Object { .. }, _) => false,
            (old, new) => old == new,
        };
        match (is_same, old_shapes == shapes_of(&self.payload)) {
            (true, _) => Change::NONE,
            (false, true) => Change::of(bit(key)).in_shape(),
            (false, false) => Change::of(bit(key)),
        }
    }

    /// Reads the whole payload anew.
    fn read_all(&mut self, change: Change) -> Change {
        let before = records_with_strays(&self.payload);
        self.payload = reread(&self.form, &self.host);
        self.judged.note_kept(self.payload.kept());
        change.and(Change::of(before | records_with_strays(&self.payload)))
    }
}

/// The fields whose records hold keys that the catalogue does not know; their findings number these throughout.
fn records_with_strays(payload: &Payload<'_>) -> u64 {
    if payload.unknown.is_empty() {
        return 0;
    }
    let has_strays = |object: u32| payload.unknown.iter().any(|stray| stray.object == object);
    let keys = (0..Key::COUNT).filter_map(Key::of_slot);
    let with = keys.filter(|key| matches!(payload.value(*key), Value::Object { number } if has_strays(number)));
    with.fold(0, |set, key| set | bit(key))
}

/// A form was readable part by part, and within the limits; so it is as a whole.
pub(super) fn reread(form: &Form, host: &Host) -> Payload<'static> {
    let text = form.text();
    let mut payload = Payload::new();
    match read(&text, host.limits.depth, host.house.keeps, &mut payload) {
        Ok(()) => payload.into_owned(),
        Err(_) => Payload::empty(),
    }
}
