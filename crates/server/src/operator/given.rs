//! What a call gives: numbers in its path, its query, and its body as JSON of a known form.

use crate::app::Shared;
use crate::fault::Fault;
use crate::partner::body::{broken_off, not_json, too_long};
use axum::RequestPartsExt;
use axum::body::Bytes;
use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{StatusCode, Uri};
use casegate::axum::Problem;
use casegate::requests::query;
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::value::RawValue;
use std::convert::Infallible;

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

/// The id in a path.
pub(super) struct Id(pub(super) String);

impl Id {
    /// As a number. What is none finds nothing: numbers begin with 1.
    pub(super) fn number(&self) -> i64 {
        self.0.parse().unwrap_or_default()
    }
}

impl FromRequestParts<Shared> for Id {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Id, Infallible> {
        Ok(Id(parts.extract().await.map_or_else(|_| String::new(), |Path(text)| text)))
    }
}

/// The parameters of the query.
pub(super) struct Query(Vec<(String, String)>);

impl Query {
    pub(super) fn get(&self, name: &str) -> Option<String> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.clone())
    }
}

impl FromRequestParts<Shared> for Query {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &Shared) -> Result<Query, Infallible> {
        let uri: &Uri = &parts.uri;
        Ok(Query(query(uri.path_and_query().map_or("", |path| path.as_str()))))
    }
}
