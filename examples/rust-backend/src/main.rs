//! The backend of a small law firm: takes intake forms, submits cases to the research service, and
//! follows them by its webhooks. The twin of `examples/node-backend`.

mod asking;
mod cases;
mod disk;
mod form;
mod office;
mod refusal;
mod routes;
mod service;
mod submissions;
mod webhooks;

use asking::Asking;
use office::{Office, Settings};
use std::io;
use std::sync::Arc;

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let settings = Settings {
        service_url: setting("SERVICE_URL", "http://127.0.0.1:8787"),
        master_token: setting("MASTER_TOKEN", "example-master-token"),
        webhook_secret: setting("WEBHOOK_SECRET", "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMjQtYnl0"),
        data: setting("DATA", "data").into(),
        poll_seconds: setting("POLL_SECONDS", "60").parse().unwrap_or(60),
        time_zone: setting("TIME_ZONE", "America/New_York").parse().map_err(io::Error::other)?,
    };
    let port: u16 = setting("PORT", "3000").parse().unwrap_or(3000);
    let office = Arc::new(Office::open(settings)?);
    let asking = Asking::begin(Arc::clone(&office));
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let stop = async {
        // Without a signal handler, only a kill stops it.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, routes::router(office, asking)).with_graceful_shutdown(stop).await
}
