//! The stand-in as a real process over loopback: `casegate serve`.

mod bodies;
#[cfg(target_os = "linux")]
mod costs;
mod crowds;
mod demo;
#[cfg(unix)]
mod drift_page;
#[cfg(unix)]
mod faithful;
mod fault_rules;
mod faults;
mod folders;
mod fuzz;
mod legacy;
mod listen;
mod lists;
mod observe;
mod openapi;
mod operator;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod private;
#[cfg(target_os = "linux")]
mod recorder;
#[cfg(unix)]
mod recordings;
mod refusals;
mod replies;
mod requests;
mod results;
mod seeded;
mod sizes;
mod snapshots;
mod starts;
#[cfg(unix)]
mod storage;
mod support;
mod tokens;
mod trigger;
mod uploads;
mod vectors;
mod walk;
mod webhooks;
