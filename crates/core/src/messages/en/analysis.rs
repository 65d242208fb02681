//! English: messages about the faults of rules.

use crate::rulebook::reasons::RuleFault;

/// The text of each fault.
pub(crate) const RULE_FAULTS: &[(RuleFault, &str)] = &[
    (
        RuleFault::NeverApplies,
        "No acceptable case meets the conditions of {rules}. Correct the conditions, or remove the rule.",
    ),
    (RuleFault::NeverViolated, "The rule {rules} applies, but no case violates it. Correct the rule, or remove it."),
    (
        RuleFault::Redundant,
        "Every case that violates {rules} is refused for another reason too. Remove the rule, unless its message is needed.",
    ),
    (
        RuleFault::AlwaysViolated,
        "Every case violates {rules}. Correct the requirement, or add a condition to the rule.",
    ),
    (
        RuleFault::Conflict,
        "The rules {rules} require opposite values of {fields} if they apply together. Add a condition to one of them.",
    ),
    (
        RuleFault::NoRepair,
        "With these values, no values of the other fields satisfy {rules}. Add a condition to one of the rules, or refuse these values in a rule of their own.",
    ),
];
