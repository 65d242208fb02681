//! The tables: rules, fields, and the description of one rule.

pub(crate) mod explain;
pub(crate) mod fields;
pub(crate) mod layout;
pub(crate) mod rules;

use casegate::Product;

/// Returns the name of a product for people.
fn product_name(product: Product) -> &'static str {
    match product {
        Product::PolicyLimit => "Policy Limit",
        Product::PolicyExistence => "Policy Existence",
    }
}
