//! The two products.

use crate::text::name::{displayed, parsed};
use serde::{Deserialize, Serialize};

/// One of the two products.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub enum Product {
    /// Policy Limit: the insurer and the policy or claim are known.
    #[serde(rename = "pl")]
    PolicyLimit,
    /// Policy Existence: research whether there is coverage.
    #[serde(rename = "pe")]
    PolicyExistence,
}

impl Product {
    /// Both products, in the specification's order.
    pub const ALL: [Product; 2] = [Product::PolicyLimit, Product::PolicyExistence];

    /// Returns the `case_type` of the product.
    ///
    /// ```
    /// assert_eq!(casegate::Product::PolicyLimit.case_type(), "pl");
    /// ```
    pub const fn case_type(self) -> &'static str {
        match self {
            Product::PolicyLimit => "pl",
            Product::PolicyExistence => "pe",
        }
    }

    /// Returns the product of a `case_type`.
    pub fn from_case_type(word: &str) -> Option<Product> {
        Product::ALL.into_iter().find(|product| product.case_type() == word)
    }

    /// Returns the other product.
    pub const fn other(self) -> Product {
        match self {
            Product::PolicyLimit => Product::PolicyExistence,
            Product::PolicyExistence => Product::PolicyLimit,
        }
    }
}

displayed!(Product, case_type);
parsed!(Product, from_case_type, "product");
