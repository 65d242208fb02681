//! Receipts: the decision of a report, and nothing that was submitted.

use crate::marked::{MARK, mark};
use crate::support;
use casegate::context::Include;
use casegate::receipt::Receipt;
use casegate::{Code, Context, Severity, check_case, receipt, wire};
use proptest::prelude::*;
use serde_json::{Map, Value, json};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// Operations whose input is a payload.
const OF_A_PAYLOAD: [&str; 6] =
    ["check_case", "prepare_case", "field_states", "repair_case", "receipt", "case_from_form"];

/// Whatever bytes a payload has, its digest is that of these bytes.
#[test]
fn the_digest_is_of_the_bytes_as_they_were_given() {
    let settings = |text: &str| Context::from_json(text).unwrap();
    let plain = settings(r#"{"today":"2026-03-01"}"#);
    let short = settings(r#"{"today":"2026-03-01","limits":{"text_bytes":4}}"#);
    let digests = [
        (&b"\xFF"[..], "a8100ae6aa1940d0b663bb31cd466142ebbdbd5187131b92d93818987832eb89"),
        (b"{\"a\":\"\xE9\"}", "68c536b441bea1f05886d3757340466b75c979072deb7c1098d8acd1ccb43ba2"),
        (b"{\"a\":\"\xE8\"}", "b43dbfbd7656c4271881d46319d73f59b6ab1082cba8dca4a4660a5d7e400a67"),
        (b"{\"a\":\"\0", "db2e732a5f64146bd8ade232442f74445f8631752153d1c977a918a79e69afe1"),
    ];
    for (bytes, digest) in digests {
        let receipts = [&plain, &short].map(|context| receipt(bytes, context));
        for receipt in &receipts {
            assert_eq!(receipt.payload, format!("sha256:{digest}"), "{bytes:?}");
            assert_eq!((receipt.product, receipt.rules.len()), (None, 0));
        }
        let codes = receipts.each_ref().map(|receipt| receipt.errors[0].code);
        assert_eq!(codes, [Code::NotJson, if bytes.len() > 4 { Code::TooLarge } else { Code::NotJson }]);
        assert_eq!(receipt(&bytes.to_vec(), &plain), receipts[0]);
        assert_eq!(wire::RECEIPT.call_bytes(bytes, &plain), receipts[0].to_string());
    }
}

/// `tests/receipts/test_verify.py` reads the same contexts.
#[test]
fn the_contexts_of_the_kit_are_usable_or_not_as_it_says() {
    let text = std::fs::read_to_string(support::folder().join("../../kit/contexts.jsonl")).unwrap();
    let digest = |context: &str| Some(receipt("{}", &Context::from_json(context).ok()?).context);
    for line in text.lines() {
        let case: Value = serde_json::from_str(line).unwrap();
        let canonical = case["canonical"].as_str();
        assert_eq!(digest(case["context"].as_str().unwrap()), canonical.map(|text| digest(text).unwrap()), "{line}");
    }
}

/// Settings without an effect on a receipt.
const WITHOUT_EFFECT: [&str; 7] =
    ["audience", "clock_tolerance_seconds", "house", "include", "language", "severity", "token_name"];

/// The payloads and usable contexts of all vectors.
fn payloads() -> impl Iterator<Item = (String, Map<String, Value>)> {
    support::all().into_iter().filter(|vector| OF_A_PAYLOAD.contains(&&*vector.call.0)).filter_map(|vector| {
        let usable = Context::from_json(&vector.context).ok().map(|_| serde_json::from_str(&vector.context).unwrap());
        usable.map(|settings| (vector.payload, settings))
    })
}

fn context(settings: &Map<String, Value>) -> Context {
    Context::from_json(&Value::Object(settings.clone()).to_string()).unwrap()
}

fn without_effect(mut settings: Map<String, Value>) -> Map<String, Value> {
    settings.retain(|name, _| !WITHOUT_EFFECT.contains(&&**name));
    settings
}

#[test]
fn a_receipt_has_the_decision_of_the_report() {
    let mut compared = 0;
    for (payload, settings) in payloads() {
        let plain = context(&without_effect(settings)).include(Include::default().trace(true));
        let (receipt, report) = (receipt(&payload, &plain), check_case(&payload, &plain));
        let errors: Vec<(&str, &str)> = receipt.errors.iter().map(|error| (error.code.name(), &*error.at)).collect();
        let reported: Vec<(&str, &str)> = report
            .errors()
            .filter(|issue| issue.code.severity() == Severity::Error)
            .map(|issue| (issue.code.name(), &*issue.at))
            .collect();
        assert_eq!(errors, reported, "{payload}");
        let outcomes: Vec<_> = receipt.rules.iter().map(|rule| (&*rule.id, rule.outcome)).collect();
        let traced: Vec<_> = report.trace.iter().flatten().map(|rule| (&*rule.rule, rule.state)).collect();
        assert_eq!(outcomes, traced, "{payload}");
        assert_eq!(receipt.product, report.facts.case_type, "{payload}");
        compared += 1;
    }
    assert!(compared > 2_500, "{compared}");
}

#[test]
fn other_settings_do_not_change_a_receipt() {
    let mut with_effect = 0;
    for (payload, settings) in payloads() {
        let (all, some) = (context(&settings), context(&without_effect(settings.clone())));
        assert_eq!(receipt(&payload, &all), receipt(&payload, &some), "{payload}");
        with_effect += usize::from(check_case(&payload, &all) != check_case(&payload, &some));
    }
    assert!(with_effect > 100, "{with_effect} reports differ");
}

#[test]
fn each_setting_that_counts_is_in_the_digest() {
    let of = |settings: Value| {
        let Value::Object(settings) = settings else { return String::new() };
        receipt("{}", &context(&settings)).context
    };
    let plain = of(json!({ "today": "2026-03-01" }));
    for (name, value) in [
        ("carriers", json!({ "refused": [{ "name": "Grimbold" }] })),
        ("carriers", json!({ "specialty": [{ "name": "Grimbold" }] })),
        ("credential", json!("master")),
        ("financing_enrolled", json!(true)),
        ("limits", json!({ "depth": 63 })),
        ("limits", json!({ "findings": 999 })),
        ("limits", json!({ "text_bytes": 1000 })),
        ("product", json!("pe")),
        ("surface", json!("legacy")),
        ("today", json!("2026-03-02")),
        ("words", json!({ "search_reason": ["unlisted"] })),
    ] {
        let mut settings = json!({ "today": "2026-03-01" });
        settings[name] = value;
        assert_ne!(of(settings), plain, "{name}");
    }
    let defaults = json!({
        "today": "2026-03-01", "surface": "create", "credential": "user", "financing_enrolled": false,
        "carriers": { "refused": [], "specialty": [] }, "words": { "search_reason": [] },
        "limits": { "depth": 64, "findings": 1000, "text_bytes": 1_048_576 },
    });
    assert_eq!(of(defaults), plain);
    let words = |words: Value| of(json!({ "today": "2026-03-01", "words": { "search_reason": words } }));
    assert_eq!(words(json!(["b", "a"])), words(json!(["a", "b"])));
}

/// The digests were computed with `sha256sum`, of the canonical context that the test names.
#[test]
fn a_canonical_context_is_that_of_the_page() {
    for (settings, digest) in [
        // {"today":"2026-03-01"}
        (json!({ "today": "2026-03-01" }), "6f8c141e81a1daf6702c1d8fe5a2837aa671d850beb3b26aed75108ae420393e"),
        (
            json!({
                "words": { "search_reason": ["b", "a\u{7}\"é"], "add_on_services": ["z"] },
                "token_name": "desk", "today": "2026-03-01", "surface": "legacy", "product": "pe",
                "limits": { "findings": 5 }, "credential": "master", "financing_enrolled": true,
                "carriers": { "specialty": [{ "spellings": ["Q"], "name": "Quibble", "patterns": ["q*"] }] },
            }),
            CANONICAL,
        ),
    ] {
        let Value::Object(settings) = settings else { continue };
        assert_eq!(receipt("{}", &context(&settings)).context, format!("sha256:{digest}"));
    }
}

/// Of `{"carriers":{"specialty":[{"name":"Quibble","patterns":["q*"],"spellings":["Q"]}]},"credential":"master",`
/// `"financing_enrolled":true,"limits":{"depth":64,"findings":5,"text_bytes":1048576},"product":"pe",`
/// `"surface":"legacy","today":"2026-03-01","words":{"add_on_services":["z"],"search_reason":["a\u0007\"é","b"]}}`.
const CANONICAL: &str = "51a15108daa8ddc35eb3ad890c4e141e3108876fded9b76cde6029ac9f169574";

#[test]
fn no_submitted_value_is_in_a_receipt() {
    let mut marked = 0;
    for (payload, settings) in payloads() {
        let Ok(mut value) = serde_json::from_str::<Value>(&payload) else { continue };
        mark(&mut value);
        mark_keys(&mut value);
        let text = value.to_string();
        marked += usize::from(text.contains(MARK));
        let receipt = receipt(&text, &context(&settings)).to_string();
        assert!(!receipt.contains(MARK), "{text}: {receipt}");
    }
    assert!(marked > 2_000, "{marked}");
}

/// Adds an unknown key with the mark to every object.
fn mark_keys(value: &mut Value) {
    match value {
        Value::Array(elements) => elements.iter_mut().for_each(mark_keys),
        Value::Object(members) => {
            members.values_mut().for_each(mark_keys);
            members.insert(MARK.to_owned(), json!(1));
        }
        _ => {}
    }
}

#[test]
fn a_stored_receipt_is_read_back() {
    for (payload, settings) in payloads() {
        let receipt = receipt(&payload, &context(&settings));
        let text = receipt.to_string();
        assert_eq!(serde_json::to_string(&receipt).unwrap(), text);
        let read: Receipt = serde_json::from_str(&text).unwrap();
        assert_eq!(read, receipt);
    }
}

#[test]
fn there_are_no_more_errors_than_the_limit() {
    let settings = Context::from_json(
        r#"{"today":"2026-11-11","limits":{"findings":2},"surface":"legacy","severity":{"legacy_sunset":"warning"}}"#,
    );
    let receipt = receipt(r#"{"note":1,"summary":2,"crash_zip":3}"#, &settings.unwrap());
    let codes: Vec<(&str, &str)> = receipt.errors.iter().map(|error| (error.code.name(), &*error.at)).collect();
    assert_eq!(codes, [("legacy_sunset", ""), ("required", "/cc_emails")]);
}

#[test]
fn classes_are_found_by_field() {
    let payload = r#"{"case_type":"pl","insurance_company":"Acme Mutual"}"#;
    let receipt = receipt(payload, &Context::new("2026-03-01".parse().unwrap()));
    let rule = receipt.rules.iter().find(|rule| rule.id == "pl.company_named_once").unwrap();
    assert_eq!(rule.read.get("insurance_company"), Some("given"));
    assert_eq!(rule.read.get("summary"), None);
    let read: Vec<_> = rule.read.iter().collect();
    assert_eq!(read, [("insurance_company", "given"), ("insurance_company_name", "missing")]);
    assert!(serde_json::from_str::<casegate::receipt::FieldClasses>("[]").is_err());
}

const VALUES: [&str; 18] = [
    "null",
    "true",
    "false",
    "7",
    r#""""#,
    "[]",
    "{}",
    r#""0""#,
    r#""120""#,
    r#""Grimbold Mutual""#,
    r#""2026-02-01""#,
    r#""2025-03-01""#,
    r#""2026-03-02""#,
    r#""1901-02-28""#,
    r#"["commercial_auto_policy_existence"]"#,
    r#"["personal_homeowners_policy_existence"]"#,
    r#"["personal_auto_policy_limits", "international_commercial_policy_limits"]"#,
    r#"["other_reason", 1]"#,
];

/// The fields that rules read, the product, and a field that no rule reads.
static READ: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut fields = BTreeSet::from(["case_type".to_owned(), "summary".to_owned()]);
    for product in ["pl", "pe"] {
        let receipt = receipt(&format!(r#"{{"case_type":"{product}"}}"#), &Context::new("2026-03-01".parse().unwrap()));
        fields.extend(receipt.rules.iter().flat_map(|rule| rule.read.iter().map(|(field, _)| field.to_owned())));
    }
    assert!(fields.len() > 20, "{fields:?}");
    fields.into_iter().collect()
});

proptest! {
    /// The classes of the fields decide the outcome of a rule: a change of values that changes no
    /// class changes no outcome.
    #[test]
    fn classes_decide_outcomes(
        named in prop_oneof![Just("pl"), Just("pe"), Just("")],
        picks in proptest::collection::vec(
            proptest::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>()), 0..6),
            24,
        ),
        (is_legacy, is_master, enrolled, lists) in any::<(bool, bool, bool, bool)>(),
    ) {
        let mut settings = json!({ "today": "2026-03-01", "financing_enrolled": enrolled });
        if is_legacy {
            settings["surface"] = json!("legacy");
        }
        if is_master {
            settings["credential"] = json!("master");
        }
        if lists {
            let list = json!([{ "name": "Grimbold" }]);
            settings["carriers"] = json!({ "refused": list, "specialty": list });
        }
        let context = Context::from_json(&settings.to_string()).unwrap();
        let mut known: BTreeMap<String, (casegate::report::RuleOutcome, String)> = BTreeMap::new();
        for picks in picks {
            let fields = picks.iter().map(|(field, value)| format!(r#""{}": {}"#, field.get(&READ[..]), value.get(&VALUES)));
            let case_type = format!(r#""case_type": "{named}""#);
            let payload = format!("{{{}}}", std::iter::once(case_type).chain(fields).collect::<Vec<_>>().join(","));
            let receipt = receipt(&payload, &context);
            for rule in &receipt.rules {
                let classes = format!("{:?} {} {:?}", receipt.product, rule.id, rule.read);
                let (outcome, other) = known.entry(classes).or_insert_with(|| (rule.outcome, payload.clone()));
                prop_assert_eq!(*outcome, rule.outcome, "{}: {} and {}", rule.id, payload, other);
            }
        }
    }
}
