//! The error for a text that is not the expected JSON.

/// A text is not the JSON that is expected.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("{kind} (line {line}, column {column})")]
pub struct JsonError {
    /// The reason.
    pub kind: JsonErrorKind,
    /// Line of the text, from 1.
    pub line: usize,
    /// Column of the line in characters, from 1.
    pub column: usize,
}

/// The reason why a text is not the expected JSON.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum JsonErrorKind {
    /// The text is not JSON.
    #[error("the text is not JSON")]
    NotJson,
    /// A string contains a lone surrogate.
    #[error("the text has an unpaired surrogate")]
    LoneSurrogate,
    /// The nesting is deeper than the limit.
    #[error("the text is nested too deep")]
    TooDeep,
    /// The text is JSON, but not an object. The position is the start of the text.
    #[error("the text is not a JSON object")]
    NotAnObject,
    /// The text is a JSON object of another form.
    #[error("the text is JSON of another form")]
    OtherForm,
}

impl JsonError {
    /// Creates the error for JSON that has the wrong form as a whole.
    pub(crate) fn of_whole(kind: JsonErrorKind) -> JsonError {
        JsonError { kind, line: 1, column: 1 }
    }

    /// Converts the error of a derived reader. Its columns are in bytes.
    pub(crate) fn of_serde(error: &serde_json::Error) -> JsonError {
        let kind = if error.is_data() { JsonErrorKind::OtherForm } else { JsonErrorKind::NotJson };
        JsonError { kind, line: error.line(), column: error.column() }
    }
}
