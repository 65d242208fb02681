//! Judges an expectation by what was seen.

use crate::belief;
use crate::error::CertifyError;
use crate::exchange::Exchange;
use crate::rules;
use crate::scenario::{Answers, Check, Requests, Shown};
use crate::stage::Stage;
use casegate::tokens::State;

/// The verdict on an expectation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Verdict {
    Passed,
    /// With the reason, which repeats no value.
    Failed(String),
    /// It needs an address that was not given.
    NotTested,
}

impl Verdict {
    fn of(reason: Option<String>) -> Verdict {
        reason.map_or(Verdict::Passed, Verdict::Failed)
    }
}

/// Judges an expectation.
pub(crate) fn judge(stage: &Stage, check: &Check) -> Result<Verdict, CertifyError> {
    Ok(match check {
        Check::Requests(wanted) => Verdict::of(requests(&stage.sight().exchanges, wanted)),
        Check::Answers(wanted) => Verdict::of(answers(stage, wanted)),
        Check::Order(names) => Verdict::of(order(&stage.sight().exchanges, names)),
        Check::Cases(wanted) => {
            let count = stage.cases()?.len();
            let noun = if count == 1 { "case" } else { "cases" };
            Verdict::of((count != *wanted).then(|| format!("the service has {count} {noun} instead of {wanted}")))
        }
        Check::Rule(rule) => Verdict::of(rules::violation(stage, *rule)?),
        Check::State(wanted) => match &stage.urls.read {
            None => Verdict::NotTested,
            Some(url) => Verdict::of(state(stage, url, wanted)?),
        },
    })
}

/// Describes the requests of an expectation.
fn described(wanted: &Requests) -> String {
    let to = if wanted.to.is_empty() { "any endpoint".to_owned() } else { format!("`{}`", wanted.to.join("`, `")) };
    let answered = wanted.answered.as_ref().map(|words| format!(" answered {}", words.join(" or ")));
    format!("requests to {to}{}", answered.unwrap_or_default())
}

fn requests(exchanges: &[Exchange], wanted: &Requests) -> Option<String> {
    let is_wanted = |exchange: &&Exchange| {
        let name = exchange.request.endpoint_name();
        let is_answered = |words: &Vec<String>| is_status(words, exchange.status);
        (wanted.to.is_empty() || wanted.to.iter().any(|to| to == name))
            && wanted.answered.as_ref().is_none_or(is_answered)
    };
    let found: Vec<&Exchange> = exchanges.iter().filter(is_wanted).collect();
    let (what, count) = (described(wanted), found.len());
    if let Some(exact) = wanted.count.filter(|exact| *exact != count) {
        return Some(format!("{what}: {count} instead of {exact}"));
    }
    if let Some(least) = wanted.at_least.filter(|least| count < *least) {
        return Some(format!("{what}: {count} instead of at least {least}"));
    }
    if let Some(most) = wanted.at_most.filter(|most| count > *most) {
        return Some(format!("{what}: {count} instead of at most {most}"));
    }
    let findings = || found.iter().flat_map(|exchange| &exchange.findings);
    let bad =
        findings().find(|finding| wanted.without.contains(&finding.code) || wanted.acceptable && finding.is_error);
    if let Some(bad) = bad {
        return Some(format!("{what}: one of them has the finding `{}`", bad.code));
    }
    for exchange in &found {
        let content = exchange.request.content();
        if let Some((place, _)) = wanted.has.iter().find(|(place, value)| content.pointer(place) != Some(value)) {
            return Some(format!("{what}: one of them has another value at {place}, or none"));
        }
        if let Some(place) = wanted.lacks.iter().find(|place| content.pointer(place).is_some()) {
            return Some(format!("{what}: one of them has a value at {place}"));
        }
    }
    let pause = wanted.pause_seconds?;
    let is_short = |(one, next): (&&Exchange, &&Exchange)| {
        one.has_failed() && one.ended.is_some_and(|end| next.began.saturating_duration_since(end).as_secs_f64() < pause)
    };
    let is_short = found.iter().zip(found.iter().skip(1)).any(is_short);
    is_short.then(|| format!("{what}: one came less than {pause} s after the one before it"))
}

/// Returns `true` if a status is one of the words, such as `201`, `2xx` or `none`.
fn is_status(words: &[String], status: Option<u16>) -> bool {
    words.iter().any(|word| match (word.as_str(), status) {
        ("none", None) => true,
        (word, Some(status)) => match word.strip_suffix("xx") {
            Some(class) => class.parse() == Ok(status / 100),
            None => word.parse() == Ok(status),
        },
        (_, None) => false,
    })
}

fn answers(stage: &Stage, wanted: &Answers) -> Option<String> {
    let sight = stage.sight();
    let of_people =
        sight.given.iter().filter(|given| given.name == wanted.to && given.is_over).map(|given| given.status);
    let is_named =
        |name: &Option<String>| name.as_ref() == Some(&wanted.to) || name.is_none() && wanted.to == "webhooks";
    let of_events =
        sight.deliveries.iter().filter(|delivered| is_named(&delivered.name)).map(|delivered| delivered.status);
    let found: Vec<Option<u16>> = of_people.chain(of_events).collect();
    if found.len() < wanted.at_least {
        return Some(format!("answers to `{}`: {} instead of at least {}", wanted.to, found.len(), wanted.at_least));
    }
    let other = found.iter().find(|status| !is_status(&wanted.status, **status))?;
    let other = other.map_or_else(|| "no answer".to_owned(), |status| status.to_string());
    Some(format!("answers to `{}`: {other} instead of {}", wanted.to, wanted.status.join(" or ")))
}

