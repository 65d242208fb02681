//! Multipart forms of the office's pages.

use crate::refusal::Refusal;
use axum::extract::Multipart;
use casegate_client::File;
use std::collections::BTreeMap;

/// What an office's form sends.
#[derive(Default)]
pub(crate) struct Form {
    pub(crate) fields: BTreeMap<String, String>,
    pub(crate) files: Vec<File>,
}

/// The form is held in memory, up to the limit of the router.
pub(crate) async fn read_form(mut multipart: Multipart) -> Result<Form, Refusal> {
    let unreadable = |_| Refusal::new(400, "The form cannot be read.");
    let (mut form, mut labels) = (Form::default(), Vec::new());
    while let Some(field) = multipart.next_field().await.map_err(unreadable)? {
        let name = field.name().unwrap_or_default().to_owned();
        if let Some(filename) = field.file_name().map(str::to_owned) {
            let content = field.bytes().await.map_err(unreadable)?.to_vec();
            form.files.push(File { name: filename, content, label: None });
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
