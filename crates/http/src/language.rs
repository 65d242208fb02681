//! The language of answers: the best match of a request's `Accept-Language`, or else that of the
//! settings.
//!
//! It is implemented here because the crate `accept-language` compares whole tags, so that `es-MX`
//! does not match `es`, and supports neither `*` nor `q=0`.

use axum::extract::{Request, State};
use axum::http::header::{ACCEPT_LANGUAGE, CONTENT_LANGUAGE, CONTENT_TYPE, VARY};
use axum::http::{HeaderMap, HeaderValue};
use axum::middleware::Next;
use axum::response::Response;
use casegate::{Context, Language};
use std::cmp::Reverse;
use tokio::task::JoinError;

tokio::task_local! {
    static ACCEPTED: Language;
}

/// Returns the language of the current request, and English outside of requests.
pub fn current() -> Language {
    accepted().unwrap_or_default()
}

fn accepted() -> Option<Language> {
    ACCEPTED.try_with(|language| *language).ok()
}

/// Sets the language of the current request in a context.
pub fn localized(context: Context) -> Context {
    match accepted() {
        Some(language) => context.language(language),
        None => context,
    }
}

/// Runs `work` on a thread that may block, in the language of the request.
///
/// # Errors
///
/// `work` panicked.
#[expect(clippy::disallowed_methods, reason = "everything else goes through here")]
pub async fn blocking<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    match accepted() {
        Some(language) => tokio::task::spawn_blocking(move || ACCEPTED.sync_scope(language, work)).await,
        None => tokio::task::spawn_blocking(work).await,
    }
}

/// Sets the language headers of an answer with prose.
pub fn marked(mut answer: Response) -> Response {
    answer.headers_mut().insert(CONTENT_LANGUAGE, HeaderValue::from_static(current().tag()));
    answer
}

/// Middleware that chooses the language of a request. `default` is that of the settings.
pub async fn negotiated(State(default): State<Language>, request: Request, next: Next) -> Response {
    let language = best(request.headers(), default);
    ACCEPTED
        .scope(language, async {
            let answer = next.run(request).await;
            let is_problem = answer.headers().get(CONTENT_TYPE).is_some_and(|kind| kind == "application/problem+json");
            let mut answer = if is_problem { marked(answer) } else { answer };
            if answer.headers().contains_key(CONTENT_LANGUAGE) {
                answer.headers_mut().append(VARY, HeaderValue::from_static("Accept-Language"));
            }
            answer
        })
        .await
}

/// Returns the preferred language of a request (RFC 9110, section 12.5.4, with the lookup of RFC
/// 4647). Without a match it is `default`, unless `q=0` excludes that one only.
fn best(headers: &HeaderMap, default: Language) -> Language {
    let ranges: Vec<Range<'_>> = headers
        .get_all(ACCEPT_LANGUAGE)
        .iter()
        .flat_map(|value| value.as_bytes().split(|byte| *byte == b','))
        .filter_map(Range::read)
        .collect();
    let others = Language::ALL.into_iter().filter(|language| *language != default);
    let languages = || std::iter::once(default).chain(others.clone());
    let preferred = languages().filter_map(|language| Some((language, preference(&ranges, language)?)));
    let preferred = preferred.min_by_key(|(_, preference)| *preference).map(|(language, _)| language);
    preferred.or_else(|| languages().find(|language| !is_refused(&ranges, *language))).unwrap_or(default)
}

