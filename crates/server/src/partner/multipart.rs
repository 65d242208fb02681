//! Multipart bodies, read as they arrive: texts into memory, files into the data folder, nothing
//! beyond a limit. The unread rest of a refused body stays available.

use super::parts::{GivenFile, Item, Parts, Saved};
use super::request_context::{Carried, RequestContext};
use crate::app::Shared;
use crate::error::{ApiError, refused, refused_case};
use crate::prose;
use crate::store::{StoredCase, Upload, create_file};
use axum::body::Body;
use axum::http::StatusCode;
use casegate::check_case;
use casegate::files::{FileEndpoint, FileLimits};
use casegate::requests::{EndpointId, MemberKind};
use casegate_http::body::{linger, too_long};
use casegate_http::form::{PartReader, boundary};
use serde_json::value::RawValue;
use std::io;
use tokio::io::{AsyncWriteExt, BufWriter};

/// The most parts of a body.
const PARTS: usize = 200;
/// The greatest total length of the names of parts and files, and of texts other than a case.
const TEXTS_BYTES: usize = 256 << 10;
/// The number of bytes of a file that are written at once.
const WRITE_BYTES: usize = 256 << 10;
/// The limits of an endpoint's body.
pub(super) struct Takes {
    /// The greatest length of the whole body. The specification limits files; this limit is the
    /// stand-in's own, and higher.
    pub(super) body_bytes: u64,
    /// The most files that are stored while they arrive. Which of them are kept is decided later.
    pub(super) files: u64,
}

/// Reads a body. A missing case is reported first, and a body that is not multipart by the library.
pub(super) async fn read(
    app: &Shared,
    asked: &RequestContext,
    mut body: Body,
    takes: &Takes,
) -> Result<Parts, ApiError> {
    let read = read_from(app, asked, &mut body, takes).await;
    let is_broken =
        |fault: &ApiError| matches!(fault, ApiError::Refused(part) if part.status() == StatusCode::REQUEST_TIMEOUT);
    if !read.as_ref().is_err_and(is_broken) {
        linger(body);
    }
    read
}

async fn read_from(app: &Shared, asked: &RequestContext, body: &mut Body, takes: &Takes) -> Result<Parts, ApiError> {
    if asked.endpoint.params().any(|name| name == "ref") {
        let (organization, reference) = (asked.bearer.organization, asked.param("ref").to_owned());
        app.read(move |tx, app| StoredCase::of_key(tx, organization, &reference, app.latest())).await?;
    }
    if asked.content_length.is_some_and(|length| length > takes.body_bytes) {
        return Err(too_long(takes.body_bytes).into());
    }
    let Some(boundary) = asked.content_type.as_deref().and_then(boundary) else {
        // The library reports any other body as one without parts.
        let body = RawValue::from_string("{}".to_owned())?;
        asked.judge(&Carried { body: Some(&body), ..Carried::default() })?;
        return Err(refused(Vec::new(), &[]).into());
    };
    let parts = PartReader::new(body, &boundary, takes.body_bytes);
    Reader { app, asked, takes, parts, texts_left: TEXTS_BYTES, files: 0, has_case: false }.read().await
}

/// Reads the parts of a body.
struct Reader<'r> {
    app: &'r Shared,
    asked: &'r RequestContext,
    takes: &'r Takes,
    parts: PartReader<'r>,
    texts_left: usize,
    /// The number of files so far.
    files: u64,
    has_case: bool,
}

