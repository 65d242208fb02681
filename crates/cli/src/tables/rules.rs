//! `casegate rules`: one line for each rule.

use super::layout::table;
use super::product_name;
use crate::Outcome;
use crate::args::{Rules, TableFormat};
use crate::error::CliError;
use crate::output::Output;
use casegate::wire;

/// Wide enough for every title on one line.
const WIDTH: usize = 132;

pub(crate) fn run(args: &Rules) -> Result<Outcome, CliError> {
    let text = match args.format {
        TableFormat::Json => wire::rules() + "\n",
        TableFormat::Human => {
            let rows: Vec<_> = casegate::explain::rules()
                .into_iter()
                .map(|rule| {
                    let number = rule.number.map(|number| number.to_string()).unwrap_or_default();
                    let product = rule.product.map_or("both", product_name).to_owned();
                    [rule.id.into_owned(), number, product, rule.title.into_owned()]
                })
                .collect();
            table(["RULE", "NO.", "PRODUCT", "WHAT HOLDS"], &rows, WIDTH)
        }
    };
    Output::plain().print(&text)?;
    Ok(Outcome::Success)
}
