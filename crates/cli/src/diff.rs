//! `casegate diff`: the differences between two contexts.

use crate::Outcome;
use crate::args::{Diff, DiffFormat};
use crate::context;
use crate::error::{CliError, note};
use crate::judge::one_line;
use crate::output::Output;
use crate::sanitize;
use crate::tables::layout::{WIDTH, entry, wrapped};
use casegate::analysis::{Change, ChangeEffect, Difference, diff_rulebooks};
use casegate::wire;
use std::fmt::Write;

pub(crate) fn run(args: &Diff) -> Result<Outcome, CliError> {
    let today = args.today.clone();
    let mut of_clock = None;
    let mut read = |name: &str, given: &str| {
        context::of_argument(name, given, today.as_deref(), &mut || {
            of_clock.get_or_insert_with(context::local_today).clone()
        })
    };
    let (before, after) = (read("BEFORE", &args.before)?, read("AFTER", &args.after)?);
    if let Some(today) = of_clock {
        note(format_args!("today is {today}, this computer's date; --today sets another date"));
    }
    let difference = diff_rulebooks(&before, &after);
    let text = match args.format {
        DiffFormat::Human => human(&difference),
        DiffFormat::Json => {
            let settings = serde_json::to_string(&after).unwrap_or_default();
            one_line(wire::DIFF_RULEBOOKS.call_with(&settings, &before)) + "\n"
        }
        DiffFormat::Markdown => markdown(&difference),
    };
    Output::plain().print(&text)?;
    Ok(if difference.ok { Outcome::Success } else { Outcome::Refused })
}

fn human(difference: &Difference) -> String {
    let mut out = String::new();
    for change in &difference.changes {
        let _ = writeln!(out, "{}: {}", change.effect, name(change));
        out.push_str(&wrapped(&change.message, WIDTH).join("\n"));
        out.push('\n');
        out.push_str(&entry("Fields", &sanitize::one_line(&places(change).join(", "))));
        if let Some(first) = change.places.first() {
            out.push_str(&entry("Finding", &sanitize::one_line(&first.finding)));
            // A payload stays in one piece, so that it can be copied.
            let _ = writeln!(out, "{:15}{}", "Case", sanitize::one_line(first.witness.get()));
        }
        out.push('\n');
    }
    for setting in &difference.unseen {
        let _ = writeln!(out, "{}: differs, and no case shows it", sanitize::one_line(&setting.setting));
    }
    let changes = match difference.changes.len() {
        0 => "no changes".to_owned(),
        1 => "1 change".to_owned(),
        changes => format!("{changes} changes"),
    };
    let _ = writeln!(out, "{changes} in {} payloads", difference.payloads);
    out
}

/// Returns a page for people who send cases: a heading for each change, what to do, and a case.
fn markdown(difference: &Difference) -> String {
    let mut out = String::from("# Changes of the rules\n");
    let groups = [
        (ChangeEffect::Refused, "Refused now"),
        (ChangeEffect::Accepted, "Accepted now"),
        (ChangeEffect::ErrorAdded, "More errors"),
        (ChangeEffect::ErrorRemoved, "Fewer errors"),
        (ChangeEffect::Warned, "More warnings"),
        (ChangeEffect::WarningRemoved, "Fewer warnings"),
    ];
    for (effect, heading) in groups {
        for change in difference.changes.iter().filter(|change| change.effect == effect) {
            let places: Vec<String> = places(change).iter().map(|at| format!("`{}`", at.replace('`', ""))).collect();
            let _ = write!(out, "\n## {heading}: {}\n\n", name(change));
            let _ = write!(out, "{}\n\nFields: {}.\n", change.message, places.join(", "));
            if let Some(first) = change.places.first() {
                let finding = escaped(&first.finding);
                let case = serde_json::from_str::<serde_json::Value>(first.witness.get());
                let case = case.and_then(|case| serde_json::to_string_pretty(&case)).unwrap_or_default();
                let _ = write!(out, "\n> {finding}\n\n```json\n{}\n```\n", sanitize::lines(&case));
            }
        }
    }
    if difference.changes.is_empty() {
        out.push_str("\nNo case shows a change.\n");
    }
    if !difference.unseen.is_empty() {
        let settings: Vec<String> = difference.unseen.iter().map(|unseen| format!("`{}`", unseen.setting)).collect();
        let _ =
            write!(out, "\n## Settings without an effect on cases\n\n{}\n", sanitize::one_line(&settings.join(", ")));
    }
    out
}

/// Escapes a text for a paragraph of Markdown. The text of a firm may contain anything.
fn escaped(text: &str) -> String {
    let mut out = String::new();
    for letter in sanitize::one_line(text).chars() {
        if letter.is_ascii_punctuation() && !".,:;!?'-()/\"".contains(letter) {
            out.push('\\');
        }
        out.push(letter);
    }
    out
}

fn places(change: &Change) -> Vec<String> {
    let whole = |at: &String| if at.is_empty() { "the whole case".to_owned() } else { at.clone() };
    change.places.iter().map(|place| whole(&place.at)).collect()
}

fn name(change: &Change) -> String {
    match &change.rule {
        Some(rule) => format!("{} ({rule})", change.code),
        None => change.code.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::markdown;
    use casegate::analysis::diff_rulebooks;
    use casegate::{Code, Context};

    #[test]
    fn a_page_has_a_heading_and_a_case_for_each_change() {
        let before = Context::new("2026-03-01".parse().expect("a day"));
        let page = markdown(&diff_rulebooks(&before, &before.clone().raise(Code::FutureDate)));
        assert!(page.starts_with("# Changes of the rules\n\n## Refused now: future_date (pl.loss_not_in_future)\n\n"));
        assert!(page.contains("\nFields: `/date_of_loss`.\n\n> The date of loss is in the future. Check the year.\n"));
        assert!(page.contains("\n```json\n{\n  \"case_type\": \"pl\",\n") && page.ends_with("}\n```\n"));
    }
}
