//! What was seen during a scenario.

use crate::exchange::Exchange;
use crate::scenario::ActionName;
use casegate_http::forward::Answer;
use serde_json::Value;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

/// Everything that was seen since the last [`Record::clear`].
#[derive(Default)]
pub(crate) struct Record(Mutex<Sight>);

#[derive(Default, Clone)]
pub(crate) struct Sight {
    /// The requests of the backend, in the order of their beginning.
    pub(crate) exchanges: Vec<Exchange>,
    /// The deliveries to the backend.
    pub(crate) deliveries: Vec<Delivered>,
    /// What people gave to the backend, with its answers.
    pub(crate) given: Vec<Given>,
    /// The questions of the service: the case, and the id.
    pub(crate) questions: Vec<(u64, String)>,
    /// The texts of the backend that leave the office.
    pub(crate) shown: Vec<Text>,
}

/// A text with the words for its place.
#[derive(Debug, Clone)]
pub(crate) struct Text {
    pub(crate) place: String,
    pub(crate) text: Arc<str>,
}

/// Something that a person gave to the backend.
#[derive(Debug, Clone)]
pub(crate) struct Given {
    pub(crate) at: Instant,
    /// The name in expectations.
    pub(crate) name: String,
    pub(crate) what: What,
    pub(crate) files: Vec<File>,
    /// `false` while the backend has not answered.
    pub(crate) is_over: bool,
    /// The status of the answer.
    pub(crate) status: Option<u16>,
}

#[derive(Debug, Clone)]
pub(crate) enum What {
    /// An intake form with its case, and the same as `prepare_case` returns it.
    Form {
        case: Value,
        prepared: Value,
    },
    /// A text in the place of a case.
    Text,
    Act {
        action: ActionName,
        case: u64,
        reference: Option<String>,
        json: Value,
        message: Option<String>,
    },
}

/// A file of a form.
#[derive(Debug, Clone)]
pub(crate) struct File {
    pub(crate) name: String,
    pub(crate) label: Option<String>,
    pub(crate) content: Arc<Vec<u8>>,
    /// `true` if the service accepts the file as it is, with the others of its form or later.
    pub(crate) is_accepted: bool,
}

impl Given {
    pub(crate) fn has_succeeded(&self) -> bool {
        self.status.is_some_and(|status| (200..300).contains(&status))
    }
}

/// An event that was delivered to the backend.
#[derive(Debug, Clone)]
pub(crate) struct Delivered {
    pub(crate) at: Instant,
    /// The name of the delivery, if it was made up.
    pub(crate) name: Option<String>,
    /// The type of the event, or a word for other bodies.
    pub(crate) event: String,
    /// `true` if the event is one that the service fired, and correctly signed.
    pub(crate) is_genuine: bool,
    pub(crate) body: String,
    /// The status of the backend's answer.
    pub(crate) status: Option<u16>,
}

impl Sight {
    /// Returns for people and for webhooks whether the backend answered none of them. `None` if there
    /// were none.
    pub(crate) fn silence(&self) -> [Option<bool>; 2] {
        let is_silent =
            |statuses: Vec<Option<u16>>| (!statuses.is_empty()).then(|| statuses.iter().all(Option::is_none));
        [
            is_silent(self.given.iter().map(|given| given.status).collect()),
            is_silent(self.deliveries.iter().map(|delivered| delivered.status).collect()),
        ]
    }
}

impl Record {
    fn lock(&self) -> MutexGuard<'_, Sight> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn clear(&self) {
        *self.lock() = Sight::default();
    }

    pub(crate) fn sight(&self) -> Sight {
        self.lock().clone()
    }

    /// Records the beginning of a request, and returns its number.
    pub(crate) fn begin(&self, exchange: Exchange) -> (usize, Instant) {
        let began = exchange.began;
        let mut sight = self.lock();
        sight.exchanges.push(exchange);
        (sight.exchanges.len() - 1, began)
    }

    pub(crate) fn answered(&self, number: (usize, Instant), answer: &Answer) {
        let seconds = answer.headers.get("retry-after").and_then(|value| value.to_str().ok()?.parse().ok());
        let answer: Option<Value> = serde_json::from_slice(&answer.body).ok();
        self.change(number, |exchange| {
            exchange.answer = answer;
            exchange.retry_after = seconds.map(Duration::from_secs);
        });
    }

    pub(crate) fn end(&self, number: (usize, Instant), status: Option<u16>) {
        self.change(number, |exchange| {
            exchange.status = status;
            exchange.ended = Some(Instant::now());
        });
    }

    /// Changes an exchange, unless it was cleared meanwhile.
    fn change(&self, (number, began): (usize, Instant), change: impl FnOnce(&mut Exchange)) {
        let mut sight = self.lock();
        if let Some(exchange) = sight.exchanges.get_mut(number).filter(|exchange| exchange.began == began) {
            change(exchange);
        }
    }

    pub(crate) fn delivered(&self, delivered: Delivered) {
        self.lock().deliveries.push(delivered);
    }

    /// Records what a person gives, and returns its number.
    pub(crate) fn give(&self, given: Given) -> (usize, Instant) {
        let at = given.at;
        let mut sight = self.lock();
        sight.given.push(given);
        (sight.given.len() - 1, at)
    }

    /// Records the answer to a person.
    pub(crate) fn person_answered(&self, (number, at): (usize, Instant), answer: Option<&Answer>) {
        let mut sight = self.lock();
        let Some(given) = sight.given.get_mut(number).filter(|given| given.at == at) else { return };
        given.is_over = true;
        given.status = answer.map(|answer| answer.status.as_u16());
        let place = format!("the answer to `{}`", given.name);
        drop(sight);
        self.show(place, answer);
    }

    /// Records an answer as a text that leaves the office.
    pub(crate) fn show(&self, place: String, answer: Option<&Answer>) {
        let Some(answer) = answer else { return };
        let headers = answer.headers.values().map(|value| String::from_utf8_lossy(value.as_bytes()));
        let text = headers.chain([String::from_utf8_lossy(&answer.body)]).collect::<Vec<_>>().join("\n");
        let mut sight = self.lock();
        // What is looked at again and again is kept once.
        if !sight.shown.iter().any(|shown| *shown.text == *text) {
            sight.shown.push(Text { place, text: text.into() });
        }
    }

    /// Records a question of the service about a case.
    pub(crate) fn asked(&self, case: u64, interaction_id: &str) {
        self.lock().questions.push((case, interaction_id.to_owned()));
    }
}
