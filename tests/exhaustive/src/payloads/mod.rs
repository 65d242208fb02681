//! Any number of payloads, the same on every machine: combinations of the space, and damaged texts.

mod text;

use crate::partitions::{Class, classes};
use crate::random::Random;
use crate::settings::{Setting, combined, one_by_one};
use casegate::Context;
use casegate::fields::{COMMON, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate_schema_tests::bases;
use serde_json::{Map, Value};

/// The number of replies in a digest, small enough to find a difference.
pub const CHUNK: usize = 10_000;

/// Settings that the space does not need; the last ones are unusable.
const CONTEXTS: [&str; 16] = [
    r#"{"today":"2026-03-01","include":["prepared"]}"#,
    r#"{"today":"2026-03-01","include":["trace"],"language":"es"}"#,
    r#"{"today":"2026-03-01","include":["prepared","trace"],"credential":"master"}"#,
    r#"{"today":"2026-11-11","surface":"legacy","product":"pe","include":["trace","prepared"],"severity":{"legacy_sunset":"warning"}}"#,
    r#"{"today":"2026-11-10","as_of":"2026-11-11","surface":"legacy"}"#,
    r#"{"today":"2026-03-01","as_of":"2.0.0","include":["prepared","trace"]}"#,
    r#"{"today":"2024-02-29","language":"es","token_name":"desk@example.com"}"#,
    r#"{"today":"0001-01-01"}"#,
    r#"{"today":"9999-12-31","include":["prepared"]}"#,
    r#"{"today":"2026-03-01","words":{"pl.base_product":["commercial_boat_policy_limits"],"add_on_services":["unheard_of"],"search_reason":["unlisted"]}}"#,
    r#"{"today":"2026-03-01","severity":{"unknown_field":"error","null_value":"error","unlisted_word":"error","not_an_email":"error"}}"#,
    r#"{"today":"2026-03-01","limits":{"text_bytes":400,"depth":3,"findings":2},"include":["prepared"]}"#,
    r#"{"today":"2026-03-01","include":["trace"],"carriers":{"refused":[{"name":"Grimbold Mutual","spellings":["Old Grimbold"],"patterns":["zorblatt*"]}],"specialty":[{"name":"Vexley Specialty"}]}}"#,
    r#"{"today":"2026-03-01","include":["trace"],"house":{"rules":[{"id":"acme.policy","product":"pl","when":[{"field":"/insurance_company","like":"*grim*"}],"then":[{"required":"/policy_number"},{"field":"/summary","at_most_characters":9}],"message":{"en":"Look it up.","es":"Búsquelo."},"severity":"warning"}],"waivers":[{"code":"unknown_field","reason":"Ours.","until":"2026-12-31"}]}}"#,
    r#"{"today":"2026-02-30"}"#,
    r#"{"today":"2026-03-01","colour":"blue"}"#,
];

/// Makes payloads.
#[derive(Debug)]
pub struct Payloads {
    seed: u64,
    bases: Vec<Map<String, Value>>,
    places: Vec<(String, Vec<Class>)>,
    contexts: Vec<(String, Option<Context>)>,
}

impl Payloads {
    /// The payloads of a seed.
    pub fn new(seed: u64) -> Payloads {
        let mut places = Vec::new();
        for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
            places.push((format!("/{}", field.name), classes(field)));
            for member in field.kind.members() {
                places.push((format!("/{}/{}", field.name, member.name), classes(member)));
            }
        }
        let known =
            one_by_one().into_iter().chain(combined(&[Setting::Surface, Setting::Carriers])).map(|known| known.json);
        let contexts = known.chain(CONTEXTS.map(str::to_owned)).map(|json| {
            let context = Context::from_json(&json).ok();
            (json, context)
        });
        Payloads { seed, bases: bases(), places, contexts: contexts.collect() }
    }

    /// The settings, as JSON.
    pub fn contexts(&self) -> impl Iterator<Item = &str> {
        self.contexts.iter().map(|(json, _)| &**json)
    }

    /// A payload, and the number of its context.
    pub fn at(&self, index: usize) -> (String, usize) {
        let mut random = Random::of(self.seed, index as u64);
        let context = random.below(self.contexts.len());
        let whole = self.combination(&mut random).to_string();
        let payload = match random.below(100) {
            0..60 => whole,
            60..75 => text::damaged(&whole, &mut random),
            75..85 => {
                let (at, classes) = &self.places[random.below(self.places.len())];
                let value = classes[random.below(classes.len())].value.clone().unwrap_or_default();
                let name = at.rsplit('/').next().unwrap_or_default().to_owned();
                text::repeated(&whole, &name, &value.to_string(), &mut random)
            }
            85..90 => text::spaced(&whole, &mut random),
            90..93 => text::numbered(&whole, &mut random),
            93..97 => text::anything(&mut random, 0),
            _ => text::hostile(&mut random),
        };
        (payload, context)
    }

    /// A base with some of its fields in any class.
    pub fn combination_at(&self, index: usize) -> Value {
        self.combination(&mut Random::of(self.seed, index as u64))
    }

    fn combination(&self, random: &mut Random) -> Value {
        let mut payload = Value::Object(self.bases[random.below(self.bases.len())].clone());
        let most = if random.percent(10) { 0 } else { 1 + random.below(12) };
        let edits = random.below(1 + most);
        for _ in 0..edits {
            let (at, classes) = &self.places[random.below(self.places.len())];
            let class = &classes[random.below(classes.len())];
            let Some((parent, name)) = at.rsplit_once('/') else { continue };
            let Some(Value::Object(parent)) = payload.pointer_mut(parent) else { continue };
            match &class.value {
                Some(value) => drop(parent.insert(name.to_owned(), value.clone())),
                None => drop(parent.shift_remove(name)),
            }
        }
        payload
    }

    /// The library's answer to a payload.
    pub fn reply(&self, payload: &str, context: usize) -> String {
        match &self.contexts[context] {
            (_, Some(context)) => casegate::wire::CHECK_CASE.call_with(payload, context),
            (json, None) => casegate::wire::CHECK_CASE.call(payload, json),
        }
    }
}

/// As hexadecimal digits.
pub fn hex(bytes: [u8; 32]) -> String {
    bytes.iter().fold(String::new(), |digits, byte| digits + &format!("{byte:02x}"))
}
