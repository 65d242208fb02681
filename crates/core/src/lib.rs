//! The rulebook of a case-research service: which requests about insurance coverage it accepts, and why not.
//!
//! A payload goes in, the verdict comes out, the same in Rust, on the command line, in Node and in a browser. Fields,
//! words and rules are tables; everything else reads them. There is no clock, disk or network here: what only the context
//! knows, today above all, is an argument.
//!
//! ```
//! use casegate::{Date, Context, check_case};
//!
//! let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
//! let report = check_case(r#"{ "case_type": "pe" }"#, &context);
//! for issue in &report.issues {
//!     println!("{} {}: {}", issue.at, issue.code.name(), issue.message);
//! }
//! assert!(!report.ok);
//! # Ok::<(), &str>(())
//! ```
//!
//! - [`check_case`] gives a [`Report`]: the verdict, the issues at their places, and facts.
//! - [`prepare_case`] gives the payload as it should be sent.
//! - [`accept_case`] gives a checked payload as a Rust value.
//! - [`field_states`] tells a form what to ask, also while it is half filled.
//! - [`Session`] is a form being filled: an edit tells only what it changed.
//! - [`repair_case`] gives the smallest edits that make a payload acceptable, and the questions that remain.
//! - [`judge_files`] judges the files that go with a case, or to it later.
//! - [`apply`] moves a case through its states, [`actions`] and [`cancellation`] tell what can be done with it, and
//!   [`replay`] carries out a whole life.
//! - [`normalize_results`] and [`read_record`] read what the service answers.
//! - [`explain`] tells a rule in words. Words are English or Spanish, as [`Context::language`] says.
//! - [`check_request`] judges the request of any endpoint; [`requests`] has their table and their paths.
//! - [`migrate_legacy`] turns a trace of the legacy flow into one current request.
//! - [`explain`] tells a rule in words.
//! - [`check_house`] tells what is wrong with a firm's own rules.
//! - [`read_event`] reads a webhook event, and a [`Follower`] makes a picture of a case of events and answers.
//! - [`wire`] has the same as JSON text for bindings.

#![cfg_attr(
    not(all(feature = "house", feature = "spanish")),
    allow(dead_code, unused_imports, reason = "what only house rules or words in Spanish use")
)]

mod case;
pub mod config;
pub mod context;
pub mod export;
mod judge;
mod messages;
mod payload;
pub mod report;
mod rulebook;
mod service;
mod text;
pub mod wire;

pub use case::{explain, files, prepare, repair, session, states, typed};
pub use config::firm_rules;
pub use rulebook::{fields, rules, tokens, vocabulary};
pub use service::{events, legacy, lifecycle, records, requests, results};
pub use text::{date, email, json, usd};

pub use case::check::check_case;
pub use case::explain::explain;
pub use case::prepare::prepare_case;
pub use case::repair::repair_case;
pub use case::session::Session;
pub use case::states::field_states;
pub use case::typed::{Case, CaseError, accept_case};
pub use context::Context;
pub use messages::Language;
pub use report::Report;
pub use report::issue::Issue;
pub use rulebook::codes::Code;
pub use rulebook::params::Severity;
pub use rulebook::product::Product;
pub use text::date::Date;

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
