//! Splits a multipart body that is complete in memory.
//!
//! `multer`, the library, reads streams and takes 7 further crates, among them `encoding_rs`.

use crate::record::part::RawPart;

/// Returns the boundary of a content type.
pub(crate) fn boundary(content_type: &str) -> Option<String> {
    let (kind, parameters) = content_type.split_once(';')?;
    if !kind.trim().eq_ignore_ascii_case("multipart/form-data") {
        return None;
    }
    parameter(parameters, "boundary")
}

/// Returns a parameter of a header, without its quotes.
fn parameter(parameters: &str, name: &str) -> Option<String> {
    let mut rest = parameters;
    loop {
        rest = rest.trim_start_matches([';', ' ', '\t']);
        let (key, after) = rest.split_once('=')?;
        let (value, behind) = if let Some(quoted) = after.strip_prefix('"') {
            quoted_string(quoted)
        } else {
            let end = after.find(';').unwrap_or(after.len());
            (after.get(..end)?.trim().to_owned(), after.get(end..)?)
        };
        if key.trim().eq_ignore_ascii_case(name) {
            return Some(value);
        }
        rest = behind;
    }
}

/// Returns the string up to the closing quote, and the text behind it.
fn quoted_string(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((at, letter)) = letters.next() {
        match letter {
            '"' => return (value, text.get(at + 1..).unwrap_or_default()),
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            letter => value.push(letter),
        }
    }
    (value, "")
}

/// Returns the parts of a body, or `None` if it has another form.
pub(crate) fn parts(boundary: &str, body: &[u8]) -> Option<Vec<RawPart>> {
    let delimiter = format!("--{boundary}").into_bytes();
    let separator = [b"\r\n", delimiter.as_slice()].concat();
    let mut rest = body.get(find(body, &delimiter)? + delimiter.len()..)?;
    let mut parts = Vec::new();
    while !rest.starts_with(b"--") {
        let start = find(rest, b"\r\n")? + 2;
        let inside = rest.get(start..)?;
        let end = find(inside, &separator)?;
        parts.push(part(inside.get(..end)?)?);
        rest = inside.get(end + separator.len()..)?;
    }
    Some(parts)
}

fn part(bytes: &[u8]) -> Option<RawPart> {
    let (head, content) = match find(bytes, b"\r\n\r\n") {
        Some(end) => (bytes.get(..end)?, bytes.get(end + 4..)?),
        None => (bytes, &b""[..]),
    };
    let head = String::from_utf8_lossy(head);
    let disposition = head.lines().find_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.trim().eq_ignore_ascii_case("content-disposition").then(|| value.trim().to_owned())
    })?;
    let (_, parameters) = disposition.split_once(';')?;
    let filename = parameter(parameters, "filename");
    Some(RawPart {
        name: parameter(parameters, "name").unwrap_or_default(),
        filename,
        size: u64::try_from(content.len()).ok(),
        // Other bytes are no text, and no case.
        text: Some(std::str::from_utf8(content).unwrap_or_default().to_owned()),
    })
}

fn find(bytes: &[u8], wanted: &[u8]) -> Option<usize> {
    bytes.windows(wanted.len()).position(|window| window == wanted)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_split() {
        let kind = "multipart/form-data; charset=utf-8; boundary=\"a b\"";
        assert_eq!(boundary(kind).as_deref(), Some("a b"));
        let body = b"--a b\r\nContent-Disposition: form-data; name=\"case\"\r\n\r\n{}\r\n--a b\r\n\
            content-disposition: form-data; name=files; filename=\"a\\\";b.pdf\"\r\nContent-Type: x/y\r\n\r\n\xff\r\n\r\n--a b--\r\n";
        let parts = parts("a b", body).unwrap();
        assert_eq!((&*parts[0].name, parts[0].text.as_deref(), parts[0].size), ("case", Some("{}"), Some(2)));
        assert_eq!((parts[1].filename.as_deref(), parts[1].size), (Some("a\";b.pdf"), Some(3)));
        assert!(super::parts("b", body).is_none());
        assert!(boundary("application/json; boundary=x").is_none());
    }
}
