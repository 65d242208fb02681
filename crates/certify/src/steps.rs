//! Takes the steps of a scenario.

use crate::client::content_type;
use crate::error::CertifyError;
use crate::expect::{self, Verdict};
use crate::intake::{self, FormPart, file_parts, multipart};
use crate::record::Delivered;
use crate::relay::{Webhook, event_type};
use crate::scenario::{Act, Check, Deliver, Operate, Order, Release, Signature, Step, Submit};
use crate::service::WEBHOOK_SECRET;
use crate::stage::{Case, LOOK, Stage};
use casegate_http::forward::send;
use chrono::Utc;
use serde_json::{Map, Value, json};
use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::{Duration, Instant};
use ureq::http::{HeaderValue, Method};

/// The reason why a scenario ends before its last step.
pub(crate) enum Halt {
    /// The backend did not do what the next step needs.
    Backend(String),
    /// The scenarios cannot be played.
    Broken(CertifyError),
}

impl From<CertifyError> for Halt {
    fn from(error: CertifyError) -> Halt {
        Halt::Broken(error)
    }
}

/// A secret that the backend does not know.
const OTHER_SECRET: &str = "whsec_b3RoZXItc2VjcmV0LW9mLTI0LWJ5dGVz";

/// A request of a person whose answer is not waited for.
pub(crate) type Waiting = Vec<JoinHandle<()>>;

/// Takes a step.
pub(crate) fn take(stage: &mut Stage, step: &Step, waiting: &mut Waiting) -> Result<(), Halt> {
    match step {
        Step::Submit(given) => submit(stage, given, waiting)?,
        Step::Act(given) => act(stage, given)?,
        Step::Fault(rule) => {
            stage.faults.push(Value::Object(rule.clone()));
            stage.service.operate("PUT", "faults", &json!({ "faults": stage.faults }))?;
        }
        Step::Operate(given) => operate(stage, given)?,
        Step::Webhooks(mode) => stage.service.relay.set_mode(*mode),
        Step::Release(given) => release(stage, given)?,
        Step::Deliver(given) => deliver(stage, given)?,
        Step::AdvanceSeconds(seconds) => {
            stage.service.operate("PUT", "clock", &json!({ "advance_seconds": seconds }))?;
        }
        Step::RevokeToken => {
            if let Some(authorization) = stage.last_user_authorization() {
                stage.service.revoke(&authorization);
            }
        }
        Step::Stop => stage.stop_backend(false),
        Step::Kill => stage.stop_backend(true),
        Step::Start => stage.start_backend()?,
        Step::Await(check) => wait_for(stage, check)?,
        Step::PauseSeconds(seconds) => std::thread::sleep(Duration::from_secs_f64(*seconds)),
    }
    Ok(())
}

fn needed_case(stage: &Stage) -> Result<Case, Halt> {
    stage.case()?.ok_or_else(|| Halt::Backend("the service has no case that the next step needs".to_owned()))
}

fn wait_for(stage: &Stage, check: &Check) -> Result<(), Halt> {
    let last = Instant::now() + stage.patience;
    loop {
        match expect::judge(stage, check)? {
            Verdict::Passed | Verdict::NotTested => return Ok(()),
            Verdict::Failed(why) if Instant::now() > last => {
                return Err(Halt::Backend(format!("waited in vain: {why}")));
            }
            Verdict::Failed(_) => std::thread::sleep(LOOK),
        }
    }
}

fn submit(stage: &Stage, given: &Submit, waiting: &mut Waiting) -> Result<(), Halt> {
    let case = intake::case(given, &stage.summary)?;
    let mut parts = vec![FormPart::text("case", case.to_string())];
    parts.extend(file_parts("files", &given.files));
    let (kind, body) = multipart(&parts);
    let (url, name) = (stage.urls.submit.to_string(), given.name.clone());
    let (agent, record) = (stage.agent.clone(), Arc::clone(&stage.service.record));
    let ask = move || {
        let answer = send(&agent, &Method::POST, &url, &content_type(&kind), &body);
        record.person_answered(&name, answer.map(|answer| answer.status.as_u16()));
    };
    if given.wait {
        ask();
    } else {
        waiting.push(std::thread::spawn(ask));
    }
    Ok(())
}

fn act(stage: &Stage, given: &Act) -> Result<(), Halt> {
    let case = needed_case(stage)?;
    let offered = offered(stage, &case)?;
    // Scenarios with an action that has no address are not played.
    let Some(url) = stage.urls.actions.get(&given.what) else { return Ok(()) };
    let url = url.replace("{id}", &case.id.to_string());
    let (kind, body) = if let Some(json) = &given.json {
        ("application/json".to_owned(), filled(json, &case, &offered).to_string().into_bytes())
    } else {
        let fields = given.form.iter().map(|(name, value)| FormPart::text(name, value.as_str()));
        multipart(&fields.chain(file_parts("files", &given.files)).collect::<Vec<_>>())
    };
    let answer = send(&stage.agent, &Method::POST, &url, &content_type(&kind), &body);
    let name = given.name.as_deref().unwrap_or(given.what.name());
    stage.service.record.person_answered(name, answer.map(|answer| answer.status.as_u16()));
    Ok(())
}

