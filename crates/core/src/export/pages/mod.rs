//! Pages about the rules in Markdown: the description of a rule, its sources, and cases that
//! violate and satisfy it. All of it comes from the tables; the examples are test vectors, judged
//! again here.

pub(crate) mod examples;
pub(crate) mod requirements;
pub(crate) mod rule_cases;

use crate::export::pages::examples::VectorFile;
use crate::text::json::document::{Document, Members};

use crate::case::explain::{Explanation, UnknownRuleError, explain};
use crate::case::rule_sentences::{Naming, formula, requirement};
use crate::export::pages::examples::{Judged, judged};
use crate::messages::parts::{PAGE_SENTENCES, RULE_SENTENCES};
use crate::rulebook::codes::Code;
use crate::rulebook::params::Params;
use crate::rulebook::product::Product;
use crate::rulebook::rules::Rule;
use crate::rulebook::rules::field_path::FieldPath;
use crate::rulebook::rules::table::specification;
use std::fmt::Write;

/// The number of examples of each kind on a page.
const MOST_EXAMPLES: usize = 6;

/// Returns the page about a rule. Without vectors it has no examples.
///
/// ```
/// let page = casegate::export::rule_page("pl.policyholder_named", &[])?;
/// assert!(page.contains("`policyholder_name` must be given"));
/// # Ok::<(), casegate::explain::UnknownRuleError>(())
/// ```
///
/// # Errors
///
/// [`UnknownRuleError`], with the nearest known id.
pub fn rule_page(id: &str, vectors: &[VectorFile]) -> Result<String, UnknownRuleError> {
    let explanation = explain(id)?;
    let mut page = String::new();
    for rows in specification().filter(|rows| rows.iter().any(|row| row.id == id)) {
        let examples = judged(id, vectors);
        head(&mut page, &explanation);
        clauses(&mut page, rows);
        findings(&mut page, rows, &examples);
        sources(&mut page, &explanation);
        cases(&mut page, &examples);
        trial(&mut page, id);
    }
    Ok(page)
}

/// Names fields as the payload does.
pub(crate) struct Names;

impl Naming for Names {
    fn name(path: FieldPath) -> String {
        ["`", path.pointer().trim_start_matches('/'), "`"].concat()
    }

    fn fill(name: &str, params: &Params) -> String {
        let is_own = PAGE_SENTENCES.rows().iter().any(|(known, _)| *known == name);
        if is_own { PAGE_SENTENCES.message(name, params) } else { RULE_SENTENCES.message(name, params) }
    }
}

fn head(page: &mut String, rule: &Explanation) {
    let number = rule.number.map(|number| format!(", conditional rule {number}")).unwrap_or_default();
    let _ = writeln!(
        page,
        "<!-- Written by scripts/generate; do not edit. -->\n# {}\n\n`{}`, {}{number}\n\n{}\n",
        rule.title,
        rule.id,
        product_name(rule.product),
        rule.text
    );
    let fields = |pointers: &[String]| {
        let names: Vec<String> = pointers.iter().map(|at| format!("`{}`", at.trim_start_matches('/'))).collect();
        if names.is_empty() { "no field".to_owned() } else { names.join(", ") }
    };
    let _ =
        writeln!(page, "- Fields it reads: {}\n- Fields it checks: {}\n", fields(&rule.reads), fields(&rule.targets));
}

fn clauses(page: &mut String, rows: &[Rule]) {
    page.push_str("## Conditions and requirements\n\n");
    if let Some(surface) = rows.iter().find_map(|row| row.surface) {
        let _ = writeln!(page, "Only on the {} endpoints.\n", surface.name());
    }
    for row in rows {
        let when: Vec<String> = row.when.iter().map(formula::<Names>).collect();
        let when = if when.is_empty() { "Always".to_owned() } else { format!("If {}", when.join(", and ")) };
        let _ = writeln!(page, "{when}:\n");
        for (then, statement) in row.then.iter().zip(row.statements()) {
            let then = requirement::<Names>(then);
            let _ = writeln!(page, "- {then} ({})", links(&[statement]));
        }
        page.push('\n');
    }
    if rows.iter().any(|row| !row.reads().is_empty()) {
        let _ = writeln!(
            page,
            "If a field that the rule reads is missing or malformed, the rule is not evaluated, because that field has its own finding ({}).\n",
            links(&["D7"])
        );
    }
}

fn findings(page: &mut String, rows: &[Rule], examples: &[Judged]) {
    page.push_str("## Findings\n\n| Code | Severity | Message |\n|---|---|---|\n");
    for code in codes(rows) {
        let severity = code.severity().name();
        let mut messages = messages_of(code, examples);
        if messages.is_empty() {
            // Without a vector there is no place for a message.
            messages.push(code.meaning().trim());
        }
        let _ = writeln!(page, "| `{}` | {severity} | {} |", code.name(), cell(&messages.join("<br>")));
    }
    page.push('\n');
}

