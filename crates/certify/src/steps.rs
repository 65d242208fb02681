//! Takes the steps of a scenario.

use crate::client::content_type;
use crate::error::CertifyError;
use crate::expect::{self, Verdict};
use crate::intake::{self, FormPart, file_parts, multipart};
use crate::record::{Delivered, File, Given, What};
use crate::relay::{Webhook, event_type};
use crate::scenario::{Act, Check, Deliver, Operate, Order, Release, Signature, Step, Submit};
use crate::service::WEBHOOK_SECRET;
use crate::stage::{Case, LOOK, Stage};
use casegate::files::FileEndpoint;
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
pub(crate) type Waiting = Vec<JoinHandle<bool>>;

/// Takes a step.
pub(crate) fn take(stage: &mut Stage, step: &Step, waiting: &mut Waiting) -> Result<(), Halt> {
    match step {
        Step::Submit(given) => {
            for number in 0..given.copies.unwrap_or(1) {
                let of = given.copies.map_or_else(|| given.of.clone(), |_| Some(format!("copy {number}")));
                submit(stage, &Submit { of, ..given.clone() }, waiting)?;
            }
        }
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
        Step::Start => stage.start_backend(None)?,
        Step::StartInZone(zone) => stage.start_backend(Some(zone))?,
        Step::Await(check) => wait_for(stage, check)?,
        Step::PauseSeconds(seconds) => std::thread::sleep(Duration::from_secs_f64(*seconds)),
    }
    Ok(())
}

