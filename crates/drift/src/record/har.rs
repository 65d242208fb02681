//! Reads HAR files, the format in which browsers, proxies and clients save exchanges.
//!
//! Each entry is read by itself. Whatever a program leaves out, cuts off or writes in another form is
//! unknown: the entry is left out, its request is incomplete, or its answer is unknown.

use crate::record::endpoint;
use crate::record::part::RawPart;
use crate::record::raw::{Raw, RawBody, RawExchange, parts, url_encoded};
use crate::record::source::{LeftOut, Reason, Source, SourceError};
use base64::Engine;
use base64::alphabet::STANDARD;
use base64::engine::DecodePaddingMode::Indifferent;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use casegate::Date;
use casegate::events::Moment;
use casegate::requests::{PARTNER_PREFIX, Prefix};
use casegate_http::form;
use serde::Deserialize;
use serde_json::Value;
use serde_json::value::RawValue;
use std::collections::BTreeSet;

#[derive(Deserialize)]
struct Har<'t> {
    #[serde(borrow)]
    log: Log<'t>,
}

#[derive(Deserialize)]
struct Log<'t> {
    #[serde(borrow)]
    entries: Vec<&'t RawValue>,
}

/// The statuses of answers to a request without an accepted token.
const NOT_AUTHENTICATED: [u16; 2] = [401, 403];

/// The value of a parameter that Chrome writes in place of a file.
const BINARY: &str = "(binary)";

/// The methods whose requests may have a body.
const WITH_BODY: [&str; 3] = ["POST", "PUT", "PATCH"];

/// The members of entries that were not answered by the service, and their values: any value of
/// Chrome's and Playwright's, some of Safari's.
const NOT_OF_THE_SERVICE: [(&str, &[&str]); 3] =
    [("_fromCache", &[]), ("_wasFulfilled", &[]), ("_fetchType", &["Memory Cache", "Disk Cache", "Service Worker"])];

/// Reads the exchanges of a HAR file with the service at a host, or returns `None` if the text is not
/// one.
pub(crate) fn read(text: &str, host: Option<&str>) -> Option<Result<Source, SourceError>> {
    let har: Har<'_> = serde_json::from_str(text).ok()?;
    let entries: Vec<Value> =
        har.log.entries.iter().map(|entry| serde_json::from_str(entry.get()).unwrap_or_default()).collect();
    let host = match host {
        Some(host) => Some(host.to_ascii_lowercase()),
        None => match of_service(&entries) {
            Ok(host) => host,
            Err(error) => return Some(Err(error)),
        },
    };
    let mut source = Source::default();
    let mut started = Vec::new();
    for (at, entry) in entries.iter().enumerate() {
        match exchange(entry, host.as_deref()) {
            Ok(exchange) => {
                started.push(entry.get("startedDateTime").and_then(Value::as_str).and_then(Moment::parse));
                source.exchanges.push(Raw::Exchange(exchange));
            }
            Err(reason) => source.left_out.push(LeftOut { entry: at + 1, reason }),
        }
    }
    // Some programs group entries by host or path.
    if started.iter().all(Option::is_some) {
        let mut order: Vec<_> = started.into_iter().zip(source.exchanges).collect();
        order.sort_by_key(|(moment, _)| *moment);
        source.exchanges = order.into_iter().map(|(_, exchange)| exchange).collect();
    }
    Some(Ok(source))
}

/// Returns the only host that looks like the service: by the prefix of its paths, or without any such
/// host, by other endpoints.
fn of_service(entries: &[Value]) -> Result<Option<String>, SourceError> {
    let mut hosts = [BTreeSet::new(), BTreeSet::new()];
    for request in entries.iter().filter_map(|entry| entry.get("request")) {
        let (Some(method), Some(url)) = (text(request, "method"), text(request, "url")) else { continue };
        let (host, target) = split(url);
        let found = endpoint(method, target);
        let is_partner = found.as_ref().is_some_and(|found| matches!(found.endpoint.prefix, Prefix::Partner))
            || target.contains(PARTNER_PREFIX);
        if is_partner || found.is_some() {
            let [partner, other] = &mut hosts;
            if is_partner { partner } else { other }.insert(host);
        }
    }
    let [partner, other] = hosts;
    let hosts = if partner.is_empty() { other } else { partner };
    if hosts.len() > 1 { Err(SourceError::SeveralHosts(hosts)) } else { Ok(hosts.into_iter().next()) }
}

