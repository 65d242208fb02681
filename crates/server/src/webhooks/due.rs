//! Due deliveries.

/// An attempt in progress.
#[derive(Debug, Clone, Copy)]
pub(super) struct Flight {
    pub(super) delivery: i64,
    pub(super) subscription: i64,
    pub(super) case: i64,
    pub(super) shuffled: bool,
}

/// The fault of an attempt, by a rule of faults.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum AttemptFault {
    None,
    /// It is not sent.
    Dropped,
    WronglySigned,
}

/// A due delivery, with everything for an attempt.
pub(super) struct Due {
    pub(super) flight: Flight,
    pub(super) url: String,
    pub(super) secrets: Vec<String>,
    pub(super) event_id: String,
    pub(super) body: String,
    pub(super) fault: AttemptFault,
}
