//! The operator's side: what the service's staff do with a case. Plainly not part of the specification.

use crate::app::Shared;
use axum::Router;

/// Everything under `/operator`.
pub(crate) fn router() -> Router<Shared> {
    Router::new()
}
