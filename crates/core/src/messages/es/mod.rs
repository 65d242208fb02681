//! Spanish.

pub(crate) mod legacy;
pub(crate) mod requests;
