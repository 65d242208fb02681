//! The sentence of each requirement id: from the rows that name it, or written by hand if the rows
//! do not describe it.

use crate::case::files::limits::{FILE_LIMITS, FileEndpoint};
use crate::case::rule_sentences::{formula, requirement};
use crate::export::openapi::records::collected;
use crate::export::openapi::words::{REFUSALS, summary};
use crate::export::pages::Names;
use crate::export::pages::product_name;
use crate::export::pages::requirements::headings::{FIELDS, FILES, LIFE, RECORDS, REQUESTS, RESULTS, RULE, WORDS};
use crate::export::pages::requirements::written::WRITTEN;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::{Field, FieldStatus, Kind, NestedRecord, Requiredness};
use crate::rulebook::product::Product;
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::vocabulary::{CASE_TYPE, EXTENSIBLE, FILE_LABEL, WordList};
use crate::service::events::table::EVENTS;
use crate::service::record_schema::{Member, Presence, Shape, ValueType};
use crate::service::records;
use crate::service::requests::kinds::{Endpoint, MemberKind};
use crate::service::requests::table::{RESULT_FORMAT, SOURCE, endpoints};
use crate::service::results;
use crate::text::dedup::unique;

/// A requirement id.
#[derive(Debug)]
pub(crate) struct Statement {
    pub(crate) heading: &'static str,
    pub(crate) id: &'static str,
    /// A sentence for each kind of row that names the id.
    pub(crate) sentences: Vec<String>,
    /// The rules that name the id.
    pub(crate) rules: Vec<&'static str>,
}

impl Statement {
    pub(crate) fn text(&self) -> String {
        self.sentences.join(" ")
    }
}

/// Returns all requirement ids, in the order of the tables.
pub(crate) fn statements() -> Vec<Statement> {
    let mut all = Statements(Vec::new());
    all.fields();
    all.lists();
    for rule in RULES {
        all.rule(rule);
    }
    all.files();
    for endpoint in endpoints() {
        all.endpoint(endpoint);
    }
    for shape in collected(records::shapes()) {
        all.shape(RECORDS, shape);
    }
    for shape in results::table::ALL {
        all.shape(RESULTS, shape);
    }
    all.events();
    for (heading, rows) in WRITTEN {
        for (id, sentence) in *rows {
            all.add(heading, id, (*sentence).to_owned());
        }
    }
    all.0
}

struct Statements(Vec<Statement>);

impl Statements {
    /// Adds a sentence to an id. The id is listed under the heading of its first sentence.
    fn add(&mut self, heading: &'static str, id: &'static str, sentence: String) {
        match self.0.iter_mut().find(|statement| statement.id == id) {
            Some(known) if known.sentences.contains(&sentence) => {}
            Some(known) => known.sentences.push(sentence),
            None => self.0.push(Statement { heading, id, sentences: vec![sentence], rules: Vec::new() }),
        }
    }

    fn fields(&mut self) {
        let of_products = Product::ALL.map(|product| (format!(" ({})", product_name(Some(product))), product.fields()));
        let of_records = NestedRecord::ALL.map(|record| (format!(" of `{}`", record.name()), record.fields()));
        for (owner, fields) in [(String::new(), COMMON)].into_iter().chain(of_products).chain(of_records) {
            for field in fields {
                self.field(&owner, field);
            }
        }
    }

    fn field(&mut self, owner: &str, field: &Field) {
        let name = format!("`{}`{owner}", field.name);
        let value = match field.requirement_id {
            id if id == field.form_requirement_id => Some(form(field.kind)),
            id if id == field.type_requirement_id => Some(json_type(field.kind)),
            _ => None,
        };
        let null = if field.nullable { " or `null`" } else { "" };
        let value = value.map(|value| format!(", and its value is {value}{null}")).unwrap_or_default();
        let current = field.replacement.map(|current| current.field).unwrap_or_default();
        let sentence = match field.status {
            FieldStatus::Alias => format!("{name} is the old name of `{current}`{value}."),
            FieldStatus::Deprecated => format!("{name} is deprecated and has no effect; `{current}` replaces it."),
            FieldStatus::Ignored => format!("{name} is ignored."),
            FieldStatus::LegacyOnly => format!("{name} counts in the legacy flow only{value}."),
            FieldStatus::ReadOnly => format!("{name} occurs in records that the service returns, and is not sent."),
            FieldStatus::Current => {
                let needs = match field.requiredness() {
                    Requiredness::Required => "required",
                    Requiredness::Optional => "optional",
                    Requiredness::Conditional => "optional unless a rule requires or forbids it",
                };
                format!("{name} is {needs}{value}.")
            }
        };
        self.add(FIELDS, field.requirement_id, sentence);
        if field.form_requirement_id != field.requirement_id && !is_of_a_list(field.form_requirement_id) {
            self.add(FIELDS, field.form_requirement_id, format!("The value of {name} is {}.", form(field.kind)));
        }
    }

