//! Rows of results.

use crate::cases::is_lost;
use crate::finding::Finding;
use crate::map::{BackColumn, Map};
use crate::table::{LeftOut, Reason, cell_of, to_csv};
use casegate::json::Document;
use serde::Serialize;

/// The name of the first column, of the findings.
pub(crate) const FINDINGS: &str = "Findings";

/// Rows for the firm's system.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RowsReport {
    /// `true` if the map can write rows.
    pub ok: bool,
    /// Faults of the map.
    pub findings: Vec<Finding>,
    /// The names of the columns. The first has the findings.
    pub headers: Vec<String>,
    /// The cells, as they are.
    pub rows: Vec<Vec<String>>,
    /// Entries without a row, by their place in the list.
    pub left_out: Vec<LeftOut>,
    /// The table as CSV for a spreadsheet: see [`to_csv`].
    pub csv: String,
}

/// Writes cases as rows: one for each case, or one for each of its `results`, at least one.
///
/// An entry is an object with the `id` of its row, and whatever the pointers of `back` name. A row of
/// [`cases_of`](crate::cases_of) is one as well; its `findings` are written into the first column.
pub fn rows_of(map: &Map, entries: &[Document]) -> RowsReport {
    let Some(back) = &map.back else {
        let fault = Finding::new("back_missing", "/back", "The map has no `back`, so results have no columns.");
        return RowsReport { findings: vec![fault], ..RowsReport::default() };
    };
    let mut report = RowsReport { ok: true, headers: vec![FINDINGS.to_owned()], ..RowsReport::default() };
    report.headers.extend(back.columns.iter().map(|column| column.name.clone()));
    for (row, entry) in (1..).zip(entries) {
        let left_out = match entry.get("id") {
            _ if entry.as_object().is_none() => Some(Reason::NotAnObject),
            None | Some(Document::Null) => Some(Reason::NoId),
            _ => None,
        };
        if let Some(left_out) = left_out {
            report.left_out.push(LeftOut { row, left_out });
            continue;
        }
        let results = if back.per_result { list(entry, "results") } else { &[] };
        if results.is_empty() {
            report.rows.push(cells(&back.columns, entry, None));
        }
        report.rows.extend(results.iter().map(|result| cells(&back.columns, entry, Some(result))));
    }
    report.csv = report.to_csv(false);
    report
}

impl RowsReport {
    /// Returns the table as CSV: see [`to_csv`].
    pub fn to_csv(&self, exact: bool) -> String {
        to_csv(std::iter::once(&self.headers).chain(&self.rows), exact)
    }
}

fn cells(columns: &[BackColumn], entry: &Document, result: Option<&Document>) -> Vec<String> {
    let mut said: Vec<String> = list(entry, "findings").iter().filter_map(sentence).collect();
    let mut cells = vec![String::new()];
    for column in columns {
        let value = match (&column.at, result) {
            (None, _) => entry.get("id"),
            (Some(at), Some(result)) if at == "/result" || at.starts_with("/result/") => {
                at_pointer(result, at.strip_prefix("/result").unwrap_or_default())
            }
            (Some(at), _) => at_pointer(entry, at),
        };
        let text = value.map(cell_of).unwrap_or_default();
        let word = column.values.iter().find(|(key, _)| *key == text).and_then(|(_, word)| word.as_str());
        if word.is_none() && !column.values.is_empty() && !text.is_empty() {
            said.push(format!("{}: The value is not in the map's `values`.", column.name));
        }
        if is_lost(&text) {
            said.push(format!("{}: A letter of the value was lost, or is a control character.", column.name));
        }
        cells.push(word.map_or(text, str::to_owned));
    }
    if let Some(first) = cells.first_mut() {
        *first = said.join(" ");
    }
    cells
}

fn list<'d>(document: &'d Document, key: &str) -> &'d [Document] {
    document.get(key).and_then(Document::as_list).unwrap_or_default()
}

/// Returns a finding as a sentence with its columns.
fn sentence(finding: &Document) -> Option<String> {
    let message = finding.get("message")?.as_str()?;
    let columns: Vec<&str> = list(finding, "columns").iter().filter_map(Document::as_str).collect();
    Some(if columns.is_empty() { message.to_owned() } else { format!("{}: {message}", columns.join(", ")) })
}

fn at_pointer<'d>(document: &'d Document, at: &str) -> Option<&'d Document> {
    at.split('/').skip(1).try_fold(document, |value, step| {
        let key = step.replace("~1", "/").replace("~0", "~");
        value.get(&key).or_else(|| value.as_list()?.get(key.parse::<usize>().ok()?))
    })
}
