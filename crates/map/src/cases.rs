//! Cases of the rows of a table.

use crate::check::{MapReport, has, kind};
use crate::dates::{self, Format};
use crate::finding::{Finding, are_ok};
use crate::map::{Map, Source, Target};
use crate::table::{LeftOut, Reason, Table, TableRow, is_formula, text_of};
use casegate::fields::Kind;
use casegate::form::FormReason;
use casegate::json::{Document, JsonText, Members};
use casegate::{Code, Context, Issue, case_from_form, check_case};
use serde::Serialize;
use std::borrow::Cow;
use std::collections::HashSet;

/// The cases of a table. Each row of it is in `rows` or in `left_out`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct CasesReport {
    /// `true` if the map can be used and no row would be refused.
    pub ok: bool,
    /// Findings about the map and the table. With an error among them no row was read.
    pub findings: Vec<Finding>,
    /// The columns that the map does not use.
    pub unused: Vec<String>,
    /// The number of rows that may be sent.
    pub accepted: usize,
    /// The number of rows that would be refused.
    pub refused: usize,
    /// The rows.
    pub rows: Vec<Row>,
    /// The rows without a case.
    pub left_out: Vec<LeftOut>,
}

/// A row and its case.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Row {
    /// The number of the row.
    pub row: u64,
    /// Its id in the firm's system; `None` if the map names no column for it.
    pub id: Option<String>,
    /// The key of its submission: the name of the map and the id.
    pub key: Option<String>,
    /// `true` if the case may be sent.
    pub ok: bool,
    /// The case, which is personal data.
    pub case: Option<JsonText>,
    /// The findings, in the order of the map and then of the rulebook.
    pub findings: Vec<Finding>,
    /// What the row has and its case lacks, because a rule forbids it here.
    pub omitted: Vec<Omitted>,
}

/// An answer of a row that its case lacks.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Omitted {
    /// The place in the case.
    pub at: String,
    /// The columns.
    pub columns: Vec<String>,
    /// The reason.
    pub reason: FormReason,
}

/// Texts that people write for no answer, in lower case.
const LIKE_BLANK: [&str; 10] = ["n/a", "na", "-", "--", "none", "null", "tbd", "unknown", "?", "."];

/// Makes the case of each row, and checks it.
///
/// The map is checked first. Rows without an id, with an earlier row's id, with another number of cells, empty ones and the header
/// once more are left out and named.
pub fn cases_of(map: &Map, table: &Table, context: &Context) -> CasesReport {
    if !are_ok(&table.findings) {
        return CasesReport { findings: table.findings.clone(), ..CasesReport::default() };
    }
    let MapReport { ok, mut findings, unused } = map.check(context, Some(&table.headers));
    findings.extend(table.findings.iter().cloned());
    let mut report = CasesReport { ok, findings, unused, ..CasesReport::default() };
    if report.ok {
        report.findings.extend(map.targets.iter().filter_map(|target| days_as_times(target, map, table)));
        for (column, place) in map.columns() {
            if table.column(column).is_some_and(|at| table.cells(at).any(is_formula)) {
                let message = "Cells such as =\"00123\" are read as the text that the formula gives.";
                report.findings.push(Finding::new("formula_read", place, message).columns([column]));
            }
        }
    }
    report.ok = are_ok(&report.findings);
    if !report.ok {
        return report;
    }
    report.left_out.clone_from(&table.left_out);
    let id_at = map.row_id.as_ref().and_then(|column| table.column(column));
    // Columns without a name at the end carry nothing.
    let width = table.headers.iter().rposition(|header| !header.trim().is_empty()).map_or(0, |last| last + 1);
    let mut ids = HashSet::new();
    for row in &table.rows {
        let id = id_at.and_then(|at| row.cells.get(at)).map(|id| text_of(id));
        let beyond = row.cells.get(table.headers.len()..).unwrap_or_default();
        let reason = if row.cells.iter().all(|cell| cell.trim().is_empty()) {
            Some(Reason::Empty)
        } else if row.cells.len() < width || beyond.iter().any(|cell| !cell.trim().is_empty()) {
            Some(Reason::CellCount)
        } else if row.cells == table.headers {
            Some(Reason::Header)
        } else if id.as_deref() == Some("") {
            Some(Reason::NoId)
        } else {
            id.as_ref().filter(|id| !ids.insert(id.to_string())).map(|_| Reason::RepeatedId)
        };
        match reason {
            Some(left_out) => report.left_out.push(LeftOut { row: row.row, left_out }),
            None => report.rows.push(Reading { map, table, row }.row(id.as_deref(), context)),
        }
    }
    report.left_out.sort_by_key(|row| row.row);
    report.accepted = report.rows.iter().filter(|row| row.ok).count();
    report.refused = report.rows.len() - report.accepted;
    report.ok = report.refused == 0;
    report
}

