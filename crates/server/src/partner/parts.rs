//! What a multipart body held, once it is read.

use super::request_context::Part;
use crate::error::ApiError;
use crate::language::blocking;
use crate::store::Upload;
use std::io;

/// The parts of a body. Dropped, it takes away the files that nothing kept.
pub(super) struct Parts {
    items: Vec<Item>,
}

/// A part.
pub(super) enum Item {
    /// Text; a case may have a file name.
    Text { name: String, filename: Option<String>, value: String },
    /// A file.
    File { name: String, file: GivenFile },
}

/// A file of a body.
pub(super) struct GivenFile {
    /// As it was sent.
    pub(super) filename: String,
    pub(super) size: u64,
    pub(super) bytes: Saved,
}

/// Where the bytes of a file are.
pub(super) enum Saved {
    /// In the data folder.
    Whole(Upload),
    /// Nowhere: it is past a limit.
    Nothing,
    /// Nowhere: they could not be written.
    Failed(io::Error),
}

impl GivenFile {
    /// An input that nobody touched: browsers send it as a file without name and content.
    pub(super) fn is_untouched(&self) -> bool {
        self.filename.is_empty() && self.size == 0
    }
}

impl Parts {
    pub(super) fn of(items: Vec<Item>) -> Parts {
        Parts { items }
    }

    /// The parts as the library reads them.
    pub(super) fn described<'p>(&'p self) -> Vec<Part<'p>> {
        let part = |item: &'p Item| match item {
            Item::Text { name, filename, value } => Part::Text { name, filename: filename.as_deref(), value },
            Item::File { name, file } => Part::File { name, filename: &file.filename, size: file.size },
        };
        self.items.iter().map(part).collect()
    }

    /// The texts of a name, also the blank ones.
    pub(super) fn texts(&self, name: &str) -> impl Iterator<Item = &str> {
        self.items.iter().filter_map(move |item| match item {
            Item::Text { name: known, value, .. } if known == name => Some(value.as_str()),
            _ => None,
        })
    }

    /// The first text of a name that says something.
    pub(super) fn text(&self, name: &str) -> Option<&str> {
        self.texts(name).find(|text| !text.trim().is_empty())
    }

    /// Takes the files of a name out.
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
        blocking(settle).await?
    }
}
