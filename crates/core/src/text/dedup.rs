//! Finds repeated names by sorting, with a fraction of the code of a map.

/// For each item, the index of the first item with the same name and number.
pub(crate) fn earlier<'n, T>(all: &'n [T], name: impl Fn(&'n T) -> (u32, &'n str)) -> Vec<usize> {
    firsts(&all.iter().map(name).collect::<Vec<_>>())
}

/// Compiled once for all types with names.
fn firsts(names: &[(u32, &str)]) -> Vec<usize> {
    let mut firsts: Vec<usize> = (0..names.len()).collect();
    let mut before = None;
    for at in in_order(names.len(), &|one, other| names.get(one) < names.get(other)) {
        let first = before.filter(|before| names.get(*before) == names.get(at)).unwrap_or(at);
        if let Some(own) = firsts.get_mut(at) {
            *own = first;
        }
        before = Some(first);
    }
    firsts
}

/// Returns the indices in order. The sort is stable. One sort serves all callers, because each
/// instance adds some kilobytes to a module.
pub(crate) fn in_order(count: usize, less: &dyn Fn(usize, usize) -> bool) -> Vec<usize> {
    let mut places: Vec<usize> = (0..count).collect();
    let mut width = 1;
    while width < count {
        let mut merged = Vec::with_capacity(count);
        for pair in places.chunks(2 * width) {
            let (left, right) = pair.split_at_checked(width).unwrap_or((pair, &[]));
            let mut right = right.iter().copied().peekable();
            for one in left {
                merged.extend(std::iter::from_fn(|| right.next_if(|other| less(*other, *one))));
                merged.push(*one);
            }
            merged.extend(right);
        }
        places = merged;
        width *= 2;
    }
    places
}

/// Merges repeated items into the first one, as found by [`earlier`]; `again` adds a later item to
/// the first.
pub(crate) fn merge_repeated<T>(all: Vec<T>, earlier: &[usize], again: impl Fn(&mut T, T)) -> Vec<T> {
    if earlier.iter().enumerate().all(|(at, earlier)| at == *earlier) {
        return all;
    }
    let mut kept = Vec::with_capacity(all.len());
    // The index of each retained item.
    let mut places = Vec::with_capacity(all.len());
    for (one, earlier) in all.into_iter().zip(earlier) {
        let place = places.get(*earlier).copied().unwrap_or(kept.len());
        places.push(place);
        match kept.get_mut(place) {
            Some(first) => again(first, one),
            None => kept.push(one),
        }
    }
    kept
}

/// Returns the distinct items, in order of their first occurrence. Suits short lists, because the
/// cost is quadratic.
pub(crate) fn unique<T: PartialEq>(items: impl Iterator<Item = T>) -> Vec<T> {
    let mut seen = Vec::new();
    for item in items {
        if !seen.contains(&item) {
            seen.push(item);
        }
    }
    seen
}

#[cfg(test)]
mod tests {
    use super::{earlier, in_order, merge_repeated};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn places_come_in_order(all in proptest::collection::vec(0_u64..9, 0..40)) {
            let mut expected: Vec<usize> = (0..all.len()).collect();
            expected.sort_by_key(|at| all[*at]);
            prop_assert_eq!(in_order(all.len(), &|one, other| all[one] < all[other]), expected);
        }

        #[test]
        fn each_is_kept_once_with_what_came_again(all in proptest::collection::vec((0_u32..2, "[ab]{0,8}"), 0..800)) {
            let earlier = earlier(&all, |(of, name)| (*of, name.as_str()));
            let counted = merge_repeated(all.iter().map(|name| (name, 1)).collect(), &earlier, |first, later| first.1 += later.1);

            let mut expected: Vec<(&(u32, String), usize)> = Vec::new();
            let mut places = BTreeMap::new();
            for (at, name) in all.iter().enumerate() {
                let (first, place) = *places.entry(name).or_insert((at, expected.len()));
                prop_assert_eq!(earlier[at] == at, first == at);
                match expected.get_mut(place) {
                    Some((_, count)) => *count += 1,
                    None => expected.push((name, 1)),
                }
            }
            prop_assert_eq!(counted, expected);
        }
    }
}
