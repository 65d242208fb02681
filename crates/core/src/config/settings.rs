//! Reads a context from JSON.

use crate::config::ContextError;
use crate::context::carriers::{Carrier, CarrierList};
use crate::context::{Audience, Context, Limits};
use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::surface::{Credential, Surface};
use crate::rulebook::vocabulary::EXTENSIBLE;
use crate::text::date::Date;
use crate::text::json::document::{Document, Members};
use crate::text::json::error::{JsonError, JsonErrorKind};
use crate::text::json::writer;
use crate::text::suggest::nearest;

/// The deepest nesting of settings.
pub(crate) const DEPTH: usize = 16;

/// The names of the settings.
pub(crate) const SETTINGS: [&str; 16] = [
    "today",
    "as_of",
    "surface",
    "product",
    "credential",
    "token_name",
    "financing_enrolled",
    "carriers",
    "words",
    "severity",
    "limits",
    "include",
    "language",
    "audience",
    "clock_tolerance_seconds",
    "house",
];

/// The greatest limits of bytes and findings, and the greatest tolerance of clocks.
pub(crate) const MOST_BYTES: usize = Limits::MAX_TEXT_BYTES;
pub(crate) const MOST_FINDINGS: usize = Limits::MAX_FINDINGS;
pub(crate) const MOST_SECONDS: u32 = Context::MAX_CLOCK_TOLERANCE_SECONDS;

/// The expected value of `today`.
pub(crate) const NEEDS_TODAY: &str = "a date that exists, written YYYY-MM-DD, such as \"2026-03-01\"";

/// The expected value of `language`.
const NEEDS_LANGUAGE: &str =
    if cfg!(feature = "spanish") { "\"en\" or \"es\"" } else { "\"en\": this build has no other words" };

/// The expected texts of a carrier.
const NEEDS_CARRIER: &str = "a string with more than words such as \"insurance\" and \"company\"";

/// The name of the enclosing setting, and the setting's own name.
type Name<'n> = (&'n str, &'n str);

