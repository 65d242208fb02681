//! What a case's results are: what the operator published, with what was found and bought besides.

use crate::app::App;
use crate::fault::{Fault, not_found};
use crate::store::StoredCase;
use casegate::records::Offer;
use casegate::{Document, EventType, Product, Usd};
use rusqlite::Transaction;
use serde_json::{Map, Value};

/// A policy that was found beyond the scope of a request.
#[derive(Debug, Clone, serde::Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FoundPolicy {
    /// The type of policy.
    pub(crate) r#type: String,
    /// What an offered entry of the results says of it.
    #[serde(default)]
    pub(crate) description: Option<String>,
    /// The full notes, shown once it is bought.
    #[serde(default)]
    pub(crate) researcher_note: Option<String>,
    /// The price.
    pub(crate) price_usd: Usd,
    /// The values of a result of the case's product, revealed once it is bought.
    #[serde(default)]
    pub(crate) record: Map<String, Value>,
}

/// Publishes results, or publishes them anew; fires `case.results_ready` where they differ (D30).
pub(crate) fn publish(
    _tx: &Transaction<'_>,
    _app: &App,
    _case: &mut StoredCase,
    _results_data: &str,
) -> Result<Vec<EventType>, Fault> {
    Err(not_found("not_built", "").into())
}

/// Offers policies; gives the offer's id.
pub(crate) fn find_policies(
    _tx: &Transaction<'_>,
    _app: &App,
    _case: &mut StoredCase,
    _offer_id: Option<String>,
    _policies: &[FoundPolicy],
) -> Result<(String, Vec<EventType>), Fault> {
    Err(not_found("not_built", "").into())
}

/// `results_data` as the results endpoint tells it; none before there are results.
pub(crate) fn composed(_tx: &Transaction<'_>, _app: &App, _case: &StoredCase) -> Result<Option<Document>, Fault> {
    Ok(None)
}

/// The offers of a case with their raw statuses, the latest last.
pub(crate) fn offers(_tx: &Transaction<'_>, _case: &StoredCase) -> Result<Vec<Offer>, Fault> {
    Ok(Vec::new())
}

/// A sample of a product's `results_data`.
pub(crate) fn sample(_product: Product) -> &'static str {
    "{}"
}

/// Samples of policies that may be found for a product.
pub(crate) fn sample_policies(_product: Product) -> Result<Vec<FoundPolicy>, Fault> {
    Ok(Vec::new())
}
