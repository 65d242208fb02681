//! The rulebook for Python: text in, text out. The package's Python modules add types, names and
//! exceptions.
//!
//! Text and bytes are read in place. The interpreter runs other threads during each call, and calls
//! share no state.

mod arrow;
mod payload;
mod session;

use casegate::Settings;
use casegate::config::ContextError;
use casegate::wire::{self, EXPLAIN, Operation};
use payload::Payload;
use pyo3::prelude::*;
use std::iter;

/// A parsed context, for many calls. An invalid one is their answer.
#[pyclass(frozen, module = "casegate._casegate")]
struct Context(Result<Settings, ContextError>);

#[pymethods]
impl Context {
    #[new]
    fn new(text: &str) -> Context {
        // The operations take an empty text for no settings.
        Context(Settings::from_json(if text.trim().is_empty() { "{}" } else { text }))
    }
}

impl Context {
    /// Runs an operation.
    fn run(&self, operation: &Operation, input: &[u8]) -> String {
        match &self.0 {
            Ok(settings) => settings.call(operation, input),
            Err(error) => wire::error_text(error),
        }
    }
}

fn all() -> impl Iterator<Item = &'static Operation> {
    wire::CASE_OPERATIONS
        .iter()
        .chain(wire::SERVICE_OPERATIONS)
        .chain(casegate_map::wire::OPERATIONS)
        .chain(iter::once(&EXPLAIN))
}

/// Returns the names of all operations.
#[pyfunction]
fn operations() -> Vec<&'static str> {
    all().map(|operation| operation.name).collect()
}

/// Runs an operation.
#[pyfunction]
#[expect(clippy::needless_pass_by_value, reason = "PyO3 passes a value that it made of the argument")]
fn call(py: Python<'_>, name: &str, input: Payload, context: &Context) -> String {
    match all().find(|operation| operation.name == name) {
        Some(operation) => py.detach(|| context.run(operation, input.bytes())),
        None => wire::unknown_operation(),
    }
}

#[pymodule(gil_used = false)]
mod _casegate {
    #[pymodule_export]
    use super::arrow::{ArrowReports, check_arrow};
    #[pymodule_export]
    use super::session::Session;
    #[pymodule_export]
    use super::{Context, call, operations};
    #[pymodule_export]
    const VERSION: &str = env!("CARGO_PKG_VERSION");
}
