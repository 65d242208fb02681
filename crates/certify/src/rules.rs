//! The rules that hold in every scenario: what people gave arrives as it was given, and nothing else.

use crate::error::CertifyError;
use crate::exchange::{Body, Exchange, Part, Seen, Token};
use crate::intake::{UNKNOWN_TYPE, content_type, prepared};
use crate::mask;
use crate::record::{File, Given, Sight, What};
use crate::scenario::{ActionName, Rule};
use crate::stage::Stage;
use casegate::files::sanitized_file_name;
use casegate::requests::EndpointId;
use casegate::tokens::Label;
use serde_json::{Value, json};
use std::time::Duration;

/// Requests begin a little early where clocks are read at different moments.
const TOLERANCE: Duration = Duration::from_millis(150);
/// The least pause between attempts of a request that fails again and again.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// The number of attempts without a pause that clients make on their own, where a connection breaks.
const HASTY: usize = 3;

/// Returns what violates a rule, without values.
pub(crate) fn violation(stage: &Stage, rule: Rule) -> Result<Option<String>, CertifyError> {
    let sight = stage.sight();
    Ok(match rule {
        Rule::CasesAsSubmitted => sent_to(&sight, EndpointId::Create).find_map(|create| other_case(&sight, create)),
        Rule::NoCaseTwice => case_twice(stage)?,
        Rule::FilesAsGiven => other_file(&sight).or_else(|| missing_file(&sight)),
        Rule::RepliesAsWritten => sent_to(&sight, EndpointId::Respond).find_map(|reply| other_reply(&sight, reply)),
        Rule::AcceptsAsSelected => sent_to(&sight, EndpointId::Accept).find_map(|accept| {
            let difference =
                |json: &Value| (selection(&accept.request) != Some(json.clone())).then_some("another selection");
            acted(&sight, accept, ActionName::Accept, |_, json, _| difference(json))
        }),
        Rule::CancellationsAsGiven => sent_to(&sight, EndpointId::Cancel).find_map(|cancel| {
            let content = cancel.request.content();
            let sent = |name| content.pointer(name).filter(|value| !value.is_null()).cloned();
            let reason = sent("/members/reason");
            let is_more = content
                .pointer("/members")
                .and_then(Value::as_object)
                .is_some_and(|members| members.keys().any(|name| name != "reason"));
            acted(&sight, cancel, ActionName::Cancel, |_, json, _| match () {
                () if reason.as_ref() != json.get("reason") => Some("another reason"),
                () if is_more => Some("more properties than a reason"),
                () => None,
            })
        }),
        Rule::SuccessesHappened => untrue_success(stage, &sight)?,
        Rule::TokensStayInside => token_outside(stage, &sight),
        Rule::NoStaleToken => stale_token(&sight),
        Rule::PausesAreKept => short_pause(&sight),
    })
}

fn sent_to(sight: &Sight, endpoint: EndpointId) -> impl Iterator<Item = &Exchange> {
    sight.exchanges.iter().filter(move |exchange| exchange.is_to(endpoint))
}

/// The forms that people submitted before a moment.
fn forms<'s>(sight: &'s Sight, before: &Exchange) -> impl Iterator<Item = (&'s Given, &'s Value, &'s Value)> {
    let began = before.began;
    sight.given.iter().filter(move |given| given.at <= began).filter_map(|given| match &given.what {
        What::Form { case, prepared } => Some((given, case, prepared)),
        _ => None,
    })
}

/// Compares the case of a create with the forms.
fn other_case(sight: &Sight, create: &Exchange) -> Option<String> {
    // A case that cannot be read is a finding of the rulebook.
    let sent = create.request.case()?;
    let mut nearest: Option<Vec<String>> = None;
    for (_, case, whole) in forms(sight, create) {
        let mut found = Vec::new();
        differences(&sent, &[case, whole], &mut Vec::new(), &mut found);
        if found.is_empty() {
            let again = prepared(&sent).unwrap_or_default();
            missing(whole, &again, &mut Vec::new(), &mut found);
        }
        if found.is_empty() {
            return None;
        }
        if nearest.as_ref().is_none_or(|known| found.len() < known.len()) {
            nearest = Some(found);
        }
    }
    Some(match nearest {
        None => "a case was sent that nobody submitted".to_owned(),
        Some(places) => format!("a case differs from the form at {}", places.join(", ")),
    })
}

