//! The arguments of `certify`.

use clap::{Args, ValueHint};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Certify {
    /// The command that starts the backend, which is ready once the port of --submit answers; without it, the
    /// backend is running
    #[arg(long, value_name = "COMMAND", value_hint = ValueHint::CommandString)]
    pub(crate) start: Option<String>,
    /// The address that takes intake forms: `case` (JSON), `files`, `labels`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, required_unless_present = "list")]
    pub(crate) submit: Option<String>,
    /// The address that takes webhooks
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url, required_unless_present = "list")]
    pub(crate) webhook: Option<String>,
    /// The address that shows a case as JSON with its `state`; `{id}` stands for its number
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) read: Option<String>,
    /// The address that takes a reply to a question: a form with `message`, files; with `{id}`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) reply: Option<String>,
    /// The address that accepts an offer: JSON with `offer_id`, `selected_upgrade_ids`; with `{id}`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) accept: Option<String>,
    /// The address that cancels a case: JSON with `reason`; with `{id}`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) cancel: Option<String>,
    /// The address that takes later files: a form with `files`, `labels`; with `{id}`
    #[arg(long, value_name = "URL", value_hint = ValueHint::Url)]
    pub(crate) append: Option<String>,
    /// The name of the backend in the certificate; the address of --submit unless given
    #[arg(long, value_name = "TEXT")]
    pub(crate) name: Option<String>,
    /// Play only this scenario; may be repeated. The certificate is incomplete
    #[arg(long, value_name = "SCENARIO")]
    pub(crate) only: Vec<String>,
    /// List the scenarios with their requirements, and play none
    #[arg(long)]
    pub(crate) list: bool,
    /// Write the certificate to a file, as JSON or as a page (`.html`)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) report: Option<PathBuf>,
    /// Write the output of the backend to a file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) backend_log: Option<PathBuf>,
    /// The port of the service; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 0)]
    pub(crate) port: u16,
    /// The longest wait for something that the backend should do, in seconds; three times as long for
    /// an answer to a person, and six times for its start
    #[arg(long, value_name = "SECONDS", default_value_t = 10)]
    pub(crate) patience: u32,
}
