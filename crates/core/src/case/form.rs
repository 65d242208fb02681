//! A case from the values of a form, which delivers text.
//!
//! Browsers and form libraries send `"true"`, `"2019"`, one word of a list, and an empty text for
//! every input that was left alone. The field table says which type a value becomes.

use crate::case::input::CaseInput;
use crate::case::repair::known::{integer, plain_word};
use crate::case::states::{FieldRequirement, FieldState, states};
use crate::context::Context;
use crate::judge::evaluate::Case;
use crate::payload::open::read;
use crate::payload::reader::is_blank;
use crate::payload::slots::Payload;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::{Field, Kind, Words};
use crate::rulebook::informal::rewritten;
use crate::rulebook::product::Product;
use crate::rulebook::rules::USDOT_NUMBER;
use crate::text::clean::cleaned;
use crate::text::json::document::{Document, Members};
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::{Segment, pointer};
use crate::text::json::writer;
use serde::{Deserialize, Serialize, Serializer};

/// The texts by which forms send an answer to a question. A box that is ticked sends `on`.
const ANSWERS: [(&str, bool); 11] = [
    ("true", true),
    ("false", false),
    ("on", true),
    ("off", false),
    ("yes", true),
    ("sí", true),
    ("SÍ", true),
    ("si", true),
    ("no", false),
    ("1", true),
    ("0", false),
];

/// The parts of a request to create a case that are not in the case.
const BESIDE_THE_CASE: [&str; 2] = ["files", "labels"];

/// Inputs that frameworks and captchas add to a form, besides those whose names begin with `$` or `_`.
const PAGE_INPUTS: [&str; 9] = [
    "authenticity_token",
    "cf-turnstile-response",
    "commit",
    "csrf",
    "csrf_token",
    "csrfmiddlewaretoken",
    "g-recaptcha-response",
    "h-captcha-response",
    "utf8",
];

/// The case of a form.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FormCase {
    /// The case; `None` if the values are no JSON object within the limits of the context.
    pub case: Option<JsonText>,
    /// What the form has and the case lacks (D54).
    pub omitted: Vec<FormOmission>,
}

/// An input or a value of a form that its case lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FormOmission {
    /// Its JSON Pointer: the place in the case, or else the name of the input.
    pub at: String,
    /// The reason.
    pub reason: FormReason,
}

/// The reason why a case lacks an input or a value of its form.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FormReason {
    /// It has no answer (D1).
    NotSet,
    /// A rule forbids the field in this case.
    Forbidden,
    /// The word is one of the other product.
    OtherProduct,
    /// Another input with another answer stands for the same place.
    Duplicate,
    /// A framework added the input to the form.
    PageInput,
    /// Files and their labels are sent beside the case.
    BesideTheCase,
}

