//! Errors that name the setting, and the documentation of all settings.

use super::*;
use std::collections::BTreeMap;

/// The page about the stand-in.
const PAGE: &str = include_str!("../../../../docs/stand-in.md");

fn message_of(settings: &str) -> String {
    Config::from_json(settings).map_or_else(|error| error.to_string(), |_| "taken".to_owned())
}

#[test]
fn an_error_names_the_setting_that_is_wrong() {
    for (settings, words) in [
        (r"{}", "taken"),
        (r"[]", "the settings must be a JSON object"),
        (r#"{ "legacy": true }"#, "cannot be used: expected a string at line 1"),
        (r#"{ "legacy": "off" }"#, "cannot be used: expected `sunset` or `on`"),
        (r#"{ "page_size": 0 }"#, "the setting `page_size` must be at least 1"),
        (r#"{ "delivering": { "attempts": 0 } }"#, "`delivering.attempts`"),
        (r#"{ "issue_keys": { "prefix": "C-" } }"#, "`issue_keys.prefix` must be letters"),
        (r#"{ "operator_token": "short" }"#, "the setting `operator_token`"),
        (
            r#"{ "operator_token": "one-token", "organizations": [{ "name": "A", "master_token": "one-token" }] }"#,
            "`operator_token` must be another",
        ),
        (r#"{ "organizations": ["A"] }"#, "expected an organization, such as"),
        (r#"{ "organizations": [{ "name": " " }] }"#, "`organizations.name` must be a name"),
        (r#"{ "organizations": [{ "name": "A" }, { "name": "A" }] }"#, "another for each organization"),
        (r#"{ "organizations": [{ "name": "A", "master_token": "short" }] }"#, "`organizations.master_token`"),
        (
            r#"{ "organizations": [{ "name": "A", "master_token": "one-token" }, { "name": "B", "master_token": "one-token" }] }"#,
            "`organizations.master_token` must be another for each organization",
        ),
        (r#"{ "webhooks": ["http://localhost/"] }"#, "expected a webhook, such as"),
        (r#"{ "webhooks": [{ "url": "localhost" }] }"#, "the `url` of a webhook must be an absolute address"),
        (r#"{ "context": { "today": "2026-01-01" } }"#, "`context.today` must be left out"),
        (
            r#"{ "context": { "colour": 1 } }"#,
            "the setting `context`: a property of the context is not a context setting",
        ),
    ] {
        let message = message_of(settings);
        assert!(message.contains(words) && !message.contains("one-token"), "{settings}: {message}");
    }
}

#[test]
fn no_error_repeats_a_value_or_an_unknown_name() {
    for settings in [
        r#"{ "@": 1 }"#,
        r#"{ "webhooks": "@" }"#,
        r#"{ "webhooks": [{ "url": "@" }] }"#,
        r#"{ "webhooks": [{ "url": "http://@", "secret": "@" }] }"#,
        r#"{ "webhooks": [{ "url": "http://@", "events": ["@"] }] }"#,
        r#"{ "organizations": ["@"] }"#,
        r#"{ "organizations": [{ "name": "A", "@": 1 }] }"#,
        r#"{ "organizations": [{ "name": "A", "master_token": ["@"] }] }"#,
        r#"{ "operator_token": { "@": 1 } }"#,
        r#"{ "context": "@" }"#,
        r#"{ "context": { "carriers": { "@": [] } } }"#,
        r#"{ "legacy": "@" }"#,
        r#"{ "issue_keys": { "prefix": "@" } }"#,
        r#"{ "cancellation_fee_usd": "@" }"#,
        r#"{ "page_size": "@" }"#,
        r#"{ "list": { "order": "@" } }"#,
        r#"{ "now": "@" }"#,
        r#"{ "seed": "@" }"#,
        r#"{ "faults": [{ "endpoint": "@", "fault": "reset" }] }"#,
        r#"{ "faults": [{ "endpoint": "any", "fault": "@" }] }"#,
        r#"{ "faults": [{ "@": 1 }] }"#,
    ] {
        for value in ["Zorblatt Mutual", "me:pass, expected word@zorblatt "] {
            let message = message_of(&settings.replace('@', value));
            assert!(message != "taken" && !message.to_lowercase().contains("zorblatt"), "{settings}: {message}");
        }
    }
}

/// The page documents every setting and no other. serde lists the members of a type in its error
/// about an unknown one.
#[test]
fn the_page_shows_every_setting() {
    let table = PAGE.split("\n## Settings\n").nth(1).and_then(|rest| rest.split("\n## ").next()).unwrap();
    let rows = table.lines().filter_map(|line| line.strip_prefix("| `"));
    let rows: BTreeMap<&str, &str> = rows.map(|row| row.split_once("` |").unwrap()).collect();
    let members = |settings: &str| -> BTreeSet<String> {
        let words = message_of(settings);
        let (_, expected) = words.split_once("expected one of ").or_else(|| words.split_once("expected ")).unwrap();
        expected.split('`').skip(1).step_by(2).map(str::to_owned).collect()
    };
    let named: BTreeSet<String> = rows.keys().map(|&name| name.to_owned()).collect();
    assert_eq!(named, members(r#"{ "?": 1 }"#));
    // Nested members are in the row of their setting.
    for (name, settings) in [
        ("organizations", r#"{ "organizations": [{ "?": 1 }] }"#),
        ("webhooks", r#"{ "webhooks": [{ "?": 1 }] }"#),
        ("issue_keys", r#"{ "issue_keys": { "?": 1 } }"#),
        ("delivering", r#"{ "delivering": { "?": 1 } }"#),
        ("list", r#"{ "list": { "?": 1 } }"#),
        ("list", r#"{ "list": { "order": "?" } }"#),
        ("list", r#"{ "list": { "envelope": "?" } }"#),
        ("list", r#"{ "list": { "times": "?" } }"#),
    ] {
        let row = rows[name];
        for member in members(settings) {
            let is_told = row.contains(&format!("`{member}`")) || row.contains(&format!("\"{member}\""));
            assert!(is_told, "{name}: {member}");
        }
    }
    for word in members(r#"{ "legacy": "?" }"#) {
        assert!(rows["legacy"].contains(&word), "{word}");
    }
}

#[test]
fn the_page_shows_the_defaults() {
    let defaults = Config::default();
    let Delivering { attempts, first_pause_ms, longest_pause_ms, timeout_ms } = defaults.delivering;
    for named in [
        format!("| `file_sync_seconds` | `{}` |", defaults.file_sync_seconds),
        format!("| `cancellation_fee_usd` | `\"{}\"` |", defaults.cancellation_fee_usd),
        format!("| `page_size` | `{}` |", defaults.page_size),
        format!("| `body_idle_seconds` | `{}` |", defaults.body_idle_seconds),
        format!("| `durable` | `{}` |", defaults.durable),
        format!(r#"| `issue_keys` | `{{"prefix": "{}", "after_seconds": null}}` |"#, defaults.issue_keys.prefix),
        format!(
            "`attempts` {attempts}, `first_pause_ms` {first_pause_ms}, `longest_pause_ms` {longest_pause_ms}, `timeout_ms` {timeout_ms}"
        ),
    ] {
        assert!(PAGE.contains(&named), "{named}");
    }
}
