//! The decisions as operations: JSON text in, JSON text out.

use super::call::{Call, Limits, Step};
use super::clock::Clock;
use super::settle::{Intent, Settled, Settling, ask_from, listed, settle};
use crate::context::Context;
use crate::service::answers::{Answer, answer_of};
use crate::service::requests::kinds::{EndpointId, Method};
use crate::text::json::document::{Document, Members};
use serde::Serialize;

/// The result of the operation `call_step`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CallReply {
    /// The call, which the caller passes on with the outcome of the next attempt.
    pub call: Option<SavedCall>,
    /// What to do.
    #[cfg_attr(feature = "export", schemars(with = "serde_json::Value"))]
    pub step: Option<Step>,
    /// The method of the request.
    pub method: Option<Method>,
    /// Its path below the service's address.
    pub path: Option<String>,
    /// The service's clock in its latest answers, which the caller passes on to the next call.
    pub clock: Clock,
}

/// A [`Call`] between two steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SavedCall {
    endpoint: EndpointId,
    spread: u32,
    tries: u32,
    renewed: bool,
    lost: bool,
}

/// The result of the operation `settle_create`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct SettleReply {
    /// The decision.
    pub settled: Settled,
    /// The cases that the create can have made.
    pub candidates: Vec<u64>,
    /// When the list can be asked for.
    pub until: u64,
}

/// [`Call`] for callers that keep it as JSON. `{"endpoint","params","spread"}` begins a call;
/// `{"call","answer","limits","clock","now"}` continues one.
pub(crate) fn call_of(text: &str, context: &Context) -> CallReply {
    let input = Document::input(text, context).unwrap_or(Document::Null);
    let saved = input.get("call").unwrap_or(&input);
    let mut clock = Clock::of(input.get("clock"));
    let nothing = CallReply { call: None, step: None, method: None, path: None, clock: Clock::default() };
    let endpoint = saved.get("endpoint").and_then(Document::as_str).and_then(EndpointId::from_name);
    let Some(row) = endpoint.and_then(EndpointId::endpoint) else { return nothing };
    let mut call = Call::new(row.id, small(saved, "spread", 0));
    call.tries = small(saved, "tries", 0);
    call.renewed = is(saved, "renewed");
    call.lost = is(saved, "lost");
    let now = input.get("now").and_then(Document::as_u64).unwrap_or_default();
    if let Some(facts) = input.get("answer") {
        let answer: Answer<'_> = answer_of(facts);
        let given = input.get("limits").unwrap_or(&Document::Null);
        let usual = Limits::default();
        let limits = Limits {
            retries: small(given, "retries", usual.retries),
            requests: small(given, "requests", usual.requests),
            repeats: small(given, "repeats", usual.repeats),
        };
        call.answered(&answer, context, limits, now);
        clock.learn(&answer, now);
    }
    let params = input.get("params").and_then(Document::as_object);
    let texts = params.into_iter().flat_map(Members::iter);
    let texts: Vec<(&str, &str)> = texts.filter_map(|(name, value)| Some((name, value.as_str()?))).collect();
    CallReply {
        step: Some(call.step(now)),
        method: Some(row.method),
        path: row.path_with_query(&texts),
        call: Some(SavedCall {
            endpoint: row.id,
            spread: call.spread,
            tries: call.tries,
            renewed: call.renewed,
            lost: call.lost,
        }),
        clock,
    }
}

/// [`settle`] of `{"intent","pages","taken","only_writer","others_open","ask_after","skew","clock","now"}`.
pub(crate) fn settle_of(text: &str, context: &Context) -> SettleReply {
    let input = Document::input(text, context).unwrap_or(Document::Null);
    let usual = Settling::default();
    let how = Settling {
        only_writer: is(&input, "only_writer"),
        others_open: is(&input, "others_open"),
        ask_after: time(&input, "ask_after").unwrap_or(usual.ask_after),
        skew: time(&input, "skew").unwrap_or(usual.skew),
        clock: Clock::of(input.get("clock")),
    };
    let given = input.get("intent").unwrap_or(&Document::Null);
    let of = |name| time(given, name).unwrap_or_default();
    // What cannot be read is never sent again.
    let creates = small(given, "creates", u32::MAX);
    let clock = Clock::of(given.get("clock"));
    let intent = Intent { first: of("first"), last: of("last"), since: of("since"), creates, clock };
    let pages = input.get("pages").and_then(Document::as_list).unwrap_or_default();
    let taken = input.get("taken").and_then(Document::as_list).unwrap_or_default();
    let taken: Vec<u64> = taken.iter().filter_map(Document::as_u64).collect();
    let now = time(&input, "now").unwrap_or_default();
    let (settled, candidates) = settle(&intent, &listed(pages), &taken, &how, now);
    SettleReply { settled, candidates, until: ask_from(&intent, &how) }
}

fn is(of: &Document, name: &str) -> bool {
    of.get(name).and_then(Document::as_bool) == Some(true)
}

fn time(of: &Document, name: &str) -> Option<u64> {
    of.get(name).and_then(Document::as_u64)
}

fn small(of: &Document, name: &str, usual: u32) -> u32 {
    time(of, name).and_then(|number| u32::try_from(number).ok()).unwrap_or(usual)
}
