//! A form being filled in.

use casegate::wire::Binding;
use pyo3::prelude::*;
use std::sync::{Mutex, PoisonError};

/// A session, with a binding of its own.
#[pyclass(frozen, module = "casegate._casegate")]
pub(crate) struct Session(Mutex<Binding>);

#[pymethods]
impl Session {
    #[new]
    fn new(context: &str) -> Session {
        let mut binding = Binding::new(&[]);
        binding.set_context(0, context);
        Session(Mutex::new(binding))
    }

    /// Starts from a payload. The answer to an error is its JSON.
    fn open(&self, py: Python<'_>, payload: &str) -> String {
        self.with(py, |binding| binding.open_session(payload))
    }

    /// Runs a step, as `Binding::step` reads it.
    fn step(&self, py: Python<'_>, line: &str) -> String {
        self.with(py, |binding| binding.step(1, line).into_text())
    }
}

impl Session {
    fn with(&self, py: Python<'_>, work: impl FnOnce(&mut Binding) -> String + Send) -> String {
        py.detach(|| work(&mut self.0.lock().unwrap_or_else(PoisonError::into_inner)))
    }
}
