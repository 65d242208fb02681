//! The rulebook as tables: fields, rules, codes, words, lifetimes.

pub(crate) mod codes;
pub(crate) mod digest;
pub mod fields;
pub(crate) mod informal;
pub(crate) mod lifetime;
pub(crate) mod params;
pub(crate) mod product;
pub(crate) mod reasons;
pub mod rules;
pub(crate) mod surface;
#[cfg(feature = "house")]
pub(crate) mod syntax_error;
pub mod tokens;
pub mod vocabulary;
