//! Reads forms: splits a `multipart/form-data` body (RFC 7578) into its parts, as its bytes arrive or as
//! a whole, and reads URL-encoded ones.
//!
//! A part's head is read as leniently as file names are written: a control character in it refuses
//! nothing, because an error of a file never fails a case (`CREATE-201-always`). `multer`, the parser
//! of axum, refuses the whole body for it.

mod disposition;

use axum::body::Body;
pub use disposition::Disposition;
use disposition::parameters;
use http_body_util::BodyExt;
use memchr::memmem::{Finder, find};
use std::pin::pin;
use std::task::{Context, Poll, Waker};

/// The media type of a form in parts.
pub const MULTIPART: &str = "multipart/form-data";
/// The media type of a form as one text.
pub const URL_ENCODED: &str = "application/x-www-form-urlencoded";

/// The greatest length of the text before the first part, and of the head of a part.
const HEAD_BYTES: usize = 16 << 10;
/// RFC 2046 allows 70 characters.
const BOUNDARY_BYTES: usize = 70;

/// The reason why a form cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum FormError {
    /// The body is not a form, ends before its last boundary, or has part heads that are too long.
    #[error("the body is not a form")]
    Malformed,
    /// The body did not arrive as a whole.
    #[error("the body is incomplete")]
    Incomplete,
    /// The body exceeds the limit.
    #[error("the body is longer than {0} bytes")]
    TooLong(u64),
}

/// Returns a content type without its parameters, in lower case.
pub fn essence(content_type: &str) -> String {
    content_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

/// Returns the names and values of an `application/x-www-form-urlencoded` body, as browsers read it: bytes
/// that are not UTF-8 become U+FFFD.
///
/// ```
/// let pairs = casegate_http::form::url_encoded(b"reason=Paid+%26+done&note=a#b");
/// let expected = [("reason", "Paid & done"), ("note", "a#b")];
/// assert_eq!(pairs, expected.map(|(name, value)| (name.to_owned(), value.to_owned())));
/// ```
pub fn url_encoded(body: &[u8]) -> Vec<(String, String)> {
    form_urlencoded::parse(body).into_owned().collect()
}

/// Returns the boundary of a `multipart/form-data` content type; `None` for any other type.
pub fn boundary(content_type: &str) -> Option<String> {
    let (_, rest) = content_type.split_once(';').filter(|_| essence(content_type) == MULTIPART)?;
    let (_, boundary) = parameters(rest).find(|(name, _)| name == "boundary")?;
    (1..=BOUNDARY_BYTES).contains(&boundary.len()).then_some(boundary)
}

/// Returns the parts of a form that is complete in memory, with their contents.
///
/// # Errors
///
/// [`FormError::Malformed`].
pub fn read(boundary: &str, body: Vec<u8>) -> Result<Vec<(Disposition, Vec<u8>)>, FormError> {
    let mut body = Body::from(body);
    let reading = pin!(async move {
        let mut reader = PartReader::new(&mut body, boundary, u64::MAX);
        let mut parts = Vec::new();
        while let Some(part) = reader.next().await? {
            let mut content = Vec::new();
            while let Some(chunk) = reader.chunk().await? {
                content.extend(chunk);
            }
            parts.push((part, content));
        }
        Ok(parts)
    });
    // Bytes in memory are waited for never.
    match reading.poll(&mut Context::from_waker(Waker::noop())) {
        Poll::Ready(parts) => parts,
        Poll::Pending => Err(FormError::Incomplete),
    }
}

/// Reads the parts of a body one after the other.
#[derive(Debug)]
pub struct PartReader<'b> {
    body: &'b mut Body,
    /// The most bytes to read.
    limit: u64,
    /// The number of bytes read.
    taken: u64,
    /// The bytes read.
    buffer: Vec<u8>,
    /// The number of bytes that were returned. The rest moves to the front only when more bytes
    /// arrive, so that a byte costs the same in a body of a thousand tiny parts.
    given: usize,
    /// The line end and the boundary that end a part.
    delimiter: Finder<'static>,
    at: Place,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
    /// Before the first part, or inside one.
    Content,
    /// After a delimiter that another part follows.
    Head,
    /// After the last delimiter.
    End,
}

enum Step {
    Content(Vec<u8>),
    Delimiter(Place),
}

