//! The fields that rules require, forbid and read, computed from the table of rules at compile
//! time.

// All of this is evaluated by the compiler, on the table's own rows.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]

use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::sets::FieldSet;
use crate::rulebook::fields::{Field, Requiredness};
use crate::rulebook::rules::table::RULES;

/// The fields that a rule requires or forbids because of other fields.
static CONDITIONAL: FieldSet = RULE_FIELDS.0;

/// The fields of which a requirement reads the value, not only whether there is one.
pub(crate) const READ_BY_RULES: FieldSet = RULE_FIELDS.1;

const RULE_FIELDS: (FieldSet, FieldSet) = {
    let (mut conditional, mut read, mut rule) = (FieldSet::EMPTY, FieldSet::EMPTY, 0);
    while rule < RULES.len() {
        let (clauses, mut at) = (RULES[rule].clauses, 0);
        while at < clauses.len() {
            let (then, mut number) = (clauses[at].then, 0);
            while number < then.len() {
                // A rule about the surface or the credential makes no field conditional.
                if RULES[rule].surface.is_none() && clauses[at].reads_fields() {
                    conditional = conditional.union(then[number].0.presence());
                }
                read = read.union(then[number].0.value());
                number += 1;
            }
            at += 1;
        }
        rule += 1;
    }
    (conditional, read)
};

/// Returns `true` if a rule requires or forbids the field because of other fields.
pub(crate) fn is_conditional(field: FieldId) -> bool {
    CONDITIONAL.contains_field(field)
}

impl Field {
    /// Returns the condition under which the field must be given. A field is conditional if a rule
    /// requires or forbids it because of other fields.
    ///
    /// ```
    /// use casegate::fields::{POLICY_LIMIT, Requiredness};
    ///
    /// let needs = |name| POLICY_LIMIT.iter().find(|field| field.name == name).map(|field| field.requiredness());
    /// assert_eq!(needs("insurance_company"), Some(Requiredness::Required));
    /// assert_eq!(needs("policyholder_name"), Some(Requiredness::Conditional));
    /// assert_eq!(needs("claim_number"), Some(Requiredness::Optional));
    /// ```
    pub fn requiredness(&self) -> Requiredness {
        // A member of a record may have the name of a field, but has its own requirement.
        let id = lookup(self.name).filter(|id| id.field().requirement_id == self.requirement_id);
        match id {
            _ if self.is_required => Requiredness::Required,
            Some(id) if is_conditional(id) => Requiredness::Conditional,
            _ => Requiredness::Optional,
        }
    }
}
