//! The Python types of payloads, and of the input and output of all operations: those of
//! [`crate::types`] and [`crate::service_types`] as `TypedDict`s.
//!
//! Objects that TypeScript writes in place get a name from their owner. Conditions of firm rules
//! and records of the service, whose forms are unions without a tag, are any mapping here.

use crate::type_schema::{
    NAME, alternatives, has_shared_members, is_absent, key, prose, quoted, with, without_null, wrapped,
};
use crate::typescript::{Direction, Module, Part, Types, union};
use crate::{service_types, types};
use casegate::Product;
use casegate::fields::{COMMON, Field, FieldStatus, Kind, NestedRecord};
use casegate::vocabulary::CASE_TYPE;
use serde_json::Value;
use std::fmt::Write;

/// Lines are at most this long, if they can be broken.
const WIDTH: usize = 100;

const HEAD: &str = "\
# Written by scripts/generate; do not edit.
\"\"\"The types of payloads, and of the input and output of all operations.\"\"\"

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict, final
";

const PRIMITIVES: &[(&str, &str)] =
    &[("boolean", "bool"), ("integer", "int"), ("null", "None"), ("number", "float"), ("string", "str")];

/// Names that cannot be names of a class's attributes.
const KEYWORDS: &[&str] = &["from", "in", "is", "not"];

/// Types of the field table, which the package does not have.
const OMITTED: &[&str] = &["FieldInfo", "ListId"];

/// Returns the types as a Python module.
pub(crate) fn types_py() -> String {
    let mut python = Python::default();
    for module in [types::module(), service_types::module()] {
        for part in &module.parts {
            match part {
                Part::Declared { name, schema, direction } if !OMITTED.contains(name) => {
                    python.declare(&module, name, schema, *direction);
                }
                _ => {}
            }
        }
    }
    python.cases();
    let Python { classes, words, unions } = python;
    // Python evaluates aliases, but no annotations of classes, so that only aliases need an order.
    format!("{HEAD}{classes}\n\n{words}{unions}")
}

#[derive(Default)]
struct Python {
    classes: String,
    /// Aliases of words.
    words: String,
    /// Aliases of other types.
    unions: String,
}

/// What a class is derived from.
#[derive(Clone, Copy)]
enum Base {
    Open,
    /// Checkers know that it has no other members, so that the test for a member distinguishes
    /// alternatives.
    Final,
    Class(&'static str),
}

impl Base {
    fn of(types: &Types) -> Base {
        if types.is_input { Base::Open } else { Base::Final }
    }
}

struct Member {
    name: String,
    doc: String,
    value: String,
    is_required: bool,
}

impl Python {
    fn declare(&mut self, module: &Module, name: &str, schema: &Value, direction: Direction) {
        let types = module.types(direction);
        let schema = types.definition(schema);
        if schema.get("properties").is_some() && alternatives(schema).is_none() {
            self.object(types, schema, name);
            return;
        }
        let value = if is_words(schema) { documented_words(schema) } else { self.value(types, schema, name) };
        let (doc, aliases) = (doc_of(schema), if is_words(schema) { &mut self.words } else { &mut self.unions });
        let _ = write!(aliases, "{name}: TypeAlias = {value}\n{}\n", docstring(&doc, 0));
    }

    /// Returns a type. An object without a name gets `name`.
    fn value(&mut self, types: &Types, schema: &Value, name: &str) -> String {
        if let Some(named) = schema[NAME].as_str() {
            return if named == "object" { "Mapping[str, Any]" } else { outside(named) }.to_owned();
        }
        if schema.get("$ref").is_some() {
            return match types.names.get(key(schema)) {
                Some(named) => (*named).to_owned(),
                None => self.value(types, types.definition(schema), name),
            };
        }
        if let Some(value) = schema.get("const") {
            return format!("Literal[{}]", literal(value));
        }
        if let Some(words) = schema["enum"].as_array() {
            return format!("Literal[{}]", words.iter().map(literal).collect::<Vec<_>>().join(", "));
        }
        if let Some(of) = alternatives(schema) {
            return self.alternatives(types, schema, &of, name);
        }
        match &schema["type"] {
            Value::Array(kinds) => {
                union(kinds.iter().map(|kind| self.value(types, &with(schema, "type", kind.clone()), name)))
            }
            Value::String(kind) => match kind.as_str() {
                "array" => {
                    let items = self.value(types, &schema["items"], name);
                    format!("{}[{items}]", if types.is_input { "Sequence" } else { "list" })
                }
                "object" if schema.get("properties").is_some() => {
                    self.object(types, schema, name);
                    name.to_owned()
                }
                "object" => self.map(types, schema, name),
                other => {
                    PRIMITIVES.iter().find(|(name, _)| *name == other).map_or("Any", |(_, python)| python).to_owned()
                }
            },
            _ => "Any".to_owned(),
        }
    }

