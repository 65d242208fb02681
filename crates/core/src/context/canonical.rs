//! The settings on which the service's own rules depend, in a form with one spelling.
//!
//! Every struct has its members in the order of their names, so that no code sorts them. Settings
//! with a default are left out if they have it.
//!
//! The serializer of a whole context (`config/serialized.rs`) in its place makes the module of
//! `casegate/service` 3.4 KB larger (gzip), because no other operation writes a context.

use crate::context::carriers::{Carrier, CarrierList};
use crate::context::{Context, Limits};
use crate::rulebook::lifetime::AsOf;
use crate::rulebook::product::Product;
use crate::rulebook::surface::{Credential, Surface};
use crate::text::date::Date;
use crate::text::json::writer;
use serde::Serialize;
use std::collections::BTreeMap;

#[derive(Serialize)]
struct Settings<'c> {
    #[serde(skip_serializing_if = "Option::is_none")]
    as_of: Option<AsOf>,
    #[serde(skip_serializing_if = "Option::is_none")]
    carriers: Option<Carriers<'c>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    credential: Option<Credential>,
    #[serde(skip_serializing_if = "Option::is_none")]
    financing_enrolled: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    limits: Option<CanonicalLimits>,
    #[serde(skip_serializing_if = "Option::is_none")]
    product: Option<Product>,
    #[serde(skip_serializing_if = "Option::is_none")]
    surface: Option<Surface>,
    today: Date,
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    words: BTreeMap<&'static str, Vec<&'c str>>,
}

#[derive(Serialize)]
struct Carriers<'c> {
    #[serde(skip_serializing_if = "Vec::is_empty")]
    refused: Vec<CanonicalCarrier<'c>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    specialty: Vec<CanonicalCarrier<'c>>,
}

#[derive(Serialize)]
struct CanonicalCarrier<'c> {
    name: &'c str,
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    patterns: &'c [String],
    #[serde(skip_serializing_if = "<[String]>::is_empty")]
    spellings: &'c [String],
}

#[derive(Serialize)]
struct CanonicalLimits {
    depth: usize,
    findings: usize,
    text_bytes: usize,
}

impl Context {
    /// Returns the canonical context as JSON text.
    pub(crate) fn canonical(&self) -> String {
        let unless_default = |is_default: bool| (!is_default).then_some(());
        let Limits { text_bytes, depth, findings } = self.limits;
        let mut words = BTreeMap::<_, Vec<_>>::new();
        // The context keeps its words sorted.
        for (list, word) in &self.words {
            words.entry(*list).or_default().push(word.as_str());
        }
        writer::text(&Settings {
            as_of: self.as_of,
            carriers: unless_default(self.refused.is_empty() && self.specialty.is_empty())
                .map(|()| Carriers { refused: carriers(&self.refused), specialty: carriers(&self.specialty) }),
            credential: unless_default(self.credential == Credential::default()).map(|()| self.credential),
            financing_enrolled: unless_default(!self.financing_enrolled).map(|()| true),
            limits: unless_default(self.limits == Limits::default()).map(|()| CanonicalLimits {
                depth,
                findings,
                text_bytes,
            }),
            product: self.product,
            surface: unless_default(self.surface == Surface::default()).map(|()| self.surface),
            today: self.today,
            words,
        })
    }
}

fn carriers(list: &CarrierList) -> Vec<CanonicalCarrier<'_>> {
    list.carriers()
        .iter()
        .map(|Carrier { name, spellings, patterns }| CanonicalCarrier { name, patterns, spellings })
        .collect()
}
