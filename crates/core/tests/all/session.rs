//! A session always equals a check of its payload, and reports every change.

use crate::edits::{contexts, edits, make};
use casegate::session::Edit;
use casegate::states::{FieldRequirement, FieldState};
use casegate::{Context, Date, Issue, Session, check_case, field_states};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;
use std::collections::BTreeMap;

fn text(value: &impl serde::Serialize) -> String {
    serde_json::to_string(value).unwrap()
}

/// The state of a form that applies the deltas.
struct Follower {
    issues: Vec<Issue>,
    states: BTreeMap<String, FieldState>,
}

impl Follower {
    fn take(&mut self, delta: &casegate::session::Delta) {
        for hidden in &delta.hidden {
            let found = self
                .issues
                .iter()
                .position(|issue| (&issue.at, issue.code, &issue.rule) == (&hidden.at, hidden.code, &hidden.rule));
            self.issues.remove(found.expect("what is hidden was shown"));
        }
        self.issues.extend(delta.shown.iter().cloned());
        self.states.extend(delta.states.iter().map(|state| (state.at.clone(), state.clone())));
    }
}

fn sorted(issues: &[Issue]) -> Vec<String> {
    let mut issues: Vec<String> = issues.iter().map(text).collect();
    issues.sort();
    issues
}

