//! The forms in which the operations on a case accept a payload.

use crate::context::Context;
use crate::payload::open::text_of;
use crate::text::json::document::Document;
use crate::text::json::json_text::JsonText;
use sealed::ToText;
use serde_json::Value;
use std::borrow::Cow;

/// A payload: JSON text, its bytes, or a JSON value.
///
/// Text and bytes are read in place. Bytes that are not UTF-8 are reported like any other text that
/// is not JSON. A value is written as text first. This trait is sealed.
///
/// ```
/// use casegate::{Context, check_case};
/// use serde_json::json;
///
/// let context = Context::new("2026-03-01".parse()?);
/// let report = check_case(r#"{"case_type":"pl"}"#, &context);
/// assert_eq!(report, check_case(br#"{"case_type":"pl"}"#, &context));
/// assert_eq!(report, check_case(&json!({ "case_type": "pl" }), &context));
/// # Ok::<(), casegate::date::ParseDateError>(())
/// ```
pub trait CaseInput: ToText {}

impl<T: ToText + ?Sized> CaseInput for T {}

mod sealed {
    use crate::context::Context;
    use std::borrow::Cow;

    /// A payload as text.
    pub trait ToText {
        fn to_text(&self, context: &Context) -> Cow<'_, str>;

        /// The bytes of a payload that was given as bytes.
        fn bytes(&self) -> Option<&[u8]> {
            None
        }
    }
}

impl ToText for str {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl ToText for String {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl ToText for Cow<'_, str> {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Borrowed(self)
    }
}

impl ToText for JsonText {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Borrowed(self.get())
    }
}

impl ToText for [u8] {
    fn to_text(&self, context: &Context) -> Cow<'_, str> {
        text_of(self, context)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl<const LENGTH: usize> ToText for [u8; LENGTH] {
    fn to_text(&self, context: &Context) -> Cow<'_, str> {
        text_of(self, context)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ToText for Vec<u8> {
    fn to_text(&self, context: &Context) -> Cow<'_, str> {
        text_of(self, context)
    }

    fn bytes(&self) -> Option<&[u8]> {
        Some(self)
    }
}

impl ToText for Value {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl ToText for Document {
    fn to_text(&self, _: &Context) -> Cow<'_, str> {
        Cow::Owned(self.to_string())
    }
}

impl<T: ToText + ?Sized> ToText for &T {
    fn to_text(&self, context: &Context) -> Cow<'_, str> {
        (**self).to_text(context)
    }

    fn bytes(&self) -> Option<&[u8]> {
        (**self).bytes()
    }
}
