//! Webhooks. The service does not publish its signatures; Standard Webhooks is the stand-in's.

use crate::asking::Asking;
use crate::office::Office;
use crate::refusal::Refusal;
use axum::http::HeaderMap;
use casegate::events::{Delivery, Fact, Moment, read_event};
use chrono::Utc;
use serde_json::Value;

/// Stores an event. It is on disk before it is acknowledged; what it leaves open is asked afterwards.
pub(crate) fn receive(office: &Office, asking: &Asking, headers: &HeaderMap, body: &[u8]) -> Result<(), Refusal> {
    let is_signed = office.webhook.verify(body, headers).is_ok();
    if !is_signed {
        return Err(Refusal::new(401, "The signature does not fit."));
    }
    let text = String::from_utf8_lossy(body);
    if serde_json::from_str::<Value>(&text).is_err() {
        return Err(Refusal::new(400, "The event is no JSON."));
    }
    // An event of no case, or of an unknown type, is taken: it would be none the next time either.
    let Some(delivery) = read_event(&text, &office.context()?).event else { return Ok(()) };
    let Some(id) = case_of(office, &delivery) else { return Ok(()) };
    if !office.cases().has(id) {
        office.submissions().seen(id)?;
    }
    let received_at = Moment::parse(&Utc::now().to_rfc3339());
    office.cases().ingest(id, Fact::event_received(&delivery, received_at))?;
    asking.about(id);
    Ok(())
}

fn case_of(office: &Office, delivery: &Delivery) -> Option<u64> {
    if delivery.case_id.is_some() {
        return delivery.case_id;
    }
    let key = delivery.issue_key.as_ref()?;
    let cases = office.cases();
    cases.ids().into_iter().find(|id| cases.view(*id).is_some_and(|view| view.issue_key.as_ref() == Some(key)))
}
