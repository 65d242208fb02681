//! The check of a map before the first row: its targets, its words, and the columns of a table.

use crate::finding::{Finding, are_ok};
use crate::map::{Map, Source, Target, below};
use crate::rows::FINDINGS;
use crate::table::text_of;
use casegate::fields::{COMMON, Field, FieldStatus, Kind, POLICY_EXISTENCE, POLICY_LIMIT};
use casegate::json::{Document, Members};
use casegate::suggest::nearest;
use casegate::{Code, Context, check_case};
use serde::Serialize;
use std::borrow::Cow;

/// The answer of a check of a map.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct MapReport {
    /// `true` if the map can be used.
    pub ok: bool,
    /// The faults, and what the map does in every case that a person must know.
    pub findings: Vec<Finding>,
    /// The columns of the table that the map does not use.
    pub unused: Vec<String>,
}

/// The products, with their own fields.
const PRODUCTS: [(&str, &[Field]); 2] = [("pl", POLICY_LIMIT), ("pe", POLICY_EXISTENCE)];

/// Findings about a value for itself, whatever the other fields are. A word that no list has is an error in a map.
const ABOUT_A_VALUE: [Code; 9] = [
    Code::WrongType,
    Code::UnknownWord,
    Code::UnlistedWord,
    Code::WrongLength,
    Code::NotADate,
    Code::UnknownState,
    Code::StateNotUpperCase,
    Code::NotAUsdotNumber,
    Code::NotAnEmail,
];

/// Constants that a person must know of: in every case, and not in the rows.
const CONSTANTS: [(&str, Option<bool>, &str, &str); 6] = [
    ("/expedited_request", None, "constant_costs", "is expedited, which costs money."),
    ("/add_on_services", None, "constant_costs", "orders add-on services, which cost money."),
    ("/is_payment_via_financing", Some(true), "constant_costs", "is paid for by financing."),
    (
        "/is_user_agreeing_to_all_terms_and_conditions",
        Some(true),
        "constant_agrees",
        "agrees to the terms and conditions, whoever sends it.",
    ),
    ("/is_test", Some(true), "constant_test", "is a test, and nobody works on it."),
    ("/is_test", Some(false), "constant_test", "is real, and is charged for."),
];

/// Returns the steps of a pointer of a field or a member.
fn steps(at: &str) -> Option<(&str, Option<&str>)> {
    let name = at.strip_prefix('/')?;
    Some(name.split_once('/').map_or((name, None), |(name, member)| (name, Some(member))))
}

/// Returns the field of a target, of one product.
fn field(at: &str, own: &'static [Field]) -> Option<&'static Field> {
    let (name, member) = steps(at)?;
    let field = COMMON.iter().chain(own).find(|field| field.name == name)?;
    let Some(member) = member else { return Some(field) };
    field.kind.members().iter().find(|field| field.name == member)
}

/// Returns `true` unless a target is a field of the other product alone.
pub(crate) fn has(product: &str, at: &str) -> bool {
    PRODUCTS.iter().all(|(name, own)| *name != product || field(at, own).is_some())
}

/// Returns the kind of a target's value.
pub(crate) fn kind(at: &str) -> Option<Kind> {
    PRODUCTS.iter().find_map(|(_, own)| field(at, own)).map(|field| field.kind)
}

/// Returns a document with a value at the place of a field.
fn with(case_type: &str, at: &str, value: &Document) -> Document {
    let mut case = Members::default();
    case.insert("case_type", Document::from(case_type));
    match steps(at) {
        Some((name, Some(member))) => {
            case.insert(name, Document::Object(Members::from_iter([(member.to_owned(), value.clone())])));
        }
        Some((name, None)) => case.insert(name, value.clone()),
        None => {}
    }
    Document::Object(case)
}

impl Map {
    /// Checks the map: each target is a field of the service, each required field has a source, each word is in its list, and
    /// with the headers of a table, each column is there once.
    pub fn check(&self, context: &Context, headers: Option<&[String]>) -> MapReport {
        let mut check = Check { map: self, context, products: self.products(), findings: Vec::new() };
        for target in &self.targets {
            check.target(target);
        }
        check.required();
        if self.row_id.is_none() {
            let message = "Without `row_id`, rows are only checked, not sent: the same file twice would order twice.";
            check.fault("row_id_missing", "", message);
        }
        check.back();
        let unused = headers.map(|headers| check.headers(headers)).unwrap_or_default();
        MapReport { ok: are_ok(&check.findings), findings: check.findings, unused }
    }

    /// Returns the products that cases of the map may have.
    fn products(&self) -> Vec<(&'static str, &'static [Field])> {
        let made = self.targets.iter().find(|target| target.at == "/case_type").map(values).unwrap_or_default();
        let is_made = |(name, _): &(&str, _)| made.iter().any(|(_, value)| value.as_str() == Some(*name));
        let some: Vec<_> = PRODUCTS.into_iter().filter(is_made).collect();
        if some.is_empty() { PRODUCTS.to_vec() } else { some }
    }
}

/// Returns the values that a map itself puts at a target, with their places.
fn values(target: &Target) -> Vec<(String, &Document)> {
    let own = |(key, value)| (below(&below(&target.place, "values"), key), value);
    match &target.source {
        Source::Value(value) => vec![(below(&target.place, "value"), value)],
        Source::Columns(..) => target.values.iter().map(|(key, value)| own((key, value))).collect(),
    }
}

struct Check<'m> {
    map: &'m Map,
    context: &'m Context,
    products: Vec<(&'static str, &'static [Field])>,
    findings: Vec<Finding>,
}

