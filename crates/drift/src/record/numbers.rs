//! Running numbers in place of ids other than those of cases.

use crate::line::Ids;
use crate::record::memory::{id_text, members};
use crate::record::raw::RawBody;
use casegate::events::Event;
use casegate::json::Document;
use casegate::requests::EndpointId;
use casegate::tokens::{PolicyStatus, UpgradeStatus};
use std::collections::BTreeMap;

/// The kind of an id. An id of a case's request, offer or policy is one of its case.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Id {
    Credential(String),
    File(String),
    Interaction(Option<usize>, String),
    Offer(Option<usize>, String),
    /// With the id of the offer, within which it is unique.
    Upgrade(Option<usize>, String, String),
}

/// The numbers of a recording.
#[derive(Debug, Default)]
pub(crate) struct Numbers {
    of: BTreeMap<Id, usize>,
    last: usize,
}

impl Numbers {
    /// Numbers ids after `last`.
    pub(crate) fn after(last: usize) -> Numbers {
        Numbers { last, ..Numbers::default() }
    }

    /// Returns the number of an id, known or new.
    pub(crate) fn number(&mut self, id: Id) -> usize {
        *self.of.entry(id).or_insert_with(|| {
            self.last += 1;
            self.last
        })
    }
}

/// Returns the numbers of the ids in a request.
pub(crate) fn sent(endpoint: EndpointId, body: &RawBody, case: Option<usize>, numbers: &mut Numbers) -> Ids {
    let one = |name: &str| members(body, name).first().and_then(id_text);
    match endpoint {
        EndpointId::Respond => Ids {
            interaction: one("interaction_id").map(|id| numbers.number(Id::Interaction(case, id))),
            ..Ids::default()
        },
        EndpointId::Accept => {
            let Some(offer) = one("offer_id") else { return Ids::default() };
            let selected = members(body, "selected_upgrade_ids");
            Ids {
                upgrades: selected
                    .iter()
                    .filter_map(id_text)
                    .map(|id| numbers.number(Id::Upgrade(case, offer.clone(), id)))
                    .collect(),
                offer: Some(numbers.number(Id::Offer(case, offer))),
                ..Ids::default()
            }
        }
        _ => Ids::default(),
    }
}

/// Returns the numbers of the ids in an answer that is no list of cases.
pub(crate) fn shown(endpoint: EndpointId, body: &Document, case: Option<usize>, numbers: &mut Numbers) -> Ids {
    let text = |name: &str| body.get(name)?.as_str().map(|text| text.trim().to_owned());
    let mut ids = Ids::default();
    match endpoint {
        EndpointId::Respond => {
            ids.interaction = text("interaction_id").map(|id| numbers.number(Id::Interaction(case, id)));
        }
        EndpointId::Append => ids.file = text("file_id").map(|id| numbers.number(Id::File(id.to_ascii_lowercase()))),
        EndpointId::Offers => {
            let Some(offer) = text("offer_id") else { return ids };
            policies(body, Some(&offer), case, numbers, &mut ids);
            ids.offer = Some(numbers.number(Id::Offer(case, offer)));
        }
        EndpointId::Results => {
            if let Some(data) = body.get("results_data") {
                policies(data, None, case, numbers, &mut ids);
            }
        }
        _ => {}
    }
    ids
}

/// Numbers the policies of an offer or of results, and those that are bought.
fn policies(of: &Document, offer: Option<&str>, case: Option<usize>, numbers: &mut Numbers, ids: &mut Ids) {
    for policy in of.get("additional_policies").and_then(Document::as_list).unwrap_or_default() {
        let offer = offer.or_else(|| policy.get("offer_id")?.as_str().map(str::trim));
        let (Some(offer), Some(id)) = (offer, policy.get("upgrade_id").and_then(Document::as_u64)) else { continue };
        let number = numbers.number(Id::Upgrade(case, offer.to_owned(), id.to_string()));
        ids.upgrades.push(number);
        let status = policy.get("status").and_then(Document::as_str);
        if status
            .is_some_and(|status| [UpgradeStatus::Selected.name(), PolicyStatus::Accepted.name()].contains(&status))
        {
            ids.bought.push(number);
        }
    }
}

/// Returns the numbers of the ids in an event.
pub(crate) fn of_event(event: &Event, case: Option<usize>, numbers: &mut Numbers) -> Ids {
    let mut ids = Ids::default();
    match event {
        Event::ActionRequired { interaction_id: Some(id), .. } => {
            ids.interaction = Some(numbers.number(Id::Interaction(case, id.trim().to_owned())));
        }
        Event::FilesUpdated { file_id: Some(id), .. } => {
            ids.file = Some(numbers.number(Id::File(id.to_ascii_lowercase())));
        }
        Event::AdditionalPoliciesFound { offer_id: Some(offer), teasers } => {
            ids.offer = Some(numbers.number(Id::Offer(case, offer.trim().to_owned())));
            // A teaser need not have an id.
            let upgrades: Option<Vec<u64>> = teasers.iter().map(|teaser| teaser.upgrade_id).collect();
            let upgrades = upgrades.unwrap_or_default().into_iter();
            ids.upgrades =
                upgrades.map(|id| numbers.number(Id::Upgrade(case, offer.trim().to_owned(), id.to_string()))).collect();
        }
        _ => {}
    }
    ids
}
