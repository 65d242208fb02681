//! Results as a PDF of plain text, in a font of fixed width that every reader has: the answer in one
//! sentence, then each result. The words are those of the demo's page, which reads the same table.

mod sentence;

use casegate::Product;
use casegate::export::word_label;
use casegate::json::{Document, Members};
use chrono::{DateTime, Utc};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};
use sentence::{day_words, sentence, text_of};
use std::sync::LazyLock;

/// The case of the results.
pub(crate) struct About {
    /// The reference, or a substitute while there is none.
    pub(crate) reference: String,
    pub(crate) is_test: bool,
    /// Nothing can be bought any more.
    pub(crate) is_closed: bool,
    pub(crate) product: Product,
    pub(crate) completed_at: Option<DateTime<Utc>>,
    pub(crate) plaintiff: Option<String>,
    /// The person or business of the search.
    pub(crate) subject: Option<String>,
    pub(crate) date_of_loss: Option<String>,
    /// The firm's own number of the case.
    pub(crate) office_case_number: Option<String>,
}

/// The words of the page.
static WORDS: LazyLock<Document> =
    LazyLock::new(|| Document::read(include_str!("words.json")).unwrap_or(Document::Null));
/// Members that say nothing about a result: its envelope, and a code of the service's order forms.
const ENVELOPE: [&str; 4] = ["status", "upgrade_id", "offer_id", "upsell_abbreviation"];

/// Members that nobody misses: a policy without a price is free, and the others are not always part of an order.
const NOT_MISSED: [&str; 4] = ["price_usd", "add_on_services", "cancelled_policies", "notes"];

/// The size of a page, its margin, and the size of the font, in points. A character is 0.6 times as wide.
const WIDTH: f32 = 612.0;
const HEIGHT: f32 = 792.0;
const MARGIN: f32 = 54.0;
const SIZE: f32 = 8.0;
const LEADING: f32 = 10.0;
/// The characters of a line.
const COLUMNS: usize = 104;
/// The lines of a page.
const ROWS: usize = 68;
/// The deepest indentation, which leaves room for text.
const DEEPEST: usize = 24;

/// Returns the PDF. Results that do not fit on a page take more of them.
pub(crate) fn render(about: &About, results: &Document) -> Vec<u8> {
    let title = format!("Results of {}{}", about.reference, if about.is_test { ", a TEST CASE" } else { "" });
    let mut lines = Vec::new();
    wrap(&mut lines, 0, &title);
    let parties: Vec<&str> = [&about.plaintiff, &about.subject].into_iter().flatten().map(String::as_str).collect();
    wrap(&mut lines, 0, &parties.join(" v. "));
    let found = results.get("results").and_then(Document::as_list).unwrap_or_default();
    let answer = if results.get("cancelled").and_then(Document::as_bool) == Some(true) {
        word("canceledTitle").to_owned()
    } else if found.is_empty() {
        word("none").to_owned()
    } else {
        let policies = results.get("additional_policies").and_then(Document::as_list).unwrap_or_default();
        let bought = policies.iter().filter(|policy| text_of(policy, "status") == Some("accepted"));
        sentence(&found.iter().collect::<Vec<_>>(), &bought.collect::<Vec<_>>(), about.date_of_loss.as_deref())
    };
    wrap(&mut lines, 0, &format!("\n{answer}\n\n"));
    let completed = about.completed_at.map(|at| at.format("%B %-d, %-Y, %H:%M UTC").to_string());
    let facts = [
        ("Type", word_label(about.product.case_type())),
        ("Your file number", about.office_case_number.as_deref()),
        ("Results as of", completed.as_deref()),
    ];
    for (name, value) in facts.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        wrap(&mut lines, 0, &format!("{name}: {value}"));
    }
    wrap(&mut lines, 0, "A sample from a local stand-in. No research was done.");
    for (number, entry) in (1..).zip(found) {
        write(&mut lines, 0, "", &format!("\nResult {number} of {}", found.len()), entry);
    }
    for (name, value) in results.as_object().into_iter().flat_map(Members::iter) {
        match value {
            _ if ["case_type", "results", "cancelled"].contains(&name) => {}
            Document::List(policies) if name == "additional_policies" => {
                for policy in policies {
                    let status = match text_of(policy, "status") {
                        Some("offered") if about.is_closed => word("notBought"),
                        status => status.map_or("", word),
                    };
                    write(
                        &mut lines,
                        0,
                        name,
                        &format!("\n{}", if status.is_empty() { "Additional policies" } else { status }),
                        policy,
                    );
                }
            }
            _ => write(&mut lines, 0, name, &format!("\n{}", label(name)), value),
        }
    }
    document(&title, &lines)
}

