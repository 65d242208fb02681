//! The results of a case: those that the operator published, with found and bought policies.

mod compose;
mod offers;
pub(crate) mod pdf;
mod samples;
#[cfg(test)]
mod tests;
mod upgrade;

pub(crate) use compose::{Published, composed, is_free_tier, publish};
pub(crate) use offers::{FoundPolicy, accept, find_policies, offers};
pub(crate) use samples::{sample, sample_policies};
