//! The findings of each line of the tables for a single value.

use super::formats::{State, day, is_email_address, state};
use super::lines::Remark::{Deprecated, Ignored, Optional, Read, Required};
use super::lines::Type::{
    self, Boolean, ClosedWords, Date, Emails, ExpeditedRequest, Integer, Object, OneOpenWord, OpenWords, Record,
    SelectsTheProduct, Text,
};
use super::lines::{CASE_TYPES, EXPEDITED_PE, EXPEDITED_PL, Line};
use super::{Case, Finding, Product, error, warning};
use serde_json::{Map, Value};

/// The state of a field.
pub(super) enum Shape<'c> {
    /// D1.
    Unset,
    Set(&'c Value),
    /// D40.
    Malformed,
}

impl Line {
    /// The state of a value of this field.
    pub(super) fn shape<'c>(&self, value: Option<&'c Value>) -> Shape<'c> {
        let Some(value) = value else { return Shape::Unset };
        if value.is_null() || self.1.is_blank(value) {
            return Shape::Unset;
        }
        if self.1.is_of_it(value) { Shape::Set(value) } else { Shape::Malformed }
    }

    /// D1: "a string that is empty or only white space, or (for array fields) an empty array". D38:
    /// blank is for strings.
    pub(super) fn is_set(&self, value: Option<&Value>) -> bool {
        value.is_some_and(|value| !value.is_null() && !self.1.is_blank(value))
    }

    /// The findings about the value alone.
    pub(super) fn findings(&self, case: &Case<'_>, at: &str, value: Option<&Value>) -> Vec<Finding> {
        let Line(name, kind, remark) = self;
        let is_legacy = case.context.legacy.is_some();
        let remark = match *name {
            // D22: "does not require case_type", and announces its files.
            "case_type" | "files_to_upload" if is_legacy => Optional,
            // D16: the alias counts in its place. D42: one that is malformed has its finding already.
            "insurance_company" if !matches!(case.shape("insurance_company_name"), Shape::Unset) => Optional,
            _ => *remark,
        };
        match (remark, value) {
            // D9, whatever the value.
            (Read, Some(_)) => return vec![warning("read_only", at)],
            (Read, None) => return Vec::new(),
            (Required, _) if !self.is_set(value) => return vec![error("required", at)],
            // "May also be null."
            (_, Some(Value::Null)) if *name == "expedited_request" => return Vec::new(),
            (_, Some(Value::Null)) => return vec![warning("null_value", at)],
            (Ignored, _) if self.is_set(value) => return vec![warning("ignored", at)],
            (Deprecated, _) if self.is_set(value) => return vec![warning("deprecated", at)],
            _ => {}
        }
        match value {
            Some(value) if self.is_set(Some(value)) => kind.findings(case, at, value),
            _ => Vec::new(),
        }
    }
}

impl Type {
    fn is_blank(self, value: &Value) -> bool {
        match self {
            Boolean | Integer | Record(_) | Object => false,
            ClosedWords(_) | OpenWords(_) => value.as_array().is_some_and(Vec::is_empty),
            OneOpenWord(_) => value.as_array().is_some_and(Vec::is_empty) || is_blank_text(value),
            Text | Emails | Date | Type::State { .. } | SelectsTheProduct | ExpeditedRequest => is_blank_text(value),
        }
    }

    /// Returns `true` if rules can read a value that is set. D40 leaves the elements to the rules.
    fn is_of_it(self, value: &Value) -> bool {
        match self {
            Text | Emails | Type::State { .. } | SelectsTheProduct | ExpeditedRequest => value.is_string(),
            Date => value.as_str().is_some_and(|text| day(text).is_some()),
            Boolean => value.is_boolean(),
            Integer => is_whole(value),
            ClosedWords(_) | OpenWords(_) => value.is_array(),
            OneOpenWord(_) => {
                value.is_string() || value.as_array().is_some_and(|words| words.len() == 1 && words[0].is_string())
            }
            Record(_) | Object => value.is_object(),
        }
    }

