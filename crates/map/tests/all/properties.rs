//! What is true of any map, any table and any bytes.

use crate::support::all;
use casegate::Context;
use casegate::json::Document;
use casegate_map::wire::OPERATIONS;
use casegate_map::{Map, cases_of, read_csv, to_csv};
use proptest::prelude::*;

fn context() -> Context {
    Context::new("2026-03-10".parse().unwrap())
}

/// Letters that mean something in CSV or in a spreadsheet.
fn cell() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-c'=+@/0-9., ;\"\t-]{0,6}",
        "\\PC{0,4}",
        "'{0,3}(10/20|=1|007|x)",
        "[\r\n\"', a]{0,4}",
        Just("1/2/2026".to_owned())
    ]
}

/// Cells that a spreadsheet would run, or change into a number, a date or a time.
fn changed() -> impl Strategy<Value = String> {
    let any_case = |words: &str| format!("({words}|{})", words.to_uppercase());
    let month =
        any_case("jan|january|feb|Mar|march|Apr|may|jun|June|jul|aug|sep|Sept|October|nov|dec|ene|marzo|abr|ago|dic");
    let (day, half) = (any_case("mon|Tuesday|sun"), any_case("am|pm|a|p"));
    let patterns = [
        "[ \t\r\n]{0,2}[=+@＝-]\\PC{0,8}".to_owned(),
        "[ ]?0[0-9]{1,16}".to_owned(),
        "[1-9][0-9]{15,20}".to_owned(),
        "[$€£][ ]?[0-9]{1,3}(,[0-9]{3}){0,3}(\\.[0-9]{1,2})?".to_owned(),
        "[0-9]{1,3}(,[0-9]{3}){1,3}(\\.[0-9]{0,2})?( ?%)?".to_owned(),
        "[0-9]{1,9}([.,][0-9]{1,9}|%|\\.)".to_owned(),
        "[0-9]{1,3}([.,][0-9]{1,3})?[eE][+-]?[0-9]{1,2}".to_owned(),
        "[(][$]?[0-9]{1,9}[)]".to_owned(),
        "([0-9]{1,2} )?[1-9]{1,3}/[1-9]{1,3}".to_owned(),
        "[0-9]{1,4}[-/.][0-9]{1,2}([-/.][0-9]{1,4})?( [0-9]{1,2}:[0-9]{2})?".to_owned(),
        format!("[0-9]{{1,2}}(|[- /]| de ){month}([- /,]{{1,2}}[0-9]{{2,4}})?"),
        format!("({day},? )?{month}[- /.]{{0,2}}[0-9]{{1,4}}(, ?[0-9]{{4}})?"),
        format!("[0-9]{{1,2}}(:[0-9]{{2}}){{1,2}}( ?{half})?"),
        format!("[0-9]{{1,2}} {half}"),
        "20[0-9]{2}-0[1-9]-1[0-9][T ][0-9]{2}:[0-9]{2}(:[0-9]{2})?Z?".to_owned(),
    ];
    let each = patterns.map(|pattern| prop::string::string_regex(&pattern).unwrap().boxed());
    prop::strategy::Union::new(each)
}

/// Cells that no spreadsheet changes.
fn unchanged() -> impl Strategy<Value = String> {
    let some = [
        "",
        "0",
        "MAT-0001",
        "M-1",
        "A-17",
        "E5",
        "CV-2026-00123",
        "12 Main St",
        "404-555-0100",
        "(404) 555-0100",
        "1 404 555 0100",
        "Mar",
        "$50,000 per person / $100,000 per accident",
        "123456789012345",
        "O'Neil, \"Jr\"",
        "2 lines\nof text",
    ];
    prop_oneof![
        "[A-Za-z][a-z ]{0,9}",
        "[1-9][0-9]{0,14}",
        "[B-DF-LNOQR-Z]{2}[0-9]{1,9}",
        prop::sample::select(some.to_vec()).prop_map(str::to_owned)
    ]
}

const MAP: &str = r#"{ "name": "M", "row_id": "Id", "fields": { "/case_type": { "value": "pl" },
    "/base_product": { "value": ["personal_auto_policy_limits"] }, "/cc_emails": { "value": "p@firm.example" },
    "/plaintiff_name": { "column": "Client" }, "/date_of_loss": { "column": "Day", "format": "MDY" },
    "/insurance_company": { "column": "Client" }, "/is_incident_report_provided": { "value": true } } }"#;

fn map() -> Map {
    Map::parse(MAP).unwrap()
}

