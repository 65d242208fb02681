//! A scenario: the steps that the service takes, and the expectations on a backend.

use serde::Deserialize;
use serde_json::{Map, Value};
use std::collections::BTreeMap;

/// A scenario, as its table says it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The name, which is that of its table.
    #[serde(skip)]
    pub name: String,
    /// What is tested, in one sentence.
    pub sentence: String,
    /// Settings of the stand-in for this scenario, as in `casegate serve --config`.
    #[serde(default)]
    pub(crate) service: Map<String, Value>,
    /// The seconds for which the backend is watched at the end, for requests that must not come.
    #[serde(default = "watch_seconds")]
    pub(crate) watch_seconds: f64,
    /// The steps, one after the other.
    pub(crate) steps: Vec<Step>,
    /// The expectations once the steps are done.
    pub(crate) expect: Vec<Expect>,
}

fn watch_seconds() -> f64 {
    0.7
}

impl Scenario {
    /// Returns the ids of the requirements that the scenario tests, each once.
    pub fn requirements(&self) -> Vec<&str> {
        let mut ids: Vec<&str> = Vec::new();
        for id in self.expect.iter().flat_map(|expect| &expect.requirements) {
            if !ids.contains(&id.as_str()) {
                ids.push(id);
            }
        }
        ids
    }
}

/// One step of the service, of its staff, or of a person at the firm.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Step {
    /// A person submits an intake form to the backend.
    Submit(Submit),
    /// A person does something else with the case: `reply`, `accept`, `cancel` or `append`.
    Act(Act),
    /// Answers of the stand-in fail by this rule, until the scenario ends.
    Fault(Map<String, Value>),
    /// The staff of the service does something with the case.
    Operate(Operate),
    /// Events from now on are passed on, held back, or lost.
    Webhooks(Delivering),
    /// Events that were held back are delivered.
    Release(Release),
    /// An event is delivered that the service did not fire, or not so.
    Deliver(Deliver),
    /// The clock of the service is set forward.
    AdvanceSeconds(i64),
    /// The user token of the backend is revoked.
    RevokeToken,
    /// The backend is asked to stop.
    Stop,
    /// The backend is killed.
    Kill,
    /// The backend is started again.
    Start,
    /// The backend is started again where the computer's clock is set to this time zone.
    StartInZone(String),
    /// The next step waits until this is so.
    Await(Check),
    /// The next step waits.
    PauseSeconds(f64),
}

/// An intake form.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Submit {
    /// The name of a case in `cases.toml`.
    pub(crate) case: String,
    /// Members that replace those of the case.
    #[serde(default)]
    pub(crate) set: Map<String, Value>,
    /// Members that are left out.
    #[serde(default)]
    pub(crate) unset: Vec<String>,
    #[serde(default)]
    pub(crate) files: Vec<FileToSend>,
    /// The matter. Forms of different matters are different cases.
    pub(crate) of: Option<String>,
    /// The number of such forms, each of a matter of its own. They are submitted one after the other.
    pub(crate) copies: Option<usize>,
    /// The text that is sent in place of the case.
    pub(crate) text: Option<String>,
    /// The name of the answer in expectations.
    #[serde(default = "submit", rename = "as")]
    pub(crate) name: String,
    /// `false` if the next step does not wait for the answer.
    #[serde(default = "yes")]
    pub(crate) wait: bool,
}

fn submit() -> String {
    "submit".to_owned()
}

fn yes() -> bool {
    true
}

/// A file of a form. Its content is made up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct FileToSend {
    pub(crate) name: String,
    #[serde(default = "some_bytes")]
    pub(crate) bytes: usize,
    pub(crate) label: Option<String>,
    /// The number of such files; their names get a number each.
    pub(crate) copies: Option<usize>,
}

fn some_bytes() -> usize {
    3000
}

/// An action of a person at the firm.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Act {
    pub(crate) what: ActionName,
    /// The matter; the newest case unless given.
    pub(crate) of: Option<String>,
    /// The body as JSON.
    pub(crate) json: Option<Value>,
    /// The fields of a form, if the body is not JSON.
    #[serde(default)]
    pub(crate) form: BTreeMap<String, String>,
    #[serde(default)]
    pub(crate) files: Vec<FileToSend>,
    /// The name of the answer in expectations; that of the action unless given.
    #[serde(rename = "as")]
    pub(crate) name: Option<String>,
}

/// The actions for which a backend may have an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ActionName {
    /// Answers the open question.
    Reply,
    /// Buys offered policies.
    Accept,
    /// Cancels the case.
    Cancel,
    /// Adds files.
    Append,
}

impl ActionName {
    /// The name, which is that of the option with its address.
    pub fn name(self) -> &'static str {
        match self {
            ActionName::Reply => "reply",
            ActionName::Accept => "accept",
            ActionName::Cancel => "cancel",
            ActionName::Append => "append",
        }
    }
}

/// An action of the staff.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Operate {
    Plain(String),
    With {
        action: String,
        #[serde(default = "no_members")]
        body: Value,
        /// The matter; the newest case unless given.
        of: Option<String>,
    },
}

