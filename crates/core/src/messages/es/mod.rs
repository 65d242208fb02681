//! Spanish: messages of the parts around a case.

pub(crate) mod events;
pub(crate) mod legacy;
pub(crate) mod records;
pub(crate) mod requests;
