//! Creates a case with its files. An accepted case is created whatever happens to the files.

use super::multipart::{self, Takes};
use super::parts::{GivenFile, Parts, Saved};
use super::request_context::{Carried, RequestContext};
use crate::app::{App, Shared};
use crate::error::{ApiError, in_body, in_member, refused};
use crate::prose;
use crate::store::{NewCase, OWN_SOURCE, StoredFile, Upload};
use crate::transition;
use axum::Json;
use axum::body::Body;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::files::{FileEndpoint, FileLimits, FileRequest, FileStatus, FileToSend, FileVerdict, judge_files};
use casegate::records::OrUnknown;
use casegate::records::{Attachment, CreateResponse};
use casegate::requests::EndpointId;
use casegate::tokens::{AttachmentStatus, FileErrorCode};
use casegate::{Issue, Product, Severity};
use casegate_axum::Problem;
use rusqlite::Transaction;
use serde_json::{Map, Value};

/// The limit exceeds ten files of 25 MB, so that each file beyond the limits is reported.
const TAKES: Takes = Takes { body_bytes: 320 << 20, files: FileLimits::of(FileEndpoint::Create).files };

/// A case that was accepted.
struct Good {
    product: Product,
    is_test: bool,
    payload: String,
    /// The rulebook's warnings, with their places in the request.
    warnings: Problem,
    attachments: Vec<Attachment>,
    /// The accepted files on the disk, with their names and labels.
    files: Vec<(Upload, StoredFile)>,
}

pub(super) async fn create(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let parts = multipart::read(app, &asked, body, &TAKES).await?;
    let judging = std::sync::Arc::clone(app);
    let judged = move || judge(&judging, &asked, parts).map(|good| (asked, good));
    let (asked, good) = tokio::task::spawn_blocking(judged).await??;
    let created = app.change_with_files(move |tx, app| begin(tx, app, &asked, good)).await?;
    let location = created.case_ref.as_ref().and_then(|key| {
        let path = EndpointId::Detail.endpoint()?.path(&[("ref", key)]).ok()?;
        HeaderValue::from_str(&format!("{}{path}", app.base_url)).ok()
    });
    let mut response = (StatusCode::CREATED, Json(created)).into_response();
    if let Some(location) = location {
        response.headers_mut().insert(header::LOCATION, location);
    }
    Ok(response)
}

/// The case of another program of the organization.
const FOREIGN: &str = r#"{"case_type":"pl","cc_emails":"intake@firm.example","plaintiff_name":"Other Plaintiff","date_of_loss":"2026-01-15","is_incident_report_provided":false,"base_product":["personal_auto_policy_limits"],"insurance_company":"Example Insurance"}"#;

/// Creates a case as another program of the organization does.
pub(super) async fn foreign(app: &Shared, organization: i64) -> Result<(), ApiError> {
    let (product, source, token_name) = (Product::PolicyLimit, OWN_SOURCE, "another program");
    let new = NewCase { organization, product, source, payload: FOREIGN, token_name };
    app.change(move |tx, app| transition::begin(tx, app, false, &new).map(drop)).await
}

/// Judges a request, and settles the accepted files.
fn judge(app: &App, asked: &RequestContext, parts: Parts) -> Result<Good, ApiError> {
    let carried = Carried { parts: Some(parts.described()), ..Carried::default() };
    let names = carried.part_names();
    let report = asked.judge(&carried)?;
    // Findings about a file are in its attachment.
    let of_request = report.issues.into_iter().filter(|issue| issue.code.severity() == Severity::Warning);
    let warnings: Vec<Issue> = of_request.collect();
    let (Some(case), Some(payload)) = (report.case, parts.text("case")) else {
        return Err(refused(warnings, &names).into());
    };
    let facts = case.facts;
    let Some(product) = facts.case_type else { return Err(refused(warnings, &names).into()) };
    let warnings = Problem::new(StatusCode::CREATED, "")
        .issues_at(warnings, |at| in_body(at, &names))
        .issues_at(case.issues, |at| Some(in_member(Some("case"), at)));
    let payload = payload.to_owned();
    let labels = parts.texts("labels").map(|label| Some(label.to_owned())).collect();
    let given = parts.into_files("files");
    let request = FileRequest {
        files: given.iter().map(|file| FileToSend::new(file.filename.as_str(), file.size)).collect(),
        labels,
        ..FileRequest::default()
    };
    let verdicts = judge_files(&request, &asked.context).files;
    let mut good = Good { product, is_test: facts.test, payload, warnings, attachments: Vec::new(), files: Vec::new() };
    for (file, verdict) in given.into_iter().zip(verdicts) {
        good.take(app, file, verdict);
    }
    Ok(good)
}

