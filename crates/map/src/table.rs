//! Tables: CSV in, CSV out, and rows of objects.

use crate::finding::Finding;
use crate::map::Map;
use casegate::json::Document;
use serde::{Deserialize, Serialize};
use std::borrow::Cow;
use std::collections::HashSet;

/// A table of texts.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Table {
    /// The names of the columns.
    pub headers: Vec<String>,
    /// The rows.
    pub rows: Vec<TableRow>,
    /// Blank lines.
    pub left_out: Vec<LeftOut>,
    /// What a person should know of the reading.
    pub findings: Vec<Finding>,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRow {
    /// The number of the row. In CSV the header is row 1, as in a spreadsheet.
    pub row: u64,
    /// The cells.
    pub cells: Vec<String>,
}

/// A row that has no case, and the reason.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[non_exhaustive]
pub struct LeftOut {
    /// The number of the row.
    pub row: u64,
    /// The reason.
    pub left_out: Reason,
}

/// The reason why a row has no case.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Reason {
    /// All cells are empty.
    Empty,
    /// The row has fewer cells than the table has columns, as a footer has, or more that are not empty.
    CellCount,
    /// It is the header once more.
    Header,
    /// The row has no id.
    NoId,
    /// An earlier row has the same id.
    RepeatedId,
    /// It is no object.
    NotAnObject,
}

impl Table {
    /// Returns the place of a column.
    pub(crate) fn column(&self, name: &str) -> Option<usize> {
        self.headers.iter().position(|header| text_of(header) == name)
    }

    /// Returns the cells of a column.
    pub(crate) fn cells(&self, at: usize) -> impl Iterator<Item = &str> {
        self.rows.iter().filter_map(move |row| row.cells.get(at)).map(String::as_str)
    }

    /// Returns a table of a list of objects, whose members are the cells. Other values than texts are written as JSON.
    pub fn of_objects(list: &[Document]) -> Table {
        let mut seen = HashSet::new();
        let names =
            list.iter().filter_map(Document::as_object).flat_map(|members| members.iter().map(|(name, _)| name));
        Table::of_frame(names.filter(|name| seen.insert(*name)).map(str::to_owned).collect(), list)
    }

    /// Returns a table of a list of objects with these columns.
    pub(crate) fn of_frame(headers: Vec<String>, list: &[Document]) -> Table {
        let mut table = Table { headers, ..Table::default() };
        for (row, object) in (1..).zip(list) {
            match object.as_object() {
                Some(members) => {
                    let cell = |header: &String| members.get(header).map(cell_of).unwrap_or_default();
                    table.rows.push(TableRow { row, cells: table.headers.iter().map(cell).collect() });
                }
                None => table.left_out.push(LeftOut { row, left_out: Reason::NotAnObject }),
            }
        }
        table
    }
}

/// Returns a value as the text of a cell.
pub(crate) fn cell_of(value: &Document) -> String {
    match value {
        Document::Null => String::new(),
        Document::Text(text) => text.clone(),
        Document::List(list) if list.iter().all(|entry| !matches!(entry, Document::List(_) | Document::Object(_))) => {
            list.iter().map(cell_of).collect::<Vec<_>>().join("; ")
        }
        other => other.to_string(),
    }
}

/// Returns the text of a header or a cell: white space around it does not count, and a formula such as `="00123"` is its text.
pub(crate) fn text_of(cell: &str) -> Cow<'_, str> {
    formula(cell).unwrap_or(Cow::Borrowed(cell.trim()))
}

/// Returns `true` for a cell that is a formula such as `="00123"`, by which programs keep spreadsheets from changing a text.
pub(crate) fn is_formula(cell: &str) -> bool {
    formula(cell).is_some()
}

fn formula(cell: &str) -> Option<Cow<'_, str>> {
    let text = cell.trim().strip_prefix("=\"")?.strip_suffix('"')?;
    let is_text = !text.replace("\"\"", "").contains('"');
    is_text.then(|| Cow::Owned(text.replace("\"\"", "\"").trim().to_owned()))
}

/// Reads a CSV file for a map: UTF-8, or else Windows-1252 with a finding. The separator is that of a first line `sep=;`, or the
/// one of comma, semicolon and tab that finds most columns of the map.
///
/// # Errors
///
/// A file without a header, in UTF-16, or with a quotation mark that is never closed or not doubled.
pub fn read_csv(bytes: &[u8], map: &Map) -> Result<Table, Box<Finding>> {
    if matches!(bytes, [0xFF, 0xFE, ..] | [0xFE, 0xFF, ..]) || bytes.iter().take(8).any(|byte| *byte == 0) {
        let message = "This is UTF-16 or not text. Save it as CSV in UTF-8.";
        return Err(Box::new(Finding::new("encoding_unreadable", "", message)));
    }
    let decoded = std::str::from_utf8(bytes).map(str::to_owned);
    let is_windows = decoded.is_err();
    let text = decoded.unwrap_or_else(|_| bytes.iter().map(|byte| windows_1252(*byte)).collect());
    let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
    let (separator, text) = separator_line(text);
    let columns = map.columns();
    let found = |separator: &u8| {
        let headers = records(text, *separator, 1).pop().map(|(_, cells)| cells).unwrap_or_default();
        columns.iter().filter(|(column, _)| headers.iter().any(|header| text_of(header) == *column)).count()
    };
    // Of several that find as many, the first.
    let separator = separator.unwrap_or_else(|| b"\t;,".iter().copied().max_by_key(found).unwrap_or(b','));
    table(text, separator, is_windows, map)
}

