//! Errors of edits.

/// An edit that is impossible, because of an error in the program. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SessionError {
    /// The payload to start from is not a JSON object.
    #[error("a session starts from one JSON object")]
    NotAnObject,
    /// The text is not a JSON value.
    #[error("the value is not JSON text")]
    NotAValue,
    /// The pointer is neither a field nor a member of a field.
    #[error("an edit is made at a field or at a member of a record, such as /defendant_information/city")]
    NoSuchPlace,
    /// The payload has no such field or member, and the rulebook neither.
    #[error("{}", unknown_field(*near))]
    UnknownField {
        /// A field or member with a similar name.
        near: Option<&'static str>,
    },
    /// The step is not an edit.
    #[error("an edit is {{\"set\": pointer, \"value\": value}} or {{\"clear\": pointer}}")]
    NotAnEdit,
    /// The pointer is a member, but the field's value is not a record.
    #[error("the field holds no record that could have members")]
    NotARecord,
    /// With the edit, the payload would be nested deeper than the context's limit.
    #[error("the payload would be nested deeper than the context's limit")]
    TooDeep,
    /// With the edit, the payload would be longer than the context's limit.
    #[error("the payload would be longer than the context's limit")]
    TooLarge,
    /// The output limit is reached; the remaining steps are skipped.
    #[error("output limit reached; the remaining steps were skipped")]
    OutputLimitReached,
}

/// It is concatenated by hand, because a module does not need the standard library's formatting
/// otherwise.
fn unknown_field(near: Option<&str>) -> String {
    let mean = near.map_or(String::new(), |near| [": did you mean ", near, "?"].concat());
    ["no field or member has this name", &mean].concat()
}
