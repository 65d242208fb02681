//! The steps of a scenario against a running stand-in, as a partner and as the operator.

use super::scenario::{Action, Create, File};
use crate::error::CliError;
use crate::input::shown;
use casegate_server::{Client, ClientError};
use serde_json::{Value, json};
use std::path::Path;
use std::time::Duration;

/// A partner and an operator, with the case that they work on.
pub(super) struct Driver<'d> {
    client: &'d Client,
    /// The user token of the partner.
    user: String,
    /// The number of the case.
    case: Option<i64>,
    /// The number of its events before the step.
    events: usize,
    /// The folder of files that a scenario names.
    folder: &'d Path,
}

/// The case after a step.
pub(super) struct Outcome {
    pub(super) case: Option<i64>,
    pub(super) state: String,
    /// The types of the new events.
    pub(super) events: Vec<String>,
}

/// A step fails.
pub(super) enum StepError {
    Client(ClientError),
    Other(CliError),
}

impl From<ClientError> for StepError {
    fn from(error: ClientError) -> StepError {
        StepError::Client(error)
    }
}

impl From<CliError> for StepError {
    fn from(error: CliError) -> StepError {
        StepError::Other(error)
    }
}

/// Returns a sample case of a product.
pub(crate) fn sample(product: &str) -> Value {
    let mut case = json!({
        "case_type": product, "cc_emails": "scenario@example.com", "plaintiff_name": "Test Plaintiff",
        "date_of_loss": "2026-02-01", "is_incident_report_provided": false,
    });
    let rest = if product == "pe" {
        json!({
            "base_product": ["personal_auto_policy_existence"], "should_exclude_other_insurance_from_search": false,
            "search_reason": ["defendant_insurance_unknown"],
            "defendant_information": { "first_name": "Test", "last_name": "Defendant", "address": "1 Test Street" },
        })
    } else {
        json!({ "base_product": ["personal_auto_policy_limits"], "insurance_company": "Example Mutual" })
    };
    if let (Value::Object(case), Value::Object(rest)) = (&mut case, rest) {
        case.extend(rest);
    }
    case
}

