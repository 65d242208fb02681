//! The content of a multipart body.

use super::request_context::Part;
use crate::error::ApiError;
use crate::store::Upload;
use std::io;

/// The parts of a body. Dropping it deletes the files that were not kept.
pub(super) struct Parts {
    items: Vec<Item>,
}

/// A part.
pub(super) enum Item {
    /// A text; a case may have a file name.
    Text { name: String, filename: Option<String>, value: String },
    /// A file.
    File { name: String, file: GivenFile },
}

/// A file of a body.
pub(super) struct GivenFile {
    /// The name, as sent.
    pub(super) filename: String,
    pub(super) size: u64,
    pub(super) bytes: Saved,
}

/// The place of a file's bytes.
pub(super) enum Saved {
    /// In the data folder.
    Whole(Upload),
    /// Nowhere, because the file is beyond a limit.
    Nothing,
    /// Nowhere, because writing failed.
    Failed(io::Error),
}

impl GivenFile {
    /// Returns `true` for an empty file input, which browsers send as a file without name and
    /// content.
    pub(super) fn is_untouched(&self) -> bool {
        self.filename.is_empty() && self.size == 0
    }
}

impl Parts {
    pub(super) fn of(items: Vec<Item>) -> Parts {
        Parts { items }
    }

    /// Returns the parts in the form that the library reads.
    pub(super) fn described<'p>(&'p self) -> Vec<Part<'p>> {
        let part = |item: &'p Item| match item {
            Item::Text { name, filename, value } => Part::Text { name, filename: filename.as_deref(), value },
            Item::File { name, file } => Part::File { name, filename: &file.filename, size: file.size },
        };
        self.items.iter().map(part).collect()
    }

    /// Returns the texts with a name, including blank ones.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(move |item| match item {
            Item::Text { name: known, value, .. } if known == name => Some(value.as_str()),
            _ => None,
        })
    }

    /// Returns the first non-blank text with a name.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).find(|text| !text.trim().is_empty())
    }

    /// Moves the files with a name out.
    pub(super) fn into_files(self, name: &str) -> Vec<GivenFile> {
        let file = |item| match item {
            Item::File { name: known, file } if known == name && !file.is_untouched() => Some(file),
            _ => None,
        };
        self.items.into_iter().filter_map(file).collect()
    }

    /// Waits until every file is on the disk.
    pub(super) async fn settle(self) -> Result<Parts, ApiError> {
        let settle = move || {
            let mut parts = self;
            for item in &mut parts.items {
                let Item::File { file, .. } = item else { continue };
                match std::mem::replace(&mut file.bytes, Saved::Nothing) {
                    Saved::Failed(error) => return Err(error.into()),
                    Saved::Whole(upload) => {
                        upload.settle()?;
                        file.bytes = Saved::Whole(upload);
                    }
                    Saved::Nothing => {}
                }
            }
            Ok(parts)
        };
        tokio::task::spawn_blocking(settle).await?
    }
}