/// A list of texts without others, each removed as often as it occurs in them.
fn without(mut all: Vec<String>, some: Vec<String>) -> Vec<String> {
    for one in some {
        if let Some(at) = all.iter().position(|text| *text == one) {
            all.swap_remove(at);
        }
    }
    all
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(64)))]

    #[test]
    fn a_session_equals_a_check_of_its_payload(
        context in contexts(),
        start in proptest::sample::select(&["{}", r#"{"case_type":"pl","y":1}"#, r#"{ "case_type": "pe", "a": 1, "a": 2}"#][..]),
        edits in proptest::collection::vec(edits(), 1..60),
    ) {
        let mut session = Session::new(start, context.clone()).unwrap();
        let everything = session.touch("").unwrap();
        let states = session.states().into_iter().map(|state| (state.at.clone(), state)).collect();
        let mut follower = Follower { issues: everything.shown, states };
        for edit in &edits {
            let foretold = session.what_if(std::slice::from_ref(edit));
            let made = make(&mut session, edit);
            prop_assert_eq!(&foretold, &made);
            let payload = session.payload();
            let report = session.report();
            prop_assert_eq!(text(&report), text(&check_case(&payload, &context)));
            prop_assert_eq!(text(&session.states()), text(&field_states(&payload, &context)));
            if let Ok(delta) = made {
                prop_assert_eq!(delta.ok, report.ok);
                let before = sorted(&follower.issues);
                follower.take(&delta);
                // What has not changed is not reported.
                let mut fresh = sorted(&delta.shown);
                for issue in without(sorted(&report.issues), before) {
                    let answer = fresh.iter().position(|shown| *shown == issue);
                    fresh.remove(answer.expect("what is new is shown"));
                }
                // Issues of one code at one place change together.
                fresh.retain(|again| {
                    let name = |issue: &Issue| (issue.at.clone(), issue.code);
                    let again = delta.shown.iter().find(|issue| text(issue) == *again).map(name).unwrap();
                    let shown = delta.shown.iter().filter(|issue| name(issue) == again).count();
                    let hidden = delta.hidden.iter().filter(|hidden| (hidden.at.clone(), hidden.code) == again);
                    shown + hidden.count() <= 2
                });
                prop_assert!(fresh.is_empty(), "shown, and not new: {:?}", fresh);
                let now = session.states();
                for stale in &delta.stale {
                    prop_assert!(now.iter().any(|state| state.at == stale.at && state.state == stale.state));
                }
            }
            prop_assert_eq!(sorted(&follower.issues), sorted(&report.issues));
            for state in session.states() {
                prop_assert_eq!(follower.states.get(&state.at), Some(&state));
            }
        }
    }
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(16)))]

    /// Hundreds of edits, with questions about other edits in between: old results still equal
    /// those of a check.
    #[test]
    fn a_session_equals_a_check_after_a_long_script(
        context in contexts(),
        product in proptest::sample::select(&["pl", "pe"][..]),
        script in proptest::collection::vec((edits(), 0_u8..16), 200..500),
        asked in proptest::collection::vec(edits(), 1..5),
    ) {
        let mut session = Session::new(&format!(r#"{{"case_type":"{product}"}}"#), context.clone()).unwrap();
        for (edit, also) in &script {
            let _ = make(&mut session, edit);
            match also {
                0 => {
                    let payload = session.payload();
                    prop_assert_eq!(text(&session.report()), text(&check_case(&payload, &context)), "{}", payload);
                }
                // The prediction for several edits equals a session of its own.
                1 => {
                    let payload = session.payload();
                    let mut other = Session::new(&payload, context.clone()).unwrap();
                    let made: Result<Vec<_>, _> = asked.iter().map(|edit| make(&mut other, edit)).collect();
                    let foretold = session.what_if(&asked);
                    prop_assert_eq!(foretold.is_ok(), made.is_ok(), "{}", payload);
                    if let Ok(delta) = foretold {
                        prop_assert_eq!(delta.ok, check_case(&other.payload(), &context).ok, "{}", payload);
                    }
                    prop_assert_eq!(session.payload(), payload);
                }
                2 => drop(session.touch("").unwrap()),
                _ => {}
            }
        }
        let payload = session.payload();
        prop_assert_eq!(text(&session.report()), text(&check_case(&payload, &context)));
        prop_assert_eq!(text(&session.states()), text(&field_states(&payload, &context)));
        // The history has no influence: a session that begins with the payload is the same.
        let mut fresh = Session::new(&payload, context.clone()).unwrap();
        prop_assert_eq!(text(&fresh.report()), text(&session.report()));
        prop_assert_eq!(sorted(&fresh.touch("").unwrap().shown), sorted(&session.report().issues));
    }
}

fn session(payload: &str) -> Session {
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    Session::new(payload, context).unwrap()
}

/// The cap on findings may itself be an error.
#[test]
fn the_verdict_of_an_edit_counts_what_a_report_omits() {
    let context = r#"{"today":"2026-03-01","limits":{"findings":2},"severity":{"findings_capped":"error"}}"#;
    let context = Context::from_json(context).unwrap();
    let start = r#"{"case_type":"pl","cc_emails":"a@example.com","plaintiff_name":"Ada Example","date_of_loss":"2026-01-15",
        "is_incident_report_provided":false,"base_product":["personal_auto_policy_limits"],
        "insurance_company":"Example Insurance","k1":0}"#;
    let mut session = Session::new(start, context.clone()).unwrap();
    for (name, ok) in [("/usdot_number", true), ("/vehicles_owned", false), ("/other_properties_owned", false)] {
        let delta = session.set(name, "\"x\"").unwrap();
        assert_eq!((delta.ok, check_case(&session.payload(), &context).ok), (ok, ok), "{name}");
    }
    for (name, ok) in [("/vehicles_owned", false), ("/k1", true)] {
        let delta = session.clear(name).unwrap();
        assert_eq!((delta.ok, session.touch("").unwrap().ok, session.report().ok), (ok, ok, ok), "{name}");
    }
}

