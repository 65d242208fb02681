//! A context as its settings in JSON, and back by the reader of settings.

use crate::context::carriers::Carrier;
use crate::context::{Audience, Context, Include, Limits};
use crate::messages::Language;
use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::AsOf;
use crate::rulebook::params::Severity;
use crate::rulebook::product::Product;
use crate::rulebook::surface::{Credential, Surface};
use crate::text::date::Date;
use crate::text::json::document::Document;
use serde::de::{Deserializer, Error};
use serde::ser::Serializer;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// The settings that differ from the default, and `today`. Names and forms are those that
/// `config::settings` reads.
#[derive(Serialize)]
struct Settings<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    today: Option<Date>,
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<AsOf>,
    #[serde(skip_serializing_if = "is_default")]
    surface: Surface,
    #[serde(skip_serializing_if = "Option::is_none")]
    product: Option<Product>,
    #[serde(skip_serializing_if = "is_default")]
    credential: Credential,
    #[serde(skip_serializing_if = "Option::is_none")]
    token_name: Option<&'c str>,
    #[serde(skip_serializing_if = "is_default")]
    financing_enrolled: bool,
    #[serde(skip_serializing_if = "is_default")]
    carriers: Carriers<'c>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<&'static str, Vec<&'c str>>,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    severity: BTreeMap<Code, Severity>,
    #[serde(skip_serializing_if = "is_default")]
    limits: Limits,
    #[serde(skip_serializing_if = "is_default")]
    include: Include,
    #[serde(skip_serializing_if = "is_default")]
    language: Language,
    #[serde(skip_serializing_if = "is_default")]
    audience: Audience,
    #[serde(skip_serializing_if = "Option::is_none")]
    clock_tolerance_seconds: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    house: Option<&'c Document>,
}

#[derive(PartialEq, Default, Serialize)]
struct Carriers<'c> {
    #[serde(skip_serializing_if = "<[Carrier]>::is_empty")]
    refused: &'c [Carrier],
    #[serde(skip_serializing_if = "<[Carrier]>::is_empty")]
    specialty: &'c [Carrier],
}

fn is_default<T: Default + PartialEq>(setting: &T) -> bool {
    *setting == T::default()
}

impl<'c> Settings<'c> {
    fn of(context: &'c Context) -> Settings<'c> {
        let mut words = BTreeMap::<_, Vec<_>>::new();
        for (list, word) in &context.words {
            words.entry(*list).or_default().push(word.as_str());
        }
        let clock_tolerance_seconds = context.clock_tolerance_seconds;
        Settings {
            today: context.has_today.then_some(context.today),
            as_of: context.as_of,
            surface: context.surface,
            product: context.product,
            credential: context.credential,
            token_name: context.token_name.as_deref(),
            financing_enrolled: context.financing_enrolled,
            carriers: Carriers { refused: context.refused.carriers(), specialty: context.specialty.carriers() },
            words,
            severity: context.severity.changed(),
            limits: context.limits,
            include: context.include,
            language: context.language,
            audience: context.audience,
            clock_tolerance_seconds: (clock_tolerance_seconds != Context::CLOCK_TOLERANCE_SECONDS)
                .then_some(clock_tolerance_seconds),
            house: context.firm.source(),
        }
    }
}

/// Writes the settings that [`Context::from_json`] reads: `today`, and those that differ from the
/// default.
impl Serialize for Context {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        Settings::of(self).serialize(out)
    }
}

/// Reads settings as [`Context::from_json`] does, with the same errors.
impl<'de> Deserialize<'de> for Context {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Context, D::Error> {
        let settings = Document::deserialize(from)?;
        Context::from_json(&settings.to_string()).map_err(D::Error::custom)
    }
}