/// Returns the rank of a language; lower is better. `None` if no range matches it, or one excludes
/// it.
fn preference(ranges: &[Range<'_>], language: Language) -> Option<(Reverse<u16>, usize)> {
    if is_refused(ranges, language) {
        return None;
    }
    let rank = |(at, range): (usize, &Range<'_>)| (range.weight > 0).then_some((Reverse(range.weight), at));
    let ranges = || ranges.iter().enumerate();
    let named = ranges().filter(|(_, range)| range.names(language)).filter_map(rank).min();
    // With the same weight, a named language precedes a wildcard.
    let rest = || ranges().filter(|(_, range)| range.tag == b"*").filter_map(rank).min();
    named.or_else(|| rest().map(|(weight, _)| (weight, usize::MAX)))
}

/// Returns `true` if `q=0` excludes the language: by its own name (not that of a region), or by a
/// wildcard.
fn is_refused(ranges: &[Range<'_>], language: Language) -> bool {
    let weight =
        |is: &dyn Fn(&Range<'_>) -> bool| ranges.iter().filter(|range| is(range)).map(|range| range.weight).max();
    match weight(&|range| range.tag.eq_ignore_ascii_case(language.tag().as_bytes())) {
        Some(weight) => weight == 0,
        None => {
            weight(&|range| range.names(language)).unwrap_or_default() == 0
                && weight(&|range| range.tag == b"*") == Some(0)
        }
    }
}

/// A language range with its weight in thousandths.
struct Range<'h> {
    tag: &'h [u8],
    weight: u16,
}

impl<'h> Range<'h> {
    /// Reads an element of the header; `None` if it is malformed.
    fn read(element: &'h [u8]) -> Option<Range<'h>> {
        let mut parts = element.split(|byte| *byte == b';').map(<[u8]>::trim_ascii);
        let tag = parts.next().filter(|tag| is_range(tag))?;
        let weight = match parts.next() {
            None => 1000,
            Some([b'q' | b'Q', b'=', value @ ..]) => weight(value)?,
            Some(_) => return None,
        };
        parts.next().is_none().then_some(Range { tag, weight })
    }

    /// Returns `true` if the range is the language or one of its regions.
    fn names(&self, language: Language) -> bool {
        let first = self.tag.split(|byte| *byte == b'-').next().unwrap_or_default();
        first.eq_ignore_ascii_case(language.tag().as_bytes())
    }
}

/// `language-range` of RFC 4647, section 2.1.
fn is_range(tag: &[u8]) -> bool {
    let mut subtags = tag.split(|byte| *byte == b'-');
    let is_of = |subtag: &[u8], is: fn(&u8) -> bool| (1..=8).contains(&subtag.len()) && subtag.iter().all(is);
    let first = subtags.next().is_some_and(|first| is_of(first, u8::is_ascii_alphabetic));
    tag == b"*" || first && subtags.all(|subtag| is_of(subtag, u8::is_ascii_alphanumeric))
}

/// `qvalue` of RFC 9110, section 12.4.2, in thousandths.
fn weight(value: &[u8]) -> Option<u16> {
    let (whole, decimals) = match value {
        [whole @ b'0'..=b'1'] => (whole, &[][..]),
        [whole @ b'0'..=b'1', b'.', decimals @ ..] if decimals.len() <= 3 => (whole, decimals),
        _ => return None,
    };
    let mut weight = u16::from(whole - b'0') * 1000;
    for (decimal, unit) in decimals.iter().zip([100, 10, 1]) {
        weight += u16::from(decimal.checked_sub(b'0').filter(|digit| *digit <= 9)?) * unit;
    }
    (weight <= 1000).then_some(weight)
}

#[cfg(test)]
mod tests {
    use super::*;
    use Language::{English, Spanish};

    #[track_caller]
    fn is_best(lines: &[&[u8]], default: Language, expected: Language) {
        let mut headers = HeaderMap::new();
        for line in lines {
            headers.append(ACCEPT_LANGUAGE, HeaderValue::from_bytes(line).unwrap());
        }
        assert_eq!(best(&headers, default), expected, "{default:?}: {headers:?}");
    }

    #[test]
    fn the_best_match_is_taken() {
        for (header, with_english, with_spanish) in [
            // Named, in any case, with a region, a script or a variant.
            ("es", Spanish, Spanish),
            ("EN", English, English),
            ("es-MX", Spanish, Spanish),
            ("es-Latn-419", Spanish, Spanish),
            ("en-GB", English, English),
            // Weights, then order.
            ("en;q=0.5, es", Spanish, Spanish),
            ("es;q=0.001,en;q=0.002", English, English),
            ("es;q=0.9, en;q=0.95", English, English),
            ("es, en", Spanish, Spanish),
            ("en, es", English, English),
            ("en-GB;q=0.3, es;q=0.5, en-US;q=0.8", English, English),
            ("fr, de;q=0.9, es;q=0.1", Spanish, Spanish),
            (" es \t;\tQ=1.000 ,, en;q=0.999", Spanish, Spanish),
            // Wildcards.
            ("*", English, Spanish),
            ("fr, *;q=0.1", English, Spanish),
            ("*, es", Spanish, Spanish),
            ("es, *", Spanish, Spanish),
            ("en;q=0.2, *", Spanish, Spanish),
            ("es;q=0.2, *;q=0.1", Spanish, Spanish),
            // Exclusions.
            ("es;q=0, *", English, English),
            ("en;q=0", Spanish, Spanish),
            ("es;q=0.000", English, English),
            ("en;q=0, es;q=0", English, Spanish),
            ("*;q=0", English, Spanish),
            ("en, *;q=0", English, English),
            ("es-MX;q=0, *", English, Spanish),
            ("es;q=0, es-MX", English, English),
            // No match.
            ("", English, Spanish),
            ("fr-CA, de", English, Spanish),
            ("est, esperanto, english", English, Spanish),
            // Malformed elements are skipped; the others count.
            ("es;q=2", English, Spanish),
            ("es;q=1.001", English, Spanish),
            ("es;q=0.1234", English, Spanish),
            ("es;q=.5", English, Spanish),
            ("es;q=-1", English, Spanish),
            ("es;q=", English, Spanish),
            ("es;q = 1", English, Spanish),
            ("es;level=1", English, Spanish),
            ("es;q=1;q=1", English, Spanish),
            ("es_MX", English, Spanish),
            ("es-", English, Spanish),
            ("es-toolongsubtag", English, Spanish),
            ("*-MX", English, Spanish),
            ("es;q=2, en;q=0.1", English, English),
        ] {
            is_best(&[header.as_bytes()], English, with_english);
            is_best(&[header.as_bytes()], Spanish, with_spanish);
        }
    }

    #[test]
    fn several_headers_are_one_list_and_bytes_may_be_any() {
        is_best(&[], Spanish, Spanish);
        is_best(&[b"fr", b"es;q=0.5", b"en;q=0.4"], English, Spanish);
        is_best(&[b"\xff\xfe, es\xe9, en-\xf1", b"\xc3\xa9s"], Spanish, Spanish);
        is_best(&[b"\xff, es;q=0.1"], English, Spanish);
        is_best(&[&[b"x,".repeat(5000), b"es".to_vec()].concat()], English, Spanish);
        is_best(&[&b"-".repeat(10_000)], English, English);
    }
}
