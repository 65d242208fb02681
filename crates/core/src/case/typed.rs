//! Accepted cases as Rust types, for servers.

pub use crate::case::case_types::{
    AddOnService, AddressInformation, CommonFields, ExpeditedRequest, PersonalInformation, PolicyExistenceCase,
    PolicyLimitCase, VehicleInformation,
};
use crate::case::check::check;
use crate::case::input::CaseInput;
use crate::context::Context;
use crate::report::Report;
use crate::rulebook::product::Product;
use serde::de::{Deserializer, Error};
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// An accepted case.
#[derive(Debug, Clone, PartialEq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Case {
    /// Policy Limit.
    PolicyLimit(Box<PolicyLimitCase>),
    /// Policy Existence.
    PolicyExistence(Box<PolicyExistenceCase>),
}

impl Case {
    /// Returns the product, whose fields the case has.
    ///
    /// ```
    /// use casegate::{Case, Product};
    ///
    /// let case: Case = serde_json::from_str(r#"{
    ///     "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
    ///     "date_of_loss": "2026-01-31", "is_incident_report_provided": false,
    ///     "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual"
    /// }"#)?;
    /// assert_eq!(case.product(), Product::PolicyLimit);
    /// assert_eq!(case.common().plaintiff_name, "Test Plaintiff");
    /// # Ok::<(), serde_json::Error>(())
    /// ```
    pub fn product(&self) -> Product {
        match self {
            Case::PolicyLimit(_) => Product::PolicyLimit,
            Case::PolicyExistence(_) => Product::PolicyExistence,
        }
    }

    /// Returns the fields that both products have.
    pub fn common(&self) -> &CommonFields {
        match self {
            Case::PolicyLimit(case) => &case.common,
            Case::PolicyExistence(case) => &case.common,
        }
    }
}

/// Reads the product of `case_type`, or else the other one, because the path of the legacy flow
/// decides the product, and `case_type` may differ. The error repeats no value of the case.
impl<'de> Deserialize<'de> for Case {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Case, D::Error> {
        let value = Value::deserialize(from)?;
        let product = value.get("case_type").and_then(Value::as_str).and_then(Product::from_case_type);
        let first = product.ok_or_else(|| D::Error::custom("a case has a `case_type` of \"pl\" or \"pe\""))?;
        let case = [first, first.other()].into_iter().find_map(|product| match product {
            Product::PolicyLimit => PolicyLimitCase::deserialize(&value).ok().map(Box::new).map(Case::PolicyLimit),
            Product::PolicyExistence => {
                PolicyExistenceCase::deserialize(&value).ok().map(Box::new).map(Case::PolicyExistence)
            }
        });
        case.ok_or_else(|| D::Error::custom("the case does not have the fields and types of a product"))
    }
}

/// The reason why there is no [`Case`].
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum CaseError {
    /// The payload is refused.
    #[error("the case is refused, with {} findings", .0.issues.len())]
    Refused(Box<Report>),
    /// The payload is accepted, but these types cannot represent it. It contains a number that is
    /// not an `f64`, or no `case_type`, as is allowed for legacy cases.
    #[error("the case is accepted, and these types cannot hold it")]
    NotRepresentable,
}

/// Checks a payload, and returns the payload as it should be sent as a Rust value.
///
/// ```
/// use casegate::{Case, Context, accept_case};
///
/// let context = Context::new("2026-03-01".parse()?);
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
pub fn accept_case(payload: &(impl CaseInput + ?Sized), context: &Context) -> Result<Case, CaseError> {
    accept(payload, context).map(|(case, _)| case)
}

/// The same as [`accept_case`], with the report of the check.
///
/// # Errors
///
/// The same as [`accept_case`].
pub fn accept(payload: &(impl CaseInput + ?Sized), context: &Context) -> Result<(Case, Report), CaseError> {
    accept_text(&payload.to_text(context), context)
}

fn accept_text(payload: &str, context: &Context) -> Result<(Case, Report), CaseError> {
    let mut report = check(payload, context, true);
    if !report.ok {
        // Errors are logged, and the payload must not be.
        if !context.include.prepared {
            report.prepared = None;
        }
        return Err(CaseError::Refused(Box::new(report)));
    }
    let prepared = if context.include.prepared { report.prepared.clone() } else { report.prepared.take() };
    let prepared = prepared.flatten().ok_or(CaseError::NotRepresentable)?;
    let case = match report.facts.case_type {
        Some(Product::PolicyLimit) => serde_json::from_str(prepared.get()).map(Case::PolicyLimit),
        Some(Product::PolicyExistence) => serde_json::from_str(prepared.get()).map(Case::PolicyExistence),
        None => return Err(CaseError::NotRepresentable),
    };
    case.map(|case| (case, report)).map_err(|_| CaseError::NotRepresentable)
}
