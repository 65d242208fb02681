//! The life of a case: states, what moves it between them, and the events that it fires on the way (D28 to D34).
//!
//! The table of transitions is the only place that says what leads where. [`apply`] carries a trigger out,
//! [`actions`] tells what can be done now, [`transitions`] shows the table itself.

mod actions;
mod apply;
mod cancellation;
mod case;
mod limits;
mod refusal;
mod replay;
mod table;
mod trigger;
pub(crate) mod wire;

pub use actions::{Action, actions};
pub use apply::{Applied, Fired, apply};
pub use cancellation::{CancellationBlock, cancellation};
pub use case::{CaseState, Closing};
pub use refusal::Refusal;
pub use replay::{Replay, Step, replay};
pub use table::{Condition, Firing, Transition, transitions};
pub use trigger::{Actor, Trigger, TriggerType};
