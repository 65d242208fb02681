//! The stand-in as a real process over loopback: `casegate serve`.

mod bodies;
mod crowds;
mod demo;
mod fault_rules;
mod faults;
mod folders;
mod fuzz;
mod languages;
mod legacy;
mod listen;
mod observe;
mod openapi;
mod operator;
#[cfg(unix)]
mod page;
#[cfg(unix)]
mod private;
mod replies;
mod requests;
mod results;
mod sizes;
mod starts;
#[cfg(unix)]
mod storage;
mod support;
mod tokens;
mod uploads;
mod vectors;
mod walk;
mod webhooks;
