//! The comparison of carriers' names (D19, D50), against one over lists of words.

use super::compared;
use casegate::context::Carrier;
use casegate::{Code, Context, check_case};
use proptest::prelude::*;
use proptest::test_runner::contextualize_config;

/// Generic words with their abbreviations, which identify no carrier.
const GENERIC: [&[&str]; 20] = [
    &["insurance", "ins"],
    &["company", "co"],
    &["companies"],
    &["national", "natl"],
    &["association", "assn"],
    &["group", "grp"],
    &["casualty", "cas"],
    &["mutual", "mut"],
    &["and"],
    &["inc"],
    &["incorporated"],
    &["corp"],
    &["corporation"],
    &["llc"],
    &["llp"],
    &["lp"],
    &["ltd"],
    &["limited"],
    &["plc", "pllc"],
    &["na", "sa"],
];

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Likeness {
    Same,
    Similar,
    None,
}

/// The words of a name: of the alphabet of these tests, in lower case, without accents.
fn words(name: &str) -> Vec<String> {
    let mut plain = String::new();
    for letter in name.to_lowercase().replace('&', " and ").chars() {
        match letter {
            '.' | '\'' => {}
            'é' => plain.push('e'),
            'ø' => plain.push('o'),
            'ß' => plain.push_str("ss"),
            letter if letter.is_alphanumeric() => plain.push(letter),
            _ => plain.push(' '),
        }
    }
    plain.split_whitespace().map(str::to_owned).collect()
}

fn generic(word: &str) -> Option<&'static str> {
    GENERIC.iter().find(|row| row.contains(&word)).map(|row| row[0])
}

/// The words with abbreviations expanded, and without "and".
fn expanded(words: &[String]) -> Vec<String> {
    let expand = |word: &String| generic(word).map_or(word.clone(), str::to_owned);
    words.iter().map(expand).filter(|word| word != "and").collect()
}

/// The words without the generic ones at the end.
fn name(words: &[String]) -> &[String] {
    let last = words.iter().rposition(|word| generic(word).is_none());
    &words[..last.map_or(0, |last| last + 1)]
}

/// Every text that means this name: with none, some or all of the generic words at the end.
fn forms(words: &[String]) -> Vec<String> {
    (name(words).len().max(1)..=words.len()).map(|end| words[..end].concat()).collect()
}

fn contains(words: &[String], other: &str) -> bool {
    (0..words.len()).any(|start| {
        (start + 1..=words.len())
            .any(|end| words[start..end].concat() == other && (end == start + 1 || other.chars().count() >= 5))
    })
}

/// The number of inserted, removed, replaced and exchanged letters, as the table of all beginnings.
fn distance(one: &[char], other: &[char]) -> usize {
    let mut table = vec![vec![0; other.len() + 1]; one.len() + 1];
    for a in 0..=one.len() {
        for b in 0..=other.len() {
            table[a][b] = if a == 0 || b == 0 {
                a + b
            } else {
                let replaced = table[a - 1][b - 1] + usize::from(one[a - 1] != other[b - 1]);
                let mut least = replaced.min(table[a - 1][b] + 1).min(table[a][b - 1] + 1);
                if a > 1 && b > 1 && one[a - 1] == other[b - 2] && one[a - 2] == other[b - 1] {
                    least = least.min(table[a - 2][b - 2] + 1);
                }
                least
            };
        }
    }
    table[one.len()][other.len()]
}

/// The twin of the comparison.
fn likeness(carrier: &str, company: &str) -> Likeness {
    let [carrier, company] = [carrier, company].map(words);
    let [carrier_expanded, company_expanded] = [&carrier, &company].map(|words| expanded(words));
    let all = |written: &[String], expanded: &[String]| [forms(written), forms(expanded)].concat();
    let known = all(&carrier, &carrier_expanded);
    if all(&company, &company_expanded).iter().any(|form| known.contains(form)) {
        return Likeness::Same;
    }
    let [carrier, company] = [name(&carrier_expanded), name(&company_expanded)];
    let [carrier_text, company_text] = [carrier.concat(), company.concat()];
    if company.is_empty() {
        return Likeness::None;
    }
    let [one, other] = [&carrier_text, &company_text].map(|text| text.chars().collect::<Vec<_>>());
    let shorter = one.len().min(other.len());
    let allowed = if shorter >= 10 { 2 } else { 1 };
    let is_near = shorter >= 5 && one.len().abs_diff(other.len()) <= allowed && distance(&one, &other) <= allowed;
    if contains(company, &carrier_text) || contains(carrier, &company_text) || is_near {
        Likeness::Similar
    } else {
        Likeness::None
    }
}

/// The likeness that the rulebook finds.
fn found(context: &Context, company: &str) -> Likeness {
    let company = serde_json::to_string(company).expect("a string");
    let report = check_case(&format!(r#"{{"case_type":"pl","insurance_company":{company}}}"#), context);
    let has = |code| report.issues.iter().any(|issue| issue.code == code);
    match (has(Code::RefusedCarrier), has(Code::SimilarCarrier)) {
        (true, false) => Likeness::Same,
        (false, true) => Likeness::Similar,
        _ => Likeness::None,
    }
}

fn context(carrier: &str) -> Option<Context> {
    let context = Context::new("2026-03-01".parse().expect("a day"));
    context.refused_carriers([Carrier::new(carrier)]).ok()
}

/// Compares a carrier with companies, and returns their number. A carrier without a name cannot be
/// listed.
fn compare(carrier: &str, companies: &[String]) -> usize {
    let Some(context) = context(carrier) else {
        assert!(name(&expanded(&words(carrier))).is_empty(), "{carrier}");
        return 0;
    };
    for company in companies {
        assert_eq!(found(&context, company), likeness(carrier, company), "{carrier:?} {company:?}");
    }
    companies.len()
}

/// All names of up to `most` of the words.
fn names(all: &[&str], most: usize) -> Vec<String> {
    let mut names: Vec<String> = all.iter().map(|word| (*word).to_owned()).collect();
    let mut last = names.clone();
    for _ in 1..most {
        last = last.iter().flat_map(|start| all.iter().map(move |word| format!("{start} {word}"))).collect();
        names.extend(last.iter().cloned());
    }
    names
}

#[test]
fn small() {
    let names = names(&["grim", "bold", "grimbold", "mutual", "mut", "co", "&", "Ins."], 2);
    let pairs: usize = names.iter().map(|carrier| compare(carrier, &names)).sum();
    compared("carriers", &format!("{pairs} pairs of names of up to 2 words"));
}

#[test]
#[ignore = "scripts/prove twins"]
fn large() {
    let names = names(&["grim", "bold", "grimbold", "boldgirm", "mutual", "mut", "co", "&", "and", "Natl."], 3);
    let pairs: usize = names.iter().map(|carrier| compare(carrier, &names)).sum();
    compared("carriers", &format!("{pairs} pairs of names of up to 3 words"));
}

proptest! {
    #![proptest_config(contextualize_config(ProptestConfig::with_cases(256)))]

    #[test]
    fn names_of_any_letters(
        carrier in "[abA-CéøßÉ.'& -]{1,8}( (abc|ins|co|mutual|and)){0,3}",
        company in "[abA-CéøßÉ.'& -]{0,8}( (abc|ins|co|mutual|and)){0,3}",
    ) {
        compare(&carrier, &[company, carrier.clone()]);
    }
}