proptest! {
    #[test]
    fn any_bytes_are_a_table_or_a_fault(bytes in prop_oneof![
        prop::collection::vec(any::<u8>(), 0..64).boxed(),
        "[Id,;\t\"\r\na=é\u{feff}\u{1}-]{0,40}".prop_map(String::into_bytes).boxed(),
    ]) {
        if let Ok(table) = read_csv(&bytes, &map()) {
            let mut rows: Vec<u64> = table.rows.iter().map(|row| row.row).chain(table.left_out.iter().map(|row| row.row)).collect();
            rows.sort_unstable();
            prop_assert!(rows.windows(2).all(|pair| pair[0] + 1 == pair[1]), "each row has one number: {rows:?}");
        }
    }

    #[test]
    fn any_json_is_a_map_or_faults(
        text in prop_oneof!["[{}\\[\\]\":,a-z/~0-9]{0,40}".boxed(), prop::sample::select(all().into_iter().map(|vector| vector.map).collect::<Vec<_>>()).boxed()],
        from in any::<prop::sample::Index>(), other in "[{}\\[\\]\":,a]{0,3}",
    ) {
        // A map with a piece of it replaced.
        let at = (0..=from.index(text.len() + 1)).rev().find(|at| text.is_char_boundary(*at)).unwrap_or_default();
        let broken = format!("{}{other}{}", &text[..at], text[at..].chars().skip(other.len()).collect::<String>());
        for text in [&text, &broken] {
            if let Ok(map) = Map::parse(text) {
                map.check(&context(), Some(&["Id".to_owned()]));
            }
            for operation in OPERATIONS {
                let reply = operation.call_with(text, &context());
                prop_assert!(Document::read(&reply).is_ok());
            }
        }
    }

    #[test]
    fn every_row_has_a_case_or_is_named(rows in prop::collection::vec(prop::collection::vec(cell(), 0..5), 0..8)) {
        let header = vec!["Id".to_owned(), "Client".to_owned(), "Day".to_owned()];
        let csv = to_csv(std::iter::once(&header).chain(&rows), true);
        let table = read_csv(csv.as_bytes(), &map()).unwrap();
        let report = cases_of(&map(), &table, &context());
        let input = serde_json::json!({ "map": MAP, "table": table }).to_string();
        let operation = OPERATIONS.iter().find(|operation| operation.name == "cases_of").unwrap();
        prop_assert_eq!(operation.call_with(&input, &context()), serde_json::to_string(&report).unwrap());
        let mut numbers: Vec<u64> = report.rows.iter().map(|row| row.row).chain(report.left_out.iter().map(|row| row.row)).collect();
        numbers.sort_unstable();
        prop_assert_eq!(numbers, (2..2 + (table.rows.len() + table.left_out.len()) as u64).collect::<Vec<_>>());
        // A row without cells is no line, or an empty one.
        prop_assert!(table.rows.len() <= rows.len());
        prop_assert!(table.rows.len() >= rows.iter().filter(|row| !row.is_empty()).count());
    }

    #[test]
    fn cells_that_a_spreadsheet_would_change_are_texts_and_no_others(changed in changed(), unchanged in unchanged()) {
        for (cell, mark) in [(changed, "'"), (unchanged, "")] {
            let written = to_csv([&vec![cell.clone()]], false);
            let read = read_csv(&[b"Id".as_slice(), written.trim_start_matches('\u{feff}').as_bytes()].join(&b'\n'), &map()).unwrap();
            prop_assert!(read.rows.is_empty() || read.rows[0].cells[0] == cell);
            let raw = csv::ReaderBuilder::new().has_headers(false).from_reader(&written.as_bytes()[3..]).records().next();
            prop_assert_eq!(raw.map_or(String::new(), |raw| raw.unwrap()[0].to_owned()), format!("{mark}{cell}"));
        }
    }

    #[test]
    fn rows_that_are_written_are_read_as_they_were(
        rows in prop::collection::vec(prop::collection::vec(cell(), 3), 0..6), exact in any::<bool>(),
    ) {
        let header = vec!["Id".to_owned(), "Client".to_owned(), "Day".to_owned()];
        let table = read_csv(to_csv(std::iter::once(&header).chain(&rows), exact).as_bytes(), &map()).unwrap();
        let read: Vec<Vec<String>> = table.rows.into_iter().map(|row| row.cells).collect();
        // Exact cells have no mark of ours, so an apostrophe before a formula is one there.
        let has_mark = |cell: &String| cell.starts_with('\'');
        if !exact || !rows.iter().flatten().any(has_mark) {
            prop_assert_eq!(read, rows);
        }
    }
}
