//! Redacts offers: policies that were found but not bought.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::tokens::EventType;
use crate::service::events::event::Teaser;
use crate::service::events::path;
use crate::service::events::read::{Notes, is_disclosable, teaser};
use crate::service::events::table::EventRow;
use crate::service::events::written;
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;
use serde::Serialize;

/// The disclosable part of an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct OfferTeasers {
    /// The id of the offer.
    pub offer_id: Option<String>,
    /// One teaser for each found policy.
    pub teasers: Vec<Teaser>,
}

/// The result of redacting an offer.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Redaction {
    /// The redacted offer, or `None` if the record cannot be read.
    pub offer: Option<OfferTeasers>,
    /// Missing or invalid members of the record.
    pub notes: Vec<Issue>,
}

/// Returns the teasers of a record of found policies. The record has the form
/// `{"offer_id","additional_policies":[…]}`, or uses `teasers` as the name of the list.
///
/// A teaser has `upgrade_id`, `type` and `price_usd`. Nothing else in the record is returned,
/// regardless of its name (`EVT-additional-redacted`).
///
/// ```
/// use casegate::Context;
/// use casegate::events::redact_offer;
/// # let context = Context::from_json(r#"{ "today": "2026-03-01" }"#)?;
///
/// let found = r#"{ "offer_id": "o-1", "additional_policies": [
///     { "upgrade_id": 4, "type": "umbrella", "price_usd": "120.00", "policy_number": "ZX-1" }] }"#;
/// let text = serde_json::to_string(&redact_offer(found, &context)).unwrap_or_default();
/// assert!(text.contains("umbrella") && !text.contains("ZX-1"));
/// # Ok::<(), casegate::config::ContextError>(())
/// ```
pub fn redact_offer(text: &str, context: &Context) -> Redaction {
    let mut record = match Document::input(text, context) {
        Ok(Document::Object(members)) => members,
        Ok(_) => {
            let notes = vec![crate::report::input::unreadable(context, Code::NotAnObject, Params::default())];
            return Redaction { offer: None, notes };
        }
        Err(issue) => return Redaction { offer: None, notes: vec![*issue] },
    };
    let mut notes = Notes::new(context, Vec::new());
    let fields = EventRow::of(EventType::AdditionalPoliciesFound).map_or(&[][..], |row| row.payload);
    let mut offer = OfferTeasers { offer_id: None, teasers: Vec::new() };
    for field in fields {
        let taken = field.read_as.iter().find_map(|name| Some((*name, record.remove(name)?)));
        let missing = taken.as_ref().is_none_or(|(_, value)| value.is_null());
        let unlike = match taken {
            Some((name, Document::List(entries))) if field.name == "teasers" => {
                let each = |(position, entry)| {
                    let at = vec![Segment::from(name), Segment::Index(position)];
                    teaser(teaser_of(entry), at, field, &mut notes)
                };
                offer.teasers = entries.into_iter().enumerate().filter_map(each).collect();
                false
            }
            Some((_, value)) if field.name != "teasers" => {
                offer.offer_id = written(&value);
                offer.offer_id.is_none()
            }
            _ => true,
        };
        if missing || unlike {
            let code = if missing { Code::EventMemberMissing } else { Code::EventMemberKind };
            let params = Params::default().with("member", Param::from(field.name));
            notes.add(code, path(&[field.name]), params, Some(field.requirement_id));
        }
    }
    for teaser in &mut offer.teasers {
        teaser.extra = Members::default();
    }
    Redaction { offer: Some(offer), notes: notes.finish() }
}

/// Removes the values of a policy. They are expected in this record, so removing them is not
/// reported as a leak.
fn teaser_of(entry: Document) -> Document {
    match entry {
        Document::Object(members) => {
            Document::Object(members.into_iter().filter(|(name, _)| is_disclosable(name)).collect())
        }
        other => other,
    }
}