fn no_members() -> Value {
    Value::Object(Map::new())
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Delivering {
    PassOn,
    Hold,
    Lose,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Release {
    /// The number of events that are held back by then.
    pub(crate) events: usize,
    #[serde(default)]
    pub(crate) order: Order,
    /// How often each is delivered.
    #[serde(default = "once")]
    pub(crate) times: usize,
    /// `true` if no delivery waits for the answer to the one before it.
    #[serde(default)]
    pub(crate) together: bool,
}

fn once() -> usize {
    1
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Order {
    #[default]
    Fired,
    Reversed,
}

/// A delivery that is made up.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Deliver {
    /// The event. `$case_id` and `$issue_key` stand for those of the case.
    pub(crate) event: Option<Value>,
    /// `true` if the event is written with line ends and spaces.
    #[serde(default)]
    pub(crate) pretty: bool,
    /// The body as it is sent, if it is no JSON.
    pub(crate) text: Option<String>,
    #[serde(default)]
    pub(crate) signature: Signature,
    /// The name of the answer in expectations.
    #[serde(default = "delivery", rename = "as")]
    pub(crate) name: String,
}

fn delivery() -> String {
    "delivery".to_owned()
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Signature {
    #[default]
    Right,
    /// Right, after one of another secret: a secret is being replaced.
    Second,
    /// By another secret.
    Wrong,
    /// There is none.
    Missing,
    /// The header is empty.
    Empty,
    /// Right, of an hour ahead.
    Future,
    /// Right, of an hour ago.
    Old,
    /// Of another body.
    OfAnotherBody,
}

/// An expectation, with the requirements that it tests.
#[derive(Debug, Clone, Deserialize)]
#[serde(try_from = "ExpectForm")]
pub(crate) struct Expect {
    pub(crate) requirements: Vec<String>,
    pub(crate) check: Check,
}

/// The kinds of expectations.
#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
pub(crate) enum Check {
    /// Requests that the backend sent to the service.
    Requests(Requests),
    /// Answers of the backend.
    Answers(Answers),
    /// The state that the backend shows for a case.
    State(Shown),
    /// Endpoints in the order of their first requests.
    Order(Vec<String>),
    /// The number of cases at the service.
    Cases(usize),
    /// A rule about everything that was seen.
    Rule(Rule),
}

/// The state that the backend should show.
#[derive(Debug, Clone, Deserialize)]
#[serde(untagged)]
pub(crate) enum Shown {
    /// Of the newest case.
    Newest(String),
    Of {
        /// The matter.
        of: String,
        is: String,
    },
}

/// The rules that hold in every scenario: what people gave arrives as it was given, and nothing else.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Rule {
    /// The case of a create is the one of a form, less what `prepare_case` leaves out.
    CasesAsSubmitted,
    /// No form becomes two cases.
    NoCaseTwice,
    /// Files have the bytes, the names and the labels of those that were given, and none is missing.
    FilesAsGiven,
    /// Replies name the open question, and have the message and the files of the person.
    RepliesAsWritten,
    /// Accepted are the selected upgrades of the offer.
    AcceptsAsSelected,
    /// A cancellation has the reason that was given, or none.
    CancellationsAsGiven,
    /// A success that was answered to a person happened at the service.
    SuccessesHappened,
    /// No token is anywhere but in the header `Authorization`.
    TokensStayInside,
    /// A token that was refused is not used on.
    NoStaleToken,
    /// No request comes before `Retry-After` allows it, and none is repeated without a pause.
    PausesAreKept,
}

#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct Requests {
    /// The endpoints; every request if there are none.
    pub(crate) to: Vec<String>,
    /// Only requests that were answered so; `none` is a request without an answer.
    pub(crate) answered: Option<Vec<String>>,
    pub(crate) count: Option<usize>,
    pub(crate) at_least: Option<usize>,
    pub(crate) at_most: Option<usize>,
    /// Codes of findings that no request may have.
    pub(crate) without: Vec<String>,
    /// `true` if no request may have a finding that is an error.
    pub(crate) acceptable: bool,
    /// Values in each request, by JSON Pointer.
    pub(crate) has: Map<String, Value>,
    /// Members that no request has, by JSON Pointer.
    pub(crate) lacks: Vec<String>,
    /// The least number of seconds between the end of a failed request and the next one.
    pub(crate) pause_seconds: Option<f64>,
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Answers {
    /// The name of an answer, or `webhooks`.
    pub(crate) to: String,
    /// The allowed statuses, such as `201`, `2xx` or `none`.
    pub(crate) status: Vec<String>,
    #[serde(default = "once")]
    pub(crate) at_least: usize,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ExpectForm {
    requirements: Vec<String>,
    requests: Option<Requests>,
    answers: Option<Answers>,
    state: Option<Shown>,
    order: Option<Vec<String>>,
    cases: Option<usize>,
    rule: Option<Rule>,
}

impl TryFrom<ExpectForm> for Expect {
    type Error = &'static str;

    fn try_from(form: ExpectForm) -> Result<Expect, &'static str> {
        let ExpectForm { requirements, requests, answers, state, order, cases, rule } = form;
        let mut checks = [
            requests.map(Check::Requests),
            answers.map(Check::Answers),
            state.map(Check::State),
            order.map(Check::Order),
            cases.map(Check::Cases),
            rule.map(Check::Rule),
        ]
        .into_iter()
        .flatten();
        match (checks.next(), checks.next()) {
            (Some(check), None) => Ok(Expect { requirements, check }),
            _ => Err("an expectation has one of requests, answers, state, order, cases, rule"),
        }
    }
}
