//! Finds the smallest statements that separate refused cases from accepted ones.

use crate::drift::literals::Literal;
use std::collections::{BTreeMap, BTreeSet};

/// The most statements that are listed besides an equal one.
const MOST_EQUAL: usize = 4;

/// An explanation of refusals, and the cases that it explains.
pub(crate) struct Explanation {
    /// At most two statements; none if no statements separate the cases.
    pub(crate) literals: Vec<Literal>,
    /// Other single statements that are true of the same cases.
    pub(crate) equal: Vec<Literal>,
    /// The numbers of the refused cases.
    pub(crate) refused: Vec<usize>,
}

/// A set of cases, a bit for each.
#[derive(Clone, PartialEq, Eq)]
struct Cases(Vec<u64>);

impl Cases {
    fn of(count: usize, numbers: impl Iterator<Item = usize>) -> Cases {
        let mut bits = vec![0; count.div_ceil(64)];
        for number in numbers {
            if let Some(word) = bits.get_mut(number / 64) {
                *word |= 1 << (number % 64);
            }
        }
        Cases(bits)
    }

    fn and(&self, other: &Cases) -> Cases {
        Cases(self.0.iter().zip(&other.0).map(|(one, other)| one & other).collect())
    }

    fn without(&self, other: &Cases) -> Cases {
        Cases(self.0.iter().zip(&other.0).map(|(one, other)| one & !other).collect())
    }

    fn len(&self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    fn shared(&self, other: &Cases) -> usize {
        self.0.iter().zip(&other.0).map(|(one, other)| (one & other).count_ones() as usize).sum()
    }

    fn intersects(&self, other: &Cases) -> bool {
        self.0.iter().zip(&other.0).any(|(one, other)| one & other != 0)
    }

    fn numbers(&self) -> Vec<usize> {
        let is_set = |number: &usize| self.0.get(number / 64).is_some_and(|word| word & (1 << (number % 64)) != 0);
        (0..self.0.len() * 64).filter(is_set).collect()
    }
}

/// A statement with the refused and the accepted cases of which it is true.
struct Row<'l> {
    literal: &'l Literal,
    refused: Cases,
    accepted: Cases,
}

/// Explains refusals: takes the statement, or the pair of statements, that is true of the most
/// refused cases and of no accepted one, and repeats this for the rest.
pub(crate) fn explain(refused: &[BTreeSet<Literal>], accepted: &[BTreeSet<Literal>]) -> Vec<Explanation> {
    let mut explanations = Vec::new();
    let mut left = Cases::of(refused.len(), 0..refused.len());
    let rows = rows(refused, accepted);
    while left.len() > 0 {
        let best = best(&rows, &left);
        let Some((literals, explained)) = best else {
            explanations.push(Explanation { literals: Vec::new(), equal: Vec::new(), refused: left.numbers() });
            break;
        };
        let is_equal = |row: &&Row<'_>| {
            // A place of a warning that is named already adds nothing.
            let code = row.literal.code();
            let is_named = literals.contains(row.literal)
                || code.is_some() && literals.iter().any(|literal| literal.code() == code);
            row.accepted.len() == 0 && !is_named && row.refused.and(&left) == explained
        };
        let equal = rows.iter().filter(is_equal).map(|row| row.literal.clone()).take(MOST_EQUAL).collect();
        left = left.without(&explained);
        explanations.push(Explanation { literals, equal, refused: explained.numbers() });
    }
    explanations
}

fn rows<'l>(refused: &'l [BTreeSet<Literal>], accepted: &[BTreeSet<Literal>]) -> Vec<Row<'l>> {
    let mut of: BTreeMap<&Literal, (Vec<usize>, Vec<usize>)> = BTreeMap::new();
    for (number, literals) in refused.iter().enumerate() {
        for literal in literals {
            of.entry(literal).or_default().0.push(number);
        }
    }
    for (number, literals) in accepted.iter().enumerate() {
        for literal in literals {
            if let Some(row) = of.get_mut(literal) {
                row.1.push(number);
            }
        }
    }
    let row = |(literal, (in_refused, in_accepted)): (&'l Literal, (Vec<usize>, Vec<usize>))| Row {
        literal,
        refused: Cases::of(refused.len(), in_refused.into_iter()),
        accepted: Cases::of(accepted.len(), in_accepted.into_iter()),
    };
    of.into_iter().map(row).collect()
}

fn best(rows: &[Row<'_>], left: &Cases) -> Option<(Vec<Literal>, Cases)> {
    let mut best: Option<(usize, Vec<&Literal>, Cases)> = None;
    let better = |count: usize, best: &Option<(usize, Vec<&Literal>, Cases)>| {
        count > best.as_ref().map_or(0, |(known, ..)| *known)
    };
    for row in rows {
        let count = row.refused.shared(left);
        if row.accepted.len() == 0 && better(count, &best) {
            best = Some((count, vec![row.literal], row.refused.and(left)));
        }
    }
    for (at, one) in rows.iter().enumerate() {
        if !better(one.refused.shared(left), &best) {
            continue;
        }
        for other in rows.get(at + 1..).unwrap_or_default() {
            let both = one.refused.and(&other.refused);
            let count = both.shared(left);
            if better(count, &best) && !one.accepted.intersects(&other.accepted) {
                best = Some((count, vec![one.literal, other.literal], both.and(left)));
            }
        }
    }
    best.map(|(_, literals, cases)| (literals.into_iter().cloned().collect(), cases))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn case(set: &[&str]) -> BTreeSet<Literal> {
        set.iter().map(|at| Literal::Set((*at).to_owned())).collect()
    }

    #[test]
    fn the_smallest_separating_statements_are_found() {
        let accepted = [case(&["/a", "/c"]), case(&["/b"]), case(&["/d", "/c"])];
        let found = explain(&[case(&["/a", "/b", "/c"]), case(&["/a", "/b"]), case(&["/e", "/d"])], &accepted);
        let shown: Vec<(Vec<Literal>, Vec<usize>)> =
            found.into_iter().map(|found| (found.literals, found.refused)).collect();
        let set = |at: &str| Literal::Set(at.to_owned());
        assert_eq!(shown, [(vec![set("/a"), set("/b")], vec![0, 1]), (vec![set("/e")], vec![2])]);
        let nothing = explain(&[case(&["/a"])], &[case(&["/a", "/b"])]);
        assert!(nothing[0].literals.is_empty());
    }
}
