//! Replies to the open request for information.

use super::multipart::{self, Takes};
use super::parts::{Parts, Saved};
use super::request_context::{Carried, Known, RequestContext};
use crate::app::{App, Shared};
use crate::error::ApiError;
use crate::prose;
use crate::store::{StoredCase, StoredFile, Upload};
use crate::transition;
use crate::webhooks::outbox::EventDetails;
use axum::Json;
use axum::body::Body;
use axum::response::{IntoResponse, Response};
use casegate::files::sanitized_file_name;
use casegate::lifecycle::{Refusal, Trigger};
use casegate::records::Responded;
use casegate::tokens::Label;
use rusqlite::{Transaction, params};
use serde_json::Map;

/// The number and total size of a reply's files are not published.
const TAKES: Takes = Takes { body_bytes: 128 << 20, files: u64::MAX };

pub(super) async fn respond(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let parts = multipart::read(app, &asked, body, &TAKES).await?.settle().await?;
    let responded = app.change_with_files(move |tx, app| change(tx, app, &asked, parts)).await?;
    Ok(Json(responded).into_response())
}

fn change(
    tx: &Transaction<'_>,
    app: &App,
    asked: &RequestContext,
    parts: Parts,
) -> Result<(Responded, Vec<Upload>), ApiError> {
    let now = app.now();
    let mut case = asked.case(tx, app)?;
    let interaction_id = parts.text("interaction_id").unwrap_or_default().to_owned();
    let carried = Carried { parts: Some(parts.described()), known: Some(Known::of(&case)), ..Carried::default() };
    asked.judge(&carried).map_err(|fault| repeated(fault, &case, &interaction_id))?;
    let message = parts.text("message").unwrap_or_default().to_owned();
    let files = parts.into_files("file");
    let trigger =
        Trigger::Respond { interaction_id: interaction_id.clone(), message: message.clone(), files: files.len() };
    transition::carry_out(tx, app, &mut case, &trigger, &EventDetails::default())?;
    tx.execute(
        "UPDATE interactions SET reply = ?3, replied_at = ?4 WHERE case_id = ?1 AND interaction_id = ?2",
        params![case.id, interaction_id, message, now],
    )?;
    let mut kept = Vec::new();
    for file in files {
        // The limit on a single file is the only one that names no endpoint (`LIM-file-size`).
        let Saved::Whole(upload) = file.bytes else { return Err(Refusal::FileTooLarge.into()) };
        let stored = StoredFile {
            id: upload.id().to_string(),
            through: "respond".to_owned(),
            filename: sanitized_file_name(&file.filename),
            label: Label::Other.name().to_owned(),
            size: file.size,
            created_at: now,
        };
        stored.add(tx, case.id)?;
        kept.push(upload);
    }
    let responded = Responded {
        interaction_id,
        status: "responded".to_owned(),
        message: prose::REPLY_ARRIVED.to_owned(),
        extra: Map::new(),
    };
    Ok((responded, kept))
}

/// Reports a repeated reply in the specification's words. After a timeout they mean that the first
/// attempt arrived (`ERR-respond-repeat`).
fn repeated(fault: ApiError, case: &StoredCase, interaction_id: &str) -> ApiError {
    let is_answered = case.life.answered_interactions().any(|known| known == interaction_id);
    match fault {
        ApiError::Refused(problem) if is_answered => {
            let refusal = Refusal::AlreadyResponded;
            problem.code(refusal.name()).detail(refusal.to_string()).into()
        }
        fault => fault,
    }
}
