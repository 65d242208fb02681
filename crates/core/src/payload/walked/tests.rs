//! Marks and texts, and the walk of a binding compared with the text of the same payload.

use crate::context::Context;
use crate::payload::walked::*;
use crate::rulebook::fields::names::{SLOTS, key};
use crate::rulebook::fields::sets::SlotSet;
use crate::wire;
use crate::wire::Walked;
use proptest::prelude::*;
use serde_json::{Map, json};
use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

type Json = serde_json::Value;

#[test]
fn the_outline_names_each_slot_once() {
    let outline = outline(SlotSet::EMPTY);
    let mut slots: Vec<usize> = outline
        .lines()
        .map(|line| line.split_whitespace().next().expect("a slot").parse().expect("a number"))
        .collect();
    slots.sort_unstable();
    slots.dedup();
    assert_eq!(slots.len(), outline.lines().count());
    // The second row of `base_product` has an unused slot.
    assert_eq!(slots.len(), SLOTS - 1);
    for line in ["0 w case_type", "1 t cc_emails", "2 - summary", "25 w base_product", "14 r defendant_information"] {
        assert!(outline.lines().any(|known| known == line), "{line}");
    }
}

#[test]
fn a_firm_rule_adds_the_texts_that_it_reads() {
    let slot = key("defendant_information").member_slot(10);
    let city = SlotSet::EMPTY.with(slot);
    let differing = |retained_text| {
        outline(SlotSet::EMPTY).lines().zip(outline(retained_text).lines()).filter(|(one, two)| one != two).count()
    };
    assert_eq!(differing(city), 1);
    assert!(outline(city).contains(&format!(" {slot} t city\n")));
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
    /// The slot and the letter of each field, by the slot of its record and its name.
    outline: BTreeMap<(Option<u8>, String), (u8, char)>,
    marks: Vec<u8>,
    texts: String,
    depth: usize,
}

impl Walk {
    fn of(payload: &Map<String, Json>, outline: &str) -> Walk {
        let mut walk = Walk { outline: BTreeMap::new(), marks: Vec::new(), texts: String::new(), depth: 0 };
        let mut record = None;
        for line in outline.lines() {
            let (place, name) = line.trim_start().rsplit_once(' ').unwrap();
            let (slot, letter) = place.split_once(' ').unwrap();
            let (slot, letter) = (slot.parse().unwrap(), letter.parse().unwrap());
            if !line.starts_with(' ') {
                record = Some(slot);
            }
            walk.outline.insert((record.filter(|_| line.starts_with(' ')), name.to_owned()), (slot, letter));
        }
        walk.members(payload, None, 1);
        walk
    }

    fn put(&mut self, slot: u8, what: u8, length: usize) {
        let [low, high] = u16::try_from(length).unwrap().to_le_bytes();
        self.marks.extend([slot, what, low, high]);
    }

    fn text(&mut self, slot: u8, what: u8, text: &str) {
        self.put(slot, what, text.encode_utf16().count());
        self.texts.push_str(text);
    }

    fn members(&mut self, object: &Map<String, Json>, record: Option<u8>, depth: usize) {
        self.depth = self.depth.max(depth);
        for (name, value) in object {
            match (self.outline.get(&(record, name.clone())).copied(), value) {
                (None, value) => {
                    self.text(0, 14, name);
                    self.pass(value, depth);
                }
                (Some((slot, '-' | 'r')), Json::String(text)) if text.starts_with(|c: char| c.is_ascii_graphic()) => {
                    self.put(slot, 5, 0);
                }
                (Some((slot, '-' | 'r')), Json::String(text)) => self.text(slot, 7, text),
                (Some((slot, _)), Json::String(text)) => self.text(slot, 6, text),
                (Some((slot, 'w')), Json::Array(words)) => self.words(words, slot, depth + 1),
                (Some((slot, 'r')), Json::Object(record)) => {
                    self.put(slot, 12, 0);
                    self.members(record, Some(slot), depth + 1);
                    self.put(0, 13, 0);
                }
                (Some((slot, _)), value) => self.plain(slot, value, depth),
            }
        }
    }

    fn words(&mut self, words: &[Json], slot: u8, depth: usize) {
        self.depth = self.depth.max(depth);
        self.put(slot, 10, words.len());
        for word in words {
            match word {
                Json::String(text) => self.text(0, 6, text),
                other => self.plain(0, other, depth),
            }
        }
    }

    /// Writes the mark of a value that is no text, and of which nothing is read.
    fn plain(&mut self, slot: u8, value: &Json, depth: usize) {
        let what = match value {
            Json::Null => 0,
            Json::Bool(false) => 1,
            Json::Bool(true) => 2,
            Json::Number(number) if number.as_f64().is_some_and(|number| number.fract() == 0.0) => 3,
            Json::Number(_) => 4,
            Json::Array(elements) if elements.is_empty() => 8,
            Json::Array(_) => 9,
            // Texts are marked where they are found.
            _ => 11,
        };
        self.put(slot, what, 0);
        self.pass(value, depth);
    }