/// Returns the case that the values of a form stand for, given as a JSON object: a text for each
/// input, or an array of texts.
///
/// - A text becomes a boolean, a whole number or a list where the field has this type.
/// - A listed word, a date, a state, a USDOT number and a list of email addresses are written as the
///   service reads them if they have one meaning, without letters that nobody sees (D56): `March 15, 2026` becomes `2026-03-15`, `Georgia` `GA`,
///   `USDOT 1234567` `1234567`, and `Ada <a@firm.example>, b@firm.example` the two addresses with a
///   space between. To show a person how an answer is understood, pass that answer alone.
/// - A list is its only text in a field that has no list; of a question's answers, one `true` counts.
/// - Inputs without an answer are left out, and so is a record without members, unless a rule
///   requires it.
/// - Answers that a rule forbids in this case are left out, and so are the words of the other product
///   in a list. An answer that is merely not asked for stays.
/// - The name of an input is the field's (`plaintiff_name`). A member is named by its pointer
///   (`/vehicle_information/vin`), `vehicle_information.vin` or `vehicle_information[vin]`, an entry
///   of a list also `add_on_services[]` or `add_on_services[0]`.
///
/// Inputs that frameworks add, such as tokens against forgery, are left out, and so are `files` and
/// `labels`, which are sent beside the case. Whatever is left out is in
/// [`omitted`](FormCase::omitted) with its reason, except blank entries of a list with answers (D54).
/// Everything else stays as it is, so that a check reports it.
///
/// ```
/// use casegate::{Context, case_from_form};
///
/// let context = Context::new("2026-03-01".parse()?);
/// let form = r#"{ "case_type": "pl", "is_test": "true", "summary": "",
///     "vehicle_information.vehicle_year": "2019", "defendant_information.city": "" }"#;
/// let read = case_from_form(form, &context);
/// let case = read.case.ok_or("not a form")?;
/// assert_eq!(case.get(), r#"{"case_type":"pl","is_test":true,"vehicle_information":{"vehicle_year":2019}}"#);
/// let omitted: Vec<&str> = read.omitted.iter().map(|omitted| omitted.at.as_str()).collect();
/// assert_eq!(omitted, ["/summary", "/defendant_information/city", "/defendant_information"]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn case_from_form(form: &(impl CaseInput + ?Sized), context: &Context) -> FormCase {
    case_of_text(&form.to_text(context), context)
}

pub(crate) fn case_of_text(form: &str, context: &Context) -> FormCase {
    let Ok(Document::Object(inputs)) = Document::input(form, context) else { return FormCase::default() };
    let mut omitted = Omissions(Vec::new());
    let mut answers = answers(inputs, &mut omitted);
    loop {
        // A record without members counts as given, so it is judged as absent first.
        let text = writer::text(&Written(&answers, |name, value| !is_untouched(name, value)));
        let mut slots = Payload::new();
        if read(&text, context, &mut slots).is_err() {
            break;
        }
        let case = Case::new(&slots, context);
        if remove_foreign_words(&mut answers, &case, &mut omitted) {
            continue;
        }
        let states = states(&case);
        let is_forbidden = |state: &&FieldState| state.state == FieldRequirement::Forbidden;
        let forbidden: Vec<&FieldState> =
            states.iter().filter(|state| is_forbidden(state) && is_given(&answers, &state.path)).collect();
        let Some(first) = forbidden.first() else {
            let is_required = |name: &str| {
                let of_field = |state: &&FieldState| matches!(&*state.path, [Segment::Key(key)] if key == name);
                states.iter().find(of_field).is_some_and(|state| state.state == FieldRequirement::Required)
            };
            answers.retain(|(name, value)| {
                let is_kept = !is_untouched(name, value) || is_required(name);
                is_kept || omitted.add(&[name], FormReason::NotSet)
            });
            break;
        };
        // An answer that is forbidden because of another forbidden one may be allowed without it.
        let waits =
            |state: &FieldState| decided_by(state).iter().any(|at| forbidden.iter().any(|other| other.at == *at));
        let mut removed = false;
        for state in forbidden.iter().filter(|state| !waits(state)) {
            remove(&mut answers, &state.path, &mut omitted);
            removed = true;
        }
        if !removed {
            remove(&mut answers, &first.path, &mut omitted);
        }
    }
    FormCase { case: writer::raw(&writer::text(&Written(&answers, |_, _| true))), omitted: omitted.0 }
}

/// What is left out.
struct Omissions(Vec<FormOmission>);

impl Omissions {
    /// Notes what is left out, and returns `false`, as of something that is not kept.
    fn add(&mut self, names: &[&str], reason: FormReason) -> bool {
        let path: Vec<Segment> = names.iter().map(|name| Segment::Key((*name).to_owned())).collect();
        self.0.push(FormOmission { at: pointer(&path), reason });
        false
    }
}

