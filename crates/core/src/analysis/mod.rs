//! Examines the rules of a context without a case: rules that never apply or are never violated,
//! rules that every case violates, and values that no repair makes acceptable.
//!
//! Payloads have one representative for each class of values (`classes`). The judge is that of every
//! other operation, so an answer is never about another reading of a rule.

pub(crate) mod classes;
pub(crate) mod examine;
pub(crate) mod samples;
pub(crate) mod search;
pub(crate) mod space;
pub(crate) mod texts;

pub use crate::rulebook::reasons::{NotExaminedReason, RuleFault};
pub use examine::{Analysis, Examined, NotExamined, RuleFinding, ValueAt, analyze};
