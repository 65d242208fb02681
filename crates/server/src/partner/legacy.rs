//! The three steps of the legacy flow. Its answers besides the ticket record are not published.

use super::append::TAKES_ONE;
use super::body;
use super::multipart;
use super::parts::{Parts, Saved};
use super::request_context::{Carried, Known, RequestContext};
use crate::app::{App, Shared};
use crate::error::{ApiError, refused, refused_case};
use crate::payload;
use crate::prose;
use crate::random::Numbered;
use crate::store::{NewCase, OWN_SOURCE, StoredCase, StoredFile, StoredTicket, TicketUpload, Upload};
use crate::transition;
use axum::Json;
use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use casegate::context::Surface;
use casegate::fields::{COMMON, Kind};
use casegate::files::sanitized_file_name;
use casegate::json::Document;
use casegate::lifecycle::Refusal;
use casegate::records::Ticket;
use casegate::requests::{Endpoint, EndpointId};
use casegate::tokens::Label;
use casegate::{Product, check_case};
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::Map;

/// Step 1: a ticket.
pub(super) async fn create(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let endpoint = asked.endpoint;
    let created = open(app, asked, body).await.map(|ticket| (StatusCode::CREATED, Json(ticket)).into_response());
    Ok(announced(endpoint, created))
}

/// Step 2: a file of a declared label.
pub(super) async fn upload(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    let endpoint = asked.endpoint;
    let taken = take(app, asked, body).await.map(|uploaded| (StatusCode::CREATED, Json(uploaded)).into_response());
    Ok(announced(endpoint, taken))
}

/// Step 3: the ticket becomes a case. A repeated request gets the same answer.
pub(super) async fn ready(app: &Shared, asked: RequestContext) -> Result<Response, ApiError> {
    let endpoint = asked.endpoint;
    let done = app.change(move |tx, app| become_case(tx, app, &asked)).await;
    Ok(announced(endpoint, done.map(|ticket| Json(ticket).into_response())))
}

/// Adds the headers about the deprecation (RFC 9745) and the last day (RFC 8594). The start of the
/// deprecation is not published; the earliest representable moment has certainly passed.
fn announced(endpoint: &Endpoint, answer: Result<Response, ApiError>) -> Response {
    let mut response = answer.unwrap_or_else(IntoResponse::into_response);
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("deprecation"), HeaderValue::from_static("@0"));
    let last_day = endpoint.sunset().and_then(|day| day.to_string().parse::<chrono::NaiveDate>().ok());
    let last_day = last_day.map(|day| day.format("%a, %d %b %Y 00:00:00 GMT").to_string());
    if let Some(last_day) = last_day.and_then(|text| HeaderValue::from_str(&text).ok()) {
        headers.insert(HeaderName::from_static("sunset"), last_day);
    }
    response
}

async fn open(app: &Shared, asked: RequestContext, body: Body) -> Result<Document, ApiError> {
    let payload = body::text(&asked, body, asked.context.size_limits().text_bytes).await?;
    let Some(product) = asked.endpoint.product.filter(|_| !payload.trim().is_empty()) else {
        asked.judge(&Carried::default())?;
        return Err(refused(Vec::new(), &[]).into());
    };
    let context = asked.context.clone().surface(Surface::Legacy).legacy_product(product);
    let judged = move || (check_case(&payload, &context), payload);
    let (report, payload) = tokio::task::spawn_blocking(judged).await?;
    if !report.ok {
        return Err(refused_case(report, None).into());
    }
    let create = move |tx: &Transaction<'_>, app: &App| {
        let bearer = &asked.bearer;
        let number = app.random.number(tx, bearer.organization, Numbered::Tickets)?;
        let ticket = StoredTicket::create(tx, number, bearer.organization, product, &payload, &bearer.name, app.now())?;
        ticket_of(tx, app, &ticket)
    };
    app.change(create).await
}

/// The answer to an upload.
#[derive(Serialize)]
struct Uploaded {
    ticket_id: i64,
    file_label: String,
    filename: String,
}

async fn take(app: &Shared, asked: RequestContext, body: Body) -> Result<Uploaded, ApiError> {
    let parts = multipart::read(app, &asked, body, &TAKES_ONE).await?.settle().await?;
    let change = move |tx: &Transaction<'_>, app: &App| take_file(tx, app, &asked, parts);
    let (uploaded, replaced) = app.change_with_files(change).await?;
    if let Some(file) = replaced {
        let app = std::sync::Arc::clone(app);
        tokio::task::spawn_blocking(move || app.store.delete_replaced(&file)).await?;
    }
    Ok(uploaded)
}

type Taken = ((Uploaded, Option<String>), Vec<Upload>);

