//! What was seen during a scenario.

use crate::exchange::Exchange;
use casegate_http::forward::Answer;
use serde_json::Value;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Instant;

/// Everything that was seen since the last [`Record::clear`].
#[derive(Default)]
pub(crate) struct Record(Mutex<Sight>);

#[derive(Default, Clone)]
pub(crate) struct Sight {
    /// The requests of the backend, in the order of their beginning.
    pub(crate) exchanges: Vec<Exchange>,
    /// The deliveries to the backend.
    pub(crate) deliveries: Vec<Delivered>,
    /// The answers of the backend to a person.
    pub(crate) answers: Vec<Answered>,
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

/// An answer of the backend to a person.
#[derive(Debug, Clone)]
pub(crate) struct Answered {
    pub(crate) at: Instant,
    pub(crate) name: String,
    pub(crate) status: Option<u16>,
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
        let answer: Option<Value> = serde_json::from_slice(&answer.body).ok();
        self.change(number, |exchange| exchange.answer = answer);
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

    pub(crate) fn person_answered(&self, name: &str, status: Option<u16>) {
        self.lock().answers.push(Answered { at: Instant::now(), name: name.to_owned(), status });
    }
}
