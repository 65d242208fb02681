//! The rulebook of a case-research service: which requests about insurance coverage it accepts, and why not.
//!
//! A payload goes in, the verdict comes out, the same in Rust, on the command line, in Node and in a browser. Fields,
//! words and rules are tables; everything else reads them. There is no clock, disk or network here: what only the host
//! knows, today above all, is an argument.
//!
//! ```
//! use casegate::{Date, Host, check_case};
//!
//! let host = Host::new(Date::parse("2026-03-01").ok_or("no such day")?);
//! let report = check_case(r#"{ "case_type": "pe" }"#, &host);
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
//! - [`explain`] tells a rule in words. Words are English or Spanish, as [`Host::language`] says.
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

#[cfg(feature = "axum")]
pub mod axum;
mod carriers;
mod cases;
mod check;
mod date;
mod digest;
mod document;
mod email;
mod events;
mod explain;
pub mod export;
mod facts;
pub mod fields;
mod files;
mod host;
mod house;
mod issue;
mod json;
mod kept;
pub mod legacy;
mod lifecycle;
mod lifetime;
mod lower;
mod members;
mod messages;
mod once;
mod pattern;
mod prepare;
pub mod records;
mod repair;
mod report;
pub mod requests;
pub mod results;
mod rules;
mod same;
mod session;
mod states;
mod suggest;
mod tokens;
mod usd;
pub mod vocabulary;
mod whole;
pub mod wire;
mod write;

pub use carriers::Carrier;
pub use cases::{
    AddressInformation, Case, CaseError, CommonFields, PersonalInformation, PolicyExistenceCase, PolicyLimitCase,
    VehicleInformation, accept_case,
};
pub use check::check_case;
pub use date::{Date, DateOutOfRange, NotADate};
pub use document::{Document, Members, NotADocument};
pub use email::is_email_address;
pub use events::{
    Ask, AskReason, CancellationSeen, Changes, ClosingPicture, Delivery, EVENTS, Event, EventError, EventReading,
    EventRow, Fact, FactKey, FilePicture, Followed, Follower, Learned, MESSAGE_BYTES, Moment, NotAFact, NotAFollower,
    OfferPicture, OfferTeasers, OpenInteraction, PDF_URL_HOURS, Part, PayloadField, PayloadKind, Picture, Redaction,
    ResultsPicture, Source, Teaser, URL_HOURS, UpgradePicture, follow, read_event, redact_offer,
};
pub use explain::{Explanation, UnknownRule, explain, explain_in, explain_with, rules, rules_in};
pub use fields::Product;
pub use files::{
    ACCEPTED_EXTENSIONS, FILE_LIMITS, FileChange, FileEndpoint, FileLimits, FileRequest, FileRetry, FileStatus,
    FileToSend, FileVerdict, FileVerdicts, FilesSent, Megabytes, Within, judge_files, sanitized_file_name,
};
pub use host::{Credential, Host, HostError, Include, Limits, Surface};
pub use house::{HouseRefusal, Waived};
#[cfg(feature = "house")]
pub use house::{HouseReport, check_house};
pub use issue::{Code, Fix, Issue, Param, Params, Segment, Severity};
pub use kept::Kept;
pub use legacy::{Migration, migrate_legacy};
pub use lifecycle::{
    Action, Actor, Applied, CancellationBlock, CaseState, Closing, Condition, Fired, Firing, Refusal, Replay, Step,
    Transition, Trigger, TriggerType, actions, apply, cancellation, replay, transitions,
};
pub use lifetime::{Lifetime, Until};
pub use messages::Language;
pub use prepare::{Omitted, Prepared, Reason, prepare_case};
pub use records::{ReadRecord, Record, read_record};
pub use repair::{Answer, PatchOperation, Question, Repair, repair_case};
pub use report::{
    CarrierCheck, CarrierFee, FORMAT, Facts, Family, LedgerEntry, LedgerState, RULEBOOK, Report, Reporter, Rulebook,
};
pub use requests::{RequestReport, check_request};
pub use results::{Normalized, normalize_results};
pub use rules::SPECIALTY_CARRIER_FEE_USD;
pub use session::{Delta, Edit, Hidden, Session, SessionError, Stale, Work};
pub use states::{Asked, FieldState, field_states};
pub use tokens::{
    AttachmentStatus, CancellationReason, EventType, FileErrorCode, Label, PolicyStatus, ResultsCaseType, State,
    SyncState, UpgradeStatus,
};
pub use usd::{NotAnAmount, Usd};

/// The Rust of the README compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
