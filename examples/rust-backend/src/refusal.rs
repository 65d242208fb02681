//! Why a request is refused, as the answer says it: a problem document.

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate_client::{ClientError, Kind, ServiceError};
use chrono::Utc;
use serde_json::{Value, json};

#[derive(Debug)]
pub(crate) struct Refusal {
    status: u16,
    message: &'static str,
    issues: Value,
    retry_after: Option<u64>,
}

impl Refusal {
    pub(crate) fn new(status: u16, message: &'static str) -> Refusal {
        Refusal { status, message, issues: json!([]), retry_after: None }
    }

    pub(crate) fn issues(self, issues: Value) -> Refusal {
        Refusal { issues, ..self }
    }

    /// The request may be made again from this moment on, in milliseconds since 1970.
    pub(crate) fn until(self, until: Option<u64>) -> Refusal {
        let now = u64::try_from(Utc::now().timestamp_millis()).unwrap_or_default();
        Refusal { retry_after: until.map(|until| until.saturating_sub(now).div_ceil(1000)), ..self }
    }
}

/// What of the service's refusal helps the person.
impl From<ClientError> for Refusal {
    fn from(error: ClientError) -> Refusal {
        match error {
            ClientError::NotKnown => Refusal::new(404, "Case not found."),
            ClientError::Service(error) => from_service(&error).until(error.until),
            _ => Refusal::new(500, "Something broke here."),
        }
    }
}

fn from_service(error: &ServiceError) -> Refusal {
    match (error.kind, error.status) {
        (Kind::Refused, None) => Refusal::new(400, "The service would refuse this.").issues(json!(error.issues)),
        (Kind::Refused, Some(400)) => {
            let errors = error.body.get("errors").cloned().unwrap_or_default();
            Refusal::new(400, "The service refused this.").issues(errors)
        }
        (Kind::Refused, Some(404 | 409)) => Refusal::new(409, "The case does not allow this now."),
        (Kind::Refused, Some(413)) => Refusal::new(413, "The files are too large for the service."),
        // Nothing was done.
        (_, Some(429)) => Refusal::new(429, "The service is busy. Try again later."),
        _ => Refusal::new(502, "The research service does not answer as it should. Try again later."),
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = json!({ "title": self.message, "status": self.status, "errors": self.issues });
        let mut response = (status, [(header::CONTENT_TYPE, "application/problem+json")], Json(body)).into_response();
        if let Some(seconds) = self.retry_after {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(seconds));
        }
        response
    }
}
