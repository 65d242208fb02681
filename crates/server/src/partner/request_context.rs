//! The part of a request before its body: the endpoint, the caller, and the permission.

use crate::app::{App, Shared};
use crate::config::Legacy;
use crate::error::{ApiError, refused, refused_case, status_of};
use crate::store::{Bearer, StoredCase};
use crate::{prose, telemetry};
use axum::body::Body;
use axum::extract::Request;
use axum::http::request::Parts;
use axum::http::{Method, header};
use casegate::context::Limits;
use casegate::requests::{Body as EndpointBody, Endpoint, PathParams, Recognition, query, recognise};
use casegate::requests::{RequestReport, check_request};
use casegate::{Context, Severity};
use casegate_http::body::{self, linger};
use rusqlite::Transaction;
use serde::Serialize;
use serde_json::value::RawValue;

/// A request with a known endpoint and an accepted caller.
pub(super) struct RequestContext {
    pub(super) endpoint: &'static Endpoint,
    params: PathParams,
    method: Method,
    /// With the query.
    path: String,
    pub(super) bearer: Bearer,
    /// The content type of the body, if the request has one.
    pub(super) content_type: Option<String>,
    pub(super) content_length: Option<u64>,
    pub(super) context: Context,
}

/// A request in the form that the library reads.
#[derive(Serialize)]
struct Description<'d> {
    method: &'d str,
    path: &'d str,
    #[serde(skip_serializing_if = "Option::is_none")]
    headers: Option<Headers<'d>>,
    credential: &'static str,
    #[serde(flatten)]
    carried: &'d Carried<'d>,
}

#[derive(Serialize)]
struct Headers<'d> {
    #[serde(rename = "Authorization", skip_serializing_if = "Option::is_none")]
    authorization: Option<&'d str>,
    #[serde(rename = "Cookie", skip_serializing_if = "Option::is_none")]
    cookie: Option<&'static str>,
}

/// The content of a request, and the known facts about its case.
#[derive(Debug, Default, Serialize)]
pub(super) struct Carried<'d> {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) body: Option<&'d RawValue>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) parts: Option<Vec<Part<'d>>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) known: Option<Known>,
}

impl Carried<'_> {
    /// Returns the name of each part.
    pub(super) fn part_names(&self) -> Vec<&str> {
        self.parts.iter().flatten().map(|(Part::Text { name, .. } | Part::File { name, .. })| *name).collect()
    }
}

/// A part of a multipart body.
#[derive(Debug, Serialize)]
#[serde(untagged)]
pub(super) enum Part<'d> {
    /// A text; a case may have a file name.
    Text {
        name: &'d str,
        #[serde(skip_serializing_if = "Option::is_none")]
        filename: Option<&'d str>,
        value: &'d str,
    },
    /// A file.
    File { name: &'d str, filename: &'d str, size: u64 },
}

/// Facts about the case of a request.
#[derive(Debug, Default, Serialize)]
pub(super) struct Known {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) offers: Option<Vec<serde_json::Value>>,
    /// `null` if no request for input is open.
    pub(super) open_interaction: Option<String>,
    pub(super) responded: Vec<String>,
    pub(super) appended: Appended,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) files_to_upload: Option<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) uploaded: Option<Vec<String>>,
}

#[derive(Debug, Default, Serialize)]
pub(super) struct Appended {
    pub(super) count: u32,
    pub(super) bytes: u64,
}

impl Known {
    /// Returns the facts that every endpoint may need.
    pub(super) fn of(case: &StoredCase) -> Known {
        Known {
            open_interaction: case.life.open_interaction().map(str::to_owned),
            responded: case.life.answered_interactions().map(str::to_owned).collect(),
            appended: Appended { count: case.life.appended_files(), bytes: case.life.appended_bytes() },
            ..Known::default()
        }
    }
}

impl RequestContext {
    /// Determines the endpoint and the caller, and refuses whatever does not depend on the body
    /// before reading it.
    pub(super) async fn of(app: &Shared, request: Request) -> Result<(RequestContext, Body), ApiError> {
        let (head, body) = request.into_parts();
        match RequestContext::of_head(app, head).await {
            Ok(asked) => Ok((asked, body)),
            Err(fault) => {
                linger(body);
                Err(fault)
            }
        }
    }

