//! The rulebook of a case-research service: which requests about insurance coverage it accepts,
//! and why it refuses the others.
//!
//! A payload goes in and a report comes out, with the same bytes in Rust, on the command line, in
//! Node and in a browser. Fields, words and rules are tables. The crate has no clock, disk or
//! network: a [`Context`] carries what only the caller knows, above all today's date.
//!
//! ```
//! use casegate::{Context, check_case};
//!
//! let context = Context::new("2026-03-01".parse()?);
//! let report = check_case(r#"{ "case_type": "pe" }"#, &context);
//! for issue in &report {
//!     println!("{issue}"); // /cc_emails: error: Enter the …
//! }
//! assert!(!report.ok);
//! # Ok::<(), casegate::date::ParseDateError>(())
//! ```
//!
//! The payload is text, bytes, or a [`serde_json::Value`] ([`CaseInput`]). Reports, issues, contexts
//! and cases implement [`serde::Serialize`] and [`serde::Deserialize`], so that they can be stored
//! and read back.
//!
//! A case:
//!
//! - [`check_case`] returns a [`Report`]: the verdict, the issues at their places, and facts.
//! - [`case_from_form`] returns the case that the values of a form stand for.
//! - [`prepare_case`] returns the payload as it should be sent.
//! - [`accept_case`] returns an accepted payload as a Rust value ([`typed`]).
//! - [`field_states`] returns what a form does with each field, also while the form is incomplete.
//! - [`Session`] holds a form that is being filled in: an edit returns only what it changed.
//! - [`repair_case`] returns the smallest edits that make a payload acceptable, and the questions
//!   that remain for a person.
//! - [`receipt`](receipt()) returns the decision and its reasons without a submitted value (feature
//!   `receipts`).
//! - [`files::judge_files`] judges the files of a case.
//! - [`explain`](explain()) describes a rule.
//!
//! The service around it, with the feature `service`:
//!
//! - [`requests::check_request`] judges the request to any endpoint; [`requests`] has their table.
//! - [`answers::read_answer`] says what an answer to a create request means.
//! - [`lifecycle`] applies triggers to a case, lists actions and replays a whole life.
//! - [`events`] reads webhook events; [`events::Follower`] derives the state of a case from them.
//! - [`results::normalize_results`] and [`records::read_record`] read the answers of the service.
//!
//! `analysis::analyze` examines the rules of a context without a case.
//!
//! [`config`] reads settings and a firm's own rules from JSON, [`export`] writes schemas, types and
//! pages, and [`wire`] has every operation as JSON text for bindings.

#![cfg_attr(docsrs, feature(doc_cfg))]
#![cfg_attr(
    not(feature = "export"),
    allow(
        dead_code,
        unreachable_pub,
        reason = "with `export` everything has a user; without it, some words have none"
    )
)]
#![warn(missing_debug_implementations)]

#[cfg(feature = "analysis")]
pub mod analysis;
mod case;
pub mod config;
pub mod context;
#[cfg(feature = "export")]
pub mod export;
mod judge;
mod messages;
mod payload;
pub mod report;
mod rulebook;
#[cfg(feature = "service")]
mod service;
mod text;
pub mod wire;

#[cfg(feature = "receipts")]
pub use case::receipt;
pub use case::{explain, files, form, prepare, repair, session, states, typed};
pub use config::firm_rules;
pub use rulebook::{fields, rules, tokens, vocabulary};
#[cfg(feature = "service")]
pub use service::{answers, calls, events, lifecycle, records, requests, results};
pub use text::{date, email, json, suggest, usd};

pub use case::check::check_case;
pub use case::explain::explain;
#[cfg(feature = "analysis")]
pub use case::forecast::{DayOfChange, Forecast, forecast};
pub use case::form::case_from_form;
pub use case::input::CaseInput;
pub use case::prepare::prepare_case;
#[cfg(feature = "receipts")]
pub use case::receipt::receipt;
pub use case::repair::repair_case;
pub use case::session::Session;
pub use case::states::field_states;
pub use case::typed::{Case, CaseError, accept_case};
pub use config::Settings;
#[cfg(feature = "firm-rules")]
pub use config::firm_rules::check_house;
pub use context::Context;
pub use messages::Language;
pub use report::Report;
pub use report::issue::Issue;
pub use rulebook::codes::Code;
pub use rulebook::lifetime::AsOf;
pub use rulebook::params::Severity;
pub use rulebook::product::Product;
pub use text::date::Date;
pub use text::name::ParseNameError;

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
