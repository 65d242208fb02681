//! Spanish.

pub(crate) mod records;
