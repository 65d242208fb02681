//! The difference between the clocks of the client and of the service.
//!
//! A create is sent by the client's clock, and the list of cases has times of the service's. A single
//! `Date` proves nothing: it may come from a cache, or from one wrong host of many. The difference is
//! known only while the latest answers agree on it.

use crate::service::answers::{Answer, unix_seconds};
use crate::text::json::document::Document;
use serde::{Deserialize, Serialize};

/// The number of answers that must agree.
const LATEST: usize = 8;
/// A `Date` has whole seconds, and an answer takes some time.
const ROUNDING_MS: u64 = 5_000;

/// The milliseconds by which the service's clock was ahead in its latest answers, the newest last.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Clock(Vec<i64>);

impl Clock {
    /// Takes in an answer that has just arrived.
    pub fn learn(&mut self, answer: &Answer<'_>, now: u64) {
        let (Some(date), Ok(now)) = (answer.date.and_then(unix_seconds), i64::try_from(now)) else { return };
        self.0.push(date.saturating_mul(1000).saturating_sub(now));
        if self.0.len() > LATEST {
            self.0.remove(0);
        }
    }

    /// Returns `true` if no answer had a `Date`.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the answers of both, for a create that was sent a second time.
    #[must_use]
    pub fn and(&self, later: &Clock) -> Clock {
        Clock([self.0.as_slice(), &later.0].concat())
    }

    /// Returns the largest difference when a create was sent and when its list was read, at least
    /// `allowed`, and `true` if the answers agree. Without a measurement of both it may be any.
    pub(super) fn skew(&self, later: &Clock, allowed: u64) -> (u64, bool) {
        let Clock(all) = self.and(later);
        let Some((least, most)) = all.iter().min().zip(all.iter().max()) else { return (u64::MAX, false) };
        if self.is_empty() || later.is_empty() {
            return (u64::MAX, false);
        }
        let largest = least.unsigned_abs().max(most.unsigned_abs());
        let skew = largest.saturating_add(ROUNDING_MS).max(allowed);
        (skew, most.abs_diff(*least) <= allowed.saturating_add(ROUNDING_MS))
    }

    pub(super) fn of(list: Option<&Document>) -> Clock {
        Clock(list.and_then(Document::as_list).unwrap_or_default().iter().filter_map(Document::as_i64).collect())
    }
}
