//! Writes the path of an endpoint, and recognizes the endpoint of a path.

use crate::service::requests::kinds::{Endpoint, Method, PARTNER_PREFIX, Prefix};
use crate::service::requests::table::endpoints;
use std::collections::BinaryHeap;
use std::fmt::Write;

/// The parameters of a path by name, in the order of the path.
pub type PathParams = Vec<(&'static str, String)>;

/// The endpoint of a request with the parameters of its path.
pub(crate) struct Target {
    pub(crate) endpoint: &'static Endpoint,
    /// The parameters of the path. If the request names only its endpoint, they come from `params`.
    pub(crate) params: PathParams,
    /// `true` if the parameters were read from the path.
    pub(crate) by_path: bool,
    pub(crate) query: Vec<(String, String)>,
}

impl Target {
    pub(crate) fn param(&self, name: &str) -> Option<&str> {
        self.params.iter().find(|(known, _)| *known == name).map(|(_, value)| value.as_str())
    }
}

/// The reason why a path cannot be written.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PathError {
    /// A parameter is missing.
    #[error("the path needs `{name}`")]
    Missing {
        /// The name of the parameter.
        name: &'static str,
    },
    /// A parameter is empty, but a path segment must not be empty.
    #[error("`{name}` is empty")]
    Empty {
        /// The name of the parameter.
        name: &'static str,
    },
    /// A parameter is `.` or `..`. URL software removes these segments from a path, even if they
    /// are percent-encoded.
    #[error("`{name}` is a step in the path and cannot be part of it")]
    Dots {
        /// The name of the parameter.
        name: &'static str,
    },
    /// The path has no parameter with one of the given names.
    #[error("the path has no parameter of a name that is given")]
    Unknown,
}

/// The result of recognizing a method and a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Recognition {
    /// The method and the path of an endpoint.
    Known(Recognised),
    /// The path of an endpoint, with a method that the endpoint does not have.
    OtherMethod {
        /// The methods that exist for the path.
        allowed: Vec<Method>,
    },
    /// No endpoint has this path.
    Unknown,
}

/// A recognized endpoint and its path parameters.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct Recognised {
    /// The endpoint.
    pub endpoint: &'static Endpoint,
    /// The parameters, percent-decoded, in the order of the path.
    pub params: PathParams,
    /// The differences between the path and the documented one.
    pub notes: Vec<PathNote>,
}

impl PartialEq for Recognised {
    fn eq(&self, other: &Recognised) -> bool {
        self.endpoint.id == other.endpoint.id && self.params == other.params && self.notes == other.notes
    }
}

impl Eq for Recognised {}

/// A difference between a path and the documented one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub enum PathNote {
    /// The method is not in uppercase.
    MethodCase,
    /// The required prefix is missing.
    PrefixMissing,
    /// The specification leaves the prefix open, and the path uses the form that this library does
    /// not write.
    PrefixOpen,
    /// The trailing slash is missing.
    SlashMissing,
    /// The path has a trailing slash that the documented path does not have.
    SlashSurplus,
}

impl Endpoint {
    /// Returns the whole path with its parameters in braces.
    pub fn template(&self) -> String {
        let prefix = if self.is_prefixed() { PARTNER_PREFIX } else { "" };
        [prefix, self.route].concat()
    }

