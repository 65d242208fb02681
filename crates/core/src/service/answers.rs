//! What the answer to a create request means. Between a form and the service are backends, proxies
//! and sign-in pages, and a status of 200 alone is no receipt: a case exists only if the answer
//! names it.

use crate::context::Context;
use crate::rulebook::tokens::tokens;
use crate::text::date::Date;
use crate::text::json::document::Document;
use serde::Serialize;
use std::ops::RangeInclusive;

tokens! {
    /// What an answer says about the case.
    Outcome, "outcome of a request" {
        /// There is a case, which the answer names.
        Created "created",
        /// There is no case, and `issues` say why.
        Findings "findings",
        /// There is no case; `reason` and `says` are all that is known.
        Refused "refused",
        /// Nothing was sent, so there is no case.
        NotSent "not_sent",
        /// There may be a case. Keep what was submitted, and look for the case before the next attempt.
        Unsure "unsure",
    }
}

tokens! {
    /// The reason of an [`Outcome`].
    Reason, "reason of an outcome" {
        /// The answer has the id or the reference of the case.
        Receipt "receipt",
        /// The answer has findings at places of the case.
        Issues "issues",
        /// The sign-in is missing or has ended.
        SignIn "sign_in",
        /// The account may not do this.
        NotAllowed "not_allowed",
        /// The request is too large.
        TooLarge "too_large",
        /// Too many requests, or the server is not ready; see `retry_after_seconds`.
        Busy "busy",
        /// Nothing takes cases at this address.
        WrongAddress "wrong_address",
        /// Something between the caller and the backend refused the request.
        Between "between",
        /// The backend refused the request.
        Refused "refused",
        /// No byte of the request has left.
        Unreached "unreached",
        /// No answer arrived.
        NoAnswer "no_answer",
        /// The connection ended within the answer.
        Incomplete "incomplete",
        /// The answer is a redirect, or came from another address than the one that was asked.
        Redirected "redirected",
        /// The answer reports success and names no case.
        NoReceipt "no_receipt",
        /// The backend failed.
        Failed "failed",
    }
}

/// The facts about an answer to a create request, as an HTTP client reports them.
///
/// ```
/// use casegate::answers::{Answer, Outcome, read_answer};
/// # let context = casegate::Context::new("2026-03-01".parse()?);
///
/// let answer = |body: &'static str| Answer { status: Some(200), body: Some(body), ..Answer::default() };
/// assert_eq!(read_answer(&answer(r#"{ "case_id": 7 }"#), &context).outcome, Outcome::Created);
/// assert_eq!(read_answer(&answer("<h1>Sign in</h1>"), &context).outcome, Outcome::Unsure);
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
pub struct Answer<'a> {
    /// The status; `None`, or 0 as in browsers, if no answer arrived.
    pub status: Option<u16>,
    /// The body as text, if it could be read.
    #[cfg_attr(feature = "export", schemars(default))]
    pub body: Option<&'a str>,
    /// The header `Content-Type`.
    #[cfg_attr(feature = "export", schemars(default))]
    pub content_type: Option<&'a str>,
    /// The header `Retry-After`.
    #[cfg_attr(feature = "export", schemars(default))]
    pub retry_after: Option<&'a str>,
    /// The header `Date`, which a `Retry-After` that is a date is compared with.
    #[cfg_attr(feature = "export", schemars(default))]
    pub date: Option<&'a str>,
    /// `false` if no byte of the request has left.
    #[cfg_attr(feature = "export", schemars(with = "Option<bool>"))]
    pub sent: bool,
    /// `false` if the connection ended within the answer.
    #[cfg_attr(feature = "export", schemars(with = "Option<bool>"))]
    pub complete: bool,
    /// `true` if the client followed a redirect.
    #[cfg_attr(feature = "export", schemars(with = "Option<bool>"))]
    pub redirected: bool,
}

/// Of a request that was sent, and has no answer.
impl Default for Answer<'_> {
    fn default() -> Self {
        Answer {
            status: None,
            body: None,
            content_type: None,
            retry_after: None,
            date: None,
            sent: true,
            complete: true,
            redirected: false,
        }
    }
}

