//! A case from the values of a form, which delivers text.
//!
//! Browsers and form libraries send `"true"`, `"2019"`, one word of a list, and an empty text for
//! every input that was left alone. The field table says which type a value becomes.

use crate::case::input::CaseInput;
use crate::case::repair::known::integer;
use crate::case::states::{FieldRequirement, FieldState, effects, groups};
use crate::context::Context;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::reader::is_blank;
use crate::payload::slots::Payload;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{FieldStatus, Kind};
use crate::text::json::document::{Document, Members};
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::Segment;
use crate::text::json::writer;

/// The texts by which forms send an answer to a question. A box that is ticked sends `on`.
const ANSWERS: [(&str, bool); 8] = [
    ("true", true),
    ("false", false),
    ("on", true),
    ("off", false),
    ("yes", true),
    ("no", false),
    ("1", true),
    ("0", false),
];

/// Returns the case that the values of a form stand for, given as a JSON object: a text for each
/// input, or an array of texts.
///
/// - A text becomes a boolean, a whole number or a list of one where the field has this type.
/// - A list of one text is this text in a field that has no list.
/// - Inputs without an answer are left out, and so is a record without members, unless a rule
///   requires it.
/// - Answers in fields that the form hides now are left out: fields that a rule forbids or nothing
///   reads, and those of the other product.
/// - The name of an input is the field's (`plaintiff_name`). A member is named by its pointer
///   (`/vehicle_information/vin`), `vehicle_information.vin` or `vehicle_information[vin]`, an entry
///   of a list also `add_on_services[]` or `add_on_services[0]`.
///
/// Everything else stays as it is, so that a check reports it. Returns `None` if the text is not a
/// JSON object within the limits of the context.
///
/// ```
/// use casegate::{Context, case_from_form};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let form = r#"{ "case_type": "pl", "is_test": "true", "summary": "",
///     "vehicle_information.vehicle_year": "2019", "defendant_information.city": "" }"#;
/// let case = case_from_form(form, &context).ok_or("not a form")?;
/// assert_eq!(case.get(), r#"{"case_type":"pl","is_test":true,"vehicle_information":{"vehicle_year":2019}}"#);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn case_from_form(form: &(impl CaseInput + ?Sized), context: &Context) -> Option<JsonText> {
    case_of_text(&form.to_text(context), context)
}

pub(crate) fn case_of_text(form: &str, context: &Context) -> Option<JsonText> {
    let Ok(Document::Object(inputs)) = Document::input(form, context) else { return None };
    let mut answers = Answers::of(inputs).0;
    loop {
        // A record without members counts as given, so it is judged as absent first.
        let text = object(answers.iter().filter(|(name, value)| !is_untouched(name, value))).to_string();
        let mut slots = Payload::new();
        if read(&text, context, &mut slots).is_err() {
            break;
        }
        let case = Case::new(&slots, context);
        let effects = effects(&case);
        let states: Vec<FieldState> = groups(case.product).flat_map(|group| group.states(&case, &effects)).collect();
        let hidden = states.iter().filter(|state| hides(state, &case));
        if hidden.filter(|state| remove(&mut answers, &state.path)).count() == 0 {
            let is_required = |name: &str| {
                let of_field = |state: &&FieldState| matches!(&*state.path, [Segment::Key(key)] if key == name);
                states.iter().find(of_field).is_some_and(|state| state.state == FieldRequirement::Required)
            };
            answers.retain(|(name, value)| !is_untouched(name, value) || is_required(name));
            break;
        }
    }
    writer::raw(&object(answers.iter()).to_string())
}

/// The answers by field, in the order of first occurrence.
#[derive(Default)]
struct Answers(Vec<(String, Document)>);

impl Answers {
    fn of(inputs: Members) -> Answers {
        let mut answers = Answers::default();
        let mut places = [None; FieldId::COUNT];
        for (name, value) in inputs {
            let Some((field, part)) = named(&name) else {
                answers.0.push((name, value));
                continue;
            };
            let value = answer(part.kind(field), value);
            // A record whose inputs have no answers is one of the form nevertheless.
            if value.is_none() && !matches!(part, Part::Member(..)) {
                continue;
            }
            let Some(place) = places.get_mut(field.slot()) else { continue };
            let at = *place.get_or_insert_with(|| {
                answers.0.push((field.name().to_owned(), part.around()));
                answers.0.len() - 1
            });
            let given = answers.0.get_mut(at).map(|(_, value)| value);
            match (part, given, value) {
                (_, _, None) => {}
                (Part::Member(_, member), Some(Document::Object(members)), Some(value)) => {
                    members.insert(member, value);
                }
                (Part::Entry, Some(Document::List(entries)), Some(Document::List(more))) => entries.extend(more),
                (Part::Whole, Some(given), Some(value)) => *given = value,
                // The field has a value of another type. It is reported together with this one.
                (_, _, Some(value)) => answers.0.push((name, value)),
            }
        }
        answers
    }
}

/// The part of a field that an input names.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Member(Kind, &'static str),
    Entry,
}

