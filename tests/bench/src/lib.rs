//! The native measurements, and their shared parts: payloads, the contenders that read them, and
//! the file of figures.

pub mod batch;
pub mod clock;
pub mod contenders;
pub mod corpus;
pub mod edits;
pub mod figures;
pub mod peers;
pub mod random;
