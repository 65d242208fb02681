//! Faults by rule: deliberate failures of requests and deliveries.
//!
//! | module | content |
//! |---|---|
//! | `kind` | the table of faults |
//! | `rule` | a rule, and its JSON |
//! | `counted` | the rules in force, with their counts |
//! | `stored` | the rules in the database |

mod counted;
mod kind;
mod rule;
mod stored;

pub(crate) use counted::{CountedRule, Faults, RequestFault};
pub use kind::FaultKind;
pub(crate) use rule::RuleForm;
pub use rule::{FaultRule, FaultTarget, Takes};
pub(crate) use stored::{establish, get, set};
