//! Findings for people: the place, the line, carets, the message, the rule, the fix.

use super::locate::Place;
use super::source_line::Lines;
use crate::input::Source;
use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use casegate::report::Fix;
use casegate::{Issue, Severity};

/// Returns the findings of a file, each followed by an empty line.
pub(crate) fn text(source: &Source, issues: &[Issue], places: &[Place]) -> String {
    let lines = Lines::new(&source.text);
    let mut text = String::new();
    for (issue, place) in issues.iter().zip(places) {
        text.push_str(&finding(source, &lines, issue, place));
        text.push('\n');
    }
    text
}

fn finding(source: &Source, lines: &Lines<'_>, issue: &Issue, place: &Place) -> String {
    let level = match issue.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let title = level.clone().primary_title(issue.message.as_str()).id(issue.code.name());
    let origin = Origin::path(source.name.as_str());
    let notes = notes(lines, issue, place);
    let notes = notes.iter().map(|(name, note)| Level::NOTE.with_name(*name).message(note.as_str()));

    let Some(span) = &place.span else {
        return tidy(&Renderer::styled().render(&[title.element(origin).elements(notes)]));
    };
    let line = lines.around(span);
    let missing = place.missing.as_ref().map(|name| format!("`{name}` is missing here"));
    let annotation = AnnotationKind::Primary.span(line.span).label(missing);
    let snippet = Snippet::source(line.text).line_start(line.number).annotation(annotation);
    // The renderer counts columns in its input, which may be a part of the line, so the real column
    // is passed separately.
    let head = title.element(origin.line(line.number).char_column(line.column));
    tidy(&Renderer::styled().render(&[head, Group::with_level(level).element(snippet).elements(notes)]))
}

/// Removes the second of two empty gutters between the head and the line.
fn tidy(rendered: &str) -> String {
    let mut text = String::with_capacity(rendered.len() + 1);
    let mut before = "";
    for line in rendered.lines() {
        if line != before {
            text.push_str(line);
            text.push('\n');
        }
        before = line;
    }
    text
}

/// Returns the notes below the line.
fn notes(lines: &Lines<'_>, issue: &Issue, place: &Place) -> Vec<(&'static str, String)> {
    let mut notes = Vec::new();
    if let Some(rule) = &issue.rule {
        notes.push(("rule", rule.clone().into_owned()));
    }
    for (name, at) in &place.because {
        let (line, column) = lines.position(*at);
        notes.push(("because", format!("`{name}`, at {line}:{column}")));
    }
    if let Some(fix) = &issue.fix {
        notes.push(("fix", remedy(fix)));
    }
    notes
}

fn remedy(fix: &Fix) -> String {
    match fix {
        Fix::Remove => "remove it".to_owned(),
        Fix::Uppercase => "write it in capital letters".to_owned(),
        Fix::Rewrite => "write the same value in this form".to_owned(),
        Fix::Rename { to } => format!("rename the field to `{}`", to.trim_start_matches('/')),
        Fix::WrapInArray => "put it in an array".to_owned(),
        Fix::Replace { value } => format!("write `{value}`"),
    }
}
