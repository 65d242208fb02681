//! The extractor for a case in a request body.

use crate::problem::Problem;
use axum_core::body::Body;
use axum_core::extract::{FromRequest, Request};
use casegate::typed::accept;
use casegate::{Case, CaseError, Context, Report};
use http::request::Parts;
use http::{HeaderMap, StatusCode, header};
use http_body_util::{BodyExt, LengthLimitError, Limited};
use std::error::Error;
use std::iter::successors;
use std::sync::Arc;

/// A server state that provides the settings for a request's case.
pub trait GivesContext {
    /// Returns the current settings. Today changes, and the head of the request identifies the
    /// caller. Earlier layers can put what they know about the caller, such as the kind and the
    /// name of a token, into the extensions of the head.
    ///
    /// # Errors
    ///
    /// The [`Problem`] is the answer if there are no settings, for example for an unknown caller.
    fn context(&self, head: &Parts) -> Result<Context, Problem>;
}

impl<T: GivesContext + ?Sized> GivesContext for Arc<T> {
    fn context(&self, head: &Parts) -> Result<Context, Problem> {
        (**self).context(head)
    }
}

/// A case from a request body that was accepted.
///
/// A refused body never reaches the handler. The answer is a [`Problem`]:
///
/// | status | reason |
/// |---|---|
/// | 400 | the case is refused, or the body is not JSON: the report's issues |
/// | 408 | the body is incomplete |
/// | 413 | the body is longer than [`Limits::text_bytes`](casegate::context::Limits), or an earlier layer limits it; the rest is not read |
/// | 415 | the content type is not JSON |
/// | 422 | the case is accepted, but [`Case`] cannot represent it ([`CaseError::NotRepresentable`]) |
///
/// The limit of the settings replaces axum's `DefaultBodyLimit`, which limits only its own
/// extractors.
///
/// ```
/// use casegate_axum::{CaseJson, GivesContext, Problem};
/// use casegate::{Case, Date, Context};
/// use casegate::context::Credential;
/// use http::{StatusCode, request::Parts};
///
/// /// What a layer of this server has found out about the caller.
/// #[derive(Clone)]
/// struct Caller { token_name: String }
///
/// /// The server's state.
/// #[derive(Clone)]
/// struct Firm;
///
/// impl GivesContext for Firm {
///     fn context(&self, head: &Parts) -> Result<Context, Problem> {
///         let unknown = || Problem::new(StatusCode::UNAUTHORIZED, "Not authenticated");
///         let caller = head.extensions.get::<Caller>().ok_or_else(unknown)?;
///         # fn today() -> Date { Date::parse("2026-03-01").unwrap() }
///         Ok(Context::new(today()).credential(Credential::User).token_name(&caller.token_name))
///     }
/// }
///
/// // A handler as `axum::routing::post` takes it.
/// async fn receive(CaseJson { case, report, .. }: CaseJson) -> String {
///     let product = match case {
///         Case::PolicyLimit(_) => "Policy Limit",
///         Case::PolicyExistence(_) => "Policy Existence",
///     };
///     format!("{product}, with {} warnings", report.issues.len())
/// }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CaseJson {
    /// The case as it should be sent.
    pub case: Case,
    /// The report: warnings, and facts about the case.
    pub report: Report,
    /// The body, as received.
    pub text: String,
}

impl<S: GivesContext + Send + Sync> FromRequest<S> for CaseJson {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<CaseJson, Problem> {
        let (head, body) = request.into_parts();
        if !is_json(&content_type(&head.headers)) {
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is not JSON")
                .code("other_content_type")
                .detail("Send the case with the content type application/json."));
        }
        let context = state.context(&head)?;
        let text = text(bytes(body, context.size_limits().text_bytes).await?);
        let (case, report) = accepted(&text, &context)?;
        Ok(CaseJson { case, report, text })
    }
}

