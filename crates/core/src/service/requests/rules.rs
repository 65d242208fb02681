//! The checks of single endpoints beyond their rows, which use the caller's knowledge of the case.

use crate::case::check::check_text;
use crate::context::Context;
use crate::report::Report;
use crate::report::sink::IssueSink;
use crate::rulebook::codes::Code;
use crate::rulebook::lifetime::{LEGACY_SUNSET, Phase};
use crate::rulebook::params::{Param, Params};
use crate::rulebook::surface::Surface;
use crate::rulebook::vocabulary::FILES_TO_UPLOAD;
use crate::service::requests::access::Token;
use crate::service::requests::entries::Given;
use crate::service::requests::files;
use crate::service::requests::kinds::EndpointId;
use crate::service::requests::members::{ValidEntries, element, named, outside};
use crate::service::requests::paths::Target;
use crate::service::requests::paths::is_step;
use crate::text::json::document::Document;
use crate::text::json::pointer::Segment;
use std::collections::BTreeSet;

/// A request whose endpoint was recognized.
pub(crate) struct RequestFacts<'r> {
    pub(crate) target: &'r Target,
    pub(crate) token: Token,
    /// The caller's knowledge of the case.
    pub(crate) known: Option<&'r Document>,
}

/// Checks the path parameters and the end date of the legacy flow.
pub(crate) fn path(target: &Target, input: &Document, sink: &mut IssueSink<'_>) {
    let at = |name: &'static str| -> Vec<Segment> {
        if target.by_path { vec!["path".into()] } else { vec!["params".into(), name.into()] }
    };
    for (name, value) in target.params.iter().filter(|(_, value)| is_step(value)) {
        // A path cannot contain this value.
        let code = if value.is_empty() { Code::Required } else { Code::UnknownPath };
        sink.push(code, at(name), named(name), None);
    }
    // A tracker key contains letters. A reference of digits only is the numeric id of the create
    // response (EP-ref-is-issue-key).
    if target.param("ref").is_some_and(|name| !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_digit())) {
        sink.push(Code::RefIsNumber, at("ref"), Params::default(), Some("EP-ref-is-issue-key"));
    }
    let endpoint = target.endpoint;
    // Step 1 is checked with its case, which reports the sunset (D22).
    if endpoint.legacy && endpoint.product.is_none() {
        let date = Params::default().with("date", Param::Day(LEGACY_SUNSET));
        let is_gone = sink.context.phase(Surface::Legacy.lifetime()) == Phase::Refused;
        let code = if is_gone { Code::LegacySunset } else { Code::LegacyDeprecated };
        sink.push(code, Vec::new(), date, Some("LEG-sunset"));
    }
    if endpoint.id == EndpointId::LegacyUpload {
        let Some(label) = target.param("file_label") else { return };
        match input.get("known").and_then(|known| texts(known, "files_to_upload")) {
            Some(declared) if declared.iter().all(|known| *known != label) => {
                sink.push(
                    Code::UndeclaredLabel,
                    at("file_label"),
                    Params::default(),
                    Some("LEG-upload-label-declared"),
                );
            }
            None if !sink.context.lists(&FILES_TO_UPLOAD, label) => {
                let words = FILES_TO_UPLOAD.words;
                outside(sink, Code::UnlistedWord, words, at("file_label"), label, Some(FILES_TO_UPLOAD.requirement_id));
            }
            _ => {}
        }
    }
}

/// Reads a list of strings from the caller's knowledge.
fn texts<'r>(known: &'r Document, name: &str) -> Option<Vec<&'r str>> {
    Some(known.get(name)?.as_list()?.iter().filter_map(Document::as_str).collect())
}

