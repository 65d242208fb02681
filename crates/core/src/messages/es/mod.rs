//! Spanish.

pub(crate) mod lifecycle;
