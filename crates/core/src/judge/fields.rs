//! Applies the field catalogue: types, unconditional requirements, words, forms and unknown keys.

use crate::judge::evaluate::{Shape, shape};
use crate::judge::sets::FieldSets;
use crate::judge::{Detail, ELEMENT, Judge, OWN, Place, REPEATED};
use crate::payload::slots::Value;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::fields::{Field, FieldStatus, Kind, Words};
use crate::rulebook::lifetime::Phase;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::{StateCode, WordList, state_code};
use crate::text::date::Date;
use crate::text::dedup::earlier;
use crate::text::email::{entries, is_email_address};

/// Up to this number of words, comparing each costs less than sorting.
const FEW: usize = 16;

/// Up to this number of unknown keys, each is compared with all others before a rename is
/// suggested. More would not be linear.
const FEW_STRAYS: usize = 16;

impl Judge<'_> {
    pub(crate) fn fields(&mut self) {
        let (product, payload) = (self.case.product, self.case.payload);
        let (sets, given) = (FieldSets::of(product), payload.given());
        // Most fields need no check, because they are absent and not required, or contain plain
        // text.
        let to_judge = (sets.required - given) | (given - (payload.free_text() & sets.plain));
        for key in (sets.own & to_judge.only_fields()).fields() {
            self.field(key, key.field_of(product), payload.value(key));
        }
        for key in (sets.foreign & given.only_fields()).fields() {
            self.passed_over(key, key.field_of(product.map(Product::other)), Code::OtherProduct);
        }
        if self.case.payload.has_repeated() {
            self.repeated();
        }
    }

    /// Reports repeated known keys.
    fn repeated(&mut self) {
        // The fields of one product and those of the other are all fields.
        let product = Some(Product::PolicyLimit);
        for (key, _) in FieldId::of_product(product).chain(FieldId::of_other_product(product)) {
            if self.case.payload.is_repeated(key.slot()) {
                self.find(Place::Field(key), REPEATED, Code::DuplicateKey, None, Detail::None);
            }
        }
    }

    fn field(&mut self, key: FieldId, field: &'static Field, value: Value) {
        let place = Place::Field(key);
        let payload = self.case.payload;
        let is_removed = || self.case.context.phase(field.lifetime) == Phase::Ended;
        match field.status {
            FieldStatus::Deprecated | FieldStatus::Ignored if is_removed() => {
                return self.passed_over(key, field, Code::Removed);
            }
            FieldStatus::Deprecated => return self.passed_over(key, field, Code::Deprecated),
            FieldStatus::Ignored => return self.passed_over(key, field, Code::Ignored),
            FieldStatus::LegacyOnly if self.case.context.surface == Surface::Create => {
                return self.passed_over(key, field, Code::Ignored);
            }
            _ => {}
        }
        let elements = payload.elements_of(value);
        match shape(field.kind, value, elements) {
            Shape::Unset => {
                // A rule that requires the field has reported it already.
                if self.rule_effects.required.contains_field(key) {
                } else if self.case.is_always_required(key) && !self.is_named_otherwise(key) {
                    self.find(place, OWN, Code::Required, Some(field.requirement_id), Detail::None);
                } else if value == Value::Null && !field.nullable {
                    self.find(place, OWN, Code::NullValue, Some(field.requirement_id), Detail::None);
                }
            }
            Shape::Malformed => match (field.kind, elements) {
                (Kind::OneWord(_), [_]) => {
                    let detail = Detail::Expected("string");
                    self.find(
                        Place::Element(key, 0),
                        ELEMENT,
                        Code::WrongType,
                        Some(field.form_requirement_id),
                        detail,
                    );
                }
                (Kind::OneWord(_), [_, _, ..]) => {
                    self.find(place, OWN, Code::WrongLength, Some(field.form_requirement_id), Detail::None);
                }
                (kind, _) => {
                    self.find(
                        place,
                        OWN,
                        Code::WrongType,
                        Some(field.type_requirement_id),
                        Detail::Expected(expected(kind)),
                    );
                }
            },
            Shape::Set if self.rule_effects.forbidden.contains_field(key) => {}
            Shape::Set => match (field.kind, value) {
                (Kind::WordArray(words), _) | (Kind::OneWord(words), Value::Array { .. }) => {
                    self.words(key, field, words, elements);
                }
                (Kind::OneWord(_), _) => {
                    let requirement_id = Some("VER-base_product-string");
                    self.find(place, OWN, Code::StringForm, requirement_id, Detail::None);
                    self.form(place, field, value);
                }
                (Kind::Record(record), Value::Object { number }) => self.record(key, record.fields(), number),
                _ => self.form(place, field, value),
            },
        }
    }

    /// Reports a field whose value is not read if it is set or null, without a check of its type
    /// (D39).
    fn passed_over(&mut self, key: FieldId, field: &'static Field, code: Code) {
        match self.case.payload.value(key) {
            Value::Absent => {}
            Value::Array { empty: true, .. } if field.kind.is_array() => {}
            Value::Blank if field.kind.is_text() => {}
            Value::Null => self.find(Place::Field(key), OWN, Code::NullValue, Some(field.requirement_id), Detail::None),
            _ => self.find(Place::Field(key), OWN, code, Some(field.requirement_id), Detail::None),
        }
    }

    /// Returns `true` if a deprecated name stands in for a field (D16, D42).
    fn is_named_otherwise(&self, key: FieldId) -> bool {
        let name = Some(key.name());
        FieldId::of_product(self.case.product)
            .any(|(alias, field)| field.current_name() == name && self.case.shape(alias) != Shape::Unset)
    }

    fn record(&mut self, record: FieldId, members: &'static [Field], number: u32) {
        let payload = self.case.payload;
        let (sets, given) = (FieldSets::of(self.case.product), payload.given());
        let plain = if payload.has_repeated() { SlotSet::EMPTY } else { sets.plain & payload.free_text() };
        let to_judge = (sets.required - given) | (given - plain);
        for (at, member) in members.iter().enumerate() {
            let slot = record.member_slot(at);
            if !to_judge.contains(slot) {
                continue;
            }
            let place = Place::Member(record, at);
            let value = payload.member(record, at);
            if payload.is_repeated(slot) {
                self.find(place, REPEATED, Code::DuplicateKey, None, Detail::None);
            }
            let detail = Detail::Expected(expected(member.kind));
            match shape(member.kind, value, &[]) {
                _ if member.status == FieldStatus::ReadOnly => {
                    if value != Value::Absent {
                        self.find(place, OWN, Code::ReadOnly, Some(member.requirement_id), Detail::None);
                    }
                }
                // A firm rule has reported it already.
                Shape::Unset if self.rule_effects.required.contains(slot) => {}
                Shape::Set if self.rule_effects.forbidden.contains(slot) => {}
                Shape::Unset if member.is_required => {
                    self.find(place, OWN, Code::Required, Some(member.requirement_id), Detail::None);
                }
                Shape::Unset if value == Value::Null => {
                    self.find(place, OWN, Code::NullValue, Some(member.requirement_id), Detail::None);
                }
                Shape::Unset => {}
                Shape::Malformed => self.find(place, OWN, Code::WrongType, Some(member.type_requirement_id), detail),
                Shape::Set => self.form(place, member, value),
            }
        }
        if !payload.unknown.is_empty() {
            self.strays_of(Some(record), number);
        }
    }

    /// Checks the form of a value of the right type.
    fn form(&mut self, place: Place, field: &'static Field, value: Value) {
        let payload = self.case.payload;
        let Some(text) = payload.text(value) else { return };
        let requirement_id = Some(field.form_requirement_id);
        match field.kind {
            Kind::Date if Date::parse(text).is_none() => {
                self.find(place, OWN, Code::NotADate, requirement_id, Detail::None);
            }
            Kind::State { upper_case } => {
                let code = match (state_code(text), upper_case) {
                    (StateCode::State, _) => return,
                    (StateCode::Unusual, _) => Code::UnusualState,
                    (StateCode::WrongCase, true) => Code::StateNotUpperCase,
                    (StateCode::WrongCase, false) => Code::StateCase,
                    (StateCode::Unknown, _) => Code::UnknownState,
                };
                self.find(place, OWN, code, requirement_id, Detail::None);
            }
            Kind::Emails => {
                let entries = entries(text).enumerate();
                let strange: Vec<usize> =
                    entries.filter(|(_, entry)| !is_email_address(entry)).map(|(at, _)| at).collect();
                if !strange.is_empty() {
                    self.find(place, OWN, Code::NotAnEmail, requirement_id, Detail::Entries(strange));
                }
            }
            Kind::Word(words) | Kind::OneWord(words) => {
                let list = words.of(self.case.product);
                if !self.case.context.lists(list, text) {
                    self.find(place, OWN, unlisted(list), Some(list.requirement_id), Detail::Words(list));
                }
            }
            _ => {}
        }
    }

    fn words(&mut self, key: FieldId, field: &'static Field, words: Words, elements: &[Value]) {
        let payload = self.case.payload;
        let list = words.of(self.case.product);
        let earlier = if elements.len() > FEW {
            earlier(elements, |element| payload.text(*element).map_or((0, ""), |word| (1, word)))
        } else {
            Vec::new()
        };
        let [mut wrong, mut not_listed, mut again] = [0; 3];
        for (at, element) in elements.iter().enumerate() {
            let place = Place::Element(key, at);
            let Some(word) = payload.text(*element) else {
                let detail = Detail::Expected("string");
                self.find_another(&mut wrong, place, ELEMENT, Code::WrongType, Some(field.type_requirement_id), detail);
                continue;
            };
            if !self.case.context.lists(list, word) {
                let detail = Detail::Words(list);
                self.find_another(&mut not_listed, place, ELEMENT, unlisted(list), Some(list.requirement_id), detail);
            }
            let came_before = match elements.get(..at) {
                Some(before) if elements.len() <= FEW => before.iter().any(|one| payload.text(*one) == Some(word)),
                _ => earlier.get(at).is_some_and(|one| *one < at),
            };
            if came_before {
                self.find_another(
                    &mut again,
                    place,
                    ELEMENT,
                    Code::DuplicateWord,
                    Some(field.requirement_id),
                    Detail::None,
                );
            }
        }
    }

    pub(crate) fn strays(&mut self) {
        if !self.case.payload.unknown.is_empty() {
            self.strays_of(None, crate::payload::slots::PAYLOAD);
        }
    }

    fn strays_of(&mut self, record: Option<FieldId>, object: u32) {
        let payload = self.case.payload;
        let (mut unknown, mut repeated) = (0, 0);
        let strays = payload.unknown.iter().enumerate().filter(|(_, stray)| stray.object == object);
        let few = strays.clone().count() <= FEW_STRAYS;
        for (at, stray) in strays {
            let place = Place::Unknown(record, at);
            if stray.repeated {
                self.find_another(&mut repeated, place, REPEATED, Code::DuplicateKey, None, Detail::None);
            }
            let detail = if few { Detail::Few } else { Detail::None };
            self.find_another(&mut unknown, place, OWN, Code::UnknownField, None, detail);
        }
    }
}

fn unlisted(list: &WordList) -> Code {
    if list.open { Code::UnlistedWord } else { Code::UnknownWord }
}

/// Returns the JSON type that a field expects.
fn expected(kind: Kind) -> &'static str {
    match kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) => "string",
        Kind::Boolean => "boolean",
        Kind::Integer => "integer",
        Kind::WordArray(_) => "array_of_strings",
        Kind::OneWord(_) => "string_or_array",
        Kind::Record(_) | Kind::Object => "object",
    }
}
