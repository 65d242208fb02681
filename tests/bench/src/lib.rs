//! What is measured natively, and what the measurements share: payloads, the contenders that read them, and where figures go.

pub mod batch;
pub mod clock;
pub mod contenders;
pub mod corpus;
pub mod edits;
pub mod figures;
pub mod peers;
pub mod random;
