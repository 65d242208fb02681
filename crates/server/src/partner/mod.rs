//! The specification's endpoints. Which there are, who may call them and what they take is the library's table; each
//! request is described to [`casegate::check_request`], and what that refuses is refused.

mod append;
mod asked;
pub(crate) mod body;
mod cancel;
mod create;
mod legacy;
mod multipart;
mod offers;
mod open_body;
mod parts;
mod read;
mod respond;
mod results;
mod tokens;

use crate::app::Shared;
use crate::fault::Fault;
use asked::Asked;
use axum::extract::{Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use casegate::requests::EndpointId;

/// Any request outside the stand-in's own doors.
pub(crate) async fn handle(State(app): State<Shared>, request: Request) -> Response {
    let (method, uri) = (request.method().clone(), request.uri().clone());
    let refused = |fault: Fault| {
        if cancel::is_cancel(&method, &uri) { cancel::refused(fault) } else { fault.into_response() }
    };
    let mut response = answer(&app, request).await.unwrap_or_else(refused);
    if response.status() == StatusCode::UNAUTHORIZED {
        response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Token"));
    }
    response
}

async fn answer(app: &Shared, request: Request) -> Result<Response, Fault> {
    let (asked, body) = Asked::of(app, request).await?;
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