    /// Returns the type of an object with any keys.
    fn map(&mut self, types: &Types, schema: &Value, name: &str) -> String {
        let mut of =
            |keyword: &str| schema.get(keyword).filter(|of| of.is_object()).map(|of| self.value(types, of, name));
        let (keys, values) = (of("propertyNames"), of("additionalProperties"));
        let (keys, values) = (keys.as_deref().unwrap_or("str"), values.as_deref().unwrap_or("Any"));
        format!("{}[{keys}, {values}]", if types.is_input { "Mapping" } else { "dict" })
    }

    fn alternatives(&mut self, types: &Types, schema: &Value, of: &[Value], name: &str) -> String {
        if is_words(schema) {
            let words: Vec<String> = of.iter().map(|one| literal(&one["const"])).collect();
            return format!("Literal[{}]", words.join(", "));
        }
        let is_object = |one: &Value| one.get("properties").is_some();
        if has_shared_members(schema) && !of.iter().all(is_object) {
            return "Mapping[str, Any]".to_owned();
        }
        union(of.iter().map(|one| match tag(one) {
            // It is known by the names of its members only.
            Some((_, false)) if types.is_input => "Mapping[str, Any]".to_owned(),
            Some((tag, _)) => {
                let name = [name, &camel(&tag)].concat();
                if !has_shared_members(schema) {
                    return self.value(types, one, &name);
                }
                let members = [one, schema].map(|schema| schema["properties"].as_object().cloned().unwrap_or_default());
                let members = members.into_iter().flatten().collect();
                self.value(types, &with(one, "properties", Value::Object(members)), &name)
            }
            None => self.value(types, one, name),
        }))
    }

    fn object(&mut self, types: &Types, schema: &Value, name: &str) {
        let required = schema["required"].as_array();
        let properties = schema["properties"].as_object().into_iter().flatten();
        let mut members: Vec<Member> = properties
            .filter(|(_, schema)| !is_absent(schema))
            .map(|(member, schema)| {
                let is_required = required.is_some_and(|names| names.iter().any(|name| name == member));
                let schema = if is_required || types.is_input { schema } else { &without_null(schema) };
                let value = self.value(types, schema, &[name, &camel(member)].concat());
                Member { name: member.clone(), doc: doc_of(schema), value, is_required }
            })
            .collect();
        self.class(name, Base::of(types), &doc_of(schema), &members);
        if name == "Context" {
            for member in &mut members {
                member.is_required = false;
            }
            let about = "The settings of operations that do not depend on the day.";
            self.class("Settings", Base::Open, about, &members);
        }
    }

    fn class(&mut self, name: &str, base: Base, doc: &str, members: &[Member]) {
        let is_attribute = |member: &Member| {
            let is_plain = member.name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
            is_plain && !KEYWORDS.contains(&member.name.as_str())
        };
        if members.iter().all(is_attribute) {
            let (mark, base) = match base {
                Base::Open => ("", "TypedDict"),
                Base::Final => ("@final\n", "TypedDict"),
                Base::Class(base) => ("", base),
            };
            let _ = write!(self.classes, "\n\n{mark}class {name}({base}):\n{}", docstring(doc, 4));
            for Member { name, doc, value, is_required } in members {
                let value = if *is_required { value.clone() } else { format!("NotRequired[{value}]") };
                let _ = write!(self.classes, "\n    {name}: {value}\n{}", docstring(doc, 4));
            }
            return;
        }
        let _ = write!(self.classes, "\n\n{name} = TypedDict(\n    \"{name}\",\n    {{\n");
        for Member { name, doc, value, is_required } in members {
            for line in wrapped(doc, WIDTH - 10).iter().filter(|line| !line.is_empty()) {
                let _ = writeln!(self.classes, "        # {line}");
            }
            // A name in a text is resolved when the type is used.
            let value = quoted(value);
            let value = if *is_required { value } else { format!("NotRequired[{value}]") };
            let _ = writeln!(self.classes, "        {}: {value},", quoted(name));
        }
        let _ = write!(self.classes, "    }},\n)\n{}", docstring(doc, 0));
    }

