//! Finds repeated names by sorting, with a fraction of the code of a map.

/// For each item, the index of the first item with the same name and number.
///
/// Equal names are in the same partition. The cost is n log n even if all names are chosen to be in
/// one partition.
pub(crate) fn earlier<'n, T>(all: &'n [T], name: impl Fn(&'n T) -> (u32, &'n str)) -> Vec<usize> {
    places(all.len(), &|at| all.get(at).map_or((0, ""), &name))
}

/// Compiled once for all types with names; `name` returns the name at an index.
fn places<'n>(all: usize, name: &dyn Fn(usize) -> (u32, &'n str)) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    // There are so few partitions that their ends stay in the cache, and each is so short that it
    // stays there while it is sorted.
    let mut parts = vec![Vec::new(); all.isqrt() / 2 + 1];
    let count = parts.len();
    // 32 bits suffice for an index. Names beyond that, which no text has, count as new.
    for (at, short) in (0..all).zip(0..u32::MAX) {
        let here = name(at);
        let hash = hash(here);
        let Some(part) = parts.get_mut(hash as usize % count) else { break };
        match part.last() {
            // The name occurs again and again.
            Some((last, before)) if *last == hash && name(*before as usize) == here => set(&mut places, at, *before),
            _ => part.push((hash, short)),
        }
    }
    // The hash occurs before with another name.
    let mut others = Vec::new();
    for part in parts {
        let mut first = None;
        // The names may be far away in memory, and most hashes differ.
        for (hash, at) in sorted(&part) {
            match first {
                Some((last, before)) if last == hash && name(before as usize) == name(at as usize) => {
                    set(&mut places, at as usize, before);
                }
                Some((last, _)) if last == hash => others.push((name(at as usize), at)),
                _ => first = Some((hash, at)),
            }
        }
    }
    let mut first = None;
    for (name, at) in sorted(&others) {
        match first {
            Some((last, before)) if last == name => set(&mut places, at as usize, before),
            _ => first = Some((name, at)),
        }
    }
    places
}

fn sorted<T: Copy + PartialOrd>(all: &[T]) -> impl Iterator<Item = T> {
    in_order(all.len(), &|one, other| all.get(one) < all.get(other)).into_iter().filter_map(|at| all.get(at).copied())
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

fn set(places: &mut [usize], at: usize, place: u32) {
    if let Some(old) = places.get_mut(at) {
        *old = place as usize;
    }
}

/// FNV-1a, reduced to 32 bits.
// The middle bits, because the lowest ones follow the last byte closely.
#[expect(clippy::cast_possible_truncation, reason = "the value fits, or only its low bits are wanted")]
fn hash((number, name): (u32, &str)) -> u32 {
    let step = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(0x100_0000_01b3);
    let start = step(0xcbf2_9ce4_8422_2325, u64::from(number));
    let hash = name.bytes().map(u64::from).fold(start, step);
    (hash >> 16) as u32
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
    use super::{earlier, hash, in_order, merge_repeated};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// A payload can be made to have many names with one hash.
    #[test]
    fn names_that_share_a_hash_are_distinguished() {
        let mut by_hash = BTreeMap::new();
        let mut alike: Vec<String> = Vec::new();
        for number in 0..400_000 {
            let name = format!("k{number}");
            if let Some(other) = by_hash.insert(hash((0, &name)), name.clone()) {
                alike.extend([other, name]);
            }
        }
        assert!(alike.len() > 10, "{alike:?}");
        // The second name of a hash is repeated before the first, in one partition and in many.
        for pairs in [&alike[..2], &alike[..4], &alike[..]] {
            let all: Vec<&String> = pairs.iter().chain(pairs.iter().rev()).chain(pairs).collect();
            let numbered: Vec<(u32, &String)> =
                all.iter().map(|name| (u32::from(name.len() % 2 == 0), *name)).collect();
            for found in [earlier(&all, |name| (0, name)), earlier(&numbered, |(number, name)| (*number, name))] {
                for (at, before) in found.into_iter().enumerate() {
                    let is_first = !all[..at].contains(&all[at]);
                    assert!(all[before] == all[at] && before <= at && (before == at) == is_first, "{at} {before}");
                }
            }
        }
    }

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
