//! Accepted cases as Rust types, for servers.

pub use crate::case::case_types::{
    AddressInformation, CommonFields, PersonalInformation, PolicyExistenceCase, PolicyLimitCase, VehicleInformation,
};
use crate::case::check::check;
use crate::context::Context;
use crate::report::Report;
use serde::Serialize;

/// An accepted case.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Case {
    /// Policy Limit.
    PolicyLimit(Box<PolicyLimitCase>),
    /// Policy Existence.
    PolicyExistence(Box<PolicyExistenceCase>),
}

/// The reason why there is no [`Case`].
#[derive(Debug, Clone, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The payload is refused.
    #[error("the case is refused, with {} findings", .0.issues.len())]
    Refused(Box<Report>),
    /// The payload is accepted, but these types cannot represent it. It contains a number that is
    /// not an `i64` (as `vehicle_year`; beyond 2^53 also one with a point or an exponent) or not an
    /// `f64` (elsewhere), or no `case_type`, as is allowed for legacy cases.
    #[error("the case is accepted, and these types cannot hold it")]
    NotRepresentable,
}

/// Checks a payload, and returns the payload as it should be sent as a Rust value.
///
/// ```
/// use casegate::{Case, Date, Context, accept_case};
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let payload = r#"{
///     "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
///     "date_of_loss": "2026-01-31", "is_incident_report_provided": false,
///     "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual"
/// }"#;
/// let Case::PolicyLimit(case) = accept_case(payload, &context)? else { return Err("another product".into()) };
/// assert_eq!(case.insurance_company, "Example Mutual");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// [`CaseError::Refused`] with the report if an issue is an error.
pub fn accept_case(payload: &str, context: &Context) -> Result<Case, CaseError> {
    accept(payload, context).map(|(case, _)| case)
}

/// The same as [`accept_case`], with the report of the check.
///
/// # Errors
///
/// The same as [`accept_case`].
pub fn accept(payload: &str, context: &Context) -> Result<(Case, Report), CaseError> {
    let mut report = check(payload, context, true);
    if !report.ok {
        return Err(CaseError::Refused(Box::new(report)));
    }
    let prepared = if context.include.prepared { report.prepared.clone() } else { report.prepared.take() };
    let prepared = prepared.flatten().ok_or(CaseError::NotRepresentable)?;
    let case = match report.facts.case_type {
        Some(crate::rulebook::product::Product::PolicyLimit) => {
            serde_json::from_str(prepared.get()).map(Case::PolicyLimit)
        }
        Some(crate::rulebook::product::Product::PolicyExistence) => {
            serde_json::from_str(prepared.get()).map(Case::PolicyExistence)
        }
        None => return Err(CaseError::NotRepresentable),
    };
    case.map(|case| (case, report)).map_err(|_| CaseError::NotRepresentable)
}