    fn lists(&mut self) {
        for list in lists() {
            let more = if list.open { ", and the service accepts more words" } else { "" };
            let words = enumerated(list.words);
            self.add(WORDS, list.requirement_id, format!("The list `{}` contains {words}{more}.", list.id));
        }
    }

    fn rule(&mut self, rule: &'static Rule) {
        let product = match rule.product {
            None => "Both products",
            product => product_name(product),
        };
        let surface = rule.surface.map(|surface| format!(", on the {} endpoints", surface.name()));
        let scope = [product, surface.as_deref().unwrap_or_default()].concat();
        let when = rule.when.iter().map(formula::<Names>);
        let when = when.collect::<Vec<_>>().join(", and ");
        let when = if when.is_empty() { String::new() } else { format!("if {when}, then ") };
        for (then, id) in rule.then.iter().zip(rule.statements()) {
            let then = requirement::<Names>(then);
            self.add(RULE, id, format!("{scope}: {when}{then}."));
            for statement in self.0.iter_mut().filter(|statement| statement.id == *id) {
                statement.rules.push(&rule.id);
                statement.rules.dedup();
            }
        }
    }

    fn files(&mut self) {
        for limits in &FILE_LIMITS {
            let files = match limits.endpoint {
                FileEndpoint::Create => "files of a create request",
                FileEndpoint::Append => "appended files of a case",
            };
            let list = FILE_LABEL.id;
            self.add(
                FILES,
                limits.label_requirement_id,
                format!("The labels of the {files} are in the list `{list}`."),
            );
            self.add(FILES, limits.count_requirement_id, format!("The number of {files} is at most {}.", limits.files));
            self.add(
                FILES,
                limits.file_requirement_id,
                format!("Each of the {files} has at most {} MB.", limits.file.0),
            );
            let total = format!("The {files} have at most {} MB in total.", limits.total.0);
            self.add(FILES, limits.total_requirement_id, total);
        }
    }

    fn endpoint(&mut self, endpoint: &Endpoint) {
        let path = format!("`{} {}`", endpoint.method.name(), endpoint.template());
        let (_, summary) = summary(endpoint.id);
        self.add(REQUESTS, endpoint.requirement_id, format!("{summary} ({path})."));
        for member in endpoint.query.iter().chain(endpoint.members) {
            if is_of_a_list(member.requirement_id) {
                continue;
            }
            let needs = if member.required { "required" } else { "optional" };
            let repeats = if member.repeats { " and may be repeated" } else { "" };
            let value = match member.kind {
                MemberKind::Text => "a string",
                MemberKind::Case => "the case as JSON text",
                MemberKind::File => "a file",
                MemberKind::Label => "the label of a file",
                MemberKind::Ids => "an array of whole numbers",
            };
            let default = member.default.map(|word| format!("; without it, `{word}` counts")).unwrap_or_default();
            let name = member.name;
            let sentence = format!("`{name}` of {path} is {needs}{repeats}, and its value is {value}{default}.");
            self.add(REQUESTS, member.requirement_id, sentence);
        }
        for (_, when, id) in REFUSALS.iter().filter(|(id, ..)| *id == endpoint.id) {
            self.add(REQUESTS, id, format!("{path} answers 400: {when}"));
        }
    }

