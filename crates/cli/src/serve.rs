//! `casegate serve`: the stand-in, and what to do with it.

use crate::Outcome;
use crate::args::{LogFormat, Serve};
use crate::fault::Fault;
use crate::input::shown;
use casegate_server::{Config, Hook, Log, Ready};
use std::net::SocketAddr;

pub(crate) fn run(words: &Serve) -> Result<Outcome, Fault> {
    let mut config = match &words.config {
        None => Config::default(),
        Some(path) => Config::from_file(path).map_err(|error| Fault::new(format!("{}: {error}", shown(path))))?,
    };
    let hooks = words.webhook.iter().map(|url| Hook { url: url.clone(), events: None, secret: None });
    config.webhooks.extend(hooks);
    let address = SocketAddr::new(words.address, words.port);
    let told = |ready: &Ready| tell(ready, words);
    let log = match words.log {
        LogFormat::Human => Log::Human,
        LogFormat::Json => Log::Json,
        LogFormat::Quiet => Log::Quiet,
    };
    casegate_server::serve(config, &words.data, address, log, told).map_err(|error| Fault::new(error.to_string()))?;
    Ok(Outcome::Fine)
}

fn tell(ready: &Ready, words: &Serve) {
    let Ready { base_url, master_tokens, operator_token } = ready;
    anstream::println!("casegate serves the stand-in at {base_url}, with its data in {}", shown(&words.data));
    for (name, token) in master_tokens {
        anstream::println!("  master token of {name}: {token}");
    }
    anstream::println!("  operator: {base_url}/operator/#{operator_token}");
    if let Some((_, token)) = master_tokens.first() {
        anstream::println!("Get a user token:");
        anstream::println!(
            "  curl -s {base_url}/api/auth/login/ -H 'Authorization: Token {token}' \\\n    -H 'Content-Type: application/json' -d '{{\"token_name\": \"me@example.com\"}}'"
        );
    }
}