impl Good {
    fn take(&mut self, app: &App, file: GivenFile, verdict: FileVerdict) {
        let mut attachment = Attachment {
            filename: verdict.filename.unwrap_or_default(),
            label: verdict.label.unwrap_or_default(),
            status: OrUnknown::Known(AttachmentStatus::Rejected),
            file_id: None,
            error: verdict.error,
            error_code: verdict.error_code.map(OrUnknown::Known),
            extra: Map::new(),
        };
        if verdict.status == FileStatus::Accepted {
            if let Some(upload) = settled(file.bytes) {
                let id = upload.id().to_string();
                attachment.status = OrUnknown::Known(AttachmentStatus::Accepted);
                attachment.file_id = Some(id.clone());
                let stored = StoredFile {
                    id,
                    through: "create".to_owned(),
                    filename: attachment.filename.clone(),
                    label: attachment.label.clone(),
                    size: file.size,
                    created_at: app.now(),
                };
                self.files.push((upload, stored));
            } else {
                attachment.error = Some(prose::NOT_STORED.to_owned());
                attachment.error_code = Some(OrUnknown::Known(FileErrorCode::InternalError));
            }
        }
        self.attachments.push(attachment);
    }
}

/// Returns a file that is on the disk. If writing failed, only this file fails.
fn settled(bytes: Saved) -> Option<Upload> {
    let failed = |error: &std::io::Error| tracing::error!(kind = ?error.kind(), "a file could not be stored");
    match bytes {
        Saved::Whole(upload) => upload.settle().inspect_err(failed).ok().map(|()| upload),
        Saved::Failed(error) => {
            failed(&error);
            None
        }
        Saved::Nothing => None,
    }
}

/// The member for warnings.
const WARNINGS: &str = "warnings";

/// Returns the member `warnings`, which is ours, in the form of a refusal's; it is omitted if
/// empty. It reports, for example, a part that nothing reads, which the service may ignore
/// silently.
pub(super) fn extra_of(warnings: &Problem) -> Result<Map<String, Value>, ApiError> {
    let mut problem = serde_json::to_value(warnings)?;
    let warnings = problem.get_mut(WARNINGS).map(Value::take);
    Ok(warnings.map(|warnings| (WARNINGS.to_owned(), warnings)).into_iter().collect())
}

fn begin(
    tx: &Transaction<'_>,
    app: &App,
    asked: &RequestContext,
    good: Good,
) -> Result<(CreateResponse, Vec<Upload>), ApiError> {
    let new = NewCase {
        organization: asked.bearer.organization,
        product: good.product,
        source: OWN_SOURCE,
        payload: &good.payload,
        token_name: &asked.bearer.name,
    };
    let case = transition::begin(tx, app, good.is_test, &new)?;
    let mut kept = Vec::new();
    for (upload, file) in good.files {
        file.add(tx, case.id)?;
        kept.push(upload);
    }
    let created = CreateResponse {
        case_id: case.id,
        case_ref: case.issue_key(app.latest()).map(str::to_owned),
        case_type: OrUnknown::Known(case.product),
        submitted: true,
        attachments: good.attachments,
        extra: extra_of(&good.warnings)?,
    };
    Ok((created, kept))
}
