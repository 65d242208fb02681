//! The TypeScript types of operations around a case. They are separate from the types of cases.

use crate::export::types::union;
use crate::rulebook::reasons::AskReason;
use crate::rulebook::reasons::Refusal;
use crate::rulebook::reasons::TriggerType;
use crate::rulebook::tokens::{CancellationReason, EventType, Label, State, SyncState};
use crate::service::events::ask::Source;
use crate::service::lifecycle::table::transitions;
use crate::service::lifecycle::trigger::Actor;
use crate::service::requests::kinds::{EndpointId, Method};
use crate::service::requests::table::endpoints;
use serde::Serialize;
use serde_json::Value;
use std::collections::BTreeSet;

/// The types that do not follow from the tables.
const FRAME: &str = concat!(include_str!("service_types_frame.ts"), include_str!("event_types_frame.ts"));

/// Returns the types as a TypeScript module, which imports those of
/// [`crate::export::types::types_ts`] from `./types.js`.
pub fn service_types_ts() -> String {
    let mut out = String::from("// Written by \"casegate export service-types\"; do not edit.\n");
    out.push_str(FRAME);
    let mut words = |doc, name, words: Vec<String>| union(&mut out, doc, name, words.iter().map(String::as_str));
    words("The state of a case.", "State", written(State::ALL));
    words("The type of a webhook event.", "EventType", written(EventType::ALL));
    words("The label of a file.", "Label", written(Label::ALL));
    words("Why a case may be cancelled, or not.", "CancellationReason", written(CancellationReason::ALL));
    words("What happens to a case.", "TriggerType", written(TriggerType::ALL));
    words("Who pulls a trigger.", "Actor", written(Actor::ALL));
    words("Why a trigger is refused; the list is closed.", "Refusal", written(Refusal::ALL));
    let conditions = transitions().iter().flat_map(|row| row.conditions);
    words("What must be so, besides the state, for a trigger to have an effect.", "Condition", written(conditions));
    words("When a transition's event is fired.", "Firing", written(transitions().iter().map(|row| &row.fires)));
    words("An endpoint of the service.", "EndpointId", written(EndpointId::ALL));
    words("The method of a request.", "Method", written(Method::ALL));
    let bodies = endpoints().iter().map(|endpoint| &endpoint.body);
    words("The kind of body that a request has; where it is `unstated`, JSON is a guess.", "BodyKind", written(bodies));
    let retries = endpoints().iter().map(|endpoint| &endpoint.retry);
    words("What the same request does when it comes again.", "Retry", written(retries));
    let responses = endpoints().iter().filter_map(|endpoint| endpoint.response.as_ref());
    words("What an endpoint answers with, in the specification's names.", "ResponseName", written(responses));
    words("What a follower asks of the service: a GET below the case.", "AskSource", written(Source::ALL));
    words("Why the service has to be asked.", "AskReason", written(AskReason::ALL));
    words("Whether a file has reached the tracker.", "SyncState", written(SyncState::ALL));
    out.push_str(&crate::export::answers::results_types_ts());
    out.push_str(crate::export::answers::records_types_ts().trim_end());
    out.push('\n');
    out
}

/// Returns the JSON names of values, each once, in order of appearance.
fn written<'v, T: Serialize + 'v>(values: impl IntoIterator<Item = &'v T>) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let word = |value: &T| match serde_json::to_value(value) {
        Ok(Value::String(word)) => Some(word),
        _ => None,
    };
    values.into_iter().filter_map(word).filter(|word| seen.insert(word.clone())).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_trigger_has_its_members() {
        for trigger in TriggerType::NAMES {
            assert!(FRAME.contains(&format!("{{ type: {trigger:?}")), "{trigger}");
        }
    }
}
