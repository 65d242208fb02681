//! Applies the catalogue and the rules to a payload.

use super::evaluate::{Answer, Case, Shape, shape};
use super::{DATE_OF_LOSS_DAYS, INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, LEGACY_SUNSET, Rule, Then};
use crate::carriers::Likeness;
use crate::date::Date;
use crate::email::is_email_address;
use crate::fields::names::Key;
use crate::fields::{Field, Kind, Need, Product, Standing, Value, Words};
use crate::host::Surface;
use crate::issue::Code;
use crate::vocabulary::{COMMERCIAL_PREFIXES, PERSONAL_PREFIXES, StateCode, WordList, state_code};
use std::collections::BTreeSet;

/// A finding, before any words are made for it.
#[derive(Debug)]
pub(crate) struct Finding {
    order: Order,
    pub(crate) code: Code,
    pub(crate) place: Place,
    pub(crate) atom: Option<&'static str>,
    /// The rule, with the number of its clause.
    pub(crate) rule: Option<(&'static Rule, usize)>,
    pub(crate) detail: Detail,
}

/// The catalogue's order (D10, D41): place, then what kind of finding, then element or rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
struct Order(u16, u8, u8, usize);

const LAST_PLACE: u16 = u16::MAX;
const LAST_MEMBER: u8 = u8::MAX;
const REPEATED: u8 = 0;
const OWN: u8 = 1;
const ELEMENT: u8 = 2;
const BY_RULE: u8 = 3;

/// Where a finding is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Place {
    Root,
    Field(Key),
    Element(Key, usize),
    Member(Key, usize),
    /// One of [`crate::fields::Payload::unknown`], with the record that it stands in.
    Unknown(Option<Key>, usize),
}

/// What the words of a finding need besides the place.
#[derive(Debug)]
pub(crate) enum Detail {
    None,
    /// The kind of value that is wanted.
    Expected(&'static str),
    Words(&'static WordList),
    Entries(Vec<usize>),
    Days(i32),
    To(Key),
}

/// How a rule came out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Outcome {
    NotApplicable,
    Inactive,
    Held,
    Blocked(Key),
    Broken,
}

/// The judge's work on one payload.
#[derive(Debug)]
pub(crate) struct Judge<'p> {
    pub(crate) case: Case<'p>,
    pub(crate) findings: Vec<Finding>,
    /// How each rule of [`Case::rules`] came out.
    pub(crate) outcomes: Vec<(&'static Rule, Outcome)>,
    /// Fields that a rule requires, and those that one forbids, a bit for each.
    required: u64,
    forbidden: u64,
}

impl<'p> Judge<'p> {
    pub(crate) fn new(case: Case<'p>) -> Judge<'p> {
        Judge { case, findings: Vec::new(), outcomes: Vec::new(), required: 0, forbidden: 0 }
    }

    /// Judges everything and puts the findings in order.
    pub(crate) fn judge(mut self) -> Judge<'p> {
        self.rules();
        self.fields();
        self.strays();
        if self.findings.len() > 1 {
            self.findings.sort_by_key(|finding| finding.order);
        }
        self
    }

    // --- rules ---

    fn rules(&mut self) {
        let keep = self.case.host.include.ledger;
        for (number, rule) in self.case.rules() {
            let mut outcome = Outcome::NotApplicable;
            for (at, clause) in rule.clauses.iter().enumerate() {
                let required = self.required;
                match self.case.applies(clause, |key| required & bit(key) != 0) {
                    Answer::No => {}
                    Answer::Blocked(key) => outcome = outcome.and(Outcome::Blocked(key)),
                    Answer::Yes => {
                        for (then, atom) in clause.then {
                            outcome = outcome.and(self.hold(*then, atom, (rule, at), number));
                        }
                    }
                }
            }
            if keep {
                self.outcomes.push((rule, outcome));
            }
        }
    }

