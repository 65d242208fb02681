//! Creates a case with its files.

use super::asked::Asked;
use crate::app::Shared;
use crate::fault::{Fault, not_found};
use axum::body::Body;
use axum::response::Response;

pub(super) async fn create(_app: &Shared, _asked: Asked, _body: Body) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}
