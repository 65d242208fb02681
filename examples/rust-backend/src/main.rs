//! The backend of a small law firm: takes intake forms, submits cases to the research service, and
//! follows them. The twin of `examples/node-backend`.

mod form;
mod refusal;
mod routes;

use casegate::context::Audience;
use casegate::{Context, Date};
use casegate_client::{Client, FileStore, Settings, Ureq};
use chrono::Utc;
use chrono_tz::Tz;
use standardwebhooks::Webhook;
use std::io;
use std::sync::Arc;
use std::time::Duration;

fn setting(name: &str, default: &str) -> String {
    std::env::var(name).unwrap_or_else(|_| default.to_owned())
}

fn seconds(name: &str, default: u32) -> u32 {
    setting(name, "").parse().unwrap_or(default)
}

/// The rules have no clock: today is the office's day.
fn today(zone: Tz) -> Option<Date> {
    Date::parse(&Utc::now().with_timezone(&zone).date_naive().to_string())
}

fn client() -> io::Result<Client> {
    let url = setting("SERVICE_URL", "http://127.0.0.1:8787");
    let mut settings = Settings::new(url, setting("MASTER_TOKEN", "example-master-token"), "rust-backend");
    settings.only_writer = true;
    settings.ask_after = Duration::from_secs(seconds("SETTLE_SECONDS", 300).into());
    settings.skew = settings.skew.min(settings.ask_after);
    settings.pace = f64::from(seconds("POLL_SECONDS", 60)) / 60.0;
    let zone: Tz = setting("TIME_ZONE", "America/New_York").parse().map_err(io::Error::other)?;
    let begun = today(zone).ok_or_else(|| io::Error::other("the clock of this server is wrong"))?;
    // The issues go back to a form.
    let context = move || Context::new(today(zone).unwrap_or(begun)).audience(Audience::Form);
    let store = FileStore::open(setting("DATA", "data"))?;
    Ok(Client::new(settings, store, Ureq::new(Duration::from_secs(60)), context))
}

#[tokio::main]
async fn main() -> io::Result<()> {
    let client = client()?;
    // The service does not publish its signatures; Standard Webhooks is the stand-in's.
    let secret = setting("WEBHOOK_SECRET", "whsec_ZXhhbXBsZS1zZWNyZXQtb2YtMjQtYnl0");
    let webhook = Arc::new(Webhook::new(&secret).map_err(io::Error::other)?);
    let port: u16 = setting("PORT", "3000").parse().unwrap_or(3000);
    let _poller = client.start(|_, _| {});
    let listener = tokio::net::TcpListener::bind(("127.0.0.1", port)).await?;
    let stop = async {
        // Without a signal handler, only a kill stops it.
        let _ = tokio::signal::ctrl_c().await;
    };
    axum::serve(listener, routes::router(client, webhook)).with_graceful_shutdown(stop).await
}