/// Reads settings, also without a day. Names are concatenated only for an error, and one function
/// selects among words, because this code is in every module.
pub(crate) fn read(text: &str) -> Result<Context, ContextError> {
    let settings = Document::read_to(text, DEPTH).map_err(ContextError::Json)?;
    let not_an_object = || ContextError::Json(JsonError::of_whole(JsonErrorKind::NotAnObject));
    let settings = settings.as_object().ok_or_else(not_an_object)?;
    known("", settings, &SETTINGS)?;
    let mut context = match settings.get("today") {
        Some(today) => {
            Context::new(today.as_str().and_then(Date::parse).ok_or_else(|| unusable(("", "today"), NEEDS_TODAY))?)
        }
        None => Context::without_today(),
    };

    if let Some(value) = settings.get("as_of") {
        let rulebook = value.as_str().and_then(|text| text.parse().ok());
        let needs = "a day such as \"2026-11-11\" or a version such as \"2.0.0\"";
        context.as_of = Some(rulebook.ok_or_else(|| unusable(("", "as_of"), needs))?);
    }
    if let Some(value) = settings.get("surface") {
        let is_legacy = choice("surface", value, &["create", "legacy"], "\"create\" or \"legacy\"")? > 0;
        context.surface = if is_legacy { Surface::Legacy } else { Surface::Create };
    }
    if let Some(value) = settings.get("product") {
        let is_other = choice("product", value, &["pl", "pe"], "\"pl\" or \"pe\"")? > 0;
        context.product = Some(if is_other { Product::PolicyExistence } else { Product::PolicyLimit });
    }
    if let Some(value) = settings.get("credential") {
        let is_master = choice("credential", value, &["user", "master"], "\"user\" or \"master\"")? > 0;
        context.credential = if is_master { Credential::Master } else { Credential::User };
    }
    if let Some(value) = settings.get("token_name") {
        context.token_name = Some(string(("", "token_name"), value)?);
    }
    if let Some(value) = settings.get("financing_enrolled") {
        context.financing_enrolled =
            value.as_bool().ok_or_else(|| unusable(("", "financing_enrolled"), "a boolean"))?;
    }
    if let Some(value) = settings.get("carriers") {
        let lists = object(("", "carriers"), value)?;
        known("carriers", lists, &["refused", "specialty"])?;
        if let Some(list) = lists.get("refused") {
            context.refused = carriers("carriers.refused", list)?;
        }
        if let Some(list) = lists.get("specialty") {
            context.specialty = carriers("carriers.specialty", list)?;
        }
    }
    if let Some(value) = settings.get("words") {
        for (name, words) in object(("", "words"), value)?.iter() {
            let ids = EXTENSIBLE.map(|list| list.id);
            let list = ids.iter().position(|id| *id == name).and_then(|at| EXTENSIBLE.get(at).copied());
            let list = list.ok_or_else(|| unknown("words", name, &ids))?;
            context.add_words(list, strings(("words", name), words)?);
        }
    }
    if let Some(value) = settings.get("severity") {
        severities(&mut context, object(("", "severity"), value)?)?;
    }
    if let Some(value) = settings.get("limits") {
        context.limits = limits(object(("", "limits"), value)?)?;
    }
    if let Some(value) = settings.get("include") {
        for name in strings(("", "include"), value)? {
            match name.as_str() {
                "prepared" => context.include.prepared = true,
                "trace" => context.include.trace = true,
                _ => return Err(unusable(("", "include"), "an array of \"prepared\" and \"trace\"")),
            }
        }
    }
    if let Some(value) = settings.get("language") {
        let at = choice("language", value, &Language::ALL.map(Language::tag), NEEDS_LANGUAGE)?;
        context.language = Language::ALL.get(at).copied().unwrap_or_default();
    }
    if let Some(value) = settings.get("audience") {
        let is_form = choice("audience", value, &["developer", "form"], "\"developer\" or \"form\"")? > 0;
        context.audience = if is_form { Audience::Form } else { Audience::Developer };
    }
    if let Some(value) = settings.get("clock_tolerance_seconds") {
        let seconds =
            value.as_u64().and_then(|seconds| u32::try_from(seconds).ok()).filter(|seconds| *seconds <= MOST_SECONDS);
        let needs = "an integer from 0 to 86400";
        context.clock_tolerance_seconds = seconds.ok_or_else(|| unusable(("", "clock_tolerance_seconds"), needs))?;
    }
    // Firm rules are checked against the settings above.
    if let Some(value) = settings.get("house") {
        context.set_house(value)?;
    }
    Ok(context)
}

fn carriers(name: &str, list: &Document) -> Result<CarrierList, ContextError> {
    let list = list.as_list().ok_or_else(|| unusable(("", name), "an array of carriers"))?;
    let mut carriers = Vec::with_capacity(list.len());
    for carrier in list {
        let settings = object(("", name), carrier)?;
        known(name, settings, &["name", "spellings", "patterns"])?;
        let extra = |key| settings.get(key).map_or(Ok(Vec::new()), |words| strings((name, key), words));
        let needs = "an array of carriers that each have a name";
        carriers.push(Carrier {
            name: string((name, "name"), settings.get("name").ok_or_else(|| unusable(("", name), needs))?)?,
            spellings: extra("spellings")?,
            patterns: extra("patterns")?,
        });
    }
    carrier_list(name, carriers)
}

/// Creates a list of carriers. The error has the place of a text that identifies no carrier.
pub(crate) fn carrier_list(name: &str, carriers: Vec<Carrier>) -> Result<CarrierList, ContextError> {
    let mut list = CarrierList::default();
    for (at, carrier) in carriers.into_iter().enumerate() {
        list.add(carrier).map_err(|(member, nth)| {
            let mut place = [name, "."].concat();
            writer::number(&mut place, at as u64);
            place.push_str(member);
            if let Some(nth) = nth {
                writer::number(&mut place, nth as u64);
            }
            ContextError::Unusable { name: place, needs: NEEDS_CARRIER }
        })?;
    }
    Ok(list)
}

