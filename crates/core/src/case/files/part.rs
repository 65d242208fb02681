//! A file of a request before it is judged.

use std::borrow::Cow;

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
    pub(crate) edges: Edges<'i>,
    /// The names of unknown members.
    pub(crate) unknown: Vec<&'i str>,
}

/// The first and the last bytes of a file.
pub(crate) struct Edges<'i> {
    pub(crate) head: Read<Cow<'i, [u8]>>,
    pub(crate) tail: Read<Cow<'i, [u8]>>,
}

impl<'i> Edges<'i> {
    pub(crate) const UNKNOWN: Edges<'i> = Edges { head: Read::Missing, tail: Read::Missing };

    pub(crate) fn head(&self) -> Option<&[u8]> {
        self.head.value()
    }

    pub(crate) fn tail(&self) -> Option<&[u8]> {
        self.tail.value()
    }
}

impl Read<Cow<'_, [u8]>> {
    fn value(&self) -> Option<&[u8]> {
        if let Read::Is(bytes) = self { Some(bytes) } else { None }
    }
}
