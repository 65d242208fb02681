//! Names that come again, found by a sort: a fraction of the code of a map.

use std::collections::BinaryHeap;

/// For each of all a place before it where its name came, or its own place where it comes first. Names are the same only
/// under the same number.
///
/// What is the same comes into the same part. Cost grows with n log n where all names are chosen to come into one.
pub(crate) fn earlier<'n, T>(all: &'n [T], name: impl Fn(&'n T) -> (u32, &'n str)) -> Vec<usize> {
    places(all.len(), &|at| all.get(at).map_or((0, ""), &name))
}

/// Once in a module for all that have names.
fn places<'n>(all: usize, named: &dyn Fn(usize) -> (u32, &'n str)) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    // So few parts that their ends are at hand, so short that each is while it is sorted: by the hash first, by which most
    // names differ without being looked at again.
    let mut parts = vec![Vec::<(usize, (u32, &str), usize)>::new(); all.isqrt() / 4 + 1];
    let count = parts.len();
    for at in 0..all {
        let name = named(at);
        let hash = hash(name.1);
        let Some(part) = parts.get_mut(hash % count) else { break };
        match part.last() {
            // A name again and again. The hash is at hand, the name may be far away.
            Some((other, last, place)) if *other == hash && *last == name => set(&mut places, at, *place),
            _ => part.push((hash, name, at)),
        }
    }
    for part in parts {
        let mut first = None;
        for (hash, name, at) in BinaryHeap::from(part).into_sorted_vec() {
            match first {
                Some((other, first, place)) if other == hash && first == name => set(&mut places, at, place),
                _ => first = Some((hash, name, at)),
            }
        }
    }
    places
}

fn set(places: &mut [usize], at: usize, place: usize) {
    if let Some(old) = places.get_mut(at) {
        *old = place;
    }
}

/// FNV-1a.
fn hash(name: &str) -> usize {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = name.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
    // The last bits follow the last byte closely.
    (hash >> 16) as usize
}

/// Each one once, where its name came first, as [`earlier`] tells; `again` puts what came later into it.
pub(crate) fn once<T>(all: Vec<T>, earlier: &[usize], again: impl Fn(&mut T, T)) -> Vec<T> {
    if earlier.iter().enumerate().all(|(at, earlier)| at == *earlier) {
        return all;
    }
    let mut kept = Vec::with_capacity(all.len());
    // Where each is kept.
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

#[cfg(test)]
mod tests {
    use super::{earlier, once};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    proptest! {
        #[test]
        fn each_is_kept_once_with_what_came_again(all in proptest::collection::vec((0_u32..2, "[ab]{0,8}"), 0..800)) {
            let earlier = earlier(&all, |(of, name)| (*of, name.as_str()));
            let counted = once(all.iter().map(|name| (name, 1)).collect(), &earlier, |first, later| first.1 += later.1);

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