fn take_file(tx: &Transaction<'_>, app: &App, asked: &RequestContext, parts: Parts) -> Result<Taken, ApiError> {
    let mut ticket = StoredTicket::of(tx, asked.bearer.organization, asked.param("ticket_id"))?;
    let known = Known { files_to_upload: Some(ticket.declared()), ..Known::default() };
    asked.judge(&Carried { parts: Some(parts.described()), known: Some(known), ..Carried::default() })?;
    if ticket.case_id.is_some() {
        return Err((&prose::TICKET_READY).into());
    }
    let Some(file) = parts.into_files("file").into_iter().next() else { return Err(refused(Vec::new(), &[]).into()) };
    let Saved::Whole(upload) = file.bytes else { return Err(Refusal::FileTooLarge.into()) };
    let taken = TicketUpload {
        label: asked.param("file_label").to_owned(),
        file_id: upload.id().to_string(),
        filename: sanitized_file_name(&file.filename),
        size: file.size,
    };
    let replaced = ticket.take(tx, &taken, app.now())?;
    let uploaded = Uploaded { ticket_id: ticket.id, file_label: taken.label, filename: taken.filename };
    Ok(((uploaded, replaced), vec![upload]))
}

fn become_case(tx: &Transaction<'_>, app: &App, asked: &RequestContext) -> Result<Document, ApiError> {
    let mut ticket = StoredTicket::of(tx, asked.bearer.organization, asked.param("ticket_id"))?;
    if ticket.case_id.is_some() {
        return ticket_of(tx, app, &ticket);
    }
    let uploads = ticket.uploads(tx)?;
    let known = Known {
        files_to_upload: Some(ticket.declared()),
        uploaded: Some(uploads.iter().map(|upload| upload.label.clone()).collect()),
        ..Known::default()
    };
    asked.judge(&Carried { known: Some(known), ..Carried::default() })?;
    let mut fields = ticket.fields();
    let is_test = fields.get("is_test").and_then(Document::as_bool) == Some(true);
    if let Document::Object(members) = &mut fields {
        // The path gives the case type (`LEG-create-paths`).
        members.insert("case_type", ticket.product.case_type().into());
    }
    let new = NewCase {
        organization: ticket.organization,
        product: ticket.product,
        source: OWN_SOURCE,
        payload: &fields.to_string(),
        token_name: &ticket.token_name,
    };
    let now = app.now();
    let case = transition::begin(tx, app, is_test, &new)?;
    for upload in uploads {
        // Labels of this flow that are not labels of a file are numbered `other` labels
        // (`VER-files-and-labels`).
        let label = Label::from_name(&upload.label).unwrap_or(Label::Other).name().to_owned();
        let (id, filename, size) = (upload.file_id, upload.filename, upload.size);
        StoredFile { id, through: "create".to_owned(), filename, label, size, created_at: now }.add(tx, case.id)?;
    }
    ticket.become_case(tx, case.id, now)?;
    ticket_of(tx, app, &ticket)
}

/// Returns the ticket record: the fields as sent, the ids of nested records, and the ticket's own
/// members.
fn ticket_of(tx: &Transaction<'_>, app: &App, ticket: &StoredTicket) -> Result<Document, ApiError> {
    let case = ticket.case_id.map(|id| StoredCase::of_id(tx, id)).transpose()?.flatten();
    let key = case.as_ref().and_then(|case| case.issue_key(app.latest()));
    let path = key.and_then(|key| EndpointId::Detail.endpoint()?.path(&[("ref", key)]).ok());
    let own = Ticket {
        id: ticket.id,
        owner: owner(ticket),
        created_at: ticket.created_at.to_string(),
        updated_at: ticket.updated_at.to_string(),
        // The address of the tracker is not published; the case's own address stands in.
        tracker_url: path.map(|path| format!("{}{path}", app.base_url)),
        creating_token_name: Some(ticket.token_name.clone()),
        extra: Map::new(),
    };
    let own = Document::read(&serde_json::to_string(&own)?).unwrap_or(Document::Null);
    let mut ticket_record = ticket.fields();
    let (Document::Object(record_members), Document::Object(own)) = (&mut ticket_record, own) else {
        return Ok(ticket_record);
    };
    // Fields of the other product are ignored when a ticket is created, and may have any type.
    let is_own = |name| ticket.product.fields().iter().any(|field| field.name == name);
    for field in Product::ALL.into_iter().flat_map(Product::fields).filter(|field| !is_own(field.name)) {
        record_members.remove(field.name);
    }
    let records = COMMON.iter().chain(ticket.product.fields()).filter(|field| matches!(field.kind, Kind::Record(_)));
    for (number, field) in (1..).zip(records) {
        if let Some(Document::Object(record)) = record_members.get(field.name) {
            let mut record = record.clone();
            // The ids of a ticket's nested records differ, because there are at most four.
            record.insert("id", Document::Number((ticket.id * 10 + number).to_string()));
            record_members.insert(field.name, Document::Object(record));
        }
    }
    payload::describe_vehicle(record_members);
    for (name, value) in own {
        record_members.insert(name, value);
    }
    Ok(ticket_record)
}

/// Returns the part of the token's name that an owner can have (`TKT-owner-charset`,
/// `TKT-owner-length`).
fn owner(ticket: &StoredTicket) -> String {
    let name = &ticket.token_name;
    let fits = |byte: u8| byte.is_ascii_alphanumeric() || b"@.+-_".contains(&byte);
    if (1..=150).contains(&name.len()) && name.bytes().all(fits) {
        name.clone()
    } else {
        format!("organization-{}", ticket.organization)
    }
}
