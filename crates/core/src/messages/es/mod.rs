//! Spanish.

pub(crate) mod house;
