//! One request with all its attempts.

use crate::context::Context;
use crate::rulebook::tokens::tokens;
use crate::service::answers::{Answer, read_answer, seconds};
use crate::service::requests::kinds::{Endpoint, EndpointId, Method, Retry};
use crate::text::json::document::Document;
use serde::Serialize;

tokens! {
    /// May a request be sent again whose answer was lost?
    AfterLoss, "permission after a loss" {
        /// It may be sent again at once.
        Again "again",
        /// Only ten minutes later, once nothing shows that it arrived.
        Later "later",
        /// Never. For a create, the rule of `settle` decides.
        Never "never",
    }
}

tokens! {
    /// How a call ended.
    CallOutcome, "outcome of a call" {
        /// The service carried the request out, and its answer can be read.
        Answer "answer",
        /// The answer was lost; the refusal of the repeat shows that the first attempt arrived.
        Landed "landed",
        /// The service refused the request.
        Refused "refused",
        /// Nothing was carried out. The request may be made again from `until` on.
        Unavailable "unavailable",
        /// The request may have been carried out.
        Unknown "unknown",
    }
}

/// An append whose answer was lost is not repeated before this much time.
const LOOK_AFTER_MS: u64 = 10 * 60_000;
/// A longer pause is handed back to the caller.
const LONGEST_PAUSE_MS: u64 = 120_000;
/// The pause before the first repeat. Each further pause is twice as long.
const FIRST_PAUSE_MS: u64 = 500;

/// How often a call may be sent.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The repeats of one call.
    pub retries: u32,
    /// The requests of this client within the last hour.
    pub requests: u32,
    /// How many of them were repeats.
    pub repeats: u32,
}

impl Default for Limits {
    fn default() -> Self {
        Limits { retries: 2, requests: 0, repeats: 0 }
    }
}

impl Limits {
    /// At most a tenth of an hour's requests are repeats, but ten are always allowed.
    fn allow(self, tries: u32) -> bool {
        tries <= self.retries && self.repeats < (self.requests / 10).max(10)
    }
}

/// What a transport does next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Step {
    /// Send the request. With `renew`, the token of the last attempt was refused: log in first,
    /// unless the token has been replaced meanwhile.
    Send {
        /// The last attempt's token is worthless.
        renew: bool,
    },
    /// Wait until this moment. With `all`, no request of this client may be sent before it.
    Wait {
        /// The end of the pause.
        until: u64,
        /// The service asked for the pause (429).
        all: bool,
    },
    /// The call has ended.
    Done(Done),
}

/// The end of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Done {
    /// How it ended.
    pub outcome: CallOutcome,
    /// When the request may be made again, if it may.
    pub until: Option<u64>,
    /// The service asked the whole client to pause until then (429).
    pub all: bool,
}

/// One request with all its attempts.
///
/// ```
/// use casegate::answers::Answer;
/// use casegate::calls::{Call, CallOutcome, Limits, Step};
/// use casegate::requests::EndpointId;
/// # let context = casegate::Context::new("2026-03-01".parse()?);
///
/// let mut call = Call::new(EndpointId::Create, 0);
/// assert_eq!(call.step(0), Step::Send { renew: false });
/// // The connection was lost. The case may exist, so that the create is not sent again.
/// call.answered(&Answer::default(), &context, Limits::default(), 1_000);
/// assert!(matches!(call.step(1_000), Step::Done(done) if done.outcome == CallOutcome::Unknown));
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Call {
    /// The endpoint.
    pub endpoint: EndpointId,
    /// Spreads the pauses of calls that failed at the same moment. Any number, such as one made
    /// from the caller's key.
    pub(super) spread: u32,
    pub(super) tries: u32,
    pub(super) renewed: bool,
    pub(super) lost: bool,
    pub(super) next: Step,
}

/// The class of an answer.
enum Class {
    Answered,
    SignIn,
    Unreached,
    Busy,
    Lost,
    Refused,
}

impl Endpoint {
    /// Returns what may be done after an answer was lost. A published effect of repeats decides;
    /// reading never does harm, a second login or logout neither.
    pub fn after_loss(&self) -> AfterLoss {
        use EndpointId::{Append, Login, Logout};
        match (self.id, self.method, self.retry) {
            (Login | Logout, ..) | (_, Method::Get, _) | (_, _, Retry::Safe | Retry::Refused) => AfterLoss::Again,
            (Append, ..) => AfterLoss::Later,
            _ => AfterLoss::Never,
        }
    }
}

impl Call {
    /// A request that was not sent yet.
    pub fn new(endpoint: EndpointId, spread: u32) -> Call {
        Call { endpoint, spread, tries: 0, renewed: false, lost: false, next: Step::Send { renew: false } }
    }

    /// Returns what to do at a moment. Asked twice, it says the same.
    pub fn step(&self, now: u64) -> Step {
        match self.next {
            Step::Wait { until, .. } if until <= now => Step::Send { renew: false },
            next => next,
        }
    }

