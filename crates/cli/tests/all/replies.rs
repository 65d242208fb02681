//! The test vectors, each with the library's reply.

use crate::expanded;
use std::sync::LazyLock;

#[derive(Debug)]
pub(crate) struct Vector {
    pub(crate) file: String,
    pub(crate) name: String,
    pub(crate) call: String,
    pub(crate) payload: String,
    pub(crate) context: String,
    pub(crate) reply: String,
}

static VECTORS: LazyLock<Vec<Vector>> = LazyLock::new(|| {
    let with_reply = |vector: expanded::Vector| Vector {
        reply: vector.reply(),
        file: vector.file,
        name: vector.case.name,
        call: vector.call.0,
        payload: vector.payload,
        context: vector.context,
    };
    let vectors = expanded::all().into_iter().filter(|vector| vector.operation().is_some());
    let vectors: Vec<Vector> = vectors.map(with_reply).collect();
    assert!(vectors.len() > 100, "only {} vectors", vectors.len());
    vectors
});

pub(crate) fn vectors() -> &'static [Vector] {
    &VECTORS
}
