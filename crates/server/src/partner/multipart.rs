//! Multipart bodies, read as they come: texts into memory, files into the data folder, nothing past a limit.
//!
//! Two loops take turns in one task. [`feed`] takes the body from the network, and stops where it is too long or falls
//! silent; [`Reader`] takes the parts out of it. What a refused request leaves unread stays in hand.

use super::asked::{Asked, Carried};
use super::body::{broken_off, linger, too_long};
use super::disposition::Disposition;
use super::parts::{GivenFile, Item, Parts, Saved};
use crate::app::Shared;
use crate::fault::{Fault, refused};
use crate::store::{StoredCase, Upload};
use axum::body::{Body, Bytes};
use axum::extract::multipart::Field;
use axum::extract::{DefaultBodyLimit, FromRequest, Multipart, Request};
use axum::http::{HeaderValue, StatusCode, header};
use casegate::axum::Problem;
use casegate::requests::{EndpointId, MemberKind};
use casegate::{FileEndpoint, FileLimits, check_case};
use http_body_util::BodyExt;
use http_body_util::channel::{Channel, Sender};
use serde_json::value::RawValue;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use tokio::io::{AsyncWriteExt, BufWriter};

/// How many parts a body may have.
const PARTS: usize = 200;
/// How long the names of all parts and files may be together with the texts other than a case.
const TEXTS_BYTES: usize = 256 << 10;
/// How long what is before a part's content may be.
const HEAD_BYTES: u64 = 16 << 10;
/// How many bytes of a file are written at once.
const WRITE_BYTES: usize = 256 << 10;
/// What an endpoint takes of a body.
pub(super) struct Takes {
    /// How long the whole body may be. The specification limits files; this is the stand-in's own, above that.
    pub(super) body_bytes: u64,
    /// How many files are stored while they come; what of them is kept is decided later.
    pub(super) files: u64,
}

/// Reads a body. A case that there is not is told before, and a body that is no multipart as the library tells it.
pub(super) async fn read(app: &Shared, asked: &Asked, mut body: Body, takes: &Takes) -> Result<Parts, Fault> {
    let read = read_from(app, asked, &mut body, takes).await;
    let is_broken =
        |fault: &Fault| matches!(fault, Fault::Refused(told) if told.status() == StatusCode::REQUEST_TIMEOUT);
    if !read.as_ref().is_err_and(is_broken) {
        linger(body);
    }
    read
}

async fn read_from(app: &Shared, asked: &Asked, body: &mut Body, takes: &Takes) -> Result<Parts, Fault> {
    if asked.endpoint.params().any(|name| name == "ref") {
        let (organization, reference) = (asked.bearer.organization, asked.param("ref").to_owned());
        app.read(move |tx, app| StoredCase::of_key(tx, organization, &reference, app.now())).await?;
    }
    if asked.content_length.is_some_and(|length| length > takes.body_bytes) {
        return Err(too_long(takes.body_bytes).into());
    }
    // How much the parser took in since it last gave something out.
    let ahead = Arc::new(AtomicU64::new(0));
    let (parser, channel) = Channel::<Bytes>::new(1);
    let counted = Arc::clone(&ahead);
    let counting = channel.inspect_frame(move |frame| {
        counted.fetch_add(frame.data_ref().map_or(0, Bytes::len) as u64, Ordering::Relaxed);
    });
    let mut request = Request::new(Body::new(counting));
    let content_type = asked.content_type.as_deref().and_then(|given| HeaderValue::from_str(given).ok());
    if let Some(given) = content_type {
        request.headers_mut().insert(header::CONTENT_TYPE, given);
    }
    DefaultBodyLimit::disable().apply(&mut request);
    let Ok(multipart) = Multipart::from_request(request, &()).await else {
        // Whatever it is, the library is told of a body that has no parts.
        let body = RawValue::from_string("{}".to_owned())?;
        asked.judge(&Carried { body: Some(&body), ..Carried::default() })?;
        return Err(refused(Vec::new()).into());
    };
    let reader = Reader { app, asked, takes, ahead: &ahead, texts_left: TEXTS_BYTES, files: 0, has_case: false };
    tokio::select! {
        biased;
        form = reader.read(multipart) => form,
        fault = feed(body, parser, takes.body_bytes, &ahead) => Err(fault),
    }
}

/// Takes a body from the network and hands it to the parser. Ends only where it must not go on.
async fn feed(body: &mut Body, mut parser: Sender<Bytes>, limit: u64, ahead: &AtomicU64) -> Fault {
    let mut taken = 0;
    loop {
        let frame = match body.frame().await {
            Some(Ok(frame)) => frame,
            None => break,
            Some(Err(_)) => return broken_off().into(),
        };
        let Ok(data) = frame.into_data() else { continue };
        taken += data.len() as u64;
        if taken > limit {
            return too_long(limit).into();
        }
        // The parser looks for an end from the beginning on, each time that something comes.
        if ahead.load(Ordering::Relaxed) > HEAD_BYTES {
            return malformed().into();
        }
        if parser.send_data(data).await.is_err() {
            break;
        }
        // The parser's turn.
        tokio::task::yield_now().await;
    }
    drop(parser);
    std::future::pending().await
}

fn malformed() -> Problem {
    Problem::new(StatusCode::BAD_REQUEST, "The request is refused").code("bad_multipart").detail(
        "The body is not multipart/form-data, or ends before its last boundary, or what is before a part is too long.",
    )
}

