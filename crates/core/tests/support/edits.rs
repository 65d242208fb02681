//! Random contexts, places and edits, for sessions and repairs.

#![allow(
    missing_docs,
    unreachable_pub,
    dead_code,
    clippy::unwrap_used,
    reason = "several test programs share this module, and none uses all of it"
)]

use casegate::fields::{COMMON, Field, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate::session::{Delta, Edit, SessionError};
use casegate::{Context, Session};
use proptest::prelude::*;

/// Values of every kind: valid for one field, invalid for another, blank, long, nested, with keys
/// of their own.
pub const VALUES: &[&str] = &[
    "null",
    "true",
    "false",
    "\"\"",
    "\" \"",
    "\"pl\"",
    "\"pe\"",
    "\"xx\"",
    "\"text\"",
    "17",
    "1.5",
    "[]",
    "{}",
    "\"2026-02-01\"",
    "\"2020-01-01\"",
    "\"2026-02-31\"",
    "\"GA\"",
    "\"ga\"",
    "\"a@example.com nobody\"",
    "\"a@two.example b@one.example c@one.other\"",
    "\"b@one.example a@one.example c@one.other\"",
    "\"a@two.example, b@one.example;c@one.other\"",
    "\"3/15/1980\"",
    "\"15 de marzo de 1980\"",
    "\"New York\"",
    "\"USDOT 42\"",
    "\"0042\"",
    "[\"commercial_auto_policy_limits\"]",
    "[\"personal_auto_policy_limits\"]",
    "[\"comercial_auto_policy_limits\", 3]",
    "[\"commercial_auto_policy_limits\", \"personal_auto_policy_limits\"]",
    "[\"commercial_auto_policy_existence\"]",
    "[\"personal_homeowners_policy_existence\"]",
    "\"commercial_auto_policy_existence\"",
    "[\"other_reason\"]",
    "[\"minor_at_fault\", \"minor_at_fault\"]",
    "[\"skip_trace\", \"skip_tarce\"]",
    "\"three_hour_rush_request\"",
    "{\"first_name\": \"Ada\", \"last_name\": \"Example\", \"address\": \"1 Main St\"}",
    "{\"first_name\": \"Ada\", \"id\": 1, \"firstname\": 2, \"x\": 1, \"x\": 2, \"city\": 1, \"city\": \"a\"}",
    "{\"vehicle_year\": 2020, \"vin\": null}",
    "{\"state_or_province\": \"zz\", \"address\": {}}",
];

pub fn contexts() -> impl Strategy<Value = Context> {
    prop_oneof![
        Just(r#"{"today":"2026-03-01","include":["trace","prepared"]}"#),
        Just(r#"{"today":"2026-03-01","surface":"legacy","credential":"master","include":["trace"]}"#),
        Just(r#"{"today":"2026-03-01","surface":"legacy","product":"pe","severity":{"null_value":"error"}}"#),
        Just(r#"{"today":"2026-03-01","carriers":{"refused":[{"name":"text"}]},"financing_enrolled":true}"#),
        Just(
            r#"{"today":"2026-03-01","include":["trace"],"house":{
            "rules":[
                {"id":"firm.loss_state","when":[{"field":"/crash_city","set":true}],
                 "then":[{"required":"/crash_state"},{"required":"/defendant_information"}],"message":{"en":"Where?"}},
                {"id":"firm.birth","when":[{"field":"/crash_state","equals":"GA"}],
                 "then":[{"required":"/defendant_information/date_of_birth"},
                         {"forbidden":"/vehicle_information/vin"}],"message":{"en":"When?"}},
                {"id":"firm.number","product":"pl","when":[{"field":"/insurance_company","like":"te*"}],
                 "then":[{"required":"/policy_number"},{"field":"/policy_number","like":"*1*"}],"message":{"en":"No."}},
                {"id":"firm.desk","severity":"warning","then":[{"field":"/cc_emails","like":"*@one.example"},{"field":"/cc_emails","like":"*@*.example"},
                 {"field":"/cc_emails","like":"a*"}],"message":{"en":"Whose?"}},
                {"id":"firm.rush","when":[{"field":"/policy_number","set":true}],"product":"pl","severity":"warning",
                 "then":[{"forbidden":"/expedited_request"}],"message":{"en":"Why?"}}],
            "waivers":[{"code":"unknown_field","reason":"our own","until":"2026-12-31"},
                {"code":"null_value","at":"/summary","reason":"old forms","until":"2026-12-31"}]}}"#
        ),
        Just(
            r#"{"today":"2026-03-01","include":["trace"],"house":{"rules":[
                {"id":"firm.reach","then":[{"one_of":["/requester_phone","/defendant_information/phone_number","/office_case_number"]}],
                 "message":{"en":"How?"}},
                {"id":"firm.apart","when":[{"any":[{"field":"/requester_phone","set":false},{"not":{"field":"/crash_state","equals":"GA"}}]}],
                 "then":[{"required":"/crash_city"},{"field":"/plaintiff_name","not":{"equals_field":"/defendant_business_name"}}],
                 "message":{"en":"Who?"}},
                {"id":"firm.number","when":[{"field":"/vehicle_information/vehicle_year","at_least":18}],
                 "then":[{"field":"/office_case_number","matches":"[a-z]+"},{"field":"/cc_emails","count":{"at_most":2}}],
                 "message":{"en":"Which?"}},
                {"id":"firm.days","then":[{"field":"/date_of_loss","not":{"weekday":["sunday"]}},
                 {"field":"/date_of_loss","not_before_field":"/defendant_information/date_of_birth"},
                 {"any":[{"field":"/is_test","is":true},{"field":"/vehicle_information","set":true},{"field":"/summary","at_least":7}]}],
                 "message":{"en":"When?"}},
                {"id":"firm.later","when":[{"field":"/office_case_number","set":false}],"then":[{"required":"/summary"}],
                 "severity":"warning","message":{"en":"What?"}}]}}"#
        ),
    ]
    .prop_map(|settings| Context::from_json(settings).unwrap())
}

/// Pointers of every field and member, and of some that do not exist.
fn places() -> Vec<String> {
    let mut places = vec!["/insurance_compny".to_owned(), "/x".to_owned(), "/defendant_information/strange".to_owned()];
    let rows = COMMON.iter().chain(POLICY_LIMIT.iter()).chain(POLICY_EXISTENCE.iter());
    for Field { name, kind, .. } in rows {
        places.push(format!("/{name}"));
        places.extend(kind.members().iter().take(5).map(|member| format!("/{name}/{}", member.name)));
    }
    // Fields that rules depend on are more frequent.
    for name in
        ["case_type", "base_product", "cc_emails", "insurance_company", "insurance_company_name", "search_reason"]
    {
        places.extend(std::iter::repeat_n(format!("/{name}"), 8));
    }
    places
}

pub fn edits() -> impl Strategy<Value = Edit> {
    let at = proptest::sample::select(places());
    (at, proptest::option::weighted(0.8, proptest::sample::select(VALUES))).prop_map(|(at, value)| match value {
        Some(value) => Edit::Set { at, value: value.to_owned() },
        None => Edit::Clear { at },
    })
}

/// Makes an edit.
pub fn make(session: &mut Session, edit: &Edit) -> Result<Delta, SessionError> {
    match edit {
        Edit::Set { at, value } => session.set(at, value),
        Edit::Clear { at } => session.clear(at),
    }
}
