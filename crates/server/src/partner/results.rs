//! Results, as JSON and as a PDF.

use super::request_context::{Carried, RequestContext};
use crate::app::Shared;
use crate::downloads;
use crate::error::ApiError;
use crate::prose;
use crate::results;
use axum::Json;
use axum::response::{IntoResponse, Response};
use casegate::events::PDF_URL_HOURS;
use casegate::json::Document;
use casegate::records::ResultsPdf;
use serde::Serialize;
use serde_json::Map;

/// The record of JSON results, like [`casegate::records::ResultsRecord`]. A document keeps the
/// order of members and the digits of numbers.
#[derive(Serialize)]
struct ResultsJson {
    id: i64,
    issue_key: Option<String>,
    status: &'static str,
    results_data: Document,
    completed_at: Option<String>,
}

/// The formats. The word for the PDF and the default are not published; `pdf` and JSON are ours.
enum Format {
    Json,
    Pdf,
}

impl Format {
    fn of(word: Option<&str>) -> Result<Format, ApiError> {
        match word {
            None | Some("json") => Ok(Format::Json),
            Some(word) if word.trim().is_empty() => Ok(Format::Json),
            Some("pdf") => Ok(Format::Pdf),
            Some(_) => Err((&prose::UNKNOWN_RESULT_FORMAT).into()),
        }
    }
}

pub(super) async fn results(app: &Shared, asked: RequestContext) -> Result<Response, ApiError> {
    asked.judge(&Carried::default())?;
    let format = Format::of(asked.query("result_format").as_deref())?;
    let answer = app.read(move |tx, app| {
        let now = app.latest();
        let case = asked.case(tx, app)?;
        let results_data = results::composed(tx, app, &case)?.ok_or(&prose::RESULTS_NOT_READY)?;
        let issue_key = case.issue_key(now).map(str::to_owned);
        let status = case.life.state().name();
        let completed_at = case.completed_at().map(|at| at.to_string());
        Ok(match format {
            Format::Json => {
                Json(ResultsJson { id: case.id, issue_key, status, results_data, completed_at }).into_response()
            }
            Format::Pdf => Json(ResultsPdf {
                id: case.id.into(),
                issue_key,
                status: status.to_owned(),
                results_url: downloads::address(app, case.id, PDF_URL_HOURS),
                file_name: downloads::file_name(&case, now),
                completed_at,
                extra: Map::new(),
            })
            .into_response(),
        })
    });
    answer.await
}
