//! What a call's body gives: JSON of a known form.

use crate::app::Shared;
use crate::fault::Fault;
use crate::partner::body::{broken_off, not_json, too_long};
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use casegate::axum::Problem;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// How long a body may be.
pub(super) const BODY_BYTES: usize = 4 << 20;

/// The form of a body, and its words for whoever sends another.
pub(super) trait Form: DeserializeOwned {
    const FORM: &'static str;
}

/// A body. No body at all is an empty object.
pub(super) struct Given<T>(pub(super) T);

impl<T: Form> FromRequest<Shared> for Given<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, app: &Shared) -> Result<Given<T>, Fault> {
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_long(BODY_BYTES as u64),
            _ => broken_off(),
        })?;
        let bytes = if bytes.trim_ascii().is_empty() { Bytes::from_static(b"{}") } else { bytes };
        let whole: &RawValue = serde_json::from_slice(&bytes).map_err(|_| not_json("The body is not JSON."))?;
        if !whole.get().starts_with('{') {
            return Err(other_form::<T>(""));
        }
        // An error's own words may repeat a value: only its place is told.
        serde_json::from_slice(&bytes).map(Given).map_err(|error| {
            other_form::<T>(&format!(" Line {}, column {} has something else.", error.line(), error.column()))
        })
    }
}

/// The answer to a body of another form.
pub(super) fn other_form<T: Form>(place: &str) -> Fault {
    refused("other_form", format!("Send {} as JSON.{place}", T::FORM))
}

/// The answer to a call that cannot be carried out as it is.
pub(super) fn refused(code: &'static str, detail: impl Into<String>) -> Fault {
    Problem::new(StatusCode::BAD_REQUEST, "The request is refused").code(code).detail(detail).into()
}

/// An organization by its id or its name.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    Id(i64),
    Name(String),
}

impl Name {
    /// As [`crate::store::StoredOrganization::find`] takes it.
    pub(super) fn text(self) -> String {
        match self {
            Name::Id(id) => id.to_string(),
            Name::Name(name) => name,
        }
    }
}
