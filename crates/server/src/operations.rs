//! The library's operations over HTTP.

use crate::app::Shared;
use crate::error::ApiError;
use crate::prose;
use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, FailedToBufferBody, PathRejection};
use axum::extract::{Path, State};
use axum::http::{HeaderMap, header};
use axum::response::{IntoResponse, Response};
use casegate::wire::{CASE_OPERATIONS, SERVICE_OPERATIONS};
use casegate_http::body;
use serde::Deserialize;
use serde_json::value::RawValue;
use std::fmt::Write;

/// The input of an operation, as JSON texts.
#[derive(Deserialize)]
struct Call<'c> {
    /// The input of the operation as a string, so that any text can be judged.
    #[serde(borrow)]
    input: &'c RawValue,
    /// The context: an object, or its text as a string.
    #[serde(borrow)]
    context: Option<&'c RawValue>,
}

/// The greatest length of a call. A text of the library's limit may consist of escapes, six bytes
/// for each of its own.
pub(crate) const CALL_BYTES: usize = 8 << 20;

/// `POST /casegate/{operation}`: an operation of the library with `{"input","context"}`. The answer
/// has the same bytes as those of all other bindings.
pub(crate) async fn call(
    State(app): State<Shared>,
    operation: Result<Path<String>, PathRejection>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Response {
    let mut operations = CASE_OPERATIONS.iter().chain(SERVICE_OPERATIONS);
    let is_asked = |name: &str| operation.as_ref().is_ok_and(|Path(asked)| asked == name);
    let Some(operation) = operations.find(|known| is_asked(known.name)) else {
        return prose::UNKNOWN_OPERATION.problem().into_response();
    };
    if let Err(problem) = body::plain(&headers) {
        return problem.into_response();
    }
    let body = match body {
        Ok(body) => body,
        Err(BytesRejection::FailedToBufferBody(FailedToBufferBody::LengthLimitError(_))) => {
            return body::too_long(CALL_BYTES as u64).into_response();
        }
        Err(_) => return prose::BODY_INCOMPLETE.problem().into_response(),
    };
    let Some((input, context)) = read(&body) else {
        return prose::NOT_A_CALL.problem().into_response();
    };
    // A hostile text may take time, for which only other calls wait.
    let _turn = app.computing.acquire().await;
    match tokio::task::spawn_blocking(move || operation.call(&input, &context)).await {
        Ok(reply) => ([(header::CONTENT_TYPE, "application/json")], reply).into_response(),
        Err(error) => ApiError::from(error).into_response(),
    }
}

fn read(body: &[u8]) -> Option<(String, String)> {
    let Call { input, context } = serde_json::from_slice(body).ok()?;
    let context = context.map_or("{}", RawValue::get);
    Some((text(input.get())?, text(context).unwrap_or_else(|| context.to_owned())))
}

/// Returns the text of a JSON string, and `None` for other values.
fn text(json: &str) -> Option<String> {
    if let Ok(text) = serde_json::from_str(json) {
        return Some(text);
    }
    let Wtf8(bytes) = serde_json::from_str(json).ok()?;
    Some(with_halves_escaped(&bytes))
}

/// The bytes of a string with lone surrogates, which UTF-8 cannot represent.
struct Wtf8(Vec<u8>);

impl<'de> Deserialize<'de> for Wtf8 {
    fn deserialize<D: serde::Deserializer<'de>>(from: D) -> Result<Wtf8, D::Error> {
        struct Bytes;
        impl serde::de::Visitor<'_> for Bytes {
            type Value = Wtf8;

            fn expecting(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str("a string")
            }

            fn visit_bytes<E>(self, bytes: &[u8]) -> Result<Wtf8, E> {
                Ok(Wtf8(bytes.to_owned()))
            }
        }
        from.deserialize_bytes(Bytes)
    }
}

/// Writes each lone surrogate as a JSON escape, as the npm package does, so that the library
/// reports it. After a backslash it would form no escape; it becomes another character, and is
/// refused as invalid JSON.
fn with_halves_escaped(bytes: &[u8]) -> String {
    let mut out = String::with_capacity(bytes.len());
    let mut rest = bytes;
    while let Some(chunk) = rest.utf8_chunks().next() {
        out.push_str(chunk.valid());
        rest = rest.get(chunk.valid().len()..).unwrap_or_default();
        let Some((&[lead, middle, last], after)) = rest.split_first_chunk() else { break };
        let half = u16::from(lead & 0x0F) << 12 | u16::from(middle & 0x3F) << 6 | u16::from(last & 0x3F);
        let backslashes = out.bytes().rev().take_while(|byte| *byte == b'\\').count();
        if backslashes % 2 == 0 {
            // Writing to a string cannot fail.
            let _ = write!(out, "\\u{half:04x}");
        } else {
            out.push(char::REPLACEMENT_CHARACTER);
        }
        rest = after;
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn halves_of_surrogate_pairs_are_found_by_the_library() {
        let input = |json: &str| read(json.as_bytes()).map(|(input, _)| input);
        assert_eq!(input(r#"{ "input": "{\"a\": \"\ud83d\ude00\"}" }"#).unwrap(), "{\"a\": \"\u{1f600}\"}");
        assert_eq!(input(r#"{ "input": "é\ud83dz\ude00" }"#).unwrap(), "é\\ud83dz\\ude00");
        assert_eq!(input(r#"{ "input": "\\\\\ud83d\ud83d" }"#).unwrap(), "\\\\\\ud83d\\ud83d");
        assert_eq!(input(r#"{ "input": "\\\ud83d" }"#).unwrap(), "\\\u{fffd}");
        assert_eq!(input(r#"{ "input": [1] }"#), None);
        assert_eq!(input(r#"{ "input": {} }"#), None);
    }
}