fn is_form_of(sent: &Value, form: (&Value, &Value)) -> bool {
    let mut found = Vec::new();
    differences(sent, &[form.0, form.1], &mut Vec::new(), &mut found);
    found.is_empty()
}

/// Finds the values that none of the others has in its place.
fn differences(sent: &Value, allowed: &[&Value], path: &mut Vec<String>, found: &mut Vec<String>) {
    if allowed.iter().any(|value| is_same(sent, value)) {
        return;
    }
    let Value::Object(members) = sent else { return found.push(mask::place(path)) };
    for (name, value) in members {
        path.push(name.clone());
        let allowed: Vec<&Value> = allowed.iter().filter_map(|value| value.get(name)).collect();
        differences(value, &allowed, path, found);
        path.pop();
    }
    if members.is_empty() {
        found.push(mask::place(path));
    }
}

/// Finds the members that are missing.
fn missing(wanted: &Value, sent: &Value, path: &mut Vec<String>, found: &mut Vec<String>) {
    let Value::Object(members) = wanted else { return };
    for (name, value) in members {
        path.push(name.clone());
        match sent.get(name) {
            None => found.push(mask::place(path)),
            Some(sent) => missing(value, sent, path, found),
        }
        path.pop();
    }
}

/// Compares values. `2020.0` is `2020` (D2).
fn is_same(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => one == other || one.as_f64() == other.as_f64(),
        _ => one == other,
    }
}

fn case_twice(stage: &Stage) -> Result<Option<String>, CertifyError> {
    let mut payloads: Vec<Value> = Vec::new();
    for case in stage.cases()? {
        let payload = stage.payload(case.id)?;
        if payloads.contains(&payload) {
            return Ok(Some("one form became two cases".to_owned()));
        }
        payloads.push(payload);
    }
    Ok(None)
}

/// The label that counts: that of the file, or `other`, also in the place of an unknown one.
fn label(given: Option<&str>) -> &str {
    given.filter(|label| Label::from_name(label).is_some()).unwrap_or(Label::Other.name())
}

/// Returns `true` if a content type is that of the file, or says nothing.
fn is_type_of(given: Option<&str>, filename: &str) -> bool {
    let essence = given.and_then(|kind| kind.split(';').next()).map(|kind| kind.trim().to_ascii_lowercase());
    let known = content_type(filename);
    essence
        .is_none_or(|kind| kind == UNKNOWN_TYPE || kind == known || known == UNKNOWN_TYPE && !kind.starts_with("text/"))
}

/// The name of what differs between a file that was sent and one that was given; `None` for the same.
fn file_difference(part: &Part, sent_label: Option<&str>, file: &File) -> Option<&'static str> {
    let name = part.filename.as_deref().unwrap_or_default();
    match () {
        () if *part.content != *file.content => Some("other bytes"),
        () if name != file.name && name != sanitized_file_name(&file.name) => Some("another name"),
        () if label(sent_label) != label(file.label.as_deref()) => Some("another label"),
        () if !is_type_of(part.content_type.as_deref(), &file.name) => Some("another content type"),
        () => None,
    }
}

/// Compares the files of a request with those that were given. Each may be sent once.
fn files_difference(sent: &[(&Part, Option<&str>)], given: &[File]) -> Option<&'static str> {
    let mut left: Vec<&File> = given.iter().collect();
    for (part, label) in sent {
        let Some(place) = left.iter().position(|file| file_difference(part, *label, file).is_none()) else {
            let whys = left.iter().filter_map(|file| file_difference(part, *label, file));
            return Some(whys.min_by_key(|why| *why == "other bytes").unwrap_or("a file more"));
        };
        left.remove(place);
    }
    None
}

