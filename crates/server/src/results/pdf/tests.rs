use super::words::{amount, label, listed, written};
use super::{About, render};
use casegate::Product;
use casegate::json::Document;
use lopdf::{Dictionary, Object, ObjectId};

/// Returns the text of all pages.
pub(crate) fn text_of(pdf: &[u8]) -> String {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    let pages: Vec<u32> = document.get_pages().into_keys().collect();
    document.extract_text(&pages).expect("text")
}

/// Returns the text of each page.
fn texts(pdf: &[u8]) -> Vec<String> {
    let document = lopdf::Document::load_mem(pdf).expect("a PDF");
    document.get_pages().into_keys().map(|page| document.extract_text(&[page]).expect("text")).collect()
}

fn pages(pdf: &[u8]) -> usize {
    texts(pdf).len()
}

fn rendered(results: &str, is_test: bool) -> Vec<u8> {
    let about = About {
        reference: "CASE-7".into(),
        is_test,
        status: "results_ready",
        completed_at: Some("2026-11-24T21:45:12.539Z".into()),
        plaintiff: Some("Terry Testcase".into()),
        date_of_loss: None,
        office_case_number: Some("24-117".into()),
    };
    render(&about, &Document::read(results).expect("JSON"))
}

fn flat(text: &str) -> String {
    text.split_whitespace().collect()
}

#[test]
fn every_value_of_the_samples_comes_out_again() {
    for product in Product::ALL {
        let sample = crate::results::sample(product);
        let text = text_of(&rendered(sample, false));
        let values: serde_json::Value = serde_json::from_str(sample).expect("JSON");
        each_text("", &values, &mut |member, value| {
            // The status of a policy is written in words.
            if !["status", "upsell_abbreviation"].contains(&member) {
                assert!(flat(&text).contains(&flat(&written(member, value))), "{value}\n{text}");
            }
        });
        assert!(!text.contains("null") && !flat(&text).contains("TESTCASE") && text.contains("included at no charge"));
    }
}

fn each_text(name: &str, value: &serde_json::Value, answer: &mut impl FnMut(&str, &str)) {
    match value {
        serde_json::Value::String(text) => answer(name, text),
        serde_json::Value::Array(list) => list.iter().for_each(|value| each_text(name, value, answer)),
        serde_json::Value::Object(members) => members.iter().for_each(|(name, value)| each_text(name, value, answer)),
        _ => {}
    }
}

#[test]
fn nothing_is_written_as_programs_write_it() {
    let results = r#"{ "case_type": "policy_limit_search", "results": [{
        "defendant": "Testa Sample", "date_of_loss": "2026-01-31", "insurance": "Example Mutual", "policy_number": "2024-03-01",
        "base_product": "personal_auto_policy_limits", "claim_number": null, "upsell_abbreviation": "XYZ",
        "add_on_services": { "um_uim_limits": "$1" }
    }], "additional_policies": [
        { "status": "accepted", "policy_type": "Umbrella", "upgrade_id": 98761, "offer_id": "offer-98762", "price_usd": "1250.00" },
        { "status": "offered", "policy_type": "General liability", "upgrade_id": 98763, "offer_id": "offer-98764", "price_usd": "75.00" }
    ] }"#;
    let text = text_of(&rendered(results, false));
    let lines = text.split('\n').collect::<Vec<_>>().join(" ");
    for words in [
        "Policy limit search results",
        "We found insurance for Testa Sample (Example Mutual).",
        "Terry Testcase",
        "24-117",
        "November 24, 2026, 9:45 PM UTC",
        "January 31, 2026",
        "Personal auto policy limits",
        "2024-03-01",
        "UM/UIM limits",
        "Result 1 of 1: Testa Sample",
        "Not found",
        "Claim number",
        "Umbrella (purchased)",
        "$1,250.00",
        "General liability (available; details are shown after purchase)",
    ] {
        assert!(flat(&lines).contains(&flat(words)), "{words}\n{text}");
    }
    for code in ["_", "9876", "XYZ", "21:45", "2026-"] {
        assert!(!text.contains(code), "{code}\n{text}");
    }
}

