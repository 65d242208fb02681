//! The view of a case: the conclusions from the known facts, and the requests that would resolve
//! open questions.

use crate::context::Context;
use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::{State, SyncState};
use crate::service::events::ask::{Ask, Source};
use crate::service::events::fact::FactKey;
use crate::service::events::follower::Part;
use crate::service::events::follower::{Follower, Mark};
use crate::service::events::known::{CancellationSeen, FactKind, FactRecord};
use crate::service::events::state::StateEstimate;
use crate::service::events::time::Moment;
use serde::Serialize;
use std::collections::BTreeSet;

/// The view of a case. It is correct if nothing has happened that the facts do not report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CaseView {
    /// `true` for a test case, whose state can only be polled.
    pub must_poll: bool,
    /// The case's number.
    pub case_id: Option<u64>,
    /// The case's reference.
    pub issue_key: Option<String>,
    /// The state, if the facts allow only one.
    pub state: Option<State>,
    /// The states that the facts allow, in the order of the lifecycle.
    pub possible: Vec<State>,
    /// The open request for input.
    pub open_interaction: Option<OpenInteraction>,
    /// Offers of additional policies, by id.
    pub offers: Vec<OfferView>,
    /// The results.
    pub results: ResultsView,
    /// Files, by id.
    pub files: Vec<FileView>,
    /// The closing of the case, or `None` if the case is not known to be closed.
    pub closed: Option<ClosingView>,
    /// `true` if the case was canceled, or its cancellation was accepted.
    pub cancelled: bool,
    /// The cancellation block of the newest case detail.
    pub cancellation: Option<CancellationSeen>,
    /// How many seconds the clock of events is ahead of that of a case's row, if the facts show more
    /// than the context's tolerance: an answer that knew a request for input is stamped before it.
    /// Until the tolerance exceeds this, times may order facts wrongly (D49).
    pub clock_skew_seconds: Option<u64>,
    /// The requests that the caller should make, each with a reason.
    pub ask: Vec<Ask>,
    /// The keys of the facts behind this view. Pass them with the answers to requests that are
    /// sent from now on.
    pub basis: Vec<FactKey>,
}

/// A request for input.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OpenInteraction {
    /// The id that the reply refers to.
    pub interaction_id: String,
    /// The message to the caller. `None` if it is unknown or longer than 8 KB.
    pub message: Option<String>,
}

/// An offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OfferView {
    /// The id of the item.
    pub offer_id: String,
    /// `true` if every upgrade has a known id, so that the offer can be accepted.
    pub complete: bool,
    /// The offered policies.
    pub upgrades: Vec<UpgradeView>,
}

/// An offered policy.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct UpgradeView {
    /// The id of the upgrade, if it is known.
    pub upgrade_id: Option<u64>,
    /// The type of policy.
    #[serde(rename = "type")]
    pub policy_type: Option<String>,
    /// The price, a decimal string.
    pub price_usd: Option<String>,
    /// `true` if the policy was accepted, which is final.
    pub selected: bool,
}

/// The availability of the results, and their URL.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ResultsView {
    /// `true` if the results are known to be available.
    pub available: bool,
    /// The URL of the latest event, if it is known which event is the latest.
    pub url: Option<String>,
    /// The time at which the URL expires, 12 hours after the event fired. If the firing time is
    /// unknown, this is the latest possible time: 12 hours after the event was received.
    pub expires_at: Option<Moment>,
    /// `true` if the URL has expired. `None` without `now` or `expires_at`.
    pub expired: Option<bool>,
    /// The completion time of the fetched results in the service's own format. `None` if the known
    /// answers disagree.
    pub completed_at: Option<String>,
}

/// A file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct FileView {
    /// The id of the item.
    pub file_id: String,
    /// The label. `None` if it is unknown or the facts disagree.
    pub label: Option<String>,
    /// The state of the file's synchronization with the tracker.
    pub sync: Option<SyncState>,
}

/// The closing of a case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct ClosingView {
    /// The reason. `None` if it is unknown or the facts disagree.
    pub reason: Option<String>,
}

impl CaseView {
    pub(crate) fn differences(&self, other: &CaseView) -> Vec<Part> {
        let parts = [
            (Part::Case, (self.case_id, &self.issue_key) != (other.case_id, &other.issue_key)),
            (Part::State, self.possible != other.possible),
            (Part::OpenInteraction, self.open_interaction != other.open_interaction),
            (Part::Offers, self.offers != other.offers),
            (Part::Results, self.results != other.results),
            (Part::Files, self.files != other.files),
            (Part::Closed, self.closed != other.closed),
            (Part::Cancellation, (self.cancelled, &self.cancellation) != (other.cancelled, &other.cancellation)),
            (Part::Ask, self.ask != other.ask),
        ];
        parts.into_iter().filter(|(_, differs)| *differs).map(|(part, _)| part).collect()
    }
}

/// Returns the value if all values are equal.
pub(crate) fn only<T: Ord>(values: impl IntoIterator<Item = T>) -> Option<T> {
    let mut values: BTreeSet<T> = values.into_iter().collect();
    let last = values.pop_last();
    if values.is_empty() { last } else { None }
}

