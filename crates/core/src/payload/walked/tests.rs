//! Marks and texts, and the walk of a binding compared with the text of the same payload.

use crate::context::Context;
use crate::payload::walked::*;
use crate::rulebook::fields::names::{SLOTS, key};
use crate::rulebook::fields::sets::SlotSet;
use crate::wire;
use crate::wire::{Binding, Reply, Walked};
use proptest::prelude::*;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Json = serde_json::Value;

/// Returns the outline, as JSON, without a firm rule that reads more texts.
fn usual_outline() -> Json {
    serde_json::from_str(&outline(SlotSet::EMPTY)).unwrap()
}

#[test]
fn the_outline_names_each_slot_once() {
    let outline = usual_outline();
    let groups = outline.as_object().unwrap();
    let fields = || groups.values().flat_map(|fields| fields.as_object().unwrap().values());
    let mut slots: Vec<u64> = fields().map(|field| field.as_u64().unwrap() % 256).collect();
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), fields().count());
    // The second row of `base_product` has an unused slot.
    assert_eq!(slots.len(), SLOTS - 1);
    let expected =
        [("case_type", 512), ("cc_emails", 257), ("summary", 2), ("base_product", 537), ("defendant_information", 782)];
    for (name, field) in expected {
        assert_eq!(outline[""][name], field, "{name}");
    }
    assert!(groups.contains_key("14"), "the members of defendant_information");
}

#[test]
fn a_firm_rule_adds_the_texts_that_it_reads() {
    let slot = key("defendant_information").member_slot(10);
    let more: Json = serde_json::from_str(&outline(SlotSet::EMPTY.with(slot))).unwrap();
    assert_eq!(more["14"]["city"], slot + 256);
    let mut same = more.clone();
    same["14"]["city"] = json!(slot);
    assert_eq!(same, usual_outline());
}

#[test]
fn marks_and_texts_must_fit_together() {
    let read = |marks: &[[u8; 4]], texts| read(&marks.concat(), texts, &mut Payload::new());
    assert_eq!(read(&[[0, mark::TEXT, 2, 0]], "pl"), Some(()));
    assert_eq!(read(&[[0, mark::TEXT, 2, 0]], "p"), None);
    assert_eq!(read(&[[0, mark::TEXT, 2, 0]], "pl."), None);
    assert_eq!(read(&[[0, mark::TEXT, 1, 0], [1, mark::TEXT, 2, 0]], "é\u{1F600}"), Some(()));
    assert_eq!(read(&[[0, mark::TEXT, 2, 0], [1, mark::TEXT, 1, 0]], "é\u{1F600}"), None);
    assert_eq!(read(&[[0, mark::TEXT, 2, 0]], "é"), None);
    assert_eq!(read(&[[25, mark::WORDS, 1, 0]], ""), None);
    assert_eq!(read(&[[0, u8::MAX, 0, 0]], ""), None);
}

/// The binding's walk of an object, like `pkg/src/walk.ts`.
struct Walk {
    outline: Json,
    marks: Vec<u8>,
    texts: String,
    depth: usize,
}

impl Walk {
    /// Returns `None` for a payload that needs the text.
    fn of(payload: &Map<String, Json>, outline: &str) -> Option<Walk> {
        let outline = serde_json::from_str(outline).unwrap();
        let mut walk = Walk { outline, marks: Vec::new(), texts: String::new(), depth: 1 };
        walk.members(payload, "")?;
        Some(walk)
    }

    fn put(&mut self, slot: u8, what: u8, length: usize) {
        let [low, high] = u16::try_from(length).unwrap().to_le_bytes();
        self.marks.extend([slot, what, low, high]);
    }

    fn text(&mut self, slot: u8, what: u8, text: &str) {
        self.put(slot, what, text.encode_utf16().count());
        self.texts.push_str(text);
    }

    fn members(&mut self, object: &Map<String, Json>, record: &str) -> Option<()> {
        for (name, value) in object {
            let Some(field) = self.outline[record][name].as_u64() else {
                self.text(0, mark::UNKNOWN_KEY, name);
                self.pass(value, if record.is_empty() { 1 } else { 2 });
                continue;
            };
            let slot = u8::try_from(field % 256).unwrap();
            match (field - field % 256, value) {
                (part::TYPE | part::RECORD, Json::String(text))
                    if text.starts_with(|first: char| first.is_ascii_graphic()) =>
                {
                    self.put(slot, mark::PROSE, 0);
                }
                (_, Json::String(text)) => self.text(slot, mark::TEXT, text),
                (part::WORDS, Json::Array(words)) => self.words(words, slot)?,
                (part::RECORD, Json::Object(members)) => {
                    self.depth = self.depth.max(2);
                    self.put(slot, mark::RECORD, 0);
                    self.members(members, &slot.to_string())?;
                    self.put(0, mark::END, 0);
                }
                (_, value) => {
                    self.put(slot, kind(value), 0);
                    self.pass(value, if record.is_empty() { 1 } else { 2 });
                }
            }
        }
        Some(())
    }

