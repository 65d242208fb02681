//! The extractor for a case in a body of JSON or of a form.

use crate::case_form::{self, CaseForm};
use crate::case_json::{self, CaseJson, GivesContext, content_type};
use crate::problem::Problem;
use axum_core::extract::{FromRequest, Request};
use casegate::form::FormOmission;
use casegate::{Case, Report};
use http::StatusCode;

/// A case that was accepted, from a body of JSON or from the body of an HTML form.
///
/// One route then takes both what a program sends and what a form sends without JavaScript. The
/// content type selects [`CaseJson`](crate::CaseJson) or [`CaseForm`](crate::CaseForm), whose answers
/// to a refused body apply. Another content type is answered with 415.
///
/// ```
/// use casegate_axum::CaseBody;
///
/// // A handler as `axum::routing::post` takes it.
/// async fn receive(CaseBody { case, .. }: CaseBody) -> String {
///     format!("{:?}", case.product())
/// }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CaseBody {
    /// The case as it should be sent.
    pub case: Case,
    /// The report: warnings, and facts about the case.
    pub report: Report,
    /// The case as JSON: the body as received, or the case of the form.
    pub text: String,
    /// What a form has and its case lacks, with reasons.
    pub omitted: Vec<FormOmission>,
}

impl<S: GivesContext + Send + Sync> FromRequest<S> for CaseBody {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<CaseBody, Problem> {
        let kind = content_type(request.headers());
        if case_json::is_json(&kind) {
            let CaseJson { case, report, text } = CaseJson::from_request(request, state).await?;
            return Ok(CaseBody { case, report, text, omitted: Vec::new() });
        }
        if kind == case_form::CONTENT_TYPE {
            let CaseForm { case, report, text, omitted } = CaseForm::from_request(request, state).await?;
            return Ok(CaseBody { case, report, text, omitted });
        }
        Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is neither JSON nor a form")
            .code("other_content_type")
            .detail("Send the case with the content type application/json or application/x-www-form-urlencoded."))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum_core::body::Body;
    use casegate::{Context, Product};
    use http::request::Parts;
    use std::pin::pin;
    use std::task::{self, Poll, Waker};

    struct Firm;

    impl GivesContext for Firm {
        fn context(&self, _: &Parts) -> Result<Context, Problem> {
            Ok(Context::new("2026-03-01".parse().unwrap()))
        }
    }

    fn extract(content_type: &str, body: &'static str) -> Result<CaseBody, Problem> {
        let request = Request::builder().method("POST").header("content-type", content_type);
        let request = request.body(Body::from(body)).unwrap();
        let mut extracting = pin!(CaseBody::from_request(request, &Firm));
        match extracting.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
            Poll::Ready(extracted) => extracted,
            Poll::Pending => panic!("a body in memory is waited for"),
        }
    }

    const JSON: &str = r#"{"case_type":"pl","cc_emails":"intake@firm.example","plaintiff_name":"Test Plaintiff",
        "date_of_loss":"2026-01-31","is_incident_report_provided":false,"insurance_company":"Example Mutual",
        "base_product":["personal_auto_policy_limits"]}"#;
    const FORM: &str = "case_type=pl&cc_emails=intake%40firm.example&plaintiff_name=Test+Plaintiff\
        &date_of_loss=2026-01-31&is_incident_report_provided=false&base_product=personal_auto_policy_limits\
        &insurance_company=Example+Mutual";

    #[test]
    fn the_content_type_selects_the_reader() {
        for (content_type, body) in [
            ("application/json", JSON),
            ("application/vnd.case+json; charset=utf-8", JSON),
            ("application/x-www-form-urlencoded", FORM),
        ] {
            let given = extract(content_type, body).unwrap();
            assert_eq!(given.case.product(), Product::PolicyLimit, "{content_type}");
            assert!(serde_json::from_str::<serde_json::Value>(&given.text).is_ok(), "{content_type}");
        }
    }

    #[test]
    fn other_bodies_are_refused() {
        let status = |content_type, body| extract(content_type, body).unwrap_err().status().as_u16();
        assert_eq!(status("application/json", FORM), 400);
        assert_eq!(status("application/x-www-form-urlencoded", JSON), 400);
        assert_eq!(status("multipart/form-data; boundary=x", FORM), 415);
        assert_eq!(status("text/plain", JSON), 415);
    }
}