/// Splits an address into its host, with a port that is not the default one, and its path with the
/// query.
fn split(url: &str) -> (String, &str) {
    let Some((scheme, rest)) = url.split_once("://") else { return (String::new(), url) };
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, target) = rest.split_at(end);
    let host = authority.rsplit('@').next().unwrap_or_default().to_ascii_lowercase();
    let default = if scheme.eq_ignore_ascii_case("http") { ":80" } else { ":443" };
    (host.strip_suffix(default).unwrap_or(&host).to_owned(), target.split('#').next().unwrap_or_default())
}

/// Returns `true` if a host is the wanted one, which may leave the port out.
fn is_host(host: &str, wanted: &str) -> bool {
    host == wanted || host.rsplit_once(':').is_some_and(|(name, port)| name == wanted && !port.ends_with(']'))
}

fn text<'v>(value: &'v Value, name: &str) -> Option<&'v str> {
    value.get(name)?.as_str().filter(|text| !text.is_empty())
}

fn exchange(entry: &Value, host: Option<&str>) -> Result<RawExchange, Reason> {
    if !entry.is_object() {
        return Err(Reason::NoObject);
    }
    let request = entry.get("request").unwrap_or(&Value::Null);
    let (Some(method), Some(url)) = (text(request, "method"), text(request, "url")) else {
        return Err(Reason::NoRequest);
    };
    let (of, target) = split(url);
    if host.is_some_and(|host| !is_host(&of, host)) {
        return Err(Reason::OtherHost);
    }
    if method.eq_ignore_ascii_case("OPTIONS") || endpoint(method, target).is_none() && !target.contains(PARTNER_PREFIX)
    {
        return Err(Reason::OtherPath);
    }
    let day = text(entry, "startedDateTime").and_then(|time| Date::parse(time.get(..10)?)).ok_or(Reason::NoDay)?;
    let is_of_another = |(name, values): &(&str, &[&str])| match entry.get(*name) {
        None | Some(Value::Null | Value::Bool(false)) => false,
        Some(value) => values.is_empty() || value.as_str().is_some_and(|value| values.contains(&value)),
    };
    if NOT_OF_THE_SERVICE.iter().any(is_of_another) {
        return Err(Reason::NotOfTheService);
    }
    let response = entry.get("response").unwrap_or(&Value::Null);
    let status = response.get("status").and_then(Value::as_u64).and_then(|status| u16::try_from(status).ok());
    let status = status.filter(|status| (100..600).contains(status)).ok_or(Reason::NoAnswer)?;
    Ok(RawExchange {
        day,
        method: method.to_owned(),
        target: target.to_owned(),
        // Browsers leave credentials out of their files, and people mask them.
        authorization: header(request, "authorization").is_some() || !NOT_AUTHENTICATED.contains(&status),
        credential: None,
        body: if WITH_BODY.contains(&method.to_ascii_uppercase().as_str()) { body(request) } else { RawBody::None },
        status,
        answer: answer(response.get("content").unwrap_or(&Value::Null)),
    })
}

/// Returns the value of a header.
fn header<'v>(message: &'v Value, name: &str) -> Option<&'v str> {
    let headers = message.get("headers")?.as_array()?;
    let header =
        headers.iter().find(|header| text(header, "name").is_some_and(|known| known.eq_ignore_ascii_case(name)));
    header?.get("value")?.as_str()
}

/// Returns `true` if a body has the length that the source names. Some sources name none.
fn is_whole(request: &Value, length: usize) -> bool {
    let size = request.get("bodySize");
    let known = size.and_then(Value::as_u64).filter(|size| *size > 0);
    let declared = header(request, "content-length");
    match known.or_else(|| declared?.trim().parse().ok()) {
        Some(known) => usize::try_from(known) == Ok(length),
        None => size.is_none() && declared.is_none(),
    }
}

/// Reads the body of a request. Without a readable one, it is unknown.
fn body(request: &Value) -> RawBody {
    let data = request.get("postData").unwrap_or(&Value::Null);
    let kinds: Vec<&str> = text(data, "mimeType").into_iter().chain(header(request, "content-type")).collect();
    if let Some(given) = text(data, "text") {
        let Some((bytes, is_exact)) = decoded(given, text(data, "encoding")) else { return RawBody::Unknown };
        let is_whole = is_whole(request, bytes.len());
        return of_text(&bytes, &kinds, is_whole, is_exact || given.is_ascii());
    }
    if let Some(params) = data.get("params").and_then(Value::as_array).filter(|params| !params.is_empty()) {
        let parts: Option<Vec<RawPart>> = params.iter().map(param).collect();
        return parts.map_or(RawBody::Unknown, RawBody::Listed);
    }
    // Chromium leaves out the body of a form with files, and writes 0 or -1 for its size.
    if header(request, "content-length").is_some_and(|length| length.trim() == "0") {
        RawBody::None
    } else {
        RawBody::Unknown
    }
}

