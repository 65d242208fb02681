//! Rust types of the results. The table in `table.rs` defines each field, and a test checks these
//! types against it.

use crate::case::deserializers::whole_number;
use crate::rulebook::tokens::ResultsCaseType;
use crate::service::or_unknown::OrUnknown;
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
    /// Results of a Policy Limit case.
    PolicyLimit(ResultsOf<PolicyLimitResult>),
    /// Results of a Policy Existence case.
    PolicyExistence(ResultsOf<PolicyExistenceResult>),
    /// Results of a case whose type is `unknown` or not recognized (D48). They have the shared
    /// fields only (D36).
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
        // The message of serde_json may contain a value of the results.
        results.map_err(|_| D::Error::custom(ResultsTypeError))
    }
}

/// The error for normalized results that do not fit the Rust types. Their notes contain the
/// locations.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("the results are not as documented; their notes say where")]
#[non_exhaustive]
pub struct ResultsTypeError;

impl Normalized {
    /// Converts the results to a Rust value.
    ///
    /// # Errors
    ///
    /// Returns [`ResultsTypeError`] if a known field has another type than documented. The normalized
    /// document retains such a field, but these types cannot represent it. Unknown members,
    /// undocumented tokens and malformed amounts are not errors.
    pub fn typed(&self) -> Result<Results, ResultsTypeError> {
        serde_json::from_str(&self.normalized.to_string()).map_err(|_| ResultsTypeError)
    }
}

/// The parts that results of every product have.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(bound(deserialize = "R: DeserializeOwned"))]
pub struct ResultsOf<R> {
    /// The product, or `null` if the results have none.
    pub case_type: Option<OrUnknown<ResultsCaseType>>,
    /// The results.
    pub results: Vec<R>,
    /// Policies beyond the scope of the request.
    pub additional_policies: Vec<AdditionalPolicy<R>>,
    /// `true` if the case was canceled. Both lists are empty in that case.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cancelled: bool,
    /// The circumstances of the cancellation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cancellation: Option<Cancellation>,
    /// Undocumented members.
    #[serde(flatten)]
    pub extra: Map<String, Value>,
}

/// A policy beyond the scope of the request.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(tag = "status", rename_all = "snake_case", bound(deserialize = "R: DeserializeOwned"))]
pub enum AdditionalPolicy<R> {
    /// A policy that may be bought. The entry describes it without its values.
    Offered(OfferedPolicy),
    /// A policy that was bought, with every field of a result of the case's product.
    Accepted(Box<AcceptedPolicy<R>>),
    /// A free note.
    Included(IncludedPolicy),
    /// An entry with another status, reduced to its envelope (D52), or an entry that does not fit
    /// the other variants, unchanged.
    #[serde(untagged)]
    Other(Map<String, Value>),
}

macro_rules! fields {
    ($($(#[$doc:meta])+ $name:ident $(<$of:ident>)? { $($(#[$attribute:meta])* $field:ident: $type:ty,)+ })+) => {
        $(
            $(#[$doc])+
            ///
            /// The fields have the names of the specification. `None` means that no value was
            /// found.
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
    /// A policy that may be bought.
    OfferedPolicy {
        policy_type: Option<String>,
        /// A description.
        notes: Option<String>,
        #[serde(default, deserialize_with = "id")] upgrade_id: Option<i64>,
        offer_id: Option<String>,
        /// A price in US dollars.
        price_usd: Option<OrUnknown<Usd>>,
    }
    /// A policy that was bought. The researcher's notes are the `notes` of `fields`.
    AcceptedPolicy<R> {
        policy_type: Option<String>,
        #[serde(default, deserialize_with = "id")] upgrade_id: Option<i64>,
        offer_id: Option<String>,
        /// A price in US dollars.
        price_usd: Option<OrUnknown<Usd>>,
        #[serde(flatten)] fields: R,
    }
    /// A free note. Its ids and its price are always `null`.
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
        /// An ISO 8601 date if it is as documented.
        date_of_loss: Option<String>,
        insurance: Option<String>,
        policy_number: Option<String>,
        claim_number: Option<String>,
        liability_limits: Option<String>,
        other_commercial_policy: Option<String>,
        notes: Option<String>,
        /// The result of each add-on that was bought.
        add_on_services: Option<Map<String, Value>>,
        /// Members that are not documented for the case's product.
        #[serde(flatten)] extra: Map<String, Value>,
    }
    /// A result of a Policy Limit case. Undocumented members are in `extra` of the shared fields.
    PolicyLimitResult {
        base_product: Option<String>,
        information_found: Option<String>,
        policyholder: Option<String>,
        policy_number_secondary: Option<String>,
        policy_start_date: Option<String>,
        /// An ISO 8601 date if it is as documented.
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
    /// A result of a Policy Existence case. Undocumented members are in `extra` of the shared
    /// fields.
    PolicyExistenceResult {
        /// Free text, for example the statement that the search was a hit.
        result_type: Option<String>,
        subject_of_search: Option<String>,
        cancelled_policies: Option<Vec<CancelledPolicy>>,
        #[serde(flatten)] shared: SharedResult,
    }
    /// A policy that was canceled earlier.
    CancelledPolicy {
        insurance: Option<String>,
        limits: Option<String>,
        policy: Option<String>,
        note: Option<String>,
        information: Option<String>,
        /// An ISO 8601 date if it is as documented.
        dol: Option<String>,
        defendant: Option<String>,
        /// Undocumented members.
        #[serde(flatten)] extra: Map<String, Value>,
    }
    /// The circumstances in which a case was canceled.
    Cancellation {
        cancelled_at: Option<String>,
        /// The fee in US dollars, or `None` if the cancellation was free.
        fee_usd: Option<OrUnknown<Usd>>,
        reason: Option<String>,
        /// Undocumented members.
        #[serde(flatten)] extra: Map<String, Value>,
    }
}

/// Reads an integer, which may be written as `7.0`, or `null`.
fn id<'de, D: Deserializer<'de>>(from: D) -> Result<Option<i64>, D::Error> {
    #[derive(Deserialize)]
    struct Whole(#[serde(deserialize_with = "whole_number")] Option<i64>);
    Ok(Option::<Whole>::deserialize(from)?.and_then(|Whole(number)| number))
}
