//! A stand-in in memory: it plays the service with the rulebook's verdicts, changed by a deviation,
//! and yields exchanges as a recorder receives them.

use crate::cases::Cases;
use casegate::events::{Delivery, Event, Teaser};
use casegate::requests::check_request;
use casegate::tokens::Label;
use casegate::{Context, Date, Issue, Severity, wire};
use casegate_drift::{Raw, RawBody, RawExchange};
use casegate_exhaustive::random::Random;
use serde_json::{Value, json};

pub(crate) const TODAY: &str = "2026-03-01";

/// A step in the life of a case: an event, or a request with its answer.
#[derive(Clone)]
pub(crate) enum Step {
    Event(Value),
    Call { method: &'static str, path: &'static str, body: Value, status: u16, answer: Value },
}

/// Changes a value in view of another.
type Change<T, With> = Box<dyn Fn(&mut T, &With)>;

/// Changes the status and the body of an answer.
type ChangeAnswer = dyn Fn(&mut u16, &mut Value);

/// Changes the steps of a life.
type ChangeLife = dyn Fn(&mut Vec<Step>);

/// A change of the service. Each part changes what the faithful service would do.
pub(crate) struct Deviation {
    pub(crate) name: &'static str,
    /// Changes the findings that decide about a case.
    pub(crate) judge: Change<Vec<Issue>, Value>,
    /// Changes the answer to a create request.
    pub(crate) create: Box<ChangeAnswer>,
    /// Changes the life of a case.
    pub(crate) live: Box<ChangeLife>,
    /// `true` if a test case has a life too.
    pub(crate) test_cases_fire: bool,
    /// The finding that names the deviation.
    pub(crate) is_named: Box<dyn Fn(&casegate_drift::Finding) -> bool>,
}

/// The exchanges of a service with a deviation.
pub(crate) fn exchanges(deviation: &Deviation, count: usize, seed: u64) -> Vec<Raw> {
    let (mut cases, mut random) = (Cases::new(), Random::new(seed));
    let context = casegate::Context::new(TODAY.parse().unwrap());
    let mut exchanges = Vec::new();
    let (mut number, mut requests) = (0, 0);
    while requests < count {
        number += 1;
        requests += 1;
        let payload = cases.payload(&mut random);
        let (raw, is_accepted) = create(deviation, &payload, number, &context, &mut random);
        exchanges.push(raw);
        let is_test = payload["is_test"] == json!(true);
        if is_accepted && (!is_test || deviation.test_cases_fire) && random.percent(40) {
            let mut steps = life(number, &payload, &mut random);
            (deviation.live)(&mut steps);
            for step in steps {
                requests += usize::from(matches!(step, Step::Call { .. }));
                exchanges.push(raw_step(&step, number));
            }
        }
    }
    exchanges
}

fn day() -> Date {
    Date::parse(TODAY).unwrap()
}

fn file_id(number: usize, file: usize) -> String {
    format!("123e4567-e89b-12d3-a456-{:012}", number * 100 + file)
}

fn create(
    deviation: &Deviation,
    payload: &Value,
    number: usize,
    context: &Context,
    random: &mut Random,
) -> (Raw, bool) {
    let files: Vec<(&str, &str, usize)> = (0..random.below(3))
        .map(|_| {
            let name = ["report.pdf", "photo.JPG", "notes.exe", "letter"][random.below(4)];
            (name, ["other", "incident_report", "unheard_of"][random.below(3)], 40)
        })
        .collect();
    let mut body = Vec::new();
    let mut part = |head: &str, content: &str| {
        body.extend(format!("--x\r\nContent-Disposition: form-data; {head}\r\n\r\n{content}\r\n").into_bytes());
    };
    part("name=\"case\"", &payload.to_string());
    for (name, label, size) in &files {
        part(&format!("name=\"files\"; filename=\"{name}\""), &"x".repeat(*size));
        part("name=\"labels\"", label);
    }
    body.extend(b"--x--\r\n");

    let described = json!({ "endpoint": "create", "parts": [{ "name": "case", "value": payload.to_string() }] });
    let report = check_request(&described.to_string(), context);
    let mut issues: Vec<Issue> = report.issues.into_iter().chain(report.case.unwrap().issues).collect();
    (deviation.judge)(&mut issues, payload);
    let errors: Vec<&Issue> = issues.iter().filter(|issue| issue.severity == Severity::Error).collect();
    let mut status = if errors.is_empty() { 201 } else { 400 };
    let mut answer = if errors.is_empty() {
        let judged = json!({ "files": files.iter().map(|(name, label, size)| json!({ "name": name, "label": label, "size": size })).collect::<Vec<_>>() });
        let operation = wire::CASE_OPERATIONS.iter().find(|operation| operation.name == "judge_files").unwrap();
        let verdicts: Value = serde_json::from_str(&operation.call_with(&judged.to_string(), context)).unwrap();
        let attachments: Vec<Value> = verdicts["files"]
            .as_array()
            .unwrap()
            .iter()
            .enumerate()
            .map(|(at, file)| {
                let base = json!({ "filename": file["filename"], "label": file["label"], "status": file["status"] });
                let mut attachment = base;
                if file["error_code"].is_null() {
                    attachment["file_id"] = json!(file_id(number, at));
                } else {
                    attachment["error"] = json!("Not accepted.");
                    attachment["error_code"] = file["error_code"].clone();
                }
                attachment
            })
            .collect();
        json!({
            "case_id": number, "case_ref": format!("CASE-{number}"), "case_type": payload["case_type"],
            "submitted": true, "attachments": attachments,
        })
    } else {
        let fields = errors.iter().map(|issue| (issue.at.clone(), json!(["Invalid."])));
        Value::Object(fields.collect())
    };
    (deviation.create)(&mut status, &mut answer);
    let raw = RawExchange {
        day: day(),
        method: "POST".to_owned(),
        target: "/api/v1/partner/cases/create/".to_owned(),
        authorization: true,
        credential: None,
        body: RawBody::read(Some("multipart/form-data; boundary=x"), &body),
        status,
        answer: Some(answer.to_string()),
    };
    (Raw::Exchange(raw), (200..300).contains(&status))
}