#[test]
fn the_answer_is_that_of_the_demo() {
    let answer = |results: &Document, loss| super::answer::answer(results.as_list().expect("a list"), loss);
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tests/demo/result-sentences.json");
    let vectors = Document::read(&std::fs::read_to_string(path).expect("the vectors")).expect("JSON");
    for vector in vectors.as_list().expect("a list") {
        let sentence = vector.get("sentence").and_then(Document::as_str);
        let loss = vector.get("date_of_loss").and_then(Document::as_str);
        assert_eq!(answer(vector.get("results").expect("results"), loss).as_deref(), sentence);
    }
    assert_eq!(answer(&Document::read("[]").expect("JSON"), None), None);
}

#[test]
fn a_result_that_fits_on_a_page_is_not_broken() {
    let entry = |number: usize| {
        let members = (0..20).map(|member| (format!("member {member}"), format!("value-{number}-{member}").into()));
        serde_json::Value::Object(members.collect())
    };
    let results = serde_json::json!({ "case_type": "unknown", "results": (0..5).map(entry).collect::<Vec<_>>() });
    let pages = texts(&rendered(&results.to_string(), false));
    for number in 0..5 {
        let with = |member: usize| pages.iter().position(|page| page.contains(&format!("value-{number}-{member}\n")));
        assert!(with(0).is_some() && with(0) == with(19), "{number}: {:?} {:?}", with(0), with(19));
    }
    assert!(pages.len() > 1 && pages.iter().all(|page| page.contains("CASE-7")));
}

#[test]
fn headings_and_tables_are_tagged_and_every_mark_has_its_element() {
    let document =
        lopdf::Document::load_mem(&rendered(crate::results::sample(Product::PolicyLimit), false)).expect("a PDF");
    let dictionary = |object: &Object| -> Dictionary {
        let id: ObjectId = object.as_reference().expect("a reference");
        document.get_dictionary(id).expect("a dictionary").clone()
    };
    let root = dictionary(document.catalog().expect("a catalog").get(b"StructTreeRoot").expect("a structure"));
    let numbers =
        root.get(b"ParentTree").and_then(Object::as_dict).and_then(|tree| tree.get(b"Nums")).and_then(Object::as_array);
    let listed: usize = numbers
        .expect("numbers")
        .chunks(2)
        .map(|pair| {
            let id = pair[1].as_reference().expect("a reference");
            document.get_object(id).and_then(Object::as_array).expect("a list").len()
        })
        .sum();
    let (mut roles, mut marks) = (Vec::new(), 0);
    let mut open = vec![dictionary(root.get(b"K").expect("a child"))];
    while let Some(element) = open.pop() {
        roles.push(String::from_utf8_lossy(element.get(b"S").and_then(Object::as_name).expect("a role")).into_owned());
        for kid in element.get(b"K").and_then(Object::as_array).expect("kids") {
            match kid {
                Object::Reference(_) => open.push(dictionary(kid)),
                _ => marks += 1,
            }
        }
    }
    let count = |role: &str| roles.iter().filter(|known| *known == role).count();
    assert_eq!((count("Document"), count("H1"), count("H2")), (1, 1, 3));
    assert!(count("TR") > 20 && count("TH") == count("TR") && count("TD") == count("TR"));
    let drawn: usize = document
        .get_pages()
        .into_values()
        .map(|page| {
            let content = document.get_page_content(page).expect("content");
            String::from_utf8_lossy(&content).matches("/MCID").count()
        })
        .sum();
    assert_eq!((marks, listed), (drawn, drawn));
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
    // In the result, and in the answer.
    // In the result, and in the answer.
    assert_eq!(text.matches('x').count(), 2 * 5000);
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
fn names_and_values_are_written_as_people_do() {
    assert_eq!(label("underlying_insurance_co"), "Underlying insurance company");
    assert_eq!(label("some_usdot_id"), "Some USDOT ID");
    assert_eq!(label(""), "");
    assert_eq!(amount("12345678901234567.89"), "$12,345,678,901,234,567.89");
    assert_eq!((amount("soon"), amount("1."), amount("75")), ("soon".into(), "1.".into(), "$75.00".into()));
    for same in ["2026-02-30", "2026-1-5", "2025-10-01 to 2026-04-01", "A_B", "_", "plain"] {
        assert_eq!(written("notes", same), same);
    }
    let names = |count: usize| listed(&["A", "B", "C"].map(str::to_owned)[..count], "and");
    assert_eq!(
        (names(0), names(1), names(2), names(3)),
        (String::new(), "A".into(), "A and B".into(), "A, B, and C".into())
    );
}
