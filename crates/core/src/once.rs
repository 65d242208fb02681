//! Names that come again, found by a sort: as quick as a map where there are a million, and a fraction of a map's code.

use std::collections::BinaryHeap;

/// For each name the place where it first came. Names are the same only under the same number.
///
/// Cost grows with n log n, whatever comes.
pub(crate) fn firsts<'n>(names: impl Iterator<Item = (u32, &'n str)>) -> Vec<usize> {
    let names: BinaryHeap<(u32, &str, usize)> = names.enumerate().map(|(at, (of, name))| (of, name, at)).collect();
    let mut firsts = vec![0; names.len()];
    let mut first = (0, "", usize::MAX);
    for one in names.into_sorted_vec() {
        if first.2 == usize::MAX || (first.0, first.1) != (one.0, one.1) {
            first = one;
        }
        if let Some(place) = firsts.get_mut(one.2) {
            *place = first.2;
        }
    }
    firsts
}

/// Each one once, where its name [first](firsts) came; `again` puts what came later into it.
pub(crate) fn once<T>(all: Vec<T>, firsts: &[usize], again: impl Fn(&mut T, T)) -> Vec<T> {
    let mut kept = Vec::with_capacity(all.len());
    // Where each first one is kept.
    let mut places = Vec::with_capacity(all.len());
    for (one, first) in all.into_iter().zip(firsts) {
        let place = places.get(*first).copied().unwrap_or(kept.len());
        places.push(place);
        match kept.get_mut(place) {
            Some(first) => again(first, one),
            None => kept.push(one),
        }
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::{firsts, once};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn each_is_kept_once_with_what_came_again(all in proptest::collection::vec((0_u32..2, "[ab]{0,2}"), 0..30)) {
            let firsts = firsts(all.iter().map(|(of, name)| (*of, name.as_str())));
            let counted = once(all.iter().map(|name| (name, 1)).collect(), &firsts, |first, later| first.1 += later.1);

            let mut expected: Vec<(&(u32, String), usize)> = Vec::new();
            let mut places = BTreeMap::new();
            for (at, name) in all.iter().enumerate() {
                let (first, place) = *places.entry(name).or_insert((at, expected.len()));
                prop_assert_eq!(firsts[at], first);
                match expected.get_mut(place) {
                    Some((_, count)) => *count += 1,
                    None => expected.push((name, 1)),
                }
            }
            prop_assert_eq!(counted, expected);
        }
    }
}
