//! Pages of lists. The service's parameters and envelopes of pages are not published; these are the
//! stand-in's own.

use crate::error::ApiError;
use crate::prose;

/// The requested page, newest entries first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    /// Only entries below this number.
    pub(crate) before: Option<i64>,
    /// The number of entries.
    pub(crate) size: u32,
}

impl Paging {
    /// Reads `before` and `page_size` from the query.
    pub(crate) fn of(query: impl Fn(&str) -> Option<String>, default: u32) -> Result<Paging, ApiError> {
        let before = match query("before") {
            None => None,
            Some(text) => Some(text.parse::<i64>().map_err(|_| &prose::PAGE_BEFORE)?),
        };
        let size = match query("page_size") {
            None => default,
            Some(text) => {
                let size = text.parse().ok().filter(|size| (1..=1000).contains(size));
                size.ok_or(&prose::PAGE_SIZE)?
            }
        };
        Ok(Paging { before, size })
    }

    /// Cuts a list that was read with one more entry. Returns `true` if another page follows.
    pub(crate) fn cut<T>(self, mut list: Vec<T>) -> (Vec<T>, bool) {
        let full = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = list.len() > full;
        list.truncate(full);
        (list, more)
    }
}
