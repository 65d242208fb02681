//! Every vector has the expected answer, and every code a vector.

use crate::support::{Vector, all};
use casegate_map::{ERRORS, WARNINGS};
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// The codes of all findings: of the map, and of the rows in order.
fn codes(reply: &Value) -> Vec<String> {
    let rows = reply["rows"].as_array().into_iter().flatten().filter_map(|row| row.get("findings"));
    let lists = std::iter::once(&reply["findings"]).chain(rows).filter_map(Value::as_array);
    lists.flatten().map(|finding| finding["code"].as_str().unwrap().to_owned()).collect()
}

fn differences(vector: &Vector) -> Vec<String> {
    let reply: Value = serde_json::from_str(&vector.reply).unwrap();
    let differs = |at: &str, value: &Value, wanted: &Value| {
        format!("{}: {}: {at} is {value}, not {wanted}", vector.file, vector.case.name)
    };
    let mut found: Vec<String> = (vector.case.expect.iter())
        .filter_map(|(at, wanted)| {
            let value = reply.pointer(at).unwrap_or(&Value::Null);
            (value != wanted).then(|| differs(at, value, wanted))
        })
        .collect();
    let codes = codes(&reply);
    if vector.case.codes.as_ref().is_some_and(|wanted| *wanted != codes) {
        found.push(differs("codes", &json!(codes), &json!(vector.case.codes)));
    }
    found.extend(vector.case.absent.iter().filter_map(|at| {
        let value = reply.pointer(at).filter(|value| !value.is_null())?;
        Some(differs(at, value, &Value::Null))
    }));
    found
}

#[test]
fn every_vector_has_the_expected_answer() {
    let found: Vec<String> = all().iter().flat_map(differences).collect();
    assert!(found.is_empty(), "{}", found.join("\n"));
}

#[test]
fn every_code_has_a_vector() {
    let seen: BTreeSet<String> =
        all().iter().flat_map(|vector| codes(&serde_json::from_str(&vector.reply).unwrap())).collect();
    let without: Vec<&str> = ERRORS.iter().chain(WARNINGS).copied().filter(|code| !seen.contains(*code)).collect();
    assert!(without.is_empty(), "{without:?}");
}

#[test]
fn no_message_repeats_a_cell() {
    let mark = "QZXJ7";
    let map = include_str!("../../../../examples/maps/litify.json");
    let csv = include_str!("../../../../examples/maps/litify.csv");
    let (header, _) = csv.split_once('\n').unwrap();
    let width = header.split(',').count();
    let row = |id: &str, cell: &str| format!("{id},{}\n", vec![cell; width - 1].join(","));
    let csv =
        format!("{header}\n{}{}{}{mark}\n", row("1", mark), row("2", &format!("1{mark}E+11")), row("3", "4.5E+11"));
    let map = casegate_map::Map::parse(map).unwrap();
    let table = casegate_map::read_csv(csv.as_bytes(), &map).unwrap();
    let report = casegate_map::cases_of(&map, &table, &casegate::Context::new("2026-03-10".parse().unwrap()));
    let messages: Vec<&str> =
        report.rows.iter().flat_map(|row| &row.findings).map(|finding| finding.message.as_str()).collect();
    assert!(messages.len() > 10, "{messages:?}");
    assert!(messages.iter().all(|message| !message.contains(mark) && !message.contains("4.5E")), "{messages:?}");
}

#[test]
fn the_examples_fit_their_exports() {
    let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/maps");
    let read = |name: String| std::fs::read(folder.join(name)).unwrap();
    let mut seen = 0;
    for (name, counts) in [("litify", (6, 4, 4)), ("clio", (2, 2, 0)), ("intake-sheet", (3, 1, 0))] {
        let map = casegate_map::Map::parse(&String::from_utf8(read(format!("{name}.json"))).unwrap()).unwrap();
        let table = casegate_map::read_csv(&read(format!("{name}.csv")), &map).unwrap();
        let report = casegate_map::cases_of(&map, &table, &casegate::Context::new("2026-03-10".parse().unwrap()));
        assert_eq!((report.accepted, report.refused, report.left_out.len()), counts, "{name}");
        // Of a map for both products, each row has the fields of its own.
        assert!(
            report.rows.iter().flat_map(|row| &row.findings).all(|finding| finding.code != "other_product"),
            "{name}"
        );
        seen += 1;
    }
    assert_eq!(seen * 2, std::fs::read_dir(folder).unwrap().count(), "each example is a map and its export");
}
