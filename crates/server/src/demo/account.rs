//! The account of the demo's pages.

use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::store::{StoredOrganization, settings, tokens};
use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use rusqlite::Transaction;
use serde_json::json;

/// The reporter of the demo's cases that name none.
const TOKEN_NAME: &str = "demo@example.test";

/// Returns the organization of the demo: the first one.
pub(super) fn organization(tx: &Transaction<'_>) -> Result<StoredOrganization, ApiError> {
    StoredOrganization::find(tx, None)
}

/// Returns its user token, which stays the same across starts, because open pages hold it.
fn token(tx: &Transaction<'_>, app: &App, organization: i64) -> Result<String, ApiError> {
    let token = settings::secret(tx, &app.random, "demo_token")?;
    tokens::establish_user(tx, organization, TOKEN_NAME, &token, app.now())?;
    Ok(token)
}

/// `GET /demo/api/account`: the tokens, and the context of the stand-in's verdicts.
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
            "token": token(tx, app, organization.id)?,
            "operator_token": app.operator_token,
            "context": context,
        }))
    });
    Ok(Json(detail.await?).into_response())
}