fn needed_case(stage: &Stage, of: Option<&str>) -> Result<Case, Halt> {
    stage.case(of)?.ok_or_else(|| Halt::Backend("the service has no case that the next step needs".to_owned()))
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

/// What a person gives to the backend: an address, a content type and a body.
struct Request {
    url: String,
    kind: String,
    body: Vec<u8>,
}

/// Sends what a person gives, in a thread of its own if nobody waits for the answer.
fn give(stage: &Stage, request: Request, given: Given, waiting: Option<&mut Waiting>) -> Result<(), Halt> {
    let name = given.name.clone();
    let (agent, record) = (stage.person(request.body.len()), Arc::clone(&stage.service.record));
    let number = record.give(given);
    let ask = move || {
        let Request { url, kind, body } = request;
        let answer = send(&agent, &Method::POST, &url, &content_type(&kind), &body);
        record.person_answered(number, answer.as_ref());
        answer.is_some()
    };
    let is_answered = match waiting {
        None => ask(),
        Some(waiting) => {
            waiting.push(std::thread::spawn(ask));
            true
        }
    };
    is_answered.then_some(()).ok_or_else(|| Halt::Backend(format!("the backend did not answer `{name}`")))
}

fn given(name: &str, what: What, files: Vec<File>) -> Given {
    Given { at: Instant::now(), name: name.to_owned(), what, files, is_over: false, status: None }
}

fn submit(stage: &Stage, form: &Submit, waiting: &mut Waiting) -> Result<(), Halt> {
    let case = intake::case(form, &stage.mark(form.of.as_deref()))?;
    let files = intake::files(&form.files, FileEndpoint::Create);
    let text = form.text.clone().unwrap_or_else(|| case.to_string());
    let (kind, body) = multipart(&[vec![FormPart::text("case", text)], file_parts("files", &files)].concat());
    let what = match intake::prepared(&case).filter(|_| form.text.is_none()) {
        Some(prepared) => What::Form { case, prepared },
        None => What::Text,
    };
    let request = Request { url: stage.urls.submit.to_string(), kind, body };
    give(stage, request, given(&form.name, what, files), (!form.wait).then_some(waiting))
}

fn act(stage: &Stage, act: &Act) -> Result<(), Halt> {
    let case = needed_case(stage, act.of.as_deref())?;
    let offers = offers(stage, &case)?;
    // Scenarios with an action that has no address are not played.
    let Some(url) = stage.urls.actions.get(&act.what) else { return Ok(()) };
    let json = act.json.as_ref().map(|json| filled(json, &case, &offers));
    let message = act.form.get("message").map(|message| intake::filled(message, ""));
    let files = intake::files(&act.files, FileEndpoint::Append);
    let (kind, body) = if let Some(json) = &json {
        ("application/json".to_owned(), json.to_string().into_bytes())
    } else {
        let fields = act.form.iter().map(|(name, value)| FormPart::text(name, intake::filled(value, "")));
        multipart(&fields.chain(file_parts("files", &files)).collect::<Vec<_>>())
    };
    let what = What::Act {
        action: act.what,
        case: case.id,
        reference: case.issue_key.clone(),
        json: json.unwrap_or_default(),
        message,
    };
    let request = Request { url: url.replace("{id}", &case.id.to_string()), kind, body };
    give(stage, request, given(act.name.as_deref().unwrap_or(act.what.name()), what, files), None)
}

fn operate(stage: &Stage, given: &Operate) -> Result<(), Halt> {
    let (action, body, of) = match given {
        Operate::Plain(action) => (action, json!({}), None),
        Operate::With { action, body, of } => (action, body.clone(), of.as_deref()),
    };
    let case = needed_case(stage, of)?;
    if let Some(id) = body.get("interaction_id").and_then(Value::as_str) {
        stage.service.record.asked(case.id, id);
    }
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
    let service = &stage.service;
    let deliver = |webhook: &Webhook| {
        let at = Instant::now();
        let status = service.relay.post.deliver(webhook, &service.record);
        service.record.delivered(Delivered::genuine(webhook, at, status));
    };
    if given.together {
        std::thread::scope(|scope| deliveries.for_each(|webhook| drop(scope.spawn(|| deliver(webhook)))));
    } else {
        deliveries.for_each(deliver);
    }
    Ok(())
}

fn deliver(stage: &Stage, given: &Deliver) -> Result<(), Halt> {
    let case = stage.case_now(None)?;
    let body = match (&given.text, &given.event) {
        (Some(text), _) => text.clone(),
        (None, Some(event)) => {
            let case = case.unwrap_or(Case { id: 0, issue_key: None, is_test: false });
            let event = filled(event, &case, &Value::Null);
            if given.pretty { format!("{event:#}\n") } else { event.to_string() }
        }
        (None, None) => String::new(),
    };
    let event = event_type(body.as_bytes());
    let webhook = signed(body, given.signature).map_err(CertifyError::Service)?;
    let at = Instant::now();
    let status = stage.service.relay.post.deliver(&webhook, &stage.service.record);
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
    let timestamp = match signature {
        Signature::Old => now - 3600,
        Signature::Future => now + 3600,
        _ => now,
    };
    let secret = if signature == Signature::Wrong { OTHER_SECRET } else { WEBHOOK_SECRET };
    let id = format!("certify-{}", Utc::now().timestamp_micros());
    let content = if signature == Signature::OfAnotherBody { "{}" } else { body.as_str() };
    let signer = standardwebhooks::Webhook::new(secret).map_err(|error| error.to_string())?;
    let right = signer.sign(&id, timestamp, content.as_bytes()).map_err(|error| error.to_string())?;
    let value = match signature {
        Signature::Empty => String::new(),
        // A receiver that looks at the first one only misses it.
        Signature::Second => format!("v1,{} {right}", "A".repeat(43) + "="),
        _ => right,
    };
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

/// Returns the offers of a case, the newest first.
fn offers(stage: &Stage, case: &Case) -> Result<Value, CertifyError> {
    let detail = stage.service.operate("GET", &format!("cases/{}", case.id), &Value::Null)?;
    let offers = detail.get("offers").and_then(Value::as_array);
    Ok(offers.map(|offers| offers.iter().rev().cloned().collect()).unwrap_or_default())
}

/// The beginning of a place in the offers of the case, as a JSON Pointer.
const OFFERS: &str = "$offers";

/// Puts the case and its offers into a template.
fn filled(template: &Value, case: &Case, offers: &Value) -> Value {
    match template {
        Value::String(text) if text == "$case_id" => json!(case.id),
        Value::String(text) if text == "$issue_key" => json!(case.issue_key),
        Value::String(text) if text == "$now" => json!(Utc::now().to_rfc3339()),
        Value::String(text) => match text.strip_prefix(OFFERS) {
            Some(place) => offers.pointer(place).cloned().unwrap_or_default(),
            None => intake::filled(text, "").into(),
        },
        Value::Array(items) => items.iter().map(|item| filled(item, case, offers)).collect(),
        Value::Object(members) => Value::Object(
            members.iter().map(|(name, value)| (name.clone(), filled(value, case, offers))).collect::<Map<_, _>>(),
        ),
        other => other.clone(),
    }
}