/// What an answer means.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct AnswerReading {
    /// What it says about the case.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
    /// The id of the created case, if the answer has it.
    pub case_id: Option<u64>,
    /// The reference of the created case, if the answer has it.
    pub case_ref: Option<String>,
    /// The findings, as they came: objects with `at` and `message`.
    pub issues: Vec<Document>,
    /// The backend's own words for a person.
    pub says: Option<String>,
    /// The seconds after which another attempt makes sense.
    pub retry_after_seconds: Option<u64>,
}

/// What a row asks of the body.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Body {
    Any,
    /// A JSON object.
    Object,
    /// A JSON object that names a case.
    Receipt,
    /// A JSON object with findings.
    Issues,
    /// No JSON object.
    Other,
    /// Ended early.
    Cut,
}

/// The first row that fits decides. Where none fits, the outcome is open.
const TABLE: &[(RangeInclusive<u16>, Body, Outcome, Reason)] = &[
    (200..=201, Body::Receipt, Outcome::Created, Reason::Receipt),
    (200..=299, Body::Cut, Outcome::Unsure, Reason::Incomplete),
    (200..=299, Body::Any, Outcome::Unsure, Reason::NoReceipt),
    (300..=399, Body::Any, Outcome::Unsure, Reason::Redirected),
    (401..=401, Body::Any, Outcome::Refused, Reason::SignIn),
    (408..=408, Body::Any, Outcome::Refused, Reason::Busy),
    (413..=413, Body::Any, Outcome::Refused, Reason::TooLarge),
    (425..=425, Body::Any, Outcome::Refused, Reason::Busy),
    (429..=429, Body::Any, Outcome::Refused, Reason::Busy),
    (400..=499, Body::Issues, Outcome::Findings, Reason::Issues),
    (403..=403, Body::Object, Outcome::Refused, Reason::NotAllowed),
    (403..=403, Body::Any, Outcome::Refused, Reason::Between),
    (404..=405, Body::Other, Outcome::Refused, Reason::WrongAddress),
    (407..=407, Body::Any, Outcome::Refused, Reason::Between),
    (410..=410, Body::Other, Outcome::Refused, Reason::WrongAddress),
    (400..=499, Body::Any, Outcome::Refused, Reason::Refused),
    (503..=503, Body::Any, Outcome::Unsure, Reason::Busy),
    (511..=511, Body::Any, Outcome::Refused, Reason::Between),
];

/// Returns what an answer to a create request means.
///
/// A receipt is a JSON object with a whole number as `case_id`, or a text as `case_ref`, with 200 or
/// 201, at the address that was asked. Every other success leaves open whether there is a case.
pub fn read_answer(answer: &Answer<'_>, context: &Context) -> AnswerReading {
    // Some PHP files begin with a byte order mark, and so do their answers.
    let text = answer.body.map(|text| text.trim_start_matches('\u{FEFF}')).filter(|_| answer.complete);
    let body = text.and_then(|text| Document::input(text, context).ok()).unwrap_or(Document::Null);
    // A number that JavaScript cannot hold would name another case there, and no case is number 0.
    let case_id = body.get("case_id").and_then(Document::as_u64).filter(|id| (1..=1 << 53).contains(id));
    let case_ref = text_in(&body, &["case_ref"]);
    let issues = findings(&body);
    let fits = |asked| match asked {
        Body::Any => true,
        Body::Object => body.as_object().is_some(),
        Body::Other => body.as_object().is_none(),
        Body::Receipt => case_id.is_some() || case_ref.is_some(),
        Body::Issues => !issues.is_empty(),
        Body::Cut => !answer.complete,
    };
    let row = |status| TABLE.iter().find(|(statuses, asked, ..)| statuses.contains(&status) && fits(*asked));
    let (outcome, reason) = match answer.status.filter(|status| *status > 0) {
        _ if !answer.sent => (Outcome::NotSent, Reason::Unreached),
        None => (Outcome::Unsure, Reason::NoAnswer),
        Some(_) if answer.redirected => (Outcome::Unsure, Reason::Redirected),
        Some(status) => row(status).map_or((Outcome::Unsure, Reason::Failed), |row| (row.2, row.3)),
    };
    let is_created = outcome == Outcome::Created;
    AnswerReading {
        outcome,
        reason,
        case_id: case_id.filter(|_| is_created),
        case_ref: case_ref.filter(|_| is_created),
        issues: if outcome == Outcome::Findings { issues } else { Vec::new() },
        says: if is_created { None } else { words(&body, answer) },
        retry_after_seconds: answer.retry_after.and_then(|wait| seconds(wait, answer.date)),
    }
}

