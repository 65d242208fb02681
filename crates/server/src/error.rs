//! Refusals and failures, and their answers.

use crate::prose::{self, ProblemKind};
use crate::storage::Trouble;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use casegate::lifecycle::Refusal;
use casegate::{Code, Issue, Report, Severity};
use casegate_axum::Problem;
use casegate_http::body::too_long;
use casegate_http::form::FormError;

/// The reason why a request fails. Its transaction is rolled back.
#[derive(Debug)]
pub(crate) enum ApiError {
    /// The caller receives the problem.
    Refused(Box<Problem>),
    /// A trigger has no effect on the case (D31).
    Life(Refusal),
    /// An internal error. It is logged and answered without its message, which may contain a value.
    Broken(&'static str, Box<dyn std::error::Error + Send + Sync>),
}

impl From<Problem> for ApiError {
    fn from(problem: Problem) -> ApiError {
        ApiError::Refused(Box::new(problem))
    }
}

impl From<&ProblemKind> for ApiError {
    fn from(kind: &ProblemKind) -> ApiError {
        kind.problem().into()
    }
}

impl From<FormError> for ApiError {
    fn from(error: FormError) -> ApiError {
        match error {
            FormError::Incomplete => (&prose::BODY_INCOMPLETE).into(),
            FormError::TooLong(limit) => too_long(limit).into(),
            _ => (&prose::BAD_MULTIPART).into(),
        }
    }
}

impl From<Refusal> for ApiError {
    fn from(refusal: Refusal) -> ApiError {
        ApiError::Life(refusal)
    }
}

macro_rules! broken {
    ($($error:ty: $what:literal),+) => {
        $(impl From<$error> for ApiError {
            fn from(error: $error) -> ApiError {
                ApiError::Broken($what, Box::new(error))
            }
        })+
    };
}

broken! {
    rusqlite::Error: "the database",
    std::io::Error: "a file",
    serde_json::Error: "what the database holds",
    tokio::task::JoinError: "a task",
    Trouble: "the data folder",
    casegate::events::EventError: "an event",
    casegate::config::ContextError: "the settings"
}

/// Codes with another status than 400. None of these statuses is published (see the specification's
/// errors).
const STATUSES: &[(Code, StatusCode)] = &[
    (Code::NotAuthenticated, StatusCode::UNAUTHORIZED),
    (Code::OtherScheme, StatusCode::UNAUTHORIZED),
    (Code::MasterTokenRefused, StatusCode::FORBIDDEN),
    (Code::UserTokenRefused, StatusCode::FORBIDDEN),
    (Code::LegacySunset, StatusCode::GONE),
    (Code::UnknownPath, StatusCode::NOT_FOUND),
    (Code::PrefixMissing, StatusCode::NOT_FOUND),
    (Code::OtherMethod, StatusCode::METHOD_NOT_ALLOWED),
];

/// Returns the status of an issue if it decides before the body is read.
pub(crate) fn status_of(code: Code) -> Option<StatusCode> {
    STATUSES.iter().find(|(known, _)| *known == code).map(|(_, status)| *status)
}

/// Returns the answer to a request that the rulebook refuses. `parts` has the names of its parts.
pub(crate) fn refused(issues: Vec<Issue>, parts: &[&str]) -> Problem {
    let first = issues.iter().filter(|issue| issue.severity == Severity::Error);
    let status = first.clone().find_map(|issue| status_of(issue.code)).unwrap_or(StatusCode::BAD_REQUEST);
    let representative = first.clone().next();
    let problem = Problem::new(status, prose::REFUSED);
    let problem = match representative {
        Some(issue) => problem.code(issue.code.name()).detail(issue.message.clone()),
        None => problem,
    };
    problem.issues_at(issues, |at| in_body(at, parts))
}

/// Returns the answer to a case that the rulebook refuses. `member` is the member or part of the
/// body with the case.
pub(crate) fn refused_case(report: Report, member: Option<&str>) -> Problem {
    prose::REFUSED_CASE.problem().issues_at(report.issues, |at| Some(in_member(member, at)))
}

/// Returns a place in a member of a body.
pub(crate) fn in_member(member: Option<&str>, at: &str) -> String {
    member.map_or_else(|| at.to_owned(), |member| ["/", member, at].concat())
}

/// Returns the place in the body of a request for a place in the library's description of it, if it
/// is in the body: `/files/1` for the second part `files`.
pub(crate) fn in_body(at: &str, parts: &[&str]) -> Option<String> {
    if let Some(inside) = at.strip_prefix("/body") {
        return Some(inside.to_owned());
    }
    let part = at.strip_prefix("/parts")?.trim_start_matches('/').split('/').next().unwrap_or_default();
    let Some(number) = part.parse().ok().filter(|number| *number < parts.len()) else { return Some(String::new()) };
    let name = *parts.get(number)?;
    let same = |parts: &[&str]| parts.iter().filter(|other| **other == name).count();
    let (before, all) = (same(parts.get(..number)?), same(parts));
    let name = name.replace('~', "~0").replace('/', "~1");
    Some(if all > 1 { format!("/{name}/{before}") } else { format!("/{name}") })
}

/// Returns the status of a refused trigger: 400 if the request is wrong, 409 if the state of the
/// case prevents it.
pub(crate) fn life_status(refusal: Refusal) -> StatusCode {
    match refusal {
        Refusal::CaseExists
        | Refusal::CaseClosed
        | Refusal::WrongState
        | Refusal::RequestOpen
        | Refusal::ResearchComplete
        | Refusal::CancellationPending
        | Refusal::CaseProcessing
        | Refusal::TooManyFiles
        | Refusal::FilesTooLarge => StatusCode::CONFLICT,
        _ => StatusCode::BAD_REQUEST,
    }
}

impl From<ApiError> for Problem {
    fn from(fault: ApiError) -> Problem {
        match fault {
            ApiError::Refused(problem) => *problem,
            ApiError::Life(refusal) => {
                Problem::new(life_status(refusal), prose::NOT_ALLOWED).code(refusal.name()).detail(refusal.to_string())
            }
            ApiError::Broken(what, error) => {
                // Only the kind of the error, because its message may repeat a value.
                let kind = kind(&*error);
                let Some(trouble) = Trouble::of(&*error) else {
                    tracing::error!(what, kind, "broken");
                    return prose::INTERNAL_ERROR.problem();
                };
                tracing::error!(what, kind, "{trouble}");
                trouble.problem()
            }
        }
    }
}

/// Returns the kind of an error, without values.
fn kind(error: &(dyn std::error::Error + 'static)) -> String {
    if let Some(rusqlite::Error::SqliteFailure(failure, _)) = error.downcast_ref() {
        return format!("{:?} ({})", failure.code, failure.extended_code);
    }
    if let Some(error) = error.downcast_ref::<std::io::Error>() {
        return format!("{:?}", error.kind());
    }
    if let Some(error) = error.downcast_ref::<serde_json::Error>() {
        return format!("{:?} at {}:{}", error.classify(), error.line(), error.column());
    }
    "unexpected".to_owned()
}

impl IntoResponse for ApiError {
    fn into_response(self) -> Response {
        Problem::from(self).into_response()
    }
}

#[cfg(test)]
mod tests {
    use super::in_body;

    #[test]
    fn places_are_those_of_the_body() {
        let parts = ["case", "files", "a/b", "files"];
        for (at, place) in [
            ("/body", Some("")),
            ("/body/selected_upgrade_ids/0", Some("/selected_upgrade_ids/0")),
            ("/parts", Some("")),
            ("/parts/0/value", Some("/case")),
            ("/parts/1/filename", Some("/files/0")),
            ("/parts/2", Some("/a~1b")),
            ("/parts/3", Some("/files/1")),
            ("/parts/4", Some("")),
            ("/headers/Authorization", None),
            ("/query/source", None),
            ("", None),
        ] {
            assert_eq!(in_body(at, &parts).as_deref(), place, "{at}");
        }
    }
}