impl Part {
    fn kind(self, field: FieldId) -> Kind {
        match self {
            Part::Member(kind, _) => kind,
            Part::Whole | Part::Entry => field.field().kind,
        }
    }

    /// Returns an empty value that may contain the part.
    fn around(self) -> Document {
        match self {
            Part::Whole => Document::Null,
            Part::Member(..) => Document::Object(Members::default()),
            Part::Entry => Document::List(Vec::new()),
        }
    }
}

/// Returns the field and the part that the name of an input stands for.
fn named(name: &str) -> Option<(FieldId, Part)> {
    let name = name.strip_prefix('/').unwrap_or(name);
    let Some(end) = name.bytes().position(|letter| b"/.[".contains(&letter)) else {
        return Some((lookup(name)?, Part::Whole));
    };
    let field = lookup(name.get(..end)?)?;
    let part = name.get(end + 1..)?;
    let part = part.strip_suffix(']').unwrap_or(part);
    if field.field().kind.is_array() && part.bytes().all(|letter| letter.is_ascii_digit()) {
        return Some((field, Part::Entry));
    }
    let member = field.field().kind.members().get(field.member(part)?)?;
    Some((field, Part::Member(member.kind, member.name)))
}

/// Returns the value of an input in the type of its field, and `None` if it has no answer.
fn answer(kind: Kind, value: Document) -> Option<Document> {
    Some(match (kind, value) {
        (_, Document::Null) => return None,
        (_, Document::Text(text)) if is_blank(&text) => return None,
        (Kind::WordArray(_) | Kind::OneWord(_), value) if is_unanswered(&value) => return None,
        (Kind::WordArray(_) | Kind::OneWord(_), Document::List(entries)) => {
            let given: Vec<Document> = entries.into_iter().filter(|entry| !is_unanswered(entry)).collect();
            if given.is_empty() {
                return None;
            }
            Document::List(given)
        }
        (Kind::WordArray(_) | Kind::OneWord(_), word @ Document::Text(_)) => Document::List(vec![word]),
        // Decoders of forms give a list for each name.
        (
            Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) | Kind::Boolean | Kind::Integer,
            Document::List(mut entries),
        ) if entries.len() == 1 => return answer(kind, entries.remove(0)),
        (Kind::Boolean, Document::Text(text)) => {
            let answer = ANSWERS.iter().find(|(answer, _)| text.trim().eq_ignore_ascii_case(answer));
            answer.map_or(Document::Text(text), |(_, answer)| Document::Boolean(*answer))
        }
        (Kind::Integer, Document::Text(text)) => integer(&text).map_or(Document::Text(text), Document::Number),
        (Kind::Record(record), Document::Object(members)) => {
            let kind = |name: &str| record.fields().iter().find(|member| member.name == name).map(|member| member.kind);
            let members = members.into_iter().filter_map(|(name, value)| match kind(&name) {
                Some(kind) => answer(kind, value).map(|value| (name, value)),
                None => Some((name, value)),
            });
            Document::Object(members.collect())
        }
        (_, value) => value,
    })
}

/// Returns `true` for an entry of a list without an answer: `false` comes from a box that is not
/// ticked.
fn is_unanswered(entry: &Document) -> bool {
    match entry {
        Document::Null | Document::Boolean(false) => true,
        Document::Text(text) => is_blank(text),
        _ => false,
    }
}

/// Returns `true` for a record without members.
fn is_untouched(name: &str, value: &Document) -> bool {
    let is_empty = matches!(value, Document::Object(members) if members.is_empty());
    is_empty && lookup(name).is_some_and(|field| matches!(field.field().kind, Kind::Record(_)))
}

/// Returns `true` if a form does not show the field now. An old field is hidden always, and its
/// answer may count.
fn hides(state: &FieldState, case: &Case<'_>) -> bool {
    match (state.state, &*state.path) {
        (FieldRequirement::Forbidden, _) => true,
        (FieldRequirement::Irrelevant, [Segment::Key(name)]) => lookup(name).is_some_and(|field| {
            let is_own = FieldId::of_product(case.product).any(|(own, _)| own == field);
            if is_own { case.field(field).status == FieldStatus::Current } else { case.product.is_some() }
        }),
        _ => false,
    }
}

/// Removes a field or a member, and returns `true` if it was given.
fn remove(answers: &mut Vec<(String, Document)>, path: &[Segment]) -> bool {
    let (Some(Segment::Key(name)), member) = (path.first(), path.get(1)) else { return false };
    let Some(at) = answers.iter().position(|(known, _)| known == name) else { return false };
    match (answers.get_mut(at), member) {
        (Some((_, Document::Object(members))), Some(Segment::Key(member))) => members.remove(member).is_some(),
        (Some(_), None) => {
            answers.remove(at);
            true
        }
        _ => false,
    }
}

fn object<'a>(members: impl Iterator<Item = &'a (String, Document)>) -> Document {
    Document::Object(Members::of_different(members.cloned().collect()))
}