/// Reports a column of times that are all midnight in UTC: in a zone west of it, each would become the day before.
fn days_as_times(target: &Target, map: &Map, table: &Table) -> Option<Finding> {
    let (Some(Format::Time(_)), [column]) = (target.format, target.columns()) else { return None };
    let cells = table.cells(table.column(column)?).map(text_of).filter(|cell| !map.is_blank(target, cell));
    let mut times = cells.filter_map(|cell| dates::time(&cell)).peekable();
    times.peek()?;
    times.all(dates::is_midnight).then(|| {
        let message = "All times of this column are midnight in UTC, so it has days. Its format is `date`.";
        Finding::new("datetime_is_date", &target.place, message).columns([column.as_str()])
    })
}

impl Map {
    /// Returns `true` for a text that is no answer.
    pub(crate) fn is_blank(&self, target: &Target, text: &str) -> bool {
        text.is_empty() || target.blank.as_ref().unwrap_or(&self.blank).iter().any(|blank| blank == text)
    }
}

/// A row that is being read.
struct Reading<'r> {
    map: &'r Map,
    table: &'r Table,
    row: &'r TableRow,
}

impl Reading<'_> {
    fn row(&self, id: Option<&str>, context: &Context) -> Row {
        let mut findings = Vec::new();
        let id_column = self.map.row_id.as_deref();
        findings.extend(id.and_then(|id| damage("", id)).map(|damage| damage.columns(id_column)));
        let mut form = Members::default();
        let mut unread = Vec::new();
        for target in &self.map.targets {
            match self.value(target, &mut findings) {
                Ok(Some(value)) => form.insert(&*target.at, value),
                Ok(None) => {}
                Err(finding) => {
                    unread.push(target.at.as_str());
                    findings.push(finding.columns(target.columns().iter().map(String::as_str)));
                }
            }
        }
        // A map of both products has constants of each.
        let product = form.get("/case_type").and_then(Document::as_str).unwrap_or_default().to_owned();
        for target in self.map.targets.iter().filter(|target| target.columns().is_empty() && !has(&product, &target.at))
        {
            form.remove(&target.at);
        }
        let longest = form.iter().max_by_key(|(_, value)| value.as_str().map(str::len)).map(|(at, _)| at.to_owned());
        let text = Document::Object(form).to_string();
        let form = case_from_form(&text, context);
        // Values beyond the limits of the context are no case, and the check of them says why.
        let mut issues = check_case(form.case.as_ref().map_or(&*text, JsonText::get), context).issues;
        if let (None, [first, ..], Some(longest)) = (&form.case, &mut *issues, longest) {
            first.at = longest;
        }
        // A cell that cannot be read has its own finding.
        let is_new = |issue: &Issue| issue.code != Code::Required || !unread.contains(&issue.at.as_str());
        findings.extend(issues.into_iter().filter(is_new).map(|issue| self.finding(issue)));
        let omitted = form.omitted.into_iter().filter(|omitted| omitted.reason != FormReason::NotSet);
        Row {
            row: self.row.row,
            id: id.map(str::to_owned),
            key: id.map(|id| format!("{}/{id}", self.map.name)),
            ok: form.case.is_some() && are_ok(&findings),
            omitted: omitted
                .map(|omitted| Omitted { columns: self.columns(&omitted.at), at: omitted.at, reason: omitted.reason })
                .collect(),
            case: form.case,
            findings,
        }
    }

    fn finding(&self, issue: Issue) -> Finding {
        Finding {
            code: Cow::Borrowed(issue.code.name()),
            severity: issue.severity,
            columns: self.columns(&issue.at),
            at: issue.at,
            message: issue.message,
            rule: issue.rule,
            fix: issue.fix,
        }
    }

    /// Returns the columns of a place in the case.
    fn columns(&self, at: &str) -> Vec<String> {
        let is_below =
            |at: &str, top: &str| at.strip_prefix(top).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'));
        let targets = self
            .map
            .targets
            .iter()
            .filter(|target| !at.is_empty() && (is_below(at, &target.at) || is_below(&target.at, at)));
        let mut columns: Vec<String> = targets.flat_map(|target| target.columns().iter().cloned()).collect();
        let mut seen = HashSet::new();
        columns.retain(|column| seen.insert(column.clone()));
        columns
    }

    /// Returns the value of a target in this row, and `None` if it has no answer. Warnings are added.
    fn value(&self, target: &Target, findings: &mut Vec<Finding>) -> Result<Option<Document>, Box<Finding>> {
        let (columns, join) = match &target.source {
            Source::Value(value) => return Ok(Some(value.clone())),
            Source::Columns(columns, join) => (columns, join),
        };
        let cell = |column: &String| self.row.cells.get(self.table.column(column)?).map(|cell| text_of(cell));
        let mut cells = columns.iter().filter_map(cell);
        let text = if columns.len() == 1 {
            cells.next().unwrap_or_default()
        } else {
            let mut answers = cells.filter(|cell| !self.map.is_blank(target, cell));
            match join {
                Some(join) => {
                    let answers: Vec<_> = answers.collect();
                    if let Some(damage) = answers.iter().find_map(|answer| damage(&target.at, answer)) {
                        return Err(Box::new(damage));
                    }
                    Cow::Owned(answers.join(join))
                }
                None => answers.next().unwrap_or_default(),
            }
        };
        let is_list = kind(&target.at).is_some_and(Kind::is_array);
        let Some(separator) = &target.split else {
            let value = self.entry(target, &text, findings)?;
            // One text is one entry: nothing is split that the map does not split.
            return Ok(value
                .map(|value| if is_list && value.as_list().is_none() { Document::List(vec![value]) } else { value }));
        };
        let mut entries = Vec::new();
        for entry in text.split(separator.as_str()).map(str::trim).filter(|entry| !entry.is_empty()) {
            entries.extend(self.entry(target, entry, findings)?);
        }
        Ok((!entries.is_empty()).then_some(Document::List(entries)))
    }

    /// Returns the value of a text.
    fn entry(
        &self,
        target: &Target,
        text: &str,
        findings: &mut Vec<Finding>,
    ) -> Result<Option<Document>, Box<Finding>> {
        if let Some((_, value)) = target.values.iter().find(|(key, _)| key == text) {
            return Ok(Some(value.clone()));
        }
        if self.map.is_blank(target, text) {
            return Ok(None);
        }
        if let Some(damage) = damage(&target.at, text) {
            return Err(Box::new(damage));
        }
        if let Some(format) = target.format {
            let expected = || format!("This is not in the column's date format: {}.", dates::expected(format));
            let day =
                dates::read(format, text).ok_or_else(|| Finding::new("date_not_in_format", &target.at, expected()))?;
            return Ok(Some(Document::Text(day.to_string())));
        }
        if !target.values.is_empty() {
            let message =
                "The cell is not in the map's `values` for this column. Correct the cell, or add its text to the map.";
            return Err(Box::new(Finding::new("value_not_listed", &target.at, message)));
        }
        let mut note = |code, message| {
            findings.push(Finding::new(code, &target.at, message).columns(target.columns().iter().map(String::as_str)));
        };
        if LIKE_BLANK.contains(&text.to_lowercase().as_str()) {
            note("looks_blank", "The cell may mean no answer. If so, list its text in the map's `blank`.");
        }
        let is_zip = target.at.ends_with("_zip") || target.at.ends_with("_zip_code");
        if is_zip && text.len() == 4 && text.bytes().all(|letter| letter.is_ascii_digit()) {
            note("zip_short", "The ZIP code has four digits. A spreadsheet may have removed its leading zero.");
        }
        Ok(Some(Document::from(text)))
    }
}

