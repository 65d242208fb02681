//! The life of a case: states, what moves it between them, and the events that it fires on the way (D28 to D34).
//!
//! The table of transitions is the only place that says what leads where. [`apply`] carries a trigger out,
//! [`actions`] tells what can be done now, [`transitions`] shows the table itself.

pub(crate) mod actions;
pub(crate) mod apply;
pub(crate) mod cancellation;
pub(crate) mod case;
pub(crate) mod findings;
pub(crate) mod limits;
pub(crate) mod refusal;
pub(crate) mod replay;
pub(crate) mod table;
pub(crate) mod trigger;
pub(crate) mod wire;

pub use crate::rulebook::reasons::Refusal;
pub use crate::rulebook::reasons::TriggerType;
pub use actions::{Action, actions};
pub use apply::{Applied, Fired, apply};
pub use cancellation::{CancellationBlock, cancellation};
pub use case::{CaseState, Closing};
pub use replay::{Replay, Step, replay};
pub use table::{Condition, Firing, Transition, transitions};
pub use trigger::{Actor, Trigger};