impl<'d> Driver<'d> {
    /// Logs in.
    pub(super) fn new(client: &'d Client, master_token: &str, folder: &'d Path) -> Result<Driver<'d>, ClientError> {
        let login = json!({ "token_name": "scenario@example.com" });
        let login: Value = client.json("POST", "/api/auth/login/", master_token, &login)?;
        Ok(Driver { client, user: text(&login, "token"), case: None, events: 0, folder })
    }

    /// Carries out a step.
    pub(super) fn carry_out(&mut self, action: &Action) -> Result<(), StepError> {
        match action {
            Action::Create(create) => self.create(create)?,
            Action::Operate(operation) => {
                let body = operation.with.clone().unwrap_or_else(|| json!({}));
                let method = if operation.action == "cancellation" { "PUT" } else { "POST" };
                self.client.operate::<Value>(method, &format!("{}/{}", self.path(), operation.action), &body)?;
            }
            Action::Respond(reply) => {
                let parts = [
                    ("interaction_id", None, reply.interaction_id.as_bytes()),
                    ("message", None, reply.message.as_bytes()),
                ];
                self.client.form::<Value>(&self.partner("respond/")?, &self.user, &parts)?;
            }
            Action::Append(file) => self.append(file)?,
            Action::Cancel(cancellation) => {
                let body = json!({ "reason": cancellation.reason.clone().unwrap_or_default() });
                self.client.json::<Value>("POST", &self.partner("cancel/")?, &self.user, &body)?;
            }
            Action::Accept(_) => {
                let offer: Value = self.client.json("GET", &self.partner("offers/")?, &self.user, &Value::Null)?;
                let policies = offer.get("additional_policies").and_then(Value::as_array).into_iter().flatten();
                let ids: Vec<&Value> = policies.filter_map(|policy| policy.get("upgrade_id")).collect();
                let body = json!({ "offer_id": offer.get("offer_id"), "selected_upgrade_ids": ids });
                self.client.json::<Value>("POST", &self.partner("offers/accept/")?, &self.user, &body)?;
            }
            Action::AdvanceSeconds(seconds) => {
                self.client.operate::<Value>("PUT", "/clock", &json!({ "advance_seconds": seconds }))?;
            }
            Action::WaitMs(ms) => std::thread::sleep(Duration::from_millis(*ms)),
            Action::Faults(rules) => {
                self.client.operate::<Value>("PUT", "/faults", &json!({ "faults": rules }))?;
            }
        }
        Ok(())
    }

    fn create(&mut self, create: &Create) -> Result<(), StepError> {
        let mut case = match &create.file {
            None => sample(&create.base),
            Some(name) => {
                let path = self.folder.join(name);
                let text =
                    std::fs::read_to_string(&path).map_err(|error| CliError::unreadable(shown(&path), &error))?;
                serde_json::from_str(&text)
                    .map_err(|_| CliError::new(format!("{}: the file is not JSON", shown(&path))))?
            }
        };
        if let Value::Object(case) = &mut case
            && create.test
        {
            case.insert("is_test".to_owned(), true.into());
        }
        self.events = 0;
        self.case = None;
        let (text, path) = (case.to_string(), "/api/v1/partner/cases/create/");
        let made = self.client.form::<Value>(path, &self.user, &[("case", None, text.as_bytes())]);
        // A create may be carried out without an answer. The list has the case then.
        self.case = match &made {
            Ok(made) => made.get("case_id").and_then(Value::as_i64),
            Err(_) => self.newest()?,
        };
        made.map(|_| ()).map_err(StepError::from)
    }

    /// Returns the number of the partner's newest case.
    fn newest(&self) -> Result<Option<i64>, ClientError> {
        let list: Value = self.client.json("GET", "/api/v1/partner/cases/", &self.user, &Value::Null)?;
        let cases = list.get("results").and_then(Value::as_array);
        let ids = cases.into_iter().flatten().filter_map(|case| case.get("case_id").or_else(|| case.get("id")));
        Ok(ids.filter_map(Value::as_i64).max())
    }

    fn append(&self, file: &File) -> Result<(), StepError> {
        let mut parts = vec![("file", Some(file.filename.as_str()), &b"a scenario's file"[..])];
        if let Some(label) = &file.label {
            parts.push(("label", None, label.as_bytes()));
        }
        self.client.form::<Value>(&self.partner("files/")?, &self.user, &parts)?;
        Ok(())
    }

    /// Returns the operator's path of the case.
    fn path(&self) -> String {
        format!("/cases/{}", self.case.unwrap_or_default())
    }

    /// Returns a partner's path of the case.
    fn partner(&self, rest: &str) -> Result<String, ClientError> {
        let detail: Value = self.client.operate("GET", &self.path(), &Value::Null)?;
        let key = detail.pointer("/case/issue_key").and_then(Value::as_str).unwrap_or_default();
        Ok(format!("/api/v1/partner/cases/{key}/{rest}"))
    }

    /// Returns the case as it is now, with the events since the last call.
    pub(super) fn look(&mut self) -> Result<Outcome, ClientError> {
        let Some(case) = self.case else {
            return Ok(Outcome { case: None, state: String::new(), events: Vec::new() });
        };
        let detail: Value = self.client.operate("GET", &format!("{}?page_size=1000", self.path()), &Value::Null)?;
        let state = detail.pointer("/case/state").and_then(Value::as_str).unwrap_or_default().to_owned();
        let all = detail.get("events").and_then(Value::as_array).into_iter().flatten();
        let all: Vec<String> = all.map(|event| text(event, "type")).collect();
        let events = all.get(self.events..).unwrap_or_default().to_vec();
        self.events = all.len();
        Ok(Outcome { case: Some(case), state, events })
    }
}

fn text(value: &Value, member: &str) -> String {
    value.get(member).and_then(Value::as_str).unwrap_or_default().to_owned()
}
