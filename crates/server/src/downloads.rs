//! Addresses that work without a token until they expire, like presigned addresses.

use crate::app::{App, Shared};
use crate::clock::Instant;
use crate::error::ApiError;
use crate::payload;
use crate::prose;
use crate::results::{self, pdf};
use crate::store::StoredCase;
use crate::store::tokens::{hex, is_same};
use axum::extract::rejection::PathRejection;
use axum::extract::{Path, State};
use axum::http::{HeaderMap, HeaderValue, Uri, header};
use axum::response::{IntoResponse, Response};
use casegate::json::Document;
use casegate::requests::query;

/// The path of downloads. The form of the service's presigned addresses is not published.
pub(crate) const PATH: &str = "/downloads/results/{case}";

/// Returns an address of a case's results as a PDF that works for some hours.
pub(crate) fn address(app: &App, case: i64, hours: u32) -> String {
    let expires = app.now().plus_seconds(i64::from(hours) * 3600);
    let path = PATH.replace("{case}", &case.to_string());
    format!("{}{path}?expires={}&signature={}", app.base_url, expires.0, signature(app, case, expires))
}

/// Returns `true` if the signature is the stand-in's own for this case and moment.
pub(crate) fn is_signed(app: &App, case: i64, expires: Instant, given: &str) -> bool {
    is_same(given, &signature(app, case, expires))
}

fn signature(app: &App, case: i64, expires: Instant) -> String {
    hex(&hmac_sha256::HMAC::mac(format!("results/{case}/{}", expires.0), &app.download_key))
}

/// Returns the file name of downloaded results.
pub(crate) fn file_name(case: &StoredCase, now: Instant) -> String {
    format!("{}-results.pdf", reference(case, now))
}

/// Returns the reference of a case, or its number while it has none.
fn reference(case: &StoredCase, now: Instant) -> String {
    case.issue_key(now).map_or_else(|| format!("case-{}", case.id), str::to_owned)
}

/// Answers a HEAD: an address is signed for GET alone, as presigned addresses are.
pub(crate) async fn other_method() -> ApiError {
    (&prose::WRONG_SIGNATURE).into()
}

/// `GET /downloads/results/{case}`: the current results as a PDF. The signature replaces a token.
pub(crate) async fn results(
    State(app): State<Shared>,
    case: Result<Path<String>, PathRejection>,
    uri: Uri,
) -> Result<Response, ApiError> {
    let given = query(&uri.to_string());
    let param = |name: &str| given.iter().find(|(known, _)| known == name).map_or("", |(_, value)| value.as_str());
    let expires = param("expires").parse().ok().map(Instant);
    // The stand-in's own addresses contain readable numbers only.
    let signed = case.ok().and_then(|Path(case)| case.parse::<i64>().ok()).zip(expires);
    let Some((id, expires)) = signed.filter(|(id, expires)| is_signed(&app, *id, *expires, param("signature"))) else {
        return Err((&prose::WRONG_SIGNATURE).into());
    };
    if expires < app.now() {
        return Err((&prose::ADDRESS_EXPIRED).into());
    }
    let composed = app.read(move |tx, app| {
        let case = StoredCase::of_id(tx, id)?.ok_or(&prose::RESULTS_NOT_READY)?;
        let results = results::composed(tx, app, &case)?.ok_or(&prose::RESULTS_NOT_READY)?;
        Ok((case, results))
    });
    let (case, results) = composed.await?;
    let now = app.latest();
    // The payload was accepted, so it can be read.
    let payload = Document::read(&case.payload).unwrap_or(Document::Null);
    let given = |member| payload::given(&payload, member);
    let about = pdf::About {
        reference: reference(&case, now),
        is_test: case.life.is_test(),
        is_closed: case.life.state() == casegate::tokens::State::Closed,
        product: case.product,
        completed_at: case.completed_at().map(Instant::utc),
        plaintiff: given("plaintiff_name"),
        subject: payload::business(&payload).or_else(|| payload::person(&payload)),
        date_of_loss: given("date_of_loss"),
        office_case_number: given("office_case_number"),
    };
    // The PDF is shown in the browser. It is the stand-in's own and contains no script.
    let disposition = format!("inline; filename=\"{}\"", file_name(&case, now));
    let pdf = tokio::task::spawn_blocking(move || pdf::render(&about, &results)).await?;
    let mut headers = HeaderMap::new();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, no-store"));
    // A reference consists of letters, a hyphen and digits.
    if let Ok(disposition) = HeaderValue::from_str(&disposition) {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    Ok((headers, pdf).into_response())
}
