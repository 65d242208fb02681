//! The JSON Schema of a context, for editors, which complete and check names, values and fields
//! while a person types.
//!
//! It accepts all settings that [`crate::context::Context::from_json`] reads, and refuses those
//! with a wrong form. `tests/schema/tests/all/settings.rs` lists the errors that it cannot express,
//! such as rules that contradict each other.

pub(crate) mod firm;
pub(crate) mod types;

use crate::config::settings::{MOST_BYTES, MOST_FINDINGS, MOST_SECONDS, SETTINGS};
use crate::context::Limits;
use crate::export::json::{identified, joined, number, object, of_type, pretty, text, words};
use crate::export::schema::Draft;
use crate::export::schema::patterns::{day, of_characters};
use crate::export::schema::values::{any_of, non_blank};
use crate::messages::Language;
use crate::report::RULEBOOK;
use crate::rulebook::codes::Code;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::surface::Credential;
use crate::rulebook::vocabulary::EXTENSIBLE;
use crate::text::json::document::Document;

const ABOUT: &str = "What the rulebook cannot know from a payload: the day, the token, carriers, a firm's rules.";

/// Returns the JSON Schema (2020-12) of a context, as the text of a file.
///
/// ```
/// assert!(casegate::export::settings_schema_json().contains("\"clock_tolerance_seconds\""));
/// ```
pub fn settings_schema_json() -> String {
    pretty(&identified(settings_schema(), "settings.json"))
}

pub(crate) fn settings_schema() -> Document {
    let head = object([
        ("$schema", Draft::Draft202012.uri().into()),
        ("title", "Context".into()),
        ("description", ABOUT.into()),
        ("$comment", text(format!("casegate {}, rulebook {}", RULEBOOK.version, RULEBOOK.digest))),
    ]);
    let schema = joined(head, closed(SETTINGS.iter().map(|name| (*name, setting(name))), &[]));
    joined(schema, object([("$defs", Document::Object(firm::definitions().into_iter().collect()))]))
}

/// Returns the schema of a setting, with its description.
fn setting(name: &str) -> Document {
    let limits = Limits::default();
    match name {
        "today" => about("The caller's calendar day, YYYY-MM-DD. Operations that judge a case need it.", day()),
        "as_of" => about(
            "The day or the version of the service whose rulebook counts; that of `today` unless set. Ages of dates are counted to `today`.",
            any_of([day(), version()]),
        ),
        "surface" => about("The way cases are submitted; `create` unless set.", choice(["create", "legacy"])),
        "product" => about(
            "The product of the path. Only the surface `legacy` uses it.",
            choice(Product::ALL.map(Product::case_type)),
        ),
        "credential" => about(
            "The kind of token that cases are sent with; `user` unless set.",
            choice([Credential::User, Credential::Master].map(Credential::name)),
        ),
        "token_name" => about("The name of the token: the reporter if `cc_emails` names none.", of_type("string")),
        "financing_enrolled" => {
            about("The account is enrolled with the financing partner; `false` unless set.", of_type("boolean"))
        }
        "carriers" => {
            let refused = about("Carriers that the service refuses (rule 4).", array(carrier(), 0, None));
            let specialty = about("Carriers that add a fee (rule 5).", array(carrier(), 0, None));
            about(
                "The service does not publish its lists.",
                closed([("refused", refused), ("specialty", specialty)], &[]),
            )
        }
        "words" => {
            let lists = EXTENSIBLE.map(|list| (list.id, array(of_type("string"), 0, None)));
            about("Words that the service takes besides the published ones, by list.", closed(lists, &[]))
        }
        "severity" => about(
            "Warnings that count as errors, by code. Only `legacy_sunset` can become a warning.",
            closed(Code::ALL.iter().map(|code| (code.name(), severity(*code))), &[]),
        ),
        "limits" => {
            let of = |what: &str, default, most| about(&format!("{what}; {default} unless set."), whole(1, most));
            let text_bytes = of("Bytes of a payload", limits.text_bytes, MOST_BYTES);
            let depth = of("Levels of objects and arrays", limits.depth, Limits::MAX_DEPTH);
            let findings = of("Findings of a report", limits.findings, MOST_FINDINGS);
            let limits = [("text_bytes", text_bytes), ("depth", depth), ("findings", findings)];
            about("Limits on payloads and reports.", closed(limits, &[]))
        }
        "include" => {
            let parts = array(choice(["prepared", "trace"]), 0, None);
            about(
                "Parts of a report besides the verdict: the payload as it should be sent, and the result of each rule.",
                parts,
            )
        }
        "language" => about(
            "The language of messages for forms; `en` unless set. Messages for developers are English.",
            choice(Language::ALL.map(Language::tag)),
        ),
        "audience" => about(
            "The readers of messages: people who fill in a form, or people who write programs. The verdict does not depend on it.",
            choice(["developer", "form"]),
        ),
        "clock_tolerance_seconds" => {
            let seconds = whole(0, usize::try_from(MOST_SECONDS).unwrap_or_default());
            about("Seconds by which times from different clocks must differ to order facts; 300 unless set.", seconds)
        }
        "house" => firm::schema(),
        _ => object([]),
    }
}

