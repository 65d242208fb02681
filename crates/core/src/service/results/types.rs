//! Results as Rust types. The table in `table.rs` says what each field means; a test holds these types to it.

use crate::case::typed::whole_number;
use crate::rulebook::tokens::ResultsCaseType;
use crate::service::or_unknown::Kept;
use crate::service::results::normalize::Normalized;
use crate::text::usd::Usd;
use serde::de::{DeserializeOwned, Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value};

/// The results of a case.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::results::{normalize_results, Results};
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let text = r#"{ "case_type": "policy_limit_search", "results": [{ "liability_limits": "50/100" }] }"#;
/// let Results::PolicyLimit(of) = normalize_results(text, &context).typed()? else { return Err("another product".into()) };
/// assert_eq!(of.results[0].shared.liability_limits.as_deref(), Some("50/100"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, PartialEq, Serialize)]
#[serde(untagged)]
pub enum Results {
    /// Of a Policy Limit case.
    PolicyLimit(ResultsOf<PolicyLimitResult>),
    /// Of a Policy Existence case.
    PolicyExistence(ResultsOf<PolicyExistenceResult>),
    /// Of a case whose type is `unknown`, or not recognised (D48): shared fields only (D36).
    Unknown(ResultsOf<SharedResult>),
}

impl<'de> Deserialize<'de> for Results {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Results, D::Error> {
        let value = Value::deserialize(from)?;
        let case_type = value.get("case_type").and_then(Value::as_str).and_then(ResultsCaseType::from_name);
        let results = match case_type {
            Some(ResultsCaseType::PolicyLimitSearch) => serde_json::from_value(value).map(Results::PolicyLimit),
            Some(ResultsCaseType::PolicyExistenceSearch) => serde_json::from_value(value).map(Results::PolicyExistence),
            Some(ResultsCaseType::Unknown) | None => serde_json::from_value(value).map(Results::Unknown),
        };
        // serde_json's own message may hold a value.
        results.map_err(|_| D::Error::custom(NotResults))
    }
}

/// What was normalized is not as documented; the notes tell where.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the results are not as documented; their notes tell where")]
pub struct NotResults;

impl Normalized {
    /// The results as a Rust value.
    ///
    /// # Errors
    ///
    /// [`NotResults`] where a known field is of another kind than documented: the normalized document keeps it, these
    /// types cannot. Unknown members, words and amounts are no reason.
    pub fn typed(&self) -> Result<Results, NotResults> {
        serde_json::from_str(&self.normalized.to_string()).map_err(|_| NotResults)
    }
}

