//! The certificate as one page of HTML that loads nothing.

use crate::certificate::{Certificate, Outcome, RequirementOutcome, ScenarioOutcome};
use casegate::requests::endpoints;
use std::fmt::Write;

const STYLE: &str = include_str!("page.css");

impl Certificate {
    /// Returns the certificate as a page that loads nothing.
    pub fn to_html(&self) -> String {
        let name = escaped(&self.backend.name);
        let mut page = format!(
            "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
             <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
             <title>Certificate of {name}: {outcome}</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
             <a class=\"skip\" href=\"#content\">Skip to the outcome</a>\n<main id=\"content\">\n\
             <h1>Certificate of {name}: {mark}</h1>\n",
            outcome = self.heading(),
            mark = self.marks(),
        );
        let _ = writeln!(page, "<p>{}</p>", escaped(&self.sentence()));
        let tested = self.requirements.iter().filter(|requirement| requirement.outcome != Outcome::NotTested).count();
        let addresses = self.backend.addresses.iter().map(|(name, url)| format!("{name} {}", escaped(url)));
        let counts = [Outcome::Passed, Outcome::Failed, Outcome::NotTested]
            .map(|outcome| format!("{} {}", self.count(outcome), outcome.words()));
        let rows = [
            ("Date", self.date.clone()),
            ("Addresses", addresses.collect::<Vec<_>>().join("<br>")),
            ("Scenarios", format!("{} of {}: {}", self.scenarios.len(), self.all_scenarios, counts.join(", "))),
            ("Requirements", format!("{tested} tested")),
            ("Rulebook", format!("casegate {}, digest <code>{}</code>", self.rulebook.version, self.rulebook.digest)),
        ];
        page.push_str("<table>\n<tbody>\n");
        for (name, value) in rows {
            let _ = writeln!(page, "<tr><th scope=\"row\">{name}</th><td>{value}</td></tr>");
        }
        page.push_str("</tbody>\n</table>\n<h2>Scenarios by endpoint</h2>\n");
        self.matrix(&mut page);
        page.push_str("<h2>Scenarios</h2>\n");
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

    fn marks(&self) -> String {
        let part =
            if self.is_complete || self.outcome != Outcome::Failed { String::new() } else { mark(Outcome::Incomplete) };
        format!("{} {part}", mark(self.outcome)).trim_end().to_owned()
    }

    /// The meaning of the outcome.
    fn sentence(&self) -> String {
        let all = self.all_scenarios;
        match (self.outcome, &self.ended) {
            (_, Some(why)) => format!("The run ended before its last scenario: {why}."),
            (Outcome::Passed, _) => format!(
                "This backend was tested against a stand-in for the research service in {all} scenarios, with answers \
                 that were late, lost or refused, and webhooks that were late, lost, repeated or forged. In all of \
                 them the backend did what the service's specification requires. Values are masked."
            ),
            (Outcome::Failed, _) => "In the scenarios that failed, the backend did not do what the service's \
                 specification requires. Values are masked."
                .to_owned(),
            _ => format!(
                "This does not certify the whole backend: not all of the {all} scenarios were played with \
                 everything that they test. Values are masked."
            ),
        }
    }

    /// The number of requests to each endpoint in each scenario, as a picture.
    fn matrix(&self, page: &mut String) {
        let names: Vec<&str> = endpoints().iter().map(|endpoint| endpoint.id.name()).chain(["unknown"]).collect();
        let is_used = |name: &&str| self.scenarios.iter().any(|scenario| scenario.requests.contains_key(name));
        let names: Vec<&str> = names.into_iter().filter(is_used).collect();
        page.push_str("<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Scenarios by endpoint\">\n<table class=\"matrix\">\n");
        page.push_str("<caption>The number of requests that were seen and judged.</caption>\n<thead><tr><th scope=\"col\">Scenario</th><th scope=\"col\">Outcome</th>");
        for name in &names {
            let _ = write!(page, "<th scope=\"col\">{name}</th>");
        }
        page.push_str("</tr></thead>\n<tbody>\n");
        for scenario in &self.scenarios {
            let name = escaped(&scenario.scenario);
            let _ = write!(
                page,
                "<tr><th scope=\"row\"><a href=\"#{name}\">{name}</a></th><td>{}</td>",
                mark(scenario.outcome)
            );
            for name in &names {
                match scenario.requests.get(name) {
                    Some(count) => {
                        let _ = write!(page, "<td class=\"{}\">{count}</td>", class(scenario.outcome));
                    }
                    None => page.push_str("<td></td>"),
                }
            }
            page.push_str("</tr>\n");
        }
        page.push_str("</tbody>\n</table>\n</div>\n");
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

fn class(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Passed => "passed",
        Outcome::Failed => "failed",
        Outcome::NotTested => "not-tested",
        Outcome::Incomplete => "incomplete",
    }
}

/// An outcome as a sign and a word, so that it does not depend on a color.
fn mark(outcome: Outcome) -> String {
    let sign = match outcome {
        Outcome::Passed => "✓",
        Outcome::Failed => "✗",
        Outcome::NotTested => "–",
        Outcome::Incomplete => "◐",
    };
    let class = class(outcome);
    format!("<span class=\"{class}\"><span aria-hidden=\"true\">{sign}</span> {}</span>", outcome.words())
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