/// Returns the elements of `errors` that a form can show.
fn findings(body: &Document) -> Vec<Document> {
    let errors = body.get("errors").and_then(Document::as_list).unwrap_or_default();
    let has = |error: &Document, name| error.get(name).and_then(Document::as_str).is_some();
    errors.iter().filter(|error| has(error, "at") && has(error, "message")).cloned().collect()
}

/// The members in which frameworks write to people, as in RFC 9457.
const WORDS: &[&str] = &["detail", "message", "error", "title"];

/// A longer text is a page, and no sentence.
const MOST_WORDS: usize = 400;

fn words(body: &Document, answer: &Answer<'_>) -> Option<String> {
    let is_plain = || answer.content_type.is_some_and(|kind| kind.trim_start().starts_with("text/plain"));
    let plain = || answer.body.map(str::trim).filter(|text| !text.is_empty() && is_plain());
    let said = text_in(body, WORDS).or_else(|| plain().map(str::to_owned));
    said.filter(|text| text.chars().count() <= MOST_WORDS)
}

/// Returns the first of these members that is a text and not blank.
fn text_in(body: &Document, names: &[&str]) -> Option<String> {
    let texts = names.iter().filter_map(|name| body.get(name)?.as_str().map(str::trim));
    texts.filter(|text| !text.is_empty()).map(str::to_owned).next()
}

/// Returns the seconds of `Retry-After`: a number of them, or a date later than that of the answer.
pub(crate) fn seconds(wait: &str, date: Option<&str>) -> Option<u64> {
    let wait = wait.trim();
    if wait.bytes().all(|byte| byte.is_ascii_digit()) {
        return wait.parse().ok();
    }
    Some(second_of(wait)?.saturating_sub(second_of(date?)?))
}

/// Returns the seconds from the first day to the date of a header, `Sun, 06 Nov 1994 08:49:37 GMT`.
/// The formats of chrono in its place add 8 KB gzip to a module.
fn second_of(date: &str) -> Option<u64> {
    const MONTHS: &[u8] = b"JanFebMarAprMayJunJulAugSepOctNovDec";
    let number = |from: usize, to: usize| date.get(from..to)?.parse::<u32>().ok();
    let month = MONTHS.chunks(3).position(|month| date.as_bytes().get(8..11) == Some(month))?;
    let day = Date::new(i32::try_from(number(12, 16)?).ok()?, u32::try_from(month).ok()? + 1, number(5, 7)?)?;
    let hours = u64::try_from(day.days_since(Date::MIN)).ok()? * 24 + u64::from(number(17, 19)?);
    Some((hours * 60 + u64::from(number(20, 22)?)) * 60 + u64::from(number(23, 25)?))
}

/// Returns the seconds since 1970 of the date of a header.
pub(crate) fn unix_seconds(date: &str) -> Option<i64> {
    let epoch = second_of("Thu, 01 Jan 1970 00:00:00 GMT")?;
    i64::try_from(second_of(date)?).ok()?.checked_sub_unsigned(epoch)
}

/// [`read_answer`] of JSON text. A member of another type counts as one that is missing.
pub(crate) fn of_input(text: &str, context: &Context) -> AnswerReading {
    // A body that is too long, and comes last, must not hide the status.
    let most = context.limits.text_bytes;
    let facts = if text.len() > most {
        let start = (0..=most).rev().find_map(|end| text.get(..end));
        Document::Object(Document::begun(start.unwrap_or_default()))
    } else {
        Document::input(text, context).unwrap_or(Document::Null)
    };
    read_answer(&answer_of(&facts), context)
}

/// Reads the facts about an answer.
pub(crate) fn answer_of(facts: &Document) -> Answer<'_> {
    let text = |name| facts.get(name).and_then(Document::as_str);
    let is = |name, usual| facts.get(name).and_then(Document::as_bool).unwrap_or(usual);
    let status = facts.get("status").and_then(Document::as_u64).and_then(|status| u16::try_from(status).ok());
    Answer {
        status,
        body: text("body"),
        content_type: text("content_type"),
        retry_after: text("retry_after"),
        date: text("date"),
        sent: is("sent", true),
        complete: is("complete", true),
        redirected: is("redirected", false),
    }
}
