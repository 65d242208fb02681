//! Prints, for the tests in Node, a line of JSON for each schema, and then one for each payload
//! with its verdict.

#![expect(clippy::print_stdout, clippy::indexing_slicing, reason = "a program for the terminal")]

use casegate::export::Draft;
use casegate_schema_tests::{Which, bases, cases_with_numbers, edited, edits, examples};
use serde_json::json;

fn main() {
    for which in Which::all() {
        for draft in Draft::ALL {
            println!("{}", json!({ "schema": which.schema(draft), "which": which.name(), "draft": draft.name() }));
        }
    }
    for example in examples() {
        let ok = example.which.takes(&example.text, &example.context);
        let line = json!({ "which": example.which.name(), "text": example.text, "ok": ok, "unsaid": example.unsaid });
        println!("{line}");
    }
    for (product, text) in cases_with_numbers() {
        let which = Which { product, on_a_day: true, master: false, firm: false };
        println!("{}", json!({ "which": which.name(), "text": text, "ok": which.takes_as_said(&text) }));
    }
    let (bases, edits) = (bases(), edits());
    for (turn, base) in bases.iter().enumerate() {
        let case_type = base["case_type"].as_str().unwrap_or_default();
        let Some(product) = casegate::Product::from_case_type(case_type) else { continue };
        let plain = Which { product, on_a_day: true, master: false, firm: false };
        // Rust judges every edit of every base; here each is judged in a third of them, with a
        // second one beside it.
        for (at, edit) in edits.iter().enumerate().filter(|(at, _)| at % 3 == turn % 3) {
            let other = &edits[(at * 7919 + turn) % edits.len()];
            let Some(text) = edited(base, [edit]) else { continue };
            let text = edited(base, [edit, other]).unwrap_or(text);
            for which in [plain, Which { firm: true, ..plain }] {
                println!("{}", json!({ "which": which.name(), "text": text, "ok": which.takes_as_said(&text) }));
            }
        }
    }
}