    fn hold(&mut self, then: Then, atom: &'static str, rule: (&'static Rule, usize), number: usize) -> Outcome {
        let Some(key) = then.target() else {
            return self.sunset(atom, rule, number);
        };
        if let Then::Required(key) | Then::MustBeTrue(key) = then {
            self.required |= bit(key);
        }
        let shape = self.case.shape(key);
        let broken = |judge: &mut Self, code, detail| {
            judge.find_by_rule(Place::Field(key), code, atom, rule, number, detail);
            Outcome::Broken
        };
        match (then, shape) {
            (Then::Required(_) | Then::MustBeTrue(_), Shape::Unset) => broken(self, Code::Required, Detail::None),
            (Then::NotRefused(_), _) if self.case.host.refused.is_empty() => Outcome::Inactive,
            (Then::SpecialtyFee(_), _) if self.case.host.specialty.is_empty() => Outcome::Inactive,
            (Then::NotRefused(_), _) => self.carrier(atom, rule, number),
            (Then::SpecialtyFee(_), _) => Outcome::Held,
            (
                Then::UsdotNumber(_)
                | Then::Forbidden(_)
                | Then::Noted(..)
                | Then::Remarked(..)
                | Then::Alias(..)
                | Then::ProductAgrees(_),
                Shape::Unset,
            ) => Outcome::Held,
            (_, Shape::Unset | Shape::Malformed) => Outcome::Blocked(key),
            (Then::Forbidden(_), Shape::Set) => {
                self.forbidden |= bit(key);
                broken(self, Code::Forbidden, Detail::None)
            }
            (Then::MustBeTrue(_), Shape::Set) => match self.case.payload.value(key) {
                Value::Boolean(false) => broken(self, Code::MustBeTrue, Detail::None),
                _ => Outcome::Held,
            },
            (Then::UsdotNumber(_), Shape::Set) => match self.case.text(key) {
                Some(text) if !is_usdot_number(text) => broken(self, Code::NotAUsdotNumber, Detail::None),
                _ => Outcome::Held,
            },
            (Then::Enrolled(_), Shape::Set) if self.case.host.financing_enrolled => Outcome::Held,
            (Then::Enrolled(_), Shape::Set) => broken(self, Code::FinancingNotEnrolled, Detail::None),
            (Then::Noted(_, code), Shape::Set) => broken(self, code, Detail::None),
            (Then::Remarked(_, code), Shape::Set) => {
                broken(self, code, Detail::None);
                Outcome::Held
            }
            (Then::OneFamily(_), Shape::Set) => match self.families(key) {
                (true, true) => broken(self, Code::MixedFamilies, Detail::None),
                _ => Outcome::Held,
            },
            (Then::WithinDays(_, days), Shape::Set) => match self.age(key) {
                None => Outcome::Blocked(key),
                Some(age) if age > days => broken(self, Code::DateTooOld, Detail::Days(days)),
                Some(age) if age < 0 => broken(self, Code::DateAfterToday, Detail::Days(days)),
                Some(age) => {
                    if age == days {
                        broken(self, Code::DateOnLastDay, Detail::Days(days));
                    }
                    Outcome::Held
                }
            },
            (Then::NotInFuture(_), Shape::Set) => match self.age(key) {
                None => Outcome::Blocked(key),
                Some(age) if age < 0 => broken(self, Code::FutureDate, Detail::None),
                Some(_) => Outcome::Held,
            },
            (Then::Alias(current, alias), Shape::Set) => match self.case.shape(current) {
                Shape::Malformed => Outcome::Blocked(current),
                Shape::Set if self.case.text(current) != self.case.text(alias) => {
                    broken(self, Code::AliasConflict, Detail::To(current))
                }
                _ => broken(self, Code::Alias, Detail::To(current)),
            },
            (Then::ProductAgrees(_), Shape::Set) => match (self.case.text(key), self.case.host.product) {
                (Some(word), Some(path)) if word != path.case_type() && Product::from_case_type(word).is_some() => {
                    broken(self, Code::CaseTypeDisagrees, Detail::None)
                }
                _ => Outcome::Held,
            },
            (Then::Required(_), Shape::Set) | (Then::Sunset, _) => Outcome::Held,
        }
    }