/// The files of a create or an append with their labels.
fn labelled(request: &Seen) -> Vec<(&Part, Option<&str>)> {
    let mut labels = request.texts("labels").chain(request.texts("label"));
    request.files().map(|part| (part, labels.next())).collect()
}

fn other_file(sight: &Sight) -> Option<String> {
    let creates = sent_to(sight, EndpointId::Create).filter_map(|create| {
        let sent = create.request.case()?;
        let (form, ..) = forms(sight, create).find(|(_, case, whole)| is_form_of(&sent, (case, whole)))?;
        files_difference(&labelled(&create.request), &form.files)
    });
    let appends = sent_to(sight, EndpointId::Append).filter_map(|append| {
        // Also the rest of a form may be appended.
        let given: Vec<File> = givers(sight, append).flat_map(|given| given.files.clone()).collect();
        if given.is_empty() {
            Some("nobody asked for it")
        } else {
            files_difference(&labelled(&append.request), &given)
        }
    });
    let why = creates.chain(appends).next();
    why.map(|why| format!("a file was sent that was not given: {why}")).or_else(|| arrived_twice(sight))
}

/// Those who may have given the file of an append: the form of its case, and people who appended.
fn givers<'s>(sight: &'s Sight, append: &'s Exchange) -> impl Iterator<Item = &'s Given> {
    let created = |given: &Given| match &given.what {
        What::Form { case, prepared } => sent_to(sight, EndpointId::Create)
            .filter(|create| create.request.case().is_some_and(|sent| is_form_of(&sent, (case, prepared))))
            .filter_map(|create| create.answer.as_ref()?.get("case_ref").cloned())
            .all(|reference| reference.is_null() || reference.as_str() == append.request.reference.as_deref()),
        _ => false,
    };
    sight.given.iter().filter(move |given| given.at <= append.began).filter(move |given| match &given.what {
        What::Act { action: ActionName::Append, reference, .. } => *reference == append.request.reference,
        _ => created(given),
    })
}

/// Looks for a file that arrived more often than it was given, in the create or in an append.
fn arrived_twice(sight: &Sight) -> Option<String> {
    let is_twice = |append: &Exchange, part: &Part| {
        let is_part = |content: &Vec<u8>| *content == *part.content;
        let is_own = |exchange: &&Exchange| {
            let created = || exchange.answer.as_ref()?.get("case_ref")?.as_str();
            let reference =
                if exchange.is_to(EndpointId::Create) { created() } else { exchange.request.reference.as_deref() };
            reference == append.request.reference.as_deref()
                && exchange.has_succeeded()
                && exchange.began <= append.began
        };
        let requests = sent_to(sight, EndpointId::Create).chain(sent_to(sight, EndpointId::Append)).filter(is_own);
        let arrived = requests.flat_map(|exchange| exchange.request.files()).filter(|file| is_part(&file.content));
        let given = givers(sight, append).flat_map(|given| &given.files).filter(|file| is_part(&file.content));
        arrived.count() > given.count()
    };
    let mut appends = sent_to(sight, EndpointId::Append).filter(|append| append.has_succeeded());
    let found = appends.any(|append| append.request.files().any(|part| is_twice(append, part)));
    found.then(|| "a file arrived twice".to_owned())
}

