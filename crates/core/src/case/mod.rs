//! What a case is asked: the verdict, its preparation, form states, sessions, repairs and files.

pub(crate) mod check;
pub mod explain;
pub mod files;
pub mod prepare;
pub mod repair;
pub mod session;
pub mod states;
pub mod typed;