/// Returns the messages of a code in the examples.
fn messages_of(code: Code, examples: &[Judged]) -> Vec<&str> {
    let mut messages: Vec<&str> = Vec::new();
    for found in examples.iter().flat_map(|example| &example.found).filter(|found| found.code == code) {
        if !messages.contains(&found.message.as_str()) {
            messages.push(&found.message);
        }
    }
    messages
}

/// Returns the codes of a rule's findings, in the order of the documentation.
fn codes(rows: &[Rule]) -> Vec<Code> {
    let of_row = |row: &Rule| row.then.iter().map(|then| row.code(then)).collect::<Vec<_>>();
    let mut can: Vec<Code> = rows.iter().flat_map(of_row).collect();
    if can.contains(&Code::LegacySunset) {
        can.push(Code::LegacyDeprecated);
    }
    Code::ALL.iter().filter(|code| can.contains(code)).copied().collect()
}

fn sources(page: &mut String, rule: &Explanation) {
    let _ = write!(page, "## Source\n\n- Statements of the specification: {}\n", links(&rule.requirement_ids));
    if !rule.decisions.is_empty() {
        let _ = writeln!(page, "- Decisions on open points: {}", links(rule.decisions));
    }
    page.push('\n');
}

fn cases(page: &mut String, examples: &[Judged]) {
    for (fires, heading) in [(true, "Violated"), (false, "Not violated")] {
        let mut shown = examples.iter().filter(|example| example.fires == fires).peekable();
        let Some(first) = shown.peek() else { continue };
        let _ = writeln!(page, "## {heading}\n\nFor example, {}:\n\n```json\n{}```\n", first.name, first.payload);
        page.push_str("| Case | Base | Changes | Context | Findings of the rule |\n|---|---|---|---|---|\n");
        for example in shown.take(MOST_EXAMPLES) {
            let found: Vec<String> =
                example.found.iter().map(|found| format!("`{}` at `{}`", found.code.name(), found.at)).collect();
            let _ = writeln!(
                page,
                "| {} | `{}` | {} | {} | {} |",
                cell(&example.name),
                example.base,
                code(&example.changed),
                code(&example.context),
                cell(&found.join(", "))
            );
        }
        page.push('\n');
    }
    if let Some(file) = examples.first().map(|example| &example.file) {
        let _ = writeln!(
            page,
            "All cases of the rule are in [`{file}`](../../tests/vectors/{file}), and their bases in \
             [`bases.json`](../../tests/vectors/bases.json). They are checked as of 2026-03-01.\n"
        );
    }
}

fn trial(page: &mut String, id: &str) {
    let _ =
        writeln!(page, "## Try it\n\n```sh\ncasegate explain {id}\ncasegate check --today 2026-03-01 case.json\n```");
}

/// Returns the page that lists the rules.
pub fn rules_page() -> String {
    let mut page = String::from(
        "<!-- Written by scripts/generate; do not edit. -->\n# Rules\n\n\
         Each rule is a row of one table, from which the checks, the forms, the JSON Schemas and these pages are derived.\n\n\
         | Rule | No. | Product | Requirement |\n|---|---|---|---|\n",
    );
    for rule in crate::case::explain::rules() {
        let number = rule.number.map(|number| number.to_string()).unwrap_or_default();
        let product = product_name(rule.product);
        let _ = writeln!(page, "| [`{0}`]({0}.md) | {number} | {product} | {1} |", rule.id, rule.title);
    }
    page
}

fn product_name(product: Option<Product>) -> &'static str {
    match product {
        None => "both products",
        Some(Product::PolicyLimit) => "Policy Limit",
        Some(Product::PolicyExistence) => "Policy Existence",
    }
}

/// Returns links to requirement ids and decisions on their page, from the folder of the rule pages.
fn links(ids: &[&str]) -> String {
    let links = ids.iter().map(|id| format!("[{id}](../requirements.md#{})", anchor(id)));
    links.collect::<Vec<_>>().join(", ")
}

/// Returns the anchor of a requirement id or a decision on [`requirements::requirements_page`].
pub(crate) fn anchor(id: &str) -> String {
    id.to_ascii_lowercase()
}

/// Escapes a text for a table cell.
fn cell(text: &str) -> String {
    text.replace('|', "\\|")
}

/// Writes members for a table cell, or nothing.
fn code(members: &Members) -> String {
    if members.is_empty() {
        String::new()
    } else {
        format!("`{}`", cell(&Document::Object(members.clone()).to_string()))
    }
}
