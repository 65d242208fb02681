//! The demo: its pages, its account, and what it shows of the firm's cases.

mod account;
mod cases;
mod pages;
mod starts;

use crate::service::support::{Answer, Service};
use std::path::PathBuf;
use std::sync::atomic::{AtomicUsize, Ordering};

/// A folder of pages, removed on drop.
struct Pages(PathBuf);

const POLICY: &str = "default-src 'none'; script-src 'self'";

impl Pages {
    /// A folder such as the build writes: some files are also there in compressed form.
    fn new() -> Pages {
        static NUMBER: AtomicUsize = AtomicUsize::new(0);
        let name = format!("pages-{}-{}", std::process::id(), NUMBER.fetch_add(1, Ordering::Relaxed));
        let pages = Pages(PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name));
        std::fs::create_dir_all(&pages.0).expect("a folder");
        for (name, text) in [
            ("policy.txt", POLICY),
            ("index.html", "<h1>first"),
            ("index.html.br", "first as br"),
            ("index.html.gz", "first as gzip"),
            ("cases.html", "<h1>cases"),
            ("cases.html.gz", "cases as gzip"),
            ("part-A1B2C3D4.js", "0"),
            ("style.css", "b{}"),
            ("icon.svg", "<svg/>"),
            ("casegate.wasm", "wasm"),
            ("fields.json", "{}"),
            ("notes.md", "not served"),
        ] {
            pages.write(name, text);
        }
        pages
    }

    fn write(&self, name: &str, text: &str) {
        std::fs::write(self.0.join(name), text).expect("a file");
    }

    /// The argument that serves this folder.
    fn word(&self) -> String {
        format!("--demo={}", self.0.display())
    }

    /// A stand-in that serves this folder.
    fn serve(&self, config: &str) -> Service {
        Service::start_with(config, &[&self.word()])
    }
}

impl Drop for Pages {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

/// Sends a request as a browser would, to the printed address; `headers` are lines.
#[track_caller]
fn ask(service: &Service, method: &str, path: &str, headers: &str) -> Answer {
    let context = service.base_url.trim_start_matches("http://");
    let head = format!("{method} {path} HTTP/1.1\r\nHost: {context}\r\nConnection: close\r\n{headers}\r\n");
    service.raw(head.as_bytes()).expect("an answer")
}

#[track_caller]
fn get(service: &Service, path: &str) -> Answer {
    ask(service, "GET", path, "")
}
