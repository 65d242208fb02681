//! Why a request is refused, as the answer says it: a problem document.

use crate::service::ServiceError;
use axum::Json;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::Issue;
use serde_json::json;

#[derive(Debug)]
pub(crate) struct Refusal {
    status: u16,
    message: String,
    issues: Vec<Issue>,
}

impl Refusal {
    pub(crate) fn new(status: u16, message: impl Into<String>) -> Refusal {
        Refusal { status, message: message.into(), issues: Vec::new() }
    }

    pub(crate) fn issues(self, issues: Vec<Issue>) -> Refusal {
        Refusal { issues, ..self }
    }
}

/// What of the service's refusal helps the person.
impl From<ServiceError> for Refusal {
    fn from(error: ServiceError) -> Refusal {
        match error.status {
            Some(400) => Refusal::new(400, "The service refused this."),
            Some(404) => Refusal::new(409, "The service does not know this yet."),
            Some(409) => Refusal::new(409, "The case does not allow this now."),
            Some(429) => Refusal::new(503, "The service is busy. Try again later."),
            _ => Refusal::new(502, "The research service does not answer as it should. Try again later."),
        }
    }
}

impl From<std::io::Error> for Refusal {
    fn from(_: std::io::Error) -> Refusal {
        Refusal::new(500, "Something broke here.")
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let status = StatusCode::from_u16(self.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let body = json!({ "title": self.message, "status": self.status, "errors": self.issues });
        (status, [(header::CONTENT_TYPE, "application/problem+json")], Json(body)).into_response()
    }
}
