//! Reads HAR files, the format in which browsers and proxies save exchanges.

use crate::record::part::RawPart;
use crate::record::raw::{Raw, RawBody, RawExchange};
use base64::Engine;
use base64::engine::general_purpose::STANDARD;
use casegate::Date;
use serde::Deserialize;

#[derive(Deserialize)]
struct Har {
    log: Log,
}

#[derive(Deserialize)]
struct Log {
    entries: Vec<Entry>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Entry {
    started_date_time: String,
    request: Request,
    response: Response,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Request {
    method: String,
    url: String,
    #[serde(default)]
    headers: Vec<Header>,
    post_data: Option<PostData>,
    /// The bytes of the body; -1 if unknown.
    #[serde(default)]
    body_size: i64,
}

#[derive(Deserialize)]
struct Header {
    name: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct PostData {
    #[serde(default)]
    mime_type: String,
    #[serde(default)]
    text: String,
    #[serde(default)]
    params: Vec<Param>,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Param {
    name: String,
    value: Option<String>,
    file_name: Option<String>,
}

#[derive(Deserialize)]
struct Response {
    status: u16,
    #[serde(default)]
    content: Content,
}

#[derive(Deserialize, Default)]
struct Content {
    #[serde(default)]
    text: String,
    /// `base64`, or nothing.
    encoding: Option<String>,
}

/// The statuses of answers to a request without an accepted token.
const NOT_AUTHENTICATED: [u16; 2] = [401, 403];

/// Reads the exchanges of a HAR file, or `None` if the text is not one. An entry without a day is
/// left out.
pub(crate) fn read(text: &str) -> Option<Vec<Raw>> {
    let har: Har = serde_json::from_str(text).ok()?;
    Some(har.log.entries.into_iter().filter_map(exchange).map(Raw::Exchange).collect())
}

fn exchange(entry: Entry) -> Option<RawExchange> {
    let Entry { started_date_time, request, response } = entry;
    let body = match request.post_data {
        Some(data) if !data.params.is_empty() => RawBody::Parts(data.params.into_iter().map(part).collect()),
        Some(data) if !data.text.is_empty() => RawBody::read(Some(&data.mime_type), data.text.as_bytes()),
        _ if request.body_size > 0 => RawBody::Unknown,
        _ => RawBody::None,
    };
    let has_header = request.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization"));
    Some(RawExchange {
        day: Date::parse(started_date_time.get(..10)?)?,
        method: request.method,
        target: request.url,
        // Browsers leave credentials out of their files.
        authorization: has_header || !NOT_AUTHENTICATED.contains(&response.status),
        body,
        status: response.status,
        answer: response.content.decoded(),
    })
}

impl Content {
    /// Returns the text, or nothing if it cannot be decoded.
    fn decoded(self) -> String {
        match self.encoding.as_deref() {
            Some("base64") => {
                let bytes = STANDARD.decode(self.text).unwrap_or_default();
                String::from_utf8(bytes).unwrap_or_default()
            }
            _ => self.text,
        }
    }
}

fn part(param: Param) -> RawPart {
    let size =
        param.value.as_ref().filter(|_| param.file_name.is_some()).and_then(|text| u64::try_from(text.len()).ok());
    RawPart { name: param.name, filename: param.file_name, size, text: param.value }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn one(request: &serde_json::Value, response: &serde_json::Value) -> RawExchange {
        let entry = json!({ "startedDateTime": "2026-03-01T10:00:00Z", "request": request, "response": response });
        let har = json!({ "log": { "entries": [entry] } }).to_string();
        match read(&har).unwrap().remove(0) {
            Raw::Exchange(exchange) => exchange,
            Raw::Event { .. } => unreachable!("a HAR file has no events"),
        }
    }

    #[test]
    fn what_browsers_leave_out_is_not_taken_for_absent() {
        let request = json!({ "method": "POST", "url": "/api/v1/partner/cases/create/", "bodySize": 12 });
        let exchange = one(&request, &json!({ "status": 201 }));
        assert!(exchange.authorization && matches!(exchange.body, RawBody::Unknown));
        assert!(!one(&request, &json!({ "status": 401 })).authorization);
        let request =
            json!({ "method": "POST", "url": "/api/auth/logout/", "bodySize": 0, "postData": { "text": "" } });
        assert!(matches!(one(&request, &json!({ "status": 204 })).body, RawBody::None));
    }

    #[test]
    fn an_answer_may_be_base64() {
        let request = json!({ "method": "GET", "url": "/api/v1/partner/cases/" });
        let answer = |content| one(&request, &json!({ "status": 200, "content": content })).answer;
        assert_eq!(answer(json!({ "text": "e30=", "encoding": "base64" })), "{}");
        assert_eq!(answer(json!({ "text": "?", "encoding": "base64" })), "");
        assert_eq!(answer(json!({ "text": "{}" })), "{}");
    }
}
