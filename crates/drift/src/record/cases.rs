//! Running numbers in place of the ids of cases.

use std::collections::BTreeMap;

/// The numbers of the cases of a recording.
#[derive(Debug, Default)]
pub(crate) struct Cases {
    by_id: BTreeMap<u64, usize>,
    by_ref: BTreeMap<String, usize>,
    last: usize,
}

impl Cases {
    /// Numbers cases from `first`.
    pub(crate) fn from(first: usize) -> Cases {
        Cases { last: first.saturating_sub(1), ..Cases::default() }
    }

    /// Returns the number of a case, known or new, by its id and its references. `None` without
    /// either.
    pub(crate) fn number(&mut self, id: Option<u64>, refs: [Option<&str>; 2]) -> Option<usize> {
        let refs = || refs.iter().flatten().copied().filter(|known| !known.is_empty());
        if id.is_none() && refs().next().is_none() {
            return None;
        }
        // A path may have the id in the place of the reference.
        let by_id = id.and_then(|id| self.by_id.get(&id)).copied();
        let known = by_id.or_else(|| refs().find_map(|key| self.by_ref.get(key)).copied());
        let number = known.unwrap_or_else(|| {
            self.last += 1;
            self.last
        });
        if let Some(id) = id {
            self.by_id.insert(id, number);
        }
        for key in refs() {
            self.by_ref.insert(key.to_owned(), number);
        }
        Some(number)
    }
}

#[cfg(test)]
mod tests {
    use super::Cases;

    #[test]
    fn a_case_keeps_its_number() {
        let mut cases = Cases::from(5);
        assert_eq!(cases.number(Some(70), [None, None]), Some(5));
        assert_eq!(cases.number(Some(71), [Some("CASE-71"), None]), Some(6));
        assert_eq!(cases.number(Some(70), [Some("CASE-70"), None]), Some(5));
        assert_eq!(cases.number(None, [Some("CASE-70"), Some("")]), Some(5));
        assert_eq!(cases.number(None, [None, Some("")]), None);
    }
}
