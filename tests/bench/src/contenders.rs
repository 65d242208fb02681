//! Ways to read a payload, from passing over its text to telling everything that is wrong with it.

use crate::corpus::{Corpus, TODAY};
use casegate::Host;
use jsonschema::Validator;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::error::Error;
use std::hint::black_box;

/// The schema that all schema validators are given, here and in Node.
pub const SCHEMA: &str = include_str!("../schema/case.json");

/// One way to read a payload. What a text is read with lasts from one to the next, as it would in a service.
pub struct Contender {
    pub name: &'static str,
    run: Box<dyn Fn(usize)>,
}

impl Contender {
    /// Reads the payload of this number.
    pub fn run(&self, number: usize) {
        (self.run)(number);
    }
}

/// The one that the others are compared with.
pub const SCAN: &str = "serde_json, IgnoredAny (scan alone)";
/// The one that the gate is on.
pub const CHECK: &str = "casegate check_case, report";

/// Everyone, ready to read the payloads of a corpus.
pub fn all(corpus: &'static Corpus) -> Result<Vec<Contender>, Box<dyn Error>> {
    let texts: &'static [String] = &corpus.texts;
    let values: Vec<Value> = texts.iter().map(|text| serde_json::from_str(text)).collect::<Result<_, _>>()?;
    let validator: &'static Validator = Box::leak(Box::new(validator()?));
    let host: &'static Host = Box::leak(Box::new(host()?));
    let contender = |name, run: Box<dyn Fn(usize)>| Contender { name, run };
    Ok(vec![
        contender(
            SCAN,
            Box::new(|at| {
                let _ = black_box(serde_json::from_str::<IgnoredAny>(black_box(&texts[at])));
            }),
        ),
        contender(
            CHECK,
            Box::new(move |at| {
                black_box(casegate::check_case(black_box(&texts[at]), host));
            }),
        ),
        contender(
            "casegate wire::check_case_with, report as text",
            Box::new(move |at| {
                black_box(casegate::wire::check_case_with(black_box(&texts[at]), host));
            }),
        ),
        contender(
            "serde_json::Value (parse alone)",
            Box::new(|at| {
                let _ = black_box(serde_json::from_str::<Value>(black_box(&texts[at])));
            }),
        ),
        contender(
            "Value + jsonschema, is_valid",
            Box::new(move |at| {
                if let Ok(value) = serde_json::from_str::<Value>(black_box(&texts[at])) {
                    black_box(validator.is_valid(&value));
                }
            }),
        ),
        contender(
            "Value + jsonschema, all errors",
            Box::new(move |at| {
                if let Ok(value) = serde_json::from_str::<Value>(black_box(&texts[at])) {
                    black_box(validator.iter_errors(&value).count());
                }
            }),
        ),
        contender(
            "jsonschema alone, is_valid, parsed before",
            Box::new(move |at| {
                black_box(validator.is_valid(black_box(&values[at])));
            }),
        ),
    ])
}

/// The settings that payloads are judged with.
pub fn host() -> Result<Host, casegate::HostError> {
    Host::from_json(&format!(r#"{{ "today": "{TODAY}" }}"#))
}

fn validator() -> Result<Validator, Box<dyn Error>> {
    let schema: Value = serde_json::from_str(SCHEMA)?;
    Ok(jsonschema::options().should_validate_formats(true).build(&schema)?)
}

/// How many payloads of a corpus are refused, after making sure that all say the same about each.
pub fn refused(corpus: &Corpus) -> Result<usize, Box<dyn Error>> {
    let (validator, host) = (validator()?, host()?);
    let mut refused = 0;
    for (at, text) in corpus.texts.iter().enumerate() {
        let report = casegate::check_case(text, &host);
        let value: Value = serde_json::from_str(text)?;
        if validator.is_valid(&value) != report.ok {
            let errors: Vec<String> = validator.iter_errors(&value).map(|error| error.to_string()).collect();
            return Err(
                format!("{} {at}: casegate {:#?}, jsonschema {errors:#?}\n{text}", corpus.name, report.issues).into()
            );
        }
        if report.ok && !report.issues.is_empty() {
            return Err(format!("{} {at} is not clean: {:#?}\n{text}", corpus.name, report.issues).into());
        }
        refused += usize::from(!report.ok);
    }
    Ok(refused)
}
