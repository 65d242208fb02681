//! The functions as JSON text in, JSON text out, for bindings. The answers have the same bytes everywhere.

use crate::{
    CasesReport, Finding, LeftOut, Map, MapReport, Reason, RowsReport, Table, TableRow, cases_of, read_csv, rows_of,
};
use casegate::json::Document;
use casegate::wire::Operation;
use casegate::{Context, Severity};
use serde::Serialize;
use std::borrow::Cow;

/// `{"map","headers"}`, where the map is an object or its text, gives the report on a map.
pub const CHECK_MAP: Operation = Operation::of("check_map", false, |input, context| {
    let refused = |findings| MapReport { findings, ..MapReport::default() };
    with_map(input.text, refused, |map, input| {
        let headers = input.get("headers").map(|headers| texts(headers).ok_or_else(wrong_type)).transpose()?;
        Ok(map.check(context, headers.as_deref()))
    })
});

/// `{"map","table"}`, where the table is that of `read_csv` or a list of objects, gives the cases of its rows. With `headers`, a
/// list has these columns, even without a row, and a name among them may repeat.
pub const CASES_OF: Operation = Operation::of("cases_of", true, |input, context: &Context| {
    let refused = |findings| CasesReport { findings, ..CasesReport::default() };
    with_map(input.text, refused, |map, input| {
        let table = match (input.get("table"), input.get("headers")) {
            (Some(Document::List(list)), None) => Some(Table::of_objects(list)),
            (Some(Document::List(list)), Some(headers)) => texts(headers).map(|headers| Table::of_frame(headers, list)),
            (table, _) => table.and_then(read),
        };
        Ok(cases_of(map, &table.ok_or_else(wrong_type)?, context))
    })
});

/// `{"map","results"}`, where results are a list of objects with an `id`, gives rows.
pub const ROWS_OF: Operation = Operation::of("rows_of", false, |input, _| {
    let refused = |findings| RowsReport { findings, ..RowsReport::default() };
    with_map(input.text, refused, |map, input| match input.get("results") {
        Some(Document::List(results)) => Ok(rows_of(map, results)),
        _ => Err(wrong_type()),
    })
});

/// `{"map","latin1"}`, where a text has a letter for each byte of a file, gives a table.
pub const READ_CSV: Operation = Operation::of("read_csv", false, |input, _| {
    let refused = |findings| Table { findings, ..Table::default() };
    with_map(input.text, refused, |map, input| {
        let text = input.get("latin1").and_then(Document::as_str).unwrap_or_default();
        let bytes: Option<Vec<u8>> = text.chars().map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
        read_csv(&bytes.ok_or_else(wrong_type)?, map).map_err(|finding| vec![*finding])
    })
});

/// All operations.
pub static OPERATIONS: &[Operation] = &[CHECK_MAP, CASES_OF, ROWS_OF, READ_CSV];

fn with_map<T: Serialize>(
    input: &str,
    refused: impl Fn(Vec<Finding>) -> T,
    answer: impl Fn(&Map, &Document) -> Result<T, Vec<Finding>>,
) -> String {
    // Half a surrogate pair is no letter. A cell with one has a finding of its own, and a map with one cannot be read.
    let whole = Document::read(input);
    let is_whole = whole.is_ok();
    let input = whole.or_else(|_| Document::read(&without_halves(input))).unwrap_or(Document::Null);
    let text = match input.get("map") {
        Some(Document::Text(text)) => text.clone(),
        map => map.map(Document::to_string).unwrap_or_default(),
    };
    let text = if is_whole || !text.contains(char::REPLACEMENT_CHARACTER) { &*text } else { "" };
    let answer = Map::parse(text).and_then(|map| answer(&map, &input));
    serde_json::to_string(&answer.unwrap_or_else(refused)).unwrap_or_default()
}

/// Returns JSON whose escapes of lone surrogates are replaced.
fn without_halves(json: &str) -> String {
    let unit = |at: usize| {
        let digits = json.get(at..)?.strip_prefix("\\u")?.get(..4)?;
        u16::from_str_radix(digits, 16).ok()
    };
    let (mut text, mut from) = (String::with_capacity(json.len()), 0);
    while let Some(next) = json.get(from..).and_then(|rest| rest.find('\\')) {
        let at = from + next;
        text += json.get(from..at).unwrap_or_default();
        let (length, is_half) = match unit(at) {
            Some(0xD800..0xDC00) if matches!(unit(at + 6), Some(0xDC00..0xE000)) => (12, false),
            Some(0xD800..0xE000) => (6, true),
            _ => (2, false),
        };
        from = (at + length..=json.len()).find(|end| json.is_char_boundary(*end)).unwrap_or(json.len());
        text += if is_half { "\\ufffd" } else { json.get(at..from).unwrap_or_default() };
    }
    text + json.get(from..).unwrap_or_default()
}

/// Reads the table of `read_csv`. The deserializer of `serde_json` costs 15 KB gzip in
/// casegate-map.wasm (`scripts/size`).
fn read(table: &Document) -> Option<Table> {
    let list = |key| table.get(key).and_then(Document::as_list).map(<[Document]>::iter);
    let text = |of: &Document, key| of.get(key).and_then(Document::as_str).map(str::to_owned);
    let number = |of: &Document| of.get("row").and_then(Document::as_u64);
    let row = |row: &Document| Some(TableRow { row: number(row)?, cells: texts(row.get("cells")?)? });
    let left_out = |row: &Document| {
        let is_named = |(name, _): &&(&str, _)| row.get("left_out").and_then(Document::as_str) == Some(*name);
        Some(LeftOut { row: number(row)?, left_out: REASONS.iter().find(is_named)?.1 })
    };
    let finding = |finding: &Document| {
        Some(Finding {
            code: Cow::Owned(text(finding, "code")?),
            severity: if text(finding, "severity")? == "error" { Severity::Error } else { Severity::Warning },
            at: text(finding, "at")?,
            columns: finding.get("columns").map_or(Some(Vec::new()), texts)?,
            message: text(finding, "message")?,
            rule: None,
            fix: None,
        })
    };
    Some(Table {
        headers: texts(table.get("headers")?)?,
        rows: list("rows")?.map(row).collect::<Option<_>>()?,
        left_out: list("left_out")?.map(left_out).collect::<Option<_>>()?,
        findings: list("findings")?.map(finding).collect::<Option<_>>()?,
    })
}

/// Why a row of a table has no case.
const REASONS: [(&str, Reason); 2] = [("empty", Reason::Empty), ("not_an_object", Reason::NotAnObject)];

fn texts(list: &Document) -> Option<Vec<String>> {
    list.as_list()?.iter().map(|text| text.as_str().map(str::to_owned)).collect()
}

fn wrong_type() -> Vec<Finding> {
    let message = "A table is what readCsv returns, or a list of objects; results are a list of objects with an `id`.";
    vec![Finding::new("wrong_type", "", message)]
}
