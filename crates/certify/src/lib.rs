//! Plays the case-research service against an integrator's backend, and judges what can be seen
//! from outside: the requests that the backend sends, its answers to people and to webhooks, and
//! the state that it shows for a case.
//!
//! Each scenario is a table of data: the steps of the service and of people, and the expectations.
//! Requests are judged by the rulebook ([`casegate::requests::check_request`]), and states by its
//! [`casegate::events::Follower`]. The service is the stand-in, [`casegate_server`].
//!
//! | module | content |
//! |---|---|
//! | `scenario`, `catalogue` | the form of a scenario; the scenarios of this version |
//! | `intake`, `client` | forms of people; requests |
//! | `exchange`, `judge`, `record` | a request of the backend, the rulebook's findings on it, everything that was seen |
//! | `listener`, `proxy`, `relay`, `service` | the service as the backend sees it |
//! | `backend` | the backend's process |
//! | `stage` | the service, the backend and the case of a scenario |
//! | `steps`, `expect`, `belief` | takes a step; judges an expectation; the states that a backend may show |
//! | `rules`, `evidence` | what holds in every scenario; what must have been seen for a requirement to be tested |
//! | `run` | plays the scenarios |
//! | `mask` | a request without its values |
//! | `certificate`, `html` | the outcome, as JSON and as a page |

mod backend;
mod belief;
mod catalogue;
mod certificate;
mod client;
mod error;
mod evidence;
mod exchange;
mod expect;
mod html;
mod intake;
mod judge;
mod listener;
mod mask;
mod proxy;
mod record;
mod relay;
mod rules;
mod run;
mod scenario;
mod service;
mod stage;
mod steps;

pub use catalogue::scenarios;
pub use certificate::{Backend, Certificate, Failure, Outcome, RequirementOutcome, ScenarioOutcome};
pub use error::CertifyError;
pub use run::{Options, run};
pub use scenario::{ActionName, Scenario};

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
