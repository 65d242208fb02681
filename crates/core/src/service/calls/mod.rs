//! The decisions of a client: may this request be sent again, and what became of a create that got
//! no answer.
//!
//! Nothing here waits, sends or reads a clock. A [`Call`] is one request with all its attempts, and
//! [`settle`] is the rule for creates whose outcome is unknown. Times are milliseconds since 1970.

mod call;
mod clock;
mod settle;
mod wire;

pub use call::{AfterLoss, Call, CallOutcome, Done, Limits, Step};
pub use clock::Clock;
pub use settle::{ASK_AFTER_MS, Intent, Listed, SKEW_MS, Settled, Settling, ask_from, listed, settle};
pub use wire::{CallReply, SavedCall, SettleReply};
pub(crate) use wire::{call_of, settle_of};
