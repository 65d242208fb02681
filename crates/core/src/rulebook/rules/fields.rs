//! What the rows of the specification need, require, forbid and read, computed at compile time.

// All of this is evaluated by the compiler, on the table's own rows.
#![expect(clippy::indexing_slicing, reason = "evaluated by the compiler, which refuses an index out of bounds")]

use crate::rulebook::fields::names::{FieldId, lookup};
use crate::rulebook::fields::sets::FieldSet;
use crate::rulebook::fields::{Field, Requiredness};
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::formula::{Condition, Formula};
use crate::rulebook::rules::parts::List;
use crate::rulebook::rules::table::RULES;
use crate::rulebook::rules::test::Test;
use crate::rulebook::rules::{INSURANCE_COMPANY, INSURANCE_COMPANY_NAME, Requirement, Rule};

/// The fields that a row needs before it can have an effect.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Activation {
    /// The conditions cannot be met unless all of these are given.
    all: FieldSet,
    /// The requirements cannot be violated unless one of these is given.
    any: FieldSet,
    /// A missing field, or no field at all, can violate a requirement.
    always: bool,
}

/// The activation of each row.
pub(crate) static ACTIVATION: [Activation; RULES.len()] = {
    let mut all = [Activation { all: FieldSet::EMPTY, any: FieldSet::EMPTY, always: false }; RULES.len()];
    let mut at = 0;
    while at < RULES.len() {
        all[at] = Activation::of(&RULES[at]);
        at += 1;
    }
    all
};

const fn rows<T: Clone>(list: &List<T>) -> &[T] {
    match list {
        List::Borrowed(rows) => rows,
        List::Owned(_) => &[],
    }
}

impl Activation {
    const fn of(rule: &Rule) -> Activation {
        let mut activation = Activation { all: FieldSet::EMPTY, any: FieldSet::EMPTY, always: false };
        let (when, mut at) = (rows(&rule.when), 0);
        while at < when.len() {
            match &when[at] {
                // A field that is not set can meet these, so the condition needs none.
                Formula::Test(
                    Condition { test: Test::Contains(_), wanted: false, .. }
                    | Condition { test: Test::Set(_) | Test::Count(..), .. },
                ) => {}
                Formula::Test(condition) => activation.all = activation.all.with(condition.path.slot()),
                _ => {}
            }
            at += 1;
        }
        let (then, mut at) = (rows(&rule.then), 0);
        while at < then.len() {
            match &then[at] {
                Requirement::Forbidden(path) => activation.any = activation.any.with(path.slot()),
                Requirement::Holds(condition, _) => activation.any = activation.any.union(with_alias(condition.path)),
                _ => activation.always = true,
            }
            at += 1;
        }
        activation
    }

    /// Returns `true` if the row can have an effect on a payload with these fields.
    pub(crate) fn may_fire(self, given: FieldSet) -> bool {
        (self.all - given).is_empty() && (self.always || self.any.intersects(given))
    }
}

/// Returns the field, and the old name of the company, which counts as well (D16).
const fn with_alias(path: FieldPath) -> FieldSet {
    let own = FieldSet::EMPTY.with(path.slot());
    if path.slot() == INSURANCE_COMPANY.slot() { own.with(INSURANCE_COMPANY_NAME.slot()) } else { own }
}

/// The fields that a rule requires or forbids because of other fields.
static CONDITIONAL: FieldSet = RULE_FIELDS.0;

/// The fields of which a rule reads the text.
pub(crate) const READ_BY_RULES: FieldSet = RULE_FIELDS.1;

const RULE_FIELDS: (FieldSet, FieldSet) = {
    let (mut conditional, mut read, mut row) = (FieldSet::EMPTY, FieldSet::EMPTY, 0);
    while row < RULES.len() {
        let rule = &RULES[row];
        // A rule about the surface or the credential makes no field conditional.
        let reads_fields = !matches!(rows(&rule.when), [] | [Formula::MasterToken]) && rule.surface.is_none();
        let (when, mut at) = (rows(&rule.when), 0);
        while at < when.len() {
            if let Formula::Test(condition) = &when[at]
                && condition.test.reads_text()
            {
                read = read.union(with_alias(condition.path));
            }
            at += 1;
        }
        let (then, mut at) = (rows(&rule.then), 0);
        while at < then.len() {
            match &then[at] {
                Requirement::Required(path) | Requirement::Forbidden(path) if reads_fields => {
                    conditional = conditional.with(path.slot());
                }
                Requirement::Holds(condition, _) if condition.test.reads_text() => {
                    read = read.union(with_alias(condition.path));
                }
                _ => {}
            }
            at += 1;
        }
        row += 1;
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

#[cfg(all(test, feature = "firm-rules"))]
mod tests {
    use super::*;
    use crate::rulebook::fields::Kind;
    use crate::rulebook::product::Product;

    /// Builds without firm rules do not ask if a word is in a list, or how a state is written.
    #[test]
    fn rows_read_what_small_builds_read() {
        for rule in RULES {
            for Condition { path, test, .. } in rule.tests().into_iter().filter(|own| own.test.is_of_each_word()) {
                for product in Product::ALL.into_iter().filter(|product| path.exists_in(*product)) {
                    let kind = path.kind(Some(product));
                    assert!(!matches!(kind, Kind::State { .. } | Kind::Emails), "{}: {test:?}", rule.id);
                    let is_open = path.list(Some(product)).is_none_or(|list| list.open);
                    assert!(is_open, "{}: {test:?}", rule.id);
                }
            }
        }
    }

    #[test]
    fn rows_of_a_rule_are_neighbors_and_agree() {
        let rules: Vec<&[Rule]> = crate::rulebook::rules::table::specification().collect();
        for (at, rows) in rules.iter().enumerate() {
            assert!(rules[..at].iter().all(|other| other[0].id != rows[0].id), "{}", rows[0].id);
            let is_same = |row: &Rule| row.number() == rows[0].number() && row.decisions() == rows[0].decisions();
            assert!(rows.iter().all(is_same), "{}", rows[0].id);
            assert!(rows.iter().all(|row| row.then.len() == row.statements().len()), "{}", rows[0].id);
        }
    }
}
