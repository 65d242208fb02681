//! The TypeScript types of operations around a case. They are separate from the types of cases.

use crate::case::receipt::{FORMAT, Receipt, ReceiptIssue, ReceiptRule};
use crate::export::answers::{records_types_ts, results_types_ts};
use crate::export::type_schema::{absent, named, or_null};
use crate::export::typescript::Module;
use crate::report::Report;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::product::Product;
use crate::rulebook::reasons::{AskReason, Refusal, TriggerType};
use crate::rulebook::tokens::{CancellationReason, EventType, Label, State, SyncState};
use crate::service::events::ask::{Ask, Source};
use crate::service::events::delivery::Delivery;
use crate::service::events::event::Teaser;
use crate::service::events::follow::Followed;
use crate::service::events::follower::Follower;
use crate::service::events::read::EventReading;
use crate::service::events::redact::Redaction;
use crate::service::events::view::CaseView;
use crate::service::lifecycle::actions::Action;
use crate::service::lifecycle::apply::Fired;
use crate::service::lifecycle::case::{CaseState, Closing};
use crate::service::lifecycle::input::{AfterTrigger, AllTransitions, AllowedActions, AssumedCancellation, Unusable};
use crate::service::lifecycle::replay::Replay;
use crate::service::lifecycle::table::{Condition, Firing, Transition};
use crate::service::lifecycle::trigger::{Actor, Trigger};
use crate::service::requests::check::{Expects, RequestReport};
use crate::service::requests::kinds::{Body, EndpointId, Method, Retry};
use crate::service::requests::table::endpoints;
use crate::service::results::normalize::Normalized;
use crate::text::dedup::unique;
use serde_json::json;

/// Returns the types as a TypeScript module, which imports those of
/// [`crate::export::types::types_ts`] from `./types.js`.
pub fn service_types_ts() -> String {
    module().finish()
}

/// Declares the types.
pub(crate) fn module() -> Module {
    let mut module = Module::new("service-types");
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
    module.declare_words("ResponseName", "The name of an endpoint's response record.", responses.into_iter());

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
        let types = service_types_ts();
        for trigger in TriggerType::NAMES {
            assert!(types.contains(&format!("type: {trigger:?}")), "{trigger}");
        }
    }
}
