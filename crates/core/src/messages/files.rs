//! The messages about files, by language.

use crate::messages::Words;
use crate::messages::en::files as en;
use crate::messages::es::files as es;

pub(crate) static WORDS: Words = Words { en: en::FILES, es: es::FILES };
pub(crate) static CREATE: Words = Words { en: en::CREATE, es: es::CREATE };
pub(crate) static APPEND: Words = Words { en: en::APPEND, es: es::APPEND };
/// The message about an input of a wrong type.
pub(crate) static TEXT: Words = Words { en: en::TEXT, es: es::TEXT };
pub(crate) static WHOLE: Words = Words { en: en::WHOLE, es: es::WHOLE };
pub(crate) static LIST: Words = Words { en: en::LIST, es: es::LIST };
pub(crate) static SET: Words = Words { en: en::SET, es: es::SET };
pub(crate) static SENT: Words = Words { en: en::SENT, es: es::SENT };
