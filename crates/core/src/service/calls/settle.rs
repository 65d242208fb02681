//! What became of a create that got no answer.
//!
//! The service gives a create no key, and the list of cases has an id, a reference and a time. A
//! second case would be researched and billed, so that a create is sent a second time only if a
//! complete list shows no case that could be the first one, and a case is claimed only if it cannot
//! be anybody else's. Everything else is for a person.

use super::clock::Clock;
use crate::rulebook::tokens::tokens;
use crate::service::events::Moment;
use crate::text::json::document::Document;

/// The service may carry a create out this long after its last byte, by default.
pub const ASK_AFTER_MS: u64 = 5 * 60_000;
/// The clocks of the client and of the service differ by at most this much, by default. If the
/// answers of the service agree on a larger difference, that one counts; if they disagree, or had no
/// `Date`, a person decides.
pub const SKEW_MS: u64 = 5 * 60_000;
/// A time without a zone may be that of any zone.
const ZONES_MS: u64 = 14 * 3_600_000;
/// An older form is not sent again without its person.
const DAY_MS: u64 = 24 * 3_600_000;

/// A create that was begun, as it is stored before its first byte leaves.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Intent {
    /// When the first byte left, at the earliest.
    pub first: u64,
    /// When the last byte left, at the latest.
    pub last: u64,
    /// When a person last submitted the form.
    pub since: u64,
    /// How often a create was sent that may have arrived.
    pub creates: u32,
    /// The service's clock when it was sent.
    pub clock: Clock,
}

/// How to settle.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Settling {
    /// Nobody else creates cases with this organization's tokens.
    pub only_writer: bool,
    /// Another create of this client is unsettled, too.
    pub others_open: bool,
    /// See [`ASK_AFTER_MS`].
    pub ask_after: u64,
    /// See [`SKEW_MS`].
    pub skew: u64,
    /// The service's clock when the list was read.
    pub clock: Clock,
}

impl Default for Settling {
    fn default() -> Self {
        let clock = Clock::default();
        Settling { only_writer: false, others_open: false, ask_after: ASK_AFTER_MS, skew: SKEW_MS, clock }
    }
}

/// The pages of the list of cases.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Listed {
    /// Ids, and the times of their creation as they came.
    pub cases: Vec<(u64, Option<String>)>,
    /// Every page was read: the last one says that there is no next one, and no page counts other cases.
    pub complete: bool,
}

tokens! {
    /// What to do about an unknown create.
    Settled, "decision about a create" {
        /// It is too early to ask for the list.
        Wait "wait",
        /// There is no case, and the create may be sent once more.
        Absent "absent",
        /// There is one case that only this create can have made, if the detail has the same
        /// `case_type`.
        Found "found",
        /// It cannot be known. A person decides, with the candidates.
        Person "person",
    }
}

/// Reads the pages of the list in their order. An item without a whole number as `id`, or a `count` of
/// other cases than there are, makes the list incomplete.
pub fn listed<'a>(pages: impl IntoIterator<Item = &'a Document>) -> Listed {
    let mut list = Listed::default();
    let (mut are_read, mut count) = (true, None);
    for page in pages {
        list.complete = page.get("next").is_some_and(Document::is_null);
        count = page.get("count");
        let items = page.get("results").and_then(Document::as_list).or_else(|| page.as_list());
        are_read &= items.is_some();
        for item in items.unwrap_or_default() {
            match item.get("id").and_then(Document::as_u64) {
                Some(id) => {
                    list.cases.push((id, item.get("created_at").and_then(Document::as_str).map(str::to_owned)));
                }
                None => are_read = false,
            }
        }
    }
    let ids = each_once(list.cases.iter().map(|(id, _)| *id).collect());
    list.complete &= are_read && count.and_then(Document::as_u64).is_none_or(|count| count == ids.len() as u64);
    list
}

/// Returns the moment from which the list can be asked: what was sent has been carried out by then,
/// or never will be.
pub fn ask_from(intent: &Intent, how: &Settling) -> u64 {
    intent.last.saturating_add(how.ask_after).saturating_add(how.skew)
}

/// Decides about an unknown create, with the candidates in ascending order.
///
/// `taken` are the cases that belong to another create of this client. A case that is known by its
/// events alone is none of these.
///
/// ```
/// use casegate::answers::Answer;
/// use casegate::calls::{Clock, Intent, Listed, Settled, Settling, settle};
///
/// let mut clock = Clock::default();
/// clock.learn(&Answer { date: Some("Sun, 01 Mar 2026 10:00:00 GMT"), ..Answer::default() }, 1_772_359_200_000);
/// let (first, last) = (1_772_359_200_000, 1_772_359_201_000);
/// let intent = Intent { first, last, since: first, creates: 1, clock: clock.clone() };
/// let list = Listed { cases: vec![(7, Some("2026-03-01T10:00:01Z".to_owned()))], complete: true };
/// let settling = Settling { only_writer: true, clock, ..Settling::default() };
/// let later = intent.last + 11 * 60_000;
/// assert_eq!(settle(&intent, &list, &[], &settling, later), (Settled::Found, vec![7]));
/// assert_eq!(settle(&intent, &Listed { cases: vec![], ..list }, &[], &settling, later), (Settled::Absent, vec![]));
/// ```
pub fn settle(intent: &Intent, list: &Listed, taken: &[u64], how: &Settling, now: u64) -> (Settled, Vec<u64>) {
    if now < ask_from(intent, how) {
        return (Settled::Wait, Vec::new());
    }
    let (skew, is_skew_known) = intent.clock.skew(&how.clock, how.skew);
    let end = intent.last.saturating_add(how.ask_after).saturating_add(skew);
    let window = intent.first.saturating_sub(skew)..=end;
    let is_possible = |created: &Option<String>| created.as_deref().is_none_or(|text| overlaps(text, &window));
    let candidates = list.cases.iter().filter(|(id, created)| !taken.contains(id) && is_possible(created));
    let candidates = each_once(candidates.map(|(id, _)| *id).collect());
    let is_young = now.saturating_sub(intent.since) < DAY_MS;
    let settled = match candidates.as_slice() {
        _ if !list.complete || !is_skew_known => Settled::Person,
        [] if intent.creates < 2 && is_young => Settled::Absent,
        [_] if how.only_writer && !how.others_open => Settled::Found,
        _ => Settled::Person,
    };
    (settled, candidates)
}

#[inline(never)]
fn each_once(mut ids: Vec<u64>) -> Vec<u64> {
    ids.sort_unstable();
    ids.dedup();
    ids
}

/// Reads a time without a zone, which a `T` or a space separates from its day.
fn in_utc(text: &str) -> Option<Moment> {
    let (day, time) = (text.get(..10)?, text.get(11..)?);
    Moment::parse(&[day, "T", time, "Z"].concat())
}

/// Returns `true` if a time can lie in the window. One that cannot be read can.
fn overlaps(text: &str, window: &std::ops::RangeInclusive<u64>) -> bool {
    let (moment, slack) = match Moment::parse(text) {
        Some(moment) => (Some(moment), 0),
        None => (in_utc(text), ZONES_MS),
    };
    let Some(at) = moment.and_then(Moment::millis) else { return true };
    // A service may write whole seconds, or minutes.
    at.saturating_add(slack + 60_000) >= *window.start() && at.saturating_sub(slack) <= *window.end()
}