/// Returns a finding if a spreadsheet or a conversion destroyed the text of a cell.
fn damage(at: &str, text: &str) -> Option<Finding> {
    let (code, message) = if is_rounded(text) {
        (
            "number_rounded",
            "A spreadsheet rounded this number, and its digits are lost. Export the column again as text.",
        )
    } else if is_error(text) {
        (
            "cell_error",
            "A spreadsheet wrote an error instead of the value. Correct the cell there, and export it again.",
        )
    } else if is_lost(text) {
        ("letter_lost", "A letter of this text was lost, or is a control character. Correct the cell.")
    } else {
        return None;
    };
    Some(Finding::new(code, at, message))
}

/// Returns `true` for a text with a letter that a conversion lost, or with one that no person typed.
pub(crate) fn is_lost(text: &str) -> bool {
    let is_control = |letter: char| letter.is_control() && !matches!(letter, '\t' | '\n' | '\r');
    text.contains(|letter| letter == char::REPLACEMENT_CHARACTER || is_control(letter))
}

/// Returns `true` for a number with an exponent, such as `1.23457E+11`. `1E5` may be the text of a person.
fn is_rounded(text: &str) -> bool {
    let number = |digits: &str| digits.bytes().all(|letter| letter.is_ascii_digit() || matches!(letter, b'.' | b','));
    let Some((digits, power)) = text.split_once(['E', 'e']) else { return false };
    let digits = digits.strip_prefix('-').unwrap_or(digits);
    let whole = power.strip_prefix(['+', '-']).unwrap_or(power);
    let is_sure = power.starts_with('+') || digits.contains(['.', ',']);
    is_sure && !digits.is_empty() && number(digits) && !whole.is_empty() && number(whole)
}

/// Returns `true` for an error that spreadsheets write into cells, such as `#REF!`, and for the `###` of a narrow column.
fn is_error(text: &str) -> bool {
    let Some(name) = text.strip_prefix('#') else {
        return text.strip_prefix("Err:").is_some_and(|number| number.parse::<u16>().is_ok());
    };
    let word = name.strip_suffix(['!', '?']).unwrap_or_default();
    let is_word = word.starts_with(|letter: char| letter.is_ascii_uppercase())
        && word.bytes().all(|letter| letter.is_ascii_uppercase() || matches!(letter, b'/' | b'0' | b'_'));
    is_word || name.eq_ignore_ascii_case("N/A") || (name.len() > 1 && name.bytes().all(|letter| letter == b'#'))
}
