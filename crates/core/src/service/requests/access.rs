//! Checks the authentication of a request: the kind of token and the `Authorization` header.

use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::surface::Credential;
use crate::service::requests::kinds::{Endpoint, EndpointId};
use crate::service::requests::members::outside;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;

/// The values of `credential`.
const KINDS: &[&str] = &["user", "master", "none"];

/// The caller's statement about the token of the request.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Token {
    /// The request has a token of this kind.
    Kind(Credential),
    /// The request has no token.
    None,
    /// The caller did not state the kind, which cannot be derived from a token.
    Unstated,
}

/// Reads `credential`. If it is absent, the context's credential counts, but only if it is
/// `master`.
pub(crate) fn token(input: &Document, sink: &mut IssueSink<'_>) -> Token {
    match input.get("credential") {
        None | Some(Document::Null) => match sink.context.credential {
            Credential::Master => Token::Kind(Credential::Master),
            // `user` is the context's default, so it does not show that the caller stated the kind.
            Credential::User => Token::Unstated,
        },
        Some(word) => match word.as_str() {
            Some("user") => Token::Kind(Credential::User),
            Some("master") => Token::Kind(Credential::Master),
            Some("none") => Token::None,
            other => {
                let at = vec!["credential".into()];
                outside(sink, Code::UnknownWord, KINDS, at, other.unwrap_or_default(), None);
                Token::Unstated
            }
        },
    }
}

/// Checks the kind of token against the permissions of the endpoint.
pub(crate) fn permission(endpoint: &Endpoint, token: Token, sink: &mut IssueSink<'_>) {
    let at = || vec!["credential".into()];
    match token {
        Token::None => sink.push(Code::NotAuthenticated, at(), Params::default(), Some("AUTH-token-on-partner")),
        Token::Kind(Credential::Master) if !endpoint.tokens.contains(&Credential::Master) => {
            let requirement_id = match endpoint.id {
                EndpointId::Logout => "AUTH-master-no-revoke",
                _ => "AUTH-master-login-only",
            };
            sink.push(Code::MasterTokenRefused, at(), Params::default(), Some(requirement_id));
        }
        Token::Kind(Credential::User) if !endpoint.tokens.contains(&Credential::User) => {
            sink.push(Code::UserTokenRefused, at(), Params::default(), Some("EP-login"));
        }
        Token::Kind(_) | Token::Unstated => {}
    }
}

/// Checks the headers if they are given. Only `Authorization: Token …` authenticates a request.
pub(crate) fn headers(input: &Document, sink: &mut IssueSink<'_>) {
    let headers = match input.get("headers") {
        None | Some(Document::Null) => return,
        Some(Document::Object(headers)) => headers,
        Some(_) => return crate::service::requests::entries::wrong(sink, vec!["headers".into()], "headers", "object"),
    };
    let mut is_given = false;
    for (name, value) in headers.iter() {
        let at = || -> Vec<Segment> { vec!["headers".into(), name.into()] };
        if name.eq_ignore_ascii_case("cookie") {
            sink.push(Code::CookieIgnored, at(), Params::default(), Some("AUTH-no-oauth"));
        }
        if !name.eq_ignore_ascii_case("authorization") {
            continue;
        }
        is_given = true;
        let Some(value) = value.as_str() else {
            crate::service::requests::entries::wrong(sink, at(), "Authorization", "string");
            continue;
        };
        match form(value) {
            Form::Documented => {}
            Form::Loose => sink.push(Code::SchemeForm, at(), Params::default(), Some("AUTH-header")),
            Form::NoToken => sink.push(Code::NotAuthenticated, at(), Params::default(), Some("AUTH-header")),
            Form::OtherScheme => {
                let params = Params::default().with("scheme", Param::from("Token"));
                sink.push(Code::OtherScheme, at(), params, Some("AUTH-no-oauth"));
            }
        }
    }
    if !is_given {
        let at = vec!["headers".into(), "Authorization".into()];
        sink.push(Code::NotAuthenticated, at, Params::default(), Some("AUTH-token-on-partner"));
    }
}

enum Form {
    Documented,
    /// The documented scheme in a different case or with different spacing.
    Loose,
    NoToken,
    OtherScheme,
}

fn form(value: &str) -> Form {
    let mut words = value.split_whitespace();
    let (scheme, token) = (words.next().unwrap_or_default(), words.next());
    if scheme.is_empty() || (scheme.eq_ignore_ascii_case("token") && token.is_none()) {
        Form::NoToken
    } else if !scheme.eq_ignore_ascii_case("token") || words.next().is_some() {
        Form::OtherScheme
    } else if value.strip_prefix("Token ") == token {
        Form::Documented
    } else {
        Form::Loose
    }
}
