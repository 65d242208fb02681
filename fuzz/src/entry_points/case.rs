//! A payload, and a form in progress.

use super::patch::patched;
use super::{Input, MARK, mark};
use casegate::{Code, Issue, Severity, case_from_form, check_case, prepare_case, receipt, repair_case};
use serde_json::Value;

pub(super) const OPERATIONS: &[&str] =
    &["check_case", "prepare_case", "field_states", "repair_case", "case_from_form", "receipt"];

pub(super) fn case(input: &Input<'_>) {
    let (text, context) = (input.rest, &input.context);
    for (name, answer) in OPERATIONS.iter().zip(input.answers()) {
        if let Some(answer) = answer.filter(|_| *name == "check_case") {
            input.is_placed(text, &answer);
        }
    }
    let report = check_case(text, context);
    assert_eq!(report.ok, errors(&report.issues) == 0);
    assert!(report.issues.len() <= context.size_limits().findings + 1);

    if let Ok(mut marked) = serde_json::from_str::<Value>(text) {
        mark(&mut marked);
        let receipt = receipt(&marked, context).to_string();
        assert!(!receipt.contains(MARK), "a receipt repeats a value: {receipt}");
    }
    if let Some(prepared) = prepare_case(text, context).prepared {
        let after = check_case(prepared.get(), context);
        assert!(after.ok || !report.ok, "what is prepared is refused: {prepared}");
        let again = prepare_case(prepared.get(), context);
        assert!(again.omitted.is_empty(), "something is left out of what was prepared: {prepared}");
        assert_eq!(again.prepared.expect("what was prepared can be read").get(), prepared.get());
    }

    if let Some(case) = case_from_form(text, context).case {
        let again = case_from_form(case.get(), context).case.expect("the case of a form is an object");
        assert_eq!(again.get(), case.get(), "the case of a form is another form");
    }

    let repair = repair_case(text, context);
    let Some(after) = &repair.payload else { return };
    let repaired = check_case(after.get(), context);
    assert_eq!(repair.ok, repaired.ok, "a repair leads elsewhere: {after}");
    // There may be more errors than before: a repaired value activates rules that waited for it.
    // There may be fewer without a patch: a repeated key behind the cap is there once in the
    // result.
    let is_capped = report.issues.iter().any(|issue| issue.code == Code::FindingsCapped);
    assert!(!repair.patch.is_empty() || is_capped || errors(&repaired.issues) == errors(&report.issues));
    let patch = serde_json::to_value(&repair.patch);
    if let (Ok(Value::Array(patch)), Ok(before), Ok(after)) =
        (patch, serde_json::from_str(text), serde_json::from_str::<Value>(after.get()))
    {
        assert_eq!(patched(before, &patch), after, "the patch leads elsewhere");
    }
}

fn errors(issues: &[Issue]) -> usize {
    issues.iter().filter(|issue| issue.severity == Severity::Error).count()
}

pub(super) fn session(input: &Input<'_>) {
    for answer in input.answers().flatten() {
        if !answer["report"].is_object() {
            continue;
        }
        // A session equals a check of its result.
        let report = input.answer("check_case", &answer["payload"].to_string());
        assert_eq!(Some(&answer["report"]), report.as_ref());
    }
}
