//! The calendar of the tables: the days and versions in which a row counts, from the
//! specification's section on versioning. A context's `as_of` selects the day or the version (D58).

use crate::text::date::Date;
use crate::text::name::ParseNameError;
use serde::{Serialize, Serializer};
use std::fmt;
use std::str::FromStr;

/// The first day without the legacy endpoints (`LEG-sunset`).
pub(crate) const LEGACY_SUNSET: Date = Date::of_parts(2026, 11, 11);

/// The versions of the service in which rows end (`VER-is_black_card`, `RESULT-additional-present`).
pub(crate) const WITHOUT_OLD_FIELDS: Version = Version::new(2, 0, 0);
pub(crate) const WITH_ADDITIONAL_POLICIES: Version = Version::new(2, 3, 0);

/// The period in which a row of the tables counts. A member is `None` if the specification does not
/// mention it; a row without any member counts always.
///
/// ```
/// use casegate::fields::{Moment, Phase, POLICY_EXISTENCE, Version};
///
/// let old = POLICY_EXISTENCE.iter().find(|field| field.name == "defendant_name").ok_or("no such field")?;
/// assert_eq!(old.lifetime.until, Some(Moment::Version(Version::new(2, 0, 0))));
/// assert_eq!(old.lifetime.sentences(), ["Removed in version 2.0.0."]);
/// let day = "2026-03-01".parse()?;
/// assert_eq!(old.lifetime.phase(day, None), Phase::Deprecated);
/// assert_eq!(old.lifetime.phase(day, Some("2.0.0".parse()?)), Phase::Ended);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Lifetime {
    /// The end was announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub announced: Option<Moment>,
    /// Use causes a warning from here on. Without it, use causes a warning since the announcement.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warns_from: Option<Moment>,
    /// Use is refused from here on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refuses_from: Option<Moment>,
    /// The row no longer exists.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub until: Option<Moment>,
}

/// A day, a version, or the part of either that the specification gives.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Moment {
    /// This version of the service.
    Version(Version),
    /// This day.
    Date(Date),
    /// A later version, which is not named.
    Unnamed,
    /// It is to come, and neither day nor version is announced.
    Unannounced,
}

/// A version of the service, such as `2.0.0`.
///
/// ```
/// use casegate::fields::Version;
///
/// assert!("2.0.0".parse::<Version>()? > Version::new(1, 12, 0));
/// # Ok::<(), casegate::ParseNameError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Version {
    major: u16,
    minor: u16,
    patch: u16,
}

/// The day or the version whose rulebook counts.
///
/// ```
/// use casegate::AsOf;
///
/// assert_eq!("2026-11-11".parse(), Ok(AsOf::Day("2026-11-11".parse()?)));
/// assert_eq!("2.0.0".parse::<AsOf>()?.to_string(), "2.0.0");
/// assert!("November".parse::<AsOf>().is_err());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum AsOf {
    /// The rulebook of a day. Rows that end with a version have not ended.
    Day(Date),
    /// The rulebook of a version. Rows that end on a day are judged by the context's today.
    Version(Version),
}

/// The part of its lifetime in which a row is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Phase {
    /// The row counts, and its use is not discouraged.
    Current,
    /// Its use causes a warning.
    Deprecated,
    /// Its use is refused.
    Refused,
    /// It no longer exists.
    Ended,
}

impl Lifetime {
    /// No known start or end.
    pub const OPEN: Lifetime = Lifetime { announced: None, warns_from: None, refuses_from: None, until: None };

    /// Has an end.
    pub const fn until(end: Moment) -> Lifetime {
        Lifetime { until: Some(end), ..Lifetime::OPEN }
    }

    /// Is refused from the moment at which it ends.
    pub const fn refused(end: Moment) -> Lifetime {
        Lifetime { refuses_from: Some(end), ..Lifetime::until(end) }
    }

    /// Returns the moments that the specification gives.
    pub fn moments(self) -> impl Iterator<Item = Moment> {
        [self.announced, self.warns_from, self.refuses_from, self.until].into_iter().flatten()
    }

    /// Returns the part of the lifetime on a day, in a version of the service if it is known.
    /// Something that is refused when it ends counts as refused from then on.
    pub fn phase(self, day: Date, version: Option<Version>) -> Phase {
        let is_past = |moment: Option<Moment>| moment.is_some_and(|moment| moment.is_reached(day, version));
        if is_past(self.refuses_from) {
            Phase::Refused
        } else if is_past(self.until) {
            Phase::Ended
        } else if is_past(self.warns_from) || (self.warns_from.is_none() && self != Lifetime::OPEN) {
            Phase::Deprecated
        } else {
            Phase::Current
        }
    }
}

impl Moment {
    /// Returns `true` from this moment on. A moment that is not known is never reached, and no
    /// version is reached while the service's version is not known.
    #[inline(never)]
    pub fn is_reached(self, day: Date, version: Option<Version>) -> bool {
        match self {
            Moment::Date(from) => from <= day,
            Moment::Version(from) => version.is_some_and(|version| from <= version),
            Moment::Unnamed | Moment::Unannounced => false,
        }
    }
}

