//! "Did you mean": the known name nearest to one that is not known.

/// Longer texts are nobody's slip of the pen, and comparing costs the product of the lengths.
const LONGEST: usize = 60;

/// The nearest of some names, where one is near: at most a third of its letters differ.
pub(crate) fn nearest<'n>(text: &str, names: impl Iterator<Item = &'n str>) -> Option<&'n str> {
    if text.is_empty() || text.len() > LONGEST {
        return None;
    }
    let lower = text.to_ascii_lowercase();
    names
        .filter(|name| name.len().abs_diff(lower.len()) <= name.len() / 3)
        .map(|name| (strsim::osa_distance(name, &lower), name))
        .filter(|(distance, name)| *distance <= name.len() / 3)
        .min_by_key(|(distance, _)| *distance)
        .map(|(_, name)| name)
}

#[cfg(test)]
mod tests {
    use super::nearest;

    #[test]
    fn near_names_are_found_and_far_ones_are_not() {
        let names = || ["case_type", "cc_emails", "claim_number"].into_iter();
        assert_eq!(nearest("case_typ", names()), Some("case_type"));
        assert_eq!(nearest("CC_EMAILS", names()), Some("cc_emails"));
        assert_eq!(nearest("plaintiff", names()), None);
        assert_eq!(nearest("", names()), None);
    }
}
