//! The research service over HTTP: a method for each request that this office makes.

use crate::disk::replace_file;
use crate::form::{GivenFile, Parts};
use casegate::Context;
use casegate::answers::{Answer, Outcome, read_answer};
use casegate::date::Date;
use casegate::events::Source;
use serde_json::{Value, json};
use std::fs;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::thread::sleep;
use std::time::{Duration, Instant};
use ureq::Agent;
use ureq::http::{Request, header};

const PARTNER: &str = "/api/v1/partner";
/// The attempts of a request that may be sent again.
const ATTEMPTS: u32 = 3;
/// A longer pause is not waited for: a person waits for the answer.
const LONGEST_PAUSE: Duration = Duration::from_secs(20);

/// The service refused a request, or did not answer it (`status` is `None`).
#[derive(Debug, Clone)]
pub(crate) struct ServiceError {
    pub(crate) status: Option<u16>,
    body: Value,
    retry_after: Option<Duration>,
    /// `true` if an earlier attempt may have arrived.
    again: bool,
}

impl ServiceError {
    fn unanswered() -> ServiceError {
        ServiceError { status: None, body: Value::Null, retry_after: None, again: false }
    }

    /// `true` if the request may have been carried out.
    pub(crate) fn is_unclear(&self) -> bool {
        self.status.is_none_or(|status| status >= 500)
    }
}

#[derive(Clone)]
enum Payload {
    Nothing,
    Json(Value),
    Form(String, Vec<u8>),
}

pub(crate) struct Service {
    pub(crate) url: String,
    pub(crate) master_token: String,
    /// The user token is kept here: user tokens do not expire.
    pub(crate) token_file: PathBuf,
    pub(crate) token: Mutex<Option<String>>,
    /// No login before this moment: the service is busy.
    pub(crate) login_from: Mutex<Option<Instant>>,
    pub(crate) agent: Agent,
}

pub(crate) fn agent() -> Agent {
    let config = Agent::config_builder().http_status_as_error(false).timeout_global(Some(Duration::from_secs(300)));
    // A POST that is redirected becomes a GET, whose answer says nothing about the case.
    config.max_redirects(0).max_redirects_will_error(false).build().into()
}

impl Service {
    /// Not sent again where no answer came: the case may be there.
    pub(crate) fn create(&self, case: &str, files: &[GivenFile]) -> Result<Value, ServiceError> {
        let form = files.iter().fold(Parts::default().text("case", case), |form, file| {
            form.file("files", file).text("labels", file.label.as_deref().unwrap_or("other"))
        });
        self.post("/cases/create/", &form_payload(form), 1)
    }

    pub(crate) fn ask(&self, reference: &str, source: Source) -> Result<Value, ServiceError> {
        let rest = match source {
            Source::Detail => "/",
            Source::Results => "/results/?result_format=json",
            Source::Offers => "/offers/",
        };
        self.send("GET", &format!("{PARTNER}/cases/{reference}{rest}"), &Payload::Nothing, ATTEMPTS)
    }

    /// The newest cases. The pages of the list are not published; a new case is on the first.
    pub(crate) fn list(&self, source: &str) -> Result<Vec<Value>, ServiceError> {
        let path = format!("{PARTNER}/cases/?source={source}");
        let list = self.send("GET", &path, &Payload::Nothing, ATTEMPTS)?;
        let items = list.get("results").unwrap_or(&list);
        Ok(items.as_array().cloned().unwrap_or_default())
    }

    /// The reference of a case that had none yet.
    pub(crate) fn reference(&self, id: u64) -> Result<Option<String>, ServiceError> {
        let list = self.list("all")?;
        let item = list.iter().find(|item| item.get("id").and_then(Value::as_u64) == Some(id));
        Ok(item.and_then(|item| item.get("issue_key")).and_then(Value::as_str).map(str::to_owned))
    }

