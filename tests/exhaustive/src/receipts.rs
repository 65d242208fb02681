//! Receipts of generated payloads: nothing that was submitted is in them, the classes of the fields
//! decide the outcomes, and a tampered one differs from the true one.

use crate::payloads::Payloads;
use crate::random::Random;
use casegate::receipt::Receipt;
use casegate::report::RuleOutcome;
use casegate::{Context, receipt};
use casegate_schema_tests::bases;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// Submitted texts with fewer letters may be in a receipt by chance.
const FEWEST_LETTERS: usize = 4;

/// Words of a receipt that are in no table: its members and the classes of `docs/receipts.md`.
const WORDS: &str = "receipt rulebook version digest tables sha256 payload context today surface credential product \
    errors code rules outcome read user master satisfied violated not_applicable not_checked blocked missing malformed \
    given other true false mixed commercial personal future past within last_day too_old long_ago number no_number \
    refused specialty null";

/// Classes of any kind, for a rule whose field gets another one.
const CLASSES: [&str; 8] = ["missing", "malformed", "given", "other", "true", "false", "within", "commercial"];

/// Contexts with carriers, which few of the other payloads name.
const WITH_CARRIERS: [&str; 2] = [
    r#"{"today":"2026-03-01","carriers":{"refused":[{"name":"Éclair & Sons Assurance Inc.","spellings":["E.C.S. Natl Co"],"patterns":["zorb*att","*grim* co"]}],"specialty":[{"name":"Quibble Lines LLC"},{"name":"Straße Mut. of Łódź"}]}}"#,
    r#"{"today":"2026-11-11","surface":"legacy","product":"pl","carriers":{"specialty":[{"name":"Grimbold","patterns":["Éclair*Mutual"]}],"refused":[{"name":"Vexley Casualty Company"},{"name":"National Quibble Group"}]},"words":{"pl.base_product":["éclair","commercial_boat"],"add_on_services":["b","a\"\u0007"]},"limits":{"findings":3}}"#,
];

/// The words of these carriers, similar words, and generic ones.
const COMPANY: [&str; 29] = [
    "Éclair",
    "eclair",
    "sons",
    "Assurance",
    "Inc.",
    "E.C.S.",
    "ECS",
    "Natl",
    "National",
    "Co",
    "company",
    "zorblatt",
    "zorb",
    "att",
    "Old Grimbold",
    "Grimbold",
    "Quibble",
    "Lines",
    "LLC",
    "Strasse",
    "STRAßE",
    "mutual",
    "of",
    "Łódź",
    "lodz",
    "Vexley",
    "cas",
    "group",
    "and",
];

/// What people write between words.
const BETWEEN: [&str; 8] = [" ", " ", " ", "-", ", ", " & ", "", "'"];

/// A payload with its context and its receipt.
#[derive(Debug)]
pub struct Issued {
    /// The text of the payload.
    pub payload: String,
    /// The settings as JSON.
    pub context: String,
    /// The text of the receipt.
    pub receipt: String,
}

/// The receipts of generated payloads.
#[derive(Debug)]
pub struct Receipts {
    payloads: Payloads,
    bases: Vec<Map<String, Value>>,
    seed: u64,
    contexts: Vec<(String, Option<Context>)>,
    /// The texts that a receipt may contain.
    known: String,
    /// The outcome of each rule by the context, the product and the classes.
    outcomes: BTreeMap<(usize, String), (RuleOutcome, String)>,
}

impl Receipts {
    /// The receipts of a seed.
    pub fn new(seed: u64) -> Receipts {
        let payloads = Payloads::new(seed);
        let contexts = payloads.contexts().chain(WITH_CARRIERS);
        let contexts = contexts.map(|json| (json.to_owned(), Context::from_json(json).ok())).collect();
        let known = casegate::export::rules_json() + WORDS;
        Receipts { payloads, bases: bases(), seed, contexts, known, outcomes: BTreeMap::new() }
    }

