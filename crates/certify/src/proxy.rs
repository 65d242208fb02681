//! The address of the service for the backend: passes requests on to the stand-in, and records them.

use crate::exchange::{Exchange, Seen, Token};
use crate::judge;
use crate::listener::{Answer, AnswerBody, Unanswered};
use crate::record::Record;
use casegate::requests::EndpointId;
use casegate_http::forward::{Answer as Sent, send};
use http_body_util::{BodyExt, Full};
use hyper::body::{Body, Bytes, Frame};
use hyper::http::request::Parts;
use hyper::{Response, header};
use std::pin::Pin;
use std::sync::{Arc, Mutex, PoisonError};
use std::task::{Context, Poll};
use tokio::runtime::Handle;

/// Passes requests on.
pub(crate) struct Proxy {
    pub(crate) record: Arc<Record>,
    /// `http://` and the address of the stand-in.
    pub(crate) upstream: Arc<Mutex<String>>,
    pub(crate) master_token: &'static str,
    pub(crate) agent: ureq::Agent,
}

impl Proxy {
    /// Answers a request as the stand-in does.
    pub(crate) async fn handle(&self, head: Parts, body: Bytes) -> Answer {
        let request = self.seen(&head, &body);
        let findings = judge::findings(&request);
        let is_list = request.endpoint.is_some_and(|endpoint| endpoint.id == EndpointId::List);
        let number = self.record.begin(Exchange::of(request, findings));
        let host = head.headers.get(header::HOST).and_then(|host| host.to_str().ok()).map(str::to_owned);
        let mut answer = self.pass_on(head, body).await;
        if let (Some(host), Some(list)) = (host, answer.as_mut().filter(|answer| is_list && answer.is_whole)) {
            self.keep_here(list, &host);
        }
        if let Some(answer) = answer.as_ref().filter(|answer| answer.is_whole) {
            self.record.answered(number, answer);
        }
        self.record.end(number, answer.as_ref().map(|answer| answer.status.as_u16()));
        answer.map(response).ok_or(Unanswered)
    }

    fn seen(&self, head: &Parts, body: &[u8]) -> Seen {
        let path = head.uri.path_and_query().map_or("/", |path| path.as_str());
        let header = |name| head.headers.get(name).and_then(|value| value.to_str().ok()).map(str::to_owned);
        let authorization: Option<String> = header(header::AUTHORIZATION);
        let token = match authorization.as_deref().and_then(|value| value.split_whitespace().nth(1)) {
            None => Token::None,
            Some(token) if token == self.master_token => Token::Master,
            Some(_) => Token::User,
        };
        let content_type = header(header::CONTENT_TYPE);
        let body = judge::body(content_type.as_deref(), body);
        Seen {
            token,
            authorization,
            has_cookie: head.headers.contains_key(header::COOKIE),
            content_type,
            body,
            ..Seen::of(head.method.as_str(), path)
        }
    }

    /// The address of the next page is one of the service as the backend sees it.
    fn keep_here(&self, list: &mut Sent, host: &str) {
        let upstream = self.upstream.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let text = String::from_utf8_lossy(&list.body).replace(&upstream, &format!("http://{host}"));
        list.body = text.into_bytes();
    }

    /// Returns the answer of the stand-in.
    async fn pass_on(&self, head: Parts, body: Bytes) -> Option<Sent> {
        let upstream = self.upstream.lock().unwrap_or_else(PoisonError::into_inner).clone();
        let url = format!("{upstream}{}", head.uri.path_and_query().map_or("/", |path| path.as_str()));
        let agent = self.agent.clone();
        let ask = move || send(&agent, &head.method, &url, &head.headers, &body);
        Handle::current().spawn_blocking(ask).await.ok().flatten()
    }
}

/// A body that breaks off after its content.
struct Half {
    left: Option<Bytes>,
}

impl Body for Half {
    type Data = Bytes;
    type Error = Unanswered;

    fn poll_frame(mut self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Unanswered>>> {
        Poll::Ready(Some(self.left.take().map(Frame::data).ok_or(Unanswered)))
    }
}

/// The answer of the stand-in. One that broke off breaks off here too.
fn response(answer: Sent) -> Response<AnswerBody> {
    let Sent { status, headers, body, is_whole, .. } = answer;
    let body = Bytes::from(body);
    let body = if is_whole {
        Full::new(body).map_err(|never| match never {}).boxed()
    } else {
        Half { left: Some(body) }.boxed()
    };
    let mut response = Response::new(body);
    *response.status_mut() = status;
    let mut names = vec![header::CONTENT_TYPE, header::RETRY_AFTER, header::WWW_AUTHENTICATE];
    if !is_whole {
        names.push(header::CONTENT_LENGTH);
    }
    for name in names {
        if let Some(value) = headers.get(&name) {
            response.headers_mut().insert(name, value.clone());
        }
    }
    response
}
