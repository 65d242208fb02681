//! The arguments of the servers `api`, `serve` and `listen`, and of `trigger`.

use crate::args::context::ContextArgs;
#[cfg(feature = "api")]
use crate::error::is_quiet;
#[cfg(not(feature = "api"))]
use crate::unavailable::Config;
use casegate::tokens::EventType;
#[cfg(feature = "api")]
use casegate_http::api::Config;
#[cfg(feature = "api")]
use casegate_http::telemetry::Log;
use clap::builder::PossibleValuesParser;
use clap::{Args, ValueEnum, ValueHint, value_parser};
use std::net::IpAddr;
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct Api {
    /// The port; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8789)]
    pub(crate) port: u16,
    /// The address to listen on; with 0.0.0.0, other machines can connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// The greatest length of a request's body, in bytes; a longer one gets 413
    #[arg(long, value_name = "N", default_value_t = Config::BODY_BYTES, value_parser = body_bytes)]
    pub(crate) body_bytes: usize,
    /// The number of open connections; beyond them only `/healthz` answers
    #[arg(long, value_name = "N", default_value_t = Config::CONNECTIONS, value_parser = value_parser!(u32).range(1..))]
    pub(crate) connections: u32,
    /// The format of the request log on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Quiet)]
    pub(crate) log: LogFormat,
    #[command(flatten)]
    pub(crate) context: ContextArgs,
}

/// The greatest length of a payload that settings allow.
const MOST_BODY_BYTES: usize = 1 << 30;

fn body_bytes(word: &str) -> Result<usize, String> {
    let bytes = word.parse().ok().filter(|bytes| (1..=MOST_BODY_BYTES).contains(bytes));
    bytes.ok_or_else(|| format!("give a whole number from 1 to {MOST_BODY_BYTES}"))
}

#[derive(Debug, Args)]
pub(crate) struct Serve {
    /// The folder for cases, files and events; created if missing
    #[arg(long, value_name = "DIR", default_value = "casegate-data", value_hint = ValueHint::DirPath)]
    pub(crate) data: PathBuf,
    /// The port; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8787)]
    pub(crate) port: u16,
    /// The address to listen on; with 0.0.0.0, other machines can connect
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// A JSON file with settings: organizations, webhooks, carriers, delays
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) config: Option<PathBuf>,
    /// A receiver of events in addition to those of the settings, for this start only; may be
    /// repeated
    // Not parsed here: the error would repeat the address, which may have a password.
    #[arg(long, value_name = "URL")]
    pub(crate) webhook: Vec<String>,
    /// Serve the demo as well, at the same address and to this machine only: an intake form, the
    /// firm's cases, a playground, the rules. With DIR, its pages are read from there instead of
    /// from this program
    #[arg(long, value_name = "DIR", num_args = 0..=1, require_equals = true, value_hint = ValueHint::DirPath)]
    #[expect(clippy::option_option, reason = "not given, given alone, given with a folder")]
    pub(crate) demo: Option<Option<PathBuf>>,
    /// The format of the address and the tokens on standard output: lines for people, or a JSON line
    #[arg(long, value_enum, default_value_t = ServeFormat::Human)]
    pub(crate) format: ServeFormat,
    /// The seed of ids, tokens and secrets: the same requests to a new folder get the same answers,
    /// and the clock stands still
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// The moment at which the clock stands until the operator moves it, such as
    /// 2026-03-01T12:00:00Z
    #[arg(long, value_name = "MOMENT")]
    pub(crate) now: Option<String>,
    /// The format of the request log on standard error
    #[arg(long, value_enum, value_name = "FORMAT", default_value_t = LogFormat::Human)]
    pub(crate) log: LogFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Listen {
    /// The port; 0 selects a free one
    #[arg(long, value_name = "N", default_value_t = 8788)]
    pub(crate) port: u16,
    /// The address to listen on
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) address: IpAddr,
    /// The secret that signs deliveries; other deliveries get 401
    #[arg(long, value_name = "whsec_…")]
    pub(crate) secret: Option<String>,
    /// The status of answers, from 200 to 599; 500 causes retries
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = value_parser!(u16).range(200..600))]
    pub(crate) status: u16,
    /// The format of events: a line for people, or the event itself
    #[arg(long, value_enum, default_value_t = ListenFormat::Human)]
    pub(crate) format: ListenFormat,
}

#[derive(Debug, Args)]
pub(crate) struct Trigger {
    /// The type of the event, such as `case.results_ready`, or an action of the operator, such as
    /// `pick_up`
    #[arg(value_name = "EVENT", value_parser = triggers())]
    pub(crate) event: String,
    /// The number of the case; without one, a sample case is created
    #[arg(long = "case", value_name = "N")]
    pub(crate) case: Option<i64>,
    /// The address of the running stand-in; also in `CASEGATE_BASE`
    #[arg(long, value_name = "URL")]
    pub(crate) base: Option<String>,
    /// The operator's token, which `serve` prints; also in `CASEGATE_OPERATOR`
    #[arg(long, value_name = "TOKEN")]
    pub(crate) operator: Option<String>,
}

/// The operator's actions, which may be named in place of an event.
const ACTIONS: [&str; 5] = ["pick_up", "need_input", "find_policies", "publish_results", "confirm_delivery"];

fn triggers() -> PossibleValuesParser {
    PossibleValuesParser::new(EventType::NAMES.iter().chain(&ACTIONS).copied())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ListenFormat {
    /// The type, the case, and the state of the case
    Human,
    /// The event as received, as a JSON line
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ServeFormat {
    /// The tokens, and lines to log in
    Human,
    /// `base_url`, `operator_token`, and the `master_tokens` by organization
    Json,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum LogFormat {
    /// A line for people, without successful requests of open pages
    Human,
    /// A JSON line for every request
    Json,
    /// Only failures
    Quiet,
}

#[cfg(feature = "api")]
impl LogFormat {
    /// Returns the log of a server, which has only failures with `--quiet`.
    pub(crate) fn log(self) -> Log {
        match self {
            _ if is_quiet() => Log::Quiet,
            LogFormat::Human => Log::Human,
            LogFormat::Json => Log::Json,
            LogFormat::Quiet => Log::Quiet,
        }
    }
}