    /// A reply is refused where it came before, so that it may be sent again where no answer came.
    pub(crate) fn respond(
        &self,
        reference: &str,
        interaction: &str,
        message: &str,
        files: &[GivenFile],
    ) -> Result<(), ServiceError> {
        let mut form = Parts::default().text("interaction_id", interaction);
        if !message.is_empty() {
            form = form.text("message", message);
        }
        let form = files.iter().fold(form, |form, file| form.file("file", file));
        let answer = self.post(&format!("/cases/{reference}/respond/"), &form_payload(form), ATTEMPTS);
        match answer {
            Err(error) if error.again && error.status == Some(400) && error.body.to_string().contains("responded") => {
                Ok(())
            }
            answer => answer.map(drop),
        }
    }

    pub(crate) fn append(&self, reference: &str, file: &GivenFile) -> Result<Value, ServiceError> {
        let label = file.label.as_deref().unwrap_or("other");
        let form = Parts::default().file("file", file).text("label", label);
        self.post(&format!("/cases/{reference}/files/"), &form_payload(form), 1)
    }

    /// Safe to retry, as the next one.
    pub(crate) fn accept(&self, reference: &str, offer: &Value) -> Result<Value, ServiceError> {
        self.post(&format!("/cases/{reference}/offers/accept/"), &Payload::Json(offer.clone()), ATTEMPTS)
    }

    pub(crate) fn cancel(&self, reference: &str, body: &Value) -> Result<Value, ServiceError> {
        self.post(&format!("/cases/{reference}/cancel/"), &Payload::Json(body.clone()), ATTEMPTS)
    }

    fn post(&self, path: &str, payload: &Payload, attempts: u32) -> Result<Value, ServiceError> {
        self.send("POST", &format!("{PARTNER}{path}"), payload, attempts)
    }

    fn send(&self, method: &str, path: &str, payload: &Payload, attempts: u32) -> Result<Value, ServiceError> {
        let (mut attempt, mut postponed, mut is_renewed, mut again) = (1, 0, false, false);
        loop {
            let token = self.user_token()?;
            let error = match self.attempt(method, path, &token, payload) {
                Ok(answer) => return Ok(answer),
                Err(error) => error,
            };
            match error.status {
                // Nothing was done with a token that was revoked.
                Some(401) if !is_renewed => {
                    is_renewed = true;
                    self.forget(&token);
                }
                // Nor was it here.
                Some(429) if postponed < ATTEMPTS && error.retry_after.is_none_or(|pause| pause <= LONGEST_PAUSE) => {
                    postponed += 1;
                    sleep(error.retry_after.unwrap_or(Duration::from_secs(1)));
                }
                _ if error.is_unclear() && attempt < attempts => {
                    again = true;
                    let pause = Duration::from_millis(250 << attempt);
                    sleep(pause.max(error.retry_after.unwrap_or_default().min(LONGEST_PAUSE)));
                    attempt += 1;
                }
                _ => return Err(ServiceError { again, ..error }),
            }
        }
    }

    fn attempt(&self, method: &str, path: &str, token: &str, payload: &Payload) -> Result<Value, ServiceError> {
        let request = Request::builder()
            .method(method)
            .uri(format!("{}{path}", self.url))
            .header(header::AUTHORIZATION, format!("Token {token}"));
        let lost = |_| ServiceError::unanswered();
        let answered = match payload {
            Payload::Nothing => {
                request.body(()).map_err(|_| ServiceError::unanswered()).map(|request| self.agent.run(request))
            }
            Payload::Json(body) => request
                .header(header::CONTENT_TYPE, "application/json")
                .body(body.to_string())
                .map_err(|_| ServiceError::unanswered())
                .map(|request| self.agent.run(request)),
            Payload::Form(kind, body) => request
                .header(header::CONTENT_TYPE, kind)
                .body(body.as_slice())
                .map_err(|_| ServiceError::unanswered())
                .map(|request| self.agent.run(request)),
        };
        let mut response = answered?.map_err(lost)?;
        let text = response.body_mut().read_to_string().map_err(lost)?;
        let status = response.status().as_u16();
        let retry_after = response.headers().get(header::RETRY_AFTER).and_then(|value| value.to_str().ok());
        let retry_after = retry_after.and_then(|seconds| seconds.parse().ok()).map(Duration::from_secs);
        let refused = |status, body| ServiceError { status: Some(status), body, retry_after, again: false };
        if path.ends_with("/cases/create/") && is_open(status, &text) {
            return Err(refused(502, Value::Null));
        }
        let body = if text.is_empty() { Ok(Value::Null) } else { serde_json::from_str(&text) };
        match body {
            Ok(body) if response.status().is_success() => Ok(body),
            // Something between here and the service.
            Err(_) if response.status().is_success() => Err(refused(502, Value::Null)),
            body => Err(refused(status, body.unwrap_or_default())),
        }
    }