/// Returns the case and the report of a text, or the answer to a refused one.
pub(crate) fn accepted(text: &str, context: &Context) -> Result<(Case, Report), Problem> {
    accept(text, context).map_err(|error| match error {
        CaseError::Refused(report) => Problem::of(*report),
        error => Problem::new(StatusCode::UNPROCESSABLE_ENTITY, "The case does not fit the type `Case`")
            .code("case_not_representable")
            .detail(error.to_string()),
    })
}

/// Returns `true` for `application/json` and for types with the suffix `+json`.
pub(crate) fn is_json(kind: &str) -> bool {
    kind.strip_prefix("application/").is_some_and(|kind| kind == "json" || kind.ends_with("+json"))
}

/// Returns the content type in lower case, without parameters.
pub(crate) fn content_type(headers: &HeaderMap) -> String {
    let value = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    value.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Reads a body up to the limit, and no further.
pub(crate) async fn bytes(body: Body, limit: usize) -> Result<Vec<u8>, Problem> {
    match Limited::new(body, limit).collect().await {
        Ok(whole) => Ok(whole.to_bytes().into()),
        Err(error) => {
            // The limit of a layer appears as the source of another error.
            let mut causes = successors(Some(&*error as &dyn Error), |&error| error.source());
            let problem = if error.is::<LengthLimitError>() {
                too_long().detail(format!("At most {limit} bytes of it are read."))
            } else if causes.any(<dyn Error>::is::<LengthLimitError>) {
                too_long()
            } else {
                Problem::new(StatusCode::REQUEST_TIMEOUT, "The body is incomplete").code("body_incomplete")
            };
            Err(problem)
        }
    }
}

fn text(bytes: Vec<u8>) -> String {
    String::from_utf8(bytes).unwrap_or_else(|error| {
        // The text ends with a character that JSON does not allow, so that the finding is at the
        // first byte that is not UTF-8.
        let readable = error.as_bytes().get(..error.utf8_error().valid_up_to()).unwrap_or_default();
        String::from_utf8_lossy(readable).into_owned() + "\0"
    })
}

fn too_long() -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too long").code("body_too_long")
}

#[cfg(test)]
mod tests {
    use super::*;
    use casegate::context::{Include, Limits};
    use casegate::{Date, check_case};
    use serde_json::{Value, json};
    use std::pin::pin;
    use std::task::{self, Poll, Waker};

