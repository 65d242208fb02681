//! `casegate explain`: the description of a rule or a field, or the meaning of a code, a requirement
//! id or a decision.

use super::fields;
use super::layout::{WIDTH, entry, wrapped};
use super::product_name;
use crate::Outcome;
use crate::args::Explain;
use crate::error::CliError;
use crate::output::Output;
use casegate::explain::Explanation;
use casegate::export;
use casegate::fields::Lifetime;
use casegate::{Code, Severity};

pub(crate) fn run(args: &Explain) -> Result<Outcome, CliError> {
    let name = args.name.trim_start_matches('/');
    let rule = casegate::explain(name);
    let text = rule.as_ref().ok().map(of_rule);
    let text = text.or_else(|| Code::from_name(name).map(of_code)).or_else(|| of_field(name));
    let text = text.or_else(|| export::requirement(name).map(|meaning| wrapped(&meaning, WIDTH).join("\n") + "\n"));
    let Some(text) = text else { return Err(unknown(name, rule.as_ref().err().and_then(|error| error.near.as_ref()))) };
    Output::plain().print(&text)?;
    Ok(Outcome::Success)
}

fn of_rule(rule: &Explanation) -> String {
    let mut text = format!("{}\n{}\n\n{}\n\n", rule.id, rule.title, wrapped(&rule.text, WIDTH).join("\n"));
    if let Some(number) = rule.number {
        text.push_str(&entry("Rule", &number.to_string()));
    }
    text.push_str(&entry("Product", rule.product.map_or("both", product_name)));
    if let Some(until) = rule.until {
        text.push_str(&entry("Lifetime", &Lifetime::until(until).sentences().join(" ")));
    }
    let entries = [
        ("Reads", names(&rule.reads)),
        ("Concerns", names(&rule.targets)),
        ("Statements", rule.requirement_ids.join(", ")),
        ("Decisions", rule.decisions.join(", ")),
    ];
    for (heading, args) in entries.iter().filter(|(_, args)| !args.is_empty()) {
        text.push_str(&entry(heading, args));
    }
    text
}

/// The row of a field, and the rules about it. A name occurs in several records.
fn of_field(name: &str) -> Option<String> {
    let rows = fields::described(name);
    let pointer = format!("/{name}");
    let rules = casegate::explain::rules()
        .into_iter()
        .filter(|rule| [&rule.reads, &rule.targets].iter().any(|all| all.contains(&pointer)));
    let rules: Vec<_> = rules.map(|rule| rule.id.into_owned()).collect();
    let mut text = rows.join("\n");
    if !rules.is_empty() {
        text.push_str(&entry("Rules", &rules.join(", ")));
    }
    (!rows.is_empty()).then_some(text)
}

/// The error about an unknown name, with known names that contain it.
fn unknown(name: &str, near: Option<&String>) -> CliError {
    let rules = casegate::explain::rules().into_iter().map(|rule| rule.id.into_owned());
    let codes = Code::ALL.iter().map(|code| code.name().to_owned());
    let known = rules.chain(fields::names().map(str::to_owned)).chain(codes);
    let similar = known.filter(|known| name.len() > 2 && known.contains(name) && near != Some(known));
    let similar: Vec<String> =
        near.cloned().into_iter().chain(similar).take(6).map(|name| format!("`{name}`")).collect();
    let hint = if similar.is_empty() { String::new() } else { format!("; did you mean {}?", similar.join(", ")) };
    CliError::new(format!(
        "there is no rule, field, code or requirement of this name{hint}\n\n`casegate rules` and `casegate fields` list them."
    ))
}

fn names(pointers: &[String]) -> String {
    pointers.iter().map(|pointer| pointer.trim_start_matches('/')).collect::<Vec<_>>().join(", ")
}

fn of_code(code: Code) -> String {
    let severity = match code.severity() {
        Severity::Error => "an error: the service refuses the case",
        Severity::Warning => "a warning: the case may be sent; `--deny warnings` makes it an error",
    };
    format!("{}\n\n{}\n\n{}", code.name(), wrapped(code.meaning(), WIDTH).join("\n"), entry("Severity", severity))
}
