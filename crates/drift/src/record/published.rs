//! The names that the documentation publishes, from the description of the interface.

use crate::classes::classify::Classifier;
use casegate::events::EVENTS;
use casegate::export::openapi;
use casegate::json::{Document, Members};
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// The members of an event's envelope, under the names that the rulebook reads.
pub(crate) const ENVELOPE: [&str; 8] =
    ["event", "type", "event_id", "case_id", "issue_key", "occurred_at", "data", "payload"];

/// The members of problem documents (RFC 9457) and their usual names elsewhere. They name errors and
/// contain no value.
const ERRORS: [&str; 9] =
    ["type", "title", "status", "detail", "instance", "error", "errors", "code", "non_field_errors"];

/// The member that the stand-in adds to the answer of a create. The specification has none of this
/// name.
pub(crate) const OF_THE_STAND_IN: &str = "warnings";

static NAMES: LazyLock<BTreeSet<String>> = LazyLock::new(|| {
    let mut names = BTreeSet::new();
    collect(&openapi(), &mut names);
    names.extend(
        EVENTS.iter().flat_map(|row| row.payload).flat_map(|member| member.read_as).map(|name| (*name).to_owned()),
    );
    names.extend(ENVELOPE.iter().chain(&ERRORS).chain([&OF_THE_STAND_IN]).map(|name| (*name).to_owned()));
    names
});

/// Collects the names of all properties of schemas.
fn collect(part: &Document, names: &mut BTreeSet<String>) {
    for element in part.as_list().unwrap_or_default() {
        collect(element, names);
    }
    for (name, value) in part.as_object().into_iter().flat_map(Members::iter) {
        if let ("properties", Some(properties)) = (name, value.as_object()) {
            names.extend(properties.iter().map(|(name, _)| name.to_owned()));
        }
        collect(value, names);
    }
}

/// Returns a name if it is published or confirmed, and its hash if not.
pub(crate) fn name(name: &str, classifier: &Classifier<'_>) -> String {
    if NAMES.contains(name) { name.to_owned() } else { classifier.name(name) }
}

/// Returns a pointer with `*` for positions and hashes for names that are not published.
pub(crate) fn pointer(at: &str, classifier: &Classifier<'_>) -> String {
    let segments = at.split('/').skip(1).map(|segment| {
        let plain = segment.replace("~1", "/").replace("~0", "~");
        let is_position = segment.bytes().all(|byte| byte.is_ascii_digit());
        if is_position { "/*".to_owned() } else { format!("/{}", name(&plain, classifier)) }
    });
    segments.collect()
}
