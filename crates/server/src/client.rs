//! A client of a running stand-in, for tests and for the command line.

use serde::de::DeserializeOwned;
use serde_json::Value;
use std::time::Duration;
use ureq::http::{Method, Request};

/// The longest wait for an answer.
const PATIENCE: Duration = Duration::from_secs(30);

/// A client of a running stand-in.
#[derive(Debug, Clone)]
pub struct Client {
    base_url: String,
    operator_token: String,
    agent: ureq::Agent,
}

/// A stand-in does not answer, or refuses a request.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ClientError {
    /// It does not answer.
    #[error("the stand-in does not answer: {0}")]
    Unanswered(Box<ureq::Error>),
    /// It refuses a request.
    #[error("the stand-in answered {status} ({code}): {detail}")]
    Refused {
        /// The status.
        status: u16,
        /// The code of the problem; empty without one.
        code: String,
        /// The description of the problem, which repeats no submitted value.
        detail: String,
    },
    /// The answer is not JSON of the expected form.
    #[error("an answer of another form: {0}")]
    Unreadable(#[from] serde_json::Error),
}

impl From<ureq::Error> for ClientError {
    fn from(error: ureq::Error) -> ClientError {
        ClientError::Unanswered(Box::new(error))
    }
}

impl Client {
    /// Creates a client of the stand-in at an address.
    pub fn new(base_url: &str, operator_token: &str) -> Client {
        let agent = ureq::Agent::config_builder()
            .http_status_as_error(false)
            .timeout_global(Some(PATIENCE))
            // An idle connection would delay the end of a stand-in in the same process.
            .max_idle_connections(0)
            .proxy(None)
            .build();
        let base_url = base_url.trim_end_matches('/').to_owned();
        Client { base_url, operator_token: operator_token.to_owned(), agent: agent.into() }
    }

    /// Returns `http://` and the address, without a final slash.
    pub fn base_url(&self) -> &str {
        &self.base_url
    }

    /// Returns the operator's token.
    pub fn operator_token(&self) -> &str {
        &self.operator_token
    }

    /// Calls the operator's API. `path` begins after `/operator/api/`, with or without a slash.
    /// `null` is an empty body, and an empty answer.
    ///
    /// # Errors
    ///
    /// [`ClientError`].
    pub fn operate<T: DeserializeOwned>(&self, method: &str, path: &str, body: &Value) -> Result<T, ClientError> {
        let path = path.strip_prefix('/').unwrap_or(path);
        self.json(method, &format!("/operator/api/{path}"), &self.operator_token, body)
    }

    /// Sends JSON with a token.
    ///
    /// # Errors
    ///
    /// [`ClientError`].
    pub fn json<T: DeserializeOwned>(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: &Value,
    ) -> Result<T, ClientError> {
        let body = if body.is_null() { Vec::new() } else { body.to_string().into_bytes() };
        let request = Request::builder()
            .method(Method::from_bytes(method.as_bytes()).unwrap_or_default())
            .uri(format!("{}{path}", self.base_url))
            .header("Authorization", format!("Token {token}"))
            .header("Content-Type", "application/json")
            .body(body)
            .map_err(ureq::Error::from)?;
        let mut response = self.agent.run(request)?;
        let status = response.status().as_u16();
        let text = response.body_mut().read_to_string()?;
        if status >= 400 {
            let problem: Value = serde_json::from_str(&text).unwrap_or_default();
            // Errors of a cancel have `error` in place of `code`.
            let member = |name: &str| problem.get(name).and_then(Value::as_str).map(str::to_owned);
            let code = member("code").or_else(|| member("error")).unwrap_or_default();
            return Err(ClientError::Refused { status, code, detail: member("detail").unwrap_or_default() });
        }
        Ok(serde_json::from_str(if text.is_empty() { "null" } else { &text })?)
    }
}
