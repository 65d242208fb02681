//! A representative of a payload's classes gets the findings of the payload.

use casegate::{Code, Context, Date, Issue, Severity, check_case};
use casegate_drift::{Classifier, Key, Profile, representative};
use casegate_exhaustive::payloads::Payloads;
use casegate_exhaustive::space::parts;
use serde_json::Value;
use std::collections::BTreeSet;

type Findings = Vec<(Code, Option<String>, String, Severity)>;

fn findings(issues: &[Issue], name: impl Fn(&Issue) -> String) -> Findings {
    let finding = |issue: &Issue| (issue.code, issue.rule.as_deref().map(str::to_owned), name(issue), issue.severity);
    issues.iter().map(finding).collect()
}

/// The settings that drift supports: no carriers, firm rules or limits, and words that are
/// confirmed.
struct Setting {
    context: Context,
    words: BTreeSet<String>,
}

fn setting(json: &str) -> Option<Setting> {
    let settings: Value = serde_json::from_str(json).unwrap();
    if ["carriers", "house", "limits"].iter().any(|name| settings.get(name).is_some()) {
        return None;
    }
    let lists = settings.get("words").and_then(Value::as_object).into_iter().flatten();
    let words = lists.flat_map(|(_, words)| words.as_array().unwrap()).map(|word| word.as_str().unwrap().to_owned());
    let words = words.collect();
    Context::from_json(json).ok().map(|context| Setting { context, words })
}

fn compare(payload: &str, setting: &Setting, key: &Key) {
    let today = setting.context.today();
    let profile = Classifier::new(key, &setting.words, today).profile(payload);
    let own = check_case(payload, &setting.context);
    let shown = representative(&profile, today);
    let other = check_case(&shown, &setting.context);
    // An unknown key is in the pointer of its finding.
    let hashed = |issue: &Issue| {
        let is_key = issue.code == Code::UnknownField || issue.code == Code::DuplicateKey && !known(&issue.at);
        let Some((parent, name)) = issue.at.rsplit_once('/').filter(|_| is_key) else { return issue.at.clone() };
        let name = name.replace("~1", "/").replace("~0", "~");
        if setting.words.contains(&name) { issue.at.clone() } else { format!("{parent}/{}", key.hash(&name)) }
    };
    assert_eq!(findings(&own.issues, hashed), findings(&other.issues, |issue| issue.at.clone()), "{payload}\n{shown}");
    // Reading the classes of a representative finds the same classes, except for hashes of hashes.
    let text = serde_json::to_string(&profile).unwrap();
    assert_eq!(serde_json::from_str::<Profile>(&text).unwrap(), profile);
}

/// Returns `true` for the pointer of a field or of a member.
fn known(at: &str) -> bool {
    use casegate::fields::{COMMON, POLICY_EXISTENCE, POLICY_LIMIT};
    COMMON.iter().chain(POLICY_LIMIT).chain(POLICY_EXISTENCE).any(|field| {
        let own = format!("/{}", field.name);
        at == own || field.kind.members().iter().any(|member| at == format!("{own}/{}", member.name))
    })
}

fn random(count: usize) -> usize {
    let payloads = Payloads::new(11);
    let settings: Vec<Option<Setting>> = payloads.contexts().map(setting).collect();
    let usable: Vec<&Setting> = settings.iter().flatten().collect();
    let key = Key::from_bytes([3; 32]);
    for index in 0..count {
        let (payload, _) = payloads.at(index);
        compare(&payload, usable[index % usable.len()], &key);
    }
    count
}

/// Every `thin`th of some hundred combinations of value classes of each field and rule.
fn of_space(thin: usize) -> usize {
    let key = Key::from_bytes([3; 32]);
    let mut compared = 0;
    for (_, regions) in parts() {
        for region in regions {
            let step = region.stride(usize::MAX) * thin;
            for index in (0..region.len()).step_by(step) {
                let Some((payload, known)) = region.at(index) else { continue };
                if let Some(setting) = setting(&known.json) {
                    compare(&payload.to_string(), &setting, &key);
                    compared += 1;
                }
            }
        }
    }
    compared
}

#[test]
fn random_payloads_and_their_representatives_get_the_same_findings() {
    random(1_500);
}

#[test]
fn combinations_of_classes_and_their_representatives_get_the_same_findings() {
    assert!(of_space(101) > 300);
}

#[test]
#[ignore = "takes a minute; scripts/prove runs it"]
fn a_hundred_thousand_payloads_and_their_representatives_get_the_same_findings() {
    let compared = random(100_000) + of_space(1);
    println!("{compared} payloads get the findings of their representatives");
}

#[test]
fn the_end_of_days_has_a_representative() {
    for (today, day) in [
        ("0001-01-01", "0001-01-01"),
        ("0002-06-01", "0001-01-01"),
        ("9999-12-31", "9999-12-31"),
        ("9999-12-20", "9999-12-31"),
    ] {
        let setting = Setting { context: Context::new(Date::parse(today).unwrap()), words: BTreeSet::new() };
        let payload = format!(r#"{{"case_type":"pe","date_of_loss":"{day}"}}"#);
        compare(&payload, &setting, &Key::from_bytes([3; 32]));
    }
}
