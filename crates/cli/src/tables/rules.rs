//! `casegate rules`: one line for each rule.

use super::layout::table;
use super::product_name;
use crate::Outcome;
use crate::args::{Rules, TableFormat};
use crate::error::CliError;
use crate::output::Output;
use casegate::{Product, wire};
use serde_json::Value;

/// Wide enough for every title on one line.
const WIDTH: usize = 132;

pub(crate) fn run(args: &Rules) -> Result<Outcome, CliError> {
    let product = args.product.as_deref().and_then(Product::from_case_type);
    let text = match args.format {
        TableFormat::Json => json(product),
        TableFormat::Human => {
            let rows: Vec<_> = casegate::explain::rules()
                .into_iter()
                .filter(|rule| product.is_none() || rule.product.is_none() || rule.product == product)
                .map(|rule| {
                    let number = rule.number.map(|number| number.to_string()).unwrap_or_default();
                    let product = rule.product.map_or("both", product_name).to_owned();
                    [rule.id.into_owned(), number, product, rule.title.into_owned()]
                })
                .collect();
            table(["RULE", "NO.", "PRODUCT", "WHAT HOLDS"], &rows, WIDTH)
        }
    };
    Output::human().print(&text)?;
    Ok(Outcome::Success)
}

/// Returns the rules of a product and of both, or all, in the library's JSON.
fn json(product: Option<Product>) -> String {
    let all = wire::rules();
    let (Some(product), Ok(mut rules)) = (product, serde_json::from_str::<Vec<Value>>(&all)) else {
        return all + "\n";
    };
    rules.retain(|rule| rule.get("product").and_then(Value::as_str).is_none_or(|one| one == product.case_type()));
    format!("{}\n", Value::Array(rules))
}
