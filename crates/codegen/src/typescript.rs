//! TypeScript declarations from JSON Schemas, most of which schemars derives from the Rust types.
//! Documentation comments of Rust become those of TypeScript. `python.rs` writes the same
//! declarations for Python.

use crate::type_schema::{
    NAME, alternatives, has_shared_members, is_absent, key, prose, quoted, with, without_null, wrapped,
};
use schemars::generate::SchemaSettings;
use schemars::{JsonSchema, SchemaGenerator};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Lines are at most this long, if they can be broken.
const WIDTH: usize = 100;

/// A module with the declarations of Rust types.
///
/// A declared or imported type is referred to by its name. Any other type is written in place.
pub(crate) struct Module {
    out: Types,
    shared: Types,
    input: Types,
    pub(crate) parts: Vec<Part>,
}

/// The types of one direction, because members with a default are optional in input only.
pub(crate) struct Types {
    generator: SchemaGenerator,
    /// The declared names of types, by their names in schemas.
    pub(crate) names: BTreeMap<String, &'static str>,
    pub(crate) is_input: bool,
    is_readonly: bool,
}

#[derive(Clone, Copy)]
pub(crate) enum Direction {
    Output,
    /// Output that JavaScript freezes, because later answers share it.
    Shared,
    Input,
}

pub(crate) enum Part {
    /// Text of TypeScript.
    Text(String),
    Declared {
        name: &'static str,
        schema: Value,
        direction: Direction,
    },
}

impl Module {
    pub(crate) fn new() -> Module {
        let types = |settings: SchemaSettings, is_input, is_readonly| Types {
            generator: settings.into_generator(),
            names: BTreeMap::new(),
            is_input,
            is_readonly,
        };
        let settings = SchemaSettings::draft2020_12;
        Module {
            out: types(settings().for_serialize(), false, false),
            shared: types(settings().for_serialize(), false, true),
            input: types(settings().for_deserialize(), true, false),
            parts: vec![Part::Text("// Written by scripts/generate; do not edit.\n".to_owned())],
        }
    }

    /// Adds text, such as an import.
    pub(crate) fn text(&mut self, text: impl Into<String>) {
        self.parts.push(Part::Text(text.into()));
    }

    /// Sets the name of a type that another module declares.
    pub(crate) fn import<T: JsonSchema>(&mut self, name: &'static str) {
        for types in [&mut self.out, &mut self.shared, &mut self.input] {
            types.name::<T>(name);
        }
    }

    /// Declares a type of output, or of both directions.
    pub(crate) fn declare<T: JsonSchema>(&mut self, name: &'static str) {
        self.import::<T>(name);
        let schema = self.out.name::<T>(name);
        self.parts.push(Part::Declared { name, schema, direction: Direction::Output });
    }

    /// Declares a type of output that is read-only.
    pub(crate) fn declare_shared<T: JsonSchema>(&mut self, name: &'static str) {
        self.import::<T>(name);
        let schema = self.shared.name::<T>(name);
        self.parts.push(Part::Declared { name, schema, direction: Direction::Shared });
    }

    /// Declares a type of input.
    pub(crate) fn declare_input<T: JsonSchema>(&mut self, name: &'static str) {
        let schema = self.input.name::<T>(name);
        self.parts.push(Part::Declared { name, schema, direction: Direction::Input });
    }

    /// Declares a type of input by its schema, in which some members have another schema.
    pub(crate) fn declare_schema(&mut self, name: &'static str, mut schema: Value, others: &[(&str, Value)]) {
        for (member, other) in others {
            if let Some(Value::Object(members)) = schema.get_mut("properties") {
                set_schema(members, member, other.clone());
            }
        }
        self.parts.push(Part::Declared { name, schema, direction: Direction::Input });
    }

    /// Declares a list of words.
    pub(crate) fn declare_words(&mut self, name: &'static str, about: &str, words: &[&str]) {
        self.declare_schema(name, json!({ "description": about, "enum": words }), &[]);
    }

    /// Defines a schema that other schemas refer to.
    pub(crate) fn define(&mut self, key: &str, schema: Value) {
        self.input.generator.definitions_mut().insert(key.to_owned(), schema);
    }

    /// Sets the name of a schema that other schemas refer to.
    pub(crate) fn define_as(&mut self, key: &str, name: &'static str) {
        self.input.names.insert(key.to_owned(), name);
    }

    /// Sets the schema of a member that has none in Rust, such as one of raw JSON. A member that the
    /// Rust type lacks becomes an optional one.
    pub(crate) fn member<T: JsonSchema>(&mut self, member: &str, other: &Value) {
        for types in [&mut self.out, &mut self.shared, &mut self.input] {
            let schema = types.generator.subschema_for::<T>().to_value();
            let Some(Value::Object(definition)) = types.generator.definitions_mut().get_mut(key(&schema)) else {
                continue;
            };
            let Some(Value::Object(members)) = definition.get_mut("properties") else { continue };
            set_schema(members, member, other.clone());
        }
    }

