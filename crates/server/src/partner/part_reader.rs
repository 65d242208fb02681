//! Splits a `multipart/form-data` body (RFC 7578) into its parts as its bytes arrive.
//!
//! A part's head is read as leniently as file names are written: a control character in it refuses
//! nothing, because an error of a file never fails a case (`CREATE-201-always`). The parsers of
//! axum refuse the whole body for it.

use super::disposition::{Disposition, parameters};
use crate::error::ApiError;
use crate::prose;
use axum::body::Body;
use casegate_http::body::too_long;
use http_body_util::BodyExt;
use memchr::memmem::{Finder, find};

/// The greatest length of the text before the first part, and of the head of a part.
const HEAD_BYTES: usize = 16 << 10;
/// RFC 2046 allows 70 characters.
const BOUNDARY_BYTES: usize = 70;

/// Returns the boundary of a `multipart/form-data` content type; `None` for any other type.
pub(super) fn boundary(content_type: &str) -> Option<String> {
    let (kind, rest) = content_type.split_once(';')?;
    let is_form = kind.trim().eq_ignore_ascii_case("multipart/form-data");
    let (_, boundary) = parameters(rest).find(|(name, _)| is_form && name == "boundary")?;
    (1..=BOUNDARY_BYTES).contains(&boundary.len()).then_some(boundary)
}

/// Reads the parts of a body one after the other.
pub(super) struct PartReader<'b> {
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

#[derive(Clone, Copy, PartialEq, Eq)]
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
    pub(super) fn new(body: &'b mut Body, boundary: &str, limit: u64) -> PartReader<'b> {
        let delimiter = Finder::new(&format!("\r\n--{boundary}")).into_owned();
        // No line end precedes the first boundary.
        PartReader { body, limit, taken: 0, buffer: b"\r\n".to_vec(), given: 0, delimiter, at: Place::Content }
    }

    /// Moves to the next part, skipping the rest of the current one; `None` at the end.
    pub(super) async fn next(&mut self) -> Result<Option<Disposition>, ApiError> {
        let is_preamble = self.taken == 0;
        let mut passed = 0;
        while let Some(content) = self.chunk().await? {
            passed += content.len();
            if is_preamble && passed > HEAD_BYTES {
                return Err((&prose::BAD_MULTIPART).into());
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
    pub(super) async fn chunk(&mut self) -> Result<Option<Vec<u8>>, ApiError> {
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

    async fn step(&mut self) -> Result<Step, ApiError> {
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
                    LineEnd::Open if rest.len() > HEAD_BYTES => return Err((&prose::BAD_MULTIPART).into()),
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
    async fn head(&mut self) -> Result<Vec<u8>, ApiError> {
        loop {
            let rest = self.rest();
            if rest.starts_with(b"\r\n") {
                self.given += 2;
                return Ok(Vec::new());
            }
            let end = find(rest, b"\r\n\r\n");
            if end.unwrap_or(rest.len()) > HEAD_BYTES {
                return Err((&prose::BAD_MULTIPART).into());
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
    async fn fill(&mut self) -> Result<(), ApiError> {
        loop {
            let frame = match self.body.frame().await {
                Some(Ok(frame)) => frame,
                None => return Err((&prose::BAD_MULTIPART).into()),
                Some(Err(_)) => return Err((&prose::BODY_INCOMPLETE).into()),
            };
            let Ok(data) = frame.into_data() else { continue };
            self.taken += data.len() as u64;
            if self.taken > self.limit {
                return Err(too_long(self.limit).into());
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
    let value = lines.iter().find_map(|line| {
        let (name, value) = line.split_at_checked(line.iter().position(|byte| *byte == b':')?)?;
        name.eq_ignore_ascii_case(b"content-disposition").then(|| value.get(1..).unwrap_or_default())
    });
    value.map(Disposition::of).unwrap_or_default()
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

    async fn read(body: &[u8], size: usize) -> Result<Vec<Part>, ApiError> {
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
        let body = b"before\r\n--b \t\r\nContent-Disposition: form-data; name=a\r\nX: y\r\n\r\n1\r\n--bb\r\n--\r\n--b\r\n\
            \r\nnameless\r\n--b\r\ncontent-disposition: form-data; name=\"f\"; filename=\"x\"\r\n\r\n\r\n--b--\r\nafter";
        let expected = [part("a", None, b"1\r\n--bb\r\n--"), part("", None, b"nameless"), part("f", Some("x"), b"")];
        for size in 1..=body.len() {
            assert_eq!(read(body, size).await.unwrap(), expected, "pieces of {size}");
        }
    }

    #[tokio::test]
    async fn a_control_character_refuses_no_part() {
        for name in ["a\u{1}.pdf", "a\n.pdf", "a\r.pdf", "a\r\n.pdf", "a\r\n: .pdf", "a\0.pdf", "\u{7f}\u{85}.pdf"] {
            let head = format!("--b\r\nContent-Disposition: form-data; name=f; filename=\"{name}\"\r\nX: y\r\n\r\n");
            let parts = read(&[head.as_bytes(), b"1\r\n--b--"].concat(), 3).await.unwrap();
            assert_eq!(parts, [part("f", Some(name), b"1")]);
        }
    }

    #[tokio::test]
    async fn a_body_without_its_last_boundary_is_refused() {
        for body in ["", "--b", "--b\r\n", "--b\r\n\r\n", "--b\r\n\r\n1", "--b\r\n\r\n1\r\n--b", "--c--", "b--"] {
            assert!(read(body.as_bytes(), 2).await.is_err(), "{body:?}");
        }
        let long = "x".repeat(HEAD_BYTES + 1);
        for body in [format!("{long}\r\n--b--"), format!("--b\r\n{long}\r\n\r\n\r\n--b--"), format!("--b{long}")] {
            assert!(read(body.as_bytes(), 1000).await.is_err());
        }
        assert!(read("--b--".as_bytes(), 1).await.unwrap().is_empty());
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
