//! The kinds of faults: one table with its readers.

/// A deliberate fault, to test how a client or a consumer recovers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// 429 with `Retry-After`; the request is not carried out.
    TooManyRequests,
    /// 500; the request is not carried out.
    InternalError,
    /// 503; the request is not carried out.
    Unavailable,
    /// The connection is reset; the request is not carried out.
    Reset,
    /// The request is carried out, and the answer breaks off after half of its body.
    HalfBody,
    /// The request is carried out, and the body of the answer takes some time.
    SlowBody,
    /// The request is carried out, and the connection is reset instead of an answer.
    DoneUnanswered,
    /// The connection is reset, and the request is carried out some time later.
    DoneLate,
    /// The request is carried out, and the answer has its status and no body.
    EmptyBody,
    /// 307 to another path; the request is not carried out.
    Redirect,
    /// Another program of the organization creates a case, and then the request is carried out.
    ForeignCase,
    /// The delivery of an event is late.
    Late,
    /// Every delivery of an event is sent twice.
    Doubled,
    /// The delivery of an event does not wait for earlier ones, and is late by chance.
    Shuffled,
    /// The first attempts of a delivery are not sent.
    Dropped,
    /// The first attempts of a delivery have a wrong signature.
    WronglySigned,
}

/// The part of the stand-in that a fault concerns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Side {
    /// Requests to an endpoint.
    Endpoint,
    /// Deliveries of an event.
    Event,
}

/// The number of a fault.
pub(crate) struct Amount {
    /// The member of a rule.
    pub(crate) member: &'static str,
    pub(crate) default: u32,
    pub(crate) least: u32,
}

struct Row {
    kind: FaultKind,
    name: &'static str,
    side: Side,
    amount: Option<Amount>,
}

const fn row(kind: FaultKind, name: &'static str, side: Side) -> Row {
    Row { kind, name, side, amount: None }
}

impl Row {
    const fn with(self, member: &'static str, default: u32, least: u32) -> Row {
        Row { amount: Some(Amount { member, default, least }), kind: self.kind, name: self.name, side: self.side }
    }
}

/// The member with the seconds of `Retry-After`.
const RETRY_AFTER: &str = "retry_after_seconds";
/// The member with a time in milliseconds.
const MS: &str = "ms";
/// The member with the number of the first attempt without a fault.
const UNTIL: &str = "until_attempt";

static ROWS: [Row; 16] = {
    use FaultKind as Kind;
    use Side::{Endpoint, Event};
    [
        row(Kind::TooManyRequests, "too_many_requests", Endpoint).with(RETRY_AFTER, 1, 0),
        row(Kind::InternalError, "internal_error", Endpoint),
        row(Kind::Unavailable, "unavailable", Endpoint),
        row(Kind::Reset, "reset", Endpoint),
        row(Kind::HalfBody, "half_body", Endpoint),
        row(Kind::SlowBody, "slow_body", Endpoint).with(MS, 2000, 1),
        row(Kind::DoneUnanswered, "done_unanswered", Endpoint),
        row(Kind::DoneLate, "done_late", Endpoint).with(MS, 2000, 1),
        row(Kind::EmptyBody, "empty_body", Endpoint),
        row(Kind::Redirect, "redirect", Endpoint),
        row(Kind::ForeignCase, "foreign_case", Endpoint),
        row(Kind::Late, "late", Event).with(MS, 2000, 1),
        row(Kind::Doubled, "doubled", Event),
        row(Kind::Shuffled, "shuffled", Event),
        row(Kind::Dropped, "dropped", Event).with(UNTIL, 2, 2),
        row(Kind::WronglySigned, "wrongly_signed", Event).with(UNTIL, 2, 2),
    ]
};

impl FaultKind {
    /// All kinds, those of endpoints first.
    pub fn all() -> impl Iterator<Item = FaultKind> {
        ROWS.iter().map(|row| row.kind)
    }

    fn row(self) -> Option<&'static Row> {
        ROWS.iter().find(|row| row.kind == self)
    }

    /// Returns the name in rules.
    pub fn name(self) -> &'static str {
        self.row().map_or("", |row| row.name)
    }

    /// Returns the kind of a name.
    pub fn from_name(name: &str) -> Option<FaultKind> {
        ROWS.iter().find(|row| row.name == name).map(|row| row.kind)
    }

    pub(crate) fn side(self) -> Side {
        self.row().map_or(Side::Endpoint, |row| row.side)
    }

    pub(crate) fn amount(self) -> Option<&'static Amount> {
        self.row()?.amount.as_ref()
    }

    /// Returns the names of one side, for messages.
    pub(crate) fn names(side: Side) -> String {
        let names = ROWS.iter().filter(|row| row.side == side).map(|row| format!("`{}`", row.name));
        names.collect::<Vec<_>>().join(", ")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_kind_has_one_row_and_one_name() {
        for kind in FaultKind::all() {
            assert_eq!(FaultKind::from_name(kind.name()), Some(kind));
            assert_eq!(ROWS.iter().filter(|row| row.kind == kind).count(), 1, "{}", kind.name());
        }
        assert_eq!(FaultKind::from_name(""), None);
    }

    #[test]
    fn a_default_is_an_allowed_number() {
        for amount in FaultKind::all().filter_map(FaultKind::amount) {
            assert!(amount.default >= amount.least, "{}", amount.member);
        }
    }
}
