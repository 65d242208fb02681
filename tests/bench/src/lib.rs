//! What the benchmarks share: the payloads, and the contenders that read them.

pub mod contenders;
pub mod corpus;
pub mod random;