impl Version {
    /// Creates a version.
    pub const fn new(major: u16, minor: u16, patch: u16) -> Version {
        Version { major, minor, patch }
    }
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}.{}", self.major, self.minor, self.patch)
    }
}

/// Reads three numbers of at most four digits, with dots between them.
impl FromStr for Version {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<Version, ParseNameError> {
        let (mut numbers, mut at, mut digits) = ([0_u16; 3], 0, 0);
        for byte in text.bytes() {
            match (byte, numbers.get_mut(at)) {
                // One version has one spelling: no number begins with a zero. Four digits fit into 16 bits.
                (b'0'..=b'9', Some(number)) if digits < 4 && (digits == 0 || *number > 0) => {
                    *number = *number * 10 + u16::from(byte - b'0');
                    digits += 1;
                }
                (b'.', Some(_)) if digits > 0 => (at, digits) = (at + 1, 0),
                _ => return Err(ParseNameError { kind: "version" }),
            }
        }
        let [major, minor, patch] = numbers;
        if at == 2 && digits > 0 {
            Ok(Version { major, minor, patch })
        } else {
            Err(ParseNameError { kind: "version" })
        }
    }
}

impl Serialize for Version {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
    }
}

impl fmt::Display for AsOf {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AsOf::Day(day) => day.fmt(out),
            AsOf::Version(version) => version.fmt(out),
        }
    }
}

/// Reads a day, `2026-11-11`, or a version, `2.0.0`.
impl FromStr for AsOf {
    type Err = ParseNameError;

    fn from_str(text: &str) -> Result<AsOf, ParseNameError> {
        match Date::parse(text) {
            Some(day) => Ok(AsOf::Day(day)),
            None => text.parse().map(AsOf::Version).map_err(|_| ParseNameError { kind: "day or version" }),
        }
    }
}

impl Serialize for AsOf {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        out.collect_str(self)
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
                ("is_black_card", Lifetime::until(Moment::Version(Version::new(2, 0, 0)))),
                ("insurance_company_name", Lifetime::until(Moment::Unnamed)),
                ("defendant_name", Lifetime::until(Moment::Version(Version::new(2, 0, 0)))),
            ]
        );
        assert_eq!(ends(|field| field.string_form), [("base_product", Lifetime::until(Moment::Unannounced))]);
        assert_eq!(Surface::Create.lifetime(), Lifetime::OPEN);
        assert_eq!(Surface::Legacy.lifetime(), Lifetime::refused(Moment::Date(LEGACY_SUNSET)));
    }

    /// A field with an end is not current, so that no form asks for it.
    #[test]
    fn no_current_field_ends() {
        for field in COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE) {
            assert!(field.lifetime.until.is_none() || field.status != FieldStatus::Current, "{}", field.name);
        }
    }

    #[test]
    fn a_lifetime_has_its_phases_in_order() {
        let day = |text| Date::parse(text).unwrap();
        let on = |text| Some(Moment::Date(day(text)));
        let row = Lifetime {
            announced: on("2026-01-01"),
            warns_from: on("2026-02-01"),
            refuses_from: on("2026-03-01"),
            until: on("2026-04-01"),
        };
        let phases =
            ["2026-01-31", "2026-02-01", "2026-02-28", "2026-03-01", "2026-04-01"].map(|at| row.phase(day(at), None));
        assert_eq!(phases, [Phase::Current, Phase::Deprecated, Phase::Deprecated, Phase::Refused, Phase::Refused]);
        let removed = Lifetime { refuses_from: None, ..row };
        assert_eq!(removed.phase(day("2026-03-31"), None), Phase::Deprecated);
        assert_eq!(removed.phase(day("2026-04-01"), None), Phase::Ended);
        assert_eq!(Lifetime::OPEN.phase(day("9999-12-31"), None), Phase::Current);
    }

    /// A version has no day, so neither decides about the other.
    #[test]
    fn days_and_versions_do_not_mix() {
        let (early, late) = (Date::of_parts(2000, 1, 1), Date::of_parts(9999, 12, 31));
        let (first, last) = (Some(Version::new(0, 0, 0)), Some(Version::new(99, 0, 0)));
        assert!(!Moment::Date(LEGACY_SUNSET).is_reached(early, last));
        let removal = Moment::Version(WITHOUT_OLD_FIELDS);
        assert!(!removal.is_reached(late, first) && !removal.is_reached(late, None));
        for unknown in [Moment::Unnamed, Moment::Unannounced] {
            assert!(!unknown.is_reached(late, last));
        }
    }

    #[test]
    fn versions_are_three_numbers() {
        assert_eq!("2.10.3".parse(), Ok(Version::new(2, 10, 3)));
        assert!(Version::new(2, 10, 0) > Version::new(2, 9, 9));
        for wrong in [
            "",
            "2",
            "2.0",
            "2.0.0.0",
            "2.0.x",
            "+2.0.0",
            "02.0.0",
            "2..0",
            "70000.0.0",
            "2.0.10000",
            "2.0.0.",
            " 2.0.0",
        ] {
            assert!(wrong.parse::<Version>().is_err(), "{wrong}");
        }
    }
}
