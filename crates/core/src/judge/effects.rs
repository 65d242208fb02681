//! The effects of rules on fields and members: required or forbidden.

use crate::rulebook::fields::sets::SlotSet;
use crate::rulebook::rules::field_path::FieldPath;

/// The fields and members that rules require, and those that they find forbidden.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RuleEffects {
    pub(crate) required: SlotSet,
    pub(crate) forbidden: SlotSet,
}

impl RuleEffects {
    pub(crate) fn require(&mut self, path: FieldPath) {
        self.required.set(path.slot(), true);
    }

    pub(crate) fn forbid(&mut self, path: FieldPath) {
        self.forbidden.set(path.slot(), true);
    }
}