/// Removes words of the other product from fields that both products have, and returns `true` if
/// there were some. They remain when the product changes.
fn remove_foreign_words(answers: &mut Vec<(String, Document)>, case: &Case<'_>, omitted: &mut Omissions) -> bool {
    let Some(product) = case.product else { return false };
    let lists = |name: &str| {
        let field = lookup(name)?;
        let list = |product| Some(field.field_of(Some(product)).kind.words()?.of(Some(product)));
        Some((list(product)?, list(product.other())?))
    };
    let before = omitted.0.len();
    answers.retain_mut(|(name, value)| {
        let Some((own, other)) = lists(name) else { return true };
        let is_foreign = |word: &str| other.contains(word) && !case.context.lists(own, word);
        match value {
            Document::Text(word) => !is_foreign(word) || omitted.add(&[name], FormReason::OtherProduct),
            Document::List(words) => {
                let mut at = 0_usize..;
                words.retain(|word| {
                    let at = at.next().unwrap_or_default().to_string();
                    !word.as_str().is_some_and(is_foreign) || omitted.add(&[name, &at], FormReason::OtherProduct)
                });
                !words.is_empty()
            }
            _ => true,
        }
    });
    omitted.0.len() > before
}

/// Returns the pointers of the fields that decide a state.
fn decided_by(state: &FieldState) -> &[String] {
    if state.because.is_empty() { &state.depends_on } else { &state.because }
}

/// Returns the answers by field, in the order of first occurrence.
fn answers(inputs: Members, omitted: &mut Omissions) -> Vec<(String, Document)> {
    let mut answers: Vec<(String, Document)> = Vec::new();
    let mut places = [None; FieldId::COUNT];
    for (name, value) in inputs {
        let Some((field, part)) = named(&name) else {
            match beside(&name) {
                Some(reason) => _ = omitted.add(&[&name], reason),
                None => answers.push((name, value)),
            }
            continue;
        };
        let (kind, around) = match part {
            Part::Whole => (field.field().kind, Document::Null),
            Part::Entry => (field.field().kind, Document::List(Vec::new())),
            Part::Member(kind, _) => (kind, Document::Object(Members::default())),
        };
        let new = match (kind, value) {
            (Kind::Record(record), Document::Object(members)) => {
                Some(Document::Object(record_answers(field.name(), record.fields(), members, omitted)))
            }
            (kind, value) => answer(kind, value),
        };
        let new = match (new, part) {
            (Some(Document::Text(text)), _) if field == USDOT_NUMBER => {
                Some(written_as(Some(Code::NotAUsdotNumber), text))
            }
            (None, Part::Member(_, member)) => {
                omitted.add(&[field.name(), member], FormReason::NotSet);
                None
            }
            (None, _) => {
                omitted.add(&[field.name()], FormReason::NotSet);
                None
            }
            (new, _) => new,
        };
        // A record whose inputs have no answers is one of the form nevertheless.
        if new.is_none() && !matches!(part, Part::Member(..)) {
            continue;
        }
        let Some(place) = places.get_mut(field.slot()) else { continue };
        let at = *place.get_or_insert_with(|| {
            answers.push((field.name().to_owned(), around));
            answers.len() - 1
        });
        let (Some((_, given)), Some(new)) = (answers.get_mut(at), new) else { continue };
        // Two names stand for one place. The second answer is reported under its own name.
        if let (Document::Object(given), Part::Whole, Document::Object(new)) = (&*given, part, &new) {
            for (member, _) in new.iter().filter(|(name, value)| given.get(name).is_some_and(|given| given != *value)) {
                omitted.add(&[field.name(), member], FormReason::Duplicate);
            }
        }
        if let Err(new) = merge(given, part, new) {
            answers.push((name, new));
        }
    }
    answers
}