    /// Returns the names of the path's parameters, in order.
    pub fn params(&self) -> impl Iterator<Item = &'static str> {
        self.route.split('/').filter_map(parameter)
    }

    /// Returns the path with each query parameter, as given or with its first word: results are asked
    /// for as JSON, because the default format is not published.
    pub fn path_with_query(&self, params: &[(&str, &str)]) -> Option<String> {
        let is_query = |name: &str| self.query.iter().any(|member| member.name == name);
        let route: Vec<(&str, &str)> = params.iter().copied().filter(|(name, _)| !is_query(name)).collect();
        let mut path = self.path(&route).ok()?;
        for member in self.query {
            let words = member.words?.words;
            let given = params.iter().find(|(name, _)| *name == member.name).map(|(_, word)| *word);
            let word = given.filter(|word| words.contains(word)).or_else(|| words.first().copied())?;
            for part in [if path.contains('?') { "&" } else { "?" }, member.name, "=", word] {
                path.push_str(part);
            }
        }
        Some(path)
    }

    /// Returns the path with its parameters filled in. Each parameter is percent-encoded as one
    /// segment.
    ///
    /// ```
    /// use casegate::requests::{EndpointId, PathError};
    ///
    /// let respond = EndpointId::Respond.endpoint().ok_or("no such endpoint")?;
    /// assert_eq!(respond.path(&[("ref", "CASE 7/b")]).as_deref(), Ok("/api/v1/partner/cases/CASE%207%2Fb/respond/"));
    /// assert_eq!(respond.path(&[]), Err(PathError::Missing { name: "ref" }));
    /// # Ok::<(), &str>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`PathError`] if a parameter is missing, cannot be a segment, or does not belong to the path.
    pub fn path(&self, params: &[(&str, &str)]) -> Result<String, PathError> {
        if params.iter().any(|(given, _)| self.params().all(|name| name != *given)) {
            return Err(PathError::Unknown);
        }
        let mut out = String::from(if self.is_prefixed() { PARTNER_PREFIX } else { "" });
        // The route starts with a slash, so the first item of the split is empty.
        for segment in self.route.split('/').skip(1) {
            out.push('/');
            let Some(name) = parameter(segment) else {
                out.push_str(segment);
                continue;
            };
            match params.iter().find(|(given, _)| *given == name).map(|(_, value)| *value) {
                None => return Err(PathError::Missing { name }),
                Some("") => return Err(PathError::Empty { name }),
                Some("." | "..") => return Err(PathError::Dots { name }),
                Some(value) => encode(value, &mut out),
            }
        }
        Ok(out)
    }

    fn is_prefixed(&self) -> bool {
        matches!(self.prefix, Prefix::Partner | Prefix::OpenPartner)
    }

    /// Matches the segments of a path. Returns the parameters, and a note if the prefix differs
    /// from the documented one.
    fn matches(&self, segments: &[&str]) -> Option<(PathParams, Option<PathNote>)> {
        let documented = self.is_prefixed();
        let other = match self.prefix {
            Prefix::Partner => Some(PathNote::PrefixMissing),
            Prefix::OpenPartner | Prefix::OpenBase => Some(PathNote::PrefixOpen),
            Prefix::Own => None,
        };
        let exact = fill(documented, self.route, segments).map(|params| (params, None));
        exact.or_else(|| Some((fill(!documented, self.route, segments)?, Some(other?))))
    }
}

/// Returns the parameters of a route if the segments match it.
fn fill(prefixed: bool, route: &'static str, segments: &[&str]) -> Option<PathParams> {
    let prefix = if prefixed { PARTNER_PREFIX } else { "" };
    let wanted = prefix.split('/').chain(route.split('/')).filter(|segment| !segment.is_empty());
    let mut params = Vec::new();
    let mut given = segments.iter();
    for wanted in wanted {
        let decoded = decode(given.next()?)?;
        match parameter(wanted) {
            Some(name) if !is_step(&decoded) => params.push((name, decoded)),
            None if decoded == wanted => {}
            _ => return None,
        }
    }
    given.next().is_none().then_some(params)
}

/// Returns `true` if URL software removes the segment from a path, even if it is percent-encoded.
pub(crate) fn is_step(segment: &str) -> bool {
    matches!(segment, "" | "." | "..")
}

