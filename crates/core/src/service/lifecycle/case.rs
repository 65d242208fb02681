//! The state of a case that the lifecycle rules depend on.

use crate::rulebook::tokens::{CancellationReason, EventType, State, UpgradeStatus};
use crate::service::lifecycle::limits::APPEND;
use crate::text::usd::Usd;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A case as the lifecycle sees it: its state, and the history that the rules need.
///
/// A case is serialized to JSON for storage and read back. Reading fails on contradictory members.
/// It also fails on unknown members, because a later version may give them a meaning. Only `state`
/// is required. An absent member means that the event did not happen.
///
/// ```
/// use casegate::lifecycle::CaseState;
/// use casegate::tokens::State;
///
/// let case: CaseState = serde_json::from_str(r#"{ "state": "in_progress" }"#)?;
/// assert_eq!(case.state(), State::InProgress);
/// assert_eq!(serde_json::from_str::<CaseState>(&serde_json::to_string(&case)?)?, case);
/// assert!(serde_json::from_str::<CaseState>(r#"{ "state": "action_required" }"#).is_err(), "which interaction?");
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(try_from = "Saved")]
pub struct CaseState {
    pub(crate) state: State,
    pub(crate) is_test: bool,
    /// `true` if research has ever started, even if the case is queued again.
    pub(crate) picked_up: bool,
    pub(crate) open_interaction: Option<String>,
    pub(crate) answered_interactions: BTreeSet<String>,
    pub(crate) last_event: Option<EventType>,
    pub(crate) published_digest: Option<String>,
    /// The ids of the offered policies, by `offer_id`.
    pub(crate) offers: BTreeMap<String, BTreeSet<i64>>,
    pub(crate) latest_offer: Option<String>,
    pub(crate) selected_upgrades: BTreeSet<i64>,
    pub(crate) appended_files: u32,
    pub(crate) appended_bytes: u64,
    pub(crate) closing: Option<Closing>,
}

/// The way in which a case was closed.
#[derive(Debug, Clone, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(tag = "by", rename_all = "snake_case", deny_unknown_fields)]
pub enum Closing {
    /// The results were delivered.
    Delivery {
        /// The closing note, verbatim.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        note: Option<String>,
    },
    /// The case was canceled.
    Cancellation {
        /// The caller's reason, verbatim (`CQ-reason-verbatim`).
        reason: Option<String>,
        /// The reason why the case was eligible.
        eligibility: CancellationReason,
        /// `true` if `eligibility` was the default of D34, because the context gave none.
        assumed: bool,
        /// The locked fee: `0.00` if the cancellation was free, `None` if the context did not give
        /// it.
        fee_usd: Option<Usd>,
    },
}

impl CaseState {
    pub(crate) fn new(is_test: bool) -> CaseState {
        CaseState {
            state: State::Received,
            is_test,
            picked_up: false,
            open_interaction: None,
            answered_interactions: BTreeSet::new(),
            last_event: None,
            published_digest: None,
            offers: BTreeMap::new(),
            latest_offer: None,
            selected_upgrades: BTreeSet::new(),
            appended_files: 0,
            appended_bytes: 0,
            closing: None,
        }
    }

    /// The state of the case.
    pub fn state(&self) -> State {
        self.state
    }

    /// Returns `true` for a test case, which fires no events (D33).
    pub fn is_test(&self) -> bool {
        self.is_test
    }

    /// Returns `true` if research has ever begun, even if the case is queued again.
    pub fn is_picked_up(&self) -> bool {
        self.picked_up
    }

    /// The `interaction_id` of the open request for input.
    pub fn open_interaction(&self) -> Option<&str> {
        self.open_interaction.as_deref()
    }

    /// The `interaction_id`s of answered requests, in alphabetical order.
    pub fn answered_interactions(&self) -> impl Iterator<Item = &str> {
        self.answered_interactions.iter().map(String::as_str)
    }

    /// The event that the case fired last (D29).
    pub fn last_event(&self) -> Option<EventType> {
        self.last_event
    }

    /// The digest of the most recently published results (D30), if it is known.
    pub fn published_digest(&self) -> Option<&str> {
        self.published_digest.as_deref()
    }

    /// The `offer_id` of the most recent offer.
    pub fn latest_offer(&self) -> Option<&str> {
        self.latest_offer.as_deref()
    }

