//! The answer to a refused request.

use axum_core::body::Body;
use axum_core::response::{IntoResponse, Response};
use casegate::{Issue, Report, Severity};
use http::{HeaderValue, StatusCode, header};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Serialize, Serializer};

/// An answer of type `application/problem+json` (RFC 9457) with the library's issues.
///
/// Its JSON is `{"type","title","status","code","detail","errors","warnings"}`. `type` is the address
/// of the code, or of `findings` if the issues have the reason. Issues that refuse are `errors`, the
/// others `warnings`. Each has the library's members and its place in the body of the request as
/// `pointer`, a URI fragment. `code` and `detail` are optional. No submitted value is repeated.
/// Titles and details are English, for programmers; the issues have the context's language.
///
/// ```
/// use casegate::{Date, Context, check_case};
/// use casegate_axum::Problem;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let problem = Problem::of(check_case("{}", &context));
/// let text = serde_json::to_string(&problem).unwrap_or_default();
/// assert!(text.contains(r#"/problems/findings","title":"The case is refused","status":400,"#));
/// assert!(text.contains(r##""pointer":"#/case_type""##));
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone)]
pub struct Problem {
    status: StatusCode,
    title: &'static str,
    code: Option<&'static str>,
    detail: Option<String>,
    /// The issues, and the place of each in the body of the request as a URI fragment.
    issues: Vec<(Issue, Option<String>)>,
}

/// What the types of problems begin with: a code follows.
pub(crate) const TYPES: &str = concat!(env!("CARGO_PKG_REPOSITORY"), "/problems/");

impl Problem {
    /// Creates a problem with a status of at least 400 and a title, which is the same for every
    /// problem of its kind.
    pub fn new(status: StatusCode, title: &'static str) -> Problem {
        Problem { status, title, code: None, detail: None, issues: Vec::new() }
    }

    /// Creates the answer to a refused case: 400 with the report's issues.
    pub fn of(report: Report) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, "The case is refused").issues(report.issues)
    }

    /// Sets the code for programs.
    pub fn code(self, code: &'static str) -> Problem {
        Problem { code: Some(code), ..self }
    }

    /// Sets the description of this occurrence, for people.
    pub fn detail(self, detail: impl Into<String>) -> Problem {
        Problem { detail: Some(detail.into()), ..self }
    }

    /// Adds issues whose places are those in the body of the request.
    pub fn issues(self, issues: Vec<Issue>) -> Problem {
        self.issues_at(issues, |at| Some(at.to_owned()))
    }

    /// Adds issues whose places are those in the library's input. `place` returns the JSON Pointer
    /// into the body of the request for a place, or `None` if it is not in the body.
    pub fn issues_at(mut self, issues: Vec<Issue>, place: impl Fn(&str) -> Option<String>) -> Problem {
        let placed = issues.into_iter().map(|issue| {
            let pointer = place(&issue.at).map(|pointer| fragment(&pointer));
            (issue, pointer)
        });
        self.issues.extend(placed);
        self
    }

    /// Returns the status.
    pub fn status(&self) -> StatusCode {
        self.status
    }

    /// Returns the issues that refuse, for an answer of your own, such as a page.
    pub fn errors(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter().map(|(issue, _)| issue).filter(|issue| issue.severity == Severity::Error)
    }

    /// Returns the issues that do not refuse.
    pub fn warnings(&self) -> impl Iterator<Item = &Issue> {
        self.issues.iter().map(|(issue, _)| issue).filter(|issue| issue.severity == Severity::Warning)
    }
}

/// An issue, with its place as a URI fragment.
#[derive(Serialize)]
struct Pointed<'i> {
    #[serde(flatten)]
    issue: &'i Issue,
    #[serde(skip_serializing_if = "Option::is_none")]
    pointer: Option<&'i str>,
}

#[derive(Serialize)]
struct Written<'p> {
    r#type: String,
    title: &'static str,
    status: u16,
    #[serde(skip_serializing_if = "Option::is_none")]
    code: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    detail: Option<&'p str>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    errors: Vec<Pointed<'p>>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    warnings: Vec<Pointed<'p>>,
}

impl Serialize for Problem {
    fn serialize<S: Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        let of = |severity| {
            let issues = self.issues.iter().filter(|(issue, _)| issue.severity == severity);
            issues.map(|(issue, pointer)| Pointed { issue, pointer: pointer.as_deref() }).collect()
        };
        let reason = self.code.or((!self.issues.is_empty()).then_some("findings"));
        let written = Written {
            r#type: reason.map_or_else(|| "about:blank".to_owned(), |reason| [TYPES, reason].concat()),
            title: self.title,
            status: self.status.as_u16(),
            code: self.code,
            detail: self.detail.as_deref(),
            errors: of(Severity::Error),
            warnings: of(Severity::Warning),
        };
        written.serialize(out)
    }
}

/// What a JSON Pointer escapes in a fragment of a URI (RFC 6901, section 6).
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'/').remove(b'-').remove(b'.').remove(b'_').remove(b'~');

fn fragment(pointer: &str) -> String {
    format!("#{}", utf8_percent_encode(pointer, ESCAPED))
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let body = serde_json::to_vec(&self).unwrap_or_default();
        let mut response = Response::new(Body::from(body));
        *response.status_mut() = self.status;
        let json = HeaderValue::from_static("application/problem+json");
        response.headers_mut().insert(header::CONTENT_TYPE, json);
        response
    }
}

#[cfg(test)]
mod tests {
    use super::Problem;
    use axum_core::response::IntoResponse;
    use casegate::{Context, Date, check_case};

    #[test]
    fn pointers_lead_into_the_request() {
        let context = Context::new(Date::parse("2026-03-01").expect("a day"));
        let issues = || check_case("{}", &context).issues;
        let title = "The request is refused";
        let problem = Problem::new(http::StatusCode::BAD_REQUEST, title)
            .code("some_code")
            .issues_at(issues(), |at| Some(["/case", at].concat()))
            .issues_at(issues(), |_| None);
        let written = serde_json::to_value(&problem).expect("JSON");
        let errors = written["errors"].as_array().expect("errors");
        let (inside, outside) = errors.split_at(errors.len() / 2);
        assert!(inside.iter().all(|error| error["pointer"].as_str().is_some_and(|at| at.starts_with("#/case/"))));
        assert!(!outside.is_empty() && outside.iter().all(|error| error.get("pointer").is_none()));
        assert_eq!(written["type"], [super::TYPES, "some_code"].concat());
    }

    #[test]
    fn a_problem_is_a_response() {
        let context = Context::new(Date::parse("2026-03-01").expect("a day"));
        let report = check_case(r#"{"case_type":"pl","strange key é":1}"#, &context);
        let problem = Problem::of(report);
        let written = serde_json::to_value(&problem).expect("JSON");
        assert!(written["warnings"].to_string().contains("#/strange%20key%20%C3%A9"), "{written}");
        assert!(written["type"].as_str().is_some_and(|kind| kind.ends_with("/problems/findings")), "{written}");
        let response = problem.into_response();
        assert_eq!(response.status().as_u16(), 400);
        assert_eq!(response.headers()["content-type"], "application/problem+json");
    }
}
