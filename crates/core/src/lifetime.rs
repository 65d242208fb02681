//! From when and until when something counts: what the specification says of versions and days (its section on
//! versioning). Only the end of the legacy endpoints decides a verdict (D22); everything else is there to be shown.

use crate::date::Date;
use crate::fields::Field;
use crate::issue::{Param, Params};
use crate::messages::Language;
use serde::Serialize;

/// The first day on which the legacy endpoints are gone (`LEG-sunset`).
pub(crate) const LEGACY_SUNSET: Date = Date::of_parts(2026, 11, 11);

/// From when and until when a row of the tables counts; neither where the specification says nothing.
///
/// ```
/// use casegate::fields::{Until, POLICY_EXISTENCE};
/// use casegate::Language;
///
/// let old = POLICY_EXISTENCE.iter().find(|field| field.name == "defendant_name").ok_or("no such field")?;
/// assert_eq!(old.lifetime.until, Some(Until::Version("2.0.0")));
/// assert_eq!(old.lifetime.told(Language::English), ["Removed in version 2.0.0."]);
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct Lifetime {
    /// The version of the service that it came with.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<&'static str>,
    /// How it ends; what has an end is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
}

/// How something that is deprecated ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Until {
    /// It is removed in this version of the service.
    Version(&'static str),
    /// It ends on this day.
    Date(Date),
    /// It will be removed, in a later version that is not named.
    Unnamed,
    /// It is deprecated, and nothing says that it will be removed.
    Unannounced,
}

impl Lifetime {
    /// Nothing is said.
    pub const OPEN: Lifetime = Lifetime { since: None, until: None };

    /// There since a version.
    pub const fn since(version: &'static str) -> Lifetime {
        Lifetime { since: Some(version), until: None }
    }

    /// There until an end.
    pub const fn until(end: Until) -> Lifetime {
        Lifetime { since: None, until: Some(end) }
    }

    /// What there is to say of it, a sentence each.
    pub fn told(self, language: Language) -> Vec<String> {
        let catalogue = language.catalogue();
        let grammar = &catalogue.grammar;
        let version = |version: &str| Params::default().with("version", Param::from(version));
        let since = self.since.map(|since| catalogue.fill(grammar.since_version, &version(since)));
        let until = self.until.map(|until| match until {
            Until::Version(end) => catalogue.fill(grammar.until_version, &version(end)),
            Until::Date(end) => catalogue.fill(grammar.until_day, &Params::default().with("date", Param::Day(end))),
            Until::Unnamed => grammar.until_unnamed.to_owned(),
            Until::Unannounced => grammar.until_unannounced.to_owned(),
        });
        since.into_iter().chain(until).collect()
    }
}

impl Field {
    /// What there is to say of its lifetime and of its old form's, a sentence each.
    ///
    /// ```
    /// use casegate::fields::POLICY_EXISTENCE;
    /// use casegate::Language;
    ///
    /// let [base_product, ..] = &POLICY_EXISTENCE;
    /// assert_eq!(base_product.told_lifetime(Language::English)[0], "One string in its place is also taken.");
    /// ```
    pub fn told_lifetime(&self, language: Language) -> Vec<String> {
        let string = self.string_form.told(language);
        let also = (!string.is_empty()).then(|| language.catalogue().grammar.string_form.to_owned());
        self.lifetime.told(language).into_iter().chain(also).chain(string).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fields::{ADDRESS, COMMON, PERSON, POLICY_EXISTENCE, POLICY_LIMIT, Standing, VEHICLE};
    use crate::host::Surface;

    /// Exactly what the section on versioning says (VER-is_black_card, VER-defendant_name, VER-insurance_company_name,
    /// VER-base_product-string, LEG-sunset), and of no other field anything.
    #[test]
    fn fields_last_as_long_as_the_specification_says() {
        let tables: [&[Field]; 6] = [&COMMON, &POLICY_LIMIT, &POLICY_EXISTENCE, &PERSON, &VEHICLE, &ADDRESS];
        let ends = |of: fn(&Field) -> Lifetime| {
            let fields = tables.into_iter().flatten();
            let ending = fields.filter(move |field| of(field) != Lifetime::OPEN);
            ending.map(|field| (field.name, of(field))).collect::<Vec<_>>()
        };
        assert_eq!(
            ends(|field| field.lifetime),
            [
                ("is_black_card", Lifetime::until(Until::Version("2.0.0"))),
                ("files_to_upload", Lifetime::until(Until::Date(LEGACY_SUNSET))),
                ("insurance_company_name", Lifetime::until(Until::Unnamed)),
                ("defendant_name", Lifetime::until(Until::Version("2.0.0"))),
            ]
        );
        assert_eq!(ends(|field| field.string_form), [("base_product", Lifetime::until(Until::Unannounced))]);
        assert_eq!(Surface::Create.lifetime(), Lifetime::OPEN);
        assert_eq!(Surface::Legacy.lifetime(), Lifetime::until(Until::Date(LEGACY_SUNSET)));
    }

    /// A field that has an end is not a current one, so that nobody is asked for what goes.
    #[test]
    fn no_current_field_ends() {
        for field in COMMON.iter().chain(&POLICY_LIMIT).chain(&POLICY_EXISTENCE) {
            assert!(field.lifetime.until.is_none() || field.standing != Standing::Current, "{}", field.name);
        }
    }

    #[test]
    fn lifetimes_are_told_in_each_language() {
        let told = |lifetime: Lifetime, language| lifetime.told(language).join(" ");
        let both = Lifetime { since: Some("2.3.0"), until: Some(Until::Date(LEGACY_SUNSET)) };
        assert_eq!(told(both, Language::English), "Since version 2.3.0. Ends on November 11, 2026.");
        assert_eq!(told(both, Language::Spanish), "Desde la versión 2.3.0. Termina el 11 de noviembre de 2026.");
        for end in [Until::Unnamed, Until::Unannounced, Until::Version("2.0.0")] {
            let [english, spanish] = Language::ALL.map(|language| told(Lifetime::until(end), language));
            assert!(english.ends_with('.') && spanish.ends_with('.') && english != spanish, "{english} {spanish}");
        }
        assert!(Lifetime::OPEN.told(Language::English).is_empty());
    }
}