/// Writes a member and its content.
fn write(lines: &mut Vec<Vec<u8>>, indent: usize, member: &str, name: &str, value: &Document) {
    match value {
        Document::Object(members) if members.is_empty() => {}
        Document::Object(members) => {
            wrap(lines, indent, name);
            let is_nothing =
                |value: &Document| value.is_null() || value.as_str().is_some_and(|text| text.trim().is_empty());
            let (missing, given): (Vec<_>, Vec<_>) = members.iter().partition(|(_, value)| is_nothing(value));
            for (member, value) in given.into_iter().filter(|(member, _)| !ENVELOPE.contains(member)) {
                write(lines, indent + 2, member, &label(member), value);
            }
            let missing: Vec<String> = missing
                .into_iter()
                .filter(|(member, _)| !ENVELOPE.contains(member) && !NOT_MISSED.contains(member))
                .map(|(member, _)| label(member))
                .collect();
            if !missing.is_empty() {
                wrap(lines, indent + 2, &format!("Not found: {}", missing.join(", ")));
            }
        }
        Document::List(entries) if !entries.is_empty() => {
            for entry in entries {
                write(lines, indent, member, name, entry);
            }
        }
        value => wrap(lines, indent, &format!("{name}: {}", value_words(member, value))),
    }
}

fn value_words(member: &str, value: &Document) -> String {
    match value {
        Document::Boolean(answer) => word(if *answer { "yes" } else { "no" }).to_owned(),
        Document::Null | Document::List(_) => "none".to_owned(),
        Document::Text(text) => match member {
            "base_product" => word_label(text).map_or_else(|| spoken(text), str::to_owned),
            // A number stays as it is, even if it looks like a day.
            "policy_number" | "policy_number_secondary" | "claim_number" | "policy" => text.clone(),
            "price_usd" | "fee_usd" => format!("${text}"),
            // Also the days of a period, such as "2025-10-01 to 2026-04-01".
            _ => text.split(' ').map(day_words).collect::<Vec<_>>().join(" "),
        },
        other => other.to_string(),
    }
}

fn word(id: &str) -> &'static str {
    WORDS.get(id).and_then(Document::as_str).unwrap_or_default()
}

fn label(member: &str) -> String {
    let named = |table| WORDS.get(table).and_then(|words| words.get(member)).and_then(Document::as_str);
    let price = (member == "price_usd").then(|| word("price"));
    named("fields")
        .or_else(|| named("canceledPolicy"))
        .or(price)
        .or_else(|| word_label(member))
        .map_or_else(|| spoken(member), str::to_owned)
}

/// `in_progress` → `In progress`.
fn spoken(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string()).unwrap_or_default();
    (first + letters.as_str()).replace('_', " ")
}

/// Breaks a text at its own line ends, then between words, then inside a word that is longer than a line.
fn wrap(lines: &mut Vec<Vec<u8>>, indent: usize, text: &str) {
    let margin = vec![b' '; indent.min(DEEPEST)];
    for paragraph in text.lines() {
        let mut line = margin.clone();
        for word in paragraph.split_whitespace() {
            let word: Vec<u8> = word.chars().map(encoded).collect();
            for piece in word.chunks(COLUMNS - margin.len()) {
                if line.len() > margin.len() {
                    if line.len() + 1 + piece.len() > COLUMNS {
                        lines.push(std::mem::replace(&mut line, margin.clone()));
                    } else {
                        line.push(b' ');
                    }
                }
                line.extend(piece);
            }
        }
        lines.push(line);
    }
}