/// Returns the reason why an input is no part of the case: files, their labels, and what frameworks
/// add to forms, such as a token against forgery, which must not be sent to the service.
fn beside(name: &str) -> Option<FormReason> {
    let is_of_page = matches!(name.as_bytes().first(), Some(b'$' | b'_')) || PAGE_INPUTS.contains(&name);
    if is_of_page {
        Some(FormReason::PageInput)
    } else {
        BESIDE_THE_CASE.contains(&name).then_some(FormReason::BesideTheCase)
    }
}

/// Returns the members of a record that have an answer.
fn record_answers(record: &str, fields: &[Field], members: Members, omitted: &mut Omissions) -> Members {
    let kind = |name: &str| fields.iter().find(|member| member.name == name).map(|member| member.kind);
    let mut answers = Vec::with_capacity(members.len());
    for (name, value) in members {
        let answer = match kind(&name) {
            Some(kind) => answer(kind, value),
            None => Some(value),
        };
        match answer {
            Some(value) => answers.push((name, value)),
            None => _ = omitted.add(&[record, &name], FormReason::NotSet),
        }
    }
    Members::of_different(answers)
}

/// Adds an answer to the field's earlier ones. Returns it if both cannot be kept.
fn merge(given: &mut Document, part: Part, new: Document) -> Result<(), Document> {
    match (given, part, new) {
        (given @ Document::Null, _, new) => *given = new,
        (Document::Object(members), Part::Member(_, member), new) => match members.get(member) {
            None => members.insert(member, new),
            Some(given) if *given == new => {}
            Some(_) => return Err(new),
        },
        (Document::Object(members), Part::Whole, Document::Object(new)) if new.len() <= MOST_MEMBERS => {
            for (name, value) in new {
                members.insert(name, value);
            }
        }
        (Document::List(entries), _, Document::List(more)) => entries.extend(more),
        (Document::List(entries), Part::Entry, entry) => entries.push(entry),
        (given, _, new) if *given != new => return Err(new),
        _ => {}
    }
    Ok(())
}

/// More than a record has, so that the cost stays in proportion to the input.
const MOST_MEMBERS: usize = 64;

/// The part of a field that an input names.
#[derive(Clone, Copy)]
enum Part {
    Whole,
    Member(Kind, &'static str),
    Entry,
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
        (_, Document::Text(text)) if is_blank(&cleaned(&text)) => return None,
        (Kind::WordArray(_) | Kind::OneWord(_), value) if is_unanswered(&value) => return None,
        (Kind::WordArray(words) | Kind::OneWord(words), Document::List(entries)) => {
            let given = entries.into_iter().filter(|entry| !is_unanswered(entry));
            let given: Vec<Document> = given
                .map(|entry| match entry {
                    Document::Text(text) => Document::Text(word_of(words, &text)),
                    other => other,
                })
                .collect();
            if given.is_empty() {
                return None;
            }
            Document::List(given)
        }
        (Kind::WordArray(words), Document::Text(text)) => {
            // No word has a comma.
            let entries = text.split([',', ';', '\n']).filter(|entry| !is_blank(&cleaned(entry)));
            let given: Vec<Document> = entries.map(|entry| Document::Text(word_of(words, entry))).collect();
            // A text of nothing but commas stays, and a check reports it.
            Document::List(if given.is_empty() { vec![Document::Text(text)] } else { given })
        }
        (Kind::OneWord(words), Document::Text(text)) => Document::List(vec![Document::Text(word_of(words, &text))]),
        (Kind::Word(words), Document::Text(text)) => Document::Text(word_of(words, &text)),
        // Decoders of forms give a list for each name, and boxes have a hidden input of the same
        // name.
        (
            Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) | Kind::Boolean | Kind::Integer,
            Document::List(entries),
        ) => {
            let mut only = None;
            for entry in &entries {
                let Document::Text(text) = entry else { return Some(Document::List(entries)) };
                only = match (only, answer(kind, Document::Text(text.clone()))) {
                    (only, None) => only,
                    (Some(Document::Boolean(one)), Some(Document::Boolean(other))) => {
                        Some(Document::Boolean(one || other))
                    }
                    (Some(one), Some(other)) if one != other => return Some(Document::List(entries)),
                    (_, new) => new,
                };
            }
            return only;
        }
        (Kind::Boolean, Document::Text(text)) => {
            let given = cleaned(&text);
            let answer = ANSWERS.iter().find(|(answer, _)| given.trim().eq_ignore_ascii_case(answer));
            answer.map_or(Document::Text(text), |(_, answer)| Document::Boolean(*answer))
        }
        (Kind::Integer, Document::Text(text)) => {
            integer(&cleaned(&text)).map_or(Document::Text(text), Document::Number)
        }
        (kind, Document::Text(text)) => written_as(code_of_form(kind), text),
        (_, value) => value,
    })
}

