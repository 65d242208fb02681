//! From when and until when something counts: what the specification says of versions and days (its section on
//! versioning). Only the end of the legacy endpoints decides a verdict (D22); everything else is there to be shown.

use crate::text::date::Date;
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
/// assert_eq!(old.lifetime.sentences(Language::English), ["Removed in version 2.0.0."]);
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
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rulebook::fields::common::COMMON;
    use crate::rulebook::fields::policy_existence::POLICY_EXISTENCE;
    use crate::rulebook::fields::policy_limit::POLICY_LIMIT;
    use crate::rulebook::fields::records::{ADDRESS, PERSON, VEHICLE};
    use crate::rulebook::fields::{Field, FieldStatus};
    use crate::rulebook::surface::Surface;

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
            assert!(field.lifetime.until.is_none() || field.status != FieldStatus::Current, "{}", field.name);
        }
    }
}