impl RequestFacts<'_> {
    /// Checks an endpoint without a body. Only legacy ready depends on earlier requests.
    pub(crate) fn without_body(&self, sink: &mut IssueSink<'_>) {
        let Some(known) = self.known.filter(|_| self.target.endpoint.id == EndpointId::LegacyReady) else { return };
        let (Some(declared), Some(uploaded)) = (texts(known, "files_to_upload"), texts(known, "uploaded")) else {
            return;
        };
        let uploaded: BTreeSet<&str> = uploaded.into_iter().collect();
        for (number, label) in declared.iter().enumerate() {
            if !uploaded.contains(label) {
                let at = vec!["known".into(), "files_to_upload".into(), number.into()];
                sink.push(Code::MissingUpload, at, Params::default(), Some("LEG-ready-400"));
            }
        }
    }

    /// Checks the case of legacy step 1 by the rules of the legacy flow.
    pub(crate) fn legacy_case(&self, body: &Document, context: &Context) -> Report {
        let mut context = self.context(context).surface(Surface::Legacy);
        if let Some(product) = self.target.endpoint.product {
            context = context.legacy_product(product);
        }
        check_text(&body.to_string(), &context)
    }

    /// Returns the context with the kind of token of this request.
    fn context(&self, context: &Context) -> Context {
        match self.token {
            Token::Kind(kind) => context.clone().credential(kind),
            Token::None | Token::Unstated => context.clone(),
        }
    }

    pub(crate) fn with_members(&self, held: &ValidEntries<'_, '_>, sink: &mut IssueSink<'_>) -> Option<Report> {
        match self.target.endpoint.id {
            EndpointId::Respond => self.respond(held, sink),
            EndpointId::Accept => self.accept(held, sink),
            EndpointId::Create => return self.create(held, sink),
            EndpointId::Append => files::of_append(held, self.known, sink),
            _ => {}
        }
        None
    }

    fn create(&self, held: &ValidEntries<'_, '_>, sink: &mut IssueSink<'_>) -> Option<Report> {
        let context = self.context(sink.context).surface(Surface::Create);
        let case = held.first("case").and_then(|case| case.value.content());
        files::of_create(held, case, &context, sink);
        Some(check_text(case?, &context))
    }

    /// Checks that a reply has content and refers to the open request.
    fn respond(&self, held: &ValidEntries<'_, '_>, sink: &mut IssueSink<'_>) {
        let said = ["message", "file"];
        if said.iter().all(|name| held.all(name).is_empty() && !held.is_malformed(name)) {
            sink.push(Code::NothingSaid, vec!["parts".into()], Params::default(), Some("RSP-message-or-file"));
        }
        let (Some(known), Some(entry)) = (self.known, held.first("interaction_id")) else { return };
        let id = entry.value.text().unwrap_or_default();
        let responded = texts(known, "responded").unwrap_or_default();
        let other = match known.get("open_interaction") {
            Some(Document::Text(open)) => open != id,
            Some(Document::Null) => true,
            _ => false,
        };
        if responded.contains(&id) {
            sink.push(Code::AlreadyResponded, entry.at.clone(), Params::default(), Some("EP-respond-repeat-400"));
        } else if other {
            sink.push(Code::NotTheOpenInteraction, entry.at.clone(), Params::default(), Some("RSP-open-interaction"));
        }
    }

    /// Checks that the selection belongs to the offer that it names (D46). Selected upgrades may be
    /// selected again.
    fn accept(&self, held: &ValidEntries<'_, '_>, sink: &mut IssueSink<'_>) {
        let mut ids: Vec<(String, Vec<Segment>)> = Vec::new();
        for entry in held.all("selected_upgrade_ids") {
            match entry.value {
                Given::Json(Document::List(list)) if list.is_empty() => {
                    let params = named("selected_upgrade_ids");
                    sink.push(Code::EmptySelection, entry.at.clone(), params, Some("ACC-selected_upgrade_ids"));
                }
                Given::Json(Document::List(list)) => {
                    let elements = list.iter().enumerate();
                    ids.extend(elements.filter_map(|(at, id)| Some((number(id)?, element(entry, at)))));
                }
                Given::Text(text) => ids.push((canonical(text), entry.at.clone())),
                _ => {}
            }
        }
        let mut seen = BTreeSet::new();
        for (id, at) in &ids {
            if !seen.insert(id.as_str()) {
                sink.push(Code::DuplicateWord, at.clone(), named("selected_upgrade_ids"), None);
            }
        }
        let Some(offers) = self.known.and_then(|known| known.get("offers")).and_then(Document::as_list) else { return };
        let Some(entry) = held.first("offer_id") else { return };
        let named_so = |offer: &&Document| offer.get("offer_id").and_then(Document::as_str) == entry.value.text();
        let Some(offer) = offers.iter().find(named_so) else {
            // The caller's knowledge may be outdated: the service may have an offer that the caller
            // does not know.
            return sink.push(Code::UnknownOffer, entry.at.clone(), Params::default(), Some("ACC-offer_id"));
        };
        let upgrades = offer.get("additional_policies").and_then(Document::as_list).unwrap_or_default();
        let offered: BTreeSet<String> =
            upgrades.iter().filter_map(|upgrade| upgrade.get("upgrade_id")).filter_map(number).collect();
        for (id, at) in ids {
            if !offered.contains(&id) {
                sink.push(Code::UnknownUpgrade, at, Params::default(), Some("ACC-selected_upgrade_ids"));
            }
        }
    }
}

/// Returns an integer as a canonical string: `7` for `7`, `7.0` and `70e-1`.
fn number(id: &Document) -> Option<String> {
    if let Document::Number(raw) = id { Some(canonical(raw)) } else { None }
}

fn canonical(raw: &str) -> String {
    match raw.parse::<f64>() {
        // Below 2^53 a double represents every integer exactly. At 2^53 it also represents the next
        // integer.
        Ok(value) if value.fract() == 0.0 && value.abs() < 9_007_199_254_740_992.0 => format!("{:.0}", value + 0.0),
        _ => raw.to_owned(),
    }
}
