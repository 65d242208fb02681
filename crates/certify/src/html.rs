//! The certificate as one page of HTML that loads nothing.

use crate::certificate::{Certificate, Outcome, RequirementOutcome, ScenarioOutcome};
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

impl Certificate {
    /// Returns the certificate as a page that loads nothing.
    pub fn to_html(&self) -> String {
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>casegate certify: {outcome}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the outcome</a>\n<main id=\"content\">\n\
             <h1>casegate certify: {outcome}</h1>\n",
            outcome = self.outcome.words(),
        );
        let counts = [Outcome::Passed, Outcome::Failed, Outcome::NotTested]
            .map(|outcome| format!("{} {}", self.count(outcome), outcome.words()));
        let _ = write!(
            page,
            "<p>{} of {} scenarios: {}. Played by casegate {}. Values are masked.</p>\n<h2>Scenarios</h2>\n",
            self.scenarios.len(),
            self.all_scenarios,
            counts.join(", "),
            self.casegate
        );
        let failed = self.scenarios.iter().filter(|scenario| scenario.outcome == Outcome::Failed);
        let others = self.scenarios.iter().filter(|scenario| scenario.outcome != Outcome::Failed);
        failed.chain(others).for_each(|scenario| of_scenario(&mut page, scenario));
        page.push_str(
            "<h2>Requirements</h2>\n<table>\n<thead><tr><th scope=\"col\">Requirement</th><th scope=\"col\">Outcome</th>\
             <th scope=\"col\">Meaning</th><th scope=\"col\">Scenarios</th></tr></thead>\n<tbody>\n",
        );
        self.requirements.iter().for_each(|requirement| of_requirement(&mut page, requirement));
        page.push_str("</tbody>\n</table>\n</main>\n</body>\n</html>\n");
        page
    }
}

fn of_scenario(page: &mut String, scenario: &ScenarioOutcome) {
    let is_open = if scenario.outcome == Outcome::Failed { " open" } else { "" };
    let _ = write!(
        page,
        "<details id=\"{id}\"{is_open}>\n<summary>{} <code>{id}</code> {}</summary>\n",
        mark(scenario.outcome),
        escaped(&scenario.sentence),
        id = escaped(&scenario.scenario),
    );
    if let Some(why) = &scenario.not_tested {
        let _ = writeln!(page, "<p>A part was not tested: it {}.</p>", escaped(why));
    }
    if !scenario.failures.is_empty() {
        page.push_str("<ul>\n");
        for failure in &scenario.failures {
            let ids = failure.requirements.iter().map(|id| format!("<code>{}</code>", escaped(id)));
            let ids: Vec<String> = ids.collect();
            let _ = writeln!(page, "<li>{} ({})</li>", escaped(&failure.reason), ids.join(", "));
        }
        page.push_str("</ul>\n");
    }
    let _ = writeln!(page, "<p>Requirements: {}</p>", escaped(&scenario.requirements.join(", ")));
    if !scenario.lines.is_empty() {
        let lines = escaped(&scenario.lines.join("\n"));
        let _ =
            writeln!(page, "<pre tabindex=\"0\" aria-label=\"What was seen in {}\">{lines}</pre>", scenario.scenario);
    }
    page.push_str("</details>\n");
}

fn of_requirement(page: &mut String, requirement: &RequirementOutcome) {
    let scenarios =
        requirement.scenarios.iter().map(|name| format!("<a href=\"#{name}\">{name}</a>", name = escaped(name)));
    let _ = writeln!(
        page,
        "<tr><th scope=\"row\"><code>{}</code></th><td>{}</td><td>{}</td><td>{}</td></tr>",
        escaped(&requirement.requirement),
        mark(requirement.outcome),
        escaped(&requirement.sentence),
        scenarios.collect::<Vec<_>>().join(", ")
    );
}

/// An outcome as a sign and a word, so that it does not depend on a color.
fn mark(outcome: Outcome) -> String {
    let (class, sign) = match outcome {
        Outcome::Passed => ("passed", "✓"),
        Outcome::Failed => ("failed", "✗"),
        Outcome::NotTested => ("not-tested", "–"),
    };
    format!("<span class=\"{class}\"><span aria-hidden=\"true\">{sign}</span> {}</span>", outcome.words())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
