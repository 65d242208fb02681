//! A subscription to webhooks as settings and the operator write it.

use crate::prose::{self, Text};
use serde::Deserialize;
use standardwebhooks::Webhook;
use std::ops::RangeInclusive;
use ureq::http::Uri;
use ureq::http::uri::Authority;

/// What a secret begins with.
pub(crate) const PREFIX: &str = "whsec_";

/// How many bytes a secret has.
const BYTES: RangeInclusive<usize> = 24..=64;

/// A subscription to events. How the service takes them is not published; this is the stand-in's own.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a webhook, such as { \"url\": \"http://127.0.0.1:8788/\" }")]
pub struct Hook {
    /// Where events are sent.
    pub url: String,
    /// The types that are sent; all unless given.
    pub events: Option<Vec<casegate::tokens::EventType>>,
    /// A secret `whsec_…` of Standard Webhooks, by which deliveries are signed.
    pub secret: Option<String>,
}

impl Hook {
    /// What of a subscription is not as it must be: the member, and what it must be.
    pub(crate) fn unfit(&self) -> Option<(&'static str, &'static Text)> {
        if !is_address(&self.url) {
            return Some(("url", &prose::AN_ADDRESS));
        }
        if self.events.as_ref().is_some_and(Vec::is_empty) {
            return Some(("events", &prose::EVENT_TYPES));
        }
        if self.secret.as_deref().is_some_and(|secret| !is_secret(secret)) {
            return Some(("secret", &prose::A_SECRET));
        }
        None
    }
}

/// Whether a text is an address that events can be sent to.
pub(crate) fn is_address(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    // A port that there cannot be is read as none, and events would go to another.
    let is_host = |authority: &Authority| {
        let host = authority.host();
        !host.is_empty() && (authority.port_u16().is_some() || authority.as_str().ends_with(host))
    };
    matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some_and(is_host)
}

/// Whether a text can be a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    let Some(encoded) = text.strip_prefix(PREFIX) else { return false };
    // Base64 that is read has whole groups of four, and says by its padding how many bytes the last one has.
    let padding = encoded.bytes().rev().take_while(|byte| *byte == b'=').count();
    let bytes = (encoded.len() / 4 * 3).saturating_sub(padding);
    BYTES.contains(&bytes) && Webhook::new(text).is_ok()
}
