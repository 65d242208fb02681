//! The settings of a context one by one, so that each can be changed alone.

use crate::context::Context;
use crate::text::json::document::{Document, Members};
use crate::text::json::writer;
use std::collections::BTreeMap;

/// The settings whose members are settings of their own.
const NESTED: [&str; 4] = ["severity", "words", "carriers", "house"];

/// The settings that change only messages or the parts of a report.
const NOT_COMPARED: [&str; 3] = ["language", "audience", "include"];

/// Each setting by its name: a member, such as `today`; a member of a member, such as
/// `severity.file_empty`; a firm rule, such as `house.acme.claim`; a waiver, such as
/// `house.waivers.unlisted_word/base_product`.
pub(crate) type Settings = BTreeMap<String, Setting>;

/// A setting, with the names of the members that lead to it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Setting {
    within: Vec<&'static str>,
    /// The name of the last member; `None` for an entry of a list.
    name: Option<String>,
    value: Document,
}

/// Returns the settings of a context that differ from the default.
pub(crate) fn of(context: &Context) -> Settings {
    let mut settings = Settings::new();
    let Ok(Document::Object(members)) = Document::read(&writer::text(context)) else { return settings };
    for (name, value) in members {
        let nested = NESTED.into_iter().find(|own| *own == name);
        match (nested, value) {
            (_, _) if NOT_COMPARED.contains(&&*name) => {}
            (Some(within), Document::Object(members)) => {
                for (name, value) in members {
                    let list = ["rules", "waivers"].into_iter().find(|own| within == "house" && *own == name);
                    match (list, value) {
                        (Some(list), Document::List(entries)) => entries.into_iter().for_each(|value| {
                            let within = vec![within, list];
                            settings.insert(entry_name(list, &value), Setting { within, name: None, value });
                        }),
                        (_, value) => {
                            let full = [within, ".", &name].concat();
                            settings.insert(full, Setting { within: vec![within], name: Some(name), value });
                        }
                    }
                }
            }
            (_, value) => {
                settings.insert(name.clone(), Setting { within: Vec::new(), name: Some(name), value });
            }
        }
    }
    settings
}

/// Returns the name of a firm rule or of a waiver.
fn entry_name(list: &str, value: &Document) -> String {
    let member = |name: &str| value.get(name).and_then(Document::as_str).unwrap_or_default();
    match list {
        "rules" => ["house.", member("id")].concat(),
        _ => ["house.waivers.", member("code"), member("at"), member("rule")].concat(),
    }
}

/// Writes settings as JSON text.
pub(crate) fn write(settings: &Settings) -> String {
    let mut root = Members::default();
    for Setting { within, name, value } in settings.values() {
        insert(&mut root, within, name.as_deref(), value.clone());
    }
    Document::Object(root).to_string()
}

fn insert(members: &mut Members, within: &[&str], name: Option<&str>, value: Document) {
    match (within, name) {
        ([], Some(name)) => members.insert(name, value),
        ([list], None) => {
            let mut entries = match members.remove(list) {
                Some(Document::List(entries)) => entries,
                _ => Vec::new(),
            };
            entries.push(value);
            members.insert(*list, Document::List(entries));
        }
        ([first, rest @ ..], name) => {
            let mut own = match members.remove(first) {
                Some(Document::Object(own)) => own,
                _ => Members::default(),
            };
            insert(&mut own, rest, name, value);
            members.insert(*first, Document::Object(own));
        }
        ([], None) => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn settings_are_those_that_were_taken_apart() {
        let text = r#"{"today":"2026-03-01","as_of":"1.0.0","surface":"legacy","product":"pl","token_name":"a",
            "carriers":{"refused":[{"name":"Grimbold"}],"specialty":[{"name":"Vexley"}]},"words":{"add_on_services":["drone"]},
            "severity":{"future_date":"error","null_value":"error"},"limits":{"depth":9},"clock_tolerance_seconds":5,
            "house":{"rules":[{"id":"acme.a","then":[{"required":"/summary"}],"message":{"en":"Our rule."}}],
            "waivers":[{"code":"deprecated","reason":"Ours.","until":"2026-12-31"},
                {"code":"unlisted_word","at":"/base_product","reason":"Ours.","until":"2026-12-31"}]}}"#;
        let context = Context::from_json(text).expect("settings");
        let settings = of(&context);
        let names: Vec<&str> = settings.keys().map(String::as_str).collect();
        assert_eq!(
            names,
            [
                "as_of",
                "carriers.refused",
                "carriers.specialty",
                "clock_tolerance_seconds",
                "house.acme.a",
                "house.waivers.deprecated",
                "house.waivers.unlisted_word/base_product",
                "limits",
                "product",
                "severity.future_date",
                "severity.null_value",
                "surface",
                "today",
                "token_name",
                "words.add_on_services"
            ]
        );
        assert_eq!(Context::from_json(&write(&settings)).expect("settings"), context);
    }
}
