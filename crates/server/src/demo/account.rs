//! The account that the demo's pages use.

use crate::app::Shared;
use crate::clock::Instant;
use crate::error::ApiError;
use crate::store::{StoredOrganization, settings, tokens};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use rusqlite::Transaction;
use serde_json::json;

/// Who the demo's cases are reported by where they name nobody.
const TOKEN_NAME: &str = "demo@example.test";

/// The organization whose site the demo is: the first.
pub(super) fn organization(tx: &Transaction<'_>) -> Result<StoredOrganization, ApiError> {
    StoredOrganization::find(tx, None)
}

/// Its user token, which stays the same from start to start, as open pages hold it.
fn token(tx: &Transaction<'_>, organization: i64, now: Instant) -> Result<String, ApiError> {
    let token = settings::secret(tx, "demo_token")?;
    tokens::establish_user(tx, organization, TOKEN_NAME, &token, now)?;
    Ok(token)
}

/// `GET /demo/api/account`: the tokens, and the settings that the stand-in judges with.
pub(super) async fn show(State(app): State<Shared>) -> Result<Response, ApiError> {
    let detail = app.change(|tx, app| {
        let organization = organization(tx)?;
        let mut context = app.config.context_settings(&app.now().day());
        context.insert("credential".to_owned(), "user".into());
        context.insert("token_name".to_owned(), TOKEN_NAME.into());
        if organization.financing_enrolled {
            context.insert("financing_enrolled".to_owned(), true.into());
        }
        Ok(json!({
            "organization": organization.name,
            "token_name": TOKEN_NAME,
            "token": token(tx, organization.id, app.now())?,
            "operator_token": app.operator_token,
            "context": context,
        }))
    });
    Ok(Json(detail.await?).into_response())
}