fn past(what: &str, limit: usize) -> Problem {
    Problem::new(StatusCode::PAYLOAD_TOO_LARGE, "The body is too long")
        .code("body_too_long")
        .detail(format!("The stand-in reads at most {limit} {what}."))
}

/// Takes the parts out of a body.
struct Reader<'r> {
    app: &'r Shared,
    asked: &'r Asked,
    takes: &'r Takes,
    ahead: &'r AtomicU64,
    texts_left: usize,
    /// How many came.
    files: u64,
    has_case: bool,
}

impl Reader<'_> {
    async fn read(mut self, mut multipart: Multipart) -> Result<Parts, Fault> {
        let mut items = Vec::new();
        while let Some(mut field) = multipart.next_field().await.map_err(|_| malformed())? {
            self.ahead.store(0, Ordering::Relaxed);
            if items.len() == PARTS {
                return Err(past("parts", PARTS).into());
            }
            let disposition = field.headers().get(header::CONTENT_DISPOSITION).map(HeaderValue::as_bytes);
            let Disposition { name, filename } = disposition.map(Disposition::of).unwrap_or_default();
            let name = name.unwrap_or_default();
            let filename = self.filename(&name, filename);
            self.count(name.len() + filename.as_deref().map_or(0, str::len))?;
            items.push(if let Some(filename) = filename {
                let (size, bytes) = self.file(&name, &mut field).await?;
                let file = GivenFile { filename, size, bytes };
                self.files += u64::from(!file.is_untouched());
                Item::File { name, file }
            } else {
                let value = self.text(&name, &mut field).await?;
                Item::Text { name, value }
            });
        }
        Ok(Parts::of(items))
    }

    async fn chunk(&self, field: &mut Field<'_>) -> Result<Option<Bytes>, Fault> {
        let chunk = field.chunk().await.map_err(|_| malformed())?;
        self.ahead.store(0, Ordering::Relaxed);
        Ok(chunk)
    }

    /// Counts bytes that are kept in memory.
    fn count(&mut self, bytes: usize) -> Result<(), Fault> {
        let left = self.texts_left.checked_sub(bytes);
        self.texts_left = left.ok_or_else(|| past("bytes of texts beside the case", TEXTS_BYTES))?;
        Ok(())
    }

    fn kind(&self, name: &str) -> Option<MemberKind> {
        self.asked.endpoint.members.iter().find(|member| member.name == name).map(|member| member.kind)
    }

    /// The name of a part's file, where the part is one. On create no fault of a file or its label refuses the case
    /// (`CREATE-201-always`): a file without a name is a file, and a label with one is a label.
    fn filename(&self, name: &str, given: Option<String>) -> Option<String> {
        let is_create = self.asked.endpoint.id == EndpointId::Create;
        match self.kind(name).filter(|_| is_create) {
            Some(MemberKind::File) => given.or_else(|| Some(String::new())),
            Some(MemberKind::Label) => None,
            _ => given,
        }
    }

    async fn text(&mut self, name: &str, field: &mut Field<'_>) -> Result<String, Fault> {
        // The first case has a limit of its own; of it alone the library tells.
        let is_case = self.kind(name) == Some(MemberKind::Case) && !std::mem::replace(&mut self.has_case, true);
        let mut bytes = Vec::new();
        while let Some(chunk) = self.chunk(field).await? {
            bytes.extend_from_slice(&chunk);
            if !is_case {
                self.count(chunk.len())?;
            } else if bytes.len() > self.asked.host.size_limits().text_bytes {
                let too_long = check_case(&String::from_utf8_lossy(&bytes), &self.asked.host);
                return Err(Problem::of(too_long).into());
            }
        }
        String::from_utf8(bytes).map_err(|_| {
            let problem = Problem::new(StatusCode::BAD_REQUEST, "The request is refused").code("not_utf8");
            problem.detail("A part that is text is not UTF-8.").into()
        })
    }

    /// The size of a file, and where its bytes are.
    async fn file(&self, name: &str, field: &mut Field<'_>) -> Result<(u64, Saved), Fault> {
        let limit = FileLimits::of(FileEndpoint::Create).file.binary();
        let is_taken = self.kind(name) == Some(MemberKind::File) && self.files < self.takes.files;
        let mut saving = if is_taken { Saving::begin(self.app).await } else { Ok(None) };
        let mut size = 0;
        while let Some(chunk) = self.chunk(field).await? {
            size += chunk.len() as u64;
            if size > limit {
                // What came of it is taken away; the rest is counted.
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

/// A file that is being written. The file is closed before the upload takes it away.
struct Saving {
    file: BufWriter<tokio::fs::File>,
    upload: Upload,
}

impl Saving {
    async fn begin(app: &Shared) -> io::Result<Option<Saving>> {
        let upload = app.store.upload();
        // Made and dropped by one thread where the request is given up meanwhile, so that nothing is left behind.
        let make = move || std::fs::File::create_new(upload.path()).map(|file| (file, upload));
        let (file, upload) = tokio::task::spawn_blocking(make).await.map_err(io::Error::other)??;
        let file = BufWriter::with_capacity(WRITE_BYTES, tokio::fs::File::from_std(file));
        Ok(Some(Saving { file, upload }))
    }
}