    /// Tracks the depth of a value that is not read, inside so many others.
    fn pass(&mut self, value: &Json, depth: usize) {
        let inside: Vec<&Json> = match value {
            Json::Array(elements) => elements.iter().collect(),
            Json::Object(members) => members.values().collect(),
            _ => return,
        };
        self.depth = self.depth.max(depth + 1);
        for value in inside {
            self.pass(value, depth + 1);
        }
    }

    fn words(&mut self, words: &[Json], slot: u8) -> Option<()> {
        self.depth = self.depth.max(2);
        self.put(slot, mark::WORDS, words.len());
        for word in words {
            match word {
                Json::String(text) => self.text(0, mark::TEXT, text),
                Json::Array(_) | Json::Object(_) => return None,
                other => self.put(0, kind(other), 0),
            }
        }
        Some(())
    }

    /// Returns the report as text, or `None` if the payload's text is needed.
    fn report(&self, bytes: usize, binding: &mut Binding) -> Option<String> {
        let walked = Walked { marks: &self.marks, texts: self.texts.as_bytes(), depth: self.depth, bytes };
        let Reply::Text(reply) = binding.check_walked(walked) else { panic!("no report has crossed") };
        Some(reply).filter(|reply| !reply.is_empty()).map(|reply| whole(&reply))
    }
}

/// Returns `true` as JavaScript's function of this name does.
fn is_safe_integer(number: f64) -> bool {
    number.fract() == 0.0 && number.abs() < 9_007_199_254_740_992.0
}

/// Returns the mark of a value that is no text, and of which nothing is read.
fn kind(value: &Json) -> u8 {
    match value {
        Json::Null => mark::NULL,
        Json::Bool(false) => mark::FALSE,
        Json::Bool(true) => mark::TRUE,
        Json::Number(number) if number.as_f64().is_some_and(is_safe_integer) => mark::INTEGER,
        Json::Number(_) => mark::FRACTION,
        Json::Array(elements) if elements.is_empty() => mark::EMPTY_ARRAY,
        Json::Array(_) => mark::ARRAY,
        // Texts are marked where they are found.
        _ => mark::OBJECT,
    }
}

/// Returns the report of a reply in which no part has crossed before.
fn whole(reply: &str) -> String {
    let part = |part: &Json| part.as_array().map_or(part.clone(), |part| part[1].clone());
    let Ok(Json::Array(parts)) = serde_json::from_str::<Json>(reply) else { return reply.to_owned() };
    let mut report = part(&parts[0]);
    report["issues"] = parts[1..].iter().map(part).collect();
    report.to_string()
}

/// Returns a binding with a context that no part has crossed with.
fn binding(context: &Json) -> Binding {
    let mut binding = Binding::new(&[]);
    binding.set_context(0, &context.to_string());
    binding
}

/// Returns `true` if a payload has the same report by its text and by a walk, and `false` if the
/// context or the payload needs the text.
fn is_judged_alike(payload: &Json, settings: &Json) -> bool {
    let outline = binding(settings).outline();
    let Some(object) = payload.as_object().filter(|_| !outline.is_empty()) else { return false };
    let text = payload.to_string();
    let Some(walk) = Walk::of(object, &outline) else { return false };
    let report = |walk: &Walk| walk.report(text.len(), &mut binding(settings));
    let context = Context::from_json(&settings.to_string()).unwrap();
    let is_within = walk.depth <= context.limits.depth && text.len() <= context.limits.text_bytes;
    assert_eq!(report(&walk).is_some(), is_within, "{text}");
    if !is_within {
        return false;
    }
    assert_eq!(report(&walk).unwrap(), wire::CHECK_CASE.call_with(&text, &context), "{text}");
    // A mark with a truncated text, and texts that are truncated or continue, do not fit together.
    let has_text = |mark: &[u8]| matches!(mark[1], mark::TEXT | mark::UNKNOWN_KEY) && mark[2..] != [0, 0];
    let mut other = Walk::of(object, &outline).unwrap();
    if let Some(last) = walk.marks.chunks(4).rposition(has_text) {
        other.marks.truncate(4 * last);
        assert_eq!(report(&other), None, "{text}");
        other.marks = walk.marks;
        other.texts.pop();
        assert_eq!(report(&other), None, "{text}");
        other.texts.clone_from(&walk.texts);
    }
    other.texts.push('.');
    assert_eq!(report(&other), None, "{text}");
    true
}

