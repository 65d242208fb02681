//! The specification's endpoints. The library's table has the endpoints, their callers and their
//! input. Each request is described to [`casegate::requests::check_request`], and refused if that
//! refuses it.

mod append;
mod body;
mod cancel;
mod create;
mod faulty;
mod legacy;
mod multipart;
mod offers;
pub(crate) mod open_body;
mod parts;
mod read;
mod request_context;
mod respond;
mod results;
mod tokens;

pub(crate) use read::case_detail;

use crate::app::Shared;
use crate::error::ApiError;
use crate::faults::FaultKind;
use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::http::{HeaderValue, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::requests::{EndpointId, Recognition, recognise};
use casegate_http::body::linger;
use casegate_http::reset::Reset;
use request_context::RequestContext;
use std::time::Duration;
use tokio::time::sleep;

/// Handles any request outside the stand-in's own endpoints.
pub(crate) async fn handle(State(app): State<Shared>, request: Request) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let refused = |fault: ApiError| {
        if cancel::is_cancel(&method, &uri) { cancel::refused(fault) } else { fault.into_response() }
    };
    let mut response = answer(&app, request).await.unwrap_or_else(refused);
    let headers = match response.status() {
        StatusCode::UNAUTHORIZED => Some((header::WWW_AUTHENTICATE, HeaderValue::from_static("Token"))),
        StatusCode::METHOD_NOT_ALLOWED => allowed(&method, uri.path()).map(|allowed| (header::ALLOW, allowed)),
        _ => None,
    };
    response.headers_mut().extend(headers);
    response
}

/// Returns the methods of a path.
fn allowed(method: &Method, path: &str) -> Option<HeaderValue> {
    let Recognition::OtherMethod { allowed } = recognise(method.as_str(), path) else { return None };
    let allowed: Vec<&str> = allowed.iter().map(|method| method.name()).collect();
    HeaderValue::from_str(&allowed.join(", ")).ok()
}

async fn answer(app: &Shared, request: Request) -> Result<Response, ApiError> {
    let reset = request.extensions().get::<Reset>().cloned().unwrap_or_default();
    let (asked, body) = RequestContext::of(app, request).await?;
    let id = asked.endpoint.id;
    let Some(fault) = app.faults.of_request(id, &asked.bearer.organization_name) else {
        return carry_out(app, asked, body).await;
    };
    tracing::debug!(fault = fault.kind.name(), "a rule of faults applies");
    if let Some(response) = faulty::instead(fault, id, &reset) {
        linger(body);
        return Ok(response);
    }
    if fault.kind == FaultKind::ForeignCase {
        create::foreign(app, asked.bearer.organization).await?;
        return carry_out(app, asked, body).await;
    }
    if fault.kind == FaultKind::DoneLate {
        let bytes = to_bytes(body, usize::MAX).await.unwrap_or_default();
        let (app, late) = (app.clone(), Duration::from_millis(fault.amount.into()));
        tokio::spawn(async move {
            sleep(late).await;
            // Nobody waits for the answer.
            let _ = carry_out(&app, asked, Body::from(bytes)).await;
        });
        reset.request();
        return Ok(StatusCode::SERVICE_UNAVAILABLE.into_response());
    }
    let response = carry_out(app, asked, body).await.unwrap_or_else(|error| faulty::refused(error, id));
    Ok(faulty::spoiled(response, fault, reset).await)
}

async fn carry_out(app: &Shared, asked: RequestContext, body: Body) -> Result<Response, ApiError> {
    match asked.endpoint.id {
        EndpointId::List => read::list(app, &asked).await,
        EndpointId::Detail => read::detail(app, asked).await,
        EndpointId::Login => tokens::login(app, asked, body).await,
        EndpointId::Logout => tokens::logout(app, &asked).await,
        EndpointId::Ping => Ok(tokens::ping(&asked)),
        EndpointId::Create => create::create(app, asked, body).await,
        EndpointId::Respond => respond::respond(app, asked, body).await,
        EndpointId::Append => append::append(app, asked, body).await,
        EndpointId::LegacyCreateExistence | EndpointId::LegacyCreateLimit => legacy::create(app, asked, body).await,
        EndpointId::LegacyUpload => legacy::upload(app, asked, body).await,
        EndpointId::LegacyReady => legacy::ready(app, asked).await,
        EndpointId::Results => results::results(app, asked).await,
        EndpointId::Offers => offers::offers(app, asked).await,
        EndpointId::Accept => offers::accept(app, asked, body).await,
        EndpointId::Cancel => cancel::cancel(app, asked, body).await,
    }
}
