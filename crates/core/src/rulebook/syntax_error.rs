//! Errors in the syntax of a regular expression. They are separate from the expression, because
//! messages are keyed by them.

/// An error in the syntax of a regular expression.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SyntaxError {
    /// A group, class or brace is not closed.
    Unclosed,
    /// A bracket closes nothing.
    Unopened,
    /// A repetition has nothing to repeat, or its range is invalid.
    Repetition,
    /// An item or a range of a class in square brackets is invalid.
    Class,
    /// A backslash precedes a character that has no meaning after it.
    Escape,
    /// Look-around, backreferences, Unicode classes or operations on classes.
    Unsupported,
    /// The name or the flags of a group are invalid.
    Group,
    /// The expression is nested too deeply.
    TooDeep,
}

impl SyntaxError {
    #[cfg(test)]
    pub(crate) const ALL: [SyntaxError; 8] = [
        SyntaxError::Unclosed,
        SyntaxError::Unopened,
        SyntaxError::Repetition,
        SyntaxError::Class,
        SyntaxError::Escape,
        SyntaxError::Unsupported,
        SyntaxError::Group,
        SyntaxError::TooDeep,
    ];

    /// The name in findings.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            SyntaxError::Unclosed => "unclosed",
            SyntaxError::Unopened => "unopened",
            SyntaxError::Repetition => "repetition",
            SyntaxError::Class => "class",
            SyntaxError::Escape => "escape",
            SyntaxError::Unsupported => "unsupported",
            SyntaxError::Group => "group",
            SyntaxError::TooDeep => "too_deep",
        }
    }
}
