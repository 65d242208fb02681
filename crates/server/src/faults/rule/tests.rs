//! The JSON of rules, and the errors about it.

use super::*;

fn read(text: &str) -> Result<FaultRule, String> {
    serde_json::from_str(text).map_err(|error| error.to_string())
}

#[test]
fn every_kind_is_written_as_it_is_read() {
    for kind in FaultKind::all() {
        let rule = match kind.side() {
            Side::Endpoint => FaultRule::on_endpoint(EndpointId::Cancel, kind).taking(Takes::Nth(3)),
            Side::Event => FaultRule::on_any_event(kind).taking(Takes::Every(2)).of_organization("A"),
        };
        let text = serde_json::to_string(&rule).unwrap();
        assert_eq!(read(&text).unwrap(), rule, "{text}");
    }
}

#[test]
fn an_error_names_the_member_and_repeats_no_value() {
    for (text, words) in [
        (r#"{ "fault": "reset" }"#, "the `endpoint` of a rule of faults must be given, or `event`"),
        (r#"{ "fault": "reset", "endpoint": "any", "event": "any" }"#, "the `endpoint`"),
        (r#"{ "fault": "reset", "endpoint": "Jane" }"#, "one of `list`, `create`"),
        (r#"{ "fault": "late", "event": "Jane" }"#, "one of `case.received`"),
        (
            r#"{ "fault": "Jane", "endpoint": "any" }"#,
            "the `fault` of a rule of faults must be one of `too_many_requests`",
        ),
        (r#"{ "fault": "late", "endpoint": "any" }"#, "one of `too_many_requests`"),
        (r#"{ "fault": "reset", "event": "any" }"#, "one of `late`, `doubled`"),
        (r#"{ "fault": "reset", "endpoint": "any", "nth": 0 }"#, "the `nth` of a rule of faults must be at least 1"),
        (r#"{ "fault": "reset", "endpoint": "any", "nth": 1, "first": 2 }"#, "the `first`"),
        (r#"{ "fault": "reset", "endpoint": "any", "ms": 2 }"#, "the `ms` of a rule of faults must be absent"),
        (r#"{ "fault": "dropped", "event": "any", "until_attempt": 1 }"#, "must be at least 2"),
        (r#"{ "fault": "reset", "endpoint": "any", "organization": " " }"#, "the `organization`"),
        (r#"{ "fault": "reset", "endpoint": "any", "Jane": 1 }"#, "unknown field"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.contains(words), "{text}: {error}");
        assert!(!error.contains("Jane") || text.contains(r#""Jane":"#), "{text}: {error}");
    }
}
