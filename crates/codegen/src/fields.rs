//! The field table, the word lists and the rules for forms, as TypeScript.

use crate::type_schema::quoted;
use casegate::Language;
use casegate::explain::rules;
use casegate::export::codegen::labels;
use casegate::export::{fields_json, word_label};
use casegate::files::{ACCEPTED_EXTENSIONS, EDGE_BYTES, FILE_LIMITS};
use casegate::vocabulary::{CASE_TYPE, EXTENSIBLE, STATE_NAMES, STATES};
use serde_json::Value;
use std::fmt::Write;

/// Returns the field table, the word lists and the rules as a TypeScript module.
pub(crate) fn fields_ts() -> String {
    let mut out = String::from(
        "// Written by scripts/generate; do not edit.\n\
         import type { FileLimits, RuleInfo, WordList } from \"./tables.js\";\n\
         import type { FieldInfo, FileEndpoint, ListId } from \"./types.js\";\n\n\
         export const fields: readonly FieldInfo[] = [\n",
    );
    let table: Value = serde_json::from_str(&fields_json()).expect("the field table is JSON");
    for row in table["fields"].as_array().expect("the fields") {
        // Each row is on one line, which is easy to read and compare.
        let _ = writeln!(out, "  {row},");
    }
    out.push_str("];\n\nexport const lists: { readonly [id in ListId]: WordList } = {\n");
    for list in std::iter::once(&CASE_TYPE).chain(EXTENSIBLE) {
        let _ = writeln!(out, "  {}: {{\n    open: {},\n    words: [", quoted(list.id), list.open);
        for word in list.words {
            let label = word_label(word).unwrap_or(word);
            let _ = writeln!(out, "      {{ value: {}, label: {} }},", quoted(word), quoted(label));
        }
        out.push_str("    ],\n  },\n");
    }
    out.push_str("};\n\n");
    out.push_str(&files_ts());
    out.push_str("export const rules: readonly RuleInfo[] = [\n");
    for rule in rules() {
        let number = rule.number.map(|number| format!("number: {number}, ")).unwrap_or_default();
        let _ = writeln!(
            out,
            "  {{ id: {}, {number}title: {}, text: {} }},",
            quoted(&rule.id),
            quoted(&rule.title),
            quoted(&rule.text)
        );
    }
    out.push_str("];\n");
    out
}

/// Returns the limits of the file endpoints, and the names and codes of the states.
fn files_ts() -> String {
    let mut out =
        String::from("export const fileLimits: { readonly [endpoint in FileEndpoint]: Readonly<FileLimits> } = {\n");
    for limits in &FILE_LIMITS {
        let (files, file, total) = (limits.files, limits.file.0, limits.total.0);
        let name = limits.endpoint.name();
        let _ = writeln!(out, "  {name}: {{ files: {files}, file_megabytes: {file}, total_megabytes: {total} }},");
    }
    let extensions: Vec<String> = ACCEPTED_EXTENSIONS.iter().map(|extension| quoted(extension)).collect();
    let _ = writeln!(out, "}};\n\nexport const fileExtensions: readonly string[] = [{}];\n", extensions.join(", "));
    out.push_str("/** The names of states by their codes. */\nexport const stateNames: { readonly [code: string]: string } = {\n");
    for code in STATES {
        let name = STATE_NAMES.iter().find(|(_, of)| *of == code).map_or(code, |(name, _)| *name);
        let _ = writeln!(out, "  {code}: {},", quoted(name));
    }
    out.push_str("};\n\nexport const stateCodes: readonly string[] = /* @__PURE__ */ Object.keys(stateNames);\n\n");
    let _ = writeln!(out, "/** The bytes of each end of a file that `judgeFiles` examines. */");
    let _ = writeln!(out, "export const fileEdgeBytes = {EDGE_BYTES};\n");
    out
}

/// Returns the texts of the field table and the word lists in a language, as a separate TypeScript
/// module. It has the same keys as [`fields_ts`], so that a page loads only the language that it
/// shows.
pub(crate) fn field_words_ts(language: Language) -> String {
    let (labels, tag) = (labels(language), language.tag());
    let mut out = format!(
        "// Written by scripts/generate; do not edit.\n\
         import type {{ FieldWords }} from \"./tables.js\";\n\n\
         export const {tag}: FieldWords = {{\n  language: {},\n  fields: {{\n",
        quoted(tag)
    );
    for words in labels.fields.iter().chain(labels.members) {
        let hint = if words.hint.is_empty() { String::new() } else { format!(", hint: {}", quoted(words.hint)) };
        let _ = writeln!(out, "    {}: {{ label: {}{hint} }},", quoted(words.name), quoted(words.label));
    }
    out.push_str("  },\n  words: {\n");
    for (word, label) in labels.words {
        let _ = writeln!(out, "    {}: {},", quoted(word), quoted(label));
    }
    out.push_str("  },\n};\n");
    out
}