    async fn of_head(app: &Shared, head: Parts) -> Result<RequestContext, ApiError> {
        let path = head.uri.path_and_query().map_or_else(|| head.uri.path(), |path| path.as_str()).to_owned();
        let found = match recognise(head.method.as_str(), &path) {
            Recognition::Known(found) => found,
            Recognition::OtherMethod { .. } | Recognition::Unknown => {
                let description = Description {
                    method: head.method.as_str(),
                    path: &path,
                    headers: None,
                    credential: "user",
                    carried: &Carried::default(),
                };
                return Err(refused(judge(&description, &app.context()?)?.issues, &[]).into());
            }
        };
        let endpoint = found.endpoint;
        if endpoint.legacy && app.config.legacy == Legacy::Sunset {
            return Err((&prose::LEGACY_SUNSET).into());
        }
        let header = |name| head.headers.get(name).map(|value| value.to_str().unwrap_or_default().to_owned());
        let authorization = header(header::AUTHORIZATION);
        let token = authorization.as_deref().and_then(token).map(str::to_owned);
        let is_told = token.is_some();
        let bearer = match token {
            Some(token) => app.read(move |tx, _| Bearer::of(tx, &token)).await?,
            None => None,
        };
        let context = app.context()?;
        let description = Description {
            method: head.method.as_str(),
            path: &path,
            headers: Some(Headers {
                authorization: authorization.as_deref(),
                cookie: head.headers.contains_key(header::COOKIE).then_some(""),
            }),
            credential: bearer.as_ref().map_or("none", |bearer| bearer.kind.name()),
            carried: &Carried::default(),
        };
        let mut issues = judge(&description, &context)?.issues;
        issues.retain(|issue| issue.severity == Severity::Error && status_of(issue.code).is_some());
        if bearer.is_none() && is_told {
            return Err((&prose::UNKNOWN_BEARER).into());
        }
        let bearer = match bearer {
            Some(bearer) if issues.is_empty() => bearer,
            _ => return Err(refused(issues, &[]).into()),
        };
        if endpoint.body != EndpointBody::None {
            body::plain(&head.headers)?;
        }
        telemetry::asked_by(bearer.organization);
        let mut context = context.credential(bearer.kind).token_name(bearer.name.as_str());
        if bearer.financing_enrolled {
            context = context.financing_enrolled(true);
        }
        Ok(RequestContext {
            endpoint,
            params: found.params,
            method: head.method,
            path,
            bearer,
            content_type: header(header::CONTENT_TYPE),
            content_length: header(header::CONTENT_LENGTH).and_then(|length| length.parse().ok()),
            context,
        })
    }

    /// Returns a parameter of the path.
    pub(super) fn param(&self, name: &str) -> &str {
        self.params.iter().find(|(known, _)| *known == name).map_or("", |(_, value)| value)
    }

    /// Returns a parameter of the query.
    pub(super) fn query(&self, name: &str) -> Option<String> {
        let mut given = query(&self.path).into_iter().filter(|(known, _)| known == name);
        given.next().map(|(_, value)| value)
    }

    /// Returns the case of the path's reference.
    pub(super) fn case(&self, tx: &Transaction<'_>, app: &App) -> Result<StoredCase, ApiError> {
        StoredCase::of_key(tx, self.bearer.organization, self.param("ref"), app.latest())
    }

    /// Returns the library's verdict on the whole request; an error among its issues refuses it.
    pub(super) fn judge(&self, carried: &Carried<'_>) -> Result<RequestReport, ApiError> {
        let description = Description {
            method: self.method.as_str(),
            path: &self.path,
            headers: None,
            credential: self.bearer.kind.name(),
            carried,
        };
        let report = judge(&description, &self.context)?;
        if report.ok {
            return Ok(report);
        }
        if let Some(case) = report.case.filter(|case| !case.ok) {
            return Err(refused_case(case, Some("case")).into());
        }
        Err(refused(report.issues, &carried.part_names()).into())
    }
}

/// Returns the token of `Authorization: Token …`, in any case and with any spaces. The library
/// warns of other forms and refuses none, and schemes are case-insensitive (RFC 9110).
fn token(authorization: &str) -> Option<&str> {
    let mut words = authorization.split_whitespace();
    let (scheme, token) = (words.next()?, words.next()?);
    (scheme.eq_ignore_ascii_case("token") && words.next().is_none()).then_some(token)
}

fn judge(description: &Description<'_>, context: &Context) -> Result<RequestReport, ApiError> {
    let text = serde_json::to_string(description)?;
    // The parts had limits when they were read; as JSON texts in the description they are longer.
    let limits = context.size_limits().text_bytes(Limits::MAX_TEXT_BYTES);
    Ok(check_request(&text, &context.clone().limits(limits)))
}
