//! Why a regular expression cannot be read; apart from the expression, since messages name it in every build.

/// What is wrong with the syntax.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum SyntaxError {
    /// A group, class or brace is not closed.
    Unclosed,
    /// A bracket closes nothing.
    Unopened,
    /// A repetition has nothing to repeat, or a range that is none.
    Repetition,
    /// A range or an item of a class in square brackets is none.
    Class,
    /// A backslash stands before something that has no meaning after it.
    Escape,
    /// Look-around, backreferences, Unicode classes and operations on classes.
    Unsupported,
    /// The name or the flags of a group.
    Group,
    /// It is nested too deeply.
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

    /// The word in findings.
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
