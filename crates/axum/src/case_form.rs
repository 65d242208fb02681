//! The extractor for a case in the body of a form.

use crate::case_json::{GivesContext, accepted, bytes, content_type};
use crate::problem::Problem;
use axum_core::extract::{FromRequest, Request};
use casegate::context::Audience;
use casegate::form::{FormCase, FormOmission};
use casegate::{Case, Report, case_from_form};
use http::StatusCode;
use serde_json::{Map, Value};

/// The content type of a form without files.
pub(crate) const CONTENT_TYPE: &str = "application/x-www-form-urlencoded";

/// A case from the body of an HTML form that was accepted.
///
/// The body has the content type `application/x-www-form-urlencoded`, as a form without files sends
/// it. [`case_from_form`] makes the case: texts become the types of their fields, and inputs without
/// an answer, answers that a rule forbids and inputs of the page are left out. Messages are for people who fill
/// in a form.
///
/// A refused body never reaches the handler. The answers are those of
/// [`CaseJson`](crate::CaseJson), with 415 for another content type.
///
/// ```
/// use casegate_axum::CaseForm;
///
/// // A handler as `axum::routing::post` takes it.
/// async fn receive(CaseForm { case, .. }: CaseForm) -> String {
///     format!("{:?}", case.product())
/// }
/// ```
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct CaseForm {
    /// The case as it should be sent.
    pub case: Case,
    /// The report: warnings, and facts about the case.
    pub report: Report,
    /// The case of the form as JSON.
    pub text: String,
    /// What the form has and the case lacks, with reasons.
    pub omitted: Vec<FormOmission>,
}

impl<S: GivesContext + Send + Sync> FromRequest<S> for CaseForm {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<CaseForm, Problem> {
        let (head, body) = request.into_parts();
        if content_type(&head.headers) != CONTENT_TYPE {
            return Err(Problem::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, "The body is not a form")
                .code("other_content_type")
                .detail("Send the form with the content type application/x-www-form-urlencoded."));
        }
        let context = state.context(&head)?.audience(Audience::Form);
        let body = bytes(body, context.size_limits().text_bytes).await?;
        let inputs = inputs(&body);
        // What is no form within the limits is checked as it is, so that a finding says why.
        let FormCase { case, omitted, .. } = case_from_form(&inputs, &context);
        let text = case.map_or_else(|| inputs.to_string(), String::from);
        let (case, report) = accepted(&text, &context)?;
        Ok(CaseForm { case, report, text, omitted })
    }
}

/// Returns the texts of a body under their names.
fn inputs(body: &[u8]) -> Value {
    let mut inputs = Map::new();
    for (name, text) in form_urlencoded::parse(body) {
        let texts = inputs.entry(name).or_insert_with(|| Value::Array(Vec::new()));
        if let Value::Array(texts) = texts {
            texts.push(text.into());
        }
    }
    inputs.into()
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum_core::body::Body;
    use casegate::context::Limits;
    use casegate::{Context, Product, check_case};
    use http::request::Parts;
    use serde_json::json;
    use std::pin::pin;
    use std::task::{self, Poll, Waker};

    const FORM: &str = "case_type=pl&cc_emails=intake%40firm.example&plaintiff_name=Test+Plaintiff\
        &date_of_loss=2026-01-31&is_incident_report_provided=false&base_product=personal_auto_policy_limits\
        &insurance_company=Example+Mutual&summary=&vehicle_information.vehicle_year=2019";

    struct Firm(Context);

    impl GivesContext for Firm {
        fn context(&self, _: &Parts) -> Result<Context, Problem> {
            Ok(self.0.clone())
        }
    }

    fn context() -> Context {
        Context::new("2026-03-01".parse().unwrap())
    }

    fn extract(context: Context, content_type: &str, body: impl Into<Body>) -> Result<CaseForm, Problem> {
        let request = Request::builder().method("POST").header("content-type", content_type);
        let request = request.body(body.into()).unwrap();
        let firm = Firm(context);
        let mut extracting = pin!(CaseForm::from_request(request, &firm));
        match extracting.as_mut().poll(&mut task::Context::from_waker(Waker::noop())) {
            Poll::Ready(extracted) => extracted,
            Poll::Pending => panic!("a body in memory is waited for"),
        }
    }

    const URLENCODED: &str = "application/x-www-form-urlencoded";

    #[test]
    fn texts_become_a_typed_case() {
        let given = extract(context(), "Application/X-WWW-Form-Urlencoded; charset=utf-8", FORM).unwrap();
        assert_eq!(given.case.product(), Product::PolicyLimit);
        let text: Value = serde_json::from_str(&given.text).unwrap();
        assert_eq!(text["base_product"], json!(["personal_auto_policy_limits"]));
        assert_eq!(text["vehicle_information"], json!({ "vehicle_year": 2019 }));
        assert_eq!(text.get("summary"), None);
        assert_eq!(given.omitted.iter().map(|omitted| omitted.at.as_str()).collect::<Vec<_>>(), ["/summary"]);
        let own = check_case(&text, &context().audience(Audience::Form));
        assert_eq!(json!(given.report), json!(own));
    }

    #[test]
    fn a_refused_form_is_answered_in_the_words_of_forms() {
        let problem = extract(context(), URLENCODED, FORM.replace("report_provided=false", "report_provided=maybe"));
        let problem = json!(problem.unwrap_err());
        assert_eq!((&problem["status"], &problem["errors"][0]["code"]), (&json!(400), &json!("wrong_type")));
        let message = problem["errors"][0]["message"].as_str().unwrap();
        assert!(message.ends_with("yes or no."), "{message}");
    }

    #[test]
    fn repeated_names_are_a_list() {
        let given =
            extract(context(), URLENCODED, format!("{FORM}&add_on_services=skip_trace&add_on_services=policy_number"));
        let text: Value = serde_json::from_str(&given.unwrap().text).unwrap();
        assert_eq!(text["add_on_services"], json!(["skip_trace", "policy_number"]));
    }

    #[test]
    fn other_bodies_are_refused() {
        let status = |extracted: Result<CaseForm, Problem>| extracted.unwrap_err().status().as_u16();
        assert_eq!(status(extract(context(), "application/json", FORM)), 415);
        assert_eq!(status(extract(context(), "multipart/form-data; boundary=x", FORM)), 415);
        assert_eq!(status(extract(context(), URLENCODED, "")), 400);
        // The JSON of a form is longer than the form.
        let limits = Limits::default().text_bytes(FORM.len());
        assert_eq!(status(extract(context().limits(limits), URLENCODED, FORM)), 400);
        assert_eq!(status(extract(context().limits(limits.text_bytes(9)), URLENCODED, FORM)), 413);
    }
}
