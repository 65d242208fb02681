//! Appends a file to a case.

use super::multipart::{self, Takes};
use super::parts::{Parts, Saved};
use super::request_context::{Carried, Known, RequestContext};
use crate::app::{App, Shared};
use crate::error::{ApiError, refused};
use crate::store::{StoredFile, Upload};
use crate::transition;
use crate::webhooks::outbox::EventDetails;
use axum::Json;
use axum::body::Body;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use casegate::files::{FileEndpoint, FileRequest, FileToSend, FilesSent, judge_files};
use casegate::lifecycle::{Refusal, Trigger};
use casegate::records::FileAppended;
use casegate::records::OrUnknown;
use rusqlite::Transaction;
use serde_json::Map;

/// The limit exceeds one file of 25 MB, so that the library can report a larger one.
pub(super) const TAKES_ONE: Takes = Takes { body_bytes: 64 << 20, files: 1 };

/// Appends a file. The status of success is not published; 201 is ours.
pub(super) async fn append(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let parts = multipart::read(app, &asked, body, &TAKES_ONE).await?.settle().await?;
    let appended = app.change_with_files(move |tx, app| change(tx, app, &asked, parts)).await?;
    Ok((StatusCode::CREATED, Json(appended)).into_response())
}

fn change(
    tx: &Transaction<'_>,
    app: &App,
    asked: &RequestContext,
    parts: Parts,
) -> Result<(FileAppended, Vec<Upload>), ApiError> {
    let mut case = asked.case(tx, app)?;
    let known = Known::of(&case);
    let sent = FilesSent { count: known.appended.count.into(), bytes: known.appended.bytes };
    asked.judge(&Carried { parts: Some(parts.described()), known: Some(known), ..Carried::default() })?;
    let label = parts.texts("label").next().map(str::to_owned);
    let Some(file) = parts.into_files("file").into_iter().next() else { return Err(refused(Vec::new(), &[]).into()) };
    let trigger = Trigger::AppendFile { filename: file.filename.clone(), label: label.clone(), size: file.size };
    let to_send = FileToSend { label, ..FileToSend::new(file.filename, file.size) };
    let request = FileRequest { endpoint: FileEndpoint::Append, files: vec![to_send], sent, ..FileRequest::default() };
    let verdict = judge_files(&request, &asked.context).files.into_iter().next();
    let (filename, label) = verdict.and_then(|verdict| verdict.filename.zip(verdict.label)).unwrap_or_default();
    let Saved::Whole(upload) = file.bytes else { return Err(Refusal::FileTooLarge.into()) };
    let stored = StoredFile {
        id: upload.id().to_string(),
        through: "append".to_owned(),
        filename,
        label,
        size: file.size,
        created_at: app.now(),
    };
    let answer = EventDetails { file_id: Some(stored.id.clone()), ..EventDetails::default() };
    transition::carry_out(tx, app, &mut case, &trigger, &answer)?;
    stored.add(tx, case.id)?;
    let appended = FileAppended {
        tracker_sync_state: OrUnknown::Known(stored.sync_state(&app.config, stored.created_at)),
        file_id: stored.id,
        filename: stored.filename,
        label: stored.label,
        extra: Map::new(),
    };
    Ok((appended, vec![upload]))
}
