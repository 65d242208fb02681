//! The states of a case that a backend may show: those that the rulebook's `Follower` derives from
//! the events and the answers that the backend got.

use crate::record::{Delivered, Sight};
use crate::stage::{Case, Stage};
use casegate::events::{Fact, Follower, Source, read_event};
use casegate::json::Document;
use casegate::requests::EndpointId;
use casegate::tokens::State;
use casegate::{Context, Date};
use casegate_http::forward::send;
use serde_json::Value;
use std::time::Instant;
use ureq::http::{HeaderMap, Method};

/// Returns the state that the backend shows for a case.
pub(crate) fn shown(stage: &Stage, url: &str, case: &Case) -> Option<String> {
    let url = url.replace("{id}", &case.id.to_string());
    let answer = send(&stage.agent, &Method::GET, &url, &HeaderMap::new(), &[])?;
    stage.service.record.show("what it shows of a case".to_owned(), Some(&answer));
    let body: Value = serde_json::from_slice(&answer.body).ok()?;
    let word = ["state", "status"].iter().find_map(|name| body.get(name).and_then(Value::as_str))?;
    // Only words of the specification are repeated in reports.
    Some(State::from_name(word).map_or("unknown", State::name).to_owned())
}

enum Fed {
    Event(Delivered),
    Answer(Source, String),
}

/// Returns the states that the case may have, by what the backend was told.
pub(crate) fn possible(sight: &Sight, case: &Case) -> Vec<State> {
    let mut fed: Vec<(Instant, Fed)> = Vec::new();
    for delivered in sight.deliveries.iter().filter(|delivered| delivered.is_genuine) {
        fed.push((delivered.at, Fed::Event(delivered.clone())));
    }
    for exchange in &sight.exchanges {
        let source = match exchange.request.endpoint.map(|endpoint| endpoint.id) {
            Some(EndpointId::Detail) => Source::Detail,
            Some(EndpointId::Results) => Source::Results,
            Some(EndpointId::Offers) => Source::Offers,
            _ => continue,
        };
        let is_own = exchange.request.reference == case.issue_key;
        if let Some(answer) = exchange.answer.as_ref().filter(|_| is_own && exchange.status == Some(200)) {
            fed.push((exchange.began, Fed::Answer(source, answer.to_string())));
        }
    }
    fed.sort_by_key(|(at, _)| *at);
    let mut follower = Follower::new(case.is_test);
    for (_, fed) in fed {
        let fact = match fed {
            Fed::Event(delivered) => event(&delivered.body, case),
            Fed::Answer(source, body) => {
                let basis = follower.view(None).basis;
                let body = Document::read(&body).ok();
                body.and_then(|body| Fact::answer(source, &body, basis.iter().map(String::as_str)).ok())
            }
        };
        if let Some(fact) = fact {
            follower.ingest(fact);
        }
    }
    follower.view(None).possible
}

fn event(body: &str, case: &Case) -> Option<Fact> {
    // Reading an event does not depend on the day.
    let context = Context::new(Date::parse("2026-01-01")?);
    let delivery = read_event(body, &context).event?;
    (delivery.case_id == Some(case.id)).then(|| Fact::event(&delivery))
}