/// Returns the name of a parameter segment `{name}`.
fn parameter(segment: &'static str) -> Option<&'static str> {
    segment.strip_prefix('{')?.strip_suffix('}')
}

/// The number of segments in the longest path.
const MOST_SEGMENTS: usize = 7;

/// Finds the endpoint of a method and a path. The path may be a complete URL. A query is ignored.
///
/// ```
/// use casegate::requests::{Recognition, recognise};
///
/// let Recognition::Known(found) = recognise("GET", "/api/v1/partner/cases/CASE-7/") else { return Err("unknown") };
/// assert_eq!((found.endpoint.id.name(), found.params), ("detail", vec![("ref", "CASE-7".to_owned())]));
/// # Ok::<(), &str>(())
/// ```
pub fn recognise(method: &str, path: &str) -> Recognition {
    let path = path.split(['?', '#']).next().unwrap_or_default();
    let address = path.split_once("://").filter(|(scheme, _)| !scheme.contains('/'));
    let address = address.map(|(_, rest)| rest.split_once('/').map_or("", |(_, path)| path));
    let path = address.unwrap_or(path);
    let path = path.strip_prefix('/').unwrap_or(path);
    let (path, slash) = path.strip_suffix('/').map_or((path, false), |path| (path, true));
    let segments: Vec<&str> = path.split('/').collect();
    // A base URL may have a path of its own (`BASE-url-relative`), so only the end of a URL's path
    // has to match.
    let starts = if address.is_some() { segments.len().saturating_sub(MOST_SEGMENTS)..segments.len() } else { 0..1 };
    let mut allowed = BinaryHeap::new();
    for start in starts {
        let segments = segments.get(start..).unwrap_or_default();
        for endpoint in endpoints() {
            let Some((params, prefix)) = endpoint.matches(segments) else { continue };
            if !endpoint.method.name().eq_ignore_ascii_case(method) {
                allowed.push(endpoint.method);
                continue;
            }
            let method_case = (endpoint.method.name() != method).then_some(PathNote::MethodCase);
            let slash = match (endpoint.route.ends_with('/'), slash) {
                (true, false) => Some(PathNote::SlashMissing),
                (false, true) => Some(PathNote::SlashSurplus),
                _ => None,
            };
            let notes = [method_case, prefix, slash].into_iter().flatten().collect();
            return Recognition::Known(Recognised { endpoint, params, notes });
        }
    }
    let mut allowed = allowed.into_sorted_vec();
    allowed.dedup();
    if allowed.is_empty() { Recognition::Unknown } else { Recognition::OtherMethod { allowed } }
}

/// Returns the decoded query parameters of a path, in order. A malformed percent-encoding is left
/// unchanged.
///
/// ```
/// let query = casegate::requests::query("/api/v1/partner/cases/?source=all&page=2");
/// assert_eq!(query, [("source".to_owned(), "all".to_owned()), ("page".to_owned(), "2".to_owned())]);
/// ```
pub fn query(path: &str) -> Vec<(String, String)> {
    let path = path.split('#').next().unwrap_or_default();
    let pairs = path.split_once('?').map_or("", |(_, query)| query).split('&').filter(|pair| !pair.is_empty());
    let text = |raw: &str| {
        let raw = raw.replace('+', " ");
        decode(&raw).unwrap_or(raw)
    };
    pairs
        .map(|pair| pair.split_once('=').unwrap_or((pair, "")))
        .map(|(name, value)| (text(name), text(value)))
        .collect()
}

/// Percent-encodes a text as one path segment (RFC 3986). Only unreserved characters are left
/// unencoded.
fn encode(text: &str, out: &mut String) {
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'.' | b'_' | b'~') {
            out.push(char::from(byte));
        } else {
            // Writing to a string cannot fail.
            let _ = write!(out, "%{byte:02X}");
        }
    }
}

/// Decodes a percent-encoded segment. Returns `None` if the encoding is malformed or the result is
/// not UTF-8.
fn decode(segment: &str) -> Option<String> {
    let mut out = Vec::with_capacity(segment.len());
    let mut bytes = segment.bytes();
    while let Some(byte) = bytes.next() {
        if byte == b'%' {
            let mut digit = || char::from(bytes.next()?).to_digit(16).and_then(|digit| u8::try_from(digit).ok());
            let (high, low) = (digit()?, digit()?);
            out.push(high * 16 + low);
        } else {
            out.push(byte);
        }
    }
    String::from_utf8(out).ok()
}