/// Returns the payloads of all check vectors with their contexts.
fn vectors() -> Vec<(Json, Json)> {
    fn visit(folder: &Path, bases: &Json, found: &mut Vec<(Json, Json)>) {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                visit(&path, bases, found);
            } else if path.extension().is_some_and(|extension| extension == "json") && !path.ends_with("bases.json") {
                let file: Json = serde_json::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
                if file["call"].as_str().is_none_or(|call| call == "check_case") {
                    found.extend(
                        file["cases"].as_array().unwrap().iter().filter_map(|case| expanded(&file, case, bases)),
                    );
                }
            }
        }
    }
    /// Expands a vector as described in `tests/vectors/README.md`. Returns `None` for a text that
    /// is not JSON.
    fn expanded(file: &Json, case: &Json, bases: &Json) -> Option<(Json, Json)> {
        let base = case["base"].as_str().or(file["base"].as_str());
        let mut payload = match case["text"].as_str() {
            Some(text) => serde_json::from_str(text).ok()?,
            None => bases[base?].clone(),
        };
        let pointer = |at: &str| if at.starts_with('/') { at.to_owned() } else { format!("/{at}") };
        let removed = case["remove"].as_array().into_iter().flatten().map(|at| (pointer(at.as_str().unwrap()), None));
        let set = case["set"].as_object().into_iter().flatten().map(|(at, value)| (pointer(at), Some(value)));
        for (at, value) in removed.chain(set) {
            let (parent, name) = at.rsplit_once('/').unwrap();
            let parent = payload.pointer_mut(parent).and_then(Json::as_object_mut).unwrap();
            match value {
                Some(value) => parent.insert(name.to_owned(), value.clone()),
                None => parent.shift_remove(name),
            };
        }
        let mut context = json!({ "today": "2026-03-01" });
        for settings in [&file["context"], &case["context"]] {
            context.as_object_mut().unwrap().extend(settings.as_object().cloned().unwrap_or_default());
        }
        Some((payload, context))
    }
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/vectors");
    let bases = serde_json::from_str(&fs::read_to_string(folder.join("bases.json")).unwrap()).unwrap();
    let mut found = Vec::new();
    visit(&folder, &bases, &mut found);
    found
}

#[test]
fn the_vectors_are_judged_alike_by_text_and_by_a_walk() {
    let (mut walked, mut by_text) = (0, 0);
    for (payload, settings) in vectors() {
        if Context::from_json(&settings.to_string()).is_err() {
            continue;
        }
        let is_walked = is_judged_alike(&payload, &settings);
        *(if is_walked { &mut walked } else { &mut by_text }) += 1;
    }
    assert!(walked > 500 && by_text > 0, "{walked} {by_text}");
}

/// A report crosses in parts, most of which have crossed with another payload before.
#[test]
fn parts_that_have_crossed_make_the_same_report() {
    let mut bindings: BTreeMap<String, (Binding, Vec<Json>, Vec<Json>)> = BTreeMap::new();
    let (mut numbers, mut others) = (0, 0);
    let mut part = |part: &Json, crossed: &mut Vec<Json>| match part {
        Json::Number(number) => {
            numbers += 1;
            crossed[usize::try_from(number.as_u64().unwrap()).unwrap()].clone()
        }
        Json::Array(new) => {
            let number = usize::try_from(new[0].as_u64().unwrap()).unwrap();
            crossed.truncate(number);
            crossed.push(new[1].clone());
            assert_eq!(crossed.len(), number + 1);
            new[1].clone()
        }
        other => {
            others += 1;
            other.clone()
        }
    };
    for (payload, settings) in vectors() {
        let Ok(context) = Context::from_json(&settings.to_string()) else { continue };
        let (binding, reports, issues) =
            bindings.entry(settings.to_string()).or_insert_with(|| (binding(&settings), Vec::new(), Vec::new()));
        let text = payload.to_string();
        let reply = match binding.check(text.as_bytes()) {
            Reply::Text(text) => serde_json::from_str(&text).unwrap(),
            Reply::Report(number) => json!([number]),
            Reply::Unchanged(_) => unreachable!("a delta"),
        };
        let report = match reply {
            Json::Array(parts) => {
                let mut report = part(&parts[0], reports);
                report["issues"] = parts[1..].iter().map(|issue| part(issue, issues)).collect();
                report
            }
            whole => whole,
        };
        assert_eq!(report.to_string(), wire::CHECK_CASE.call_with(&text, &context), "{text}");
    }
    assert!(numbers > 1_000 && others > 50, "{numbers} {others}");
}

