//! What only Rust callers can reach, and no vector: settings as methods, small values.

use casegate::config::{ContextError, Settings};
use casegate::context::{Audience, Carrier, Credential, Surface};
use casegate::events::{Delivery, Event, EventError, Fact, Follower, IngestOutcome, Source};
use casegate::export::{CaseSchema, Draft};
use casegate::fields::{Lifetime, Phase};
use casegate::files::FileToSend;
use casegate::json::Document;
use casegate::lifecycle::{Refusal, Trigger, apply};
use casegate::records::{Record, read_record};
use casegate::requests::{Recognition, recognise};
use casegate::session::SessionError;
use casegate::tokens::{EventType, ResultsCaseType, State};
use casegate::typed::{AddOnService, ExpeditedRequest};
use casegate::usd::Usd;
use casegate::wire::Binding;
use casegate::{
    Case, Code, Context, Date, Language, Product, Session, Severity, accept_case, check_case, export, prepare_case,
    wire,
};
use serde_json::{Value, json};

pub(crate) const DAY: &str = r#"{"today":"2026-03-01"}"#;
pub(crate) const PLAIN: &str = r#"{"case_type":"pl","cc_emails":"paralegal@example.com","plaintiff_name":"Test Plaintiff",
    "date_of_loss":"2026-01-15","is_incident_report_provided":false,"base_product":["personal_auto_policy_limits"],
    "insurance_company":"Example Insurance"}"#;

pub(crate) fn context() -> Context {
    Context::new(Date::parse("2026-03-01").unwrap())
}

pub(crate) fn read(text: &str) -> Value {
    serde_json::from_str(text).unwrap()
}

fn edited(set: &Value) -> String {
    let mut payload = read(PLAIN);
    payload.as_object_mut().unwrap().extend(set.as_object().unwrap().clone());
    payload.to_string()
}

/// Each method sets what the setting of its name sets.
#[test]
fn settings_are_methods_too() {
    let settings = json!({ "today": "2026-12-01", "surface": "legacy", "product": "pl", "token_name": "night@example.com", "financing_enrolled": true, "severity": { "legacy_sunset": "warning" }, "clock_tolerance_seconds": 60 });
    let made = Context::new(Date::parse("2026-12-01").unwrap())
        .surface(Surface::Legacy)
        .legacy_product(Product::PolicyLimit)
        .token_name("night@example.com")
        .financing_enrolled(true)
        .clock_tolerance_seconds(60)
        .tolerate_legacy_sunset();
    let reply = Context::from_json(&settings.to_string()).unwrap();
    let payload = edited(&json!({ "is_payment_via_financing": true, "cc_emails": "nobody" }));
    let report = check_case(&payload, &made);
    let text = |report: &casegate::Report| serde_json::to_string(report).unwrap();
    assert_eq!(text(&report), text(&check_case(&payload, &reply)));
    // Each of the last three has an effect.
    let bare = Context::new(made.today()).surface(Surface::Legacy).legacy_product(Product::PolicyLimit);
    for other in [
        bare.clone().financing_enrolled(true).tolerate_legacy_sunset(),
        bare.clone().token_name("night@example.com").tolerate_legacy_sunset(),
        bare.clone().token_name("night@example.com").financing_enrolled(true),
    ] {
        assert_ne!(text(&report), text(&check_case(&payload, &other)));
    }
    let sunset = |report: &casegate::Report| {
        report.issues.iter().find(|issue| issue.code == Code::LegacySunset).map(|issue| issue.severity)
    };
    assert_eq!(sunset(&report), Some(Severity::Warning));
    assert_eq!(sunset(&check_case(&payload, &bare)), Some(Severity::Error));
    // A master token requires more fields.
    assert!(!check_case(PLAIN, &context().credential(Credential::Master)).ok && check_case(PLAIN, &context()).ok);
    assert_eq!((Credential::User.name(), Credential::Master.name()), ("user", "master"));
    let carriers = |name: &str| [Carrier::new(name)];
    let listed = context().refused_carriers(carriers("Acme")).unwrap();
    let listed = listed.specialty_carriers(carriers("Example Insurance")).unwrap();
    let checks = json!({ "refused": [{ "name": "Acme" }], "specialty": [{ "name": "Example Insurance" }] });
    let reply = Context::from_json(&json!({ "today": "2026-03-01", "carriers": checks }).to_string()).unwrap();
    assert_eq!(text(&check_case(PLAIN, &listed)), text(&check_case(PLAIN, &reply)));
    assert!(check_case(PLAIN, &listed).facts.carrier_fee_usd.is_some());
    // A possible fee stays a warning: a fee refuses nothing (D50).
    let near = context().specialty_carriers(carriers("Example Insurance Northwest")).unwrap();
    let raised = near.clone().raise(Code::PossibleCarrierFee);
    assert_eq!(text(&check_case(PLAIN, &raised)), text(&check_case(PLAIN, &near)));
    assert!(check_case(PLAIN, &raised).issues.iter().any(|issue| issue.code == Code::PossibleCarrierFee));
}

