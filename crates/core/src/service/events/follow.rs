//! The follower as one operation that reads facts as JSON and returns the follower and its view.

use crate::context::Context;
use crate::report::issue::Issue;
use crate::rulebook::codes::Code;
use crate::rulebook::params::{Param, Params};
use crate::service::events::ask::Source;
use crate::service::events::fact::Fact;
use crate::service::events::follower::{Follower, IngestOutcome};
use crate::service::events::known::FactError;
use crate::service::events::known::said;
use crate::service::events::path;
use crate::service::events::read::{Notes, read_members};
use crate::service::events::time::Moment;
use crate::service::events::view::CaseView;
use crate::text::json::document::{Document, Members};
use crate::text::json::pointer::Segment;
use serde::Serialize;

/// The result of [`follow`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "export", derive(schemars::JsonSchema))]
#[non_exhaustive]
pub struct Followed {
    /// The follower, which the caller stores until the next facts arrive. `None` if the input
    /// cannot be read.
    pub follower: Option<Follower>,
    /// The view of the case.
    pub view: Option<CaseView>,
    /// Notes about ignored input and about deviations from the specification.
    pub notes: Vec<Issue>,
}

/// The kinds of fact, which are the names of the members that hold them.
const KINDS: &[&str] =
    &["event", "detail", "results", "offers", "created", "file", "responded", "accepted", "cancel_accepted"];

/// Adds facts to a follower.
///
/// The input is `{"follower","is_test","facts","now"}`. `follower` is the follower of the last
/// result. If it is absent or `null`, a new follower is created with `is_test`. A fact is an object
/// with exactly one of these members:
///
/// | member | value | other members |
/// |---|---|---|
/// | `event` | a webhook event | `received_at` |
/// | `detail`, `results`, `offers` | the answer to GET | `basis` of the view before the request was sent |
/// | `created`, `file` | the answer to creating the case or to appending a file | |
/// | `responded` | the answer to a reply, or `{"interaction_id"}` if a repeat was refused as known | |
/// | `accepted` | the request that accepted an offer | |
/// | `cancel_accepted` | the answer to a cancellation | |
///
/// ```
/// use casegate::Context;
/// use casegate::events::follow;
/// use casegate::tokens::State;
/// # let context = Context::from_json(r#"{ "today": "2026-03-01" }"#)?;
///
/// let input = r#"{ "facts": [{ "event": { "event": "case.closed", "reason": "results_delivered" } },
///                            { "event": { "event": "case.in_progress" } }] }"#;
/// let view = follow(input, &context).view.ok_or("unreadable")?;
/// assert_eq!(view.state, Some(State::Closed));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn follow(text: &str, context: &Context) -> Followed {
    let mut input = match Document::input(text, context) {
        Ok(Document::Object(members)) => members,
        Ok(_) => return unread(crate::report::input::unreadable(context, Code::NotAnObject, Params::default())),
        Err(issue) => return unread(*issue),
    };
    let mut notes = Notes::new(context, Vec::new());
    let is_test = input.get("is_test").and_then(Document::as_bool) == Some(true);
    let mut follower = match input.remove("follower").filter(|given| !given.is_null()) {
        None => Follower::new(is_test),
        Some(given) => Follower::from_json(&given.to_string()).unwrap_or_else(|_| {
            notes.add(Code::FollowerUnreadable, path(&["follower"]), Params::default(), None);
            Follower::new(is_test)
        }),
    };
    let now = moment(&input, "now", path(&["now"]), &mut notes);
    let facts = match input.remove("facts") {
        Some(Document::List(facts)) => facts,
        None | Some(Document::Null) => Vec::new(),
        Some(_) => {
            notes.add(Code::FactUnknown, path(&["facts"]), Params::default(), None);
            Vec::new()
        }
    };
    for (position, fact) in facts.into_iter().enumerate() {
        let at = vec![Segment::from("facts"), Segment::Index(position)];
        let Some(fact) = read_fact(fact, &at, context, &mut notes) else { continue };
        if follower.take(fact) == IngestOutcome::NotOfThisCase {
            notes.add(Code::TestCaseEvent, at, Params::default(), Some("TEST-no-webhooks"));
        }
    }
    follower.settle();
    if follower.closed_twice() {
        notes.add(Code::ClosedTwice, Vec::new(), Params::default(), Some("EVT-closed-once"));
    }
    let view = follower.view_in(now, context);
    Followed { follower: Some(follower), view: Some(view), notes: notes.finish() }
}

fn unread(issue: Issue) -> Followed {
    Followed { follower: None, view: None, notes: vec![issue] }
}

fn read_fact(fact: Document, at: &[Segment], context: &Context, notes: &mut Notes<'_>) -> Option<Fact> {
    let place = |name: &str| at.iter().cloned().chain([Segment::from(name)]).collect::<Vec<_>>();
    let mut members = match fact {
        Document::Object(members) => members,
        _ => Members::default(),
    };
    let mut kinds = KINDS.iter().copied().filter(|kind| members.get(kind).is_some());
    let (Some(kind), None) = (kinds.next(), kinds.next()) else {
        notes.add(Code::FactUnknown, at.to_vec(), Params::default(), None);
        return None;
    };
    let body = members.remove(kind)?;
    if kind == "event" {
        let received_at = moment(&members, "received_at", place("received_at"), notes);
        let Document::Object(event) = body else {
            notes.add(Code::FactUnknown, place(kind), Params::default(), None);
            return None;
        };
        let read = read_members(event, Notes::new(context, place(kind)));
        notes.join(read.notes);
        return read.event.map(|event| Fact::event_received(&event, received_at));
    }
    let basis = members.get("basis").and_then(Document::as_list).unwrap_or_default();
    let basis = basis.iter().filter_map(Document::as_str);
    let read = match kind {
        "created" => Ok(Fact::created(&body)),
        "cancel_accepted" => Ok(Fact::cancel_accepted()),
        "file" => Fact::file(&body),
        "responded" => interaction(&body).map(Fact::responded),
        "accepted" => accepted(&body),
        answer => match Source::from_name(answer) {
            Some(endpoint) => Fact::answer(endpoint, &body, basis),
            None => Err(FactError { member: "" }),
        },
    };
    if kind == "detail" && body.get("updated_at").and_then(Moment::of).is_none() {
        let mut at = place(kind);
        at.push(Segment::from("updated_at"));
        notes.add(Code::TimeNotComparable, at, Params::default(), None);
    }
    match read {
        Ok(fact) => Some(fact),
        Err(FactError { member }) => {
            let mut at = place(kind);
            at.push(Segment::from(member));
            notes.add(Code::FactIncomplete, at, Params::default().with("member", Param::from(member)), None);
            None
        }
    }
}

fn interaction(body: &Document) -> Result<&str, FactError> {
    said(body, "interaction_id").ok_or(FactError { member: "interaction_id" })
}

fn accepted(body: &Document) -> Result<Fact, FactError> {
    let offer_id = said(body, "offer_id").ok_or(FactError { member: "offer_id" })?;
    let ids = body.get("selected_upgrade_ids").and_then(Document::as_list);
    let ids = ids.ok_or(FactError { member: "selected_upgrade_ids" })?;
    Ok(Fact::accepted(offer_id, ids.iter().filter_map(Document::as_u64)))
}

fn moment(members: &Members, name: &str, at: Vec<Segment>, notes: &mut Notes<'_>) -> Option<Moment> {
    let given = members.get(name).filter(|given| !given.is_null())?;
    let moment = Moment::of(given);
    if moment.is_none() {
        notes.add(Code::TimeNotComparable, at, Params::default(), None);
    }
    moment
}
