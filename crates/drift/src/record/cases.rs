//! Running numbers in place of the ids of cases.

use std::collections::BTreeMap;

/// The numbers of the cases of a recording.
#[derive(Debug, Default)]
pub(crate) struct Cases {
    by_id: BTreeMap<u64, usize>,
    by_ref: BTreeMap<String, usize>,
    ids: BTreeMap<usize, u64>,
    last: usize,
}

/// The number of a case, and whether its id and its references name several.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Numbered {
    pub(crate) case: Option<usize>,
    pub(crate) is_ambiguous: bool,
}

impl Cases {
    /// Numbers cases from `first`.
    pub(crate) fn from(first: usize) -> Cases {
        Cases { last: first.saturating_sub(1), ..Cases::default() }
    }

    /// Returns the number of a case, known or new, by its id and its references. `None` without
    /// either.
    pub(crate) fn number(&mut self, id: Option<u64>, refs: [Option<&str>; 2]) -> Numbered {
        let refs = || refs.iter().flatten().copied().filter(|known| !known.is_empty());
        if id.is_none() && refs().next().is_none() {
            return Numbered::default();
        }
        // A path may have the id in the place of the reference.
        let of_ref = |key: &str| self.by_ref.get(key).or_else(|| self.by_id.get(&key.parse().ok()?)).copied();
        let by_id = id.and_then(|id| self.by_id.get(&id)).copied();
        let by_ref = refs().find_map(of_ref);
        let case = by_id.or(by_ref).unwrap_or_else(|| {
            self.last += 1;
            self.last
        });
        let is_other = |key: &str| key.parse::<u64>().is_err() && of_ref(key).is_some_and(|known| known != case);
        let has_other_id = id.is_some_and(|id| self.ids.get(&case).is_some_and(|known| *known != id));
        let is_ambiguous = has_other_id || refs().any(is_other);
        if let Some(id) = id {
            self.by_id.entry(id).or_insert(case);
            self.ids.entry(case).or_insert(id);
        }
        for key in refs() {
            self.by_ref.entry(key.to_owned()).or_insert(case);
        }
        Numbered { case: Some(case), is_ambiguous }
    }
}

#[cfg(test)]
mod tests {
    use super::{Cases, Numbered};

    #[test]
    fn a_case_keeps_its_number() {
        let mut cases = Cases::from(5);
        let mut number = |id, refs| cases.number(id, refs);
        let found = |case, is_ambiguous| Numbered { case: Some(case), is_ambiguous };
        assert_eq!(number(Some(70), [None, None]), found(5, false));
        assert_eq!(number(Some(71), [Some("CASE-71"), None]), found(6, false));
        assert_eq!(number(Some(70), [Some("CASE-70"), None]), found(5, false));
        assert_eq!(number(None, [Some("CASE-70"), Some("")]), found(5, false));
        assert_eq!(number(None, [None, Some("")]), Numbered::default());
        assert_eq!(number(None, [Some("71"), None]), found(6, false));
        assert_eq!(number(Some(71), [Some("CASE-70"), None]), found(6, true));
        assert_eq!(number(Some(72), [Some("CASE-71"), None]), found(6, true));
    }
}