/// A value for each mark at each kind of field: texts that are read and that are not, words, a
/// record and its members.
#[test]
fn every_mark_is_judged_as_its_text_is() {
    let values = [
        json!(null),
        json!(false),
        json!(true),
        json!(7),
        json!(-2.0),
        json!(2020.5),
        json!(""),
        json!(" \u{3000}"),
        json!("prose"),
        json!(" \u{e9}\u{1F600} "),
        json!("\u{200b}"),
        json!([]),
        json!([[], {}]),
        json!({}),
        json!({ "city": { "a": [1] }, "stra/nge\u{1F600}": 2 }),
        json!({ "city": 3, "stra/nge\u{1F600}": 2 }),
        json!(["policy_number", "", "policy_number", null, true, false, 1, 1.5, "\u{1F600}"]),
        json!(["policy_number", "", "policy_number", null, true, false, 1, 1.5, [], [1], {}, "\u{1F600}"]),
    ];
    let trace = json!({ "today": "2026-03-01", "include": ["trace"] });
    let (mut walked, mut checked) = (0, 0);
    for product in ["pl", "pe"] {
        for at in
            ["cc_emails", "summary", "is_test", "add_on_services", "base_product", "vehicle_information", "x\u{e9}"]
        {
            for value in &values {
                let payload = json!({ "case_type": product, at: value, "crash_state": "ga" });
                walked += usize::from(is_judged_alike(&payload, &trace));
                checked += 1;
                for name in ["id", "city", "first_name", "date_of_birth", "license_state", "x"] {
                    let person = json!({ "last_name": "Example", name: value, "state_or_province": "zz" });
                    let payload = json!({ "case_type": product, "defendant_information": person, "summary": value });
                    walked += usize::from(is_judged_alike(&payload, &trace));
                    checked += 1;
                }
            }
        }
    }
    // Arrays of arrays and objects go by their text where words are documented: at two fields.
    let is_nested = |value: &Json| value.is_array() || value.is_object();
    let mixed = values.iter().filter(|value| value.as_array().is_some_and(|of| of.iter().any(is_nested)));
    assert_eq!(walked, checked - 2 * 2 * mixed.count());
}

#[test]
fn what_exceeds_a_limit_or_is_to_be_prepared_goes_by_its_text() {
    let payload = json!({ "summary": [[1]], "add_on_services": ["skip_trace"], "x": "y" });
    let bytes = payload.to_string().len();
    let settings = |limits: Json| json!({ "today": "2026-03-01", "limits": limits });
    assert!(is_judged_alike(&payload, &settings(json!({ "depth": 3, "text_bytes": bytes }))));
    assert!(!is_judged_alike(&payload, &settings(json!({ "depth": 2 }))));
    assert!(!is_judged_alike(&payload, &settings(json!({ "text_bytes": bytes - 1 }))));
    let preparing = json!({ "today": "2026-03-01", "include": ["prepared"] });
    assert_eq!(binding(&preparing).outline(), "");
    let walk = Walk::of(payload.as_object().unwrap(), &outline(SlotSet::EMPTY)).unwrap();
    assert_eq!(walk.report(bytes, &mut binding(&preparing)), None);
    let without_day = walk.report(bytes, &mut binding(&json!({}))).unwrap();
    assert!(without_day.contains("context_unreadable"), "{without_day}");
}

#[test]
fn a_mark_that_has_no_place_in_an_array_of_words_is_refused() {
    let read = |marks: &[[u8; 4]], texts| read(&marks.concat(), texts, &mut Payload::new());
    for (what, is_known) in (0..=u8::MAX).map(|what| (what, what <= mark::OBJECT)) {
        assert_eq!(read(&[[25, mark::WORDS, 1, 0], [0, what, 0, 0]], "").is_some(), is_known, "{what}");
        assert_eq!(read(&[[1, what, 0, 0]], "").is_some(), what <= mark::UNKNOWN_KEY, "{what}");
    }
    assert_eq!(read(&[[25, mark::WORDS, 2, 0], [0, mark::TEXT, 1, 0]], "a"), None);
    assert_eq!(read(&[[25, mark::WORDS, 0, 1], [0, mark::TEXT, 1, 0]], "a"), None);
    // The length has two bytes, the low one first.
    assert_eq!(read(&[[0, mark::TEXT, 1, 1]], &"a".repeat(257)), Some(()));
}

proptest! {
    #[test]
    fn any_marks_are_read_or_refused(marks in proptest::collection::vec(any::<[u8; 4]>(), 0..40), texts in ".{0,40}") {
        read(&marks.concat(), &texts, &mut Payload::new());
    }
}
