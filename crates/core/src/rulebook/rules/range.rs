//! A range of whole numbers with one end or two.

use crate::rulebook::params::{Param, Params};

/// The whole numbers between two limits, both included. A missing limit is open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Range<T = i32> {
    pub(crate) least: Option<T>,
    pub(crate) most: Option<T>,
}

impl<T: Copy + Ord + Into<i64>> Range<T> {
    pub(crate) fn takes(self, number: T) -> bool {
        self.least.is_none_or(|least| number >= least) && self.most.is_none_or(|most| number <= most)
    }

    /// Returns `true` if every number of this range is in the other.
    pub(crate) fn is_within(self, other: Range<T>) -> bool {
        other.least.is_none_or(|least| self.least.is_some_and(|own| own >= least))
            && other.most.is_none_or(|most| self.most.is_some_and(|own| own <= most))
    }

    /// Returns `true` if no number is in both ranges.
    pub(crate) fn is_apart(self, other: Range<T>) -> bool {
        let below =
            |one: Range<T>, other: Range<T>| one.most.zip(other.least).is_some_and(|(most, least)| most < least);
        below(self, other) || below(other, self)
    }

    /// Returns the name of the operator that writes the range.
    pub(crate) fn name(self) -> &'static str {
        match (self.least, self.most) {
            (Some(_), Some(_)) => "between",
            (None, Some(_)) => "at_most",
            _ => "at_least",
        }
    }

    pub(crate) fn limits(self, mut params: Params) -> Params {
        for (name, limit) in [("least", self.least), ("most", self.most)] {
            let number = limit.and_then(|limit| u64::try_from(limit.into()).ok());
            params = if let Some(number) = number { params.with(name, Param::Number(number)) } else { params };
        }
        params
    }

    /// Returns the numbers at which a test of the range may change its result, with their
    /// neighbors.
    pub(crate) fn turns(self) -> impl Iterator<Item = i64> {
        let beside = |limit: i64| [limit.saturating_sub(1), limit, limit.saturating_add(1)];
        self.least.into_iter().chain(self.most).map(Into::into).flat_map(beside)
    }
}

impl Range<i64> {
    /// Returns the range of days or entries. Their limits are far below 32 bits.
    pub(crate) fn small(self) -> Range {
        let small = |limit: Option<i64>| limit.and_then(|limit| i32::try_from(limit).ok());
        Range { least: small(self.least), most: small(self.most) }
    }
}

/// Returns the number of a text that consists of ASCII digits. A number beyond 64 bits counts as
/// the largest.
pub(crate) fn number_of(text: &str) -> Option<i64> {
    let next = |number: i64, byte: u8| {
        byte.is_ascii_digit().then(|| number.saturating_mul(10).saturating_add(i64::from(byte - b'0')))
    };
    if text.is_empty() { None } else { text.bytes().try_fold(0, next) }
}

#[cfg(test)]
mod tests {
    use super::{Range, number_of};
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn ranges_relate_as_their_numbers_do(
            one in (prop::option::of(0..8), prop::option::of(0..8)), other in (prop::option::of(0..8), prop::option::of(0..8)),
        ) {
            let (one, other) = (Range { least: one.0, most: one.1 }, Range { least: other.0, most: other.1 });
            let numbers = || -1..=9;
            if one.is_within(other) {
                prop_assert!(numbers().all(|number| !one.takes(number) || other.takes(number)));
            }
            if one.is_apart(other) {
                prop_assert!(!numbers().any(|number| one.takes(number) && other.takes(number)));
            }
        }
    }

    #[test]
    fn a_number_as_text_is_digits_alone() {
        assert_eq!(["0", "007", "99999999999999999999"].map(number_of), [Some(0), Some(7), Some(i64::MAX)]);
        assert_eq!(["", "-1", "+1", "1.0", " 1", "1,000", "١"].map(number_of), [None; 7]);
    }

    proptest! {
        /// D17.
        #[test]
        fn usdot_numbers_are_those_of_the_specifications_pattern(text in "[0-9a ]{0,6}|[0-9\\n]{0,4}|[0-9]{9,40}") {
            let pattern = regex::Regex::new(r"\A0*[1-9][0-9]*\z").expect("the pattern");
            prop_assert_eq!(number_of(&text).is_some_and(|number| number >= 1), pattern.is_match(&text));
        }
    }
}
