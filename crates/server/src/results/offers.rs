//! Policies beyond the scope of a request: found, offered and bought.

use super::compose::{composed_for, digest, republished, unlimited};
use super::upgrade::Upgrade;
use crate::app::App;
use crate::error::ApiError;
use crate::prose;
use crate::random::{Numbered, Owner};
use crate::store::{StoredCase, cents, usd};
use crate::transition::carry_out;
use crate::webhooks::outbox::EventDetails;
use casegate::events::{Teaser, redact_offer};
use casegate::lifecycle::{CaseState, Trigger, apply};
use casegate::records::{Offer, OfferedUpgrade};
use casegate::tokens::{EventType, UpgradeStatus};
use casegate::usd::Usd;
use rusqlite::{Transaction, params};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// A policy that was found beyond the scope of a request.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoundPolicy {
    /// The type of the policy.
    pub(crate) r#type: String,
    /// The description before the purchase.
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// The full notes, shown after the purchase.
    #[serde(default)]
    pub(crate) researcher_note: Option<String>,
    /// The price.
    pub(crate) price_usd: Usd,
    /// The values of a result of the case's product, shown after the purchase.
    #[serde(default)]
    pub(crate) record: Map<String, Value>,
}

/// Offers policies. Returns the offer's id, which is generated unless it is given.
pub(crate) fn find_policies(
    tx: &Transaction<'_>,
    app: &App,
    case: &mut StoredCase,
    offer_id: Option<String>,
    policies: &[FoundPolicy],
) -> Result<(String, Vec<EventType>), ApiError> {
    let offer_id = match offer_id {
        Some(given) => given,
        None => app.random.uuid(tx, Owner::Organization(case.organization))?.to_string(),
    };
    let trigger = |upgrade_ids| Trigger::FindPolicies { offer_id: offer_id.clone(), upgrade_ids };
    // Asks before anything is written; the ids come from the database.
    apply(Some(&case.life), &trigger((0..).take(policies.len()).collect()))?;
    tx.execute(
        "INSERT INTO offers (case_id, offer_id, found_at) VALUES (?1, ?2, ?3)",
        params![case.id, offer_id, app.now()],
    )?;
    let mut upgrade_ids = Vec::new();
    let mut found = Vec::new();
    for policy in policies {
        let price = usd(cents(policy.price_usd));
        Teaser::new(None, &policy.r#type, &price.to_string()).map_err(|_| &prose::UNUSABLE_POLICY)?;
        let number = app.random.number(tx, case.organization, Numbered::Upgrades)?;
        let id = insert(tx, number, case.id, &offer_id, policy)?;
        upgrade_ids.push(id);
        let mut whole = policy.record.clone();
        whole.insert("upgrade_id".to_owned(), id.into());
        whole.insert("type".to_owned(), policy.r#type.as_str().into());
        whole.insert("price_usd".to_owned(), price.to_string().into());
        found.push(Value::Object(whole));
    }
    // The library removes the values that are not bought.
    let found = serde_json::json!({ "offer_id": offer_id, "additional_policies": found });
    let redaction = redact_offer(&found.to_string(), &unlimited(app.context()?));
    let Some(offer) = redaction.offer.filter(|_| redaction.notes.is_empty()) else {
        return Err(prose::UNUSABLE_POLICY.problem().issues(redaction.notes).into());
    };
    let answer = EventDetails { teasers: offer.teasers, ..EventDetails::default() };
    let trigger = trigger(upgrade_ids);
    let events = carry_out(tx, app, case, &trigger, &answer)?;
    Ok((offer_id, events))
}

fn insert(
    tx: &Transaction<'_>,
    number: Option<i64>,
    case: i64,
    offer_id: &str,
    policy: &FoundPolicy,
) -> Result<i64, ApiError> {
    let mut insert = tx.prepare_cached(
        "INSERT INTO upgrades (case_id, offer_id, type, description, researcher_note, price_cents, record, upgrade_id)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",
    )?;
    Ok(insert.insert(params![
        case,
        offer_id,
        policy.r#type,
        policy.description,
        policy.researcher_note,
        cents(policy.price_usd),
        serde_json::to_string(&policy.record)?,
        number,
    ])?)
}

/// Returns the offers of a case with their raw statuses, the latest last.
pub(crate) fn offers(tx: &Transaction<'_>, case: &StoredCase) -> Result<Vec<Offer>, ApiError> {
    let mut upgrades: HashMap<String, Vec<OfferedUpgrade>> = HashMap::new();
    for upgrade in Upgrade::of_case(tx, case.id, &case.life)? {
        let offered = upgrade.offered();
        upgrades.entry(upgrade.offer_id).or_default().push(offered);
    }
    let mut query = tx.prepare_cached("SELECT offer_id FROM offers WHERE case_id = ?1 ORDER BY rowid")?;
    let ids = query.query_map([case.id], |row| row.get::<_, String>(0))?;
    let mut offer = |id: String| {
        let additional_policies = upgrades.remove(&id).unwrap_or_default();
        Offer { offer_id: id, additional_policies, extra: Map::new() }
    };
    Ok(ids.map(|id| id.map(&mut offer)).collect::<Result<_, _>>()?)
}

/// Buys policies of an offer: stores the consent, regenerates the results, and fires an event if
/// they differ (D45). Policies that are bought already change nothing. Returns the resulting offer.
pub(crate) fn accept(
    tx: &Transaction<'_>,
    app: &App,
    case: &mut StoredCase,
    offer_id: &str,
    selected_upgrade_ids: &[i64],
    token_name: &str,
) -> Result<Offer, ApiError> {
    let trigger = |digest| Trigger::AcceptOffers {
        offer_id: offer_id.to_owned(),
        selected_upgrade_ids: selected_upgrade_ids.to_vec(),
        digest,
    };
    let before = case.life.clone();
    // The digest of the future results decides if an event is fired.
    let after = apply(Some(&before), &trigger(None))?.case;
    let digest = composed_for(tx, app, case, &after)?.map(|results| digest(&results));
    let selected = |life: &CaseState| -> BTreeSet<i64> {
        let upgrades = life.offer(offer_id).into_iter().flatten();
        upgrades.filter(|(_, status)| *status == UpgradeStatus::Selected).map(|(id, _)| id).collect()
    };
    let known = selected(&before);
    let consented: Vec<i64> = selected(&after).difference(&known).copied().collect();
    if !consented.is_empty() {
        tx.execute(
            "INSERT INTO consents (case_id, offer_id, upgrade_ids, token_name, given_at) VALUES (?1, ?2, ?3, ?4, ?5)",
            params![case.id, offer_id, serde_json::to_string(&consented)?, token_name, app.now()],
        )?;
        republished(case, digest.as_deref().unwrap_or_default(), app.now());
    }
    carry_out(tx, app, case, &trigger(digest), &EventDetails::default())?;
    let offer = offers(tx, case)?.into_iter().find(|offer| offer.offer_id == offer_id);
    offer.ok_or_else(|| (&prose::UNKNOWN_OFFER).into())
}
