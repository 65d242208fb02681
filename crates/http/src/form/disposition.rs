//! The `Content-Disposition` of a part, in all forms that clients write: quoted or not, in any
//! case, in UTF-8 or another encoding, and as `filename*` (RFC 8187), which some clients send alone
//! for a name that is not ASCII.

use percent_encoding::percent_decode_str;

/// The head of a part: its name, that of its file, and its content type.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Disposition {
    /// The name of the part.
    pub name: Option<String>,
    /// The name of the file, if the part has one.
    pub filename: Option<String>,
    /// The content type, if the part names one.
    pub content_type: Option<String>,
}

impl Disposition {
    /// Reads a header. Invalid UTF-8 is replaced, because the rest of a name still gives the type
    /// of a file.
    pub(super) fn of(header: &[u8]) -> Disposition {
        let text = String::from_utf8_lossy(header);
        let mut plain = None;
        let mut found = Disposition::default();
        for (name, value) in parameters(text.split_once(';').map_or("", |(_, parameters)| parameters)) {
            match name.as_str() {
                "name" => _ = found.name.get_or_insert(value),
                "filename" => _ = plain.get_or_insert(value),
                "filename*" => _ = found.filename.get_or_insert_with(|| extended(&value)),
                _ => {}
            }
        }
        // The extended form is for readers that support it (RFC 6266).
        found.filename = found.filename.or(plain);
        found
    }
}

/// Returns the parameters of a header: lowercase names with their values.
pub(super) fn parameters(mut rest: &str) -> impl Iterator<Item = (String, String)> {
    std::iter::from_fn(move || {
        let (name, after) = rest.split_once('=')?;
        let (value, after) = value(after.trim_start());
        rest = after.split_once(';').map_or("", |(_, extra)| extra);
        Some((name.trim_matches([' ', '\t', ';']).to_ascii_lowercase(), value))
    })
}

/// Reads a value. Returns the rest of the text as well.
fn value(text: &str) -> (String, &str) {
    let Some(quoted) = text.strip_prefix('"') else {
        let end = text.find(';').unwrap_or(text.len());
        let (value, after) = text.split_at(end);
        return (value.trim_end().to_owned(), after);
    };
    let mut value = String::new();
    let mut characters = quoted.chars();
    while let Some(character) = characters.next() {
        match character {
            '"' => break,
            // Old browsers send other backslashes as separators of a path.
            '\\' if characters.as_str().starts_with(['"', '\\']) => value.extend(characters.next()),
            other => value.push(other),
        }
    }
    (value, characters.as_str())
}

/// Decodes `charset'language'percent-encoded`; another form is returned unchanged.
fn extended(value: &str) -> String {
    let mut fields = value.splitn(3, '\'');
    let (Some(charset), Some(_), Some(encoded)) = (fields.next(), fields.next(), fields.next()) else {
        return value.to_owned();
    };
    let bytes = percent_decode_str(encoded);
    if charset.eq_ignore_ascii_case("iso-8859-1") {
        return bytes.map(char::from).collect();
    }
    bytes.decode_utf8_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::Disposition;

    fn read(header: &[u8]) -> (Option<String>, Option<String>) {
        let Disposition { name, filename, .. } = Disposition::of(header);
        (name, filename)
    }

    #[track_caller]
    fn names(header: &[u8], name: &str, filename: &str) {
        assert_eq!(read(header), (Some(name.to_owned()), Some(filename.to_owned())));
    }

    #[test]
    fn names_are_read_as_clients_write_them() {
        names(br#"form-data; name="files"; filename="a.pdf""#, "files", "a.pdf");
        names(br#"form-data; filename="a; name=b.pdf"; name=files"#, "files", "a; name=b.pdf");
        names(br#"form-data;Name = files ;FILENAME = "a.pdf" "#, "files", "a.pdf");
        names(br#"form-data; name="files"; filename="a\"b\\c.pdf""#, "files", r#"a"b\c.pdf"#);
        names(br#"form-data; name="files"; filename="C:\x\y.pdf""#, "files", r"C:\x\y.pdf");
        names("form-data; name=\"files\"; filename=\"日本.pdf\"".as_bytes(), "files", "日本.pdf");
        names(b"form-data; name=\"files\"; filename=\"na\xefve.pdf\"", "files", "na\u{fffd}ve.pdf");
        names(br#"form-data; name="files"; filename="""#, "files", "");
    }

    #[test]
    fn an_extended_name_counts_before_a_plain_one() {
        names(b"form-data; name=files; filename*=UTF-8''na%C3%AFve%20.pdf", "files", "na\u{ef}ve .pdf");
        names(b"form-data; name=files; filename*=utf-8'en'a.pdf; filename=\"b\"", "files", "a.pdf");
        names(b"form-data; name=files; filename=\"b\"; filename*=iso-8859-1''na%EFve.pdf", "files", "na\u{ef}ve.pdf");
        names(b"form-data; name=files; filename*=a%2.pdf", "files", "a%2.pdf");
        names(b"form-data; name=files; filename*=UTF-8''%ff%zz%", "files", "\u{fffd}%zz%");
    }

    #[test]
    fn what_says_nothing_names_nothing() {
        for header in ["", "form-data", "form-data;", "form-data; =;=", "form-data; x=y", "name=files"] {
            assert_eq!(read(header.as_bytes()), (None, None), "{header}");
        }
        assert_eq!(read(b"form-data; name=\"files"), (Some("files".to_owned()), None));
    }
}
