//! Titles are phrases, and details are sentences.

use super::{KINDS, shared};

#[test]
fn sentences_end() {
    for kind in KINDS.iter().chain(shared::KINDS) {
        let Some((code, detail)) = kind.occurrence else { continue };
        assert!(!kind.title.ends_with('.') && detail.ends_with('.'), "{code}: {}: {detail}", kind.title);
    }
}