/// Looks for the files of a success that were not sent to the service.
fn missing_file(sight: &Sight) -> Option<String> {
    let is_missing = |given: &Given| {
        let endpoints: &[EndpointId] = match &given.what {
            What::Form { .. } => &[EndpointId::Create, EndpointId::Append],
            What::Act { action: ActionName::Append, .. } => &[EndpointId::Append],
            _ => &[],
        };
        // A form that was submitted again may have found its case. A create that was refused did not take
        // its files; an append that failed was an attempt.
        let is_attempt = |exchange: &&Exchange| {
            exchange.has_succeeded()
                || exchange.status.is_none_or(|status| status >= 500 && exchange.is_to(EndpointId::Append))
        };
        let sent: Vec<&Exchange> =
            endpoints.iter().flat_map(|endpoint| sent_to(sight, *endpoint)).filter(is_attempt).collect();
        let is_sent = |file: &&File| {
            let mut files = sent.iter().flat_map(|exchange| labelled(&exchange.request));
            files.any(|(part, label)| file_difference(part, label, file).is_none())
        };
        given.has_succeeded()
            && !endpoints.is_empty()
            && !given.files.iter().filter(|file| file.is_accepted).all(|file| is_sent(&file))
    };
    sight
        .given
        .iter()
        .any(is_missing)
        .then(|| "a file was not sent, although the person was told of a success".to_owned())
}

/// Compares a request with what people did with its case before.
fn acted(
    sight: &Sight,
    exchange: &Exchange,
    wanted: ActionName,
    difference: impl Fn(&Given, &Value, Option<&str>) -> Option<&'static str>,
) -> Option<String> {
    let mut why = None;
    for given in sight.given.iter().filter(|given| given.at <= exchange.began) {
        let What::Act { action, reference, json, message, .. } = &given.what else { continue };
        if *action != wanted || *reference != exchange.request.reference {
            continue;
        }
        match difference(given, json, message.as_deref()) {
            None => return None,
            different => why = different,
        }
    }
    let name = exchange.request.endpoint_name();
    Some(why.map_or_else(
        || format!("a request to `{name}` that nobody asked for, or for another case"),
        |why| format!("a request to `{name}` has {why} than the person gave"),
    ))
}

fn other_reply(sight: &Sight, reply: &Exchange) -> Option<String> {
    let request = &reply.request;
    let message = request.texts("message").next().unwrap_or_default();
    // Browsers end the lines of forms with CR LF.
    let lines = |text: &str| text.replace("\r\n", "\n");
    let files: Vec<(&Part, Option<&str>)> = request.files().map(|part| (part, None)).collect();
    let difference = acted(sight, reply, ActionName::Reply, |given, _, wanted| {
        // A reply has no labels.
        let wanted_files: Vec<File> = given.files.iter().map(|file| File { label: None, ..file.clone() }).collect();
        match () {
            () if lines(message) != lines(wanted.unwrap_or_default()) => Some("another message"),
            () if files.len() < wanted_files.len() => Some("fewer files"),
            () => files_difference(&files, &wanted_files),
        }
    });
    difference.or_else(|| {
        let case = sight.given.iter().find_map(|given| match &given.what {
            What::Act { case, reference, .. } if *reference == request.reference => Some(*case),
            _ => None,
        });
        let id = request.texts("interaction_id").next();
        let is_known = sight.questions.iter().any(|(of, known)| Some(*of) == case && Some(known.as_str()) == id);
        (!is_known).then(|| "a reply names a question that its case does not have".to_owned())
    })
}

/// The members of an accept, also of one that is a form.
fn selection(request: &Seen) -> Option<Value> {
    match &request.body {
        Body::Json(body) => Some(body.clone()),
        Body::Parts(_) => {
            let ids: Vec<i64> = request.texts("selected_upgrade_ids").filter_map(|id| id.parse().ok()).collect();
            Some(json!({ "offer_id": request.texts("offer_id").next(), "selected_upgrade_ids": ids }))
        }
        Body::Empty | Body::Other => None,
    }
}

