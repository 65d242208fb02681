//! Equality of texts.

/// Returns `true` if two texts are equal, comparing eight bytes at a time. In a wasm module `==`
/// compares byte by byte, and names and words are compared at each field.
#[inline]
pub(crate) fn is_same<T: AsRef<[u8]> + ?Sized>(one: &T, other: &T) -> bool {
    let (mut one, mut other) = (one.as_ref(), other.as_ref());
    if one.len() != other.len() {
        return false;
    }
    // In a module that is built for size, iterator adapters would be calls.
    while let (Some((eight, rest)), Some((other_eight, other_rest))) =
        (one.split_first_chunk(), other.split_first_chunk())
    {
        if u64::from_le_bytes(*eight) != u64::from_le_bytes(*other_eight) {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    while let (Some((byte, rest)), Some((other_byte, other_rest))) = (one.split_first(), other.split_first()) {
        if byte != other_byte {
            return false;
        }
        (one, other) = (rest, other_rest);
    }
    true
}

#[cfg(test)]
mod tests {
    use super::is_same;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn texts_are_same_where_they_are_equal(text in "[ab]{0,20}", other in "[ab]{0,20}", at in 0_usize..20) {
            prop_assert!(is_same(&text, &text.clone()));
            prop_assert_eq!(is_same(&text, &other), text == other);
            let mut changed = text.clone().into_bytes();
            if let Some(letter) = changed.get_mut(at) {
                *letter = b'c';
                prop_assert!(!is_same(&text, &String::from_utf8(changed).expect("ASCII")));
            }
        }
    }
}
