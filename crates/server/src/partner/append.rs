//! Appends a file to a case.

use super::asked::Asked;
use crate::app::Shared;
use crate::fault::{Fault, not_found};
use axum::body::Body;
use axum::response::Response;

pub(super) async fn append(_app: &Shared, _asked: Asked, _body: Body) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}
