//! The legacy flow in its three steps.

use super::asked::Asked;
use crate::app::Shared;
use crate::fault::{Fault, not_found};
use axum::body::Body;
use axum::response::Response;

pub(super) async fn create(_app: &Shared, _asked: Asked, _body: Body) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}

pub(super) async fn upload(_app: &Shared, _asked: Asked, _body: Body) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}

pub(super) async fn ready(_app: &Shared, _asked: Asked) -> Result<Response, Fault> {
    Err(not_found("not_built", "").into())
}
