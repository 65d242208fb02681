//! Why a call has no result.

use casegate::Issue;
use casegate::requests::EndpointId;
use serde_json::Value;
use std::fmt;
use std::io;

/// A call without a result.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// The service, or the network.
    #[error(transparent)]
    Service(#[from] Box<ServiceError>),
    /// The store.
    #[error("the store failed")]
    Store(#[from] io::Error),
    /// No such case, or no unsettled create with this key, is in the store.
    #[error("this is not known here")]
    NotKnown,
    /// The case belongs to another create, so that it cannot be claimed.
    #[error("another create has this case")]
    Claimed,
    /// The service's list does not have the case, so that it cannot be claimed.
    #[error("the service lists no such case")]
    NotListed,
}

/// What is known about a request without a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Kind {
    /// The service refused it, or would.
    Refused,
    /// Nothing was done.
    Unavailable,
    /// It may have been done.
    Unknown,
}

/// A request that has no result. It shows neither a token nor a submitted value.
#[derive(Clone, PartialEq, thiserror::Error)]
#[error("{}: {kind:?}{}", endpoint.name(), status.map(|status| format!(" ({status})")).unwrap_or_default())]
#[non_exhaustive]
pub struct ServiceError {
    /// What is known.
    pub kind: Kind,
    /// The endpoint.
    pub endpoint: EndpointId,
    /// The status of the last answer.
    pub status: Option<u16>,
    /// When the request may be made again, in milliseconds since 1970.
    pub until: Option<u64>,
    /// What the library found, before anything was sent.
    pub issues: Vec<Issue>,
    /// The service's answer, for a form. It is not part of the printed error.
    pub body: Value,
}

impl ServiceError {
    pub(crate) fn new(kind: Kind, endpoint: EndpointId, until: Option<u64>) -> ServiceError {
        ServiceError { kind, endpoint, status: None, until, issues: Vec::new(), body: Value::Null }
    }
}

impl fmt::Debug for ServiceError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl From<ServiceError> for ClientError {
    fn from(error: ServiceError) -> ClientError {
        Box::new(error).into()
    }
}
