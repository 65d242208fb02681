//! Sentences about the lifetime of fields and surfaces.

use crate::messages::Language;
use crate::rulebook::fields::Field;
use crate::rulebook::lifetime::{Lifetime, Moment, Version};
use crate::rulebook::params::{Param, Params};

impl Lifetime {
    /// Returns a sentence for each known end of the lifetime.
    pub fn sentences(self, language: Language) -> Vec<String> {
        let catalogue = language.catalogue();
        let grammar = &catalogue.grammar;
        let version = |version: Version| Params::default().with("version", Param::from(version.to_string().as_str()));
        let until = self.until.map(|until| match until {
            Moment::Version(end) => catalogue.fill(grammar.until_version, &version(end)),
            Moment::Date(end) => catalogue.fill(grammar.until_day, &Params::default().with("date", Param::Day(end))),
            Moment::Unnamed => grammar.until_unnamed.to_owned(),
            Moment::Unannounced => grammar.until_unannounced.to_owned(),
        });
        until.into_iter().collect()
    }
}

impl Field {
    /// Returns the sentences about the lifetimes of the field and of its old form.
    ///
    /// ```
    /// use casegate::fields::POLICY_EXISTENCE;
    /// use casegate::Language;
    ///
    /// let base_product = &POLICY_EXISTENCE[0];
    /// assert_eq!(base_product.lifetime_sentences(Language::English)[0], "One string in its place is also taken.");
    /// ```
    pub fn lifetime_sentences(&self, language: Language) -> Vec<String> {
        let string = self.string_form.sentences(language);
        let also = (!string.is_empty()).then(|| language.catalogue().grammar.string_form.to_owned());
        self.lifetime.sentences(language).into_iter().chain(also).chain(string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::lifetime::LEGACY_SUNSET;

    #[test]
    fn lifetimes_are_reported_in_each_language() {
        let sentences = |lifetime: Lifetime, language| lifetime.sentences(language).join(" ");
        let dated = Lifetime::until(Moment::Date(LEGACY_SUNSET));
        assert_eq!(sentences(dated, Language::English), "Ends on November 11, 2026.");
        assert_eq!(sentences(dated, Language::Spanish), "Termina el 11 de noviembre de 2026.");
        for end in [Moment::Unnamed, Moment::Unannounced, Moment::Version(Version::new(2, 0, 0))] {
            let [english, spanish] = Language::ALL.map(|language| sentences(Lifetime::until(end), language));
            assert!(english.ends_with('.') && spanish.ends_with('.') && english != spanish, "{english} {spanish}");
        }
        assert!(Lifetime::OPEN.sentences(Language::English).is_empty());
    }
}
