//! One faithful session, and deviations of it by class, one at a time: each is found.

use casegate::Date;
use casegate_drift::{Finding, Key, Line, Raw, RawBody, RawExchange, Recorder, Settings, drift, read_lines};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// A request with its answer, or an event.
#[derive(Clone)]
struct Step {
    name: &'static str,
    /// The method, the path below the service's, and the token.
    request: Option<(&'static str, &'static str, Option<&'static str>)>,
    body: RawBody,
    status: u16,
    /// The body of the answer or event.
    answer: Value,
}

const MASTER: Option<&str> = Some("Token master");
const USER: Option<&str> = Some("Token user");

fn call(
    name: &'static str,
    method: &'static str,
    path: &'static str,
    body: RawBody,
    status: u16,
    answer: Value,
) -> Step {
    Step { name, request: Some((method, path, USER)), body, status, answer }
}

fn get(name: &'static str, path: &'static str, answer: Value) -> Step {
    call(name, "GET", path, RawBody::None, 200, answer)
}

fn event(name: &'static str, case: u64, id: u64, payload: &Value) -> Step {
    let mut body = json!({
        "event": name, "event_id": format!("e-{case}-{id}"), "case_id": case, "issue_key": format!("CASE-{case}"),
        "occurred_at": format!("2026-03-01T10:00:{id:02}Z"),
    });
    let members = body.as_object_mut().unwrap();
    if name == "case.received" {
        members.remove("issue_key");
    }
    members.extend(payload.as_object().unwrap().clone());
    Step { name, request: None, body: RawBody::None, status: 0, answer: body }
}

fn json_body(body: &Value) -> RawBody {
    RawBody::read(Some("application/json"), body.to_string().as_bytes())
}

/// A form of texts and files: a value that begins with `@` is the name of a file.
fn form(parts: &[(&str, &str)]) -> RawBody {
    let part = |(name, value): &(&str, &str)| match value.strip_prefix('@') {
        Some(file) => format!(
            "--x\r\nContent-Disposition: form-data; name=\"{name}\"; filename=\"{file}\"\r\nContent-Type: application/pdf\r\n\r\nfile\r\n"
        ),
        None => format!("--x\r\nContent-Disposition: form-data; name=\"{name}\"\r\n\r\n{value}\r\n"),
    };
    let body = parts.iter().map(part).collect::<String>() + "--x--\r\n";
    RawBody::read(Some("multipart/form-data; boundary=x"), body.as_bytes())
}

fn case(product: &str, is_test: bool) -> String {
    let mut case = json!({
        "case_type": product, "cc_emails": "a@b.example", "plaintiff_name": "T", "date_of_loss": "2026-01-15",
        "is_incident_report_provided": false, "base_product": ["personal_auto_policy_limits"], "insurance_company": "E",
    });
    if product == "pe" {
        case = json!({
            "case_type": "pe", "cc_emails": "a@b.example", "plaintiff_name": "T", "date_of_loss": "2026-01-15",
            "is_incident_report_provided": false, "base_product": ["personal_auto_policy_existence"],
            "should_exclude_other_insurance_from_search": false, "search_reason": ["no_insurance_on_report"],
        });
    }
    if is_test {
        case["is_test"] = json!(true);
    }
    case.to_string()
}

fn file_id(number: u64) -> String {
    format!("123e4567-e89b-12d3-a456-{number:012}")
}

fn attachment(number: u64, filename: &str, label: &str) -> Value {
    json!({ "filename": filename, "label": label, "status": "accepted", "file_id": file_id(number) })
}

fn created(case: u64, product: &str, attachments: &Value) -> Value {
    json!({ "case_id": case, "case_ref": null, "case_type": product, "submitted": true, "attachments": attachments })
}

fn detail(case: u64, product: &str, state: &str, eligible: bool, fee: Option<&str>, reason: &str) -> Value {
    json!({
        "id": case, "issue_key": format!("CASE-{case}"), "status": state, "case_type": product,
        "created_at": "2026-03-01T09:00:00Z", "updated_at": "2026-03-01T10:00:00Z",
        "results_ready": state == "results_ready", "cancellation": { "eligible": eligible, "fee_usd": fee, "reason": reason },
    })
}

fn offer(first: &str) -> Value {
    let policy = |id: u64, status: &str| json!({ "upgrade_id": id, "type": "umbrella", "researcher_note": null, "price_usd": "95.00", "status": status });
    json!({ "offer_id": "o-1", "additional_policies": [policy(1, first), policy(2, "created")] })
}

/// Results with every field, of which those that end with `_date` or name a day are `null`.
fn results(is_bought: bool) -> Value {
    const FIELDS: &str = "defendant insurance policy_number claim_number liability_limits other_commercial_policy base_product \
        information_found policyholder policy_number_secondary policy_start_date policy_limits_when_active compulsory_liability_limits \
        optional_liability_limits pip_limits self_insured_retention underlying_insurance_co vehicle_type rental_car_co rideshare upsell_abbreviation";
    let fields = || FIELDS.split_whitespace().map(|name| (name.to_owned(), json!("x")));
    let nulls = || {
        ["notes", "add_on_services", "date_of_loss", "policy_canceled_date"].map(|name| (name.to_owned(), Value::Null))
    };
    let record = || Value::Object(fields().chain(nulls()).collect());
    let envelope = |id: u64, status: &str| json!({ "status": status, "policy_type": "umbrella", "notes": "n", "upgrade_id": id, "offer_id": "o-1", "price_usd": "95.00" });
    let mut first = envelope(1, if is_bought { "accepted" } else { "offered" });
    if is_bought {
        let mut whole = record();
        whole.as_object_mut().unwrap().extend(first.as_object().unwrap().clone());
        first = whole;
    }
    json!({
        "id": 7, "issue_key": "CASE-1", "status": "completed", "completed_at": "2026-03-01T10:30:00Z",
        "results_data": { "case_type": "policy_limit_search", "results": [record()], "additional_policies": [first, envelope(2, "offered")] },
    })
}

fn listed(cases: &[u64]) -> Value {
    let item =
        |case: &u64| json!({ "id": case, "issue_key": format!("CASE-{case}"), "created_at": "2026-03-01T09:00:00Z" });
    json!({ "next": null, "previous": null, "results": cases.iter().map(item).collect::<Vec<_>>() })
}

fn cancelled() -> Value {
    json!({ "case_ref": "CASE-2", "status": "cancellation_accepted", "tier": "free", "fee": { "amount_usd": "0.00", "description": "Free." } })
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn session() -> Vec<Step> {
    let pdf = json!({
        "id": 7, "issue_key": "CASE-1", "status": "completed", "results_url": "https://files.example/pdf", "file_name": "a.pdf",
        "completed_at": "2026-03-01T10:30:00Z",
    });
    let teaser = |id: u64| json!({ "upgrade_id": id, "type": "umbrella", "price_usd": "95.00" });
    let accept = || json_body(&json!({ "offer_id": "o-1", "selected_upgrade_ids": [1] }));
    let cancel = || json_body(&json!({ "reason": "Settled." }));
    let reply = || form(&[("interaction_id", "i-1"), ("message", "The red one.")]);
    let cancellation = json!({
        "id": 8, "issue_key": "CASE-2", "status": "cancelled", "completed_at": null,
        "results_data": {
            "case_type": "policy_existence_search", "cancelled": true, "results": [], "additional_policies": [],
            "cancellation": { "cancelled_at": "2026-03-01T11:00:00Z", "fee_usd": null, "reason": "Settled." },
        },
    });
    let mut steps = vec![
        call(
            "login",
            "POST",
            "/api/auth/login/",
            json_body(&json!({ "token_name": "a@b.example" })),
            200,
            json!({ "token": "user", "expiry": null }),
        ),
        call(
            "login without a name",
            "POST",
            "/api/auth/login/",
            json_body(&json!({})),
            400,
            json!({ "token_name": ["Required."] }),
        ),
        call(
            "create",
            "POST",
            "cases/create/",
            form(&[
                ("case", &case("pl", false)),
                ("files", "@report.pdf"),
                ("labels", "incident_report"),
                ("files", "@notes.exe"),
            ]),
            201,
            created(
                1,
                "pl",
                &json!([attachment(1, "report.pdf", "incident_report"), {
                    "filename": "notes.exe", "label": "other", "status": "rejected", "error": "Not accepted.", "error_code": "extension_not_allowed",
                }]),
            ),
        ),
        event("case.received", 1, 1, &json!({})),
        call(
            "invalid",
            "POST",
            "cases/create/",
            form(&[("case", r#"{"case_type":"pl"}"#)]),
            400,
            json!({ "plaintiff_name": ["Required."] }),
        ),
        get("list", "cases/", listed(&[1])),
        get("received", "cases/CASE-1/", detail(1, "pl", "received", true, Some("0.00"), "not_yet_dispatched")),
        call(
            "append",
            "POST",
            "cases/CASE-1/files/",
            form(&[("file", "@more.pdf"), ("label", "insurance_letter")]),
            200,
            json!({
                "file_id": file_id(3), "filename": "more.pdf", "label": "insurance_letter", "tracker_sync_state": "pending",
            }),
        ),
        event("case.files_updated", 1, 2, &json!({ "file_id": file_id(3), "label": "insurance_letter" })),
        event("case.in_progress", 1, 3, &json!({})),
        get(
            "in_progress",
            "cases/CASE-1/",
            detail(1, "pl", "in_progress", true, Some("50.00"), "dispatched_fee_applies"),
        ),
        event("case.action_required", 1, 4, &json!({ "message": "Which car?", "interaction_id": "i-1" })),
        get(
            "action_required",
            "cases/CASE-1/",
            detail(1, "pl", "action_required", true, Some("50.00"), "dispatched_fee_applies"),
        ),
        call(
            "respond",
            "POST",
            "cases/CASE-1/respond/",
            reply(),
            200,
            json!({ "interaction_id": "i-1", "status": "responded", "message": "Thank you." }),
        ),
        call(
            "respond again",
            "POST",
            "cases/CASE-1/respond/",
            reply(),
            400,
            json!({ "detail": "The interaction is already responded." }),
        ),
        event("case.in_progress", 1, 5, &json!({})),
        event("case.additional_policies_found", 1, 6, &json!({ "offer_id": "o-1", "teasers": [teaser(1), teaser(2)] })),
        event("case.results_ready", 1, 7, &json!({ "results_url": "https://files.example/1" })),
        get("results_ready", "cases/CASE-1/", detail(1, "pl", "results_ready", false, None, "research_complete")),
        get("offers", "cases/CASE-1/offers/", offer("created")),
        get("results", "cases/CASE-1/results/?result_format=json", results(false)),
        call("accept", "POST", "cases/CASE-1/offers/accept/", accept(), 200, json!({})),
        event("case.results_ready", 1, 8, &json!({ "results_url": "https://files.example/2" })),
        call("accept again", "POST", "cases/CASE-1/offers/accept/", accept(), 200, json!({})),
        get("offers after", "cases/CASE-1/offers/", offer("selected")),
        get("results after", "cases/CASE-1/results/?result_format=json", results(true)),
        get("pdf", "cases/CASE-1/results/?result_format=pdf", pdf),
        event("case.closed", 1, 9, &json!({ "reason": "results_delivered" })),
        get("closed", "cases/CASE-1/", detail(1, "pl", "closed", false, None, "case_closed")),
        call(
            "cancel too late",
            "POST",
            "cases/CASE-1/cancel/",
            cancel(),
            409,
            json!({ "error": "case_closed", "detail": "The case is closed." }),
        ),
        call(
            "create another",
            "POST",
            "cases/create/",
            form(&[("case", &case("pe", false))]),
            201,
            created(2, "pe", &json!([])),
        ),
        event("case.received", 2, 1, &json!({})),
        get("eligible", "cases/CASE-2/", detail(2, "pe", "received", true, Some("0.00"), "not_yet_dispatched")),
        call("cancel", "POST", "cases/CASE-2/cancel/", cancel(), 202, cancelled()),
        event("case.closed", 2, 2, &json!({ "reason": "Settled." })),
        call("cancel again", "POST", "cases/CASE-2/cancel/", cancel(), 202, cancelled()),
        get("cancelled", "cases/CASE-2/", detail(2, "pe", "closed", false, Some("0.00"), "case_closed")),
        get("results cancelled", "cases/CASE-2/results/", cancellation),
        call(
            "create a test",
            "POST",
            "cases/create/",
            form(&[("case", &case("pl", true))]),
            201,
            created(3, "pl", &json!([])),
        ),
        get("list all", "cases/?source=all", listed(&[3, 2, 1])),
        get("ping", "ping_with_auth/", json!({})),
        call("logout", "POST", "/api/auth/logout/", RawBody::None, 204, Value::Null),
    ];
    for step in steps.iter_mut().take(2) {
        if let Some((.., token)) = &mut step.request {
            *token = MASTER;
        }
    }
    steps
}

fn raw(step: &Step) -> Raw {
    let day = Date::parse("2026-03-01").unwrap();
    let body = if step.answer.is_null() { String::new() } else { step.answer.to_string() };
    let Some((method, path, token)) = step.request else { return Raw::Event { day, body } };
    Raw::Exchange(RawExchange {
        day,
        method: method.to_owned(),
        target: if path.starts_with('/') { path.to_owned() } else { format!("/api/v1/partner/{path}") },
        authorization: token.is_some(),
        credential: token.map(str::to_owned),
        body: step.body.clone(),
        status: step.status,
        answer: Some(body),
    })
}

fn findings(steps: &[Step]) -> Vec<Finding> {
    let mut recorder = Recorder::new(Key::from_bytes([3; 32]), BTreeSet::new());
    let recording: Vec<String> = steps.iter().map(|step| recorder.line(&raw(step)).to_json()).collect();
    let lines: Vec<Line> = read_lines(&recording.join("\n")).unwrap();
    drift(&lines, &Settings::read("{}").unwrap()).findings
}

#[test]
fn a_faithful_session_has_no_finding() {
    assert_eq!(findings(&session()), []);
}

/// The places of all members, and of elements of lists.
fn places(value: &Value, at: &str, found: &mut Vec<String>) {
    let children: Vec<(String, &Value)> = match value {
        Value::Object(members) => members.iter().map(|(name, value)| (format!("{at}/{name}"), value)).collect(),
        Value::Array(elements) => {
            elements.iter().enumerate().map(|(number, value)| (format!("{at}/{number}"), value)).collect()
        }
        _ => Vec::new(),
    };
    for (at, value) in children {
        places(value, &at, found);
        found.push(at);
    }
}

fn remove(body: &mut Value, at: &str) {
    let (parent, name) = at.rsplit_once('/').unwrap();
    match body.pointer_mut(parent).unwrap() {
        Value::Object(members) => drop(members.shift_remove(name)),
        Value::Array(elements) => drop(elements.remove(name.parse().unwrap())),
        _ => unreachable!(),
    }
}

/// The places whose absence or other type the specification leaves open, by step and start.
const OPEN: [(&str, &str); 12] = [
    // The name of the token and the envelope of lists are not published, nor are these bodies.
    ("login", "/token"),
    ("list", "/next"),
    ("list", "/previous"),
    ("list", "/results/"),
    ("accept", ""),
    ("ping", ""),
    // Refusals other than those of a cancel.
    ("invalid", ""),
    ("login without a name", ""),
    ("respond again", ""),
    // Teasers need no id.
    ("case.additional_policies_found", "/teasers/"),
    // An id of a results record is a text or a number.
    ("results", "/id"),
    ("pdf", "/id"),
];

fn is_open(step: &Step, at: &str) -> bool {
    OPEN.iter().any(|(name, start)| step.name.starts_with(name) && at.starts_with(start))
}

#[test]
fn every_member_that_is_missing_or_of_another_type_is_found() {
    let session = session();
    let mut silent = Vec::new();
    let mut count = 0;
    let mut try_one = |number: usize, what: String, change: &dyn Fn(&mut Value)| {
        let mut steps = session.clone();
        change(&mut steps[number].answer);
        count += 1;
        if findings(&steps).is_empty() {
            silent.push(format!("{}: {what}", session[number].name));
        }
    };
    for (number, step) in session.iter().enumerate() {
        let mut all = Vec::new();
        places(&step.answer, "", &mut all);
        for at in all.iter().filter(|at| !is_open(step, at)) {
            // An element may be missing where a list has no length that anything tells.
            let is_element = at.rsplit('/').next().unwrap().parse::<usize>().is_ok();
            if !is_element {
                try_one(number, format!("without {at}"), &|body| remove(body, at));
            }
            try_one(number, format!("{at} of another type"), &|body| {
                let value = body.pointer_mut(at).unwrap();
                *value = if value.is_array() { json!({}) } else { json!([[]]) };
            });
        }
        let is_record = step.request.is_some()
            && !is_open(step, "")
            && !matches!(step.name, "login" | "list" | "list all" | "logout");
        if is_record {
            try_one(number, "with another member".to_owned(), &|body| body["unheard_of"] = json!(1));
        }
        if !matches!(
            step.name,
            "accept" | "accept again" | "ping" | "logout" | "invalid" | "login without a name" | "respond again"
        ) {
            try_one(number, "with no body".to_owned(), &|body| *body = Value::Null);
        }
    }
    println!("{count} deviations of members");
    assert!(count > 400 && silent.is_empty(), "{count}\n{}", silent.join("\n"));
}

/// A change of a session.
type Change = Box<dyn Fn(&mut Vec<Step>)>;

fn at(steps: &[Step], name: &str) -> usize {
    nth(steps, name, 0)
}

fn set(name: &'static str, place: &'static str, value: Value) -> Change {
    Box::new(move |steps| {
        let number = at(steps, name);
        *steps[number].answer.pointer_mut(place).unwrap() = value.clone();
    })
}

fn status(name: &'static str, status: u16) -> Change {
    Box::new(move |steps| {
        let number = at(steps, name);
        steps[number].status = status;
    })
}

/// The event at a number of its kind, from 0.
fn nth(steps: &[Step], name: &str, number: usize) -> usize {
    steps.iter().enumerate().filter(|(_, step)| step.name == name).nth(number).unwrap().0
}

fn lose(name: &'static str, number: usize) -> Change {
    Box::new(move |steps| drop(steps.remove(nth(steps, name, number))))
}

/// Repeats an event later, as another one.
fn repeat(name: &'static str, number: usize, before: &'static str) -> Change {
    Box::new(move |steps| {
        let mut again = steps[nth(steps, name, number)].clone();
        again.answer["event_id"] = json!("e-new");
        again.answer["occurred_at"] = json!("2026-03-01T11:00:00Z");
        steps.insert(at(steps, before), again);
    })
}

fn change(name: &'static str, number: usize, place: &'static str, value: Value) -> Change {
    Box::new(move |steps| {
        let number = nth(steps, name, number);
        *steps[number].answer.pointer_mut(place).unwrap() = value.clone();
    })
}

fn token(name: &'static str, token: Option<&'static str>) -> Change {
    Box::new(move |steps| {
        let number = at(steps, name);
        steps[number].request.as_mut().unwrap().2 = token;
    })
}

fn swap(one: (&'static str, usize), other: (&'static str, usize)) -> Change {
    Box::new(move |steps| {
        let (one, other) = (nth(steps, one.0, one.1), nth(steps, other.0, other.1));
        steps.swap(one, other);
    })
}

#[expect(clippy::too_many_lines, reason = "a table")]
fn table() -> Vec<(&'static str, Change)> {
    let mut all: Vec<(&'static str, Change)> = vec![
        // Statuses.
        ("created with 200", status("create", 200)),
        ("invalid with 422", status("invalid", 422)),
        ("an invalid case is created", status("invalid", 201)),
        ("a valid case is refused", status("create", 400)),
        ("a file refuses the case", status("create", 422)),
        ("cancelled with 200", status("cancel", 200)),
        ("a repeated cancel with 200", status("cancel again", 200)),
        ("a login without a name succeeds", status("login without a name", 200)),
        ("a login without a name with 422", status("login without a name", 422)),
        ("a login is refused", status("login", 400)),
        ("a list is refused", status("list", 400)),
        ("a detail is refused", status("received", 400)),
        ("ping is refused", status("ping", 400)),
        (
            "a detail without a body",
            Box::new(|steps| {
                let number = at(steps, "received");
                (steps[number].status, steps[number].answer) = (204, Value::Null);
            }),
        ),
        // Repeated actions.
        ("a repeated reply succeeds", status("respond again", 200)),
        ("a repeated reply with 409", status("respond again", 409)),
        ("a repeated cancel is refused", status("cancel again", 409)),
        ("a repeated accept is refused", status("accept again", 409)),
        ("a cancel of a delivered case succeeds", status("cancel too late", 202)),
        (
            "a reply is refused and accepted",
            Box::new(|steps| {
                let mut refused = steps[at(steps, "respond")].clone();
                (refused.status, refused.answer) = (400, json!({}));
                steps.insert(at(steps, "respond"), refused);
            }),
        ),
        ("an accept is refused", status("accept", 400)),
        (
            "a cancel of an eligible case is refused",
            Box::new(|steps| {
                let number = at(steps, "cancel");
                (steps[number].status, steps[number].answer) = (409, json!({ "error": "refused", "detail": "No." }));
                steps.remove(at(steps, "results cancelled"));
            }),
        ),
        (
            "a cancel against the eligibility",
            Box::new(|steps| {
                let mut cancel = steps[at(steps, "cancel")].clone();
                cancel.request.as_mut().unwrap().1 = "cases/CASE-1/cancel/";
                cancel.answer["case_ref"] = json!("CASE-1");
                steps.insert(at(steps, "offers"), cancel);
            }),
        ),
        ("the fee is not that which was shown", set("cancel", "/fee/amount_usd", json!("50.00"))),
        ("an append to an open case is refused", status("append", 409)),
        (
            "an accept of a policy that was not offered",
            Box::new(|steps| {
                let number = at(steps, "accept");
                steps[number].body = json_body(&json!({ "offer_id": "o-1", "selected_upgrade_ids": [9] }));
            }),
        ),
        (
            "an accept after the end",
            Box::new(|steps| {
                let mut accept = steps[at(steps, "accept")].clone();
                accept.body = json_body(&json!({ "offer_id": "o-1", "selected_upgrade_ids": [2] }));
                steps.insert(at(steps, "cancel too late"), accept);
            }),
        ),
        ("a repeated reply is refused without its reason", set("respond again", "/detail", json!("No."))),
        ("a case is not found in between", status("action_required", 404)),
        (
            "an offer lacks a policy of its event",
            Box::new(|steps| {
                let number = at(steps, "offers");
                remove(&mut steps[number].answer, "/additional_policies/1");
            }),
        ),
        (
            "a free cancellation has a fee",
            set("results cancelled", "/results_data/cancellation/fee_usd", json!("0.00")),
        ),
        ("the fee changes after the cancellation", set("cancelled", "/cancellation/fee_usd", json!("50.00"))),
        // Tokens.
        ("a valid token is refused", status("list", 401)),
        ("a token is not needed", token("received", None)),
        ("a create needs no token", token("create", None)),
        ("a master token lists cases", token("list", MASTER)),
        ("a revoked token lists cases", Box::new(|steps| steps.push(steps[at(steps, "list all")].clone()))),
        (
            "a login without a token in the answer",
            Box::new(|steps| {
                let number = at(steps, "login");
                steps[number].answer = json!({ "expiry": null });
            }),
        ),
        ("a token expires", set("login", "/expiry", json!("2026-04-01T00:00:00Z"))),
        // Words and states.
        ("another state", set("received", "/status", json!("queued"))),
        ("another reason", set("received", "/cancellation/reason", json!("free"))),
        ("another status of a reply", set("respond", "/status", json!("ok"))),
        ("another status of a cancellation", set("cancel", "/status", json!("cancelled"))),
        ("another status of an upgrade", set("offers", "/additional_policies/0/status", json!("offered"))),
        ("another status of a policy", set("results", "/results_data/additional_policies/0/status", json!("bought"))),
        ("another state of synchronization", set("append", "/tracker_sync_state", json!("done"))),
        ("another type of case in results", set("results", "/results_data/case_type", json!("pl"))),
        ("a fee where none is due", set("received", "/cancellation/fee_usd", json!("10.00"))),
        ("a fee that is no amount", set("in_progress", "/cancellation/fee_usd", json!("50"))),
        ("eligible against its reason", set("received", "/cancellation/eligible", json!(false))),
        ("results_ready against the state", set("received", "/results_ready", json!(true))),
        // Values of the request, of the case and of others.
        ("another product", set("create", "/case_type", json!("pe"))),
        ("another product in the detail", set("received", "/case_type", json!("pe"))),
        ("another product in results", set("results", "/results_data/case_type", json!("policy_existence_search"))),
        ("not submitted", set("create", "/submitted", json!(false))),
        ("another label", set("create", "/attachments/0/label", json!("other"))),
        ("another name of a file", set("create", "/attachments/0/filename", json!("document.pdf"))),
        (
            "an attachment less",
            Box::new(|steps| {
                let number = at(steps, "create");
                remove(&mut steps[number].answer, "/attachments/1");
            }),
        ),
        (
            "an attachment more",
            Box::new(|steps| {
                let number = at(steps, "create");
                steps[number].answer["attachments"].as_array_mut().unwrap().push(attachment(8, "x.pdf", "other"));
            }),
        ),
        (
            "attachments in another order",
            Box::new(|steps| {
                let number = at(steps, "create");
                steps[number].answer["attachments"].as_array_mut().unwrap().reverse();
            }),
        ),
        (
            "a file that is accepted",
            Box::new(|steps| {
                let number = at(steps, "create");
                steps[number].answer["attachments"][1] = attachment(8, "notes.exe", "other");
            }),
        ),
        (
            "a file that is rejected",
            Box::new(|steps| {
                let number = at(steps, "create");
                steps[number].answer["attachments"][0] = json!({ "filename": "report.pdf", "label": "incident_report", "status": "rejected", "error": "No.", "error_code": "file_too_large" });
            }),
        ),
        (
            "a file is rejected without its code",
            Box::new(|steps| {
                let number = at(steps, "create");
                remove(&mut steps[number].answer, "/attachments/1/error_code");
            }),
        ),
        ("another file id of an event", change("case.files_updated", 0, "/file_id", json!(file_id(9)))),
        ("another label of an event", change("case.files_updated", 0, "/label", json!("other"))),
        ("a file id that another file has", set("append", "/file_id", json!(file_id(1)))),
        ("another label of an appended file", set("append", "/label", json!("other"))),
        ("another name of an appended file", set("append", "/filename", json!("other.pdf"))),
        ("another interaction", set("respond", "/interaction_id", json!("i-2"))),
        ("the reference of another case", set("offers", "/offer_id", json!("o-2"))),
        ("another reference", set("received", "/issue_key", json!("CASE-2"))),
        ("another id", set("in_progress", "/id", json!(2))),
        ("the id of another case", set("create another", "/case_id", json!(1))),
        ("another reference of a cancellation", set("cancel", "/case_ref", json!("CASE-1"))),
        ("another reference of results", set("results", "/issue_key", json!("CASE-2"))),
        ("another time of creation", set("in_progress", "/created_at", json!("2026-02-01T09:00:00Z"))),
        ("changed before it was created", set("in_progress", "/updated_at", json!("2026-02-01T09:00:00Z"))),
        ("another price", set("offers", "/additional_policies/0/price_usd", json!("99.00"))),
        ("another price in results", set("results", "/results_data/additional_policies/0/price_usd", json!("99.00"))),
        ("another tier of a repeated cancel", set("cancel again", "/tier", json!("fee"))),
        ("another fee of a repeated cancel", set("cancel again", "/fee/amount_usd", json!("50.00"))),
        ("another reason of a cancelled case", change("case.closed", 1, "/reason", json!("results_delivered"))),
        ("another reason in results", set("results cancelled", "/results_data/cancellation/reason", json!("Other."))),
        ("a cancelled case has results", set("results cancelled", "/results_data/cancelled", json!(false))),
        ("a cancelled case goes on", set("cancelled", "/status", json!("in_progress"))),
        ("an accepted policy stays offered", set("offers after", "/additional_policies/0/status", json!("created"))),
        (
            "another policy is bought",
            Box::new(|steps| {
                let number = at(steps, "offers after");
                steps[number].answer["additional_policies"][1]["status"] = json!("selected");
            }),
        ),
        (
            "an accepted policy is not in the results",
            Box::new(|steps| {
                let number = at(steps, "results after");
                steps[number].answer["results_data"] = results(false)["results_data"].clone();
            }),
        ),
        (
            "values that were not bought",
            Box::new(|steps| {
                let number = at(steps, "results");
                steps[number].answer["results_data"]["additional_policies"][1]["insurance"] = json!("x");
            }),
        ),
        ("an address that is none", set("pdf", "/results_url", json!("pdf/1"))),
        // Lists.
        ("a case is twice in a list", set("list all", "/results/1/id", json!(3))),
        (
            "a list lacks a case",
            Box::new(|steps| {
                let number = at(steps, "list all");
                steps[number].answer["results"].as_array_mut().unwrap().pop();
            }),
        ),
        (
            "a list under another name",
            Box::new(|steps| {
                let number = at(steps, "list");
                steps[number].answer = json!({ "items": [] });
            }),
        ),
        (
            "a list is longer than its count",
            Box::new(|steps| {
                let number = at(steps, "list all");
                steps[number].answer["count"] = json!(2);
            }),
        ),
        (
            "a source that is not published",
            Box::new(|steps| {
                let number = at(steps, "list");
                steps[number].request.as_mut().unwrap().1 = "cases/?source=mine";
            }),
        ),
        // Events.
        ("an eighth event", change("case.in_progress", 0, "/event", json!("case.archived"))),
        ("an event of payments", change("case.in_progress", 0, "/event", json!("invoice.paid"))),
        (
            "a reference too early",
            Box::new(|steps| {
                let number = nth(steps, "case.received", 0);
                steps[number].answer["issue_key"] = json!("CASE-1");
            }),
        ),
        ("an event of another case", change("case.in_progress", 0, "/case_id", json!(2))),
        ("an event id twice", change("case.results_ready", 0, "/event_id", json!("e-1-1"))),
        ("a time that is none", change("case.in_progress", 0, "/occurred_at", json!("today"))),
        ("the same address again", change("case.results_ready", 1, "/results_url", json!("https://files.example/1"))),
        ("an address of an event that is none", change("case.results_ready", 1, "/results_url", json!("results"))),
        ("a long message", change("case.action_required", 0, "/message", json!("x".repeat(8200)))),
        ("an empty message", change("case.action_required", 0, "/message", json!(""))),
        ("no teasers", change("case.additional_policies_found", 0, "/teasers", json!([]))),
        (
            "a teaser with values",
            change(
                "case.additional_policies_found",
                0,
                "/teasers/0",
                json!({ "type": "x", "price_usd": "1.00", "insurance": "x" }),
            ),
        ),
        ("an unknown label", change("case.files_updated", 0, "/label", json!("letter"))),
        ("in_progress twice", repeat("case.in_progress", 0, "in_progress")),
        ("in_progress again while in progress", repeat("case.in_progress", 1, "case.results_ready")),
        ("received twice", repeat("case.received", 0, "list")),
        ("closed twice", repeat("case.closed", 0, "closed")),
        ("a question twice", repeat("case.action_required", 0, "action_required")),
        ("a closed case goes on", repeat("case.in_progress", 0, "closed")),
        ("a closed case has results again", repeat("case.results_ready", 0, "closed")),
        (
            "a test case fires",
            Box::new(|steps| {
                let number = nth(steps, "case.received", 0);
                let mut fired = steps[number].clone();
                (fired.answer["case_id"], fired.answer["event_id"]) = (json!(3), json!("e-3"));
                steps.push(fired);
            }),
        ),
        // Lost events.
        ("received is lost", lose("case.received", 0)),
        ("files_updated is lost", lose("case.files_updated", 0)),
        ("in_progress is lost", lose("case.in_progress", 0)),
        ("action_required is lost", lose("case.action_required", 0)),
        ("in_progress after the reply is lost", lose("case.in_progress", 1)),
        ("the offer is lost", lose("case.additional_policies_found", 0)),
        ("results_ready is lost", lose("case.results_ready", 0)),
        ("results_ready after the accept is lost", lose("case.results_ready", 1)),
        // Order and states.
        ("results before research", swap(("case.in_progress", 0), ("case.results_ready", 0))),
        ("closed before results", swap(("case.results_ready", 0), ("case.closed", 0))),
        ("a question before research", swap(("case.in_progress", 0), ("case.action_required", 0))),
        ("another state after results", set("results_ready", "/status", json!("received"))),
        ("another state at the end", set("closed", "/status", json!("in_progress"))),
    ];
    for name in ["event_id", "case_id", "occurred_at"] {
        all.push((
            "an event lacks a member of its envelope",
            Box::new(move |steps| {
                let number = nth(steps, "case.results_ready", 0);
                remove(&mut steps[number].answer, &format!("/{name}"));
            }),
        ));
    }
    all
}

#[test]
fn each_deviation_of_a_session_is_found() {
    let table = table();
    let silent: Vec<&str> = table
        .iter()
        .filter(|(_, change)| {
            let mut steps = session();
            change(&mut steps);
            findings(&steps).is_empty()
        })
        .map(|(name, _)| *name)
        .collect();
    println!("{} deviations of a session", table.len());
    assert!(silent.is_empty(), "{silent:#?}");
}
