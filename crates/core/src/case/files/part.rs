//! A file of a request as it was read, before it is judged.

/// A value of the input.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Read<T> {
    /// It is absent or `null`.
    Missing,
    /// It is of another kind than it must be.
    Wrong,
    /// It is this.
    Is(T),
}

/// A file of the input, which may lack what a file must have.
pub(crate) struct Part<'i> {
    /// Whether it has members at all.
    pub(crate) is_entry: bool,
    /// Whether it is a fault that the size is not told.
    pub(crate) needs_size: bool,
    pub(crate) name: Read<&'i str>,
    pub(crate) size: Read<u64>,
    pub(crate) label: Read<&'i str>,
    /// The names of its members that mean nothing here.
    pub(crate) unknown: Vec<&'i str>,
}