    /// Returns the types of a direction.
    pub(crate) fn types(&self, direction: Direction) -> &Types {
        match direction {
            Direction::Output => &self.out,
            Direction::Shared => &self.shared,
            Direction::Input => &self.input,
        }
    }

    /// Returns the module as text.
    pub(crate) fn finish(self) -> String {
        let parts = self.parts.iter().map(|part| match part {
            Part::Text(text) => text.clone(),
            Part::Declared { name, schema, direction } => self.types(*direction).declaration(name, schema),
        });
        parts.collect::<Vec<_>>().join("\n")
    }
}

/// Sets the schema of a member, and retains its description.
fn set_schema(members: &mut Map<String, Value>, name: &str, schema: Value) {
    let about = members.get(name).and_then(|schema| schema.get("description"));
    let schema = match about {
        Some(about) => with(&schema, "description", about.clone()),
        None => schema,
    };
    members.insert(name.to_owned(), schema);
}

impl Types {
    fn name<T: JsonSchema>(&mut self, name: &'static str) -> Value {
        let schema = self.generator.subschema_for::<T>().to_value();
        self.names.insert(key(&schema).to_owned(), name);
        schema
    }

    pub(crate) fn definition<'s>(&'s self, schema: &'s Value) -> &'s Value {
        self.generator.definitions().get(key(schema)).unwrap_or(schema)
    }

    fn declaration(&self, name: &str, schema: &Value) -> String {
        let schema = self.definition(schema);
        let doc = doc(schema, 0);
        let has_members = schema.get("properties").is_some();
        match (alternatives(schema), schema["enum"].as_array()) {
            (None, None) if has_members => {
                format!("{doc}export interface {name} {}\n", block(&self.members(schema, 0), 0))
            }
            (Some(of), _) if !has_shared_members(schema) => {
                format!("{doc}export type {name} ={};\n", self.lines(&of, 0))
            }
            (None, Some(words)) => {
                let words: Vec<String> = words.iter().map(Value::to_string).collect();
                format!("{doc}export type {name} =\n  | {};\n", words.join("\n  | "))
            }
            _ => format!("{doc}export type {name} = {};\n", self.value(schema, 0)),
        }
    }

    /// Returns alternatives on lines of their own, with their documentation.
    fn lines(&self, alternatives: &[Value], indent: usize) -> String {
        let inner = indent + 2;
        let line = |schema| format!("\n{}{}| {}", doc(schema, inner), " ".repeat(inner), self.value(schema, inner + 2));
        alternatives.iter().map(line).collect()
    }

    /// Returns a type whose further lines, if it has any, are indented.
    fn value(&self, schema: &Value, indent: usize) -> String {
        if let Some(name) = schema[NAME].as_str() {
            return name.to_owned();
        }
        if is_absent(schema) {
            return "undefined".to_owned();
        }
        if schema.get("$ref").is_some() {
            return match self.names.get(key(schema)) {
                Some(name) => (*name).to_owned(),
                None => self.value(self.definition(schema), indent),
            };
        }
        if let Some(value) = schema.get("const") {
            return value.to_string();
        }
        if let Some(words) = schema["enum"].as_array() {
            return union(words.iter().map(ToString::to_string));
        }
        if let Some(of) = alternatives(schema) {
            let line = union(of.iter().map(|schema| self.value(schema, indent)));
            if !has_shared_members(schema) {
                return line;
            }
            let shared = self.object(schema, indent);
            return match of.as_slice() {
                [_] => format!("{shared} & {line}"),
                _ if indent + shared.len() + line.len() < WIDTH => format!("{shared} & ({line})"),
                _ => format!("{shared} & ({}\n{})", self.lines(&of, indent), " ".repeat(indent)),
            };
        }
        match &schema["type"] {
            Value::Array(types) => {
                let of = |name: &Value| self.value(&with(schema, "type", name.clone()), indent);
                union(types.iter().map(of))
            }
            Value::String(name) => match name.as_str() {
                "integer" => "number".to_owned(),
                "array" => self.array(schema, indent),
                "object" => self.object(schema, indent),
                other => other.to_owned(),
            },
            _ => "unknown".to_owned(),
        }
    }

    fn array(&self, schema: &Value, indent: usize) -> String {
        let items = self.value(&schema["items"], indent);
        let is_readonly = self.is_input || self.is_readonly || schema["readOnly"] == true;
        let readonly = if is_readonly { "readonly " } else { "" };
        if schema["minItems"] == 2 && schema["maxItems"] == 2 {
            return format!("{readonly}[{items}, {items}]");
        }
        let is_named = self.names.contains_key(key(&schema["items"]));
        let of = self.definition(&schema["items"]);
        let is_union = alternatives(of).is_some() || of.get("enum").is_some() || of["type"].is_array();
        if is_union && !is_named { format!("{readonly}({items})[]") } else { format!("{readonly}{items}[]") }
    }