/// Looks for a success that was told to a person and did not happen.
fn untrue_success(stage: &Stage, sight: &Sight) -> Result<Option<String>, CertifyError> {
    for given in sight.given.iter().filter(|given| given.has_succeeded()) {
        let is_true = match &given.what {
            What::Text => false,
            What::Form { prepared, .. } => {
                let summary = prepared.get("summary").and_then(Value::as_str);
                let mut is_there = false;
                for case in stage.cases()? {
                    is_there = is_there || stage.payload(case.id)?.get("summary").and_then(Value::as_str) == summary;
                }
                is_there
            }
            What::Act { action, reference, .. } => {
                let endpoint = match action {
                    ActionName::Reply => EndpointId::Respond,
                    ActionName::Accept => EndpointId::Accept,
                    ActionName::Cancel => EndpointId::Cancel,
                    ActionName::Append => EndpointId::Append,
                };
                // The refusal of a second reply means that the first one arrived.
                let is_done = |exchange: &Exchange| {
                    exchange.has_succeeded() || *action == ActionName::Reply && exchange.status == Some(400)
                };
                let mut own = sent_to(sight, endpoint).filter(|exchange| exchange.request.reference == *reference);
                own.any(is_done)
            }
        };
        if !is_true {
            return Ok(Some(format!("`{}` was answered as a success, and the service did not do it", given.name)));
        }
    }
    Ok(None)
}

fn token_outside(stage: &Stage, sight: &Sight) -> Option<String> {
    let secrets = stage.secrets();
    let has_secret = |text: &str| secrets.iter().any(|secret| text.contains(secret.as_str()));
    if let Some(shown) = sight.shown.iter().find(|shown| has_secret(&shown.text)) {
        return Some(format!("a token or a secret is in {}", shown.place));
    }
    if has_secret(&stage.printed()) {
        return Some("a token or a secret is in what the backend prints".to_owned());
    }
    let has_one = |exchange: &&Exchange| {
        let is_in_body = match &exchange.request.body {
            Body::Json(body) => has_secret(&body.to_string()),
            Body::Parts(parts) => parts.iter().filter_map(|part| part.text.as_deref()).any(has_secret),
            Body::Empty | Body::Other => false,
        };
        is_in_body || has_secret(&exchange.request.path)
    };
    let exchange = sight.exchanges.iter().find(has_one)?;
    Some(format!("a token is in the path or the body of a request to `{}`", exchange.request.endpoint_name()))
}

/// Looks for a token that is used on after it was refused and another one was there. A request that was
/// on its way may have had the old one.
fn stale_token(sight: &Sight) -> Option<String> {
    let users = || sight.exchanges.iter().filter(|exchange| exchange.request.token == Token::User);
    let is_stale = users().filter(|exchange| exchange.status == Some(401)).any(|refused| {
        let logins = sent_to(sight, EndpointId::Login).filter(|login| login.has_succeeded());
        let fresh = logins.filter_map(|login| login.ended).filter(|end| Some(*end) >= refused.ended).min();
        let is_old = |exchange: &&Exchange| exchange.request.authorization == refused.request.authorization;
        fresh.is_some_and(|fresh| users().filter(is_old).any(|exchange| exchange.began > fresh + TOLERANCE))
    });
    is_stale.then(|| "a token that was refused is used on".to_owned())
}

