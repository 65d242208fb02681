//! Names that come again, found by a sort: a fraction of the code of a map.

use std::cmp::Ordering;
use std::collections::BinaryHeap;

/// For each of all a place before it where its name came, or its own place where it comes first. Names are the same only
/// under the same number.
///
/// What is the same comes into the same part. Cost grows with n log n where all names are chosen to come into one.
pub(crate) fn earlier<'n, T>(all: &'n [T], name: impl Fn(&'n T) -> (u32, &'n str)) -> Vec<usize> {
    let names: Names<'_, 'n> = &|at| all.get(at).map_or((0, ""), &name);
    places(all.len(), &names)
}

/// Tells the name at a place.
type Names<'a, 'n> = &'a dyn Fn(usize) -> (u32, &'n str);

/// A name in a part: by its hash first, by which most differ without being looked at again. The name itself may be far away.
#[derive(Clone)]
struct Named<'a, 'n> {
    hash: u32,
    at: u32,
    // A reference to the reference takes half its room.
    names: &'a Names<'a, 'n>,
}

impl<'n> Named<'_, 'n> {
    fn name(&self) -> (u32, &'n str) {
        (self.names)(self.at as usize)
    }

    fn is_same(&self, other: &Self) -> bool {
        self.hash == other.hash && self.name() == other.name()
    }
}

impl Ord for Named<'_, '_> {
    fn cmp(&self, other: &Self) -> Ordering {
        let by_name = || self.name().cmp(&other.name());
        self.hash.cmp(&other.hash).then_with(by_name).then(self.at.cmp(&other.at))
    }
}

impl PartialOrd for Named<'_, '_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl PartialEq for Named<'_, '_> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl Eq for Named<'_, '_> {}

/// Once in a module for all that have names.
fn places<'a, 'n>(all: usize, names: &'a Names<'a, 'n>) -> Vec<usize> {
    let mut places: Vec<usize> = (0..all).collect();
    // So few parts that their ends are at hand, so short that each is while it is sorted.
    let mut parts = vec![Vec::<Named<'a, 'n>>::new(); all.isqrt() / 4 + 1];
    let count = parts.len();
    for at in 0..all {
        let name = names(at);
        let hash = hash(name.1);
        let Some(part) = parts.get_mut(hash as usize % count) else { break };
        match part.last() {
            // A name again and again.
            Some(last) if last.hash == hash && last.name() == name => set(&mut places, at, last.at as usize),
            // No text has so many names as would not fit.
            _ => part.push(Named { hash, at: u32::try_from(at).unwrap_or(u32::MAX), names }),
        }
    }
    for part in parts {
        let mut first: Option<Named<'_, '_>> = None;
        for one in BinaryHeap::from(part).into_sorted_vec() {
            match &first {
                Some(first) if first.is_same(&one) => set(&mut places, one.at as usize, first.at as usize),
                _ => first = Some(one),
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
// The bits in the middle: the last ones follow the last byte closely.
#[allow(clippy::cast_possible_truncation)]
fn hash(name: &str) -> u32 {
    let start = 0xcbf2_9ce4_8422_2325_u64;
    let hash = name.bytes().fold(start, |hash, byte| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3));
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
    use super::{earlier, hash, once};
    use proptest::prelude::*;
    use std::collections::BTreeMap;

    /// Names with one hash, as a payload may have that was made to.
    #[test]
    fn names_that_share_a_hash_are_told_apart() {
        let mut by_hash = BTreeMap::new();
        let mut alike: Vec<String> = Vec::new();
        for number in 0..400_000 {
            let name = format!("k{number}");
            if let Some(other) = by_hash.insert(hash(&name), name.clone()) {
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
