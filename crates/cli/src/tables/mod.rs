//! What the tables say: rules, fields, and one rule in full.

pub(crate) mod explain;
pub(crate) mod fields;
mod layout;
pub(crate) mod rules;

use casegate::Product;

/// A product as people call it.
fn product_name(product: Product) -> &'static str {
    match product {
        Product::PolicyLimit => "Policy Limit",
        Product::PolicyExistence => "Policy Existence",
    }
}
