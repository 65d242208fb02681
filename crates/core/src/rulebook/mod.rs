//! The rulebook as tables: fields, rules, codes, words, lifetimes.

pub(crate) mod codes;
pub(crate) mod digest;
pub mod fields;
pub(crate) mod informal;
pub(crate) mod lifetime;
pub(crate) mod params;
pub(crate) mod product;
pub(crate) mod reasons;
#[cfg_attr(not(feature = "firm-rules"), expect(dead_code, reason = "some parts of rows are written by firms alone"))]
pub mod rules;
pub(crate) mod surface;
#[cfg(feature = "firm-rules")]
pub(crate) mod syntax_error;
pub mod tokens;
pub mod vocabulary;