fn table(text: &str, separator: u8, is_windows: bool, map: &Map) -> Result<Table, Box<Finding>> {
    if let Some((row, fault)) = quote_fault(text, separator) {
        return Err(Box::new(Finding::new("quote_open", "", format!("A quotation mark in row {row} {fault}"))));
    }
    let mut table = Table::default();
    let mut number = 0;
    for (blank, cells) in records(text, separator, usize::MAX) {
        let first = number + 1;
        number += blank + 1;
        if table.headers.is_empty() {
            table.headers = cells;
            continue;
        }
        table.left_out.extend((first..number).map(|row| LeftOut { row, left_out: Reason::Empty }));
        table.rows.push(TableRow { row: number, cells });
    }
    if table.headers.is_empty() {
        return Err(Box::new(Finding::new("header_missing", "", "The file is empty.")));
    }
    let blank = text.len() - text.trim_end_matches(['\r', '\n']).len();
    let blank = line_breaks(text.get(text.len() - blank..).unwrap_or_default()).saturating_sub(1);
    table.left_out.extend((number + 1..=number + blank).map(|row| LeftOut { row, left_out: Reason::Empty }));
    if is_windows {
        let cell =
            table.rows.iter().find_map(|row| Some((row.row, row.cells.iter().position(|cell| !cell.is_ascii())?)));
        let (row, at) = cell.unwrap_or((1, 0));
        // A file without headers has cells of its first row in their place.
        let column = map.columns().into_iter().find(|(column, _)| table.column(column) == Some(at));
        let column = column.map_or(String::new(), |(column, _)| format!(", column `{column}`"));
        let message = format!(
            "The file is not UTF-8, and was read as Windows-1252. See whether its letters are right: row {row}{column}."
        );
        table.findings.push(Finding::new("read_as_windows_1252", "", message));
    }
    Ok(table)
}

/// Returns the row and the fault of a quotation mark that the library would take for another one, or lose.
fn quote_fault(text: &str, separator: u8) -> Option<(u64, &'static str)> {
    let beside =
        "has a space before it or text behind it. A cell is quoted as a whole, and each mark within it is doubled.";
    let mut bytes = text.bytes().peekable();
    let (mut row, mut begins) = (1, true);
    while let Some(byte) = bytes.next() {
        if begins && byte == b' ' {
            while bytes.next_if_eq(&b' ').is_some() {}
            if bytes.peek() == Some(&b'"') {
                return Some((row, beside));
            }
        } else if begins && byte == b'"' {
            loop {
                match bytes.next() {
                    None => return Some((row, "is never closed, so the rest of the file is in its cell.")),
                    Some(b'"') if bytes.next_if_eq(&b'"').is_none() => break,
                    Some(_) => {}
                }
            }
            while bytes.next_if_eq(&b' ').is_some() {}
            if bytes.peek().is_some_and(|next| ![separator, b'\r', b'\n'].contains(next)) {
                return Some((row, beside));
            }
            begins = false;
            continue;
        }
        let ends_row = matches!(byte, b'\r' | b'\n');
        if byte == b'\r' {
            let _ = bytes.next_if_eq(&b'\n');
        }
        row += u64::from(ends_row);
        begins = ends_row || byte == separator;
    }
    None
}

/// Returns the first records, each with the number of blank lines before it, which the library skips.
fn records(text: &str, separator: u8, most: usize) -> Vec<(u64, Vec<String>)> {
    let mut reader =
        csv::ReaderBuilder::new().has_headers(false).flexible(true).delimiter(separator).from_reader(text.as_bytes());
    let mut records = Vec::new();
    let mut record = csv::StringRecord::new();
    while records.len() < most && reader.read_record(&mut record).unwrap_or(false) {
        let start = record.position().map_or(0, |position| usize::try_from(position.byte()).unwrap_or_default());
        let rest = text.get(start..).unwrap_or_default();
        // The second half of the end of the line before.
        let is_half = text.get(..start).is_some_and(|before| before.ends_with('\r'));
        let rest = rest.strip_prefix('\n').filter(|_| is_half).unwrap_or(rest);
        let blank = rest.len() - rest.trim_start_matches(['\r', '\n']).len();
        let cells = record.iter().map(|cell| unmarked(cell).to_owned()).collect();
        records.push((line_breaks(rest.get(..blank).unwrap_or_default()), cells));
    }
    records
}