impl<'b> PartReader<'b> {
    /// Creates a reader of a body of at most `limit` bytes.
    pub fn new(body: &'b mut Body, boundary: &str, limit: u64) -> PartReader<'b> {
        let delimiter = Finder::new(&format!("\r\n--{boundary}")).into_owned();
        // No line end precedes the first boundary.
        PartReader { body, limit, taken: 0, buffer: b"\r\n".to_vec(), given: 0, delimiter, at: Place::Content }
    }

    /// Moves to the next part, skipping the rest of the current one; `None` at the end.
    ///
    /// # Errors
    ///
    /// [`FormError`].
    pub async fn next(&mut self) -> Result<Option<Disposition>, FormError> {
        let is_preamble = self.taken == 0;
        let mut passed = 0;
        while let Some(content) = self.chunk().await? {
            passed += content.len();
            if is_preamble && passed > HEAD_BYTES {
                return Err(FormError::Malformed);
            }
        }
        if self.at == Place::End {
            return Ok(None);
        }
        let head = self.head().await?;
        self.at = Place::Content;
        Ok(Some(disposition(&head)))
    }

    /// Returns some content of the current part; `None` at its end.
    ///
    /// # Errors
    ///
    /// [`FormError`].
    pub async fn chunk(&mut self) -> Result<Option<Vec<u8>>, FormError> {
        if self.at != Place::Content {
            return Ok(None);
        }
        match self.step().await? {
            Step::Content(content) => Ok(Some(content)),
            Step::Delimiter(place) => {
                self.at = place;
                Ok(None)
            }
        }
    }

    async fn step(&mut self) -> Result<Step, FormError> {
        let length = self.delimiter.needle().len();
        loop {
            let rest = self.rest();
            match self.delimiter.find(rest) {
                Some(0) => match line_end(rest.get(length..).unwrap_or_default()) {
                    LineEnd::Is(place, more) => {
                        self.given += length + more;
                        return Ok(Step::Delimiter(place));
                    }
                    // A line of content may start like a boundary.
                    LineEnd::Other => return Ok(Step::Content(self.take(1))),
                    LineEnd::Open if rest.len() > HEAD_BYTES => return Err(FormError::Malformed),
                    LineEnd::Open => {}
                },
                Some(at) => return Ok(Step::Content(self.take(at))),
                // The last bytes may be the start of a delimiter.
                None if rest.len() >= length => return Ok(Step::Content(self.take(rest.len() - length + 1))),
                None => {}
            }
            self.fill().await?;
        }
    }

    /// Returns the head of a part without the empty line that ends it.
    async fn head(&mut self) -> Result<Vec<u8>, FormError> {
        loop {
            let rest = self.rest();
            if rest.starts_with(b"\r\n") {
                self.given += 2;
                return Ok(Vec::new());
            }
            let end = find(rest, b"\r\n\r\n");
            if end.unwrap_or(rest.len()) > HEAD_BYTES {
                return Err(FormError::Malformed);
            }
            if let Some(end) = end {
                let head = self.take(end);
                self.given += 4;
                return Ok(head);
            }
            self.fill().await?;
        }
    }

    fn rest(&self) -> &[u8] {
        self.buffer.get(self.given..).unwrap_or_default()
    }

    /// Returns the first bytes.
    fn take(&mut self, count: usize) -> Vec<u8> {
        let taken = self.rest().get(..count).unwrap_or_default().to_vec();
        self.given += taken.len();
        taken
    }

    /// Waits for more of the body.
    async fn fill(&mut self) -> Result<(), FormError> {
        loop {
            let frame = match self.body.frame().await {
                Some(Ok(frame)) => frame,
                None => return Err(FormError::Malformed),
                Some(Err(_)) => return Err(FormError::Incomplete),
            };
            let Ok(data) = frame.into_data() else { continue };
            self.taken += data.len() as u64;
            if self.taken > self.limit {
                return Err(FormError::TooLong(self.limit));
            }
            self.buffer.drain(..self.given.min(self.buffer.len()));
            self.given = 0;
            self.buffer.extend_from_slice(&data);
            return Ok(());
        }
    }
}

enum LineEnd {
    /// With the number of its bytes.
    Is(Place, usize),
    /// More bytes are needed.
    Open,
    Other,
}

/// Classifies the rest of the line after a boundary.
fn line_end(rest: &[u8]) -> LineEnd {
    if rest.starts_with(b"--") {
        return LineEnd::Is(Place::End, 2);
    }
    let blanks = rest.iter().take_while(|byte| matches!(byte, b' ' | b'\t')).count();
    match rest.get(blanks..).unwrap_or_default() {
        [b'\r', b'\n', ..] => LineEnd::Is(Place::Head, blanks + 2),
        [] | [b'\r'] => LineEnd::Open,
        [b'-'] if blanks == 0 => LineEnd::Open,
        _ => LineEnd::Other,
    }
}

/// Reads the head of a part. A line that names no header continues the one before, because a file
/// name may contain a line end.
fn disposition(head: &[u8]) -> Disposition {
    let is_name = |line: &[u8]| {
        let name = line.split(|byte| *byte == b':').next().unwrap_or_default();
        let is_token = |byte: &u8| byte.is_ascii_alphanumeric() || *byte == b'-' || *byte == b'_';
        name.len() < line.len() && !name.is_empty() && name.iter().all(is_token)
    };
    let mut lines: Vec<&[u8]> = Vec::new();
    let mut begin = 0;
    for end in memchr::memmem::find_iter(head, b"\r\n").chain([head.len()]) {
        if is_name(head.get(end + 2..).unwrap_or_default()) || end == head.len() {
            lines.extend(head.get(begin..end));
            begin = end + 2;
        }
    }
    let value = |wanted: &[u8]| {
        lines.iter().find_map(|line| {
            let (name, value) = line.split_at_checked(line.iter().position(|byte| *byte == b':')?)?;
            name.eq_ignore_ascii_case(wanted).then(|| value.get(1..).unwrap_or_default())
        })
    };
    let mut found = value(b"content-disposition").map(Disposition::of).unwrap_or_default();
    found.content_type = value(b"content-type").map(|kind| String::from_utf8_lossy(kind.trim_ascii()).into_owned());
    found
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::body::{Bytes, HttpBody};
    use hyper::body::Frame;
    use std::collections::VecDeque;
    use std::convert::Infallible;
    use std::pin::Pin;
    use std::task::{Context, Poll};

    /// A body that arrives in pieces.
    struct Pieces(VecDeque<Bytes>);

    impl HttpBody for Pieces {
        type Data = Bytes;
        type Error = Infallible;

        fn poll_frame(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, Infallible>>> {
            Poll::Ready(self.get_mut().0.pop_front().map(|piece| Ok(Frame::data(piece))))
        }
    }

    /// A part: its name, its file name, its content.
    type Part = (String, Option<String>, Vec<u8>);

    async fn read_in_pieces(body: &[u8], size: usize) -> Result<Vec<Part>, FormError> {
        let mut body = Body::new(Pieces(body.chunks(size).map(Bytes::copy_from_slice).collect()));
        let mut reader = PartReader::new(&mut body, "b", 1 << 20);
        let mut parts = Vec::new();
        while let Some(next_part) = reader.next().await? {
            let mut content = Vec::new();
            while let Some(chunk) = reader.chunk().await? {
                content.extend(chunk);
            }
            parts.push((next_part.name.unwrap_or_default(), next_part.filename, content));
        }
        Ok(parts)
    }

    fn part(name: &str, filename: Option<&str>, content: &[u8]) -> Part {
        (name.to_owned(), filename.map(str::to_owned), content.to_owned())
    }

    #[tokio::test]
    async fn parts_are_read_in_pieces_of_any_size() {
        let body =
            b"before\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\nX: y\r\n\r\n1\r\n--bb\r\n--\r\n--b\r\n\
            \r\nnameless\r\n--b\r\ncontent-disposition: form-data; name=\"f\"; filename=\"x\"\r\n\
            CONTENT-type: a/b \r\n\r\n\r\n--b--\r\nafter";
        let expected = [part("a", None, b"1\r\n--bb\r\n--"), part("", None, b"nameless"), part("f", Some("x"), b"")];
        for size in 1..=body.len() {
            assert_eq!(read_in_pieces(body, size).await.unwrap(), expected, "pieces of {size}");
        }
        let whole = read("b", body.to_vec()).unwrap();
        assert_eq!(
            whole.iter().map(|(part, _)| part.content_type.as_deref()).collect::<Vec<_>>(),
            [None, None, Some("a/b")]
        );
        let whole = whole.into_iter();
        let whole = whole.map(|(part, content)| (part.name.unwrap_or_default(), part.filename, content));
        assert_eq!(whole.collect::<Vec<_>>(), expected);
    }

    #[tokio::test]
    async fn a_control_character_refuses_no_part() {
        for name in ["a\u{1}.pdf", "a\n.pdf", "a\r.pdf", "a\r\n.pdf", "a\r\n: .pdf", "a\0.pdf", "\u{7f}\u{85}.pdf"] {
            let head = format!("--b\r\nContent-Disposition: form-data; name=f; filename=\"{name}\"\r\nX: y\r\n\r\n");
            let parts = read_in_pieces(&[head.as_bytes(), b"1\r\n--b--"].concat(), 3).await.unwrap();
            assert_eq!(parts, [part("f", Some(name), b"1")]);
        }
    }

    #[tokio::test]
    async fn a_body_without_its_last_boundary_is_refused() {
        assert_eq!(read("b", b"--b\r\n\r\n1".to_vec()), Err(FormError::Malformed));
        for body in ["", "--b", "--b\r\n", "--b\r\n\r\n", "--b\r\n\r\n1", "--b\r\n\r\n1\r\n--b", "--c--", "b--"] {
            assert!(read_in_pieces(body.as_bytes(), 2).await.is_err(), "{body:?}");
        }
        let long = "x".repeat(HEAD_BYTES + 1);
        for body in [format!("{long}\r\n--b--"), format!("--b\r\n{long}\r\n\r\n\r\n--b--"), format!("--b{long}")] {
            assert!(read_in_pieces(body.as_bytes(), 1000).await.is_err());
        }
        assert!(read_in_pieces("--b--".as_bytes(), 1).await.unwrap().is_empty());
    }

    #[test]
    fn a_boundary_is_of_a_form() {
        assert_eq!(boundary("multipart/form-data; boundary=b").as_deref(), Some("b"));
        assert_eq!(boundary("Multipart/Form-Data; charset=x; Boundary=\"a b\"").as_deref(), Some("a b"));
        for other in ["", "multipart/form-data", "multipart/form-data; boundary=", "multipart/mixed; boundary=b"] {
            assert_eq!(boundary(other), None, "{other}");
        }
        assert_eq!(boundary(&format!("multipart/form-data; boundary={}", "b".repeat(71))), None);
    }
}
