//! Parts of forms before their values are removed.

/// A part of a form.
#[derive(Debug, Clone, Default)]
pub struct RawPart {
    /// The name.
    pub name: String,
    /// The name of a file; a part without it is text.
    pub filename: Option<String>,
    /// The content type, if the part names one.
    pub content_type: Option<String>,
    /// The size, if it is known.
    pub size: Option<u64>,
    /// The text of a part that is not a file, or of a case that is sent as a file. `None` if the source
    /// does not have it.
    pub text: Option<String>,
}
