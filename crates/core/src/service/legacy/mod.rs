//! Migrates the legacy three-step flow to one current request, and reports everything that is lost
//! or uncertain.

pub(crate) mod files;
pub(crate) mod trace;

use crate::case::check::check_text;
use crate::case::prepare::{Omitted, Reason, prepare_text};
use crate::context::Context;
use crate::messages::parts::LEGACY;
use crate::report::Report;
use crate::report::input::unreadable;
use crate::report::issue::Issue;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::rulebook::surface::Surface;
use crate::rulebook::tokens::Label;
pub use crate::service::legacy::files::MovedFile;
use crate::service::legacy::files::Sorted;
use crate::service::legacy::trace::Trace;
use crate::service::requests::kinds::{EndpointId, Method};
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use crate::text::json::pointer::Segment;
use serde::Serialize;

/// The migration of a legacy trace.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Migration {
    /// The replacement request. `None` if the trace contains no case, or if it is ambiguous which
    /// case to migrate.
    pub request: Option<CurrentRequest>,
    /// Files beyond the limits of one create request. Each is sent to the append endpoint
    /// afterwards, in this order.
    pub append: Vec<MovedFile>,
    /// Files that exceed the limits of both endpoints. The losses contain the reasons.
    pub unplaced: Vec<MovedFile>,
    /// Data that the request does not carry over, and uncertain decisions. Each `at` is a path in
    /// the trace.
    pub losses: Vec<Issue>,
    /// The report on the new case, or `None` if there is no request.
    pub report: Option<Report>,
}

/// One request to the create endpoint.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schemars", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct CurrentRequest {
    /// The HTTP method.
    pub method: Method,
    /// The path.
    pub path: String,
    /// The part `case`, with the original spelling of numbers.
    pub case: JsonText,
    /// The parts `files`, in the order of the uploads.
    pub files: Vec<MovedFile>,
    /// The parts `labels`, one for each file.
    pub labels: Vec<Label>,
}

/// Migrates a trace of the legacy flow to one request to the create endpoint.
///
/// Every dropped item is reported, and files of one ticket never reach the case of another.
///
/// ```
/// use casegate::{Date, Context};
/// use casegate::legacy::migrate_legacy;
///
/// let context = Context::new(Date::parse("2026-03-01").ok_or("no such day")?);
/// let trace = r#"{ "steps": [
///     { "method": "POST", "path": "/policy_limit_searches/", "body": { "files_to_upload": ["other1"] } },
///     { "method": "POST", "path": "/upload/17/other1", "file": { "name": "a.pdf", "size": 9 } },
///     { "method": "PUT", "path": "/tickets/17/ready" } ] }"#;
/// let migrated = migrate_legacy(trace, &context);
/// let request = migrated.request.ok_or("no case")?;
/// assert_eq!((request.case.get(), request.files.len()), (r#"{"case_type":"pl"}"#, 1));
/// assert_eq!(migrated.losses.len(), 1); // `other1` is `other` now.
/// # Ok::<(), &str>(())
/// ```
pub fn migrate_legacy(input: &str, context: &Context) -> Migration {
    let unread = |issue| Migration { losses: vec![issue], ..Migration::default() };
    let input = match Document::input(input, context) {
        Ok(input) if input.as_object().is_some() => input,
        Ok(_) => return unread(unreadable(context, Code::NotAnObject, Params::default())),
        Err(issue) => return unread(*issue),
    };
    let mut losses = IssueSink::new(context, &LEGACY);
    let moved = Trace::read(&input, &mut losses).and_then(|trace| moved(&trace, &mut losses));
    Migration { losses: losses.finish().0, ..moved.unwrap_or_default() }
}

fn moved(trace: &Trace<'_>, losses: &mut IssueSink<'_>) -> Option<Migration> {
    let context = losses.context.clone().surface(Surface::Create);
    let case = case(trace, &context, losses)?;
    let Sorted { files, append, unplaced } = files::moved(trace, losses);
    if !trace.is_ready {
        losses.push(Code::NeverReady, vec!["steps".into()], Params::default(), Some("LEG-ready-path"));
    }
    let create = EndpointId::Create.endpoint()?;
    let report = check_text(case.get(), &context);
    let labels = files.iter().map(|file| file.label).collect();
    let request = CurrentRequest { method: create.method, path: create.template(), case, files, labels };
    Some(Migration { request: Some(request), append, unplaced, losses: Vec::new(), report: Some(report) })
}

/// Returns the case in the form of the create endpoint: with the product of the path, and without
/// declared files.
fn case(trace: &Trace<'_>, context: &Context, losses: &mut IssueSink<'_>) -> Option<JsonText> {
    let Trace { body, product, .. } = *trace;
    let at = |name: &str| -> Vec<Segment> { trace.body_at().into_iter().chain([name.into()]).collect() };
    let product_word = || Document::from(product.case_type());
    let mut fields = Vec::with_capacity(body.len() + 1);
    if body.get("case_type").is_none() {
        fields.push(("case_type".to_owned(), product_word()));
    }
    for (name, value) in body.iter() {
        let value = match (name, value) {
            ("case_type", given) => {
                let says_nothing = given.is_null() || given.as_str().is_some_and(|text| text.trim().is_empty());
                if !says_nothing && *given != product_word() {
                    losses.push(Code::CaseTypeDisagrees, at(name), Params::default(), Some("LEG-create-paths"));
                }
                product_word()
            }
            ("files_to_upload", given) => {
                // The labels are sent with their files. A value that is not a list of labels is
                // reported as left out.
                let carries = match given {
                    Document::List(list) => list.iter().all(|label| label.as_str().is_some()),
                    other => other.is_null(),
                };
                if !carries {
                    left_out(losses, at(name), Reason::Ignored);
                }
                continue;
            }
            // The string form is deprecated (VER-base_product-string). A list with one item is
            // equivalent.
            ("base_product", Document::Text(word))
                if product == Product::PolicyExistence && !word.trim().is_empty() =>
            {
                Document::List(vec![value.clone()])
            }
            (_, value) => value.clone(),
        };
        fields.push((name.to_owned(), value));
    }
    let prepared = prepare_text(&Document::Object(fields.into_iter().collect()).to_string(), context);
    for Omitted { at, reason } in prepared.omitted {
        let same_company =
            at == "/insurance_company_name" && body.get("insurance_company_name") == body.get("insurance_company");
        if matches!(reason, Reason::Deprecated | Reason::Ignored | Reason::ReadOnly) && !same_company {
            left_out(losses, trace.body_at().into_iter().chain(segments(&at)).collect(), reason);
        }
    }
    prepared.prepared
}

fn left_out(losses: &mut IssueSink<'_>, at: Vec<Segment>, reason: Reason) {
    let reason = match reason {
        Reason::Deprecated => "deprecated",
        Reason::ReadOnly => "read_only",
        _ => "ignored",
    };
    losses.push(Code::FieldLeftOut, at, Params::default().with("reason", Param::from(reason)), None);
}

/// Returns the keys of a pointer into a case. Such a pointer has no list indexes.
fn segments(pointer: &str) -> impl Iterator<Item = Segment> {
    pointer.split('/').skip(1).map(|key| Segment::Key(key.replace("~1", "/").replace("~0", "~")))
}
