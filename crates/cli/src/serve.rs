//! `casegate serve`: starts the stand-in, and prints how to use it.

use crate::Outcome;
use crate::args::servers::{Serve, ServeFormat};
use crate::error::{CliError, note};
use crate::input::shown;
use crate::output::Output;
use crate::sanitize;
use casegate_server::{Config, ConfigError, DemoPages, Hook, Ready, ServeError};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use std::net::SocketAddr;
use std::path::Path;

pub(crate) fn run(args: &Serve) -> Result<Outcome, CliError> {
    let mut config = match &args.config {
        None => Config::default(),
        Some(path) => Config::from_file(path).map_err(|error| match error {
            ConfigError::Unreadable(error) => CliError::unreadable(shown(path), &error),
            error => CliError::new(format!("{}: {error}", shown(path))),
        })?,
    };
    for url in &args.webhook {
        config.webhooks.push(Hook::to(url).map_err(|error| CliError::new(format!("--webhook: {error}")))?);
    }
    config.demo = args.demo.as_ref().map(|folder| demo(folder.as_deref())).transpose()?;
    config.seed = args.seed.or(config.seed);
    config.now = args.now.clone().or(config.now);
    let address = SocketAddr::new(args.address, args.port);
    if config.seed.is_some() && !address.ip().is_loopback() {
        note("with a seed, everyone can work out the tokens, and other machines reach this address; take 127.0.0.1");
    }
    let hooks = hooks(&config);
    // Printed at once, even if nobody reads it.
    let greet = |ready: &Ready| {
        let text = match args.format {
            ServeFormat::Human => greeting(ready, args, &hooks),
            ServeFormat::Json => ready_line(ready),
        };
        Output::plain().print(&text).unwrap_or_default();
    };
    let served = casegate_server::serve(config, &args.data, address, args.log.log(), greet);
    served.map(|()| Outcome::Success).map_err(|error| match error {
        ServeError::Data(why) => CliError::new(format!("{}: {why}", shown(&args.data))),
        error => CliError::new(error.to_string()),
    })
}

/// Returns the address and the tokens as a line of JSON.
fn ready_line(ready: &Ready) -> String {
    let Ready { base_url, master_tokens, operator_token } = ready;
    let token =
        |(organization, token): &(String, String)| serde_json::json!({ "organization": organization, "token": token });
    let master_tokens: Vec<serde_json::Value> = master_tokens.iter().map(token).collect();
    let line = serde_json::json!({
        "base_url": base_url,
        "operator_token": operator_token,
        "master_tokens": master_tokens,
    });
    format!("{line}\n")
}

/// Returns the pages of the demo.
fn demo(folder: Option<&Path>) -> Result<DemoPages, CliError> {
    match folder {
        Some(folder) => DemoPages::in_folder(folder.to_owned()).ok_or_else(|| {
            CliError::new(format!("{}: holds no demo; node web-demo/build.mjs writes one", shown(folder)))
        }),
        None => DemoPages::embedded().ok_or_else(|| {
            CliError::new("this program was built without the demo: run scripts/demo in a checkout, or name its folder")
        }),
    }
}

/// Describes the receivers of events in the settings.
fn hooks(config: &Config) -> String {
    let own = config.organizations.iter().flat_map(|organization| &organization.webhooks);
    let urls: Vec<String> = own.chain(&config.webhooks).map(|hook| sanitize::one_line(&hook.shown())).collect();
    if urls.is_empty() { "nowhere by the settings; --webhook URL adds an address".to_owned() } else { urls.join(", ") }
}

/// Describes the stand-in, with lines for a terminal that set its tokens as variables and log in.
fn greeting(ready: &Ready, args: &Serve, hooks: &str) -> String {
    let Ready { base_url, master_tokens, operator_token } = ready;
    let has_demo = args.demo.is_some();
    let mut rows: Vec<(String, String)> = Vec::new();
    for (name, token) in master_tokens {
        rows.push((format!("master token of {}:", sanitize::one_line(name)), token.clone()));
    }
    rows.push((
        "operator page:".to_owned(),
        format!("{base_url}/operator/#{}", utf8_percent_encode(operator_token, ESCAPED)),
    ));
    rows.push(("endpoints:".to_owned(), format!("{base_url}/openapi.json")));
    rows.push(("webhooks go to:".to_owned(), hooks.to_owned()));
    rows.push(("data:".to_owned(), shown(&args.data)));
    let width = rows.iter().map(|(name, _)| name.chars().count()).max().unwrap_or_default();
    let row = |name: &str, value: &str| format!("  {name:width$} {value}");
    let first = if has_demo {
        format!("casegate serves the demo. Open it in a browser:\n\n{}", row("demo:", &format!("{base_url}/")))
    } else {
        format!("casegate serves the stand-in at {base_url}")
    };
    let rows: Vec<String> = rows.iter().map(|(name, value)| row(name, value)).collect();
    let rows = rows.join("\n");
    let begin = if has_demo { "in the demo" } else { "on the operator page" };

    // A token that the settings gave is not repeated.
    let master = master_tokens.first().map_or_else(|| "'MASTER_TOKEN'".to_owned(), |(_, token)| quoted(token));
    let lines = format!(
        "  export BASE={base_url} OPERATOR={} MASTER={master}\n  \
         export CASEGATE_BASE=$BASE CASEGATE_OPERATOR=$OPERATOR\n  \
         curl -s $BASE/api/auth/login/ -H \"Authorization: Token $MASTER\" \\\n    \
         -H 'Content-Type: application/json' -d '{{\"token_name\": \"me@example.com\"}}'",
        quoted(operator_token)
    );
    format!(
        "{first}\n\n{rows}\n\nCtrl-C stops it, and the data stays. Begin {begin}, or in another terminal:\n\n{lines}\n\n"
    )
}

/// What a token escapes in the fragment of an address.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_').remove(b'~');

/// Quotes a token for a shell.
fn quoted(token: &str) -> String {
    if token.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-' || byte == b'_') {
        return token.to_owned();
    }
    format!("'{}'", token.replace('\'', r"'\''"))
}