    /// The policies of an offer, by `upgrade_id`. Returns `None` if the case has no such offer.
    pub fn offer(&self, offer_id: &str) -> Option<impl Iterator<Item = (i64, UpgradeStatus)>> {
        let selected = |upgrade| self.selected_upgrades.contains(upgrade);
        let status = move |upgrade| if selected(upgrade) { UpgradeStatus::Selected } else { UpgradeStatus::Created };
        Some(self.offers.get(offer_id)?.iter().map(move |upgrade| (*upgrade, status(upgrade))))
    }

    /// The number of appended files.
    pub fn appended_files(&self) -> u32 {
        self.appended_files
    }

    pub(crate) fn takes_more_files(&self) -> bool {
        u64::from(self.appended_files) < APPEND.files
    }

    /// The total size of the appended files in bytes.
    pub fn appended_bytes(&self) -> u64 {
        self.appended_bytes
    }

    pub(crate) fn is_cancelled(&self) -> bool {
        matches!(self.closing, Some(Closing::Cancellation { .. }))
    }

    /// The way in which the case was closed, or `None` while it is open.
    pub fn closing(&self) -> Option<&Closing> {
        self.closing.as_ref()
    }
}

/// The serialized form of a case, before it is checked for contradictions.
#[derive(Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields)]
struct Saved {
    state: State,
    #[serde(default)]
    is_test: bool,
    /// `true` if research has ever started, even if the case is queued again.
    picked_up: Option<bool>,
    open_interaction: Option<String>,
    #[serde(default)]
    answered_interactions: BTreeSet<String>,
    last_event: Option<EventType>,
    published_digest: Option<String>,
    /// The ids of the offered policies, by `offer_id`.
    #[serde(default)]
    offers: BTreeMap<String, BTreeSet<i64>>,
    latest_offer: Option<String>,
    #[serde(default)]
    selected_upgrades: BTreeSet<i64>,
    #[serde(default)]
    appended_files: u32,
    #[serde(default)]
    appended_bytes: u64,
    closing: Option<Closing>,
}

/// The reason why a serialized case is rejected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the case contradicts itself: {0}")]
struct Contradiction(&'static str);

impl TryFrom<Saved> for CaseState {
    type Error = Contradiction;

    fn try_from(saved: Saved) -> Result<CaseState, Contradiction> {
        let case = CaseState {
            state: saved.state,
            is_test: saved.is_test,
            picked_up: saved.picked_up.unwrap_or(!matches!(saved.state, State::Received | State::Closed)),
            open_interaction: saved.open_interaction,
            answered_interactions: saved.answered_interactions,
            last_event: saved.last_event,
            published_digest: saved.published_digest,
            offers: saved.offers,
            latest_offer: saved.latest_offer,
            selected_upgrades: saved.selected_upgrades,
            appended_files: saved.appended_files,
            appended_bytes: saved.appended_bytes,
            closing: saved.closing,
        };
        match case.contradiction() {
            Some(words) => Err(Contradiction(words)),
            None => Ok(case),
        }
    }
}

impl CaseState {
    /// Returns the first contradiction: a combination that no sequence of triggers can produce.
    fn contradiction(&self) -> Option<&'static str> {
        let is = |state| self.state == state;
        let offered: BTreeSet<&i64> = self.offers.values().flatten().collect();
        let checks = [
            (is(State::Closed) != self.closing.is_some(), "closing and the closed state come together"),
            (is(State::ActionRequired) != self.open_interaction.is_some(), "action_required has an open interaction"),
            (
                self.open_interaction.as_ref().is_some_and(|open| self.answered_interactions.contains(open)),
                "an open interaction is not answered",
            ),
            (
                !self.picked_up && !matches!(self.state, State::Received | State::Closed),
                "research has begun in this state",
            ),
            (self.is_test && self.last_event.is_some(), "a test case fires nothing"),
            (!is(State::Closed) && self.last_event == Some(EventType::Closed), "case.closed is the last event"),
            (self.offers.is_empty() == self.latest_offer.is_some(), "the latest offer is one of the offers"),
            (
                self.latest_offer.as_ref().is_some_and(|offer| !self.offers.contains_key(offer)),
                "the latest offer is one of the offers",
            ),
            (
                !self.selected_upgrades.iter().collect::<BTreeSet<_>>().is_subset(&offered),
                "what is selected was offered",
            ),
            (self.appended_files == 0 && self.appended_bytes > 0, "bytes come with files"),
        ];
        checks.iter().find(|(contradicts, _)| *contradicts).map(|(_, words)| *words)
    }
}
