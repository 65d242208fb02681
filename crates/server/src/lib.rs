//! A local stand-in for the whole case-research service: every endpoint of the specification,
//! webhooks, and an operator's API, with an embedded database.
//!
//! The library makes every decision: it accepts requests ([`casegate::requests::check_request`]), moves
//! cases ([`casegate::lifecycle::apply`]) and shapes results
//! ([`casegate::results::normalize_results`]). This crate stores, sends and answers. Names and statuses
//! that the specification does not publish are the stand-in's own, and are documented as such.
//!
//! | module | content |
//! |---|---|
//! | `client` | a client of a running stand-in |
//! | `config`, `clock` | the settings; the clock, which the operator can move |
//! | `random` | the one source of ids, tokens and chance, which a seed makes repeatable |
//! | `store/` | the database, its migrations, and a reader and writer for each table |
//! | `transition` | applies a trigger: the case, its timeline and its events change in one transaction |
//! | `partner/` | the specification's endpoints |
//! | `payload` | the form of a payload in answers |
//! | `faults/` | deliberate failures of requests and deliveries |
//! | `history` | the history of a case |
//! | `webhooks/` | sends the events of the outbox |
//! | `demo/` | a law firm's site, and the answers of its backend |
//! | `operator/` | the operator's API and page |
//! | `listen` | a consumer of webhooks that shows them |
//! | `openapi/` | the description of the interface |
//! | `snapshots` | the snapshots of the running stand-in |
//! | [`test`](mod@test) | the stand-in inside a test |
//! | `storage` | failures of the data folder, and their answers |
//! | `error` | refusals and failures, and their answers |
//! | `prose` | the texts of answers |
//!
//! [`casegate_http`] accepts connections, limits the time that callers may take, and writes the log.

mod address;
mod app;
mod client;
mod clock;
mod config;
mod demo;
mod demo_pages;
mod downloads;
mod error;
mod faults;
mod health;
mod history;
mod hook;
mod listen;
mod openapi;
mod operations;
mod operator;
mod paging;
mod partner;
mod payload;
mod prose;
mod random;
mod results;
mod serve;
mod snapshots;
mod storage;
mod store;
pub mod test;
mod transition;
mod webhooks;

use casegate_http::{connections, telemetry};

pub use casegate_http::process::StartError;
pub use casegate_http::telemetry::Log;
pub use client::{Client, ClientError};
pub use config::{
    CaseList, Config, ConfigError, Delivering, IssueKeys, Legacy, ListEnvelope, ListOrder, ListTimes, Organization,
};
pub use demo_pages::DemoPages;
pub use faults::{FaultKind, FaultRule, FaultTarget, Takes};
pub use hook::Hook;
pub use listen::{Heard, Listening, listen};
pub use serve::{Ready, ServeError, Server, serve};

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