fn operate(stage: &Stage, given: &Operate) -> Result<(), Halt> {
    let case = needed_case(stage)?;
    let (action, body) = match given {
        Operate::Plain(action) => (action, json!({})),
        Operate::With { action, body } => (action, body.clone()),
    };
    // Where the case is not in the right state, the backend did not do what brings it there.
    let done = stage.service.operate("POST", &format!("cases/{}/{action}", case.id), &body);
    done.map(drop).map_err(|_| Halt::Backend(format!("the case is not in a state for `{action}`")))
}

fn release(stage: &Stage, given: &Release) -> Result<(), Halt> {
    let last = Instant::now() + stage.patience;
    while stage.service.relay.held() < given.events {
        if Instant::now() > last {
            return Err(Halt::Backend("the service has fired fewer events than the scenario needs".to_owned()));
        }
        std::thread::sleep(LOOK);
    }
    let mut webhooks = stage.service.relay.release();
    if matches!(given.order, Order::Reversed) {
        webhooks.reverse();
    }
    let deliveries = webhooks.iter().flat_map(|webhook| std::iter::repeat_n(webhook, given.times));
    let deliver = |webhook: &Webhook| {
        let at = Instant::now();
        let status = stage.service.relay.post.deliver(webhook);
        stage.service.record.delivered(Delivered::genuine(webhook, at, status));
    };
    if given.together {
        std::thread::scope(|scope| deliveries.for_each(|webhook| drop(scope.spawn(|| deliver(webhook)))));
    } else {
        deliveries.for_each(deliver);
    }
    Ok(())
}

fn deliver(stage: &Stage, given: &Deliver) -> Result<(), Halt> {
    let case = stage.cases()?.into_iter().next();
    let body = match (&given.text, &given.event) {
        (Some(text), _) => text.clone(),
        (None, Some(event)) => {
            let case = case.unwrap_or(Case { id: 0, issue_key: None, is_test: false });
            filled(event, &case, &Value::Null).to_string()
        }
        (None, None) => String::new(),
    };
    let event = event_type(body.as_bytes());
    let webhook = signed(body, given.signature).map_err(CertifyError::Service)?;
    let at = Instant::now();
    let status = stage.service.relay.post.deliver(&webhook);
    stage.service.record.delivered(Delivered {
        at,
        name: Some(given.name.clone()),
        event,
        is_genuine: false,
        body: String::from_utf8_lossy(&webhook.body).into_owned(),
        status,
    });
    Ok(())
}

fn signed(body: String, signature: Signature) -> Result<Webhook, String> {
    let now = Utc::now().timestamp();
    let timestamp = if signature == Signature::Old { now - 3600 } else { now };
    let secret = if signature == Signature::Wrong { OTHER_SECRET } else { WEBHOOK_SECRET };
    let id = format!("certify-{}", Utc::now().timestamp_micros());
    let content = if signature == Signature::OfAnotherBody { "{}" } else { body.as_str() };
    let signer = standardwebhooks::Webhook::new(secret).map_err(|error| error.to_string())?;
    let value = signer.sign(&id, timestamp, content.as_bytes()).map_err(|error| error.to_string())?;
    let mut headers = content_type("application/json");
    let mut set = |name: &'static str, value: &str| {
        if let Ok(value) = HeaderValue::from_str(value) {
            headers.insert(name, value);
        }
    };
    set("webhook-id", &id);
    set("webhook-timestamp", &timestamp.to_string());
    if signature != Signature::Missing {
        set("webhook-signature", &value);
    }
    Ok(Webhook { headers, body: body.into_bytes() })
}

/// Returns the newest offer of a case, or `null`.
fn offered(stage: &Stage, case: &Case) -> Result<Value, CertifyError> {
    let detail = stage.service.operate("GET", &format!("cases/{}", case.id), &Value::Null)?;
    let offers = detail.get("offers").and_then(Value::as_array);
    Ok(offers.and_then(|offers| offers.last()).cloned().unwrap_or_default())
}

/// Puts the case and its offer into a template.
fn filled(template: &Value, case: &Case, offer: &Value) -> Value {
    let of_offer = |place: &str| offer.pointer(place).cloned().unwrap_or_default();
    match template {
        Value::String(text) if text == "$case_id" => json!(case.id),
        Value::String(text) if text == "$issue_key" => json!(case.issue_key),
        Value::String(text) if text == "$now" => json!(Utc::now().to_rfc3339()),
        Value::String(text) if text == "$offer_id" => of_offer("/offer_id"),
        Value::String(text) if text == "$upgrade_id" => of_offer("/additional_policies/0/upgrade_id"),
        Value::Array(items) => items.iter().map(|item| filled(item, case, offer)).collect(),
        Value::Object(members) => Value::Object(
            members.iter().map(|(name, value)| (name.clone(), filled(value, case, offer))).collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}
