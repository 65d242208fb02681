//! A file of a request before it is judged.

/// A value of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read<T> {
    /// It is absent or `null`.
    Missing,
    /// The value has a wrong type.
    Wrong,
    /// The value.
    Is(T),
}

/// A file of the input, which may lack required members.
pub(crate) struct Part<'i> {
    /// `true` if the entry is an object.
    pub(crate) is_entry: bool,
    /// `true` if a missing size is an error.
    pub(crate) needs_size: bool,
    pub(crate) name: Read<&'i str>,
    pub(crate) size: Read<u64>,
    pub(crate) label: Read<&'i str>,
    /// The names of unknown members.
    pub(crate) unknown: Vec<&'i str>,
}
