//! Ways to read a payload, from a pass over its text to a list of all faults.

use crate::corpus::{Corpus, TODAY};
use crate::peers::{handwritten, typed};
use boon::{Compiler, Draft, SchemaIndex, Schemas};
use casegate::Context;
use garde::Validate;
use jsonschema::Validator;
use serde::de::IgnoredAny;
use serde_json::Value;
use std::error::Error;
use std::hint::black_box;

/// The schema of all schema validators, here and in Node.
pub const SCHEMA: &str = include_str!("../schema/case.json");

/// [`SCHEMA`], compiled with this program.
#[jsonschema::validator(
    path = "schema/case.json",
    draft = Draft7,
    validate_formats = true,
    methods = { is_valid = false, validate = false, iter_errors = true }
)]
struct MacroSchema;

type Read = Box<dyn Fn(&str) -> Option<bool>>;

/// One way to read a payload. The state of a reader is reused for the next text, as in a service.
pub struct Contender {
    /// The name in figures and options.
    pub id: &'static str,
    pub name: &'static str,
    /// Returns the verdict, if there is one.
    pub read: Read,
}

/// The contender that the others are compared with.
pub const SCAN: &str = "scan";

/// All contenders.
pub fn all() -> Result<Vec<Contender>, Box<dyn Error>> {
    let mut all = without_schema()?;
    all.extend(with_schema()?);
    Ok(all)
}

/// The contender of this id. The schema is not compiled for those without it: under a counting tool
/// that takes minutes.
pub fn named(id: &str) -> Result<Contender, Box<dyn Error>> {
    let own = without_schema()?.into_iter().find(|contender| contender.id == id);
    let found = match own {
        Some(own) => Some(own),
        None => with_schema()?.into_iter().find(|contender| contender.id == id),
    };
    found.ok_or_else(|| "no such contender".into())
}

fn contender(id: &'static str, name: &'static str, read: Read) -> Contender {
    Contender { id, name, read }
}

fn without_schema() -> Result<Vec<Contender>, Box<dyn Error>> {
    let context: &'static Context = Box::leak(Box::new(context()?));
    Ok(vec![
        contender(
            SCAN,
            "serde_json, IgnoredAny (scan alone)",
            Box::new(|text| {
                let _ = black_box(serde_json::from_str::<IgnoredAny>(text));
                None
            }),
        ),
        contender(
            "check",
            "casegate check_case, report",
            Box::new(move |text| Some(casegate::check_case(text, context).ok)),
        ),
        contender(
            "handwritten",
            "handwritten over sonic-rs, all errors",
            Box::new(|text| Some(black_box(handwritten::check(text)).is_empty())),
        ),
        contender(
            "garde",
            "serde types + garde",
            Box::new(|text| {
                Some(serde_json::from_str::<typed::Case>(text).is_ok_and(|case| black_box(case.validate()).is_ok()))
            }),
        ),
    ])
}

fn with_schema() -> Result<Vec<Contender>, Box<dyn Error>> {
    let validator: &'static Validator = Box::leak(Box::new(validator()?));
    let (schemas, schema) = boon_schema()?;
    Ok(vec![
        contender(
            "jsonschema",
            "Value + jsonschema, all errors",
            Box::new(move |text| {
                Some(serde_json::from_str::<Value>(text).is_ok_and(|value| validator.iter_errors(&value).count() == 0))
            }),
        ),
        contender(
            "jsonschema-macro",
            "Value + jsonschema, compiled by its macro, all errors",
            Box::new(|text| {
                Some(
                    serde_json::from_str::<Value>(text)
                        .is_ok_and(|value| MacroSchema::iter_errors(&value).count() == 0),
                )
            }),
        ),
        contender(
            "boon",
            "Value + boon",
            Box::new(move |text| {
                Some(
                    serde_json::from_str::<Value>(text)
                        .is_ok_and(|value| black_box(schemas.validate(&value, schema)).is_ok()),
                )
            }),
        ),
    ])
}

/// The settings for the payloads.
pub fn context() -> Result<Context, casegate::config::ContextError> {
    Context::from_json(&format!(r#"{{ "today": "{TODAY}" }}"#))
}

fn validator() -> Result<Validator, Box<dyn Error>> {
    let schema: Value = serde_json::from_str(SCHEMA)?;
    Ok(jsonschema::options().should_validate_formats(true).build(&schema)?)
}

fn boon_schema() -> Result<(Schemas, SchemaIndex), Box<dyn Error>> {
    let (mut schemas, mut compiler) = (Schemas::new(), Compiler::new());
    compiler.set_default_draft(Draft::V7);
    compiler.enable_format_assertions();
    compiler.add_resource("case.json", serde_json::from_str(SCHEMA)?)?;
    let index = compiler.compile("case.json", &mut schemas).map_err(|error| error.to_string())?;
    Ok((schemas, index))
}

/// The number of refused payloads of a corpus, after a check that all contenders agree on each.
pub fn refused(corpus: &Corpus, contenders: &[Contender]) -> Result<usize, Box<dyn Error>> {
    let context = context()?;
    let mut refused = 0;
    for (at, text) in corpus.texts.iter().enumerate() {
        let report = casegate::check_case(text, &context);
        for contender in contenders {
            if (contender.read)(text).is_some_and(|ok| ok != report.ok) {
                let (who, corpus) = (contender.name, corpus.name);
                return Err(format!("{corpus} {at}: {who} says otherwise than {:#?}\n{text}", report.issues).into());
            }
        }
        if report.ok && !report.issues.is_empty() && !corpus.has_warnings {
            return Err(format!("{} {at} is not clean: {:#?}\n{text}", corpus.name, report.issues).into());
        }
        refused += usize::from(!report.ok);
    }
    Ok(refused)
}
