//! Resets the connection of a request, for servers that test how a client recovers.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A handle to the connection of a request, among the request's extensions.
#[derive(Debug, Clone, Default)]
pub struct Reset(Arc<AtomicBool>);

impl Reset {
    /// Resets the connection instead of writing anything more to it.
    pub fn request(&self) {
        self.0.store(true, Ordering::Relaxed);
    }

    /// Returns `true` if the connection is to be reset.
    pub(crate) fn is_requested(&self) -> bool {
        self.0.load(Ordering::Relaxed)
    }
}