fn severities(context: &mut Context, changes: &Members) -> Result<(), ContextError> {
    for (name, severity) in changes.iter() {
        let codes = || Code::ALL.iter().map(|code| code.name()).collect::<Vec<_>>();
        let code = Code::from_name(name).ok_or_else(|| unknown("severity", name, &codes()))?;
        let wanted = match severity.as_str() {
            Some("error") => Severity::Error,
            Some("warning") => Severity::Warning,
            _ => return Err(unusable(("severity", name), "\"error\" or \"warning\"")),
        };
        if wanted == Severity::Warning && code.severity() == Severity::Error && code != Code::LegacySunset {
            let needs = "\"error\": what the service refuses cannot be made a warning, except legacy_sunset";
            return Err(unusable(("severity", name), needs));
        }
        if wanted == Severity::Error && code == Code::PossibleCarrierFee {
            return Err(unusable(("severity", name), "\"warning\": a fee refuses nothing"));
        }
        context.severity.set(code, wanted);
    }
    Ok(())
}

fn limits(settings: &Members) -> Result<Limits, ContextError> {
    known("limits", settings, &["text_bytes", "depth", "findings"])?;
    let number = |name: &str, default: usize, most: usize, needs: &'static str| match settings.get(name) {
        None => Ok(default),
        Some(value) => value
            .as_u64()
            .and_then(|number| usize::try_from(number).ok())
            .filter(|number| (1..=most).contains(number))
            .ok_or_else(|| unusable(("limits", name), needs)),
    };
    let default = Limits::default();
    Ok(Limits {
        text_bytes: number("text_bytes", default.text_bytes, MOST_BYTES, "an integer from 1 to 1073741824")?,
        depth: number("depth", default.depth, Limits::MAX_DEPTH, "an integer from 1 to 120")?,
        findings: number("findings", default.findings, MOST_FINDINGS, "an integer from 1 to 1000000")?,
    })
}

fn known(around: &str, settings: &Members, names: &[&'static str]) -> Result<(), ContextError> {
    match settings.iter().find(|(name, _)| !names.contains(name)) {
        None => Ok(()),
        Some((name, _)) => Err(unknown(around, name, names)),
    }
}

fn object<'v>(name: Name<'_>, value: &'v Document) -> Result<&'v Members, ContextError> {
    value.as_object().ok_or_else(|| unusable(name, "an object"))
}

/// Returns which of some words a value is.
fn choice(name: &str, value: &Document, words: &[&str], needs: &'static str) -> Result<usize, ContextError> {
    let word = value.as_str();
    words.iter().position(|known| Some(*known) == word).ok_or_else(|| unusable(("", name), needs))
}

fn string(name: Name<'_>, value: &Document) -> Result<String, ContextError> {
    value.as_str().map(str::to_owned).ok_or_else(|| unusable(name, "a string"))
}

fn strings(name: Name<'_>, value: &Document) -> Result<Vec<String>, ContextError> {
    let texts = value
        .as_list()
        .and_then(|list| list.iter().map(|text| text.as_str().map(str::to_owned)).collect::<Option<Vec<String>>>());
    texts.ok_or_else(|| unusable(name, "an array of strings"))
}

fn full((around, name): Name<'_>) -> String {
    let dot = if around.is_empty() { "" } else { "." };
    [around, dot, name].concat()
}

#[cold]
fn unusable(name: Name<'_>, needs: &'static str) -> ContextError {
    ContextError::Unusable { name: full(name), needs }
}

#[cold]
fn unknown(around: &str, name: &str, names: &[&'static str]) -> ContextError {
    let near = nearest(name, names.iter().copied());
    // Errors are shown and logged, and a carrier's name in the wrong place would be, too (D19).
    let is_shown = near.is_some() && !around.starts_with("carriers");
    let place = if is_shown {
        ["`", &full((around, name)), "`"].concat()
    } else {
        ["a property of ", &if around.is_empty() { "the context".to_owned() } else { ["`", around, "`"].concat() }]
            .concat()
    };
    ContextError::Unknown { place, near }
}
