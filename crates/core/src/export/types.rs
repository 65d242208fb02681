//! The TypeScript types of payloads, and of the input and output of all operations.

use crate::case::files::limits::FileEndpoint;
use crate::case::files::{FileChange, FileStatus};
use crate::export::quoted;
use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::fields::common::COMMON;
use crate::rulebook::fields::{Field, FieldStatus, Kind, NestedRecord, Replacement};
use crate::rulebook::product::Product;
use crate::rulebook::tokens::FileErrorCode;
use crate::rulebook::vocabulary::{CASE_TYPE, EXTENSIBLE};
use std::fmt::Write;

/// The types that do not follow from the tables.
const FRAME: &str = include_str!("types_frame.ts");

/// Returns the types as a TypeScript module.
pub fn types_ts() -> String {
    let mut out = String::from("// Written by \"casegate export types\"; do not edit.\n\n");
    out.push_str(FRAME);
    union(&mut out, "What a finding is about; the list is closed.", "Code", Code::ALL.iter().map(|code| code.name()));
    let lists = std::iter::once(&CASE_TYPE).chain(EXTENSIBLE);
    union(&mut out, "The lists of words.", "ListId", lists.map(|list| list.id));
    for (doc, name, words) in files() {
        union(&mut out, doc, name, words.iter().copied());
    }
    for record in NestedRecord::ALL {
        let name = record.name();
        open(&mut out, &format!("{name}, as it is sent."), name, "");
        for member in record.fields().iter().filter(|member| member.status != FieldStatus::ReadOnly) {
            field(&mut out, member, member.is_required);
        }
        out.push_str("}\n\n");
    }
    open(&mut out, "Fields of both products.", "CommonFields", "");
    for row in COMMON.iter().filter(|row| row.name != CASE_TYPE.id) {
        field(&mut out, row, row.is_required);
    }
    out.push_str("}\n\n");
    for (product, name) in
        [(Product::PolicyLimit, "PolicyLimitCase"), (Product::PolicyExistence, "PolicyExistenceCase")]
    {
        open(&mut out, "A case as it is submitted.", name, " extends CommonFields");
        let _ = writeln!(out, "  case_type: {};", quoted(product.case_type()));
        for row in product.fields() {
            field(&mut out, row, row.is_required);
        }
        out.push_str("}\n\n");
    }
    out.push_str("/** A case of either product. */\nexport type Case = PolicyLimitCase | PolicyExistenceCase;\n\n");
    out.truncate(out.trim_end().len());
    out.push('\n');
    out
}

/// The closed word lists of files.
fn files() -> [(&'static str, &'static str, &'static [&'static str]); 4] {
    [
        ("Where files are sent: with the case, or to one that is there.", "FileEndpoint", FileEndpoint::NAMES),
        ("Whether the service takes a file.", "FileStatus", FileStatus::NAMES),
        ("Why a file is rejected.", "FileErrorCode", FileErrorCode::NAMES),
        ("What must change before a file is sent again.", "FileChange", FileChange::NAMES),
    ]
}

pub(crate) fn union<'n>(out: &mut String, doc: &str, name: &str, words: impl Iterator<Item = &'n str>) {
    let _ = writeln!(out, "/** {doc} */\nexport type {name} =");
    let words: Vec<String> = words.map(|word| format!("  | {}", quoted(word))).collect();
    let _ = writeln!(out, "{};\n", words.join("\n"));
}

fn open(out: &mut String, doc: &str, name: &str, extends: &str) {
    let _ = writeln!(out, "/** {doc} */\nexport interface {name}{extends} {{");
}

fn field(out: &mut String, field: &Field, required: bool) {
    let labels = Language::English.labels();
    let label = [labels.field(field.name).label, labels.member(field.name).label].concat();
    let mut note = match field.status {
        FieldStatus::Alias | FieldStatus::Deprecated | FieldStatus::Ignored => " @deprecated".to_owned(),
        FieldStatus::LegacyOnly => " @deprecated Read by the legacy endpoints only.".to_owned(),
        FieldStatus::Current | FieldStatus::ReadOnly => String::new(),
    };
    if let Some(Replacement { field, members }) = field.replacement {
        let members: Vec<String> = members.iter().map(|member| format!("`{field}.{member}`")).collect();
        let names = if members.is_empty() { format!("`{field}`") } else { members.join(" and ") };
        let _ = write!(note, " Use {names}.");
    }
    for sentence in field.lifetime_sentences(Language::English) {
        let _ = write!(note, " {sentence}");
    }
    let optional = if required { "" } else { "?" };
    let null = if field.nullable { " | null" } else { "" };
    let _ = writeln!(out, "  /** {label}{}{note} */", if label.ends_with('?') { "" } else { "." });
    let _ = writeln!(out, "  {}{optional}: {}{null};", field.name, value(field.kind));
}

fn value(kind: Kind) -> String {
    let words = |closed: bool, list: &[&str]| {
        let listed: Vec<String> = list.iter().map(|word| quoted(word)).collect();
        // An open list accepts every text, and an editor still offers its words.
        if closed { listed.join(" | ") } else { format!("{} | (string & {{}})", listed.join(" | ")) }
    };
    match kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } => "string".to_owned(),
        Kind::Boolean => "boolean".to_owned(),
        Kind::Integer => "number".to_owned(),
        Kind::Word(list) => words(!list.of(None).open, list.of(None).words),
        Kind::WordArray(list) => format!("({})[]", words(!list.of(None).open, list.of(None).words)),
        Kind::OneWord(list) => format!("[{}]", words(!list.of(None).open, list.of(None).words)),
        Kind::Record(record) => record.name().to_owned(),
        Kind::Object => "Record<string, unknown>".to_owned(),
    }
}
