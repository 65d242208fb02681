//! Pages of lists. Parameters and envelopes of pages are not published; these are the stand-in's own.

use crate::error::ApiError;
use crate::prose;

/// Which page is asked for, newest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Paging {
    /// What comes before this number.
    pub(crate) before: Option<i64>,
    /// How many.
    pub(crate) size: u32,
}

impl Paging {
    /// Reads the query's `before` and `page_size`.
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

    /// The page of a list that was read with one more, and whether another follows.
    pub(crate) fn cut<T>(self, mut list: Vec<T>) -> (Vec<T>, bool) {
        let full = usize::try_from(self.size).unwrap_or(usize::MAX);
        let more = list.len() > full;
        list.truncate(full);
        (list, more)
    }
}