/// Thousands of warnings do not hide an error, wherever it is, and the report is capped as that of
/// a check is.
#[test]
fn a_capped_report_has_its_errors_first() {
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    let strays: Vec<String> = (0..3_000).map(|number| format!("\"k{number}\":0")).collect();
    let start = format!(r#"{{"case_type":"pe","summary":null,"vehicle_information":{{{0}}},{0}}}"#, strays.join(","));
    let mut session = Session::new(&start, context.clone()).unwrap();
    for edit in ["\"x\"", "[\"other_reason\"]"] {
        session.set("/search_reason", edit).unwrap();
        let report = session.report();
        assert_eq!(text(&report), text(&check_case(&session.payload(), &context)));
        let errors = report.issues.iter().take_while(|issue| issue.severity == casegate::Severity::Error).count();
        let refused = report.issues.iter().filter(|issue| issue.severity == casegate::Severity::Error).count();
        assert_eq!((errors, report.issues.len(), report.ok), (refused, 1_001, false));
        assert!(errors > 5 && errors < 20, "{errors}");
        let last = report.issues.last().unwrap();
        assert_eq!((last.code.name(), last.severity), ("findings_capped", casegate::Severity::Warning));
        assert_eq!(report.issues[errors].at, "/summary");
    }
}

#[test]
fn only_touched_places_are_shown() {
    let mut session = session(r#"{"case_type":"pl"}"#);
    assert!(session.clear("/plaintiff_name").unwrap().shown.is_empty());
    assert!(session.set("/defendant_information", "{}").unwrap().shown.is_empty());
    let shown = session.touch("/defendant_information/first_name").unwrap().shown;
    assert_eq!(shown.iter().map(|issue| issue.at.as_str()).collect::<Vec<_>>(), ["/defendant_information/first_name"]);
    // The other members, and no longer the touched one.
    assert_eq!(session.touch("/defendant_information").unwrap().shown.len(), 2);
    assert!(session.touch("/defendant_information").unwrap().shown.is_empty());
    let delta = session.set("/defendant_information/first_name", "\"Ada\"").unwrap();
    assert_eq!(delta.hidden.len(), 1);
    assert!(!session.touch("").unwrap().shown.is_empty());
}

#[test]
fn a_flipped_branch_shows_which_answers_are_not_asked_any_more() {
    let mut session = session(
        r#"{"case_type":"pl","base_product":["commercial_auto_policy_limits"],"commercial_driver_information":{},
        "defendant_business_name":"Acme"}"#,
    );
    let flip = Edit::Set { at: "/base_product".to_owned(), value: r#"["personal_auto_policy_limits"]"#.to_owned() };
    let delta = session.what_if(&[flip]).unwrap();
    let stale: Vec<_> =
        delta.stale.iter().map(|stale| (stale.at.as_str(), stale.state, stale.rule.as_deref())).collect();
    assert_eq!(
        stale,
        [("/commercial_driver_information", FieldRequirement::Forbidden, Some("pl.driver_of_commercial_vehicle"))]
    );
    assert!(session.report().issues.iter().all(|issue| issue.at != "/commercial_driver_information"));
    let delta = session.set("/case_type", "\"pe\"").unwrap();
    assert!(delta.stale.iter().any(|stale| stale.at == "/commercial_driver_information"));
}

#[test]
fn misuse_changes_nothing() {
    let mut session = session(r#"{"case_type":"pl","summary":"a"}"#);
    let before = session.payload();
    for (at, value) in [
        ("/summary", "1,\"case_type\":\"pe\""),
        ("/summary", ""),
        ("/summary", "\"\\ud800\""),
        ("summary", "1"),
        ("", "{}"),
        ("/a/b/c", "1"),
        ("/summary/b", "1"),
    ] {
        assert!(session.set(at, value).is_err(), "{at} {value}");
    }
    let deep = "[".repeat(70) + &"]".repeat(70);
    assert!(session.set("/x", &deep).is_err());
    assert!(session.set("/x", &format!("\"{}\"", "x".repeat(1 << 20))).is_err());
    assert_eq!(session.payload(), before);
    for payload in ["[]", "", "1", "{\"a\"}"] {
        assert!(Session::new(payload, Context::new(Date::parse("2026-03-01").unwrap())).is_err(), "{payload}");
    }
}

#[test]
fn the_deepest_payload_that_is_checked_can_be_edited() {
    let mut session = session("{}");
    let context = Context::new(Date::parse("2026-03-01").unwrap());
    for depth in [62, 63, 64] {
        let value = "[".repeat(depth) + &"]".repeat(depth);
        let readable = !text(&check_case(&format!("{{\"summary\":{value}}}"), &context)).contains("too_deep");
        assert_eq!(session.set("/summary", &value).is_ok(), readable, "{depth}");
    }
}

#[test]
fn a_member_is_deeper_than_its_record() {
    let context = || Context::from_json(r#"{"today":"2026-03-01","limits":{"depth":1}}"#).unwrap();
    let mut session = Session::new(r#"{"case_type":"pl"}"#, context()).unwrap();
    for at in ["/defendant_information/city", "/unknown/a"] {
        assert_eq!(session.set(at, "\"x\"").unwrap_err(), casegate::session::SessionError::TooDeep, "{at}");
    }
    assert!(session.set("/summary", "\"x\"").is_ok());
    // A value without nesting cannot be nested too deeply.
    assert!(session.clear("/defendant_information/city").is_ok());
    assert_eq!(session.set("/summary", "{}").unwrap_err(), casegate::session::SessionError::TooDeep);
    assert_eq!(session.payload(), r#"{"case_type":"pl","summary":"x"}"#);
    assert_eq!(text(&session.report()), text(&check_case(&session.payload(), &context())));
}

/// Each trigger changes one thing, so that nothing else makes its record be judged again.
#[test]
fn triggers_of_members_reach_every_record() {
    let context = r#"{"today":"2026-03-01","include":["trace"],"carriers":{"refused":[{"name":"Example Mutual"}]},"house":{"rules":[
        {"id":"firm.forbids","when":[{"field":"/crash_city","set":true}],"message":{"en":"Where?"},
         "then":[{"forbidden":"/defendant_information/license_state"}]},
        {"id":"firm.requires","when":[{"field":"/requester_phone","set":true}],"message":{"en":"Which?"},
         "then":[{"required":"/defendant_information/phone_number"}]},
        {"id":"firm.one","product":"pl","when":[{"field":"/claim_number","equals":"1"}],"message":{"en":"Who?"},
         "then":[{"required":"/commercial_driver_information/state_or_province"}]},
        {"id":"firm.two","product":"pl","when":[{"field":"/claim_number","equals":"2"}],"message":{"en":"Who?"},
         "then":[{"forbidden":"/commercial_driver_information/state_or_province"}]},
        {"id":"firm.three","product":"pl","when":[{"field":"/claim_number","equals":"3"}],"message":{"en":"Where?"},
         "then":[{"required":"/crash_state"}]},
        {"id":"firm.four","product":"pl","when":[{"field":"/claim_number","equals":"4"}],"message":{"en":"Where?"},
         "then":[{"forbidden":"/crash_state"}]},
        {"id":"firm.waits","when":[{"field":"/defendant_information/phone_number","set":false}],"message":{"en":"Why?"},
         "then":[{"required":"/summary"}]},
        {"id":"firm.both","product":"pl","when":[{"field":"/crash_state","equals":"GA"}],"message":{"en":"Both?"},
         "then":[{"required":"/commercial_driver_information"},{"forbidden":"/commercial_driver_information/license_state"}]},
        {"id":"firm.carrier","product":"pl","when":[{"field":"/insurance_company","like":"ex*"}],"message":{"en":"No."},
         "then":[{"required":"/policy_number"}]}]}}"#;
    let context = || Context::from_json(context).unwrap();
    let mut session = Session::new(r#"{"case_type":"pl"}"#, context()).unwrap();
    let person = r#"{"first_name":"Ada","last_name":"Example","address":"1 Test Street","state_or_province":"tx",
        "license_state":"tx","phone_number":null}"#;
    for (at, value) in [
        ("/vehicle_information", r#"{"vin":"x","vin":"y","vehicle_year":2020}"#),
        ("/vehicle_information", r#"{"vin":"x"}"#),
        ("/vehicle_information", r#"{"vehicle_year":1,"vehicle_year":2}"#),
        ("/vehicle_information", "null"),
        ("/defendant_information", person),
        ("/crash_city", r#""Springfield""#),
        ("/office_case_number", r#""1""#), // nothing about a record changes
        ("/crash_city", "null"),
        ("/requester_phone", r#""555-0100""#),
        ("/office_case_number", r#""2""#),
        ("/requester_phone", "null"),
        ("/base_product", r#"["commercial_auto_policy_limits"]"#),
        ("/commercial_driver_information", person),
        ("/base_product", r#"["personal_auto_policy_limits"]"#),
        ("/base_product", r#"["commercial_auto_policy_limits"]"#),
        ("/claim_number", r#""1""#),
        ("/claim_number", r#""2""#), // the same of a member
        ("/claim_number", r#""1""#),
        ("/base_product", "null"),
        ("/crash_state", r#""tx""#),
        ("/claim_number", r#""3""#),
        ("/claim_number", r#""4""#), // the same of a field
        ("/claim_number", r#""3""#),
        ("/claim_number", "null"),
        ("/crash_state", r#""GA""#), // a record and a member of it at once
        ("/crash_state", r#""TX""#),
        ("/defendant_information", r#"{"city":"a","city":"b"}"#),
        ("/insurance_company", r#""Example Mutual""#),
        ("/insurance_company", r#""Another""#),
        ("/insurance_company", r#""Example Mutual""#),
    ] {
        session.set(at, value).unwrap();
        assert_eq!(text(&session.report()), text(&check_case(&session.payload(), &context())), "{at} {value}");
        assert_eq!(text(&session.states()), text(&field_states(&session.payload(), &context())), "{at} {value}");
    }
}

/// The remaining length of a payload applies to the members of a record too, and an edit that does
/// not fit changes nothing.
#[test]
fn an_edit_that_does_not_fit_changes_nothing() {
    let written = r#"{"defendant_information":{ "city": "Here", "city": "There" },"summary":"one"}"#;
    let compact = r#"{"defendant_information":{"city":"There"},"summary":"one"}"#;
    let today = Date::parse("2026-03-01").unwrap();
    let limits = |text_bytes| casegate::context::Limits::default().text_bytes(text_bytes);
    let open = |bytes| Session::new(written, Context::new(today).limits(limits(bytes)));
    assert_eq!(open(written.len() - 1).err(), Some(casegate::session::SessionError::TooLarge));
    assert_eq!(
        Session::new("{}", Context::new(today).limits(limits(1))).err(),
        Some(casegate::session::SessionError::TooLarge)
    );

    let mut session = open(written.len()).unwrap();
    let (report, room) = (text(&session.report()), written.len() - compact.len());
    for (at, value) in [
        ("/defendant_information/city", format!("\"There{}\"", "!".repeat(room + 1))),
        ("/defendant_information/id", format!("\"{}\"", "!".repeat(room - 7))),
        ("/is_test", format!("\"{}\"", "!".repeat(room - 12))),
        ("/vehicle_information/vin", format!("\"{}\"", "!".repeat(room))),
    ] {
        assert_eq!(session.set(at, &value).unwrap_err(), casegate::session::SessionError::TooLarge, "{at}");
        assert_eq!((session.payload(), text(&session.report())), (written.to_owned(), report.clone()), "{at}");
    }

    session.set("/defendant_information/city", &format!("\"There{}\"", "!".repeat(room))).unwrap();
    assert_eq!(session.payload().len(), written.len());
    assert_eq!(session.set("/defendant_information/city", "\"There\"").map(|_| session.payload()).unwrap(), compact);
    session.set("/defendant_information/id", &format!("\"{}\"", "!".repeat(room - 8))).unwrap();
    assert_eq!(session.payload().len(), written.len());
    session.clear("/defendant_information/city").unwrap();
    session.clear("/defendant_information/id").unwrap();
    assert_eq!(session.payload(), r#"{"defendant_information":{},"summary":"one"}"#);
    session.set("/defendant_information", "null").unwrap();
    session.clear("/defendant_information/city").unwrap();
    assert_eq!(session.payload(), r#"{"defendant_information":null,"summary":"one"}"#);
    session.set("/defendant_information/city", "\"There\"").unwrap();
    assert_eq!(session.payload(), compact);
    session.set("/summary", "7").unwrap();
    assert_eq!(session.clear("/summary/x").unwrap_err(), casegate::session::SessionError::NotARecord);
}