/// The life of a case after it was created, without a deviation.
fn life(number: usize, payload: &Value, random: &mut Random) -> Vec<Step> {
    let (kind, file_id) = (random.below(4), file_id(number, 99));
    let event = |event: Event| {
        let delivery = Delivery::new(event).case_id(number as u64);
        let delivery = if delivery.event == Event::received() {
            delivery
        } else {
            delivery.issue_key(&format!("CASE-{number}")).unwrap()
        };
        Step::Event(serde_json::to_value(delivery).unwrap())
    };
    let call = |method, path, body, status, answer| Step::Call { method, path, body, status, answer };
    let detail = |state: &str, eligible: bool, fee: Value, reason: &str| {
        let body = json!({
            "id": number, "issue_key": format!("CASE-{number}"), "status": state, "case_type": payload["case_type"],
            "created_at": "2026-03-01T09:00:00Z", "updated_at": "2026-03-01T10:00:00Z",
            "results_ready": state == "results_ready" || state == "closed",
            "cancellation": { "eligible": eligible, "fee_usd": fee, "reason": reason },
        });
        call("GET", "", Value::Null, 200, body)
    };
    let asked = format!("i-{number}");
    let mut steps = vec![event(Event::received())];
    match kind {
        0 => {
            steps.push(call(
                "POST",
                "cancel/",
                json!({ "reason": "Settled." }),
                202,
                json!({
                    "case_ref": format!("CASE-{number}"), "status": "cancellation_accepted", "tier": "free",
                    "fee": { "amount_usd": "0.00", "description": "Free." },
                }),
            ));
            steps.push(event(Event::closed("Settled.").unwrap()));
        }
        1 => {
            steps.push(event(Event::in_progress()));
            steps.push(event(Event::action_required("Which car?", &asked).unwrap()));
            steps.push(call(
                "POST",
                "respond/",
                json!({ "interaction_id": asked, "message": "The red one." }),
                200,
                json!({
                    "interaction_id": asked, "status": "responded", "message": "Thank you.",
                }),
            ));
            steps.push(event(Event::in_progress()));
            steps.push(detail("in_progress", true, json!("50.00"), "dispatched_fee_applies"));
            steps.push(event(Event::results_ready("https://files.example/1").unwrap()));
            steps.push(event(Event::closed("results_delivered").unwrap()));
        }
        2 => {
            let teaser = Teaser::new(Some(1), "umbrella", "95.00").unwrap();
            steps.push(event(Event::in_progress()));
            steps.push(event(Event::results_ready("https://files.example/1").unwrap()));
            steps.push(event(Event::additional_policies_found("o-1", vec![teaser]).unwrap()));
            steps.push(call(
                "POST",
                "offers/accept/",
                json!({ "offer_id": "o-1", "selected_upgrade_ids": [1] }),
                200,
                json!({}),
            ));
            steps.push(event(Event::results_ready("https://files.example/2").unwrap()));
            steps.push(detail("results_ready", false, Value::Null, "research_complete"));
            steps.push(event(Event::closed("results_delivered").unwrap()));
        }
        _ => {
            steps.push(call(
                "POST",
                "files/",
                json!({}),
                200,
                json!({
                    "file_id": file_id, "filename": "a.pdf", "label": "other",
                    "tracker_sync_state": "pending",
                }),
            ));
            steps.push(event(Event::files_updated(&file_id, Label::Other).unwrap()));
            steps.push(event(Event::in_progress()));
        }
    }
    steps
}

fn raw_step(step: &Step, number: usize) -> Raw {
    match step {
        Step::Event(body) => Raw::Event { day: day(), body: body.to_string() },
        Step::Call { method, path, body, status, answer } => {
            let body = match (*path, body) {
                (_, Value::Null) => RawBody::None,
                ("respond/", body) => form(body),
                ("files/", _) => RawBody::read(
                    Some("multipart/form-data; boundary=x"),
                    b"--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.pdf\"\r\n\r\nx\r\n--x--\r\n",
                ),
                (_, body) => RawBody::read(Some("application/json"), body.to_string().as_bytes()),
            };
            Raw::Exchange(RawExchange {
                day: day(),
                method: (*method).to_owned(),
                target: format!("/api/v1/partner/cases/CASE-{number}/{path}"),
                authorization: true,
                credential: None,
                body,
                status: *status,
                answer: Some(answer.to_string()),
            })
        }
    }
}

fn form(body: &Value) -> RawBody {
    let parts = body.as_object().unwrap().iter().map(|(name, value)| {
        format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{}\r\n", value.as_str().unwrap())
    });
    let body = parts.collect::<String>() + "--x--\r\n";
    RawBody::read(Some("multipart/form-data; boundary=x"), body.as_bytes())
}
