//! A local stand-in for the whole case-research service: every endpoint of the specification, webhooks, and the
//! operator's side, with an embedded database.
//!
//! Every decision is the library's: which requests are accepted ([`casegate::requests::check_request`]), what moves a case
//! ([`casegate::lifecycle::apply`]), which shape results have ([`casegate::results::normalize_results`]). What is here stores, sends and
//! answers. Names and statuses that the specification does not publish are this stand-in's own, and are said to be.
//!
//! | module | what it does |
//! |---|---|
//! | `config`, `clock` | what a start is given; what time it is, also on request |
//! | `store/` | the database, its migrations, and one reader and writer for each table |
//! | `transition` | carries a trigger out: the case, its timeline and its events change in one transaction |
//! | `partner/` | the specification's endpoints |
//! | `payload` | a payload as it is shown |
//! | `history` | what happened to a case, as it is told |
//! | `webhooks/` | sends what the outbox holds |
//! | `demo/` | a law firm's site, and what its backend tells it |
//! | `operator/` | the service's side of a case, for whoever tries the stand-in |
//! | `patience` | how long a caller is waited for |
//! | `connections`, `observe` | takes connections, and stops; request ids and the log, which holds no submitted value |
//! | `listen` | a consumer of webhooks that shows what comes |
//! | `openapi/` | what all of it looks like, as a document for tools |
//! | `storage` | what can be wrong with the data folder, and what is told of it |
//! | `error` | every refusal and failure, and the answer that it gets |
//! | `language`, `prose` | the language of an answer, and its texts in each |

mod address;
mod app;
mod clock;
mod config;
mod connections;
mod demo;
mod demo_pages;
mod downloads;
mod error;
mod health;
mod history;
mod hook;
mod language;
mod listen;
mod openapi;
mod operations;
mod operator;
mod paging;
mod partner;
mod patience;
mod payload;
mod prose;
mod results;
mod serve;
mod storage;
mod store;
mod telemetry;
mod transition;
mod webhooks;

pub use config::{Config, ConfigError, Delivering, IssueKeys, Legacy, Organization};
pub use demo_pages::DemoPages;
pub use hook::Hook;
pub use listen::{Heard, Listening, listen};
pub use serve::{Ready, ServeError, Server, serve};
pub use telemetry::Log;
