//! The lifecycle of a case: its states, the triggers that move it between them, and the events that
//! they fire (D28 to D34).
//!
//! The transition table is the only source of what each trigger does in each state. [`apply`]
//! applies a trigger to a case, [`actions`] lists the triggers that are allowed now, and
//! [`transitions`] returns the table itself.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod cancellation;
pub(crate) mod case;
pub(crate) mod findings;
pub(crate) mod input;
pub(crate) mod limits;
pub(crate) mod refusal;
pub(crate) mod replay;
pub(crate) mod table;
pub(crate) mod trigger;

pub use crate::rulebook::reasons::Refusal;
pub use crate::rulebook::reasons::TriggerType;
pub use actions::{Action, actions};
pub use apply::{Applied, Fired, apply};
pub use cancellation::{CancellationBlock, cancellation};
pub use case::{CaseState, Closing};
pub use replay::{Replay, Step, replay};
pub use table::{Condition, Firing, Transition, transitions};
pub use trigger::{Actor, Trigger};