fn order(exchanges: &[Exchange], names: &[String]) -> Option<String> {
    let mut left = exchanges.iter().map(|exchange| exchange.request.endpoint_name());
    let missing = names.iter().find(|name| !left.any(|seen| seen == *name))?;
    Some(format!("the requests did not come in the order {}: `{missing}` is missing or too early", names.join(", ")))
}

/// Compares the state that the backend shows with the wanted one, and with those that the rulebook
/// derives from what the backend was told.
fn state(stage: &Stage, url: &str, wanted: &Shown) -> Result<Option<String>, CertifyError> {
    let (of, wanted) = match wanted {
        Shown::Newest(wanted) => (None, wanted),
        Shown::Of { of, is } => (Some(of.as_str()), is),
    };
    let Some(case) = stage.case_now(of)? else {
        return Ok(Some("the service has no case".to_owned()));
    };
    let possible: Vec<&str> = belief::possible(&stage.sight(), &case).into_iter().map(State::name).collect();
    let Some(shown) = belief::shown(stage, url, &case) else {
        return Ok(Some("the backend shows no state of the case".to_owned()));
    };
    if shown != *wanted {
        return Ok(Some(format!("the backend shows `{shown}` instead of `{wanted}`")));
    }
    let is_possible = possible.contains(&shown.as_str());
    let reason = || format!("the backend shows `{shown}`, but what it was told allows: {}", possible.join(", "));
    Ok((!is_possible).then(reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::exchange::{Body, Finding, Part, Seen};
    use serde_json::json;
    use std::time::{Duration, Instant};

    fn exchange(path: &str, status: Option<u16>, at: Instant) -> Exchange {
        let method = if path.ends_with("/create/") { "POST" } else { "GET" };
        let request = Seen::of(method, &format!("/api/v1/partner{path}"));
        Exchange { began: at, ended: Some(at), status, ..Exchange::of(request, Vec::new()) }
    }

    fn wanted(json: serde_json::Value) -> Requests {
        serde_json::from_value(json).unwrap()
    }

    #[test]
    fn requests_are_counted_by_endpoint_and_answer() {
        let now = Instant::now();
        let seen = [exchange("/cases/create/", None, now), exchange("/cases/create/", Some(201), now)];
        let judged = |json| requests(&seen, &wanted(json));
        assert_eq!(judged(json!({ "to": ["create"], "count": 2 })), None);
        assert_eq!(judged(json!({ "to": ["create"], "answered": ["2xx"], "count": 1 })), None);
        assert_eq!(judged(json!({ "to": ["create"], "answered": ["none"], "at_most": 1 })), None);
        assert_eq!(
            judged(json!({ "to": ["login"], "at_least": 1 })).unwrap(),
            "requests to `login`: 0 instead of at least 1"
        );
        assert!(judged(json!({ "to": ["create"], "count": 1 })).is_some());
        assert!(judged(json!({ "at_most": 1 })).is_some());
    }

    #[test]
    fn findings_and_content_are_judged() {
        let mut seen = exchange("/cases/create/", Some(201), Instant::now());
        let case = r#"{"case_type":"pl"}"#.to_owned();
        seen.request.body =
            Body::Parts(vec![Part { name: "case".to_owned(), size: 18, text: Some(case), ..Part::default() }]);
        seen.findings = vec![Finding { code: "required".to_owned(), is_error: true }];
        let judged = |json| requests(std::slice::from_ref(&seen), &wanted(json));
        assert_eq!(judged(json!({ "has": { "/case/case_type": "pl", "/file_count": 0 } })), None);
        assert!(judged(json!({ "has": { "/case/case_type": "pe" } })).is_some());
        assert!(judged(json!({ "lacks": ["/case/case_type"] })).is_some());
        assert_eq!(judged(json!({ "lacks": ["/case/is_test"], "without": ["unknown_path"] })), None);
        assert!(judged(json!({ "acceptable": true })).is_some());
        let reason = judged(json!({ "without": ["required"] })).unwrap();
        assert!(reason.ends_with("`required`"), "{reason}");
    }

    #[test]
    fn a_pause_counts_after_a_failure_only() {
        let now = Instant::now();
        let soon = now + Duration::from_millis(100);
        let judged = |first| {
            let seen = [exchange("/cases/C-1/results/", first, now), exchange("/cases/C-1/results/", Some(200), soon)];
            requests(&seen, &wanted(json!({ "to": ["results"], "pause_seconds": 1.0 })))
        };
        assert_eq!(judged(Some(200)), None);
        assert!(judged(Some(429)).is_some() && judged(Some(503)).is_some() && judged(None).is_some());
    }

    #[test]
    fn an_order_is_one_of_first_requests() {
        let now = Instant::now();
        let seen = [exchange("/cases/create/", Some(201), now), exchange("/cases/C-1/", Some(200), now)];
        let names = |names: [&str; 2]| names.map(str::to_owned);
        assert_eq!(order(&seen, &names(["create", "detail"])), None);
        assert!(order(&seen, &names(["detail", "create"])).is_some());
    }
}