/// Encodes a character in `WinAnsiEncoding`. Invisible characters and those that the font lacks become `?`.
fn encoded(character: char) -> u8 {
    /// The encoding from 0x80.
    const HIGH: &str = "€?‚ƒ„…†‡ˆ‰Š‹Œ?Ž??‘’“”•–—˜™š›œ?žŸ";
    let code = match character {
        ' '..='~' | '\u{a1}'..='\u{ac}' | '\u{ae}'..='\u{ff}' => u8::try_from(u32::from(character)).ok(),
        _ => (0x80..).zip(HIGH.chars()).find_map(|(code, known)| (known == character).then_some(code)),
    };
    code.unwrap_or(b'?')
}

fn document(title: &str, lines: &[Vec<u8>]) -> Vec<u8> {
    let [catalog, tree, info, font] = [1, 2, 3, 4].map(Ref::new);
    let mut next = Ref::new(5);
    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    pdf.type1_font(font).base_font(Name(b"Courier")).encoding_predefined(Name(b"WinAnsiEncoding"));
    let mut kids = Vec::new();
    for rows in lines.chunks(ROWS) {
        let mut content = Content::new();
        content.begin_text().set_font(Name(b"F"), SIZE).next_line(MARGIN, HEIGHT - MARGIN - SIZE);
        for row in rows {
            content.show(Str(row)).next_line(0.0, -LEADING);
        }
        content.end_text();
        let (id, stream) = (next.bump(), next.bump());
        kids.push(id);
        let mut page = pdf.page(id);
        page.parent(tree).media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).contents(stream);
        page.resources().fonts().pair(Name(b"F"), font);
        page.finish();
        pdf.stream(stream, &content.finish());
    }
    let count = i32::try_from(kids.len()).unwrap_or(i32::MAX);
    pdf.pages(tree).kids(kids).count(count);
    pdf.finish()
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;
    use casegate::Product;

    /// Returns the text of all pages.
    pub(crate) fn text_of(pdf: &[u8]) -> String {
        let document = lopdf::Document::load_mem(pdf).expect("a PDF");
        let pages: Vec<u32> = document.get_pages().into_keys().collect();
        document.extract_text(&pages).expect("text")
    }

    fn rendered(results: &str) -> Vec<u8> {
        render(&about(), &Document::read(results).expect("JSON"))
    }

    fn about() -> About {
        About {
            reference: "CASE-7".into(),
            is_test: true,
            is_closed: false,
            product: Product::PolicyLimit,
            completed_at: Some(DateTime::UNIX_EPOCH),
            plaintiff: Some("Terry Testcase".into()),
            subject: Some("Dana Demo".into()),
            date_of_loss: Some("2026-01-31".into()),
            office_case_number: Some("24-117".into()),
        }
    }

    fn pages(pdf: &[u8]) -> usize {
        lopdf::Document::load_mem(pdf).expect("a PDF").get_pages().len()
    }

    pub(crate) fn flat(text: &str) -> String {
        text.split_whitespace().collect()
    }

    /// Returns the texts of results as the PDF has them, without those that it says in other words.
    pub(crate) fn shown(member: &str, value: &serde_json::Value) -> Vec<String> {
        match value {
            serde_json::Value::String(text) if !ENVELOPE.contains(&member) && member != "case_type" => {
                vec![value_words(member, &Document::Text(text.clone()))]
            }
            serde_json::Value::Array(list) => list.iter().flat_map(|value| shown(member, value)).collect(),
            serde_json::Value::Object(members) => members.iter().flat_map(|(name, value)| shown(name, value)).collect(),
            _ => Vec::new(),
        }
    }

    #[test]
    fn the_samples_are_on_one_page_with_every_value_and_the_answer_first() {
        let answers = [
            "We found insurance for Testa Sample-Driver (Example Mutual Insurance Company, limits $25,000 / $50,000), and none for",
            "We found insurance for Testa Sample-Driver (Example Mutual Insurance Company, limits $50,000 per person / $100,000 per accident). For Pretend Freight & Sons LLC we",
        ];
        for product in Product::ALL {
            let sample = crate::results::sample(product, "{}");
            let pdf = rendered(&sample);
            assert_eq!(pages(&pdf), 1);
            let text = flat(&text_of(&pdf));
            let start = format!(
                "Results of CASE-7, a TEST CASE Terry Testcase v. Dana Demo {}",
                answers[usize::from(product == Product::PolicyLimit)]
            );
            assert!(text.starts_with(&flat(&start)), "{text}");
            for words in [
                "Your file number: 24-117",
                "Results as of: January 1, 1970, 00:00 UTC",
                "Result 2 of 2",
                "Included at no charge",
            ] {
                assert!(text.contains(&flat(words)), "{words}\n{text}");
            }
            let values: serde_json::Value = serde_json::from_str(&sample).expect("JSON");
            for value in shown("", &values) {
                assert!(text.contains(&flat(&value)), "{value}\n{text}");
            }
        }
    }

    #[test]
    fn what_is_free_misses_no_price_and_a_closed_case_offers_nothing() {
        let results = r#"{ "results": [{ "defendant": "A", "add_on_services": {} }, { "defendant": "B", "add_on_services": null, "notes": null }], "additional_policies": [
            { "status": "included", "notes": "free", "price_usd": null }, { "status": "offered", "notes": "more", "price_usd": "9.00" } ] }"#;
        let results = Document::read(results).expect("JSON");
        for (is_closed, heading, other) in
            [(false, "Available to buy", "Not bought"), (true, "Not bought", "Available to buy")]
        {
            let text = flat(&text_of(&render(&About { is_closed, ..about() }, &results)));
            assert!(text.contains(&flat(&format!("{heading} Notes: more Price: $9.00"))), "{text}");
            for words in [other, "Not found", "Add-on services"] {
                assert!(!text.contains(&flat(words)), "{words}: {text}");
            }
        }
    }

    #[test]
    fn the_days_of_a_period_are_written_as_people_do() {
        let results = r#"{ "results": [{ "defendant": "A", "policy_number": "2026-01-02", "add_on_services": { "policy_period": "2025-10-01 to 2026-04-01" } }] }"#;
        let text = flat(&text_of(&rendered(results)));
        for words in ["October 1, 2025 to April 1, 2026", "Policy number: 2026-01-02"] {
            assert!(text.contains(&flat(words)), "{text}");
        }
    }

    #[test]
    fn long_results_take_several_pages_and_keep_every_word() {
        let words: Vec<String> = (0..4000).map(|number| format!("w{number}")).collect();
        let long = "y".repeat(5000);
        let results =
            serde_json::json!({ "results": [{ "notes": words.join(" "), "insurance": "x".repeat(5000), long: 1 }] });
        let pdf = rendered(&results.to_string());
        let text = text_of(&pdf);
        let found: std::collections::HashSet<&str> = text.split_whitespace().collect();
        assert!(words.iter().all(|word| found.contains(word.as_str())));
        // Also in the sentence.
        assert_eq!(text.matches('x').count(), 10_000);
        assert!(text.matches('y').count() >= 4999);
        assert!(pages(&pdf) > 4);
    }

    #[test]
    fn accents_stay_and_what_the_font_lacks_or_nobody_sees_is_a_question_mark() {
        let results = r#"{ "remark": "Zoë Ñuñez – “quoted” €5 保 \u0007 \\ ( )", "name": "Acme \u202elaicepS\u2066", "hidden": "a\tb\u200b\u00ad\u0080" }"#;
        let text = flat(&text_of(&rendered(results)));
        for line in ["Remark: Zoë Ñuñez – “quoted” €5 ? ? \\ ( )", "Name: Acme ?laicepS?", "Hidden: a b???"]
        {
            assert!(text.contains(&flat(line)), "{line}\n{text}");
        }
    }

    #[test]
    fn whatever_results_hold_is_rendered() {
        let deep = format!("{}17{}", "{\"a\":[".repeat(50), "]}".repeat(50));
        for results in ["null", "{}", "[]", r#"{ "results": [1, "x", null, []], "additional_policies": 7 }"#, &deep] {
            assert!(text_of(&rendered(results)).contains("CASE-7"), "{results}");
        }
        assert!(flat(&text_of(&rendered(&deep))).contains("A:17"));
    }
}
