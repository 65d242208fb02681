//! The routes, in the order of a case's life.

use crate::form::read_form;
use crate::refusal::Refusal;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Multipart, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use casegate_client::{Client, ClientError, FileState, Submitted};
use serde::Deserialize;
use serde_json::{Value, json};
use standardwebhooks::Webhook;
use std::sync::Arc;
use tokio::runtime::Handle;

/// Twice the files of a create, so that the library can say what is too large.
const MOST_BYTES: usize = 210 << 20;

#[derive(Clone)]
struct Shared {
    client: Client,
    webhook: Arc<Webhook>,
}

type Answer = Result<Json<Value>, Refusal>;
type AnswerWithStatus = Result<(StatusCode, Json<Value>), Refusal>;

pub(crate) fn router(client: Client, webhook: Arc<Webhook>) -> Router {
    Router::new()
        .route("/cases", post(submit).get(list))
        .route("/cases/{id}", get(show))
        .route("/cases/{id}/results", get(results))
        .route("/cases/{id}/files", post(append))
        .route("/cases/{id}/reply", post(reply))
        .route("/cases/{id}/accept", post(accept))
        .route("/cases/{id}/cancel", post(cancel))
        .route("/webhooks", post(receive))
        .layer(DefaultBodyLimit::max(MOST_BYTES))
        .with_state(Shared { client, webhook })
}

/// Runs what waits for the disk or for the service in a thread of its own.
async fn blocking<T: Send + 'static>(
    Shared { client, .. }: Shared,
    work: impl FnOnce(&Client) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = Handle::current().spawn_blocking(move || work(&client)).await;
    done.unwrap_or_else(|_| Err(Refusal::new(500, "Something broke here.")))
}

fn view_of(client: &Client, id: u64) -> Result<Value, Refusal> {
    Ok(json!(client.view(id)?.ok_or(ClientError::NotKnown)?))
}

/// An intake form: the fields `case` (JSON) and `labels`, the files `files`.
async fn submit(State(shared): State<Shared>, form: Multipart) -> AnswerWithStatus {
    let form = read_form(form).await?;
    let answer = blocking(shared, move |client| {
        let case = form.fields.get("case").map(String::as_str).unwrap_or_default();
        match client.submit(case, None, &form.files)? {
            Submitted::Created { case_id, files, warnings, known, .. } => {
                let view = view_of(client, case_id)?;
                let body = json!({ "case_id": case_id, "files": files, "warnings": warnings, "view": view });
                Ok((if known { StatusCode::OK } else { StatusCode::CREATED }, Json(body)))
            }
            Submitted::Refused { issues } => Err(Refusal::new(400, "The case is refused.").issues(issues)),
            Submitted::Unknown { until, candidates } => {
                let words = "The service did not answer. The case may be there. You can send the form again.";
                Err(Refusal::new(if candidates.is_empty() { 502 } else { 409 }, words).until(until))
            }
        }
    });
    answer.await
}

async fn list(State(shared): State<Shared>) -> Answer {
    let cases = blocking(shared, |client| {
        let mut cases = Vec::new();
        for id in client.case_ids()? {
            let state = client.view(id)?.and_then(|view| view.state);
            cases.push(json!({ "case_id": id, "state": state }));
        }
        Ok(json!(cases))
    });
    cases.await.map(Json)
}

async fn show(State(shared): State<Shared>, Path(id): Path<u64>) -> Answer {
    blocking(shared, move |client| view_of(client, id)).await.map(Json)
}

async fn results(State(shared): State<Shared>, Path(id): Path<u64>) -> Answer {
    blocking(shared, move |client| Ok(json!(client.results(id)?))).await.map(Json)
}

/// Files for a case that is there: one that was rejected and corrected, or a later one.
async fn append(State(shared): State<Shared>, Path(id): Path<u64>, form: Multipart) -> AnswerWithStatus {
    let form = read_form(form).await?;
    let files = blocking(shared, move |client| Ok(client.append(id, &form.files)?)).await?;
    let failures: Option<Vec<_>> = files.iter().map(|file| file.failure.clone()).collect();
    if let Some(failure) = failures.and_then(|failures| failures.into_iter().next()) {
        return Err(ClientError::from(failure).into());
    }
    let has = |state: FileState| files.iter().any(|file| file.status == state);
    // The same form again sends only what has no answer.
    let status = if has(FileState::Unknown) || has(FileState::Unavailable) {
        StatusCode::BAD_GATEWAY
    } else if has(FileState::Rejected) {
        StatusCode::BAD_REQUEST
    } else {
        StatusCode::CREATED
    };
    Ok((status, Json(json!({ "files": files }))))
}

/// A reply to what the service asked: the field `message`, files, and `interaction_id`, of the question
/// that was shown.
async fn reply(State(shared): State<Shared>, Path(id): Path<u64>, form: Multipart) -> Answer {
    let form = read_form(form).await?;
    let answer = blocking(shared, move |client| {
        let view = client.view(id)?.ok_or(ClientError::NotKnown)?;
        if view.open_interaction.is_none() {
            return Err(Refusal::new(409, "The service waits for no reply."));
        }
        let field = |name: &str| form.fields.get(name).map(String::as_str);
        let message = field("message").unwrap_or_default();
        Ok(json!(client.reply(id, field("interaction_id"), message, &form.files)?))
    });
    answer.await.map(Json)
}

#[derive(Deserialize)]
struct Accept {
    offer_id: String,
    selected_upgrade_ids: Vec<u64>,
}

/// Buys policies.
async fn accept(State(shared): State<Shared>, Path(id): Path<u64>, Json(body): Json<Accept>) -> Answer {
    let bought = move |client: &Client| Ok(json!(client.accept(id, &body.offer_id, &body.selected_upgrade_ids)?));
    blocking(shared, bought).await.map(Json)
}

#[derive(Deserialize)]
struct Cancel {
    reason: Option<String>,
}

async fn cancel(State(shared): State<Shared>, Path(id): Path<u64>, Json(body): Json<Cancel>) -> Answer {
    blocking(shared, move |client| Ok(json!(client.cancel(id, body.reason.as_deref())?))).await.map(Json)
}

/// An event is on disk before it is acknowledged; what it leaves open is asked afterwards.
async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Refusal> {
    if shared.webhook.verify(&body, &headers).is_err() {
        return Err(Refusal::new(401, "The signature does not fit."));
    }
    let status = blocking(shared, move |client| Ok(client.receive(&body)?)).await?;
    Ok(StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR))
}