/// Returns bytes, and whether they are those of the message and no text that was made of them.
fn decoded(given: &str, encoding: Option<&str>) -> Option<(Vec<u8>, bool)> {
    match encoding {
        None => Some((given.as_bytes().to_vec(), false)),
        Some(encoding) if encoding.eq_ignore_ascii_case("base64") => {
            let digits: String = given.split_ascii_whitespace().collect();
            let config = GeneralPurposeConfig::new().with_decode_padding_mode(Indifferent);
            Some((GeneralPurpose::new(&STANDARD, config).decode(digits).ok()?, true))
        }
        Some(_) => None,
    }
}

/// Reads the bytes of a body. `is_whole` is true if the length of the request's body is known to be the
/// same, and `is_exact` if the lengths of its parts are those of the request.
fn of_text(bytes: &[u8], kinds: &[&str], is_whole: bool, is_exact: bool) -> RawBody {
    let line = bytes.split(|byte| *byte == b'\n').next().unwrap_or_default().trim_ascii();
    let first = std::str::from_utf8(line).ok().and_then(|line| line.strip_prefix("--"));
    if first.is_some() || kinds.iter().any(|kind| form::essence(kind) == form::MULTIPART) {
        let boundaries = kinds.iter().filter_map(|kind| form::boundary(kind)).chain(first.map(str::to_owned));
        // Some programs write line ends as LF.
        let with_line_ends = || String::from_utf8_lossy(bytes).replace("\r\n", "\n").replace('\n', "\r\n");
        let found = boundaries.into_iter().find_map(|boundary| {
            let exact = parts(&boundary, bytes).map(|parts| (parts, is_exact && is_whole));
            exact.or_else(|| parts(&boundary, with_line_ends().as_bytes()).map(|parts| (parts, false)))
        });
        return found.map_or(RawBody::Unknown, |(parts, is_exact)| {
            RawBody::Parts(parts.into_iter().map(|part| of_form(part, is_exact)).collect())
        });
    }
    // Firefox writes the headers of a body before it.
    let end = bytes.windows(4).position(|window| window == b"\r\n\r\n").map(|at| at + 4);
    let text = String::from_utf8_lossy(bytes.get(end.unwrap_or_default()..).unwrap_or_default());
    let text = if bytes.to_ascii_lowercase().starts_with(b"content-") { text } else { String::from_utf8_lossy(bytes) };
    match kinds.first().map(|kind| form::essence(kind)).as_deref() {
        Some(form::URL_ENCODED) if is_whole => url_encoded(text.as_bytes()),
        // A cut text is no JSON, and other texts are not the members of a request.
        _ if is_whole && serde_json::from_str::<&RawValue>(text.trim()).is_ok() => RawBody::Text(text.into_owned()),
        _ => RawBody::Unknown,
    }
}

/// Returns a part without what the text of a body may have lost: the content of a file, and lengths.
fn of_form(part: RawPart, is_exact: bool) -> RawPart {
    match &part.filename {
        Some(filename) if part.size == Some(0) && !filename.is_empty() => RawPart { size: None, text: None, ..part },
        Some(_) if !is_exact && part.size != Some(0) => RawPart { size: None, ..part },
        _ => part,
    }
}

/// Reads a parameter. Without a value or the name of a file, it is `None`.
fn param(param: &Value) -> Option<RawPart> {
    let name = param.get("name")?.as_str()?.to_owned();
    let filename = text(param, "fileName").map(str::to_owned);
    let value = param.get("value").and_then(Value::as_str).filter(|value| *value != BINARY).map(str::to_owned);
    if filename.is_none() && value.is_none() {
        return None;
    }
    let content_type = text(param, "contentType").map(str::to_owned);
    Some(RawPart {
        name,
        filename: filename.clone(),
        content_type,
        size: None,
        text: value.filter(|text| filename.is_none() || !text.is_empty()),
    })
}

/// Returns the body of an answer, or `None` if the source does not have the whole of it as text.
fn answer(content: &Value) -> Option<String> {
    let (bytes, _) = decoded(text(content, "text")?, text(content, "encoding"))?;
    let number = |name: &str| content.get(name).and_then(Value::as_i64);
    // Some programs write the length before decompression, and some none.
    let is_whole = content.get("size").is_none()
        || number("size").is_some_and(|size| {
            let sizes = [size, size.saturating_add(number("compression").unwrap_or_default())];
            sizes.into_iter().any(|size| usize::try_from(size) == Ok(bytes.len()))
        });
    let text = String::from_utf8(bytes).ok().filter(|_| is_whole)?;
    serde_json::from_str::<&RawValue>(text.trim_start_matches('\u{feff}')).is_ok().then_some(text)
}