fn short_pause(sight: &Sight) -> Option<String> {
    for (number, one) in sight.exchanges.iter().enumerate() {
        let Some(end) = one.ended.filter(|_| one.has_failed()) else { continue };
        let is_same = |other: &&Exchange| {
            other.request.method == one.request.method && other.request.path == one.request.path && other.began >= end
        };
        let name = one.request.endpoint_name();
        let mut later = sight.exchanges.iter().skip(number + 1).filter(is_same);
        if let Some(pause) = one.retry_after
            && later.clone().any(|other| other.began + TOLERANCE < end + pause)
        {
            return Some(format!("a request to `{name}` came before `Retry-After` allowed it"));
        }
        let soon = SHORTEST_PAUSE * u32::try_from(HASTY).unwrap_or(1);
        if later.nth(HASTY - 1).is_some_and(|other| other.has_failed() && other.began < end + soon) {
            return Some(format!("requests to `{name}` that fail are repeated without a pause"));
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places at which a case differs from the form, and from what `prepare_case` makes of it.
    fn places(sent: &Value) -> Vec<String> {
        let case = json!({
            "case_type": "pe", "base_product": "personal_auto_policy_existence", "is_black_card": true, "date_of_loss": "2026-01-02",
            "summary": "", "is_test": false, "vehicle_information": { "vehicle_year": 2020, "vin": "X", "id": 3 },
        });
        let whole = prepared(&case).unwrap();
        let mut found = Vec::new();
        differences(sent, &[&case, &whole], &mut Vec::new(), &mut found);
        missing(&whole, &prepared(sent).unwrap(), &mut Vec::new(), &mut found);
        found
    }

    #[test]
    fn a_case_may_be_the_form_or_what_is_prepared_of_it() {
        let prepared = prepared(&json!({
            "case_type": "pe", "base_product": "personal_auto_policy_existence", "date_of_loss": "2026-01-02", "is_test": false,
            "vehicle_information": { "vehicle_year": 2020, "vin": "X" },
        }));
        let prepared = prepared.unwrap();
        assert_eq!(prepared["base_product"], json!(["personal_auto_policy_existence"]));
        let with = |name: &str, value: Value| {
            let mut case = prepared.clone();
            case[name] = value;
            places(&case)
        };
        let without = |name: &str| {
            let mut case = prepared.clone();
            case.as_object_mut().unwrap().remove(name);
            places(&case)
        };
        assert!(places(&prepared).is_empty());
        for (name, same) in [
            ("is_black_card", json!(true)),
            ("summary", json!("")),
            ("vehicle_information", json!({ "vehicle_year": 2020.0, "vin": "X" })),
        ] {
            assert!(with(name, same).is_empty(), "{name}");
        }
        assert_eq!(with("date_of_loss", json!("2026-01-01")), ["/date_of_loss"]);
        assert_eq!(with("is_test", json!("false")), ["/is_test"]);
        assert_eq!(with("is_black_card", json!(false)), ["/is_black_card"]);
        assert_eq!(with("secret name", json!(1)), ["/*"]);
        assert_eq!(
            with("vehicle_information", json!({ "vehicle_year": "2020", "vin": "X" })),
            ["/vehicle_information/vehicle_year"]
        );
        assert_eq!(with("vehicle_information", json!({ "vehicle_year": 2020 })), ["/vehicle_information/vin"]);
        assert_eq!(without("is_test"), ["/is_test"]);
    }

    #[test]
    fn a_file_has_its_bytes_its_name_and_its_label() {
        let file = |name: &str, label: &str| File {
            name: name.to_owned(),
            label: Some(label.to_owned()),
            content: name.as_bytes().to_vec().into(),
            is_accepted: true,
        };
        let part = |name: &str, content: &str| Part {
            filename: Some(name.to_owned()),
            content: content.as_bytes().to_vec().into(),
            ..Part::default()
        };
        let given = [file("a.pdf", "other"), file("b.pdf", "insurance_letter")];
        let (a, b) = (part("a.pdf", "a.pdf"), part("b.pdf", "b.pdf"));
        let judged = |sent: &[(&Part, Option<&str>)]| files_difference(sent, &given);
        assert_eq!(judged(&[(&b, Some("insurance_letter")), (&a, None)]), None);
        assert_eq!(judged(&[(&a, Some("insurance_letter"))]), Some("another label"));
        assert_eq!(judged(&[(&part("b.pdf", "a.pdf"), None)]), Some("another name"));
        assert_eq!(judged(&[(&part("a.pdf", "a.pd"), None)]), Some("other bytes"));
        assert_eq!(judged(&[(&a, None), (&a, None)]), Some("other bytes"));
        let typed = |kind: &str| judged(&[(&Part { content_type: Some(kind.to_owned()), ..a.clone() }, None)]);
        assert_eq!(
            ["application/pdf", "application/octet-stream", "text/plain"].map(typed),
            [None, None, Some("another content type")]
        );
    }
}
