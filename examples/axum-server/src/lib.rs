//! A law firm's own server: it takes a case as JSON, and answers with what is wrong with it, or with what follows from it.

use axum::http::{StatusCode, request::Parts};
use axum::{Json, Router, routing::post};
use casegate::{Case, Context, Date};
use casegate_axum::{CaseJson, GivesContext, Problem};
use chrono::{NaiveDate, Utc};
use chrono_tz::{America::New_York, Tz};
use serde_json::{Value, json};

/// What the server knows beside the case.
#[derive(Debug, Clone)]
pub struct Firm {
    /// The name of the token that the firm sends its cases with.
    pub token_name: String,
}

impl GivesContext for Firm {
    fn context(&self, _: &Parts) -> Result<Context, Problem> {
        let no_day = |_| Problem::new(StatusCode::INTERNAL_SERVER_ERROR, "The clock of this server is wrong");
        let today: Date = today(New_York).to_string().parse().map_err(no_day)?;
        Ok(Context::new(today).token_name(&self.token_name))
    }
}

/// The day of the firm's office, wherever the server runs.
fn today(zone: Tz) -> NaiveDate {
    Utc::now().with_timezone(&zone).date_naive()
}

/// `POST /cases`.
pub fn router(firm: Firm) -> Router {
    Router::new().route("/cases", post(receive)).with_state(firm)
}

/// Only an accepted case comes this far.
async fn receive(CaseJson { case, report, .. }: CaseJson) -> Json<Value> {
    let product = match case {
        Case::PolicyLimit(_) => "Policy Limit",
        Case::PolicyExistence(_) => "Policy Existence",
    };
    Json(json!({ "product": product, "facts": report.facts, "warnings": report.issues }))
}

/// The Rust of the guide compiles.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/guides/rust-server.md")]
struct Guide;
