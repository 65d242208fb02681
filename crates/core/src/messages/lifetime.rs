//! Sentences about the lifetime of fields and surfaces.

use crate::messages::en;
use crate::rulebook::fields::Field;
use crate::rulebook::lifetime::{Lifetime, Moment};

impl Lifetime {
    /// Returns a sentence for each known end of the lifetime.
    pub fn sentences(self) -> Vec<String> {
        let until = self.until.map(|until| match until {
            Moment::Version(end) => format!("Removed in version {end}."),
            Moment::Date(end) => format!("Ends on {}.", en::CATALOGUE.day(end)),
            Moment::Unnamed => "To be removed in a later version, which is not named.".to_owned(),
            Moment::Unannounced => "It is old, but nothing says that it will be removed.".to_owned(),
        });
        until.into_iter().collect()
    }
}

impl Field {
    /// Returns the sentences about the lifetimes of the field and of its old form.
    ///
    /// ```
    /// use casegate::fields::POLICY_EXISTENCE;
    ///
    /// let base_product = &POLICY_EXISTENCE[0];
    /// assert_eq!(base_product.lifetime_sentences()[0], "One string in its place is also taken.");
    /// ```
    pub fn lifetime_sentences(&self) -> Vec<String> {
        let string = self.string_form.sentences();
        let also = (!string.is_empty()).then(|| "One string in its place is also taken.".to_owned());
        self.lifetime.sentences().into_iter().chain(also).chain(string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::lifetime::{LEGACY_SUNSET, Version};

    #[test]
    fn lifetimes_are_sentences() {
        let sentences = |lifetime: Lifetime| lifetime.sentences().join(" ");
        assert_eq!(sentences(Lifetime::until(Moment::Date(LEGACY_SUNSET))), "Ends on November 11, 2026.");
        for end in [Moment::Unnamed, Moment::Unannounced, Moment::Version(Version::new(2, 0, 0))] {
            assert!(sentences(Lifetime::until(end)).ends_with('.'), "{end:?}");
        }
        assert!(Lifetime::OPEN.sentences().is_empty());
    }
}
