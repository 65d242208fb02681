//! Examines rules without a case: what they can never do, and what another context changes.
//!
//! [`examine::analyze`] examines the rules of a context: rules that never apply or are never
//! violated, rules that every case violates, and values that no repair makes acceptable.
//! [`difference::diff_rulebooks`] compares two contexts, and shows each difference by a payload.
//!
//! Both judge payloads of one representative for each class of values (`classes`). The judge is
//! that of every other operation, so an answer is never about another reading of a rule.

pub(crate) mod classes;
pub(crate) mod difference;
pub(crate) mod examine;
pub(crate) mod samples;
pub(crate) mod search;
pub(crate) mod settings;
pub(crate) mod space;
pub(crate) mod texts;
pub(crate) mod unused;

pub use crate::rulebook::reasons::{ChangeEffect, NotExaminedReason, RuleFault, UnreadReason};
pub use difference::{Change, Changed, Difference, UnseenSetting, diff_rulebooks};
pub use examine::{Analysis, Examined, NotExamined, RuleFinding, ValueAt, analyze};
pub use unused::{InactiveRule, UnreadField};
