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
        "Every case that violates {rules} is refused for another reason as well. Remove the rule, unless its message is needed.",
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
    (ChangeEffect::Refused, "Such cases were accepted and are refused now. Correct them before they are sent."),
    (ChangeEffect::Accepted, "Such cases were refused and are accepted now. Nothing is to be done."),
    (ChangeEffect::ErrorAdded, "Such cases are refused as before, for one more reason. Correct it with the others."),
    (ChangeEffect::ErrorRemoved, "Such cases are refused as before, for one reason less. Correct the others."),
    (ChangeEffect::Warned, "Such cases get one more warning. Check if it matters for your cases."),
    (ChangeEffect::WarningRemoved, "Such cases get one warning less. Nothing is to be done."),
];
