//! The parts of a request's address: the number in its path, and its query.

use crate::app::Shared;
use axum::RequestPartsExt;
use axum::extract::{FromRequestParts, Path};
use axum::http::Uri;
use axum::http::request::Parts;
use casegate::requests::query;
use std::convert::Infallible;

/// The id in a path.
pub(crate) struct Id(pub(crate) String);

impl Id {
    /// Returns the id as a number. Another text becomes 0, which is never found, because numbers
    /// start with 1.
    pub(crate) fn number(&self) -> i64 {
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
pub(crate) struct Query(Vec<(String, String)>);

impl Query {
    pub(crate) fn get(&self, name: &str) -> Option<String> {
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
