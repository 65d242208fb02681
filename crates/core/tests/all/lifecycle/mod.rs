//! Every case that triggers can bring about, and every short schedule of its events to a
//! `Follower`.
//!
//! The quick share of `cargo run --release -p casegate --example explore`, which looks further and
//! prints what it saw.
//!
//! `cases` searches the life cycle to its end over an alphabet with each class of each trigger's
//! parameters, every case beside its test twin: ST-list, ST-no-other-transitions,
//! ST-create-received, ST-create-event, ST-received-in_progress, ST-in_progress-event,
//! ST-in_progress-collapse, ST-in_progress-action_required, ST-one-open-request,
//! ST-action_required-event, ST-respond-received, ST-respond-event, ST-respond-loop,
//! RSP-open-interaction, ST-in_progress-results_ready, ST-results_ready-event, ST-accept-stays,
//! ST-accept-refire, ST-upgrade-selected, EP-accept-retry, EVT-results_ready-on-change,
//! ST-delivered-closed, ST-delivered-event, ST-cancel-closed, ST-cancel-event,
//! ST-cancel-eligibility, CQ-reason-verbatim, EP-cancel-retry, EVT-closed, EVT-closed-once,
//! EVT-closed-reason, ST-closed-terminal, EVT-files_updated, LIM-append-count, LIM-append-bytes,
//! LIM-action-message, TEST-no-webhooks, RESULT-offered-envelope, RESULT-accepted-full,
//! RESULT-status-mapping, RESULT-cancelled-empty; D23, D28 to D34, D45 to D47.
//!
//! `worlds` lets the events reach a follower late, doubled, dropped and shuffled, with the caller
//! asking in between: EVT-notify-outbound, EVT-additional-redacted, EVT-closed-once,
//! TEST-must-poll, TEST-operator-synthetic, LIM-webhook-url; D33, D35.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    clippy::indexing_slicing,
    reason = "several test programs share this module, and none uses all of it"
)]

mod cases;
#[cfg(test)]
mod replay;
pub mod run;
pub mod service;
pub mod tally;
pub mod truth;
mod values;
pub mod worlds;

#[test]
fn every_case_and_every_schedule_keep_the_rules() {
    use worlds::Bounds;
    let report = run::run(&[Bounds { steps: 3, polls: 0 }, Bounds { steps: 1, polls: 1 }], false);
    println!("{}", report.text);
    assert!(report.broken.is_empty(), "{}", report.broken.join("\n"));
    assert!(report.is_whole(), "{:?} {:?}", report.cases, report.worlds);
}
