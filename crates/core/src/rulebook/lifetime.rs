//! Lifetimes: the versions and days in which something counts, from the specification's section on
//! versioning. Only the end of the legacy endpoints affects a verdict (D22). All other lifetimes
//! are for display.

use crate::text::date::Date;
use serde::Serialize;

/// The first day without the legacy endpoints (`LEG-sunset`).
pub(crate) const LEGACY_SUNSET: Date = Date::of_parts(2026, 11, 11);

/// The period in which a row of the tables counts. Both ends are `None` if the specification does
/// not mention them.
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
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Lifetime {
    /// The version of the service that introduced it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub since: Option<&'static str>,
    /// The end of something that is deprecated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Until>,
}

/// The kind of end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Until {
    /// This version of the service removes it.
    Version(&'static str),
    /// It ends on this day.
    Date(Date),
    /// A later version, which is not named, will remove it.
    Unnamed,
    /// It is deprecated, and no removal is announced.
    Unannounced,
}

impl Lifetime {
    /// No known start or end.
    pub const OPEN: Lifetime = Lifetime { since: None, until: None };

    /// Starts with a version.
    pub const fn since(version: &'static str) -> Lifetime {
        Lifetime { since: Some(version), until: None }
    }

    /// Has an end.
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

    /// The section on versioning mentions exactly these (VER-is_black_card, VER-defendant_name,
    /// VER-insurance_company_name, VER-base_product-string, LEG-sunset).
    #[test]
    fn fields_last_as_long_as_the_specification_says() {
        let tables: [&[Field]; 6] = [COMMON, POLICY_LIMIT, POLICY_EXISTENCE, PERSON, VEHICLE, ADDRESS];
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

    /// A field with an end is not current, so that no form asks for it.
    #[test]
    fn no_current_field_ends() {
        for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
            assert!(field.lifetime.until.is_none() || field.status != FieldStatus::Current, "{}", field.name);
        }
    }
}