/// Returns the word of a list that is written with other letters or spaces, or the text itself.
fn word_of(words: Words, text: &str) -> String {
    let plain = plain_word(text);
    let lists = [Product::PolicyLimit, Product::PolicyExistence].map(|product| words.of(Some(product)));
    if lists.iter().any(|list| list.contains(&plain)) { plain } else { text.to_owned() }
}

/// Returns the code of a text of this kind in another form than the service reads.
fn code_of_form(kind: Kind) -> Option<Code> {
    match kind {
        Kind::Date => Some(Code::NotADate),
        Kind::State { .. } => Some(Code::UnknownState),
        Kind::Emails => Some(Code::NotAnEmail),
        _ => None,
    }
}

/// Returns a text as the service reads it, or unchanged if it is not understood (D56).
fn written_as(code: Option<Code>, text: String) -> Document {
    Document::Text(code.and_then(|code| rewritten(code, &text)).unwrap_or(text))
}

/// Returns `true` for an entry of a list without an answer: `false` comes from a box that is not
/// ticked.
fn is_unanswered(entry: &Document) -> bool {
    match entry {
        Document::Null | Document::Boolean(false) => true,
        Document::Text(text) => is_blank(&cleaned(text)),
        _ => false,
    }
}

/// Returns `true` for a record without members.
fn is_untouched(name: &str, value: &Document) -> bool {
    let is_empty = matches!(value, Document::Object(members) if members.is_empty());
    is_empty && lookup(name).is_some_and(|field| matches!(field.field().kind, Kind::Record(_)))
}

/// Returns `true` if there is an answer at a place.
fn is_given(answers: &[(String, Document)], path: &[Segment]) -> bool {
    let (Some(Segment::Key(name)), member) = (path.first(), path.get(1)) else { return false };
    let given = answers.iter().find(|(known, _)| known == name).map(|(_, value)| value);
    match (given, member) {
        (Some(value), Some(Segment::Key(member))) => value.get(member).is_some(),
        (given, _) => given.is_some(),
    }
}

/// Removes a member, or a field with every input that stands for it.
fn remove(answers: &mut Vec<(String, Document)>, path: &[Segment], omitted: &mut Omissions) {
    let (Some(Segment::Key(name)), member) = (path.first(), path.get(1)) else { return };
    if let Some(Segment::Key(member)) = member {
        let record = answers.iter_mut().find(|(known, _)| known == name).map(|(_, value)| value);
        let Some(Document::Object(members)) = record else { return };
        if members.remove(member).is_some() {
            omitted.add(&[name, member], FormReason::Forbidden);
        }
    } else {
        answers.retain(|(known, _)| {
            named(known).map(|(field, _)| field.name()) != Some(name) || omitted.add(&[known], FormReason::Forbidden)
        });
    }
}

/// Answers as a JSON object.
struct Written<'a>(&'a [(String, Document)], fn(&str, &Document) -> bool);

impl Serialize for Written<'_> {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let Written(answers, is_written) = self;
        out.collect_map(
            answers.iter().filter(|(name, value)| is_written(name, value)).map(|(name, value)| (name, value)),
        )
    }
}
