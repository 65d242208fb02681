//! `casegate api`: starts the server of the library's operations.

use crate::Outcome;
use crate::args::servers::Api;
use crate::context;
use crate::error::CliError;
use crate::output::Output;
use casegate_http::api::{Config, serve};
use std::net::SocketAddr;

pub(crate) fn run(args: &Api) -> Result<Outcome, CliError> {
    let config = Config {
        context: context::read_any_day(&args.context)?,
        body_bytes: args.body_bytes,
        connections: args.connections,
    };
    // Printed at once, even if nobody reads it.
    let greet = |base_url: &str| {
        Output::plain().print(&format!("casegate api answers at {base_url}\n")).unwrap_or_default();
    };
    let address = SocketAddr::new(args.address, args.port);
    serve(config, address, args.log.log(), greet).map_err(|error| CliError::new(error.to_string()))?;
    Ok(Outcome::Success)
}
