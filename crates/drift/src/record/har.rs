//! Reads HAR files, the format in which browsers and proxies save exchanges.

use crate::record::part::RawPart;
use crate::record::raw::{Raw, RawBody, RawExchange};
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
}

/// Reads the exchanges of a HAR file, or `None` if the text is not one. An entry without a day is
/// left out.
pub(crate) fn read(text: &str) -> Option<Vec<Raw>> {
    let har: Har = serde_json::from_str(text).ok()?;
    Some(har.log.entries.into_iter().filter_map(exchange).map(Raw::Exchange).collect())
}

fn exchange(entry: Entry) -> Option<RawExchange> {
    let Entry { started_date_time, request, response } = entry;
    let body = request.post_data.map_or(RawBody::None, |data| {
        if data.params.is_empty() {
            RawBody::read(Some(&data.mime_type), data.text.as_bytes())
        } else {
            RawBody::Parts(data.params.into_iter().map(part).collect())
        }
    });
    Some(RawExchange {
        day: Date::parse(started_date_time.get(..10)?)?,
        method: request.method,
        target: request.url,
        authorization: request.headers.iter().any(|header| header.name.eq_ignore_ascii_case("authorization")),
        body,
        status: response.status,
        answer: response.content.text,
    })
}

fn part(param: Param) -> RawPart {
    let size =
        param.value.as_ref().filter(|_| param.file_name.is_some()).and_then(|text| u64::try_from(text.len()).ok());
    RawPart { name: param.name, filename: param.file_name, size, text: param.value }
}