/// Only a day makes a context of settings; the test of the type is in its documentation.
#[test]
fn settings_need_not_name_the_day() {
    let text = r#"{"token_name":"night@example.com","language":"es"}"#;
    let settings = Settings::from_json(text).unwrap();
    assert_eq!(settings.today(), None);
    assert_eq!(serde_json::to_string(&settings).unwrap(), text);
    assert_eq!(serde_json::from_str::<Settings>(text).unwrap(), settings);
    let day = Date::parse("2026-03-01").unwrap();
    let context = settings.on(day);
    assert_eq!(
        context,
        context_of(&json!({ "today": "2026-03-01", "token_name": "night@example.com", "language": "es" }))
    );
    let (dated, later) = (Settings::from(context), Date::parse("2026-03-02").unwrap());
    assert_eq!((dated.today(), dated.on(later).today()), (Some(day), later));
    assert!(check_case(PLAIN, &dated.on(day)).ok);
    for unusable in ["", " ", "[]", r#"{"tokens":1}"#] {
        assert_eq!(Settings::from_json(unusable).err(), Context::from_json(unusable).err(), "{unusable}");
        assert!(serde_json::from_str::<Settings>(unusable).is_err(), "{unusable}");
    }
}

fn context_of(settings: &Value) -> Context {
    Context::from_json(&settings.to_string()).unwrap()
}