    /// Returns a receipt. Returns `None` if the context is unusable.
    ///
    /// # Panics
    ///
    /// If the receipt contains a submitted text, or if equal classes had another outcome before.
    pub fn at(&mut self, index: usize) -> Option<Issued> {
        let (payload, number) =
            if index.is_multiple_of(8) { self.with_company(index) } else { self.payloads.at(index) };
        let (json, context) = &self.contexts[number];
        let receipt = receipt(&payload, context.as_ref()?);
        let text = receipt.to_string();
        let mut submitted = Vec::new();
        match serde_json::from_str::<Value>(&payload) {
            Ok(value) => texts(&value, &mut submitted),
            Err(_) => submitted.extend(payload.split(['"', ':', ',', '{', '}', '[', ']']).map(str::to_owned)),
        }
        for value in submitted.iter().filter(|value| is_long(value) && text.contains(&**value)) {
            // A submitted key may be the pointer of a field.
            let is_known = value.split('/').all(|word| self.known.contains(word));
            assert!(is_known, "a receipt contains {value:?} of {payload}");
        }
        let issued = Issued { context: json.clone(), receipt: text, payload };
        self.remember(number, &receipt, &issued.payload);
        Some(issued)
    }

    /// A case with the name of a company that may be in a list.
    fn with_company(&self, index: usize) -> (String, usize) {
        let mut random = Random::of(self.seed, index as u64);
        let mut company = String::new();
        for _ in 0..=random.below(3) {
            if !company.is_empty() {
                company.push_str(random.pick(&BETWEEN));
            }
            let word = random.pick(&COMPANY);
            company += &match random.below(3) {
                0 => word.to_uppercase(),
                1 => word.to_lowercase(),
                _ => word.to_owned(),
            };
        }
        let mut payload = self.bases[random.below(self.bases.len())].clone();
        if random.percent(20) {
            payload.shift_remove("insurance_company");
        }
        let name = random.pick(&["insurance_company", "insurance_company", "insurance_company_name"]);
        payload.insert(name.to_owned(), Value::String(company));
        let context = self.contexts.len() - 1 - random.below(WITH_CARRIERS.len());
        (Value::Object(payload).to_string(), context)
    }

    fn remember(&mut self, context: usize, receipt: &Receipt, payload: &str) {
        for rule in &receipt.rules {
            let classes = format!("{:?} {} {:?}", receipt.product, rule.id, rule.read);
            let (outcome, before) =
                self.outcomes.entry((context, classes)).or_insert_with(|| (rule.outcome, payload.to_owned()));
            assert_eq!(*outcome, rule.outcome, "{} has equal classes in {before} and {payload}", rule.id);
        }
    }

    /// Returns the number of different classes of a rule's fields that were seen.
    pub fn classes(&self) -> usize {
        self.outcomes.len()
    }
}

fn is_long(text: &str) -> bool {
    text.chars().filter(|letter| letter.is_alphabetic()).count() >= FEWEST_LETTERS
}

/// Collects all texts and keys.
fn texts(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::String(text) => found.push(text.clone()),
        Value::Array(elements) => elements.iter().for_each(|element| texts(element, found)),
        Value::Object(members) => {
            for (name, member) in members {
                found.push(name.clone());
                texts(member, found);
            }
        }
        _ => {}
    }
}

/// The ways in which a receipt is tampered with.
pub const TAMPERINGS: [&str; 10] = [
    "a character of the payload",
    "a byte of the receipt",
    "a rule dropped",
    "another day",
    "another day of the context",
    "another rulebook",
    "another class",
    "another outcome",
    "an error added or dropped",
    "another credential of the context",
];

