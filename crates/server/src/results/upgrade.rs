//! A policy that can be bought, in the database.

use crate::error::ApiError;
use crate::store::usd;
use casegate::json::{Document, Members};
use casegate::lifecycle::CaseState;
use casegate::records::{OfferedUpgrade, OrUnknown};
use casegate::tokens::{PolicyStatus, UpgradeStatus};
use casegate::usd::Usd;
use rusqlite::{Row, Transaction};
use serde_json::{Map, Value};
use std::collections::{BTreeSet, HashMap};

/// A stored policy.
pub(super) struct Upgrade {
    pub(super) id: i64,
    pub(super) offer_id: String,
    pub(super) policy_type: String,
    pub(super) description: Option<String>,
    pub(super) researcher_note: Option<String>,
    pub(super) price: Usd,
    pub(super) record: String,
    /// The raw status. `selected` is final.
    pub(super) status: UpgradeStatus,
}

impl Upgrade {
    /// Returns the policies that were found for a case, at a state of the case.
    pub(super) fn of_case(tx: &Transaction<'_>, case: i64, life: &CaseState) -> Result<Vec<Upgrade>, ApiError> {
        let mut query = tx.prepare_cached(
            "SELECT upgrade_id, offer_id, type, description, researcher_note, price_cents, record
             FROM upgrades WHERE case_id = ?1 ORDER BY upgrade_id",
        )?;
        let upgrades = query.query_map([case], Upgrade::read)?;
        let mut upgrades = upgrades.collect::<Result<Vec<Upgrade>, _>>()?;
        let offers: BTreeSet<&str> = upgrades.iter().map(|upgrade| upgrade.offer_id.as_str()).collect();
        let statuses = offers.into_iter().filter_map(|offer_id| life.offer(offer_id)).flatten();
        let statuses: HashMap<i64, UpgradeStatus> = statuses.collect();
        for upgrade in &mut upgrades {
            upgrade.status = statuses.get(&upgrade.id).copied().unwrap_or(UpgradeStatus::Created);
        }
        Ok(upgrades)
    }

    pub(super) fn read(row: &Row<'_>) -> rusqlite::Result<Upgrade> {
        Ok(Upgrade {
            id: row.get(0)?,
            offer_id: row.get(1)?,
            policy_type: row.get(2)?,
            description: row.get(3)?,
            researcher_note: row.get(4)?,
            price: usd(row.get(5)?),
            record: row.get(6)?,
            status: UpgradeStatus::Created,
        })
    }

    /// Returns its id in `additional_policies`.
    pub(super) fn number(&self) -> String {
        self.id.to_string()
    }

    /// Returns the full notes after the purchase, and the description before, because a
    /// researcher's notes contain sold values.
    pub(super) fn note(&self) -> Option<&str> {
        let full = self.researcher_note.as_deref().filter(|_| self.status == UpgradeStatus::Selected);
        full.or(self.description.as_deref())
    }

    /// Returns its entry of `additional_policies`. An offered one has only the envelope, because
    /// its values are not bought (D35).
    pub(super) fn entry(&self) -> Result<Document, ApiError> {
        let mut entry = named([
            ("status", Document::from(PolicyStatus::from(self.status).name())),
            ("policy_type", Document::from(self.policy_type.as_str())),
            ("notes", self.note().map_or(Document::Null, Document::from)),
            ("upgrade_id", Document::Number(self.id.to_string())),
            ("offer_id", Document::from(self.offer_id.as_str())),
            ("price_usd", Document::from(self.price.to_string().as_str())),
        ]);
        if self.status == UpgradeStatus::Selected {
            let record: Map<String, Value> = serde_json::from_str(&self.record)?;
            for (name, value) in record {
                // A record does not change the offer; only notes may be its own.
                if entry.get(&name).is_none_or(Document::is_null) {
                    entry.insert(name, document(&value));
                }
            }
        }
        Ok(Document::Object(entry))
    }

    pub(super) fn offered(&self) -> OfferedUpgrade {
        OfferedUpgrade {
            upgrade_id: self.id,
            r#type: self.policy_type.clone(),
            researcher_note: self.note().map(str::to_owned),
            price_usd: OrUnknown::Known(self.price),
            status: OrUnknown::Known(self.status),
            extra: Map::new(),
        }
    }
}

fn document(value: &Value) -> Document {
    Document::read(&value.to_string()).unwrap_or(Document::Null)
}

pub(super) fn named<const N: usize>(members: [(&str, Document); N]) -> Members {
    members.into_iter().map(|(name, value)| (name.to_owned(), value)).collect()
}
