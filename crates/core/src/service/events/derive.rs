//! Computes the parts of the view from the follower's facts.

use crate::rulebook::reasons::AskReason;
use crate::rulebook::tokens::State;
use crate::service::events::ask::Source;
use crate::service::events::follower::{Follower, Mark};
use crate::service::events::known::{FactKind, FileSeen, OfferSeen, UpgradeSeen};
use crate::service::events::state::{Evidence, InputRequest, Stamp, StateEstimate};
use crate::service::events::table::URL_HOURS;
use crate::service::events::time::Moment;
use crate::service::events::view::{FileView, OfferView, ResultsView, UpgradeView, only};
use std::collections::{BTreeMap, BTreeSet, BinaryHeap};

type Asks = BTreeSet<(Source, AskReason)>;

impl Follower {
    pub(crate) fn possible(&self, tolerance_seconds: u32) -> StateEstimate<'_> {
        if self.has(Mark::Closed) || self.has(Mark::Ready) {
            let state = if self.has(Mark::Closed) { State::Closed } else { State::ResultsReady };
            return StateEstimate { states: BTreeSet::from([state]), open: None, ambiguity: None };
        }
        let mut evidence = Evidence { tolerance_seconds, looped: self.has(Mark::Asked), ..Evidence::default() };
        let replied: BTreeSet<&str> = self.fact_kinds().filter_map(|(_, what)| reply(what)).collect();
        let mut asked: BTreeMap<&str, InputRequest<'_>> = BTreeMap::new();
        let mut open_ended = Vec::new();
        for (key, what) in self.fact_kinds() {
            let in_older = self.older.get(&Source::Detail).and_then(|keys| keys.get(key)).copied();
            match what {
                FactKind::Received | FactKind::Created { .. } => evidence.opening = true,
                FactKind::PoliciesFound { .. } | FactKind::Offers { offer: Some(_) } => {
                    evidence.found |= in_older.is_none();
                }
                FactKind::InProgress { at, named } => {
                    evidence.progress.extend(Some(*at).filter(|_| in_older.is_none()));
                    evidence.nameless.extend(Some(*at).filter(|_| !named));
                }
                FactKind::CaseDetail { status: Some(status), at, .. } => {
                    evidence.details.push((*status, Stamp::Row(*at)));
                }
                FactKind::ActionRequired { at, interaction_id: Some(id), .. } => {
                    let answered = replied.contains(id.as_str());
                    let first = InputRequest { interaction_id: id, at: *at, answered, older: false, passed: false };
                    let asked = asked.entry(id).or_insert(first);
                    asked.at = asked.at.into_iter().chain(*at).min();
                    asked.older |= in_older.is_some();
                    asked.passed |= in_older == Some(true);
                }
                // A request without an id cannot be distinguished from another one, so it only
                // counts as a report of the state.
                FactKind::ActionRequired { at, interaction_id: None, .. } if in_older.is_none() => {
                    evidence.details.push((State::ActionRequired, Stamp::Event(*at)));
                }
                FactKind::Responded { interaction_id } if in_older.is_none() => {
                    open_ended.push(interaction_id.as_str());
                }
                _ => {}
            }
        }
        evidence.replies = open_ended.iter().map(|id| asked.get(id).and_then(|asked| asked.at)).collect();
        evidence.asked = asked.into_values().collect();
        evidence.judge()
    }

    /// Returns the seconds by which events are stamped ahead of rows, if they exceed the tolerance.
    ///
    /// Only a request for input counts: its event is fired when the row changes, and other events lag
    /// behind or change no row. The last row is at least as late as the one that knew the request.
    pub(crate) fn clock_skew(&self, tolerance_seconds: u32) -> Option<u64> {
        let mut last_row = None;
        let mut last_asked = None;
        for (key, what) in self.fact_kinds() {
            match what {
                FactKind::CaseDetail { at, .. } => last_row = last_row.max(Some((*at)?)),
                FactKind::ActionRequired { at, .. } if self.is_older(Source::Detail, key) => {
                    last_asked = last_asked.max(*at);
                }
                _ => {}
            }
        }
        last_asked?.seconds_since(last_row?).filter(|seconds| *seconds > u64::from(tolerance_seconds))
    }

    pub(crate) fn results(&self, now: Option<Moment>, cancelled: bool, ask: &mut Asks) -> ResultsView {
        let mut events = Vec::new();
        let mut fetched = BTreeSet::new();
        let (mut is_fetched, mut unread, mut accepted) = (false, false, false);
        for (key, what) in self.fact_kinds() {
            match what {
                FactKind::ResultsReady { at, url, received_at } => {
                    events.push((*at, url, *received_at));
                    unread |= !self.is_older(Source::Results, key);
                }
                // An accepted policy is revealed only in regenerated results, which have to be
                // fetched again.
                FactKind::Accepted { .. } => accepted |= !self.is_older(Source::Results, key),
                FactKind::Results { done: true, completed_at, .. } => {
                    is_fetched = true;
                    fetched.insert(completed_at);
                }
                _ => {}
            }
        }
        // Results cannot be fetched before they are first published. A single publication is
        // therefore read once any results were fetched, even without a basis.
        let unread = (unread && events.len() > 1) || accepted || !is_fetched;
        let newest = events.iter().filter_map(|(at, ..)| *at).max();
        let is_ordered = events.iter().all(|(at, ..)| at.is_some());
        let last = events.iter().filter(|(at, ..)| *at == newest || !is_ordered);
        let urls: BTreeSet<&String> = last.clone().filter_map(|(_, url, _)| url.as_ref()).collect();
        let url = only(urls).cloned();
        let fired = newest.filter(|_| is_ordered).or_else(|| last.filter_map(|(.., received)| *received).min());
        let expires_at = fired.filter(|_| url.is_some()).map(|fired| fired.plus_seconds(URL_HOURS * 3600));
        let expired = now.zip(expires_at).map(|(now, end)| now >= end);
        if self.has(Mark::Ready) && unread && !cancelled {
            let reason = if expired == Some(true) { AskReason::UrlExpired } else { AskReason::ResultsUnread };
            ask.insert((Source::Results, reason));
        }
        let completed_at = only(fetched).and_then(Clone::clone);
        ResultsView { available: self.has(Mark::Ready), url, expires_at, expired, completed_at }
    }

    pub(crate) fn offers(&self, ask: &mut Asks) -> Vec<OfferView> {
        let mut offers: BTreeMap<&str, Offer<'_>> = BTreeMap::new();
        for (key, what) in self.fact_kinds() {
            let (seen, is_event) = match what {
                FactKind::PoliciesFound { offer } => (offer, true),
                FactKind::Offers { offer: Some(offer) } => (offer, false),
                FactKind::Accepted { offer_id, upgrade_ids } => {
                    let offer = offers.entry(offer_id).or_default();
                    for id in upgrade_ids {
                        offer.upgrade(*id).selected = true;
                    }
                    continue;
                }
                _ => continue,
            };
            let is_asked = !is_event || self.is_older(Source::Offers, key);
            match seen.offer_id.as_deref() {
                Some(id) => offers.entry(id).or_default().take(seen, is_asked),
                None if !is_asked && !self.has(Mark::Closed) => {
                    ask.insert((Source::Offers, AskReason::OfferUnread));
                }
                None => {}
            }
        }
        let view = |(id, offer): (&str, Offer<'_>)| {
            let (view, is_clear) = offer.view(id);
            let reason = if is_clear { AskReason::OfferUnread } else { AskReason::OfferUnclear };
            // The offers of a closed case cannot be accepted (D32).
            if !self.has(Mark::Closed) && (!is_clear || (!view.complete && !offer.is_asked)) {
                ask.insert((Source::Offers, reason));
            }
            view
        };
        offers.into_iter().map(view).collect()
    }

    pub(crate) fn files(&self) -> Vec<FileView> {
        let mut files: BTreeMap<&String, Vec<&FileSeen>> = BTreeMap::new();
        for (_, what) in self.fact_kinds() {
            let seen = match what {
                FactKind::FilesUpdated { file } | FactKind::File { file } => std::slice::from_ref(file),
                FactKind::Created { files } => files,
                _ => &[],
            };
            for file in seen {
                if let Some(id) = &file.file_id {
                    files.entry(id).or_default().push(file);
                }
            }
        }
        let view = |(id, seen): (&String, Vec<&FileSeen>)| FileView {
            file_id: id.clone(),
            label: only(seen.iter().filter_map(|file| file.label.as_ref())).cloned(),
            sync: seen.iter().filter_map(|file| file.sync).max(),
        };
        files.into_iter().map(view).collect()
    }
}