    /// One login, however many requests wait for it.
    fn user_token(&self) -> Result<String, ServiceError> {
        let mut kept = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(token) = kept.clone().or_else(|| fs::read_to_string(&self.token_file).ok()) {
            *kept = Some(token.clone());
            return Ok(token);
        }
        let answer = self.log_in()?;
        // Which member carries the token is not published; this is the stand-in's.
        let Some(token) = answer.get("token").and_then(Value::as_str) else { return Err(ServiceError::unanswered()) };
        // Without the file there is another login after the next start.
        let _ = replace_file(&self.token_file, token);
        *kept = Some(token.to_owned());
        Ok(token.to_owned())
    }

    /// Once more after a pause, if the service is busy.
    fn log_in(&self) -> Result<Value, ServiceError> {
        let login = Payload::Json(json!({ "token_name": "rust-backend" }));
        let mut from = self.login_from.lock().unwrap_or_else(PoisonError::into_inner);
        for is_last in [false, true] {
            let pause = from.map(|from| from.saturating_duration_since(Instant::now())).unwrap_or_default();
            if pause > LONGEST_PAUSE {
                return Err(ServiceError { status: Some(429), retry_after: Some(pause), ..ServiceError::unanswered() });
            }
            sleep(pause);
            match self.attempt("POST", "/api/auth/login/", &self.master_token, &login) {
                Err(error) if error.status == Some(429) => {
                    *from = Some(Instant::now() + error.retry_after.unwrap_or(Duration::from_secs(1)));
                    if is_last {
                        return Err(error);
                    }
                }
                answer => return answer,
            }
        }
        Err(ServiceError::unanswered())
    }

    /// Unless somebody else has, and there is a new one.
    fn forget(&self, token: &str) {
        let mut kept = self.token.lock().unwrap_or_else(PoisonError::into_inner);
        if kept.as_deref() == Some(token) {
            *kept = None;
            let _ = fs::remove_file(&self.token_file);
        }
    }
}

/// Returns `true` if an answer to a create leaves open whether there is a case: a redirect, a page, an
/// object without an id.
fn is_open(status: u16, text: &str) -> bool {
    let answer = Answer { status: Some(status), body: Some(text), ..Answer::default() };
    // Of the context only the limits matter here, and no day.
    Date::parse("2026-01-01").is_none_or(|day| {
        let reading = read_answer(&answer, &Context::new(day));
        reading.outcome == Outcome::Unsure || (reading.outcome == Outcome::Created && reading.case_id.is_none())
    })
}

fn form_payload(form: Parts) -> Payload {
    let (kind, body) = form.finish();
    Payload::Form(kind, body)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::refusal::Refusal;
    use axum::response::IntoResponse;

    #[test]
    fn a_create_is_settled_by_a_receipt_or_a_refusal_alone() {
        let open = [
            (204, ""),
            (200, "{}"),
            (201, "null"),
            (200, "<h1>Sign in</h1>"),
            (302, ""),
            (201, r#"{"case_id":"7"}"#),
            (503, "{}"),
        ];
        let settled = [(201, r#"{"case_id":7}"#), (400, r#"{"detail":"no"}"#), (429, ""), (401, "")];
        assert!(open.iter().all(|(status, text)| is_open(*status, text)));
        assert!(!settled.iter().any(|(status, text)| is_open(*status, text)));
    }

    #[test]
    fn after_a_429_nothing_was_done_so_the_person_may_try_again() {
        let answer_to = |status| {
            let error = ServiceError { status: Some(status), ..ServiceError::unanswered() };
            Refusal::from(error).into_response().status().as_u16()
        };
        assert_eq!([429, 500, 401].map(answer_to), [503, 502, 502]);
    }
}
