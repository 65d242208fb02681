//! What rows of rules are made of.

use std::borrow::Cow;

/// A list of a row that is compiled in, or of one that is read.
pub(crate) type List<T> = Cow<'static, [T]>;

/// What only a firm's rules use has this as its last part. Builds without firm rules cannot have a
/// value of it, so the compiler leaves out the code for it.
#[cfg(feature = "firm-rules")]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct FirmOnly;

#[cfg(not(feature = "firm-rules"))]
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) enum FirmOnly {}

/// Words of a row that is compiled in, or of one that is read.
#[derive(Debug, Clone)]
pub(crate) enum Words {
    Known(&'static [&'static str]),
    Read(Vec<String>, FirmOnly),
}

impl Words {
    pub(crate) fn len(&self) -> usize {
        match self {
            Words::Known(words) => words.len(),
            Words::Read(words, _) => words.len(),
        }
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = &str> {
        let (known, read): (&[&str], &[String]) = match self {
            Words::Known(words) => (words, &[]),
            Words::Read(words, _) => (&[], words),
        };
        known.iter().copied().chain(read.iter().map(String::as_str))
    }
}

impl PartialEq for Words {
    fn eq(&self, other: &Words) -> bool {
        self.iter().eq(other.iter())
    }
}
