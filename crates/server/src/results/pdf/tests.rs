use super::{About, label, render};
use casegate::Product;
use casegate::json::Document;

/// Returns the text of all pages.
pub(crate) fn text_of(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    document.extract_text(&pages).expect("text")
}

fn pages(pdf: &[u8]) -> usize {
    lopdf::Document::load_mem(pdf).expect("a PDF").get_pages().len()
}

fn rendered(results: &str, is_test: bool) -> Vec<u8> {
    let about =
        About { reference: "CASE-7".into(), is_test, status: "results_ready", completed_at: Some("2026-03-01".into()) };
    render(&about, &Document::read(results).expect("JSON"))
}

#[test]
fn every_value_of_the_samples_comes_out_again() {
    for product in Product::ALL {
        let sample = crate::results::sample(product);
        let text: String = text_of(&rendered(sample, false)).split_whitespace().collect();
        let values: serde_json::Value = serde_json::from_str(sample).expect("JSON");
        each_text(&values, &mut |value| {
            let value = if ["included", "policy_limit_search", "policy_existence_search"].contains(&value) {
                label(value).to_lowercase()
            } else {
                value.to_owned()
            };
            let flat: String = value.split_whitespace().collect();
            assert!(text.contains(&flat) || text.to_lowercase().contains(&flat), "{value}");
        });
        assert!(!text.contains("null") && !text.contains("TESTCASE"));
    }
}

fn each_text(value: &serde_json::Value, answer: &mut impl FnMut(&str)) {
    match value {
        serde_json::Value::String(text) => answer(text),
        serde_json::Value::Array(list) => list.iter().for_each(|value| each_text(value, answer)),
        serde_json::Value::Object(members) => members.values().for_each(|value| each_text(value, answer)),
        _ => {}
    }
}

#[test]
fn a_word_of_any_length_takes_its_share_of_time() {
    let line = |text: &str| super::wrap::lines(text, super::font::Font::Regular, 10.0, 300.0);
    let long = "w".repeat(1 << 20);
    let began = std::time::Instant::now();
    let lines = line(&format!("before {long} after {}", "word ".repeat(1 << 16)));
    assert!(began.elapsed().as_secs() < 20, "{:?}", began.elapsed());
    assert_eq!(lines.iter().flatten().filter(|byte| **byte == b'w').count(), (1 << 20) + (1 << 16));
    assert_eq!(
        (lines.first(), line("a  b\n\nc \n")),
        (Some(&b"before".to_vec()), vec![b"a b".to_vec(), vec![], b"c".to_vec()])
    );
}

#[test]
fn long_results_take_several_pages_and_keep_every_word() {
    let words: Vec<String> = (0..4000).map(|number| format!("w{number}")).collect();
    let long = "x".repeat(5000);
    let results =
        serde_json::json!({ "case_type": "unknown", "results": [{ "notes": words.join(" "), "insurance": long }] });
    let pdf = rendered(&results.to_string(), true);
    assert!(pages(&pdf) > 5);
    let text = text_of(&pdf);
    let answer: std::collections::HashSet<&str> = text.split_whitespace().collect();
    assert!(words.iter().all(|word| answer.contains(word.as_str())));
    assert_eq!(text.matches('x').count(), 5000);
    assert!(text.contains("TEST CASE") && text.contains(&format!("Page {} of {}", pages(&pdf), pages(&pdf))));
}

#[test]
fn accents_stay_and_what_no_font_has_is_a_question_mark() {
    let results = r#"{ "case_type": "x", "results": [{ "notes": "Zoë Ñuñez – “quoted” €5 保 \u0007 \\ ( )" }] }"#;
    let text = text_of(&rendered(results, false));
    assert!(text.contains("Zoë Ñuñez – “quoted” €5 ? [U+0007] \\ ( )"), "{text}");
    let turned =
        r#"{ "case_type": "x", "results": [{ "insurance": "Acme \u202elaicepS\u2066", "notes": "a\tb\u200b" }] }"#;
    let text = text_of(&rendered(turned, false));
    assert!(text.contains("Acme [U+202E]laicepS[U+2066]") && text.contains("a b[U+200B]"), "{text}");
}

#[test]
fn whatever_results_hold_is_rendered() {
    let deep = format!("{}1{}", "{\"a\":[".repeat(50), "]}".repeat(50));
    for results in ["null", "{}", "[]", r#"{ "results": [1, "x", null, []], "additional_policies": 7 }"#, &deep] {
        assert!(pages(&rendered(results, false)) >= 1, "{results}");
    }
    assert!(text_of(&rendered(&deep, false)).contains('1'));
}

#[test]
fn names_are_written_as_people_do() {
    assert_eq!(label("underlying_insurance_co"), "Underlying insurance company");
    assert_eq!(label("price_usd"), "Price (USD)");
    assert_eq!(label(""), "");
}
