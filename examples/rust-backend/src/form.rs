//! Multipart forms: those of the office's pages, and those for the service.

use crate::refusal::Refusal;
use axum::extract::Multipart;
use std::collections::BTreeMap;

/// What an office's form sends.
#[derive(Default)]
pub(crate) struct Form {
    pub(crate) fields: BTreeMap<String, String>,
    pub(crate) files: Vec<GivenFile>,
}

#[derive(Debug, Clone)]
pub(crate) struct GivenFile {
    pub(crate) name: String,
    pub(crate) content: Vec<u8>,
    pub(crate) label: Option<String>,
}

/// The form is held in memory, up to the limit of the router.
pub(crate) async fn read_form(mut multipart: Multipart) -> Result<Form, Refusal> {
    let unreadable = |_| Refusal::new(400, "The form cannot be read.");
    let (mut form, mut labels) = (Form::default(), Vec::new());
    while let Some(field) = multipart.next_field().await.map_err(unreadable)? {
        let name = field.name().unwrap_or_default().to_owned();
        if let Some(filename) = field.file_name().map(str::to_owned) {
            let content = field.bytes().await.map_err(unreadable)?.to_vec();
            form.files.push(GivenFile { name: filename, content, label: None });
        } else if name == "labels" {
            labels.push(field.text().await.map_err(unreadable)?);
        } else {
            form.fields.insert(name, field.text().await.map_err(unreadable)?);
        }
    }
    for (file, label) in form.files.iter_mut().zip(labels) {
        file.label = Some(label);
    }
    // A browser sends an input without a choice, too.
    form.files.retain(|file| !file.name.is_empty());
    Ok(form)
}

/// A form for the service.
#[derive(Debug, Clone, Default)]
pub(crate) struct Parts(Vec<u8>);

impl Parts {
    const BOUNDARY: &'static str = "casegate-rust-backend-8f0e2c7d51";

    pub(crate) fn text(mut self, name: &str, value: &str) -> Parts {
        self.part(&format!("name=\"{name}\""), value.as_bytes());
        self
    }

    pub(crate) fn file(mut self, name: &str, file: &GivenFile) -> Parts {
        // As browsers escape a name (WHATWG).
        let filename = file.name.replace('"', "%22").replace('\r', "%0D").replace('\n', "%0A");
        self.part(&format!("name=\"{name}\"; filename=\"{filename}\""), &file.content);
        self
    }

    fn part(&mut self, disposition: &str, content: &[u8]) {
        let head = format!("--{}\r\nContent-Disposition: form-data; {disposition}\r\n\r\n", Parts::BOUNDARY);
        self.0.extend_from_slice(head.as_bytes());
        self.0.extend_from_slice(content);
        self.0.extend_from_slice(b"\r\n");
    }

    /// Returns the content type and the body.
    pub(crate) fn finish(mut self) -> (String, Vec<u8>) {
        self.0.extend_from_slice(format!("--{}--\r\n", Parts::BOUNDARY).as_bytes());
        (format!("multipart/form-data; boundary={}", Parts::BOUNDARY), self.0)
    }
}