    fn sunset(&mut self, atom: &'static str, rule: (&'static Rule, usize), number: usize) -> Outcome {
        let gone = Date::parse(LEGACY_SUNSET).is_some_and(|sunset| self.case.host.today >= sunset);
        let code = if gone { Code::LegacySunset } else { Code::LegacyDeprecated };
        self.find_by_rule(Place::Root, code, atom, rule, number, Detail::None);
        if gone { Outcome::Broken } else { Outcome::Held }
    }

    fn carrier(&mut self, atom: &'static str, rule: (&'static Rule, usize), number: usize) -> Outcome {
        let Some((key, company)) = self.company() else {
            return Outcome::Blocked(INSURANCE_COMPANY);
        };
        let code = match self.case.host.refused.likeness(company) {
            Likeness::None => return Outcome::Held,
            Likeness::Same => Code::RefusedCarrier,
            Likeness::Similar => Code::SimilarCarrier,
        };
        self.find_by_rule(Place::Field(key), code, atom, rule, number, Detail::None);
        if code == Code::RefusedCarrier { Outcome::Broken } else { Outcome::Held }
    }

    /// The company that counts, and the field that names it (D16).
    pub(crate) fn company(&self) -> Option<(Key, &str)> {
        let named = |key: Key| self.case.text(key).map(|text| (key, text));
        match self.case.shape(INSURANCE_COMPANY) {
            Shape::Set => named(INSURANCE_COMPANY),
            Shape::Unset => named(INSURANCE_COMPANY_NAME),
            Shape::Malformed => None,
        }
    }

    /// Whether a field's words are commercial, and whether they are personal (D15).
    pub(crate) fn families(&self, key: Key) -> (bool, bool) {
        let value = self.case.payload.value(key);
        let single = std::slice::from_ref(&value);
        let words = if matches!(value, Value::Text(_)) { single } else { self.case.payload.elements_of(value) };
        let any = |prefixes: &[&str]| {
            words.iter().any(|word| {
                self.case.payload.text(*word).is_some_and(|word| prefixes.iter().any(|prefix| word.starts_with(prefix)))
            })
        };
        (any(COMMERCIAL_PREFIXES), any(PERSONAL_PREFIXES))
    }

    /// How many days before today a day lies.
    fn age(&self, key: Key) -> Option<i32> {
        self.case.text(key).and_then(Date::parse).map(|day| self.case.host.today.days_since(day))
    }

    // --- fields ---

    fn fields(&mut self) {
        let payload = self.case.payload;
        for (key, field) in Key::of_product(self.case.product) {
            match (payload.value(key), field.kind) {
                // Most fields of a payload are one or the other, and nothing is to be said of them.
                (Value::Absent, _) if field.need != Need::Required => {}
                (Value::Prose, Kind::Text) if field.standing == Standing::Current => {}
                (value, _) => self.field(key, field, value),
            }
        }
        for (key, field) in Key::of_other_product(self.case.product) {
            if payload.value(key) != Value::Absent {
                self.passed_over(key, field, Code::OtherProduct);
            }
        }
        if payload.has_repeated() {
            self.repeated();
        }
    }

    /// Keys that came again, known ones.
    fn repeated(&mut self) {
        let product = self.case.product;
        for (key, _) in Key::of_product(product).chain(Key::of_other_product(product)) {
            if self.case.payload.is_repeated(key.slot()) {
                self.find(Place::Field(key), REPEATED, Code::DuplicateKey, None, Detail::None);
            }
        }
    }

    fn field(&mut self, key: Key, field: &'static Field, value: Value) {
        let place = Place::Field(key);
        let payload = self.case.payload;
        match field.standing {
            Standing::Deprecated => return self.passed_over(key, field, Code::Deprecated),
            Standing::Ignored => return self.passed_over(key, field, Code::Ignored),
            Standing::LegacyOnly if self.case.host.surface == Surface::Create => {
                return self.passed_over(key, field, Code::Ignored);
            }
            _ => {}
        }
        let elements = payload.elements_of(value);
        match shape(field.kind, value, elements) {
            Shape::Unset => {
                // A rule that requires the field has said so already.
                if self.required & bit(key) != 0 {
                } else if self.case.is_always_required(key) && !self.is_named_otherwise(key) {
                    self.find(place, OWN, Code::Required, Some(field.atom), Detail::None);
                } else if value == Value::Null && !field.nullable {
                    self.find(place, OWN, Code::NullValue, Some(field.atom), Detail::None);
                }
            }
            Shape::Malformed => match (field.kind, elements) {
                (Kind::OneWord(_), [_]) => {
                    let detail = Detail::Expected("string");
                    self.find(Place::Element(key, 0), ELEMENT, Code::WrongType, Some(field.form_atom), detail);
                }
                (Kind::OneWord(_), [_, _, ..]) => {
                    self.find(place, OWN, Code::WrongLength, Some(field.form_atom), Detail::None);
                }
                (kind, _) => self.find(place, OWN, Code::WrongType, Some(field.atom), Detail::Expected(expected(kind))),
            },
            Shape::Set if self.forbidden & bit(key) != 0 => {}
            Shape::Set => match (field.kind, value) {
                (Kind::WordArray(words), _) => self.words(key, field, words, elements),
                (Kind::OneWord(words), Value::Array { .. }) => self.words(key, field, words, elements),
                (Kind::OneWord(_), _) => {
                    let atom = Some("VER-base_product-string");
                    self.find(place, OWN, Code::StringForm, atom, Detail::None);
                    self.form(place, field, value);
                }
                (Kind::Record(members), Value::Object { number }) => self.record(key, members, number),
                _ => self.form(place, field, value),
            },
        }
    }

    /// A field whose value is not read: told when it is set, or null, and never type-checked (D39).
    fn passed_over(&mut self, key: Key, field: &'static Field, code: Code) {
        match self.case.payload.value(key) {
            Value::Absent | Value::Array { empty: true, .. } => {}
            Value::Blank if field.kind.is_text() => {}
            Value::Null => self.find(Place::Field(key), OWN, Code::NullValue, Some(field.atom), Detail::None),
            _ => self.find(Place::Field(key), OWN, code, Some(field.atom), Detail::None),
        }
    }

    /// Whether a deprecated name stands in for a field (D16, D42).
    fn is_named_otherwise(&self, key: Key) -> bool {
        let name = key.name();
        Key::of_product(self.case.product).any(|(alias, field)| {
            matches!(field.standing, Standing::AliasOf(current) if current == name)
                && self.case.shape(alias) != Shape::Unset
        })
    }

    fn record(&mut self, record: Key, members: &'static [Field], number: u32) {
        let payload = self.case.payload;
        for (at, member) in members.iter().enumerate() {
            let place = Place::Member(record, at);
            let value = payload.member(record, at);
            match (value, member.kind) {
                (Value::Absent, _) if member.need != Need::Required => continue,
                (Value::Prose, Kind::Text) if !payload.has_repeated() => continue,
                _ => {}
            }
            if payload.is_repeated(record.member_slot(at)) {
                self.find(place, REPEATED, Code::DuplicateKey, None, Detail::None);
            }
            let detail = Detail::Expected(expected(member.kind));
            match shape(member.kind, value, &[]) {
                _ if member.standing == Standing::ReadOnly => {
                    if value != Value::Absent {
                        self.find(place, OWN, Code::ReadOnly, Some(member.atom), Detail::None);
                    }
                }
                Shape::Unset if member.need == Need::Required => {
                    self.find(place, OWN, Code::Required, Some(member.atom), Detail::None);
                }
                Shape::Unset if value == Value::Null => {
                    self.find(place, OWN, Code::NullValue, Some(member.atom), Detail::None);
                }
                Shape::Unset => {}
                Shape::Malformed => self.find(place, OWN, Code::WrongType, Some(member.atom), detail),
                Shape::Set => self.form(place, member, value),
            }
        }
        if !payload.unknown.is_empty() {
            self.strays_of(Some(record), number);
        }
    }

    /// The form of a value of the right type.
    fn form(&mut self, place: Place, field: &'static Field, value: Value) {
        let payload = self.case.payload;
        let Some(text) = payload.text(value) else { return };
        let atom = Some(field.form_atom);
        match field.kind {
            Kind::Date if Date::parse(text).is_none() => self.find(place, OWN, Code::NotADate, atom, Detail::None),
            Kind::State { upper_case } => {
                let code = match (state_code(text), upper_case) {
                    (StateCode::State, _) => return,
                    (StateCode::Unusual, _) => Code::UnusualState,
                    (StateCode::WrongCase, true) => Code::StateNotUpperCase,
                    (StateCode::WrongCase, false) => Code::StateCase,
                    (StateCode::Unknown, _) => Code::UnknownState,
                };
                self.find(place, OWN, code, atom, Detail::None);
            }
            Kind::Emails => {
                let entries = text.split_whitespace().enumerate();
                let strange: Vec<usize> =
                    entries.filter(|(_, entry)| !is_email_address(entry)).map(|(at, _)| at).collect();
                if !strange.is_empty() {
                    self.find(place, OWN, Code::NotAnEmail, atom, Detail::Entries(strange));
                }
            }
            Kind::Word(words) | Kind::OneWord(words) => {
                let list = words.of(self.case.product);
                if !self.case.host.lists(list, text) {
                    self.find(place, OWN, unlisted(list), Some(list.atom), Detail::Words(list));
                }
            }
            _ => {}
        }
    }

    fn words(&mut self, key: Key, field: &'static Field, words: Words, elements: &[Value]) {
        let payload = self.case.payload;
        let list = words.of(self.case.product);
        let mut seen = BTreeSet::new();
        for (at, element) in elements.iter().enumerate() {
            let place = Place::Element(key, at);
            let Some(word) = payload.text(*element) else {
                self.find(place, ELEMENT, Code::WrongType, Some(field.atom), Detail::Expected("string"));
                continue;
            };
            if !self.case.host.lists(list, word) {
                self.find(place, ELEMENT, unlisted(list), Some(list.atom), Detail::Words(list));
            }
            // One word cannot come twice; the set allocates from the second on.
            if elements.len() > 1 && !seen.insert(word) {
                self.find(place, ELEMENT, Code::DuplicateWord, Some(field.atom), Detail::None);
            }
        }
    }

    fn strays(&mut self) {
        if !self.case.payload.unknown.is_empty() {
            self.strays_of(None, crate::fields::PAYLOAD);
        }
    }

    fn strays_of(&mut self, record: Option<Key>, object: u32) {
        let payload = self.case.payload;
        for (at, stray) in payload.unknown.iter().enumerate().filter(|(_, stray)| stray.object == object) {
            let place = Place::Unknown(record, at);
            if stray.repeated {
                self.find(place, REPEATED, Code::DuplicateKey, None, Detail::None);
            }
            self.find(place, OWN, Code::UnknownField, None, Detail::None);
        }
    }

    // --- findings ---

    fn find(&mut self, place: Place, class: u8, code: Code, atom: Option<&'static str>, detail: Detail) {
        let order = self.order(place, class, 0);
        self.findings.push(Finding { order, code, place, atom, rule: None, detail });
    }

    fn find_by_rule(
        &mut self,
        place: Place,
        code: Code,
        atom: &'static str,
        rule: (&'static Rule, usize),
        number: usize,
        detail: Detail,
    ) {
        let order = self.order(place, BY_RULE, number);
        self.findings.push(Finding { order, code, place, atom: Some(atom), rule: Some(rule), detail });
    }

    fn order(&self, place: Place, class: u8, number: usize) -> Order {
        let rank = |key: Key| key.rank(self.case.product);
        let member = |at: usize| u8::try_from(at + 1).unwrap_or(LAST_MEMBER);
        match place {
            Place::Root => Order(0, 0, class, number),
            Place::Field(key) => Order(rank(key), 0, class, number),
            Place::Element(key, at) => Order(rank(key), 0, class, at),
            Place::Member(key, at) => Order(rank(key), member(at), class, number),
            Place::Unknown(Some(key), at) => Order(rank(key), LAST_MEMBER, 0, 2 * at + usize::from(class)),
            Place::Unknown(None, at) => Order(LAST_PLACE, 0, 0, 2 * at + usize::from(class)),
        }
    }
}

