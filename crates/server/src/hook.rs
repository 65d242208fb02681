//! A subscription to webhooks, in settings and in the operator's API.

use crate::prose;
use serde::Deserialize;
use standardwebhooks::Webhook;
use std::ops::RangeInclusive;
use ureq::http::Uri;
use ureq::http::uri::Authority;

/// The prefix of a secret.
pub(crate) const PREFIX: &str = "whsec_";

/// The number of bytes of a secret.
const BYTES: RangeInclusive<usize> = 24..=64;

/// A subscription to events. How the service accepts subscriptions is not published; this is the
/// stand-in's own form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields, expecting = "a webhook, such as { \"url\": \"http://127.0.0.1:8788/\" }")]
pub struct Hook {
    /// The receiver's address.
    pub url: String,
    /// The event types to send; all by default.
    pub events: Option<Vec<casegate::tokens::EventType>>,
    /// A secret `whsec_…` of Standard Webhooks, which signs deliveries.
    pub secret: Option<String>,
}

impl Hook {
    /// Returns the address for people, with a user name and password masked.
    pub fn shown(&self) -> String {
        masked(&self.url)
    }

    /// Returns the invalid member of a subscription, and the expected value.
    pub(crate) fn unfit(&self) -> Option<(&'static str, &'static str)> {
        if !is_address(&self.url) {
            return Some(("url", prose::AN_ADDRESS));
        }
        if self.events.as_ref().is_some_and(Vec::is_empty) {
            return Some(("events", prose::EVENT_TYPES));
        }
        if self.secret.as_deref().is_some_and(|secret| !is_secret(secret)) {
            return Some(("secret", prose::A_SECRET));
        }
        None
    }
}

/// Returns an address without its user name and password, which may both be secrets.
pub(crate) fn masked(url: &str) -> String {
    let Some((scheme, rest)) = url.split_once("://") else { return url.to_owned() };
    let (authority, path) = rest.split_at(rest.find(['/', '?', '#']).unwrap_or(rest.len()));
    match authority.rsplit_once('@') {
        Some((_, host)) => format!("{scheme}://***@{host}{path}"),
        None => url.to_owned(),
    }
}

/// Returns `true` if events can be sent to the address.
pub(crate) fn is_address(text: &str) -> bool {
    let Ok(uri) = text.parse::<Uri>() else { return false };
    // An invalid port would be ignored, and events would go to another one.
    let is_host = |authority: &Authority| {
        let host = authority.host();
        !host.is_empty() && (authority.port_u16().is_some() || authority.as_str().ends_with(host))
    };
    matches!(uri.scheme_str(), Some("http" | "https")) && uri.authority().is_some_and(is_host)
}

/// Returns `true` if a text can be a secret.
pub(crate) fn is_secret(text: &str) -> bool {
    let Some(encoded) = text.strip_prefix(PREFIX) else { return false };
    // Valid base64 has whole groups of four, and its padding gives the number of bytes in the last
    // one.
    let padding = encoded.bytes().rev().take_while(|byte| *byte == b'=').count();
    let bytes = (encoded.len() / 4 * 3).saturating_sub(padding);
    BYTES.contains(&bytes) && Webhook::new(text).is_ok()
}