/// Returns a copy that no verifier may accept, tampered with in one of [`TAMPERINGS`].
///
/// # Panics
///
/// If the receipt is not one of [`Receipts`].
pub fn tampered(issued: &Issued, way: usize, random: &mut Random) -> Issued {
    let mut receipt: Value = serde_json::from_str(&issued.receipt).unwrap();
    let mut context: Value = serde_json::from_str(&issued.context).unwrap();
    let mut payload = issued.payload.clone();
    let rules = receipt["rules"].as_array().map_or(0, Vec::len);
    let day = |day: &Value| if *day == json!("2026-03-01") { "2026-03-02" } else { "2026-03-01" };
    match TAMPERINGS[way] {
        "a character of the payload" => payload = with_another_character(&payload, random),
        "a rule dropped" if rules > 0 => drop(receipt["rules"].as_array_mut().unwrap().remove(random.below(rules))),
        "another day" => receipt["today"] = json!(day(&receipt["today"])),
        "another day of the context" => context["today"] = json!(day(&context["today"])),
        "another rulebook" => receipt["rulebook"]["digest"] = json!(format!("{:016x}", random.below(1 << 30))),
        "another class" if rules > 0 => {
            let reads = |rule: &Value| rule["read"].as_object().is_some_and(|read| !read.is_empty());
            let some: Vec<usize> = (0..rules).filter(|rule| reads(&receipt["rules"][rule])).collect();
            let read = receipt["rules"][random.pick(&some)]["read"].as_object_mut().unwrap();
            let at = random.below(read.len());
            let class = read.values_mut().nth(at).unwrap();
            let others: Vec<&str> = CLASSES.into_iter().filter(|other| json!(other) != *class).collect();
            *class = json!(random.pick(&others));
        }
        "another outcome" if rules > 0 => {
            let outcome = &mut receipt["rules"][random.below(rules)]["outcome"];
            let others: Vec<&str> =
                RuleOutcome::NAMES.iter().copied().filter(|other| json!(other) != *outcome).collect();
            *outcome = json!(random.pick(&others));
        }
        "an error added or dropped" => {
            let errors = receipt["errors"].as_array_mut().unwrap();
            match errors.len() {
                0 => errors.push(json!({ "code": "required", "at": "/insurance_company" })),
                count => drop(errors.remove(random.below(count))),
            }
        }
        "another credential of the context" => {
            let is_master = context["credential"] == json!("master");
            context["credential"] = json!(if is_master { "user" } else { "master" });
        }
        _ => {
            let receipt = with_another_character(&issued.receipt, random);
            return Issued { payload, context: issued.context.clone(), receipt };
        }
    }
    Issued { payload, context: context.to_string(), receipt: receipt.to_string() }
}

impl Issued {
    /// A line for `kit/verify.py --lines`.
    ///
    /// # Panics
    ///
    /// If the context is no JSON.
    pub fn line(&self) -> String {
        let context: Value = serde_json::from_str(&self.context).unwrap();
        json!({ "payload": self.payload, "context": context, "receipt": self.receipt }).to_string()
    }
}

/// Replaces one character by another one of ASCII.
fn with_another_character(text: &str, random: &mut Random) -> String {
    let mut letters: Vec<char> = text.chars().collect();
    let another = |old: Option<char>, random: &mut Random| loop {
        let letter = char::from(b' ' + u8::try_from(random.below(95)).unwrap());
        if old != Some(letter) {
            return letter;
        }
    };
    if letters.is_empty() {
        letters.push(another(None, random));
    } else {
        let at = random.below(letters.len());
        letters[at] = another(Some(letters[at]), random);
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::space;

    /// The payloads of this seed are those of `scripts/prove receipts`, which takes more of them.
    #[test]
    fn receipts_contain_nothing_that_was_submitted() {
        let mut receipts = Receipts::new(1);
        let issued = (0..20_000).filter(|index| receipts.at(*index).is_some()).count();
        assert!(issued > 18_000 && receipts.classes() > 4_000, "{issued}, {}", receipts.classes());
    }

    #[test]
    fn tampered_receipts_differ() {
        let (mut receipts, mut random) = (Receipts::new(2), Random::new(2));
        for index in 0..2_000 {
            let Some(issued) = receipts.at(index) else { continue };
            for (way, name) in TAMPERINGS.iter().enumerate() {
                let other = tampered(&issued, way, &mut random);
                let context = Context::from_json(&other.context).unwrap();
                let truth = receipt(&other.payload, &context).to_string();
                assert_ne!(truth, other.receipt, "{name}: {}", issued.payload);
            }
        }
    }

    /// Over all combinations of the classes of each rule's fields.
    #[test]
    fn classes_decide_outcomes() {
        let mut seen = 0;
        for region in space::rules() {
            let mut receipts = Receipts::new(0);
            for index in (0..region.len()).step_by(region.stride(300)) {
                let Some((payload, known)) = region.at(index) else { continue };
                let payload = payload.to_string();
                let number = region.contexts.iter().position(|context| context.json == known.json).unwrap();
                receipts.remember(number, &receipt(&payload, &known.context), &payload);
                seen += 1;
            }
        }
        assert!(seen > 5_000, "{seen}");
    }
}
