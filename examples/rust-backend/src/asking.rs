//! Asks the service what the views of cases leave open, in a thread of its own.

use crate::office::{Office, document};
use casegate::events::{Fact, Source};
use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::mpsc::{RecvTimeoutError, Sender, channel};
use std::time::Duration;

/// Takes the cases to ask about.
#[derive(Clone)]
pub(crate) struct Asking(Sender<u64>);

impl Asking {
    /// Begins with all cases: events may have been missed while the backend was down. What is open
    /// after the answers is asked again after a pause. So a test case is polled.
    pub(crate) fn begin(office: Arc<Office>) -> Asking {
        let (sender, receiver) = channel();
        std::thread::spawn(move || {
            let pause = Duration::from_secs(office.poll_seconds);
            let ids = office.cases().ids();
            for id in ids {
                about(&office, id);
            }
            loop {
                match receiver.recv_timeout(pause) {
                    Ok(id) => about(&office, id),
                    Err(RecvTimeoutError::Timeout) => {
                        let ids = office.cases().ids();
                        for id in ids {
                            about(&office, id);
                        }
                    }
                    Err(RecvTimeoutError::Disconnected) => return,
                }
            }
        });
        Asking(sender)
    }

    pub(crate) fn about(&self, id: u64) {
        // The thread ends with the process.
        let _ = self.0.send(id);
    }
}

fn about(office: &Office, id: u64) {
    let mut put: BTreeSet<(Source, &'static str)> = BTreeSet::new();
    loop {
        let Some(view) = office.cases().view(id) else { return };
        let open: BTreeSet<(Source, &'static str)> =
            view.ask.iter().map(|ask| (ask.endpoint, ask.reason.name())).filter(|ask| !put.contains(ask)).collect();
        if open.is_empty() {
            return;
        }
        let reference = view.issue_key.clone().or_else(|| office.service.reference(id).ok().flatten());
        let Some(reference) = reference else { return };
        let endpoints: BTreeSet<Source> = open.iter().map(|(endpoint, _)| *endpoint).collect();
        put.extend(open);
        for endpoint in endpoints {
            // The basis belongs to the answer: it says what was known before the question.
            let Some(basis) = office.cases().view(id).map(|view| view.basis) else { return };
            let Ok(answer) = office.service.ask(&reference, endpoint) else { return };
            let fact = Fact::answer(endpoint, &document(&answer), basis.iter().map(String::as_str));
            if fact.is_ok_and(|fact| office.cases().ingest(id, fact).is_err()) {
                return;
            }
        }
    }
}
