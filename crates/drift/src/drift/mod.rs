//! Compares a recording with the rulebook.

pub(crate) mod accepted;
pub(crate) mod actions;
pub(crate) mod compare;
pub(crate) mod credentials;
pub(crate) mod decisions;
pub(crate) mod explain;
pub(crate) mod groups;
pub(crate) mod judged;
pub(crate) mod literals;
pub(crate) mod minimize;
pub(crate) mod predict;
pub(crate) mod propose;
pub(crate) mod refused;
pub(crate) mod report;
pub(crate) mod sarif;
pub(crate) mod settings;
pub(crate) mod transitions;
pub(crate) mod verdicts;