fn reply(what: &FactKind) -> Option<&str> {
    if let FactKind::Responded { interaction_id } = what { Some(interaction_id) } else { None }
}

/// The content of one offer, collected from all facts about it.
#[derive(Default)]
struct Offer<'f> {
    upgrades: BTreeMap<u64, Upgrade<'f>>,
    /// The policies without ids, one list for each fact. A list may contain equal entries, because
    /// two policies can have the same type and price.
    nameless: BTreeSet<Vec<(Option<&'f String>, Option<&'f String>)>>,
    /// `true` if an answer of the offers endpoint covers this offer.
    is_asked: bool,
    is_read: bool,
}

#[derive(Default)]
struct Upgrade<'f> {
    types: BTreeSet<&'f String>,
    prices: BTreeSet<&'f String>,
    selected: bool,
}

impl<'f> Offer<'f> {
    fn upgrade(&mut self, id: u64) -> &mut Upgrade<'f> {
        self.upgrades.entry(id).or_default()
    }

    fn take(&mut self, seen: &'f OfferSeen, is_asked: bool) {
        self.is_asked |= is_asked;
        let mut nameless = BinaryHeap::new();
        for UpgradeSeen { upgrade_id, policy_type, price_usd, selected } in &seen.upgrades {
            let Some(id) = upgrade_id else {
                nameless.push((policy_type.as_ref(), price_usd.as_ref()));
                continue;
            };
            let upgrade = self.upgrade(*id);
            upgrade.types.extend(policy_type);
            upgrade.prices.extend(price_usd);
            upgrade.selected |= selected;
        }
        self.nameless.extend(Some(nameless.into_sorted_vec()).filter(|list| !list.is_empty()));
        // The offers endpoint returns ids. Once it has, teasers without ids add nothing.
        self.is_read |= is_asked && seen.upgrades.iter().any(|upgrade| upgrade.upgrade_id.is_some());
    }

    /// Returns the view of the offer, and `true` if the facts agree.
    fn view(&self, offer_id: &str) -> (OfferView, bool) {
        let agree = self.upgrades.values().all(|upgrade| upgrade.types.len() < 2 && upgrade.prices.len() < 2);
        let is_clear = agree && (self.is_read || self.nameless.len() < 2);
        let nameless = self.nameless.last().filter(|_| !self.is_read).map(Vec::as_slice).unwrap_or_default();
        let named = self.upgrades.iter().map(|(id, upgrade)| UpgradeView {
            upgrade_id: Some(*id),
            policy_type: only(upgrade.types.iter().copied()).cloned(),
            price_usd: only(upgrade.prices.iter().copied()).cloned(),
            selected: upgrade.selected,
        });
        let in_older = nameless.iter().map(|(policy_type, price_usd)| UpgradeView {
            upgrade_id: None,
            policy_type: policy_type.cloned(),
            price_usd: price_usd.cloned(),
            selected: false,
        });
        let complete = nameless.is_empty() && !self.upgrades.is_empty();
        (OfferView { offer_id: offer_id.to_owned(), complete, upgrades: named.chain(in_older).collect() }, is_clear)
    }
}
