//! Tests that need no running stand-in. The others are in `crates/cli/tests/all/service/webhooks.rs`.

use super::deliveries::pause_ms;
use crate::hook::is_address;
use crate::hook::is_secret;
use crate::random::Random;
use crate::{Config, Delivering};

#[test]
fn pauses_double_up_to_the_longest_and_are_shortened_by_chance() {
    let delivering = Delivering { first_pause_ms: 100, longest_pause_ms: 1000, ..Delivering::default() };
    for (attempts, whole) in [(1, 100), (2, 200), (3, 400), (4, 800), (5, 1000), (6, 1000), (u32::MAX, 1000)] {
        let drawn: Vec<i64> = (0..50).map(|_| pause_ms(&delivering, attempts, &Random::System)).collect();
        assert!(drawn.iter().all(|pause| (whole / 2..=whole).contains(pause)), "{attempts}: {drawn:?}");
        assert!(drawn.iter().any(|pause| *pause != whole), "{attempts}: no chance");
    }
    let at_once = Delivering { first_pause_ms: 0, ..delivering };
    assert_eq!(pause_ms(&at_once, 7, &Random::System), 0);
    let most = Delivering { first_pause_ms: u32::MAX, longest_pause_ms: u32::MAX, ..at_once };
    assert!(pause_ms(&most, 60, &Random::System) <= i64::from(u32::MAX));
}

#[test]
fn a_secret_has_24_to_64_bytes_in_base64() {
    for encoded in ["A".repeat(32), "A".repeat(84) + "AA==", "AAAA".repeat(8) + "AAA="] {
        assert!(is_secret(&format!("whsec_{encoded}")), "{encoded}");
    }
    let short = "A".repeat(28) + "AAA=";
    for secret in ["", "whsec_", "secret", &"A".repeat(32), &format!("whsec_{short}")] {
        assert!(!is_secret(secret), "{secret}");
    }
    for encoded in ["A".repeat(88), "A".repeat(33), "=".repeat(32), "é".repeat(16)] {
        assert!(!is_secret(&format!("whsec_{encoded}")), "{encoded}");
    }
}

#[test]
fn an_address_is_shown_without_its_user() {
    for (url, shown) in [
        ("http://me:secret@example.com/hook?a=b", "http://***@example.com/hook?a=b"),
        ("https://token@[::1]:80", "https://***@[::1]:80"),
        ("http://a:p@ss@example.com?x=@y", "http://***@example.com?x=@y"),
        ("http://example.com/@me", "http://example.com/@me"),
        ("http://example.com#a@b", "http://example.com#a@b"),
    ] {
        assert_eq!(crate::hook::masked(url), shown);
    }
}

#[test]
fn events_go_to_absolute_addresses_of_the_web() {
    for url in ["http://127.0.0.1:1/", "https://example.com/hook?a=b", "http://[::1]:80", "HTTP://example.com"] {
        assert!(is_address(url), "{url}");
    }
    for url in ["http://me:secret@example.com/", "http://me:secret@[::1]:65535/hook", "http://[::1]/"] {
        assert!(is_address(url), "{url}");
    }
    for url in ["", "/hook", "example.com", "ftp://example.com", "http://", "http:///hook", "http:// x", "mailto:a@b.c"]
    {
        assert!(!is_address(url), "{url}");
    }
    for url in ["http://127.0.0.1:99999/", "http://[::1]:65536/", "http://me:1@example.com:70000/", "http://a:b/"] {
        assert!(!is_address(url), "{url}");
    }
}

#[test]
fn settings_name_what_of_a_subscription_cannot_be() {
    let answer = |hook: &str| {
        let config = format!(r#"{{ "organizations": [{{ "name": "A", "webhooks": [{hook}] }}] }}"#);
        Config::from_json(&config).map(|_| ()).map_err(|error| error.to_string())
    };
    assert_eq!(answer(r#"{ "url": "http://localhost:1/", "events": ["case.closed"] }"#), Ok(()));
    for (hook, member) in [
        (r#"{ "url": "localhost" }"#, "url"),
        (r#"{ "url": "http://localhost", "events": [] }"#, "events"),
        (r#"{ "url": "http://localhost", "secret": "whsec_c2VjcmV0" }"#, "secret"),
    ] {
        let error = answer(hook).unwrap_err();
        assert!(error.contains(&format!("`{member}`")) && !error.contains("c2Vj"), "{error}");
    }
}
