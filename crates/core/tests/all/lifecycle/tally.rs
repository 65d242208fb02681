//! Counts how often each property was checked, and where it was violated.

use std::collections::BTreeMap;

/// All properties. A property that is never checked is as bad as one that is violated: its
/// situation never occurred.
pub const PROPERTIES: [&str; 66] = [
    "every row of the table is taken",
    "creation fires case.received alone",
    "a test case fires nothing",
    "what is not in the table is refused",
    "a test case has the same states",
    "a test case has the same rules",
    "a request for input is open in action_required and nowhere else",
    "a closed case has an end, and no other case",
    "appended files stay within their limits",
    "a case is read as it was written",
    "the cancellation block says what a cancellation does",
    "a step leads where its row says",
    "a step fires one event at most",
    "closed is terminal: nothing changes, nothing fires",
    "case.closed fires when closing, once, with a reason",
    "a caller's reason is reported verbatim",
    "the last event is remembered",
    "case.received fires at creation only",
    "case.in_progress never follows itself",
    "case.action_required names the open request",
    "case.results_ready fires when results changed",
    "case.closed fires in closed",
    "case.additional_policies_found names the latest offer",
    "case.files_updated fires for each appended file",
    "a change of results is reported",
    "an answered request is never open again",
    "a request is never opened over another",
    "what is selected stays so",
    "only an acceptance selects",
    "each reply answers one request, and nothing else does",
    "a button says what its trigger does",
    "what a button does not allow is refused",
    "results reveal what is bought, and nothing else",
    "before a case there is only its creation",
    "a step fires one event at most, a test case's none",
    "case.closed fires once in a life",
    "one request for input is open at a time",
    "every order of the same facts gives the same follower",
    "a fact that comes again changes nothing",
    "what a view states for good stays with every further fact",
    "an event of a test case is left out",
    "a stated state is one that the case was in",
    "one of the possible states is one that the case was in",
    "a doubt about the state is asked",
    "only a closed case is shown as closed, for its reason",
    "only a cancelled case is shown as cancelled",
    "only published results are shown",
    "an address is one that was sent",
    "only a request that was made and has no known reply is shown as open",
    "no value of a policy is kept or shown",
    "offers are as they were made, and selected only where they were accepted",
    "files are those that were appended",
    "a test case must be polled until it is known to be closed",
    "with every fact known, the truth is among the possible states",
    "with every fact known, a stated state is the truth",
    "with every fact known, results are shown when they are there",
    "with every fact known, an address is the last one",
    "with every fact known, a cancellation and the end are shown",
    "with every fact known, the open request is the one that is open",
    "with every fact known, every offer and every acceptance is shown",
    "with every fact known, every file is shown",
    "without a time no address expires",
    "an address expires 12 hours after its event fired",
    "a case queued again, whose next event may look like its last, stays in doubt",
    "after asking, the state is the truth",
    "after asking, nothing is left to ask",
];

/// Properties by their sentence.
#[derive(Default)]
pub struct Tally {
    held: BTreeMap<&'static str, u64>,
    broken: Vec<String>,
}

/// At most so many contradictions are reported; the first are the shortest.
const MAX_REPORTED: usize = 20;

impl Tally {
    /// Counts a check of a property.
    pub fn holds(&mut self, property: &'static str, held: bool, context: impl FnOnce() -> String) {
        assert!(self.held.contains_key(property) || PROPERTIES.contains(&property), "no row of PROPERTIES: {property}");
        *self.held.entry(property).or_default() += u64::from(held);
        if !held && self.broken.len() < MAX_REPORTED {
            self.broken.push(format!("{property}: {}", context()));
        }
    }

    pub fn violations(&self) -> &[String] {
        &self.broken
    }

    /// The violations, and the properties that were never checked.
    pub fn broken(&self) -> Vec<String> {
        let nowhere = self.rows().filter(|(_, times)| *times == 0);
        let nowhere = nowhere.map(|(property, _)| format!("{property}: this is held nowhere"));
        self.broken.iter().cloned().chain(nowhere).collect()
    }

    /// All properties, and how often each was checked.
    pub fn rows(&self) -> impl Iterator<Item = (&'static str, u64)> {
        PROPERTIES.iter().map(|property| (*property, self.held.get(property).copied().unwrap_or_default()))
    }
}
