//! The texts of answers, as tables: those that every server has, and the macro for the problems of
//! its own. The library has the texts of issues.

use axum::http::StatusCode;
use casegate_axum::Problem;

/// A kind of problem: its status, code and texts.
pub struct ProblemKind {
    /// The status.
    pub status: StatusCode,
    /// The title.
    pub title: &'static str,
    /// The code and the detail. Without them, the issues have the reason.
    pub occurrence: Option<(&'static str, &'static str)>,
}

impl ProblemKind {
    /// Returns the problem.
    pub fn problem(&self) -> Problem {
        self.with(&[])
    }

    /// Returns the problem with values in place of each `{}`.
    pub fn with(&self, values: &[&str]) -> Problem {
        let problem = Problem::new(self.status, self.title);
        let Some((code, detail)) = self.occurrence else { return problem };
        let filled = values.iter().fold(detail.to_owned(), |text, value| text.replacen("{}", value, 1));
        problem.code(code).detail(filled)
    }
}

/// Defines kinds of problems, and the list `KINDS` of all of them.
#[macro_export]
macro_rules! problems {
    ($vis:vis $($name:ident: $status:ident, $title:ident $(, $code:literal: $text:literal)?;)+) => {
        $(
            #[doc = concat!(stringify!($status) $(, ": `", $code, "`.")?)]
            $vis static $name: $crate::prose::ProblemKind = $crate::prose::ProblemKind {
                status: $crate::StatusCode::$status,
                title: $title,
                occurrence: $crate::problems!(@ $($code, $text)?),
            };
        )+

        /// Every kind of problem.
        $vis static KINDS: &[&$crate::prose::ProblemKind] = &[$(&$name),+];
    };
    (@) => { None };
    (@ $code:literal, $text:literal) => { Some(($code, $text)) };
}

/// The title of refused requests.
pub const REFUSED: &str = "The request is refused";
/// The title of requests for unknown things.
pub const NOT_FOUND: &str = "Not found";
/// The title of requests with a long body.
pub const TOO_LONG: &str = "The body is too long";
const INCOMPLETE: &str = "The body is incomplete";
const CROWDED: &str = "Too many connections are open";
const BROKEN: &str = "The server failed";
pub(crate) const NO_CONTEXT: &str = "The context is invalid";

problems! { pub
    OTHER_METHOD: METHOD_NOT_ALLOWED, REFUSED, "other_method":
        "This path does not support the method.";
    BAD_HOST: BAD_REQUEST, REFUSED, "bad_host":
        "A request must have exactly one Host header (RFC 9112).";
    BODY_TOO_LONG: PAYLOAD_TOO_LARGE, TOO_LONG, "body_too_long":
        "The server accepts at most {} bytes.";
    BODY_INCOMPLETE: REQUEST_TIMEOUT, INCOMPLETE, "body_incomplete":
        "The connection broke or timed out. Nothing was changed.";
    BODY_ENCODED: UNSUPPORTED_MEDIA_TYPE, REFUSED, "body_encoded":
        "Send the body as it is, without a Content-Encoding such as gzip.";
    UNKNOWN_PATH: NOT_FOUND, NOT_FOUND, "unknown_path":
        "The server has no such path. `/openapi.json` lists all paths.";
    UNKNOWN_OPERATION: NOT_FOUND, NOT_FOUND, "unknown_operation":
        "The library has no such operation.";
    BUSY: SERVICE_UNAVAILABLE, CROWDED, "busy":
        "The request was not carried out. Close unused connections and send it again.";
    INTERNAL_ERROR: INTERNAL_SERVER_ERROR, BROKEN, "internal_error":
        "The server's log has the error under the `x-request-id` of this response.";
}
