//! The contexts of requests: the settings of the start, with those of a request in their place.

use casegate::Context;
use casegate::config::ContextError;
use chrono::NaiveDate;
use serde_json::{Map, Value};
use std::collections::VecDeque;
use std::sync::{Arc, Mutex, PoisonError};

/// The number of kept contexts. Reading one takes longer than judging a case.
const MOST: usize = 16;

/// Settings beyond this length are read for each request, so that the kept ones stay small.
const MOST_BYTES: usize = 16 << 10;

pub(super) struct Contexts {
    settings: Map<String, Value>,
    /// The contexts of the last requests, the latest first.
    known: Mutex<VecDeque<Known>>,
}

struct Known {
    given: Box<[u8]>,
    day: NaiveDate,
    context: Arc<Context>,
}

impl Contexts {
    /// Returns the contexts of a server that is started with these settings.
    pub(super) fn new(settings: Map<String, Value>) -> Result<Contexts, ContextError> {
        let contexts = Contexts { settings, known: Mutex::default() };
        contexts.of(b"")?;
        Ok(contexts)
    }

    /// Returns the context of a request with these settings, which may be empty.
    pub(super) fn of(&self, given: &[u8]) -> Result<Arc<Context>, ContextError> {
        let day = chrono::Local::now().date_naive();
        if let Some(context) = self.known(given, day) {
            return Ok(context);
        }
        let context = self.read(given, day)?;
        if given.len() <= MOST_BYTES {
            let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
            known.truncate(MOST - 1);
            known.push_front(Known { given: given.into(), day, context: Arc::clone(&context) });
        }
        Ok(context)
    }

    fn known(&self, given: &[u8], day: NaiveDate) -> Option<Arc<Context>> {
        let mut known = self.known.lock().unwrap_or_else(PoisonError::into_inner);
        let at = known.iter().position(|one| one.day == day && *one.given == *given)?;
        known.swap(0, at);
        known.front().map(|one| Arc::clone(&one.context))
    }

    fn read(&self, given: &[u8], day: NaiveDate) -> Result<Arc<Context>, ContextError> {
        let mut settings = self.settings.clone();
        if !given.is_empty() {
            match serde_json::from_slice::<Map<String, Value>>(given) {
                Ok(given) => settings.extend(given),
                // The library reports the error, without repeating a value.
                Err(_) => return Context::from_json(&String::from_utf8_lossy(given)).map(Arc::new),
            }
        }
        settings.entry("today").or_insert_with(|| day.to_string().into());
        Context::from_json(&Value::Object(settings).to_string()).map(Arc::new)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_contexts_are_kept_and_no_more() {
        let contexts = Contexts::new(Map::new()).unwrap();
        let given = |number: usize| format!(r#"{{"token_name":"{number}"}}"#);
        let first = contexts.of(given(0).as_bytes()).unwrap();
        for number in 1..MOST {
            assert!(Arc::ptr_eq(&first, &contexts.of(given(0).as_bytes()).unwrap()));
            contexts.of(given(number).as_bytes()).unwrap();
        }
        for number in 0..2 * MOST {
            contexts.of(given(number).as_bytes()).unwrap();
        }
        assert_eq!(contexts.known.lock().unwrap().len(), MOST);
        assert!(!Arc::ptr_eq(&first, &contexts.of(given(0).as_bytes()).unwrap()));
        let long = format!(r#"{{"token_name":"{}"}}"#, "a".repeat(MOST_BYTES));
        let read = contexts.of(long.as_bytes()).unwrap();
        assert!(!Arc::ptr_eq(&read, &contexts.of(long.as_bytes()).unwrap()));
    }

    #[test]
    fn each_day_has_a_context_of_its_own() {
        let contexts = Contexts::new(Map::new()).unwrap();
        let today = chrono::Local::now().date_naive();
        assert!(contexts.known(b"", today).is_some());
        assert!(contexts.known(b"", today.succ_opt().unwrap()).is_none());
    }
}