fn line_breaks(text: &str) -> u64 {
    let pairs = text.matches("\r\n").count();
    (text.len() - pairs) as u64
}

/// Returns the separator of a first line such as `sep=;`, which spreadsheets write and read, and the rest of the text.
fn separator_line(text: &str) -> (Option<u8>, &str) {
    let line = text.split(['\r', '\n']).next().unwrap_or_default();
    match line.as_bytes() {
        [b's' | b'S', b'e' | b'E', b'p' | b'P', b'=', separator]
            if *separator == b'\t' || (separator.is_ascii_punctuation() && *separator != b'"') =>
        {
            let rest = text.get(line.len()..).unwrap_or_default();
            let rest = rest.strip_prefix("\r\n").or_else(|| rest.strip_prefix(['\r', '\n'])).unwrap_or(rest);
            (Some(*separator), rest)
        }
        _ => (None, text),
    }
}

/// The letters of Windows-1252 that are not those of Latin-1, from 0x80 on.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{81}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{8d}', 'Ž', '\u{8f}', '\u{90}', '‘', '’',
    '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{9d}', 'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let special = byte.checked_sub(0x80).and_then(|at| WINDOWS_1252.get(usize::from(at)));
    special.copied().unwrap_or(char::from(byte))
}

/// Begins a cell that a spreadsheet would run as a formula, or read as a date or a number: liability limits are `10/20`.
const MARK: char = '\'';

/// Returns a cell without the mark that [`to_csv`] gave it.
fn unmarked(cell: &str) -> &str {
    cell.strip_prefix(MARK).filter(|rest| needs_mark(rest)).unwrap_or(cell)
}

fn needs_mark(cell: &str) -> bool {
    if let Some(rest) = cell.strip_prefix(MARK) {
        return needs_mark(rest);
    }
    // No table of all letters: of others than these, a date may have any.
    let is_letter = |letter: char| letter.is_ascii_alphabetic() || ('À'..'\u{2000}').contains(&letter);
    let mut words = cell.split(|letter| !is_letter(letter)).enumerate();
    cell.starts_with(['\t', '\r', '\n'])
        || cell.trim_start().starts_with(['=', '+', '-', '@', '＝', '＋', '－', '＠'])
        || (cell.contains(|letter: char| letter.is_ascii_digit() || ('０'..='９').contains(&letter))
            && !is_plain_number(cell)
            && words.all(|(at, word)| word.is_empty() || is_of_a_date(word, at == 0)))
}

/// Returns `true` for a whole number that a spreadsheet writes as it is, and for a telephone number.
fn is_plain_number(cell: &str) -> bool {
    let is_whole = cell.len() <= 15 && !cell.starts_with('0') && cell.bytes().all(|letter| letter.is_ascii_digit());
    let groups = cell.split([' ', '(', ')', '-', '.']).filter(|group| !group.is_empty());
    let lengths: Vec<usize> = groups.clone().map(str::len).collect();
    let is_phone = matches!(*lengths, [3, 3, 4] | [1, 3, 3, 4]);
    cell == "0" || is_whole || (is_phone && groups.flat_map(str::bytes).all(|letter| letter.is_ascii_digit()))
}

/// The letters with which words of dates, times and numbers begin, in English and Spanish: `MAR1`, `5 de marzo`, `5 p`, `1E5`.
const OF_DATES: &str = "jan feb mar apr may jun jul aug sep oct nov dec mon tue wed thu fri sat sun ene abr ago set dic a p am pm e t z de";

/// Of other words there is no date or number. Only names of months and days are its first word.
fn is_of_a_date(word: &str, is_first: bool) -> bool {
    let word = word.to_lowercase();
    let begin = word.get(..3).unwrap_or(&word);
    OF_DATES.split(' ').any(|known| known == begin) && (!is_first || begin.len() == 3)
}

/// Writes a table as CSV. For a spreadsheet, cells that it would run or change begin with an apostrophe, which [`read_csv`] takes
/// off again, and the text begins with a byte order mark; with `exact`, for a program, cells are written as they are.
pub fn to_csv<'r>(rows: impl IntoIterator<Item = &'r Vec<String>>, exact: bool) -> String {
    let mut writer = csv::WriterBuilder::new().flexible(true).terminator(csv::Terminator::CRLF).from_writer(Vec::new());
    for row in rows {
        let marked =
            row.iter().map(|cell| if !exact && needs_mark(cell) { format!("{MARK}{cell}") } else { cell.clone() });
        // Nothing fails in memory.
        let _ = writer.write_record(marked);
    }
    let text = String::from_utf8(writer.into_inner().unwrap_or_default()).unwrap_or_default();
    if exact { text } else { format!("\u{feff}{text}") }
}
