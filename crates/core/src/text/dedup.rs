//! Names that come again, found by a sort: a fraction of the code of a map.

/// For each of all a place before it where its name came, or its own place where it comes first. Names are the same only
/// under the same number.
///
/// What is the same comes into the same part. Cost grows with n log n where all names are chosen to come into one.
pub(crate) fn earlier<'n, T>(all: &'n [T], name: impl Fn(&'n T) -> (u32, &'n str)) -> Vec<usize> {
    places(all.len(), &|at| all.get(at).map_or((0, ""), &name))
}

/// Once in a module for all that have names; `name` tells the one at a place.
fn places<'n>(all: usize, name: &dyn Fn(usize) -> (u32, &'n str)) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    // So few parts that their ends are at hand, so short that each is while it is sorted.
    let mut parts = vec![Vec::new(); all.isqrt() / 2 + 1];
    let count = parts.len();
    // Half a word is enough for a place; of more names, which no text has, the rest is taken for new.
    for (at, short) in (0..all).zip(0..u32::MAX) {
        let here = name(at);
        let hash = hash(here);
        let Some(part) = parts.get_mut(hash as usize % count) else { break };
        match part.last() {
            // A name again and again.
            Some((last, before)) if *last == hash && name(*before as usize) == here => set(&mut places, at, *before),
            _ => part.push((hash, short)),
        }
    }
    // Of one hash, and other names than the first of it.
    let mut others = Vec::new();
    for part in parts {
        let mut first = None;
        // The names may be far away, and most hashes differ.
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

/// So many places in order; those of which neither is less stay as they are. One sort serves all: others are some kilobytes
/// of a module.
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

/// FNV-1a, of which 32 bits.
// Those in the middle: the last ones follow the last byte closely.
#[expect(clippy::cast_possible_truncation, reason = "the value fits, or only its low bits are wanted")]
fn hash((number, name): (u32, &str)) -> u32 {
    let step = |hash: u64, byte: u64| (hash ^ byte).wrapping_mul(0x100_0000_01b3);
    let start = step(0xcbf2_9ce4_8422_2325, u64::from(number));
    let hash = name.bytes().map(u64::from).fold(start, step);
    (hash >> 16) as u32
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
    use super::{earlier, hash, in_order, once};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Names with one hash, as a payload may have that was made to.
    #[test]
    fn names_that_share_a_hash_are_told_apart() {
        let mut by_hash = BTreeMap::new();
        let mut alike: Vec<String> = Vec::new();
        for number in 0..400_000 {
            let name = format!("k{number}");
            if let Some(other) = by_hash.insert(hash((0, &name)), name.clone()) {
                alike.extend([other, name]);
            }
        }
        assert!(alike.len() > 10, "{alike:?}");
        // The second name of a hash comes again before the first does, and so in one part and in many.
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
