//! The effects of rules on fields and members: required or forbidden.

use crate::context::firm_rules::field::FieldPath;
use crate::rulebook::fields::names::FieldId;
use crate::rulebook::fields::names::bit;
use std::ops::BitOrAssign;

/// The fields and members that rules require, and those that they find forbidden, as bits of their
/// slots.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct RuleEffects {
    pub(crate) required: u64,
    pub(crate) forbidden: u64,
    pub(crate) required_members: u128,
    pub(crate) forbidden_members: u128,
}

impl RuleEffects {
    pub(crate) fn require(&mut self, path: FieldPath) {
        match path.member {
            None => self.required |= bit(path.key),
            Some(_) => self.required_members |= 1 << path.slot(),
        }
    }

    pub(crate) fn forbid(&mut self, path: FieldPath) {
        match path.member {
            None => self.forbidden |= bit(path.key),
            Some(_) => self.forbidden_members |= 1 << path.slot(),
        }
    }

    /// Returns the fields for which two sets differ; a member counts as its record.
    pub(crate) fn fields_unlike(self, other: RuleEffects) -> u64 {
        let members =
            (self.required_members ^ other.required_members) | (self.forbidden_members ^ other.forbidden_members);
        let fields = (self.required ^ other.required) | (self.forbidden ^ other.forbidden);
        if members == 0 {
            return fields;
        }
        let records = (0..FieldId::COUNT).filter_map(FieldId::of_slot).filter(|key| {
            let rows = 0..key.field().kind.members().len();
            rows.into_iter().any(|member| members & (1 << key.member_slot(member)) != 0)
        });
        records.fold(fields, |set, key| set | bit(key))
    }
}

impl BitOrAssign for RuleEffects {
    fn bitor_assign(&mut self, other: RuleEffects) {
        self.required |= other.required;
        self.forbidden |= other.forbidden;
        self.required_members |= other.required_members;
        self.forbidden_members |= other.forbidden_members;
    }
}