    fn object(&self, schema: &Value, indent: usize) -> String {
        if schema.get("properties").is_none() {
            let of = schema.get("additionalProperties").unwrap_or(&Value::Null);
            if let Some(keys) = schema.get("propertyNames") {
                let key = self.value(keys, indent);
                return format!("{{ readonly [key in {key}]?: {} }}", self.value(of, indent));
            }
            let record = format!("Record<string, {}>", self.value(of, indent));
            return if self.is_readonly { format!("Readonly<{record}>") } else { record };
        }
        let members = self.members(schema, indent);
        let line = format!("{{ {} }}", members.iter().map(Member::text).collect::<Vec<_>>().join("; "));
        if members.iter().all(|member| member.doc.is_empty()) && !line.contains('\n') && indent + line.len() < WIDTH {
            line
        } else {
            block(&members, indent)
        }
    }

    /// Returns the members of an object whose lines are indented.
    fn members(&self, schema: &Value, indent: usize) -> Vec<Member> {
        let indent = indent + 2;
        let required =
            |name: &str| schema["required"].as_array().is_some_and(|names| names.iter().any(|of| of == name));
        let properties = schema["properties"].as_object().into_iter().flatten();
        let mut members: Vec<Member> = properties
            .map(|(name, schema)| {
                let optional = !required(name);
                // An absent member of output is never `null`.
                let schema = if optional && !self.is_input { &without_null(schema) } else { schema };
                let is_plain = name.chars().all(|letter| letter.is_ascii_alphanumeric() || letter == '_');
                let name = if is_plain { name.clone() } else { quoted(name) };
                let mark = if optional { "?" } else { "" };
                let readonly = if self.is_readonly { "readonly " } else { "" };
                let name = format!("{readonly}{name}{mark}");
                Member { doc: doc(schema, indent), name, value: self.value(schema, indent) }
            })
            .collect();
        if schema["additionalProperties"] == Value::Bool(true) {
            let name = "[member: string]".to_owned();
            members.push(Member { doc: String::new(), name, value: "unknown".to_owned() });
        }
        members
    }
}

/// A member of an interface.
struct Member {
    doc: String,
    name: String,
    value: String,
}

impl Member {
    fn text(&self) -> String {
        format!("{}: {}", self.name, self.value)
    }
}

/// Writes members on lines of their own.
fn block(members: &[Member], indent: usize) -> String {
    let inner = " ".repeat(indent + 2);
    let lines = members.iter().map(|member| format!("{}{inner}{};\n", member.doc, member.text()));
    format!("{{\n{}{}}}", lines.collect::<String>(), " ".repeat(indent))
}

/// Joins alternatives, each once.
pub(crate) fn union(alternatives: impl IntoIterator<Item = String>) -> String {
    unique(alternatives).join(" | ")
}

/// Returns the distinct items, in the order of their first occurrence.
pub(crate) fn unique<T: PartialEq>(items: impl IntoIterator<Item = T>) -> Vec<T> {
    let mut distinct = Vec::new();
    for item in items {
        if !distinct.contains(&item) {
            distinct.push(item);
        }
    }
    distinct
}

/// Returns the description of a schema as a comment, or nothing.
fn doc(schema: &Value, indent: usize) -> String {
    let about = prose(schema["description"].as_str().unwrap_or_default());
    let start = " ".repeat(indent);
    if about.is_empty() {
        return String::new();
    }
    if !about.contains('\n') && indent + about.len() + 7 <= WIDTH {
        return format!("{start}/** {about} */\n");
    }
    let lines = wrapped(&about, WIDTH - indent - 3).into_iter();
    let lines: String = lines.map(|line| format!("{start} * {line}").trim_end().to_owned() + "\n").collect();
    format!("{start}/**\n{lines}{start} */\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(serde::Serialize, JsonSchema)]
    struct Example {
        #[serde(skip_serializing_if = "Option::is_none")]
        day: Option<String>,
        choices: Vec<bool>,
    }

    #[test]
    fn an_absent_member_may_be_null_in_input_only() {
        let mut module = Module::new();
        module.declare::<Example>("Output");
        module.declare_shared::<Example>("Shared");
        module.declare_input::<Example>("Input");
        let text = module.finish();
        assert!(text.contains("Output {\n  day?: string;\n  choices: boolean[];\n}\n"), "{text}");
        assert!(
            text.contains("Shared {\n  readonly day?: string;\n  readonly choices: readonly boolean[];\n}\n"),
            "{text}"
        );
        assert!(text.contains("Input {\n  day?: string | null;\n  choices: readonly boolean[];\n}\n"), "{text}");
    }
}
