//! `casegate explain`: the description of a rule or a field, or the meaning of a code, a requirement
//! id, a decision or a scenario.

use super::fields;
use super::layout::{WIDTH, entry, wrapped};
use super::product_name;
use crate::Outcome;
use crate::args::Explain;
use crate::error::CliError;
use crate::output::Output;
use crate::scenarios;
use crate::style::{STRONG, styled};
use casegate::explain::Explanation;
use casegate::export;
use casegate::fields::Lifetime;
use casegate::{Code, Severity};

pub(crate) fn run(args: &Explain) -> Result<Outcome, CliError> {
    let name = args.name.trim_start_matches('/');
    let text = casegate::explain(name).ok().as_ref().map(of_rule);
    let text = text.or_else(|| Code::from_name(name).map(of_code)).or_else(|| of_field(name));
    let text = text.or_else(|| export::requirement(name).map(|meaning| wrapped(&meaning, WIDTH).join("\n") + "\n"));
    let text = text.or_else(|| of_scenario(name)).ok_or_else(|| unknown(name))?;
    Output::human().print(&text)?;
    Ok(Outcome::Success)
}

/// Returns every name that `explain` knows. Statements and decisions are found in any case.
pub(crate) fn names() -> Vec<String> {
    let rules = casegate::explain::rules().into_iter().map(|rule| rule.id.into_owned());
    let tables = fields::names().chain(Code::ALL.iter().map(|code| code.name()));
    let mut names: Vec<String> = rules.chain(tables.chain(export::requirement_ids()).map(str::to_owned)).collect();
    names.extend(scenarios::names());
    names.sort_unstable();
    names.dedup();
    names
}

fn of_rule(rule: &Explanation) -> String {
    let mut text =
        format!("{}\n{}\n\n{}\n\n", styled(STRONG, &rule.id), rule.title, wrapped(&rule.text, WIDTH).join("\n"));
    if let Some(number) = rule.number {
        text.push_str(&entry("Rule", &number.to_string()));
    }
    text.push_str(&entry("Product", rule.product.map_or("both", product_name)));
    if let Some(until) = rule.until {
        text.push_str(&entry("Lifetime", &Lifetime::until(until).sentences().join(" ")));
    }
    let entries = [
        ("Reads", pointed(&rule.reads)),
        ("Concerns", pointed(&rule.targets)),
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

fn of_scenario(name: &str) -> Option<String> {
    let (sentence, requirements) = scenarios::described(name)?;
    let sentence = wrapped(&sentence, WIDTH).join("\n");
    Some(format!("{}\n\n{sentence}\n\n{}", styled(STRONG, name), entry("Statements", &requirements)))
}

/// The error about an unknown name, with the known names that are near or contain it.
fn unknown(name: &str) -> CliError {
    /// Names that are less alike are not offered, and no more than these.
    const NEAR: f64 = 0.7;
    const MOST: usize = 6;
    let name = name.to_lowercase();
    let likeness = |known: &String| {
        let known = known.to_lowercase();
        let contains = name.len() > 2 && known.contains(&name);
        strsim::normalized_damerau_levenshtein(&known, &name).max(if contains { NEAR } else { 0.0 })
    };
    let near = names().into_iter().map(|known| (likeness(&known), known)).filter(|(likeness, _)| *likeness >= NEAR);
    let mut near: Vec<(f64, String)> = near.collect();
    near.sort_by(|one, other| other.0.total_cmp(&one.0).then(one.1.len().cmp(&other.1.len())));
    let near: Vec<String> = near.iter().take(MOST).map(|(_, known)| format!("`{known}`")).collect();
    let hint = if near.is_empty() { String::new() } else { format!("; did you mean {}?", near.join(", ")) };
    let what = "rule, field, code, requirement, decision or scenario";
    CliError::new(format!(
        "there is no {what} with this name{hint}\n\n`casegate rules`, `casegate fields` and `casegate certify --list` list them."
    ))
}

fn pointed(pointers: &[String]) -> String {
    pointers.iter().map(|pointer| pointer.trim_start_matches('/')).collect::<Vec<_>>().join(", ")
}

fn of_code(code: Code) -> String {
    let severity = match code.severity() {
        Severity::Error => "an error: the service refuses the case",
        Severity::Warning => "a warning: the case may be sent; `--deny warnings` makes it an error",
    };
    format!(
        "{}\n\n{}\n\n{}",
        styled(STRONG, code.name()),
        wrapped(code.meaning(), WIDTH).join("\n"),
        entry("Severity", severity)
    )
}
