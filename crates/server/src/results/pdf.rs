//! Results as a PDF of plain text, in a font of fixed width that every reader has.

use casegate::json::{Document, Members};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// The case of the results.
pub(crate) struct About {
    /// The reference, or a substitute while there is none.
    pub(crate) reference: String,
    pub(crate) is_test: bool,
    /// The name of the state.
    pub(crate) status: &'static str,
    pub(crate) completed_at: Option<String>,
    pub(crate) plaintiff: Option<String>,
    /// The firm's own number of the case.
    pub(crate) office_case_number: Option<String>,
}

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
    wrap(&mut lines, 0, "A sample of a local stand-in of the service. No research was done.\n\n");
    let facts = [
        ("Plaintiff", about.plaintiff.as_deref()),
        ("Your file number", about.office_case_number.as_deref()),
        ("Status", Some(about.status)),
        ("Completed", about.completed_at.as_deref()),
    ];
    for (name, value) in facts.into_iter().filter_map(|(name, value)| Some((name, value?))) {
        wrap(&mut lines, 0, &format!("{name}: {value}"));
    }
    for (name, value) in results.as_object().into_iter().flat_map(Members::iter) {
        lines.push(Vec::new());
        write(&mut lines, 0, name, value);
    }
    document(&title, &lines)
}

/// Writes a member and its content.
fn write(lines: &mut Vec<Vec<u8>>, indent: usize, name: &str, value: &Document) {
    let name = name.replace('_', " ");
    match value {
        Document::Object(members) => {
            wrap(lines, indent, &name);
            for (name, value) in members.iter() {
                write(lines, indent + 2, name, value);
            }
        }
        Document::List(entries) if !entries.is_empty() => {
            for (number, entry) in (1..).zip(entries) {
                write(lines, indent, &format!("{name} {number}"), entry);
            }
        }
        Document::Null | Document::List(_) => wrap(lines, indent, &format!("{name}: none")),
        Document::Text(text) => wrap(lines, indent, &format!("{name}: {text}")),
        other => wrap(lines, indent, &format!("{name}: {other}")),
    }
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
        let about = About {
            reference: "CASE-7".into(),
            is_test: true,
            status: "results_ready",
            completed_at: Some("2026-11-24T21:45:12.539Z".into()),
            plaintiff: Some("Terry Testcase".into()),
            office_case_number: Some("24-117".into()),
        };
        render(&about, &Document::read(results).expect("JSON"))
    }

    fn flat(text: &str) -> String {
        text.split_whitespace().collect()
    }

    fn each_text(value: &serde_json::Value, check: &mut impl FnMut(&str)) {
        match value {
            serde_json::Value::String(text) => check(text),
            serde_json::Value::Array(list) => list.iter().for_each(|value| each_text(value, check)),
            serde_json::Value::Object(members) => members.values().for_each(|value| each_text(value, check)),
            _ => {}
        }
    }

    #[test]
    fn the_case_and_every_value_of_the_samples_come_out_again() {
        for product in Product::ALL {
            let sample = crate::results::sample(product);
            let text = flat(&text_of(&rendered(sample)));
            for words in ["Results of CASE-7, a TEST CASE", "Terry Testcase", "24-117", "2026-11-24T21:45"] {
                assert!(text.contains(&flat(words)), "{words}\n{text}");
            }
            let values: serde_json::Value = serde_json::from_str(sample).expect("JSON");
            each_text(&values, &mut |value| assert!(text.contains(&flat(value)), "{value}\n{text}"));
        }
    }

    #[test]
    fn long_results_take_several_pages_and_keep_every_word() {
        let words: Vec<String> = (0..4000).map(|number| format!("w{number}")).collect();
        let results = serde_json::json!({ "results": [{ "notes": words.join(" "), "insurance": "x".repeat(5000) }] });
        let pdf = rendered(&results.to_string());
        let text = text_of(&pdf);
        let found: std::collections::HashSet<&str> = text.split_whitespace().collect();
        assert!(words.iter().all(|word| found.contains(word.as_str())));
        assert_eq!(text.matches('x').count(), 5000);
        assert!(lopdf::Document::load_mem(&pdf).expect("a PDF").get_pages().len() > 4);
    }

    #[test]
    fn accents_stay_and_what_the_font_lacks_or_nobody_sees_is_a_question_mark() {
        let results = r#"{ "notes": "Zoë Ñuñez – “quoted” €5 保 \u0007 \\ ( )", "name": "Acme \u202elaicepS\u2066", "hidden": "a\tb\u200b\u00ad\u0080" }"#;
        let text = text_of(&rendered(results));
        for line in ["notes: Zoë Ñuñez – “quoted” €5 ? ? \\ ( )", "name: Acme ?laicepS?", "hidden: a b???"] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }

    #[test]
    fn whatever_results_hold_is_rendered() {
        let deep = format!("{}1{}", "{\"a\":[".repeat(50), "]}".repeat(50));
        for results in ["null", "{}", "[]", r#"{ "results": [1, "x", null, []], "additional_policies": 7 }"#, &deep] {
            assert!(text_of(&rendered(results)).contains("CASE-7"), "{results}");
        }
        assert!(text_of(&rendered(&deep)).contains("1: 1"));
    }
}
