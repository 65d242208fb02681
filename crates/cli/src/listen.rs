//! `casegate listen`: a line for each webhook.

use crate::Outcome;
use crate::args::{Listen, ListenFormat};
use crate::fault::{Fault, note};
use crate::tame;
use casegate::{Delivery, Picture, State};
use casegate_server::{Heard, Listening};
use std::net::SocketAddr;

pub(crate) fn run(words: &Listen) -> Result<Outcome, Fault> {
    let listening = Listening { secret: words.secret.clone(), status: words.status };
    let format = words.format;
    let ready = |url: &str| note(format_args!("webhooks are shown that come to {url}"));
    let tell = move |heard| match heard {
        Heard::Event { delivery, again, picture, body } => match format {
            ListenFormat::Human => anstream::println!("{}", line(&delivery, again, &picture)),
            ListenFormat::Json => anstream::println!("{}", body.replace(['\n', '\r'], " ")),
        },
        Heard::NotSigned => note("a delivery without the right signature was answered with 401"),
        _ => note("a request that is none of the seven events was answered with 400"),
    };
    casegate_server::listen(&listening, SocketAddr::new(words.address, words.port), ready, tell)
        .map_err(|error| Fault::new(error.to_string()))?;
    Ok(Outcome::Fine)
}

/// `case.in_progress   case 7 CASE-7   now in_progress`.
fn line(delivery: &Delivery, again: bool, picture: &Picture) -> String {
    let case = picture.case_id.map_or_else(|| "no case".to_owned(), |id| format!("case {id}"));
    let key = picture.issue_key.as_deref().map(|key| format!(" {}", tame::one_line(key))).unwrap_or_default();
    let possible: Vec<&str> = picture.possible.iter().map(|state| state.name()).collect();
    let state = picture.state.map_or_else(|| possible.join(" or "), |state| State::name(state).to_owned());
    let again = if again { " (again)" } else { "" };
    let ask = if picture.ask.is_empty() { "" } else { ", ask the service" };
    format!("{:<30} {case}{key}: {state}{ask}{again}", delivery.event.event_type().name())
}