    /// Writes the types of cases, from the field tables.
    fn cases(&mut self) {
        for record in NestedRecord::ALL {
            let rows = record.fields().iter().filter(|member| member.status != FieldStatus::ReadOnly);
            let members: Vec<Member> = rows.map(member).collect();
            self.class(record.name(), Base::Open, &format!("{}, as it is sent.", record.name()), &members);
        }
        let common: Vec<Member> = COMMON.iter().filter(|row| row.name != CASE_TYPE.id).map(member).collect();
        self.class("CommonFields", Base::Open, "Fields of both products.", &common);
        for (product, name) in
            [(Product::PolicyLimit, "PolicyLimitCase"), (Product::PolicyExistence, "PolicyExistenceCase")]
        {
            let value = format!("Literal[{}]", quoted(product.case_type()));
            let first = Member { name: CASE_TYPE.id.to_owned(), doc: String::new(), value, is_required: true };
            let members: Vec<Member> = [first].into_iter().chain(product.fields().iter().map(member)).collect();
            self.class(name, Base::Class("CommonFields"), "A case as it is submitted.", &members);
        }
        self.unions.push_str(
            "Case: TypeAlias = PolicyLimitCase | PolicyExistenceCase\n\"\"\"A case of either product.\"\"\"\n",
        );
    }
}

fn member(field: &Field) -> Member {
    let value = match field.kind {
        Kind::Text | Kind::Emails | Kind::Date | Kind::State { .. } => "str".to_owned(),
        Kind::Boolean => "bool".to_owned(),
        Kind::Integer => "int".to_owned(),
        Kind::Word(list) => word(!list.of(None).open, list.of(None).words),
        Kind::WordArray(list) | Kind::OneWord(list) => {
            format!("Sequence[{}]", word(!list.of(None).open, list.of(None).words))
        }
        Kind::Record(record) => record.name().to_owned(),
        Kind::Object => "Mapping[str, Any]".to_owned(),
    };
    let value = if field.nullable { union([value, "None".to_owned()]) } else { value };
    let doc = types::about(field, "Deprecated.");
    Member { name: field.name.to_owned(), doc, value, is_required: field.is_required }
}

/// Returns the type of a word. An open list accepts every text, and an editor still offers its
/// words.
fn word(is_closed: bool, words: &[&str]) -> String {
    let words = format!("Literal[{}]", words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(", "));
    if is_closed { words } else { union([words, "str".to_owned()]) }
}

/// Returns the name of a declared type. Prepared cases and results may have values of other types
/// than their tables, which checkers would hide.
fn outside(name: &str) -> &str {
    match name {
        "Case" | "Results" => "dict[str, Any]",
        "Pointer" | "AnyRuleId" => "str",
        "Today" => "str | Callable[[], str]",
        name => name,
    }
}

/// Returns `true` if all alternatives are words.
fn is_words(schema: &Value) -> bool {
    let of = schema["oneOf"].as_array();
    of.is_some_and(|of| of.iter().all(|one| one["const"].is_string()))
}

/// Returns the type of words, each with its meaning.
fn documented_words(schema: &Value) -> String {
    let word = |one: &Value| {
        let about: String =
            wrapped(&doc_of(one), WIDTH - 6).iter().map(|line| ["    # ", line, "\n"].concat()).collect();
        format!("{about}    {},\n", literal(&one["const"]))
    };
    format!("Literal[\n{}]", schema["oneOf"].as_array().into_iter().flatten().map(word).collect::<String>())
}

/// Returns what distinguishes an object from other alternatives: the value of its first constant
/// member and `true`, or the name of its first member and `false`.
fn tag(schema: &Value) -> Option<(String, bool)> {
    let members = schema["properties"].as_object()?;
    let constant = members.values().find_map(|member| member["const"].as_str());
    let name = || members.keys().next().map(|name| (name.clone(), false));
    constant.map(|word| (word.to_owned(), true)).or_else(name)
}

fn literal(value: &Value) -> String {
    if *value == true { "True".to_owned() } else { value.to_string() }
}

/// Returns a name in camel case, with a capital first letter.
fn camel(name: &str) -> String {
    let capital = |word: &str| {
        let (first, rest) = word.split_at_checked(1).unwrap_or_default();
        [&first.to_ascii_uppercase(), rest].concat()
    };
    name.split(|letter: char| !letter.is_ascii_alphanumeric()).map(capital).collect()
}

/// Returns the documentation of a schema, with Python's constants.
fn doc_of(schema: &Value) -> String {
    let doc = prose(schema["description"].as_str().unwrap_or_default());
    let doc = doc.replace("`null`", "`None`").replace("`Null`", "`None`");
    doc.replace("`true`", "`True`").replace("`false`", "`False`")
}

/// Returns documentation as a string literal on lines of its own.
fn docstring(doc: &str, indent: usize) -> String {
    let start = " ".repeat(indent);
    let doc = doc.replace('\\', "\\\\");
    let lines = wrapped(&doc, WIDTH - indent);
    match lines.as_slice() {
        [line] if line.is_empty() => String::new(),
        [line] if indent + line.len() + 6 <= WIDTH => format!("{start}\"\"\"{line}\"\"\"\n"),
        lines => {
            let lines = lines.iter().map(|line| format!("{start}{line}").trim_end().to_owned() + "\n");
            let text: String = lines.collect();
            format!("{start}\"\"\"{}{start}\"\"\"\n", text.get(indent..).unwrap_or_default())
        }
    }
}
