//! The routes, in the order of a case's life.

use crate::asking::Asking;
use crate::form::{GivenFile, read_form};
use crate::office::{Office, judged, must_pass};
use crate::refusal::Refusal;
use crate::webhooks;
use axum::body::Bytes;
use axum::extract::{DefaultBodyLimit, Multipart, Path, State};
use axum::http::{HeaderMap, StatusCode};
use axum::routing::{get, post};
use axum::{Json, Router};
use casegate::events::{Fact, OfferView, Source};
use casegate::files::{FileEndpoint, FileStatus};
use casegate::results::normalize_results;
use serde_json::{Value, json};
use std::sync::Arc;
use tokio::runtime::Handle;

/// Twice the files of a create, so that the library can say what is too large.
const MOST_BYTES: usize = 210 << 20;

#[derive(Clone)]
struct Shared {
    office: Arc<Office>,
    asking: Asking,
}

type Answer = Result<Json<Value>, Refusal>;

pub(crate) fn router(office: Arc<Office>, asking: Asking) -> Router {
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
        .with_state(Shared { office, asking })
}

/// Runs what waits for the disk or for the service in a thread of its own.
async fn blocking<T: Send + 'static>(
    shared: Shared,
    work: impl FnOnce(&Shared) -> Result<T, Refusal> + Send + 'static,
) -> Result<T, Refusal> {
    let done = Handle::current().spawn_blocking(move || work(&shared)).await;
    done.unwrap_or_else(|_| Err(Refusal::new(500, "Something broke here.")))
}

/// An intake form: the fields `case` (JSON) and `labels`, the files `files`.
async fn submit(State(shared): State<Shared>, form: Multipart) -> Result<(StatusCode, Json<Value>), Refusal> {
    let form = read_form(form).await?;
    let answer = blocking(shared, move |shared| {
        let answer = shared.office.submit(&form)?;
        if let Some(id) = answer.get("case_id").and_then(Value::as_u64) {
            shared.asking.about(id);
        }
        Ok(answer)
    });
    Ok((StatusCode::CREATED, Json(answer.await?)))
}

async fn list(State(shared): State<Shared>) -> Answer {
    let cases = shared.office.cases();
    let item = |id: &u64| json!({ "case_id": id, "state": cases.view(*id).and_then(|view| view.state) });
    Ok(Json(cases.ids().iter().map(item).collect()))
}

async fn show(State(shared): State<Shared>, Path(id): Path<u64>) -> Answer {
    Ok(Json(json!(shared.office.view(id)?)))
}

/// The results in their documented shape, however old they are.
async fn results(State(shared): State<Shared>, Path(id): Path<u64>) -> Answer {
    let answer = blocking(shared, move |shared| {
        let (_, reference) = shared.office.known(id)?;
        let body = shared.office.service.ask(&reference, Source::Results)?;
        let data = body.get("results_data").cloned().unwrap_or_default();
        Ok(json!(normalize_results(&data.to_string(), &shared.office.context()?).normalized))
    });
    answer.await.map(Json)
}

/// Files for a case that is there: one that was rejected and corrected, or a later one.
async fn append(State(shared): State<Shared>, Path(id): Path<u64>, form: Multipart) -> Answer {
    let form = read_form(form).await?;
    let answer = blocking(shared, move |shared| {
        let (_, reference) = shared.office.known(id)?;
        let mut answers = Vec::new();
        for (file, verdict) in judged(&form.files, FileEndpoint::Append, &shared.office.context()?) {
            if verdict.status == FileStatus::Accepted {
                shared.office.append(id, &reference, &file)?;
            }
            answers.push(json!(verdict));
        }
        shared.asking.about(id);
        Ok(json!({ "files": answers }))
    });
    answer.await.map(Json)
}

/// A reply to what the service asked: the field `message`, and files.
async fn reply(State(shared): State<Shared>, Path(id): Path<u64>, form: Multipart) -> Answer {
    let form = read_form(form).await?;
    let answer = blocking(shared, move |shared| {
        let (view, reference) = shared.office.known(id)?;
        let open = view.open_interaction.map(|open| open.interaction_id);
        let open = open.ok_or_else(|| Refusal::new(409, "The service waits for no reply."))?;
        let interaction = form.fields.get("interaction_id").unwrap_or(&open);
        let message = form.fields.get("message").map(String::as_str).unwrap_or_default();
        let mut parts = vec![json!({ "name": "interaction_id", "value": interaction })];
        if !message.is_empty() {
            parts.push(json!({ "name": "message", "value": message }));
        }
        let file = |file: &GivenFile| json!({ "name": "file", "filename": file.name, "size": file.content.len() });
        parts.extend(form.files.iter().map(file));
        let known = json!({ "open_interaction": open });
        let request = json!({ "endpoint": "respond", "params": { "ref": reference }, "parts": parts, "known": known });
        must_pass(&request, &shared.office.context()?)?;
        shared.office.service.respond(&reference, interaction, message, &form.files)?;
        ingested(shared, id, Fact::responded(interaction))
    });
    answer.await.map(Json)
}

/// Buys policies. JSON: `offer_id`, `selected_upgrade_ids`.
async fn accept(State(shared): State<Shared>, Path(id): Path<u64>, Json(body): Json<Value>) -> Answer {
    let answer = blocking(shared, move |shared| {
        let (view, reference) = shared.office.known(id)?;
        let offer = |offer: &OfferView| json!({ "offer_id": offer.offer_id, "additional_policies": offer.upgrades });
        let offers: Vec<Value> = view.offers.iter().map(offer).collect();
        let (offer_id, selected) = (body.get("offer_id"), body.get("selected_upgrade_ids"));
        let accepted = json!({ "offer_id": offer_id, "selected_upgrade_ids": selected });
        let known = json!({ "offers": offers });
        let request = json!({ "endpoint": "accept", "params": { "ref": reference }, "body": accepted, "known": known });
        must_pass(&request, &shared.office.context()?)?;
        shared.office.service.accept(&reference, &accepted)?;
        let ids = selected.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_u64);
        ingested(shared, id, Fact::accepted(offer_id.and_then(Value::as_str).unwrap_or_default(), ids))
    });
    answer.await.map(Json)
}

/// JSON: `reason`, optional.
async fn cancel(State(shared): State<Shared>, Path(id): Path<u64>, Json(body): Json<Value>) -> Answer {
    let answer = blocking(shared, move |shared| {
        let (_, reference) = shared.office.known(id)?;
        let body = body.get("reason").map_or_else(|| json!({}), |reason| json!({ "reason": reason }));
        let request = json!({ "endpoint": "cancel", "params": { "ref": reference }, "body": body });
        must_pass(&request, &shared.office.context()?)?;
        shared.office.service.cancel(&reference, &body)?;
        ingested(shared, id, Fact::cancel_accepted())
    });
    answer.await.map(Json)
}

/// Learns what came of a request of our own, asks what that leaves open, and shows the case.
fn ingested(shared: &Shared, id: u64, fact: Fact) -> Result<Value, Refusal> {
    shared.office.cases().ingest(id, fact)?;
    shared.asking.about(id);
    Ok(json!(shared.office.view(id)?))
}

async fn receive(State(shared): State<Shared>, headers: HeaderMap, body: Bytes) -> Result<StatusCode, Refusal> {
    let received = blocking(shared, move |shared| webhooks::receive(&shared.office, &shared.asking, &headers, &body));
    received.await.map(|()| StatusCode::NO_CONTENT)
}
