//! English: messages about the faults of rules, and about changes of a context.

use crate::rulebook::reasons::{ChangeEffect, RuleFault};

/// The text of each fault.
pub(crate) const RULE_FAULTS: &[(RuleFault, &str)] = &[
    (
        RuleFault::NeverApplies,
        "No acceptable case meets the conditions of {rules}. Correct the conditions, or remove the rule.",
    ),
    (RuleFault::NeverViolated, "The rule {rules} applies, and no case violates it. Correct the rule, or remove it."),
    (
        RuleFault::Redundant,
        "Every case that violates {rules} has another error as well. Remove the rule, unless its message is needed.",
    ),
    (
        RuleFault::AlwaysViolated,
        "Every case violates {rules}. Correct the requirement, or add a condition to the rule.",
    ),
    (
        RuleFault::Conflict,
        "The rules {rules} require opposite values of {fields} if they apply at once. Add a condition to one of them.",
    ),
    (
        RuleFault::NoRepair,
        "With these values, no values of the other fields satisfy {rules}. Add a condition to one of the rules, or refuse these values by a rule of their own.",
    ),
];

/// The text of each effect of a change.
pub(crate) const CHANGES: &[(ChangeEffect, &str)] = &[
    (
        ChangeEffect::Refused,
        "Cases that were accepted are refused because of {code}. Correct such cases before they are sent.",
    ),
    (ChangeEffect::Accepted, "Cases that were refused because of {code} are accepted. Nothing is to be done."),
    (
        ChangeEffect::ErrorAdded,
        "Cases that are refused already have another error, {code}. Correct it with the others.",
    ),
    (ChangeEffect::ErrorRemoved, "Cases that stay refused no longer have the error {code}. Nothing is to be done."),
    (ChangeEffect::Warned, "Accepted cases get the warning {code}. Check if it matters for your cases."),
    (ChangeEffect::WarningRemoved, "The warning {code} is no longer reported here. Remove what depends on it."),
];
