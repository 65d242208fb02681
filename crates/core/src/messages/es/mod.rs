//! Spanish: messages of the parts around a case.

pub(crate) mod events;
pub(crate) mod records;
