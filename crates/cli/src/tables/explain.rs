//! `casegate explain`: the description of a rule, or the meaning of a code, a requirement id or a
//! decision.

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
    let text = match (casegate::explain(&args.rule), Code::from_name(&args.rule)) {
        (Ok(rule), _) => of_rule(&rule),
        (Err(_), Some(code)) => of_code(code),
        (Err(unknown), None) => match export::requirement(&args.rule) {
            Some(meaning) => wrapped(&meaning, WIDTH).join("\n") + "\n",
            None => return Err(CliError::new(format!("{unknown}\n\n`casegate rules` lists them all."))),
        },
    };
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
