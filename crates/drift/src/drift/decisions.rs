//! The evidence about the numbered decisions.
//!
//! The decisions of a code are those that its meaning names. An exchange confirms a decision if its
//! verdict would be another with the decision the other way: a refusal by this code alone, or an
//! acceptance in spite of its warning.

use crate::classes::Profile;
use crate::drift::literals::is_published;
use crate::drift::predict::Fault;
use crate::drift::report::Decision;
use casegate::Code;
use casegate::export::requirement;
use std::collections::BTreeMap;

/// Counts for each decision.
#[derive(Debug, Default)]
pub(crate) struct Evidence {
    counts: BTreeMap<usize, (usize, usize)>,
}

/// Returns the numbers of the decisions that a code's meaning names.
pub(crate) fn of_code(code: Code) -> Vec<String> {
    let words = code.meaning().split(|letter: char| !letter.is_ascii_alphanumeric());
    words.filter(|word| number(word).is_some()).map(str::to_owned).collect()
}

/// Returns the decisions about a finding of a case. Whether a value counts as set (D1) is decided
/// only if the value is there.
pub(crate) fn of_fault(fault: &Fault, profile: Option<&Profile>) -> Vec<String> {
    let is_there = || {
        let mut steps = fault.at.split('/').skip(1);
        let name = steps.next().unwrap_or_default();
        is_published(&fault.at)
            && profile
                .is_some_and(|profile| profile.entries().iter().any(|entry| entry.key == name && entry.is.is_unset()))
    };
    of_code(fault.code).into_iter().filter(|number| number != "D1" || is_there()).collect()
}

fn number(word: &str) -> Option<usize> {
    word.strip_prefix('D')?.parse().ok()
}

impl Evidence {
    pub(crate) fn confirm(&mut self, decisions: &[String], count: usize) {
        for number in decisions.iter().filter_map(|decision| number(decision)) {
            self.counts.entry(number).or_default().0 += count;
        }
    }

    pub(crate) fn contradict(&mut self, decisions: &[String], count: usize) {
        for number in decisions.iter().filter_map(|decision| number(decision)) {
            self.counts.entry(number).or_default().1 += count;
        }
    }

    /// Returns the counts of all decisions, in order.
    pub(crate) fn finish(self) -> Vec<Decision> {
        let known = (1..).take_while(|number| requirement(&format!("D{number}")).is_some());
        let decision = |number: usize| {
            let (confirmed, contradicted) = self.counts.get(&number).copied().unwrap_or_default();
            Decision { number: format!("D{number}"), confirmed, contradicted }
        };
        known.map(decision).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decisions_of_a_code_are_those_of_its_meaning() {
        assert_eq!(of_code(Code::DateTooOld), ["D12"]);
        assert_eq!(of_code(Code::WrongType), ["D2"]);
        assert!(of_code(Code::NotJson).is_empty());
        assert!(Evidence::default().finish().len() > 50);
    }
}