#[test]
fn a_session_starts_from_an_object_within_the_limits() {
    let code = |payload: &str, settings: &str| {
        let mut binding = Binding::new(&[]);
        binding.set_context(0, settings);
        read(&binding.open_session(payload))["error"]["code"].clone()
    };
    assert_eq!(code("[]", DAY), "session_refused");
    assert_eq!(code("{}", "{}"), "context_unreadable");
    assert_eq!(code("{}", "["), "context_unreadable");
    let deep = format!(r#"{{"summary":{}{}}}"#, "[".repeat(200), "]".repeat(200));
    assert_eq!(Session::new(&deep, context()).err(), Some(SessionError::TooDeep));
    assert_eq!(Session::new("{", context()).err(), Some(SessionError::NotAnObject));
}

#[test]
fn operations_are_found_by_name_and_ask_for_a_day_where_they_need_one() {
    let call = |name, context| read(&wire::call(wire::CASE_OPERATIONS, name, PLAIN, context));
    assert_eq!(call("guess", "")["error"]["code"], "operation_unknown");
    assert_eq!(call("check_case", "{}")["error"]["code"], "context_unreadable");
    assert_eq!(call("check_case", "[]")["error"]["code"], "context_unreadable");
    let day = r#"{"today":"2026-03-01"}"#;
    assert_eq!(call("check_case", day)["ok"], true);
    assert_eq!(read(&wire::PREPARE_CASE.call(PLAIN, day)), call("prepare_case", day));
    assert_eq!(read(&wire::FIELD_STATES.call(PLAIN, day)), call("field_states", day));
    assert_eq!(read(&wire::PREPARE_CASE.call(PLAIN, "{}"))["error"]["code"], "context_unreadable");
}

#[test]
fn rules_are_reported_as_text() {
    let rule = "pl.policyholder_named";
    let english = read(&wire::explain(rule, &context()));
    assert_eq!(english["id"], rule);
    assert_eq!(english, read(&wire::explain(rule, &context())));
    let in_form = context().language(Language::Spanish).audience(Audience::Form);
    assert_eq!(english, read(&wire::explain(rule, &in_form)), "explanations are for developers");
    assert_eq!(read(&wire::explain("pl.nothing", &context()))["error"]["code"], "rule_unknown");
    assert!(read(&wire::rules()).as_array().unwrap().contains(&english));
}

/// Events that a caller makes to test a receiver.
#[test]
fn events_are_made_as_they_are_read() {
    let closed = Event::closed("delivered").unwrap();
    assert_eq!(closed.row().unwrap().event, EventType::Closed);
    assert_eq!(serde_json::to_value(&closed).unwrap(), json!({ "event": "case.closed", "reason": "delivered" }));
    let delivery = Delivery::new(closed).case_id(7).issue_key("X-7").unwrap();
    assert_eq!(
        serde_json::to_value(&delivery).unwrap(),
        json!({ "event": "case.closed", "case_id": 7, "issue_key": "X-7", "reason": "delivered" })
    );
    assert!(matches!(Event::closed(""), Err(EventError::Empty { member: "reason" })));
    assert_eq!(Delivery::new(Event::Received).issue_key("X-7").err(), Some(EventError::IssueKeyTooEarly));
    assert!(matches!(Delivery::new(Event::closed("cancelled").unwrap()).issue_key(" "), Err(EventError::Empty { .. })));
}

#[test]
fn a_case_shows_whether_it_is_a_test_and_was_picked_up() {
    for is_test in [false, true] {
        let created = apply(None, &Trigger::Create { is_test }).unwrap().case;
        assert_eq!((created.is_test(), created.is_picked_up()), (is_test, false));
        let picked_up = apply(Some(&created), &Trigger::PickUp).unwrap().case;
        assert_eq!((picked_up.is_test(), picked_up.is_picked_up()), (is_test, true));
        assert_eq!(Follower::new(is_test).is_test(), is_test);
    }
    let refusal = apply(None, &Trigger::PickUp).unwrap_err();
    assert_eq!((refusal, refusal.to_string()), (Refusal::NoCase, "There is no case yet. Create it first.".to_owned()));
    assert!(!refusal.to_string().is_empty());
}

#[test]
fn a_case_shows_what_happened_to_it() {
    let mut case = apply(None, &Trigger::Create { is_test: false }).unwrap().case;
    assert_eq!((case.published_digest(), case.appended_files(), case.appended_bytes()), (None, 0, 0));
    let file = |size| Trigger::AppendFile { filename: "a.pdf".to_owned(), label: None, size };
    for trigger in [file(5), file(7), Trigger::PickUp, Trigger::PublishResults { digest: "d-1".to_owned() }] {
        case = apply(Some(&case), &trigger).unwrap().case;
    }
    assert_eq!((case.published_digest(), case.appended_files(), case.appended_bytes()), (Some("d-1"), 2, 12));
    assert_eq!((case.state(), case.last_event()), (State::ResultsReady, Some(EventType::ResultsReady)));
}

#[test]
fn a_record_that_is_no_json_is_noted() {
    let read = read_record(Record::Offer, "{", &context());
    assert_eq!((read.record, read.value, read.notes[0].code), (Some(Record::Offer), Document::Null, Code::NotJson));
    let surrogate = read_record(Record::Offer, r#""\ud800""#, &context());
    assert_eq!(surrogate.notes[0].code, Code::LoneSurrogate);
}

/// JSON has no such number, so it must not be written.
#[test]
fn a_document_with_a_made_up_number_is_not_written() {
    for number in ["1e", "", "one", "1 2", "[1]"] {
        assert!(serde_json::to_string(&Document::Number(number.to_owned())).is_err(), "{number}");
    }
    assert_eq!(serde_json::to_string(&Document::Number("1e5".to_owned())).unwrap(), "1e5");
}

/// A schema for a day has the limits of a loss; one for the master token requires the requester.
#[test]
fn schemas_are_for_a_day_and_a_token() {
    let schema = |product, today: Option<&str>, credential| {
        let wanted = CaseSchema::new(product, Draft::Draft202012);
        export::case_schema_json(CaseSchema { today: today.and_then(Date::parse), credential, ..wanted })
    };
    let takes = |today, day: &str| {
        let schema = read(&schema(Product::PolicyExistence, today, Credential::User));
        let rules = schema["allOf"].as_array().unwrap();
        let rule = rules.iter().find(|rule| rule["$comment"] == "pe.loss_within_365_days");
        let mut patterns = Vec::new();
        if let Some(rule) = rule {
            patterns_in(rule, &mut patterns);
        }
        patterns.iter().all(|pattern| regex::Regex::new(pattern).unwrap().is_match(day))
    };
    let today = Some("2026-03-01");
    for (day, is_allowed) in [("2025-02-28", false), ("2025-03-01", true), ("2026-03-01", true), ("2026-03-02", false)]
    {
        assert_eq!(takes(today, day), is_allowed, "{day}");
        assert!(takes(None, day), "{day}");
    }
    // In the first year there are fewer days.
    let early = Some("0001-01-03");
    assert!(takes(early, "0001-01-01") && takes(early, "0001-01-03") && !takes(early, "0001-01-04"));
    let requester = |credential| read(&schema(Product::PolicyLimit, None, credential))["allOf"].to_string();
    assert!(requester(Credential::Master).contains("case.requester_named"));
    assert!(!requester(Credential::User).contains("case.requester_named"));
}

fn patterns_in<'s>(schema: &'s Value, patterns: &mut Vec<&'s str>) {
    match schema {
        Value::Object(members) => {
            patterns.extend(members.get("pattern").and_then(Value::as_str));
            members.values().for_each(|value| patterns_in(value, patterns));
        }
        Value::Array(list) => list.iter().for_each(|value| patterns_in(value, patterns)),
        _ => {}
    }
}

#[test]
fn a_page_without_vectors_shows_what_a_finding_means() {
    let page = export::rule_page("pl.policyholder_named", &[]).unwrap();
    assert!(page.contains(&format!("| `required` | error | {} |", Code::Required.meaning().trim())), "{page}");
}

#[test]
fn a_word_alone_is_an_array_of_one_in_the_types() {
    let payload = json!({ "case_type": "pe", "cc_emails": "paralegal@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-01-15", "is_incident_report_provided": false,
        "base_product": "personal_auto_policy_existence", "should_exclude_other_insurance_from_search": false,
        "search_reason": ["no_insurance_on_report"] });
    let Case::PolicyExistence(case) = accept_case(&payload.to_string(), &context()).unwrap() else { unreachable!() };
    assert_eq!(case.base_product, ["personal_auto_policy_existence"]);
}

/// Past the most facts that a follower keeps, it says so and takes no more.
#[test]
fn a_full_follower_ingests_nothing() {
    let mut follower = Follower::new(false);
    follower.ingest_all((0..=Follower::MOST_FACTS).map(|number| Fact::responded(&format!("i-{number}"))));
    assert_eq!(follower.ingest(Fact::responded("another")).outcome, IngestOutcome::Full);
    assert_eq!(follower.ingest(Fact::cancel_accepted()).outcome, IngestOutcome::Full);
    // The facts in the basis of an answer count too.
    let basis: Vec<String> = (0..=Follower::MOST_FACTS).map(|number| format!("{number:032x}")).collect();
    let detail = Document::read(r#"{"id":7,"status":"received"}"#).unwrap();
    for (most, ingested) in [(4_095, IngestOutcome::New), (4_096, IngestOutcome::Full), (4_097, IngestOutcome::Full)] {
        let fact = Fact::answer(Source::Detail, &detail, basis.iter().take(most).map(String::as_str)).unwrap();
        let mut follower = Follower::new(false);
        assert_eq!(follower.ingest(fact).outcome, ingested, "{most}");
    }
}

#[test]
fn a_follower_is_read_as_it_is_kept() {
    let mut follower = Follower::new(false);
    follower.ingest(Fact::responded("i-1"));
    let text = serde_json::to_string(&follower).unwrap();
    assert_eq!(serde_json::to_string(&Follower::from_json(&text).unwrap()).unwrap(), text);
    let key = text.split('"').find(|part| part.len() == 32).unwrap();
    for (from, to) in [("\"format\":1", "\"format\":2"), (key, "no key"), ("{", "[")] {
        assert!(Follower::from_json(&text.replace(from, to)).is_err(), "{from}");
    }
}

/// Without a day nobody knows whether a waiver is over.
#[test]
fn house_rules_are_checked_without_a_day_too() {
    let house = r#"{"rules":[],"waivers":[{"code":"future_date","reason":"Reviewed.","until":"2020-01-01"}]}"#;
    let codes = |context: &str| {
        let answer = read(&wire::call(wire::CASE_OPERATIONS, "check_house", house, context));
        let issues = answer["issues"].as_array().unwrap().clone();
        issues.iter().map(|issue| issue["code"].clone()).collect::<Vec<_>>()
    };
    assert_eq!(codes(r#"{"today":"2026-03-01"}"#), ["waiver_expired"]);
    assert!(codes("{}").is_empty());
}

#[test]
fn days_of_a_calendar_are_those_that_are_written_with_four_digits() {
    let day = |year| chrono::NaiveDate::from_ymd_opt(year, 3, 1).unwrap();
    for (year, text) in [(1, Some("0001-03-01")), (9999, Some("9999-03-01")), (0, None), (10_000, None)] {
        assert_eq!(Date::try_from(day(year)).ok().map(|date| date.to_string()).as_deref(), text);
    }
}

/// A prepared payload has no white space between its tokens.
#[test]
fn a_prepared_payload_is_compact() {
    let payload =
        json!({ "case_type": "pl", "summary": "a  b", "ml_prediction_ids": { "x y": ["t \" u", "\\", 1, null] } });
    let spacious = serde_json::to_string_pretty(&payload).unwrap().replace('\n', "\r\n\t");
    assert_eq!(prepare_case(&spacious, &context()).prepared.unwrap().get(), payload.to_string());
}

#[test]
fn a_file_carries_its_label() {
    let file = FileToSend::new("a.pdf", 1).label("insurance_letter");
    assert_eq!((file.name.as_str(), file.size, file.label.as_deref()), ("a.pdf", 1, Some("insurance_letter")));
}

/// The schema of a report accepts reports, as far as their members go.
#[test]
fn a_report_has_a_schema() {
    let schema = read(&export::report_schema_json());
    let report = serde_json::to_value(check_case("[]", &context())).unwrap();
    for member in schema["required"].as_array().unwrap() {
        assert!(!report[member.as_str().unwrap()].is_null(), "{member}");
    }
    for (member, _) in report.as_object().unwrap() {
        assert!(schema["properties"].get(member).is_some(), "{member}");
    }
    let codes = schema["$defs"]["Code"]["oneOf"].as_array().unwrap();
    assert_eq!(codes.len(), Code::ALL.len());
    assert_eq!(schema["$defs"]["Date"]["format"], "date");
}

#[test]
fn settings_that_are_too_deep_are_no_settings() {
    let deep = format!(r#"{{"house":{}{}}}"#, "[".repeat(2_000), "]".repeat(2_000));
    assert!(matches!(Context::from_json(&deep), Err(ContextError::Json(_))));
}

#[test]
fn small_values_say_what_they_are() {
    assert_eq!(Usd::parse("12.34").unwrap().cents(), 1234);
    assert_eq!(ResultsCaseType::from(Product::PolicyLimit).name(), "policy_limit_search");
    assert_eq!(ResultsCaseType::from(Product::PolicyExistence).name(), "policy_existence_search");
    assert_eq!(Lifetime::OPEN.phase(Date::parse("2026-03-01").unwrap(), None), Phase::Current);
    for draft in Draft::ALL {
        assert_eq!(Draft::from_name(draft.name()), Some(draft));
    }
    assert_eq!(Draft::from_name("draft-04"), None);
    let fields = read(&export::fields_json());
    let first = &fields["fields"][0];
    assert!(first.to_string().contains("case_type"), "{first}");
    let known = |path| match recognise("GET", path) {
        Recognition::Known(found) => found,
        other => unreachable!("{other:?}"),
    };
    let path = "/api/v1/partner/cases/X-7/";
    assert_eq!(known(path), known(path));
    for other in ["/api/v1/partner/cases/X-8/", "/api/v1/partner/cases/X-7", "/api/v1/partner/cases/X-7/offers/"] {
        assert_ne!(known(path), known(other));
    }
}

/// A method adds words to an open list, as the context setting `words` does.
#[test]
fn words_are_added_by_a_method_too() {
    let list = casegate::vocabulary::EXTENSIBLE[0];
    let made = context().words(list, ["one_more_word".to_owned()]);
    let read = json!({ "today": "2026-03-01", "words": { list.id: ["one_more_word"] } }).to_string();
    let fields = json!({ list.id.rsplit('.').next().unwrap(): "one_more_word" });
    let reply = |context: &Context| serde_json::to_string(&check_case(&edited(&fields), context)).unwrap();
    assert_eq!(reply(&made), reply(&Context::from_json(&read).unwrap()));
    assert_ne!(reply(&made), reply(&context()));
}

#[test]
fn a_language_is_found_by_its_tag() {
    for language in Language::ALL {
        assert_eq!(Language::from_tag(language.tag()), Some(language));
    }
    assert_eq!(Language::from_tag("EN"), None);
}

#[test]
fn one_error_says_what_is_wrong_with_a_text() {
    use casegate::events::Follower;
    use casegate::json::{Document, JsonError, JsonErrorKind};

    let deep = "[".repeat(200);
    let texts = [("{\n 7}", JsonErrorKind::NotJson, 2, 2), (r#"["\ud800"]"#, JsonErrorKind::LoneSurrogate, 1, 9)];
    for (text, kind, line, column) in texts {
        assert_eq!(Document::read(text), Err(JsonError { kind, line, column }), "{text}");
        let Err(ContextError::Json(error)) = Context::from_json(text) else { unreachable!() };
        assert_eq!(error, JsonError { kind, line, column }, "{text}");
    }
    assert_eq!(Document::read(&deep).unwrap_err().kind, JsonErrorKind::TooDeep);
    let Err(ContextError::Json(error)) = Context::from_json("7") else { unreachable!() };
    assert_eq!(error.kind, JsonErrorKind::NotAnObject);
    assert_eq!(Follower::from_json("{").unwrap_err().kind, JsonErrorKind::NotJson);
    assert_eq!(Follower::from_json("{}").unwrap_err().kind, JsonErrorKind::OtherForm);
    assert_eq!(Document::read("?").unwrap_err().to_string(), "the text is not JSON (line 1, column 1)");
}

/// D5: the closed lists are enums, and a context may add words to them.
#[test]
fn a_word_of_a_closed_list_is_a_value_of_its_type() {
    for word in casegate::vocabulary::ADD_ON_SERVICES.words {
        let value: AddOnService = serde_json::from_value(json!(word)).unwrap();
        assert!(!matches!(value, AddOnService::Other(_)), "{word}");
        assert_eq!(serde_json::to_value(value).unwrap(), json!(word));
    }
    let payload = edited(&json!({
        "expedited_request": "one_day_rush_request", "add_on_services": ["um_uim_limits", "drone_photos"]
    }));
    let added = Context::from_json(r#"{"today":"2026-03-01","words":{"add_on_services":["drone_photos"]}}"#).unwrap();
    let case = accept_case(&payload, &added).unwrap();
    let common = case.common();
    assert_eq!(
        (common.case_type, &common.expedited_request),
        (Product::PolicyLimit, &Some(ExpeditedRequest::OneDayRushRequest))
    );
    assert_eq!(common.add_on_services, [AddOnService::UmUimLimits, AddOnService::Other("drone_photos".to_owned())]);
    assert_eq!(serde_json::to_value(&case).unwrap(), read(&payload));
}

#[test]
fn an_answer_stays_if_only_the_day_could_hide_it() {
    let settings = r#"{"house":{"rules":[{"id":"acme.a","product":"pl","when":[{"not":{"field":"/date_of_loss","within_days":730}}],"then":[{"forbidden":"/summary"}],"message":{"en":"No."}}]}}"#;
    let form = r#"{"case_type":"pl","date_of_loss":"2026-01-05","summary":"Kept"}"#;
    let settings = casegate::Settings::from_json(settings).unwrap();
    assert!(settings.call(&wire::CASE_FROM_FORM, form.as_bytes()).contains("Kept"));
    let late = settings.on("2030-01-05".parse().unwrap());
    assert!(!wire::CASE_FROM_FORM.call_with(form, &late).contains("Kept"), "the rule applies");
}
