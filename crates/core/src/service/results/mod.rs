//! Results of a case: normalizing `results_data` to its documented shape (D35 to D37, D48, D52),
//! and Rust types.

pub(crate) mod normalize;
pub(crate) mod table;
pub(crate) mod types;

pub use normalize::{Normalized, normalize_results};
pub use types::{
    AcceptedPolicy, AdditionalPolicy, Cancellation, CancelledPolicy, IncludedPolicy, OfferedPolicy,
    PolicyExistenceResult, PolicyLimitResult, Results, ResultsOf, ResultsTypeError, SharedResult,
};
