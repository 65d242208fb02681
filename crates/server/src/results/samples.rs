//! Results and found policies to try the stand-in with. Every name in them is plainly made up.

use super::offers::FoundPolicy;
use crate::error::ApiError;
use casegate::Product;

/// A sample of a product's `results_data`.
pub(crate) fn sample(product: Product) -> &'static str {
    match product {
        Product::PolicyLimit => include_str!("samples/policy_limit.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence.json"),
    }
}

/// Samples of policies that may be found for a product.
pub(crate) fn sample_policies(product: Product) -> Result<Vec<FoundPolicy>, ApiError> {
    Ok(serde_json::from_str(match product {
        Product::PolicyLimit => include_str!("samples/policy_limit_found.json"),
        Product::PolicyExistence => include_str!("samples/policy_existence_found.json"),
    })?)
}