    fn findings(self, case: &Case<'_>, at: &str, value: &Value) -> Vec<Finding> {
        let wrong_type = || vec![error("wrong_type", at)];
        match self {
            Text => value.as_str().map_or_else(wrong_type, |_| Vec::new()),
            Emails => value.as_str().map_or_else(wrong_type, |text| {
                let are_addresses = text.split_whitespace().all(is_email_address);
                if are_addresses { Vec::new() } else { vec![warning("not_an_email", at)] }
            }),
            Date => value.as_str().map_or_else(wrong_type, |text| {
                if day(text).is_some() { Vec::new() } else { vec![error("not_a_date", at)] }
            }),
            Boolean => value.as_bool().map_or_else(wrong_type, |_| Vec::new()),
            Integer if is_whole(value) => Vec::new(),
            Integer => wrong_type(),
            Type::State { upper_case } => value.as_str().map_or_else(wrong_type, |text| match state(text) {
                State::Usual => Vec::new(),
                State::Unusual => vec![warning("unusual_state", at)],
                State::OtherCase if upper_case => vec![error("state_not_upper_case", at)],
                State::OtherCase => vec![warning("state_case", at)],
                State::Unknown => vec![error("unknown_state", at)],
            }),
            SelectsTheProduct => value.as_str().map_or_else(wrong_type, |text| {
                if CASE_TYPES.contains(&text) { Vec::new() } else { vec![error("unknown_word", at)] }
            }),
            ExpeditedRequest => value.as_str().map_or_else(wrong_type, |text| {
                if expedited_requests(case.product).contains(&text) {
                    Vec::new()
                } else {
                    vec![error("unknown_word", at)]
                }
            }),
            ClosedWords(list) => value
                .as_array()
                .map_or_else(wrong_type, |words| elements(at, words, |at| error("unknown_word", at), list)),
            OpenWords(list) => value
                .as_array()
                .map_or_else(wrong_type, |words| elements(at, words, |at| warning("unlisted_word", at), list)),
            OneOpenWord(list) => match value {
                // D15: "one string (deprecated, warns)"
                Value::String(word) => {
                    let mut findings = vec![warning("string_form", at)];
                    if !list.contains(&word.as_str()) {
                        findings.push(warning("unlisted_word", at));
                    }
                    findings
                }
                // D40: malformed as a whole; D7: one mistake, one finding.
                Value::Array(words) if words.len() != 1 => vec![error("wrong_length", at)],
                Value::Array(words) => elements(at, words, |at| warning("unlisted_word", at), list),
                _ => wrong_type(),
            },
            Record(members) => {
                value.as_object().map_or_else(wrong_type, |record| record_findings(case, at, record, members))
            }
            Object => value.as_object().map_or_else(wrong_type, |_| Vec::new()),
        }
    }
}

/// D38: white space is Unicode's.
fn is_blank_text(value: &Value) -> bool {
    value.as_str().is_some_and(|text| text.trim().is_empty())
}

/// D2: "`2020.0` is an integer".
fn is_whole(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number % 1.0 == 0.0)
}

fn expedited_requests(product: Option<Product>) -> &'static [&'static str] {
    match product {
        Some(Product::Pe) => EXPEDITED_PE,
        // A word of either product may be right.
        Some(Product::Pl) | None => EXPEDITED_PL,
    }
}

/// D41: "An element's finding is at the element". D15: "duplicates warn".
fn elements(at: &str, words: &[Value], unlisted: impl Fn(&str) -> Finding, list: &[&str]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for (index, word) in words.iter().enumerate() {
        let at = format!("{at}/{index}");
        let Some(text) = word.as_str() else {
            findings.push(error("wrong_type", &at));
            continue;
        };
        if !list.contains(&text) {
            findings.push(unlisted(&at));
        }
        if words[..index].contains(word) {
            findings.push(warning("duplicate_word", &at));
        }
    }
    findings
}

fn record_findings(case: &Case<'_>, at: &str, record: &Map<String, Value>, members: &[Line]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for member in members {
        findings.extend(member.findings(case, &format!("{at}/{}", member.0), record.get(member.0)));
    }
    // D4, "at any depth".
    for name in record.keys().filter(|name| members.iter().all(|member| member.0 != *name)) {
        findings.push(warning("unknown_field", &format!("{at}/{}", escaped(name))));
    }
    findings
}

/// A name in a JSON Pointer (RFC 6901).
pub(super) fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}
