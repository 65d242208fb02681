//! Sample results and found policies. Every name in them is obviously fictional.

use super::offers::FoundPolicy;
use crate::error::ApiError;
use casegate::Product;

/// Returns sample `results_data` of a product.
pub(crate) fn sample(product: Product) -> &'static str {
    match product {
        Product::PolicyLimit => include_str!("samples/policy_limit.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence.json"),
    }
}

/// Returns sample policies of a product.
pub(crate) fn sample_policies(product: Product) -> Result<Vec<FoundPolicy>, ApiError> {
    Ok(serde_json::from_str(match product {
        Product::PolicyLimit => include_str!("samples/policy_limit_found.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence_found.json"),
    })?)
}