impl Reader<'_> {
    async fn read(mut self) -> Result<Parts, ApiError> {
        let mut items = Vec::new();
        while let Some(part) = self.parts.next().await? {
            if items.len() == PARTS {
                return Err(prose::TOO_MANY_PARTS.with(&[&PARTS.to_string()]).into());
            }
            let name = part.name.unwrap_or_default();
            let filename = self.filename(&name, part.filename);
            self.count(name.len() + filename.as_deref().map_or(0, str::len))?;
            items.push(match filename {
                Some(filename) if !self.is_case(&name) => {
                    let (size, bytes) = self.file(&name).await?;
                    let file = GivenFile { filename, size, bytes };
                    self.files += u64::from(!file.is_untouched());
                    Item::File { name, file }
                }
                filename => {
                    let value = self.text(&name).await?;
                    Item::Text { name, filename, value }
                }
            });
        }
        Ok(Parts::of(items))
    }

    /// Counts bytes that are stored in memory.
    fn count(&mut self, bytes: usize) -> Result<(), ApiError> {
        let left = self.texts_left.checked_sub(bytes);
        self.texts_left = left.ok_or_else(|| prose::TEXTS_TOO_LONG.with(&[&TEXTS_BYTES.to_string()]))?;
        Ok(())
    }

    fn kind(&self, name: &str) -> Option<MemberKind> {
        self.asked.endpoint.members.iter().find(|member| member.name == name).map(|member| member.kind)
    }

    /// Returns `true` if a part is a case, which is a text even with a file name, as the `Blob` of
    /// a form has.
    fn is_case(&self, name: &str) -> bool {
        self.kind(name) == Some(MemberKind::Case)
    }

    /// Returns the file name of a part that is a file. On create no error of a file or its label
    /// refuses the case (`CREATE-201-always`): a file without a name is a file, and a label with
    /// one is a label.
    fn filename(&self, name: &str, given: Option<String>) -> Option<String> {
        let is_create = self.asked.endpoint.id == EndpointId::Create;
        match self.kind(name).filter(|_| is_create) {
            Some(MemberKind::File) => given.or_else(|| Some(String::new())),
            Some(MemberKind::Label) => None,
            _ => given,
        }
    }

    async fn text(&mut self, name: &str) -> Result<String, ApiError> {
        // The first case has a limit of its own, which the library reports.
        let is_case = self.is_case(name) && !std::mem::replace(&mut self.has_case, true);
        let mut bytes = Vec::new();
        while let Some(chunk) = self.parts.chunk().await? {
            bytes.extend_from_slice(&chunk);
            if !is_case {
                self.count(chunk.len())?;
            } else if bytes.len() > self.asked.context.size_limits().text_bytes {
                let too_long = check_case(&String::from_utf8_lossy(&bytes), &self.asked.context);
                return Err(refused_case(too_long, Some(name)).into());
            }
        }
        String::from_utf8(bytes).map_err(|_| (&prose::NOT_UTF8).into())
    }

    /// Returns the size of a file, and the place of its bytes.
    async fn file(&mut self, name: &str) -> Result<(u64, Saved), ApiError> {
        let limit = FileLimits::of(FileEndpoint::Create).file.binary();
        let is_taken = self.kind(name) == Some(MemberKind::File) && self.files < self.takes.files;
        let mut saving =
            if is_taken { Saving::begin(self.app, self.asked.bearer.organization).await } else { Ok(None) };
        let mut size = 0;
        while let Some(chunk) = self.parts.chunk().await? {
            size += chunk.len() as u64;
            if size > limit {
                // Written bytes are deleted; the rest is only counted.
                saving = Ok(None);
            } else if let Ok(Some(Saving { file, .. })) = &mut saving
                && let Err(error) = file.write_all(&chunk).await
            {
                saving = Err(error);
            }
        }
        let saved = match saving {
            Ok(None) => Saved::Nothing,
            Ok(Some(Saving { mut file, upload })) => match file.flush().await {
                Ok(()) => Saved::Whole(upload),
                Err(error) => Saved::Failed(error),
            },
            Err(error) => Saved::Failed(error),
        };
        Ok((size, saved))
    }
}

/// A file that is being written. It is closed before the upload deletes it.
struct Saving {
    file: BufWriter<tokio::fs::File>,
    upload: Upload,
}

impl Saving {
    async fn begin(app: &Shared, organization: i64) -> io::Result<Option<Saving>> {
        let id = app.file_id(organization).await.map_err(|_| io::Error::other("no id"))?;
        let upload = app.store.upload(id);
        // One thread creates and drops the file if the request is abandoned meanwhile, so that
        // nothing is left behind.
        let make = move || create_file(upload.path()).map(|file| (file, upload));
        let (file, upload) = tokio::task::spawn_blocking(make).await.map_err(io::Error::other)??;
        let file = BufWriter::with_capacity(WRITE_BYTES, tokio::fs::File::from_std(file));
        Ok(Some(Saving { file, upload }))
    }
}