    fn shape(&mut self, heading: &'static str, shape: &'static Shape) {
        for id in unique(shape.members.iter().map(|member| member.requirement_id)) {
            let members = shape.members.iter().filter(|member| member.requirement_id == id);
            let members: Vec<&Member> = members.filter(|member| member.presence != Presence::Never).collect();
            let sentence = if let [member] = members.as_slice() {
                let null = if member.nullable { " or `null`" } else { "" };
                let presence = match member.presence {
                    Presence::When(other, word) => format!(", and is present if `{other}` is `{word}`"),
                    Presence::Optional => ", and may be absent".to_owned(),
                    Presence::Always | Presence::Never => String::new(),
                };
                let value = value(member.value_type);
                format!("`{}` of `{}` is {value}{null}{presence}.", member.name, shape.name)
            } else {
                let names: Vec<&str> = members.iter().map(|member| member.name).collect();
                format!("`{}` has the properties {}.", shape.name, enumerated(&names))
            };
            self.add(heading, id, sentence);
        }
    }

    fn events(&mut self) {
        for row in EVENTS {
            let event = row.event.name();
            // The first id is that of the event itself.
            if let Some(id) = row.requirement_ids.first() {
                self.add(LIFE, id, format!("`{event}` fires when {}.", row.fires_when));
            }
            for id in unique(row.payload.iter().map(|field| field.requirement_id)) {
                let fields = row.payload.iter().filter(|field| field.requirement_id == id);
                let names: Vec<&str> = fields.map(|field| field.name).collect();
                self.add(LIFE, id, format!("The payload of `{event}` contains {}.", enumerated(&names)));
            }
        }
    }
}

fn lists() -> impl Iterator<Item = &'static WordList> {
    [&CASE_TYPE].into_iter().chain(EXTENSIBLE).chain([&SOURCE, &RESULT_FORMAT])
}

/// Returns `true` if the sentence of a list describes the id.
fn is_of_a_list(id: &str) -> bool {
    lists().any(|list| list.requirement_id == id)
}

/// Returns the form of a field's value.
fn form(kind: Kind) -> String {
    match kind {
        Kind::Emails => "a list of email addresses, separated by white space".to_owned(),
        Kind::Date => "a date in the form `YYYY-MM-DD`".to_owned(),
        Kind::State { upper_case: true } => "the code of a US state in upper case".to_owned(),
        Kind::State { upper_case: false } => "the code of a US state".to_owned(),
        Kind::OneWord(_) => "an array of exactly one word, or the word alone".to_owned(),
        Kind::Text
        | Kind::Boolean
        | Kind::Integer
        | Kind::Word(_)
        | Kind::WordArray(_)
        | Kind::Record(_)
        | Kind::Object => json_type(kind),
    }
}

/// Returns the JSON type of a field's value.
fn json_type(kind: Kind) -> String {
    match kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } | Kind::Word(_) => "a string".to_owned(),
        Kind::Boolean => "`true` or `false`".to_owned(),
        Kind::Integer => "an integer".to_owned(),
        Kind::WordArray(_) | Kind::OneWord(_) => "an array of strings".to_owned(),
        Kind::Record(record) => format!("an object of the type `{}`", record.name()),
        Kind::Object => "an object".to_owned(),
    }
}

/// Returns the type of a record's member.
fn value(value_type: ValueType) -> String {
    match value_type {
        ValueType::Text => "a string".to_owned(),
        ValueType::Id => "a string or a number".to_owned(),
        ValueType::Integer => "an integer".to_owned(),
        ValueType::Boolean => "`true` or `false`".to_owned(),
        ValueType::Null => "`null`".to_owned(),
        ValueType::Uuid => "a UUID".to_owned(),
        ValueType::Amount => "a string with an amount in US dollars and two decimal places".to_owned(),
        ValueType::IsoDate => "a date in the form of ISO 8601".to_owned(),
        ValueType::Owner => "a name that is not empty".to_owned(),
        ValueType::Word([word]) => format!("`{word}`"),
        ValueType::Word(words) => format!("one of {}", enumerated(words)),
        ValueType::Object => "an object".to_owned(),
        ValueType::Record(shape) => format!("an object of the type `{}`", shape.name),
        ValueType::Records(shape) => format!("an array of objects of the type `{}`", shape.name),
    }
}

/// Returns words in a sentence: "`a`, `b` and `c`".
fn enumerated(words: &[&str]) -> String {
    let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match words.as_slice() {
        [others @ .., last] if !others.is_empty() => format!("{} and {last}", others.join(", ")),
        _ => words.concat(),
    }
}