impl Outcome {
    /// Of two outcomes of a rule the one that counts for the whole: broken before blocked before held.
    fn and(self, other: Outcome) -> Outcome {
        let weight = |outcome| match outcome {
            Outcome::NotApplicable => 0,
            Outcome::Inactive => 1,
            Outcome::Held => 2,
            Outcome::Blocked(_) => 3,
            Outcome::Broken => 4,
        };
        if weight(other) > weight(self) { other } else { self }
    }
}

fn bit(key: Key) -> u64 {
    1 << key.slot()
}

fn unlisted(list: &WordList) -> Code {
    if list.open { Code::UnlistedWord } else { Code::UnknownWord }
}

/// The kind of JSON value that a field wants.
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

/// `^0*[1-9][0-9]*$` over the whole value, in ASCII (rule 7, D17).
fn is_usdot_number(text: &str) -> bool {
    text.bytes().all(|digit| digit.is_ascii_digit()) && text.bytes().any(|digit| digit != b'0')
}

// Days and keys are compared, never computed with, beyond what these allow.
const _: () = assert!(DATE_OF_LOSS_DAYS > 0);

#[cfg(test)]
mod tests {
    use super::is_usdot_number;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn usdot_numbers_are_those_of_the_specifications_pattern(text in "[0-9a ]{0,6}|[0-9\\n]{0,4}") {
            let pattern = regex::Regex::new(r"\A0*[1-9][0-9]*\z").expect("the pattern");
            prop_assert_eq!(is_usdot_number(&text), pattern.is_match(&text));
        }
    }
}
