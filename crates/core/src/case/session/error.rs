//! Edits that cannot be made.

/// An edit that cannot be made: a mistake of the program. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The payload to start from is no JSON object.
    #[error("a session starts from one JSON object")]
    NotAnObject,
    /// The text is no JSON value.
    #[error("the value is not JSON text")]
    NotAValue,
    /// The pointer names no field and no member of a field.
    #[error("an edit is made at a field or at a member of a record, such as /defendant_information/city")]
    NoSuchPlace,
    /// What is to be done is no edit.
    #[error("an edit is {{\"set\": pointer, \"value\": value}} or {{\"clear\": pointer}}")]
    NotAnEdit,
    /// The pointer names a member, and the field holds something else than a record.
    #[error("the field holds no record that could have members")]
    NotARecord,
    /// The payload would be nested deeper than the context's limit.
    #[error("the payload would be nested deeper than the context's limit")]
    TooDeep,
    /// The payload would be longer than the context's limit.
    #[error("the payload would be longer than the context's limit")]
    TooLarge,
    /// The steps of a script before have told as much as one answer may hold.
    #[error("the steps before have told as much as one answer may hold")]
    OutputLimitReached,
}