impl Follower {
    /// Returns the view with the default settings of a context. `now` is used for the expiry of
    /// the results URL.
    pub fn view(&self, now: Option<crate::service::events::time::Moment>) -> CaseView {
        self.view_in(now, &Context::without_today())
    }

    pub(crate) fn fact_kinds(&self) -> impl Iterator<Item = (&FactKey, &FactKind)> {
        self.facts.iter().map(|(key, known)| (key, &known.what))
    }

    pub(crate) fn is_older(&self, endpoint: Source, key: &FactKey) -> bool {
        self.older.get(&endpoint).is_some_and(|keys| keys.contains_key(key))
    }

    /// Returns the view with the context's clock tolerance.
    pub fn view_in(&self, now: Option<Moment>, context: &Context) -> CaseView {
        let mut ask = BTreeSet::new();
        let StateEstimate { mut states, open, ambiguity } = self.possible(context.clock_tolerance_seconds);
        if let Some(ambiguity) = ambiguity {
            ask.insert((Source::Detail, ambiguity.into()));
        }
        let is_cancel =
            |what: &FactKind| matches!(what, FactKind::CancelAccepted | FactKind::Results { cancelled: true, .. });
        let cancelled = self.fact_kinds().any(|(_, what)| is_cancel(what));
        let is_under_way = |(key, what): (&FactKey, &FactKind)| {
            *what == FactKind::CancelAccepted && !self.is_older(Source::Detail, key)
        };
        if !self.has(Mark::Closed) && self.fact_kinds().any(is_under_way) {
            states.insert(State::Closed);
            ask.insert((Source::Detail, AskReason::CancellationUnderWay));
        }
        if self.has(Mark::Full) {
            ask.insert((Source::Detail, AskReason::TooManyFacts));
        }
        if self.is_test && !self.has(Mark::Closed) {
            ask.insert((Source::Detail, AskReason::TestCase));
        }
        let numbers: BTreeSet<u64> = self.facts.values().filter_map(|known| known.case_id).collect();
        let references: BTreeSet<&String> = self.facts.values().filter_map(|known| known.issue_key.as_ref()).collect();
        if numbers.len() > 1 || references.len() > 1 {
            ask.insert((Source::Detail, AskReason::SeveralCases));
        }
        let results = self.results(now, cancelled, &mut ask);
        let offers = self.offers(&mut ask);
        let is_alone = states.len() == 1;
        let state = states.first().copied().filter(|_| is_alone);
        let issue_key = only(references).cloned();
        let asked =
            ask.into_iter().map(|(endpoint, reason)| Ask::new(endpoint, reason, issue_key.as_deref())).collect();
        CaseView {
            must_poll: self.is_test,
            case_id: only(numbers),
            issue_key,
            state,
            possible: states.into_iter().collect(),
            open_interaction: open.filter(|_| is_alone).map(|id| self.interaction(id)),
            offers,
            results,
            files: self.files(),
            closed: self.has(Mark::Closed).then(|| ClosingView { reason: self.closing_reason() }),
            cancelled,
            cancellation: self.cancellation(),
            clock_skew_seconds: self.clock_skew(context.clock_tolerance_seconds),
            ask: asked,
            basis: self.facts.keys().cloned().collect(),
        }
    }

    fn interaction(&self, id: &str) -> OpenInteraction {
        let message_of = |known: &FactRecord| match &known.what {
            FactKind::ActionRequired { interaction_id: Some(known), message, .. } if known == id => message.clone(),
            _ => None,
        };
        OpenInteraction { interaction_id: id.to_owned(), message: only(self.facts.values().filter_map(message_of)) }
    }

    fn closing_reason(&self) -> Option<String> {
        let event = self.fact_kinds().filter_map(|(_, what)| match what {
            FactKind::Closed { reason: Some(reason) } => Some(reason),
            _ => None,
        });
        let events: BTreeSet<&String> = event.collect();
        if !events.is_empty() {
            return only(events).cloned();
        }
        only(self.fact_kinds().filter_map(|(_, what)| match what {
            FactKind::Results { cancelled: true, reason: Some(reason), .. } => Some(reason),
            _ => None,
        }))
        .cloned()
    }

    /// Returns `true` if several distinct `case.closed` events are known, although the event fires
    /// once (`EVT-closed-once`).
    pub(crate) fn closed_twice(&self) -> bool {
        self.fact_kinds().filter(|(_, what)| matches!(what, FactKind::Closed { .. })).count() > 1
    }

    fn cancellation(&self) -> Option<CancellationSeen> {
        let details = self.fact_kinds().filter_map(|(_, what)| match what {
            FactKind::CaseDetail { cancellation: Some(block), at, .. } => Some((at, block)),
            _ => None,
        });
        let details: Vec<_> = details.collect();
        let newest = details.iter().filter_map(|(at, _)| **at).max();
        only(details.iter().filter(|(at, _)| at.is_none() || **at == newest).map(|(_, block)| *block)).cloned()
    }
}
