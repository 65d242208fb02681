//! The JSON body of a call.

use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use axum::body::Bytes;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;
use casegate_http::body::{plain, too_long};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;

/// The greatest length of a body.
pub(super) const BODY_BYTES: usize = 4 << 20;

/// The type of a body, with the message for other ones.
pub(super) trait Form: DeserializeOwned {
    const FORM: &'static str;
}

/// A body. A missing body is an empty object.
pub(super) struct JsonBody<T>(pub(super) T);

impl<T: Form> FromRequest<Shared> for JsonBody<T> {
    type Rejection = ApiError;

    async fn from_request(request: Request, app: &Shared) -> Result<JsonBody<T>, ApiError> {
        plain(request.headers())?;
        let bytes = Bytes::from_request(request, app).await.map_err(|rejection| match rejection.status() {
            StatusCode::PAYLOAD_TOO_LARGE => too_long(BODY_BYTES as u64),
            _ => prose::BODY_INCOMPLETE.problem(),
        })?;
        let bytes = if bytes.trim_ascii().is_empty() { Bytes::from_static(b"{}") } else { bytes };
        let whole: &RawValue = serde_json::from_slice(&bytes).map_err(|_| &prose::NOT_JSON)?;
        if !whole.get().starts_with('{') {
            return Err(other_form::<T>());
        }
        // The message of the error may repeat a value, so only its place is reported.
        serde_json::from_slice(&bytes).map(JsonBody).map_err(|error| {
            let (line, column) = (error.line().to_string(), error.column().to_string());
            prose::OTHER_FORM_AT.with(&[T::FORM, &line, &column]).into()
        })
    }
}

/// Returns the answer to a body of another type.
pub(super) fn other_form<T: Form>() -> ApiError {
    prose::OTHER_FORM.with(&[T::FORM]).into()
}

/// An organization by its id or its name.
#[derive(Deserialize)]
#[serde(untagged)]
pub(super) enum Name {
    Id(i64),
    Name(String),
}

impl Name {
    /// Returns the form that [`crate::store::StoredOrganization::find`] expects.
    pub(super) fn text(self) -> String {
        match self {
            Name::Id(id) => id.to_string(),
            Name::Name(name) => name,
        }
    }
}