    /// Takes in what came of an attempt.
    pub fn answered(&mut self, answer: &Answer<'_>, context: &Context, limits: Limits, now: u64) {
        let backoff = FIRST_PAUSE_MS << self.tries.min(16);
        let backoff = backoff + backoff * u64::from(self.spread % 1000) / 2000;
        let asked =
            answer.retry_after.and_then(|wait| seconds(wait, answer.date)).map(|wait| wait.saturating_mul(1000));
        let pause = asked.unwrap_or_default().max(backoff);
        self.tries += 1;
        let class = self.class(answer, context);
        let is_busy = matches!(class, Class::Busy);
        self.next = match class {
            Class::Answered => done(CallOutcome::Answer, None),
            Class::SignIn if self.endpoint == EndpointId::Logout => done(CallOutcome::Answer, None),
            // Nothing was carried out with a token that was revoked.
            Class::SignIn if self.endpoint != EndpointId::Login && !self.renewed => {
                self.renewed = true;
                self.tries -= 1;
                Step::Send { renew: true }
            }
            Class::SignIn => done(CallOutcome::Refused, None),
            Class::Refused => done(self.refusal(answer), None),
            Class::Unreached | Class::Busy => self.repeat(now, pause, limits, is_busy),
            Class::Lost => {
                self.lost = true;
                match self.endpoint.endpoint().map_or(AfterLoss::Never, Endpoint::after_loss) {
                    AfterLoss::Again => self.repeat(now, pause, limits, false),
                    AfterLoss::Later => done(CallOutcome::Unknown, Some(now.saturating_add(LOOK_AFTER_MS))),
                    AfterLoss::Never => done(CallOutcome::Unknown, None),
                }
            }
        };
    }

    fn repeat(&self, now: u64, pause: u64, limits: Limits, all: bool) -> Step {
        let until = now.saturating_add(pause);
        if pause <= LONGEST_PAUSE_MS && limits.allow(self.tries) {
            return Step::Wait { until, all };
        }
        let is_harmless = self.endpoint.endpoint().is_none_or(|row| row.method == Method::Get);
        let is_open = self.lost && !is_harmless && self.endpoint != EndpointId::Login;
        let outcome = if is_open { CallOutcome::Unknown } else { CallOutcome::Unavailable };
        Step::Done(Done { outcome, until: Some(until), all })
    }

    /// A reply is refused where it came before: after a loss that means that it arrived. Another
    /// refusal after a loss leaves that open, and the detail of the case decides.
    fn refusal(&self, answer: &Answer<'_>) -> CallOutcome {
        if !self.lost || self.endpoint != EndpointId::Respond {
            return CallOutcome::Refused;
        }
        let is_known = answer.status == Some(400) && answer.body.is_some_and(|body| body.contains("responded"));
        if is_known { CallOutcome::Landed } else { CallOutcome::Unknown }
    }

    fn class(&self, answer: &Answer<'_>, context: &Context) -> Class {
        let is_create = self.endpoint == EndpointId::Create;
        match answer.status.filter(|status| *status > 0) {
            _ if !answer.sent => Class::Unreached,
            Some(_) if answer.redirected => Class::Lost,
            Some(429) => Class::Busy,
            Some(401) => Class::SignIn,
            Some(200..=299) if answer.complete && self.has_record(answer, context) => Class::Answered,
            Some(408 | 425) => Class::Lost,
            // Elsewhere the case does not allow the request now.
            Some(409) if is_create => Class::Lost,
            Some(400..=499) => Class::Refused,
            _ => Class::Lost,
        }
    }

    /// A success without its record may come from something between here and the service.
    fn has_record(&self, answer: &Answer<'_>, context: &Context) -> bool {
        if self.endpoint == EndpointId::Create {
            return read_answer(answer, context).case_id.is_some();
        }
        if self.endpoint.endpoint().is_none_or(|row| row.response.is_none()) {
            return true;
        }
        let body = answer.body.and_then(|body| Document::input(body, context).ok());
        let is_list = self.endpoint == EndpointId::List && body.as_ref().and_then(Document::as_list).is_some();
        is_list || body.is_some_and(|body| body.as_object().is_some_and(|members| !members.is_empty()))
    }
}

fn done(outcome: CallOutcome, until: Option<u64>) -> Step {
    Step::Done(Done { outcome, until, all: false })
}

/// As JSON: `{"do":"send","renew"}`, `{"do":"wait","until","all"}`, `{"do":"done","outcome","until","all"}`.
impl Serialize for Step {
    fn serialize<S: serde::Serializer>(&self, out: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Flat {
            #[serde(rename = "do")]
            action: &'static str,
            renew: bool,
            until: Option<u64>,
            all: bool,
            outcome: Option<CallOutcome>,
        }
        let flat = |action| Flat { action, renew: false, until: None, all: false, outcome: None };
        match *self {
            Step::Send { renew } => Flat { renew, ..flat("send") },
            Step::Wait { until, all } => Flat { until: Some(until), all, ..flat("wait") },
            Step::Done(Done { outcome, until, all }) => Flat { until, all, outcome: Some(outcome), ..flat("done") },
        }
        .serialize(out)
    }
}
