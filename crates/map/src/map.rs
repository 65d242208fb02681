//! A map, read from JSON with every fault of its form.

use crate::dates::{self, FORMATS, Format, ZONES};
use crate::finding::Finding;
use casegate::json::{Document, Members};
use casegate::suggest::nearest;
use std::collections::HashSet;

/// Where each field of a case comes from, and where results go. See the [crate](crate).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Map {
    pub(crate) name: String,
    pub(crate) row_id: Option<String>,
    pub(crate) blank: Vec<String>,
    pub(crate) targets: Vec<Target>,
    pub(crate) back: Option<Back>,
}

/// A field of a case, and its source.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Target {
    /// The pointer in the case.
    pub(crate) at: String,
    /// The pointer in the map.
    pub(crate) place: String,
    pub(crate) source: Source,
    pub(crate) values: Vec<(String, Document)>,
    pub(crate) format: Option<Format>,
    pub(crate) split: Option<String>,
    pub(crate) blank: Option<Vec<String>>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Source {
    Value(Document),
    /// Columns, whose answers are joined by a text; without one, the first answer counts.
    Columns(Vec<String>, Option<String>),
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Back {
    pub(crate) per_result: bool,
    pub(crate) columns: Vec<BackColumn>,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct BackColumn {
    pub(crate) name: String,
    /// The pointer in a result; `None` for the id of the row.
    pub(crate) at: Option<String>,
    pub(crate) values: Vec<(String, Document)>,
}

impl Target {
    pub(crate) fn columns(&self) -> &[String] {
        if let Source::Columns(columns, _) = &self.source { columns } else { &[] }
    }
}

impl Map {
    /// Reads a map.
    ///
    /// # Errors
    ///
    /// Every fault of the map's form, each with its place.
    pub fn parse(text: &str) -> Result<Map, Vec<Finding>> {
        let text = text.strip_prefix('\u{feff}').unwrap_or(text);
        let document = Document::read(text).map_err(|error| {
            let message = format!("The map is not JSON from line {}, column {} on.", error.line, error.column);
            vec![Finding::new("map_unreadable", "", message)]
        })?;
        let twice = |at| Finding::new("key_twice", at, "This key occurs twice. Keep one of them.");
        let mut reader = Reader { faults: Document::repeated_keys(text).into_iter().map(twice).collect() };
        let map = reader.map(&document);
        map.filter(|_| reader.faults.is_empty()).ok_or(reader.faults)
    }

    /// The columns of the table that the map reads, each with its first place in the map.
    pub(crate) fn columns(&self) -> Vec<(&str, String)> {
        let id = self.row_id.iter().map(|column| (column.as_str(), "/row_id".to_owned()));
        let of_targets = self
            .targets
            .iter()
            .flat_map(|target| target.columns().iter().map(|column| (column.as_str(), target.place.clone())));
        let mut seen = HashSet::new();
        id.chain(of_targets).filter(|(column, _)| seen.insert(*column)).collect()
    }
}

/// Returns a pointer below another one.
pub(crate) fn below(at: &str, key: &str) -> String {
    format!("{at}/{}", key.replace('~', "~0").replace('/', "~1"))
}

struct Reader {
    faults: Vec<Finding>,
}

impl Reader {
    fn fault(&mut self, code: &'static str, at: &str, message: impl Into<String>) {
        self.faults.push(Finding::new(code, at, message));
    }

    fn map(&mut self, document: &Document) -> Option<Map> {
        let map = self.object("", document, &["name", "row_id", "blank", "fields", "back"])?;
        let name = self.text("/name", map.get("name"));
        if map.get("name").is_none() {
            self.fault(
                "key_missing",
                "/name",
                "Give the map a `name`. With the id of a row it is the key of its case.",
            );
        }
        let Some(fields) = map.get("fields") else {
            self.fault("key_missing", "/fields", "A map needs `fields`: the source of each field of a case.");
            return None;
        };
        let fields = self.object("/fields", fields, &[])?;
        let read = Map {
            name: name.unwrap_or_default(),
            row_id: self.compared("/row_id", map.get("row_id")),
            blank: self.texts("/blank", map.get("blank"), true).unwrap_or_default(),
            targets: fields.iter().filter_map(|(at, source)| self.target(at, source)).collect(),
            back: map.get("back").and_then(|back| self.back(back)),
        };
        Some(read)
    }

    fn target(&mut self, at: &str, source: &Document) -> Option<Target> {
        let place = below("/fields", at);
        let keys = ["column", "columns", "value", "join", "first", "values", "format", "zone", "split", "blank"];
        let settings = self.object(&place, source, &keys)?;
        let [column, columns, value, join, first] =
            [0, 1, 2, 3, 4].map(|key| keys.get(key).and_then(|key| settings.get(key)));
        let is_first = first.map(|first| first.as_bool() == Some(true));
        let source = match (column, columns, value) {
            (Some(column), None, None) if join.or(first).is_none() => {
                Source::Columns(vec![self.compared(&below(&place, "column"), Some(column))?], None)
            }
            (None, Some(columns), None)
                if (join.is_some() && first.is_none()) || (join.is_none() && is_first == Some(true)) =>
            {
                let columns = self.texts(&below(&place, "columns"), Some(columns), false)?;
                Source::Columns(columns, join.and_then(|join| self.text_of(&below(&place, "join"), join)))
            }
            (None, None, Some(value)) if settings.len() == 1 && !value.is_null() => Source::Value(value.clone()),
            _ => {
                let message = "A target has one source: `column`; `columns` with `join` or with `\"first\": true`; or `value` \
                    alone, which is not null.";
                self.fault("source_unclear", &place, message);
                return None;
            }
        };
        let values = self.values(&below(&place, "values"), settings.get("values"));
        for (key, _) in &values {
            self.ends(&below(&below(&place, "values"), key), key);
        }
        Some(Target {
            at: at.to_owned(),
            format: self.format(&place, settings),
            values,
            split: self.text(&below(&place, "split"), settings.get("split")),
            blank: self.texts(&below(&place, "blank"), settings.get("blank"), true),
            place,
            source,
        })
    }

    fn format(&mut self, place: &str, settings: &Members) -> Option<Format> {
        let [format, zone] = ["format", "zone"].map(|key| settings.get(key));
        let found = match (format.map(Document::as_str), zone.map(Document::as_str)) {
            (None, None) => return None,
            (Some(Some("datetime")), Some(Some(zone))) => dates::zone(zone).map(Format::Time),
            (Some(Some(name)), None) => dates::of(name),
            _ => None,
        };
        if found.is_none() {
            let formats = FORMATS.map(|(name, _)| name).join(", ");
            let zones = ZONES.map(|(name, ..)| name).join(", ");
            let message = format!(
                "A format is one of {formats}. Only `datetime` has a `zone`, and needs it: {zones}, or an offset such as -05:00."
            );
            self.fault("format_unfit", place, message);
        }
        found
    }

    fn back(&mut self, back: &Document) -> Option<Back> {
        let back = self.object("/back", back, &["rows", "columns"])?;
        let rows = back.get("rows").and_then(Document::as_str);
        if !matches!(rows, Some("per_case" | "per_result")) {
            self.fault("wrong_type", "/back/rows", "`rows` is per_case or per_result.");
        }
        let Some(columns) = back.get("columns") else {
            self.fault("key_missing", "/back/columns", "`back` needs `columns`: what is written into each.");
            return None;
        };
        let columns = self.object("/back/columns", columns, &[])?;
        let columns = columns.iter().filter_map(|(name, column)| self.back_column(name, column)).collect();
        Some(Back { per_result: rows == Some("per_result"), columns })
    }

    fn back_column(&mut self, name: &str, column: &Document) -> Option<BackColumn> {
        let place = below("/back/columns", name);
        let settings = self.object(&place, column, &["row_id", "at", "values"])?;
        let at = match (settings.get("row_id"), settings.get("at")) {
            (Some(Document::Boolean(true)), None) if settings.len() == 1 => None,
            (None, Some(Document::Text(at))) if at.starts_with('/') => Some(at.clone()),
            _ => {
                let message =
                    "A column of `back` is `{\"row_id\": true}`, or `at` with a pointer such as /state, and `values`.";
                self.fault("source_unclear", &place, message);
                return None;
            }
        };
        let values = self.values(&below(&place, "values"), settings.get("values"));
        if values.iter().any(|(_, word)| word.as_str().is_none()) {
            self.fault("wrong_type", &below(&place, "values"), "On the way back, `values` has texts.");
        }
        Some(BackColumn { name: name.to_owned(), at, values })
    }

    fn values(&mut self, at: &str, values: Option<&Document>) -> Vec<(String, Document)> {
        let Some(values) = values.and_then(|values| self.object(at, values, &[])) else { return Vec::new() };
        for (key, value) in values.iter() {
            if value.is_null() {
                self.fault("wrong_type", &below(at, key), "Text cannot mean null. List it in `blank`.");
            }
        }
        values.iter().map(|(key, value)| (key.to_owned(), value.clone())).collect()
    }

    /// Returns an object whose keys are known; without a list, any key is.
    fn object<'d>(&mut self, at: &str, value: &'d Document, known: &[&str]) -> Option<&'d Members> {
        let Some(members) = value.as_object() else {
            let code = if at.is_empty() { "map_unreadable" } else { "wrong_type" };
            self.fault(code, at, "This must be a JSON object.");
            return None;
        };
        if known.is_empty() && members.is_empty() {
            self.fault("wrong_type", at, "This object must not be empty.");
        }
        for (key, _) in members.iter().filter(|(key, _)| !known.is_empty() && !known.contains(key)) {
            let near =
                nearest(key, known.iter().copied()).map_or(String::new(), |near| format!(" Did you mean {near}?"));
            self.fault("key_unknown", &below(at, key), format!("This key has no meaning here.{near}"));
        }
        Some(members)
    }

    /// Returns a text that is not empty.
    fn text(&mut self, at: &str, value: Option<&Document>) -> Option<String> {
        let text = self.text_of(at, value?)?;
        if text.is_empty() {
            self.fault("wrong_type", at, "This must not be empty.");
        }
        Some(text)
    }

    /// Returns a text that is compared with cells or headers, of which white space at the ends does not count.
    fn compared(&mut self, at: &str, value: Option<&Document>) -> Option<String> {
        let text = self.text(at, value)?;
        self.ends(at, &text);
        Some(text)
    }

    fn ends(&mut self, at: &str, text: &str) {
        if text.trim() != text {
            let message =
                "White space at the ends of a cell or a header does not count, so this never matches. Remove it here.";
            self.fault("white_space", at, message);
        }
    }

    fn text_of(&mut self, at: &str, value: &Document) -> Option<String> {
        let text = value.as_str().map(str::to_owned);
        if text.is_none() {
            self.fault("wrong_type", at, "This must be a string.");
        }
        text
    }

    fn texts(&mut self, at: &str, value: Option<&Document>, may_be_empty: bool) -> Option<Vec<String>> {
        let texts: Option<Vec<String>> =
            value?.as_list().and_then(|list| list.iter().map(|entry| entry.as_str().map(str::to_owned)).collect());
        let texts = texts.filter(|texts| may_be_empty || !texts.is_empty());
        if texts.is_none() {
            self.fault("wrong_type", at, "This must be a list of strings.");
        }
        for (number, text) in texts.iter().flatten().enumerate() {
            self.ends(&format!("{at}/{number}"), text);
        }
        texts
    }
}