    const CASE: &str = r#"{
        "case_type": "pl", "cc_emails": "intake@firm.example", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-01-31", "is_incident_report_provided": false,
        "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual"
    }"#;

    struct Firm(Context);

    impl GivesContext for Firm {
        fn context(&self, head: &Parts) -> Result<Context, Problem> {
            match head.headers.get("x-firm").and_then(|name| name.to_str().ok()) {
                Some("unknown") => Err(Problem::new(StatusCode::UNAUTHORIZED, "Not authenticated")),
                Some(name) => Ok(self.0.clone().token_name(name)),
                None => Ok(self.0.clone()),
            }
        }
    }

    fn context() -> Context {
        Context::new(Date::parse("2026-03-01").unwrap())
    }

    fn extract(context: Context, headers: &[(&str, &str)], body: impl Into<Body>) -> Result<CaseJson, Problem> {
        let mut request = Request::builder().method("POST");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let request = request.body(body.into()).unwrap();
        let firm = Arc::new(Firm(context));
        let mut extracting = pin!(CaseJson::from_request(request, &firm));
        match extracting.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
            Poll::Ready(extracted) => extracted,
            Poll::Pending => panic!("a body in memory is waited for"),
        }
    }

    const JSON: (&str, &str) = ("content-type", "application/json");

    #[track_caller]
    fn refused(extracted: Result<CaseJson, Problem>) -> (u16, Value) {
        let problem = extracted.unwrap_err();
        (problem.status().as_u16(), serde_json::to_value(&problem).unwrap())
    }

    #[test]
    fn an_accepted_case_comes_with_its_report_and_its_text() {
        let given = extract(context(), &[JSON], CASE).unwrap();
        let Case::PolicyLimit(case) = &given.case else { panic!("another product") };
        assert_eq!(case.insurance_company, "Example Mutual");
        let (report, own) = (json!(given.report), json!(check_case(CASE, &context())));
        assert_eq!((given.text.as_str(), report), (CASE, own));
    }

    #[test]
    fn what_the_host_asks_for_is_in_the_report() {
        let context = context().include(Include::default().prepared(true).trace(true));
        let report = extract(context.clone(), &[JSON], CASE).unwrap().report;
        assert_eq!(json!(report), json!(check_case(CASE, &context)));
        assert!(report.prepared.is_some() && report.trace.is_some());
    }

    #[test]
    fn a_refused_case_is_answered_with_its_issues() {
        let (status, problem) = refused(extract(context(), &[JSON], r#"{ "case_type": "pl" }"#));
        let own = json!(Problem::of(check_case(r#"{ "case_type": "pl" }"#, &context())));
        assert_eq!((status, problem), (400, own));
    }

    #[test]
    fn the_head_of_the_request_makes_the_context() {
        let named = extract(context(), &[JSON, ("x-firm", "intake@firm.example")], CASE).unwrap();
        assert_eq!(json!(named.report), json!(check_case(CASE, &context().token_name("intake@firm.example"))));
        assert_eq!(refused(extract(context(), &[JSON, ("x-firm", "unknown")], CASE)).0, 401);
    }

    #[test]
    fn the_content_type_is_a_kind_of_json() {
        for good in ["application/json", "Application/JSON; charset=utf-8", "application/vnd.firm+json"] {
            assert!(extract(context(), &[("content-type", good)], CASE).is_ok(), "{good}");
        }
        for bad in ["text/plain", "application/jsonp", "text/json", "application/x-www-form-urlencoded", ""] {
            assert_eq!(refused(extract(context(), &[("content-type", bad)], CASE)).0, 415, "{bad}");
        }
        assert_eq!(refused(extract(context(), &[], CASE)).0, 415);
    }

    #[test]
    fn a_body_may_be_as_long_as_the_limit() {
        let limits = |text_bytes| Limits::default().text_bytes(text_bytes);
        assert!(extract(context().limits(limits(CASE.len())), &[JSON], CASE).is_ok());
        let (status, problem) = refused(extract(context().limits(limits(CASE.len() - 1)), &[JSON], CASE));
        assert_eq!((status, &problem["code"]), (413, &json!("body_too_long")));
    }

    /// A layer before the extractor may limit a body, and a client may disconnect.
    #[test]
    fn an_incomplete_body_is_distinguished_from_one_that_is_too_long() {
        let short = || Limited::new(Body::from(CASE), 3);
        let broken = short().map_err(|_| std::io::Error::other("reset"));
        for (body, answer) in
            [(Body::new(short()), (413, "body_too_long")), (Body::new(broken), (408, "body_incomplete"))]
        {
            let (status, problem) = refused(extract(context(), &[JSON], body));
            assert_eq!((status, problem["code"].as_str()), (answer.0, Some(answer.1)));
        }
    }

    #[test]
    fn what_is_no_json_is_found_at_its_place() {
        for (bytes, line, column) in
            [(&b"{\n  \"a\": \xff }"[..], 2, 8), (b"{\n  \"a\": ? }", 2, 8), (b"\xef\xbf", 1, 1)]
        {
            let (status, problem) = refused(extract(context(), &[JSON], bytes.to_vec()));
            let error = &problem["errors"][0];
            assert_eq!((status, &error["code"]), (400, &json!("not_json")));
            assert_eq!(error["params"], json!({ "line": line, "column": column }), "{error}");
        }
        assert_eq!(refused(extract(context(), &[JSON], "")).1["errors"][0]["code"], "not_json");
    }

    #[test]
    fn a_case_that_the_types_cannot_hold_is_distinguished() {
        let wide = CASE.replacen('{', r#"{ "stranger": 1e400,"#, 1);
        assert!(check_case(&wide, &context()).ok);
        let (status, problem) = refused(extract(context(), &[JSON], wide));
        assert_eq!((status, &problem["code"]), (422, &json!("case_not_representable")));
    }
}
