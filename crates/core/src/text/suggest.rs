//! "Did you mean": the known name that is nearest to an unknown one.

/// Longer texts are no typing errors, and the cost of a comparison is the product of the lengths.
const LONGEST: usize = 60;

/// Returns the nearest of the names if at most a third of its letters differ; of equally near
/// names, the first.
///
/// ```
/// assert_eq!(casegate::suggest::nearest("Incident Dat", ["Client", "Incident Date"].into_iter()), Some("Incident Date"));
/// ```
pub fn nearest<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    let letters = count([0; 32], &lower, 1);
    let mut best = None;
    for name in names {
        let most = name.len() / 3;
        let enough = best.map_or(most, |(distance, _): (usize, _)| most.min(distance.saturating_sub(1)));
        // One of these bounds rules out most names. Comparing the texts costs a hundred times as
        // much.
        if best.is_some_and(|(distance, _)| distance == 0)
            || name.len().abs_diff(lower.len()) > most
            || least_distance(letters, name) > enough
        {
            continue;
        }
        let distance = strsim::osa_distance(&name.to_ascii_lowercase(), &lower);
        if distance <= enough {
            best = Some((distance, name));
        }
    }
    best.map(|(_, name)| name)
}

/// Adds to the count of each letter of a text; some letters share a count, and upper and lower case
/// always do. A text and the names
/// that are compared with it have fewer letters than a count allows.
fn count(mut counts: [i8; 32], text: &str, each: i8) -> [i8; 32] {
    for letter in text.chars() {
        if let Some(count) = counts.get_mut(letter as usize % 32) {
            *count += each;
        }
    }
    counts
}

/// Returns a lower bound of the distance: an edit adds at most one letter, and removes at most one.
fn least_distance(letters: [i8; 32], name: &str) -> usize {
    let differences = count(letters, name, -1);
    let sum =
        |sign: i8| differences.iter().map(|count| usize::from((count * sign).max(0).unsigned_abs())).sum::<usize>();
    sum(1).max(sum(-1))
}

#[cfg(test)]
mod tests {
    use super::nearest;
    use proptest::prelude::*;

    /// Compares with all names.
    fn plainly<'n>(text: &str, names: &[&'n str]) -> Option<&'n str> {
        let lower = text.to_ascii_lowercase();
        let near = names.iter().filter(|name| name.len().abs_diff(lower.len()) <= name.len() / 3);
        let near = near.map(|name| (strsim::osa_distance(name, &lower), *name));
        let nearest = near.filter(|(distance, name)| *distance <= name.len() / 3).min_by_key(|(distance, _)| *distance);
        nearest.map(|(_, name)| name)
    }

    proptest! {
        #[test]
        fn the_nearest_is_that_of_comparing_all(
            text in "[a-cA-Cé_]{1,12}",
            names in proptest::collection::vec("[a-cé_]{0,12}", 0..6),
        ) {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            prop_assert_eq!(nearest(&text, names.iter().copied()), plainly(&text, &names));
        }
    }

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = || ["case_type", "cc_emails", "claim_number"].into_iter();
        assert_eq!(nearest("case_typ", names()), Some("case_type"));
        assert_eq!(nearest("CC_EMAILS", names()), Some("cc_emails"));
        assert_eq!(nearest("acme_resaon", ["ACME_REASON"].into_iter()), Some("ACME_REASON"));
        assert_eq!(nearest("plaintiff", names()), None);
        assert_eq!(nearest("", names()), None);
    }
}
