//! `casegate listen`: prints a line for each webhook.

use crate::Outcome;
use crate::args::servers::{Listen, ListenFormat};
use crate::error::{CliError, note};
use crate::output::Output;
use crate::sanitize;
use casegate::events::{CaseView, Delivery};
use casegate_server::{Heard, Listening};
use std::net::SocketAddr;

pub(crate) fn run(args: &Listen) -> Result<Outcome, CliError> {
    let listening = Listening { secret: args.secret.clone(), status: args.status };
    let (format, answered) = (args.format, answered(args.status));
    let ready = |url: &str| note(format_args!("listening for webhooks at {url} (Ctrl-C stops it)"));
    let tell = move |heard| match heard {
        Heard::Event { delivery, again, view, body } => {
            let line = match format {
                ListenFormat::Human => line(&delivery, again, &view, &answered),
                ListenFormat::Json => body.replace(['\n', '\r'], " "),
            };
            // The sender is answered even if nobody reads the output.
            Output::plain().print(&format!("{line}\n")).unwrap_or_default();
        }
        Heard::NotSigned => note("a delivery without the right signature was answered with 401"),
        _ => note("a request other than the seven events was answered with 400"),
    };
    casegate_server::listen(&listening, SocketAddr::new(args.address, args.port), ready, tell)
        .map_err(|error| CliError::new(error.to_string()))?;
    Ok(Outcome::Success)
}

/// The end of a line if the answer's status refuses the event.
fn answered(status: u16) -> String {
    if (200..300).contains(&status) { String::new() } else { format!(", answered with {status}") }
}

/// `case.in_progress               case 7 CASE-7: in_progress`.
fn line(delivery: &Delivery, again: bool, view: &CaseView, answered: &str) -> String {
    let case = view.case_id.map_or_else(|| "no case".to_owned(), |id| format!("case {id}"));
    let key = view.issue_key.as_deref().map(|key| format!(" {}", sanitize::one_line(key))).unwrap_or_default();
    let possible: Vec<&str> = view.possible.iter().map(|state| state.name()).collect();
    let mut asked: Vec<&str> = view.ask.iter().map(|ask| ask.endpoint.name()).collect();
    asked.dedup();
    let ask = if asked.is_empty() { String::new() } else { format!(", ask for {}", asked.join(" and ")) };
    let again = if again { " (again)" } else { "" };
    let event = delivery.event.event_type().name();
    format!("{event:<30} {case}{key}: {}{ask}{answered}{again}", possible.join(" or "))
}