/// What results of every product have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "R: DeserializeOwned"))]
pub struct ResultsOf<R> {
    /// The product; `null` where there was none.
    pub case_type: Option<Kept<ResultsCaseType>>,
    /// What was found.
    pub results: Vec<R>,
    /// Policies beyond the scope of the request.
    pub additional_policies: Vec<AdditionalPolicy<R>>,
    /// Whether the case was cancelled; both lists are empty then.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// How it was cancelled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<Cancellation>,
    /// Members that are not documented.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A policy beyond the scope of the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case", bound(deserialize = "R: DeserializeOwned"))]
pub enum AdditionalPolicy<R> {
    /// May be bought: what describes it, and no value.
    Offered(OfferedPolicy),
    /// Bought: with every field of a result of the case's product.
    Accepted(Box<AcceptedPolicy<R>>),
    /// A free note.
    Included(IncludedPolicy),
    /// An entry of another status, with its envelope alone (D52), or one that the others cannot hold, as it came.
    #[serde(untagged)]
    Other(Map<String, Value>),
}

macro_rules! fields {
    ($($(#[$doc:meta])+ $name:ident $(<$of:ident>)? { $($(#[$attribute:meta])* $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$doc])+
            ///
            /// The fields have the specification's names; `None` says that no value was found.
            #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
            #[expect(missing_docs, reason = "the names are the specification's")]
            pub struct $name $(<$of>)? {
                $(
                    $(#[$attribute])*
                    pub $field: $type,
                )+
            }
        )+
    };
}

fields! {
    /// An entry that may be bought.
    OfferedPolicy {
        policy_type: Option<String>,
        /// A description.
        notes: Option<String>,
        #[serde(default, deserialize_with = "id")] upgrade_id: Option<i64>,
        offer_id: Option<String>,
        /// US dollars.
        price_usd: Option<Kept<Usd>>,
    }
    /// An entry that was bought. The researcher's notes are `notes` of its fields.
    AcceptedPolicy<R> {
        policy_type: Option<String>,
        #[serde(default, deserialize_with = "id")] upgrade_id: Option<i64>,
        offer_id: Option<String>,
        /// US dollars.
        price_usd: Option<Kept<Usd>>,
        #[serde(flatten)] fields: R,
    }
    /// A free note; its ids and its price are always `null`.
    IncludedPolicy {
        policy_type: Option<String>,
        notes: Option<String>,
        upgrade_id: (),
        offer_id: (),
        price_usd: (),
    }
    /// The fields of every result.
    SharedResult {
        defendant: Option<String>,
        /// ISO 8601, where it is as documented.
        date_of_loss: Option<String>,
        insurance: Option<String>,
        policy_number: Option<String>,
        claim_number: Option<String>,
        liability_limits: Option<String>,
        other_commercial_policy: Option<String>,
        notes: Option<String>,
        /// What was found for each add-on that was bought.
        add_on_services: Option<Map<String, Value>>,
        /// Members that are not documented for the case's product.
        #[serde(flatten)] extra: Map<String, Value>,
    }
    /// A result of a Policy Limit case. Members that are not documented are `extra` of the shared fields.
    PolicyLimitResult {
        base_product: Option<String>,
        information_found: Option<String>,
        policyholder: Option<String>,
        policy_number_secondary: Option<String>,
        policy_start_date: Option<String>,
        /// ISO 8601, where it is as documented.
        policy_canceled_date: Option<String>,
        policy_limits_when_active: Option<String>,
        compulsory_liability_limits: Option<String>,
        optional_liability_limits: Option<String>,
        pip_limits: Option<String>,
        self_insured_retention: Option<String>,
        underlying_insurance_co: Option<String>,
        vehicle_type: Option<String>,
        rental_car_co: Option<String>,
        rideshare: Option<String>,
        upsell_abbreviation: Option<String>,
        #[serde(flatten)] shared: SharedResult,
    }
    /// A result of a Policy Existence case. Members that are not documented are `extra` of the shared fields.
    PolicyExistenceResult {
        /// Free text, such as whether it is a hit.
        result_type: Option<String>,
        subject_of_search: Option<String>,
        cancelled_policies: Option<Vec<CancelledPolicy>>,
        #[serde(flatten)] shared: SharedResult,
    }
    /// A policy that was cancelled before.
    CancelledPolicy {
        insurance: Option<String>,
        limits: Option<String>,
        policy: Option<String>,
        note: Option<String>,
        information: Option<String>,
        /// ISO 8601, where it is as documented.
        dol: Option<String>,
        defendant: Option<String>,
        /// Members that are not documented.
        #[serde(flatten)] extra: Map<String, Value>,
    }
    /// How a case was cancelled.
    Cancellation {
        cancelled_at: Option<String>,
        /// US dollars; `None` where it was free.
        fee_usd: Option<Kept<Usd>>,
        reason: Option<String>,
        /// Members that are not documented.
        #[serde(flatten)] extra: Map<String, Value>,
    }
}

/// A whole number, also one written `7.0`, or `null`.
fn id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    struct Whole(#[serde(deserialize_with = "whole_number")] Option<i64>);
    Ok(Option::<Whole>::deserialize(from)?.and_then(|Whole(number)| number))
}
