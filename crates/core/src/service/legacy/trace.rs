//! Reads a trace: the type of each step, and the steps that belong to the migrated ticket.

use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::rulebook::product::Product;
use crate::service::requests::kinds::EndpointId;
use crate::service::requests::paths::{Recognition, recognise};
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;
use std::collections::BTreeSet;

/// The steps of the migrated ticket.
pub(crate) struct Trace<'t> {
    pub(crate) product: Product,
    pub(crate) body: &'t Members,
    pub(crate) uploads: Vec<Upload<'t>>,
    pub(crate) is_ready: bool,
    created_at: usize,
}

/// Step 2: the upload of a file with a label.
pub(crate) struct Upload<'t> {
    /// The number of the step.
    pub(crate) at: usize,
    pub(crate) label: String,
    pub(crate) file: Option<&'t Document>,
}

/// A step of the trace and the ticket that it names.
struct Step<'t> {
    at: usize,
    ticket: Option<String>,
    kind: Kind<'t>,
}

enum Kind<'t> {
    Create { product: Product, body: Option<&'t Document> },
    Upload { label: String, file: Option<&'t Document> },
    Ready,
}

impl<'t> Trace<'t> {
    pub(crate) fn read(input: &'t Document, losses: &mut IssueSink<'_>) -> Option<Trace<'t>> {
        let steps = match input.get("steps") {
            Some(Document::List(steps)) => steps,
            None => return lacks(losses, vec!["steps".into()], "steps"),
            Some(_) => return wrong(losses, vec!["steps".into()], "steps"),
        };
        let wanted = match input.get("ticket_id") {
            None | Some(Document::Null) => None,
            Some(id) => match ticket(id) {
                Some(id) => Some(id),
                None => return wrong(losses, vec!["ticket_id".into()], "ticket_id"),
            },
        };
        let mut known = Vec::new();
        for (at, step) in steps.iter().enumerate() {
            match Step::read(at, step) {
                Some(step) => known.push(step),
                None => losses.push(Code::ForeignStep, place(at), Params::default(), None),
            }
        }
        let (created_at, id) = choose(&known, wanted, losses)?;
        let (mut product_and_body, mut uploads, mut is_ready) = (None, Vec::new(), false);
        for Step { at, ticket, kind } in known {
            match kind {
                Kind::Create { product, body } if at == created_at => product_and_body = Some((product, body)),
                Kind::Upload { label, file } if ticket == id => uploads.push(Upload { at, label, file }),
                Kind::Ready if ticket == id => is_ready = true,
                _ => losses.push(Code::OtherTicket, place(at), Params::default(), Some("LEG-create-ticket")),
            }
        }
        let (product, body) = product_and_body?;
        let at = || place(created_at).into_iter().chain(["body".into()]).collect();
        let body = match body {
            Some(Document::Object(body)) => body,
            None => return lacks(losses, at(), "body"),
            Some(_) => return wrong(losses, at(), "body"),
        };
        Some(Trace { product, body, uploads, is_ready, created_at })
    }

    /// The path of the legacy case in the trace.
    pub(crate) fn body_at(&self) -> Vec<Segment> {
        place(self.created_at).into_iter().chain(["body".into()]).collect()
    }
}

impl<'t> Step<'t> {
    fn read(at: usize, step: &'t Document) -> Option<Step<'t>> {
        let text = |name: &str| step.get(name).and_then(Document::as_str);
        let Recognition::Known(found) = recognise(text("method")?, text("path")?) else { return None };
        let mut params = found.params.into_iter().map(|(_, value)| value);
        Some(match (found.endpoint.id, found.endpoint.product) {
            (_, Some(product)) => {
                // A trace may include the ticket id that this step returned.
                let returned = step.get("ticket_id").or_else(|| step.get("response")?.get("id"));
                let kind = Kind::Create { product, body: step.get("body") };
                Step { at, ticket: returned.and_then(ticket), kind }
            }
            (EndpointId::LegacyUpload, _) => {
                let ticket = params.next();
                Step { at, ticket, kind: Kind::Upload { label: params.next()?, file: step.get("file") } }
            }
            (EndpointId::LegacyReady, _) => Step { at, ticket: params.next(), kind: Kind::Ready },
            _ => return None,
        })
    }
}

/// Returns the number of the step that creates the ticket, and the ticket's id if it is known.
///
/// Returns `None` if two tickets are possible. Guessing could add the files of one ticket to the
/// case of the other.
fn choose(steps: &[Step<'_>], wanted: Option<String>, losses: &mut IssueSink<'_>) -> Option<(usize, Option<String>)> {
    let creates: Vec<&Step<'_>> = steps.iter().filter(|step| matches!(step.kind, Kind::Create { .. })).collect();
    let others = steps.iter().filter(|step| !matches!(step.kind, Kind::Create { .. }));
    let named: BTreeSet<&str> = others.filter_map(|step| step.ticket.as_deref()).collect();
    let (candidates, id) = if let Some(id) = wanted {
        let exact: Vec<_> = creates.iter().filter(|step| step.ticket.as_deref() == Some(&id)).copied().collect();
        let untold = || creates.iter().filter(|step| step.ticket.is_none()).copied().collect();
        (if exact.is_empty() { untold() } else { exact }, Some(id))
    } else {
        let returned = creates.first().and_then(|step| step.ticket.clone());
        if creates.len() == 1 && returned.is_none() && named.len() > 1 {
            return unclear(losses);
        }
        let id = returned.or_else(|| named.first().map(|id| (*id).to_owned()));
        (creates, id)
    };
    match candidates.as_slice() {
        [] => {
            losses.push(Code::NoCreateStep, vec!["steps".into()], Params::default(), Some("LEG-create-paths"));
            None
        }
        [create] => Some((create.at, id)),
        _ => unclear(losses),
    }
}

fn unclear<T>(losses: &mut IssueSink<'_>) -> Option<T> {
    losses.push(Code::TicketUnclear, vec!["steps".into()], Params::default(), Some("LEG-create-ticket"));
    None
}

/// Returns a ticket id in the form that a path contains.
fn ticket(id: &Document) -> Option<String> {
    match id {
        Document::Number(raw) => Some(raw.clone()),
        Document::Text(text) if !text.is_empty() => Some(text.clone()),
        _ => None,
    }
}

pub(crate) fn place(step: usize) -> Vec<Segment> {
    vec!["steps".into(), step.into()]
}

pub(crate) fn lacks<T>(losses: &mut IssueSink<'_>, at: Vec<Segment>, member: &str) -> Option<T> {
    losses.push(Code::Required, at, Params::default().with("member", Param::from(member)), None);
    None
}

pub(crate) fn wrong<T>(losses: &mut IssueSink<'_>, at: Vec<Segment>, member: &str) -> Option<T> {
    losses.push(Code::WrongType, at, Params::default().with("member", Param::from(member)), None);
    None
}
