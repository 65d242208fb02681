//! Login, logout, ping.

use super::body;
use super::open_body::OpenBody;
use super::request_context::{Carried, Known, RequestContext};
use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use crate::store::Bearer;
use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use casegate::context::Credential;
use serde_json::json;

/// The longest name of a token. The service publishes no limit. A ticket stores the name as its
/// owner, so both have the same limit.
pub(crate) const TOKEN_NAME_CHARACTERS: usize = 150;

/// Returns a user token for the master token. The member's name is not published; `token` is ours.
pub(super) async fn login(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let form = OpenBody::Json(body::json(&asked, body).await?);
    asked.judge(&form.carried(Known::default()))?;
    let token_name = form.text("token_name").unwrap_or_default();
    if token_name.chars().count() > TOKEN_NAME_CHARACTERS {
        return Err(prose::TOKEN_NAME_TOO_LONG.with(&[&TOKEN_NAME_CHARACTERS.to_string()]).into());
    }
    let organization = asked.bearer.organization;
    let issue = move |tx: &rusqlite::Transaction<'_>, app: &crate::app::App| {
        Bearer::issue(tx, &app.random, organization, Credential::User, &token_name, app.now())
    };
    let token = app.change(issue).await?;
    Ok(Json(json!({ "token": token, "expiry": null })).into_response())
}

/// Revokes the token of the request only (`AUTH-logout-own-token`).
pub(super) async fn logout(app: &Shared, asked: &RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let token = asked.bearer.token;
    app.change(move |tx, app| Bearer::revoke(tx, token, app.now())).await?;
    Ok(StatusCode::NO_CONTENT.into_response())
}

/// Confirms that the token is valid. The body is not published; this one is ours.
pub(super) fn ping(asked: &RequestContext) -> Response {
    Json(json!({ "authenticated": true, "token_name": asked.bearer.name })).into_response()
}
