//! The context: its settings, and a firm's own rules.

use super::{Input, MARK, mark, memory, usual};
use casegate::analysis::analyze;
use casegate::firm_rules::check_house;
use casegate::{Context, check_case, field_states};
use serde_json::Value;

/// Settings are read and used.
pub(super) fn context(input: &Input<'_>) {
    match Context::from_json(input.text) {
        Ok(context) => {
            for payload in
                ["{}", r#"{"case_type":"pl","search_reason":["x"],"crash_state":"GA"}"#, r#"{"case_type":"pe"}"#]
            {
                check_case(payload, &context);
                field_states(payload, &context);
            }
        }
        Err(error) => assert!(!error.to_string().is_empty()),
    }
    let Ok(Value::Object(mut settings)) = serde_json::from_str(input.text) else { return };
    // Firm rules have their own calls.
    settings.remove("house");
    let mut settings = Value::Object(settings);
    mark(&mut settings);
    if let Err(error) = Context::from_json(&settings.to_string()) {
        assert!(!error.to_string().contains(MARK), "{error}");
    }
}

/// After the settings a line with a payload, then rules and waivers: they only narrow.
pub(super) fn house(input: &Input<'_>) {
    let (payload, rules) = input.rest.split_once('\n').unwrap_or(("{}", input.rest));
    let Some(found) = input.answer("check_house", rules) else { return };
    input.is_placed(rules, &found);
    let read = check_house(rules, &input.context);
    let with = input.context.clone().house_rules(rules);
    // Rules that contradict each other are found by the examination only.
    assert!(with.is_ok() || !read.ok, "{:?}", with.err());
    let Ok(with) = with else { return };
    // The settings may have rules of their own.
    let without = input.context.clone().house_rules("{}").unwrap_or_else(|_| usual());
    assert!(check_case(payload, &without).ok || !check_case(payload, &with).ok, "firm rules let a case pass");
    field_states(payload, &with);
}

/// The rules of a context are examined.
pub(super) fn analysis(input: &Input<'_>) {
    let (answer, peak) = memory::peak(|| serde_json::to_string(&analyze(&input.context)).expect("JSON"));
    input.is_bounded("analyze", input.rest, &answer, peak);
}

/// A payload and the rules that it is judged by.
pub(super) fn seed(call: &str, context: &str, payload: &str) -> Option<String> {
    let mut settings: Value = serde_json::from_str(context).ok()?;
    if call == "check_house" {
        return Some(format!("{settings}\n{{}}\n{payload}"));
    }
    let rules = settings.as_object_mut()?.remove("house")?;
    (call == "check_case" && !payload.contains('\n')).then(|| format!("{settings}\n{payload}\n{rules}"))
}
