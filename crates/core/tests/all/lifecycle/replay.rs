//! Replayed traces of triggers, and the stored cancellation.

use super::cases::{alphabet, cancel};
use casegate::lifecycle::{CaseState, Closing, Trigger, apply, replay};
use casegate::tokens::CancellationReason;
use casegate::usd::Usd;
use casegate::{Context, Date};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use serde_json::{Value, json};

#[test]
fn the_first_cancellation_is_kept() {
    let case = |text: &str| serde_json::from_str::<CaseState>(text).unwrap();
    let fee = Some(Usd::from_cents(7_500));
    let first = apply(Some(&case(r#"{"state":"in_progress"}"#)), &cancel(None, None, fee)).unwrap().case;
    let expected = Closing::Cancellation {
        reason: None,
        eligibility: CancellationReason::DispatchedFeeApplies,
        assumed: true,
        fee_usd: fee,
    };
    assert_eq!(first.closing(), Some(&expected));
    let again = apply(Some(&first), &cancel(None, Some(CancellationReason::NotYetDispatched), fee)).unwrap();
    assert_eq!((again.case, again.events), (first, Vec::new()));
}

fn written(trigger: &Trigger) -> Value {
    match trigger {
        Trigger::Create { is_test } => json!({"type": "create", "is_test": is_test}),
        Trigger::PickUp => json!({"type": "pick_up"}),
        Trigger::NeedInput { interaction_id, message } => {
            json!({"type": "need_input", "interaction_id": interaction_id, "message": message})
        }
        Trigger::Respond { interaction_id, message, files } => {
            json!({"type": "respond", "interaction_id": interaction_id, "message": message, "files": files})
        }
        Trigger::PublishResults { digest } => json!({"type": "publish_results", "digest": digest}),
        Trigger::FindPolicies { offer_id, upgrade_ids } => {
            json!({"type": "find_policies", "offer_id": offer_id, "upgrade_ids": upgrade_ids})
        }
        Trigger::AcceptOffers { offer_id, selected_upgrade_ids, digest } => json!({
            "type": "accept_offers",
            "offer_id": offer_id,
            "selected_upgrade_ids": selected_upgrade_ids,
            "digest": digest
        }),
        Trigger::ConfirmDelivery { note } => json!({"type": "confirm_delivery", "note": note}),
        Trigger::Cancel { reason, eligibility, fee_usd } => {
            json!({"type": "cancel", "reason": reason, "eligibility": eligibility, "fee_usd": fee_usd})
        }
        Trigger::AppendFile { filename, label, size } => {
            json!({"type": "append_file", "filename": filename, "label": label, "size": size})
        }
    }
}

fn replayed(triggers: &[&Trigger]) -> Vec<Value> {
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let trace: Vec<Value> = triggers.iter().map(|trigger| written(trigger)).collect();
    let replay = replay(&json!({ "trace": trace }).to_string(), &context);
    assert!(replay.issues.is_empty());
    replay.steps.iter().map(|step| serde_json::to_value(step).unwrap()).collect()
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(128)))]

    /// A trace is its triggers one by one, and a refused trigger has no effect.
    #[test]
    fn a_replay_is_its_steps(choices in prop::collection::vec(any::<prop::sample::Index>(), 0..60)) {
        let alphabet = alphabet();
        let triggers: Vec<&Trigger> = choices.iter().map(|choice| choice.get(&alphabet)).collect();
        let mut case: Option<CaseState> = None;
        let mut accepted = Vec::new();
        let mut expected = Vec::new();
        for trigger in &triggers {
            let outcome = apply(case.as_ref(), trigger);
            let refused = outcome.as_ref().err().copied();
            let mut events = Vec::new();
            if let Ok(applied) = outcome {
                events = applied.events.iter().map(|fired| fired.event).collect();
                case = Some(applied.case);
                accepted.push(*trigger);
            }
            let state = case.as_ref().map(CaseState::state);
            expected.push(json!({"state": state, "events": events, "refused": refused}));
        }
        prop_assert_eq!(replayed(&triggers), expected.clone());
        let had_effect: Vec<Value> = expected.into_iter().filter(|step| step["refused"].is_null()).collect();
        prop_assert_eq!(replayed(&accepted), had_effect);
    }

    /// Any trace gets a step for each of its elements.
    #[test]
    fn any_trace_is_answered(parts in prop::collection::vec(
        prop_oneof![
            Just("7".to_owned()), Just("null".to_owned()), Just(r#"{"type":"create"}"#.to_owned()),
            r#"\{"type":"(create|pick_up|cancel|respond|append_file|x)"(,"(size|files|is_test|reason|label)":(-?(0|[1-9][0-9]{0,29})(\.[0-9])?(e[0-9]{1,4})?|"[a-z]?"|true|null|\[\]|\{\}))?\}"#,
        ], 0..20))
    {
        let context = Context::new(Date::parse("2026-03-01").unwrap());
        let replay = replay(&format!(r#"{{"trace":[{}]}}"#, parts.join(",")), &context);
        prop_assert_eq!(replay.steps.len(), parts.len());
        prop_assert!(replay.issues.is_empty());
    }
}