    /// Tracks the depth inside a value that is not walked.
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

    /// Returns the report as text, or `None` if the payload's text is needed.
    fn report(&self, bytes: usize, context: &Context) -> Option<String> {
        let walked = Walked { marks: &self.marks, texts: &self.texts, depth: self.depth, bytes };
        wire::judge_walked(walked, context).map(|report| wire::report_text(&report))
    }
}

/// Returns `true` if a payload has the same report by its text and by a walk, and `false` if the
/// context or the payload needs the text.
fn is_judged_alike(payload: &Json, context: &Context) -> bool {
    let (Some(outline), Some(object)) = (wire::outline(context), payload.as_object()) else { return false };
    let text = payload.to_string();
    let walk = Walk::of(object, &outline);
    let report = walk.report(text.len(), context);
    let is_within = walk.depth <= context.limits.depth && text.len() <= context.limits.text_bytes;
    assert_eq!(report.is_some(), is_within, "{text}");
    if let Some(report) = &report {
        assert_eq!(*report, wire::CHECK_CASE.call_with(&text, context), "{text}");
        // A mark with a truncated text, and texts that are truncated or continue, do not fit
        // together.
        let has_text = |mark: &[u8]| matches!(mark[1], 6 | 7 | 14) && mark[2..] != [0, 0];
        let mut other = Walk::of(object, &outline);
        if let Some(last) = walk.marks.chunks(4).rposition(has_text) {
            other.marks.truncate(4 * last);
            assert_eq!(other.report(text.len(), context), None, "{text}");
            other.marks = walk.marks;
            other.texts.pop();
            assert_eq!(other.report(text.len(), context), None, "{text}");
            other.texts.clone_from(&walk.texts);
        }
        other.texts.push('.');
        assert_eq!(other.report(text.len(), context), None, "{text}");
    }
    report.is_some()
}

fn context(settings: &str) -> Context {
    Context::from_json(settings).unwrap()
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
        let Ok(context) = Context::from_json(&settings.to_string()) else { continue };
        let is_walked = is_judged_alike(&payload, &context);
        *(if is_walked { &mut walked } else { &mut by_text }) += 1;
    }
    assert!(walked > 500 && by_text > 0, "{walked} {by_text}");
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
        json!(["policy_number", "", "policy_number", null, true, false, 1, 1.5, [], [1], {}, "\u{1F600}"]),
    ];
    let trace = context(r#"{"today":"2026-03-01","include":["trace"]}"#);
    let mut walked = 0;
    for product in ["pl", "pe"] {
        for at in
            ["cc_emails", "summary", "is_test", "add_on_services", "base_product", "vehicle_information", "x\u{e9}"]
        {
            for value in &values {
                let payload = json!({ "case_type": product, at: value, "crash_state": "ga" });
                walked += usize::from(is_judged_alike(&payload, &trace));
                for name in ["id", "city", "first_name", "date_of_birth", "license_state", "x"] {
                    let person = json!({ "last_name": "Example", name: value, "state_or_province": "zz" });
                    let payload = json!({ "case_type": product, "defendant_information": person, "summary": value });
                    walked += usize::from(is_judged_alike(&payload, &trace));
                }
            }
        }
    }
    assert_eq!(walked, 2 * 7 * values.len() * 7);
}

#[test]
fn what_exceeds_a_limit_or_is_to_be_prepared_goes_by_its_text() {
    let payload = json!({ "summary": [[1]], "x": "y" });
    let bytes = payload.to_string().len();
    let settings = |limits: Json| context(&json!({ "today": "2026-03-01", "limits": limits }).to_string());
    assert!(is_judged_alike(&payload, &settings(json!({ "depth": 3, "text_bytes": bytes }))));
    assert!(!is_judged_alike(&payload, &settings(json!({ "depth": 2 }))));
    assert!(!is_judged_alike(&payload, &settings(json!({ "text_bytes": bytes - 1 }))));
    let preparing = context(r#"{"today":"2026-03-01","include":["prepared"]}"#);
    assert_eq!(wire::outline(&preparing), None);
    let walk = Walk::of(payload.as_object().unwrap(), &outline(SlotSet::EMPTY));
    assert_eq!(walk.report(bytes, &preparing), None);
    assert_eq!(walk.report(bytes, &wire::settings("").unwrap()), None);
}

#[test]
fn a_mark_that_has_no_place_in_an_array_of_words_is_refused() {
    let read = |marks: &[[u8; 4]], texts| read(&marks.concat(), texts, &mut Payload::new());
    for (what, is_known) in (0..=u8::MAX).map(|what| (what, matches!(what, 0..=9 | 11))) {
        assert_eq!(read(&[[25, mark::WORDS, 1, 0], [0, what, 0, 0]], "").is_some(), is_known, "{what}");
        assert_eq!(read(&[[1, what, 0, 0]], "").is_some(), what <= 14, "{what}");
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