impl Check<'_> {
    fn fault(&mut self, code: &'static str, at: impl Into<String>, message: impl Into<String>) {
        self.findings.push(Finding::new(code, at, message));
    }

    fn target(&mut self, target: &Target) {
        let Some(field) = self.products.iter().find_map(|(_, own)| field(&target.at, own)) else {
            return self.unknown(target);
        };
        if field.status != FieldStatus::Current {
            let instead = field.replacement.map_or(String::new(), |new| format!(" Use /{}.", new.field));
            return self.fault(
                "target_not_sent",
                &target.place,
                format!("The service does not read this field of a case.{instead}"),
            );
        }
        if let Some((record, _)) = target.at.get(1..).and_then(|name| name.split_once('/')) {
            if self.map.targets.iter().any(|other| other.at.strip_prefix('/') == Some(record)) {
                self.fault("target_twice", &target.place, "The whole record is a target as well. Keep one of the two.");
            }
        }
        self.settings(target, field.kind);
        for (place, value) in values(target) {
            self.value(target, field.kind, place, value);
        }
        self.constants(target);
    }

    /// Names what a map does in every case, or without an answer in the row.
    fn constants(&mut self, target: &Target) {
        for (_, is, code, does) in CONSTANTS.iter().filter(|row| row.0 == target.at) {
            let does_it = |value: &Document| match is {
                Some(is) => value.as_bool() == Some(*is),
                None => value.as_list().is_none_or(|list| !list.is_empty()),
            };
            let said = match &target.source {
                Source::Value(value) => does_it(value).then_some("Every case"),
                Source::Columns(..) => {
                    let listed = || target.values.iter().filter(|(_, value)| does_it(value));
                    if listed().any(|(key, _)| self.map.is_blank(target, key)) {
                        Some("Every case without an answer in this column")
                    } else {
                        let is_each = target.values.len() > 1 && listed().count() == target.values.len();
                        is_each.then_some("Every case with any of the listed texts")
                    }
                }
            };
            if let Some(who) = said {
                self.fault(code, &target.place, format!("{who} {does}"));
            }
        }
    }

    fn unknown(&mut self, target: &Target) {
        let current = |field: &&Field| field.status == FieldStatus::Current;
        let fields = || COMMON.iter().chain(self.products.iter().flat_map(|(_, own)| own.iter())).filter(current);
        let names: Vec<String> = fields()
            .flat_map(|field| {
                let members = field.kind.members().iter().filter(current);
                let members = members.map(move |member| format!("/{}/{}", field.name, member.name));
                std::iter::once(format!("/{}", field.name)).chain(members)
            })
            .collect();
        let name = format!("/{}", target.at.trim_start_matches('/'));
        let near = nearest(&name, names.iter().map(String::as_str)).map(|near| format!(" Did you mean {near}?"));
        let why = if kind(&target.at).is_some() {
            "The cases of this map have another product, without this field."
        } else {
            "The service has no such field."
        };
        self.fault("target_unknown", &target.place, format!("{why}{}", near.unwrap_or_default()));
    }

    /// Checks that the settings of a source fit the kind of its field.
    fn settings(&mut self, target: &Target, kind: Kind) {
        if matches!(target.source, Source::Value(_)) {
            return;
        }
        let (is_date, is_bare) = (matches!(kind, Kind::Date), target.values.is_empty());
        let is_answer = matches!(kind, Kind::Boolean | Kind::Record(_) | Kind::Object);
        let order = "A column of dates has one `format`, such as MDY, because 3/4 may be March or April.";
        let meaning = "List in `values` what each text of the column means, such as { \"Yes\": true, \"No\": false }.";
        for (is_fault, code, message) in [
            (is_date && is_bare && target.format.is_none(), "format_missing", order),
            (is_answer && is_bare, "values_missing", meaning),
            (!is_date && target.format.is_some(), "format_unfit", "Only dates have `format`. Remove it."),
            (!kind.is_array() && target.split.is_some(), "split_unfit", "Only lists have `split`. Remove it."),
        ] {
            if is_fault {
                self.fault(code, &target.place, message);
            }
        }
    }

    /// Checks a value of the map itself. The rulebook judges it in a case of each product.
    fn value(&mut self, target: &Target, kind: Kind, place: String, value: &Document) {
        let is_entry = kind.is_array() && value.as_list().is_none();
        let value = if is_entry { Document::List(vec![value.clone()]) } else { value.clone() };
        let mut refusal = None;
        for (product, own) in &self.products {
            if field(&target.at, own).is_none() {
                continue;
            }
            let report = check_case(&with(product, &target.at, &value).to_string(), self.context);
            let is_below = |at: &str| {
                at.strip_prefix(target.at.as_str()).is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
            };
            let found =
                report.issues.into_iter().find(|issue| ABOUT_A_VALUE.contains(&issue.code) && is_below(&issue.at));
            let Some(issue) = found else { return };
            refusal.get_or_insert(issue);
        }
        if let Some(issue) = refusal {
            self.findings.push(Finding { fix: issue.fix, ..Finding::new("word_refused", place, issue.message) });
        }
    }

    /// Checks that required fields, and required members of records that are targets, have a source.
    fn required(&mut self) {
        let has = |at: &str| self.map.targets.iter().any(|target| target.at == at);
        let mut missing: Vec<(String, Vec<&str>)> = Vec::new();
        for (product, own) in &self.products {
            for field in COMMON.iter().chain(*own).filter(|field| field.status == FieldStatus::Current) {
                let at = format!("/{}", field.name);
                let is_begun = self.map.targets.iter().any(|target| target.at.starts_with(&format!("{at}/")));
                let members = field.kind.members().iter().filter(|member| is_begun && member.is_required);
                let members: Vec<String> = members.map(|member| below(&at, member.name)).collect();
                let itself = (field.is_required && !is_begun).then_some(at);
                for at in itself.into_iter().chain(members).filter(|at| !has(at)) {
                    match missing.iter_mut().find(|(known, _)| *known == at) {
                        Some((_, products)) => products.push(*product),
                        None => missing.push((at, vec![*product])),
                    }
                }
            }
        }
        for (at, products) in missing {
            let of = match products.as_slice() {
                [product] if self.products.len() > 1 => format!(" for `{product}`"),
                _ => String::new(),
            };
            let message = format!("{at} is required{of}, and has no source.");
            self.fault("target_without_source", below("/fields", &at), message);
        }
    }

    fn back(&mut self) {
        let Some(back) = &self.map.back else { return };
        if back.columns.iter().any(|column| column.name == FINDINGS) {
            let message = "The first column, of findings, has this name. Rename this one.";
            self.fault("column_twice", below("/back/columns", FINDINGS), message);
        }
        for column in &back.columns {
            let mut words: Vec<&str> = column.values.iter().filter_map(|(_, word)| word.as_str()).collect();
            let all = words.len();
            words.sort_unstable();
            words.dedup();
            if words.len() < all {
                let at = below(&below("/back/columns", &column.name), "values");
                self.fault("values_one_way", at, "Two values become the same word, so nobody can tell them apart.");
            }
        }
    }

    /// Checks the columns of a table, and returns those that are not used.
    fn headers(&mut self, headers: &[String]) -> Vec<String> {
        let columns = self.map.columns();
        let headers: Vec<_> = headers.iter().map(|header| text_of(header)).collect();
        // A file without headers begins with a row, of which nothing is repeated.
        if !columns.iter().any(|(column, _)| headers.iter().any(|header| header == column)) {
            if !columns.is_empty() {
                self.fault("header_missing", "", "The first line has none of the columns of the map.");
            }
            return Vec::new();
        }
        for (column, place) in &columns {
            match headers.iter().filter(|header| header == column).count() {
                0 => {
                    let free = headers
                        .iter()
                        .map(AsRef::as_ref)
                        .filter(|header| !columns.iter().any(|(used, _)| used == header));
                    let near = nearest(column, free).map_or(String::new(), |near| format!(" The nearest is `{near}`."));
                    self.findings.push(
                        Finding::new("column_missing", place, format!("The table has no column `{column}`.{near}"))
                            .columns([*column]),
                    );
                }
                1 => {}
                count => self.findings.push(
                    Finding::new(
                        "column_twice",
                        place,
                        format!("The table has {count} columns `{column}`. Rename all but one."),
                    )
                    .columns([*column]),
                ),
            }
        }
        let is_used = |header: &str| columns.iter().any(|(column, _)| *column == header);
        headers.into_iter().filter(|header| !is_used(header)).map(Cow::into_owned).collect()
    }
}
