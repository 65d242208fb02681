//! Exchanges whose verdict was predicted.

use crate::drift::predict::Prediction;
use crate::line::Exchange;
use casegate::requests::EndpointId;
use std::collections::BTreeSet;

/// An exchange whose verdict was predicted.
pub(crate) struct Judged<'l> {
    pub(crate) line: usize,
    pub(crate) exchange: &'l Exchange,
    pub(crate) endpoint: EndpointId,
    pub(crate) prediction: Prediction,
}

/// Returns each value once, in order.
pub(crate) fn unique(values: impl Iterator<Item = String>) -> Vec<String> {
    values.collect::<BTreeSet<String>>().into_iter().collect()
}

/// Sorts numbers of decisions.
pub(crate) fn in_order(numbers: BTreeSet<String>) -> Vec<String> {
    let mut numbers: Vec<String> = numbers.into_iter().collect();
    numbers.sort_by_key(|number| number.get(1..).and_then(|digits| digits.parse::<usize>().ok()));
    numbers
}
