//! Results, as JSON and as a PDF.

use super::asked::Asked;
use crate::app::Shared;
use crate::fault::{Fault, not_found};
use axum::response::Response;

pub(super) async fn results(_app: &Shared, _asked: Asked) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}
