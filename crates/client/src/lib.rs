#![cfg_attr(docsrs, feature(doc_cfg))]
#![doc = include_str!("../README.md")]

mod call;
mod client;
mod error;
mod files;
mod poll;
mod store;
mod submit;
mod transport;

pub use client::{Client, File, Options, Settings};
pub use error::{ClientError, Kind, ServiceError};
pub use files::{FileAnswer, FileState};
pub use poll::Poller;
pub use store::{FileStore, MemoryStore, Store};
pub use submit::Submitted;
#[cfg(feature = "ureq")]
pub use transport::Ureq;
pub use transport::{Body, Cancel, Progress, Received, Request, Transport};
