//! The report on a recording.

use serde::Serialize;

/// The differences between a recording and the rulebook.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct DriftReport {
    /// The number of exchanges.
    pub exchanges: usize,
    /// The number of exchanges whose verdict was predicted and compared.
    pub compared: usize,
    /// The number of events.
    pub events: usize,
    /// The contradictions, grouped.
    pub findings: Vec<Finding>,
    /// The numbered decisions.
    pub decisions: Vec<Decision>,
    /// What the specification leaves open and the recording shows. An observation contradicts
    /// nothing.
    pub observations: Vec<Observation>,
}

/// The kind of a contradiction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum FindingKind {
    /// The service accepted a request that the rulebook refuses.
    AcceptedThoughRefused,
    /// The service refused a case that the rulebook accepts.
    RefusedThoughAccepted,
    /// A status other than the published one.
    Status,
    /// An answer deviates from its documented record.
    Member,
    /// An answer has a word that its documented list lacks.
    Word,
    /// The outcome for a file differs.
    File,
    /// An event that is none of the seven, or deviates from its documentation.
    Event,
    /// An event or an answer that no transition leads to.
    Transition,
    /// A request was accepted without the right token.
    Token,
    /// A request or an answer contradicts what the recording showed of its case before.
    Action,
    /// An event did not arrive although later ones of its case did.
    LostEvent,
}

impl FindingKind {
    /// Returns the name in reports.
    pub const fn name(self) -> &'static str {
        match self {
            FindingKind::AcceptedThoughRefused => "accepted_though_refused",
            FindingKind::RefusedThoughAccepted => "refused_though_accepted",
            FindingKind::Status => "status",
            FindingKind::Member => "member",
            FindingKind::Word => "word",
            FindingKind::File => "file",
            FindingKind::Event => "event",
            FindingKind::Transition => "transition",
            FindingKind::Token => "token",
            FindingKind::Action => "action",
            FindingKind::LostEvent => "lost_event",
        }
    }
}

/// Exchanges or events that contradict the rulebook in the same way.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Finding {
    /// The kind.
    pub kind: FindingKind,
    /// The endpoint or the event.
    pub of: String,
    /// The difference in one sentence.
    pub message: String,
    /// The codes of the rulebook.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub codes: Vec<String>,
    /// The rules.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rules: Vec<String>,
    /// The decisions that are contradicted, by number.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub decisions: Vec<String>,
    /// The smallest set of values that explains the difference.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub fields: Vec<FieldClass>,
    /// Other single values that explain a refusal equally well in this recording.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<FieldClass>,
    /// The number of exchanges or events.
    pub count: usize,
    /// The line of the first one, from 1.
    pub line: usize,
}

/// A place, and the class of its value.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct FieldClass {
    /// The pointer.
    pub at: String,
    /// The class in words.
    pub is: String,
}

/// The evidence about a numbered decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Decision {
    /// The number, such as `D12`.
    pub number: String,
    /// The number of exchanges whose verdict would be another if the decision were the other way.
    pub confirmed: usize,
    /// The number of exchanges that contradict the decision.
    pub contradicted: usize,
}

/// An observation.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[non_exhaustive]
pub struct Observation {
    /// The observation in one sentence.
    pub message: String,
    /// The number of exchanges or events.
    pub count: usize,
}

impl DriftReport {
    /// Returns `true` if nothing contradicts the rulebook.
    pub fn agrees(&self) -> bool {
        self.findings.is_empty()
    }
}