/// Returns the schema of a version: three numbers of at most four digits, none of which begins with a zero.
fn version() -> Document {
    let number = "(?:0|[1-9][0-9]{0,3})";
    of_characters(&format!(r"^{number}\.{number}\.{number}$"), r"0-9\x2E")
}

fn carrier() -> Document {
    let texts = || array(non_blank(), 0, None);
    let members = [
        ("name", about("The carrier's name.", non_blank())),
        ("spellings", about("Other names of the carrier.", texts())),
        (
            "patterns",
            about("`*` stands for any letters of the name in lower case without spaces, such as `acme*`.", texts()),
        ),
    ];
    closed(members, &["name"])
}

/// Returns the severities that a context can give to a code.
fn severity(code: Code) -> Document {
    let severities: &[&str] = match code {
        Code::LegacySunset => &["error", "warning"],
        Code::PossibleCarrierFee => &["warning"],
        code if code.severity() == Severity::Error => &["error"],
        _ => &["error", "warning"],
    };
    about(code.meaning().trim(), choice(severities.iter().copied()))
}

fn about(description: &str, schema: Document) -> Document {
    joined(object([("description", description.into())]), schema)
}

fn choice<'w>(of: impl IntoIterator<Item = &'w str>) -> Document {
    object([("type", "string".into()), ("enum", words(of))])
}

/// Returns the schema of a text that is not blank, with a greatest length.
fn short(longest: usize) -> Document {
    joined(non_blank(), object([("maxLength", number(longest))]))
}

fn whole(least: usize, most: usize) -> Document {
    object([("type", "integer".into()), ("minimum", number(least)), ("maximum", number(most))])
}

fn array(items: Document, least: usize, most: Option<usize>) -> Document {
    let least = (least > 0).then(|| ("minItems", number(least)));
    let most = most.map(|most| ("maxItems", number(most)));
    object([("type", "array".into()), ("items", items)].into_iter().chain(least).chain(most))
}

/// Returns the schema of an object with these members only, some of which are required.
fn closed<'n>(members: impl IntoIterator<Item = (&'n str, Document)>, required: &[&str]) -> Document {
    let required = (!required.is_empty()).then(|| ("required", words(required.iter().copied())));
    let body = [("properties", object(members)), ("additionalProperties", Document::Boolean(false))];
    object([("type", "object".into())].into_iter().chain(required).chain(body))
}

/// Adds limits for the number of members.
fn with_members(schema: Document, least: usize, most: usize) -> Document {
    joined(schema, object([("minProperties", number(least)), ("maxProperties", number(most))]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_setting_has_a_schema() {
        for name in SETTINGS {
            assert_ne!(setting(name), object([]), "{name}");
        }
    }
}
