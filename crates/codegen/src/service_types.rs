//! The TypeScript types of operations around a case. They are separate from the types of cases.

use crate::answers::{records_types_ts, results_types_ts};
use crate::type_schema::{absent, named, or_null};
use crate::typescript::{Module, unique};
use casegate::events::{
    Ask, AskReason, CaseView, Delivery, EventReading, Followed, Follower, Redaction, Source, Teaser,
};
use casegate::export::codegen::{AfterTrigger, AllTransitions, AllowedActions, AssumedCancellation, Unusable};
use casegate::lifecycle::{
    Action, Actor, CaseState, Closing, Condition, Fired, Firing, Refusal, Replay, Transition, Trigger, TriggerType,
};
use casegate::receipt::{FORMAT, Receipt, ReceiptIssue, ReceiptRule};
use casegate::requests::{Body, EndpointId, Expects, Method, RequestReport, Retry, endpoints};
use casegate::results::Normalized;
use casegate::tokens::{CancellationReason, EventType, Label, State, SyncState};
use casegate::{Code, Issue, Product, Report};
use serde_json::json;

/// Returns the types as a TypeScript module, which imports those of
/// [`crate::types::types_ts`] from `./types.js`.
pub(crate) fn service_types_ts() -> String {
    module().finish()
}

/// Declares the types.
pub(crate) fn module() -> Module {
    let mut module = Module::new();
    module.text("import type { Code, Issue, Product, Report } from \"./types.js\";\n");
    module.import::<Code>("Code");
    module.import::<Issue>("Issue");
    module.import::<Product>("Product");
    module.import::<Report>("Report");

    module.declare::<Unusable>("Unusable");
    module.declare_input::<Trigger>("Trigger");
    module.declare::<CaseState>("CaseState");
    module.declare_input::<CaseState>("SavedCase");
    module.declare::<Closing>("Closing");
    module.declare::<Fired>("Fired");
    module.declare::<AfterTrigger>("Applied");
    module.declare::<Replay>("Replay");
    module.declare::<Action>("Action");
    module.declare::<AllowedActions>("Actions");
    module.declare::<AssumedCancellation>("Cancellation");
    module.declare::<Transition>("Transition");
    module.declare::<AllTransitions>("Transitions");
    module.declare::<RequestReport>("RequestReport");
    module.declare::<ReceiptIssue>("ReceiptIssue");
    module.declare::<ReceiptRule>("ReceiptRule");
    module.declare::<Receipt>("Receipt");
    module.declare::<Teaser>("Teaser");
    module.declare::<Delivery>("CaseEvent");
    module.declare::<Normalized>("NormalizedResults");
    module.declare::<EventReading>("EventReading");
    module.declare::<Redaction>("Redaction");
    module.declare::<Follower>("SavedFollower");
    module.declare::<Followed>("Followed");
    module.declare::<Ask>("Ask");
    module.declare::<CaseView>("CaseView");

    module.declare::<State>("State");
    module.declare::<EventType>("EventType");
    module.declare::<Label>("Label");
    module.declare::<CancellationReason>("CancellationReason");
    module.declare::<TriggerType>("TriggerType");
    module.declare::<Actor>("Actor");
    module.declare::<Refusal>("Refusal");
    module.declare::<Condition>("Condition");
    module.declare::<Firing>("Firing");
    module.declare::<EndpointId>("EndpointId");
    module.declare::<Method>("Method");
    module.declare::<Body>("BodyKind");
    module.declare::<Retry>("Retry");
    module.declare::<Source>("AskSource");
    module.declare::<AskReason>("AskReason");
    module.declare::<SyncState>("SyncState");
    let responses = unique(endpoints().iter().filter_map(|endpoint| endpoint.response));
    module.declare_words("ResponseName", "The name of an endpoint's response record.", &responses);

    // Callers distinguish these answers from `Unusable` by the member.
    module.member::<AfterTrigger>("issues", &absent());
    module.member::<AllowedActions>("issues", &absent());
    module.member::<AssumedCancellation>("issues", &absent());
    module.member::<Expects>("response", &or_null(named("ResponseName")));
    module.member::<Normalized>("normalized", &or_null(named("Results")));
    module.member::<Receipt>("receipt", &json!({ "const": FORMAT }));
    module.member::<Follower>("format", &json!({ "const": Follower::FORMAT }));

    module.text(results_types_ts());
    module.text(records_types_ts());
    module
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn triggers_have_the_names_that_are_read() {
        let types = module().finish();
        for trigger in TriggerType::NAMES {
            assert!(types.contains(&format!("type: {trigger:?}")), "{trigger}");
        }
    }
}
